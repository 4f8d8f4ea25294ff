"""The odds of an attack's dice once more, slowly: every lift of every die by every other, every throw, every time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

Hand = tuple[int, ...]
Values = tuple[int, ...]
"""The chances of at least 1, 2, ... wounds, and the mean, in parts of the twin's `whole`."""
FACES = range(6)


@cache
def throws(count: int) -> tuple[tuple[int, Hand], ...]:
    """Every roll of so many dice, with the number of throws that show it."""
    return tuple(
        (factorial(count) // prod(factorial(shown.count(face)) for face in FACES), shown)
        for shown in combinations_with_replacement(FACES, count)
    )


class Twin:
    """All decisions against one defence; `most` dice at most."""

    def __init__(self, defence: int, ceiling: str, most: int) -> None:
        self.defence, self.capped, self.most = defence, ceiling == "five" and defence > 5, most
        self.whole: int = 6 ** (2 * most + 2)
        self.first = cache(self._first)
        self.last = cache(self._last)

    def before(self, count: int, *, slayer: bool = False) -> tuple[Fraction, ...]:
        """The best of each before the first roll."""
        found = self.mean(count, lambda shown: self.rolled(shown, slayer=slayer))
        return tuple(Fraction(value, self.whole) for value in found)

    def rolled(self, shown: Hand, *, slayer: bool = False) -> Values:
        """The best of each after the first roll."""
        found = [self.first(*self.put(shown))]
        for many in (1, 2) if slayer else ():
            found += (self.again(kept, many) for kept in fewer(shown, many))
        return self.best(found)

    def again(self, kept: Hand, many: int) -> Values:
        """The odds of dice beside which some are thrown again."""
        return self.mean(many, lambda new: self.first(*self.put(kept + new)))

    def put(self, shown: Iterable[int], placed: int = 0) -> tuple[Hand, int]:
        """What stays in hand, sorted, and how many are placed."""
        dice = [die for die in shown if die]
        hand = tuple(sorted(die for die in dice if die < self.defence))
        return hand, placed + len(dice) - len(hand)

    def _first(self, hand: Hand, placed: int) -> Values:
        found = [self.told(placed)]
        found += (self.first(*self.put(lifted, placed)) for lifted in self.lifts(hand, capped=self.capped))
        others = tuple(die for die in hand if die != 5)
        fives = len(hand) - len(others)
        found += (self.second(others + (5,) * (fives - many), many, placed) for many in range(1, fives + 1))
        return self.best(found)

    def second(self, kept: Hand, many: int, placed: int) -> Values:
        """The odds of so many fives thrown once more."""
        return self.mean(many, lambda new: self.last(*self.put((*kept, *(5 + one for one in new if one)), placed)))

    def _last(self, hand: Hand, placed: int) -> Values:
        lifted = (self.last(*self.put(lifted, placed)) for lifted in self.lifts(hand, capped=False))
        return self.best([self.told(placed), *lifted])

    def lifts(self, hand: Hand, *, capped: bool) -> Iterator[Hand]:
        """Every hand that comes of discarding one die for +1 on another."""
        for die, fuel in {(hand[i], hand[j]) for i in range(len(hand)) for j in range(len(hand)) if i != j}:
            if not (capped and die >= 5):
                left = list(hand)
                left.remove(die)
                left.remove(fuel)
                yield (*left, die + 1)

    def told(self, wounds: int) -> Values:
        """What is certain."""
        return (*(self.whole * (k <= wounds) for k in range(1, self.most + 1)), self.whole * wounds)

    @staticmethod
    def best(found: Iterable[Values]) -> Values:
        """The best of each, whoever has it."""
        return tuple(map(max, zip(*found, strict=True)))

    def mean(self, count: int, then: Callable[[Hand], Values]) -> Values:
        """What each comes to over all throws of so many dice."""
        found = [0] * (self.most + 1)
        for many, shown in throws(count):
            found = [before + many * value for before, value in zip(found, then(shown), strict=True)]
        assert not any(value % 6**count for value in found)
        return tuple(value // 6**count for value in found)


def fewer(shown: Hand, many: int) -> set[Hand]:
    """A roll without so many of its dice, whichever they are."""
    return {
        tuple(die for at, die in enumerate(shown) if at not in gone) for gone in combinations(range(len(shown)), many)
    }
