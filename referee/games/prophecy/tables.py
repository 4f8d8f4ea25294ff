"""The rulebook's numbers, its Chance cards, and what it tells of single cards, through typed schemas."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.games.prophecy.board import Guild, Terrain
from referee.games.prophecy.vocabulary import GAME
from referee.rulebook import rules
from referee.text.names import fold

Positive = Annotated[int, Meta(ge=1)]
Text = Annotated[str, Meta(min_length=1)]


class ProphecyRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a table file; `place` names the headings it comes from."""

    place: str = ""


class PlayerCounts(ProphecyRow, frozen=True, kw_only=True):
    """How many play, with how many it is best, and with how many to learn it."""

    least: Positive
    most: Positive
    best: tuple[Positive, Positive]
    first_game: Positive


class ProphecyBox(ProphecyRow, frozen=True, kw_only=True):
    """What the box has, as far as it is told, and what tokens count for."""

    heroes: Positive
    stands: Positive
    dice: Positive
    lesser: Positive
    greater: Positive
    artifacts: Positive
    tokens: tuple[Positive, Positive]


class BoardNumbers(ProphecyRow, frozen=True, kw_only=True):
    """How many spaces and planes there are."""

    spaces: Positive
    guilds: Positive
    terrain: Positive
    planes: Positive


class Cubes(ProphecyRow, frozen=True, kw_only=True):
    """The most cubes on a hero's card, both sides together."""

    red: Positive
    blue: Positive


class Amounts(ProphecyRow, frozen=True, kw_only=True):
    """Cubes and tokens that are paid, lost, or gained."""

    health: Annotated[int, Meta(ge=0)] = 0
    magic: Annotated[int, Meta(ge=0)] = 0
    gold: Annotated[int, Meta(ge=0)] = 0
    experience: Annotated[int, Meta(ge=0)] = 0


class Draft(ProphecyRow, frozen=True, kw_only=True):
    """How many heroes each player is dealt, and how often one is passed on."""

    heroes: Positive
    passes: Positive


class Limits(ProphecyRow, frozen=True, kw_only=True):
    """The most that a hero keeps at the end of the own round."""

    gold: Positive
    experience: Positive
    items: Positive
    abilities: Positive


class Travel(ProphecyRow, frozen=True, kw_only=True):
    """How far a walk and a horse go, in spaces, and what ways cost."""

    walk: Positive
    horse: Positive
    horse_gold: Positive
    boat_gold: Positive
    gate_gold: Positive


class Labour(Struct, frozen=True, forbid_unknown_fields=True):
    """What a day's work costs (Health or Magic) and brings (Gold or Experience)."""

    health: int = 0
    magic: int = 0
    gold: int = 0
    experience: int = 0


class WorkNumbers(ProphecyRow, frozen=True, kw_only=True):
    """The work of three spaces, in place of moving."""

    city: Labour
    thieves_guild: Labour
    fortress: Labour

    @property
    def by_space(self) -> dict[str, Labour]:
        """The work by the name of its space."""
        return {"City": self.city, "Thieves' Guild": self.thieves_guild, "Fortress": self.fortress}


class Possibilities(ProphecyRow, frozen=True, kw_only=True):
    """What the spaces offer: prices in Gold, and what they bring."""

    repair_gold: Positive
    monastery_health: Positive
    camp_gold: Positive
    wilderness_magic: Positive
    tower_gold: Positive
    tower_magic: Positive
    lodging_gold: Positive
    lodging_health: Positive
    lodging_magic: Positive
    sale_part: Positive
    abilities: Positive
    adventures: Positive


class FightNumbers(ProphecyRow, frozen=True, kw_only=True):
    """What a Wills fight costs in Magic, what a loss costs in Health, and how many rolls three lives are."""

    wills_magic: Positive
    per_artifact: Positive
    lost_health: Positive
    lives: Positive


class VictoryCounts(ProphecyRow, frozen=True, kw_only=True):
    """How many Artifacts win, and in the short variant."""

    artifacts: Positive
    short: Positive


class ChanceCard(ProphecyRow, frozen=True, kw_only=True):
    """A Chance card: where it lays what, whom it helps; `where` is empty if the player picks the guild.

    The numbers of `gifts` stand on the cards.
    """

    name: Text
    does: Literal["adventures", "ability", "goods", "another turn", "turn up", "charity", "crisis", "gifts"]
    where: Terrain | Guild | Literal["City", "Village", ""] = ""
    deck: Literal["rare", "common", ""] = ""
    cards: int = 0
    health: int = 0
    magic: int = 0
    gold: int = 0
    part: int = 0


class ProphecyNumbers(ProphecyRow, frozen=True, kw_only=True):
    """All numbers of the rulebook."""

    players: PlayerCounts
    box: ProphecyBox
    board: BoardNumbers
    cubes: Cubes
    start: Amounts
    draft: Draft
    new_hero: Amounts
    limits: Limits
    travel: Travel
    work: WorkNumbers
    possibilities: Possibilities
    fight: FightNumbers
    victory: VictoryCounts
    apocalypse: Amounts
    chance: tuple[ChanceCard, ...]


class PrintedProphecyCard(ProphecyRow, frozen=True, kw_only=True):
    """What the rulebook tells of a card.

    `line` is a card line as in decks, with "?" for a number that is printed and not told; values may be missing, and
    every rule in it is told. `untold` are rules of which only a part is told, with "..." for the rest. `note` is what
    else is told of it, `also` are other names of it (P2).
    """

    line: Text
    untold: tuple[str, ...] = ()
    note: str = ""
    also: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Its name, which its line begins with."""
        return self.line.partition(":")[0]


class CardCounts(ProphecyRow, frozen=True, kw_only=True):
    """All cards that the rulebook names, without the Chance cards."""

    card: tuple[PrintedProphecyCard, ...]


@cache
def numbers() -> ProphecyNumbers:
    """The numbers of the rulebook. Raises BadInput if the table is broken."""
    return rules.read(GAME, "numbers", ProphecyNumbers)


@cache
def chance_cards() -> dict[str, ChanceCard]:
    """The Chance cards that the rulebook explains, by folded name."""
    return {fold(card.name): card for card in numbers().chance}


@cache
def printed_cards() -> dict[str, PrintedProphecyCard]:
    """The cards of the rulebook by folded name, and by their other names (P2)."""
    cards = rules.read(GAME, "cards", CardCounts).card
    return {fold(name): card for card in cards for name in (card.name, *card.also)}
