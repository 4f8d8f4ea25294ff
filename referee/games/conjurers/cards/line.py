"""A card in one line, as people type it and records keep it.

The name stands before a colon, the rest after it in any order, with commas between:

    Sphinx: egyptian 3, earth, 9/3, offensive 2, flying
    Wolf: level 1, earth, 5/2, poisonous, 2 copies
    Dirk: power hit 1, costs 2 iron and 1 wood
    The Holy Grail: absorption 3

A creature has a mythology with its level (a level 1 creature only its level), an element, hit points / battle dice,
and abilities; an item abilities and a price; an artifact abilities (the rest is in the table, p. 8; a card that
differs may have its mythology, price and points). Names may hold anything but : [ ] / and commas.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from msgspec import UNSET

from referee.errors import BadInput, Unreadable
from referee.files.files import convert
from referee.games.conjurers.cards.cards import ArtifactEntry, CreatureEntry, ItemEntry
from referee.games.conjurers.cards.parts import EXAMPLES, Card, Kind, Parts, parted, read_part, understood, write_cost
from referee.games.conjurers.tables import points as points_tables
from referee.text.names import did_you_mean, fold, nearest

NOT_IN_NAMES = ":[]/,"
"""What parts a line, a move, or a list of answers."""

_CALLED = {"hp": "hit points and battle dice", "cost": "price"}

C = TypeVar("C", CreatureEntry, ItemEntry, ArtifactEntry)


# --- reading --------------------------------------------------------------------------------------


def read_creature(text: str) -> CreatureEntry:
    """A creature from its line. Raises Unreadable that says what is wrong with it."""
    return creature_from(_said(text, "creature"))


def read_item(text: str) -> ItemEntry:
    """An item from its line. Raises Unreadable."""
    return _entry(_said(text, "item"), ItemEntry)


def read_artifact(text: str) -> ArtifactEntry:
    """An artifact from its line; whether there is one of that name isn't looked up. Raises Unreadable."""
    return _entry(_said(text, "artifact"), ArtifactEntry)


def read_card(text: str, kind: Kind | None = None) -> Card:
    """Any card from its line; without a kind it is told by what is said of it, and by the artifacts' names (p. 8).

    Raises Unreadable.
    """
    kind = kind or _kind_of(*split_line(text))
    return card_from(_said(text, kind), kind)


def card_from(parts: Parts, kind: Kind) -> Card:
    """A card of what is said of it, name and all. Raises Unreadable."""
    if kind == "creature":
        return creature_from(parts)
    return _entry(parts, ItemEntry) if kind == "item" else _entry(parts, ArtifactEntry)


def creature_from(parts: Parts) -> CreatureEntry:
    """A creature of what is said of it, name and all. Raises Unreadable for what it lacks."""
    name = parts["name"]
    if "level" not in parts:
        raise Unreadable(f'{name}: its level is missing, as in "level 1" or "egyptian 3"')
    if not {"hp", "bd"} <= set(parts):
        raise Unreadable(f'{name}: its hit points and battle dice are missing, as in "9/3"')
    found = _entry(parts, CreatureEntry)
    if found.level > 1 and found.mythology is UNSET:
        raise Unreadable(f'{name}: a level {found.level} creature needs its mythology, as in "greek {found.level}"')
    return found


def _entry(parts: Parts, entry: type[C]) -> C:
    try:
        return convert(parts, entry, parts["name"])
    except BadInput as error:
        raise Unreadable(str(error)) from None


def _said(text: str, kind: Kind) -> Parts:
    """All that a line says."""
    name, parts = split_line(text)
    found: Parts = {"name": name}
    for part in parts:
        for key, value in read_part(part, kind, name).items():
            if key == "abilities":
                found[key] = (*found.get(key, ()), *value)
            elif key in found:
                raise Unreadable(f'{name}: "{part}": it has its {_CALLED.get(key, key)} already')
            else:
                found[key] = value
    return found


def _kind_of(name: str, parts: Sequence[str]) -> Kind:
    keys = {key for part in parts for key in understood(part)}
    if tells_creature(name, parts):
        return "creature"
    known = [row.name for row in points_tables.artifacts()]
    if fold(name) in map(fold, known):
        return "artifact"
    if keys & {"mythology", "points"}:
        raise Unreadable(f'there is no artifact "{name}"{did_you_mean(name, known)}')
    if "cost" not in keys and (near := nearest(name, known, 1, alike=0.75)):
        raise Unreadable(f'"{name}" is nearly the artifact {near[0]}; write that, or say that it is an item')
    return "item"


def tells_creature(name: str, parts: Sequence[str]) -> bool:
    """Whether the parts of a line are those of a creature, also where commas are missing between them."""
    single = (one for part in parts for one in (part, *parted(part, "creature", name)))
    return any({"level", "element", "hp"} & set(understood(one)) for one in single)


def split_line(text: str) -> tuple[str, list[str]]:
    """A line's name and its parts. Raises Unreadable if it has no colon, or an impossible name."""
    name, colon, rest = text.partition(":")
    if not colon:
        raise Unreadable(f'"{text.strip()}": a card is its name, a colon and the rest, like {EXAMPLES["creature"]}')
    check_name(name)
    return name.strip(), split_parts(rest)


def split_parts(text: str) -> list[str]:
    """The parts of a line after its name."""
    return [part.strip() for part in text.split(",") if part.strip()]


def check_name(name: str) -> None:
    """Raises Unreadable if a name is empty or holds what parts a line, a move or a list of answers."""
    if not name.strip():
        raise Unreadable("a card needs a name")
    if found := [sign for sign in name if sign in NOT_IN_NAMES]:
        raise Unreadable(f'"{name.strip()}": leave out "{found[0]}"; a name can\'t hold {" ".join(NOT_IN_NAMES)}')


# --- writing --------------------------------------------------------------------------------------


def write_creature(entry: CreatureEntry) -> str:
    """A creature's line. Raises Unreadable if its name can't stand in one."""
    level = f"level {entry.level}" if entry.mythology is UNSET else f"{entry.mythology} {entry.level}"
    element = [] if entry.element is UNSET else [entry.element]
    return _line(entry, [level, *element, f"{entry.hp}/{entry.bd}", *entry.abilities])


def write_item(entry: ItemEntry) -> str:
    """An item's line. Raises Unreadable if its name can't stand in one."""
    return _line(entry, [*entry.abilities, *_price(entry)])


def write_artifact(entry: ArtifactEntry) -> str:
    """An artifact's line. Raises Unreadable if its name can't stand in one."""
    mythology = [] if entry.mythology is UNSET else [entry.mythology]
    points = [] if entry.points is UNSET else [f"{entry.points} {'point' if entry.points == 1 else 'points'}"]
    return _line(entry, [*mythology, *entry.abilities, *_price(entry), *points])


def write_card(entry: Card) -> str:
    """The line of any card. Raises Unreadable if its name can't stand in one."""
    if isinstance(entry, CreatureEntry):
        return write_creature(entry)
    return write_item(entry) if isinstance(entry, ItemEntry) else write_artifact(entry)


def describe(entry: Card) -> str:
    """A card in one line; of one whose name can't stand in a line only the name."""
    try:
        return write_card(entry)
    except Unreadable:
        return entry.name


def _line(entry: Card, parts: Sequence[str]) -> str:
    check_name(entry.name)
    copies = [] if entry.copies is UNSET else [f"{entry.copies} {'copy' if entry.copies == 1 else 'copies'}"]
    return f"{entry.name}: {', '.join([*parts, *copies])}".rstrip()


def _price(entry: ItemEntry | ArtifactEntry) -> list[str]:
    return [] if entry.cost is UNSET else [f"costs {write_cost(entry.cost)}"]
