"""What a game of Enchanters has learnt of cards, for the group's own deck."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from referee.cards.remember import Memory
from referee.games.enchanters.cards.cards import Card, Village
from referee.games.enchanters.vocabulary import GAME
from referee.text.names import fold

if TYPE_CHECKING:
    from referee.cards.language import CardLanguage

Entry = Card | Village


def memory(deck: str, save: Path, known: Mapping[str, Entry], say: Callable[[str], None]) -> Memory[Entry]:
    """The memory of one game; `deck` is the file that it was begun with, "" for none."""
    return Memory(_language, GAME, deck, save, known, say)


def learnt(cards: Sequence[Card]) -> dict[str, Entry]:
    """Cards that were typed in at the table by their folded names; what was typed last counts."""
    return {fold(card.name): card for card in cards}


def _language() -> CardLanguage[Entry]:
    from referee.games.enchanters.cards.language import CARDS  # loaded only when a card was learnt

    return CARDS
