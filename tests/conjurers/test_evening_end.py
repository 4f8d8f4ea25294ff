"""Battles of the game from outside, the end phase, tournaments, and a player leaving (pp. 10-15)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from referee import games
from referee.asking.meaning import fit
from referee.errors import BadInput, Illegal
from referee.files.files import read_toml
from referee.games.conjurers.battle.state import SIDES
from referee.games.conjurers.cards.cards import CreatureEntry
from referee.games.conjurers.rules.ending import next_feeding
from referee.games.conjurers.rules.events import (
    BattleSetUp,
    ButtonTaken,
    Fed,
    TurnEnded,
)
from referee.games.conjurers.tables import phases
from referee.play.event import Said
from referee.play.notation import readings
from referee.scores.screen import show_score
from referee.text.screen import Screen
from tests.conjurers.evenings import (
    CREATURES,
    NAMES,
    Play,
    acting,
    army,
    asked,
    battle,
    contest,
    duel,
    ending,
    goods,
    happened,
    minus,
    options,
    play,
    player,
    playing,
    question,
    refused,
    resolving,
    ruling,
    seats,
    session,
    set_up,
)

FOUR = ("Wolf", "Imp", "Owl", "Greek 2a")
FIVE = (*FOUR, "Greek 3a")
SPOILS = "steal wood, stone, food"


def fighting(game: Play) -> tuple[list[str], list[str]]:
    """The creatures of both sides that are known to fight in the battle under way."""
    attacker, defender = ([f.name for f in battle(game).of(side) if not f.maybe] for side in SIDES)
    return attacker, defender


def maybe_fighting(game: Play) -> tuple[list[str], list[str]]:
    """Those of which it isn't known whether they were drawn."""
    attacker, defender = ([f.name for f in battle(game).of(side) if f.maybe] for side in SIDES)
    return attacker, defender


def draws_of(game: Play) -> list[str]:
    """Who drew how many creatures, of how many."""
    told = (event.text for event in happened(game, Said) if event.rules == ("random-draw",))
    return [text.partition(" creatures")[0].replace(" draws", "") for text in told]


def fights(game: Play) -> tuple[str, str]:
    """Attacker and defender, or who plays the minions, of the battle under way."""
    return NAMES[contest(game).attacker], NAMES[contest(game).defender]


# --- when battles are fought (A1) -------------------------------------------------------------------


def standing(players: int, battles_last: Any) -> Play:
    """Anna's warrior stands at Duat, everybody else on a space without a battle."""
    setup = set_up(players, ("warrior", "worker", "worker", "worker"), locked=(), battles_last=battles_last)
    conjurers = ("wild animals", "wood storage", "stone storage", "guild house")[:players]
    workers = ("lumber mill", "stone mine", "fishing pond")[: players - 1]
    texts = [*(f"place conjurer {space}" for space in conjurers), "place warrior duat"]
    return play(playing(setup), *texts, *(f"place worker {space}" for space in workers))


@pytest.mark.rule("A1", "battles-at-once", "resolving")
@pytest.mark.parametrize(
    ("players", "switch", "waits"),
    [
        (2, "auto", False),
        (3, "auto", False),
        (4, "auto", True),
        (2, "always", True),
        (3, "always", True),
        (4, "always", True),
        (2, "never", False),
        (3, "never", False),
        (4, "never", False),
    ],
)
def test_when_a_battle_waits(players: int, switch: str, waits: bool) -> None:
    """P. 13, A1: waiting, it comes after the actions of all other 2 x players - 1 figures; else first of all."""
    game = standing(players, switch)
    done = 0
    while asked(game)[1] != "creature":
        play(game, "resolve" if asked(game)[1] == "resolve" else "nobody")
        done += asked(game)[1] != "hire"
    assert done == (2 * players - 1 if waits else 1)
    assert asked(game) == ("Anna", "creature")


@pytest.mark.rule("A1", "A15")
def test_the_conjurer_last_holds_among_figures_that_dont_wait() -> None:
    """A1: Anna's warrior waits, so her conjurer is resolved first."""
    assert options(standing(4, "auto")) == ["resolve conjurer", "decline conjurer"]
    assert options(standing(3, "auto")) == ["resolve warrior"]


@pytest.mark.rule("A1", "battles-at-once")
def test_waiting_battles_go_in_the_order_of_turns_a_warrior_before_the_conjurer() -> None:
    """A1: Bo holds the button: Bo's warrior, Bo's conjurer, Dan's conjurer, Anna's conjurer."""
    setup = set_up(4, ("worker", "warrior", "worker", "worker"), start=1)
    game = playing(setup)
    play(game, "place conjurer duel Cleo", "place conjurer wild animals", "place conjurer duel Anna")
    play(game, "place conjurer duel Dan", "place warrior duat", "place worker fishing pond")
    play(game, "place worker stone mine", "place worker lumber mill")
    order = []
    while game.state.stage != "ending":
        if asked(game)[1] == "battle":
            order.append((NAMES[contest(game).attacker], contest(game).guarded or "duel"))
        play(game, {"battle": "defender wins", "creature": "Egyptian 2a"}.get(asked(game)[1], "resolve"))
    assert order == [("Bo", "Egyptian 2a"), ("Bo", "duel"), ("Dan", "duel"), ("Anna", "duel")]


@pytest.mark.rule("A1")
def test_creature_set_aside_and_draw_belong_to_the_moment_of_the_battle() -> None:
    """A1: Anna sacrifices before her duel is fought: Bo, challenged, and she choose from what is left then."""
    setup = set_up(4)
    game = playing(setup, armies={"Anna": FOUR, "Bo": FOUR}, assistants={"Anna": ["recruiter"], "Bo": ["recruiter"]})
    play(game, "place conjurer duel Bo", "place conjurer wild animals", "place conjurer wood storage")
    play(game, "place conjurer stone storage", "place recruiter sacrificial pit", "place recruiter sacrificial pit")
    play(game, "place merchant artificer", "place recruiter guild house")
    play(
        game, "resolve", "sacrifice Wolf for food", "resolve", "sacrifice Greek 2a for food", *["resolve"] * 2, "done"
    )
    play(game, "resolve", "resolve", "nobody", "resolve")
    assert asked(game)[1] == "battle"  # three creatures each: nothing is set aside or drawn
    play(game, "referee")
    assert [sorted(names) for names in fighting(game)] == [["Greek 2a", "Imp", "Owl"], ["Imp", "Owl", "Wolf"]]
    assert draws_of(game) == []


# --- battlegrounds (A7, A8, A22) --------------------------------------------------------------------


@pytest.mark.rule("A7", "battlegrounds")
def test_the_creature_fought_for_is_of_the_battlegrounds_mythology_and_in_its_pile() -> None:
    """P. 12, A7: Bo has Greek 3a; level 1 creatures have no mythology."""
    game = acting("mount olympus", armies={"Bo": ["Greek 3a"]})
    assert set(options(game)) == {f"Greek {mark}" for mark in ("2a", "2b", "2c", "3b", "4a", "4b", "5a")}


@pytest.mark.rule("A7", "level-1-cards")
def test_nobody_fights_for_a_creature_of_level_1_whatever_a_deck_says_of_it() -> None:
    """P. 6: it has no mythology."""
    odd = structs.replace(next(card for card in CREATURES if card.name == "Wolf"), name="Odd", mythology="greek")
    listed = options(acting("mount olympus", setup=set_up(creatures=(*CREATURES, odd))))
    assert ("Odd" in listed, "Greek 2a" in listed) == (False, True)


@pytest.mark.rule("battlegrounds", "A7")
@pytest.mark.parametrize(
    ("space", "mythology"),
    [
        ("valhalla", "Norse"),
        ("shangri la", "Japanese"),
        ("garden of eden", "Biblical"),
        ("duat", "Egyptian"),
        ("mount olympus", "Greek"),
    ],
)
def test_each_battleground_has_its_mythology(space: str, mythology: str) -> None:
    """P. 12."""
    listed = options(acting(space, setup=set_up(4)))
    assert f"{mythology} 5a" in listed
    assert not [name for name in listed if name.split()[0] not in (mythology, "Forger", "Master")]


@pytest.mark.rule("battlegrounds", "A7", "A22", "battleground-spoils")
@pytest.mark.parametrize(("outcome", "won"), [("attacker wins", ["Greek 2a"]), ("defender wins", [])])
def test_the_winner_gets_the_creature_and_the_loser_nothing(outcome: str, won: list[str]) -> None:
    """P. 12: losing costs nothing, and the card goes back to its pile, to be fought for again."""
    game = acting("mount olympus", "greek 2A", outcome)
    assert [answer.text for answer in game.steps[-1].answers] == ["Greek 2a", outcome]
    assert army(game) == ["Wolf", "Imp", "Owl", *won]
    assert (minus(game), goods(game)) == (0, {})
    again = resolving(set_up(), ("Anna", "conjurer", "mount olympus"), ("Bo", "conjurer", "mount olympus"))
    play(again, "resolve", "Greek 2a", outcome, "resolve")
    assert ("Greek 2a" in options(again)) is (not won)


@pytest.mark.rule("A8", "battlegrounds", "minion-player")
@pytest.mark.parametrize(("attacker", "left"), [("Anna", "Bo"), ("Bo", "Cleo"), ("Cleo", "Anna")])
def test_the_player_to_the_left_plays_the_minions(attacker: str, left: str) -> None:
    """P. 12, A8, E10."""
    game = play(resolving(set_up(), (attacker, "conjurer", "duat")), "resolve", "Egyptian 2a")
    assert fights(game) == (attacker, left)


@pytest.mark.rule("A8", "A21")
def test_left_is_the_next_who_is_still_there() -> None:
    """A8, A21: Bo has left."""
    game = resolving(set_up(), ("Anna", "conjurer", "duat"))
    game.correct(*readings("leave Bo"))
    assert fights(play(game, "resolve", "Egyptian 2a")) == ("Anna", "Cleo")


@pytest.mark.rule("A8", "A19", "battles-at-once", "minion-player")
@pytest.mark.parametrize(
    ("figures", "expected"),
    [
        ([("Anna", "duat"), ("Bo", "duel Cleo")], ["Dan", "Cleo"]),
        ([("Anna", "duat"), ("Bo", "valhalla")], ["Cleo", "Dan"]),
        ([("Anna", "duat"), ("Cleo", "valhalla")], ["Bo", "Dan"]),
        ([("Anna", "duel Bo"), ("Dan", "duat")], ["Bo", "Cleo"]),
        ([("Anna", "duat"), ("Bo", "duel Anna")], ["Bo", "Anna"]),
        ([("Anna", "duat"), ("Cleo", "valhalla"), ("Dan", "mount olympus")], ["Bo", "Dan", "Anna"]),
    ],
)
def test_who_fights_at_the_same_time_plays_no_minions(figures: list[tuple[str, str]], expected: list[str]) -> None:
    """P. 13, A8: the next to the left who is in neither battle of two at a time.

    A19: a battle and a duel that share Anna go one after the other; a third battle stands alone.
    """
    game = resolving(set_up(4), *((name, "conjurer", space) for name, space in figures), waiting=True)
    defenders = []
    while game.state.stage != "ending":
        if asked(game)[1] == "creature":
            play(game, options(game)[0])
        defenders.append(fights(game)[1])
        play(game, "defender wins")
    assert defenders == expected


# --- the draw and the set-aside ---------------------------------------------------------------------


@pytest.mark.rule("random-draw")
def test_three_creatures_all_fight() -> None:
    """P. 15: up to three, and nothing is drawn; with two, two."""
    game = duel(outcome="referee", armies={"Bo": ["Bear", "Boar"]})
    assert (fighting(game), draws_of(game)) == ((["Wolf", "Imp", "Owl"], ["Bear", "Boar"]), [])
    assert [battle(game).hand_size(side) for side in SIDES] == [3, 2]


@pytest.mark.rule("random-draw")
def test_more_than_three_are_drawn_at_the_table() -> None:
    """P. 15: three of the army, and nobody but their owner knows which: it isn't asked."""
    game = duel(outcome="referee", armies={"Anna": FIVE})
    assert asked(game) == ("Anna", "move")
    assert (draws_of(game), contest(game).hands) == (["Anna 3 of 5"], ((), ()))
    assert (fighting(game)[0], battle(game).hand_size("attacker")) == ([], 3)
    assert maybe_fighting(game)[0] == list(FIVE)


@pytest.mark.rule("random-draw")
def test_the_program_draws_three_in_secret() -> None:
    """P. 15: the result needn't be shown: neither an event nor the log names the creatures."""
    game = duel(set_up(draws="program"), outcome="referee", armies={"Anna": FIVE})
    assert draws_of(game) == ["Anna 3 of 5"]
    hand = contest(game).hands[0]
    assert len(set(hand)) == 3
    assert set(hand) <= set(FIVE)
    drawn = game.steps[-1].answers[-1]
    assert (drawn.key, [FIVE[int(place) - 1] for place in drawn.text.split()]) == ("draw", list(hand))
    assert (fighting(game)[0], battle(game).hand_size("attacker")) == ([], 3)


@pytest.mark.rule("random-draw")
def test_each_three_of_an_army_can_be_drawn() -> None:
    """P. 15: by chance: of five creatures all ten hands come up."""
    hands = set()
    for seed in range(100):
        game = duel(set_up(draws="program", seed=seed), outcome="referee", armies={"Anna": FIVE})
        hands.add(frozenset(contest(game).hands[0]))
    assert len(hands) == 10


@pytest.mark.rule("random-draw")
@pytest.mark.parametrize("draws", ["table", "program"])
def test_an_attacker_of_a_battleground_draws_too(draws: str) -> None:
    """P. 15: with four creatures; the guarded creature fights alone beside its minion."""
    game = acting("mount olympus", "Greek 2b", "referee", setup=set_up(draws=draws), armies={"Anna": FOUR})
    assert draws_of(game) == ["Anna 3 of 4"]
    assert (fighting(game), maybe_fighting(game)) == (([], ["Minion", "Greek 2b"]), (list(FOUR), []))
    assert [battle(game).hand_size(side) for side in SIDES] == [3, 2]


@pytest.mark.rule("random-draw")
def test_both_players_of_a_duel_draw() -> None:
    """P. 15: the challenger first; Bo sets nobody aside."""
    game = play(duel(set_up(draws="program"), armies={"Anna": FIVE, "Bo": FOUR}), "nobody", "referee")
    assert draws_of(game) == ["Anna 3 of 5", "Bo 3 of 4"]
    assert [len(hand) for hand in contest(game).hands] == [3, 3]


@pytest.mark.rule("set-aside", "A23", "random-draw")
def test_a_defender_with_four_creatures_may_set_one_aside() -> None:
    """Pp. 13, 15: the other three fight, without a draw."""
    game = duel(armies={"Bo": FOUR})
    assert asked(game) == ("Bo", "set aside")
    assert (set(options(game)), question(game).default) == ({"nobody", *FOUR}, "nobody")
    assert question(game).record(question(game).parse("IMP"), "IMP") == "Imp"
    play(game, "Imp", "referee")
    assert (fighting(game)[1], maybe_fighting(game)[1]) == (["Wolf", "Owl", "Greek 2a"], [])


@pytest.mark.rule("set-aside", "random-draw")
@pytest.mark.parametrize("seed", range(8))
def test_with_five_creatures_the_draw_is_from_the_other_four(seed: int) -> None:
    """P. 15: the one set aside can't be drawn."""
    four = ["Wolf", "Owl", "Greek 2a", "Greek 3a"]
    game = play(duel(armies={"Bo": FIVE}), "Imp", "referee")
    assert (maybe_fighting(game)[1], battle(game).hand_size("defender")) == (four, 3)
    game = play(duel(set_up(draws="program", seed=seed), armies={"Bo": FIVE}), "Imp", "referee")
    assert set(contest(game).hands[1]) < set(four)
    assert draws_of(game) == ["Bo 3 of 4"]


@pytest.mark.rule("set-aside", "A23")
def test_setting_aside_is_optional_and_for_the_defender_of_a_duel_only() -> None:
    """A23; p. 13: not with three creatures, not for the challenger."""
    game = play(duel(armies={"Bo": FOUR}), "nobody", "referee")
    assert (maybe_fighting(game)[1], battle(game).hand_size("defender")) == (list(FOUR), 3)
    assert asked(duel(armies={"Anna": FOUR}))[1] == "battle"


@pytest.mark.rule("set-aside", "battlegrounds")
def test_who_plays_the_minions_sets_nothing_aside() -> None:
    """P. 15: Bo's own army is large enough for it, but it isn't Bo's army that fights."""
    assert asked(play(acting("mount olympus", armies={"Bo": FOUR}), "Greek 2b"))[1] == "battle"


@pytest.mark.rule("A17", "duel")
@pytest.mark.parametrize(
    ("armies", "lost"),
    [
        ({"Anna": ()}, {"Anna": 10, "Bo": 0}),
        ({"Anna": (), "Bo": ()}, {"Anna": 10, "Bo": 0}),
        ({"Bo": ()}, {"Anna": 0, "Bo": 6}),
    ],
)
def test_a_side_without_creatures_loses_at_once(armies: Any, lost: dict[str, int]) -> None:
    """A17: neither side has one: the defender wins."""
    game = duel(armies=armies)
    if asked(game)[1] == "steal":
        play(game, options(game)[0])
    assert {name: minus(game, name) for name in lost} == lost
    assert game.state.stage == "ending"


@pytest.mark.rule("A17", "battlegrounds")
def test_a_conjurer_without_army_wins_no_creature() -> None:
    """A17."""
    game = acting("mount olympus", "Greek 2a", armies={"Anna": ()})
    assert (army(game), game.state.stage) == ([], "ending")


@pytest.mark.rule("A17", "A22", "random-draw")
@pytest.mark.parametrize("armies", [{"Anna": FOUR, "Bo": ()}, {"Anna": (), "Bo": FOUR[:3]}, {"Anna": FOUR}])
def test_for_a_battle_that_isnt_refereed_nothing_is_drawn(armies: Any) -> None:
    game = duel(set_up(draws="program"), armies=armies)
    if asked(game)[1] == "battle":
        game.answer("attacker wins")
    if asked(game)[1] == "steal":
        play(game, options(game)[0])
    assert (game.present.draws, happened(game, BattleSetUp)) == (0, [])


# --- duels ------------------------------------------------------------------------------------------


@pytest.mark.rule("duel", "A10", "duel-tokens")
def test_a_beaten_challenger_takes_ten() -> None:
    """P. 13, A10: -10; nothing is stolen."""
    game = duel(outcome="defender wins", goods={"Anna": {"wood": 4}, "Bo": {"wood": 4}})
    assert "Anna challenges Bo to a duel." in [event.text for event in happened(game, Said)]
    assert (minus(game, "Anna"), minus(game, "Bo")) == (10, 0)
    assert (goods(game, "Anna"), goods(game, "Bo")) == ({"wood": 4}, {"wood": 4})
    assert game.state.stage == "ending"


@pytest.mark.rule("duel", "A10", "A6", "duel-tokens", "duel-spoils")
def test_a_beaten_defender_takes_six_and_loses_half_of_three_categories() -> None:
    """P. 13, A6: 5 wood: 3; 4 iron: 2; 1 food: 1. The 9 stone stay."""
    game = duel(outcome="attacker wins", goods={"Bo": {"wood": 5, "iron": 4, "food": 1, "stone": 9}})
    assert (asked(game), question(game).open) == (("Anna", "steal"), True)
    assert question(game).hint == "Anna gets: stone 5, wood 3, iron 2, food 1"  # and not what Bo has
    assert question(game).default is None
    play(game, "Steal wood,iron,food")
    assert game.steps[-1].answers[-1].text == "steal wood, iron, food"
    assert goods(game, "Anna") == {"wood": 3, "iron": 2, "food": 1}
    assert goods(game, "Bo") == {"wood": 2, "iron": 2, "stone": 9}
    assert (minus(game, "Anna"), minus(game, "Bo")) == (0, 6)


@pytest.mark.rule("A10")
def test_tokens_of_duels_add_up() -> None:
    """A10: beaten at home twice and once as a challenger: 6 + 6 + 10."""
    figures = ("Anna", "conjurer", "duel Bo"), ("Bo", "conjurer", "duel Anna"), ("Cleo", "conjurer", "duel Bo")
    game = resolving(set_up(), *figures)
    play(game, "resolve", "attacker wins", SPOILS, "resolve", "defender wins")
    play(game, "resolve", "attacker wins", SPOILS)
    assert minus(game, "Bo") == 22


@pytest.mark.rule("A6", "duel", "duel-spoils")
@pytest.mark.parametrize(
    "text", ["steal wood", "steal wood, iron", "steal wood, wood, iron", "steal wood, iron, food, stone"]
)
def test_three_different_categories_are_stolen(text: str) -> None:
    """A6."""
    assert ruling(duel(outcome="attacker wins", goods={"Bo": {"wood": 5}}), text) == "A6"


@pytest.mark.rule("A6", "duel-spoils")
@pytest.mark.parametrize(("had", "stolen"), [(0, 0), (1, 1), (2, 1), (3, 2), (7, 4), (10, 5)])
def test_half_is_rounded_up(had: int, stolen: int) -> None:
    """P. 13, A6."""
    game = duel(outcome="attacker wins", goods={"Bo": {"diamond": had}})
    assert question(game).default == question(game).options()[0].text, "there is nothing to choose"
    play(game, "steal diamond, wood, stone")
    assert (goods(game).get("diamond", 0), goods(game, "Bo").get("diamond", 0)) == (stolen, had - stolen)


@pytest.mark.rule("A6", "E6")
def test_two_players_have_no_sapphires_to_steal() -> None:
    """A6: six categories, of which three; 3 diamonds: 2."""
    game = duel(set_up(2), outcome="attacker wins", goods={"Bo": {"diamond": 3}})
    with pytest.raises((BadInput, Illegal)):
        game.answer("steal sapphire, wood, food")
    assert "sapphire" not in question(game).hint
    assert goods(play(game, "steal diamond, wood, food")) == {"diamond": 2}


@pytest.mark.rule("battle-dice", "A22")
def test_a_throw_says_whose_it_is_and_for_what() -> None:
    """Bo's Straw, summoned in front of Bull, is struck; the dice are Anna's."""
    game = duel(set_up(dice="entered"), outcome="referee", armies={"Anna": ["Bull"], "Bo": ["Straw"]})
    play(game, "summon Bull 1", "summon Straw 1")
    throw = question(game).throw
    assert throw is not None
    assert (throw.who, question(game).prompt) == ("Anna", "Anna throws: Bull strikes Straw: 9 dice")


@pytest.mark.rule("A22", "battle-end")
def test_creatures_killed_in_a_battle_come_back() -> None:
    """A22: Anna's Bull (9 dice, on average 9) kills Bo's Straw (1 hit point); the armies are as before."""
    game = duel(outcome="referee", armies={"Anna": ["Bull"], "Bo": ["Straw"]})
    play(game, "summon Bull 1", "summon Straw 1")
    assert asked(game) == ("Anna", "steal")
    play(game, "steal wood, stone, food")
    assert (army(game, "Anna"), army(game, "Bo")) == (["Bull"], ["Straw"])
    assert (minus(game, "Anna"), minus(game, "Bo")) == (0, 6)


@pytest.mark.rule("A22", "battle-healing")
def test_a_refereed_battle_starts_with_undamaged_creatures_each_time() -> None:
    """A22: Cleo meets Bo's Straw again after Anna killed it."""
    figures = ("Anna", "conjurer", "duel Bo"), ("Cleo", "conjurer", "duel Bo")
    game = resolving(set_up(), *figures, armies={"Anna": ["Bull"], "Bo": ["Straw"]})
    play(game, "resolve", "referee", "summon Bull 1", "summon Straw 1", "steal wood, stone, food")
    play(game, "resolve", "referee")
    fought = [(fighter.name, fighter.damage, fighter.dead) for fighter in battle(game).of("defender")]
    assert fought == [("Straw", 0, False)]


# --- feeding (A9) -----------------------------------------------------------------------------------


TWENTY = ("Greek 4a", "Greek 4b", "Greek 3a", "Greek 3b", "Greek 2a", "Greek 2b", "Greek 2c")
THIRTY_FOUR = (
    "Greek 5a",
    "Greek 3a",
    "Greek 3b",
    "Japanese 3a",
    "Greek 2a",
    "Greek 2b",
    "Greek 2c",
    "Japanese 2a",
)


@pytest.mark.rule("feeding", "A9", "food-needed")
@pytest.mark.parametrize("turn", [3, 6, 9, 12])
def test_the_books_twenty(turn: int) -> None:
    """P. 14: 2 x 4 + 2 x 3 + 3 x 2 = 20 of 21 food; the first assistant eats nothing."""
    game = play(ending(turn=turn, armies={"Anna": TWENTY}, goods={"Anna": {"food": 21}}), "end turn")
    assert (goods(game), minus(game)) == ({"food": 1}, 0)


@pytest.mark.rule("feeding", "A9", "food-needed")
def test_the_books_thirty_four() -> None:
    """P. 14: 5 x 1 + 3 x 3 + 4 x 2 + 4 + 8 = 34."""
    three = {"Anna": ("worker", "merchant", "warrior")}
    game = ending(turn=3, armies={"Anna": THIRTY_FOUR}, assistants=three, goods={"Anna": {"food": 34}})
    play(game, "end turn")
    assert (goods(game), minus(game)) == ({}, 0)
    fed = happened(game, Fed)[0]
    assert (fed.player, fed.needed, fed.paid, fed.missing) == (0, 34, 34, 0)


@pytest.mark.rule("feeding", "A9", "food-short")
def test_the_books_shortage() -> None:
    """P. 14: 16 needed (4 x 4), 12 there: four tokens of -2 make -8."""
    sixteen = ("Greek 4a", "Greek 4b", "Japanese 4a", "Japanese 4b")
    game = play(ending(turn=3, armies={"Anna": sixteen}, goods={"Anna": {"food": 12}}), "end turn")
    assert (goods(game), minus(game)) == ({}, 8)


@pytest.mark.rule("feeding", "food-needed")
@pytest.mark.parametrize(
    ("kinds", "needed"),
    [(("worker",), 3), (("worker", "merchant"), 7), (("worker", "merchant", "warrior"), 15)],
)
def test_assistants_beyond_the_first_eat(kinds: Any, needed: int) -> None:
    """P. 14: three level 1 creatures take 3; the second assistant 4, the third 8."""
    game = play(ending(turn=3, assistants={"Anna": kinds}, goods={"Anna": {"food": 20}}), "end turn")
    assert goods(game)["food"] == 20 - needed


@pytest.mark.rule("feeding", "A11")
@pytest.mark.parametrize("turn", [1, 2, 4, 5, 7, 8, 10, 11])
def test_nobody_is_fed_in_other_turns(turn: int) -> None:
    """P. 14, A11."""
    game = play(ending(turn=turn, goods={"Anna": {"food": 2}}), "end turn")
    assert (goods(game), minus(game)) == ({"food": 2}, 0)


@pytest.mark.rule("A9", "feeding")
def test_feeding_is_no_choice() -> None:
    """A9: one question, one answer; all food that is there goes, and 1 of 3 is missing: -2."""
    game = ending(turn=3, goods={"Anna": {"food": 2}})
    assert options(game) == ["end turn"]
    play(game, "end turn")
    assert (goods(game), minus(game)) == ({}, 2)
    assert asked(game) == ("Anna", "place")


@pytest.mark.rule("A11", "feeding")
def test_an_assistant_hired_in_the_feeding_turn_is_fed() -> None:
    """A11: 3 + 4 = 7."""
    held = {"Anna": {"wood": 4, "stone": 4, "food": 7}}
    game = acting("guild house", "hire merchant", "end turn", turn=3, goods=held)
    assert (goods(game), minus(game)) == ({}, 0)


# --- the end phase ----------------------------------------------------------------------------------


@pytest.mark.rule("end-phase", "A11", "E4", "game-round")
def test_the_turn_figure_moves_on_and_spaces_are_free_again() -> None:
    """P. 10."""
    game = play(acting("wood storage", turn=1), "end turn")
    assert (game.state.turn, game.state.stage, game.state.placed) == (2, "placing", [])
    assert "place conjurer wood storage" in options(game)


@pytest.mark.rule("E4", "end-phase", "unlocking", "new-phase")
@pytest.mark.parametrize(("turn", "phase"), [(3, 2), (6, 3), (9, 4)])
def test_a_new_phase_begins_after_turns_three_six_and_nine(turn: int, phase: int) -> None:
    """P. 10, E4."""
    game = play(ending(turn=turn), "end turn")
    begun = [event.text.split()[1] for event in happened(game, Said) if event.rules == ("E4",)]
    assert begun == [phases().phases[phase - 1].name]
    assert (game.state.turn, game.state.phase) == (turn + 1, phase)


@pytest.mark.rule("E4")
def test_the_phases_have_three_turns_each() -> None:
    """E4."""
    assert [ending(turn=turn).state.phase for turn in range(1, 13)] == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]


@pytest.mark.rule("end-phase", "A11", "game-end")
def test_after_turn_twelve_and_its_feeding_the_game_is_over() -> None:
    """P. 10: 3 needed, 1 there: -4; then nothing more is asked."""
    game = play(ending(turn=12, goods={"Anna": {"food": 1}}), "end turn")
    assert (game.question, game.state.stage, game.state.turn) == (None, "over", 12)
    assert minus(game) == 4
    assert len(happened(game, TurnEnded)) == 1
    assert happened(game, Said)[-1] == Said("The game is over; the points are counted.", ("winning",))


@pytest.mark.rule("A11", "A2", "feeding", "mines")
def test_mines_pay_before_feeding_and_at_the_old_output() -> None:
    """A2, A11: turn 3: 1 wood; fed; then phase II. Events come in this order."""
    game = play(ending(turn=3, mines={"lumber mill": "Anna"}), "end turn")
    assert goods(game) == {"wood": 1}
    order = [event.rules[-1] if isinstance(event, Said) else type(event).__name__ for event in game.events]
    assert order.index("Gained") < order.index("Fed") < order.index("TurnEnded") < order.index("E4")


# --- tournaments (A12, A18) -------------------------------------------------------------------------


def tourney(turn: int = 6, *texts: str, **start: Any) -> Play:
    """A tournament after its draw: Anna against Bo, Cleo against Dan, and then these answers."""
    game = ending(set_up(4, tournament=True), turn=turn, **start)
    return play(game, "end turn", "Anna, Bo, Cleo, Dan", *texts)


def ranked(game: Play) -> Play:
    """Go on from the semifinals: Anna beats Dan in the final, Bo beats Cleo for the third place."""
    while asked(game)[1] in ("challenger", "battle", "set aside"):
        if asked(game)[1] == "challenger":
            play(game, "Anna" if "Anna" in options(game) else "Bo")
        else:
            play(game, "attacker wins" if asked(game)[1] == "battle" else "nobody")
    return game


@pytest.mark.rule("tournaments", "A11")
@pytest.mark.parametrize("turn", [6, 12])
def test_a_tournament_follows_the_feeding_of_turns_six_and_twelve(turn: int) -> None:
    """P. 14, A11: everybody has been fed when the pairs are asked for, and the turn isn't over."""
    game = play(ending(set_up(4, tournament=True), turn=turn, goods={"Anna": {"food": 5}}), "end turn")
    assert (asked(game)[1], game.state.turn, goods(game)) == ("pairs", turn, {"food": 2})


@pytest.mark.rule("tournaments", "A11")
@pytest.mark.parametrize(
    ("players", "rule", "turn"), [(4, True, 3), (4, True, 9), (4, False, 6), (3, True, 6), (2, True, 6)]
)
def test_no_tournament_otherwise(players: int, rule: bool, turn: int) -> None:
    """P. 14: an optional rule for four players."""
    game = play(ending(set_up(players, tournament=rule), turn=turn), "end turn")
    assert (game.state.stage, game.state.turn) == ("placing", turn + 1)


@pytest.mark.rule("tournaments", "A18", "tournament-pairs")
def test_who_plays_whom_is_drawn_challenger_first() -> None:
    """P. 14, A18: each player once."""
    game = play(ending(set_up(4, tournament=True), turn=6), "end turn")
    with pytest.raises(BadInput):
        game.answer("Anna, Bo")
    assert ruling(game, "Anna, Bo, Cleo, Cleo") == "A18"
    assert (len(options(game)), question(game).open) == (24, True)
    assert question(game).record(question(game).parse("DAN,bo,anna,cleo"), "") == "Dan, Bo, Anna, Cleo"
    assert question(game).grouped()[0].label == "Anna against Bo"
    play(game, "Dan, Bo, Anna, Cleo")
    assert fights(game) == ("Dan", "Bo")
    assert fights(play(game, "attacker wins")) == ("Anna", "Cleo")


@pytest.mark.rule("tournaments", "A18")
def test_the_program_can_draw_the_pairs() -> None:
    """A18: four players in two semifinals."""
    game = play(ending(set_up(4, tournament=True, draws="program"), turn=6), "end turn")
    first = fights(game)
    second = fights(play(game, "attacker wins"))
    assert sorted((*first, *second)) == list(NAMES)
    play(game, "attacker wins")  # who is challenger in the final and for the third place is drawn too
    assert asked(game)[1] == "battle"
    play(game, "attacker wins")
    assert asked(game)[1] == "battle"


@pytest.mark.rule("tournaments", "tournament-pairs")
def test_winners_meet_in_the_final_and_losers_for_the_third_place() -> None:
    """P. 14: Anna and Dan won, Bo and Cleo lost."""
    game = tourney(6, "attacker wins", "defender wins")
    met = []
    while asked(game)[1] in ("challenger", "battle"):
        if asked(game)[1] == "battle":
            met.append(frozenset(fights(game)))
        play(game, options(game)[0] if asked(game)[1] == "challenger" else "attacker wins")
    assert set(met) == {frozenset({"Anna", "Dan"}), frozenset({"Bo", "Cleo"})}


@pytest.mark.rule("X11", "tournament-pairs", "tournament-prizes")
def test_the_third_place_is_fought_for_before_the_final_and_prizes_come_last() -> None:
    game = tourney(6)
    assert fights(game) == ("Anna", "Bo")
    assert fights(play(game, "attacker wins")) == ("Cleo", "Dan")
    play(game, "attacker wins", "Anna", "Bo")
    assert fights(game) == ("Bo", "Dan")
    assert fights(play(game, "attacker wins")) == ("Anna", "Cleo")
    assert asked(play(game, "attacker wins"))[1] != "battle"


@pytest.mark.rule("A18", "tournaments")
def test_the_drawn_challenger_attacks() -> None:
    """A18: Dan is drawn as challenger of Anna."""
    game = tourney(6, "attacker wins", "defender wins")
    met = []
    while asked(game)[1] in ("challenger", "battle"):
        if asked(game)[1] == "battle":
            met.append(fights(game))
        challenger = "Dan" if "Dan" in options(game) else "Cleo"
        play(game, challenger if asked(game)[1] == "challenger" else "attacker wins")
    assert set(met) == {("Dan", "Anna"), ("Cleo", "Bo")}


@pytest.mark.rule("A18", "duel", "tournament-duels")
def test_tournament_duels_have_no_spoils_and_no_tokens() -> None:
    """P. 14, A18: Bo loses twice, keeps the wood and takes nothing."""
    game = ranked(tourney(6, "attacker wins", "defender wins", goods={"Bo": {"wood": 8, "food": 3}}))
    assert asked(game) == ("Anna", "prize")
    assert goods(game, "Bo") == {"wood": 8}
    # the other three have no food: 3 short each, -6; Bo has been fed
    assert [minus(game, name) for name in NAMES] == [6, 0, 6, 6]


@pytest.mark.rule("A18", "set-aside", "random-draw")
def test_set_aside_and_draws_are_as_in_other_duels() -> None:
    """A18: Bo, defender with four, may set one aside; Anna, challenger with four, draws."""
    game = tourney(6, armies={"Anna": FOUR, "Bo": FIVE})
    assert asked(game) == ("Bo", "set aside")
    play(game, "Wolf", "referee")
    assert "Bo sets Wolf aside." in [event.text for event in happened(game, Said)]
    assert draws_of(game) == ["Anna 3 of 4", "Bo 3 of 4"]
    assert maybe_fighting(game) == (list(FOUR), ["Imp", "Owl", *FIVE[3:]])


@pytest.mark.rule("A12", "tournaments", "tournament-prizes", "prize-order")
def test_the_midway_prizes() -> None:
    """P. 14, A12: level 3 and 4 iron or bronze; level 3; level 2 and 4 wood or stone; level 2. In that order."""
    game = ranked(tourney(6, "attacker wins", "defender wins"))
    assert all(name.split()[-1].startswith("3") for name in options(game))
    play(game, "Greek 3a")
    assert (asked(game), options(game)) == (("Anna", "goods"), ["iron", "bronze"])
    play(game, "bronze")
    assert asked(game) == ("Dan", "prize")
    assert "Greek 3b" in options(game)
    assert "Greek 3a" not in options(game)
    play(game, "Greek 3b")
    assert asked(game) == ("Bo", "prize")
    play(game, "Greek 2a")
    assert (asked(game), options(game)) == (("Bo", "goods"), ["wood", "stone"])
    play(game, "stone")
    assert asked(game) == ("Cleo", "prize")
    play(game, "Greek 2b")
    won = {"Anna": "Greek 3a", "Bo": "Greek 2a", "Cleo": "Greek 2b", "Dan": "Greek 3b"}
    assert {name: army(game, name)[3:] for name in NAMES} == {name: [card] for name, card in won.items()}
    assert [goods(game, name) for name in NAMES] == [{"bronze": 4}, {"stone": 4}, {}, {}]
    assert (game.state.turn, game.state.phase, game.state.stage) == (7, 3, "placing")


@pytest.mark.rule("A12", "tournaments", "A11", "tournament-prizes", "prize-order")
def test_the_final_prizes() -> None:
    """P. 14, A12: levels 5, 4, 3 and 2 without goods; then the game is over."""
    game = ranked(tourney(12, "attacker wins", "defender wins"))
    for name, card in (("Anna", "Greek 5a"), ("Dan", "Greek 4a"), ("Bo", "Greek 3a"), ("Cleo", "Greek 2a")):
        assert asked(game) == (name, "prize")
        level = card.split()[-1][0]
        assert all(option in ("Forger", "Master") or f" {level}" in option for option in options(game))
        play(game, card)
    assert (game.question, game.state.stage) == (None, "over")
    assert [goods(game, name) for name in NAMES] == [{}] * 4


@pytest.mark.rule("A12")
def test_a_prize_level_without_cards_gives_the_next_lower_one() -> None:
    """A12: all of level 3 are with Bo: Anna gets level 2, and her goods in any case."""
    threes = [card.name for card in set_up(4).creatures if card.level == 3]
    game = ranked(_semifinals(threes))
    assert asked(game) == ("Anna", "prize")
    assert all(option == "Forger" or " 2" in option for option in options(game))
    assert goods(play(game, "Greek 2a", "iron")) == {"iron": 4}


def _semifinals(threes: list[str]) -> Play:
    game = tourney(6, armies={"Bo": threes})
    if asked(game)[1] == "set aside":
        play(game, "nobody")
    return play(game, "attacker wins", "defender wins")


@pytest.mark.rule("A12")
def test_without_any_card_only_the_goods_are_paid() -> None:
    """A12: level 2 at the lowest; Bo has all of levels 2 and 3."""
    low = [card.name for card in set_up(4).creatures if card.level in (2, 3)]
    game = ranked(_semifinals(low))
    assert asked(game) == ("Anna", "goods")
    play(game, "iron")
    assert asked(game) == ("Bo", "goods")
    play(game, "wood")
    assert (game.state.turn, goods(game)) == (7, {"iron": 4})


# --- somebody leaves (A21) --------------------------------------------------------------------------


@pytest.mark.rule("A21")
def test_what_a_leaver_leaves_behind() -> None:
    """A21: markers come off, cards go back to their piles, resources and food are gone."""
    game = playing(
        turn=2,
        mines={"stone mine": "Bo", "lumber mill": "Anna"},
        armies={"Bo": ["Greek 5a"]},
        goods={"Bo": {"wood": 3, "food": 4}},
    )
    player(game.state, "Bo").artifacts.append("Talaria")
    game.correct(*readings("leave Bo because of the last train"))
    assert game.state.mines == {"lumber mill": 0}
    assert (goods(game, "Bo"), army(game, "Bo"), player(game.state, "Bo").artifacts) == ({}, [], [])
    assert (player(game.state, "Bo").left, game.state.present()) == (True, [0, 2])


@pytest.mark.rule("A21")
def test_a_leavers_assistants_go_and_the_button_passes_to_the_left() -> None:
    game = playing(holder="Bo", assistants={"Bo": ["warrior", "worker"], "Anna": ["worker", "merchant"]})
    play(game, "place warrior duat")
    game.correct(*readings("leave Bo"))
    assert (player(game.state, "Bo").assistants, player(game.state, "Anna").assistants) == (
        ["warrior"],
        ["worker", "merchant"],
    )
    assert (NAMES[game.state.holder], asked(game)[0], game.state.placed) == ("Cleo", "Cleo", [])
    with pytest.raises(Illegal, match="two players must remain"):
        game.correct(*readings("leave Anna"))


@pytest.mark.rule("A21", "A7")
def test_a_leavers_cards_can_be_had_again() -> None:
    """A21: Greek 5a is fought for again, Talaria sold."""
    figures = ("Anna", "conjurer", "mount olympus"), ("Cleo", "conjurer", "artificer 1")
    held = {"Cleo": dict.fromkeys(("wood", "bronze", "sapphire"), 9)}
    game = resolving(set_up(), *figures, armies={"Bo": ["Greek 5a"]}, goods=held)
    game.correct(*readings("leave Bo"))
    play(game, "resolve")
    assert "Greek 5a" in options(game)
    play(game, "Greek 5a", "attacker wins", "resolve")
    assert "buy Talaria" in options(game)


@pytest.mark.rule("A21", "resolving")
def test_a_leavers_figures_arent_resolved() -> None:
    """A21: Bo's turn is Cleo's now."""
    figures = [
        (name, "conjurer", space)
        for name, space in zip(NAMES[:3], ("wild animals", "duat", "stone mine"), strict=True)
    ]
    game = play(resolving(set_up(), *figures), "resolve")
    game.correct(*readings("leave Bo"))
    assert asked(game) == ("Cleo", "resolve")


@pytest.mark.rule("A21", "resolving")
def test_the_last_one_to_resolve_leaves() -> None:
    """A21: nothing but the end of the turn is left."""
    game = resolving(set_up(), ("Bo", "conjurer", "duat"))
    game.correct(*readings("leave Bo"))
    assert asked(game)[1] == "end"
    assert asked(play(game, "end turn")) == ("Anna", "place")


@pytest.mark.rule("A21", "duel")
@pytest.mark.parametrize("players", [3, 4])
def test_a_challenger_on_a_leavers_house_does_nothing(players: int) -> None:
    """A21: no battle, no tokens, whether battles wait (four players) or not."""
    setup = set_up(players)
    game = resolving(setup, ("Anna", "conjurer", "duel Bo"), ("Cleo", "conjurer", "wild animals"))
    game.correct(*readings("leave Bo"))
    play(game, *["resolve"] * (2 if players == 3 else 1))  # where battles wait, nothing is asked for this one
    assert (game.state.stage, minus(game)) == ("ending", 0)


@pytest.mark.rule("A21", "duel", "A1")
def test_a_waiting_challenge_to_a_leaver_does_nothing() -> None:
    """A21: Bo leaves while Anna's duel waits for Cleo's action."""
    setup = set_up(4)
    game = playing(setup)
    play(game, "place conjurer duel Bo", *(f"place conjurer {s}" for s in ("wild animals", "tavern", "duat")))
    while asked(game)[1] == "place":
        play(game, options(game)[-1])
    game.correct(*readings("leave Bo"))
    while asked(game)[1] in ("resolve", "hire", "trade", "buy", "sacrifice"):
        decline = next((text for text in options(game) if text.startswith("decline")), options(game)[-1])
        play(game, decline)
    assert fights_of(game) == ["Dan"]
    assert minus(game, "Anna") == 0


def fights_of(game: Play) -> list[str]:
    """The attackers of the battles to the end of the turn."""
    found = []
    while game.state.stage != "ending":
        if asked(game)[1] == "creature":
            found.append(asked(game)[0])
            play(game, options(game)[0])
        play(game, "defender wins")
    return found


@pytest.mark.rule("A21")
def test_nobody_leaves_during_a_battle() -> None:
    """A21: between two actions only."""
    for game in (play(duel(), "referee"), tourney()):
        with pytest.raises(Illegal) as caught:
            game.correct(*readings("leave Cleo"))
        assert caught.value.ruling == "A21"
        assert game.state.present() == list(range(len(game.state.players)))


@pytest.mark.rule("A21", "tournaments")
def test_three_who_are_left_have_no_tournament() -> None:
    """A21: Bo leaves before the end of turn 6, or after its feeding."""
    game = ending(set_up(4, tournament=True), turn=6)
    game.correct(*readings("leave Bo"))
    assert (play(game, "end turn").state.turn, game.state.stage) == (7, "placing")
    game = play(ending(set_up(4, tournament=True), turn=6), "end turn")
    assert asked(game)[1] == "pairs"
    game.correct(*readings("leave Bo"))
    assert (game.state.turn, game.state.stage) == (7, "placing")


@pytest.mark.rule("A21", "feeding")
def test_a_leaver_isnt_fed_and_isnt_asked_again() -> None:
    """A21: no tokens for Bo in turn 3, and turn 4 goes on without him."""
    game = ending(turn=3)
    game.correct(*readings("leave Bo"))
    play(game, "end turn")
    assert (minus(game, "Anna"), minus(game, "Bo"), minus(game, "Cleo")) == (6, 0, 6)
    assert seats(game, 4) == ["Anna", "Cleo"] * 2


@pytest.mark.rule("A21")
def test_leaving_can_be_undone() -> None:
    """A correction is an answer like others: undo brings Bo back with everything."""
    game = playing(goods={"Bo": {"wood": 3}})
    game.correct(*readings("leave Bo"))
    assert game.undo()
    assert (goods(game, "Bo"), player(game.state, "Bo").left) == ({"wood": 3}, False)


@pytest.mark.rule("A21")
@pytest.mark.parametrize(("leaver", "button"), [("Bo", []), ("Anna", ["Bo takes the Initiative Button from Anna."])])
def test_what_hands_do_is_told_as_somebody_leaves(leaver: str, button: list[str]) -> None:
    """Anna holds the button; cards and goods are told beside it, as with every correction."""
    game = playing()
    game.take_events()
    game.correct(*readings(f"leave {leaver}"))
    names = [one.name for one in game.present.players]
    assert [event.describe(names.__getitem__) for event in game.take_events()] == [
        f"{leaver} has left: take the figures and control markers of {leaver} off the board.",
        *button,
    ]


@pytest.mark.rule("A20", "A21")
def test_a_refused_answer_changes_nothing() -> None:
    """The reason names what was tried."""
    game = resolving(set_up(), ("Anna", "conjurer", "duel Bo"))
    reason, rule = refused(game, "decline conjurer")
    assert (rule, "fought" in reason) == ("A20", True)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        *(
            (said, "attacker wins")
            for said in ("Anna wins", "Anna won", "Bo loses", "Bo lost the duel", "Anna beat him")
        ),
        *((said, "defender wins") for said in ("Bo wins", "Bo won", "Anna loses", "Anna lost", "Anna was beaten")),
    ],
)
def test_who_wins_a_battle_is_said_by_name_too(said: str, meant: str) -> None:
    """At a prompt, where a sentence is read for what it means."""
    assert fit(question(duel()), said) == meant


@pytest.mark.rule("duel")
@pytest.mark.parametrize(("said", "tokens"), [("challenger wins", (0, 6)), ("challenger lost", (10, 0))])
def test_the_challenger_is_the_attacker(said: str, tokens: tuple[int, int]) -> None:
    """As the rulebook calls who starts a duel (p. 13); "defender wins" was said to be meant."""
    game = duel()
    game.answer(said)
    while question(game).key != "resolve":
        game.answer(options(game)[0])
    assert (minus(game, "Anna"), minus(game, "Bo")) == tokens


@pytest.mark.rule("A18", "feeding")
def test_who_is_fed_next_is_told_past_a_tournament_whose_bouts_are_over() -> None:
    game = ranked(tourney(6, "attacker wins", "defender wins"))
    assert game.present.finished
    assert next_feeding(set_up(4), game.present) == 9


@pytest.mark.rule("allocation")
def test_a_figure_that_is_placed_is_not_taken_for_the_one_that_is_left() -> None:
    game = play(playing(), "place worker stone mine")
    while asked(game)[0] != "Anna":
        play(game, options(game)[0])
    assert refused(game, "place worker duat") == ("Anna's worker is placed already", "allocation")


@pytest.mark.rule("battlegrounds")
def test_a_creature_to_fight_for_is_shown_with_its_strength() -> None:
    game = play(resolving(set_up(), ("Anna", "conjurer", "duat")), "resolve")
    assert question(game).options()[0].detail == "level 2, 5/1, with a minion 7/2"


@pytest.mark.rule("tavern")
def test_who_takes_the_button_and_from_whom_is_told() -> None:
    game = play(resolving(set_up(), ("Bo", "conjurer", "tavern")), "resolve")
    assert [(event.player, event.before) for event in happened(game, ButtonTaken)] == [(1, 0)]


def test_the_end_tells_the_winner_with_the_lines_that_brought_most(capsys: pytest.CaptureFixture[str]) -> None:
    """On one screen: three lines of the winner's, the totals without rows of zeros, the verdict last."""
    path = Path(__file__).parents[2] / "examples" / "four-players.toml"
    scores = games.load("conjurers").scores()
    assert scores.sheet is not None
    outcome, _ = scores.sheet(path, read_toml(path), None)
    show_score(outcome, scores.words(), Screen(), brief=True)
    told = capsys.readouterr().out.splitlines()
    (winner,) = outcome.winners
    assert len([line for line in told if line.startswith(f"  {winner}: ")]) == 3
    assert len(told) <= 22
    assert winner in told[-1]
    assert not [line for line in told if len(line.split()) > 4 and set(line.split()[-4:]) == {"0"}]


# --- who is asked in a battle, and for what ---------------------------------------------------------


def _merlins(*texts: str) -> Play:
    """Merlin, a magician, against Rock, which neither kills nor dies at once; Dirk can be worn."""
    merlin = CreatureEntry(name="Merlin", level=1, hp=30, bd=1, abilities=("magician",))
    rock = CreatureEntry(name="Rock", level=1, hp=30, bd=1, abilities=())
    setup = set_up(creatures=(*CREATURES, merlin, rock))
    start = resolving(setup, ("Anna", "conjurer", "duel Bo"), armies={"Anna": ["Merlin"], "Bo": ["Rock"]}).state
    player(start, "Anna").items = ["Dirk"]
    return play(session(setup, start), "resolve conjurer", "referee", *texts)


@pytest.mark.rule("equipment")
def test_who_summons_a_creature_says_what_it_wears_usually_nothing() -> None:
    more = question(_merlins()).options()[0].more
    wears = more and more()
    assert wears
    assert (wears.key, wears.who, wears.default) == ("equipment", "Anna", "summon Merlin 1")


@pytest.mark.rule("B19", "magician")
def test_a_magicians_player_chooses_its_ability() -> None:
    assert asked(_merlins("summon Merlin 1", "summon Rock 1")) == ("Anna", "magic attacker.Merlin")


@pytest.mark.rule("attack")
def test_an_attack_that_goes_on_is_the_usual_move_but_never_made_by_enter() -> None:
    """Who has won may be said in place of every move, so it is asked for."""
    first, later = question(_merlins()), question(_merlins("summon Merlin 1", "summon Rock 1", "poisonous"))
    assert (first.default, later.default) == (None, "attack Merlin")
    for move in (first, later):
        assert (move.open, move.waits, move.by_enter()) == (True, True, False)


@pytest.mark.rule("B2", "immobility")
def test_who_cant_act_passes_without_being_asked() -> None:
    """Tree can't move and nobody stands before it, so the turn after Anna's is hers again."""
    tree = CreatureEntry(name="Tree", level=1, hp=30, bd=1, abilities=("immobility",))
    game = duel(set_up(creatures=(*CREATURES, tree)), "referee", armies={"Anna": ["Wolf"], "Bo": ["Tree"]})
    play(game, "summon Wolf 1", "summon Tree 3", "move Wolf 2")
    assert (asked(game), options(game)) == (("Anna", "move"), ["move Wolf 1", "move Wolf 3"])
