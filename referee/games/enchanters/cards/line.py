"""A card in one line, as it is typed in at the table: "item, attack 1, glory 1; minor: 1 crystal -> attack 3".

Values are parted by commas, rules by semicolons. What stands below the card's line begins with "lower". In a deck a
line begins with the card's name and a colon; a village is "NAME: village; RULE".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, get_args

from msgspec import UNSET
from msgspec.structs import replace

from referee.errors import BadInput, Unreadable
from referee.files.files import convert
from referee.games.enchanters import tables
from referee.games.enchanters.cards.cards import Card, Village, complete, complete_village
from referee.games.enchanters.cards.wording import When
from referee.games.enchanters.vocabulary import FIGHTS, TYPES
from referee.text.names import did_you_mean, fold, nearest, or_list

Values = dict[str, Any]
"""What is said of a card by the words of its line: {"type": "item", "attack": 1, "lower attack": 1}."""

_NUMBERED = ("glory", "attack", "defence", "health", "strength")
BELOW = ("attack", "defence")
"""What may stand below a card's line."""
_VALUE = re.compile(rf"(lower )?({'|'.join(_NUMBERED)}) ([+-]?\d{{1,2}})")
_COPIES = re.compile(r"(\d{1,2}) cop(?:y|ies)")
_MARKED = re.compile(r"(\d{1,2}) marked 2")
_FIELDS = (*TYPES, *_NUMBERED, "lower attack", "lower defence", "kingdom", "2 copies", "1 marked 2")
WHENS: tuple[str, ...] = tuple(sorted(get_args(When), key=len, reverse=True))
"""What a rule begins with, the longest first."""
_STUCK = re.compile(rf"(.+?)[,.]? ((?:lower )?(?:{'|'.join(WHENS)}))", re.IGNORECASE)
"""A value and the beginning of a rule behind it, with nothing that parts them."""
HINT = "like: monster, strength 2, health 5, glory 3, lower attack 1; minor: 1 crystal -> attack 1; lower end: ..."


# --- reading ------------------------------------------------------------------------------------------


def read_card(name: str, text: str) -> Card:
    """A card by its name and line; what the rulebook tells of it may be left out. Raises Unreadable."""
    found: Values = {}
    rules: list[str] = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        if ":" in part:
            _expect_semicolon(part)
            rules.append(part)
            continue
        for value in filter(None, (value.strip() for value in part.split(","))):
            found |= read_value(value)
    return card_from(name, found, rules)


def without_name(name: str, text: str) -> str:
    """What is typed of a card without its name in front, as a deck has it. Raises Unreadable for another card's."""
    said, colon, rest = text.partition(":")
    if _bare(said) in WHENS or not colon or "," in said or ";" in said:
        return text
    if fold(said) == fold(name):
        return rest
    if nearest(_bare(said), WHENS) or _STUCK.fullmatch(" ".join(said.split())):
        return text  # a rule that is written wrongly
    raise Unreadable(f'this is about {name}, not "{said.strip()}"')


def _bare(when: str) -> str:
    """When a rule is done, without the word for its place below the card's line."""
    return fold(when).removeprefix("lower ")


def _expect_semicolon(part: str) -> None:
    """Refuse a rule that follows a value without a semicolon. Raises Unreadable that writes it as it should be."""
    when, _, rest = part.partition(":")
    if _bare(when) not in WHENS and (match := _STUCK.fullmatch(" ".join(when.split()))):
        right = f"{match[1]}; {match[2]}:{rest}"
        raise Unreadable(f"a rule stands behind a semicolon and begins with WHEN and a colon; write {right}")


def _expect_no_rule(part: str) -> None:
    """Refuse a rule that lacks its colon where a value should be. Raises Unreadable that writes it right."""
    when = next((when for when in WHENS if _bare(part).startswith(f"{when} ")), None)
    if when is None and "->" not in part:
        return
    below = "lower " if fold(part).startswith("lower ") else ""
    example = f"; {below}{when}: {_bare(part)[len(when) + 1 :]}" if when else "; minor: 1 crystal -> attack 3"
    raise Unreadable(f'"{part}": a rule stands behind a semicolon and begins with WHEN and a colon, like {example}')


def read_value(part: str) -> Values:
    """One value of a card: "item", "lower attack 1", "kingdom Ashmoor", "2 copies". Raises Unreadable."""
    words = fold(part).replace("defense", "defence")
    if words in TYPES:
        return {"type": words}
    if match := _VALUE.fullmatch(words):
        if match[1] and match[2] not in BELOW:
            raise Unreadable(f"{match[2]} doesn't stand below the line of a card")
        return {f"{match[1] or ''}{match[2]}": int(match[3])}
    if words.startswith("kingdom "):
        return {"kingdom": " ".join(part.split()[1:])}
    if match := _COPIES.fullmatch(words):
        return {"copies": int(match[1])}
    if match := _MARKED.fullmatch(words):
        return {"two": int(match[1])}
    _expect_no_rule(part)
    hint = did_you_mean(part, _FIELDS) or f"; a card has {or_list(_FIELDS)}"
    raise Unreadable(f'can\'t read "{part}"{hint}')


def card_from(name: str, values: Mapping[str, Any], rules: list[str]) -> Card:
    """A card of what is said of it; rules below the line begin with "lower". Raises Unreadable."""
    told = tables.told_cards().get(fold(name))
    kind = values.get("type") or (told.type if told is not None and told.type is not UNSET else None)
    if kind is None:
        raise Unreadable(f"say first what {name} is: {or_list(TYPES)}")
    if min(values.get("health", 0), values.get("strength", 0)) < 0:
        raise Unreadable("health and strength are 0 or more")
    if kind not in FIGHTS and ("health" in values or "strength" in values):
        raise Unreadable(f"{name} is an {kind}; only monsters and dragons have health and strength")
    upper = {key: value for key, value in values.items() if not key.startswith("lower ")}
    lower: Values = {what: values[f"lower {what}"] for what in BELOW if f"lower {what}" in values}
    lower["rules"] = [rule.removeprefix("lower ") for rule in rules if rule.startswith("lower ")]
    above = [rule for rule in rules if not rule.startswith("lower ")]
    try:
        card = convert({**upper, "name": name, "type": kind, "rules": above, "lower": lower}, Card, name)
    except BadInput as error:
        raise Unreadable(str(error)) from None
    return complete(card)


def read_village(name: str, text: str) -> Village:
    """A village by its name and its rules with semicolons between; as a deck has it too. Raises Unreadable."""
    parts = [part.strip() for part in text.split(";")]
    if parts and fold(parts[0]) == "village":
        del parts[0]
    rules = tuple(part for part in parts if part and fold(part) != "none")
    return complete_village(Village(name, rules))


# --- writing ------------------------------------------------------------------------------------------


def write_card(card: Card) -> str:
    """A card's line, without its name."""
    return "; ".join([", ".join(_words(values_of(card))), *rules_in_line(card)])


def value_words(card: Card) -> list[str]:
    """What is printed on a card besides its rules, in words: "item", "attack 1", "lower defence 1"."""
    return list(_words(values_of(as_printed(card))))


def values_of(card: Card) -> Values:
    """What a card says by the words of its line, in their order; what is as usual is left out."""
    found: Values = {"type": card.type, "strength": card.strength, "health": card.health}
    found |= {what: getattr(card, what) or UNSET for what in BELOW}
    found |= {f"lower {what}": getattr(card.lower, what) or UNSET for what in BELOW}
    found |= {"glory": card.glory or UNSET, "kingdom": card.kingdom or UNSET}
    found |= {"copies": card.copies if card.copies != 1 else UNSET, "two": card.two or UNSET}
    return {key: value for key, value in found.items() if value is not UNSET}


def rules_in_line(card: Card) -> list[str]:
    """A card's rules as they stand in its line."""
    return [*card.rules, *(f"lower {rule}" for rule in card.lower.rules)]


def _words(values: Values) -> Iterator[str]:
    for key, value in values.items():
        match key:
            case "type":
                yield str(value)
            case "copies":
                yield f"{value} copies"
            case "two":
                yield f"{value} marked 2"
            case _:
                yield f"{key} {value}"


def write_village(village: Village) -> str:
    """A village in one line, name and all, as a set-up takes it."""
    return f"{village.name}: {'; '.join(village.rules) or 'none'}"


def describe(one: Card | Village) -> str:
    """A card or village in one line of a deck."""
    if isinstance(one, Village):
        return f"{one.name}: {'; '.join(['village', *one.rules])}"
    return f"{one.name}: {write_card(one)}"


# --- what the rulebook tells --------------------------------------------------------------------------


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


def as_printed(card: Card) -> Card:
    """What is printed on a card, without which deck it belongs to and how many there are."""
    return replace(card, kingdom="", copies=1, two=0)
