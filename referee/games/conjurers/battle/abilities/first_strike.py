"""First strike: striking before the opponent (p. 23; B10)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.conjurers.battle.play import Combatant


def order(striking: Sequence[Combatant]) -> list[list[Combatant]]:
    """The strikes in their moments: all at once, unless exactly one of two striking creatures is first."""
    first = [striker for striker in striking if striker.power("first strike")]
    if len(striking) == 2 and len(first) == 1:
        return [first, [striker for striker in striking if striker is not first[0]]]
    return [list(striking)]
