"""Who survives the round: attacks in reach and the round played out, against slow twins that ask the engine alone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from fractions import Fraction
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from referee import games
from referee.asking.question import Command
from referee.declaration.game import Playing
from referee.games.mythic.board.map_file import load_map
from referee.games.mythic.rules import attacks
from referee.games.mythic.rules.fights import StrikeInGame
from referee.games.mythic.rules.state import GameState, Match
from referee.games.mythic.screens.surviving import RoundReport, Threat, UnitChance
from referee.games.mythic.surviving import report
from referee.games.mythic.surviving.playing_out import _Choosing, _kept, start_rollout, trials
from referee.games.mythic.surviving.reach import AttackReached, Farthest, attacks_left
from referee.games.mythic.surviving.report import advise, report_round, report_unit
from referee.games.mythic.surviving.safe import certain
from referee.play.session import Session
from referee.sampling.race import Effort, Estimate
from referee.saves.save import read_save
from referee.saves.table import SavedTable
from referee.text.screen import Screen
from tests.made_up import as_json, run, type_at
from tests.mythic.games import BOARD, make_setup, options, play, say, staged
from tests.mythic.test_game_random import table
from tests.mythic.twin_dice import throws

EXAMPLES = Path(__file__).parents[2] / "examples" / "mythic"
SMALL = (
    "Twig: hero 1, greek, 2 cards, art 1, fireproof; 2-1 2/6/0/2",
    "Bough: hero 1, greek, 2 cards, art 1, fireproof; 2-1 2/6/0/2",
    "Log: hero 4, norse, 2 cards, art 1, fireproof; 2-1 1/6/0/1",
    "Quill: hero 1, greek, 2 cards, art 1, fireproof; 2-1 2/6/3/2",
    "Snail: hero 1, greek, 2 cards, art 1, fireproof; 2-1 2/6/0/1",
    "Worm: hero 1, greek, 2 cards, art 1; 2-1 2/6/0/1",
)
VALLEY = load_map(EXAMPLES / "wide-valley.toml")
BLOCKS, BLOCK = 20, 40
"""So many estimates of so many trials each: 19 in 20 hold the truth, hardly ever fewer than 17."""


def none_told(line: str) -> None:
    """Nobody listens."""


def told_of(one: Session[GameState], *, rounds: int = 1, seed: str = "1", cores: int = 0) -> RoundReport:
    setup = one.game.setup  # type: ignore[attr-defined]
    return report_round(setup, one, Effort(60, seed, cores, rounds=rounds), none_told)


def against_one(*attackers: str, target: str = "Anna: Log A") -> Session[GameState]:
    """Bo's turn, the last of the round, with some attackers; nobody can answer them."""
    one = staged(target, *(f"Bo: {name}" for name in attackers), turn=1, typed=SMALL)
    del one.state.players[0].cards.sure["Log"]
    return one


def held(one: Session[GameState], unit: str, truth: Fraction) -> int:
    """How many of the estimates of a unit's chance hold the truth."""
    what = start_rollout(one.game.setup, one.state, (unit,))  # type: ignore[attr-defined]
    found = (trials(what, "1", range(at * BLOCK, (at + 1) * BLOCK)) for at in range(BLOCKS))
    return sum(low <= truth <= high for (won,) in found for low, high in [Estimate(won, BLOCK).interval])


# --- the slow twin: one attack by the engine alone ------------------------------------------------------


def left_after(one: Session[GameState], *said: str) -> dict[int, Fraction]:
    """How likely so much vitality is left of Log after an attack, its dice used for the kill, then for wounds."""
    now = one.ahead()
    say(now, *said)
    question = now.question
    assert question is not None
    if question.key == "roll":
        assert question.throw is not None
        found: dict[int, Fraction] = {}
        for many, faces in throws(question.throw.count):
            for left, chance in left_after(now, " ".join(map(str, faces))).items():
                found[left] = found.get(left, Fraction(0)) + chance * Fraction(many, 6**question.throw.count)
        return found
    if question.key == "assault":
        ways = [left_after(now, text) for text in options(now)]
        return max(ways, key=lambda way: (way.get(0, 0), -sum(left * chance for left, chance in way.items())))
    assert question.key == "move"
    return {now.state.piece("Log").vitality: Fraction(1)}


def killed_by(one: Session[GameState], *attackers: str) -> Fraction:
    """How likely attackers destroy Log one after the other, the second for an AoW card."""
    first, *others = attackers
    found = left_after(one, f"activate {first} simple", "attack Log")
    chance = found.pop(0, Fraction(0))
    for left, likely in found.items() if others else ():
        hurt = Session(one.game, one.state.copy())
        hurt.state.piece("Log").vitality = left
        chance += likely * killed_by(hurt, *others)
    return chance


@pytest.mark.rule("destroyed", "wounds")
def test_one_attack_in_reach_kills_as_the_engine_alone_does() -> None:
    one = against_one("Twig A")
    (unit,) = [unit for unit in told_of(one).units if unit.name == "Log"]
    assert [threat.kill for threat in unit.threats] == [killed_by(one, "Twig")]
    assert held(one, "Log", 1 - killed_by(one, "Twig")) >= 17


@pytest.mark.rule("second-unit", "two-units")
def test_two_attackers_one_after_the_other_are_as_dangerous_as_the_engine_alone_finds() -> None:
    one = against_one("Twig A", "Bough A")
    assert held(one, "Log", 1 - killed_by(one, "Twig", "Bough")) >= 17
    one.state.players[1].cards.sure.pop("art of war")
    one.state.players[1].cards.pool = {}
    one.state.players[1].cards.deck = 0
    assert held(one, "Log", 1 - killed_by(one, "Twig")) >= 17  # no AoW card, no second unit


@pytest.mark.rule("M67")
def test_a_card_that_may_be_in_hand_counts_as_likely_as_it_is() -> None:
    """One of four cards was drawn, and one of them is Twig's: it can attack one time in four."""
    one = against_one("Twig A")
    cards, one.state.piece("Log").vitality = one.state.players[1].cards, 1
    cards.sure, cards.pool, cards.deck = {}, {"Twig": 1, "art of war": 3}, 3
    assert held(one, "Log", 1 - killed_by(one, "Twig") / 4) >= 17


@pytest.mark.rule("M67")
def test_a_hidden_hand_and_the_seed_of_the_game_are_not_read() -> None:
    """Two games that differ only in what the program dealt, and in the luck that it will have."""
    found = []
    for hand, seed in (["Twig"], 1), (["art of war"], 2):
        one = against_one("Twig A")
        cards, one.state.piece("Log").vitality = one.state.players[1].cards, 1
        cards.sure, cards.pool, cards.deck, cards.hand = {}, {"Twig": 1, "art of war": 3}, 3, hand
        setup = replace(one.game.setup, draws="program", dice="rolled", seed=seed)  # type: ignore[attr-defined]
        found.append(told_of(Session(Playing(one.game.rules, setup), one.state)).data())  # type: ignore[attr-defined]
    assert found[0] == found[1]
    assert 0 < found[0]["units"][0]["survives"]["about"] < 1


# --- what is in reach -----------------------------------------------------------------------------------


def in_reach(one: Session[GameState], unit: str) -> set[tuple[str, str]]:
    """Where a unit attacks from, and what it says then, by the lists of moves alone."""
    start = one.state.piece(unit).area
    found = set()
    for kind in "simple", "complex":
        now = say(Session(one.game, one.state.copy()), f"activate {unit} {kind}")
        found |= {(start, text) for text in options(now) if text.startswith(("attack", "aerial"))}
        for text in options(now):
            if text.startswith("walk"):
                there = say(Session(one.game, one.state.copy()), f"activate {unit} {kind}", text)
                found |= {(text.split()[-1], more) for more in options(there) if more.startswith("attack")}
    return found


@pytest.mark.rule("walk", "range", "target-choice", "aerial-attack", "as-if-there")
def test_the_attacks_in_reach_are_those_that_the_moves_list() -> None:
    one = staged(
        "Anna: Ash Runner A",
        "Anna: Reed Archers B",
        "Anna: Storm Warden A",
        "Anna: Wall Guard E",
        "Bo: Marsh Serpent C",
        "Bo: Stone Thrower E",
        "Bo: Hedge Knight F",
        turn=0,
    )
    found = attacks_left(one.game.setup, one.state)  # type: ignore[attr-defined]
    for unit in "Ash Runner", "Reed Archers", "Storm Warden", "Wall Guard":
        told = {
            (
                reach.way[-1] if reach.way else one.state.piece(unit).area,
                attacks.write(reach.strike.target, reach.strike.manner),
            )
            for reach in found
            if reach.attacker == unit
        }
        assert told == in_reach(one, unit)
        assert any(area != one.state.piece(unit).area for area, _ in told) or unit == "Wall Guard"


@pytest.mark.rule("lava", "M50", "M82")
def test_a_walk_through_lava_is_in_reach_for_a_wound() -> None:
    """From C the lava G moves Worm on to H, or up the stairs D; nothing else brings it to Log."""
    one = against_one("Worm C", target="Anna: Log H")
    setup = one.game.setup  # type: ignore[attr-defined]
    assert {(found.way, found.burns) for found in attacks_left(setup, one.state)} == {
        (("G", "D"), 1),
        (("G", "H"), 1),
    }
    kills = [left_after(one, "activate Worm simple", f"walk G {to}", "attack Log").get(0, Fraction(0)) for to in "DH"]
    (log,) = [unit for unit in told_of(one).units if unit.name == "Log"]
    assert [threat.kill for threat in log.threats] == [max(kills)]
    assert held(one, "Log", 1 - max(kills)) >= 17
    one.state.piece("Worm").vitality = 1
    assert attacks_left(setup, one.state) == []
    assert attacks_left(setup, against_one("Snail C", target="Anna: Log H").state) == []


@pytest.mark.rule("lava", "M50", "stairs")
def test_who_is_reached_through_lava_is_not_certain_to_survive() -> None:
    """From H the lava G moves Worm on to the stairs D, from where it strikes down to A: three areas in all."""
    one = against_one("Worm H")
    assert {found.way for found in attacks_left(one.game.setup, one.state)} == {("G", "D")}  # type: ignore[attr-defined]
    assert safe("Anna: Log A", "Bo: Worm H") == set()
    assert safe("Anna: Log A", "Bo: Snail H") == {"Log", "Snail"}


@pytest.mark.rule("force-of-nature", "M38")
def test_force_of_nature_brings_a_target_into_reach() -> None:
    """From the forest B Thorn strikes over to A for one of the trees; it can't walk."""
    thorn = "Thorn: hero 1, greek, 2 cards, art 1, force of nature; 2-1 2/6/0/0"
    one = staged("Anna: Log A", "Bo: Thorn B", turn=1, typed=(*SMALL, thorn))
    (reach,) = attacks_left(one.game.setup, one.state)  # type: ignore[attr-defined]
    assert (reach.way, reach.near, reach.nature) == ((), False, True)
    kill = left_after(one, "activate Thorn simple", "nature", "attack Log").get(0, Fraction(0))
    (log,) = [unit for unit in told_of(one).units if unit.name == "Log"]
    assert [threat.kill for threat in log.threats] == [kill]
    assert held(one, "Log", 1 - kill) >= 17


def in_the_valley(*placed: str) -> Session[GameState]:
    """Bo's turn, the last of the round, on the larger map."""
    one = staged(*(text[:-2] for text in placed), turn=1, typed=SMALL, board=VALLEY)
    for text in placed:
        piece = one.state.piece(text[:-2].partition(": ")[2])
        piece.status, piece.area = "board", text[-1]
    return one


@pytest.mark.rule("polar", "M53")
def test_who_falls_as_the_activation_begins_attacks_nobody_whatever_was_kept() -> None:
    """Both lines of Worm's vitality show the same in the window; with the last one the cold destroys it."""
    one, kept = in_the_valley("Anna: Log J", "Bo: Worm J"), dict[Any, Any]()
    setup, found = one.game.setup, list[int]()  # type: ignore[attr-defined]
    for vitality in 2, 1:
        one.state.piece("Worm").vitality = vitality
        match = Match(setup, one.state.copy(), [])
        found.append(len(_Choosing(Random(1), kept)._attacks(match, match.state.piece("Worm"))))
    assert found == [1, 0]


@pytest.mark.rule("activation", "two-units", "second-unit")
def test_only_who_can_be_activated_yet_counts_and_only_for_the_turns_left() -> None:
    one = staged("Anna: Ash Runner A", "Anna: Hedge Knight A", "Bo: Stone Thrower A")
    setup = one.game.setup  # type: ignore[attr-defined]

    def attackers() -> set[str]:
        return {reach.attacker for reach in attacks_left(setup, one.state)}

    assert attackers() == {"Ash Runner", "Hedge Knight", "Stone Thrower"}
    say(one, "activate Ash Runner simple", "attack Stone Thrower [0 0 0 0 0 0 0 / no]")
    assert attackers() == {"Hedge Knight", "Stone Thrower"}
    one.state.players[1].cards.sure.pop("Stone Thrower")
    assert attackers() == {"Hedge Knight"}
    say(one, "end turn")
    one.state.players[1].cards.sure.pop("Stone Thrower")
    assert attackers() == set()


@pytest.mark.rule("M13")
def test_with_average_dice_a_kill_is_certain_or_impossible() -> None:
    one = staged("Anna: Log A", "Bo: Twig A", "Bo: Quill H", turn=1, typed=SMALL, dice="average")
    threats = next(unit for unit in told_of(one).units if unit.name == "Log").threats
    assert {threat.kill for threat in threats} == {Fraction(0)}
    one.state.piece("Log").vitality = 1
    found = next(unit for unit in told_of(one).units if unit.name == "Log")
    assert {threat.kill for threat in found.threats} <= {Fraction(0), Fraction(1)}


# --- how both sides choose ------------------------------------------------------------------------------


@pytest.mark.rule("retaliation", "guard", "evade")
def test_who_attacks_may_be_struck_back_and_a_guard_or_an_evasion_saves_the_target() -> None:
    """Twig attacks Log, which answers; Log is guarded where that costs less; who flies away isn't hit."""
    one = staged("Anna: Log A", "Bo: Twig A", turn=1, typed=SMALL)
    one.state.piece("Twig").vitality = 1
    lost = {unit.name: unit.chance for unit in told_of(one, rounds=4).units}
    assert 0.5 < lost["Twig"] < 1
    alone, guarded = against_one("Twig A"), against_one("Twig A")
    say_more = staged("Anna: Log A", "Anna: Hedge Knight A", "Bo: Twig A", turn=1, typed=SMALL)
    guarded.state = say_more.state
    del guarded.state.players[0].cards.sure["Log"]
    kept = [next(unit for unit in told_of(each, rounds=4).units if unit.name == "Log") for each in (alone, guarded)]
    assert kept[0].chance < kept[1].chance == 1.0
    flies = staged("Anna: Gale Harrier A", "Bo: Ash Runner A", turn=1)
    flies.state.piece("Gale Harrier").vitality = 1
    (harrier,) = [unit for unit in told_of(flies, rounds=2).units if unit.name == "Gale Harrier"]
    assert harrier.threats[0].kill > Fraction(1, 2)
    assert harrier.chance == 1.0


def test_an_attack_that_is_worth_less_than_another_is_made_sometimes() -> None:
    """Twig can attack once and may destroy either, Log for 4 points of recruitment or Chip for 2; nobody guards."""
    one = staged(
        "Anna: Log A",
        "Anna: Chip E",
        "Bo: Twig A",
        turn=1,
        typed=(*SMALL, "Chip: hero 2, norse, 2 cards, art 1; 2-1 1/6/0/1"),
    )
    for name in "Log", "Chip":
        one.state.piece(name).vitality = 1
        del one.state.players[0].cards.sure[name]
    lost = {unit.name: 1 - unit.chance for unit in told_of(one, rounds=8).units}
    assert 0.02 < lost["Chip"] < lost["Log"]


def test_the_same_seed_gives_the_same_figures_on_any_number_of_cores() -> None:
    one = against_one("Twig A", "Bough A", "Quill H")
    here = told_of(one, rounds=3).data()
    assert told_of(one, rounds=3, cores=2).data() == here
    assert told_of(one, rounds=3, seed="2").data()["units"] != here["units"]


def test_what_is_kept_of_a_round_changes_nothing() -> None:
    """Trials that reckon each attack anew come out as those that find it among what was reckoned before."""
    one = staged("Anna: Ash Runner A", "Anna: Reed Archers B", "Bo: Marsh Serpent C", "Bo: Gale Harrier A")
    what = start_rollout(one.game.setup, one.state, ("Ash Runner", "Gale Harrier"))  # type: ignore[attr-defined]
    kept = [trials(what, "1", range(at, at + 1)) for at in range(8)]
    anew = []
    for at in range(8):
        _kept.cache_clear()
        anew.append(trials(what, "1", range(at, at + 1)))
    assert kept == anew
    assert [0, 1] in kept or [1, 0] in kept


# --- who is certain -------------------------------------------------------------------------------------


def test_who_is_in_nobodys_reach_survives_for_certain_and_nothing_is_played_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(report, "tally", lambda *given: pytest.fail("played out"))
    one = staged("Anna: Log A", "Bo: Twig", turn=1, typed=SMALL)
    found = told_of(one)
    assert [(unit.name, unit.survives, unit.threats) for unit in found.units] == [("Log", None, ())]
    assert found.data()["units"][0]["survives"] == {"about": 1.0, "within": 0.0, "tried": 0}


def safe(
    *placed: str,
    typed: Collection[str] = (),
    turn: int = 1,
    still: Collection[str] = (),
    fallen: Collection[str] = (),
    **settings: Any,
) -> set[str]:
    """Who is certain, some units being without a card, some destroyed."""
    one = staged(*placed, turn=turn, typed=(*SMALL, *typed), **settings)
    for player in one.state.players:
        for name in still:
            player.cards.sure.pop(name, None)
    for name in fallen:
        piece = one.state.piece(name)
        piece.status, piece.area, piece.vitality = "destroyed", "", 0
    return set(certain(Match(one.game.setup, one.state, [])))  # type: ignore[attr-defined]


def test_certain_is_only_what_no_walk_no_range_and_no_power_can_change() -> None:
    """H is 3 areas from A. Log and Snail walk 1 and strike 1 further at most; Twig walks 2, Quill shoots 3."""
    assert safe("Anna: Log A", "Bo: Snail H") == {"Log", "Snail"}
    assert safe("Anna: Log A", "Bo: Twig H") == safe("Anna: Log A", "Bo: Quill H") == set()
    assert safe("Anna: Log A", "Anna: Stone Thrower H", "Bo: Snail H") == {"Log"}
    wild = "Wild: hero 1, greek, 2 cards, art 1; 2-1 2/6/0/0 a; a Storm: active: an enemy anywhere wounds 1"
    assert safe("Anna: Log A", "Bo: Wild H", typed=[wild]) == {"Wild"}
    wind = "Wind: hero 1, greek, 2 cards, art 1; 2-1 2/6/0/0 a; a Gust: active: allies anywhere movement +1 this turn"
    assert "Log" not in safe("Anna: Log A", "Bo: Wind H", "Bo: Snail H", typed=[wind])
    assert safe("Anna: Log A", "Bo: Snail H", board_file="") == set()  # there may be more areas than were told


@pytest.mark.rule("walk", "run")
def test_who_could_go_where_it_is_attacked_is_not_certain() -> None:
    """Snail attacks 2 areas away, Log is 3 away; it may go nearer, and Snail attack it and be answered."""
    placed = "Anna: Log A", "Bo: Snail H"
    assert safe(*placed, turn=0) == set()
    assert safe(*placed, turn=0, still=["Log"]) == {"Log", "Snail"}
    assert safe(*placed, turn=1) == {"Log", "Snail"}


@pytest.mark.rule("mighty-throw", "M45")
def test_who_may_be_thrown_nearer_walks_from_there() -> None:
    """Snail walks 1 and strikes 1 further, 2 of the 3 areas to Log; an enemy beside it may throw it the third."""
    hurl = "Hurl: hero 1, norse, 2 cards, art 1, fireproof{}; 2-1 2/6/0/0"
    thrower = hurl.format(", mighty throw")
    placed = "Anna: Log A", "Anna: Hurl H", "Bo: Snail H"
    assert safe(*placed, turn=0, still=["Log"], typed=[hurl.format("")]) == {"Log"}
    assert safe(*placed, turn=0, still=["Log"], typed=[thrower]) == set()
    assert safe(*placed, turn=0, still=["Log", "Hurl"], typed=[thrower]) == {"Log"}
    assert safe(*placed, turn=1, typed=[thrower]) == {"Log"}  # Anna's turn is over
    apart = "Anna: Log A", "Anna: Hurl A", "Bo: Snail H"
    assert safe(*apart, turn=0, still=["Log"], typed=[thrower]) == {"Log"}
    also = "Anna: Log A", "Bo: Hurl H", "Cleo: Snail H"
    assert "Log" in safe(*also, turn=1, typed=[hurl.format("")], players=3)
    assert "Log" not in safe(*also, turn=1, typed=[thrower], players=3)


@pytest.mark.rule("deploy", "recall", "M60", "retaliation")
def test_who_attacks_somebody_that_comes_on_to_the_board_may_be_answered() -> None:
    """Bo's turn is the last: what Anna brings to her zone, A and B, can be attacked in it, and answers."""
    assert safe("Anna: Log", "Bo: Twig E", turn=0) == set()
    assert safe("Anna: Log", "Bo: Twig E", turn=0, still=["Log"]) == {"Twig"}
    assert safe("Anna: Log", "Bo: Twig E", turn=1) == {"Twig"}
    assert safe("Anna: Log", "Bo: Snail H", turn=0) == {"Snail"}
    assert safe("Anna: Reed Archers", "Bo: Twig E", turn=0, fallen=["Reed Archers"]) == set()
    assert safe("Anna: Log", "Bo: Twig E", turn=0, fallen=["Log"]) == {"Twig"}  # only a troop is recalled
    stump = "Stump: hero 1, norse, 2 cards, art 1; 2-1 2/6/0/0"
    horn = "Horn: hero 1, norse, 2 cards, art 1; 2-1 2/6/0/0 a; a Muster: active: an allied troop anywhere recall 2"
    placed = "Anna: Horn A", "Anna: Reed Archers", "Bo: Stump H"
    assert safe(*placed, turn=0, typed=[horn, stump]) == {"Horn", "Stump"}
    assert safe(*placed, turn=0, typed=[horn, stump], fallen=["Reed Archers"]) == {"Horn"}  # they may act at once
    alive = "Anna: Horn A", "Anna: Reed Archers A", "Bo: Stump H"
    assert "Stump" not in safe(*alive, turn=0, typed=[horn, stump], still=["Reed Archers"])  # they may fall before


def test_a_map_that_is_learnt_counts_as_far_as_it_was_told(capsys: pytest.CaptureFixture[str]) -> None:
    one = staged("Anna: Log A", "Bo: Quill E", turn=1, typed=SMALL, board_file="", board=replace(BOARD, lines=()))
    found = told_of(one)
    assert found.data()["map_known"] is False
    assert [threat.best.attacker for unit in found.units for threat in unit.threats] == ["Quill"]
    found.show(Screen(plain=True))
    assert (
        "As far as the map is known; a line of sight that isn't known is taken as clear." in capsys.readouterr().out
    )


@pytest.mark.rule("M77")
def test_nobody_is_certain_whose_divinity_may_fall_where_its_player_leaves_then() -> None:
    placed = ("Anna: Log A", "Anna: Storm Warden H", "Bo: Snail H")
    assert safe(*placed) == {"Log"}
    assert safe(*placed, players=3) == set()


# --- whole games ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [3, 7])
def test_chances_are_told_all_through_a_random_game(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is certain to survive a round does, whatever is played at random; no attack is overlooked as too far."""
    one, sure, number = table(seed), dict[int, set[str]](), 0
    for now in play(one, 300):
        game = now.state
        if game.phase not in ("start", "choose", "act") or game.over:
            continue
        number += 1
        assert all(game.piece(name).there for name in sure.get(game.round, ()))
        sure.setdefault(game.round, set()).update(certain(Match(one.setup, game.copy(), [])))
        if number % 40 == 0:
            before = game.copy()
            found = report_round(one.setup, now, Effort(0, cores=0), none_told)
            assert [unit.name for unit in found.units if not 0 <= unit.chance <= 1 or not unit.told] == []
            assert game == before
            near = attacks_left(one.setup, game)
            with monkeypatch.context() as anywhere:
                anywhere.setattr(
                    "referee.games.mythic.surviving.reach.farthest", lambda match, piece: Farthest(50, 50)
                )
                assert attacks_left(one.setup, game) == near
    assert number > 100


# --- as it is asked for ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped game of two in its eighth round, Anna's turn."""
    folder = tmp_path_factory.mktemp("duel")
    lines = (EXAMPLES / "two-players.moves").read_text(encoding="utf-8").splitlines()[:134]
    for name in "sample-units.toml", "wide-valley.toml":
        (folder / name).write_bytes((EXAMPLES / name).read_bytes())
    (folder / "duel.moves").write_text("\n".join(lines) + "\n", encoding="utf-8")
    run("do", folder / "duel.toml", "--from", folder / "duel.moves")
    return folder / "duel.toml"


def test_odds_battle_tells_each_unit_of_a_save_with_what_is_in_reach(duel: Path) -> None:
    told = run("odds", duel, "--battle", "--seconds", "0.1", "--plain").stdout
    assert told.startswith("Round 8: the rest of Anna's turn, then Bo's.\n")
    assert re.search(r"^Marsh Serpent \(Bo, 3 of 7, D\) survives \d+% \(±\d+\)$", told, re.MULTILINE)
    assert "\n    Stone Thrower from F: kills 79%, 2.8 of 3 wounds.\n" in told
    assert re.search(r"^Standard Bearers \(Anna, 2 of 2, D\) survive \d+%", told, re.MULTILINE)
    assert "\n    Ford Slingers: kill 2%, 1.1 of 3 wounds.\n" in told
    found = as_json("odds", duel, "--battle", "--seconds", "0.1")
    assert (found["turns_left"], found["seed"], found["over"]) == (["Anna", "Bo"], "1", False)
    serpent = next(unit for unit in found["units"] if unit["unit"] == "Marsh Serpent")
    assert serpent["survives"]["tried"] == found["played_out"] >= 12
    assert serpent["attacks"][0]["kill"]["about"] == pytest.approx(0.787017)


def shown(one: RoundReport, capsys: pytest.CaptureFixture[str]) -> list[str]:
    one.show(Screen(plain=True))
    return capsys.readouterr().out.splitlines()


def unit_told(name: str, *kills: Fraction, survived: int = 100) -> UnitChance:
    """A unit that survived so many of 100 rounds, with attacks in reach that kill so likely."""
    strike = StrikeInGame(attacks.AttackTarget(name), attacks.Manner())
    threats = tuple(
        Threat(AttackReached(f"Enemy {number}", (), strike, None, None, near=True), kill, Fraction(1), 0)  # type: ignore[arg-type]
        for number, kill in enumerate(kills, 1)
    )
    return UnitChance(name, "Bo", "A", 2, 4, threats, Estimate(survived, 100))


def test_the_greatest_danger_is_told_last_and_who_is_hardly_in_any_is_only_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    seldom = Fraction(1, 101)
    units = (
        unit_told("Worst", Fraction(1, 2), seldom, seldom, survived=40),
        unit_told("Worse", seldom, survived=98),
        unit_told("Far", survived=98),
        unit_told("Guarded", Fraction(1, 100)),
        unit_told("Calm", seldom, survived=99),
        unit_told("Idle"),
    )
    told = shown(RoundReport(3, 5, ("Anna",), units, seed="1"), capsys)
    assert told[0] == "Round 3: the rest of Anna's turn."
    assert told[1] == "Hardly in danger, alive in 99% or more of 100 playings: Calm, Idle."
    assert "Units this safe from an attack that may kill are guarded, evade, or are seldom" in told
    at = told.index("Guarded (Bo, 2 of 4, A) survives 100% (at least 96%)")
    assert told[at + 1 :] == [
        "    Enemy 1: kills 1%, 1.0 of 2 wounds.",
        "Far (Bo, 2 of 4, A) survives 98% (±6)",
        "    no attack in reach now",
        "Worse (Bo, 2 of 4, A) survives 98% (±6)",
        "    1 attack in reach, under 1%",
        "Worst (Bo, 2 of 4, A) survives 40% (±10)",
        "    Enemy 1: kills 50%, 1.0 of 2 wounds.",
        "    2 more in reach, each under 1%",
    ]


def test_a_unit_that_is_named_is_told_at_once_and_exactly(duel: Path) -> None:
    told = run("odds", duel, "--move", "marsh", "--plain").stdout
    assert told.splitlines()[1:3] == [
        "Marsh Serpent (Bo, 3 of 7, D)",
        "    Stone Thrower from F: kills 79%, 2.8 of 3 wounds.",
    ]
    found = as_json("odds", duel, "--move", "marsh serpent")
    assert [(unit["unit"], unit["survives"]) for unit in found["units"]] == [("Marsh Serpent", None)]
    alone = run("odds", duel, "--move", "deep queen", "--plain").stdout
    assert alone.splitlines()[1] == "Deep Queen (Bo, 8 of 8, L)"


def test_where_no_attack_is_under_way_the_last_one_is_told_as_such(duel: Path) -> None:
    last = "No attack is under way: this is the last one, as it stood before its dice."
    told = run("odds", duel, "--plain").stdout
    assert told.startswith(f"{last}\nWhat each unit has to fear this round:\n")
    assert f"referee odds {duel} --battle" in told
    out = StringIO()
    SavedTable(games.load("mythic"), read_save(duel), Screen(plain=True, file=out)).of_battle(Command("odds"))
    assert out.getvalue().startswith(f"{last}\nWhat each unit has to fear this round:\n")
    assert "odds battle\n" in out.getvalue()
    (entry,) = re.findall(r"^ *(\d+)  .*attack", run("log", duel, "--plain").stdout, re.MULTILINE)[:1]
    assert "under way" not in run("odds", duel, entry, "--plain").stdout


def test_an_entry_is_told_as_it_stood_before_it(duel: Path) -> None:
    told = run("odds", duel, "60", "--battle", "--plain").stdout
    assert told.startswith("Round 4: the rest of Bo's turn.\nCertain to survive, as nobody comes near enough: Storm")
    assert as_json("odds", duel, "60", "--move", "storm warden")["round"] == 4


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["--battle", "--move", "marsh"],
            "--battle tells of everything at once, --move and --magic of one move or unit",
        ),
        (
            ["Storm Warden"],
            "Storm Warden: there is no such file; a move or a unit is named with --move: referee odds",
        ),
        (["--move", "Marhs Serpent"], 'no unit on the board is called "Marhs Serpent"; did you mean Marsh Serpent?'),
        (["--move", "s"], '"s" fits several: Standard Bearers, Stone Thrower or Storm Warden'),
        (["999", "--battle"], "there is no entry 999; they are numbered from 1 to 97"),
        (["5", "--battle"], "the game is still being set up; what is in reach is told from the first turn on"),
    ],
)
def test_what_cannot_be_told_is_one_clear_line(duel: Path, arguments: list[str], said: str) -> None:
    result = run("odds", duel, *arguments, code=2)
    assert result.stderr.count("\n") == 1
    assert said in result.stderr


def test_a_record_of_one_attack_and_a_light_table_say_what_does(tmp_path: Path) -> None:
    refused = run("odds", EXAMPLES / "attack-odds.toml", "--battle", code=2).stderr
    assert refused.endswith(
        "the chance of a whole battle needs a save in Mythic Battles: Pantheon; leave out --battle\n"
    )
    light = tmp_path / "light.toml"
    run("new", light, "--game", "mythic", "--player", "Anna", "--player", "Bo", "--track", "score", "--yes")
    assert "doesn't track areas and cards" in run("odds", light, "--battle", code=2).stderr


def test_the_prompt_tells_a_round_and_a_unit(
    duel: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    type_at(duel, monkeypatch, "odds battle 0.1", "odds battle 60%", "odds marsh", "odds Nobody")
    told = capsys.readouterr().out
    assert told.count("Round 8: the rest of Anna's turn, then Bo's.") == 2
    assert "Marsh Serpent (Bo, 3 of 7, D) survives" in told
    assert "Marsh Serpent (Bo, 3 of 7, D)\n" in told
    assert 'no unit on the board is called "Nobody"' in told
    assert "there is no chance to be aimed at here; leave out 60%" in told


def test_the_step_under_way_does_not_count_yet_and_that_is_said() -> None:
    one = say(staged("Anna: Ash Runner A", "Bo: Stone Thrower A"), "activate Ash Runner simple")
    one.answer("attack Stone Thrower")
    found = told_of(one)
    assert found.before == "attack Stone Thrower"
    assert {threat.best.attacker for unit in found.units for threat in unit.threats} == {
        "Ash Runner",
        "Stone Thrower",
    }


def test_a_game_that_is_over_has_no_chances() -> None:
    one = staged("Anna: Ash Runner A", "Bo: Stone Thrower A")
    one.state.over = True
    assert told_of(one).data()["over"] is True
    assert make_setup().dice == one.game.setup.dice  # type: ignore[attr-defined]


@pytest.fixture
def answering() -> Callable[[Session[GameState]], list[str]]:
    """What stands below the question for a move, by and by."""

    class Answers:
        patient = True
        lines: list[str]

        def ask(self, question: Any) -> str:
            self.lines = [] if question.meanwhile is None else [question.meanwhile()]
            if question.meanwhile is not None:
                question.meanwhile.wait()
                self.lines.append(question.meanwhile())
            return ""

    def asked(one: Session[GameState]) -> list[str]:
        answers: Any = Answers()
        assert one.question is not None
        answers.ask(advise(one.question, lambda: (one.game.setup, one.present)))  # type: ignore[attr-defined]
        found: list[str] = answers.lines
        return found

    return asked


def test_play_with_odds_tells_who_is_in_danger_while_somebody_thinks(
    answering: Callable[[Session[GameState]], list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.games.mythic.surviving.report.SECONDS", 0.0)
    one = against_one("Twig A")
    last = answering(one)[-1]
    assert re.fullmatch(r"Log survives the round \d+% \(.+\), Twig 100% \(at least \d+%\)", last)
    say(one, "activate Twig simple")
    one.answer("attack Log")
    assert answering(one) == []  # dice are asked for
    assert report_unit(one.game.setup, one, "lift 4 by 1") is None  # type: ignore[attr-defined]


def test_data_is_json(duel: Path) -> None:
    assert json.loads(run("odds", duel, "--move", "wall guard", "--json").stdout)["game"] == "mythic"
