"""Worlds: the courses that a fight may take, each with what may have become of the creatures in it.

Within a world the fates of the creatures don't hang together: each has its own, and the numbers stay small (two
creatures with 20 possible fates each are 40 entries, not 400). Where one roll does something to several creatures,
or the fight goes on differently, the world is parted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from referee.games.conjurers.battle.state import SideName
from referee.games.conjurers.odds.throws import ways_of

K = TypeVar("K")


class Guard(NamedTuple):
    """What counts for a creature in a fight besides its damage.

    `absorbed` is what each of its shields has absorbed: whatever it wears with absorption, or its own card. `risen`
    says that it has used its resurrection.
    """

    absorbed: tuple[int, ...] = ()
    frost: bool = False
    risen: bool = False
    dead: bool = False


Fate = tuple[int, Guard]
"""What may have become of a creature: the damage on it, and its guard."""

Fates = Mapping[Fate, int]
"""All that may have become of a creature, and the number of ways to each fate."""

Outcomes = Callable[[Fate], Iterable[tuple[Fate, int]]]
"""What a throw makes of a creature of some fate: its fates then, and the ways of the dice that lead to each."""


@dataclass(slots=True)
class World:
    """One course of a fight.

    `fates` are those of every creature in a slot, by number. In `ways` ways the `dice` dice thrown so far lead to
    this world; the ways of a creature's fates stand in the same proportion to each other, and their sum divides
    `ways`. `loose` are the devourers that have come back, `silent` those that were killed before they could strike,
    where these don't burn; `winner` is set where the battle is over.
    """

    fates: dict[int, Fates]
    ways: int = 1
    dice: int = 0
    loose: frozenset[int] = frozenset()
    silent: frozenset[int] = frozenset()
    winner: SideName | None = None

    def copy(self) -> World:
        """An independent copy."""
        return World(dict(self.fates), self.ways, self.dice, self.loose, self.silent, self.winner)

    def can_be_dead(self, number: int) -> bool:
        """Whether a creature is dead in some of its fates."""
        return any(guard.dead for _, guard in self.fates[number])

    def throw(self, number: int, dice: int, outcomes: Outcomes) -> None:
        """Let a throw of dice do something to one creature, whatever its fate; every fate takes the same dice."""
        after: dict[Fate, int] = {}
        for fate, ways in self.fates[number].items():
            for ended, more in outcomes(fate):
                after[ended] = after.get(ended, 0) + ways * more
        self.fates[number] = after
        self.dice += dice
        self.ways *= ways_of(dice)

    def change(self, number: int, become: Callable[[Fate], Fate]) -> None:
        """Let something happen to one creature without dice."""
        self.throw(number, 0, lambda fate: [(become(fate), 1)])

    def parted(self, number: int, key: Callable[[Guard], K]) -> list[tuple[K, World]]:
        """The worlds in which a creature's guards differ by `key`; this very world if they don't."""
        parts: dict[K, dict[Fate, int]] = {}
        for fate, ways in self.fates[number].items():
            parts.setdefault(key(fate[1]), {})[fate] = ways
        if len(parts) == 1:
            return [(found, self) for found in parts]
        each = self.ways // sum(self.fates[number].values())
        found = []
        for value, fates in parts.items():
            part = self.copy()
            part.fates[number] = fates
            part.ways = each * sum(fates.values())
            found.append((value, part))
        return found


def merged(worlds: Sequence[World]) -> World:
    """Worlds as one, in which fates that did hang together don't any more.

    The chances of each creature's fates are right in it, and stay so as long as nothing parts it.
    """
    dice = max(world.dice for world in worlds)
    fates: dict[int, dict[Fate, int]] = {number: {} for number in worlds[0].fates}
    total = 0
    for world in worlds:
        scaled = world.ways * ways_of(dice - world.dice)
        total += scaled
        for number, found in fates.items():
            each = scaled // sum(world.fates[number].values())
            for fate, ways in world.fates[number].items():
                found[fate] = found.get(fate, 0) + ways * each
    return World(dict(fates), total, dice, worlds[0].loose, worlds[0].silent, worlds[0].winner)
