"""`referee judge`: what a battle should have done."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli.common import DeckOption, JsonOption, PlainOption, offering, report_on_files
from referee.cli.guide import suggest
from referee.errors import BadInput

if TYPE_CHECKING:
    from referee.declaration.game import Game
    from referee.declaration.reports import Report
    from referee.files.files import Data


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(judge)


def judge(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE...", show_default=False, autocompletion=offering("any_files"))
    ],
    deck: DeckOption = None,
    brief: Annotated[bool, typer.Option("--brief", help="Only what is wrong, not every turn.")] = False,
    as_json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Replay a battle record and say what is illegal or disputed in it, by rule and page.

    Exit code 0: the record stands. 1: a move is illegal or a claim is wrong. 2: the record can't be used.
    """
    found: list[bool] = []

    def work(game: Game[Any, Any], path: Path, data: Data) -> Report:
        if game.battles is None:
            raise BadInput(f"{path}: {game.title} has no battle records; verify a save with: referee verify {path}")
        report = game.battles().judge(path, data, deck, brief)
        found.append(report.against)
        suggest(None if any(found) or not brief else "")  # a record that stands names no rule in brief
        return report

    report_on_files(files, work, as_json, plain)
