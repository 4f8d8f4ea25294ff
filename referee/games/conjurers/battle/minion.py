"""The minions that guard the creatures of the battlegrounds (p. 15; A13)."""

from __future__ import annotations

from referee.games.conjurers.cards import abilities
from referee.games.conjurers.cards.cards import Creature
from referee.games.conjurers.tables import battle as battle_tables
from referee.games.conjurers.vocabulary import Mythology

NAME = "Minion"


def minion_of(mythology: Mythology, level: int) -> Creature:
    """The minion that guards a creature of this mythology and level (p. 15; A13)."""
    table = battle_tables.minions()
    strength = next(row for row in table.strengths if row.level == level)
    words = table.abilities[mythology][level - 2]
    found = abilities.parse_all(words, NAME)
    return Creature(name=NAME, level=level, mythology=mythology, hp=strength.hp, bd=strength.bd, abilities=found)
