"""What a game or a battle of Conjurers has learnt of cards, as the group's own deck is to have them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from referee.games.conjurers.cards.cards import ArtifactEntry, Card, CreatureEntry, ItemEntry, base_name
from referee.games.conjurers.rules.state import GameState
from referee.games.conjurers.tables import points as points_tables
from referee.text.names import fold

Cards = dict[str, Card]
"""Cards by their folded names."""

_NUMBER = re.compile(r"#\s*([0-9]+)$")


def learnt_by(game: GameState) -> Cards:
    """All cards that a game has learnt whole."""
    return learnt(game.learnt_creatures, game.learnt_items, game.prices)


def learnt(creatures: Sequence[CreatureEntry], items: Sequence[ItemEntry], printed: Mapping[str, Any]) -> Cards:
    """Cards that were typed in, with the items' `printed` prices, as a deck has them.

    "Wolf #2" is the second copy of one card.
    """
    found: Cards = {}
    copies: dict[str, int] = {}
    prices = {fold(name): cost for name, cost in printed.items()}
    cards: tuple[CreatureEntry | ItemEntry, ...] = (*creatures, *items)
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
