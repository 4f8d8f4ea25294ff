"""Damage applied to a creature, and its consequences: markers, deaths, the end of the battle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.asking.dice import Roll
from referee.effects.rules import Term
from referee.games.conjurers.battle.abilities import markers
from referee.games.conjurers.battle.events import BattleEnded, Died, Hit, HitKind, Rules
from referee.games.conjurers.battle.state import (
    SIDES,
    BattleEnds,
    BattleOutcome,
    Fighter,
    Play,
    Reason,
    SideName,
    enemy_of,
)

MARKERS = (markers.frost_mark, markers.poison_mark)
"""Markers that a hit may leave on its target, in this order (B11)."""


def land(
    play: Play,
    kind: HitKind,
    source: Fighter,
    powers: Mapping[str, int],
    target: Fighter,
    roll: Roll,
    terms: tuple[Term, ...],
    rules: Rules,
    *,
    pool: tuple[Term, ...] = (),
    immunities: Mapping[str, int] | None = None,
    own: bool = True,
) -> Hit:
    """Apply the damage of one roll to a creature: absorption, the rest received, markers (B9, B11).

    `powers` are the source's abilities, `immunities` the target's (its present ones by default); `own` says
    whether the target's own card counts (an attacked devourer's doesn't, B16). Deaths are not taken here: several
    hits may fall at the same moment (`settle`).
    """
    dealt = roll.total
    for term in terms:
        dealt += term.amount
    dealt = max(0, dealt)
    open_to_it = kind in ("devour", "break free") and play.battle.readings.devoured_absorption == "open"
    absorbed, received = ((), dealt) if open_to_it else markers.absorb(target, dealt, own)
    target.damage += received
    if dealt:
        play.battle.idle = 0
    if absorbed:
        rules = (*rules, "absorption")
    hit = Hit(
        kind,
        source.key,
        target.key,
        roll.count,
        roll.values,
        roll.total,
        pool,
        terms,
        dealt,
        absorbed,
        received,
        target.card.hp - target.damage,
        target.card.hp,
        rules,
    )
    play.emit(hit)
    against = target.powers() if immunities is None else immunities
    for mark in MARKERS if kind == "strike" or play.battle.readings.markers == "any damage" else ():
        mark(play, source, powers, target, against, hit)
    return hit


def settle(play: Play, *, in_fight: bool = True) -> None:
    """Apply the deaths of this moment (B25) and end the battle if a side is gone. Raises BattleEnds if it is over."""
    bury(play, in_fight=in_fight)
    end_if_over(play)


def bury(play: Play, *, in_fight: bool = True) -> None:
    """Apply the deaths of this moment and resurrections; death by poison or a devourer isn't `in_fight`."""
    may_resurrect = in_fight or play.battle.readings.resurrection == "any death"
    for side in SIDES:
        for fighter in play.battle.in_slots(side):
            if fighter.damage >= fighter.card.hp:
                _die(play, fighter, may_resurrect)


def end_if_over(play: Play) -> None:
    """End the battle if a side is gone (B25). Raises BattleEnds if the battle is over."""
    battle = play.battle
    gone = [side for side in SIDES if battle.beaten(side)]
    if len(gone) == 2:
        end(play, winner_over(gone), "simultaneous", ("battle-tie", "B4"))
    if gone:
        end(play, winner_over(gone), "eliminated", ("battle-end", "B25"))


def winner_over(gone: Sequence[SideName]) -> SideName:
    """Return the winner when one side, or both at the same moment, have no creature left (B4)."""
    return "defender" if len(gone) == 2 else enemy_of(gone[0])


def end(play: Play, winner: SideName, reason: Reason, rules: Rules, tally: tuple[int, int] | None = None) -> None:
    """End the battle. Raises BattleEnds."""
    battle = play.battle
    battle.outcome = BattleOutcome(winner, reason, tally)
    play.emit(BattleEnded(winner, reason, tally, battle.readings.quiet_rounds, rules, battle.idle_rounds))
    raise BattleEnds


def _die(play: Play, fighter: Fighter, may_resurrect: bool) -> None:
    """Remove a creature whose damage has reached its hit points from the battle, or resurrect it (B17)."""
    side = play.battle.sides[fighter.side]
    lost = tuple(piece.name for piece in fighter.worn)
    if may_resurrect and markers.rises(fighter):
        markers.rise(play, fighter, lost)
        markers.come_back(play, fighter, f"{fighter.name} is back")
    else:
        fighter.dead = True
        fighter.slot = None
        side.dead.append(fighter.number)
        if play.battle.readings.dead_equipment == "free":
            side.freed += fighter.worn
            side.used -= {number for number, piece in enumerate(side.equipment) if piece.name in lost}
            fighter.worn = []
        play.emit(Died(fighter.key, lost))
        markers.release(play, fighter)
    if fighter.devoured_by is not None:
        markers.come_back(play, play.battle.fighters[fighter.devoured_by], f"{fighter.name} died")
