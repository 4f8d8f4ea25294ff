"""The contents of the box, and the set-ups by number of players (pp. 5-9)."""

# No string annotations here: msgspec would evaluate each when such a record is first read.

from referee.games.conjurers.tables.schema import ConjurersRow, ConjurersTable, Positive, table
from referee.games.conjurers.vocabulary import Amount, Level, Mythology, Name, Resource


class ConjurersBox(ConjurersRow, frozen=True):
    """The contents of the box (pp. 5-8)."""

    level_1_creatures: Positive
    creatures_per_mythology: Positive
    items: Positive
    artifacts_per_mythology: Positive
    levels: tuple[Level, ...]
    mythologies: tuple[Mythology, ...]
    resources: tuple[Resource, ...]
    starting_creatures: Positive


class BoxSetup(ConjurersRow, frozen=True):
    """Set-up changes for a number of players (p. 9; E6)."""

    locked: Amount
    closed: tuple[Name, ...] = ()
    one_of: tuple[Name, ...] = ()
    instead: dict[Resource, Resource] = {}  # noqa: RUF012 (msgspec copies it)


class PlayersTable(ConjurersTable, frozen=True):
    """The box and the set-ups by number of players (pp. 5-9; E6)."""

    box: ConjurersBox
    setups: dict[int, BoxSetup]


players = table("players", PlayersTable)
"""The box and the set-ups for 2, 3 and 4 players (pp. 5-9)."""
