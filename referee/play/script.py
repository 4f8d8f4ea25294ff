"""Answerers that need no person: scripts of moves, and default answers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from referee.asking.meaning import refusal_of
from referee.asking.moves import decode
from referee.asking.question import Command, Question, read_command
from referee.errors import BadInput, Illegal, RefereeError, Unreadable, fault, naming_place
from referee.play.notation import TypedStep, quote, readings
from referee.play.session import Session, expect_owner
from referee.play.table import Answerer


class Usual(Answerer):
    """Answerer that takes the default of each question; `options` are the command's options for other answers."""

    def __init__(self, options: Collection[str]) -> None:
        self._options = options

    def ask(self, question: Question[Any]) -> str | Command | None:
        """Return the default. Raises BadInput for a question without one."""
        if question.default is None:
            key = question.key.replace(" ", "-")
            named = next((f"--{one}" for one in (key, key.removesuffix("s")) if one in self._options), "an option")
            raise BadInput(f"{question.prompt}: there is no usual answer; give it as {named}, or leave --yes out")
        return question.default

    def refused(self, question: Question[Any], error: RefereeError) -> None:
        """Raise BadInput: a refused default is a bug of the program."""
        raise BadInput(f"{question.prompt}: {error}") from None


class Script(Answerer):
    """Answerer that reads from a list of texts; messages name the script `where`, its lines `unit`.

    `ask_path` returns None: a script names its files as options of the command.
    """

    def __init__(self, said: Sequence[TypedStep], where: str, unit: str = "line") -> None:
        self._unit = unit
        self._said = list(said)
        self._next = 0
        self.where = where

    def peek(self) -> TypedStep | None:
        """Return the next text without consuming it; None at the end."""
        return self._said[self._next] if self._next < len(self._said) else None

    def peek_answer(self, session: Session[Any]) -> TypedStep | None:
        """Return the next text that is no correction, without consuming it; None at the end."""
        return next((step for step in self._said[self._next :] if not session.corrects(step)), None)

    def take(self) -> TypedStep:
        """Consume and return the next text, which must exist."""
        self._next += 1
        return self._said[self._next - 1]

    def ask(self, question: Question[Any]) -> str | Command | None:
        """Return the next answer; None at the end."""
        upcoming = self.peek()
        if upcoming is None:
            return None
        if question.passed_over(upcoming.text):
            return question.default
        step = self.take()
        self.expect_owner(step, question)
        return quote(step.text) if step.quoted else read_command(step.text) or step.text

    def expect_owner(self, said: TypedStep, question: Question[Any]) -> None:
        """Check that a text is for this kind of question and this player. Raises BadInput."""
        with naming_place(f"{self.where}, {self._unit} {said.line}"):
            if said.owner is not None:
                expect_owner(said.text, said.owner, question)

    def refused(self, question: Question[Any], error: RefereeError) -> None:
        """Raise the error with the refused line: Illegal stays Illegal, any other becomes BadInput."""
        step = self._said[self._next - 1]
        place = f'{self.where}, {self._unit} {step.line}: "{step.text}"'
        if isinstance(error, Illegal):
            raise Illegal(f"{place} is not legal: {error}", error.ruling) from error
        raise BadInput(f"{place} doesn't answer ({question.prompt}): {error}") from None

    def at_end(self) -> Command | None:
        """Return the script's next text if it is a command; else None."""
        step = self.peek()
        if step is None or step.quoted or (command := read_command(step.text)) is None:
            return None
        self._next += 1
        return command

    def left_over(self) -> str | None:
        """Return a message about the first unused text; None if all was used."""
        step = self.peek()
        return None if step is None else f'{self.where}, line {step.line}: "{step.text}" comes after the end'


def give_all(session: Session[Any], said: Sequence[TypedStep], where: str, unit: str = "line") -> list[str]:
    """Play the texts of a script in order, as far as they go. Raises Illegal or BadInput.

    Returns the defaults that were used for answers missing in the script.
    """
    script, defaults = Script(said, where, unit), list[str]()
    forbidden: Illegal | None = None  # why the text was illegal at a question that was skipped
    while True:
        question = session.question
        next_one = _from_json(script.peek(), question)
        by_itself = question is not None and (session.forcing or session.draft)
        forced = only = question.forced() if question is not None and by_itself else None
        usual = None
        if only is None and next_one is not None and question is not None and question.skippable and session.draft:
            only = usual = question.default
        corrects = next_one is not None and session.corrects(next_one)
        if corrects and (forced is None or _fits(question, script.peek_answer(session))):
            session.put_right(*readings(script.take().text))
        elif only is not None and not _fits(question, next_one):  # a script may omit forced answers
            if forbidden is None and question is not None and next_one is not None:
                forbidden = refusal_of(question, next_one.text)
            session.give(only)
            defaults += [usual] if usual is not None else []
        elif next_one is None:
            return defaults
        elif question is None:
            raise BadInput(f'"{next_one.text}" comes after the end of the game')
        else:
            script.expect_owner(script.take(), question)
            try:
                session.give(next_one.text)
            except (Unreadable, Illegal) as error:
                script.refused(question, forbidden if forbidden and isinstance(error, Unreadable) else error)
            forbidden = None


def _from_json(step: TypedStep | None, question: Question[Any] | None) -> TypedStep | None:
    """Convert the JSON of an answer that isn't a move to its text: {"move": "end turn"}."""
    if step is not None and question is not None and question.moves is None and step.text.lstrip().startswith("{"):
        with suppress(Unreadable):
            match decode(step.text):
                case {"move": str(text), **others} if not others:
                    return replace(step, text=text)
    return step


def _fits(question: Question[Any] | None, step: TypedStep | None) -> bool:
    """Return whether a text answers the question."""
    if question is None or step is None:
        return False
    if step.owner is not None and not step.owner.owns(question.key, question.who):
        return False
    return not fault(question.parse, step.text)
