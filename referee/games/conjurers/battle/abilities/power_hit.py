"""Power hit X: more dice for every strike, in attack and defence (p. 22)."""

from __future__ import annotations

from referee.effects.terms import Term
from referee.games.conjurers.battle.play import Combatant


def pool(striker: Combatant) -> Term | None:
    """X more dice; for strikes only, not for burning or devouring."""
    more = striker.power("power hit")
    return Term("power hit", more, ("power-hit", "B9")) if more else None
