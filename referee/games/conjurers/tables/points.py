"""The artifacts and the bonus tables (pp. 8, 24-26)."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from msgspec import Meta

from referee.errors import BadInput
from referee.games.conjurers.tables.schema import ConjurersRow, ConjurersTable, Cost, PerUpperLevel, Positive, table
from referee.games.conjurers.vocabulary import Mythology, Name, Resource
from referee.text.names import did_you_mean, fold


class ArtifactPoints(ConjurersRow, frozen=True):
    """An artifact's price, mythology and victory points (p. 8; E7, E9)."""

    name: Name
    cost: Cost
    mythology: Mythology
    points: Positive


class Artifacts(ConjurersTable, frozen=True):
    """The 15 artifacts (p. 8)."""

    artifacts: Annotated[tuple[ArtifactPoints, ...], Meta(min_length=15, max_length=15)]


@cache
def artifacts() -> tuple[ArtifactPoints, ...]:
    """Return the 15 artifacts (p. 8; E7, E9)."""
    return table("artifacts", Artifacts)().artifacts


def find_artifact(name: str, where: str) -> ArtifactPoints:
    """Find an artifact of the rulebook's table (p. 8) by name. Raises BadInput with the nearest names."""
    try:
        return _by_name()[fold(name)]
    except KeyError:
        hint = did_you_mean(name, [row.name for row in artifacts()])
        raise BadInput(f'{where}: there is no artifact "{name}"{hint}') from None


@cache
def _by_name() -> dict[str, ArtifactPoints]:
    return {fold(row.name): row for row in artifacts()}


class ArtifactSet(ConjurersRow, frozen=True):
    """All artifacts of one mythology: their number and score (p. 26)."""

    size: Positive
    points: Positive


class ResourceRate(ConjurersRow, frozen=True):
    """Two resources counted as one, and the number of them for a victory point (p. 26; S4)."""

    name: Name
    of: tuple[Resource, Resource]
    for_one_point: Positive


class Bonuses(ConjurersTable, frozen=True):
    """Victory points at the end of the game (pp. 24-26).

    `variety` by number of players, then of mythologies, at the levels 2-5; `combinations` by number
    of artifacts, with 3, 4, 5 and 6 creatures.
    """

    variety: dict[int, dict[int, PerUpperLevel]]
    consistency: dict[int, Positive]
    abundance: dict[int, Positive]
    artifact_variety: dict[int, Positive]
    artifact_set: ArtifactSet
    combinations: dict[int, PerUpperLevel]
    resources: tuple[ResourceRate, ...]


bonuses = table("bonuses", Bonuses)
"""The bonus tables (pp. 24-26)."""
