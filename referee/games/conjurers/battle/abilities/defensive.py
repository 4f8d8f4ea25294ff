"""Defensive X: less damage from a fight that its bearer didn't start (p. 18; B9, B12)."""

from __future__ import annotations

from collections.abc import Mapping

from referee.effects.terms import Term
from referee.games.conjurers.battle.events import Rules


def term(
    powers: Mapping[str, int], against_initiator: bool, total: int, rules: Rules = ("defensive", "B9")
) -> Term | None:
    """X less, down to nothing, where the damage comes from the initiator of the fight."""
    less = min(powers.get("defensive", 0), max(0, total))
    return Term("defensive", -less, rules) if against_initiator and less > 0 else None
