"""`referee judge`: what a battle should have done."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.common import DeckOption, JsonOption, PlainOption, offering, report_on_files


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
    report_on_files(files, lambda game, path, data: game.judge(path, data, deck, brief), as_json, plain)
