"""The language of cards: what can be written is carried out, what can't be meant is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from msgspec.structs import replace

from referee.effects.rules import Effect
from referee.errors import Illegal, Unchanged, Unreadable
from referee.games.enchanters import GAME as ENCHANTERS
from referee.games.enchanters.cards.cards import RULES, DoubleDamage, EnchantersRule, Glory, StrikeEveryone, read_rule
from referee.games.enchanters.rules.context import CutShort, Triggered
from referee.games.enchanters.rules.effects import CARRIED_OUT
from referee.games.enchanters.scores import score
from referee.games.enchanters.tables import PrintedCard, PrintedVillage, printed_cards, printed_villages
from referee.play.notation import readings
from tests.effects.at_random import rules
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
    setup_of,
    shut,
)


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        ("minor: attack 1 per 0 defence", "counts defence by 0"),
        ("minor: gain all crystals", "say how many"),
        ("rest: take all wounds", "say how many"),
        ("minor: attack all", "say how many"),
        ("minor: gain -2 crystals", "without a sign"),
        ("minor: discard -1 monsters", "without a sign"),
        ("minor: 1 crystal -> give this card away", 'after "immediate:"'),
        ("after item: give this card away", 'after "immediate:"'),
        ("immediate: a player discards monster", "lacks a number; did you mean a player discards 1 monster"),
        ("immediate: gives 1 monster", "say who gives it, like another player gives 1 monster"),
        ("minor: gian 2 crystals", "did you mean gain 2 crystals?"),
        ("rest: attack 1, gain 2 gold", '"gain 2 gold": "gain 2" is followed by crystals, not by "gold"'),
        ("minor: attack 1 per 2 boots", '"attack 1 per 2" is followed by attack, defence, monsters, '),
        ("rest: take 100 wounds", '"take" is followed by a number from -99 to 99 or all, not by "100"'),
        ("fight: strike everyone twice", '"twice" can\'t follow "strike everyone"$'),
        ("minor: 2 gold -> attack 1", '"2 gold": "2" is followed by crystals, wounds or monsters, not by "gold"'),
        ("minor: ... -> attack 1", 'can\'t read the cost "..."; write 2 crystals, 1 wound or discard 1 monster'),
        ("end: 1 crystal -> glory 1", "only an action \\(minor, multi, rest\\) has a cost"),
        ("minor attack 1", "it begins with minor, multi, rest, "),
        ("miner: attack 1", "did you mean minor?"),
        ("minor:", "a rule needs an effect, like gain 2 crystals"),
    ],
)
def test_what_cannot_be_meant_is_refused(rule: str, says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        read_rule(rule)


@pytest.mark.parametrize(
    "rule",
    [
        "rest: heal all wounds, lose all crystals",
        "minor: discard all monsters",
        "immediate: another player gives all monsters",
        "minor: attack -1, defence +2",
        "end: glory -1 per 2 wounds",
    ],
)
def test_what_can_be_meant_is_read(rule: str) -> None:
    assert read_rule(rule).effects


@given(rules(RULES))
def test_what_is_written_is_read_as_the_same(rule: EnchantersRule) -> None:
    text = RULES.write(rule)
    assert replace(RULES.read(text, gaps=True), text="") == rule
    assert RULES.write(RULES.read(text, gaps=True)) == text


@pytest.mark.parametrize(
    "told", [*printed_cards().values(), *printed_villages().values()], ids=lambda told: told.name
)
def test_what_the_rulebook_tells_is_written_as_it_stands_there(told: PrintedCard | PrintedVillage) -> None:
    for text in (*told.rules, *told.untold):
        assert RULES.write(RULES.read(text, gaps=True)) == text


def test_every_effect_is_carried_out_or_looked_for() -> None:
    looked_for = {DoubleDamage, StrikeEveryone, Glory}
    assert {phrase.type for phrase in RULES.phrases.of(Effect)} == {*CARRIED_OUT, *looked_for}


# --- on being taken and fought ------------------------------------------------------------------------


@pytest.mark.rule("E-x", "immediate")
def test_what_a_card_given_away_does_besides_is_its_takers_and_it_is_still_given() -> None:
    trap = "item; immediate: give this card away; immediate: gain 1 crystal"
    game = play(playing(["Snare"], cards={"Snare": trap}), "journey 1")
    assert (has(game), has(game, "Bo")) == ((6, 0), (5, 0))
    assert (player(game.state, "Anna").items, player(game.state, "Bo").items[-1]) == (["Fist"], "Snare")


@pytest.mark.rule("immediate", "card-anatomy")
def test_what_stands_below_the_line_counts_on_being_taken_and_fought_too() -> None:
    cards = {
        "Horn": "item; lower immediate: gain 3 crystals",
        "Brute": "monster, strength 3, health 0; lower fight: double damage",
    }
    game = play(playing(["Horn", "Brute"], cards=cards), "journey Horn", "end turn", "journey Brute")
    assert (has(game), has(game, "Bo")) == ((8, 0), (5, 6))


@pytest.mark.rule("E-aw", "passives")
def test_the_card_taken_may_answer_to_itself_and_what_it_covers_does_not() -> None:
    cards = {
        "Hound": "monster, strength 0, health 0; after monster: gain 1 crystal",
        "Crow": "monster, strength 0, health 0; after monster: gain 3 crystals",
        "Trap": "item",
        "Charm": "enchantment; after item: gain 2 crystals",
    }
    game = play(playing(["Crow"], cards=cards, piles={"Anna": ["Hound"]}), "journey 1")
    assert has(game) == (8, 0)
    game = play(playing(["Trap"], cards=cards, piles={"Anna": ["Charm"], "Bo": ["Charm #2"]}), "journey 1")
    assert (has(game), has(game, "Bo")) == ((7, 0), (5, 0)), "the taker took it"


@pytest.mark.rule("E-ax", "passives")
def test_effects_of_one_moment_come_from_the_village_on_and_up_each_pile() -> None:
    answers = {
        "Low Hat": "item",
        "High Hat": "item",
        "Charm": "enchantment",
        "Hound": "monster, strength 0, health 0",
    }
    cards = {name: f"{line}; lower after item: gain 1 crystal" for name, line in answers.items()}
    game = playing(
        ["Stick"],
        cards=cards,
        piles={"Anna": ["Hound", "Charm", "Low Hat", "High Hat"]},
        village="Inn: after item: gain 1 crystal",
    )
    came = [event.source for event in happened(play(game, "journey 1"), Triggered)]
    assert came == ["Inn", "Low Hat", "High Hat", "Charm", "Hound"]


@pytest.mark.rule("E-ap")
def test_what_is_fought_may_come_to_somebody_by_a_helps_own_words() -> None:
    cards = {"Lure": "item; minor: manual take it", "Rat": "monster, strength 1, health 0"}
    game = playing(["Rat", "Stick"], cards=cards, piles={"Anna": ["Lure"]})
    play(game, "journey 1", "use Lure", "Bo gains Rat", "done")
    assert (game.state.track, monsters(game), monsters(game, "Bo")) == (["Stick"], [], ["Rat"])
    chapel = "Chapel: rest: journey to the graveyard"
    game = playing(["Stick"], cards=cards, piles={"Anna": ["Lure"]}, graveyard=["Rat"], village=chapel)
    play(game, "rest Chapel", "use Lure", "Bo gains Rat", "done")
    assert (game.state.graveyard, monsters(game), monsters(game, "Bo")) == ([], [], ["Rat"])


def test_a_journey_within_an_immediate_effect_forgets_no_card() -> None:
    """The Lens lies neither on the track nor on a pile while its words are done: it is held all the time."""
    cards = {"Lens": "item; immediate: journey to the graveyard, a player takes 1 wound"}
    game = play(playing(["Lens"], cards=cards, graveyard=["Stick"]), "journey 1")
    assert asked(game) == ("Anna", "target")
    assert "Lens" in game.present.in_play()


# --- several times at once ----------------------------------------------------------------------------


@pytest.mark.rule("E-av", "multiaction")
@pytest.mark.parametrize(
    ("well", "crystals", "after", "times"),
    [
        ("multi: 2 crystals -> attack 1", 5, (1, 0), 2),
        ("multi: 1 crystal -> gain 2 crystals", 1, (4, 0), 3),
        ("multi: 2 crystals -> gain 1 crystal, take 1 wound", 3, (1, 2), 2),
        ("multi: 1 wound -> heal 1 wound", 0, (0, 0), 3),
    ],
)
def test_several_uses_at_once_are_so_many_single_ones(
    well: str, crystals: int, after: tuple[int, int], times: int
) -> None:
    village = f"Well: {well}"
    together = play(playing(["Stick"], village=village, crystals={"Anna": crystals}), "use Well x3")
    cut = [(event.times, event.why) for event in happened(together, CutShort)]
    assert [many for many, _ in cut] == [times] * (times < 3)
    singly = play(playing(["Stick"], village=village, crystals={"Anna": crystals}), *["use Well"] * times)
    assert has(together) == has(singly) == after
    assert power(together, "attack") == power(singly, "attack")
    if cut:
        assert shut(singly)["use Well"] == cut[0][1]


@pytest.mark.rule("E-av")
def test_several_uses_of_which_none_can_be_paid_are_refused() -> None:
    game = playing(["Stick"], village="Well: multi: 1 crystal -> gain 2 crystals", crystals={"Anna": 0})
    assert ruling(game, "use Well x3") == "action-effect"


@pytest.mark.rule("E-av", "multiaction", "as-far-as-possible")
def test_a_multiaction_ends_when_it_cannot_be_paid_again() -> None:
    game = playing(["Stick"], village="Well: multi: 1 crystal -> lose 1 crystal, attack 1", crystals={"Anna": 3})
    play(game, "use Well x3")
    assert (has(game), power(game, "attack")) == ((0, 0), 3), "twice"
    assert len(game.steps) == 1


@pytest.mark.rule("E-av", "multiaction")
def test_a_multiaction_ends_when_its_card_is_gone() -> None:
    cards = {
        "Rat": "monster, strength 0, health 0",
        "Sprite": "monster, strength 0, health 0; multi: discard 1 monster -> gain 2 crystals",
    }
    game = playing(["Stick"], cards=cards, piles={"Anna": ["Rat", "Sprite"]})
    play(game, "use Sprite x2", "Sprite")
    assert (has(game), monsters(game)) == ((7, 0), ["Rat"])


# --- cards alike --------------------------------------------------------------------------------------

HORDE = {
    "Gnoll": "monster, strength 1, health 1, glory 2",
    "Unicorn": "monster, strength 1, health 1, glory 1, attack 5",
    "Bolas": "item",
}


@pytest.mark.rule("whose-choice", "bolas")
def test_of_monsters_alike_the_owner_picks_the_place_where_it_matters() -> None:
    """The Gnoll on top covers the Unicorn, the lower one doesn't."""
    pile = {"Anna": ["Gnoll", "Unicorn", "Gnoll #2"]}
    game = play(playing(["Bolas"], cards=HORDE, piles=pile), "journey 1")
    assert options(game) == ["Gnoll", "Unicorn", "Gnoll on top"]
    play(game, "Gnoll on top")
    assert (monsters(game), power(game, "attack")) == (["Gnoll", "Unicorn"], 6)
    assert game.steps[0].answers[-1].text == "Gnoll on top"
    game = play(playing(["Bolas"], cards=HORDE, piles=pile), "journey 1", "gnoll")
    assert monsters(game) == ["Unicorn", "Gnoll #2"]


@pytest.mark.rule("whose-choice")
def test_monsters_alike_side_by_side_are_one_answer() -> None:
    pile = {"Anna": ["Gnoll", "Gnoll #2", "Unicorn", "Gnoll #3", "Unicorn #2"]}
    game = play(playing(["Bolas"], cards=HORDE, piles=pile), "journey 1")
    assert options(game) == ["Gnoll", "Unicorn", "Gnoll under 1", "Unicorn on top"]


# --- the end ------------------------------------------------------------------------------------------


@pytest.mark.rule("E-aq", "E-a", "glory")
def test_a_card_in_sight_counts_at_the_end() -> None:
    cards = {
        "Crown": "item, glory 1, defence 2; end: glory 2 per 1 defence",
        "Stick": "item",
        "Seal": "enchantment; minor: defence 5; lower end: glory 1 per item",
        "Wyrm": "dragon, strength 0, health 0, glory 4; end: glory -1",
        "of Air": "enchantment",
    }
    game = playing(
        ["Stick", "Staff", "of Air"],
        cards=cards,
        piles={"Anna": ["Crown", "Seal"], "Bo": ["Wyrm"]},
    )
    play(game, "use Seal")

    def lines(seat: int) -> list[tuple[str, int]]:
        result = score(setup_of(game), game.state)
        return [(line.category, line.points) for line in result.standing[seat].lines]

    first = score(setup_of(game), game.state).standing[0].lines[:2]
    assert [(line.text, line.rules) for line in first] == [
        ("Crown 1", ("glory", "E-z")),
        ("Crown: 2 defence, 2 for every defence", ("glory", "E-aq")),
    ]
    assert lines(0) == [("items", 1), ("items", 4), ("enchantments", 2)], "without the boost of the turn"
    assert lines(1) == [("dragons", 4), ("dragons", -1)]
    play(game, "journey 1")
    assert lines(0) == [("items", 1), ("enchantments", 3)], "the Crown's words are covered"
    play(game, "end turn", "journey 1", "end turn", "journey 1")
    assert lines(0) == [("items", 1), ("enchantments", 3)], "what stands below the Seal's line isn't"


# --- corrections --------------------------------------------------------------------------------------


@pytest.mark.rule("end", "E-ac")
def test_a_game_that_a_correction_leaves_without_cards_can_end() -> None:
    game = playing(["Stick"])
    game.correct(*readings("adjust Anna gains Stick"))
    assert options(game) == ["end turn"]
    play(game, "end turn")
    assert (game.question, game.state.over) == (None, True)


@pytest.mark.rule("refill")
def test_a_track_that_a_correction_has_emptied_is_filled_before_anybody_moves() -> None:
    game = playing(["Stick"], left=2)
    game.correct(*readings("adjust Anna gains Stick"))
    assert question(game).key == "reveal"
    play(game, "Spear", "Staff")
    assert options(game) == ["journey 1 Spear", "journey 2 Staff"]
    assert (game.state.turn, game.state.deck, len(game.steps)) == (1, 0, 2)


def test_a_card_that_is_of_another_type_goes_to_the_pile_where_it_belongs() -> None:
    game = playing(
        ["Stick"],
        cards={"Rat": "item, attack 1", "Ox": "monster, strength 0, health 0"},
        piles={"Anna": ["Rat", "Ox"]},
    )
    game.correct(*readings("adjust card Rat: monster, strength 1, health 1"))
    assert (player(game.state, "Anna").items, monsters(game)) == (["Fist"], ["Ox", "Rat"])


@pytest.mark.rule("E-b")
def test_an_action_that_a_correction_took_from_its_card_was_never_used() -> None:
    """It couldn't be corrected in that turn any more."""
    game = playing(["Stick"], cards={"Rat": "item; minor: 1 crystal -> attack 3"}, piles={"Anna": ["Rat"]})
    play(game, "use Rat")
    game.correct(*readings("adjust card Rat: item, attack 1"))
    assert game.state.used == []
    ENCHANTERS.rules().check(setup_of(game), game.state)


def test_a_card_that_is_known_so_already_is_not_corrected_within_a_step_either() -> None:
    """Else the log had a correction that its script refuses."""
    game = playing(["Stick"], cards={"Rat": "item", "Ox": "item"}, piles={"Anna": ["Rat", "Ox"]})
    game.correct(*readings("adjust card Rat: item, attack 1"))
    game.correct(*readings("adjust card Ox: item, attack 2"))
    now = game.state.copy()
    player(now, "Anna").crystals += 1
    with pytest.raises(Unchanged):
        ENCHANTERS.rules().all_corrections.recorded(
            setup_of(game), game.state, now, "adjust card Rat: item, attack 1"
        )


@pytest.mark.rule("end")
def test_a_game_that_is_over_gets_no_deck_again_but_its_tokens_can_be_put_right() -> None:
    game = play(playing(["Stick"]), "journey 1", "end turn")
    with pytest.raises(Illegal, match="the game is over"):
        game.correct(*readings("adjust deck 3"))
    game.correct(*readings("adjust Anna wounds 2"))
    assert has(game) == (5, 2)
