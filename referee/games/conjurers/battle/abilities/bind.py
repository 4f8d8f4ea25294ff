"""Bind: an action that takes an enemy's own abilities for the rest of the battle (p. 23; B18)."""

from __future__ import annotations

from referee.games.conjurers.battle.abilities import devour
from referee.games.conjurers.battle.events import Bound
from referee.games.conjurers.battle.play import Play
from referee.games.conjurers.battle.state import AbilitySource, Battle, Fighter, SideName


def unused(fighter: Fighter) -> AbilitySource | None:
    """What a creature could still bind with: a piece that hasn't bound in this battle."""
    return next((s for s in fighter.sources() if "bind" in s.abilities and not s.bind_used), None)


def wearers(battle: Battle, side: SideName) -> list[Fighter]:
    """The creatures of a side that can bind now: in a slot, neither devoured nor devouring, a bind unused."""
    return [
        fighter
        for fighter in battle.in_slots(side)
        if fighter.devouring is None and fighter.devoured_by is None and unused(fighter) is not None
    ]


def bind(play: Play, wearer: Fighter, target: Fighter) -> None:
    """Bind a creature; one that devours goes back to its slot."""
    piece = unused(wearer)
    assert piece is not None
    piece.bind_used = True
    target.bound = True
    play.emit(Bound(target.key, wearer.key, piece.name))
    devour.come_back(play, target, f"{target.name} is bound")
