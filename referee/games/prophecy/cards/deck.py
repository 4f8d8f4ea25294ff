"""Deck files, with what the rulebook tells of a card where the deck leaves it out."""

from __future__ import annotations

from pathlib import Path

from referee.errors import BadInput, Unreadable
from referee.files.files import Data, read_toml
from referee.games.prophecy import tables
from referee.games.prophecy.cards.cards import Card
from referee.games.prophecy.cards.language import CARDS, faults, read_card, write_card
from referee.text.names import fold


def load_deck(path: Path, data: Data | None = None) -> tuple[Card, ...]:
    """The cards of a deck file, each checked and filled from the rulebook. Raises BadInput."""
    data = read_toml(path) if data is None else data
    if data.get("kind") == "save":
        raise BadInput(f"{path}: is the save of a game, not a deck; go on with: referee play {path}")
    CARDS.expect(data, path)
    written = CARDS.cards_of(data, str(path))
    if problem := next((card.problem for card in written if card.entry is None), None):
        raise BadInput(f"{path}: {problem}")
    if twice := next(CARDS.twice(written), None):
        raise BadInput(f"{path}: {twice}")
    try:
        return tuple(read_whole(write_card(card.entry)) for card in written if card.entry is not None)
    except Unreadable as error:
        raise BadInput(f"{path}: {error}") from None


def read_whole(line: str) -> Card:
    """A card from its line, with what the rulebook tells of it, fit to be played with. Raises Unreadable."""
    card = read_card(line)
    if fault := next(faults(card), None):
        raise Unreadable(f"{card.name}: {fault}")
    return card


def told_card(name: str) -> Card | None:
    """A card of which the rulebook tells everything that a fight needs; None if it doesn't."""
    told = tables.told_cards().get(fold(name))
    if told is None or told.untold or "?" in told.line:
        return None
    card = read_card(told.line)
    return None if next(faults(card), None) else card
