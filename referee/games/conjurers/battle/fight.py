"""A fight between two creatures: order of strikes, arithmetic of a strike, and its consequences (pp. 16-20).

The order of the steps is data: `POOL` lists the sources of a strike's dice, `TERMS` the modifiers of their
sum (B9).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct

from referee.asking.dice import Roll
from referee.asking.question import Procedure
from referee.effects.rules import Term, total
from referee.games.conjurers.battle import damage
from referee.games.conjurers.battle.abilities import markers, strikes
from referee.games.conjurers.battle.abilities.strikes import Cause, Immunities
from referee.games.conjurers.battle.events import Hit, NoFight, NoStrike
from referee.games.conjurers.battle.state import BattleEnds, Combatant, Fighter, Play

POOL: tuple[Callable[[Play, Combatant, Combatant], Term | None], ...] = (
    lambda play, striker, struck: strikes.power_hit(striker),
    strikes.superior_element,
)
"""Sources of extra dice for a strike (B9)."""

TERMS: tuple[Callable[[Combatant, Combatant, int], Term | None], ...] = (
    lambda striker, struck, total: strikes.offensive(striker),
    lambda striker, struck, total: markers.weaken(total, striker.fighter.frost),
    lambda striker, struck, total: strikes.defensive(struck.powers, striker.initiator, total),
)
"""Modifiers of the sum of a strike's dice; each is given the total so far (B9)."""


class FightMeeting(Struct, frozen=True):
    """Two creatures that will fight, and the action that caused it."""

    initiator: Fighter
    opponent: Fighter
    cause: Cause


class Bout(Struct, frozen=True):
    """A fight before its first roll: the two, the initiator first, their slot, and all creatures' abilities (B14)."""

    pair: tuple[Combatant, Combatant]
    slot: int
    before: Immunities

    def moments(self) -> list[list[Combatant]]:
        """Group the strikers by moment, in order (B7, B10)."""
        return strikes.order([combatant for combatant in self.pair if not combatant.kept])

    def opponent_of(self, combatant: Combatant) -> Combatant:
        """Return the other one of the two."""
        one, other = self.pair
        return other if combatant is one else one


class FightStrike(NamedTuple):
    """A strike whose damage is fixed but not applied; `plain` ignores what the opponent has against it (B12)."""

    striker: Combatant
    struck: Combatant
    roll: Roll
    pool: tuple[Term, ...]
    terms: tuple[Term, ...]
    plain: int


def arrive(play: Play, fighter: Fighter, cause: Cause) -> FightMeeting | None:
    """Return the fight of a creature that came into a slot with the enemy across; None if they don't fight."""
    opponent = play.battle.in_front(fighter)
    if opponent is None:
        return None
    if fighter.has("devour"):
        play.emit(NoFight(fighter.key, opponent.key, f"{fighter.name} devours", ("devour", "B16")))
        return None
    shoots = cause == "move" and play.battle.readings.ranged_moves == "fight"
    if markers.out_of_reach(fighter, opponent, ranged_reaches=shoots):
        play.emit(NoFight(fighter.key, opponent.key, f"{opponent.name} flies", ("flying", "B6")))
        return None
    return FightMeeting(fighter, opponent, cause)


def fight(play: Play, meeting: FightMeeting) -> Procedure[None]:
    """Play a whole fight: magic, strikes in their moments, burning (B9-B15). Raises BattleEnds if it is over."""
    bout = yield from enter(play, meeting)
    fires = strikes.fires(bout.pair)
    try:
        silent = yield from _strike(play, bout)
        fires[:] = [fire for fire in fires if fire[0].fighter.number not in silent]
        yield from strikes.burn(play, fires, bout.slot, bout.before)
    except BattleEnds:
        strikes.drop(play, fires, bout.slot, bout.before)
        raise


def _strike(play: Play, bout: Bout) -> Procedure[set[int]]:
    """Play the strikes of a fight, by moment (B10); return the numbers of those that don't burn after it (B14)."""
    killed: set[int] = set()
    silent: set[int] = set()
    for moment in bout.moments():
        struck = []
        for at, striker in enumerate(moment):
            if striker.fighter.number in killed:
                silent.add(striker.fighter.number)
                why = f"{striker.fighter.name} was killed first"
                play.emit(NoStrike(striker.fighter.key, why, ("first-strike", "B10")))
                continue
            other = bout.opponent_of(striker)
            back = pool_of(play, other, striker)[0] if at + 1 < len(moment) else 0
            count, pool = pool_of(play, striker, other)
            roll = yield from play.roll(count, striker.fighter, "strikes", other.fighter, back)
            struck.append(compute(play, striker, other, roll, pool))
        hits = [land(play, strike) for strike in struck]
        for strike, hit in zip(struck, hits, strict=True):
            strikes.spread(play, strike.striker, strike.struck.fighter, bout.slot, hit, strike.plain)
        deaths = {f.number for strike in struck if (f := strike.struck.fighter).damage >= f.card.hp}
        damage.bury(play)
        for strike, hit in zip(struck, hits, strict=True):
            strikes.steal(play, strike.striker, strikes.prey(play.battle, hit))
        damage.end_if_over(play)
        killed |= deaths
    return silent if play.battle.readings.killed_burners == "silent" else set()


def enter(play: Play, meeting: FightMeeting) -> Procedure[Bout]:
    """Settle what precedes the first roll: the magic, the abilities that count, and who may not strike."""
    initiator, opponent = meeting.initiator, meeting.opponent
    assert initiator.slot is not None
    devourer = opponent.has("devour")
    one = Combatant(initiator, initiator.powers(), initiator=True)
    other = Combatant(opponent, opponent.powers(own=not devourer), initiator=False, attacked_devourer=devourer)
    pair = (one, other)
    for combatant in pair:
        yield from strikes.conjure(play, combatant)
    before = (
        {f.number: f.powers() for f in play.battle.fighters if f.slot is not None}
        if one.power("burning") or other.power("burning")
        else {}
    )
    if meeting.cause != "summon" and one.power("ranged") and not other.power("ranged"):
        other.kept = True
        why = f"{initiator.name} is ranged, {opponent.name} is not"
        play.emit(NoStrike(opponent.key, why, ("ranged", "B7")))
    return Bout(pair, initiator.slot, before)


def pool_of(play: Play, striker: Combatant, struck: Combatant) -> tuple[int, tuple[Term, ...]]:
    """Return the number of a strike's dice, and what adds to the creature's own (B9)."""
    pool = tuple(term for step in POOL if (term := step(play, striker, struck)) is not None)
    return striker.fighter.card.bd + total(pool), pool


def compute(
    play: Play, striker: Combatant, struck: Combatant, roll: Roll, pool: tuple[Term, ...] = ()
) -> FightStrike:
    """Compute the damage of a strike whose dice are rolled (B9)."""
    total = roll.total
    terms = []
    offensive_first, *rest = TERMS
    if play.battle.readings.frost_order == "defensive":
        rest.reverse()
    for step in (offensive_first, *rest):
        if (term := step(striker, struck, total)) is not None:
            terms.append(term)
            total += term.amount
    opened = offensive_first(striker, struck, roll.total)
    plain = roll.total + (opened.amount if opened else 0)
    less = markers.weaken(plain, striker.fighter.frost)
    return FightStrike(striker, struck, roll, pool, tuple(terms), max(0, plain + (less.amount if less else 0)))


def land(play: Play, strike: FightStrike) -> Hit:
    """Apply a strike to the creature struck, without deaths."""
    return damage.land(
        play,
        "strike",
        strike.striker.fighter,
        strike.striker.powers,
        strike.struck.fighter,
        strike.roll,
        strike.terms,
        ("battle-dice", "B9"),
        pool=strike.pool,
        immunities=strike.struck.powers,
        own=not strike.struck.attacked_devourer,
    )
