"""Types shared by the schemas of all tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

from msgspec import Meta, Struct

from referee.games.conjurers.vocabulary import GAME, Amount, Name, Resource
from referee.rulebook import rules

T = TypeVar("T")

Positive = Annotated[int, Meta(ge=1)]
PerPhase = Annotated[tuple[Amount, ...], Meta(min_length=4, max_length=4)]
PerLevel = Annotated[tuple[Amount, ...], Meta(min_length=5, max_length=5)]
PerUpperLevel = Annotated[tuple[Amount, ...], Meta(min_length=4, max_length=4)]
"""A value for each of the levels 2, 3, 4 and 5."""
Cost = dict[Resource, Positive]


class ConjurersTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table file, with the printed page that it comes from."""

    page: Name


class ConjurersRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a table file."""


def table(subject: str, kind: type[T]) -> Callable[[], T]:
    """Return the function that reads a table file of Conjurers, once. Raises BadInput."""
    return rules.table(GAME, subject, kind)
