"""The parts of an evening's page beside the score: date, colours, luck with dice, turning points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate, product
from math import erf, sqrt

from msgspec import Struct, field

from referee.asking.dice import sums
from referee.scores.score import TurnPoints

Rows = Sequence[tuple[str, str]]
"""A player's holdings as pairs of label and text: ("army", "norse 2 Fenrir, norse 4 Nidhogg")."""


class ThrowOfEvening(Struct, frozen=True):
    """Dice that a player threw: the faces of each die, and the results.

    If only the sum was recorded, `shown` has just that, and `told` the number of dice.
    """

    player: str
    faces: tuple[int, ...]
    shown: tuple[int, ...]
    told: int = 0

    @property
    def count(self) -> int:
        """Number of dice thrown."""
        return self.told or len(self.shown)


class DiceThrown(Struct, frozen=True):
    """Dice of one kind that a player threw: the faces of each die, how many, and the sum of the results."""

    faces: tuple[int, ...]
    count: int
    shown: int


class Luck(Struct, frozen=True):
    """A player's throws in sum: dice, total, mean, and how many of 100 such evenings would have been worse.

    `better_than` is at most 99. `chance` is the probability of this sum or more. `usual` is the central 95% interval
    of the sums.
    """

    dice: int
    shown: int
    mean: float
    better_than: int
    chance: float = 1.0
    usual: tuple[float, float] = (0, 0)

    @property
    def average(self) -> str:
        """The mean formatted: "12", "230.7"."""
        return str(round(self.mean, 1)).removesuffix(".0")

    @property
    def luckier_than(self) -> str:
        """The share of less lucky evenings formatted: "62 of 100"."""
        return f"{self.better_than or 'none'} of 100"


class Evening(Struct, frozen=True):
    """An evening as a save has it: points by turn, turning points (`highlights`: when and what), and remarks.

    `board` has the places at which something is. `remarks` are the kept ones: number of the log entry, and text.
    `colours`, `holdings` and `luck` are by player's name; players may be missing in each. `untold` says what is
    missing where the log can't be replayed, and why.
    """

    turns: Sequence[TurnPoints]
    when: str = ""
    colours: Mapping[str, str] = field(default_factory=dict)
    holdings: Mapping[str, Rows] = field(default_factory=dict)
    board: Rows = ()
    luck: Mapping[str, Luck] = field(default_factory=dict)
    highlights: Sequence[tuple[str, str]] = ()
    remarks: Sequence[tuple[int, str]] = ()
    untold: str = ""


EXACT = 200
"""Most dice for which the luck is computed exactly; for more the normal approximation is accurate enough."""


def luck_of(throws: Sequence[ThrowOfEvening]) -> dict[str, Luck]:
    """Return the luck of each player who threw dice, by name."""
    return {player: luck_with(dice) for player, dice in dice_of(throws).items()}


def dice_of(throws: Sequence[ThrowOfEvening]) -> dict[str, tuple[DiceThrown, ...]]:
    """Return each player's dice by name, grouped by kind of die."""
    found: dict[str, dict[tuple[int, ...], list[ThrowOfEvening]]] = {}
    for throw in throws:
        found.setdefault(throw.player, {}).setdefault(throw.faces, []).append(throw)
    return {
        player: tuple(
            DiceThrown(faces, sum(throw.count for throw in thrown), sum(sum(throw.shown) for throw in thrown))
            for faces, thrown in kinds.items()
        )
        for player, kinds in found.items()
    }


def luck_with(dice: Sequence[DiceThrown]) -> Luck:
    """Compute the luck with all these dice together; evenings that are just as good count half."""
    kinds: dict[tuple[int, ...], int] = {}
    for one in dice:
        kinds[one.faces] = kinds.get(one.faces, 0) + one.count
    count, shown = sum(kinds.values()), sum(one.shown for one in dice)
    mean = sum(many * _mean(faces) for faces, many in kinds.items())
    worse, alike, usual = _exact_chances(kinds, shown) if count <= EXACT else _normal_chances(kinds, mean, shown)
    return Luck(count, shown, mean, min(99, round(100 * (worse + alike / 2))), 1 - worse, usual)


OUTSIDE = 0.025
"""Probability on each side of the interval of usual sums."""

_Chances = tuple[float, float, tuple[float, float]]
"""Probability of a smaller sum, probability of the same sum, and the interval of usual sums."""


def _exact_chances(kinds: Mapping[tuple[int, ...], int], shown: int) -> _Chances:
    ways = Counter({0: 1})
    for faces, many in kinds.items():
        more = Counter[int]()
        for (total, found), (thrown, number) in product(ways.items(), sums(faces, many)):
            more[total + thrown] += found * number
        ways = more
    every = sum(ways.values())
    worse = sum(many for total, many in ways.items() if total < shown) / every
    return worse, ways.get(shown, 0) / every, (_quantile(ways, sorted(ways)), _quantile(ways, sorted(ways)[::-1]))


def _quantile(ways: Mapping[int, int], totals: Sequence[int]) -> int:
    """Return the first of `totals` at which the cumulative probability exceeds `OUTSIDE`."""
    outside = OUTSIDE * sum(ways.values())
    so_far = accumulate(ways[total] for total in totals)
    return next(total for total, many in zip(totals, so_far, strict=True) if many > outside)


def _normal_chances(kinds: Mapping[tuple[int, ...], int], mean: float, shown: int) -> _Chances:
    """Compute the same with the normal approximation."""
    spread = sqrt(
        sum(many * (_mean([face**2 for face in faces]) - _mean(faces) ** 2) for faces, many in kinds.items())
    )

    def below(total: float) -> float:
        return (1 + erf((total - mean) / (spread or 1) / sqrt(2))) / 2

    half = 1.96 * spread
    return below(shown - 0.5), below(shown + 0.5) - below(shown - 0.5), (mean - half, mean + half)


def _mean(numbers: Sequence[int]) -> float:
    return sum(numbers) / len(numbers)
