"""Ranged: attacking from afar, so that only the ranged strike back (p. 20; B7)."""

from __future__ import annotations

from typing import Literal

from referee.games.conjurers.battle.play import Combatant

Cause = Literal["summon", "move", "attack"]
"""The action that caused a fight."""


def keeps_from_striking(initiator: Combatant, opponent: Combatant, cause: Cause) -> bool:
    """Whether the opponent may not strike: ranged counts in an attack or a move, not when summoned."""
    return cause != "summon" and bool(initiator.power("ranged")) and not opponent.power("ranged")
