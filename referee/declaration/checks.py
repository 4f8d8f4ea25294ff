"""What a state that was read can be: the tools with which each game says what can't.

A check is a function that yields what can't be, one sentence in the table's words each, with the page or the ruling
where there is one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.text.names import fold

Findings = Iterator[str]


def twice(names: Iterable[str]) -> str:
    """The first name that comes a second time, however it is spelt; "" if each comes once."""
    seen: set[str] = set()
    for name in names:
        if (key := fold(name)) in seen:
            return name
        seen.add(key)
    return ""
