"""`referee watch`: a game on a second screen, drawn anew whenever its save changes."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.common import by_hand_or_bug, complain, leave, open_table, print_next
from referee.cli.options import PlainOption, PlayedArgument
from referee.errors import RefereeError
from referee.play.notation import write_step
from referee.text.streams import in_short

if TYPE_CHECKING:
    from referee.text.screen import Screen

PERIOD = 0.5
"""Seconds between checks of the file and the screen's width."""


def watch(
    file: PlayedArgument,
    once: Annotated[bool, typer.Option("--once", help="Draw it once and exit.")] = False,
    plain: PlainOption = False,
) -> None:
    """Keep a game on a second screen: the whole board, drawn anew whenever the save changes. Ctrl-C leaves.

    Hands that the program drew stay secret here. While the file is missing or broken, it says so and goes on waiting.
    """
    from referee.files.portable import changes, mark_of
    from referee.text.screen import Screen

    screen = Screen(plain)
    if once:
        try:
            screen.redraw(*drawing(file, screen), over=False)
        except RefereeError:
            raise
        except Exception as error:
            leave(by_hand_or_bug(file, error))
        return
    try:
        with screen.without_cursor():
            for _ in changes(lambda: (mark_of(file), screen.width, screen.height), lambda: time.sleep(PERIOD)):
                _redraw(file, screen)
    except KeyboardInterrupt:
        complain(f"\nNo longer watching {file}.")


def _redraw(file: Path, screen: Screen) -> None:
    """Redraw the board, or what is wrong with the file."""
    try:
        screen.redraw(*drawing(file, screen))
    except Exception as error:
        wrong = str(error) if isinstance(error, RefereeError) else by_hand_or_bug(file, error)
        screen.redraw(lambda: _tell_waiting(wrong, screen))


def _tell_waiting(wrong: str, screen: Screen) -> None:
    screen.line(in_short(wrong), style="red")
    screen.line("Waiting for it to change; Ctrl-C quits.", style="dim")


def drawing(file: Path, screen: Screen) -> tuple[Callable[[], None], Callable[[], None]]:
    """Return functions that draw the board, and below it the last entry and who decides what now.

    Raises RefereeError if the file can't be used.
    """
    table = open_table(file, screen, battles=True)

    def foot() -> None:
        if changed := table.open_save.changed_in_words:
            screen.line(f"The {changed}; see: referee verify {shlex.quote(str(file))}", style="red")
        if log := table.public_log():
            last = f"Last: {log[-1].place}: {write_step(log[-1])}"
            screen.line(
                last if screen.height is None else shorten(last, screen.width, placeholder=" ..."), style="dim"
            )
        print_next(table)

    return table.board, foot
