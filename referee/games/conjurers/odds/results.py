"""What a move can lead to, as it is told: the ends of each creature, the winners, and the chance of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from referee.games.conjurers.battle.moves import BattleMove
from referee.games.conjurers.battle.state import SideName

State = Literal["stands", "dead", "back"]
"""What a creature is after a move: alive, dead, or back by its resurrection, used in this very move."""

End = tuple[int, State]
"""How a creature ends: the damage on it after the move (on a dead one what it died with, B26), and what it is."""


@dataclass(frozen=True)
class CreatureOdds:
    """What a move can make of one creature.

    `name` is what it is told by, `before` the damage on it before the move, `hp` its hit points; `ends` has the
    number of ways, out of `ways`, that the dice lead to each end.
    """

    key: str
    name: str
    side: SideName
    hp: int
    before: int
    ends: Mapping[End, int]
    ways: int

    @property
    def dies(self) -> Fraction:
        """The chance that it is dead after the move."""
        return self._chance("dead")

    @property
    def comes_back(self) -> Fraction:
        """The chance that it dies and resurrects in this move."""
        return self._chance("back")

    @property
    def damage(self) -> dict[int, Fraction]:
        """The chance of each damage on it after the move, in damage markers, the least first."""
        found: dict[int, int] = {}
        for (damage, _), ways in sorted(self.ends.items()):
            found[damage] = found.get(damage, 0) + ways
        return {damage: Fraction(ways, self.ways) for damage, ways in found.items()}

    @property
    def expected(self) -> Fraction:
        """The damage on it after the move, on average."""
        return Fraction(sum(damage * ways for (damage, _), ways in self.ends.items()), self.ways)

    @property
    def certain(self) -> bool:
        """Whether it can end in one way only."""
        return len(self.ends) == 1

    def chance(self, end: End) -> Fraction:
        """The chance of one end."""
        return Fraction(self.ends.get(end, 0), self.ways)

    def _chance(self, state: State) -> Fraction:
        return Fraction(sum(ways for (_, ended), ways in self.ends.items() if ended == state), self.ways)


@dataclass(frozen=True)
class Odds:
    """What a move can lead to.

    `text` is the move in its notation; `fighters` are the keys of the two that fight, the initiator first, none
    where nobody does. `creatures` are these two, the one that is fought first, and then all whose damage can
    change. `wins` has the chance that the battle ends with the move, for each winner. `magic` is what each magician
    among the two uses, by its key.
    """

    move: BattleMove
    text: str
    fighters: tuple[str, ...]
    creatures: tuple[CreatureOdds, ...]
    wins: Mapping[SideName, Fraction]
    magic: Mapping[str, str]

    @property
    def certain(self) -> bool:
        """Whether there is nothing left to chance."""
        return all(creature.certain for creature in self.creatures)

    def of(self, key: str) -> CreatureOdds:
        """What the move can make of one creature, by its key."""
        return next(creature for creature in self.creatures if creature.key == key)
