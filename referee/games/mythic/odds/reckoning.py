"""The best chance of each number of wounds or more, and the best mean; lifts and throws chosen after each roll (M15).

The search is pruned to dominant play (a slow twin in the tests tries everything): lifts wait until the last throw,
except those that make a five; the highest dice are lifted; the lowest are fuel, and are rerolled by a slayer. So a
first assault is decided by how many fives are thrown. Chances are whole numbers out of a power of six of throws; a
list has those of at least 1, 2, ... wounds, and last the mean.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import accumulate, starmap
from math import comb, factorial, prod
from typing import NamedTuple

from referee.games.mythic.attack.dice import AttackDice, settled
from referee.games.mythic.attack.moves import Best, Lift, Move, Reroll, Second, write_move
from referee.games.mythic.tables import numbers
from referee.games.mythic.vocabulary import BLANK, FACES, FIVE

Ways = list[int]
"""Numbers of throws with at least 1, 2, ... wounds, and last the sum of the wounds in all throws."""


class WoundChances(NamedTuple):
    """Best chance of at least 0, 1, 2, ... wounds, each with play optimized for it, and the best mean."""

    at_least: tuple[Fraction, ...]
    mean: Fraction

    def of(self, wounds: int) -> Fraction:
        """Return the chance of `wounds` or more."""
        return self.at_least[wounds] if wounds < len(self.at_least) else Fraction(0)


class Choice(NamedTuple):
    """An option for the dice in hand: a reroll, or lifts to five and fives thrown (none: no more throw); its odds."""

    moves: tuple[Move, ...]
    chances: WoundChances

    @property
    def text(self) -> str:
        """Text of its moves, as in records."""
        return ", ".join(map(write_move, self.moves or (Best(),)))


class Plan(NamedTuple):
    """Number of dice thrown, the dice kept, and the lifts to five before that."""

    thrown: int
    kept: tuple[int, ...]
    lifts: tuple[tuple[int, tuple[int, ...]], ...] = ()


@lru_cache(maxsize=1_000)
def chances_of(dice: AttackDice) -> WoundChances:
    """Compute the odds of an attack from any stage of its dice; cached, as targets are listed repeatedly."""
    return AttackOdds(dice).chances()


def options_of(dice: AttackDice) -> list[Choice]:
    """List all options while dice may be thrown again: rerolls, no more throw, then fives."""
    if dice.stage not in ("rolled", "first"):
        return []
    return (AttackOdds(dice).rerolls() if dice.stage == "rolled" else []) + AttackOdds(settled(dice)).ways()


def average_wounds(chances: WoundChances) -> int:
    """Return the result of average dice: the most wounds whose best chance is at least one half (M13)."""
    even = Fraction(numbers().average.chance)
    return max(wounds for wounds, chance in enumerate(chances.at_least) if chance >= even)


class AttackOdds:
    """Solver for the odds of an attack with the dice as they are; each state is computed once."""

    def __init__(self, dice: AttackDice) -> None:
        self._dice, self._defence = dice, dice.defence
        self._free = dice.ceiling == "none" or dice.defence <= FIVE
        """True if dice may be lifted to wound without a second assault."""
        self._most = dice.count if dice.stage == "unrolled" else len(dice.hand)
        self._first_cache: dict[tuple[tuple[int, int, tuple[int, ...]], ...], Ways] = {}
        self._faces: dict[int, Ways] = {}
        self._after: dict[tuple[int, int, tuple[int, ...]], Ways] = {}

    def chances(self) -> WoundChances:
        """Return the odds from here on."""
        dice = self._dice
        match dice.stage:
            case "unrolled":
                odds = [0] * (self._most + 1)
                for counts in _counts(self._most, len(FACES)):
                    many = factorial(self._most) // prod(map(factorial, counts))
                    faces = sum(map(int.__mul__, counts, _UNITS))
                    odds = [
                        sum_ + many * ways
                        for sum_, ways in zip(odds, self._rolled(faces, self._dice.rerolls), strict=True)
                    ]
                return self._chances(odds, 2 * self._most + sum(dice.rerolls))
            case "rolled":
                code = _code(dice.hand)
                return self._chances(self._rolled(code, dice.rerolls), self._most + sum(dice.rerolls))
            case "first":
                return self._chances(self._first(dice.hand), self._most)
        return self._chances(self._ways(0, dice.hand if dice.stage == "second" else ()), 0)

    def rerolls(self) -> list[Choice]:
        """List the rerolls right after the first roll, each number of the lowest dice, with their odds."""
        code, found = _code(self._dice.hand), list[Choice]()
        for many in range(1, min(self._most, max(self._dice.rerolls, default=0)) + 1):
            code = _without_lowest(code)
            left = list(self._dice.rerolls)
            left.remove(min(again for again in left if again >= many))
            odds = self._chances(self._anew(code, many, tuple(left)), self._most + many + sum(left))
            found.append(Choice((Reroll(self._dice.hand[-many:]),), odds))
        return found

    def thrown_now(self, chosen: Sequence[int]) -> WoundChances:
        """Return the odds if these dice are thrown in the second assault and the others kept as they are."""
        kept = Counter(die for die in self._dice.hand if die != BLANK)
        kept.subtract(chosen)
        return self._chances(self._ways(len(chosen), tuple(sorted(kept.elements(), reverse=True))), len(chosen))

    def ways(self) -> list[Choice]:
        """List the options of a first assault with the dice in hand."""
        hand = tuple(die for die in self._dice.hand if die != BLANK)
        return [
            Choice(
                (*starmap(Lift, lifts), Second((FIVE,) * thrown)) if thrown else (),
                self._chances(self._ways(thrown, kept), thrown),
            )
            for thrown, kept, lifts in _plans(hand, self._defence, free=self._free)
        ]

    def _chances(self, ways: Ways, throws: int) -> WoundChances:
        of, placed = 6**throws, self._dice.placed
        found = (Fraction(many, of) for many in ways[:-1])
        return WoundChances((Fraction(1),) * (placed + 1) + tuple(found), placed + Fraction(ways[-1], of))

    # --- first rolls ------------------------------------------------------------------------------------

    def _rolled(self, code: int, rerolls: tuple[int, ...]) -> Ways:
        """Compute the odds of a first roll while rerolls are left: none, or the 1, 2, ... lowest dice."""
        if not rerolls:
            return self._of_faces(code)
        if (known := self._after.get((code, 0, rerolls))) is not None:
            return known
        scale = 6 ** sum(rerolls)
        found = [scale * ways for ways in self._of_faces(code)]
        for again in set(rerolls):
            left = list(rerolls)
            left.remove(again)
            lower = code
            for many in range(1, min(again, sum(code // unit % _BASE for unit in _UNITS)) + 1):
                lower = _without_lowest(lower)
                scale = 6 ** (again - many)
                anew = self._anew(lower, many, tuple(left))
                found = [max(best, scale * ways) for best, ways in zip(found, anew, strict=True)]
        self._after[code, 0, rerolls] = found
        return found

    def _anew(self, code: int, many: int, rerolls: tuple[int, ...]) -> Ways:
        """Compute the odds with `many` more dice thrown beside those of a code."""
        if not many:
            return self._rolled(code, rerolls)
        if (found := self._after.get((code, many, rerolls))) is None:
            each = (self._anew(code + unit, many - 1, rerolls) for unit in _UNITS)
            found = self._after[code, many, rerolls] = [sum(ways) for ways in zip(*each, strict=True)]
        return found

    def _of_faces(self, code: int) -> Ways:
        """Compute the odds of rolled dice, with no reroll before the first assault."""
        if (found := self._faces.get(code)) is None:
            faces = _faces_of(code)
            hand = tuple(die for die in faces if BLANK < die < self._defence)
            found = self._first(hand)
            if placed := sum(die >= self._defence and die != BLANK for die in faces):
                found = [6**self._most] * placed + found[: self._most - placed] + [found[-1] + placed * 6**self._most]
            self._faces[code] = found
        return found

    # --- from the first assault on ------------------------------------------------------------------------

    def _first(self, hand: Sequence[int]) -> Ways:
        """Compute the odds of a first assault, in throws of as many dice as there are in all."""
        plans = _plans(tuple(hand), self._defence, free=self._free)
        keys = tuple((plan.thrown, len(plan.kept), _costs(plan.kept, self._defence)) for plan in plans)
        if (found := self._first_cache.get(keys)) is None:
            each = (self._scale_plan(key) for key in keys)
            found = self._first_cache[keys] = [max(ways) for ways in zip(*each, strict=True)]
        return found

    def _scale_plan(self, key: tuple[int, int, tuple[int, ...]]) -> Ways:
        scale = 6 ** (self._most - key[0])
        return [scale * ways for ways in self._of_plan(*key)]

    def _ways(self, thrown: int, kept: tuple[int, ...]) -> Ways:
        return self._of_plan(thrown, len(kept), _costs(kept, self._defence))

    def _of_plan(self, thrown: int, kept: int, costs: tuple[int, ...]) -> Ways:
        """Sum the odds of `thrown` fives beside kept dice whose lifts cost this many dice."""
        wounds = [0] * (self._most + 1)
        for (many, left), ways in _second(self._defence, thrown, kept):
            wounds[many + bisect_right(costs, left)] += ways
        at_least = list(accumulate(reversed(wounds)))[-2::-1]
        return [*at_least, sum(at_least)]


# --- what is thrown and what is kept -----------------------------------------------------------------------


def _plans(hand: tuple[int, ...], defence: int, *, free: bool) -> list[Plan]:
    """List the plans for a first assault: no throw, then 1, 2, ... fives, lifted fives after natural ones."""
    found = [Plan(0, hand if free else ())]
    if defence <= FIVE:
        return found
    hand = tuple(sorted(hand, reverse=True))
    begin = sum(die > FIVE for die in hand)
    end = begin + hand.count(FIVE)
    found += (Plan(many, hand[:begin] + hand[begin + many :]) for many in range(1, end - begin + 1))
    fuel, lifts = 0, list[tuple[int, tuple[int, ...]]]()
    for at in range(end, len(hand)):
        needed = FIVE - hand[at]
        if fuel + needed > len(hand) - at - 1:
            break
        lifts.append((hand[at], hand[len(hand) - fuel - needed : len(hand) - fuel]))
        fuel += needed
        found.append(Plan(at + 1 - begin, hand[:begin] + hand[at + 1 : len(hand) - fuel], tuple(lifts)))
    return found


@lru_cache(maxsize=10_000)
def _costs(kept: tuple[int, ...], defence: int) -> tuple[int, ...]:
    """Return the running cost in dice, fuel included, of lifting the first 1, 2, ... kept dice, while affordable."""
    costs, spent = list[int](), 0
    for die in kept:
        spent += defence - die + 1
        if spent > len(kept):
            break
        costs.append(spent)
    return tuple(costs)


@cache
def _second(defence: int, thrown: int, kept: int) -> tuple[tuple[tuple[int, int], int], ...]:
    """Return outcomes of a throw of fives beside kept dice: wounds, dice left for more of them, number of throws.

    Dice below the defence are lifted as far as there is fuel, the highest first.
    """
    wounding = sum(FIVE + face >= defence for face in FACES if face != BLANK)
    found: dict[tuple[int, int], int] = {}
    for lasting in range(thrown + 1):
        lifted = _lift_outcomes(defence, FIVE, lasting, lasting + kept)
        for placed in range(thrown - lasting + 1) if wounding else (0,):
            many = comb(thrown, lasting) * comb(thrown - lasting, placed) * wounding**placed
            for (wounds, left), ways in lifted:
                key = (placed + wounds, left)
                found[key] = found.get(key, 0) + many * ways
    return tuple(found.items())


@cache
def _lift_outcomes(defence: int, face: int, many: int, dice: int) -> tuple[tuple[tuple[int, int], int], ...]:
    """Return what `many` dice that show at most `face` beside their five, below the defence, can be lifted to.

    `dice` are those left to be lifted or be fuel. An outcome has its wounds, the dice left, the number of throws.
    """
    if not many:
        return (((0, dice), 1),)
    if face == BLANK:
        return ()
    cost = defence - FIVE - face + 1
    if cost <= 1:
        return _lift_outcomes(defence, face - 1, many, dice)
    found: dict[tuple[int, int], int] = {}
    for here in range(many + 1):
        wounds = min(here, dice // cost)
        for (more, left), ways in _lift_outcomes(defence, face - 1, many - here, dice - wounds * cost):
            key = (wounds + more, left)
            found[key] = found.get(key, 0) + comb(many, here) * ways
    return tuple(found.items())


# --- rolls as whole numbers --------------------------------------------------------------------------------

_BASE = 128
_UNITS: tuple[int, ...] = tuple(_BASE**face for face in FACES)
"""A roll is encoded as a sum of these, one for each die, so that adding a die is an addition."""


def _code(dice: Sequence[int]) -> int:
    return sum(_UNITS[die] for die in dice)


def _faces_of(code: int) -> tuple[int, ...]:
    """Return the dice of a roll, highest first."""
    faces: tuple[int, ...] = ()
    for face in FACES:
        faces = (face,) * (code % _BASE) + faces
        code //= _BASE
    return faces


def _without_lowest(code: int) -> int:
    return next(code - unit for unit in _UNITS if code // unit % _BASE)


def _counts(dice: int, faces: int) -> Iterator[tuple[int, ...]]:
    """Yield every distribution of dice over the faces."""
    if faces == 1:
        yield (dice,)
        return
    for here in range(dice + 1):
        for others in _counts(dice - here, faces - 1):
            yield here, *others
