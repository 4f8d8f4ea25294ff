"""Elements (optional rule): more dice for the superior element (p. 21; B20)."""

from __future__ import annotations

from referee.effects.terms import Term
from referee.games.conjurers.battle.play import Combatant, Play
from referee.games.conjurers.tables import battle as battle_tables


def pool(play: Play, striker: Combatant, struck: Combatant) -> Term | None:
    """The printed matrix's dice if the striker's element is superior; none for an attacked devourer (B16)."""
    if not play.battle.elements or striker.attacked_devourer:
        return None
    mine, theirs = striker.fighter.card, struck.fighter.card
    table = battle_tables.numbers().elements
    if mine.element is None or theirs.element is None or table.superior[mine.element] != theirs.element:
        return None
    more = table.matrix[mine.level - 1][theirs.level - 1]
    return Term(f"{mine.element} over {theirs.element}", more, ("elements", "B20"))
