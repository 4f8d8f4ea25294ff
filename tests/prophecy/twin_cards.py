"""The twin's own reading of cards: a line or a deck's table becomes plain words, which are read where they act.

Nothing here or in the other `twin` modules knows the program's rules: they were written from the rulebook and the
rulings alone, to be compared with it.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

MOMENTS = (
    "any time",
    "instead of moving",
    "moving",
    "round starts",
    "round ends",
    "before battle",
    "after battle",
    "battle",
    "after roll",
    "any roll",
    "roll",
    "revealed",
    "met",
    "won",
    "drawn by",
    "drawn",
    "lost",
    "use",
    "hero beaten",
    "always",
)
OFTEN = ("once a turn", "once a round", "once a battle", "once in two rounds")
GUILDS = ("Fortress", "Thieves' Guild", "Forest Camp", "Magic Tower", "Monastery")
SORTS = {"humanoids": "humanoid", "animals": "animal", "demons": "demon"}
"""Kinds of Creature in the plural."""


@dataclass(frozen=True)
class Rule:
    """[once ...] WHEN [on 4-6] [if ...]: [COST ->] EFFECT, EFFECT."""

    when: str
    often: str
    faces: tuple[int, int] | None
    conditions: tuple[str, ...]
    cost: tuple[str, ...]
    effects: tuple[str, ...]
    text: str

    @property
    def does(self) -> str:
        """What stands behind the colon."""
        return self.text.partition(": ")[2]


@dataclass(frozen=True)
class Card:
    """A card of any kind. `strength` and `willpower` are numbers or "as yours", "as yours +1", "as yours x2"."""

    name: str
    kind: str
    values: tuple[str, ...] = ()
    rules: tuple[Rule, ...] = ()
    strength: str = ""
    willpower: str = ""
    willpower_first: bool = False
    lives: int = 1
    experience: int = 0
    costs: int = 0
    spell: int | None = None
    sort: str = ""
    guilds: tuple[str, ...] = ()
    types: frozenset[str] = field(default_factory=frozenset)
    strength_magic: int = 0
    wills_health: int = 0
    copies: int = 1

    def has(self, value: str) -> bool:
        """Whether a value stands on it: weapon, shield, hand, head, two-handed, throwing, potion, scroll ..."""
        return value in self.values

    @property
    def chosen(self) -> bool:
        """Whether it works only where it is named for the battle (P37)."""
        return any(self.has(place) for place in ("weapon", "shield", "hand", "head"))

    @property
    def in_hand(self) -> bool:
        return any(self.has(place) for place in ("weapon", "shield", "hand"))

    def at(self, *moments: str) -> list[Rule]:
        """Its rules of these moments."""
        return [rule for rule in self.rules if rule.when in moments]


def read_rule(text: str) -> Rule:
    """A rule from its line."""
    head, _, does = text.strip().partition(": ")
    often = next((one for one in OFTEN if head.startswith(one)), "")
    head = head.removeprefix(often).strip()
    head, _, condition = head.partition(" if ")
    head, _, faces = head.partition(" on ")
    low, _, high = faces.partition("-")
    if head not in MOMENTS:
        raise ValueError(f"{text}: when?")
    cost, arrow, effects = does.partition(" -> ")
    if not arrow:
        cost, effects = "", does
    listed = [effects] if effects.startswith("manual") else effects.split(", ")
    return Rule(
        head,
        often,
        (int(low), int(high or low)) if faces else None,
        tuple(condition.split(" and ")) if condition else (),
        tuple(cost.split(" and ")) if cost else (),
        tuple(listed),
        text.strip(),
    )


def read_card(line: str) -> Card:
    """A card from its line."""
    name, _, rest = line.partition(": ")
    head, *rules = rest.split("; ")
    kind, *values = head.split(", ")
    found: dict[str, Any] = {"types": set(), "guilds": [], "values": []}
    for value in values:
        number = re.search(r"\d+", value)
        if value.startswith(("strength costs", "wills costs")):
            found["strength_magic" if value.startswith("strength") else "wills_health"] = (
                int(number[0]) if number else 0
            )
        elif value.startswith("willpower for strength") or value in ("both parts", "all values", "no spells"):
            found["values"].append(value)
        elif value.startswith(("strength ", "willpower ")):
            which, _, much = value.partition(" ")
            found["willpower_first"] = which == "willpower" or found.get("willpower_first", False)
            if which == "willpower" and "strength" in found:
                found["willpower_first"] = False
            found[which] = much
        elif value in GUILDS:
            found["guilds"].append(value)
        elif number and value.startswith(("costs", "spell")):
            found[value.split()[0]] = int(number[0])
        elif number and value.endswith(("lives", "experience", "copies")):
            found[value.split()[1]] = int(number[0])
        elif value in ("edged", "crushing", "long", "staff") or value.startswith("type "):
            found["types"].add(value.removeprefix("type "))
        elif kind in ("creature", "lesser", "greater"):
            found["sort"] = value.removeprefix("kind ")
        else:
            found["values"].append(value)
    found |= {"types": frozenset(found["types"]), "guilds": tuple(found["guilds"]), "values": tuple(found["values"])}
    return Card(name, kind, rules=tuple(map(read_rule, rules)), **found)


def read_deck(path: Path) -> list[Card]:
    """The cards of a deck's file."""
    cards = []
    for kind, tables in tomllib.loads(path.read_text(encoding="utf-8")).items():
        for table in tables if isinstance(tables, list) else ():
            cards.append(_from_table(kind, table))
    return cards


def _from_table(kind: str, table: dict[str, Any]) -> Card:
    words = {"two_handed": "two-handed", "no_spells": "no spells"}
    flags = [words.get(key, key) for key, value in table.items() if value is True and key != "willpower_first"]
    flags += [str(table[key]) for key in ("way", "sex", "rarity") if key in table]
    return Card(
        table["name"],
        kind,
        tuple(flags),
        tuple(map(read_rule, table.get("rules", ()))),
        str(table.get("strength", "")),
        str(table.get("willpower", "")),
        bool(table.get("willpower_first")) or "strength" not in table,
        table.get("lives", 1),
        table.get("experience", 0),
        table.get("costs", 0),
        table.get("spell"),
        table.get("race", ""),
        tuple(table.get("guilds", ())),
        frozenset(table.get("types", ())),
        table.get("strength_costs_magic", 0),
        table.get("wills_costs_health", 0),
        table.get("copies", 1),
    )


@cache
def printed(name: str) -> str:
    """A copy's name as it is printed: "Mountains" of "Mountains #2"."""
    return re.sub(r" #\d+$", "", name)


def number_in(text: str) -> int:
    """The first number of a text, 0 if it has none."""
    found = re.search(r"\d+", text)
    return int(found[0]) if found else 0
