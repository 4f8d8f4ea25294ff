"""Burning X: after the strikes, dice for the opponent and for each of its neighbours (p. 19; B14, B15)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from referee.asking.dice import Roll
from referee.asking.question import Procedure
from referee.games.conjurers.battle import damage
from referee.games.conjurers.battle.abilities import elements, frost_attack
from referee.games.conjurers.battle.events import BurningDropped, Hit, Immune
from referee.games.conjurers.battle.play import Combatant, Play
from referee.games.conjurers.battle.state import Battle, Fighter

Immunities = Mapping[int, Mapping[str, int]]
"""The abilities of creatures by number, as they were when the fight began (B14)."""

Fire = tuple[Combatant, Combatant]
"""A creature that may burn, and its opponent in the fight."""


def fires(pair: Sequence[Combatant]) -> list[Fire]:
    """Who may burn whom after the strikes of a fight, the initiator first (B14)."""
    one, other = pair
    return [(one, other), (other, one)]


def burn(play: Play, left: list[Fire], slot: int, before: Immunities) -> Procedure[None]:
    """The burning of both creatures of a fight; each roll is a moment of its own (B25).

    What begins is taken off `left`. The frost that lowers it is the marker as it stood after the strikes, also a
    dead burner's (B14). Raises Ended if the battle is over.
    """
    frosted = {burner.fighter.number: burner.fighter.frost for burner, _ in left}
    while left:
        burner, other = left.pop(0)
        dice = flames(play, burner, other)
        for victim in reach(play.battle, other, slot) if dice else ():
            if spared(play, burner, other, victim, before):
                continue
            more = elements.in_every_roll(play, burner.fighter, victim)
            roll = yield from play.roll(dice + more, burner.fighter, "burns", victim)
            scorch(play, burner, other, victim, roll, frosted[burner.fighter.number], before)
            damage.settle(play)


def drop(play: Play, left: Iterable[Fire], slot: int, before: Immunities) -> None:
    """Say which burning was `left` when the battle was over, where it would have reached anybody (B14, B25)."""
    for burner, other in left:
        if not burner.power("burning") or burner.kept or other.power("immunity fire"):
            continue
        fighters = reach(play.battle, other, slot)
        if victims := tuple(f.key for f in fighters if not _immune(other, f, before)):
            play.emit(BurningDropped(burner.fighter.key, victims, burner.fighter.side))


def flames(play: Play, burner: Combatant, other: Combatant) -> int:
    """The dice of each roll of a creature's burning; 0 where it has none, or it is cancelled (B7, B15)."""
    dice = burner.power("burning")
    if not dice or burner.kept:
        return 0
    if other.power("immunity fire"):
        play.emit(Immune(other.fighter.key, "burning", burner.fighter.key, whole_fight=True))
        return 0
    return dice


def reach(battle: Battle, other: Combatant, slot: int) -> list[Fighter]:
    """Whom burning reaches: the opponent if one still stands there, then its neighbours, lower slot first."""
    target = other.fighter
    return [*([target] if target.slot == slot else []), *battle.neighbours(target, slot)]


def spared(play: Play, burner: Combatant, other: Combatant, victim: Fighter, before: Immunities) -> bool:
    """Whether a neighbour is immune to fire; then no dice are rolled for it (B15)."""
    if not _immune(other, victim, before):
        return False
    play.emit(Immune(victim.key, "burning", burner.fighter.key))
    return True


def _immune(other: Combatant, victim: Fighter, before: Immunities) -> bool:
    """Whether somebody beside the fight is immune to fire; the opponent's immunity cancels all (B15)."""
    return victim is not other.fighter and "immunity fire" in before.get(victim.number, {})


def scorch(
    play: Play, burner: Combatant, other: Combatant, victim: Fighter, roll: Roll, frost: bool, before: Immunities
) -> Hit:
    """Let one roll of burning fall on a creature; `frost` says whether the burner has a marker (B14)."""
    neighbour = victim is not other.fighter
    less = frost_attack.weaken(roll.total, frost)
    return damage.land(
        play, "burning", burner.fighter, burner.powers, victim, roll, (less,) if less else (), ("burning", "B14"),
        immunities=before.get(victim.number, {}) if neighbour else other.powers,
        own=neighbour or not other.attacked_devourer,
    )  # fmt: skip
