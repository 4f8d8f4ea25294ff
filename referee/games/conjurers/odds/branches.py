"""A move played from beginning to end, once for every total that its throws can show.

This takes as many plays of the move as there are ways for totals to follow each other: right for a single throw,
slow for a fight (see `fights`), and plain enough to hold the rest against.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from referee.asking.dice import Dice, Mode, Roll
from referee.asking.question import Procedure, drive
from referee.games.conjurers.battle import turn
from referee.games.conjurers.battle.moves import BattleMove
from referee.games.conjurers.battle.play import Play
from referee.games.conjurers.battle.state import Battle
from referee.games.conjurers.odds.throws import throw
from referee.games.conjurers.tables import battle as battle_tables

T = TypeVar("T")

Magic = Mapping[str, str]
"""What magicians choose, by their key ("attacker.Merlin"); the others use the first on the list (B19)."""


class Branch(NamedTuple):
    """One course of a move: the ways of its `dice` dice that lead there, and the battle after it."""

    ways: int
    dice: int
    after: Battle


def branches(battle: Battle, move: BattleMove, magic: Magic) -> Iterator[Branch]:
    """Every course of a legal move, each told apart by the totals thrown. The battle itself doesn't change."""
    waiting: list[tuple[tuple[int, ...], int, int]] = [((), 1, 0)]
    while waiting:
        totals, ways, dice = waiting.pop()
        try:
            after = play_out(battle, move, _Told(totals), magic)
        except _Unthrown as more:
            waiting += [((*totals, total), ways * number, dice + more.count) for total, number in throw(more.count)]
        else:
            yield Branch(ways, dice, after)


def play_out(battle: Battle, move: BattleMove, dice: Dice, magic: Magic) -> Battle:
    """The battle after a legal move with these dice, which may not ask."""
    after = battle.copy()
    conjured(turn.make(Play(after, dice, []), move), magic)
    return after


def conjured(procedure: Procedure[T], magic: Magic) -> T:
    """Run a procedure that asks for nothing but magicians' choices."""
    return drive(
        procedure,
        lambda asked: asked.parse(magic.get(asked.key.removeprefix("magic "), battle_tables.numbers().magician[0])),
    )


class _Unthrown(Exception):
    """A throw of `count` dice that isn't told."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


class _Told:
    """Dice whose totals are told one after the other."""

    mode: Mode = "rolled"

    def __init__(self, totals: Sequence[int]) -> None:
        self._totals = iter(totals)

    def roll(self, count: int, number: int, what: str) -> Procedure[Roll]:
        """The next total."""
        yield from ()  # nothing to ask
        total = next(self._totals, None)
        if total is None:
            raise _Unthrown(count)
        return Roll(count, (), total)
