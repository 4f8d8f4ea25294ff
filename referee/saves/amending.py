"""An entry of a save's log replaced or taken out, in words: by `referee amend`, and at the prompt."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from referee.errors import BadInput, RefereeError, Unreadable
from referee.explain.replay import play_again
from referee.files.files import create_file, remove_file
from referee.play.notation import read_each, written
from referee.text.names import printable

if TYPE_CHECKING:
    from referee.saves.save import Amendment
    from referee.saves.table import SavedTable


def amend(table: SavedTable, number: int, move: str, *, cut: bool) -> list[str]:
    """Put a move in the place of the n-th entry ("" takes it out), and write the save; what to tell the table.

    What is cut off the log is kept in a file of its own. Raises Amendment where a later entry doesn't hold and the
    log isn't to be `cut` there, and what a wrong move or number raises.
    """
    said = read_each([move] if move else [])
    if move and not said:
        raise BadInput(f'"{printable(move)}" is no move')
    log = table.public_log()
    later = table.open_save.corrected_later(number)
    lost = table.open_save.amend(number, said, cut=cut)
    told = [f"Entry {number} was: {written(log[number - 1])}",
            f"Entry {number} is now: {move}" if move else f"Entry {number} is taken out."]  # fmt: skip
    with _kept(table.open_save.path, [written(step) for step in lost]) as kept:
        table.save()
    if kept:
        told.append(f"{len(lost)} later {'entry was' if len(lost) == 1 else 'entries were'} cut off; "
                    f"{kept} has them.")  # fmt: skip
    return told + [f"note: {line}" for line in table.open_save.swallowed(later)]


def refusal(table: SavedTable, number: int, move: str, error: Amendment) -> list[str]:
    """Why an amendment changed nothing: the entry, and the later one that wouldn't hold any more."""
    was = table.public_log()[number - 1]
    return [
        f"Nothing was changed: entry {error.number} wouldn't hold any more.",
        f"  entry {number}, {was.place}: {written(was)}",
        f"    becomes: {move}" if move else "    is taken out",
        f"  entry {error.number}, {error.step.place or 'under way'}: {table.session.public_text(error.step)}",
        f"    {_unasked(table, error) or error.why}",
    ]


@contextmanager
def _kept(file: Path, cut_off: Sequence[str]) -> Iterator[Path | None]:
    """What is cut off the log, written down in a file of its own before the save lacks it; None for nothing.

    If the save can't be written, that file goes again.
    """
    if not cut_off:
        yield None
        return
    names = (file.with_name(f"{file.stem}-cut{number or ''}.moves") for number in count())
    free = next(path for path in names if not os.path.lexists(path))
    text = "\n".join([*cut_off, ""])
    create_file(free, text)
    try:
        yield free
    except BaseException:
        with suppress(RefereeError):
            remove_file(free, text)
        raise


def _unasked(table: SavedTable, error: Amendment) -> str:
    """That an answer within an entry was given to a question which doesn't come any more; "" if it isn't that."""
    answers = [answer.text for answer in error.step.answers[1:]]
    answer = next((text for text in answers if f'"{text}"' in str(error.why)), None)
    session = table.session
    if answer is None or not isinstance(error.why, Unreadable) or error.number > len(session.steps):
        return ""
    played = play_again(session, session.state_before(error.number), error.step)
    asked = next((given.question for given in played.given if given.answer == answer), "")
    return f'"{answer}" answered what isn\'t asked there any more: {asked}' if asked else ""
