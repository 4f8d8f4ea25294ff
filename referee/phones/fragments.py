"""Pieces of pages: what a screen has written and what the log has, each drawn once for all pages that show it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup, escape

from referee.phones.screen import Block
from referee.play.notation import Step, written
from referee.text.pattern import lazy_pattern
from referee.text.streams import seen

PAGES = Path(__file__).parent / "pages"

WORDY = 7
"""Letters for which a narrow column of a table has room."""

TEXT = 24
"""Letters of a cell that is more than a word or two."""

PIECES = 512
"""Pieces of each kind that are kept: all of a board, of a log, and of what is read meanwhile."""


class Fragments:
    """The pieces of a table's pages; from one answer to the next most of them stay as they are.

    `marks` are the classes of the players' names.
    """

    def __init__(self, marks: Mapping[str, str]) -> None:
        self._marks = marks
        self._drawn = pages().get_template("fragments.html").module
        kept = lru_cache(PIECES)
        self.who, self._row = kept(self._draw_who), kept(self._draw_row)
        self._block, self._entry = kept(self._draw_block), kept(self._draw_entry)

    def shown(self, blocks: Iterable[Block], book: frozenset[str] | None = None, words: str = "") -> Markup:
        """What a screen has written; the rules of a `book` are links, `words` are what was asked for.

        With a book nothing is kept: everybody asks for something else.
        """
        draw = self._draw_block if book else self._block
        return Markup("").join(draw(block, book or None, words) for block in blocks)

    def entry(self, number: int, step: Step, change: str = "") -> Markup:
        """An entry of the log; `change` is what it made of a number."""
        return self._entry(number, step.who, written(step), step.place, change)

    def row(self, row: Any, owners: Any, head: bool, book: frozenset[str] | None, words: str) -> Markup:
        """A row of a table whose columns have these owners; a `head` says what they are."""
        return (self._draw_row if book else self._row)(row, owners, head, book, words)

    def owner_of(self, text: str) -> str:
        """The player whose name a cell of a table is, perhaps with a mark behind it; "" for none."""
        return next((one for one in self._marks if text.startswith(one) and _MARKED.fullmatch(text, len(one))), "")

    def _draw_who(self, player: str, whose: str = "") -> Markup:
        """A player's name with its shape and colour; without the name, what stands before it."""
        return Markup('<span class="who {}">{}</span>').format(
            self._marks.get(player or whose, ""), _breakable(player)
        )

    def _draw_row(
        self,
        row: Sequence[Sequence[Block]],
        owners: Sequence[str],
        head: bool,
        book: frozenset[str] | None,
        words: str,
    ) -> Markup:
        long = bool(owners) and not head and _is_wordy(row)
        return Markup(self._drawn.row(self, row, owners, long, head, book, words))  # type: ignore[attr-defined]

    def _draw_block(self, block: Block, book: frozenset[str] | None, words: str) -> Markup:
        owners = self._owners_of(block)
        return Markup(self._drawn.block(self, block, owners, book, words))  # type: ignore[attr-defined]

    def _draw_entry(self, *parts: Any) -> Markup:
        return Markup(self._drawn.entry(self, *parts))  # type: ignore[attr-defined]

    def _owners_of(self, table: Block) -> Sequence[str]:
        """Whose the columns of a table are, where all but the first are somebody's."""
        first, *others = ("".join(block.text for block in cell) for cell in table.rows[0]) if table.rows else ("",)
        owners = [self.owner_of(text) for text in others]
        return ("", *owners) if all(owners) and not first.strip() else ()


_MARKED = lazy_pattern(r"( \W| \(\w+\))?")


def _as_seen(value: Any) -> Any:
    """What a page shows of a value: of a text what may be seen, without controls and what turns."""
    return seen(value) if type(value) is str else value


def _is_wordy(row: Sequence[Sequence[Block]]) -> bool:
    """Whether a table's row has words that need more room than a narrow column."""
    return any(len(word) > WORDY for cell in row[1:] for block in cell for word in block.text.split())


def _breakable(text: str) -> Markup:
    """A text whose very long words may be parted, as a name in a narrow column."""
    return Markup(re.sub(r"\w{10}(?=\w{6})", "\\g<0>&shy;", str(escape(seen(text)))))


def _is_told(table: Block) -> bool:
    """Whether a table's last column has texts, which need a line of their own where the page is narrow."""
    return any(len(row) > 3 and sum(len(block.text) for block in row[-1]) > TEXT for row in table.rows)


_CALLS = lazy_pattern(
    r"((?<=: )(?:referee )?rules [\w-]+(?: [\w-]+)*?(?: --all)?(?=$|[.;,)])|add --all|\w+(?:-\w+)*)"
)


def _linked(text: str, book: frozenset[str] | None, words: str) -> str:
    """A text in which the rules that it names are links, where there is a `book`; what was asked is `words`."""
    if not book:
        return text
    every = text in book or text.startswith(("See also: ", "Also: ", "Rulings: "))
    found = Markup()
    for at, part in enumerate(_CALLS.split(text) if text not in book else ("", text, "")):
        asked = part.removeprefix("referee ").removeprefix("rules ").replace("add --all", f"{words} --all")
        if at % 2 and (asked != part or (part in book and (every or not part.isalpha()))):
            shown = "show all" if part == "add --all" else asked.removesuffix(" --all")
            found += Markup('<a href="/rules?q={}">{}</a>').format(quote_plus(asked), seen(shown))
        else:
            found += seen(part)
    return found


@cache
def pages() -> Environment:
    """The pages, compiled once."""
    found = Environment(
        loader=FileSystemLoader(PAGES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_as_seen,
        auto_reload=False,
    )
    found.globals.update(linked=_linked, told=_is_told, breakable=_breakable)
    found.tests["numbered"] = lambda count: count[1][:1].isdigit()
    return found
