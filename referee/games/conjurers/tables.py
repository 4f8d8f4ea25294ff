"""The rulebook's numbers, typed: the files in `tables/conjurers/`, each with its printed page.

A wrong value raises BadInput that names the file, the key and what was expected.
"""

# No string annotations here: msgspec would evaluate each when such a record is first read.

from functools import cache, cached_property
from typing import Annotated

from msgspec import Meta, Struct

from referee.errors import BadInput
from referee.games.conjurers.vocabulary import GAME, Amount, Assistant, Element, Level, Mythology, Name, Resource
from referee.rulebook.rules import table
from referee.text.names import did_you_mean, fold

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


# --- The box and the set-ups (pp. 5-9) --------------------------------------------------------------


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
    instead: dict[Resource, Resource] = {}


class PlayersTable(ConjurersTable, frozen=True):
    """The box and the set-ups by number of players (pp. 5-9; E6)."""

    box: ConjurersBox
    setups: dict[int, BoxSetup]


players = table(GAME, "players", PlayersTable)


# --- The board (pp. 8, 10-14) -----------------------------------------------------------------------


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

    def output_of(self, kind: str) -> tuple[str, tuple[int, ...]]:
        """Return the good that a kind of space gives, and how much of it by phase; nothing of another space."""
        if kind in self.food:
            return "food", self.food[kind]
        source = self.mines.get(kind) or self.storages.get(kind)
        return (source.resource, source.output) if source else ("", ())


phases = table(GAME, "phases", Phases)


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


market = table(GAME, "market", Market)


class PitColumn(ConjurersRow, frozen=True):
    """One way to be paid for a sacrifice: the amount of each good, by the creature's level."""

    name: Name
    gains: tuple[Name, ...]
    by_level: PerLevel


class Pit(ConjurersTable, frozen=True):
    """The sacrificial pit (p. 13; A4)."""

    columns: tuple[PitColumn, ...]


pit = table(GAME, "pit", Pit)


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


upkeep = table(GAME, "upkeep", Upkeep)


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


tournaments = table(GAME, "tournament", Tournaments)


# --- Battles (pp. 8, 15-23) -------------------------------------------------------------------------


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


minions = table(GAME, "minions", Minions)


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


battle = table(GAME, "battle", BattleNumbers)


# --- Artifacts and points (pp. 8, 24-26) ------------------------------------------------------------


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
    return table(GAME, "artifacts", Artifacts)().artifacts


def find_artifact(name: str, where: str) -> ArtifactPoints:
    """Find an artifact of the rulebook's table (p. 8) by name. Raises BadInput with the nearest names."""
    try:
        return artifacts_by_key()[fold(name)]
    except KeyError:
        hint = did_you_mean(name, [row.name for row in artifacts()])
        raise BadInput(f'{where}: there is no artifact "{name}"{hint}') from None


@cache
def artifacts_by_key() -> dict[str, ArtifactPoints]:
    """Return the 15 artifacts by folded name."""
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


bonuses = table(GAME, "bonuses", Bonuses)
