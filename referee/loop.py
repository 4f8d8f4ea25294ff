"""The loop that every game is played with: ask, apply, record, show.

A session knows what must be decided next. An answerer (a person, a script, a test) gives an answer or a command;
the answer is applied, written to disk, and shown, before the next question is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from referee.ask import Question
from referee.errors import BadInput, Illegal, Overtaken, RefereeError, Unreadable
from referee.names import fold
from referee.session import Session, is_correction

CommandName = Literal["undo", "redo", "status", "why not", "rules", "stop"]

COMMANDS: Mapping[CommandName, str] = {
    "undo": "take back the last answer",
    "redo": "give it back",
    "status": "show where things stand",
    "why not": "what is not possible now, and why",
    "rules": "look a rule up: rules flying",
    "stop": "save and stop; go on later",
}
"""What can be said at every prompt instead of an answer."""


@dataclass(frozen=True, slots=True)
class Command:
    """Something said at a prompt that is no answer. `argument` is what follows the word."""

    name: CommandName
    argument: str = ""


def read_command(text: str) -> Command | None:
    """A command as typed, or None for an answer. Commands stand alone; only `rules` takes words."""
    typed = fold(text)
    for name in COMMANDS:
        if typed == name:
            return Command(name)
    if typed.startswith("rules "):
        return Command("rules", text.split(maxsplit=1)[1])
    return Command("why not") if typed in ("?", "why", "help") else None


class Answerer(Protocol):
    """Who answers."""

    def ask(self, question: Question[Any]) -> str | Command | None:
        """An answer, a command, or None if there is nobody left to answer."""

    def refused(self, question: Question[Any], error: RefereeError) -> None:
        """Tell why an answer was refused. Raises it where nobody can try again."""

    def at_end(self) -> Command | None:
        """What is said when all is over: `undo` goes back; None leaves."""

    def ask_path(self, prompt: str, example: str) -> Path | None:
        """A file to write to, or None for none."""


class Table(Protocol):
    """What the loop plays at: the session, where it is kept, and how it looks."""

    session: Session[Any]

    @property
    def set_up(self) -> bool:
        """Whether what is asked before the first turn is answered."""

    @property
    def over(self) -> bool:
        """Whether all is over."""

    def save(self) -> None:
        """Write everything that was answered, durably. Raises Overtaken if another program was faster."""

    def reload(self) -> None:
        """Take over what another program has written."""

    def show(self, events: Sequence[Any]) -> None:
        """Show what happened, and where things stand."""

    def status(self) -> None:
        """Show where things stand."""

    def rules(self, words: str) -> None:
        """Show rules."""

    def say(self, text: str) -> None:
        """Tell the table something."""


def play(table: Table, answerer: Answerer, given: Mapping[str, str] | None = None) -> bool:
    """Play until all is over, or somebody stops. Whether it is over.

    `given` are answers by question key that were given beforehand (as options of a command).
    Raises what the answerer raises; everything answered is on disk then.
    """
    ahead = dict(given or {})
    table.show(table.session.take_events())
    while True:
        question = table.session.question
        answer = answerer.at_end() if question is None else ahead.get(question.key) or answerer.ask(question)
        if answer is None or answer == Command("stop"):
            return question is None
        try:
            if isinstance(answer, Command):
                _obey(table, question, answer)
            elif question is not None:
                _answer(table, answerer, question, answer, beforehand=ahead.pop(question.key, None) is not None)
        except Overtaken as error:
            table.reload()
            table.say(f"{error}. Nothing was overwritten: here is the new state, and the question again.")
            table.status()


def _answer(table: Table, answerer: Answerer, question: Question[Any], text: str, *, beforehand: bool) -> None:
    """Apply an answer, write it down and show what it did; or tell why it is refused."""
    session = table.session
    try:
        if session.intervene is not None and is_correction(text):
            session.correct(text)
        else:
            session.answer(text)
    except (Unreadable, Illegal) as error:
        if beforehand:
            raise BadInput(f"--{question.key.replace(' ', '-')} {text}: {error}") from None
        answerer.refused(question, error)
        return
    table.save()
    table.show(table.session.take_events())


def _obey(table: Table, question: Question[Any] | None, command: Command) -> None:
    match command.name:
        case "undo" | "redo":
            before = table.session.last_answer()
            done = table.session.undo() if command.name == "undo" else table.session.redo()
            table.session.take_events()
            if not done:
                table.say(f"There is nothing to {command.name}.")
                return
            table.save()
            taken, given = f"Taken back: {before}.", f"Given back: {table.session.last_answer()}."
            table.say(taken if command.name == "undo" else given)
            table.status()
        case "why not" if question is not None:
            closed = question.closed()
            for option in closed:
                table.say(f"  {option.shown}: {option.detail}")
            if not closed:
                table.say(f"You can answer: {question.hint or 'anything listed'}. Or say: {', '.join(COMMANDS)}.")
        case "rules":
            table.rules(command.argument)
        case _:
            table.status()


_GROUP = re.compile(r"\[([^\]]*)\]")


def read_script(text: str) -> list[tuple[int, str]]:
    """A script's answers with their line numbers.

    A line is an answer. Answers to questions that come with it (dice, say) may stand on the same line in square
    brackets, parted by "/": `attack Sphinx [2 1 0 / 1 1 1 0]`. Empty lines and what follows # are left out; a #
    that is part of a name has no space before its number ("Wolf #2").
    """
    answers = []
    for number, line in enumerate(text.splitlines(), 1):
        words = re.sub(r"(^|\s)#(?!\d).*$", "", line).strip()
        at = 0
        for group in _GROUP.finditer(words):
            answers += [(number, words[at : group.start()].strip())]
            answers += [(number, part.strip()) for part in re.split(r"\s/\s|^/|/$", group[1])]
            at = group.end()
        answers.append((number, words[at:].strip()))
    return [(number, answer) for number, answer in answers if answer]


class Usual:
    """An answerer that takes the usual answer to each question."""

    def ask(self, question: Question[Any]) -> str | Command | None:
        """The default. Raises BadInput for a question that has none."""
        if question.default is None:
            raise BadInput(f"{question.prompt}: there is no usual answer; give it as an option, or leave --yes out")
        return question.default

    def refused(self, question: Question[Any], error: RefereeError) -> None:
        """A usual answer that is refused is the program's fault; say it all the same."""
        raise BadInput(f"{question.prompt}: {error}") from None

    def at_end(self) -> Command | None:
        """Leave."""
        return None

    def ask_path(self, prompt: str, example: str) -> Path | None:
        """No file."""
        return None


class Script:
    """An answerer that reads from a list of answers; `where` names it in messages."""

    def __init__(self, answers: Iterable[tuple[int, str]], where: str) -> None:
        self._answers = list(answers)
        self._next = 0
        self.where = where

    def next_text(self) -> str | None:
        """The next line's text; None at the end."""
        if self._next >= len(self._answers):
            return None
        self._next += 1
        return self._answers[self._next - 1][1]

    def ask(self, question: Question[Any]) -> str | Command | None:
        """The next answer; None at the end."""
        text = self.next_text()
        return None if text is None else read_command(text) or text

    def refused(self, question: Question[Any], error: RefereeError) -> None:
        """Stop with the line that was refused: Illegal stays Illegal, the rest is BadInput."""
        number, text = self._answers[self._next - 1]
        place = f'{self.where}, line {number}: "{text}"'
        if isinstance(error, Illegal):
            raise Illegal(f"{place} is not legal: {error}", error.ruling) from None
        raise BadInput(f"{place} doesn't answer ({question.prompt}): {error}") from None

    def at_end(self) -> Command | None:
        """A command of the script, if one follows."""
        if self._next >= len(self._answers) or (command := read_command(self._answers[self._next][1])) is None:
            return None
        self._next += 1
        return command

    def ask_path(self, prompt: str, example: str) -> Path | None:
        """A script names its files as options."""
        return None

    def left_over(self) -> str | None:
        """What was not asked for, as a message; None if everything was."""
        if self._next >= len(self._answers):
            return None
        number, text = self._answers[self._next]
        return f'{self.where}, line {number}: "{text}" comes after the end'
