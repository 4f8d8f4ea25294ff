"""`referee odds`: what the next moves of a battle can lead to."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli.common import (
    AGAINST,
    DeckOption,
    EntryArgument,
    JsonOption,
    PlainOption,
    leave,
    offering,
    report_on_files,
)
from referee.cli.guide import suggest
from referee.errors import Illegal
from referee.saves.battles import battle_of, is_save

if TYPE_CHECKING:
    from referee.declaration.game import Game
    from referee.declaration.reports import Report
    from referee.files.files import Data

MoveOption = Annotated[
    str | None, typer.Option("--move", metavar="MOVE", help='All that one move can lead to, as in "attack Wolf".')
]
MagicOption = Annotated[
    list[str] | None, typer.Option(metavar="NAME:ABILITY", help="What a magician uses; repeat it for others.")
]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(odds)


def odds(
    record: Annotated[
        Path, typer.Argument(metavar="RECORD", show_default=False, autocompletion=offering("any_files"))
    ],
    entry: EntryArgument = None,
    move: MoveOption = None,
    magic: MagicOption = None,
    deck: DeckOption = None,
    as_json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Say how each fight that could come next in a battle may end: who dies how likely, and the damage.

    RECORD is a battle record, or the save of a game: then it is about the battle under way, or with an ENTRY about
    the move that this entry of the log was.

    The chances are exact. What comes before the move (poison, being devoured) is counted as far as it is known.

    Exit code 0: all well. 1: a move of the record, or the one asked for, is illegal. 2: the record can't be used.
    """

    def find(game: Game[Any, Any], path: Path, data: Data, entry: int | None) -> Report:
        fought = battle_of(game, path, data, deck, entry, whole=False)
        assert game.battles is not None
        try:
            report = game.battles().odds(fought, move, magic or ())
        except Illegal as error:
            from referee.rulebook.rules import rulebook

            leave(f"{move} is not legal: {error} ({rulebook(game.name).named(error.ruling)})", AGAINST)

        found = report.data()
        if found["over"] or not found["legal"] or entry is not None:  # there is nothing to go on with
            suggest(shlex.join(["judge", str(path), *([] if entry is None else [str(entry)])]))
        elif is_save(data):
            suggest(f"play {shlex.quote(str(path))}")
        return report

    report_on_files([(record, entry)], find, as_json, plain)
