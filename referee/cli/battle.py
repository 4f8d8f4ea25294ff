"""`referee battle`: a battle refereed live."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.common import DeckOption, GameOption, MovesOption, PlainOption, offering
from referee.errors import BadInput


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(battle)


def battle(
    record: Annotated[
        Path, typer.Argument(metavar="RECORD", show_default=False, autocompletion=offering("any_files"))
    ],
    moves: MovesOption = None,
    kind: Annotated[str | None, typer.Option(help="duel or battleground.")] = None,
    dice: Annotated[str | None, typer.Option(help="entered, rolled or average.")] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Where dice are rolled: the same N throws the same dice again.")
    ] = None,
    optional: Annotated[str | None, typer.Option(help="Optional rules: none, elements, morale or both.")] = None,
    attacker: Annotated[str | None, typer.Option(metavar="NAME", help="Who attacks.")] = None,
    defender: Annotated[str | None, typer.Option(metavar="NAME", help="Who defends.")] = None,
    odds: Annotated[bool, typer.Option("--odds", help="Tell the odds of each fight beside the moves.")] = False,
    deck: DeckOption = None,
    game: GameOption = None,
    plain: PlainOption = False,
) -> None:
    """Referee a battle turn by turn: legal moves, dice, arithmetic, undo.

    RECORD is where the battle is kept, answer by answer; run it again to go on from there. It is what
    `referee judge` reads.

    A card is a name, or whole: Pegasus: greek 3, 9/3, flying. With ; between, a whole side is one answer:
    Pegasus: greek 3, 9/3, flying; Dirk: power hit 1

    A file of --moves has one answer a line, in the order of the questions; dice may stand behind a move in
    brackets: attack Sphinx [2 1 0 / 1 1 1 0]
    """
    from referee import games
    from referee.cli.common import answering
    from referee.play import loop
    from referee.preferences import usual_answers
    from referee.text.screen import Screen

    screen = Screen(plain)
    options = {"kind": kind, "dice": dice, "seed": seed, "optional rules": optional, "attacker": attacker,
               "defender": defender}  # fmt: skip
    given = {key: str(value) for key, value in options.items() if value is not None}
    stopped = f"Stopped; everything answered is in {record}. Go on with: referee battle {record}"
    with answering(moves, screen, stopped) as answerer:
        chosen = games.load(game)
        if chosen.battles is None:
            raise BadInput(f"{chosen.title} has no battles of its own; its fights are part of: referee play FILE")
        table = chosen.battles().live(record, screen, deck)
        if given and table.set_up:
            raise BadInput(f"{record}: its sides are set up already; leave out: {', '.join(given)}")
        advised = table.advised(answerer) if odds else answerer
        unasked = {} if moves else table.unasked()
        loop.play(table, advised, {**unasked, **given}, usual_answers(chosen.name))
    if table.over:
        screen.line(f"The record is {record}; check it any time with: referee judge {record}", style="dim")
    else:
        screen.line(f"Saved in {record}; go on with: referee battle {record}", style="dim")
