"""Two decks side by side: which cards only one has, and in what the same card differs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from referee.cards.entry import C, Written
from referee.text.names import fold

if TYPE_CHECKING:
    from referee.cards.language import CardLanguage


class CardDifference(Struct, frozen=True):
    """A value of a card that two decks write differently; "" where one has none."""

    name: str
    key: str
    here: str
    there: str


class Comparison(Struct, frozen=True):
    """The names of the cards that only one deck has, and the differences of those that both have."""

    only_here: tuple[str, ...]
    only_there: tuple[str, ...]
    differences: tuple[CardDifference, ...]
    same: int


def compare(language: CardLanguage[C], here: Sequence[Written[C]], there: Sequence[Written[C]]) -> Comparison:
    """Compare two decks card by card; names count as everywhere, letter case and accents don't matter."""
    mine, theirs = _by_name(here), _by_name(there)
    pairs = [(card, language.same_name(card.name, card.kind, theirs.get(fold(card.name), ()))) for card in here]
    only_there = [
        card.name for card in there if not language.same_name(card.name, card.kind, mine.get(fold(card.name), ()))
    ]
    differences = [d for card, other in pairs if other is not None for d in _differences(language, card, other)]
    differing = {fold(d.name) for d in differences}
    return Comparison(
        tuple(card.name for card, other in pairs if other is None),
        tuple(only_there),
        tuple(differences),
        sum(other is not None and fold(card.name) not in differing for card, other in pairs),
    )


def _by_name(cards: Sequence[Written[C]]) -> dict[str, list[Written[C]]]:
    """The cards of a deck under their folded names."""
    found: dict[str, list[Written[C]]] = {}
    for card in cards:
        found.setdefault(fold(card.name), []).append(card)
    return found


def _differences(language: CardLanguage[C], card: Written[C], other: Written[C]) -> Iterator[CardDifference]:
    if card.kind != other.kind:
        yield CardDifference(card.name, "kind", card.kind, other.kind)
    for key in dict.fromkeys([*card.data, *other.data]):
        one, two = (_plain(language, key, one.data.get(key)) for one in (card, other))
        if key != "name" and one != two:
            yield CardDifference(card.name, key, one, two)


def _plain(language: CardLanguage[C], key: str, value: object) -> str:
    """A value as it is compared and shown; "" for what says nothing."""
    return "" if value is None or value == [] or (key, value) == ("copies", 1) else language.plain(key, value)
