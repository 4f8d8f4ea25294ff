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
from referee.errors import BadInput, Illegal, RefereeError, Unreadable
from referee.names import fold
from referee.session import Session

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
    return Command("why not") if typed in ("?", "why") else None


class Answerer(Protocol):
    """Who answers."""

    def ask(self, question: Question[Any]) -> str | Command | None:
        """An answer, a command, or None if there is nobody left to answer."""

    def refused(self, question: Question[Any], error: RefereeError) -> None:
        """Tell why an answer was refused. Raises it where nobody can try again."""

    def ask_path(self, prompt: str, example: str) -> Path | None:
        """A file to write to, or None for none."""


class Table(Protocol):
    """What the loop plays at: the session, where it is kept, and how it looks."""

    session: Session[Any]

    @property
    def over(self) -> bool:
        """Whether all is over."""

    def save(self) -> None:
        """Write everything that was answered, durably."""

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
    table.save()
    table.show(table.session.take_events())
    while (question := table.session.question) is not None:
        answer: str | Command | None = ahead.pop(question.key, None)
        if answer is None:
            answer = answerer.ask(question)
        if answer is None:
            return False
        if isinstance(answer, Command):
            if answer.name == "stop":
                return False
            _obey(table, question, answer)
            continue
        try:
            table.session.answer(answer)
        except (Unreadable, Illegal) as error:
            answerer.refused(question, error)
            continue
        table.save()
        table.show(table.session.take_events())
    return True


def _obey(table: Table, question: Question[Any], command: Command) -> None:
    match command.name:
        case "undo" | "redo":
            done = table.session.undo() if command.name == "undo" else table.session.redo()
            table.session.take_events()
            if done:
                table.save()
                table.status()
            else:
                table.say(f"There is nothing to {command.name}.")
        case "why not":
            closed = question.closed()
            for option in closed:
                table.say(f"  {option.shown}: {option.detail}")
            if not closed:
                table.say("Nothing is closed that one could think of.")
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
            answers += [(number, part.strip()) for part in group[1].split("/")]
            at = group.end()
        answers.append((number, words[at:].strip()))
    return [(number, answer) for number, answer in answers if answer]


class Script:
    """An answerer that reads from a list of answers; `where` names it in messages."""

    def __init__(self, answers: Iterable[tuple[int, str]], where: str) -> None:
        self._answers = list(answers)
        self._next = 0
        self.where = where

    def ask(self, question: Question[Any]) -> str | Command | None:
        """The next answer; None at the end."""
        if self._next >= len(self._answers):
            return None
        text = self._answers[self._next][1]
        self._next += 1
        return read_command(text) or text

    def refused(self, question: Question[Any], error: RefereeError) -> None:
        """Stop with the line that was refused: Illegal stays Illegal, the rest is BadInput."""
        number, text = self._answers[self._next - 1]
        place = f'{self.where}, line {number}: "{text}"'
        if isinstance(error, Illegal):
            raise Illegal(f"{place} is not legal: {error}", error.ruling) from None
        raise BadInput(f"{place} doesn't answer ({question.prompt}): {error}") from None

    def ask_path(self, prompt: str, example: str) -> Path | None:
        """A script names its files as options."""
        return None

    def left_over(self) -> str | None:
        """What was not asked for, as a message; None if everything was."""
        if self._next >= len(self._answers):
            return None
        number, text = self._answers[self._next]
        return f'{self.where}, line {number}: "{text}" comes after the end'
