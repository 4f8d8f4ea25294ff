"""Decks as CSV, for those who like a spreadsheet: one row a card, the columns by name in any order.

    kind,name,level,mythology,element,hp,bd,abilities,cost,points,copies
    creature,Sphinx,3,egyptian,earth,11,3,"defensive 2, first strike",,,
    item,Dirk,,,,,,first strike,2 wood and 1 iron,,

Columns may be parted by commas, semicolons or tabs. Without a kind, a row with hit points is a creature, one with
the name of an artifact (p. 8) an artifact, and the rest are items.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence

from referee.errors import BadInput, RefereeError, Unreadable
from referee.games.conjurers.card_line import card_from, check_name
from referee.games.conjurers.card_parts import KINDS, Card, Kind, Parts, kind_of, read_cost, read_part, write_cost
from referee.games.conjurers.deck.changes import data_of
from referee.games.conjurers.tables import points as points_tables
from referee.names import did_you_mean, find, fold, keyed, printable

COLUMNS = ("kind", "name", "level", "mythology", "element", "hp", "bd", "abilities", "cost", "points", "copies")
NUMBERS = ("level", "hp", "bd", "points", "copies")
MOST_TOLD = 12
"""So many bad rows are told one by one."""


def write(cards: Iterable[Card]) -> str:
    """Cards as CSV, with a row of headings."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for card in cards:
        data = data_of(card) | {"kind": kind_of(card)}
        if "cost" in data:
            data["cost"] = write_cost(data["cost"])
        data["abilities"] = ", ".join(data.get("abilities", ()))
        writer.writerow([data.get(column, "") for column in COLUMNS])
    return out.getvalue()


def read(text: str, where: str) -> list[Card]:
    """Cards from CSV, all or none. Raises BadInput that names every bad row by its line."""
    cards: list[Card] = []
    wrong: list[str] = []
    for line, row in _rows(text, where):
        try:
            cards.append(_card(row))
        except RefereeError as error:
            wrong.append(f"{where}: line {line}: {error}")
    if wrong:
        more = [f"{where}: and {len(wrong) - MOST_TOLD} more bad rows"] if len(wrong) > MOST_TOLD else []
        raise BadInput("\n".join([*wrong[:MOST_TOLD], *more]))
    if not cards:
        raise BadInput(f"{where}: has no cards; a row is like Sphinx under the heading name")
    return cards


def _rows(text: str, where: str) -> Iterator[tuple[int, Mapping[str, str]]]:
    """The rows with anything in them, by heading, with the lines that they begin on."""
    text = text.removeprefix("\ufeff")
    head = text.lstrip("\r\n").split("\n", 1)[0]
    delimiter = max(",;\t", key=head.count)
    reader = csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)
    columns: Sequence[str] | None = None
    line = 1
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                if columns is None:
                    columns = _columns(row, where)
                else:
                    yield line, _by_column(columns, row, f"{where}: line {line}")
            line = reader.line_num + 1
    except csv.Error as error:
        raise BadInput(f"{where}: line {line}: is no CSV: {error}") from None


def _columns(head: Sequence[str], where: str) -> list[str]:
    known = keyed(COLUMNS, str)
    found = []
    for cell in head:
        name = fold(cell)
        if name and name not in known:
            hint = did_you_mean(name, COLUMNS) or f"; known are {', '.join(COLUMNS)}"
            raise BadInput(f'{where}: there is no column "{printable(cell)}"{hint}')
        if name in found and name:
            raise BadInput(f'{where}: the column "{name}" is there twice')
        found.append(name)
    if "name" not in found:
        raise BadInput(f"{where}: its first row must have the headings, with name among them: {', '.join(COLUMNS)}")
    return found


def _by_column(columns: Sequence[str], row: Sequence[str], where: str) -> dict[str, str]:
    if any(cell.strip() for cell in row[len(columns) :]):
        raise BadInput(f"{where}: has {len(row)} cells; there are {len(columns)} headings")
    cells = {name: cell.strip() for name, cell in zip(columns, row, strict=False) if name}
    return {name: cell for name, cell in cells.items() if cell}


def _card(row: Mapping[str, str]) -> Card:
    if "name" not in row:
        raise Unreadable("a card needs a name")
    name = row["name"]
    check_name(name)
    kind = _kind(row)
    parts: Parts = {"name": name}
    for column in NUMBERS:
        if column in row:
            parts[column] = _number(row[column], column, name)
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


def _number(cell: str, column: str, name: str) -> int:
    if not cell.isascii() or not cell.isdigit() or len(cell) > 9:
        raise Unreadable(f'{name}: {column} is "{printable(cell)}"; it must be a whole number')
    return int(cell)


def _ability(text: str, kind: Kind, name: str) -> str:
    found = read_part(text, kind, name)
    if "abilities" not in found:
        raise Unreadable(f'{name}: "{text}" is no ability; it has a column of its own')
    ability: str = found["abilities"][0]
    return ability
