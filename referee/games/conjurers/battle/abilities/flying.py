"""Flying: out of reach for what doesn't fly (pp. 16, 18; B6)."""

from __future__ import annotations

from referee.games.conjurers.battle.state import Fighter


def out_of_reach(fighter: Fighter, target: Fighter, *, ranged_reaches: bool) -> bool:
    """Whether a creature can't fight a flyer: it doesn't fly itself, and ranged doesn't help it here."""
    if not target.has("flying") or fighter.has("flying"):
        return False
    return not (ranged_reaches and fighter.has("ranged"))
