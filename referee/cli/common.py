"""What the commands share: options, exit codes, and one way to go through files."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from referee.errors import BadInput, Illegal

if TYPE_CHECKING:
    from referee.files import Data
    from referee.games import Game, Report

WELL, AGAINST, UNUSABLE = 0, 1, 2
"""Exit codes: all well; the referee found against the input; the input can't be used."""

Files = Annotated[list[Path] | None, typer.Argument(metavar="[FILE]...", show_default=False)]
DeckOption = Annotated[
    Path | None, typer.Option("--deck", metavar="DECK", help="Look card names up in this deck file.")
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object per file, for scripts.")]
PlainOption = Annotated[bool, typer.Option("--plain", help="No colours and no drawing; fit for a screen reader.")]


def complain(message: object) -> None:
    """A message for people, on standard error."""
    sys.stderr.write(f"{message}\n")


def leave(message: object, code: int = UNUSABLE) -> NoReturn:
    """End the command with a message and an exit code."""
    complain(message)
    raise typer.Exit(code)


def report_on_files(
    files: Sequence[Path],
    work: Callable[[Game, Path, Data], Report],
    as_json: bool,
    plain: bool,
) -> NoReturn:
    """Report on each file in turn; an unusable one gets its message, and the highest exit code wins."""
    from referee import games
    from referee.files import read_toml

    worst = WELL
    for number, path in enumerate(files):
        try:
            data = read_toml(path)
            report = work(games.of(data, str(path)), path, data)
        except BadInput as error:
            complain(error)
            worst = UNUSABLE
            continue
        for note in report.notes:
            complain(f"note: {note}")
        if as_json:
            print_json(report.data())
        else:
            from referee.screens import Screen

            screen = Screen(plain)
            if number:
                screen.line()
            report.show(screen)
        worst = max(worst, AGAINST if report.against else WELL)
    raise typer.Exit(worst)


def print_json(data: object) -> None:
    """One JSON object on one line of standard output, in UTF-8 whatever the locale."""
    import msgspec

    sys.stdout.buffer.write(msgspec.json.encode(data) + b"\n")
    sys.stdout.buffer.flush()


def exit_code(error: BadInput | Illegal) -> int:
    """The exit code that belongs to an error."""
    return AGAINST if isinstance(error, Illegal) else UNUSABLE
