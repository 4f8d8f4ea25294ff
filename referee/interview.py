"""A list of questions that leads to one result (a score sheet, a set-up), as a session plays it.

What was answered of it is kept in the very file that the result goes to, so nothing typed is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

import tomli_w
from msgspec import Struct

from referee.ask import Procedure
from referee.errors import BadInput, RefereeError
from referee.files import Data, convert, read_toml, sweep, write_atomic
from referee.session import Session

T = TypeVar("T")

_FIRST_LINE = "# Answers of a set-up that isn't finished; run the same command on this file to go on.\n"


@dataclass
class Form(Generic[T]):
    """The answers' values so far, and the result once the last one is given."""

    values: list[Any] = field(default_factory=list)
    result: T | None = None

    def copy(self) -> Form[T]:
        """An independent copy."""
        return Form(list(self.values), self.result)


class Interview(Generic[T]):
    """Plays a procedure answer by answer, so that each can be taken back: one step is one answer."""

    def __init__(self, asking: Callable[[], Procedure[T]]) -> None:
        self._asking = asking

    def copy(self, state: Form[T]) -> Form[T]:
        """An independent copy."""
        return state.copy()

    def step(self, state: Form[T], events: list[Any]) -> Procedure[None] | None:
        """The next answer; None when the result is there."""
        return None if state.result is not None else self.ask_next(state)

    def ask_next(self, form: Form[T]) -> Procedure[None]:
        """Ask the next question of a form and note the answer, and the result after the last."""
        asking = self._asking()
        question = next(asking)
        for value in form.values:
            question = asking.send(value)
        value = yield question
        form.values.append(value)
        try:
            asking.send(value)
        except StopIteration as stop:
            form.result = stop.value


# --- unfinished answers in a file -----------------------------------------------------------------


class _Answers(Struct, frozen=True, forbid_unknown_fields=True):
    answers: tuple[str, ...]


class _UnfinishedFile(Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    unfinished: _Answers
    note: str = ""


def is_unfinished(data: Data) -> bool:
    """Whether a file holds only the answers of a set-up that isn't finished."""
    unfinished = data.get("unfinished")
    return isinstance(unfinished, dict) and "answers" in unfinished


def write_unfinished(game: str, session: Session[Any]) -> str:
    """The answers of a session so far, as TOML text."""
    return _FIRST_LINE + tomli_w.dumps({"game": game, "unfinished": {"answers": answers_of(session)}})


def answers_of(session: Session[Any]) -> list[str]:
    """The texts of all answers of a session, in order."""
    return [answer.text for entry in (*session.entries, tuple(session.draft)) for answer in entry]


def resume(session: Session[Any], data: Data, where: str) -> None:
    """Give a new session the answers that a file holds. Raises BadInput if they don't fit."""
    file = convert(data, _UnfinishedFile, where)
    answer_all(session, file.unfinished.answers, where)


def answer_all(session: Session[Any], answers: Sequence[str], where: str) -> None:
    """Answer a session's questions in order. Raises BadInput if an answer doesn't fit."""
    for number, text in enumerate(answers, 1):
        try:
            session.answer(text)
        except RefereeError as error:
            raise BadInput(f"{where}: unfinished answer {number}: {error}") from None


class FormTable(Generic[T]):
    """An interview as the loop plays it; kept in a file if one is named, even before it is finished."""

    def __init__(
        self,
        game: str,
        asking: Callable[[], Procedure[T]],
        write: Callable[[T], str],
        say: Callable[[str], None],
        path: Path | None = None,
    ) -> None:
        """Begin, or go on with what the file holds. Raises BadInput if the file is something else."""
        self.session: Session[Form[T]] = Session(Interview(asking), Form())
        self.say = say
        self._game = game
        self._write = write
        self._path = path
        if path is not None and path.exists():
            sweep(path)
            data = read_toml(path)
            if not is_unfinished(data):
                raise BadInput(f"{path}: is there already and is finished; name another file")
            resume(self.session, data, str(path))

    @property
    def result(self) -> T | None:
        """What the answers lead to; None before the last one."""
        return self.session.state.result

    @property
    def over(self) -> bool:
        """Whether every question is answered."""
        return self.result is not None

    def save(self) -> None:
        """Write the result, or the answers so far."""
        if self._path is not None:
            done = self.result
            text = write_unfinished(self._game, self.session) if done is None else self._write(done)
            write_atomic(self._path, text)

    def show(self, events: Sequence[Any]) -> None:
        """Nothing happens in an interview."""

    def status(self) -> None:
        """The answers so far."""
        told = [f"{answer.key}: {answer.text}" for entry in self.session.entries for answer in entry]
        self.say("So far " + (", ".join(told) or "nothing is answered"))

    def rules(self, words: str) -> None:
        """Point to the rules command."""
        self.say(f"See: referee rules {words}".rstrip())
