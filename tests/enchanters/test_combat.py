"""Fights, and the cards whose effects the rulebook explains."""

from __future__ import annotations

import pytest

from referee.declaration.changes import Counted
from referee.games.enchanters.rules.context import (
    Attacked,
    Failed,
    Handed,
    Journeyed,
    NothingGiven,
    NothingLost,
    Struck,
    Taken,
    Triggered,
)
from referee.play.event import Said, names_of
from tests.enchanters.quests import (
    asked,
    happened,
    has,
    monsters,
    options,
    play,
    player,
    playing,
    power,
    question,
    ruling,
    shut,
)

RAT = {"Rat": "monster, strength 3, health 1, glory 1"}
ALL = {**RAT, "Wyrm": "dragon, strength 2, health 1, glory 5"}


@pytest.mark.rule("monster-attack", "wounds", "E-s")
def test_strength_less_defence_is_dealt_in_wounds_and_never_heals() -> None:
    game = play(playing(["Rat"], cards=RAT, wounds={"Anna": 60}), "journey 1")
    assert has(game) == (5, 63)
    cards = {**RAT, "Robe": "item, defence 9, attack 1"}
    game = play(playing(["Rat"], cards=cards, piles={"Anna": ["Robe"]}), "journey 1")
    assert has(game) == (5, 0)


@pytest.mark.rule("buying-help", "E-n")
def test_help_is_asked_for_before_each_stroke_only_where_there_is_some() -> None:
    game = playing(["Rat"], cards={**RAT, "Helmet": "minor: 1 crystal -> defence 2"}, piles={"Anna": ["Helmet"]})
    play(game, "journey 1")
    assert (question(game).key, question(game).open) == ("strike", True)
    assert (question(game).skippable, question(game).default) == (True, "strike")  # scripts needn't say it
    assert asked(game) == ("Anna", "strike")
    play(game, "use Helmet")
    assert question(game).key == "move", "nothing is left to use, so both strokes went by"
    assert (has(game), monsters(game)) == ((4, 1), ["Rat"])


@pytest.mark.rule("failed-fight", "E-k", "E-ao", "E-m")
def test_a_lost_fight_leaves_the_monster_and_takes_the_nearest_card() -> None:
    cards = {"Bear": "monster, strength 2, health 9"}
    game = playing(["Stick", "Staff", "Bear"], cards=cards)
    details = {option.text: option.detail for option in question(game).options()}
    assert details["journey 3 Bear"].startswith("costs 2 crystals, can't be won, ")
    play(game, "journey Bear")
    assert (has(game), game.state.track) == ((3, 2), ["Stick", "Staff", "Bear"]), "the way and the wounds stay paid"
    assert [event.nearest for event in happened(game, Failed)] == [False]
    assert options(game) == ["end turn"]
    play(game, "end turn")
    assert (game.state.track, game.state.graveyard, monsters(game)) == (["Staff", "Bear"], ["Stick"], [])


@pytest.mark.rule("E-m")
@pytest.mark.parametrize(("health", "warning"), [(1, ""), (2, "can't be won, "), (3, "can't be won, ")])
def test_a_fight_that_no_help_can_win_is_told_as_such(health: int, warning: str) -> None:
    game = playing(["Bear"], cards={"Bear": f"monster, strength 2, health {health}"})
    (bear,) = question(game).options()
    assert bear.detail == f"free, {warning}monster, strength 2, health {health}"
    assert bear.brief == ", ".join(filter(None, ("free", warning.rstrip(", "))))


@pytest.mark.rule("failed-fight", "E-l")
def test_a_lost_fight_for_the_nearest_card_discards_that_card() -> None:
    game = playing(["Bear", "Staff"], cards={"Bear": "monster, strength 2, health 9"})
    play(game, "journey Bear")
    (lost,) = happened(game, Failed)
    assert (
        lost.describe(names_of(game.state.players))
        == "The fight is lost: Bear is the nearest card and goes at the end of the turn."
    )
    play(game, "end turn")
    assert (game.state.track, game.state.graveyard, monsters(game)) == (["Staff"], ["Bear"], [])


@pytest.mark.rule("failed-fight", "E-k")
def test_after_a_lost_fight_no_card_comes_to_a_short_track_before_the_end_of_the_turn() -> None:
    """A correction left it short."""
    cards = {"Bear": "monster, strength 2, health 9", "Axe": "item, attack 1"}
    game = play(playing(["Bear", "Stick"], cards=cards, left=3), "journey Bear")
    assert (asked(game), game.state.deck) == (("Anna", "move"), 3)
    assert asked(play(game, "end turn"))[1] == "reveal"


@pytest.mark.rule("player-attack", "dragons")
@pytest.mark.parametrize(("health", "won"), [(0, True), (1, True), (2, False)])
def test_attack_must_reach_health(health: int, won: bool) -> None:
    game = playing(["Wyrm", "Stick"], cards={"Wyrm": f"dragon, strength 0, health {health}"})
    play(game, "journey 1")
    assert ([event.won for event in happened(game, Attacked)], bool(monsters(game))) == ([won], won)


# --- cards of the rulebook ----------------------------------------------------------------------------


@pytest.mark.rule("trap", "E-x")
def test_a_trap_is_given_away_and_covers_the_receivers_item() -> None:
    cards = {"Trap": "attack -1", "Robe": "item, attack 3, lower attack 1"}
    game = playing(["Trap"], cards=cards, players=3, piles={"Cleo": ["Robe"]})
    play(game, "journey 1")
    assert options(game) == ["Bo", "Cleo"]
    assert ruling(game, "Anna") == "E-x"
    play(game, "Cleo")
    assert player(game.state, "Cleo").items == ["Fist #3", "Robe", "Trap"]
    assert power(game, "attack", "Cleo") == 1 + 1 - 1
    game = play(playing(["Trap"], cards=cards), "journey 1")
    assert player(game.state, "Bo").items[-1] == "Trap", "with two players nobody is asked"


@pytest.mark.rule("bolas", "E-u")
def test_bolas_may_be_turned_on_oneself_but_on_nobody_without_monsters() -> None:
    cards = {**ALL, "Bolas": "item"}
    game = playing(["Bolas"], cards=cards, players=3, piles={"Bo": ["Rat"], "Cleo": ["Wyrm"]})
    play(game, "journey 1")
    assert options(game) == ["Anna", "Bo"]
    assert shut(game) == {"Cleo": "has no monster, and another player has"}
    assert ruling(game, "Cleo") == "E-u"
    play(game, "Anna")
    assert len(happened(game, NothingLost)) == 1
    game = play(playing(["Bolas"], cards=cards, players=3), "journey 1")
    assert options(game) == ["Anna", "Bo", "Cleo"]


@pytest.mark.rule("roc", "E-w", "E-an")
def test_a_roc_brings_another_players_monster_under_it() -> None:
    cards = {**ALL, "Roc": "strength 1, health 1"}
    game = playing(["Roc"], cards=cards, players=3, piles={"Anna": ["Wyrm"], "Bo": ["Rat", "Wyrm #2"]})
    play(game, "journey 1")
    assert (monsters(game), monsters(game, "Bo")) == (["Wyrm", "Rat", "Roc"], ["Wyrm #2"])
    assert has(game) == (5, 1), "its strike came first"
    assert [event.player for event in happened(game, Handed)] == [1]


@pytest.mark.rule("roc", "manticore", "action-effect")
@pytest.mark.parametrize("card", ["Roc", "Manticore"])
def test_who_is_named_as_another_player_isnt_oneself(card: str) -> None:
    cards = {**ALL, card: "strength 0, health 1"}
    piles = {"Bo": ["Rat"], "Cleo": ["Rat #2"]}
    game = play(playing([card], cards=cards, players=3, piles=piles), "journey 1")
    assert options(game) == ["Bo", "Cleo"]
    assert ruling(game, "Anna") == "action-effect"


@pytest.mark.rule("roc", "E-w")
def test_a_roc_is_taken_where_nobody_has_a_monster() -> None:
    game = play(playing(["Roc"], cards={"Roc": "strength 0, health 1"}), "journey 1")
    assert monsters(game) == ["Roc"]


@pytest.mark.rule("manticore", "E-an")
def test_a_manticore_costs_a_monster_of_ones_own_and_one_of_anothers() -> None:
    cards = {**RAT, "Manticore": "", "Sword": "item, attack 9", "Imp": "monster, strength 1, health 1"}
    game = playing(["Manticore"], cards=cards, piles={"Anna": ["Sword", "Rat", "Imp"], "Bo": ["Rat #2"]})
    play(game, "journey 1")
    assert asked(game) == ("Anna", "monster")
    listed = {option.text: option.detail for option in question(game).options()}
    assert listed == {"Rat": "1 glory", "Imp": "0 glory"}
    play(game, "Imp")
    assert (monsters(game), monsters(game, "Bo")) == (["Rat", "Manticore"], [])
    assert game.state.graveyard == ["Imp", "Rat #2"]


@pytest.mark.rule("manticore", "E-t", "bronze-dragon", "E-v")
@pytest.mark.parametrize("name", ["Manticore", "Bronze Dragon"])
def test_the_first_monster_costs_nothing_but_the_others_do_and_dragons_are_none(name: str) -> None:
    line = "" if name == "Manticore" else "strength 1, health 1"
    game = playing(
        [name],
        cards={**ALL, name: line, "Sword": "item, attack 9"},
        piles={"Anna": ["Sword", "Wyrm"], "Bo": ["Wyrm #2", "Rat"]},
    )
    play(game, "journey 1")
    assert (monsters(game), monsters(game, "Bo")) == (["Wyrm", name], ["Wyrm #2"])


@pytest.mark.rule("axe", "E-o")
def test_an_axe_wounds_the_others_by_the_attack_without_it() -> None:
    """Two for every full two attack; raised before, it does more."""
    cards = {"Axe": "", "Sword": "item, attack 2; minor: attack 2"}
    game = playing(["Axe"], cards=cards, players=3, piles={"Anna": ["Sword"]})
    play(game, "use Sword", "journey 1")
    assert [has(game, name)[1] for name in ("Anna", "Bo", "Cleo")] == [0, 2, 2]
    assert power(game, "attack") == 1 + 2 + 1


@pytest.mark.rule("giant", "E-y")
def test_a_giant_strikes_each_player_by_the_own_defence() -> None:
    """What the others could use doesn't help them, what is printed for good does."""
    cards = {
        "Giant": "strength 4, health 1",
        "Robe": "item, defence 1, lower defence 1",
        "Helmet": "defence 1; minor: defence 9",
        "Dome": "enchantment; minor: defence 9",
    }
    game = playing(["Giant"], cards=cards, players=3, piles={"Anna": ["Dome"], "Bo": ["Robe"], "Cleo": ["Helmet"]})
    play(game, "journey 1", "use Dome")
    assert [has(game, name)[1] for name in ("Anna", "Bo", "Cleo")] == [0, 2, 3]
    assert [event.player for event in happened(game, Struck)] == [0, 1, 2]


@pytest.mark.rule("giant", "E-y")
def test_a_giant_strikes_in_turn_order_from_who_fights_it() -> None:
    game = playing(["Stick", "Giant"], cards={"Giant": "strength 4, health 1"}, players=3)
    play(game, "journey Stick", "end turn", "journey Giant")
    assert [event.player for event in happened(game, Struck)] == [1, 2, 0]


@pytest.mark.rule("pink-dragon", "E-r")
def test_a_pink_dragon_doubles_all_wounds_those_of_the_fight_too() -> None:
    game = playing(["Pink Dragon"], cards={"Pink Dragon": "strength 3, health 1"}, wounds={"Anna": 2})
    assert has(play(game, "journey 1")) == (5, 10)


@pytest.mark.rule("chapel-of-soulfire", "E-ae", "E-al", "journey")
def test_the_chapel_leads_to_the_graveyard() -> None:
    """What lies on top before the rest's own discard; an item is taken with what it does at once."""
    chapel = "Chapel of Soulfire: rest: 2 crystals -> journey to the graveyard"
    cards = {"Horn": "item; immediate: gain 4 crystals"}
    game = playing(["Stick", "Staff"], cards=cards, village=chapel, graveyard=["Spear", "Horn"])
    play(game, "rest Chapel")
    assert (has(game), player(game.state, "Anna").items[-1]) == ((7, 0), "Horn")
    told = [(event.card, event.passed, event.each, event.graveyard) for event in happened(game, Journeyed)]
    assert told == [("Horn", 0, 1, True)]
    play(game, "end turn")
    assert game.state.graveyard == ["Spear", "Stick"]


@pytest.mark.rule("chapel-of-soulfire", "E-l")
def test_a_lost_fight_in_the_graveyard_leaves_the_card_there() -> None:
    chapel = "Chapel of Soulfire: rest: journey to the graveyard"
    cards = {"Bear": "monster, strength 2, health 9"}
    game = playing(["Stick", "Staff"], cards=cards, village=chapel, graveyard=["Bear"])
    play(game, "rest Chapel", "end turn")
    assert (game.state.graveyard, has(game)) == (["Bear", "Stick"], (5, 2))


@pytest.mark.rule("chapel-of-soulfire", "E-at", "as-far-as-possible")
def test_an_empty_graveyard_stops_only_the_journey_to_it() -> None:
    chapel = "Chapel of Soulfire: rest: 1 crystal -> gain 4 crystals, journey to the graveyard, attack 1"
    game = playing(["Stick"], village=chapel)
    told = next(option.detail for option in question(game).options() if option.text.startswith("rest"))
    assert told.endswith("; no card lies in the graveyard now (E-at)")
    play(game, "rest Chapel")
    assert (has(game), power(game, "attack"), game.state.major) == ((8, 0), 2, True)
    assert [event.rules for event in happened(game, Said)] == [("chapel-of-soulfire", "E-at")]
    play(game, "end turn")
    assert game.state.graveyard == ["Stick"]
    filled = playing(["Stick"], village=chapel, graveyard=["Staff"])
    assert not any("E-at" in option.detail for option in question(filled).options())


@pytest.mark.rule("E-o", "action-effect")
@pytest.mark.parametrize(("wounds", "left"), [(2, ["Imp", "Rat"]), (3, [])])
def test_all_of_something_goes_only_where_what_is_counted_is_there(wounds: int, left: list[str]) -> None:
    """Parts of a count are rounded down: of 2 wounds none are 3."""
    cards = dict.fromkeys(("Imp", "Rat"), "monster, strength 2, health 1")
    belt = "item; minor: discard all monsters per 3 wounds, lose all crystals per 3 wounds"
    piles = {"Anna": ["Belt", "Imp", "Rat"]}
    game = playing(["Stick"], cards=cards | {"Belt": belt}, piles=piles, wounds={"Anna": wounds})
    play(game, "use Belt", *(["Imp"] if not left else []))  # which of them goes first
    assert (monsters(game), has(game)) == (left, (5 * bool(left), wounds))


@pytest.mark.rule("E-at", "action-effect")
def test_a_monster_discarded_as_the_cost_lies_in_the_graveyard_then() -> None:
    """Its price is seen paid before its effect: the journey leads to that very monster."""
    chapel = "Chapel of Soulfire: rest: discard 1 monster -> journey to the graveyard"
    cards = {"Imp": "monster, strength 2, health 1"}
    game = playing(["Stick"], cards=cards, village=chapel, piles={"Anna": ["Imp"]})
    assert not any("E-at" in option.detail for option in question(game).options())
    play(game, "rest Chapel")
    assert (has(game), monsters(game), game.state.graveyard) == ((5, 2), ["Imp"], [])
    assert ruling(playing(["Stick"], cards=cards, village=chapel), "rest Chapel") == "action-effect"


@pytest.mark.rule("E-au")
@pytest.mark.parametrize("many", ["1", "all"])
def test_who_gives_to_oneself_moves_nothing(many: str) -> None:
    cards = {**RAT, "Imp": "monster, strength 0, health 0", "Lure": f"item; immediate: a player gives {many} monster"}
    piles = {"Anna": ["Imp", "Rat"], "Bo": ["Rat #2"]}
    game = play(playing(["Lure"], cards=cards, piles=piles), "journey 1")
    assert next(option.detail for option in question(game).options()) == "2 monsters; nothing moves (E-au)"
    play(game, "Anna")
    assert (monsters(game), monsters(game, "Bo")) == (["Imp", "Rat"], ["Rat #2"])
    assert len(happened(game, NothingGiven)) == 1
    assert asked(game) == ("Anna", "move")


@pytest.mark.rule("E-au")
def test_all_of_a_pile_is_given_each_card_once() -> None:
    cards = {**RAT, "Imp": "monster, strength 0, health 0", "Lure": "item; immediate: a player gives all monsters"}
    game = playing(["Lure"], cards=cards, piles={"Anna": ["Imp"], "Bo": ["Rat", "Imp #2", "Rat #2"]})
    play(game, "journey 1", "Bo", "Imp")
    assert (monsters(game), monsters(game, "Bo")) == (["Imp", "Imp #2", "Rat", "Rat #2"], [])


@pytest.mark.parametrize(("effect", "left"), [("lose all crystals", (0, 1500)), ("heal all wounds", (1500, 0))])
def test_all_is_more_than_any_number(effect: str, left: tuple[int, int]) -> None:
    game = playing(["Stick"], village=f"Well: minor: {effect}", crystals={"Anna": 1500}, wounds={"Anna": 1500})
    assert has(play(game, "use Well")) == left


def test_all_for_each_of_nothing_is_nothing() -> None:
    well = "Well: minor: heal all wounds per 2 monsters"
    piles, cards = {"Anna": ["Rat", "Rat #2"]}, RAT
    game = play(playing(["Stick"], village=well, wounds={"Anna": 3}), "use Well")
    assert has(game) == (5, 3)
    game = play(playing(["Stick"], village=well, wounds={"Anna": 3}, cards=cards, piles=piles), "use Well")
    assert has(game) == (5, 0)
    assert [event.counted for event in happened(game, Counted)] == ["all for every 2 monsters, of 2"]


@pytest.mark.rule("ogre", "E-q", "giant", "E-y", "monster-attack")
@pytest.mark.parametrize(("monster", "rules"), [("Ogre", ("ogre", "E-q")), ("Giant", ("giant", "E-y"))])
def test_a_stroke_cites_what_doubles_it_and_why_it_meets_everybody(monster: str, rules: tuple[str, ...]) -> None:
    game = play(playing([monster, "Stick"], cards={monster: "strength 3, health 1"}), "journey 1")
    assert happened(game, Struck)[0].rules == ("monster-attack", *rules)


@pytest.mark.rule("covering", "trap", "E-x")
@pytest.mark.parametrize(("card", "rules"), [("Stick", ("covering",)), ("Trap", ("trap", "E-x"))])
def test_a_card_taken_cites_why_it_goes_where_it_goes(card: str, rules: tuple[str, ...]) -> None:
    game = play(playing([card, "Staff"], cards={"Trap": "attack -1"}), "journey 1")
    assert [event.rules for event in happened(game, Taken)] == [rules]
    assert [event.rules for event in happened(game, Triggered)] == [("immediate",)] * (card == "Trap")


@pytest.mark.rule("E-m", "E-u")
def test_help_that_takes_monsters_from_all_others_still_helps_its_user() -> None:
    cards = {
        "Bear": "monster, strength 2, health 3",
        "Horn": "item; minor: each other player discards 1 monster, attack 3",
    }
    game = playing(["Bear"], cards=cards, piles={"Anna": ["Horn"]})
    assert question(game).options()[0].detail == "free, can be won, using Horn, monster, strength 2, health 3"


@pytest.mark.rule("buying-help", "E-n")
@pytest.mark.parametrize(("monsters", "asked_for"), [([], "move"), (["Rat"], "strike")])
def test_help_too_dear_is_waited_for_only_where_its_monsters_are_there(monsters: list[str], asked_for: str) -> None:
    cards = {**RAT, "Bear": "monster, strength 2, health 3", "Belt": "item; minor: 1 monster, 9 crystals -> attack 5"}
    game = playing(["Bear"], cards=cards, piles={"Anna": ["Belt", *monsters]})
    assert question(play(game, "journey 1")).key == asked_for


@pytest.mark.rule("buying-help", "E-n")
def test_help_that_changes_a_strike_among_other_things_is_waited_for() -> None:
    cards = {
        "Bear": "monster, strength 2, health 1",
        "Belt": "item, attack 1; minor: 9 crystals -> defence 1, attack 1",
    }
    game = playing(["Bear"], cards=cards, piles={"Anna": ["Belt"]})
    assert question(play(game, "journey 1")).key == "strike"


@pytest.mark.rule("E-n", "immediate")
def test_no_help_is_used_in_a_fight_that_an_immediate_effect_leads_to() -> None:
    cards = {
        "Bear": "monster, strength 2, health 3",
        "Belt": "item; lower minor: attack 5",
        "Lure": "item; immediate: journey to the graveyard",
    }
    game = playing(["Lure", "Stick"], cards=cards, piles={"Anna": ["Belt"]}, graveyard=["Bear"])
    play(game, "journey 1")
    assert (question(game).key, has(game), monsters(game)) == ("move", (5, 2), [])
    assert [event.won for event in happened(game, Attacked)] == [False]
    assert "use Belt" in options(game)


@pytest.mark.rule("E-p", "E-m")
def test_attack_below_zero_beats_what_has_no_health() -> None:
    cards = {"Ghost": "monster, strength 1, health 0", "Curse": "item, attack -3"}
    game = playing(["Ghost"], cards=cards, piles={"Anna": ["Curse"]})
    assert question(game).options()[0].detail == "free, monster, strength 1, health 0"
    assert monsters(play(game, "journey 1")) == ["Ghost"]
