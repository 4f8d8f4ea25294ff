"""In how many ways battle dice show each sum (p. 8; B24)."""

from __future__ import annotations

from functools import lru_cache

from referee.asking.chances import Throw, sums
from referee.games.conjurers.tables import battle as battle_tables


def ways_of(count: int) -> int:
    """In how many ways `count` dice can fall; 1 for none."""
    faces: int = len(battle_tables.numbers().die)
    found: int = faces**count
    return found


@lru_cache(maxsize=256)
def throw(count: int) -> Throw:
    """The sums that `count` dice can show; none or fewer show 0 in one way (B22)."""
    return sums(battle_tables.numbers().die, max(0, count))
