"""`referee battle`: a battle refereed live."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee import games
from referee.cli.common import AGAINST, answering, by_hand_or_bug, complain, leave, suggest
from referee.cli.options import DeckOption, EntryArgument, GameOption, MovesOption, PlainOption, offering
from referee.errors import BadInput, Illegal
from referee.files.files import Data, create_file, read_toml

if TYPE_CHECKING:
    from referee.declaration.game import Game


def battle(
    record: Annotated[
        Path, typer.Argument(metavar="RECORD", show_default=False, autocompletion=offering("any_files"))
    ],
    entry: EntryArgument = None,
    source: Annotated[
        Path | None,
        typer.Option(
            "--from", metavar="FILE", help="Write a battle of this save, or a record up to before turn ENTRY."
        ),
    ] = None,
    instead: Annotated[
        str,
        typer.Option(metavar="MOVE", help="With --from RECORD: this move in that turn, and what follows if it fits."),
    ] = "",
    moves: MovesOption = None,
    kind: Annotated[str | None, typer.Option(help="duel or battleground.")] = None,
    dice: Annotated[str | None, typer.Option(help="entered, rolled or average.")] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Where dice are rolled: the same N throws the same dice again.")
    ] = None,
    optional: Annotated[str | None, typer.Option(help="Optional rules: none, elements, morale or both.")] = None,
    attacker: Annotated[str | None, typer.Option(metavar="NAME", help="Who attacks.")] = None,
    defender: Annotated[str | None, typer.Option(metavar="NAME", help="Who defends.")] = None,
    odds: Annotated[bool, typer.Option("--odds", help="Show the odds of each fight beside the moves.")] = False,
    deck: DeckOption = None,
    game: GameOption = None,
    plain: PlainOption = False,
) -> None:
    """Referee a battle turn by turn: legal moves, dice, arithmetic, undo.

    RECORD is where the battle is kept, answer by answer; run it again to go on from there. It is what
    `referee judge` reads; `play`, `next`, `do`, `undo`, `amend`, `log`, `why`, `status` and `watch` take it as
    they take a save.

    With --from SAVE it is written down what was fought in a game: all of the battle that ENTRY of its log belongs to
    (without a number the one under way, or the last).

    With --from RECORD it is another record up to before turn, step or move ENTRY, to be played again from there; with
    --instead that turn has this move, and what follows stays as it was, dice and all, while it fits.

    A card is a name, or whole: Pegasus: greek 3, 9/3, flying. With ; between, a whole side is one answer:
    Pegasus: greek 3, 9/3, flying; Dirk: power hit 1

    A file of --moves has one answer a line, in the order of the questions; dice may stand behind a move in
    brackets: attack Sphinx [2 1 0 / 1 1 1 0]
    """
    if source is not None:
        _write(record, source, entry, instead)
        return
    if instead:
        leave("--instead goes with --from RECORD, which names the battle that is played again")
    if entry is not None:
        leave(f"{entry}: an entry is one of a save; name it with --from SAVE")
    from referee.declaration.readings import Readings, read_known
    from referee.play import loop
    from referee.preferences import load, usual_answers
    from referee.text.screen import Screen

    screen = Screen(plain)
    options = {
        "kind": kind,
        "dice": dice,
        "seed": seed,
        "optional rules": optional,
        "attacker": attacker,
        "defender": defender,
    }
    given = {key: str(value) for key, value in options.items() if value is not None}
    name = shlex.quote(str(record))
    stopped = f"Stopped; everything answered is in {record}. Go on with: referee battle {name}"
    with answering(moves, screen, stopped) as answerer:
        chosen = games.load_for(game, record)
        if chosen.battles is None:
            raise BadInput(f"{chosen.title} has no battles of its own; its fights are part of: referee play FILE")
        battles = chosen.battles()
        preferred = {} if moves else load().readings.get(chosen.name, {})  # preferences don't affect scripts
        ours = read_known(battles.readings or Readings, preferred)
        table = battles.live(chosen, record, screen, deck, ours)
        if given and table.is_set_up:
            raise BadInput(f"{record}: its sides are set up already; leave out: {', '.join(given)}")
        answerer.advised = odds
        unasked = {} if moves else table.default_answers()
        loop.play(table, answerer, {**unasked, **given}, usual_answers(chosen.name))
    if table.over:
        screen.line(f"The record is {record}; check it any time with:", style="dim")
        screen.command(f"referee judge {name}")
    else:
        screen.line(f"Saved in {record}; go on with:", style="dim")
        screen.command(f"referee battle {name}")


def _write(record: Path, source: Path, entry: int | None, instead: str) -> None:
    """Write a battle of a save as a record, or rewrite a record from its beginning."""
    from referee.files.kinds import is_save
    from referee.rulebook.rules import rulebook
    from referee.saves.battles import BattleFile

    try:
        data = read_toml(source)
        game = games.of(data, str(source))
        if not is_save(data):
            _write_again(game, record, source, data, entry, instead)
            return
        if instead:
            raise BadInput(f"{source}: is a save; there another move is put in by: referee amend {source} N MOVE")
        asked = BattleFile(game, source, data, None, entry)
        create_file(record, asked.battles.text(asked.battle()))
    except Illegal as error:
        leave(f"{instead} is not legal: {error} ({rulebook(game.name).cite_short(error.ruling)})", AGAINST)
    except BadInput:
        raise
    except Exception as error:
        leave(by_hand_or_bug(source, error))
    complain(f"Written: {record}")
    suggest(f"judge {shlex.quote(str(record))}")


def _write_again(
    game: Game[Any, Any], record: Path, source: Path, data: Data, turn: int | None, instead: str
) -> None:
    """Write a record up to before a turn, or with another move in it. Raises BadInput, Illegal for that move."""
    from referee.saves.battles import battles_of, played_again

    battles = battles_of(game, str(source))
    if turn is None:
        sentence = f"referee battle {record} 4 --from {source}"
        raise BadInput(f"{source}: is a battle record; say before which turn: {sentence}")
    named = str(data.get("deck") or "")
    deck = os.path.relpath(source.parent / named, record.parent) if named else ""
    text, kept, ended = played_again(battles, battles.read(source, data, None), turn, instead, deck)
    create_file(record, text)
    complain(f"Written: {record}, with {kept}")
    if ended:
        complain(f"It ends there: {ended}")
    suggest(f"battle {shlex.quote(str(record))}")
