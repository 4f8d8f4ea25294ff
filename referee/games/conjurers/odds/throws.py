"""In how many ways battle dice show each sum (p. 8; B24)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from referee.games.conjurers.tables import battle as battle_tables

Throw = tuple[tuple[int, int], ...]
"""What a throw can show: each sum, from the least on, with the number of ways to throw it."""


def ways_of(count: int) -> int:
    """In how many ways `count` dice can fall; 1 for none."""
    faces: int = len(battle_tables.numbers().die)
    found: int = faces**count
    return found


@lru_cache(maxsize=256)
def throw(count: int) -> Throw:
    """The sums that `count` dice can show; none or fewer show 0 in one way (B22)."""
    return sums(battle_tables.numbers().die, max(0, count))


def sums(faces: Sequence[int], count: int) -> Throw:
    """The sums of `count` dice with these faces, whole numbers that needn't differ.

    The ways are the coefficients of a polynomial's power: with p for one die and c for all of them,
    k p(0) c(k) = sum over i of (i (count + 1) - k) p(i) c(k - i). So each takes a few multiplications.
    """
    least = min(faces)
    first, *others = [faces.count(face) for face in range(least, max(faces) + 1)]
    found = [first**count]
    for k in range(1, count * len(others) + 1):
        total = 0
        for i, one in enumerate(others[:k], 1):
            total += (i * (count + 1) - k) * one * found[k - i]
        found.append(total // (k * first))
    return tuple([(count * least + k, number) for k, number in enumerate(found) if number])
