"""Worlds: the possible courses of a fight, each with the distribution of every creature's fate in it.

Within a world the fates of the creatures are independent: each has its own, and the numbers stay small (two
creatures with 20 possible fates each are 40 entries, not 400). If one roll affects several creatures, or the
fight goes on differently, the world is split.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from operator import attrgetter
from typing import NamedTuple, TypeVar

from msgspec import Struct

from referee.asking.dice import Average, Mode, Roll
from referee.games.conjurers import tables
from referee.games.conjurers.battle import damage, fight
from referee.games.conjurers.battle.abilities import markers, strikes
from referee.games.conjurers.battle.events import MagicChosen
from referee.games.conjurers.battle.fight import Bout
from referee.games.conjurers.battle.moves import MOVES, BattleMove, BreakFree, actions
from referee.games.conjurers.battle.state import SIDES, Battle, Combatant, Fighter, Play, SideName
from referee.games.conjurers.odds import results
from referee.games.conjurers.odds.results import Branch, CreatureOdds, End, Magic, Odds

K = TypeVar("K")


class Guard(NamedTuple):
    """The state of a creature in a fight besides its damage.

    `absorbed` is what each of its shields has absorbed: worn pieces with absorption, or its own card. `risen`
    says that it has used its resurrection.
    """

    absorbed: tuple[int, ...] = ()
    frost: bool = False
    risen: bool = False
    dead: bool = False


Fate = tuple[int, Guard]
"""A possible fate of a creature: the damage on it, and its guard."""

Fates = Mapping[Fate, int]
"""All possible fates of a creature, with the number of ways to each."""

Outcomes = Callable[[Fate], Iterable[tuple[Fate, int]]]
"""Maps a creature's fate to its fates after a roll, with the ways of the dice that lead to each."""


class World(Struct):
    """One possible course of a fight.

    `fates` are those of every creature in a slot, by number. In `ways` ways the `dice` dice rolled so far lead to
    this world; the ways of a creature's fates are proportional, and their sum divides `ways`. `loose` are the
    devourers that have come back, `silent` those that were killed before they could strike, if these don't burn;
    `winner` is set if the battle is over.
    """

    fates: dict[int, Fates]
    ways: int = 1
    dice: int = 0
    loose: frozenset[int] = frozenset()
    silent: frozenset[int] = frozenset()
    winner: SideName | None = None

    def copy(self) -> World:
        """Return an independent copy."""
        return World(dict(self.fates), self.ways, self.dice, self.loose, self.silent, self.winner)

    def throw(self, number: int, dice: int, outcomes: Outcomes) -> None:
        """Apply a roll to one creature, whatever its fate; every fate takes the same dice."""
        after: dict[Fate, int] = {}
        for fate, ways in self.fates[number].items():
            for ended, more in outcomes(fate):
                after[ended] = after.get(ended, 0) + ways * more
        self.fates[number] = after
        self.dice += dice
        self.ways *= results.ways_of(dice)

    def change(self, number: int, become: Callable[[Fate], Fate]) -> None:
        """Apply a change without dice to one creature."""
        self.throw(number, 0, lambda fate: [(become(fate), 1)])

    def split_by(self, number: int, key: Callable[[Guard], K]) -> list[tuple[K, World]]:
        """Split the world by the `key` of a creature's guards; return the same world if they don't differ."""
        parts: dict[K, dict[Fate, int]] = {}
        for fate, ways in self.fates[number].items():
            parts.setdefault(key(fate[1]), {})[fate] = ways
        if len(parts) == 1:
            return [(found, self) for found in parts]
        each = self.ways // sum(self.fates[number].values())
        found = []
        for value, fates in parts.items():
            part = self.copy()
            part.fates[number] = fates
            part.ways = each * sum(fates.values())
            found.append((value, part))
        return found


def merge(worlds: Sequence[World]) -> World:
    """Merge worlds into one, in which fates that depended on each other no longer do.

    The chances of each creature's fates are right in it, and stay so as long as nothing splits it.
    """
    dice = max(world.dice for world in worlds)
    fates: dict[int, dict[Fate, int]] = {number: {} for number in worlds[0].fates}
    total = 0
    for world in worlds:
        scaled = world.ways * results.ways_of(dice - world.dice)
        total += scaled
        for number, found in fates.items():
            each = scaled // sum(world.fates[number].values())
            for fate, ways in world.fates[number].items():
                found[fate] = found.get(fate, 0) + ways * each
    return World(dict(fates), total, dice, worlds[0].loose, worlds[0].silent, worlds[0].winner)


# --- Stage ----------------------------------------------------------------------------------------
# The stage: a battle on which the battle's own steps are run for every total that dice can show.


Landed = tuple[tuple[int, Guard], ...]
"""The effect of a roll on creatures: the damage that each received, and its guard after it."""

LetFall = Callable[[Roll], object]
"""Applies a roll's damage on the stage."""


class Rehearsal(Play):
    """A play that drops its events."""

    def emit(self, event: object) -> None:
        """Drop the event."""


class OddsStage:
    """A battle on which rolls are tried with creatures in each guard; nothing that happens here lasts.

    The damage received never depends on the damage that a creature has already. So rolls are tried on
    unhurt creatures, once for each guard, and the damage is added.
    """

    def __init__(self, battle: Battle) -> None:
        self.play = Rehearsal(battle, Average(tables.battle().die), [])
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
        """Return whether a creature has died in this fight, resurrected or not."""
        return guard.dead or guard.risen != self.first[number][1].risen

    def landings(
        self, numbers: Sequence[int], guards: Sequence[Guard], dice: int, let_fall: LetFall
    ) -> list[tuple[Landed, int]]:
        """List the effects of a roll on living creatures in these guards, for each total, with the number of ways."""
        outcomes = []
        pairs = list(zip(numbers, guards, strict=True))
        for total, ways in results.throw(dice):
            for number, guard in pairs:
                self._stand(number, guard)
            let_fall(Roll(dice, (), total))
            outcomes.append((tuple([self._read(number, guard) for number, guard in pairs]), ways))
        return outcomes

    def outcomes(self, number: int, dice: int, let_fall: LetFall) -> Outcomes:
        """Return a roll's effect on one creature by its fate, with the number of ways. The dead stay as they are."""
        known: dict[Guard, list[tuple[Landed, int]]] = {}

        def outcomes(fate: Fate) -> Iterable[tuple[Fate, int]]:
            guard = fate[1]
            if guard.dead:
                return [(fate, results.ways_of(dice))]
            if (landings := known.get(guard)) is None:
                landings = known[guard] = self.landings((number,), (guard,), dice, let_fall)
            return [(self.hit(number, got, then, fate), ways) for ((got, then),), ways in landings]

        return outcomes

    def hit(self, number: int, received: int, guard: Guard, fate: Fate) -> Fate:
        """Return a creature's fate after damage that left it in a guard: alive, dead, or resurrected (B17)."""
        damage = fate[0] + received
        if damage < self.fighters[number].card.hp:
            return damage, guard
        if (after := self._after.get((number, guard))) is None:
            after = self._after[number, guard] = self._die(number, guard)
        risen, dead = after
        return risen or (damage, dead)

    def _die(self, number: int, guard: Guard) -> tuple[Fate | None, Guard]:
        """Return the fate of a creature that dies in this guard if it resurrects, and its guard if not."""
        self._stand(number, guard)
        fighter = self.fighters[number]
        risen: Fate | None = None
        if markers.rises(fighter):
            markers.rise(self.play, fighter, ())
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
        """Return what a creature received that was unhurt in a guard, and its guard now."""
        fighter = self.fighters[number]
        if fighter.frost == before.frost and not self._shields[number]:
            return fighter.damage, before
        return fighter.damage, self._guard(number)

    def _guard(self, number: int) -> Guard:
        fighter = self.fighters[number]
        absorbed = tuple([shield.absorbed for shield in self._shields[number]])
        return Guard(absorbed, fighter.frost, fighter.resurrected)


# --- Fights ---------------------------------------------------------------------------------------
# A fight for all dice: strikes in their moments, then burning (B9-B18, B25).
#
# The order is that of `battle.fight`; the effect of a roll is found by the battle's own steps, on a stage. The
# fight goes on differently, and worlds are split, by whether a creature was killed before its strike, a striker or
# burner has a frost marker, a devourer comes back, and a side is gone.


Loot = dict[int, int]
"""Damage received by the victims of life steal, by the thief's number (B13)."""


def worlds_of(battle: Battle, bout: Bout) -> list[World]:
    """List all worlds that a fight in a battle can lead to. The battle is unusable after it."""
    course = _FightCourse(battle, bout)
    worlds = [World({number: {fate: 1} for number, fate in course.stage.first.items()})]
    for moment in bout.moments():
        worlds = [after for world in worlds for after in course.moment(world, moment)]
    return course.burning(worlds)


class _FightCourse:
    """The steps of a fight, each of which turns one world into several."""

    def __init__(self, battle: Battle, bout: Bout) -> None:
        self.battle = battle
        self.bout = bout
        self.stage = OddsStage(battle)
        self.play = self.stage.play

    # --- strikes ----------------------------------------------------------------------------------

    def moment(self, world: World, moment: Sequence[Combatant]) -> list[World]:
        """Apply the strikes of one moment, of those not killed before it (B10), then life steal."""
        if world.winner is not None:
            return [world]
        parts: list[tuple[list[tuple[Combatant, bool]], World]] = [([], world)]
        for striker in moment:
            number = striker.fighter.number
            parts = [
                (strikers, self._silence(part, number)) if killed else ([*strikers, (striker, frost)], part)
                for strikers, before in parts
                for (killed, frost), part in self._split_by_readiness(before, number)
            ]
        return [after for strikers, part in parts for after in self._strikes(part, strikers)]

    def _silence(self, world: World, number: int) -> World:
        """Mark a creature that was killed before its strike, so that it may not burn either (B14)."""
        if self.battle.readings.killed_burners == "silent":
            world.silent |= {number}
        return world

    def _split_by_readiness(self, world: World, number: int) -> list[tuple[tuple[bool, bool], World]]:
        """Split the world by whether a creature has been killed, and whether it has a frost marker."""
        return world.split_by(number, lambda guard: (self.stage.fell(number, guard), guard.frost))

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
            for after in self._split_by_deaths(part):
                _steal(after, loot)
                found.append(after)
        return found

    def _strike(self, world: World, striker: Combatant, frost: bool) -> list[tuple[World, Loot]]:
        """Apply one strike with its multi attack. Split the world if it affects several creatures."""
        play, stage, slot = self.play, self.stage, self.bout.slot
        struck = self.bout.opponent_of(striker)
        stage.set(world.loose)
        near = self.battle.neighbours(struck.fighter, slot) if striker.power("multi attack") else []
        numbers = [fighter.number for fighter in (struck.fighter, *near)]
        count, pool = fight.pool_of(play, striker, struck)
        dice = max(0, count)

        def let_fall(roll: Roll) -> None:
            striker.fighter.frost = frost
            strike = fight.compute(play, striker, struck, roll, pool)
            strikes.spread(play, striker, struck.fighter, slot, fight.land(play, strike), strike.plain)

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
        """Apply the burning of both, lowered by the frost markers after the strikes (B14)."""
        fires = strikes.fires(self.bout.pair)
        burners = [(burner, foe, dice) for burner, foe in fires if (dice := strikes.flames(self.play, burner, foe))]
        if not burners:
            return list(worlds)
        found = [world for world in worlds if world.winner is not None]
        parts: dict[tuple[frozenset[int], tuple[bool, ...]], list[World]] = {}
        for world in worlds:
            if world.winner is None:
                for frosted, part in _split_by_frost(world, [burner.fighter.number for burner, _, _ in burners]):
                    parts.setdefault((part.silent, frosted), []).append(part)
        for (silent, frosted), same in parts.items():
            burnt = [merge(same)] if self._goes_on() else same
            for (burner, foe, dice), frost in zip(burners, frosted, strict=True):
                if burner.fighter.number in silent:
                    continue
                burnt = self._burn(burnt, burner, foe, dice, frost)
            found += burnt
        return found

    def _burn(
        self, worlds: Sequence[World], burner: Combatant, foe: Combatant, dice: int, frost: bool
    ) -> list[World]:
        """Apply one creature's burning, roll by roll; each is a moment of its own (B25)."""
        known: dict[int, Outcomes] = {}
        found = []
        for world in worlds:
            parts = [world]
            self.stage.set(world.loose)
            for victim in strikes.reach(self.battle, foe, self.bout.slot):
                if strikes.is_spared(self.play, burner, foe, victim, self.bout.before):
                    continue
                thrown = dice + strikes.in_every_roll(self.play, burner.fighter, victim)
                if victim.number not in known:
                    known[victim.number] = self._burn_outcomes(burner, foe, victim, thrown, frost)
                for part in parts:
                    if part.winner is None:
                        part.throw(victim.number, thrown, known[victim.number])
                parts = [after for part in parts for after in self._split_by_deaths(part)]
            found += parts
        return found

    def _burn_outcomes(self, burner: Combatant, foe: Combatant, victim: Fighter, dice: int, frost: bool) -> Outcomes:
        def let_fall(roll: Roll) -> None:
            strikes.scorch(self.play, burner, foe, victim, roll, frost, self.bout.before)

        return self.stage.outcomes(victim.number, dice, let_fall)

    def _goes_on(self) -> bool:
        """Return whether the battle goes on for all dice: each side has a creature out of this fight's reach.

        Then nothing splits the worlds while the two burn, if no devourer can come back either.
        """
        near = [self.battle.neighbours(c.fighter, self.bout.slot) for c in self.bout.pair]
        reached = {c.fighter.number for c in self.bout.pair} | {f.number for found in near for f in found}
        away = [
            self.battle.sides[side].hidden > 0 or any(f.number not in reached for f in self.battle.living(side))
            for side in SIDES
        ]
        return all(away) and not self.stage.devouring

    # --- effects of a death -----------------------------------------------------------------------

    def _split_by_deaths(self, world: World) -> list[World]:
        """Split the world by the effects of deaths: devourers whose victims fell come back, a side is beaten."""
        if world.winner is not None:
            return [world]
        worlds = [world]
        for devourer, victim in self.stage.devouring.items():
            worlds = [part for before in worlds for part in self._release(before, devourer, victim)]
        return [part for before in worlds for part in self._set_winners(before)]

    def _release(self, world: World, devourer: int, victim: int) -> list[World]:
        """Bring a devourer back in the worlds where its victim has died, resurrected or not (B16)."""
        parts = world.split_by(victim, lambda guard: self.stage.fell(victim, guard))
        for fell, part in parts:
            if fell:
                part.loose |= {devourer}
        return [part for _, part in parts]

    def _set_winners(self, world: World) -> list[World]:
        """Set the winner in the worlds where a side is gone, or both are (B4, B25)."""
        parts: list[tuple[tuple[SideName, ...], World]] = [((), world)]
        for side in SIDES:
            if self.battle.sides[side].hidden:  # it has cards in its hand that aren't named yet
                continue
            living = [fighter.number for fighter in self.battle.living(side)]
            parts = [
                ((*gone, side) if lost else gone, after)
                for gone, part in parts
                for lost, after in _split_by_all_dead(part, living)
            ]
        for gone, part in parts:
            if gone:
                part.winner = damage.winner_over(gone)
        return [part for _, part in parts]


def _split_by_all_dead(world: World, living: Sequence[int]) -> list[tuple[bool, World]]:
    """Split the world by whether all these creatures are dead."""
    if not all(any(guard.dead for _, guard in world.fates.get(number, ())) for number in living):
        return [(False, world)]
    found: list[tuple[bool, World]] = []
    lost = [world]
    for number in living:
        parts = [part for before in lost for part in before.split_by(number, attrgetter("dead"))]
        found += [(False, part) for dead, part in parts if not dead]
        lost = [part for dead, part in parts if dead]
    return found + [(True, part) for part in lost]


def _split_by_frost(world: World, numbers: Sequence[int]) -> list[tuple[tuple[bool, ...], World]]:
    """Split the world by which of some creatures have frost markers."""
    parts: list[tuple[tuple[bool, ...], World]] = [((), world)]
    for number in numbers:
        parts = [
            ((*frosted, frost), part)
            for frosted, before in parts
            for frost, part in before.split_by(number, attrgetter("frost"))
        ]
    return parts


def _steal(world: World, loot: Loot) -> None:
    """Apply life steal: remove a part of what the struck creature received from the thief, if it lives (B13)."""
    for thief, received in loot.items():
        world.change(thief, partial(_remove_damage, received))


def _remove_damage(received: int, fate: Fate) -> Fate:
    hurt, guard = fate
    return fate if guard.dead else (hurt - strikes.stolen(received, hurt), guard)


# --- The odds of the moves of a battle ------------------------------------------------------------


NO_MAGIC: Magic = {}


def odds_of_moves(battle: Battle, mode: Mode = "entered", magic: Magic = NO_MAGIC) -> list[Odds]:
    """List the odds of each legal move that causes a fight or a roll; summons without equipment (see `odds_of`)."""
    found = (odds_of(battle, move, mode, magic) for move in actions(battle, equipment=False))
    return [odds for odds in found if odds is not None]


def odds_of(battle: Battle, move: BattleMove, mode: Mode = "entered", magic: Magic = NO_MAGIC) -> Odds | None:
    """Compute the odds of a legal move; None for one that causes neither a fight nor a roll.

    The battle is right before the move: the start of the turn (B1) is over. With the `mode` "average" nothing is
    left to chance (B22); dice rolled by the program are as unknown as those at the table. `magic` has the
    magicians' choices. The battle itself doesn't change.
    """
    if isinstance(move, BreakFree):
        return _combine(battle, move, _play_courses(battle, move, mode, magic))
    play = Play(battle.copy(), Average(tables.battle().die), [])
    meeting = move.begin(play)
    if meeting is None:
        return None
    bout = results.conjured(fight.enter(play, meeting), magic)
    pair = [combatant.fighter.number for combatant in bout.pair]
    chosen = {event.creature: event.ability for event in play.events if isinstance(event, MagicChosen)}
    worlds = [] if mode == "average" else worlds_of(play.battle, bout)
    if any(world.dice for world in worlds) and not battle.idle_rounds:
        courses = [_course_of_world(battle, world) for world in worlds]
    else:  # without a roll, or a change: the round may end the battle then (B3, X12)
        courses = _play_courses(battle, move, mode, magic)
    return _combine(battle, move, courses, pair, chosen)


class _MoveCourse(NamedTuple):
    """One course of a move: the ends of each creature by number with the ways to each, and the winner if any.

    `ways` of those of `dice` dice lead here.
    """

    dice: int
    ways: int
    ends: dict[int, dict[End, int]]
    winner: SideName | None


def _course_of_world(battle: Battle, world: World) -> _MoveCourse:
    ends: dict[int, dict[End, int]] = {}
    for fighter in battle.fighters:
        fates = world.fates.get(fighter.number, {(fighter.damage, Guard()): 1})
        each = world.ways // sum(fates.values())
        found: dict[End, int] = {}
        for (taken, guard), ways in fates.items():
            end = _end(taken, guard.dead, guard.risen and not fighter.resurrected)
            found[end] = found.get(end, 0) + ways * each
        ends[fighter.number] = found
    return _MoveCourse(world.dice, world.ways, ends, world.winner)


def _play_courses(battle: Battle, move: BattleMove, mode: Mode, magic: Magic) -> list[_MoveCourse]:
    """Play out a move for each total of its rolls, and list its courses."""
    if mode == "average":
        found: Iterable[Branch] = [Branch(1, 0, results.play_out(battle, move, Average(tables.battle().die), magic))]
    else:
        found = results.branches(battle, move, magic)
    courses = []
    for ways, dice, after in found:
        ends = {
            now.number: {_end(now.damage, now.dead, now.resurrected and not then.resurrected): ways}
            for then, now in zip(battle.fighters, after.fighters, strict=True)
        }
        courses.append(_MoveCourse(dice, ways, ends, after.outcome.winner if after.outcome else None))
    return courses


def _end(damage: int, dead: bool, back: bool) -> End:
    return damage, "dead" if dead else "back" if back else "stands"


def _combine(
    battle: Battle,
    move: BattleMove,
    courses: Sequence[_MoveCourse],
    pair: Sequence[int] = (),
    magic: Magic = NO_MAGIC,
) -> Odds:
    """Combine all courses of a move, scaled to the ways of the most dice rolled in any."""
    dice = max(course.dice for course in courses)
    scaled = [(course, results.ways_of(dice - course.dice)) for course in courses]
    wins = {side: sum(course.ways * scale for course, scale in scaled if course.winner == side) for side in SIDES}
    return Odds(
        move,
        MOVES.write(move, battle),
        tuple(battle.fighters[number].key for number in pair),
        tuple(_creatures(battle, scaled, pair, results.ways_of(dice))),
        {side: Fraction(ways, results.ways_of(dice)) for side, ways in wins.items() if ways},
        magic,
    )


def _creatures(
    battle: Battle, scaled: Sequence[tuple[_MoveCourse, int]], pair: Sequence[int], ways: int
) -> Iterator[CreatureOdds]:
    """Yield the odds of the opponent, of the initiator, then of the others whose damage can change."""
    others = [fighter.number for fighter in battle.fighters if fighter.number not in pair and not fighter.dead]
    for number in (*reversed(pair), *others):
        fighter = battle.fighters[number]
        ends: dict[End, int] = {}
        for course, scale in scaled:
            for end, found in course.ends[number].items():
                ends[end] = ends.get(end, 0) + found * scale
        if number in pair or ends.keys() != {(fighter.damage, "stands")}:
            name, before = battle.label(fighter), fighter.damage
            yield CreatureOdds(fighter.key, name, fighter.side, fighter.card.hp, before, ends, ways)
