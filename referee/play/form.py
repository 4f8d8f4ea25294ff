"""A list of questions with one result (a score sheet, a set-up), as a session plays it.

The answers so far are saved in the file that the result goes to, so nothing typed is lost.
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
from referee.play.notation import Step, write_step
from referee.play.session import Session
from referee.play.table import Table
from referee.text.names import fold
from referee.text.screen import Screen

if TYPE_CHECKING:
    from referee.scores.score import Outcome

T = TypeVar("T")

_FIRST_LINE = "# Answers of a set-up that isn't finished; run the same command on this file to go on.\n"


class Form(Struct, Generic[T]):
    """Values of the answers so far, and the result after the last one."""

    values: list[Any] = field(default_factory=list)
    result: T | None = None

    def copy(self) -> Form[T]:
        """Return an independent copy."""
        return Form(list(self.values), self.result)


_MISSING = object()


class _AskedOne(Exception):
    """Signal that this step's one question was asked; the next one belongs to the next step."""


class Interview(Generic[T]):
    """Procedure played answer by answer: each answer is one step, so that each can be undone."""

    def __init__(self, asking: Callable[[], Procedure[T]]) -> None:
        self._asking = asking

    def next_decision(self, state: Form[T], events: list[Any]) -> Procedure[None] | None:
        """Return the procedure for the next answer; None when there is a result."""
        return None if state.result is not None else ask_next(self._asking(), state)


def ask_next(asking: Procedure[T], form: Form[T]) -> Procedure[None]:
    """Ask the next question of a form, and store the answer, and the result after the last one."""
    count = len(form.values)
    values = iter(form.values)

    def answer(question: Question[Any]) -> Procedure[Any]:
        known = next(values, _MISSING)
        if known is not _MISSING:
            return known
        if len(form.values) > count:
            raise _AskedOne
        value = yield question
        form.values.append(value)
        return value

    with suppress(_AskedOne):
        form.result = yield from relay(asking, answer)


def finished_with(asking: Procedure[T], values: Sequence[Any], text: str) -> T | None:
    """Return the result of an interview if `text` is answered after `values`, and then all defaults.

    None if a question after it has no default. Raises RefereeError for an invalid answer.
    """
    known, texts = iter(values), [text]

    def answer(question: Question[Any]) -> Any:
        value = next(known, _MISSING)
        if value is not _MISSING:
            return value
        given = texts.pop() if texts else question.default
        if given is None:
            raise _AskedOne
        return question.parse(given)

    with suppress(_AskedOne):
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
    """Return the kind of thing that unfinished answers in a file make ("battle record"); None for any other file."""
    unfinished = data.get("unfinished")
    return str(data.get("of")) if isinstance(unfinished, dict) and "answers" in unfinished else None


def deck_of(data: Data, path: Path) -> Path | None:
    """Return the path of the deck named in an unfinished file; None if it names none, or for any other file."""
    named = data.get("deck") if unfinished_of(data) else None
    return path.parent / str(named) if named else None


def write_unfinished(game: str, what: str, session: Session[Any], path: Path, deck: Path | None) -> str:
    """Format the answers of a session so far as TOML; `what` is the kind of thing that they are to become.

    The file names the `deck` in which their card names are looked up, if there is one.
    """
    named = {} if deck is None else {"deck": relative(deck.resolve(), path.resolve().parent)}
    data = {"game": game, "of": what, **named, "unfinished": {"answers": [answer.text for answer in session.answers]}}
    return _FIRST_LINE + tomli_w.dumps(data)


def resume(session: Session[Any], data: Data, where: str, game: str) -> None:
    """Answer a new session from a file. Raises BadInput if the answers don't fit, or are of another game."""
    file = convert(data, _UnfinishedFile, where)
    if file.game != game:
        raise BadInput(f"{where}: is an unfinished {file.of} of {file.game}, not of {game}; use --game {file.game}")
    answer_all(session, file.unfinished.answers, where)


def answer_all(session: Session[Any], answers: Sequence[str], where: str, what: str = "unfinished answer") -> None:
    """Answer a session's questions in order. Raises BadInput if an answer doesn't fit.

    An answer that is the only possible one may be missing: an older version may not have asked for it.
    """
    for number, text in enumerate(answers, 1):
        while (now := session.question) is not None and now.default is not None and now.passed_over(text):
            session.answer(now.default)
        with naming_place(f"{where}: {what} {number}", RefereeError):
            try:
                session.answer(text)
            except RefereeError:
                if session.question is None or (only := session.question.forced()) is None:
                    raise
                session.answer(only)
                session.answer(text)


class FormTable(Table, Generic[T]):
    """Interview as the loop plays it; saved in a file if one is named, even before it is finished.

    Without `in_steps` only the result is written: unfinished answers of a script aren't resumed.
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
        public_text: Callable[[Step], str] = write_step,
    ) -> None:
        """Start, or resume the answers in the file. Raises BadInput if the file is something else.

        `what` is the kind of thing that the answers make, `write` formats the result for the file; `public_text`
        formats an answer as everybody may read it.
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
        self._created = False
        if path is not None:
            expect_place(path)
        self._begin(read_text(path) if path is not None and path.exists() else None)

    def _begin(self, text: str | None) -> None:
        """Start, or resume from the text of a file. Raises BadInput if it is something else."""
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
        """Result of the answers; None before the last one."""
        return self.session.state.result

    def text(self) -> str:
        """Return the text of the file for the result, which must be there."""
        assert self.result is not None
        return self._write(self.result)

    @property
    def is_set_up(self) -> bool:
        """False: its questions are a set-up, so after an undo only the question is shown."""
        return False

    @property
    def over(self) -> bool:
        """Whether every question is answered."""
        return self.result is not None

    def save(self) -> None:
        """Write the result, or the answers so far if they are to be kept.

        Raises Overtaken if another program has written the file since, BadInput if it has created it.
        """
        done = self.result
        if self._path is not None and (done is not None or self.in_steps):
            text = (
                write_unfinished(self.game, self._what, self.session, self._path, self.deck)
                if done is None
                else self._write(done)
            )
            self._created = put_file(self._path, text, self._last) or self._created
            self._last = text

    def reload(self) -> None:
        """Resume the answers that another program has written. Raises BadInput if it has made something else."""
        self._created = False
        if self._path is not None:
            self._begin(read_text(self._path))

    def discard(self) -> None:
        """Remove the file if it was created here and no other program has written it since."""
        if self._created and self._path is not None and self._last is not None:
            remove_file(self._path, self._last)

    def show(self, events: Sequence[Any]) -> None:
        """Show how the last answer was understood, if it was typed differently."""
        if self.session.steps and fold((last := self.session.steps[-1]).do) != fold(self.session.typed):
            named = last.key.startswith("card ")  # a card's line begins with its name
            what = "" if named else f"{last.key.capitalize()}: "
            self.say(f"  {what}{self.session.public_text(last)}")

    def say(self, text: str) -> None:
        """Print a line."""
        self._say(text)


class ScoreForm(FormTable[T], ABC):
    """A form whose answers make a score sheet."""

    @abstractmethod
    def score_of_sheet(self) -> tuple[Outcome, tuple[str, ...]]:
        """Score the finished sheet; return the score and notes on it. Raises BadInput."""
