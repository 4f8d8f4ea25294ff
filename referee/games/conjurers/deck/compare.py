"""Two decks side by side: which cards only one has, and in what the same card differs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from referee.games.conjurers.card_parts import write_cost
from referee.games.conjurers.deck.written import Written, same_name
from referee.names import fold


class Difference(Struct, frozen=True):
    """A value of a card that two decks write differently; "" where one has none."""

    name: str
    key: str
    here: str
    there: str


class Comparison(Struct, frozen=True):
    """The names of the cards that only one deck has, and the differences of those that both have."""

    only_here: tuple[str, ...]
    only_there: tuple[str, ...]
    differences: tuple[Difference, ...]
    same: int


def compare(here: Sequence[Written], there: Sequence[Written]) -> Comparison:
    """Compare two decks card by card; names count as everywhere, letter case and accents don't matter."""
    pairs = [(card, same_name(card.name, card.kind, there)) for card in here]
    differences = [d for card, other in pairs if other is not None for d in _differences(card, other)]
    differing = {fold(d.name) for d in differences}
    return Comparison(
        tuple(card.name for card, other in pairs if other is None),
        tuple(card.name for card in there if same_name(card.name, card.kind, here) is None),
        tuple(differences),
        sum(other is not None and fold(card.name) not in differing for card, other in pairs),
    )


def _differences(card: Written, other: Written) -> Iterator[Difference]:
    if card.kind != other.kind:
        yield Difference(card.name, "kind", card.kind, other.kind)
    for key in dict.fromkeys([*card.data, *other.data]):
        one, two = card.data.get(key), other.data.get(key)
        if key != "name" and _plain(key, one) != _plain(key, two):
            yield Difference(card.name, key, _plain(key, one), _plain(key, two))


def _plain(key: str, value: object) -> str:
    """A value as it is compared and shown; the order of abilities and of a price doesn't matter."""
    if value is None or value == [] or (key, value) == ("copies", 1):
        return ""
    if isinstance(value, dict):
        return write_cost(dict(sorted(value.items())))
    return ", ".join(sorted(map(fold, map(str, value)))) if isinstance(value, list) else str(value)
