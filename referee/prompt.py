"""A person at a terminal as the one who answers.

The options are listed with numbers, then a line is typed: a number, the words of an answer or their beginning
(with completion), or a command. Short questions are lists to choose from with the arrow keys. In plain mode there
are only numbered lists and lines. Ctrl-C raises KeyboardInterrupt; what was answered before is on disk by then.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.ask import Option, Question
from referee.errors import BadInput, Illegal, RefereeError
from referee.loop import COMMANDS, Command, CommandName, read_command
from referee.names import fold

if TYPE_CHECKING:
    from referee.screens import Screen

DETAILED, LISTED = 14, 45
"""Up to so many options are listed with details, up to so many in columns; more are found by their beginning."""

_YES = ("y", "yes")
_ENDS: tuple[CommandName, ...] = ("undo", "stop")
"""The commands that a list to choose from offers."""


def has_terminal() -> bool:
    """Whether there is a person: both ends are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def person(screen: Screen) -> Person:
    """The answerer for this terminal. Raises BadInput if there is no terminal."""
    if not has_terminal():
        raise BadInput("there is no terminal to ask at; give the answers in a file with --moves FILE")
    return Person(screen)


class Person:
    """Asks with numbered lists and typed lines, and outside plain mode with lists to choose from."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._greeted = False

    def ask(self, question: Question[Any]) -> str | Command | None:
        """Ask until something is said."""
        if not self._greeted:
            self._greeted = True
            self.screen.line(f"At any question: {', '.join(COMMANDS)}; Ctrl-C stops.", style="dim")
        while True:
            options = list(question.options())
            listed = bool(options) and not question.open and not self.screen.plain
            said = self._choose(question, options) if listed else self._type(question, options)
            option = said if isinstance(said, Option) else _chosen(said, options)
            if option is None or option.more is None or (more := option.more()) is None:
                return said.text if isinstance(said, Option) else option.text if option else said
            rest = self.ask(more)
            if rest != Command("undo"):  # undo there takes back the beginning of this answer only
                return rest

    def _choose(self, question: Question[Any], options: Sequence[Option]) -> str | Command | Option:
        import questionary

        wide = max(len(option.shown) for option in options)
        room = max(20, self.screen.width - 6)
        titles = [f"{option.shown:<{wide}}  {option.detail}".rstrip()[:room] for option in options]
        choices = [questionary.Choice(title, value=option) for title, option in zip(titles, options, strict=True)]
        said = [questionary.Choice(f"({name})", value=Command(name)) for name in _ENDS]
        texts = [option.text for option in options]
        default = choices[texts.index(question.default)] if question.default in texts else None
        hint = f"({question.hint})" if question.hint else "(arrow keys, enter)"
        chosen = questionary.select(
            question.prompt, choices=[*choices, *said], default=default, instruction=hint
        ).unsafe_ask()
        return chosen if isinstance(chosen, Option) else Command(chosen.name)

    def _type(self, question: Question[Any], options: Sequence[Option]) -> str | Command | Option:
        self._list(options)
        hint = f" ({question.hint})" if question.hint else ""
        default = f" [{question.default}]" if question.default else ""
        while True:
            words = [option.text for option in options]
            typed = self._line(f"{question.prompt}{hint}{default}: ", words).strip() or (question.default or "")
            if (command := read_command(typed)) is not None:
                return command
            if typed and options and typed.isdigit() and len(options) <= LISTED and 1 <= int(typed) <= len(options):
                return options[int(typed) - 1]
            if typed:
                return typed

    def _list(self, options: Sequence[Option]) -> None:
        if len(options) > LISTED:
            self.screen.line(f"  {len(options)} to choose from; type the beginning of a name", style="dim")
            return
        if len(options) > DETAILED and not self.screen.plain:
            self.screen.side_by_side([f"{number:>2} {option.shown}" for number, option in enumerate(options, 1)])
            return
        wide = max((len(option.shown) for option in options), default=0)
        for number, option in enumerate(options, 1):
            if self.screen.plain:
                self.screen.line(f"{number}. {option.shown}" + (f": {option.detail}" if option.detail else ""))
            else:
                self.screen.line(f"  {number:>2}  {option.shown:<{wide}}  {option.detail}".rstrip())

    def _line(self, prompt: str, words: Sequence[str]) -> str:
        if self.screen.plain:
            return input(prompt)
        from prompt_toolkit import prompt as ask_line
        from prompt_toolkit.completion import FuzzyWordCompleter

        completer = FuzzyWordCompleter(list(words)) if words else None
        return ask_line(f"? {prompt}", completer=completer, complete_while_typing=len(words) > LISTED)

    def refused(self, question: Question[Any], error: RefereeError) -> None:
        """Say why, and go on."""
        ruling = f" ({error.ruling})" if isinstance(error, Illegal) else ""
        self.screen.line(f"  {error}{ruling}", style="red")

    def at_end(self) -> Command | None:
        """Offer to take the last answer back before all is closed."""
        typed = fold(self._line("That is the end. Enter to leave, or undo: ", []))
        command = read_command(typed)
        return command if command is not None and command.name != "stop" else None

    def ask_path(self, prompt: str, example: str) -> Path | None:
        """A file to write to, or None for none."""
        typed = self._line(f"{prompt} (a name like {example}; enter for none): ", []).strip()
        if fold(typed) in _YES:
            typed = example
        return Path(typed) if typed and fold(typed) not in ("n", "no", "none") else None


def _chosen(said: object, options: Sequence[Option]) -> Option | None:
    """The option that was typed out in full, if one was."""
    same: Callable[[Option], bool] = lambda option: isinstance(said, str) and fold(option.text) == fold(said)  # noqa: E731
    return next(filter(same, options), None)
