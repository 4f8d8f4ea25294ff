"""What may be wrong with the cards of a deck, and what is still missing of the box (Game overview)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import UNSET

from referee.cards.entry import Written
from referee.cards.language import Group
from referee.games.enchanters import tables
from referee.games.enchanters.cards.cards import Card, Village
from referee.games.enchanters.vocabulary import TYPES, CardType
from referee.text.names import fold

Entry = Card | Village

MOST_USUAL = 20
"""The highest strength, health or glory that is not doubted."""


def doubts(entry: Entry) -> Iterator[str]:
    """What is possible on a card, and unusual."""
    if isinstance(entry, Village):
        if not any(rule.startswith("rest") for rule in entry.rules):
            yield f"{entry.name}: has no rest; every village has one (Major Action: Rest)"
        return
    for what in ("strength", "health", "glory"):
        value = getattr(entry, what)
        if value is not UNSET and value > MOST_USUAL:
            yield f"{entry.name}: {what} {value}? Usual is up to {MOST_USUAL}"
    starting = fold(entry.name) in map(fold, (tables.box().fist, tables.box().enchanting))
    if entry.fights and entry.glory <= 0:
        yield f"{entry.name}: a {entry.type} that is worth {entry.glory} glory?"
    if not entry.fights and not starting and entry == Card(name=entry.name, type=entry.type, kingdom=entry.kingdom,
                                                           copies=entry.copies, two=entry.two):  # fmt: skip
        yield f"{entry.name}: nothing is printed on it?"
    copies = tables.box().kingdom.copies
    if entry.kingdom and not entry.fights and entry.copies != copies:
        yield f"{entry.name}: {entry.copies} copies? A kingdom deck has {copies} of each {entry.type}"


def too_many(cards: Sequence[Written[Entry]]) -> Iterator[str]:
    """More cards than the box has."""
    box = tables.box()
    if (many := len(kingdoms(cards))) > box.kingdom.decks:
        yield f"{many} kingdoms; the box has {box.kingdom.decks} (Game overview)"
    noted = sum(card.copies for card in cards if isinstance(card.entry, Card) and card.entry.kingdom)
    if (many := noted + _without_kingdom(cards)) > (whole := box.kingdom.decks * box.kingdom.cards):
        yield f"{many} cards of kingdoms; the box has {whole} (Game overview)"
    for group in groups(cards):
        if group.have > group.box:
            yield f"{group.name}: {group.have} cards; the box has {group.box} (Game overview)"


def kingdoms(cards: Sequence[Written[Entry]]) -> list[str]:
    """The kingdoms that there are cards of."""
    found = (card.entry.kingdom for card in cards if isinstance(card.entry, Card))
    return list(dict.fromkeys(kingdom for kingdom in found if kingdom))


def groups(cards: Sequence[Written[Entry]]) -> list[Group]:
    """The box part by part: starting cards, each kingdom's cards by type, kingdoms not begun, villages.

    Cards whose kingdom nobody has noted, as most are that were typed in at the table, are taken for cards of kingdoms
    not begun.
    """
    box, here = tables.box(), kingdoms(cards)
    names = {fold(card.name) for card in cards}
    starting = [name for name in (box.fist, box.enchanting) if fold(name) not in names]
    found = [Group("starting cards", 2 - len(starting), 2, tuple(starting))]
    for kingdom in here:
        have = Counter({card.entry.type: 0 for card in cards if isinstance(card.entry, Card)})
        for card in cards:
            if isinstance(card.entry, Card) and card.entry.kingdom == kingdom:
                have[card.entry.type] += card.copies
        found += [Group(f"{kingdom} {kind}s", have[kind], many) for kind, many in _of_a_kingdom().items()]
    unnoted = _without_kingdom(cards)
    others = max(0, box.kingdom.decks - len(here)) * box.kingdom.cards
    found.append(Group("cards of no noted kingdom", unnoted, unnoted))
    found.append(Group("other kingdoms", 0, max(0, others - unnoted)))
    found.append(Group("villages", sum(card.kind == "village" for card in cards), box.villages))
    return [group for group in found if group.box]


def _without_kingdom(cards: Sequence[Written[Entry]]) -> int:
    """How many cards, besides the starting ones, nobody has noted the kingdom of."""
    starting = [fold(name) for name in (tables.box().fist, tables.box().enchanting)]
    return sum(
        card.copies
        for card in cards
        if isinstance(card.entry, Card) and not card.entry.kingdom and fold(card.name) not in starting
    )


def _of_a_kingdom() -> dict[CardType, int]:
    """How many cards of each type a kingdom deck has (`kingdom-decks`)."""
    of = tables.box().kingdom
    many = (of.items * of.copies, of.enchantments * of.copies, of.minor + of.medium + of.major, of.dragons)
    return dict(zip(TYPES, many, strict=True))
