"""Answers that are there before the questions: scripts of moves, and the usual answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from referee.ask import Question
from referee.commands import Command, CommandName, read_command
from referee.errors import BadInput, Illegal, RefereeError
from referee.loop import Cite

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

    patient = False

    def greet(self, commands: Sequence[CommandName], cite: Cite) -> None:
        """Nobody to greet."""

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
    """An answerer that reads from a list of answers; `where` names it in messages, `unit` what its numbers count."""

    patient = False

    def __init__(self, answers: Iterable[tuple[int, str]], where: str, unit: str = "line") -> None:
        self._unit = unit
        self._answers = list(answers)
        self._next = 0
        self.where = where

    def next_text(self) -> str | None:
        """The next line's text; None at the end."""
        if self._next >= len(self._answers):
            return None
        self._next += 1
        return self._answers[self._next - 1][1]

    def greet(self, commands: Sequence[CommandName], cite: Cite) -> None:
        """Nobody to greet."""

    def peek(self) -> str | None:
        """The next line's text, which stays the next; None at the end."""
        return self._answers[self._next][1] if self._next < len(self._answers) else None

    def ask(self, question: Question[Any]) -> str | Command | None:
        """The next answer; None at the end."""
        text = self.next_text()
        return None if text is None else read_command(text) or text

    def refused(self, question: Question[Any], error: RefereeError) -> None:
        """Stop with the line that was refused: Illegal stays Illegal, the rest is BadInput."""
        number, text = self._answers[self._next - 1]
        place = f'{self.where}, {self._unit} {number}: "{text}"'
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
