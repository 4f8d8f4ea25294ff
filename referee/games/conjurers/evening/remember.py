"""What a game of Conjurers has learnt of cards, as the group's own deck is to have them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from msgspec.structs import replace

from referee.deck import remember
from referee.games.conjurers.cards import ArtifactEntry, CreatureEntry, ItemEntry, base_name
from referee.games.conjurers.evening.state import Game
from referee.games.conjurers.tables import points as points_tables
from referee.games.conjurers.vocabulary import GAME
from referee.names import fold

if TYPE_CHECKING:
    from referee.deck.language import CardLanguage
    from referee.games.conjurers.card_parts import Card

Cards = dict[str, "Card"]
"""Cards by their folded names."""

_NUMBER = re.compile(r"#\s*([0-9]+)$")


class Memory:
    """What one game at the table has learnt of cards, and the deck that is to remember it."""

    def __init__(self, deck: str, save: Path, game: Game, say: Callable[[str], None]) -> None:
        """`deck` is the file that the game was begun with, as it was named then; "" for none."""
        self._memory: remember.Memory[Card] = remember.Memory(_language, GAME, deck, save, learnt(game), say)

    def tell_doubts(self, game: Game) -> None:
        """Say what is unusual about cards that were just typed in."""
        if game.learnt_creatures or game.learnt_items:
            self._memory.tell_doubts(learnt(game))

    def remember(self, game: Game) -> None:
        """Bring the deck up to what the game knows now, and say what changed in it."""
        self._memory.remember(learnt(game))


def _language() -> CardLanguage[Card]:
    from referee.games.conjurers.deck.language import CARDS  # loaded only when a card was learnt

    return CARDS


def learnt(game: Game) -> Cards:
    """All cards that a game has learnt whole, as a deck has them: "Wolf #2" is the second copy of one card."""
    found: Cards = {}
    copies: dict[str, int] = {}
    prices = {fold(name): cost for name, cost in game.prices.items()}
    cards: tuple[CreatureEntry | ItemEntry, ...] = (*game.learnt_creatures, *game.learnt_items)
    for card in cards:
        key = fold(base_name(card.name))
        number = _NUMBER.search(card.name)
        copies[key] = max(copies.get(key, 1), int(number[1]) if number else 1)
        found.setdefault(key, _as_in_a_deck(card, prices.get(key) or UNSET))
    return {key: replace(card, copies=many) if (many := copies[key]) > 1 else card for key, card in found.items()}


def _as_in_a_deck(card: CreatureEntry | ItemEntry, cost: Any) -> Card:
    """A learnt card under its own name; artifacts are told from items by the printed table (p. 8)."""
    name = base_name(card.name)
    if isinstance(card, CreatureEntry):
        return replace(card, name=name)
    artifact = next((row.name for row in points_tables.artifacts() if fold(row.name) == fold(name)), None)
    if artifact is not None:
        return ArtifactEntry(name=artifact, abilities=card.abilities)
    return ItemEntry(name=name, abilities=card.abilities, cost=cost)
