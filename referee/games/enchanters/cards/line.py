"""A card in one line, as it is typed in at the table: "item, attack 1, glory 1; minor: 1 crystal -> attack 3".

In a deck a line begins with the card's name and a colon; a village is "NAME: village; RULE".
"""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from referee.effects.rules import GAP
from referee.errors import Unreadable
from referee.games.enchanters import tables
from referee.games.enchanters.cards.cards import Card, Village, wrong_rules
from referee.games.enchanters.cards.language import CARDS
from referee.games.enchanters.vocabulary import FIGHTS
from referee.text.names import fold

HINT = "like: monster, strength 2, health 5, glory 3, lower attack 1; minor: 1 crystal -> attack 1; lower end: ..."


def read_card(name: str, text: str) -> Card:
    """A card by its name and line; what the rulebook tells of it may be left out. Raises Unreadable."""
    card = CARDS.read_rest(name, CARDS.without_name(name, text), "card")
    if isinstance(card, Card):
        return card
    raise Unreadable(f"{name}: is a village; a card was expected")


def read_village(name: str, text: str) -> Village:
    """A village by its name and its rules with semicolons between; as a deck has it too. Raises Unreadable."""
    village = CARDS.read_rest(name, text, "village")
    assert isinstance(village, Village)
    return village


def write_card(card: Card) -> str:
    """A card's line, without its name."""
    return CARDS.write_rest(card)


def write_village(village: Village) -> str:
    """A village in one line, name and all, as a set-up takes it."""
    return f"{village.name}: {'; '.join(village.rules) or 'none'}"


def value_words(card: Card) -> list[str]:
    """What is printed on a card besides its rules, in words: "item", "attack 1", "lower defence 1"."""
    return CARDS.table.words(CARDS.said_of(as_printed(card)))[0]


def rules_in_line(card: Card) -> list[str]:
    """A card's rules as they stand in its line."""
    return CARDS.table.words(CARDS.said_of(card))[1]


def as_printed(card: Card) -> Card:
    """What is printed on a card, without which deck it belongs to and how many there are."""
    return replace(card, kingdom="", copies=1, two=0)


# --- what the rulebook tells --------------------------------------------------------------------------


def known_of(name: str) -> str:
    """What the rulebook tells of a card or village, for a person who types it in; "" if nothing."""
    key = fold(name)
    card, village = tables.told_cards().get(key), tables.told_villages().get(key)
    values = {what: getattr(card, what, UNSET) for what in ("type", "strength", "health", "attack")}
    found, _ = CARDS.table.words({what: value for what, value in values.items() if value is not UNSET})
    told = card or village
    return "; ".join([*found, *told.rules, *told.untold] if told is not None else found)


def usual_line(name: str) -> str | None:
    """What is enough to type in for a card that the rulebook tells everything needed of: its type; None if not.

    Of a card with nothing on it but its name everything is still to be told.
    """
    told = tables.told_cards().get(fold(name))
    if told is None or told.type is UNSET or told.untold or not (told.rules or told.attack):
        return None
    fought = told.type in FIGHTS and UNSET in (told.health, told.strength)
    return None if fought else str(told.type)


def with_price(name: str, text: str) -> str:
    """The line of a card of which the rulebook tells all but a price, where the price alone is typed; "" if not."""
    told = tables.told_cards().get(fold(name))
    if told is None or told.type is UNSET or not told.untold:
        return ""
    priced = [rule.replace(GAP, text.strip()) for rule in told.untold]
    return "" if list(wrong_rules(priced)) else "; ".join((told.type, *told.rules, *priced))
