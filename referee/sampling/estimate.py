"""A chance that was found by trying, with its uncertainty."""

from __future__ import annotations

from math import ceil, sqrt
from typing import Any, NamedTuple

Z = 1.96
"""So many standard deviations to either side hold a normal figure 95 times in 100."""


class Estimate(NamedTuple):
    """Of `tried` independent trials `won` came out well."""

    won: int = 0
    tried: int = 0

    @property
    def chance(self) -> float:
        """The share that came out well; a half before anything was tried."""
        return self.won / self.tried if self.tried else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The interval that holds the true chance 95 times in 100 (Wilson's, right also near 0 and 1)."""
        n, squared = self.tried, Z * Z
        middle = (self.won + squared / 2) / (n + squared)
        spread = Z / (n + squared) * sqrt((self.won * (n - self.won) / n if n else 0) + squared / 4)
        return max(0.0, middle - spread), min(1.0, middle + spread)

    @property
    def half_width(self) -> float:
        """How far the true chance lies from the share at most, 95 times in 100."""
        low, high = self.interval
        return max(self.chance - low, high - self.chance)

    @property
    def other(self) -> Estimate:
        """The estimate of the opposite."""
        return Estimate(self.tried - self.won, self.tried)

    def __add__(self, more: object) -> Estimate:
        """Both sets of trials together."""
        if not isinstance(more, Estimate):
            return NotImplemented
        return Estimate(self.won + more.won, self.tried + more.tried)

    def clearly_above(self, other: Estimate, z: float = Z) -> bool:
        """Whether a difference so great is rare where both chances are the same."""
        if not self.tried or not other.tried:
            return False
        # each share as if one more had been won and one more lost, so that 20 of 20 isn't taken for certain
        one, two = ((each.won + 1) / (each.tried + 2) for each in (self, other))
        variance = one * (1 - one) / self.tried + two * (1 - two) / other.tried
        return self.chance - other.chance > z * sqrt(variance)

    def told(self) -> str:
        """As people read it: "62% (±5)", the share and the half width of the 95% interval in percentage points."""
        return f"{int(self.chance * 100 + 0.5)}% (±{max(1, ceil(self.half_width * 100 - 1e-9))})"

    def data(self) -> dict[str, Any]:
        """As scripts rely on it: the share, the half width of its 95% interval, and the trials that it rests on."""
        return {"about": round(self.chance, 4), "within": round(self.half_width, 4), "tried": self.tried}
