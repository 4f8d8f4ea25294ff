"""Cards as rows of a spreadsheet:

    kind,name,level,mythology,element,hp,bd,abilities,cost,points,copies
    creature,Sphinx,3,egyptian,earth,11,3,"defensive 2, first strike",,,
    item,Dirk,,,,,,first strike,2 wood and 1 iron,,

Without a kind, a row with hit points is a creature, one with the name of an artifact (p. 8) an artifact, and the rest
are items.
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.cards.spreadsheet import number
from referee.errors import Unreadable
from referee.games.conjurers.cards.line import card_from, check_name
from referee.games.conjurers.cards.parts import KINDS, Card, Kind, Parts, read_cost, read_part
from referee.games.conjurers.tables import points as points_tables
from referee.text.names import find, fold

COLUMNS = ("kind", "name", "level", "mythology", "element", "hp", "bd", "abilities", "cost", "points", "copies")
NUMBERS = ("level", "hp", "bd", "points", "copies")


def read_row(row: Mapping[str, str]) -> Card:
    """A card from its cells. Raises Unreadable."""
    name = row["name"]
    check_name(name)
    kind = _kind(row)
    parts: Parts = {"name": name}
    parts |= {column: number(row, column) for column in NUMBERS if column in row}
    parts |= {column: fold(row[column]) for column in ("mythology", "element") if column in row}
    if "abilities" in row:
        texts = [text.strip() for text in row["abilities"].replace(";", ",").split(",") if text.strip()]
        parts["abilities"] = [_ability(text, kind, name) for text in texts]
    if "cost" in row:
        parts["cost"] = read_cost(row["cost"].removeprefix("costs "), name)
    return card_from(parts, kind)


def _kind(row: Mapping[str, str]) -> Kind:
    if "kind" in row:
        return find(row["kind"], {one: one for one in KINDS}, "kind of card")
    if "hp" in row or "level" in row:
        return "creature"
    known = [fold(artifact.name) for artifact in points_tables.artifacts()]
    return "artifact" if fold(row["name"]) in known else "item"


def _ability(text: str, kind: Kind, name: str) -> str:
    found = read_part(text, kind, name)
    if "abilities" not in found:
        raise Unreadable(f'{name}: "{text}" is no ability; it has a column of its own')
    ability: str = found["abilities"][0]
    return ability
