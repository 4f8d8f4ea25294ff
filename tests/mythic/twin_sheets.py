"""Unit sheets as the twin reads them: the words of the rulings page, one expression for each."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

Data = dict[str, Any]
KINDS = ("god", "titan", "hero", "monster", "troop")
MOMENTS = (
    "start",
    "end",
    "when attacking",
    "when attacked",
    "when it wounds",
    "when wounded",
    "when it destroys",
    "when destroyed",
    "when an enemy enters",
    "when an ally is destroyed",
)
PLURALS = {"heroes": "hero"} | {kind + "s": kind for kind in KINDS}
WHO = re.compile(
    r"(?P<named>itself|the target|the attacker)|(?P<area>an area) (?P<near>here|around|anywhere|within (?:\d+|X))|"
    r"(?P<opponent>an opponent|each opponent)|"
    r"(?P<noun>(?:an? )?(?:ally|enemy|allies|enemies|everyone|(?:(?:allied|enemy) )?"
    r"(?:gods?|titans?|hero|heroes|monsters?|troops?))) (?P<where>here|around|anywhere|within (?:\d+|X))"
)


@dataclass(frozen=True)
class Who:
    """Whom an effect is for: somebody `named`, or units of a `side` and `kind`, `where`, `one` of them or all."""

    named: str = "itself"
    side: str = ""
    kind: str = ""
    where: str = ""
    one: bool = True


@dataclass(frozen=True)
class Effect:
    """One thing that a power does: its words without whom and how long, and those."""

    does: str
    who: Who
    lasts: str = ""


@dataclass(frozen=True)
class Power:
    """A power of a sheet, or what a token does (a permanent one without a letter)."""

    name: str
    kind: str = "permanent"
    letter: str = ""
    prices: tuple[tuple[int, str], ...] = ()
    moment: str = ""
    conditions: tuple[str, ...] = ()
    effects: tuple[tuple[Effect, ...], ...] = ()
    """Of each the ways that its player picks from."""
    text: str = ""

    @property
    def counted(self) -> bool:
        """Whether it can be used so often only, so that it doesn't work by itself."""
        return any(condition.startswith("once ") for condition in self.conditions)


@dataclass(frozen=True)
class Line:
    """A line of the dashboard: from most to least vitality, the stats, the numbers beside the powers that are lit."""

    most: int
    least: int
    offence: int
    defence: int
    range: int
    movement: int
    lit: dict[str, int]


@dataclass
class Sheet:
    """What is printed of one unit."""

    name: str
    kind: str
    cost: int
    mythology: str
    cards: int
    art: int
    types: list[str]
    talents: list[str]
    lines: list[Line]
    powers: list[Power]
    tokens: dict[str, Token]

    @property
    def full(self) -> int:
        return self.lines[0].most


@dataclass
class Token:
    """A kind of token of a sheet: how many there are, what it can be attacked at, what it does while it lies."""

    name: str
    number: int
    defence: int | None = None
    vitality: int = 0
    power: Power = field(default_factory=lambda: Power(""))


def sheets(deck: Data) -> dict[str, Sheet]:
    """The units of a deck file by their names."""
    return {card["name"]: sheet(kind, card) for kind in KINDS for card in deck.get(kind, [])}


def sheet(kind: str, card: Data) -> Sheet:
    """One unit of a deck file."""
    troop = kind == "troop"
    printed = [f"{card['miniatures']}-1 {card['stats']}"] if troop else card["lines"]
    tokens = [token(text) for text in card.get("tokens", [])]
    return Sheet(
        card["name"],
        kind,
        card["cost"],
        card.get("mythology", ""),
        card.get("cards", 0),
        card.get("art", 0),
        card.get("types", []),
        card.get("talents", []),
        [line(text) for text in printed],
        [power(text, lettered=not troop) for text in card.get("powers", [])],
        {one.name: one for one in tokens},
    )


def line(text: str) -> Line:
    """Read `9-7 7/9/1/2 a3b`."""
    span, stats, *lit = text.split()
    most, _, least = span.partition("-")
    letters = {letter: int(number or 0) for letter, number in re.findall(r"([a-z])(\d*)", "".join(lit))}
    offence, defence, range, movement = map(int, stats.split("/"))
    return Line(int(most), int(least or most), offence, defence, range, movement, letters)


def power(text: str, *, lettered: bool) -> Power:
    """Read `a Bolt: offensive, 1 aow: attack dice 7 range 3`."""
    title, head, effects = text.split(": ", 2)
    letter, name = title.split(" ", 1) if lettered else ("", title)
    kind, *rest = head.split(", ")
    prices, moment, conditions = [], "", []
    for word in rest:
        if found := re.fullmatch(r"(\d+) (aow|wounds?|cards?|miniatures?|tokens? .+)", word):
            prices.append((int(found[1]), found[2] if found[2].startswith("token") else found[2].rstrip("s")))
            continue
        known = next((one for one in MOMENTS if word == one or word.startswith(one + " ")), "")
        moment = known or moment
        if left := word.removeprefix(known).strip():
            conditions.append(left)
    return Power(
        name, kind, letter, tuple(prices), moment, tuple(conditions), read_effects(effects, kind, moment), effects
    )


def token(text: str) -> Token:
    """Read `token Web x2, 4/1: enemies here can't run`."""
    head, _, effects = text.removeprefix("token ").partition(": ")
    title, _, stats = head.partition(", ")
    name, _, number = title.rpartition(" x")
    does = Power(name, effects=read_effects(effects, "permanent", "") if effects else ())
    defence, _, vitality = stats.partition("/")
    return Token(name, int(number), int(defence) if stats else None, int(vitality or 0), does)


def read_effects(text: str, kind: str, moment: str) -> tuple[tuple[Effect, ...], ...]:
    """Read effects; a WHO stays for those behind it."""
    parts = re.findall(r'(?:manual "[^"]*"|[^,"])+', text)
    fight = moment in ("when attacking", "when attacked")
    lasting = "" if kind in ("permanent", "passive") and not moment else "this activation"
    who, found = Who(), []
    for part in parts:
        options = []
        for option in [part.strip()] if "manual" in part else part.strip().split(" or "):
            if match := WHO.match(option):
                who, option = read_who(match), option[match.end() :].strip()
            lasts = re.search(r" (this attack|this activation|this turn|one round)$", option)
            does = option[: lasts.start()] if lasts else option
            options.append(Effect(does, who, lasts[1] if lasts else "this attack" if fight else lasting))
        found.append(tuple(options))
    return tuple(found)


def read_who(match: re.Match[str]) -> Who:
    """Whom the words before an effect mean."""
    if match["named"]:
        return Who(match["named"])
    if match["area"]:
        return Who("area", where=match["near"])
    if match["opponent"]:
        return Who("opponent", one=match["opponent"].startswith("an "))
    noun = match["noun"]
    one = noun.split()[0] in ("a", "an")
    words = noun.split()[one:]
    side = {"ally": "ally", "allies": "ally", "allied": "ally", "enemy": "enemy", "enemies": "enemy"}.get(
        words[0], ""
    )
    kind = PLURALS.get(words[-1], words[-1])
    return Who("units", side, kind if kind in KINDS else "", match["where"], one)
