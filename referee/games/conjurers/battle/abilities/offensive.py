"""Offensive X: more damage in a fight that its bearer started (p. 18; B9)."""

from __future__ import annotations

from referee.effects.terms import Term
from referee.games.conjurers.battle.play import Combatant


def term(striker: Combatant) -> Term | None:
    """X more if the striker is the initiator."""
    more = striker.power("offensive")
    return Term("offensive", more, ("offensive", "B9")) if more and striker.initiator else None
