"""Replace or remove an entry of a save's log: for `referee amend`, and at the prompt."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.asking.question import Option, Question, choice
from referee.errors import BadInput, RefereeError, Unreadable
from referee.explain.why import play_again
from referee.files.files import create_file, remove_file
from referee.play.loop import REMOVED
from referee.play.notation import Step, read_each, write_step, written_for_owners
from referee.saves.open_session import Amendment, Way, refuse
from referee.text.names import fold, printable

if TYPE_CHECKING:
    from referee.saves.table import SavedTable

WAYS: Mapping[Way, str] = {
    "cut off": "the log stops before it; the rest is kept in a file",
    "leave out": "the log goes on without it, as far as the next holds",
    "keep": "the old entry stays, and nothing is changed",
}
"""Choices for a later entry that no longer holds, and what each means."""


def amend(table: SavedTable, number: int, move: str, *, choose: Callable[[Amendment], Way] = refuse) -> list[str]:
    """Replace the n-th entry with a move ("" removes it), and write the save; return lines for the table.

    `choose` decides what happens to a later entry that no longer holds. Entries removed from the log are kept in a
    file of their own. Raises Amendment if the old entry is kept, and what a wrong move or number raises.
    """
    typed = read_each([move] if move else [])
    if move and not typed:
        raise BadInput(f'"{printable(move)}" isn\'t a move')
    log = table.public_log()
    later = table.open_save.corrected_later(number)
    left_out: list[Step] = []

    def choose_way(amendment: Amendment) -> Way:
        way = choose(amendment)
        left_out.extend([amendment.step] if way == "leave out" else [])
        return way

    lost = table.open_save.amend(number, typed, choose=choose_way)
    lines = [
        f"Entry {number} was: {write_step(log[number - 1])}",
        f"Entry {number} is now: {move}" if move else f"Entry {number} is taken out.",
    ]
    with _write_cut_off(table.open_save.path, lost) as kept:
        table.save()
    if kept:
        ways = ((len(lost) - len(left_out), "cut off"), (len(left_out), "left out"))
        parts = [f"{many} later {'entry was' if many == 1 else 'entries were'} {how}" for many, how in ways if many]
        lines.append(f"{'; '.join(parts)}; {kept} has them.")
    return lines + [f"note: {line}" for line in table.open_save.masking_corrections(later)]


def amend_at_prompt(table: Any, number: int, said: str, ask: Callable[[Question[Any]], Any]) -> list[str]:
    """Replace an entry of the log, or remove it; return lines for the table.

    Uses `ask` to ask what to do with a later entry that no longer holds. Raises RefereeError.
    """
    try:
        return amend_asking(table, number, "" if fold(said) == REMOVED else said, ask)
    except Amendment:
        raise BadInput(f"entry {number} stays as it was") from None


def amend_asking(table: SavedTable, number: int, move: str, ask: Callable[[Question[Any]], Any]) -> list[str]:
    """Amend an entry, and ask what to do with each later entry that no longer holds; None keeps the old entry.

    Changes nothing before all questions are answered. Raises as `amend` does.
    """
    ways: dict[int, Way] = {}
    while True:
        try:
            return amend(table, number, move, choose=lambda amendment: ways.get(amendment.number, "keep"))
        except Amendment as error:
            for line in refusal(table, number, move, error):
                table.say(line)
            way: Way = ask(_which_way(error)) or "keep"
            if way == "keep":
                raise
            ways[error.number] = way


def _which_way(error: Amendment) -> Question[Way]:
    """Build the question what to do with a later entry that no longer holds: yes cuts the log off, no keeps all."""
    options = [Option(way, detail=means) for way, means in WAYS.items()]
    listed = choice("misfit", f"What becomes of entry {error.number}", options, default="keep")
    known: dict[str, Way] = {**{way: way for way in WAYS}, "yes": "cut off", "no": "keep"}

    def parse(text: str) -> Way:
        return known[fold(text)] if fold(text) in known else known[listed.parse(text)]

    return Question(listed.key, listed.prompt, parse, options=listed.options, default="keep")


def refusal(table: SavedTable, number: int, move: str, error: Amendment) -> list[str]:
    """Format why an amendment changed nothing: the entry, and the later one that would no longer hold."""
    was = table.public_log()[number - 1]
    return [
        f"Nothing was changed: entry {error.number} wouldn't hold any more.",
        f"  entry {number}, {was.place}: {write_step(was)}",
        f"    becomes: {move}" if move else "    is taken out",
        f"  entry {error.number}, {error.step.place or 'under way'}: {table.session.public_text(error.step)}",
        f"    {_describe_unasked(table, error) or error.why}",
    ]


@contextmanager
def _write_cut_off(file: Path, cut_off: Sequence[Step]) -> Iterator[Path | None]:
    """Write steps cut off the log to a file of their own before the save is written; yield its path, or None.

    Each line names the owners of its answers, so that nobody else is given them when it is taken up again. If the
    save can't be written, the file is removed again.
    """
    if not cut_off:
        yield None
        return
    lines = map(written_for_owners, cut_off)
    names = (file.with_name(f"{file.stem}-cut{number or ''}.moves") for number in count())
    free = next(path for path in names if not os.path.lexists(path))
    text = "\n".join([*lines, ""])
    create_file(free, text)
    try:
        yield free
    except BaseException:
        with suppress(RefereeError):
            remove_file(free, text)
        raise


def _describe_unasked(table: SavedTable, error: Amendment) -> str:
    """Explain that an answer of the entry belongs to a question no longer asked; "" if that isn't the reason."""
    answers = [answer.text for answer in error.step.answers[1:]]
    answer = next((text for text in answers if f'"{text}"' in str(error.why)), None)
    session = table.session
    if answer is None or not isinstance(error.why, Unreadable) or error.number > len(session.steps):
        return ""
    played = play_again(session, session.state_before(error.number), error.step)
    asked = next((given.question for given in played.given if given.answer == answer), "")
    return f'"{answer}" answered what isn\'t asked there any more: {asked}' if asked else ""
