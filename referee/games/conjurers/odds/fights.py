"""A fight in all the ways that its dice can fall: strikes in their moments, then burning (B9-B18, B25).

The order of things is that of `battle.fight`; what a roll does is done by the battle's own steps, on a stage. The
fight goes on differently, and worlds are parted, where a creature was killed before its strike, where a striker or
burner has a frost marker or not, where a devourer comes back, and where a side is gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from referee.asking.dice import Roll
from referee.games.conjurers.battle import damage, fight
from referee.games.conjurers.battle.abilities import burning, elements, life_steal, multi_attack
from referee.games.conjurers.battle.fight import Bout
from referee.games.conjurers.battle.play import Combatant
from referee.games.conjurers.battle.state import SIDES, Battle, Fighter, SideName
from referee.games.conjurers.odds.stage import Landed, OddsStage
from referee.games.conjurers.odds.worlds import Fate, Guard, Outcomes, World, merged

Loot = dict[int, int]
"""What those that life was stolen from received, by the thief's number (B13)."""


def worlds_of(battle: Battle, bout: Bout) -> list[World]:
    """All worlds that a fight in a battle can lead to. The battle means nothing any more after it."""
    course = _FightCourse(battle, bout)
    worlds = [World({number: {fate: 1} for number, fate in course.stage.first.items()})]
    for moment in bout.moments():
        worlds = [after for world in worlds for after in course.moment(world, moment)]
    return course.burning(worlds)


class _FightCourse:
    """The steps of a fight, each of which makes worlds out of one."""

    def __init__(self, battle: Battle, bout: Bout) -> None:
        self.battle = battle
        self.bout = bout
        self.stage = OddsStage(battle)
        self.play = self.stage.play

    # --- strikes ----------------------------------------------------------------------------------

    def moment(self, world: World, moment: Sequence[Combatant]) -> list[World]:
        """The strikes of one moment, by those that weren't killed before it (B10), then life steal."""
        if world.winner is not None:
            return [world]
        parts: list[tuple[list[tuple[Combatant, bool]], World]] = [([], world)]
        for striker in moment:
            number = striker.fighter.number
            parts = [
                (strikers, self._silenced(part, number)) if killed else ([*strikers, (striker, frost)], part)
                for strikers, before in parts
                for (killed, frost), part in self._ready(before, number)
            ]
        return [after for strikers, part in parts for after in self._strikes(part, strikers)]

    def _silenced(self, world: World, number: int) -> World:
        """A world in which a creature was killed before it could strike, so that it may not burn either (B14)."""
        if self.battle.readings.killed_burners == "silent":
            world.silent |= {number}
        return world

    def _ready(self, world: World, number: int) -> list[tuple[tuple[bool, bool], World]]:
        """The worlds parted by whether a creature has been killed, and whether it has a frost marker."""
        return world.parted(number, lambda guard: (self.stage.fell(number, guard), guard.frost))

    def _strikes(self, world: World, strikers: Sequence[tuple[Combatant, bool]]) -> list[World]:
        parts: list[tuple[World, Loot]] = [(world, {})]
        for striker, frost in strikers:
            parts = [
                (after, {**loot, **more})
                for before, loot in parts
                for after, more in self._strike(before, striker, frost)
            ]
        found = []
        for part, loot in parts:
            for after in self._settled(part):
                _steal(after, loot)
                found.append(after)
        return found

    def _strike(self, world: World, striker: Combatant, frost: bool) -> list[tuple[World, Loot]]:
        """One strike with its multi attack. A world is parted where it does something to several creatures."""
        play, stage, slot = self.play, self.stage, self.bout.slot
        struck = self.bout.opponent_of(striker)
        stage.set(world.loose)
        near = self.battle.neighbours(struck.fighter, slot) if striker.power("multi attack") else []
        numbers = [fighter.number for fighter in (struck.fighter, *near)]
        count, pool = fight.pool_of(play, striker, struck)
        dice = max(0, count)

        def let_fall(roll: Roll) -> None:
            striker.fighter.frost = frost
            strike = fight.reckon(play, striker, struck, roll, pool)
            multi_attack.spread(play, striker, struck.fighter, slot, fight.land(play, strike), strike.plain)

        if len(numbers) == 1 and not striker.power("life steal"):
            world.throw(numbers[0], dice, stage.outcomes(numbers[0], dice, let_fall))
            return [(world, {})]
        guards = [next(iter(world.fates[number]))[1] for number in numbers]  # untouched: no other strike hits them
        landings: dict[Landed, int] = {}
        for landed, ways in stage.landings(numbers, guards, dice, let_fall):
            landings[landed] = landings.get(landed, 0) + ways
        found: list[tuple[World, Loot]] = []
        for landed, ways in landings.items():
            after = world.copy()
            after.ways *= ways
            after.dice += dice
            for number, (received, guard) in zip(numbers, landed, strict=True):
                after.change(number, partial(stage.hit, number, received, guard))
            prey = landed[0][0]
            if self.battle.readings.overkill == "lost":
                prey = min(prey, struck.fighter.card.hp - next(iter(world.fates[numbers[0]]))[0])
            loot = {striker.fighter.number: prey} if striker.power("life steal") else {}
            found.append((after, loot))
        return found

    # --- burning ----------------------------------------------------------------------------------

    def burning(self, worlds: Sequence[World]) -> list[World]:
        """The burning of both, as it is lowered by the frost markers after the strikes (B14)."""
        one, other = self.bout.pair
        sides = ((one, other), (other, one))
        burners = [(burner, foe, dice) for burner, foe in sides if (dice := burning.flames(self.play, burner, foe))]
        if not burners:
            return list(worlds)
        found = [world for world in worlds if world.winner is not None]
        parts: dict[tuple[frozenset[int], tuple[bool, ...]], list[World]] = {}
        for world in worlds:
            if world.winner is None:
                for frosted, part in _by_frost(world, [burner.fighter.number for burner, _, _ in burners]):
                    parts.setdefault((part.silent, frosted), []).append(part)
        for (silent, frosted), same in parts.items():
            burnt = [merged(same)] if self._goes_on() else same
            for (burner, foe, dice), frost in zip(burners, frosted, strict=True):
                if burner.fighter.number in silent:
                    continue
                burnt = self._burn(burnt, burner, foe, dice, frost)
            found += burnt
        return found

    def _burn(
        self, worlds: Sequence[World], burner: Combatant, foe: Combatant, dice: int, frost: bool
    ) -> list[World]:
        """One creature's burning, roll by roll; each is a moment of its own (B25)."""
        known: dict[int, Outcomes] = {}
        found = []
        for world in worlds:
            parts = [world]
            self.stage.set(world.loose)
            for victim in burning.reach(self.battle, foe, self.bout.slot):
                if burning.spared(self.play, burner, foe, victim, self.bout.before):
                    continue
                thrown = dice + elements.in_every_roll(self.play, burner.fighter, victim)
                if victim.number not in known:
                    known[victim.number] = self._scorched(burner, foe, victim, thrown, frost)
                for part in parts:
                    if part.winner is None:
                        part.throw(victim.number, thrown, known[victim.number])
                parts = [after for part in parts for after in self._settled(part)]
            found += parts
        return found

    def _scorched(self, burner: Combatant, foe: Combatant, victim: Fighter, dice: int, frost: bool) -> Outcomes:
        def let_fall(roll: Roll) -> None:
            burning.scorch(self.play, burner, foe, victim, roll, frost, self.bout.before)

        return self.stage.outcomes(victim.number, dice, let_fall)

    def _goes_on(self) -> bool:
        """Whether the battle goes on however the dice fall: on each side somebody is out of reach of this fight.

        Then nothing parts the worlds while the two burn, if no devourer can come back either.
        """
        near = [self.battle.neighbours(c.fighter, self.bout.slot) for c in self.bout.pair]
        reached = {c.fighter.number for c in self.bout.pair} | {f.number for found in near for f in found}
        away = [
            self.battle.sides[side].hidden > 0 or any(f.number not in reached for f in self.battle.living(side))
            for side in SIDES
        ]
        return all(away) and not self.stage.devouring

    # --- what follows a death ---------------------------------------------------------------------

    def _settled(self, world: World) -> list[World]:
        """The worlds parted by what deaths change: devourers whose victims fell come back, sides are gone."""
        if world.winner is not None:
            return [world]
        worlds = [world]
        for devourer, victim in self.stage.devouring.items():
            worlds = [part for before in worlds for part in self._released(before, devourer, victim)]
        return [part for before in worlds for part in self._judged(before)]

    def _released(self, world: World, devourer: int, victim: int) -> list[World]:
        """A devourer comes back where its victim has died, resurrected or not (B16)."""
        parts = world.parted(victim, lambda guard: self.stage.fell(victim, guard))
        for fell, part in parts:
            if fell:
                part.loose |= {devourer}
        return [part for _, part in parts]

    def _judged(self, world: World) -> list[World]:
        """The battle is over where a side is gone, or both are (B4, B25)."""
        parts: list[tuple[tuple[SideName, ...], World]] = [((), world)]
        for side in SIDES:
            if self.battle.sides[side].hidden:  # it has cards in its hand that aren't named yet
                continue
            living = [fighter.number for fighter in self.battle.living(side)]
            parts = [
                ((*gone, side) if lost else gone, after)
                for gone, part in parts
                for lost, after in _lost(part, living)
            ]
        for gone, part in parts:
            if gone:
                part.winner = damage.winner_over(gone)
        return [part for _, part in parts]


def _lost(world: World, living: Sequence[int]) -> list[tuple[bool, World]]:
    """The worlds parted by whether all these creatures are dead."""
    if not all(number in world.fates and world.can_be_dead(number) for number in living):
        return [(False, world)]
    found: list[tuple[bool, World]] = []
    lost = [world]
    for number in living:
        parts = [part for before in lost for part in before.parted(number, _is_dead)]
        found += [(False, part) for dead, part in parts if not dead]
        lost = [part for dead, part in parts if dead]
    return found + [(True, part) for part in lost]


def _by_frost(world: World, numbers: Sequence[int]) -> list[tuple[tuple[bool, ...], World]]:
    """The worlds parted by which of some creatures have frost markers."""
    parts: list[tuple[tuple[bool, ...], World]] = [((), world)]
    for number in numbers:
        parts = [
            ((*frosted, frost), part)
            for frosted, before in parts
            for frost, part in before.parted(number, _is_frosted)
        ]
    return parts


def _steal(world: World, loot: Loot) -> None:
    """Life steal: a part of what the struck creature received comes off the thief, if it lives (B13)."""
    for thief, received in loot.items():
        world.change(thief, partial(_less, received))


def _less(received: int, fate: Fate) -> Fate:
    hurt, guard = fate
    return fate if guard.dead else (hurt - life_steal.stolen(received, hurt), guard)


def _is_dead(guard: Guard) -> bool:
    return guard.dead


def _is_frosted(guard: Guard) -> bool:
    return guard.frost
