"""What is drawn fits the screen: what is least needed goes first, and comes back where there is room."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path

import pyte
import pytest

from referee import games
from referee.cli.common import open_table
from referee.cli.watch import drawing
from referee.saves.save import OpenSave
from referee.text.menu import ALWAYS, DrawnForm, Part, blank, show_fitting
from referee.text.screen import Screen, show_rows
from tests.old_saves import run
from tests.recorded_games import folder, names
from tests.shipped import shipped

EXAMPLES = Path(__file__).parents[1] / "examples"
SIZES = ((80, 24), (80, 40), (120, 40))
STATES = 3
"""So many states of each recorded game are looked at."""
FEEDING = 102
"""So many lines of the shipped game of Conjurers lead to the end of turn 3, when armies are fed."""


class Terminal(io.StringIO):
    """A terminal, as far as a program can see."""

    def isatty(self) -> bool:
        return True


def lines(*texts: str) -> Callable[[Screen], None]:
    def draw(screen: Screen) -> None:
        for text in texts:
            screen.line(text)

    return draw


HEAD: Part = (DrawnForm(ALWAYS, lines("head")),)
LIST: Part = (DrawnForm(10, lines("a", "b", "c")), DrawnForm(50, lines("a, b, c")))
NUMBERS: Part = (DrawnForm(30, lines("1", "2")), DrawnForm(40, lines("1 2")))


@pytest.mark.parametrize(
    ("room", "shown"),
    [
        (None, "head | | a | b | c | 1 | 2"),
        (7, "head | | a | b | c | 1 | 2"),
        (6, "head | a | b | c | 1 | 2"),
        (5, "head | | a, b, c | 1 | 2"),
        (4, "head | a, b, c | 1 | 2"),
        (3, "head | a, b, c | 1 2"),
        (2, "head | a, b, c"),
        (1, "head"),
        (0, "head"),
    ],
)
def test_the_least_needed_goes_first_and_comes_back_where_there_is_room(room: int | None, shown: str) -> None:
    file = io.StringIO()
    screen = Screen(file=file, width=80)
    screen.room = room
    show_fitting((HEAD, blank(), LIST, NUMBERS), screen)
    assert " | ".join(file.getvalue().splitlines()).replace("|  |", "| |") == shown


def test_what_has_no_shorter_form_is_cut_off_above_the_foot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINES", "6")
    monkeypatch.setenv("COLUMNS", "40")
    file = Terminal()
    screen = Screen(file=file)
    screen.redraw(lambda: lines("head", *"abcdefgh")(screen), lambda: screen.line("whose turn"))
    assert shown_in(file, 40, 6) == ["head", "a", "b", "c", "whose turn"]


def shown_in(file: io.StringIO, columns: int, rows: int) -> Sequence[str]:
    """What a terminal of this size shows of what was written, without the empty lines at its end."""
    terminal = pyte.Screen(columns, rows)
    pyte.Stream(terminal).feed(file.getvalue().replace("\n", "\r\n"))
    return "\n".join(line.rstrip() for line in terminal.display).rstrip().split("\n")


SHORT = "short-game"
"""The example of Prophecy, of which there are no other recorded games."""
GAMES = [*((game, name) for game in games.names() for name in names(game)), ("prophecy", SHORT)]


@pytest.mark.parametrize(("game", "name"), GAMES, ids=[f"{game}-{name}" for game, name in GAMES])
def test_watching_a_game_its_top_and_whose_move_it_is_stand_on_every_screen(
    game: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = tmp_path / "friday.toml"
    script = EXAMPLES / game / f"{name}.moves" if name == SHORT else folder(game) / f"{name}.moves"
    run("do", save, "--from", script, "--brief")
    last = len(OpenSave(games.load(game), save).session.steps)
    for number in range(last, 0, -max(1, last // STATES)):
        run("undo", save, "--to", number)
        playing = players(save, game)
        for columns, rows in SIZES:
            monkeypatch.setenv("COLUMNS", str(columns))
            monkeypatch.setenv("LINES", str(rows))
            for plain in (False, True):
                file = Terminal()
                screen = Screen(plain, file)
                screen.redraw(*drawing(save, screen))
                shown = shown_in(file, columns, rows)
                heading = shown[1] if plain else shown[0]
                assert heading.startswith(("Turn ", "Round ", "The end")), "\n".join(shown)
                assert any(line.startswith(("Next: ", "The game is over.")) for line in shown[-3:]), "\n".join(shown)
                assert all(player in "\n".join(shown) for player in playing), "\n".join(shown)


def players(save: Path, game: str) -> list[str]:
    """Who still plays."""
    state = OpenSave(games.load(game), save).session.state
    return [player.name for player in state.players if not getattr(player, "left", False)]


def test_rows_that_fit_in_no_columns_become_lines_with_whole_words() -> None:
    text = io.StringIO()
    rows = [["Anna", "Monastery", "6"], ["Bo", "Fortress", ""], ["Cleo", "Wilderness", "5"]]
    show_rows(Screen(plain=True, file=text, width=25), ("", "space", "Strength"), rows, "left", "left", "right")
    assert " ".join(text.getvalue().split()) == (
        "Anna: space Monastery, Strength 6 Bo: space Fortress Cleo: space Wilderness, Strength 5"
    )


def test_the_end_of_a_long_turn_leaves_the_next_ones_board_in_sight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What four players get and feed is a paragraph at a terminal, and the prompt may take two rows below."""
    said = {}
    for height in (24, None):
        monkeypatch.setattr(Screen, "height", height)
        out = io.StringIO()
        table = open_table(shipped(tmp_path, "conjurers", FEEDING).path, Screen(plain=True, width=80, file=out))
        table.session.answer("end turn")
        table.show(table.session.take_events())
        said[height], _, board = out.getvalue().partition("Turn 4 of 12")
        assert "Anna" in board
    assert said[24].split() == said[None].split()
    assert said[24].count("\n") < said[None].count("\n")
    monkeypatch.setattr(Screen, "height", 24)
    assert Screen(plain=True).room_left == 24 - 3


def test_after_a_prompt_there_is_room_again_on_every_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table shows the board on another screen than the one at which a person is asked."""
    monkeypatch.setattr(Screen, "_is_terminal", True)
    monkeypatch.setattr(Screen, "height", 24)
    shown, asked = (Screen(width=80, file=io.StringIO()) for _ in range(2))
    shown.line("a long turn\n" * 30)
    assert shown.room_left < 0
    asked.on_prompt()
    assert shown.room_left == 24 - 3


@pytest.mark.parametrize("height", [24, 100, None])
def test_the_score_at_the_prompt_fits_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, height: int | None
) -> None:
    """Where a line for each point would scroll away, the totals stand alone, and it says where the lines are."""
    monkeypatch.setattr(Screen, "height", height)
    out = io.StringIO()
    table = open_table(shipped(tmp_path, "conjurers", FEEDING).path, Screen(plain=True, width=80, file=out))
    table.score()
    assert ("A line for each point: referee score" in out.getvalue()) == (height == 24)
    assert (out.getvalue().count("\n") <= 21) == (height == 24)
    assert "would win with" in out.getvalue()
