"""Frost attack: a marker that lames its bearer and weakens what it deals (pp. 18-19; B9, B11)."""

from __future__ import annotations

from collections.abc import Mapping

from referee.effects.terms import Term
from referee.games.conjurers.battle.events import Hit, Immune, Marked
from referee.games.conjurers.battle.play import Play
from referee.games.conjurers.battle.state import Fighter
from referee.games.conjurers.tables import battle as battle_tables


def mark(
    play: Play, source: Fighter, powers: Mapping[str, int], target: Fighter, against: Mapping[str, int], hit: Hit
) -> None:
    """A frost marker for any damage dealt by a frost attacker, absorbed or not; one at most (B11)."""
    if "frost attack" not in powers or hit.dealt < 1 or target.frost:
        return
    if "immunity ice" in against:
        play.emit(Immune(target.key, "frost attack", source.key))
        return
    target.frost = True
    play.emit(Marked(target.key, "frost", source.key, 1, ("frost-attack", "B11")))


def weaken(total: int, frosted: bool) -> Term | None:
    """A third (rounded down) off what a creature with a frost marker deals (p. 18; B9)."""
    less = total // battle_tables.numbers().frost_takes_one_of
    return Term("frost", -less, ("frost-attack", "B9")) if frosted and less > 0 else None
