"""How a battle stands, as a share of strength: a rule of thumb for choosing a move, never told to anybody.

A side's strength is the sum over its creatures of the hit points left times what they can deal. The weights were
found by letting rules play against each other; nothing else hangs on them.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from referee.games.conjurers.battle.state import Battle, Fighter, SideName

DAMAGE: Mapping[str, float] = MappingProxyType(
    {
        "offensive": 1.0,
        "multi attack": 1.0,
        "burning": 1.5,
        "power hit": 0.5,
        "first strike": 0.5,
        "immobility": -0.6,
    }
)
"""What an ability adds to the damage of a creature that it strikes with, for each point of it."""

WORTH = 2.0
"""What a creature is worth beside the damage that it deals."""
POISON = 1.5
"""Hit points that a poison marker costs."""
HELD = 0.3
"""What is left of the damage of a creature that is bound or being devoured."""
FROZEN = 0.5
"""Damage that a frost marker costs."""
LEAST = 0.1
"""What a living creature has at least, in hit points as in damage."""


def share(battle: Battle, side: SideName) -> float:
    """A side's share of the strength of both, from 0 to 1; 1 where it has won, 0 where it has lost."""
    if battle.outcome is not None:
        return float(battle.outcome.winner == side)
    own = other = 0.0
    for fighter in battle.fighters:
        if not fighter.dead and not fighter.maybe:
            if fighter.side == side:
                own += _strength(fighter)
            else:
                other += _strength(fighter)
    return own / (own + other) if own or other else 0.5


def _strength(fighter: Fighter) -> float:
    damage = float(fighter.card.bd)
    for source in fighter.sources():
        for ability, number in source.abilities.items():
            if ability in DAMAGE:
                damage += DAMAGE[ability] * number
    if fighter.bound or fighter.devoured_by is not None:
        damage *= HELD
    if fighter.frost:
        damage -= FROZEN
    left = fighter.hit_points_left + fighter.absorption_left() - POISON * fighter.poison
    return max(left, LEAST) * (WORTH + max(damage, LEAST))
