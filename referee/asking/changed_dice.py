"""What a throw comes to whose dice are changed: better or worse of two, set to a face; and how likely each result is.

Changes of one die work in their order, each on what the earlier ones left, so a die that is doubled twice is four:
the worse of two results of which each is the better of two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Literal

SIX = (1, 2, 3, 4, 5, 6)
"""The faces of a usual die."""
Faces = tuple[int, ...]
Die = tuple[int | Fraction, ...]
"""What was thrown for one side: one die or several, of which one result is made; an average is one fraction."""
Change = Literal["better", "worse"] | int
"""A change of a die: the better or the worse of two, or the face that it is set to."""
Changes = tuple[Change, ...]


@lru_cache(maxsize=256)
def many(changes: Changes) -> int:
    """How many dice are thrown for one side; none where the last word is a face that is set."""
    thrown = 1
    for change in changes:
        thrown = 0 if isinstance(change, int) else thrown * 2
    return thrown


def lie(changes: Changes, thrown: Sequence[int]) -> Die:
    """The dice of a side as they lie: those thrown, or the one that is set (it counts as rolled)."""
    faces = [change for change in changes if isinstance(change, int)]
    return tuple(thrown) if many(changes) else (faces[-1],)


@lru_cache(maxsize=16384)
def comes_to(changes: Changes, dice: Die) -> int | Fraction:
    """What the dice of a side come to."""
    if not many(changes):
        return dice[0]
    left = list(dice)
    for change in changes:
        if len(left) == 1:
            break
        best = max if change == "better" else min
        left = [best(pair) for pair in zip(left[::2], left[1::2], strict=True)]
    return left[0]


@lru_cache(maxsize=64)
def ways(changes: Changes, faces: Faces = SIX) -> tuple[tuple[int, int], ...]:
    """Each face that a side can come to, with the number of throws of its dice that lead there."""
    found = Counter(int(comes_to(changes, lie(changes, thrown))) for thrown in product(faces, repeat=many(changes)))
    return tuple(sorted(found.items()))


def average(changes: Changes, faces: Faces = SIX) -> Fraction:
    """What a side comes to on average."""
    return Fraction(sum(face * number for face, number in ways(changes, faces)), len(faces) ** many(changes))


@lru_cache(maxsize=256)
def margins(own: Changes, enemy: Changes, faces: Faces = SIX) -> tuple[tuple[int, int], ...]:
    """Each difference of own and enemy dice, with the number of throws of all dice that lead there."""
    found: Counter[int] = Counter()
    for one, many_one in ways(own, faces):
        for other, many_other in ways(enemy, faces):
            found[one - other] += many_one * many_other
    return tuple(sorted(found.items()))


def throws(changes: Changes, faces: Faces = SIX) -> Iterator[Die]:
    """Every throw of a side's dice."""
    return (lie(changes, thrown) for thrown in product(faces, repeat=many(changes)))
