"""What a page tells of an evening beside its score: when it was, who had which colour, the luck, what turned it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import erf, sqrt

from msgspec import Struct, field

from referee.scores.score import TurnPoints

Rows = Sequence[tuple[str, str]]
"""What somebody has, by what it is: ("army", "norse 2 Fenrir, norse 4 Nidhogg")."""


class ThrowOfEvening(Struct, frozen=True):
    """Dice that somebody threw: the faces of each, and what they showed.

    Where only their sum was told, that is all that is `shown`, of so many dice as `told` says.
    """

    player: str
    faces: tuple[int, ...]
    shown: tuple[int, ...]
    told: int = 0

    @property
    def count(self) -> int:
        """How many dice were thrown."""
        return self.told or len(self.shown)


class DiceThrown(Struct, frozen=True):
    """Dice of one kind that somebody threw: the faces of each, how many, and the sum of what they showed."""

    faces: tuple[int, ...]
    count: int
    shown: int


class Luck(Struct, frozen=True):
    """All that somebody threw: the dice, their sum, its mean, and of a hundred such evenings how many were worse.

    They are 99 at most: nobody is luckier than all. `chance` is that of throwing so much or more. `usual` are the
    least and the most of the sums that 95 of 100 such evenings lie between, as many of the rest below as above.
    """

    dice: int
    shown: int
    mean: float
    better_than: int
    chance: float = 1.0
    usual: tuple[float, float] = (0, 0)

    @property
    def average(self) -> str:
        """The mean as it is told: "12", "230.7"."""
        return str(round(self.mean, 1)).removesuffix(".0")

    @property
    def luckier_than(self) -> str:
        """How many are less lucky, as it is told: "62 of 100"."""
        return f"{self.better_than or 'none'} of 100"


class Evening(Struct, frozen=True):
    """An evening as a save has it. `turns` are the points turn by turn, `turned` what turned it: when, and what.
    `remarks` are what somebody said that was kept: its entry, and what is told of it.

    `colours`, `holdings` and `luck` are by player's name; somebody may be missing in each.
    """

    turns: Sequence[TurnPoints]
    when: str = ""
    colours: Mapping[str, str] = field(default_factory=dict)
    holdings: Mapping[str, Rows] = field(default_factory=dict)
    luck: Mapping[str, Luck] = field(default_factory=dict)
    turned: Sequence[tuple[str, str]] = ()
    remarks: Sequence[tuple[int, str]] = ()


EXACT = 200
"""Up to so many dice of a kind their chances are reckoned exactly; of more by the normal curve, as close as that."""


def luck_of(throws: Sequence[ThrowOfEvening]) -> dict[str, Luck]:
    """The luck of everybody who threw dice."""
    return {player: luck_with(dice) for player, dice in dice_of(throws).items()}


def dice_of(throws: Sequence[ThrowOfEvening]) -> dict[str, tuple[DiceThrown, ...]]:
    """What everybody threw, dice of a kind together."""
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
    """The luck with dice, taken together; evenings that are just as good count half."""
    kinds: dict[tuple[int, ...], int] = {}
    for one in dice:
        kinds[one.faces] = kinds.get(one.faces, 0) + one.count
    count, shown = sum(kinds.values()), sum(one.shown for one in dice)
    mean = sum(many * _mean(faces) for faces, many in kinds.items())
    worse, alike, usual = _exactly(kinds, shown) if count <= EXACT else _nearly(kinds, mean, shown)
    return Luck(count, shown, mean, min(99, round(100 * (worse + alike / 2))), 1 - worse, usual)


OUTSIDE = 0.025
"""The chance on each side of what is usual."""

_Chances = tuple[float, float, tuple[float, float]]
"""The chances of a smaller sum, and of the same; the least and the most of what is usual."""


def _exactly(kinds: Mapping[tuple[int, ...], int], shown: int) -> _Chances:
    ways = {0: 1}
    for faces, many in kinds.items():
        for _ in range(many):
            ways = _with_die(ways, faces)
    every = sum(ways.values())
    worse = sum(many for total, many in ways.items() if total < shown) / every
    return worse, ways.get(shown, 0) / every, (_reached(ways, sorted(ways)), _reached(ways, sorted(ways)[::-1]))


def _reached(ways: Mapping[int, int], totals: Sequence[int]) -> int:
    """The first of these totals up to which more than `OUTSIDE` of all ways lead."""
    outside = OUTSIDE * sum(ways.values())
    so_far = accumulate(ways[total] for total in totals)
    return next(total for total, many in zip(totals, so_far, strict=True) if many > outside)


def _nearly(kinds: Mapping[tuple[int, ...], int], mean: float, shown: int) -> _Chances:
    """The same by the normal curve."""
    spread = sqrt(
        sum(many * (_mean([face**2 for face in faces]) - _mean(faces) ** 2) for faces, many in kinds.items())
    )

    def below(total: float) -> float:
        return (1 + erf((total - mean) / (spread or 1) / sqrt(2))) / 2

    half = 1.96 * spread
    return below(shown - 0.5), below(shown + 0.5) - below(shown - 0.5), (mean - half, mean + half)


def _mean(numbers: Sequence[int]) -> float:
    return sum(numbers) / len(numbers)


def _with_die(ways: Mapping[int, int], faces: Sequence[int]) -> dict[int, int]:
    """In how many ways each sum is thrown with one die more."""
    found: dict[int, int] = {}
    for total, many in ways.items():
        for face in faces:
            found[total + face] = found.get(total + face, 0) + many
    return found
