"""Phases, spaces, prices, feeding and tournaments (pp. 8, 10-14)."""

from __future__ import annotations

from functools import cached_property
from typing import Annotated

from msgspec import Meta

from referee.games.conjurers.tables.schema import (
    ConjurersRow,
    ConjurersTable,
    Cost,
    PerLevel,
    PerPhase,
    Positive,
    table,
)
from referee.games.conjurers.vocabulary import Amount, Assistant, Mythology, Name, Resource


class Phase(ConjurersRow, frozen=True):
    """One of the four phases and its turns (p. 10; E4)."""

    name: Name
    turns: Annotated[tuple[Positive, ...], Meta(min_length=1)]


class Output(ConjurersRow, frozen=True):
    """A mine or a storage: its resource and its output in phases I-IV (p. 11)."""

    resource: Resource
    output: PerPhase


class Phases(ConjurersTable, frozen=True):
    """Phases, unlocking, outputs, and the spaces of each assistant (pp. 8, 10-12; E3, E4)."""

    phases: Annotated[tuple[Phase, ...], Meta(min_length=4, max_length=4)]
    unlock: dict[str, Annotated[int, Meta(ge=1, le=4)]]
    mines: dict[str, Output]
    storages: dict[str, Output]
    food: dict[str, PerPhase]
    battlegrounds: dict[str, Mythology]
    assistants: dict[Assistant, tuple[str, ...]]

    def phase_of(self, turn: int) -> int:
        """Return the phase, 1 to 4, of a turn, 1 to 12 (E4)."""
        return next(number for number, phase in enumerate(self.phases, 1) if turn in phase.turns)


phases = table("phases", Phases)
"""Phases, unlocking and outputs (pp. 10-12)."""


class MarketGroup(ConjurersRow, frozen=True):
    """A pair of resources that trade alike, and the first phase in which it can be gained (p. 12)."""

    name: Name
    resources: tuple[Resource, ...]
    phase: Annotated[int, Meta(ge=1, le=4)]


class MarketRate(ConjurersRow, frozen=True):
    """The rate between two pairs: `rate` is (paid, gained)."""

    pay: Name
    gain: Name
    rate: tuple[Positive, Positive]


class Market(ConjurersTable, frozen=True, dict=True):
    """The marketplace (p. 12; A3)."""

    groups: tuple[MarketGroup, ...]
    rates: tuple[MarketRate, ...]

    def rate(self, pay: Resource, gain: Resource) -> tuple[int, int]:
        """Return how many are paid and how many are gained in one trade (p. 12; A3)."""
        return self._by_resources[pay, gain]

    @cached_property
    def _by_resources(self) -> dict[tuple[Resource, Resource], tuple[int, int]]:
        pairs = {group.name: group.resources for group in self.groups}
        return {(pay, gain): row.rate for row in self.rates for pay in pairs[row.pay] for gain in pairs[row.gain]}


market = table("market", Market)
"""The marketplace's rates (p. 12)."""


class PitColumn(ConjurersRow, frozen=True):
    """One way to be paid for a sacrifice: the amount of each good, by the creature's level."""

    name: Name
    gains: tuple[Name, ...]
    by_level: PerLevel


class Pit(ConjurersTable, frozen=True):
    """The sacrificial pit (p. 13; A4)."""

    columns: tuple[PitColumn, ...]


pit = table("pit", Pit)
"""The sacrificial pit's rates (p. 13)."""


class GuildHouse(ConjurersRow, frozen=True):
    """The costs of hiring (p. 13; E2)."""

    second: Cost
    third: Cost
    most_assistants: Positive


class Feeding(ConjurersRow, frozen=True):
    """The costs of feeding (p. 14): food per level and per assistant; victory points lost per food short."""

    turns: tuple[Positive, ...]
    per_level: Positive
    assistants: tuple[Amount, ...]
    short: Positive


class Duel(ConjurersRow, frozen=True):
    """The costs of a duel to its loser (p. 13; A6, A10)."""

    beaten_defender: Positive
    beaten_challenger: Positive
    stolen_categories: Positive
    stolen_part: Positive
    set_aside_from: Positive


class Upkeep(ConjurersTable, frozen=True):
    """Hiring, feeding and duel tokens (pp. 13-14)."""

    guild_house: GuildHouse
    feeding: Feeding
    duel: Duel


upkeep = table("upkeep", Upkeep)
"""The numbers of hiring, feeding and duel tokens (pp. 13-14)."""


class Prize(ConjurersRow, frozen=True):
    """A free creature of a level, and sometimes goods of one of two kinds (p. 14)."""

    level: Annotated[int, Meta(ge=2, le=5)]
    goods: tuple[Resource, ...] = ()
    amount: Amount = 0


class Tournament(ConjurersRow, frozen=True):
    """A tournament: the turn after which it is held, and its prizes from first to fourth."""

    name: Name
    turn: Positive
    prizes: Annotated[tuple[Prize, ...], Meta(min_length=4, max_length=4)]


class Tournaments(ConjurersTable, frozen=True):
    """The tournaments (optional rule, p. 14; A12)."""

    players: Positive
    tournaments: tuple[Tournament, ...]


tournaments = table("tournament", Tournaments)
"""The tournaments' prizes (p. 14; A12)."""
