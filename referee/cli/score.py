"""`referee score`: who won."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.common import (
    WELL,
    DeckOption,
    Files,
    GameOption,
    JsonOption,
    MovesOption,
    PlainOption,
    complain,
    leave,
    print_report,
    report_on_files,
)


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(score)


def score(
    files: Files = None,
    deck: DeckOption = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="SHEET", help="Without a FILE: keep the answers in this file.")
    ] = None,
    moves: MovesOption = None,
    game: GameOption = None,
    as_json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Score a finished game: every bonus, the totals, and how a tie is broken.

    A FILE is a score sheet. Without one the program asks what each player holds.
    """
    if files:
        report_on_files(files, lambda game, path, data: game.score(path, data, deck), as_json, plain)
    _ask(game, deck, save, moves, as_json, plain)


def _ask(
    game: str | None, deck: Path | None, save: Path | None, moves: Path | None, as_json: bool, plain: bool
) -> None:
    from referee import games, loop
    from referee.cli.common import answering
    from referee.files import write_atomic
    from referee.screens import Screen

    screen = Screen(plain)
    say = complain if as_json else screen.line
    stopped = f"Stopped; go on with: referee score --save {save}" if save else "Stopped; nothing is kept."
    with answering(moves, screen, stopped) as answerer:
        form = games.load(game).ask_score(say, deck, save)
        if not loop.play(form, answerer):
            leave(stopped, WELL)
        while save is None and (wanted := answerer.ask_path("Keep the answers in a file", "score.toml")):
            if wanted.exists():
                say(f"{wanted} is there already; name another file")
                continue
            write_atomic(wanted, form.text())
            save = wanted
        if save is not None:
            complain(f"The score sheet is {save}; score it any time with: referee score {save}")
        print_report(form.report(), as_json, screen)
