"""A person at a terminal as the one who answers.

The options are listed with numbers, then a line is typed: a number, the words of an answer or their beginning
(with completion), or a command; what fits nothing is refused and never taken for something else. In plain mode the
lines are plain input. Ctrl-C raises KeyboardInterrupt; what was answered before is on disk by then.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.asking.commands import ASIDE, Command, CommandName, read_command
from referee.asking.question import Option, Question
from referee.errors import BadInput, Illegal, RefereeError
from referee.play.alone import wait_until_alone
from referee.play.loop import Cite, why_not
from referee.play.notation import as_answer, read_one
from referee.text.cleaning import in_short, seen
from referee.text.names import fold, printable

if TYPE_CHECKING:
    from referee.text.screen import Screen

DETAILED, LISTED, CLOSED = 32, 45, 6
"""Up to so many options are listed with details, so many in columns (more are found by their beginning), and so many
closed ones with the reason."""

_YES = ("y", "yes")


def has_terminal() -> bool:
    """Whether there is a person: both ends are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def person(screen: Screen, otherwise: str = "") -> Person:
    """The answerer for this terminal. Raises BadInput that says what to do `otherwise` if there is no terminal."""
    if not has_terminal():
        instead = otherwise or "give the answers in a file with --moves FILE"
        raise BadInput(f"there is no terminal to ask at; {instead}")
    return Person(screen)


class Person:
    """Asks with numbered lists and typed lines."""

    patient = True

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._cite: Cite = str
        self._begun: tuple[str, str] | None = None  # a question's prompt and the beginning of its answer

    def greet(self, commands: Sequence[CommandName], cite: Cite) -> None:
        """Say what can be said instead of an answer."""
        self._cite = cite
        self.screen.line(f"At any question: {', '.join(commands)}; Ctrl-C stops.", style="dim")

    def ask(self, question: Question[Any]) -> str | Command | None:
        """Ask until something is said."""
        if question.private:
            return self._ask_alone(question)
        while True:
            options = list(question.grouped() or question.options())
            said = self._gone_on_with(question, options) or self._type(question, options)
            if not isinstance(said, Option):
                chosen = _chosen(said, options, shortened=bool(question.grouped()))
                if chosen is None:
                    return said
                said = chosen
            if said.more is None or (more := said.more()) is None:
                return as_answer(said.text)
            rest = self._ask_rest(more)
            if isinstance(rest, Command) and rest.name in ASIDE:
                self._begun = question.prompt, said.text
            if rest != Command("undo"):  # undo there takes back the beginning of this answer only
                return rest

    def _gone_on_with(self, question: Question[Any], options: Sequence[Option]) -> Option | None:
        """The beginning of this very question's answer, if a command came between it and the rest."""
        begun, self._begun = self._begun, None
        return next((option for option in options if begun == (question.prompt, option.text)), None)

    def _ask_rest(self, question: Question[str]) -> str | Command | None:
        """Ask for the rest of an answer until it can be read; the whole answer."""
        while True:
            said = self.ask(question)
            if isinstance(said, Command) and said.name == "why not" and said.argument:
                self.screen.line(f"  {why_not(question, said.argument, self._cite)}")
                continue
            if not isinstance(said, str):
                return said
            try:
                return as_answer(question.parse(read_one(said).text))
            except RefereeError as error:
                self.refused(question, error)

    def _ask_alone(self, question: Question[Any]) -> str | Command | None:
        """Ask what only one player may see: the others look away, and nothing of it stays on the screen."""
        said = wait_until_alone(
            question.who, self.screen, lambda prompt: self._line(prompt, []), lambda typed: bool(read_command(typed))
        )
        if said:
            return read_command(said)
        with self.screen.apart():
            return self.ask(replace(question, private=False))

    def _type(self, question: Question[Any], options: Sequence[Option]) -> str | Command | Option:
        self._list(options)
        if question.tells_closed:
            self._list_closed(question.closed())
        if question.hint:
            self.screen.line(f"  ({question.hint})", style="dim")
        usual = next((option.shown for option in options if option.text == question.default), question.default)
        default = f" [{usual}]" if usual else ""
        while True:
            words = [option.text for option in options]
            typed = self._line(f"{question.prompt}{default}: ", words).strip() or (question.default or "")
            if (command := read_command(typed)) is not None:
                return command
            if len(options) <= LISTED and typed in (numbers := _numbers(options)):
                return options[numbers.index(typed)]
            if typed:
                return typed
            self.screen.line("  an answer is needed; why not tells what can be said, stop leaves", style="dim")

    def _list(self, options: Sequence[Option]) -> None:
        if len(options) > LISTED:
            self.screen.line(f"  {len(options)} to choose from; type the beginning of a name", style="dim")
            return
        if len(options) > DETAILED and not self.screen.plain:
            numbered = zip(_numbers(options), options, strict=True)
            self.screen.side_by_side([f"{number:>2} {option.shown}" for number, option in numbered])
            return
        numbered = zip(_numbers(options), options, strict=True)
        rows = [
            (number, "" if option.shown == number else option.shown, option.detail) for number, option in numbered
        ]
        if self.screen.plain:
            for number, shown, detail in rows:
                told = ": ".join(part for part in (shown, detail) if part)
                self.screen.line(f"{number}. {told}" if told and number else told or number)
        elif rows:
            self.screen.listed(rows)

    def _list_closed(self, closed: Sequence[Option]) -> None:
        """What isn't possible now and why, the first few."""
        for option in closed[:CLOSED]:
            rule = f" ({self._cite(option.rule)})" if option.rule else ""
            self.screen.line(f"   -  {option.shown}: {option.detail}{rule}", style="dim")
        if len(closed) > CLOSED:
            self.screen.line(f"      {len(closed) - CLOSED} more are closed; why not tells all", style="dim")

    def _line(self, prompt: str, words: Sequence[str]) -> str:
        prompt = seen(prompt)
        if self.screen.plain:
            return input(prompt)
        import questionary
        from prompt_toolkit.completion import FuzzyWordCompleter
        from prompt_toolkit.output import ColorDepth

        completer = FuzzyWordCompleter(list(words)) if words else None
        typed: str = questionary.text(
            prompt.rstrip(),
            completer=completer,
            complete_while_typing=len(words) > LISTED,
            color_depth=ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None,
        ).unsafe_ask()
        return typed

    def refused(self, question: Question[Any], error: RefereeError) -> None:
        """Say why, and go on."""
        ruling = f" ({self._cite(error.ruling)})" if isinstance(error, Illegal) else ""
        self.screen.line(f"  {in_short(str(error))}{ruling}", style="red")

    def at_end(self) -> Command | None:
        """Offer to take the last answer back before all is closed."""
        while typed := self._line("That was the last. Enter to leave, or undo: ", []).strip():
            if (command := read_command(typed)) is not None:
                return None if command.name == "stop" else command
            self.screen.line(f'  "{printable(typed)}" comes after the end; undo goes back, enter leaves', style="red")
        return None

    def ask_path(self, prompt: str, example: str) -> Path | None:
        """A file to write to, or None for none."""
        typed = self._line(f"{prompt} (a name like {example}; enter for none): ", []).strip()
        if fold(typed) in _YES:
            typed = example
        return Path(typed) if typed and fold(typed) not in ("n", "no", "none") else None


def _numbers(options: Sequence[Option]) -> list[str]:
    """What is typed for each option: its place in the list, or the answer itself where answers are numbers."""
    texts = [option.text for option in options]
    if any(text.isdigit() for text in texts):
        return [text if text.isdigit() else "" for text in texts]
    return [str(place) for place in range(1, len(texts) + 1)]


def _chosen(said: object, options: Sequence[Option], *, shortened: bool) -> Option | None:
    """The option that was typed out in full, as it is recorded or shown; `shortened`: or its beginning."""
    if not isinstance(said, str):
        return None
    typed = fold(said)
    if same := [option for option in options if typed in (fold(option.text), fold(option.shown))]:
        return same[0]
    starting = [option for option in options if shortened and fold(option.shown).startswith(typed)]
    return starting[0] if len(starting) == 1 else None
