"""`referee watch`: a game on a second screen, drawn anew whenever its save changes."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.common import PlainOption, SaveArgument, by_hand_or_bug, complain, leave, open_table, say_next
from referee.errors import RefereeError
from referee.play.notation import written
from referee.text.cleaning import in_short

if TYPE_CHECKING:
    from referee.text.screen import Screen

PERIOD = 0.5
"""Seconds between two looks at the file and at the width of the screen."""


def register(app: typer.Typer) -> None:
    """Add the command of this module."""
    app.command()(watch)


def watch(
    file: SaveArgument,
    once: Annotated[bool, typer.Option("--once", help="Draw it once and leave.")] = False,
    plain: PlainOption = False,
) -> None:
    """Keep a game on a second screen: the whole board, drawn anew whenever the save changes. Ctrl-C leaves.

    Hands that the program drew stay secret here. While the file is missing or broken, it says so and goes on waiting.
    """
    from referee.files.watching import changes, mark_of
    from referee.text.screen import Screen

    screen = Screen(plain)
    if once:
        try:
            _draw(file, screen)
        except RefereeError as error:
            leave(error)
        except Exception as error:
            leave(by_hand_or_bug(file, error))
        return
    try:
        with screen.without_cursor():
            for _ in changes(lambda: (mark_of(file), screen.width), lambda: time.sleep(PERIOD)):
                screen.redraw(lambda: _draw_or_tell(file, screen))
    except KeyboardInterrupt:
        complain(f"\nNo longer watching {file}.")


def _draw_or_tell(file: Path, screen: Screen) -> None:
    """The board, or what is wrong with the file."""
    try:
        _draw(file, screen)
    except RefereeError as error:
        _tell_waiting(str(error), screen)
    except Exception as error:
        _tell_waiting(by_hand_or_bug(file, error), screen)


def _tell_waiting(wrong: str, screen: Screen) -> None:
    screen.line(in_short(wrong), style="red")
    screen.line("Waiting for it to change; Ctrl-C leaves.", style="dim")


def _draw(file: Path, screen: Screen) -> None:
    """The board, the last entry, and who decides what now. Raises RefereeError if the file can't be used."""
    table = open_table(file, screen)
    if changed := table.open_save.changed_in_words:
        screen.line(f"The {changed}; see: referee verify {file}", style="red")
    table.board()
    log = table.public_log()
    if log:
        screen.line(f"Last: {log[-1].place}: {written(log[-1])}", style="dim")
    say_next(table)
