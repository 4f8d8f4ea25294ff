"""Deck files, and what the rulebook tells of a card where its line leaves it out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Literal

from msgspec import UNSET, Struct

from referee.errors import BadInput, Unreadable
from referee.files.files import Data, convert, expect_game, read_toml
from referee.games.prophecy import tables
from referee.games.prophecy.cards.cards import Card, Creature
from referee.games.prophecy.cards.line import read_card, write_card
from referee.games.prophecy.vocabulary import GAME
from referee.text.names import fold


class DeckFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck file's layout."""

    card: tuple[Card, ...] = ()
    game: Literal["prophecy"] = "prophecy"
    kind: Literal["deck"] = "deck"
    name: str = ""
    note: str = ""


def load_deck(path: Path, data: Data | None = None) -> DeckFile:
    """A deck file, each card checked and filled from the rulebook. Raises BadInput."""
    data = read_toml(path) if data is None else data
    if data.get("kind") == "save":
        raise BadInput(f"{path}: is the save of a game, not a deck; go on with: referee play {path}")
    expect_game(data, GAME, "a deck", path)
    deck = convert(data, DeckFile, str(path))
    try:
        cards = tuple(complete(card) for card in deck.card)
    except Unreadable as error:
        raise BadInput(f"{path}: {error}") from None
    names = [fold(card.name) for card in cards]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise BadInput(f'{path}: "{twice}" stands there twice; write copies = 2')
    return DeckFile(cards, deck.game, deck.kind, deck.name, deck.note)


def read_whole(line: str) -> Card:
    """A card from its line, with what the rulebook tells of it. Raises Unreadable."""
    told = tables.told_cards().get(fold(line.partition(":")[0]))
    card = read_card(line, also=told.line.partition(":")[2] if told else "")
    if fault := next(faults(card), None):
        raise Unreadable(f"{card.name}: {fault}")
    return card


def complete(card: Card) -> Card:
    """A card with what the rulebook tells of it, its rules read. Raises Unreadable."""
    return read_whole(write_card(card))


def told_card(name: str) -> Card | None:
    """A card of which the rulebook tells everything that a fight needs; None if it doesn't."""
    told = tables.told_cards().get(fold(name))
    if told is None or told.untold or "?" in told.line:
        return None
    card = read_card(told.line)
    return None if next(faults(card), None) else card


def faults(card: Card) -> Iterator[str]:
    """What makes a card unfit to be played with."""
    if isinstance(card, Creature):
        lacks = [what for what in ("strength", "willpower") if getattr(card, what) is UNSET]
        if len(lacks) == 2:
            yield "a Creature needs its Strength, its Willpower or both, like strength 4, willpower 3"
        elif card.way == "both parts" and lacks:
            yield f"it is fought in both parts, so it needs its {lacks[0].capitalize()} too, like {lacks[0]} 4"
        elif card.way == "willpower for strength" and card.strength is UNSET:
            yield "its Strength is fought against, so it needs that, like strength 4"
        elif card.way == "all values" and card.strength is UNSET:
            yield "it is fought with all values at once; write its number as Strength, like strength 14"
