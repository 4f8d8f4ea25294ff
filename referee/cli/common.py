"""Shared parts of the commands: exit codes, the next command, and processing of files."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NoReturn, cast

from referee.errors import BadInput, Illegal, Overtaken, RefereeError
from referee.text.streams import drawable, escaped, sanitized, write_bytes

if TYPE_CHECKING:
    from referee.declaration.game import Game
    from referee.declaration.reports import Report
    from referee.files.files import Data
    from referee.play.table import Answerer
    from referee.saves.save import OpenSave
    from referee.saves.table import SavedTable
    from referee.text.screen import Screen

LONGEST_NUMBER = 9
"""Number of digits from which a number can't be an entry's."""

WELL, AGAINST, UNUSABLE, STOPPED = 0, 1, 2, 130
"""Exit codes: all well; ruled against the input; the input can't be used; stopped with Ctrl-C."""


_suggested: ContextVar[str | None] = ContextVar("suggested", default=None)


def suggest(command: str | None) -> None:
    """Set the command to suggest after this one; None for the default one, "" for none."""
    _suggested.set(command)


def by_id(game: str, text: str = "for one entry with its example") -> str:
    """Return the command that shows one rule of a game in full; `text` explains its argument."""
    from referee.rulebook.rules import rulebook

    return f"{rulebook(game).call.removeprefix('referee ')} ID, {text}"


def run_with_hint(command: str, params: Mapping[str, Any], run: Callable[[], Any]) -> Any:
    """Run a command, and suggest the next one on standard error, unless its output is for scripts.

    Bad input ends it with its message.
    """
    suggest(None)
    try:
        result = run()
    except Overtaken as error:
        leave(f"{error}; nothing of yours was written. Try again")
    except RefereeError as error:
        leave(error)
    except SystemExit as left:
        if left.code in (WELL, AGAINST):
            _name_next(command, params)
        raise
    _name_next(command, params)
    return result


def _name_next(command: str, params: Mapping[str, Any]) -> None:
    if params.get("as_json"):
        return
    suggested = _suggested.get()
    if words := _fill_in(command, params) if suggested is None else suggested:
        line = f"Go on with: referee {words}"
        if sys.stderr.isatty() and not (params.get("plain") or os.environ.get("NO_COLOR")):
            drawable(sys.stderr).write(f"\x1b[2m{sanitized(line)}\x1b[0m\n")
        else:
            sys.stderr.write(f"{line}\n")


def _fill_in(command: str, params: Mapping[str, Any]) -> str:
    """Return the default next command, with the files of this one filled in."""
    from referee.cli.examples import NEXT  # scripts don't need it

    file = (
        params.get("file")
        or params.get("record")
        or next(iter(params.get("files") or params.get("records") or ()), None)
    )
    template = NEXT.get(command, "")
    if "{file}" in template and file is None:
        return ""
    names = {"file": file, "deck": params.get("deck"), "stem": Path(file).stem if file else ""}
    return template.format(**{key: shlex.quote(str(name)) if name else "" for key, name in names.items()})


def preferred_plain() -> bool:
    """Return whether plain screens are preferred; also turn colours off if that is preferred.

    Raises BadInput.
    """
    from referee.preferences import load

    preferred = load()
    if not preferred.colours and not os.environ.get("FORCE_COLOR"):
        os.environ["NO_COLOR"] = "1"  # what every library on the screen respects
    return preferred.plain


def complain(message: object) -> None:
    """Print a message on standard error; on a terminal it is wrapped between words."""
    text = str(message)
    sys.stderr.write(f"{_wrap(text) if is_watched() else text}\n")


def is_watched() -> bool:
    """Return whether standard error is a terminal, so that a person waits."""
    return sys.stderr.isatty()


def _width() -> int:
    """Return the width of standard error's terminal, or the one in COLUMNS."""
    from shutil import get_terminal_size  # loaded only for terminals

    if not os.environ.get("COLUMNS"):
        with suppress(OSError, ValueError):
            return os.get_terminal_size(sys.stderr.fileno()).columns or get_terminal_size().columns
    return get_terminal_size().columns


def _wrap(text: str) -> str:
    """Wrap lines between words; lines with a command stay whole, since two lines couldn't be copied."""
    from textwrap import fill

    width = _width()
    lines = text.split("\n")
    return "\n".join(
        line if "referee " in line else fill(line, width, break_long_words=False, break_on_hyphens=False)
        for line in lines
    )


def leave(message: object, code: int = UNUSABLE) -> NoReturn:
    """End the command with a message and an exit code."""
    complain(message)
    raise SystemExit(code)


def write_shared(path: Path, text: str) -> None:
    """Write a page, picture or list for others; at a terminal, first ask whether it may replace something else.

    An earlier page, picture or list of ours is replaced without asking. Raises BadInput, and Held.
    """
    from referee.files.files import write_file
    from referee.play.line import has_terminal

    if has_terminal() and path.is_file() and not _is_of_its_kind(path, text):
        answer = ""
        with suppress(KeyboardInterrupt, EOFError):
            answer = input(f"{sanitized(str(path))} is another file. Replace it [Enter: no]: ")
        if answer.strip().lower() not in ("y", "yes"):
            raise BadInput(f"{path} stays as it was; choose another file")
    write_file(path, text)
    complain(f"Written: {path}")


def _is_of_its_kind(path: Path, text: str) -> bool:
    """Return whether a file looks like an earlier version of a text: our page or picture, a list with its columns."""
    try:
        there = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    if text[:1] == "<":
        return any(mark in there and mark in text for mark in _MARKS)
    return there.partition("\n")[0] == text.partition("\n")[0]


_MARKS = ('class="picture"', "default-src 'none'; style-src 'unsafe-inline'")
"""What stands in our pictures, and in our pages."""

Asked = tuple[Path, int | None]
"""A file that a command is asked about, and the number of an entry in it, if one is named."""


def with_entries(words: Sequence[Path]) -> list[Asked]:
    """Pair files with the entry number behind them, for saves: "friday.toml 22"; "./22" is a file."""
    from referee.files.files import read_toml
    from referee.files.kinds import is_save

    found: list[Asked] = []
    for word in words:
        if str(word).isdecimal() and len(str(word)) < LONGEST_NUMBER and found and found[-1][1] is None:
            with suppress(BadInput):
                if is_save(read_toml(found[-1][0])) or not word.exists():
                    found[-1] = found[-1][0], int(str(word))
                    continue
        found.append((word, None))
    return found


def report_on_files(
    files: Sequence[Asked],
    work: Callable[[Game[Any, Any], Path, Data, int | None], Report],
    as_json: bool,
    plain: bool,
) -> NoReturn:
    """Report on each file in turn; an unusable one gets its message, and the highest exit code wins."""
    from referee import games
    from referee.files.files import read_toml

    worst = WELL
    for number, (path, entry) in enumerate(files):
        try:
            data = read_toml(path)
            report = work(games.of(data, str(path)), path, data, entry)
            print_report(report, None if as_json else _screen_after(number, plain))
            worst = max(worst, AGAINST if report.against else WELL)
        except Exception as error:
            complain(error if isinstance(error, BadInput) else by_hand_or_bug(path, error))
            worst = UNUSABLE
    raise SystemExit(worst)


def _screen_after(others: int, plain: bool) -> Screen:
    """Return a screen for a report, after an empty line if it follows other files."""
    from referee.text.screen import Screen

    screen = Screen(plain)
    if others:
        screen.line()
    return screen


def print_report(report: Report, screen: Screen | None) -> None:
    """Print a report for people on the screen; as JSON if there is none."""
    for note in report.notes:
        complain(f"note: {note}")
    if screen is None:
        print_json(report.data())
    else:
        report.show(screen)


def print_json(data: object) -> None:
    """Print one JSON object on one line of standard output, in UTF-8 whatever the locale."""
    import msgspec

    write_bytes(escaped(msgspec.json.encode(data)) + b"\n")


def found_mistakes(save: OpenSave[Any], seconds: float, plain: bool) -> list[str]:
    """Find the costliest moves in a game's battles, with a progress bar. Raises BadInput.

    For a game without battles it prints a note and returns [].
    """
    from referee.evenings.story import mistakes_in, tells_mistakes
    from referee.sampling.race import Effort
    from referee.text.screen import progress

    if not tells_mistakes(save.game):
        complain(f"note: {save.path}: {save.game.title} has no battles to search for mistakes")
        return []
    with progress(seconds, "looking for mistakes; Ctrl-C stops that", silent=plain) as on_progress:
        return mistakes_in(save, Effort(seconds), on_progress)


@contextmanager
def answering(
    moves: Path | None,
    screen: Screen,
    stopped: str,
    *,
    usual: Collection[str] | None = None,
    otherwise: str = "",
) -> Iterator[Answerer]:
    """Provide the answerer of a command's questions: the file of --moves, else the person at the terminal.

    With `usual`, the options of the command, questions get their default answer, and those without one are bad input.
    Without a terminal the message also names what to use `otherwise`.

    Errors while they are asked end the command with one message and the right exit code; so do Ctrl-C and a closed
    terminal, with the message `stopped`. Answers left over are bad input.
    """
    from referee.files.files import read_text
    from referee.play.notation import read_script
    from referee.play.person import person
    from referee.play.script import Script, Usual

    try:
        script = Script(read_script(read_text(moves), str(moves)), str(moves)) if moves else None
        yield Usual(usual) if usual is not None else script or person(screen, otherwise)
        if script is not None and (left := script.left_over()):
            leave(left)
    except (BadInput, Illegal) as error:
        leave(error, AGAINST if isinstance(error, Illegal) else UNUSABLE)
    except (KeyboardInterrupt, EOFError):
        complain("")
        leave(stopped, STOPPED)


@contextmanager
def using_table(
    path: Path, plain: bool, *, by_hand: Literal["refused", "told", "settled"] = "refused", battles: bool = False
) -> Iterator[SavedTable]:
    """Open the game in a save; errors end the command with one message and the right exit code.

    With `battles` a battle's record is accepted too.

    `by_hand` says how to treat a state that was changed by hand: "refused" for commands that would build on it,
    "told" (a note) for those that only look, "settled" for those that ask or say what to do with it.
    """
    from referee.text.screen import Screen

    try:
        table = open_table(path, Screen(plain), battles=battles)
        if table.open_save.changed and by_hand != "settled":
            problem = _describe_by_hand(table.open_save)
            if by_hand == "refused":
                raise BadInput(problem)
            complain(f"note: {problem}")
        elif by_hand != "settled":
            for note in table.open_save.notes:
                complain(f"note: {note}")
        yield table
    except Illegal as error:
        leave(f"{error} ({table.cite(error.ruling)})" if error.ruling else error, AGAINST)
    except RefereeError:
        raise
    except Exception as error:
        leave(by_hand_or_bug(path, error))


def play_on(
    file: Path,
    *,
    moves: Path | None = None,
    odds: bool = False,
    until: str | None = None,
    plain: bool = False,
    laid_out: bool | None = None,
) -> None:
    """Play the game in a save until it is over or the user quits.

    `laid_out` is None for a game that existed before. For one just set up, whose user has been greeted and told the
    goal, it says whether the board was laid out too.
    """
    from referee import recent
    from referee.play import loop
    from referee.saves.edits import settle
    from referee.saves.table import read_time
    from referee.text.screen import Screen

    if until is not None:
        recent.ends(file, read_time(until))
    name = shlex.quote(str(file))
    stopped = f"Stopped; everything is in {file}. Go on with: referee play {name}"
    otherwise = f"give the answers in a file with --moves FILE, or use: referee next {name} and referee do {name}"
    with (
        answering(moves, Screen(plain), stopped, otherwise=otherwise) as answerer,
        using_table(file, plain, by_hand="settled", battles=True) as table,
    ):
        answerer.advised = odds
        if table.check == "judge":  # a battle of its own
            loop.play(table, answerer)
            complain(
                f"Saved in {file}; {'check it' if table.over else 'go on'} with: "
                f"referee {'judge' if table.over else 'play'} {name}"
            )
            return
        if answerer.patient:
            recent.remember(file)
            answerer.greeted, table.laid_out = laid_out is not None, bool(laid_out)
            table.goal_told |= laid_out is not None
            table.teaching, table.until = recent.is_taught(file), recent.end_of(file)
        if table.open_save.changed and not settle(table, answerer):
            leave(f"Nothing was changed in {file}.", 0)
        if wrong := table.open_save.impossible():
            more = f" (and {len(wrong) - 1} more, see: referee verify {name})" if len(wrong) > 1 else ""
            complain(f"note: this can't be: {wrong[0].text}{more}; {table.open_save.way_out(wrong[0])}")
        if loop.play(table, answerer):
            complain(f"Page for the group: referee score {name} --html {shlex.quote(file.stem)}.html")
        else:
            complain(f"Saved; go on with: referee play {name}")


def by_hand_or_bug(path: Path, error: Exception) -> str:
    """Explain an unexpected error if the save was changed by hand or has an impossible state.

    Otherwise it is a bug, or not the program's: the error is raised again.
    """
    from referee import games
    from referee.saves.layout import file_of
    from referee.saves.save import look_closely, read_save
    from referee.text.names import printable

    if isinstance(error, OSError | EOFError):
        raise error
    try:
        found = read_save(path)
        file = file_of(found.data, str(path))
        game = games.of(found.data, str(path))
    except RefereeError:
        raise error from None
    if not file.changed:
        try:
            look_closely(game, file, str(path))
        except BadInput as impossible:
            return f"{impossible}. Put back what the log leads to: referee verify {shlex.quote(str(path))} --restore"
        raise error
    return (
        f"{path}: it was changed by hand, and the game can't go on from it "
        f"({type(error).__name__}: {printable(str(error))}). "
        f"Put back what the program wrote: referee verify {shlex.quote(str(path))} --restore"
    )


def _describe_by_hand(open_save: OpenSave[Any]) -> str:
    """Describe changes by hand, and what can be done about them."""
    try:
        changes = "; ".join(open_save.in_words(open_save.disagreements())) or "nothing that matters"
    except BadInput as error:  # it can't be kept
        problem = str(error).removeprefix(f"{open_save.path}: ")
        return f"{open_save.path}: its {open_save.changed_in_words}, and {problem}"
    path = shlex.quote(str(open_save.path))
    return (
        f"{open_save.path}: its {open_save.changed_in_words} ({changes}). "
        f"Keep that with: referee verify {path} --accept; drop it with: referee verify {path} --restore"
    )


def open_table(path: Path, screen: Screen, *, battles: bool = False) -> SavedTable:
    """Open the game in a save, or with `battles` a battle in its record, on a screen. Raises BadInput."""
    from referee import games
    from referee.saves.battles import live_battle
    from referee.saves.save import read_save
    from referee.saves.table import SavedTable

    found = read_save(path)
    game = games.of(found.data, str(path))
    try:
        if battles and (battle := live_battle(game, path, found.data, screen)) is not None:
            return cast("SavedTable", battle)
    except Illegal as error:
        raise BadInput(str(error)) from None
    return SavedTable(game, found, screen)


def print_next(table: SavedTable) -> None:
    """Print who decides what next; at the end also suggest the check."""
    question = table.session.question
    what = "game" if table.check == "score" else "battle"
    table.say(f"The {what} is over." if question is None else f"Next: {question.prompt}")
    if question is None:
        suggest(f"{table.check} {shlex.quote(str(table.open_save.path))}")
