"""From values to places: round steps for an axis, and room between labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from math import ceil, floor


@dataclass(frozen=True)
class Scale:
    """A straight scale from values to units of the canvas."""

    least: float
    most: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Where a value is."""
        return self.start + (value - self.least) / (self.most - self.least) * (self.end - self.start)


def ticks(least: float, most: float, about: int = 5, *, zero: bool = True) -> list[int]:
    """Round numbers from at or below the least value to at or above the most, 0 among them if `zero`."""
    if zero:
        least, most = min(least, 0), max(most, 0)
    steps = (factor * 10**power for power in count() for factor in (1, 2, 5))
    step = next(step for step in steps if most - least <= step * about)
    first, last = floor(least / step), ceil(most / step)
    return [step * number for number in range(first, max(last, first + 1) + 1)]


def spread(places: Sequence[float], gap: float, least: float, most: float) -> list[float]:
    """The same places, moved apart so that each is at least `gap` from the next and all lie between the limits."""
    order = sorted(range(len(places)), key=lambda n: places[n])
    moved = list(places)
    at = least - gap
    for n in order:
        at = moved[n] = max(moved[n], at + gap)
    at = most + gap
    for n in reversed(order):
        at = moved[n] = min(moved[n], at - gap)
    return moved
