"""A screen that collects its output as headings, lines and tables, for a page to show."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Any, NamedTuple

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from referee.text.grammar import plain_spaces
from referee.text.screen import Rows, Screen
from referee.text.streams import sanitized

WIDE, SMALL = 140, 60
"""Width in columns of a television's page, and of a telephone's."""


class Block(NamedTuple):
    """A line of text with a `soft` (dimmed) text behind it, or the `rows` of a table, each cell a sequence of blocks.

    The first row of a `headed` table has the headings.

    `kind` is "head", "line", "error", "gap", "drawn" if its spaces matter, or "rows".
    """

    kind: str
    text: str = ""
    soft: str = ""
    rows: Sequence[Sequence[Sequence[Block]]] = ()
    headed: bool = False


class PageScreen(Screen):
    """A screen for pages that collects its output as `blocks`."""

    def __init__(self, width: int = SMALL) -> None:
        super().__init__(False, io.StringIO(), width)
        self.blocks: list[Block] = []

    @contextmanager
    def capture(self) -> Iterator[list[Block]]:
        """Collect what is written meanwhile apart from the other blocks."""
        before, self.blocks = self.blocks, []
        try:
            yield self.blocks
        finally:
            self.blocks = before

    def line(self, text: str = "", style: str = "", *, dim: str = "") -> None:
        """Keep a line of text; an empty one is a gap."""
        kind = "head" if style == "bold" else "error" if "red" in style else "line"
        if kind == "line" and style == "dim":
            text, dim = "", text + dim
        self.blocks.append(_text(kind, text, dim))

    def print(self, *things: RenderableType) -> None:
        """Keep renderables as blocks."""
        for thing in things:
            self.blocks += self._of(thing)

    def print_indented(self, thing: RenderableType, by: int = 2, *, dim: str = "") -> None:
        """Keep something without its indentation; pages have their own margins."""
        if isinstance(thing, str):
            self.line(thing, dim=dim)
        else:
            self.print(thing)

    def command(self, text: str, by: int = 4) -> None:
        """Keep a command."""
        self.line(text)

    def bullets(self, sentences: Iterable[str]) -> None:
        """Keep sentences, each behind a dash."""
        for sentence in sentences:
            self.line(f"- {sentence}")

    def side_by_side(self, texts: Sequence[str]) -> None:
        """Keep short texts on a line."""
        self.line(" · ".join(texts))

    def markdown(self, text: str) -> None:
        """Keep a text unrendered."""
        for line in text.splitlines():
            self.line(line)

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Do nothing, as a page has nothing else on it."""
        yield

    def clear(self) -> None:
        """Do nothing, as a page needs no clearing."""

    def _of(self, thing: Any) -> list[Block]:
        if isinstance(thing, str | Text):
            style = str(getattr(thing, "style", ""))
            kind = "head" if style == "bold" else "line"
            return [_text(kind, line) for line in str(thing).splitlines()]
        if isinstance(thing, Padding):
            return self._of(thing.renderable)
        if isinstance(thing, Rows):
            return self._of(thing.__rich__())
        if isinstance(thing, Group | Columns):
            return [block for inner in thing.renderables for block in self._of(inner)]
        if isinstance(thing, Table):
            titled = [_text("head", str(thing.title))] if thing.title else []
            named = [column.header for column in thing.columns] if thing.show_header else []
            cells = zip(*(column.cells for column in thing.columns), strict=True)
            rows = [*([named] if any(named) else []), *cells]
            made = tuple(tuple(tuple(join_blocks(self._of(cell))) for cell in row) for row in rows)
            return [*titled, Block("rows", rows=made, headed=any(named))]
        with self.console.capture() as drawn:
            self.console.print(thing)
        return [_text("drawn", drawn.get())]


def _text(kind: str, text: str, soft: str = "") -> Block:
    """Return a cleaned text as a block; one aligned by its spaces is "drawn"."""
    text, soft = (sanitized(plain_spaces(one)) for one in (text, soft))
    drawn = kind == "line" and "   " in text.strip()
    return Block("drawn" if drawn else kind if (text + soft).strip() else "gap", text.rstrip(), soft.strip())


def join_blocks(blocks: Sequence[Block]) -> list[Block]:
    """Remove gaps, and join plain lines beside drawn ones with them."""
    found: list[Block] = []
    for plain, some in groupby(blocks, lambda block: block.kind in ("line", "drawn") and not block.soft):
        lines = list(some)
        if plain and any(line.kind == "drawn" for line in lines):
            drawn = "\n".join(line.text for line in lines)
            if len(found) > 1 and found[-1].kind == "gap" and found[-2].kind == "drawn":
                drawn = f"{found[-2].text}\n\n{drawn}"
                del found[-2:]
            found.append(Block("drawn", drawn))
        else:
            found += lines
    return [block for block in found if block.kind != "gap"]
