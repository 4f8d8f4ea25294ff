"""Decks as CSV, for those who like a spreadsheet: one row a card, the columns by name in any order.

Columns may be parted by commas, semicolons or tabs. What a row says is the game's to read.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from referee.cards.entry import C
from referee.cards.language import CardLanguage
from referee.errors import BadInput, RefereeError, Unreadable
from referee.text.names import did_you_mean, fold, keyed, printable

MOST_TOLD = 12
"""So many bad rows are told one by one."""

_FORMULA = re.compile(r"'*[=+\-@\t\r＝＋－＠]")
"""How a cell begins that a spreadsheet takes for a formula, and what is written in place of one."""


def write(language: CardLanguage[C], cards: Iterable[C]) -> str:
    """Cards as CSV, with a row of headings."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(language.columns)
    for card in cards:
        row = language.to_row(card)
        writer.writerow([_as_text(row.get(column, "")) for column in language.columns])
    return out.getvalue()


def _as_text(cell: object) -> object:
    """A cell that no spreadsheet carries out: an apostrophe stands before what looks like a formula."""
    return f"'{cell}" if isinstance(cell, str) and _FORMULA.match(cell) else cell


def _as_written(cell: str) -> str:
    """A cell without the apostrophe that keeps it from being a formula; every other apostrophe is the card's."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def read(language: CardLanguage[C], text: str, where: str) -> list[C]:
    """Cards from CSV, all or none. Raises BadInput that names every bad row by its line."""
    cards: list[C] = []
    wrong: list[str] = []
    for line, row in _rows(language.columns, text, where):
        try:
            if "name" not in row:
                raise Unreadable("a card needs a name")
            cards.append(language.from_row(row))
        except RefereeError as error:
            wrong.append(f"{where}: line {line}: {error}")
    if wrong:
        more = [f"{where}: and {len(wrong) - MOST_TOLD} more bad rows"] if len(wrong) > MOST_TOLD else []
        raise BadInput("\n".join([*wrong[:MOST_TOLD], *more]))
    if not cards:
        name = next(iter(language.examples.values())).partition(":")[0]
        raise BadInput(f"{where}: has no cards; a row is like {name} under the heading name")
    return cards


def _rows(known: Sequence[str], text: str, where: str) -> Iterator[tuple[int, Mapping[str, str]]]:
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
                    columns = _columns(known, row, where)
                else:
                    yield line, _by_column(columns, row, f"{where}: line {line}")
            line = reader.line_num + 1
    except csv.Error as error:
        raise BadInput(f"{where}: line {line}: is no CSV: {error}") from None


def _columns(columns: Sequence[str], head: Sequence[str], where: str) -> list[str]:
    known = keyed(columns, str)
    found = []
    for cell in head:
        name = fold(cell)
        if name and name not in known:
            hint = did_you_mean(name, columns) or f"; known are {', '.join(columns)}"
            raise BadInput(f'{where}: there is no column "{printable(cell)}"{hint}')
        if name in found and name:
            raise BadInput(f'{where}: the column "{name}" is there twice')
        found.append(name)
    if "name" not in found:
        raise BadInput(f"{where}: its first row must have the headings, with name among them: {', '.join(columns)}")
    return found


def _by_column(columns: Sequence[str], row: Sequence[str], where: str) -> dict[str, str]:
    if any(cell.strip() for cell in row[len(columns) :]):
        raise BadInput(f"{where}: has {len(row)} cells; there are {len(columns)} headings")
    cells = {name: _as_written(cell.strip()) for name, cell in zip(columns, row, strict=False) if name}
    return {name: cell for name, cell in cells.items() if cell}
