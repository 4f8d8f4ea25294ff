"""`referee odds`: what the next moves of a battle can lead to."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli.common import (
    AGAINST,
    DeckOption,
    GameOption,
    JsonOption,
    PlainOption,
    leave,
    offering,
    print_report,
    report_on_files,
    with_entries,
)
from referee.cli.guide import suggest
from referee.errors import BadInput, Illegal
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
    records: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[RECORD [ENTRY]]...", show_default=False, autocompletion=offering("any_files")),
    ] = None,
    move: MoveOption = None,
    magic: MagicOption = None,
    deck: DeckOption = None,
    game: GameOption = None,
    as_json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Say how each fight that could come next in a battle may end: who dies how likely, and the damage.

    RECORD is a battle record, or the save of a game: then it is about the battle under way, or with an ENTRY about
    the move that this entry of the log was.

    The chances are exact. What comes before the move (poison, being devoured) is counted as far as it is known.

    Without a record, with --game: how strong one must be to win so often (Prophecy).

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

    if not records:
        _show_leads(game, as_json, plain)
        return
    report_on_files(with_entries(records), find, as_json, plain)


def _show_leads(name: str | None, as_json: bool, plain: bool) -> None:
    """The odds of a game that hang on no battle."""
    from referee import games
    from referee.text.screen import Screen

    try:
        game = games.load(name)
        battles = game.battles() if game.battles is not None else None
        if battles is None or battles.leads is None:
            raise BadInput(f"{game.title}: name a record, as in: referee odds RECORD")
        print_report(battles.leads(), as_json, None if as_json else Screen(plain))
    except BadInput as error:
        leave(error)
