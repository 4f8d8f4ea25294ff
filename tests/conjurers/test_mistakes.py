"""The moves of an evening's battles that cost most: found, told with what they cost, and nothing that is hidden."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from referee.asking.question import Command
from referee.evenings.story import as_markdown, mistakes_in, story_of
from referee.games.conjurers import GAME
from referee.games.conjurers.battle.in_game import battle_in, battles_over
from referee.games.conjurers.battle.moves import Attack, Summon, legal_moves
from referee.games.conjurers.battle.record import replay
from referee.games.conjurers.winning import mistakes
from referee.games.conjurers.winning.cost import MistakeCost, _best, as_it_stood, costs_of_move
from referee.games.conjurers.winning.position import position_of
from referee.games.conjurers.winning.solving import Result, Solved
from referee.games.conjurers.winning.winning import MoveChance, WinningChances
from referee.preferences import VARIABLE
from referee.sampling.race import Effort, Estimate
from referee.saves.save import OpenSave, read_save
from referee.saves.table import SavedTable
from referee.text.screen import Screen
from tests.conjurers.kept import new_game
from tests.conjurers.test_game_commands import as_json, run

EXAMPLES = Path(__file__).parents[2] / "examples"
HERE = Effort(60, cores=0, rounds=2)

WON, LOST = Solved(Result.WON, 3), Solved(Result.LOST, 2)


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example game, up to a move in a battle that loses what another wins."""
    place = tmp_path_factory.mktemp("mistakes")
    run("do", place / "whole.toml", "--from", EXAMPLES / "four-player-game.moves", "--brief")
    run("undo", place / "whole.toml", "--to", 90)
    return place / "whole.toml"


def opened(path: Path) -> OpenSave[Any]:
    return OpenSave(GAME, path)


def untold(line: str) -> None:
    pass


def test_each_turn_of_a_battle_that_is_over_knows_its_entry(save: Path) -> None:
    open_save = opened(save)
    found = list(battles_over("whole.toml", open_save.setup, open_save.session))
    ends = [(record.entries[0], record.entries[-1]) for record in found if record.entries]
    assert ends == [(15, 25), (44, 56), (74, 86)]  # without the one under way
    for record in found:
        for turn, entry in zip(record.turns, record.entries or (), strict=True):
            assert open_save.session.public_text(open_save.session.steps[entry - 1]).startswith(turn.text)


def turns_of(open_save: OpenSave[Any]) -> list[Any]:
    records = battles_over("whole.toml", open_save.setup, open_save.session)
    return [turn for record in records for turn in mistakes._turns(replay(record))]


def only(entry: int) -> Callable[..., Iterator[Any]]:
    """The turn of one entry, in place of all turns."""
    find = mistakes._turns
    return lambda *given: (one for one in find(*given) if one.entry == entry)


@pytest.mark.parametrize(("entry", "told"), [(78, 1), (18, 0)])
def test_a_move_that_loses_what_another_wins_is_found(
    entry: int, told: int, save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the same estimates as at the battle itself; a move as good as any isn't told."""
    monkeypatch.setattr(mistakes, "_turns", only(entry))
    open_save = opened(save)
    looked_at: list[str] = []
    found = list(mistakes.mistakes_in("whole.toml", open_save.setup, open_save.session, HERE, looked_at.append))
    assert looked_at[0] == f"entry {entry}, 1 of 1 moves in battles"
    assert [number for number, _ in found] == [entry] * told
    for _, said in found:
        assert said.startswith("Bo against Dan: attack Minion. With the best move (move Minion 1) Dan wins ")


def test_what_is_not_clear_or_costs_little_is_not_told(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_save = opened(save)
    turns = turns_of(open_save)
    right, wrong = MoveChance("attack Bear", Attack(0), WON), MoveChance("attack Wolf", Attack(1), LOST)
    guessed = MoveChance("attack Wolf", Attack(1), estimate=Estimate(1, 12))
    played = iter((wrong, right, wrong, guessed))
    costs = (MistakeCost(1, "attacker", "Anna", "choice", "attack Wolf", right, one) for one in played)
    monkeypatch.setattr(mistakes, "_suspects", lambda *given: turns[:4])
    monkeypatch.setattr(mistakes, "costs_of_move", lambda *given: [next(costs)])
    found = list(mistakes.mistakes_in("whole.toml", open_save.setup, open_save.session, HERE, untold))
    assert [entry for entry, _ in found] == [turns[0].entry, turns[2].entry]


def test_while_the_game_runs_no_creature_is_named_that_nobody_has_seen(
    save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_save = opened(save)
    one = next(one for one in turns_of(open_save) if one.secret)
    right = MoveChance("summon Viper 1", Summon(min(one.secret), 1), WON)
    cost = MistakeCost(
        1, "attacker", "Anna", "choice", "attack Wolf", right, MoveChance("attack Wolf", Attack(1), LOST)
    )
    monkeypatch.setattr(mistakes, "_suspects", lambda *given: [one])
    monkeypatch.setattr(mistakes, "costs_of_move", lambda *given: [cost])
    ((_, said),) = mistakes.mistakes_in("whole.toml", open_save.setup, open_save.session, HERE, untold)
    assert "Viper" not in said
    assert "With the best move (another summon) Anna wins with best play" in said


def test_the_story_tells_them_and_ctrl_c_leaves_those_found(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def find(*given: Any) -> Iterator[tuple[int, str]]:
        yield 78, "attack Minion. With the best move ..."
        yield 16, "summon Wolf 1. With the best move ..."
        raise KeyboardInterrupt

    monkeypatch.setattr(mistakes, "mistakes_in", find)
    found = mistakes_in(opened(save), HERE, untold)
    assert [one.partition(":")[0] for one in found] == ["Entry 16, turn 1, battles", "Entry 78, turn 3, battles"]
    assert "\n## Mistakes\n\n- Entry 16, turn 1, battles: summon Wolf 1." in as_markdown(
        story_of(opened(save), found)
    )
    assert "Mistakes\n" in run("story", save, "--mistakes", "--plain").stdout
    page = save.with_name("page.html")
    run("score", save, "--html", page, "--mistakes")
    assert "summon Wolf 1. With the best move" in page.read_text(encoding="utf-8")


def test_where_no_mistakes_can_be_found_that_is_said(tmp_path: Path) -> None:
    said = run("score", EXAMPLES / "four-players.toml", "--mistakes", code=2).stderr
    assert "--mistakes goes with --html and a save" in said
    save = tmp_path / "Enchanters.toml"
    run("do", save, "--from", EXAMPLES / "enchanters" / "three-players.moves", "--brief")
    told = run("story", save, "--mistakes", "--plain")
    assert told.stdout == run("story", save, "--plain").stdout
    assert "Enchanters has no battles to search for mistakes\n" in told.stderr
    found = mistakes_in(new_game(tmp_path), HERE, untold)
    assert found == [
        "No battle was refereed turn by turn in this game, so no move can be compared with the best one."
    ]


def test_what_was_claimed_and_is_not_so_is_told_with_what_hung_on_it(
    save: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also by judge, which tells the ways open to the table with the entries of the game."""
    disputed = tmp_path / "disputed.toml"
    disputed.write_bytes(save.read_bytes())
    run("undo", disputed, "--to", 79)
    run("adjust", disputed, "claim", "Minion", "9")
    monkeypatch.setattr(mistakes, "_suspects", lambda *given: [])
    open_save = opened(disputed)
    assert list(mistakes.mistakes_in("x", open_save.setup, open_save.session, HERE, untold)) == []  # under way
    (cost,) = as_json("judge", disputed, 80, "--cost", "--seconds", "0.2", code=1)["cost"]
    assert (cost["sort"], cost["mistake"]) == ("claim", "9 damage on Minion")
    commands = [one["command"] for one in cost["remedies"]]
    assert commands == [f"referee play {disputed}", f"referee undo {disputed} --to 78"]
    monkeypatch.setenv(VARIABLE, str(tmp_path / "config.toml"))
    run("config", "cost", "off")
    out = StringIO()
    SavedTable(GAME, read_save(disputed), Screen(plain=True, file=out)).of_battle(Command("judge"))
    ways = " ".join(out.getvalue().partition("Ways to go on after turn ")[2].split())
    assert ways.endswith(
        "correct the damage on the table, and go on - take it back to before entry 79, with 1 later entry: back 79"
    )
    run("do", disputed, "attacker wins")
    open_save = opened(disputed)
    ((entry, said),) = mistakes.mistakes_in("x", open_save.setup, open_save.session, HERE, untold)
    assert entry == 79
    assert said.startswith("Bo against Dan: Minion was said to have 9 damage, it had ")
    assert " As it is " in said


@pytest.mark.rule("random-draw")
def test_a_move_is_held_only_against_what_is_known_to_have_been_in_hand(tmp_path: Path) -> None:
    """Anna has drawn three of her army, and nobody knows all three: her best move summons one that she did summon."""
    save = tmp_path / "friday.toml"
    run("do", save, "--from", EXAMPLES / "four-player-game.moves", "--brief")
    open_save = opened(save)
    verdict = replay(battle_in("friday.toml", open_save.setup, open_save.session, 45, whole=True))
    before = as_it_stood(verdict.record, verdict.played[0].after)
    assert before.sides[before.side_to_move].hidden
    own = [move.creature for move in legal_moves(before) if isinstance(move, Summon)]
    assert any(before.fighters[number].maybe for number in own)
    (cost,) = costs_of_move(verdict, 2, Effort(0.2, cores=0), untold)
    assert isinstance(cost.kept.move, Summon)
    assert not before.fighters[cost.kept.move.creature].maybe
    assert cost.instead in ("", cost.kept.text)
    unseen = Summon(next(number for number in own if before.fighters[number].maybe), 1)
    nameless = _best(
        WinningChances(before, "rolled", (cost.kept._replace(text="summon Jorogumo 1", move=unseen),), True)
    )
    assert nameless.text == "whatever is in hand"
    assert MistakeCost(2, cost.side, "Anna", "illegal", "attack Wolf", nameless, None).instead == ""


@pytest.mark.rule("random-draw")
def test_what_a_move_cost_is_told_by_what_was_known_when_it_was_made(tmp_path: Path) -> None:
    """Cleo can't know yet whom Bo will summon from three drawn of five; of her own hand she knows all."""
    save = tmp_path / "friday.toml"
    run("do", save, "--from", EXAMPLES / "four-player-game.moves", "--brief")
    open_save = opened(save)
    record = battle_in("friday.toml", open_save.setup, open_save.session, 116, whole=True)
    assert record.entries is not None
    later = replay(record).played[record.entries.index(116) - 1].after
    before = as_it_stood(record, later)
    assert (before.side_to_move, before.sides["attacker"].hidden, before.sides["defender"].hidden) == (
        "defender",
        2,
        0,
    )
    assert later.sides["attacker"].hidden == 0
    run("undo", save, "--to", 115)
    contest = opened(save).session.present.contest
    assert contest is not None
    assert contest.battle is not None
    assert position_of(before) == position_of(contest.battle)
    can_be = [
        {fighter.name for fighter in battle.of("attacker") if fighter.maybe} for battle in (before, contest.battle)
    ]
    assert can_be[0] == can_be[1]
    unread = replace(record, unknown=frozenset(fighter.key for fighter in later.of("attacker")))
    assert as_it_stood(unread, later).sides["attacker"].hidden == 0
