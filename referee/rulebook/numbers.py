"""Numbers in the texts of rules: "{upkeep.feeding.short}" stands for a number of a game's tables.

So a number is written in one place, and a text can't say anything but what the program reckons with. A path names a
table file and the keys in it; an element of a list is named by its "name" or counted from 1. After a colon stands
how the value is written: "part" makes 2 a half, "times" makes it twice, "and" and "or" join a list with that word.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee.errors import BadInput
from referee.rulebook import tables
from referee.text.names import and_list, or_list

_PLACE = re.compile(r"\{([^{}:]+)(?::([a-z]+))?\}")
PARTS = {2: "half", 3: "third", 4: "quarter", 5: "fifth"}
"""The words for parts of something, by how many there are."""
_TIMES = {1: "once", 2: "twice"}
_WRITERS: Mapping[str, Callable[[Any], str]] = {
    "part": lambda value: PARTS[value],
    "times": lambda value: _TIMES.get(value, f"{value} times"),
    "and": lambda value: and_list(map(write, value)),
    "or": lambda value: or_list(map(write, value)),
}


class TableValues:
    """The tables of one game as plain data; a file is read when the first path leads into it."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._tables: dict[str, Any] = {}

    def fill(self, text: str, where: str) -> str:
        """A text with every place filled. Raises BadInput that names the entry (`where`) and the path."""
        return _filled(text, self._at, f"{self._game} rules: {where}")

    def rows(self, of: str, each: str, where: str) -> list[str]:
        """A line made by `each` for every row of the table at `of`. Raises BadInput.

        Places in `each` are keys of the row; {key} is the row's own key, {value} the whole row, {number} its number.
        """
        place = f"{self._game} rules: {where}"
        return [_filled(each, row, place) for row in _rows(_step_into(self._at, of, place))]

    def _at(self, subject: str) -> Any:
        if subject not in self._tables:
            self._tables[subject] = tables.read(self._game, subject, dict[str, Any])
        return self._tables[subject]


def write(value: Any) -> str:
    """A value in words: a list with commas, a list in a list with "and", goods like "4 wood and 4 stone"."""
    if isinstance(value, dict):
        return and_list(f"{amount} {good}" for good, amount in value.items())
    if isinstance(value, list):
        return ", ".join(and_list(map(write, item)) if isinstance(item, list) else write(item) for item in value)
    return str(value)


def _filled(text: str, first: Callable[[str], Any], where: str) -> str:
    def one(match: re.Match[str]) -> str:
        value = _step_into(first, match[1], where)
        try:
            return _WRITERS[match[2]](value) if match[2] else write(value)
        except (KeyError, TypeError):
            raise BadInput(f'{where}: {value!r} can\'t be written as "{match[2]}"') from None

    return _PLACE.sub(one, text)


def _step_into(first: Callable[[str], Any], path: str, where: str) -> Any:
    head, *rest = path.split(".")
    try:
        value = first(head)
        for key in rest:
            value = _element(value, key)
    except (KeyError, IndexError, StopIteration, TypeError):
        raise BadInput(f'{where}: the tables have no "{path}"') from None
    return value


def _element(value: Any, key: str) -> Any:
    if isinstance(value, dict):
        return value[key]
    if key.isdigit() and int(key) > 0:
        return value[int(key) - 1]
    return next(row for row in value if row["name"] == key)


def _rows(table: Any) -> Iterator[Callable[[str], Any]]:
    """Each row of a list or of a dict, as what gives its places their values."""
    pairs = table.items() if isinstance(table, dict) else enumerate(table, 1)
    for number, (key, row) in enumerate(pairs, 1):
        found = {"key": key, "value": row, "number": number, **(row if isinstance(row, dict) else {})}
        yield found.__getitem__
