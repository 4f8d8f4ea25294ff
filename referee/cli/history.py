"""The history of a game: `log`, `undo`, `redo`, `adjust`, `amend`, `verify`, `why`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.common import (
    AGAINST,
    JsonOption,
    PlainOption,
    SaveArgument,
    answering,
    by_hand_or_bug,
    complain,
    leave,
    offering,
    open_table,
    opened,
    print_json,
    print_report,
    say_next,
)
from referee.cli.guide import by_id, suggest
from referee.errors import BadInput, RefereeError, Unreadable

if TYPE_CHECKING:
    from referee.games.protocol import WholeGame
    from referee.keeping import Amendment
    from referee.save import LogEntry


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    for command in (log, undo, redo, amend, verify, why):
        app.command()(command)
    app.command(context_settings={"ignore_unknown_options": True})(adjust)  # "-3" is a number there


def log(
    file: SaveArgument,
    moves: Annotated[bool, typer.Option("--moves", help="A script that rebuilds the game with: referee do")] = False,
    last: Annotated[int | None, typer.Option("--last", metavar="N", min=1, help="Only the last N entries.")] = None,
    as_json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """What happened so far, numbered, turn by turn."""
    from referee.screens import show_log

    with opened(file, plain, by_hand="told") as table:
        entries = list(enumerate(table.public_log(), 1))
        shown = entries[-last:] if last else entries
        if as_json:
            print_json([{"number": n, "at": e.at, "move": e.move, "more": list(e.more)} for n, e in shown])
        elif moves:
            begins = table.keeper.game.begin_line(table.keeper.setup)
            sys.stdout.write("\n".join([begins, *(entry.text for _, entry in shown)]) + "\n")
            suggest("")  # a script is read by the program
        else:
            show_log([(number, entry.at, entry.text) for number, entry in shown], table.screen)


def undo(
    file: SaveArgument,
    steps: Annotated[int, typer.Argument(metavar="[N]", min=1)] = 1,
    to: Annotated[
        int | None, typer.Option("--to", metavar="N", min=0, help="Go back to just after entry N of the log.")
    ] = None,
    plain: PlainOption = False,
) -> None:
    """Take back the last N steps, or all after an entry of the log; `referee redo` gives them back."""
    with opened(file, plain) as table:
        session = table.session
        if to is not None:
            if to >= len(session.entries) and not session.draft:
                raise BadInput(f"the log has {len(session.entries)} entries; there is nothing after entry {to}")
            lost = session.rewind(to)
            table.say(f"Taken back: {lost} {'entry' if lost == 1 else 'entries'}.")
        else:
            for step in range(steps):
                before = session.last_answer()
                if not session.undo():
                    if not step:
                        raise BadInput("there is nothing to take back")
                    break
                table.say(f"Taken back: {before}")
        table.save()
        say_next(table)


def redo(
    file: SaveArgument,
    steps: Annotated[int, typer.Argument(metavar="[N]", min=1)] = 1,
    plain: PlainOption = False,
) -> None:
    """Give back what was undone."""
    with opened(file, plain) as table:
        for step in range(steps):
            if not table.session.redo():
                if not step:
                    raise BadInput("there is nothing to give back")
                break
            table.say(f"Given back: {table.session.last_answer()}")
        table.save()
        say_next(table)


def adjust(
    file: SaveArgument,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[CORRECTION]", show_default=False, autocompletion=offering("corrections")),
    ] = None,
    because: Annotated[str | None, typer.Option("--because", metavar="WHY", help="The reason, for the log.")] = None,
    plain: PlainOption = False,
) -> None:
    """Put right what the program has wrong, on the record; without a CORRECTION it asks."""
    from referee.loop import ask_through
    from referee.screens import Screen

    text = " ".join(words or ())
    if not text:
        otherwise = f"give the correction, like: referee adjust {file} Anna food 7"
        with (
            answering(None, Screen(plain), "Nothing was changed.", otherwise=otherwise) as answerer,
            opened(file, plain) as table,
        ):
            text = ask_through(table.correction(), answerer) or ""
            if not text:
                leave("Nothing was changed.", 0)
    elif not text.lower().startswith(("leave ", "adjust ")):
        text = f"adjust {text}"
    if because:
        text = f"{text} because {because}"
    with opened(file, plain) as table:
        table.session.take_events()
        table.session.correct(text)
        table.save()
        table.say(f"On the record: {text}")
        table.show_events(table.session.take_events())
        say_next(table)


def amend(
    file: SaveArgument,
    number: Annotated[int, typer.Argument(metavar="N", autocompletion=offering("entries"))],
    move: Annotated[str | None, typer.Argument(metavar="[MOVE]", show_default=False)] = None,
    remove: Annotated[bool, typer.Option("--remove", help="Take the entry out.")] = False,
    cut: Annotated[bool, typer.Option("--cut", help="End the log where a later entry no longer holds.")] = False,
    plain: PlainOption = False,
) -> None:
    """Replace or remove an entry of the log that was noticed too late; the rest is played again.

    Where a later entry no longer holds, nothing is changed unless --cut allows it.
    """
    from referee.keeping import Amendment

    if (move is None) != remove:
        leave("give the new MOVE, or --remove")
    with opened(file, plain) as table:
        log = table.public_log()
        try:
            lost = table.keeper.amend(number, move, cut=cut)
        except Amendment as error:
            _tell_amendment(table, number, log, move, error)
            raise typer.Exit(AGAINST) from None
        table.save()
        table.say(f"Entry {number} was: {log[number - 1].text}")
        table.say(f"Entry {number} is now: {move}" if move else f"Entry {number} is taken out.")
        if lost:
            kept = _keep(file, [entry.text for entry in log[-lost:]])
            table.say(f"{lost} later {'entry was' if lost == 1 else 'entries were'} cut off; {kept} has them.")
        say_next(table)


def _keep(file: Path, cut_off: Sequence[str]) -> Path:
    """Write down what is cut off the log, in a file that isn't there yet; which it is."""
    from itertools import count

    from referee.files import write_atomic

    names = (file.with_name(f"{file.stem}-cut{number or ''}.moves") for number in count())
    free = next(path for path in names if not path.exists())
    write_atomic(free, "\n".join([*cut_off, ""]))
    return free


def _tell_amendment(table: WholeGame, number: int, log: list[LogEntry], move: str | None, error: Amendment) -> None:
    later = log[error.number - 1]
    complain(f"Nothing was changed: entry {error.number} wouldn't hold any more.")
    complain(f"  entry {number}, {log[number - 1].at}: {log[number - 1].text}")
    complain(f"    becomes: {move}" if move else "    is taken out")
    complain(f"  entry {error.number}, {later.at}: {later.text}")
    complain(f"    {_unasked(table, error, later) or error.why}")
    complain("Amend that one first, or end the log there with --cut.")


def _unasked(table: WholeGame, error: Amendment, later: LogEntry) -> str:
    """That an answer within an entry was given to a question which doesn't come any more; "" if it isn't that."""
    from referee.replaying import play_again, state_before

    answer = next((text for text in later.more if f'"{text}"' in str(error.why)), None)
    if answer is None or not isinstance(error.why, Unreadable):
        return ""
    session = table.session
    played = play_again(session, state_before(session, error.number), session.entries[error.number - 1])
    asked = next((given.question for given in played.given if given.answer == answer), "")
    return f'"{answer}" answered what isn\'t asked there any more: {asked}' if asked else ""


def verify(
    file: SaveArgument,
    accept: Annotated[bool, typer.Option("--accept", help="Record a change by hand as a correction.")] = False,
    restore: Annotated[bool, typer.Option("--restore", help="Put back what the log leads to.")] = False,
    because: Annotated[str, typer.Option("--because", metavar="WHY", help="With --accept: the reason.")] = "",
    as_json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Play the log again from the start and compare: does it lead to the state in the file?"""
    from referee.screens import Screen

    if accept and restore:
        leave("--accept keeps the change and --restore drops it; give one of them")
    if restore and (unusable := _rescued(file)):
        if as_json:
            print_json({"agrees": False, "differences": [unusable]})
        else:
            Screen(plain).line(f"The log's state is back. What couldn't be used was: {unusable}")
        return
    with opened(file, plain, by_hand="settled") as table:
        found: list[str] = table.keeper.disagreements()
        told = table.keeper.disagreements_in_words() if found else []
        log_changed = not table.keeper.file.mended
        if accept and found:
            table.keeper.accept_mended(because)
            table.session.take_events()
            table.save()
        elif restore and found:
            table.keeper.drop_mended()
        if as_json:
            print_json({"agrees": not found, "differences": found})
        elif not found:
            table.say("State and log agree.")
        else:
            if log_changed:
                table.say(
                    "The log was changed by hand, or the rules since; it leads to another state than the file's:"
                )
            for line in told:
                table.say(line)
            table.say("Kept as a correction." if accept else "The log's state is back." if restore else
                      f"Keep that with: referee verify {file} --accept; drop it with --restore")  # fmt: skip
        if found and not (accept or restore):
            raise typer.Exit(AGAINST)


def _rescued(file: Path) -> str:
    """Put the log's state back where the one in the file can't be used; what was wrong with it, "" for nothing."""
    from referee import games
    from referee.files import read_toml
    from referee.keeping import Keeper
    from referee.screens import Screen

    try:
        open_table(file, Screen(plain=True))
        return ""
    except BadInput as error:
        unusable = str(error)
    except Exception as error:
        unusable = by_hand_or_bug(file, error)
    try:
        data = read_toml(file)
        Keeper.restore(games.of(data, str(file)).kept(), file, data)
    except RefereeError as error:
        leave(error)
    return unusable


def why(
    file: SaveArgument,
    number: Annotated[
        int | None,
        typer.Argument(
            metavar="[N]",
            show_default=False,
            help="The entry, as `referee log` counts.",
            autocompletion=offering("entries"),
        ),
    ] = None,
    as_json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Why an entry of the log (the last one without N) came out as it did.

    What was answered and rolled, each step of the arithmetic, the rules and rulings with their pages, and what
    every switch and optional rule decided: the entry is played again with it the other way.
    """
    with opened(file, plain, by_hand="told") as table:
        print_report(table.explanation(number), as_json, None if as_json else table.screen)
        suggest(by_id(table.keeper.game.name))
