"""Turns: one major action, minor actions once, multiactions at will, the track, rests, triggers, the end."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import convert, to_builtins

from referee.declaration.changes import Counted
from referee.errors import Ambiguous, Illegal, Unchanged, Unreadable
from referee.games.enchanters import GAME as ENCHANTERS
from referee.games.enchanters.rules.checks import CORRECTIONS, most_in_deck
from referee.games.enchanters.rules.context import (
    Boosted,
    Buried,
    ByHand,
    GameEnded,
    Journeyed,
    Lost,
    Quest,
    Revealed,
    Triggered,
)
from referee.games.enchanters.rules.state import GameState
from referee.games.enchanters.rules.turns import MOVES
from referee.games.enchanters.scores import SCORES
from referee.games.enchanters.vocabulary import VERBS
from referee.play.notation import readings
from tests.enchanters.quests import (
    STICK,
    asked,
    happened,
    has,
    options,
    play,
    player,
    playing,
    power,
    question,
    ruling,
    session,
    setup_of,
    shut,
)
from tests.steps import begin_save

INN = "Inn: rest: gain 3 crystals; rest: 1 crystal -> heal 2 wounds"


@pytest.mark.rule("turn")
def test_at_the_start_nothing_has_happened_yet() -> None:
    game = playing().state
    none = [game.active, game.graveyard, game.box, game.major, game.resting, game.spared, game.used, game.taking]
    none += [game.boosts, game.learnt, game.over, game.readings]
    none += [one for player in game.players for one in (player.wounds, player.glory, player.monsters)]
    setup = setup_of(playing())
    none += [setup.removed, setup.start, setup.seed, setup.depths, setup.deck, setup.kingdoms, setup.names]
    assert not any(none)
    assert (game.turn, game.tracking, game.known) == (1, "everything", "everything")


@pytest.mark.rule("turn")
def test_a_turn_has_one_major_action() -> None:
    game = playing(["Stick", "Staff", "Spear"], village=INN)
    assert ruling(game, "end turn") == "turn"
    assert (question(game).default, question(game).open) == (None, True)
    play(game, "journey 1")
    assert (question(game).default, question(game).open) == ("end turn", False)
    assert ruling(game, "journey 1") == "turn"
    assert ruling(game, "rest Inn 1") == "turn"
    assert options(game) == ["end turn"]
    play(game, "end turn")
    assert asked(game) == ("Bo", "move")


def test_what_is_no_move_is_told_the_kinds_that_are_legal_now() -> None:
    game = playing(["Stick", "Staff"], village=INN)
    with pytest.raises(Unreadable, match=r"; it can be journey 1 Stick, journey 2 Staff, rest Inn 1 or .*2$"):
        play(game, "xyzzy 3")
    with pytest.raises(Unreadable, match="did you mean journey"):
        play(game, "jurney 1")
    play(game, "journey 1")
    with pytest.raises(Unreadable, match=r"it can be end turn$"):
        play(game, "xyzzy")


@pytest.mark.rule("minor-actions", "E-b")
def test_a_minor_action_is_used_once_a_turn_and_every_card_counts_for_itself() -> None:
    ring = "item, lower attack 0; lower minor: gain 1 crystal"
    game = playing(["Stick", "Staff"], cards={"Ring": ring}, piles={"Anna": ["Ring", "Ring #2"]})
    play(game, "use Ring", "use Ring")
    assert (has(game), game.present.used) == ((7, 0), ["Ring/1", "Ring #2/1"])
    assert ruling(game, "use Ring") == "E-b"
    play(game, "journey 1", "end turn", "journey 1")
    game = playing(["Stick", "Staff", "Spear"], cards={"Ring": ring}, piles={"Anna": ["Ring"]})
    play(game, "use Ring", "journey 1", "end turn", "journey 1", "end turn")
    assert question(play(playing(["Stick"], cards={"Ring": ring}, piles={"Anna": ["Ring"]}), "journey 1")).open
    play(game, "use Ring")
    assert has(game) == (7, 0), "the next turn it can be used again"


@pytest.mark.rule("minor-actions", "E-b")
def test_actions_are_counted_from_1_on_the_village_and_on_a_card_those_below_the_line_last() -> None:
    ring = "item, lower attack 0; minor: gain 1 crystal; lower minor: gain 1 crystal"
    inn = "Inn: minor: gain 1 crystal; minor: gain 1 crystal"
    game = playing(["Stick"], cards={"Ring": ring}, village=inn, piles={"Anna": ["Ring"]})
    play(game, "use Inn 1", "use Inn 2", "use Ring 1", "use Ring 2")
    assert (has(game)[0], game.present.used) == (9, ["Inn/1", "Inn/2", "Ring/1", "Ring/2"])
    ENCHANTERS.rules().check(setup_of(game), game.present)


@pytest.mark.rule("multiaction", "action-effect")
def test_a_multiaction_is_taken_as_often_as_it_can_be_paid_in_full() -> None:
    game = playing(["Stick"], village="Normaltown")
    play(game, "use Normaltown", "use Normaltown")
    assert (has(game), power(game, "attack")) == ((1, 0), 3)
    assert shut(game)["use Normaltown"] == "it costs 2 crystals; Anna has 1"
    assert ruling(game, "use Normaltown x3") == ruling(game, "use Normaltown") == "action-effect"
    for times in ("0", "x0", "100"):
        with pytest.raises(Unreadable):
            play(game, f"use Normaltown {times}")
    game = playing(["Stick"], cards={"Knife": "item; minor: attack 1"}, piles={"Anna": ["Knife"]})
    assert ruling(game, "use Knife x2") == "multiaction"


@pytest.mark.rule("E-b")
def test_the_table_may_overrule_that_an_action_was_used() -> None:
    game = playing(["Stick"], cards={"Knife": "item; minor: attack 1"}, piles={"Anna": ["Knife"]})
    play(game, "use Knife", "overrule use Knife because we say so")
    ENCHANTERS.rules().check(setup_of(game), game.present)
    assert (power(game, "attack"), game.present.used) == (3, ["Knife/1"])


def test_a_card_may_be_called_like_a_number_of_uses() -> None:
    cards = {"Potion x2": "item; minor: attack 1", "Brew": "enchantment; multi: 1 crystal -> attack 1"}
    game = playing(["Stick"], cards=cards, piles={"Anna": ["Potion x2", "Brew"]})
    play(game, "use Potion x2", "use brew x2")
    assert (has(game), power(game, "attack"), len(game.steps)) == ((3, 0), 4, 2)


@pytest.mark.rule("action-effect", "as-far-as-possible")
def test_costs_are_paid_in_full_and_effects_done_as_far_as_possible() -> None:
    drink = "item; minor: 4 crystals -> heal 5 wounds, lose 9 crystals, discard 2 monsters"
    game = playing(["Stick"], cards={"Drink": drink}, piles={"Anna": ["Drink"]}, wounds={"Anna": 2})
    play(game, "use Drink")
    assert has(game) == (0, 0)
    game = playing(["Stick"], cards={"Drink": drink}, piles={"Anna": ["Drink"]}, crystals={"Anna": 3})
    assert ruling(game, "use Drink") == "action-effect"


@pytest.mark.rule("action-effect")
def test_a_cost_may_be_wounds() -> None:
    game = playing(["Stick"], cards={"Knife": "item; minor: take 2 wounds -> attack 5"}, piles={"Anna": ["Knife"]})
    play(game, "use Knife")
    assert (has(game), power(game, "attack")) == ((5, 2), 6)


# --- covering -----------------------------------------------------------------------------------------


@pytest.mark.rule("covering", "visible-active", "hidden-inactive", "E-a")
def test_a_covered_card_keeps_what_stands_below_its_line() -> None:
    cards = {
        "Robe": "item, attack 4, defence 2, lower defence 1; minor: gain 1 crystal; lower minor: gain 2 crystals",
        "Stick": "item, attack 1",
    }
    game = playing(["Stick"], cards=cards, piles={"Anna": ["Robe"]})
    assert (power(game, "attack"), power(game, "defence")) == (5, 3)
    assert options(game)[-2:] == ["use Robe 1", "use Robe 2"]
    play(game, "journey 1")
    assert (power(game, "attack"), power(game, "defence")) == (2, 1)
    play(game, "use Robe")
    assert has(game) == (7, 0)


@pytest.mark.rule("monster-pile", "E-am", "below-zero", "E-p")
def test_monsters_cover_each_other_and_take_points_away_but_never_below_zero() -> None:
    cards = {
        "Slime": "monster, strength 0, health 1, attack -4, lower attack -1",
        "Rat": "monster, strength 0, health 1, lower attack 3",
    }
    game = playing(["Stick"], cards=cards, piles={"Anna": ["Slime"]})
    assert power(game, "attack") == 0
    game = playing(["Stick"], cards=cards, piles={"Anna": ["Slime", "Rat"]})
    assert power(game, "attack") == 3


@pytest.mark.rule("which-actions")
def test_only_the_village_and_the_own_visible_cards_can_be_used() -> None:
    game = playing(
        ["Stick"], cards={"Ring": "item; minor: gain 1 crystal"}, piles={"Bo": ["Ring"]}, village="Normaltown"
    )
    assert options(game) == ["journey 1 Stick", "use Normaltown"]
    assert ruling(game, "use Ring") == "which-actions"


# --- the track ----------------------------------------------------------------------------------------


@pytest.mark.rule("refill", "E-ak")
def test_the_track_closes_up_and_gets_one_card() -> None:
    game = playing(["A1", "A2", "A3", "A4", "A5", "A6"], left=3)
    play(game, "journey 2 A2", "Spear")
    assert (game.state.track, game.state.deck) == (["A1", "A3", "A4", "A5", "A6", "Spear"], 2)
    play(game, "end turn")
    (revealed,) = happened(game, Revealed)
    assert (revealed.place, revealed.left) == (6, 2)


@pytest.mark.rule("rest", "E-ak")
def test_a_rest_sends_the_nearest_card_to_the_graveyard_at_the_end_of_the_turn() -> None:
    game = playing(["A1", "A2", "A3", "A4", "A5", "A6"], left=3, village=INN)
    play(game, "rest Inn 1")
    assert (has(game), game.state.track[0]) == ((8, 0), "A1")
    play(game, "end turn", "Spear")
    assert (game.state.graveyard, game.state.track) == (["A1"], ["A2", "A3", "A4", "A5", "A6", "Spear"])
    assert [event.card for event in happened(game, Buried)] == ["A1"]
    assert game.state.deck == 2


def test_one_of_several_actions_of_a_card_is_named_by_its_number() -> None:
    game = playing(["A1"], village=INN)
    with pytest.raises(Ambiguous, match=r"fits several: Inn 1 or Inn 2"):
        game.answer("rest inn")


def test_the_words_that_moves_begin_with_are_those_that_no_name_is_taken_for() -> None:
    assert set(MOVES.begins) == set(VERBS)


@pytest.mark.rule("as-far-as-possible", "E-s")
def test_nobody_gains_more_than_a_save_can_hold() -> None:
    game = playing(["A1"], village=INN, crystals={"Anna": 999_998})
    game.answer("rest Inn 1")
    assert player(game.state, "Anna").crystals == 999_999
    assert convert(to_builtins(game.state), GameState, str_keys=True) == game.state


@pytest.mark.rule("rest", "rest-symbol")
def test_a_rest_can_be_found_on_a_card() -> None:
    game = playing(
        ["A1", "A2"], cards={"Bed": "item; rest: heal all wounds"}, piles={"Anna": ["Bed"]}, wounds={"Anna": 7}
    )
    play(game, "rest Bed")
    assert (has(game), options(game)) == ((5, 0), ["end turn"])


@pytest.mark.rule("journey-cost", "E-j")
def test_a_journey_costs_the_cards_passed_even_on_a_short_track() -> None:
    game = playing(["A1", "A2", "A3"], crystals={"Anna": 1})
    assert ruling(game, "journey 3") == "journey-cost"
    assert shut(game)["journey 3 A3"] == "costs 2 crystals; Anna has 1"
    play(game, "journey A2", "end turn", "journey A3")
    assert (has(game), has(game, "Bo")) == ((0, 0), (4, 0))
    assert ["E-j" in event.rules for event in happened(game, Journeyed)] == [True, True]
    whole = play(playing(["A1", "A2", "A3", "A4", "A5", "A6"]), "journey A2")
    assert ["E-j" in event.rules for event in happened(whole, Journeyed)] == [False]


@pytest.mark.rule("journey-cost")
def test_no_overruling_pays_with_crystals_that_nobody_has() -> None:
    game = playing(["Stick", "Staff", "Spear"], crystals={"Anna": 1})
    with pytest.raises(Illegal, match='it costs 2 crystals; Anna has 1; first say "adjust Anna crystals 2"'):
        game.answer("overrule journey 3 because we say so")
    assert has(game) == (1, 0)
    play(game, "journey 2")
    assert has(game) == (0, 0)


def test_a_place_is_called_by_number_or_name() -> None:
    game = playing(["Stick", "Staff"])
    with pytest.raises(Unreadable, match="the track has 2 cards, not 4"):
        game.answer("journey 4")
    with pytest.raises(Unreadable, match='"journey 1" is followed by Stick, not by "Staff"'):
        game.answer("journey 1 Staff")
    for odd in ("journey two", "journey 0", f"journey {'9' * 5000}"):
        with pytest.raises(Unreadable):
            game.answer(odd)
    play(game, "journey staff")
    assert game.steps[0].do == "journey 2 Staff"


# --- passives -----------------------------------------------------------------------------------------


@pytest.mark.rule("passives")
def test_passive_effects_come_by_themselves_and_are_no_actions() -> None:
    charm = "enchantment; after rest: gain 1 crystal; after item: heal 1 wound; turn: gain 2 crystals"
    game = playing(
        ["A1", "A2", "A3", "A4"],
        cards={"Charm": charm},
        piles={"Anna": ["Charm"]},
        village=INN,
        wounds={"Anna": 1},
    )
    play(game, "journey 1")
    assert has(game) == (5, 0)
    play(game, "end turn", "journey 1", "end turn")
    assert has(game) == (7, 0)
    play(game, "rest Inn 1")
    assert has(game) == (11, 0)
    assert [event.rules for event in happened(game, Triggered)] == [("passives",)] * 3


@pytest.mark.rule("passives")
def test_a_village_acts_at_the_first_turn_too() -> None:
    game = playing(["A1", "A2"], village="Mint: turn: gain 2 crystals")
    assert (has(game), has(game, "Bo")) == ((7, 0), (5, 0))
    play(game, "journey 1", "end turn")
    assert has(game, "Bo") == (7, 0)


@pytest.mark.rule("immediate")
def test_an_immediate_effect_comes_before_the_card_counts() -> None:
    cards = {"Horn": "item, attack 5; immediate: gain 1 crystal per 1 attack"}
    game = play(playing(["Horn"], cards=cards), "journey 1")
    assert has(game) == (6, 0), "the Fist's one attack, not the Horn's"
    assert power(game, "attack") == 6


@pytest.mark.rule("of-fire", "of-rage", "E-o", "E-v")
def test_bonuses_by_count_take_the_totals_of_the_moment() -> None:
    """Defence as it is with boosts, not spent; monsters in pairs, dragons not among them."""
    cards = {
        "of Fire": "enchantment, defence 2; minor: 1 crystal -> attack 1 per 1 defence",
        "Shield": "item; minor: defence 3",
    }
    game = playing(["Stick"], cards=cards, piles={"Anna": ["of Fire", "Shield"]})
    play(game, "use Shield", "use of Fire")
    assert (power(game, "attack"), power(game, "defence")) == (6, 5)
    cards = {
        "of Rage": "enchantment; minor: 1 crystal -> attack 1 per 2 monsters",
        "Rat": "monster, strength 0, health 1",
        "Wyrm": "dragon, strength 0, health 1",
    }
    game = playing(["Stick"], cards=cards, piles={"Anna": ["of Rage", "Rat", "Rat #2", "Rat #3", "Wyrm"]})
    play(game, "use of Rage")
    assert [event.points for event in happened(game, Boosted)] == [1]


# --- the end ------------------------------------------------------------------------------------------


@pytest.mark.rule("end", "E-ad")
def test_the_game_ends_with_the_turn_that_takes_the_last_card() -> None:
    game = play(playing(["A1", "A2"]), "journey 1", "end turn", "journey 1")
    assert not game.state.over
    game.take_events()
    play(game, "end turn")
    assert game.question is None
    assert len(happened(game, GameEnded)) == 1
    assert any(event.ends_turn for event in game.events), "so the score is shown at once"


@pytest.mark.rule("end", "E-ad", "rest")
def test_a_rest_can_discard_the_last_card() -> None:
    game = play(playing(["A1"], village=INN), "rest Inn 1", "end turn")
    assert game.question is None
    assert game.state.graveyard == ["A1"]


@pytest.mark.rule("E-ac")
def test_a_rest_without_a_track_discards_nothing() -> None:
    """It can't happen by itself; a correction can lead there."""
    game = playing(["A1"], village=INN)
    play(game, "rest Inn 1")
    game.correct(*readings("adjust Anna gains A1"))
    play(game, "end turn")
    assert game.question is None
    assert game.state.graveyard == []


@pytest.mark.rule("E-ap")
def test_what_the_vocabulary_lacks_is_shown_and_its_changes_asked_for() -> None:
    cards = {"Mirror": "item; minor: 1 crystal -> manual swap your wounds with another player, if you like"}
    game = playing(["Stick"], cards=cards, piles={"Anna": ["Mirror"]}, wounds={"Anna": 4, "Bo": 1})
    play(game, "use Mirror")
    assert asked(game) == ("Anna", "by hand")
    (said,) = happened(game, ByHand)
    assert said.text == "swap your wounds with another player, if you like"
    assert game.question is not None
    assert said.text not in game.question.prompt, "it is told once"
    with pytest.raises(Unreadable):
        game.answer("Eve wounds 3")
    play(game, "Anna wounds 1", "Bo wounds +3", "Anna loses Mirror", "done")
    assert [(event.card, event.rules) for event in happened(game, Lost)] == [("Mirror", ("E-ap",))]
    assert (has(game), has(game, "Bo")) == ((4, 1), (5, 4))
    assert sum(event.by for event in happened(game, Counted) if event.counter.name == "crystals") == -1
    assert asked(game) == ("Anna", "move")


@pytest.mark.rule("artifact")
def test_items_and_enchantments_go_on_top_of_their_own_piles() -> None:
    game = playing(["Stick", "Aura"], cards={"Aura": "enchantment, defence 1"})
    play(game, "journey Aura", "end turn", "journey Stick", "end turn")
    assert player(game.state, "Anna").enchantments == ["of Enchanting", "Aura"]
    assert player(game.state, "Bo").items == ["Fist #2", "Stick"]


@pytest.mark.rule("covering")
def test_a_known_card_that_lies_nowhere_is_gained_by_hand_unless_the_deck_file_has_them_all() -> None:
    game = playing(["Stick"], cards={"Axe": "item, attack 2"}, left=3)
    game.correct(*readings("adjust Anna gains Axe"))
    assert player(game.present, "Anna").items[-1] == "Axe"
    with pytest.raises(Unreadable, match="a new card is written whole"):
        playing(["Stick"], cards={"Axe": "item, attack 2"}, draws="program").correct(
            *readings("adjust Anna gains Axe")
        )


@pytest.mark.rule("first-track", "adventure-deck")
def test_what_was_counted_or_named_wrongly_is_put_right() -> None:
    game = playing(["Stick", "Staff"], cards={"Axe": "item, attack 2"}, left=3)
    game.correct(*readings("adjust track 2 Axe"))
    assert game.present.track == ["Stick", "Axe"]
    game.correct(*readings("adjust track 1 Moon Blade: item, attack 3"))
    assert (game.present.track, [card.attack for card in game.present.learnt]) == (["Moon Blade", "Axe"], [3])
    game.correct(*readings("adjust card moon BLADE: item, attack 5"))
    assert [(card.name, card.attack) for card in game.present.learnt] == [("Moon Blade", 5)]
    game.correct(*readings("adjust card STICK: item, attack 2"))
    assert [(card.name, card.attack) for card in game.present.learnt][1:] == [("Stick", 2)]
    game.correct(*readings("adjust track 1 Stick"))
    for said, error in (("track 3 Axe", Unreadable), ("track 0 Axe", Unreadable), ("track 1 Stick", Unchanged)):
        with pytest.raises(error):
            game.correct(*readings(f"adjust {said}"))
    most, _ = most_in_deck(setup_of(game), game.present)
    game.correct(*readings(f"adjust deck {most}"))
    with pytest.raises(Illegal, match=f"can't have {most + 1} cards"):
        game.correct(*readings(f"adjust deck {most + 1}"))


@pytest.mark.rule("action-effect", "E-p")
def test_attack_and_defence_are_put_right_only_by_how_much_they_change_this_turn() -> None:
    game = playing(["Stick"])
    for what in ("attack", "defence"):
        with pytest.raises(Unreadable, match=f"{what} changes by \\+NUMBER or -NUMBER"):
            game.correct(*readings(f"adjust Anna {what} 5"))
    game.correct(*readings("adjust Anna attack +5, Anna defence -1"))
    assert (power(game, "attack"), power(game, "defence")) == (6, 0)


@pytest.mark.rule("adventure-deck")
@pytest.mark.parametrize("held", [97, 98, 99])
def test_the_deck_has_no_more_cards_than_the_decks_of_two_players_leave(held: int) -> None:
    """Four decks of 25 cards, of which two lie on the track; more may lie there by a correction."""
    axes = [f"Axe #{number}" for number in range(2, held + 2)]
    game = playing(["Stick", "Staff"], cards={"Axe": "item, attack 2"}, piles={"Anna": axes}, left=9)
    left = max(0, 98 - held)
    game.correct(*readings(f"adjust deck {left}"))
    with pytest.raises(Illegal, match=f"the kingdom decks have 100 cards, and {100 - left} lie elsewhere"):
        game.correct(*readings(f"adjust deck {left + 1}"))


@pytest.mark.rule("adventure-deck")
def test_how_many_cards_are_left_is_meant_of_now_and_recorded_before_the_step_under_way() -> None:
    """A card was drawn in it: that one is left now means two before it."""
    game = playing(["Stick", "Staff"], left=3)
    before, now = game.state.copy(), game.state.copy()
    now.deck -= 1
    said, _ = CORRECTIONS.recorded(setup_of(game), before, now, "adjust deck 1")
    assert said == "adjust deck 2"


@pytest.mark.rule("as-far-as-possible")
def test_wounds_that_the_step_under_way_would_heal_again_are_no_correction_within_it(tmp_path: Path) -> None:
    setup = setup_of(playing(["Stick", "Staff"], village="Town: rest: heal 3 wounds, a player gains 1 crystal"))
    kept = begin_save(ENCHANTERS, tmp_path / "quest.toml", setup)
    kept.session.answer("rest Town")
    with pytest.raises(Unreadable, match="finish it or undo it first"):
        kept.session.correct(*readings("adjust Anna wounds +2"))
    kept.session.correct(*readings("adjust Bo wounds +2"))
    assert [one.wounds for one in kept.session.present.players] == [0, 2]


def test_every_correction_can_be_asked_for_part_by_part() -> None:
    game = playing(["Stick", "Staff"])
    (track,) = (other for other in CORRECTIONS.others if other.says.startswith("track"))
    which = next(iter(track.questions(Quest(setup_of(game), game.state, []))))
    assert [option.text for option in which.options()] == ["1", "2"]
    for other in CORRECTIONS.others:
        assert other.asked(), other.says
        assert all(question.prompt for question in other.questions(Quest(setup_of(game), game.state, []))), other.says


def test_a_card_of_several_is_named_by_its_number() -> None:
    game = playing(["Stick", "Stick #2"])
    game.correct(*readings("adjust Anna gains Stick #2"))
    assert (player(game.present, "Anna").items[-1], game.present.track) == ("Stick #2", ["Stick"])


@pytest.mark.rule("covering")
def test_of_cards_that_lie_in_several_places_the_place_is_named() -> None:
    game = playing(["Stick", "Stick #2", "Staff"], graveyard=["Stick #3"])
    with pytest.raises(Unreadable, match="write Anna gains Stick from track 1, track 2 or graveyard"):
        game.correct(*readings("adjust Anna gains Stick"))
    game.correct(*readings("adjust Anna gains Staff from track 3"))
    game.correct(*readings("adjust Bo gains Stick from the track 2"))
    assert [player(game.present, name).items[-1] for name in ("Anna", "Bo")] == ["Staff", "Stick #2"]
    with pytest.raises(Unreadable, match='no place is called "track 2"'):
        game.correct(*readings("adjust Anna gains Stick from track 2"))


@pytest.mark.parametrize("verb", ["journey", "attack"])
def test_a_move_without_what_it_is_about_is_asked_for_it(verb: str) -> None:
    """An article that may stand before it isn't what it lacks."""
    with pytest.raises(Unreadable, match=f'"{verb}" must be followed by 1 Stick or 2 Staff'):
        play(playing(["Stick", "Staff"]), verb)


@pytest.mark.rule("adventure-deck")
def test_only_a_new_card_that_is_revealed_is_confirmed() -> None:
    game = play(playing(["Stick", "Staff"], cards={"Axe": "item, attack 2"}, left=3), "journey 1")
    asks = question(game)
    assert (asks.key, asks.coins is not None) == ("reveal", True)
    assert asks.coins is not None
    assert [asks.coins(asks.parse(text)) for text in ("Axe", "Moon Blade")] == ["", "Moon Blade"]
    assert (asks.open, asks.record(asks.parse("axe"), "axe")) == (True, "Axe")
    assert asks.coins(asks.parse("Moon Blade: item, attack 3")) == "", "a whole line is no slip of the keyboard"


@pytest.mark.rule("journey-cost")
def test_of_a_card_that_nobody_has_typed_in_the_line_is_what_the_rulebook_tells() -> None:
    game = playing(["Stick", "Stick #2", "Stick #3"])
    game.state.track = ["Manticore", "Bolas", "Moon Blade"]
    listed = {option.text: option.detail for option in question(session(setup_of(game), game.state)).options()}
    assert list(listed.values()) == [
        "free, monster, strength 2, health 5",
        "costs 1 crystal",
        "costs 2 crystals",
    ]


@pytest.mark.rule("covering")
def test_the_piles_at_the_end_are_told_from_their_top() -> None:
    game = playing(["Staff"], piles={"Anna": ["Stick", "Axe", "Stick #2"]}, cards={"Axe": STICK, "Stick": STICK})
    assert SCORES.holdings is not None
    assert SCORES.holdings(setup_of(game), game.present)["Anna"] == [
        ("artifact", "Stick of Enchanting"),
        ("items", "2 Stick, Axe, Fist"),
        ("enchantments", "of Enchanting"),
    ]


@pytest.mark.rule("covering")
def test_of_cards_alike_in_the_graveyard_the_top_one_is_taken_up() -> None:
    game = playing(["Staff"], graveyard=["Stick", "Stick #2"])
    game.correct(*readings("adjust Anna gains Stick"))
    assert (player(game.present, "Anna").items[-1], game.present.graveyard) == ("Stick #2", ["Stick"])


@pytest.mark.rule("X1", "E-l", "E-ao")
def test_a_fight_lost_in_the_graveyard_before_the_journey_costs_one_card_of_the_track() -> None:
    cards = {"Spade": "item; minor: 1 crystal -> journey to the graveyard", "Gnoll": "monster, strength 1, health 9"}
    piles = {"Anna": ["Spade"]}
    game = playing(["Stick", "Gnoll #2", "Rope"], cards=cards, piles=piles, graveyard=["Gnoll"], village=INN)
    play(game, "use Spade")
    ENCHANTERS.rules().check(setup_of(game), game.present)
    play(game, "journey 2 Gnoll", "end turn")
    assert (has(game), game.present.graveyard) == ((3, 2), ["Gnoll", "Stick"])
    game = playing(["Stick", "Rope"], cards=cards, piles=piles, graveyard=["Gnoll"], village=INN)
    play(game, "use Spade", "rest Inn 1", "end turn")
    assert game.present.graveyard == ["Gnoll", "Stick"]


@pytest.mark.rule("turn")
def test_a_correction_that_names_nobody_is_of_whose_turn_it_is_though_another_is_asked() -> None:
    game = playing(["Stick"])
    assert CORRECTIONS.named(setup_of(game), game.present, "adjust crystals 7", "Bo") == "adjust Anna crystals 7"


@pytest.mark.rule("artifact")
def test_a_new_card_with_its_whole_line_is_none_whose_name_begins_likewise() -> None:
    game = playing(["Stick"], cards={"Moon Blades": "item, attack 5"})
    game.correct(*readings("adjust Anna gains Moon Blade: item, attack 2"))
    assert player(game.state, "Anna").items == ["Fist", "Moon Blade"]


@pytest.mark.rule("journey-cost", "E-j")
@pytest.mark.parametrize(("track", "place", "short"), [(3, 1, False), (3, 2, True), (6, 2, False)])
def test_a_short_track_is_named_where_cards_of_it_are_passed(track: int, place: int, short: bool) -> None:
    cards = [f"A{number}" for number in range(1, track + 1)]
    (event,) = happened(play(playing(cards, crystals={"Anna": 5}), f"journey {place}"), Journeyed)
    assert ("E-j" in event.rules) == short


@pytest.mark.rule("turn")
def test_the_next_players_move_ends_a_turn_that_nothing_must_be_done_in() -> None:
    assert question(playing(["Stick", "Rat", "Cup"])).foresees("journey 2") == ""
    done = play(playing(["Stick", "Rat", "Cup"]), "journey 1")
    assert {text: question(done).foresees(text) for text in ("2", "0", "journey 2", "rest Inn", "use Inn")} == {
        "2": "end turn",
        "0": "",
        "journey 2": "end turn",
        "rest Inn": "end turn",
        "use Inn": "",
    }


@pytest.mark.rule("dragons-in-the-depths", "E-g")
@pytest.mark.parametrize(
    ("boxed", "deck", "others"),
    [(0, 69, "36 others"), (0, 34, "1 other"), (0, 33, ""), (15, 54, "21 others"), (15, 33, "")],
)
def test_a_dragon_in_the_upper_half_is_doubted(boxed: int, deck: int, others: str) -> None:
    """Of 72 other cards for three the upper 36 hold no dragon; of cards in the box all may have been among those."""
    track = ["Stick", *(f"Stick #{number}" for number in range(2, 7))]
    lines = {"Wyrm": "dragon, strength 4, health 4, glory 2"}
    for depths in (True, False):
        game = playing(track, players=3, left=69 - boxed, removed=boxed, cards=lines, depths=depths)
        game.state.deck = deck
        asks = question(play(session(setup_of(game), game.state), "journey 1"))
        assert asks.warns is not None
        told = f"Wyrm is a dragon, and with dragons in the depths {others} must come before the first."
        assert asks.warns(asks.parse("Wyrm")) == (told if others and depths else "")
