"""Cards of Enchanters as the twin reads them, and cards made up at random for it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from typing import Any

Data = dict[str, Any]
WHO = ("each other player", "each player", "another player", "a player")
"""The last two are chosen."""
MINOR, MULTI, REST = "minor", "multi", "rest"
COUNTS = ("attack", "defence", "monsters", "dragons", "items", "enchantments", "wounds", "crystals")


@dataclass(frozen=True)
class Effect:
    """What happens to whom: `by` is "all" or a number, of each `per` of what is counted."""

    who: str
    does: str
    """attack, defence, gain, lose, take, heal, discard, give, away, graveyard, double, everyone, glory."""
    by: str = ""
    per: int = 0
    of: str = ""


@dataclass(frozen=True)
class Rule:
    """One rule of a card."""

    when: str
    lower: bool
    cost: tuple[tuple[str, int], ...]
    effects: tuple[Effect, ...]


@dataclass(frozen=True)
class Card:
    """What is printed on a card, or on the village."""

    name: str
    type: str
    glory: int = 0
    attack: int = 0
    defence: int = 0
    strength: int = 0
    health: int = 0
    lower_attack: int = 0
    lower_defence: int = 0
    lower_glory: int = 0
    rules: tuple[Rule, ...] = ()


def read_effect(text: str) -> Effect:
    """An effect from its words."""
    who = next((one for one in WHO if text.startswith(one + " ")), "")
    text = text.removeprefix(who).strip()
    whole = {
        "double damage": "double",
        "strike everyone": "everyone",
        "give this card away": "away",
        "journey to the graveyard": "graveyard",
    }
    if text.startswith("manual "):
        return Effect(who, "manual")
    if text in whole:
        return Effect(who, whole[text])
    match = re.fullmatch(r"(\w+?)s? (-?\d+|all)(?: (?:crystal|wound|monster)s?)?(?: per (?:(\d+) )?(\w+))?", text)
    assert match, text
    verb, by, per, of = match.groups()
    return Effect(who, verb, by, int(per or 1) if of else 0, plural(of) if of else "")


def plural(word: str) -> str:
    return word if word.endswith("s") or word in ("attack", "defence") else f"{word}s"


def read_rule(text: str) -> Rule:
    """A rule from its line."""
    when, _, rest = text.partition(": ")
    lower = when.startswith("lower ")
    cost, arrow, effects = rest.partition(" -> ")
    if not arrow:
        cost, effects = "", rest
    prices = []
    for part in filter(None, cost.split(" and ")):
        number, what = re.findall(r"(\d+) (crystal|wound|monster)", part)[0]
        prices.append((what, int(number)))
    return Rule(when.removeprefix("lower "), lower, tuple(prices), tuple(map(read_effect, effects.split(", "))))


def read_card(data: Data) -> Card:
    """A card of a deck file."""
    lower = data.get("lower", {})
    rules = [*data.get("rules", []), *(f"lower {rule}" for rule in lower.get("rules", []))]
    values = {key: data[key] for key in ("glory", "attack", "defence", "strength", "health") if key in data}
    below = {f"lower_{key}": lower[key] for key in ("attack", "defence", "glory") if key in lower}
    return Card(data["name"], data.get("type", "village"), **values, **below, rules=tuple(map(read_rule, rules)))


# --- cards at random ------------------------------------------------------------------------------------


def _per(luck: Random, chance: float = 0.25, but: str = "") -> str:
    """Of how many; nothing grows by itself without end."""
    if luck.random() > chance:
        return ""
    of = luck.choice([count for count in COUNTS if count != but])
    return f" per {luck.choice((1, 2, 2, 3))} {of}"


def _effect(luck: Random, when: str, kind: str = "") -> str:
    nobody_chooses = (when, kind) == ("turn", "village")
    """The program refuses choices before the first turn."""
    who = luck.choice(("", "", "", *(f"{who} " for who in WHO[: 2 if nobody_chooses else 4])))
    s = "s" if who else ""
    part = luck.random()
    if part < 0.35:
        return f"{luck.choice(('attack', 'defence'))} {luck.choice((1, 1, 2, 3, -1))}{_per(luck)}"
    if part < 0.6:
        verb, many = luck.choice((("gain", luck.randint(1, 4)), ("lose", luck.randint(1, 3)), ("lose", "all")))
        return f"{who}{verb}{s} {many} crystals{_per(luck, but='crystals') if many != 'all' else ''}"
    if part < 0.8:
        verb, many = luck.choice((("take", luck.randint(1, 3)), ("heal", luck.randint(1, 3)), ("heal", "all")))
        return f"{who}{verb}{s} {many} wounds{_per(luck, but='wounds') if many != 'all' else ''}"
    if part < 0.92:
        return f"{who}discard{s} {luck.choice((1, 1, 2, 'all'))} monsters"
    if nobody_chooses:
        return "heal 1 wounds"
    if when in ("minor", "rest", "immediate") and luck.random() < 0.5:
        return "journey to the graveyard"
    return f"{luck.choice(('another', 'a'))} player gives 1 monster"


def _cost(luck: Random) -> str:
    costs = (
        "",
        "1 crystal",
        "2 crystals",
        "3 crystals",
        "take 1 wound",
        "1 crystal and take 1 wound",
        "discard 1 monster",
    )
    found = luck.choice(costs)
    return f"{found} -> " if found else ""


def random_rule(luck: Random, kind: str) -> str:
    """One rule for a card of a kind."""
    when = luck.choice(
        (
            "minor",
            "minor",
            "multi",
            "rest",
            "immediate",
            "immediate",
            "turn",
            "end",
            "after rest",
            "after item",
            "after enchantment",
            "after monster",
            "after dragon",
        )
    )
    if kind == "village":
        when = luck.choice(("minor", "multi", "turn", "after rest", "after item", "end"))
    if kind in ("monster", "dragon") and luck.random() < 0.15:
        return f"fight: {luck.choice(('double damage', 'strike everyone'))}"
    if when == "end":
        return f"end: glory {luck.choice((1, 1, 2, -1))}{_per(luck, 1)}"
    if when == "multi":
        return f"multi: {luck.choice((1, 2, 3))} crystals -> {_effect(luck, when)}"
    effects = ", ".join(_effect(luck, when, kind) for _ in range(luck.choice((1, 1, 1, 2))))
    return f"{when}: {_cost(luck) if when in ('minor', 'rest') else ''}{effects}"


def random_card(luck: Random, name: str, kind: str, hard: int) -> Data:
    """A card made up; `hard` is how strong a monster is."""
    lower: Data = {}
    found: Data = {"name": name, "type": kind, "lower": lower}
    if kind in ("monster", "dragon"):
        found |= {"strength": luck.randint(0, 2) + hard, "health": luck.randint(1, 3) + hard}
    if luck.random() < 0.8:
        found["glory"] = luck.randint(1, 2 + hard)
    for value in ("attack", "defence"):
        if luck.random() < 0.35:
            found[value] = luck.choice((-1, 1, 1, 2, 3))
        if luck.random() < 0.4:
            lower[value] = luck.choice((-1, 1, 1, 1, 2))
    if luck.random() < 0.15:
        lower["glory"] = luck.randint(1, 3)
    rules = list(dict.fromkeys(random_rule(luck, kind) for _ in range(luck.choice((0, 1, 1, 2)))))
    if kind == "item" and luck.random() < 0.1:
        rules = ["immediate: give this card away"]
    kept = [rule for rule in rules if luck.random() < 0.75 or rule.startswith(("immediate", "fight"))]
    found["rules"] = kept
    if left := [rule for rule in rules if rule not in kept]:
        lower["rules"] = left
    return {key: value for key, value in found.items() if value or key in ("strength", "health")}


def random_deck(luck: Random) -> Data:
    """Six kingdoms of made-up cards, and a village."""
    cards = [
        {"name": "Fist", "type": "item", "lower": {"attack": 1}},
        {"name": "of Enchanting", "type": "enchantment", "rules": ["minor: 2 crystals -> attack 1"]},
    ]
    for number in range(1, 7):
        kingdom = f"Realm {number}"
        kinds = [("item", 2, 1, 0)] * 3 + [("enchantment", 2, 1, 0)] * 3
        kinds += [("monster", 6, 3, 1), ("monster", 4, 2, 3), ("monster", 2, 1, 5), ("dragon", 1, 1, 7)]
        for at, (kind, copies, two, hard) in enumerate(kinds):
            card = random_card(luck, f"{kind.title()} {'ABCDEFGHIJ'[at]}{number}", kind, hard)
            cards.append({**card, "kingdom": kingdom, "copies": copies, "two": two})
    villages: list[Data] = [
        {
            "name": f"Town {number}",
            "rules": list(
                dict.fromkeys(
                    [
                        "rest: gain 3 crystals",
                        "rest: heal 3 wounds",
                        *(random_rule(luck, "village") for _ in range(2)),
                    ]
                )
            ),
        }
        for number in range(1, 4)
    ]
    villages[2]["rules"][1] = "rest: 1 crystal -> journey to the graveyard"
    return {"game": "enchanters", "kind": "deck", "name": "Made up", "card": cards, "village": villages}
