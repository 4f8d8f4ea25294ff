"""A card changed in words: values in place of the old ones, rules added, "no ..." for what goes.

`attack 2`, `lower defence 1`, `kingdom Ashmoor`, `2 copies` take the place of what was there; `minor: 1 crystal ->
attack 3` is a rule more; `no glory`, `no minor`, `no rules`, `no lower rules` take away; `name Gnoll` calls it
otherwise. A whole line, name and all, takes the place of everything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

from referee.cards.spreadsheet import number
from referee.errors import Unreadable
from referee.games.enchanters.cards.cards import Card, Village
from referee.games.enchanters.cards.learning import read_card_name
from referee.games.enchanters.cards.line import (
    card_from,
    read_card,
    read_value,
    read_village,
    rules_in_line,
    values_of,
)
from referee.games.enchanters.cards.wording import When
from referee.games.enchanters.vocabulary import TYPES
from referee.text.names import did_you_mean, fold

Entry = Card | Village

COLUMNS = (
    "kind", "name", "type", "kingdom", "glory", "attack", "defence", "strength", "health", "rules", "lower attack",
    "lower defence", "lower rules", "copies", "two",
)  # fmt: skip
"""The columns of a spreadsheet."""
_NUMBERS = ("glory", "attack", "defence", "strength", "health", "lower attack", "lower defence", "copies", "two")
_WHENS = tuple(map(str, get_args(When)))


def read_line(text: str, kind: str | None = None) -> Entry:
    """A card or village by its line, name and all. Raises Unreadable."""
    name, colon, rest = text.partition(":")
    if not colon:
        raise Unreadable(f'"{text.strip()}": a card is its name, a colon and the rest, like Cap: item, defence 1')
    name = read_card_name(name)
    first, _, rules = rest.partition(";")
    if fold(first) == "village":
        return read_village(name, rules)
    try:
        return read_village(name, rest) if kind == "village" else read_card(name, rest.strip())
    except Unreadable as error:
        told = str(error)
        raise Unreadable(told if name in told else f"{name}: {told}") from None


def changed(entry: Entry, texts: Sequence[str]) -> Entry:
    """A card or village after changes, in order. Raises Unreadable, and then nothing is changed."""
    kind = "village" if isinstance(entry, Village) else "card"
    if whole := [text for text in texts if ":" in text and not _is_rule(text)]:
        if len(texts) > 1:
            raise Unreadable(f'"{whole[0]}" is a whole card; give it alone')
        after = read_line(whole[0], kind)
        if isinstance(after, Village) != isinstance(entry, Village):
            raise Unreadable(f"{entry.name} is a {kind}; remove it and add the other")
        return after
    name = entry.name
    values = values_of(entry) if isinstance(entry, Card) else {}
    rules = rules_in_line(entry) if isinstance(entry, Card) else list(entry.rules)
    for text in (part.strip() for given in texts for part in given.split(";")):
        word, _, rest = text.partition(" ")
        if _is_rule(text):
            rules.append(text)
        elif fold(word) == "name":
            name = read_card_name(rest)
        elif fold(word) == "no":
            _take_away(name, fold(rest), values, rules)
        elif isinstance(entry, Village):
            raise Unreadable(f'{name}: "{text}" is no rule of a village, which is like rest: gain 2 crystals')
        else:
            for part in text.split(","):
                values |= read_value(part.strip())
    return read_village(name, "; ".join(rules)) if isinstance(entry, Village) else card_from(name, values, rules)


def _is_rule(text: str) -> bool:
    """Whether a text is a rule, of the upper or the lower part."""
    when, colon, _ = text.partition(":")
    return bool(colon) and fold(when).removeprefix("lower ") in _WHENS


def _take_away(name: str, what: str, values: dict[str, object], rules: list[str]) -> None:
    """Take a value or rules off what is said of a card. Raises Unreadable if it has no such thing."""
    key = {"copies": "copies", "mark": "two", "marked 2": "two"}.get(what, what)
    gone = [rule for rule in rules if what in (fold(rule), fold(rule.partition(":")[0]))]
    if what in ("rules", "lower rules"):
        gone = [rule for rule in rules if rule.startswith("lower ") == (what == "lower rules")]
    if key not in values and not gone:
        there = [*values, *(rule.partition(":")[0] for rule in rules), "rules"]
        raise Unreadable(f'{name}: has no "{what}"{did_you_mean(what, there)}')
    values.pop(key, None)
    rules[:] = [rule for rule in rules if rule not in gone]


# --- rows of a spreadsheet ----------------------------------------------------------------------------


def read_row(row: Mapping[str, str]) -> Entry:
    """A card or village from its cells; without a kind, a row without a type is one that the rulebook knows.

    Raises Unreadable.
    """
    name = read_card_name(row["name"])
    if "village" in (fold(row.get("kind", "")), fold(row.get("type", ""))):
        return read_village(name, row.get("rules", ""))
    values: dict[str, object] = {column: number(row, column) for column in _NUMBERS if column in row}
    if "type" in row:
        kind = fold(row["type"])
        if kind not in TYPES:
            raise Unreadable(f'{name}: "{row["type"]}" is no type of card{did_you_mean(kind, TYPES)}')
        values["type"] = kind
    if "kingdom" in row:
        values["kingdom"] = row["kingdom"]
    rules = [part.strip() for part in row.get("rules", "").split(";") if part.strip()]
    rules += [f"lower {part.strip()}" for part in row.get("lower rules", "").split(";") if part.strip()]
    return card_from(name, values, rules)


def to_row(entry: Entry) -> dict[str, object]:
    """A card or village as cells by column."""
    if isinstance(entry, Village):
        return {"kind": "village", "name": entry.name, "rules": "; ".join(entry.rules)}
    below = {"lower rules": "; ".join(entry.lower.rules)}
    return {"kind": "card", "name": entry.name, **values_of(entry), "rules": "; ".join(entry.rules), **below}
