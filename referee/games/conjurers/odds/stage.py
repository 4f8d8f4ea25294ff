"""The stage: stand-ins on which the battle's own steps are tried for every total that dice can show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from referee.asking.dice import Average, Roll
from referee.games.conjurers.battle.abilities import resurrection
from referee.games.conjurers.battle.play import Play
from referee.games.conjurers.battle.state import Battle
from referee.games.conjurers.odds.throws import throw, ways_of
from referee.games.conjurers.odds.worlds import Fate, Guard, Outcomes
from referee.games.conjurers.tables import battle as battle_tables

Landed = tuple[tuple[int, Guard], ...]
"""What a throw did to creatures: the damage that each received, and its guard after it."""

LetFall = Callable[[Roll], object]
"""Lets a roll do its damage on the stage."""


class Rehearsal(Play):
    """A play of which nothing is told."""

    def emit(self, event: object) -> None:
        """Nobody hears it."""


class OddsStage:
    """A battle whose creatures are put into one guard after the other; nothing that happens here lasts.

    What a creature receives never depends on the damage that lies on it already. So throws are tried on
    unhurt stand-ins, once for each guard, and the damage is added.
    """

    def __init__(self, battle: Battle) -> None:
        self.play = Rehearsal(battle, Average(battle_tables.numbers().die), [])
        self.fighters = battle.fighters
        self._worn = [fighter.worn for fighter in self.fighters]
        self._shields = [
            [source for source in (*fighter.worn, fighter.own) if "absorption" in source.abilities]
            for fighter in self.fighters
        ]
        self.devouring = {f.number: f.devouring for f in self.fighters if f.devouring is not None}
        self.first: dict[int, Fate] = {
            f.number: (f.damage, self._guard(f.number)) for f in self.fighters if f.slot is not None
        }
        self._after: dict[tuple[int, Guard], tuple[Fate | None, Guard]] = {}

    def set(self, loose: Iterable[int]) -> None:
        """Put the devourers that have come back into their slots, and the others on their victims."""
        for number, victim in self.devouring.items():
            self.fighters[number].devouring = None if number in loose else victim

    def fell(self, number: int, guard: Guard) -> bool:
        """Whether a creature has died in this fight, resurrected or not."""
        return guard.dead or guard.risen != self.first[number][1].risen

    def landings(
        self, numbers: Sequence[int], guards: Sequence[Guard], dice: int, let_fall: LetFall
    ) -> list[tuple[Landed, int]]:
        """What a throw does to living creatures in these guards, total by total, and in how many ways."""
        found = []
        pairs = list(zip(numbers, guards, strict=True))
        for total, ways in throw(dice):
            for number, guard in pairs:
                self._stand(number, guard)
            let_fall(Roll(dice, (), total))
            found.append((tuple([self._read(number, guard) for number, guard in pairs]), ways))
        return found

    def outcomes(self, number: int, dice: int, let_fall: LetFall) -> Outcomes:
        """What a throw makes of one creature whatever its fate, and in how many ways. The dead stay as they are."""
        known: dict[Guard, list[tuple[Landed, int]]] = {}

        def outcomes(fate: Fate) -> Iterable[tuple[Fate, int]]:
            guard = fate[1]
            if guard.dead:
                return [(fate, ways_of(dice))]
            if (landings := known.get(guard)) is None:
                landings = known[guard] = self.landings((number,), (guard,), dice, let_fall)
            return [(self.hit(number, got, then, fate), ways) for ((got, then),), ways in landings]

        return outcomes

    def hit(self, number: int, received: int, guard: Guard, fate: Fate) -> Fate:
        """A creature's fate after damage that left it in a guard: alive, dead, or back by resurrection (B17)."""
        damage = fate[0] + received
        if damage < self.fighters[number].card.hp:
            return damage, guard
        if (after := self._after.get((number, guard))) is None:
            after = self._after[number, guard] = self._die(number, guard)
        risen, dead = after
        return risen or (damage, dead)

    def _die(self, number: int, guard: Guard) -> tuple[Fate | None, Guard]:
        """What becomes of a creature that dies in this guard: its fate if it resurrects, and its guard if not."""
        self._stand(number, guard)
        fighter = self.fighters[number]
        risen: Fate | None = None
        if resurrection.rises(fighter):
            resurrection.rise(self.play, fighter, ())
            risen = (fighter.damage, self._guard(number))
        return risen, guard._replace(dead=True)

    def _stand(self, number: int, guard: Guard) -> None:
        """Put an unhurt creature into a guard."""
        fighter = self.fighters[number]
        fighter.damage, fighter.frost = 0, guard.frost
        if fighter.resurrected != guard.risen:
            fighter.resurrected = guard.risen
            fighter.worn = [] if guard.risen != self.first[number][1].risen else self._worn[number]
        for shield, absorbed in zip(self._shields[number], guard.absorbed, strict=True):
            shield.absorbed = absorbed

    def _read(self, number: int, before: Guard) -> tuple[int, Guard]:
        """What a creature received that stood unhurt in a guard, and its guard now."""
        fighter = self.fighters[number]
        if fighter.frost == before.frost and not self._shields[number]:
            return fighter.damage, before
        return fighter.damage, self._guard(number)

    def _guard(self, number: int) -> Guard:
        fighter = self.fighters[number]
        absorbed = tuple([shield.absorbed for shield in self._shields[number]])
        return Guard(absorbed, fighter.frost, fighter.resurrected)
