"""Answers that are there before the questions: scripts of moves, and the usual answers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from referee.asking.meaning import refusal_of
from referee.asking.question import Command, Question, read_command
from referee.errors import BadInput, Illegal, RefereeError, Unreadable, fault, naming_place
from referee.play.notation import SaidStep, quoted, readings
from referee.play.session import Session, expect_owner
from referee.play.table import Answerer


class Usual(Answerer):
    """An answerer that takes the usual answer to each question; `options` are those by which others can be given."""

    def __init__(self, options: Collection[str]) -> None:
        self._options = options

    def ask(self, question: Question[Any]) -> str | Command | None:
        """The default. Raises BadInput for a question that has none."""
        if question.default is None:
            key = question.key.replace(" ", "-")
            named = next((f"--{one}" for one in (key, key.removesuffix("s")) if one in self._options), "an option")
            raise BadInput(f"{question.prompt}: there is no usual answer; give it as {named}, or leave --yes out")
        return question.default

    def refused(self, question: Question[Any], error: RefereeError) -> None:
        """A usual answer that is refused is the program's fault; say it all the same."""
        raise BadInput(f"{question.prompt}: {error}") from None


class Script(Answerer):
    """An answerer that reads from a list of what is said; messages name it by `where`, its lines by `unit`.

    It names its files as options.
    """

    def __init__(self, said: Sequence[SaidStep], where: str, unit: str = "line") -> None:
        self._unit = unit
        self._said = list(said)
        self._next = 0
        self.where = where

    def peek(self) -> SaidStep | None:
        """What is said next, which stays the next; None at the end."""
        return self._said[self._next] if self._next < len(self._said) else None

    def take(self) -> SaidStep:
        """What is said next; there must be something."""
        self._next += 1
        return self._said[self._next - 1]

    def ask(self, question: Question[Any]) -> str | Command | None:
        """The next answer; None at the end."""
        upcoming = self.peek()
        if upcoming is None:
            return None
        if question.passed_over(upcoming.text):
            return question.default
        said = self.take()
        self.expect_owner(said, question)
        return quoted(said.text) if said.quoted else read_command(said.text) or said.text

    def expect_owner(self, said: SaidStep, question: Question[Any]) -> None:
        """Raises BadInput where the answer is another player's, or is for another kind of question than this one."""
        with naming_place(f"{self.where}, {self._unit} {said.line}"):
            if said.owner is not None:
                expect_owner(said.text, said.owner, question)

    def refused(self, question: Question[Any], error: RefereeError) -> None:
        """Stop with the line that was refused: Illegal stays Illegal, the rest is BadInput."""
        said = self._said[self._next - 1]
        place = f'{self.where}, {self._unit} {said.line}: "{said.text}"'
        if isinstance(error, Illegal):
            raise Illegal(f"{place} is not legal: {error}", error.ruling) from error
        raise BadInput(f"{place} doesn't answer ({question.prompt}): {error}") from None

    def at_end(self) -> Command | None:
        """A command of the script, if one follows."""
        said = self.peek()
        if said is None or said.quoted or (command := read_command(said.text)) is None:
            return None
        self._next += 1
        return command

    def left_over(self) -> str | None:
        """What was not asked for, as a message; None if everything was."""
        said = self.peek()
        return None if said is None else f'{self.where}, line {said.line}: "{said.text}" comes after the end'


def give_all(session: Session[Any], said: Sequence[SaidStep], where: str, unit: str = "line") -> list[str]:
    """Carry out what was said in order, as far as it goes. Raises Illegal or BadInput.

    Returns the usual answers that were taken where the script has left an answer out.
    """
    script, taken = Script(said, where, unit), list[str]()
    forbidden: Illegal | None = None  # why a rule forbids what was passed over for the next question
    while True:
        question = session.question
        next_one = _in_words(script.peek(), question)
        by_itself = question is not None and (session.forcing or session.draft)
        only = question.forced() if question is not None and by_itself else None
        usual = None
        if only is None and next_one is not None and question is not None and question.skippable and session.draft:
            only = usual = question.default
        if next_one is not None and session.corrects(next_one):
            session.put_right(*readings(script.take().text))
        elif only is not None and not _fits(question, next_one):  # a script may name what goes by itself, or not
            if forbidden is None and question is not None and next_one is not None:
                forbidden = refusal_of(question, next_one.text)
            session.give(only)
            taken += [usual] if usual is not None else []
        elif next_one is None:
            return taken
        elif question is None:
            raise BadInput(f'"{next_one.text}" comes after the end of the game')
        else:
            script.expect_owner(script.take(), question)
            try:
                session.give(next_one.text)
            except (Unreadable, Illegal) as error:
                script.refused(question, forbidden if forbidden and isinstance(error, Unreadable) else error)
            forbidden = None


def _in_words(said: SaidStep | None, question: Question[Any] | None) -> SaidStep | None:
    """What was said, in words where it is the data of an answer that is no move: {"move": "end turn"}."""
    if said is not None and question is not None and question.moves is None and said.text.lstrip().startswith("{"):
        from referee.asking.moves import decoded

        with suppress(Unreadable):
            match decoded(said.text):
                case {"move": str(text), **others} if not others:
                    return replace(said, text=text)
    return said


def _fits(question: Question[Any] | None, said: SaidStep | None) -> bool:
    """Whether what was said answers a question."""
    if question is None or said is None:
        return False
    if said.owner is not None and not said.owner.owns(question.key, question.who):
        return False
    return not fault(question.parse, said.text)
