"""What the steps of a turn share: the battle, its dice, the events, and a few words for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from referee.asking.dice import Dice, Roll
from referee.asking.question import Procedure, Question, relay
from referee.games.conjurers.battle.state import Battle, Fighter


class BattleEnds(Exception):
    """Raised inside a turn at the very moment that the battle is over; what would have followed doesn't (B25)."""


def known_hands(play: Play) -> Procedure[None]:
    """Nothing to ask: every creature in a hand is known."""
    yield from ()


@dataclass(slots=True)
class Play:
    """A battle while a turn is played.

    `acted` says whether the turn has come to its action. `open_hands` makes known what is still in the hands and
    counts in the end (B3).
    """

    battle: Battle
    dice: Dice
    events: list[Any]
    acted: bool = False
    open_hands: Callable[[Play], Procedure[None]] = known_hands

    def name(self, fighter: Fighter) -> str:
        """A creature's name, as it is told."""
        return self.battle.told(fighter)

    def emit(self, event: object) -> None:
        """Say that something happened."""
        self.events.append(event)

    def roll(self, count: int, thrower: Fighter, what: str, other: Fighter) -> Procedure[Roll]:
        """Throw a creature's dice for what it does to another; no dice are no throw (B22)."""
        if count <= 0:
            return Roll(0, (), 0)
        player = self.battle.sides[thrower.side].player
        said = f"{player} throws: {self.name(thrower)} {what} {self.name(other)}"
        roll = yield from relay(self.dice.roll(count, self.battle.rolls, said), partial(_thrown_by, player))
        self.battle.rolls += 1
        self.battle.quiet_since = self.battle.round
        return roll


def _thrown_by(player: str, question: Question[Any]) -> Procedure[Any]:
    """The question for a throw, which says whose it is."""
    throw = question.throw and replace(question.throw, who=player)
    return (yield replace(question, throw=throw))


@dataclass(slots=True)
class Combatant:
    """One of the two creatures of a fight.

    `powers` are its abilities as they were when the fight began: what equipment gave then counts to the end
    (B14). `attacked_devourer`: it devours and didn't start this fight, so it fights plainly (B16). `kept`: it
    is kept from striking by ranged (B7).
    """

    fighter: Fighter
    powers: dict[str, int]
    initiator: bool
    attacked_devourer: bool = False
    kept: bool = False

    def power(self, name: str) -> int:
        """An ability's number, 0 without it."""
        return self.powers.get(name, 0)
