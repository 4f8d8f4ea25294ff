"""A count changed: the one event of every counter, told in the words that its declaration has for it."""

from __future__ import annotations

from typing import Any

from referee.declaration.counts import Counter
from referee.play.event import Event, Names


class Counted(Event, frozen=True, tag=True):
    """An owner has so many more (`by`) of what a counter counts, or fewer, and `now` in all.

    `source` is why, `counted` where the number comes from, if that has to be said. The table set it where it is
    `put_right`.
    """

    counter: Counter[Any]
    owner: str
    by: int
    now: int
    source: str
    rules: tuple[str, ...] = ()
    counted: str = ""
    put_right: bool = False

    def told(self, name: Names) -> str:
        """The event in words."""
        said = self.counter.said
        way = said.sets if self.put_right else said.loses if self.by < 0 else said.gains
        amount = self.counter.amount(self.now if self.put_right else abs(self.by))
        return f"{self.owner or 'The table'} {way.format(many=amount, source=self.source, now=self.now)}."


def change(counter: Counter[Any], state: Any, owner: str, by: int, source: str,
           rules: tuple[str, ...] = (), counted: str = "") -> list[Counted]:  # fmt: skip
    """Let an owner have so many more, or fewer, as far as it goes: what happened; nothing where nothing changes.

    That a number that was `counted` is 0 is told too.
    """
    has = counter.owners.all_in(state)[owner]
    before, most = counter.of(has), counter.limit_of(has)
    by = max(-before, by if most is None else min(by, max(0, most - before)))
    if not by and not counted:
        return []
    counter.set(has, before + by)
    return [Counted(counter, owner, by, before + by, source, rules, counted)]
