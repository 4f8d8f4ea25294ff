"""A person at a terminal as the one who answers.

Questions with options are lists to choose from, filtered while one types; in plain mode they are numbered and
answered by number or words. Ctrl-C raises KeyboardInterrupt; what was answered before is on disk by then.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.ask import Option, Question
from referee.errors import BadInput, Illegal, RefereeError, Unreadable
from referee.loop import COMMANDS, Command, read_command

if TYPE_CHECKING:
    from referee.screens import Screen

TYPED = "type it instead"
_OFFERED = ("undo", "status", "why not", "rules", "stop")


def has_terminal() -> bool:
    """Whether there is a person: both ends are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def person(screen: Screen) -> Person | PlainPerson:
    """The answerer for this terminal. Raises BadInput if there is no terminal."""
    if not has_terminal():
        raise BadInput("there is no terminal to ask at; give the answers in a file with --moves FILE")
    return PlainPerson(screen) if screen.plain else Person(screen)


class PlainPerson:
    """Asks with numbered lists and typed lines: no drawing, fit for a screen reader."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen

    def ask(self, question: Question[Any]) -> str | Command | None:
        """Ask until something is typed."""
        options = list(question.options())
        for number, option in enumerate(options, 1):
            detail = f": {option.detail}" if option.detail else ""
            self.screen.line(f"{number}. {option.shown}{detail}")
        while True:
            typed = input(_prompt_line(question)).strip() or (question.default or "")
            command = read_command(typed)
            if command is not None:
                return command
            if not typed:
                self.screen.line(f"{question.hint or 'Please answer.'} Or: {', '.join(COMMANDS)}.")
                continue
            if options and typed.isdigit() and 1 <= int(typed) <= len(options):
                return self._rest(options[int(typed) - 1])
            return typed

    def _rest(self, option: Option) -> str | Command | None:
        question = option.more() if option.more else None
        return option.text if question is None else self.ask(question)

    def refused(self, question: Question[Any], error: RefereeError) -> None:
        """Say why, and go on."""
        self.screen.line(_refusal(error), style="red")

    def ask_path(self, prompt: str, example: str) -> Path | None:
        """A file to write to, or None for none."""
        typed = input(f"{prompt} (like {example}; enter for none): ").strip()
        return Path(typed) if typed else None


class Person:
    """Asks with lists to choose from and lines to type in."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen

    def ask(self, question: Question[Any]) -> str | Command | None:
        """Ask for one of the options, or for a line."""
        options = question.options()
        return self._choose(question, options) if options else self._type(question)

    def _choose(self, question: Question[Any], options: Sequence[Option]) -> str | Command | None:
        import questionary

        wide = max(len(option.shown) for option in options)
        room = max(20, self.screen.width - 6)
        choices = [
            questionary.Choice(f"{option.shown:<{wide}}  {option.detail}".rstrip()[:room], value=option)
            for option in options
        ]
        extras = [questionary.Choice(f"{TYPED}", value=TYPED)] if question.open else []
        extras += [questionary.Choice(f"· {name}", value=Command(name)) for name in _OFFERED]  # type: ignore[arg-type]
        texts = [option.text for option in options]
        default = choices[texts.index(question.default)] if question.default in texts else None
        chosen = questionary.select(
            question.prompt,
            choices=[*choices, *extras],
            default=default,
            use_search_filter=True,
            use_jk_keys=False,
            instruction=f"({question.hint})" if question.hint else "(arrows, or type to filter)",
        ).unsafe_ask()
        if chosen == TYPED:
            return self._type(question)
        if isinstance(chosen, Command):
            return Command("rules", self._line("Which rule? ")) if chosen.name == "rules" else chosen
        more = chosen.more() if chosen.more else None
        return chosen.text if more is None else self.ask(more)

    def _type(self, question: Question[Any]) -> str | Command | None:
        import questionary

        def check(text: str) -> bool | str:
            typed = text.strip() or (question.default or "")
            if read_command(typed) is not None:
                return True
            try:
                question.parse(typed)
            except (Unreadable, Illegal) as error:
                return _refusal(error)
            return True

        shown = f" [{question.default}]" if question.default else ""
        asked = questionary.text(
            f"{question.prompt}{shown}",
            validate=check,
            validate_while_typing=False,
            instruction=f"({question.hint}) " if question.hint else None,
        )
        typed = asked.unsafe_ask().strip() or (question.default or "")
        return read_command(typed) or typed

    def _line(self, prompt: str) -> str:
        import questionary

        return str(questionary.text(prompt).unsafe_ask()).strip()

    def refused(self, question: Question[Any], error: RefereeError) -> None:
        """Say why, and go on."""
        self.screen.line(_refusal(error), style="red")

    def ask_path(self, prompt: str, example: str) -> Path | None:
        """A file to write to, or None for none."""
        typed = self._line(f"{prompt} (like {example}; enter for none):")
        return Path(typed) if typed else None


def _prompt_line(question: Question[Any]) -> str:
    hint = f" ({question.hint})" if question.hint else ""
    default = f" [{question.default}]" if question.default else ""
    return f"{question.prompt}{hint}{default}: "


def _refusal(error: RefereeError) -> str:
    return f"{error} ({error.ruling})" if isinstance(error, Illegal) else str(error)
