"""Parsers of a player's holdings as people type them: "1 1 b2 n44", "12 wood 4 stone", "grail"."""

from __future__ import annotations

import re

from referee.errors import Unreadable
from referee.games.conjurers import tables
from referee.games.conjurers.vocabulary import MYTHOLOGIES, RESOURCES, Mythology, Resource
from referee.text.grammar import FIGURES
from referee.text.names import find, fold, is_nothing
from referee.text.pattern import lazy_pattern

Kind = tuple[Mythology | None, int]
"""A creature's mythology, None at level 1 (S1), and its level."""

_LEVEL = lazy_pattern(r"([1-5])(?:\s*[x*]\s*(\d+))?")
_SO_MANY = lazy_pattern(rf"(?:(\d{{1,2}}|{'|'.join(FIGURES)}) (?:x )?)?(?:level 1|([a-z]+) ([2-5]))")
"""Creatures in words: "level 1", "two level 1", "2 norse 3"; a mythology without a number is a `_CREATURE`."""
_CREATURE = lazy_pattern(r"([a-z]+)\s*([1-5](?:\s*[1-5])*)")
_GOOD = lazy_pattern(r"(\d{1,9})\s*([a-z]+)|([a-z]+)\s*(\d{1,9})")
STONE = "s"
"""Short for stone, not sapphire; a resource may be shortened otherwise to a beginning that no other one has."""


def parts_of(text: str) -> list[str]:
    """Split a line by commas, and parts that aren't one name by spaces."""
    if is_nothing(text):
        return []
    parts = []
    for part in filter(None, (part.strip() for part in text.split(","))):
        words = part.split()
        short = all(re.fullmatch(r"[A-Za-z]{0,10}[1-5]+(?:[x*]\d+)?", word) for word in words)
        parts += words if short else [part]
    return parts


def read_kinds(part: str) -> tuple[Kind, ...] | None:
    """Parse the creatures of a part: "b2", "norse 44", "1x3", "two level 1"; None for another part.

    Raises Unreadable.
    """
    key = fold(part)
    if match := _LEVEL.fullmatch(key):
        if (level := int(match[1])) > 1:
            raise Unreadable(f'"{part}" lacks its mythology, as in {MYTHOLOGIES[0][0]}{level}')
        return _level_1(int(match[2] or 1))
    if match := _SO_MANY.fullmatch(key):
        many = int(FIGURES.get(match[1], match[1] or 1))
        return ((_mythology(match[2]), int(match[3])),) * many if match[2] else _level_1(many)
    if match := _CREATURE.fullmatch(key):
        mythology = _mythology(match[1])
        levels = [int(digit) for digit in match[2] if digit.isdigit()]
        return tuple((None if level == 1 else mythology, level) for level in levels)
    return None


def _level_1(many: int) -> tuple[Kind, ...]:
    most = tables.players().box.level_1_creatures
    if many > most:
        raise Unreadable(f"{many} level 1 creatures; the box has {most}")
    return ((None, 1),) * many


def _mythology(text: str) -> Mythology:
    return find(text, {fold(name): name for name in MYTHOLOGIES}, "mythology")


def read_artifact(text: str) -> str:
    """Find an artifact by a word that only its name has: "grail" is The Holy Grail. Raises Unreadable."""
    known = {key: row.name for key, row in tables.artifacts_by_key().items()}
    inside = [name for key, name in known.items() if fold(text) in key]
    return inside[0] if len(inside) == 1 else find(text, known, "artifact")


def read_resources(text: str) -> dict[Resource, int]:
    """Parse resources: "12 wood 4 stone", "3d and 2 iron". Raises Unreadable; food scores nothing (S4)."""
    found, food = read_stores(text)
    if food is not None:
        raise Unreadable("food scores nothing (S4); leave it out")
    return found


def read_stores(text: str) -> tuple[dict[Resource, int], int | None]:
    """Parse resources and food, the food None if it isn't named. Raises Unreadable."""
    parts = [] if is_nothing(text) else fold(text.replace(",", " ")).split()
    typed = " ".join(part for part in parts if part != "and")
    known: dict[str, Resource] = {resource: resource for resource in RESOURCES}
    found: dict[Resource, int] = {}
    food: int | None = None
    at = 0
    for match in _GOOD.finditer(typed):
        if typed[at : match.start()].strip():
            break
        amount, word = (match[1], match[2]) if match[1] else (match[4], match[3])
        at = match.end()
        if word == "food":
            food = int(amount)
            continue
        resource: Resource = "stone" if word == STONE else find(word, known, "resource")
        if resource in found:
            raise Unreadable(f"{resource} is named twice")
        found[resource] = int(amount)
    if typed[at:].strip():
        raise Unreadable(f'can\'t read "{typed[at:].strip()}"; write it like 12 wood 4 stone')
    return found, food
