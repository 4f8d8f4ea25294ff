"""What a page tells of an evening beside its score: when it was, who had which colour, the luck, what turned it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from referee.scores.words import TurnPoints

Rows = Sequence[tuple[str, str]]
"""What somebody has, by what it is: ("army", "norse 2 Fenrir, norse 4 Nidhogg")."""


@dataclass(frozen=True)
class Throw:
    """Dice that somebody threw: the faces of each, and what they showed."""

    player: str
    faces: tuple[int, ...]
    shown: tuple[int, ...]


@dataclass(frozen=True)
class Luck:
    """All that somebody threw: the dice, their sum, its mean, and of a hundred such evenings how many were worse."""

    dice: int
    shown: int
    mean: float
    better_than: int


@dataclass(frozen=True)
class Evening:
    """An evening as a save has it. `turns` are the points turn by turn, `turned` what turned it, each with its turn.

    `colours`, `holdings` and `luck` are by player's name; somebody may be missing in each.
    """

    turns: Sequence[TurnPoints]
    when: str = ""
    colours: Mapping[str, str] = field(default_factory=dict)
    holdings: Mapping[str, Rows] = field(default_factory=dict)
    luck: Mapping[str, Luck] = field(default_factory=dict)
    turned: Sequence[tuple[str, str]] = ()


def luck_of(throws: Sequence[Throw]) -> dict[str, Luck]:
    """The luck of everybody who threw dice: exact chances, with half of the evenings that are just as good."""
    found = {}
    for player in dict.fromkeys(throw.player for throw in throws):
        mine = [throw for throw in throws if throw.player == player]
        ways, shown, mean = {0: 1}, 0, 0.0
        for throw in mine:
            shown += sum(throw.shown)
            mean += len(throw.shown) * sum(throw.faces) / len(throw.faces)
            for _ in throw.shown:
                ways = _with_die(ways, throw.faces)
        below = 2 * sum(many for total, many in ways.items() if total < shown) + ways.get(shown, 0)
        better = round(100 * below / (2 * sum(ways.values())))
        found[player] = Luck(sum(len(throw.shown) for throw in mine), shown, mean, better)
    return found


def _with_die(ways: Mapping[int, int], faces: Sequence[int]) -> dict[int, int]:
    """In how many ways each sum is thrown with one die more."""
    found: dict[int, int] = {}
    for total, many in ways.items():
        for face in faces:
            found[total + face] = found.get(total + face, 0) + many
    return found
