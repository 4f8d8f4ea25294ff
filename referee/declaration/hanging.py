"""What hangs on a mistake, as every game tells it: what it is about, in sentences, and the ways open to the table."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from referee.files.files import free_path

if TYPE_CHECKING:
    from referee.text.screen import Screen


AGAIN = Path("again.toml")
"""Where a record is proposed to be played again, if nothing is there yet."""


class Remedy(Struct, frozen=True):
    """One way for the table to go on: what it is, and the command that does it; "" where hands do it.

    At the prompt of that very game or battle it is `typed` instead; "" where nothing needs to be.
    """

    what: str
    command: str = ""
    typed: str = ""


def taken_back(what: str, where: str, number: int) -> Remedy:
    """The way of playing a record again from before one of its turns or steps, in a file that isn't there yet."""
    again = shlex.join(["referee", "battle", str(free_path(AGAIN)), str(number), "--from", where])
    return Remedy(f"take it back to before {what} {number}", again, typed="back")


class Hangs(Struct, frozen=True):
    """What hangs on one mistake: what that is, what it makes of the chances, and what can be done.

    `plain` is the same for scripts.
    """

    about: str
    sentences: tuple[str, ...]
    remedies: tuple[Remedy, ...]
    plain: dict[str, Any]

    def data(self) -> dict[str, Any]:
        """It as plain data, with the remedies."""
        return {
            **self.plain,
            "remedies": [{"what": one.what, "command": one.command or None} for one in self.remedies],
        }

    def show(self, screen: Screen, *, at_prompt: bool = False) -> None:
        """It for people: each command on a line of its own."""
        screen.line()
        screen.line(f"What hangs on {self.about}:", style="bold")
        for sentence in self.sentences:
            screen.print_indented(sentence)
        if self.remedies:
            screen.line("  The table can:")
        self._list_ways(screen, at_prompt)

    def show_ways(self, screen: Screen, *, at_prompt: bool = False) -> None:
        """Only what can be done, for people."""
        if self.remedies:
            screen.line()
            screen.line(f"Ways to go on after {self.about}:", style="bold")
        self._list_ways(screen, at_prompt)

    def _list_ways(self, screen: Screen, at_prompt: bool) -> None:
        for one in self.remedies:
            command = one.typed if at_prompt else one.command
            screen.print_indented(f"- {one.what}{':' if command else ''}")
            if command:
                screen.command(command)
