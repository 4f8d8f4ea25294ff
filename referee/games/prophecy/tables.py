"""Typed schemas of the rulebook's tables: numbers, Chance cards, and what it says of single cards."""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.games.prophecy.board import Terrain
from referee.games.prophecy.vocabulary import GAME, Guild
from referee.rulebook import rules
from referee.rulebook.rules import table
from referee.text.names import fold

Positive = Annotated[int, Meta(ge=1)]
Text = Annotated[str, Meta(min_length=1)]


class ProphecyRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a table file; `place` names the headings of its source."""

    place: str = ""


class PlayerCounts(ProphecyRow, frozen=True, kw_only=True):
    """Numbers of players: possible, best, and for a first game."""

    least: Positive
    most: Positive
    best: tuple[Positive, Positive]
    first_game: Positive


class ProphecyBox(ProphecyRow, frozen=True, kw_only=True):
    """Contents of the box as far as the rulebook gives them, and the values of tokens."""

    heroes: Positive
    stands: Positive
    dice: Positive
    lesser: Positive
    greater: Positive
    artifacts: Positive
    tokens: tuple[Positive, Positive]


class BoardNumbers(ProphecyRow, frozen=True, kw_only=True):
    """Numbers of spaces and planes."""

    spaces: Positive
    guilds: Positive
    terrain: Positive
    planes: Positive


class Cubes(ProphecyRow, frozen=True, kw_only=True):
    """The most cubes on a hero's card, both sides together."""

    red: Positive
    blue: Positive


class Amounts(ProphecyRow, frozen=True, kw_only=True):
    """Cubes and tokens to pay, lose, or gain."""

    health: Annotated[int, Meta(ge=0)] = 0
    magic: Annotated[int, Meta(ge=0)] = 0
    gold: Annotated[int, Meta(ge=0)] = 0
    experience: Annotated[int, Meta(ge=0)] = 0


class Draft(ProphecyRow, frozen=True, kw_only=True):
    """Number of heroes dealt to each player, and how often one is passed on."""

    heroes: Positive
    passes: Positive


class Limits(ProphecyRow, frozen=True, kw_only=True):
    """The most that a hero keeps at the end of their own round."""

    gold: Positive
    experience: Positive
    items: Positive
    abilities: Positive


class Travel(ProphecyRow, frozen=True, kw_only=True):
    """Distances of a walk and a ride, in spaces, and the costs of travel."""

    walk: Positive
    horse: Positive
    horse_gold: Positive
    boat_gold: Positive
    gate_gold: Positive


class WorkNumbers(ProphecyRow, frozen=True, kw_only=True):
    """Work on three spaces, in place of moving: its cost (Health or Magic) and its wage (Gold or Experience)."""

    city: Amounts
    thieves_guild: Amounts
    fortress: Amounts

    @property
    def by_space(self) -> dict[str, Amounts]:
        """Work by the name of its space."""
        return {"City": self.city, "Thieves' Guild": self.thieves_guild, "Fortress": self.fortress}


class Possibilities(ProphecyRow, frozen=True, kw_only=True):
    """Prices in Gold, and gains, of the Possibilities of spaces."""

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
    """Cost of a Wills fight in Magic and of a loss in Health, and the number of rolls for three lives."""

    wills_magic: Positive
    per_artifact: Positive
    lost_health: Positive
    lives: Positive


class VictoryCounts(ProphecyRow, frozen=True, kw_only=True):
    """Numbers of Artifacts that win, in the usual game and in the short variant."""

    artifacts: Positive
    short: Positive


class ChanceCard(ProphecyRow, frozen=True, kw_only=True):
    """A Chance card: what it lays where, or whom it helps; `where` is empty if the player picks the guild.

    The numbers of `gifts` are printed on the cards.
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
    """A card as far as the rulebook describes it.

    `line` is a card line as in decks, with "?" for a number that the rulebook leaves out; values may be missing, but
    every rule in it is known in full. `untold` are rules known in part, with "..." for the rest. `note` is any other
    information about it, `also` are its aliases (P2).
    """

    line: Text
    untold: tuple[str, ...] = ()
    note: str = ""
    also: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Name of the card, at the start of its line."""
        return self.line.partition(":")[0]

    @property
    def kind(self) -> str:
        """Kind of the card, the first part of its line after the name."""
        return re.split("[:,;]", self.line)[1].strip()


class CardCounts(ProphecyRow, frozen=True, kw_only=True):
    """All cards named in the rulebook, without the Chance cards."""

    card: tuple[PrintedProphecyCard, ...]


numbers = table(GAME, "numbers", ProphecyNumbers)
"""The numbers of the rulebook. Raises BadInput if the table is broken."""


@cache
def chance_cards() -> dict[str, ChanceCard]:
    """Return the Chance cards explained in the rulebook, by folded name."""
    return {fold(card.name): card for card in numbers().chance}


@cache
def printed_cards() -> dict[str, PrintedProphecyCard]:
    """Return the cards of the rulebook by folded name and alias (P2)."""
    cards = rules.read(GAME, "cards", CardCounts).card
    return {fold(name): card for card in cards for name in (card.name, *card.also)}
