"""The rulebook's numbers, typed: one function for each file in `tables/conjurers/`.

A wrong value raises BadInput that names the file, the key and what was expected.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, TypeVar

from msgspec import Meta, Struct

from referee import tables
from referee.games.conjurers.vocabulary import (
    GAME,
    Amount,
    Assistant,
    Element,
    Level,
    Mythology,
    Name,
    Resource,
)

T = TypeVar("T")

Positive = Annotated[int, Meta(ge=1)]
PerPhase = Annotated[tuple[Amount, ...], Meta(min_length=4, max_length=4)]
PerLevel = Annotated[tuple[Amount, ...], Meta(min_length=5, max_length=5)]
PerUpperLevel = Annotated[tuple[Amount, ...], Meta(min_length=4, max_length=4)]
"""A value for each of the levels 2, 3, 4 and 5."""
Cost = dict[Resource, Positive]


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """A table file: every one names the printed page that it comes from."""

    page: Name


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a table file."""


def _read(subject: str, kind: type[T]) -> T:
    return tables.read(GAME, subject, kind)


# --- phases.toml ----------------------------------------------------------------------------------


class Phase(Row, frozen=True):
    """One of the four phases and its turns (p. 10; E4)."""

    name: Name
    turns: Annotated[tuple[Positive, ...], Meta(min_length=1)]


class Source(Row, frozen=True):
    """A mine or a storage: its resource and what it puts out in phases I-IV (p. 11)."""

    resource: Resource
    output: PerPhase


class Phases(Table, frozen=True):
    """Phases, unlocking, outputs, and which figure may take which space (pp. 8, 10-12; E3, E4)."""

    phases: Annotated[tuple[Phase, ...], Meta(min_length=4, max_length=4)]
    unlock: dict[str, Annotated[int, Meta(ge=1, le=4)]]
    mines: dict[str, Source]
    storages: dict[str, Source]
    food: dict[str, PerPhase]
    battlegrounds: dict[str, Mythology]
    assistants: dict[Assistant, tuple[str, ...]]

    def phase_of(self, turn: int) -> int:
        """The phase, 1 to 4, in which a turn (1 to 12) is played (E4)."""
        return next(number for number, phase in enumerate(self.phases, 1) if turn in phase.turns)


@cache
def phases() -> Phases:
    """Phases, unlocking and outputs (pp. 10-12)."""
    return _read("phases", Phases)


# --- market.toml, pit.toml ------------------------------------------------------------------------


class MarketGroup(Row, frozen=True):
    """A pair of resources that trade alike, and the first phase in which it can be gained (p. 12)."""

    name: Name
    resources: tuple[Resource, ...]
    phase: Annotated[int, Meta(ge=1, le=4)]


class MarketRate(Row, frozen=True):
    """So many paid of one pair for so many gained of another: `rate` is (paid, gained)."""

    pay: Name
    gain: Name
    rate: tuple[Positive, Positive]


class Market(Table, frozen=True):
    """The marketplace (p. 12; A3)."""

    groups: tuple[MarketGroup, ...]
    rates: tuple[MarketRate, ...]

    def group_of(self, resource: Resource) -> MarketGroup:
        """The pair that a resource trades in."""
        return next(group for group in self.groups if resource in group.resources)

    def rate(self, pay: Resource, gain: Resource) -> tuple[int, int]:
        """How many are paid and how many are gained in one trade (p. 12; A3)."""
        names = self.group_of(pay).name, self.group_of(gain).name
        return next(row.rate for row in self.rates if (row.pay, row.gain) == names)


@cache
def market() -> Market:
    """The marketplace's rates (p. 12)."""
    return _read("market", Market)


class PitColumn(Row, frozen=True):
    """One way to be paid for a sacrifice: what it brings of each good, by the creature's level."""

    name: Name
    gains: tuple[Name, ...]
    by_level: PerLevel


class Pit(Table, frozen=True):
    """The sacrificial pit (p. 13; A4)."""

    columns: tuple[PitColumn, ...]


@cache
def pit() -> Pit:
    """The sacrificial pit's rates (p. 13)."""
    return _read("pit", Pit)


# --- upkeep.toml ----------------------------------------------------------------------------------


class GuildHouse(Row, frozen=True):
    """What hiring costs (p. 13; E2)."""

    second: Cost
    third: Cost
    most_assistants: Positive


class Feeding(Row, frozen=True):
    """What feeding takes (p. 14): food per level and per assistant; victory points lost per food short."""

    turns: tuple[Positive, ...]
    per_level: Positive
    assistants: tuple[Amount, ...]
    short: Positive


class Duel(Row, frozen=True):
    """What a duel costs its loser (p. 13; A6, A10)."""

    beaten_defender: Positive
    beaten_challenger: Positive
    stolen_categories: Positive
    stolen_part: Positive
    set_aside_from: Positive


class Upkeep(Table, frozen=True):
    """Hiring, feeding and duel tokens (pp. 13-14)."""

    guild_house: GuildHouse
    feeding: Feeding
    duel: Duel


@cache
def upkeep() -> Upkeep:
    """Hiring, feeding and duel tokens (pp. 13-14)."""
    return _read("upkeep", Upkeep)


# --- minions.toml, battle.toml --------------------------------------------------------------------


class MinionStrength(Row, frozen=True):
    """A minion's hit points and battle dice, by the level of the creature it guards (p. 15)."""

    name: Name
    level: Annotated[int, Meta(ge=2, le=5)]
    hp: Positive
    bd: Amount


class Minions(Table, frozen=True):
    """The minions (p. 15; A13)."""

    strengths: Annotated[tuple[MinionStrength, ...], Meta(min_length=4, max_length=4)]
    abilities: dict[Mythology, Annotated[tuple[tuple[Name, ...], ...], Meta(min_length=4, max_length=4)]]


@cache
def minions() -> Minions:
    """The minions' values and abilities (p. 15; A13)."""
    return _read("minions", Minions)


class Elements(Row, frozen=True):
    """Which element is superior to which, and the extra dice it gives (p. 21; B20)."""

    superior: dict[Element, Element]
    matrix: Annotated[tuple[PerLevel, ...], Meta(min_length=5, max_length=5)]


class AbilityRow(Row, frozen=True):
    """An ability's rule, and whether a number follows its name."""

    rule: Name
    number: bool = False


class BattleNumbers(Table, frozen=True):
    """The numbers of a battle (pp. 8, 15-23)."""

    die: Annotated[tuple[Amount, ...], Meta(min_length=2)]
    most_creatures: Positive
    slots: Positive
    most_equipment: Positive
    moves_in_a_row: Positive
    quiet_rounds: Positive
    frost_takes_one_of: Positive
    multi_attack_one_of: Positive
    life_steal_one_of: Positive
    break_free_times: Positive
    magician: Annotated[tuple[Name, ...], Meta(min_length=1)]
    morale: tuple[Positive, Positive]
    elements: Elements
    abilities: dict[str, AbilityRow]


@cache
def battle() -> BattleNumbers:
    """The numbers of a battle (pp. 8, 15-23)."""
    return _read("battle", BattleNumbers)


# --- artifacts.toml, bonuses.toml -----------------------------------------------------------------


class Artifact(Row, frozen=True):
    """An artifact's price, mythology and victory points (p. 8; E7, E9)."""

    name: Name
    cost: Cost
    mythology: Mythology
    points: Positive


class Artifacts(Table, frozen=True):
    """The 15 artifacts (p. 8)."""

    artifacts: Annotated[tuple[Artifact, ...], Meta(min_length=15, max_length=15)]


@cache
def artifacts() -> tuple[Artifact, ...]:
    """The 15 artifacts (p. 8; E7, E9)."""
    return _read("artifacts", Artifacts).artifacts


class ArtifactSet(Row, frozen=True):
    """All artifacts of one mythology: how many they are and what they score (p. 26)."""

    size: Positive
    points: Positive


class ResourceRate(Row, frozen=True):
    """Two resources counted as one, and how many of them make a victory point (p. 26; S4)."""

    name: Name
    of: tuple[Resource, Resource]
    for_one_point: Positive


class Bonuses(Table, frozen=True):
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


@cache
def bonuses() -> Bonuses:
    """The bonus tables (pp. 24-26)."""
    return _read("bonuses", Bonuses)


# --- tournament.toml, players.toml ----------------------------------------------------------------


class Prize(Row, frozen=True):
    """A free creature of a level, and sometimes goods of one of two kinds (p. 14)."""

    level: Annotated[int, Meta(ge=2, le=5)]
    goods: tuple[Resource, ...] = ()
    amount: Amount = 0


class Tournament(Row, frozen=True):
    """A tournament: the turn after which it is held, and its prizes from first to fourth."""

    name: Name
    turn: Positive
    prizes: Annotated[tuple[Prize, ...], Meta(min_length=4, max_length=4)]


class Tournaments(Table, frozen=True):
    """The tournaments (optional rule, p. 14; A12)."""

    players: Positive
    tournaments: tuple[Tournament, ...]


@cache
def tournaments() -> Tournaments:
    """The tournaments' prizes (p. 14; A12)."""
    return _read("tournament", Tournaments)


class Box(Row, frozen=True):
    """What is in the box (pp. 5-8)."""

    level_1_creatures: Positive
    creatures_per_mythology: Positive
    items: Positive
    artifacts_per_mythology: Positive
    levels: tuple[Level, ...]
    mythologies: tuple[Mythology, ...]
    resources: tuple[Resource, ...]
    starting_creatures: Positive


class Setup(Row, frozen=True):
    """What changes for a number of players (p. 9; E6)."""

    locked: Amount
    closed: tuple[Name, ...] = ()
    one_of: tuple[Name, ...] = ()
    instead: dict[Resource, Resource] = {}


class Players(Table, frozen=True):
    """The box and the set-ups by number of players (pp. 5-9; E6)."""

    box: Box
    setups: dict[int, Setup]


@cache
def players() -> Players:
    """The box and the set-ups for 2, 3 and 4 players (pp. 5-9)."""
    return _read("players", Players)
