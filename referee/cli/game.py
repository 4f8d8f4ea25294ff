"""Whole games: `new`, `play`, `do`, `next`, `status`, `log`, `undo`, `redo`, `amend`, `verify`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli.common import (
    AGAINST,
    GameOption,
    JsonOption,
    MovesOption,
    PlainOption,
    answering,
    complain,
    leave,
    print_json,
)
from referee.errors import BadInput, Illegal, Overtaken, RefereeError

if TYPE_CHECKING:
    from referee.games.protocol import WholeGame

SaveArgument = Annotated[Path, typer.Argument(metavar="FILE", show_default=False)]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    for command in (new, play, do, status, log, undo, redo, amend, verify):
        app.command()(command)
    app.command(name="next")(next_question)


@contextmanager
def opened(path: Path, plain: bool, *, mended: bool = False) -> Iterator[WholeGame]:
    """The game in a save; what goes wrong ends the command with one message and the right exit code.

    A state that was changed by hand is refused unless `mended` says that the command deals with it.
    """
    from referee import games
    from referee.files import read_toml
    from referee.screens import Screen

    try:
        table = games.of(read_toml(path), str(path)).table(path, Screen(plain))
        if table.keeper.file.mended and not mended:
            changes = "; ".join(table.keeper.disagreements()) or "nothing that matters"
            raise BadInput(
                f"{path}: its state was changed by hand ({changes}). "
                f"Keep that with: referee verify {path} --accept; drop it with: referee verify {path} --restore"
            )
        yield table
    except Overtaken as error:
        leave(f"{error}; nothing of yours was written. Try again")
    except Illegal as error:
        leave(f"{error} ({error.ruling})", AGAINST)
    except RefereeError as error:
        leave(error)


def new(
    file: SaveArgument,
    deck: Annotated[Path, typer.Option("--deck", metavar="DECK", help="The cards of your box.", show_default=False)],
    player: Annotated[
        list[str] | None, typer.Option("--player", metavar="NAME:ASSISTANT", help="A player, clockwise; repeat it.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of what the program draws.")] = None,
    dice: Annotated[str | None, typer.Option(help="entered, rolled or average.")] = None,
    draws: Annotated[str | None, typer.Option(help="program or table.")] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Take the usual answer to everything else.")] = False,
    moves: MovesOption = None,
    game: GameOption = None,
    plain: PlainOption = False,
) -> None:
    """Begin a whole game: players, optional rules, what is locked and dealt. FILE becomes its save.

    For example: referee new friday.toml --deck box.toml --player Anna:worker --player Bo:warrior --yes
    """
    from referee import games, loop
    from referee.screens import Screen

    screen = Screen(plain)
    given: dict[str, str] = {"players": str(len(player))} if player else {}
    for number, words in enumerate(player or (), 1):
        name, _, assistant = words.rpartition(":")
        given[f"player {number}"] = name or assistant
        given |= {f"assistant {number}": assistant} if name else {}
    options = {"seed": seed, "dice": dice, "draws": draws}
    given |= {key: str(value) for key, value in options.items() if value is not None}
    stopped = f"Stopped; go on with: referee new {file} --deck {deck}"
    with answering(moves, screen, stopped, usual=yes) as answerer:
        form = games.load(game).new(file, deck, complain)
        if not loop.play(form, answerer, given):
            leave(stopped, 0)
    screen.line(f"{file} is ready; play with: referee play {file}")


def play(file: SaveArgument, moves: MovesOption = None, plain: PlainOption = False) -> None:
    """Play a game with prompts: only legal answers, what the hands must do, every answer saved at once."""
    from referee import loop
    from referee.screens import Screen

    with (
        answering(
            moves, Screen(plain), f"Stopped; everything is in {file}. Go on with: referee play {file}"
        ) as answerer,
        opened(file, plain) as table,
    ):
        if loop.play(table, answerer):
            complain(f"The game is over. Score it with: referee score {file}")
        else:
            complain(f"Saved in {file}; go on with: referee play {file}")


def do(
    file: SaveArgument,
    moves: Annotated[list[str] | None, typer.Argument(metavar="MOVE...", show_default=False)] = None,
    source: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", help="Read moves from a file, or - for standard input.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would happen.")] = False,
    plain: PlainOption = False,
) -> None:
    """Make moves in a game: all of them or none. `referee next FILE` lists the legal ones.

    Answers to what a move asks stand in brackets: "resolve recruiter [trade 3 wood iron / done]"
    """
    from referee.files import read_text

    texts = list(moves or ())
    with opened(file, plain) as table:
        if source is not None:
            texts += (sys.stdin.read() if str(source) == "-" else read_text(source)).splitlines()
        table.session.take_events()
        table.keeper.do([text for text in texts if text.strip()])
        if dry_run:
            complain("A dry run: nothing was written.")
        else:
            table.save()
        table.show(table.session.take_events() or (None,)[:0])
        _say_next(table)


def _say_next(table: WholeGame) -> None:
    question = table.session.question
    table.say("The game is over." if question is None else f"Next: {question.prompt}")


def next_question(file: SaveArgument, as_json: JsonOption = False, plain: PlainOption = False) -> None:
    """Who decides what now, and every legal answer as `referee do` takes it."""
    with opened(file, plain) as table:
        question = table.session.question
        options = question.options() if question else ()
        if as_json:
            print_json({
                "over": question is None,
                "who": question.who if question else None,
                "key": question.key if question else None,
                "question": question.prompt if question else None,
                "hint": question.hint if question else None,
                "moves": [{"move": option.text, "detail": option.detail} for option in options],
            })  # fmt: skip
            return
        _say_next(table)
        for option in options:
            table.say(f"  {option.text}" + (f"  ({option.detail})" if option.detail else ""))
        if question is not None and question.hint:
            table.say(f"  {question.hint}")


def status(file: SaveArgument, as_json: JsonOption = False, plain: PlainOption = False) -> None:
    """Where everybody stands: holdings, mines, spaces, phase, the battle under way."""
    import msgspec

    with opened(file, plain) as table:
        if as_json:
            print_json(msgspec.to_builtins(table.session.present))
        else:
            table.status()
            _say_next(table)


def log(
    file: SaveArgument,
    moves: Annotated[bool, typer.Option("--moves", help="A script that rebuilds the game with: referee do")] = False,
    as_json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """What happened so far, numbered, with the turns."""
    with opened(file, plain) as table:
        entries = table.keeper.file.history.log
        if as_json:
            print_json([{"number": n, "at": e.at, "move": e.move, "more": e.more} for n, e in enumerate(entries, 1)])
            return
        for number, entry in enumerate(entries, 1):
            line = f"{entry.move} [{entry.more}]" if entry.more else entry.move
            sys.stdout.write(f"{line}\n" if moves else f"{number:>4}  {entry.at:<22}  {line}\n")


def undo(
    file: SaveArgument,
    steps: Annotated[int, typer.Argument(metavar="[N]", min=1)] = 1,
    to: Annotated[int | None, typer.Option("--to", help="Go back until the log has so many entries.")] = None,
    plain: PlainOption = False,
) -> None:
    """Take back the last N steps, or all after an entry of the log; `referee redo` gives them back."""
    with opened(file, plain) as table:
        wanted = len(table.session.entries) - to if to is not None else steps
        for _ in range(max(0, wanted)):
            before = table.session.last_answer()
            if not table.session.undo():
                raise BadInput("there is nothing to take back")
            table.say(f"Taken back: {before}")
        table.save()
        _say_next(table)


def redo(file: SaveArgument, steps: Annotated[int, typer.Argument(metavar="[N]", min=1)] = 1) -> None:
    """Give back what was undone."""
    with opened(file, plain=False) as table:
        for _ in range(steps):
            if not table.session.redo():
                raise BadInput("there is nothing to give back")
            table.say(f"Given back: {table.session.last_answer()}")
        table.save()
        _say_next(table)


def amend(
    file: SaveArgument,
    number: Annotated[int, typer.Argument(metavar="N")],
    move: Annotated[str | None, typer.Argument(metavar="[MOVE]", show_default=False)] = None,
    remove: Annotated[bool, typer.Option("--remove", help="Take the entry out.")] = False,
    cut: Annotated[bool, typer.Option("--cut", help="End the log where a later entry no longer holds.")] = False,
) -> None:
    """Replace or remove an entry of the log that was noticed too late; the rest is played again.

    Where a later entry no longer holds, nothing is changed unless --cut allows it.
    """
    if (move is None) != remove:
        leave("give the new MOVE, or --remove")
    with opened(file, plain=False) as table:
        lost = table.keeper.amend(number, move, cut=cut)
        table.save()
        table.say(f"Entry {number} is amended." + (f" {lost} later entries were cut off." if lost else ""))
        _say_next(table)


def verify(
    file: SaveArgument,
    accept: Annotated[bool, typer.Option("--accept", help="Record a change by hand as a correction.")] = False,
    restore: Annotated[bool, typer.Option("--restore", help="Put back what the log leads to.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Play the log again from the start and compare: does it lead to the state in the file?"""
    with opened(file, plain=False, mended=True) as table:
        found: list[Any] = table.keeper.disagreements()
        if accept and found:
            table.keeper.accept_mended()
            table.save()
        elif restore and found:
            table.keeper.drop_mended()
        if as_json:
            print_json({"agrees": not found, "differences": found})
        elif not found:
            table.say("State and log agree.")
        else:
            table.say("The log leads elsewhere: " + "; ".join(found))
            table.say("Kept as a correction." if accept else "The log's state is back." if restore else "")
        if found and not (accept or restore):
            raise typer.Exit(AGAINST)
