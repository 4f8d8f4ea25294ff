"""Tables of tests: plain text in which each row is one test and names the rules that it pins.

A row is `RULES: title | cell | cell ...`, the rules being ids of a rulebook. A line without a bar is a definition, a
line after "#" is for people.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).parent


class BadTable(Exception):
    """A line of a table that can't be used: where, and what would be right."""


class Definition(NamedTuple):
    """A line that later rows refer to."""

    place: str
    text: str


class Row(NamedTuple):
    """A test: the rules that it pins, what it shows, and the cells after that. `id` is unique in its table."""

    place: str
    id: str
    rules: tuple[str, ...]
    cells: tuple[str, ...]


def tables() -> list[Path]:
    """All tables of the tests."""
    return sorted(TESTS.rglob("*.table"))


def read(path: Path) -> Iterator[Definition | Row]:
    """The lines of a table in their order. Raises BadTable for a row without rules or title, or with another's."""
    seen: set[str] = set()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        place, text = f"{path.name}, line {number}", line.strip()
        if not text or text.startswith("#"):
            continue
        if "|" not in text:
            yield Definition(place, text)
            continue
        head, *cells = (cell.strip() for cell in text.split("|"))
        rules, colon, title = head.partition(": ")
        if not (colon and rules and title):
            raise BadTable(f'{place}: a row starts with "RULES: title |"; here it is "{head}"')
        if head in seen:
            raise BadTable(f'{place}: there is a row "{head}" already')
        seen.add(head)
        yield Row(place, head, tuple(rules.split()), tuple(cells))
