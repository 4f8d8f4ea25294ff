"""A card in one line, as it is typed in at the table: "item, attack 1, glory 1; minor: 1 crystal -> attack 3".

Values stand before the first semicolon, rules behind it, each with a semicolon. What stands below the card's line
begins with "lower".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import UNSET

from referee.errors import Unreadable
from referee.games.enchanters import tables
from referee.games.enchanters.cards import Card, Lower, Village, complete, complete_village
from referee.games.enchanters.vocabulary import FIGHTS, TYPES, CardType
from referee.names import did_you_mean, fold, or_list

_VALUE = re.compile(r"(lower )?(glory|attack|defence|health|strength) ([+-]?\d{1,2})")
_FIELDS = ("type", "glory", "attack", "defence", "health", "strength", "lower attack", "lower defence")
HINT = "like: monster, strength 2, health 5, glory 3, lower attack 1; minor: 1 crystal -> attack 1; lower end: ..."


def read_card(name: str, text: str) -> Card:
    """A card by its name and line; what the rulebook tells of it may be left out. Raises Unreadable."""
    values, *rules = (part.strip() for part in text.split(";"))
    if ":" in values:  # nothing stands before the first rule
        values, rules = "", [values, *rules]
    told = tables.told_cards().get(fold(name))
    kind: CardType | None = None if told is None or told.type is UNSET else told.type
    upper: dict[str, Any] = {}
    lower: dict[str, Any] = {}
    for part in filter(None, (fold(part).replace("defense", "defence") for part in values.split(","))):
        found = next((one for one in TYPES if one == part), None)
        if found is not None:
            kind = found
            continue
        match = _VALUE.fullmatch(part)
        if match is None:
            hint = did_you_mean(part, _FIELDS) or f"; a card has {or_list(_FIELDS)}"
            raise Unreadable(f'can\'t read "{part}"{hint}')
        if match[1] and match[2] not in ("attack", "defence"):
            raise Unreadable(f"{match[2]} doesn't stand below the line of a card")
        (lower if match[1] else upper)[match[2]] = int(match[3])
    if kind is None:
        raise Unreadable(f"say first what {name} is: {or_list(TYPES)}")
    if upper.get("health", 0) < 0 or upper.get("strength", 0) < 0:
        raise Unreadable("health and strength are 0 or more")
    if kind not in FIGHTS and ("health" in upper or "strength" in upper):
        raise Unreadable(f"{name} is an {kind}; only monsters and dragons have health and strength")
    above = tuple(rule for rule in rules if rule and not rule.startswith("lower "))
    below = tuple(rule.removeprefix("lower ") for rule in rules if rule.startswith("lower "))
    return complete(Card(name=name, type=kind, rules=above, lower=Lower(**lower, rules=below), **upper))


def write_card(card: Card) -> str:
    """A card's line, without its name."""
    return "; ".join([", ".join(_values(card)), *card.rules, *(f"lower {rule}" for rule in card.lower.rules)])


def _values(card: Card) -> Iterator[str]:
    yield card.type
    for what in ("strength", "health"):
        if (value := getattr(card, what)) is not UNSET:
            yield f"{what} {value}"
    for where, part in (("", card), ("lower ", card.lower)):
        for what in ("attack", "defence"):
            if value := getattr(part, what):
                yield f"{where}{what} {value}"
    if card.glory:
        yield f"glory {card.glory}"


def read_village(name: str, text: str) -> Village:
    """A village by its name and its rules with semicolons between. Raises Unreadable."""
    rules = tuple(part.strip() for part in text.split(";") if part.strip() and fold(part) != "none")
    return complete_village(Village(name, rules))


def known_of(name: str) -> str:
    """What the rulebook tells of a card or village, for a person who types it in; "" if nothing."""
    key = fold(name)
    card, village = tables.told_cards().get(key), tables.told_villages().get(key)
    found: list[str] = []
    if card is not None:
        found += [str(card.type)] if card.type is not UNSET else []
        for what in ("strength", "health", "attack"):
            if (value := getattr(card, what)) is not UNSET:
                found.append(f"{what} {value}")
    told = card or village
    if told is not None:
        found += [*told.rules, *told.untold]
    return "; ".join(found)


def usual_line(name: str) -> str | None:
    """What is enough to type in for a card that the rulebook tells everything needed of: its type; None if not."""
    told = tables.told_cards().get(fold(name))
    if told is None or told.type is UNSET or told.untold:
        return None
    fought = told.type in FIGHTS and UNSET in (told.health, told.strength)
    return None if fought else str(told.type)
