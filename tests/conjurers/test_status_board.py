"""The board of `referee status`: every space once, figures and owners on it, feeding and its price, both widths."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from referee.games.conjurers.rules.ending import next_feeding
from referee.games.conjurers.rules.spaces import spaces
from referee.games.conjurers.rules.state import Contest, Figure, GameState, Setup
from referee.games.conjurers.screens.board import COLOURS, show_whole_board
from referee.text.screen import Screen
from tests.conjurers.evenings import begin, player, set_up
from tests.conjurers.test_game_commands import as_json, run

EXAMPLES = Path(__file__).parents[2] / "examples"
WIDTHS = (80, 120)


def board(setup: Setup, game: GameState, width: int = 80, *, plain: bool = False) -> str:
    """What the board shows."""
    file = io.StringIO()
    show_whole_board(setup, game, Screen(plain, file, width, drawing=True))
    return file.getvalue()


def words(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture(scope="module")
def late(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("board") / "late.toml"
    run("do", path, "--from", EXAMPLES / "four-player-game.moves", "--brief")
    run("undo", path, "--to", 348)
    return path


@pytest.mark.rule("E1", "E6", "assistants")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("plain", [False, True])
def test_every_space_is_shown_once(players: int, plain: bool) -> None:
    setup = set_up(players)
    shown = board(setup, begin(setup), plain=plain)
    for space in spaces(setup):
        assert len(re.findall(rf"\b{space.name}\b", words(shown))) == (space.sort != "duel"), space.name
    sorts = [sort for colour in COLOURS for sort in colour.sorts]
    assert set(sorts) == {space.sort for space in spaces(setup)}
    assert len(sorts) == len(set(sorts))


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_wider_than_the_screen(late: Path, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    shown = run("status", late).stdout.splitlines()
    assert max(map(len, shown)) <= width
    assert len(shown) <= 60


@pytest.mark.rule("mines", "mine-output", "storage-output", "food-spaces")
def test_owners_figures_and_outputs_stand_at_their_spaces() -> None:
    setup = set_up(3)
    game = begin(setup, turn=4, mines={"iron mine": "Bo"})
    game.placed = [Figure(0, "worker", "iron mine"), Figure(1, "conjurer", "duel Cleo")]
    shown = board(setup, game, 120)
    assert "1→2 Bo's ◂ Anna worker" in shown
    assert "duel Cleo ◂ Bo conjurer" in words(shown)
    assert "4→8" in next(line for line in shown.splitlines() if "wood storage" in line)
    plain = words(board(setup, game, plain=True))
    assert "iron mine, gives 1, next phase 2, Bo's, Anna's worker stands there" in plain
    assert "duel Cleo, Bo's conjurer stands there" in plain


@pytest.mark.rule("unlocking", "E3", "E6")
def test_a_closed_space_says_why() -> None:
    setup = set_up(3)
    shown = words(board(setup, begin(setup), 120))
    assert "sapphire mine closed until turn 7" in shown
    assert "valhalla norse is out of this game" in shown


@pytest.mark.rule("feeding", "food-needed", "food-short")
def test_the_next_feeding_and_what_is_missing_for_it() -> None:
    setup = set_up(3)
    game = begin(
        setup,
        turn=4,
        goods={"Anna": {"food": 2}, "Bo": {"food": 30}},
        assistants={"Anna": ["worker", "warrior"]},
        armies={"Anna": ["Wolf", "Greek 4a"]},
    )
    shown = board(setup, game)
    assert "next feeding: end of turn 6" in shown
    assert re.search(r"feeding \(6\)\s+9\s+3\s+3", shown)  # 1 + 4 for the creatures, 4 for the second assistant
    assert re.search(r"food short\s+7 \(-14\)\s+3 \(-6\)", shown)


@pytest.mark.rule("feeding", "A11")
@pytest.mark.parametrize(("turn", "expected"), [(1, 3), (3, 3), (4, 6), (12, 12)])
def test_which_feeding_comes_next(turn: int, expected: int) -> None:
    assert next_feeding(set_up(), begin(set_up(), turn=turn)) == expected


@pytest.mark.rule("A11")
def test_a_tournament_comes_after_the_feeding_of_its_turn() -> None:
    for turn, expected in ((6, 9), (12, None)):
        game = begin(set_up(4), turn=turn)
        game.stage, game.contest = "battles", Contest(0, 1, tournament="final")
        assert next_feeding(set_up(4), game) == expected


@pytest.mark.rule("creature-variety", "consistency", "combinations")
def test_the_bonuses_in_reach_are_marked() -> None:
    setup = set_up(4)
    game = begin(setup, armies={"Anna": ["Norse 2a", "Norse 2b", "Norse 2c"], "Bo": ["Greek 2a", "Greek 3a"]})
    for width in WIDTHS:
        shown = words(board(setup, game, width))
        assert "Gleipnir +22" in shown
        assert "greek 5 +10" in shown
    assert "best next card: Gleipnir +22 (combinations)" in words(board(setup, game, plain=True))


def test_the_turn_track_marks_the_turn(late: Path) -> None:
    shown = run("status", late).stdout
    assert "[11]" in shown
    assert shown.count("*") == 4


def test_a_finished_game_looks_back(tmp_path: Path) -> None:
    path = tmp_path / "two.toml"
    run("do", path, "--from", EXAMPLES / "two-player-game.moves", "--brief")
    shown = run("status", path).stdout
    assert "over" in shown
    assert "one more" not in shown
    assert "feeding (" not in shown


def test_a_player_who_has_left_has_no_column() -> None:
    setup = set_up(3)
    game = begin(setup)
    player(game, "Bo").left = True
    assert "Bo" not in board(setup, game)


def test_scripts_still_get_the_state(late: Path) -> None:
    assert as_json("status", late)["turn"] == 11
