"""`referee judge`: what a battle should have done."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli.common import DeckOption, JsonOption, PlainOption, offering, report_on_files, with_entries
from referee.cli.guide import by_id, suggest
from referee.saves.battles import battle_of

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
    """Replay a battle and say what is illegal or disputed in it, by rule and page.

    A FILE is a battle record, or the save of a game: `friday.toml 22` is the battle that entry 22 belongs to, as
    `referee log` numbers them; without a number it is the battle under way, or the last. (./22 is a file called 22.)

    In a record, `claim = { Griffin = 4 }` below a turn's move says what its players believe: Griffin has 4 damage
    after that turn. Each claim that isn't so is told.

    Exit code 0: the record stands. 1: a move is illegal or a claim is wrong. 2: the record can't be used.
    """
    cited = False

    def work(game: Game[Any, Any], path: Path, data: Data, entry: int | None) -> Report:
        nonlocal cited
        fought = battle_of(game, path, data, deck, entry)
        assert game.battles is not None
        report = game.battles().judge(fought, brief)
        if report.cites:
            cited = True
            suggest(by_id(game.name, "with an id from above"))
        elif not cited:
            suggest("")
        return report

    report_on_files(with_entries(files), work, as_json, plain)
