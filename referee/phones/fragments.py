"""Fragments of pages: a screen's blocks and entries of the log, rendered once for all pages that show them."""

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
from referee.play.notation import Step, write_step
from referee.text.pattern import lazy_pattern
from referee.text.streams import sanitized

PAGES = Path(__file__).parent / "pages"

WORDY = 7
"""Width of a table's narrow column in letters."""

TEXT = 24
"""Length in letters above which a cell counts as text."""

PIECES = 512
"""Cache size for each kind of fragment: enough for a board, a log, and other pages read meanwhile."""


class Fragments:
    """Renders and caches the pieces of a table's pages, most of which stay the same from one answer to the next.

    `marks` are the CSS classes of the players by name.
    """

    def __init__(self, marks: Mapping[str, str]) -> None:
        self._marks = marks
        self._macros = pages().get_template("fragments.html").module
        kept = lru_cache(PIECES)
        self.who, self._row = kept(self._draw_who), kept(self._draw_row)
        self._block, self._entry = kept(self._draw_block), kept(self._draw_entry)

    def render(self, blocks: Iterable[Block], book: frozenset[str] | None = None, words: str = "") -> Markup:
        """Render a screen's blocks; ids of rules in `book` become links, `words` is the query.

        With a book nothing is cached: queries differ.
        """
        draw = self._draw_block if book else self._block
        return Markup("").join(draw(block, book or None, words) for block in blocks)

    def entry(self, number: int, step: Step, change: str = "") -> Markup:
        """Render an entry of the log; `change` is its effect on a number."""
        return self._entry(number, step.who, write_step(step), step.place, change)

    def row(self, row: Any, owners: Any, head: bool, book: frozenset[str] | None, words: str) -> Markup:
        """Render a row of a table whose columns have these owners; a `head` row names the columns."""
        return (self._draw_row if book else self._row)(row, owners, head, book, words)

    def owner_of(self, text: str) -> str:
        """Return the player whose name a table cell has, perhaps with a mark behind it; "" for none."""
        return next((one for one in self._marks if text.startswith(one) and _MARKED.fullmatch(text, len(one))), "")

    def _draw_who(self, player: str, whose: str = "") -> Markup:
        """Render a player's name with shape and colour; without a name, only the mark of player `whose`."""
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
        return Markup(self._macros.row(self, row, owners, long, head, book, words))  # type: ignore[attr-defined]

    def _draw_block(self, block: Block, book: frozenset[str] | None, words: str) -> Markup:
        owners = self._owners_of(block)
        return Markup(self._macros.block(self, block, owners, book, words))  # type: ignore[attr-defined]

    def _draw_entry(self, *parts: Any) -> Markup:
        return Markup(self._macros.entry(self, *parts))  # type: ignore[attr-defined]

    def _owners_of(self, table: Block) -> Sequence[str]:
        """Return the owners of a table's columns, if all columns but the first are headed by players."""
        first, *others = ("".join(block.text for block in cell) for cell in table.rows[0]) if table.rows else ("",)
        owners = [self.owner_of(text) for text in others]
        return ("", *owners) if all(owners) and not first.strip() else ()


_MARKED = lazy_pattern(r"( \W| \(\w+\))?")


def _is_wordy(row: Sequence[Sequence[Block]]) -> bool:
    """Return whether a table's row has words too long for a narrow column."""
    return any(len(word) > WORDY for cell in row[1:] for block in cell for word in block.text.split())


def _breakable(text: str) -> Markup:
    """Insert soft hyphens into very long words, such as names in a narrow column."""
    return Markup(re.sub(r"\w{10}(?=\w{6})", "\\g<0>&shy;", str(escape(sanitized(text)))))


def _has_texts(table: Block) -> bool:
    """Return whether a table's last column has long texts, which get their own line on narrow pages."""
    return any(len(row) > 3 and sum(len(block.text) for block in row[-1]) > TEXT for row in table.rows)


_CALLS = lazy_pattern(
    r"((?<=: )(?:referee )?rules [\w-]+(?: [\w-]+)*?(?: --all)?(?=$|[.;,)])|add --all|\w+(?:-\w+)*)"
)


def _link_rules(text: str, book: frozenset[str] | None, words: str) -> str:
    """Render a text; with a `book` the rules that it names become links. `words` is the query."""
    if not book:
        return text
    every = text in book or text.startswith(("See also: ", "Also: ", "Rulings: "))
    found = Markup()
    for at, part in enumerate(_CALLS.split(text) if text not in book else ("", text, "")):
        query = part.removeprefix("referee ").removeprefix("rules ").replace("add --all", f"{words} --all")
        if at % 2 and (query != part or (part in book and (every or not part.isalpha()))):
            label = "show all" if part == "add --all" else query.removesuffix(" --all")
            found += Markup('<a href="/rules?q={}">{}</a>').format(quote_plus(query), sanitized(label))
        else:
            found += sanitized(part)
    return found


@cache
def pages() -> Environment:
    """Return the templates, compiled once."""
    found = Environment(
        loader=FileSystemLoader(PAGES),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: sanitized(value) if type(value) is str else value,
        auto_reload=False,
    )
    found.globals.update(linked=_link_rules, told=_has_texts, breakable=_breakable)
    found.tests["numbered"] = lambda count: count[1][:1].isdigit()
    return found
