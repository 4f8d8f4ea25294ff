"""`referee score`: who won."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.common import DeckOption, Files, JsonOption, PlainOption, report_on_files


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(score)


def score(
    files: Files = None,
    deck: DeckOption = None,
    as_json: JsonOption = False,
    plain: PlainOption = False,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Without a FILE: keep the answers here.")
    ] = None,
) -> None:
    """Score a finished game: every bonus, the totals, and how a tie is broken.

    A FILE is a score sheet. Without one the program asks what each player holds.
    """
    if files:
        report_on_files(files, lambda game, path, data: game.score(path, data, deck), as_json, plain)
    from referee.cli.asking import ask_for_score

    ask_for_score(deck, as_json, plain, save)
