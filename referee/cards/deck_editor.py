"""Editing a deck's file as text: cards are added, changed and removed, and all the rest stays as it was written.

The text is split into pieces: a card with its header and the comments directly behind it, or a gap with whatever
stands between cards. Joined again the pieces are the file.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Generic

from msgspec import Struct, to_builtins
from msgspec.structs import asdict, replace

from referee.cards.fields import C, Written, find, name_of
from referee.cards.language import CardLanguage
from referee.cards.screens import show_comparison, show_findings, show_missing
from referee.errors import BadInput, RefereeError, Unreadable
from referee.files.files import Data, expect_place, parse_toml, read_text, replace_file
from referee.text.names import by_key, did_you_mean, fold, printable
from referee.text.names import find as find_name
from referee.text.pattern import lazy_pattern
from referee.text.screen import Screen, ShownReport

_HEADER = lazy_pattern(r"[ \t]*\[\[[ \t]*([a-z]+)[ \t]*\]\][ \t]*(#.*)?\r?")


class SourcePiece(Struct, frozen=True):
    """The text of a card, or text between cards (`kind` is None)."""

    kind: str | None
    text: str


def cut(text: str, where: str) -> list[SourcePiece]:
    """Split a deck's text into pieces. Raises BadInput if a card has no header of its own."""
    data = parse_toml(text, where)
    kinds = [key for key, value in data.items() if isinstance(value, list)]
    pieces = list(_split(text, kinds))
    for kind in kinds:
        if data[kind] != [card for piece in pieces if piece.kind == kind for card in _cards_in(piece)]:
            raise BadInput(
                f"{where}: can't be changed by the program, as its {kind}s aren't written each under its own "
                f"[[{kind}]]; change it by hand"
            )
    return pieces


def _cards_in(piece: SourcePiece) -> list[Any]:
    try:
        found: list[Any] = parse_toml(piece.text, "")[str(piece.kind)]
    except BadInput:  # no card: the apparent header is part of a multi-line string
        return [None]
    return found


def _split(text: str, kinds: Sequence[str]) -> Iterator[SourcePiece]:
    kind: str | None = None
    lines: list[str] = []
    for line in text.splitlines(keepends=True):
        header = _HEADER.fullmatch(line.rstrip("\n"))
        if header is not None and header[1] in kinds:
            yield from _card_and_gap(kind, lines)
            kind, lines = header[1], []
        lines.append(line)
    yield from _card_and_gap(kind, lines)


def _card_and_gap(kind: str | None, lines: Sequence[str]) -> Iterator[SourcePiece]:
    """Yield a card and the gap behind it, which begins with the first empty line that no value follows."""
    end = len(lines) if kind else 0
    while end and lines[end - 1].lstrip()[:1] in ("", "#"):
        end -= 1
    while kind and end < len(lines) and lines[end].strip():
        end += 1
    if lines[:end]:
        yield SourcePiece(kind, "".join(lines[:end]))
    if lines[end:]:
        yield SourcePiece(None, "".join(lines[end:]))


def join(pieces: Sequence[SourcePiece]) -> str:
    """Join pieces into text."""
    return "".join(piece.text for piece in pieces)


# --- changing -------------------------------------------------------------------------------------


def put_in(
    pieces: Sequence[SourcePiece], kind: str, card: Data, kinds: Sequence[str], order: Sequence[str]
) -> list[SourcePiece]:
    """Return the pieces with a new card: after the last of its kind, else after those of earlier `kinds`.

    `order` is the order of its keys.
    """
    before = kinds[: kinds.index(kind) + 1]
    same = [at for at, piece in enumerate(pieces) if piece.kind == kind]
    earlier = [at for at, piece in enumerate(pieces) if piece.kind in before]
    at = max(same or earlier, default=-1) + 1
    if not (same or earlier):  # after the head of the file, if no other card stands there
        at = next((n for n, piece in enumerate(pieces) if piece.kind), len(pieces))
    found = list(pieces)
    end = _line_end(pieces)
    if at and not found[at - 1].text.endswith("\n"):
        found[at - 1] = replace(found[at - 1], text=found[at - 1].text + end)
    apart = [] if not at or found[at - 1].text.endswith(2 * end) else [SourcePiece(None, end)]
    after = [SourcePiece(None, end)] if at < len(found) and found[at].kind else []
    text = "\n".join([f"[[{kind}]]", *(f"{key} = {_toml(value)}" for key, value in _ordered(card, order)), ""])
    found[at:at] = [*apart, SourcePiece(kind, text.replace("\n", end)), *after]
    return found


def take_out(pieces: Sequence[SourcePiece], at: int) -> list[SourcePiece]:
    """Return the pieces without the one at this index, and without one of the empty lines around it."""
    found = [*pieces[:at], *pieces[at + 1 :]]
    before = join(found[:at])
    if at < len(found) and found[at].kind is None and (not before or before.endswith(2 * _line_end(pieces))):
        first, _, rest = found[at].text.partition("\n")
        if not first.strip():
            found[at] = SourcePiece(None, rest)
    return found


def update_piece(piece: SourcePiece, new: Data, order: Sequence[str]) -> SourcePiece:
    """Return a card's piece with new values, new keys in this order; comments stay unless their key goes."""
    import tomlkit  # loaded only for writing

    document = tomlkit.parse(piece.text)
    table: Any = document[str(piece.kind)][0]
    _update_table(table, table.unwrap(), new, order)
    text = tomlkit.dumps(document)
    if "\r\n" in piece.text:
        text = text.replace("\r\n", "\n").replace("\n", "\r\n")
    return replace(piece, text=text)


def _update_table(table: Any, old: Data, new: Data, order: Sequence[str]) -> None:
    import tomlkit

    for key in old.keys() - new.keys():
        del table[key]
    for key, value in _ordered(new, order):
        if isinstance(value, dict) and isinstance(old.get(key), dict):
            _update_table(table[key], old[key], value, order)
        elif key not in old or old[key] != value:
            table[key] = tomlkit.value(_toml(value))


def _ordered(card: Mapping[str, Any], order: Sequence[str]) -> Iterator[tuple[str, Any]]:
    return ((key, card[key]) for key in sorted(card, key=lambda key: order.index(key) if key in order else -1))


def _toml(value: Any) -> str:
    """Format a value as TOML on one line."""
    import tomlkit

    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_toml(inner)}' for key, inner in value.items())} }}"
    text: str = tomlkit.item(value).as_string()
    return text


def _line_end(pieces: Sequence[SourcePiece]) -> str:
    return "\r\n" if any("\r\n" in piece.text for piece in pieces) else "\n"


# --- The editor behind the commands ---------------------------------------------------------------


class DeckEditor(Generic[C]):
    """A deck file, read once; `save` writes all changes or none."""

    def __init__(self, language: CardLanguage[C], path: Path, *, new: bool = False) -> None:
        """Open a deck; with `new` the file may not exist yet. Raises BadInput.

        A card that can't be read doesn't hinder work on the others; `findings` reports it.
        """
        self.language = language
        self.path = path
        self.text = ""
        self.cards: list[Written[C]] = []
        self._pieces: list[SourcePiece] = []
        self.open(new=new)

    def open(self, *, new: bool = False) -> None:
        """Read the file, also anew. Raises BadInput."""
        if new:
            expect_place(self.path)
        self._on_disk = None if new and not self.path.exists() else read_text(self.path)
        self.take(self._new() if self._on_disk is None else self._on_disk)

    def take(self, text: str) -> None:
        """Use a text as the deck's, without writing it. Raises BadInput."""
        data = parse_toml(text, str(self.path))
        self.language.expect(data, self.path)
        self.text = text
        self.cards = self.language.cards_of(data, str(self.path))

    def _new(self) -> str:
        """Return the text of a new, empty deck."""
        game = self.language.game
        return f'# A deck of referee: the cards of one box, as they are printed.\n\ngame = "{game}"\nkind = "deck"\n'

    # --- looking ----------------------------------------------------------------------------------

    def listing(self, words: Sequence[str]) -> ShownReport:
        """List the cards that have all these words in their kind or line; without words all cards."""
        cards = [card for card in self.cards if all(fold(word) in fold(str(card)) for word in words)]
        rows = [
            {"kind": card.kind, **card.data} | ({"problem": card.problem} if card.problem else {}) for card in cards
        ]

        def show(screen: Screen) -> None:
            if cards:
                self.language.show_list(cards, screen)
            else:
                screen.line("No card.")

        return ShownReport({"cards": rows}, show)

    def drawing(self, names: Sequence[str], kind: str | None) -> ShownReport:
        """Draw some cards. Raises BadInput."""
        language, kind = self.language, self._kind(kind)
        cards = [self._readable(find(name, self.cards, kind)) for name in names]
        data = [{"kind": language.kind_of(card), **language.data_of(card)} for card in cards]

        def show(screen: Screen) -> None:
            for card in cards:
                language.draw(card, screen)

        return ShownReport({"cards": data}, show)

    def _readable(self, card: Written[C]) -> C:
        if card.entry is None:
            raise BadInput(f"{self.path}: {card.problem}; correct it with: referee cards edit {self.path}")
        return card.entry

    def findings(self) -> ShownReport:
        """Check the cards: faults make them unplayable, doubts are unusual values."""
        language, deck = self.language, str(self.path)
        faults = [fault for card in self.cards for fault in self._faults(card)]
        faults += [*language.twice(self.cards), *language.faults_together(self.cards)]
        doubts = [doubt for card in self.cards if card.entry is not None for doubt in language.doubts(card.entry)]
        show = partial(show_findings, deck, len(self.cards), faults, doubts)
        return ShownReport({"deck": deck, "faults": faults, "doubts": doubts}, show, against=bool(faults))

    def missing(self) -> ShownReport:
        """Report the cards present and missing for each part of the box."""
        deck, groups = str(self.path), self.language.groups(self.cards)
        parts = [{**asdict(part), "missing": part.missing} for part in groups]
        data = {"deck": deck, "missing": sum(part.missing for part in groups), "parts": parts}
        return ShownReport(data, partial(show_missing, deck, groups))

    def comparison(self, other: Path) -> ShownReport:
        """Compare this deck with another one. Raises BadInput."""
        found = compare(self.language, self.cards, DeckEditor(self.language, other).cards)
        here, there = str(self.path), str(other)
        data = {"here": here, "there": there, **to_builtins(found)}
        return ShownReport(data, partial(show_comparison, here, there, found))

    def export_csv(self) -> str:
        """Return all cards as CSV. Raises BadInput for a card that can't be read."""
        return write(self.language, map(self._readable, self.cards))

    def completions(self, name: str) -> list[str]:
        """List what can be typed to change a card. Raises BadInput."""
        return self.language.completions(find(name, self.cards))

    # --- changing ---------------------------------------------------------------------------------

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Apply all changes made within together, or none of them if one raises BadInput."""
        before = self.cards
        self._pieces = cut(self.text, str(self.path))
        self.cards = list(before)
        try:
            yield
            self._commit()
        except BadInput:
            self.cards = before
            raise

    def _commit(self) -> None:
        """Take the changed text after checking that it has the changed cards and otherwise the old data."""
        text = join(self._pieces)
        old, new = (parse_toml(one, str(self.path)) for one in (self.text, text))
        kinds = self.language.kinds
        cards: Data = {kind: [card.data for card in self.cards if card.kind == kind] for kind in kinds}
        nothing: Data = {kind: [] for kind in kinds}
        if nothing | new != old | cards:
            raise BadInput(f"{self.path}: can't be changed without harm to the rest of it; change it by hand")
        self.take(text)

    def add(self, lines: Iterable[str], kind: str | None = None) -> list[str]:
        """Add cards from lines; return the added ones in words. Raises BadInput, and nothing is added."""
        with self.changing():
            return [self.put(self.language.read(line, self._kind(kind))) for line in lines]

    def put(self, card: C) -> str:
        """Add a card, within `changing`; return it in words. Raises BadInput if it exists or is faulty."""
        kind = self.language.kind_of(card)
        new = self._checked(card)
        if there := self.language.same_name(new.name, kind, self.cards):
            change = f'referee cards edit {self.path} "{there.name}"'
            raise BadInput(f"{self.path}: {there.kind} {there.name} already exists; change it with: {change}")
        self._pieces = put_in(self._pieces, kind, new.data, self.language.kinds, self.language.order)
        self.cards.append(new)
        return str(new)

    def edit(self, name: str, changes: Sequence[str], kind: str | None) -> list[str]:
        """Change a card as described; return it before and after. Raises BadInput, and nothing is changed."""
        card = find(name, self.cards, self._kind(kind))
        after = self.language.changed(card, changes)
        with self.changing():
            self._replace(card, after)
        return [f"was: {card.problem or card}", f"is:  {card.kind} {self.language.describe(after)}"]

    def _replace(self, card: Written[C], after: C) -> None:
        new, at = self._checked(after), self._index(card)
        others = [*self.cards[:at], *self.cards[at + 1 :]]
        if there := self.language.same_name(new.name, card.kind, others):
            raise BadInput(f"{self.path}: {there.kind} {there.name} already exists")
        place = self._piece_index(at)
        self._pieces[place] = update_piece(self._pieces[place], new.data, self.language.order)
        self.cards[at] = new

    def remove(self, names: Sequence[str], kind: str | None) -> list[str]:
        """Remove cards by their whole names; return them in words. Raises BadInput, and nothing is removed."""
        with self.changing():
            return [self._remove(find(name, self.cards, self._kind(kind), whole=True)) for name in names]

    def _remove(self, card: Written[C]) -> str:
        at = self._index(card)
        self._pieces = take_out(self._pieces, self._piece_index(at))
        del self.cards[at]
        return str(card)

    def import_csv(self, source: Path) -> list[str]:
        """Add the new cards of a spreadsheet and change the known ones; all of them or none.

        Returns how many, in words. Raises BadInput that names every bad row.
        """
        counts = dict.fromkeys(("added", "changed", "as they were"), 0)
        with self.changing():
            for card in read(self.language, read_text(source), str(source)):
                counts[self._take_over(card)] += 1
        return [", ".join(f"{many} {what}" for what, many in counts.items())]

    def _take_over(self, card: C) -> str:
        key = self.language.kind_of(card), fold(name_of(card))
        there = next((one for one in self.cards if (one.kind, fold(one.name)) == key), None)
        if there is None:
            self.put(card)
            return "added"
        if there.entry == card:
            return "as they were"
        self._replace(there, card)
        return "changed"

    def _checked(self, card: C) -> Written[C]:
        """Return a card as it will stand in the file. Raises BadInput if it is faulty."""
        new = self.language.file_entry(self.language.kind_of(card), self.language.data_of(card))
        for fault in self._faults(new):
            raise BadInput(fault)
        return new

    def _faults(self, card: Written[C]) -> list[str]:
        """List what makes a card unplayable."""
        return [card.problem] if card.entry is None else list(self.language.faults(card.entry))

    def _index(self, card: Written[C]) -> int:
        return next(n for n, one in enumerate(self.cards) if one is card)

    def _piece_index(self, at: int) -> int:
        """Return the index of the n-th card among the pieces."""
        kind = self.cards[at].kind
        before = sum(one.kind == kind for one in self.cards[:at])
        return [place for place, piece in enumerate(self._pieces) if piece.kind == kind][before]

    # --- writing ----------------------------------------------------------------------------------

    def doubts(self) -> list[str]:
        """List what is unusual on cards that differ from the file on the disk."""
        data = parse_toml(self._on_disk or self._new(), str(self.path))
        before = [card.entry for card in self.language.cards_of(data, str(self.path))]
        new = [card.entry for card in self.cards if card.entry is not None and card.entry not in before]
        return [doubt for entry in new for doubt in self.language.doubts(entry)]

    def save(self) -> None:
        """Write the deck, with a backup of the old version. Raises Overtaken if another program has changed it."""
        if self.text == self._on_disk:
            return
        replace_file(self.path, self.text, self._on_disk, backup=True)
        self._on_disk = self.text

    def _kind(self, word: str | None) -> str | None:
        """Find a kind of card by its name or the beginning of it. Raises Unreadable."""
        return None if word is None else find_name(word, {one: one for one in self.language.kinds}, "kind of card")


# --- Comparing two decks --------------------------------------------------------------------------


class CardDifference(Struct, frozen=True):
    """A value of a card that differs between two decks; "" if a deck has none."""

    name: str
    key: str
    here: str
    there: str


class Comparison(Struct, frozen=True):
    """The names of cards that only one deck has, and the differences of cards that both have."""

    only_here: tuple[str, ...]
    only_there: tuple[str, ...]
    differences: tuple[CardDifference, ...]
    same: int


def compare(language: CardLanguage[C], here: Sequence[Written[C]], there: Sequence[Written[C]]) -> Comparison:
    """Compare two decks card by card; case and accents of names don't matter."""
    mine, theirs = _by_name(here), _by_name(there)
    pairs = [(card, language.same_name(card.name, card.kind, theirs.get(fold(card.name), ()))) for card in here]
    only_there = [
        card.name for card in there if not language.same_name(card.name, card.kind, mine.get(fold(card.name), ()))
    ]
    differences = [d for card, other in pairs if other is not None for d in _differences(language, card, other)]
    differing = {fold(d.name) for d in differences}
    return Comparison(
        tuple(card.name for card, other in pairs if other is None),
        tuple(only_there),
        tuple(differences),
        sum(other is not None and fold(card.name) not in differing for card, other in pairs),
    )


def _by_name(cards: Sequence[Written[C]]) -> dict[str, list[Written[C]]]:
    """Group the cards of a deck by folded name."""
    found: dict[str, list[Written[C]]] = {}
    for card in cards:
        found.setdefault(fold(card.name), []).append(card)
    return found


def _differences(language: CardLanguage[C], card: Written[C], other: Written[C]) -> Iterator[CardDifference]:
    if card.kind != other.kind:
        yield CardDifference(card.name, "kind", card.kind, other.kind)
    for key in dict.fromkeys([*card.data, *other.data]):
        one, two = (_plain(language, key, one.data.get(key)) for one in (card, other))
        if key != "name" and one != two:
            yield CardDifference(card.name, key, one, two)


def _plain(language: CardLanguage[C], key: str, value: object) -> str:
    """Format a value for comparison and display; "" for a missing or default one."""
    return "" if value is None or value == [] or (key, value) == ("copies", 1) else language.plain(key, value)


# --- Spreadsheet ----------------------------------------------------------------------------------
# Decks as CSV: one row per card, the columns by name in any order.
#
# The delimiter may be comma, semicolon or tab. The game's language parses the rows.


MOST_TOLD = 12
"""Most bad rows that are listed."""

_FORMULA = lazy_pattern(r"'*[=+\-@\t\r＝＋－＠]")
"""Beginning of a cell that a spreadsheet takes for a formula, perhaps with apostrophes before it."""


def write(language: CardLanguage[C], cards: Iterable[C]) -> str:
    """Format cards as CSV, with a header row."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(language.columns)
    for card in cards:
        row = language.to_row(card)
        writer.writerow([_escape_formula(row.get(column, "")) for column in language.columns])
    return out.getvalue()


def _escape_formula(cell: object) -> object:
    """Put an apostrophe before a cell that a spreadsheet would take for a formula."""
    return f"'{cell}" if isinstance(cell, str) and _FORMULA.match(cell) else cell


def _unescape_formula(cell: str) -> str:
    """Remove the apostrophe that `_escape_formula` adds; any other apostrophe belongs to the card."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def read(language: CardLanguage[C], text: str, where: str) -> list[C]:
    """Parse cards from CSV, all or none. Raises BadInput that names every bad row by its line."""
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
    """Yield the non-empty rows, as cells by heading, with their line numbers."""
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
        raise BadInput(f"{where}: line {line}: isn't CSV: {error}") from None


def _columns(columns: Sequence[str], head: Sequence[str], where: str) -> list[str]:
    known = by_key(columns, str)
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
    cells = {name: _unescape_formula(cell.strip()) for name, cell in zip(columns, row, strict=False) if name}
    return {name: cell for name, cell in cells.items() if cell}
