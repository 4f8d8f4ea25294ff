"""A card in one line, as a deck, a record and the table write it: "NAME: KIND, value, value; RULE; RULE"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import UNSET
from msgspec.structs import fields

from referee.errors import BadInput, Unreadable
from referee.files.files import convert
from referee.games.prophecy.cards.cards import KINDS, Card, Creature, Printed
from referee.games.prophecy.cards.wording import read_rule
from referee.games.prophecy.vocabulary import GUILDS, RACES, TYPES
from referee.text.names import did_you_mean, fold, or_list

Values = dict[str, Any]

_FLAGS: Mapping[str, Values] = {
    **{word: {word: True} for word in ("weapon", "shield", "hand", "head", "throwing", "potion", "scroll")},
    **{rarity: {"rarity": rarity} for rarity in ("common", "rare")},
    **{race: {"race": race} for race in RACES},
    **{word: {"types": (word,)} for word in TYPES},
    **{sex: {"sex": sex} for sex in ("woman", "man")},
    **{way: {"way": way} for way in ("both parts", "willpower for strength", "all values")},
    **{fold(guild): {"guilds": (guild,)} for guild in GUILDS},
    "two-handed": {"two_handed": True},
    "no spells": {"no_spells": True},
}
"""Values that are words alone."""
_AS = r"as yours(?: ?\+ ?\d| ?x ?\d)?"
_NUMBERED: Mapping[str, re.Pattern[str]] = {
    "strength": re.compile(rf"strength (\d{{1,2}}|\?|{_AS})"),
    "willpower": re.compile(rf"willpower (\d{{1,2}}|\?|{_AS})"),
    "experience": re.compile(r"(\d{1,2}) experience"),
    "lives": re.compile(r"(\d) lives?"),
    "strength_costs_magic": re.compile(r"strength costs (\d{1,2}) magic"),
    "wills_costs_health": re.compile(r"wills? costs (\d{1,2}) health"),
    "costs": re.compile(r"costs? (\d{1,2})(?: gold| experience)?"),
    "spell": re.compile(r"spell (\d)"),
    "copies": re.compile(r"(\d{1,2}) cop(?:y|ies)"),
    "race": re.compile(r"kind ([a-z-]+)"),
    "types": re.compile(r"type ([a-z-]+)"),
}
"""Values with a number or a word behind or before them."""
_WRITTEN: Mapping[str, str] = {
    "experience": "{} experience", "lives": "{} lives", "strength_costs_magic": "strength costs {} magic",
    "wills_costs_health": "wills costs {} health", "copies": "{} copies",
}  # fmt: skip
_SHOWN = (
    *_FLAGS, "strength 4", "strength as yours", "willpower 3", "2 experience", "3 lives", "kind WORD", "type WORD",
    "strength costs 4 magic", "wills costs 2 health", "costs 7", "spell 1", "2 copies",
)  # fmt: skip
HINT = "like: creature, humanoid, strength 5, 2 experience; won: gain 3 gold; lost: lose 1 health, lose 2 gold"


# --- reading ------------------------------------------------------------------------------------------


def read_card(line: str, also: str = "") -> Card:
    """A card from its line, name and all; what `also` tells of it stands in for what the line leaves out.

    The rules of a line go before those that are told, all of them: nobody can say which is which in other words.

    Raises Unreadable with the nearest word.
    """
    name, colon, rest = line.partition(":")
    name = " ".join(name.split())
    if not colon or not name:
        raise Unreadable(f'can\'t read the card "{line.strip()}"; write NAME: KIND, values; rules, {HINT}')
    try:
        values, rules = _parts(rest)
        if also:
            told, told_rules = _parts(also)
            kind = str(values.get("kind", told["kind"]))
            if kind != told["kind"] and (told["kind"], kind) != ("item", "artifact"):
                raise Unreadable(f"it is {_a(told['kind'])}, the rulebook tells, not {_a(kind)}")
            values = told | values
            if lacking := next((key for key, value in values.items() if value == "?"), None):
                raise Unreadable(f"the rulebook tells that it has {lacking}; write the number too, like {lacking} 4")
            rules = rules or told_rules
        return card_from(name, values, rules)
    except Unreadable as error:
        raise Unreadable(f"{name}: {error}") from None


def card_from(name: str, values: Mapping[str, Any], rules: list[str]) -> Card:
    """A card of what is said of it. Raises Unreadable."""
    if "kind" not in values:
        raise Unreadable(f"say first what it is: {or_list(KINDS)}; {HINT}")
    kind = KINDS[values["kind"]]
    given = {key: value for key, value in values.items() if value != "?" and key != "kind"}
    if "guilds" in given and "guilds" not in kind.__struct_fields__:
        given["guild"] = given.pop("guilds")[-1]
    for key in given:
        if key not in kind.__struct_fields__:
            raise Unreadable(f"{_a(values['kind'])} has no {key.replace('_', ' ')}")
    try:
        return convert({**given, "name": name, "rules": rules}, kind, name)  # type: ignore[return-value]
    except BadInput as error:
        raise Unreadable(str(error).removeprefix(f"{name}: ")) from None


def _a(kind: str) -> str:
    return f"a{'n' * (kind[0] in 'aio')} {kind}"


def _parts(text: str) -> tuple[Values, list[str]]:
    """The values and the rules of a line behind its name."""
    values: Values = {}
    rules: list[str] = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        if ":" in part:
            rules.append(read_rule(part).text)
            continue
        if rules:
            raise Unreadable(
                f'"{part}" stands behind a rule; values come first, and a rule begins with WHEN and a colon'
            )
        for value in filter(None, (value.strip() for value in part.split(","))):
            _add(values, _value(value))
    return values, rules


def _add(values: Values, more: Values) -> None:
    """Put in a value; what may be said several times is gathered."""
    for key, value in more.items():
        if key in ("types", "guilds"):
            values[key] = (*values.get(key, ()), *value)
        elif key in values:
            raise Unreadable(f"its {key.replace('_', ' ')} is told twice")
        else:
            values[key] = value
            if key == "strength" and "willpower" in values:
                values["willpower_first"] = True


def _value(text: str) -> Values:
    plain = fold(text)
    if plain in KINDS:
        return {"kind": plain}
    if plain in _FLAGS:
        return dict(_FLAGS[plain])
    for key, pattern in _NUMBERED.items():
        if match := pattern.fullmatch(plain):
            said = match[1]
            if said == "?":
                return {key: "?"}
            if said.startswith("as yours"):
                return {key: re.sub(r" ?([+x]) ?", r" \1", said)}
            return {key: (said,) if key == "types" else int(said) if said.isdigit() else said}
    hint = did_you_mean(text, (*KINDS, *_SHOWN)) or f"; a card has {or_list(_SHOWN)}"
    raise Unreadable(f'can\'t read "{text}"{hint}')


# --- writing ------------------------------------------------------------------------------------------


def write_card(card: Printed) -> str:
    """A card's whole line; reading it gives the same card."""
    return f"{card.name}: {'; '.join([', '.join([str(card.__struct_config__.tag), *_words(card)]), *card.rules])}"


def _words(card: Printed) -> Iterator[str]:
    """The values of a card in words; what is as usual isn't told."""
    usual = {field.name: field.default for field in fields(type(card))}
    keys = [key for key in usual if key not in ("name", "rules", "copies", "willpower_first")]
    if isinstance(card, Creature) and card.willpower_first:
        at = keys.index("strength")
        keys[at : at + 2] = "willpower", "strength"
    for key in (*keys, "copies"):
        value = getattr(card, key)
        if value == usual[key] or value is UNSET:
            continue
        match key, value:
            case "two_handed", _:
                yield "two-handed"
            case _, True:
                yield key.replace("_", " ")
            case (("rarity" | "sex" | "way" | "guild"), _):
                yield str(value)
            case "race", _:
                yield str(value) if value in RACES else f"kind {value}"
            case "types", _:
                yield from (word if word in TYPES else f"type {word}" for word in value)
            case "guilds", _:
                yield from value
            case _:
                yield _WRITTEN.get(key, f"{key} {{}}").format(value)
