"""Burning X: after the strikes, dice for the opponent and for each of its neighbours (p. 19; B14, B15)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.ask import Procedure
from referee.games.conjurers.battle import damage
from referee.games.conjurers.battle.abilities import frost_attack
from referee.games.conjurers.battle.events import Immune
from referee.games.conjurers.battle.play import Combatant, Play

Immunities = Mapping[int, Mapping[str, int]]
"""The abilities of creatures by number, as they were when the fight began (B14)."""


def burn(play: Play, pair: Sequence[Combatant], slot: int, before: Immunities) -> Procedure[None]:
    """The burning of both creatures of a fight, the initiator's first; each roll is a moment of its own (B25).

    The frost that lowers it is the marker as it stood after the strikes, also a dead burner's (B14).
    """
    frosted = [burner.fighter.frost for burner in pair]
    for burner, other, frost in zip(pair, reversed(pair), frosted, strict=True):
        dice = burner.power("burning")
        if not dice or burner.kept:
            continue
        if other.power("immunity fire"):
            play.emit(Immune(other.fighter.key, "burning", burner.fighter.key, whole_fight=True))
            continue
        target = other.fighter
        targets = [target] if target.slot == slot else []
        for victim in (*targets, *play.battle.neighbours(target, slot)):
            if victim.dead or victim.slot is None:  # an earlier roll of this burning killed it
                continue
            against = before.get(victim.number, {}) if victim is not target else other.powers
            if victim is not target and "immunity fire" in against:
                play.emit(Immune(victim.key, "burning", burner.fighter.key))
                continue
            roll = yield from play.roll(dice, burner.fighter, "burns", victim)
            less = frost_attack.weaken(roll.total, frost)
            damage.land(
                play, "burning", burner.fighter, burner.powers, victim, roll, (less,) if less else (),
                ("burning", "B14"), immunities=against, own=victim is not target or not other.attacked_devourer,
            )  # fmt: skip
            damage.settle(play)
