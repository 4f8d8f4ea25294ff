"""The rulebook's numbers, and the single cards that it prints, in typed schemas."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType

from referee.games.enchanters.vocabulary import GAME, Amount, CardType, Name, Points
from referee.rulebook.rules import table
from referee.text.names import fold

Positive = Annotated[int, Meta(ge=1)]


class EnchantersRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a table file."""


class PlayerNumbers(EnchantersRow, frozen=True):
    """The number of players, and the decks for each if there are two."""

    least: Positive
    most: Positive
    two_decks_each: Positive


class Kingdom(EnchantersRow, frozen=True):
    """The contents of a kingdom deck, in cards."""

    decks: Positive
    cards: Positive
    items: Positive
    enchantments: Positive
    copies: Positive
    minor: Positive
    medium: Positive
    major: Positive
    dragons: Positive


class Tokens(EnchantersRow, frozen=True):
    """Tokens by value, and the number of pieces of each."""

    tokens: tuple[Positive, ...]
    pieces: tuple[Positive, ...]
    glory: int = 0


class Fast(EnchantersRow, frozen=True):
    """The fast invasion."""

    removed_per_player: Positive


class EnchantersBox(EnchantersRow, frozen=True):
    """The box and the set-up."""

    section: Name
    villages: Positive
    crystals_at_start: Positive
    track: Positive
    fist: Name
    enchanting: Name
    players: PlayerNumbers
    kingdom: Kingdom
    crystals: Tokens
    wounds: Tokens
    fast: Fast

    def tokens_of(self, counter: str) -> tuple[int, ...]:
        """Return the values of a counter's tokens; empty if each counts for one."""
        tokens = getattr(self, counter, None)
        return tokens.tokens if isinstance(tokens, Tokens) else ()


class PrintedCard(EnchantersRow, frozen=True):
    """A card as far as the rulebook prints it; `untold` rules lack a price."""

    name: Name
    type: CardType | UnsetType = UNSET
    attack: Points | UnsetType = UNSET
    health: Amount | UnsetType = UNSET
    strength: Amount | UnsetType = UNSET
    rules: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()


class PrintedVillage(EnchantersRow, frozen=True):
    """A village as far as the rulebook prints it."""

    name: Name
    rules: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()


class CardNumbers(EnchantersRow, frozen=True):
    """All cards and villages that the rulebook names."""

    section: str
    card: tuple[PrintedCard, ...]
    village: tuple[PrintedVillage, ...]


box = table(GAME, "box", EnchantersBox)


_cards = table(GAME, "cards", CardNumbers)


@cache
def printed_cards() -> dict[str, PrintedCard]:
    """Return the cards of the rulebook by folded name."""
    return {fold(card.name): card for card in _cards().card}


@cache
def printed_villages() -> dict[str, PrintedVillage]:
    """Return the villages of the rulebook by folded name."""
    return {fold(one.name): one for one in _cards().village}
