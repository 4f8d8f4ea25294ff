"""Cards with what the rulebook tells of them where nobody wrote it."""

from __future__ import annotations

from referee.errors import Unreadable
from referee.games.prophecy import tables
from referee.games.prophecy.cards.cards import Card
from referee.games.prophecy.cards.language import faults, read_card
from referee.text.names import fold


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
