"""Elements (optional rule): more dice for the superior element (p. 21; B20)."""

from __future__ import annotations

from referee.effects.terms import Term
from referee.games.conjurers.battle.play import Combatant, Play
from referee.games.conjurers.battle.state import Fighter
from referee.games.conjurers.tables import battle as battle_tables


def pool(play: Play, striker: Combatant, struck: Combatant) -> Term | None:
    """The printed matrix's dice if the striker's element is superior; none for an attacked devourer (B16)."""
    return None if striker.attacked_devourer else over(play, striker.fighter, struck.fighter)


def in_every_roll(play: Play, thrower: Fighter, other: Fighter) -> int:
    """The dice that a roll which is no strike has more, where the table reads it so (B20)."""
    more = over(play, thrower, other) if play.battle.readings.element_dice == "every roll" else None
    return more.amount if more is not None else 0


def over(play: Play, thrower: Fighter, other: Fighter) -> Term | None:
    """The dice by the levels and elements of who throws and who is hit, if the thrower's element is superior."""
    if not play.battle.elements:
        return None
    mine, theirs = thrower.card, other.card
    table = battle_tables.numbers().elements
    if mine.element is None or theirs.element is None or table.superior[mine.element] != theirs.element:
        return None
    more = table.matrix[mine.level - 1][theirs.level - 1]
    return Term(f"{mine.element} over {theirs.element}", more, ("elements", "B20"))
