"""A person at a terminal as the one who answers.

The options are listed with numbers, then a line is typed: a number, the words of an answer or their beginning
(with completion), or a command. Short questions are lists to choose from with the arrow keys. In plain mode there
are only numbered lists and lines. Ctrl-C raises KeyboardInterrupt; what was answered before is on disk by then.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.ask import Option, Question
from referee.errors import BadInput, Illegal, RefereeError
from referee.loop import Command, CommandName, read_command
from referee.names import fold
from referee.session import is_correction

if TYPE_CHECKING:
    from referee.screens import Screen

DETAILED, LISTED, CLOSED = 32, 45, 6
"""Up to so many options are listed with details, so many in columns (more are found by their beginning), and so many
closed ones with the reason."""

_YES = ("y", "yes")
_OTHER = "other"
_ENDS: tuple[CommandName, ...] = ("undo", "status", "stop")
"""The commands that a list to choose from offers at once."""


def has_terminal() -> bool:
    """Whether there is a person: both ends are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def person(screen: Screen, otherwise: str = "") -> Person:
    """The answerer for this terminal. Raises BadInput that names what to use `otherwise` if there is no terminal."""
    if not has_terminal():
        also = f", or use {otherwise}" if otherwise else ""
        raise BadInput(f"there is no terminal to ask at; give the answers in a file with --moves FILE{also}")
    return Person(screen)


class Person:
    """Asks with numbered lists and typed lines, and outside plain mode with lists to choose from."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self._commands: Sequence[CommandName] = ()

    def greet(self, commands: Sequence[CommandName]) -> None:
        """Say what can be said instead of an answer."""
        self._commands = commands
        self.screen.line(f"At any question: {', '.join(commands)}; Ctrl-C stops.", style="dim")

    def ask(self, question: Question[Any]) -> str | Command | None:
        """Ask until something is said."""
        if question.private:
            return self._ask_alone(question)
        while True:
            options = list(question.grouped() or question.options())
            listed = bool(options) and not question.open and not self.screen.plain
            said = self._choose(question, options) if listed else self._type(question, options)
            option = said if isinstance(said, Option) else _chosen(said, options, shortened=bool(question.grouped()))
            if option is None or option.more is None or (more := option.more()) is None:
                return said.text if isinstance(said, Option) else option.text if option else said
            rest = self._ask_rest(more)
            if rest != Command("undo"):  # undo there takes back the beginning of this answer only
                return rest

    def _ask_rest(self, question: Question[str]) -> str | Command | None:
        """Ask for the rest of an answer until it can be read; the whole answer."""
        while True:
            said = self.ask(question)
            if not isinstance(said, str):
                return said
            try:
                return question.parse(said)
            except RefereeError as error:
                self.refused(question, error)

    def _ask_alone(self, question: Question[Any]) -> str | Command | None:
        """Ask what only one player may see: the others look away, and nothing of it stays on the screen."""
        self._line(f"{question.who} alone looks at the screen now; enter when the others don't: ", [])
        try:
            return self.ask(replace(question, private=False))
        finally:
            self.screen.clear()

    def _choose(self, question: Question[Any], options: Sequence[Option]) -> str | Command | Option:
        import questionary

        wide = max(len(option.shown) for option in options)
        room = max(20, self.screen.width - 6)
        titles = [f"{option.shown:<{wide}}  {option.detail}".rstrip()[:room] for option in options]
        choices = [questionary.Choice(title, value=option) for title, option in zip(titles, options, strict=True)]
        said = [questionary.Choice(f"({name})", value=Command(name)) for name in _ENDS]
        others = [name for name in self._commands if name not in _ENDS]
        said += [questionary.Choice(f"({', '.join(others)})", value=_OTHER)] if others else []
        texts = [option.text for option in options]
        default = choices[texts.index(question.default)] if question.default in texts else None
        hint = f"({question.hint})" if question.hint else "(arrow keys, or type to filter)"
        chosen = questionary.select(
            question.prompt,
            choices=[*choices, *said],
            default=default,
            instruction=hint,
            use_search_filter=True,
            use_jk_keys=False,
            erase_when_done=True,
        ).unsafe_ask()
        told = chosen.shown if isinstance(chosen, Option) else chosen if chosen == _OTHER else chosen.name
        self.screen.line(f"? {question.prompt}: {told}")
        if chosen == _OTHER:
            return self._say_command(others)
        return chosen if isinstance(chosen, Option) else Command(chosen.name)

    def _say_command(self, names: Sequence[str]) -> str | Command:
        """A command that needs typing."""
        while True:
            typed = self._line(f"{', '.join(names)}: ", names)
            if (command := read_command(typed)) is not None:
                return command
            if is_correction(typed):
                return typed

    def _type(self, question: Question[Any], options: Sequence[Option]) -> str | Command | Option:
        self._list(options)
        if question.tells_closed:
            self._list_closed(question.closed())
        if question.hint:
            self.screen.line(f"  ({question.hint})", style="dim")
        default = f" [{question.default}]" if question.default else ""
        while True:
            words = [option.text for option in options]
            typed = self._line(f"{question.prompt}{default}: ", words).strip() or (question.default or "")
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
        rows = [(str(number), option.shown, option.detail) for number, option in enumerate(options, 1)]
        if self.screen.plain:
            for number, shown, detail in rows:
                self.screen.line(f"{number}. {shown}" + (f": {detail}" if detail else ""))
        elif rows:
            self.screen.listed(rows)

    def _list_closed(self, closed: Sequence[Option]) -> None:
        """What isn't possible now and why, the first few."""
        for option in closed[:CLOSED]:
            self.screen.line(f"   -  {option.shown}: {option.detail}", style="dim")
        if len(closed) > CLOSED:
            self.screen.line(f"      {len(closed) - CLOSED} more are closed; why not tells all", style="dim")

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
        typed = fold(self._line("That was the last. Enter to leave, or undo: ", []))
        command = read_command(typed)
        return command if command is not None and command.name != "stop" else None

    def ask_path(self, prompt: str, example: str) -> Path | None:
        """A file to write to, or None for none."""
        typed = self._line(f"{prompt} (a name like {example}; enter for none): ", []).strip()
        if fold(typed) in _YES:
            typed = example
        return Path(typed) if typed and fold(typed) not in ("n", "no", "none") else None


def _chosen(said: object, options: Sequence[Option], *, shortened: bool) -> Option | None:
    """The option that was typed out in full, as it is recorded or shown; `shortened`: or its beginning."""
    if not isinstance(said, str):
        return None
    typed = fold(said)
    if same := [option for option in options if typed in (fold(option.text), fold(option.shown))]:
        return same[0]
    starting = [option for option in options if shortened and fold(option.shown).startswith(typed)]
    return starting[0] if len(starting) == 1 else None
