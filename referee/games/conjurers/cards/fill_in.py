"""A deck's card beside what a game has learnt of it."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import asdict, replace

from referee.games.conjurers.cards.parts import Card


def filled(there: Card, card: Card) -> Card:
    """A deck's card with what it leaves open and the game has learnt; more copies, where there are."""
    said = asdict(card)
    new = {key: said[key] for key, value in asdict(there).items() if value in (UNSET, ()) and key in said}
    if there.copies is not UNSET and card.copies is not UNSET:
        new["copies"] = max(there.copies, card.copies)
    return replace(there, **new)


def contradicts(there: Card, card: Card) -> bool:
    """Whether a deck says something else of a card than the game has learnt, its name and copies aside."""
    theirs = asdict(there)
    said = {key: value for key, value in asdict(card).items() if key not in ("name", "copies")}
    return any(value not in (UNSET, ()) and theirs.get(key, UNSET) != value for key, value in said.items())
