"""The cards that are typed in for a live battle, for the group's own deck to remember."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from msgspec import UNSET

from referee.games.conjurers.cards.cards import CreatureEntry, Deck, ItemEntry, base_name, creature_of, equipment_of
from referee.games.conjurers.cards.remember import Cards, learnt
from referee.games.conjurers.records.record import RecordFile
from referee.text.names import fold

E = TypeVar("E", CreatureEntry, ItemEntry)


def typed_cards(file: RecordFile, deck: Deck) -> Cards:
    """The cards that the set-up of a battle tells and its deck doesn't have so."""
    sides = (file.attacker, file.defender)
    creatures = _entries((card for side in sides for card in side.creatures), CreatureEntry)
    items = _entries((card for side in sides for card in side.equipment), ItemEntry)
    return learnt(
        [card for card in creatures if not _has_creature(deck, card)],
        [card for card in items if not _has_piece(deck, card)],
        {base_name(card.name): card.cost for card in items if card.cost is not UNSET},
    )


def _entries(cards: Iterable[str | E], kind: type[E]) -> list[E]:
    """The cards that are written whole."""
    return [card for card in cards if isinstance(card, kind)]


def _has_creature(deck: Deck, card: CreatureEntry) -> bool:
    there = deck.creatures.get(fold(base_name(card.name)))
    return there is not None and deck.creature(card.name, "deck") == creature_of(card, "card")


def _has_piece(deck: Deck, card: ItemEntry) -> bool:
    there = deck.equipment.get(fold(base_name(card.name)))
    return there is not None and deck.piece(card.name, "deck") == equipment_of(card, "card")
