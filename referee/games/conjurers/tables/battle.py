"""The numbers of a battle and the minions (pp. 8, 15-23)."""

# No string annotations here: msgspec would evaluate each when such a record is first read.

from typing import Annotated

from msgspec import Meta

from referee.games.conjurers.tables.schema import ConjurersRow, ConjurersTable, PerLevel, Positive, table
from referee.games.conjurers.vocabulary import Amount, Element, Mythology, Name


class MinionStrength(ConjurersRow, frozen=True):
    """A minion's hit points and battle dice, by the level of the creature it guards (p. 15)."""

    name: Name
    level: Annotated[int, Meta(ge=2, le=5)]
    hp: Positive
    bd: Amount


class Minions(ConjurersTable, frozen=True):
    """The minions (p. 15; A13)."""

    strengths: Annotated[tuple[MinionStrength, ...], Meta(min_length=4, max_length=4)]
    abilities: dict[Mythology, Annotated[tuple[tuple[Name, ...], ...], Meta(min_length=4, max_length=4)]]


minions = table("minions", Minions)
"""The minions' values and abilities (p. 15; A13)."""


class ElementsTable(ConjurersRow, frozen=True):
    """Superior elements, and the extra dice that they give (p. 21; B20)."""

    superior: dict[Element, Element]
    matrix: Annotated[tuple[PerLevel, ...], Meta(min_length=5, max_length=5)]


class AbilityRow(ConjurersRow, frozen=True):
    """An ability's rule, and whether a number follows its name."""

    rule: Name
    number: bool = False


class BattleNumbers(ConjurersTable, frozen=True):
    """The numbers of a battle (pp. 8, 15-23)."""

    die: Annotated[tuple[Amount, ...], Meta(min_length=2)]
    most_creatures: Positive
    slots: Positive
    most_equipment: Positive
    moves_in_a_row: Positive
    quiet_rounds: Positive
    idle_rounds: Positive
    frost_takes_one_of: Positive
    multi_attack_one_of: Positive
    life_steal_one_of: Positive
    break_free_times: Positive
    magician: Annotated[tuple[Name, ...], Meta(min_length=1)]
    morale: tuple[Positive, Positive]
    elements: ElementsTable
    abilities: dict[str, AbilityRow]


numbers = table("battle", BattleNumbers)
"""The numbers of a battle (pp. 8, 15-23)."""
