"""A list of questions that leads to one result (a score sheet, a set-up), as a session plays it.

What was answered of it is kept in the very file that the result goes to, so nothing typed is lost.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import tomli_w
from msgspec import Struct, field

from referee.asking.question import Procedure, Question, drive, relay
from referee.errors import BadInput, RefereeError, naming_place
from referee.files.files import Data, convert, expect_place, parse_toml, put_file, read_text, remove_file
from referee.files.portable import relative
from referee.play.notation import Step, written
from referee.play.session import Session
from referee.play.table import Table
from referee.text.names import fold
from referee.text.screen import Screen

if TYPE_CHECKING:
    from referee.scores.score import Outcome

T = TypeVar("T")

_FIRST_LINE = "# Answers of a set-up that isn't finished; run the same command on this file to go on.\n"


class Form(Struct, Generic[T]):
    """The answers' values so far, and the result once the last one is given."""

    values: list[Any] = field(default_factory=list)
    result: T | None = None

    def copy(self) -> Form[T]:
        """An independent copy."""
        return Form(list(self.values), self.result)


_UNASKED = object()


class _Asked(Exception):
    """The one question was asked; the next one comes with the next step."""


class Interview(Generic[T]):
    """Plays a procedure answer by answer, so that each can be taken back: one step is one answer."""

    def __init__(self, asking: Callable[[], Procedure[T]]) -> None:
        self._asking = asking

    def next_decision(self, state: Form[T], events: list[Any]) -> Procedure[None] | None:
        """The next answer; None when the result is there."""
        return None if state.result is not None else self.ask_next(state)

    def ask_next(self, form: Form[T]) -> Procedure[None]:
        """Ask the next question of a form and note the answer, and the result after the last."""
        asked = len(form.values)
        values = iter(form.values)

        def answer(question: Question[Any]) -> Procedure[Any]:
            known = next(values, _UNASKED)
            if known is not _UNASKED:
                return known
            if len(form.values) > asked:
                raise _Asked
            value = yield question
            form.values.append(value)
            return value

        with suppress(_Asked):
            form.result = yield from relay(self._asking(), answer)


def finished_with(asking: Procedure[T], values: Sequence[Any], text: str) -> T | None:
    """The result of an interview with these values so far, if `text` is answered next and then what is usual.

    None where something is asked then that has no usual answer. Raises RefereeError for an answer that can't be.
    """
    known, said = iter(values), [text]

    def answer(question: Question[Any]) -> Any:
        value = next(known, _UNASKED)
        if value is not _UNASKED:
            return value
        given = said.pop() if said else question.default
        if given is None:
            raise _Asked
        return question.parse(given)

    with suppress(_Asked):
        return drive(asking, answer)
    return None


# --- unfinished answers in a file -----------------------------------------------------------------


class _Answers(Struct, frozen=True, forbid_unknown_fields=True):
    answers: tuple[str, ...]


class _UnfinishedFile(Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    of: str
    unfinished: _Answers
    deck: str = ""
    note: str = ""


def unfinished_of(data: Data) -> str | None:
    """What a file that holds only answers so far is to become ("battle record"); None for any other file."""
    unfinished = data.get("unfinished")
    return str(data.get("of")) if isinstance(unfinished, dict) and "answers" in unfinished else None


def deck_of(data: Data, path: Path) -> Path | None:
    """The deck in which the names of an unfinished file are looked up; None where it has none, or is another file."""
    named = data.get("deck") if unfinished_of(data) else None
    return path.parent / str(named) if named else None


def write_unfinished(game: str, what: str, session: Session[Any], path: Path, deck: Path | None) -> str:
    """The answers of a session so far, as TOML text for a file; `what` says what they are to become.

    A `deck` in which their names are looked up is named in it.
    """
    named = {} if deck is None else {"deck": relative(deck.resolve(), path.resolve().parent)}
    kept = {"game": game, "of": what, **named, "unfinished": {"answers": answers_of(session)}}
    return _FIRST_LINE + tomli_w.dumps(kept)


def answers_of(session: Session[Any]) -> list[str]:
    """The texts of all answers of a session, in order."""
    return [answer.text for step in session.steps for answer in step.answers] + [one.text for one in session.draft]


def resume(session: Session[Any], data: Data, where: str, game: str) -> None:
    """Give a new session the answers that a file holds. Raises BadInput if they don't fit, or are of another game."""
    file = convert(data, _UnfinishedFile, where)
    if file.game != game:
        raise BadInput(f"{where}: is an unfinished {file.of} of {file.game}, not of {game}; use --game {file.game}")
    answer_all(session, file.unfinished.answers, where)


def answer_all(session: Session[Any], answers: Sequence[str], where: str, what: str = "unfinished answer") -> None:
    """Answer a session's questions in order. Raises BadInput if an answer doesn't fit.

    What has only one answer may be left out: an older file doesn't have it where nothing was asked then.
    """
    for number, text in enumerate(answers, 1):
        while (asked := session.question) is not None and asked.default is not None and asked.passed_over(text):
            session.answer(asked.default)
        with naming_place(f"{where}: {what} {number}", RefereeError):
            try:
                session.answer(text)
            except RefereeError:
                if session.question is None or (only := session.question.forced()) is None:
                    raise
                session.answer(only)
                session.answer(text)


class FormTable(Table, Generic[T]):
    """An interview as the loop plays it; kept in a file if one is named, even before it is finished.

    Without `in_steps` only the result is written: nobody goes on with the answers that a script has begun to give.
    """

    in_steps = True
    deck: Path | None = None
    """The file in which the names of cards are looked up."""

    def __init__(
        self,
        game: str,
        what: str,
        asking: Callable[[], Procedure[T]],
        write: Callable[[T], str],
        say: Callable[[str], None],
        path: Path | None = None,
        public_text: Callable[[Step], str] = written,
    ) -> None:
        """Begin, or go on with what the file holds. Raises BadInput if the file is something else.

        `what` says what the answers become, `write` makes the file's text of the result; `public_text` is what
        everybody hears of an answer.
        """
        self.session: Session[Form[T]]
        self._say = say
        self.screen = Screen()
        self.game = game
        self._what = what
        self._asking = asking
        self._write = write
        self._path = path
        self._public_text = public_text
        self._last: str | None = None
        self._began = False
        if path is not None:
            expect_place(path)
        self._begin(read_text(path) if path is not None and path.exists() else None)

    def _begin(self, text: str | None) -> None:
        """Begin, or go on with the text of a file. Raises BadInput if it is something else."""
        self.session = Session(Interview(self._asking), Form(), forcing=False, public_text=self._public_text)
        if text is not None:
            data = parse_toml(text, str(self._path))
            if unfinished_of(data) != self._what:
                raise BadInput(
                    f"{self._path} already exists and isn't an unfinished {self._what}; choose another file"
                )
            resume(self.session, data, str(self._path), self.game)
        self._last = text

    @property
    def result(self) -> T | None:
        """What the answers lead to; None before the last one."""
        return self.session.state.result

    def text(self) -> str:
        """The result as a file's text, once it is there."""
        assert self.result is not None
        return self._write(self.result)

    @property
    def is_set_up(self) -> bool:
        """Its questions are what is asked before something, so after an undo the question alone is shown."""
        return False

    @property
    def over(self) -> bool:
        """Whether every question is answered."""
        return self.result is not None

    def save(self) -> None:
        """Write the result, or the answers so far where they are to be kept.

        Raises Overtaken if another program has written the file since, BadInput if it has begun it.
        """
        done = self.result
        if self._path is not None and (done is not None or self.in_steps):
            text = (
                write_unfinished(self.game, self._what, self.session, self._path, self.deck)
                if done is None
                else self._write(done)
            )
            self._began = put_file(self._path, text, self._last) or self._began
            self._last = text

    def reload(self) -> None:
        """Go on with the answers as another program has left them. Raises BadInput if it has made something else."""
        self._began = False
        if self._path is not None:
            self._begin(read_text(self._path))

    def discard(self) -> None:
        """Take the file away if it was begun here and nobody else has written it since."""
        if self._began and self._path is not None and self._last is not None:
            remove_file(self._path, self._last)

    def show(self, events: Sequence[Any]) -> None:
        """Say what the last answer was taken for, where it was typed short."""
        if self.session.steps and fold((last := self.session.steps[-1]).do) != fold(self.session.typed):
            named = last.key.startswith("card ")  # a card's line begins with its name
            what = "" if named else f"{last.key.capitalize()}: "
            self.say(f"  {what}{self.session.public_text(last)}")

    def say(self, text: str) -> None:
        """One line."""
        self._say(text)


class ScoreForm(FormTable[T], ABC):
    """A score sheet that is being asked for."""

    @abstractmethod
    def score_of_sheet(self) -> tuple[Outcome, tuple[str, ...]]:
        """The score of the finished sheet, and notes on it. Raises BadInput."""
