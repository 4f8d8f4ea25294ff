"""A chance to win, to draw, to lose and to die, exactly: ways of so many throws."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm
from typing import NamedTuple


class Chance(NamedTuple):
    """Of `ways` throws, all equally likely, how many are won, how many lost, and in how many the hero dies.

    The ways are whole numbers, so that several are put together without fractions.
    """

    ways: int
    won: int = 0
    lost: int = 0
    dies: int = 0

    @property
    def drawn(self) -> int:
        """The throws that are neither won nor lost."""
        return self.ways - self.won - self.lost

    @property
    def told(self) -> str:
        """The chances in whole percents: "72% won, 11% drawn, 17% lost"."""
        parts = {"won": self.won, "drawn": self.drawn, "lost": self.lost}
        return ", ".join(f"{round(100 * many / self.ways)}% {what}" for what, many in parts.items())

    @property
    def rank(self) -> tuple[Fraction, Fraction, Fraction]:
        """What is better comes higher: more wins, then fewer losses, then fewer deaths."""
        return Fraction(self.won, self.ways), -Fraction(self.lost, self.ways), -Fraction(self.dies, self.ways)

    def better(self, other: Chance) -> bool:
        """Whether it is better than another: more wins, then fewer losses, then fewer deaths."""
        return self._beats(other, ("won", 1), ("lost", -1), ("dies", -1))

    def worse(self, other: Chance) -> bool:
        """Whether it is better for the enemy: more losses, then fewer wins, then more deaths."""
        return self._beats(other, ("lost", 1), ("won", -1), ("dies", 1))

    def covers(self, other: Chance) -> bool:
        """Whether no chance of another is better: to win, not to lose, not to die."""
        one, two = self.ways, other.ways
        return self.won * two >= other.won * one and all(
            getattr(self, what) * two <= getattr(other, what) * one for what in ("lost", "dies")
        )

    def _beats(self, other: Chance, *by: tuple[str, int]) -> bool:
        for what, sign in by:
            ahead = getattr(self, what) * other.ways - getattr(other, what) * self.ways
            if ahead:
                return bool(ahead * sign > 0)
        return False

    def fractions(self) -> dict[str, str]:
        """The four chances in lowest terms: "343/1728", "0", "1"."""
        found = {"won": self.won, "drawn": self.drawn, "lost": self.lost, "dies": self.dies}
        return {name: str(Fraction(many, self.ways)) for name, many in found.items()}


def mixed(parts: Iterable[tuple[int, Chance]]) -> Chance:
    """Several chances put together, each on so many ways of a throw."""
    found = list(parts)
    scale = lcm(*{chance.ways for _, chance in found})
    ways = won = lost = dies = 0
    for many, chance in found:
        times = many * (scale // chance.ways)
        ways += many * scale
        won += chance.won * times
        lost += chance.lost * times
        dies += chance.dies * times
    return Chance(ways, won, lost, dies)
