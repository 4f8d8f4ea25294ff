"""The screen: one place that knows the terminal's width, colours and plain mode.

Games write to it; only this module and the games' `screens` import rich.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import IO, TYPE_CHECKING

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from referee.rules import RuleBook

NARROW = 100
"""Below so many columns a screen takes its narrow form."""


class Screen:
    """Where a command writes for people."""

    def __init__(self, plain: bool = False, file: IO[str] | None = None, width: int | None = None) -> None:
        terminal = (file or sys.stdout).isatty()
        self.plain = plain or os.environ.get("TERM") == "dumb"
        self.console = Console(
            file=file,
            width=width or (None if terminal else int(os.environ.get("COLUMNS") or 80)),
            no_color=True if self.plain else None,
            highlight=False,
            emoji=False,
            markup=False,
            force_terminal=False if self.plain else None,
        )

    @property
    def width(self) -> int:
        """Columns."""
        return self.console.width

    @property
    def narrow(self) -> bool:
        """Whether the narrow form is wanted."""
        return self.width < NARROW

    def print(self, *things: RenderableType) -> None:
        """Write things one below the other; text is wrapped between words."""
        for thing in things:
            self.console.print(thing)

    def line(self, text: str = "", style: str = "") -> None:
        """Write one line of text; it is wrapped between words where it is too long."""
        self.console.print(Text(text, style=style))

    def print_indented(self, thing: RenderableType, by: int = 2) -> None:
        """Write something some columns to the right."""
        self.console.print(Padding(thing, (0, 0, 0, by)))

    def side_by_side(self, texts: Sequence[str]) -> None:
        """Write short texts in columns, read from top to bottom."""
        from rich.columns import Columns

        self.console.print(Columns(texts, column_first=True, padding=(0, 2)))

    def rule(self) -> None:
        """Draw a line across the screen; in plain mode an empty line."""
        self.line("" if self.plain else "─" * self.width, style="dim")


def columns(*kinds: str | int, gap: int = 2, expand: bool = False) -> Table:
    """A table without lines, one column for each kind.

    "left" and "right" fit their text, a number is a column of that width, "*" takes the room that is left.
    """
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, gap, 0, 0), expand=expand)
    for kind in kinds:
        if isinstance(kind, int):
            table.add_column(width=kind)
        elif kind == "*":
            table.add_column(ratio=1, overflow="fold")
        elif kind == "right":
            table.add_column(justify="right", no_wrap=True, min_width=4)
        else:
            table.add_column(overflow="fold")
    return table


def show_rules(book: RuleBook, words: str, screen: Screen) -> None:
    """What a rulebook has on some words; see `show_rules.show_rules`."""
    from referee.show_rules import show_rules as show  # loaded only where rules are shown

    show(book, words, screen)
