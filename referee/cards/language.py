"""A game's description of its cards, from which editing of deck files and typed lines follow."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import Struct, to_builtins

from referee.asking.question import Question
from referee.cards.fields import C, CardField, FieldTable, Parts, Written, name_of, shown_name
from referee.errors import BadInput, Incomplete, Unreadable, as_unreadable, join_errors, naming_place
from referee.files.files import Data, convert, expect_game, read_toml
from referee.files.kinds import DECK, expect
from referee.text.grammar import split_outside_quotes
from referee.text.names import a_or_an, did_you_mean, find, fold, or_list, printable
from referee.text.pattern import lazy_pattern

if TYPE_CHECKING:
    from referee.text.screen import Screen

T = TypeVar("T")

_WITHOUT_COLON = lazy_pattern(r"([^\d,:;]+?),? (\d.*,.*)", re.DOTALL)
"""A name with numbers behind it where its colon should be: "Healing Arts 3, spell 1; any time: ..."."""
NOT_IN_NAMES = ":[]/,"
"""Separators of lines, moves and lists of answers, which names can't contain."""


class Group(Struct, frozen=True):
    """A part of the box: the number of cards in the deck and in the box, and the names of missing ones."""

    name: str
    have: int
    box: int
    names: tuple[str, ...] = ()

    @property
    def missing(self) -> int:
        """Number of cards that the deck lacks."""
        return max(0, self.box - self.have)


def beginning(read: Callable[[str], T], text: str, begins: Sequence[str]) -> T:
    """Parse a card's line whose beginning may be left out, as only some kinds of cards can come.

    Each of `begins` is tried before it: "creature; ", "opportunity; use: ". Raises Unreadable.
    """
    try:
        return read(text)
    except Unreadable as error:
        wrong = error
    for at, begin in enumerate(begins):
        kind = begin.partition(";")[0]
        try:
            return read(begin + re.sub(rf"^{kind}\b[ ,;:]*", "", text, flags=re.IGNORECASE))
        except Unreadable as error:
            if not at and ("start with the type" in str(wrong) or text[:1].isdigit()):
                wrong = error
    raise wrong


class CardLanguage(Generic[C]):
    """How a game's cards are written, read, checked and drawn.

    `types` are the structs of cards by kind, with types and limits of their fields, in the order of a file; `table`
    has the fields of all of them, and a kind has those of its struct. `examples` has a card's line for each kind.
    Kinds in `said` are themselves the first part of a card's line. A fault makes a card unplayable; a doubt is a
    value that is possible but unusual, often a typing error.
    """

    game: str
    types: Mapping[str, type[C]]
    table: FieldTable
    examples: Mapping[str, str]
    said: Collection[str] = ()
    last_counts: bool = False
    """Whether the last counts if a line has a value twice; otherwise the line is refused."""
    how: str = "A card in a line:"
    """Heading above the examples when cards are asked for one by one."""
    box: str = "the rulebook"
    """Source of the number of cards in the box."""
    names: tuple[Any, str] | None = None
    """The type of a name, and what it can be, for messages; None: any text without separators."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """Kinds of cards."""
        return tuple(self.types)

    @property
    def columns(self) -> Sequence[str]:
        """Columns of a spreadsheet."""
        return tuple(dict.fromkeys(("kind", "name", *self.table.fields)))

    @property
    def order(self) -> Sequence[str]:
        """Order of a card's keys in a file."""
        return tuple(dict.fromkeys(key.partition(" ")[0] for key in self.columns))

    def kind_of(self, card: C) -> str:
        """Return the kind of a card."""
        return next(kind for kind, layout in self.types.items() if isinstance(card, layout))

    def fields(self, kind: str) -> list[CardField]:
        """Return the fields of a kind of card, in the order of its line."""
        return self._fields[kind]

    @cached_property
    def _fields(self) -> dict[str, list[CardField]]:
        keys = {kind: layout.__struct_fields__ for kind, layout in self.types.items()}
        fields = self.table.fields.items()
        return {kind: [one for key, one in fields if key.partition(" ")[0] in keys[kind]] for kind in self.kinds}

    # --- hooks for a game ---------------------------------------------------------------------------

    def alike(self, one: str, other: str) -> bool:
        """Return whether two kinds share their names, so that a name may occur only once among them."""
        return True

    def expect(self, data: Data, where: object) -> None:
        """Refuse a file that is no deck of this game, or whose head can't be read. Raises BadInput."""
        expect(DECK, data, where)
        if (kind := data.get("kind", DECK)) != DECK:
            raise BadInput(f'{where}: its kind is "{printable(str(kind))}"; a deck was expected')
        known = ("game", "kind", "name", "note", *self.kinds)
        for key in expect_game(data, self.game, "a deck", where).keys() - set(known):
            raise BadInput(f'{where}: unknown key "{key}"{did_you_mean(key, known)}')

    def read_name(self, text: str) -> str:
        """Parse a card's name. Raises Unreadable if it has a separator of lines, moves or lists of answers."""
        if not text.strip():
            raise Unreadable("a card needs a name")
        if found := [sign for sign in text if sign in NOT_IN_NAMES]:
            raise Unreadable(f'"{text.strip()}": leave out "{found[0]}"; a name can\'t hold {" ".join(NOT_IN_NAMES)}')
        if self.names is None:
            return text.strip()
        name, (form, what) = " ".join(text.split()), self.names
        try:
            return str(convert(name, form, ""))
        except BadInput:
            raise Unreadable(f'"{name}" can\'t be {what}') from None

    def printed_kind(self, name: str, keys: Collection[str]) -> str:
        """Infer a card's kind from what is said of it. Raises Unreadable if that isn't enough."""
        if open_kinds := [kind for kind in self.kinds if kind not in self.said]:
            return open_kinds[0]
        raise Unreadable(f"start with the type of {name}: {or_list(self.kinds)}")

    def filled_in(self, name: str, said: Parts, kind: str) -> Parts:
        """Add what follows from a card's name to what is said of it."""
        return said

    def put(self, said: Parts, new: Parts) -> Parts:
        """Return what is said of a card with new values for some of its fields."""
        return said | new

    def validated(self, card: C) -> C:
        """Check and complete a card that was read. Raises Unreadable."""
        return card

    def whole(self, card: C) -> C:
        """Add to a card what is known of it besides its line."""
        return card

    # --- files --------------------------------------------------------------------------------------

    def file_entry(self, kind: str, data: Any) -> Written[C]:
        """Read a card from its data in a file; a fault is kept as its problem."""
        if not isinstance(data, dict):
            name = self.examples[kind].partition(":")[0]
            return Written(kind, {}, None, f'[[{kind}]] must be a table, like name = "{name}"')
        try:
            card = convert(data, self.types[kind], shown_name(kind, data))
        except BadInput as error:
            return Written(kind, data, None, str(error))
        return Written(kind, data, card, line=self.describe(card))

    def cards_of(self, data: Data, where: str) -> list[Written[C]]:
        """Read all cards of a deck file's data. Raises BadInput if a kind isn't a list."""
        found: list[Written[C]] = []
        for kind in self.kinds:
            cards = data.get(kind, [])
            if not isinstance(cards, list):
                raise BadInput(f"{where}: {kind} must be a list of cards, each under [[{kind}]]")
            found += [self.file_entry(kind, card) for card in cards]
        return found

    def load(self, path: Path) -> tuple[C, ...]:
        """Load a deck file's cards for play, completed by `whole`. Raises BadInput."""
        data = read_toml(path)
        self.expect(data, path)
        written = self.cards_of(data, str(path))
        cards = tuple(self.whole(card.entry) for card in written if card.entry is not None)
        unreadable = (card.problem for card in written if card.entry is None)
        for wrong in chain(unreadable, self.twice(written), *map(self.faults, cards)):
            raise BadInput(f"{path}: {wrong}")
        return cards

    def same_name(self, name: str, kind: str, cards: Sequence[Written[C]]) -> Written[C] | None:
        """Return the first of `cards` that a card of this name and kind would duplicate; None if none."""
        return next((card for card in cards if fold(card.name) == fold(name) and self.alike(card.kind, kind)), None)

    def duplicates(self, cards: Sequence[Written[C]]) -> Iterator[tuple[Written[C], Written[C]]]:
        """Yield each duplicate card with the earlier one."""
        found: dict[str, list[Written[C]]] = {}
        for card in cards:
            there = found.setdefault(fold(card.name), [])
            if before := self.same_name(card.name, card.kind, there):
                yield card, before
            else:
                there.append(card)

    def twice(self, cards: Sequence[Written[C]]) -> Iterator[str]:
        """Yield a message for each duplicate card of a deck."""
        for card, _ in self.duplicates(cards):
            yield f"{card.name}: is listed twice; write it once, with the number of cards as copies = 2"

    # --- lines --------------------------------------------------------------------------------------

    def read(self, line: str, kind: str | None = None) -> C:
        """Parse a card's line; without `kind` it is inferred from the line. Raises Unreadable."""
        name, rest = self.cut(line)
        try:
            return self.read_rest(name, rest, kind)
        except Unreadable as error:
            text = str(error)
            raise type(error)(text if name in text else f"{name}: {text}") from None

    def cut(self, line: str) -> tuple[str, str]:
        """Split a line into the name and the rest. Raises Unreadable without a colon, or for an impossible name."""
        name, colon, rest = line.partition(":")
        if "," in name and (match := _WITHOUT_COLON.fullmatch(line.strip())):
            name, rest = match.groups()
        if not colon:
            example = next(iter(self.examples.values()))
            raise Unreadable(f'"{line.strip()}": a card is its name, a colon and the rest, like {example}')
        return self.read_name(name), rest

    def keys_in(self, text: str) -> set[str]:
        """Return the keys of the fields in a line without its name, even without commas."""
        return {key for part in self.table.split(text) for key in self.table.understood(part)}

    def read_as(self, line: str, layout: type[T]) -> T:
        """Parse the line of a card of a known layout, which may not name another kind. Raises Unreadable."""
        card = self.read(line, next(kind for kind, one in self.types.items() if one is layout))
        if isinstance(card, layout):
            return card
        raise Unreadable(f"{name_of(card)} is {a_or_an(self.kind_of(card))}")

    def read_rest(self, name: str, text: str, kind: str | None = None) -> C:
        """Parse a card of this name from the rest of its line, also in players' own words. Raises Unreadable."""
        try:
            return self._read_strictly(name, text, kind)
        except Unreadable:
            meant = self.in_own_words(text)
            if not meant:
                raise
            return self._read_strictly(name, meant, kind)

    def in_own_words(self, text: str) -> str:
        """Translate a line without its name from players' own words; "" if it isn't understood."""
        return ""

    def _read_strictly(self, name: str, text: str, kind: str | None) -> C:
        """Parse the rest of a card's line. Raises Unreadable that names all wrong parts."""
        first = re.split("[,;]", text, maxsplit=1)[0]
        if fold(first) in self.said:
            kind, text = fold(first), text[len(first) + 1 :]
        kind = kind or self.printed_kind(name, self.keys_in(text))
        values: Parts = {}
        wrong: list[str] = []
        for part in self.table.split(text):
            try:
                found = self._read_part(part, kind)
            except Unreadable as error:
                wrong.append(str(error))
                continue
            for key, value in found.items():
                field = self.table.fields[key]
                if not field.several and not self.last_counts and values.get(key, value) != value:
                    wrong.append(f'"{part}": it has its {field.called or key} already')
                values[key] = [*values.get(key, ()), *value] if field.several else value
        if wrong:
            raise Unreadable(join_errors([*wrong, *self.wrong_rules(values)]))
        return self.build(name, values, kind)

    def wrong_rules(self, said: Parts) -> Iterator[str]:
        """Yield what is wrong with a card's rules that can't be read."""
        yield from ()

    def _read_part(self, part: str, kind: str) -> Parts:
        return self.table.read(part, [field.key for field in self.fields(kind)], a_or_an(kind), self.examples[kind])

    def build(self, name: str, said: Parts, kind: str) -> C:
        """Make a card from what is said of it. Raises Unreadable for a missing or invalid value."""
        said = self.filled_in(name, said, kind)
        for field in self.fields(kind):
            if field.must and field.key not in said:
                raise Incomplete(field.must.format(name=name))
        with as_unreadable():
            card = convert(self.table.to_data({"name": name, **said}), self.types[kind], name)
        return self.validated(card)

    def values_of(self, card: C) -> Parts:
        """Return a card's values by the keys of its fields, without defaults."""
        return self.table.flat(self.data_of(card))

    def write_rest(self, card: C) -> str:
        """Format a card's line without its name."""
        parts, rules = self.table.words(self.values_of(card))
        kind = [kind] if (kind := self.kind_of(card)) in self.said else []
        return "; ".join(filter(None, [", ".join([*kind, *parts]), *rules]))

    def write(self, card: C) -> str:
        """Format a card's line. Raises Unreadable if its name can't stand in one."""
        self.read_name(name_of(card))
        return f"{name_of(card)}: {self.write_rest(card)}".rstrip()

    def describe(self, card: C) -> str:
        """Format a card's line; only its name if that can't stand in a line."""
        try:
            return self.write(card)
        except Unreadable:
            return name_of(card)

    def without_name(self, name: str, text: str) -> str:
        """Remove this card's own name from the front of a typed line. Raises Unreadable for another's name."""
        before, _, rest = text.partition(":")
        if "," in before or not self.table.is_whole(text):
            return text
        if fold(before) == fold(name):
            return rest
        if self.table.nearly_begins(before) or self.in_own_words(text):
            return text  # a rule that is written wrongly, or "item: attack 2"
        raise Unreadable(f'expected a line for {name}; this one starts with "{before.strip()}"')

    def question(
        self,
        name: str,
        kind: str,
        prompt: str,
        hint: str,
        *,
        given: str = "",
        needs: Collection[str] = (),
        default: str | None = None,
    ) -> Question[C]:
        """Return the question for a card that comes into play: its line without its name and without what is `given`.

        `needs` are fields that a deck may leave out but that matter now.
        """
        start = f"{given}, " if given else ""

        def parse(text: str) -> C:
            card = self.read_rest(name, start + self.without_name(name, text), kind)
            if self.kind_of(card) != kind:
                raise Unreadable(f"{name} is {a_or_an(kind)}, not {a_or_an(self.kind_of(card))}")
            if lacking := self.lacking(card, needs):
                raise Incomplete(lacking)
            return card

        return Question(
            "card",
            prompt,
            parse,
            hint=hint,
            default=default,
            words=lambda: self.words(kind),
            whole=self.has_rules(kind),
            language=lambda: self.help_lines(kind),
            write=lambda card: self.write_rest(card).removeprefix(start),
        )

    def has_rules(self, kind: str) -> bool:
        """Return whether cards of a kind have rules, which stand behind semicolons."""
        return any(field.value.rule for field in self.fields(kind))

    def help_lines(self, kind: str) -> list[str]:
        """Explain in a few lines what can be typed of a card of a kind, with an example."""
        words = self.words(kind)
        begins = [word for word in words if word.endswith(":")]
        values = [word for word in words if not word.endswith(":")]
        rules = [f"Rules begin with {', '.join(begins)}"] if begins else []
        typed = [f"You can type: {', '.join(values)}"] if values else []
        return [*typed, *rules, f"Like: {self.examples[kind]}"]

    def words(self, kind: str) -> list[str]:
        """List what can be typed of a card of a kind, with 2 for any number, and the beginnings of its rules."""
        fields = self.fields(kind)
        begins = [f"{begin}:" for field in fields if field.value.rule for begin in field.value.begins]
        return [
            *self.table.completions(field.key for field in fields if not field.value.free),
            *dict.fromkeys(begins),
        ]

    def lacking(self, card: C, keys: Collection[str]) -> str:
        """Return a clause on the first field of `keys` that a card lacks; "" if none."""
        values = self.values_of(card)
        field = next((self.table.fields[key] for key in keys if key not in values), None)
        return (
            f"its {field.called or field.key} is missing, as in {self.table.completions([field.key])[0]}"
            if field
            else ""
        )

    def completions(self, card: Written[C]) -> list[str]:
        """List what can be typed to change a card, with 2 for any number: its kind's parts, and "no" with its own."""
        fields, values = self.fields(card.kind), self.table.flat(card.data)
        removable = [field.key for field in fields if field.key in values and not field.must and not field.several]
        removable += [
            line.partition(":")[0]
            for field in fields
            if field.several
            for line in self.table.lines(field.key, _texts(values.get(field.key)))
        ]
        words = self.table.completions(field.key for field in fields if not field.value.free)
        return [*words, *(f"no {one}" for one in removable)]

    # --- changes in words -----------------------------------------------------------------------------

    def changed(self, card: Written[C], texts: Sequence[str]) -> C:
        """Apply changes in words to a card, in order. Raises Unreadable, and then nothing is changed.

        Values replace the old ones, a list's only the same value with another number; "no ..." removes, and
        "name ..." renames. A whole line, with its name, replaces everything.
        """
        if whole := [text for text in texts if self.table.is_whole(text)]:
            if len(texts) > 1:
                raise Unreadable(f'"{whole[0]}" is a whole card; give it alone')
            after = self.read(whole[0], card.kind)
            if self.kind_of(after) != card.kind:
                raise Unreadable(f"{card.name} is {a_or_an(card.kind)}; remove it and add the other")
            return after
        values = self.table.flat(card.data) | {"name": card.name}
        changes = [change for text in texts for change in self.table.split(text)]
        if not changes:
            part = self.table.split(self.examples[card.kind].partition(":")[2])[0]
            raise Unreadable(f'say what changes, like {part}, "no {part}" or "name Old {card.name}"')
        for change in changes:
            with naming_place(values["name"], raised=Unreadable):
                values = self._apply_change(values, change, card.kind)
        return self.build(values.pop("name"), values, card.kind)

    def _apply_change(self, values: Parts, change: str, kind: str) -> Parts:
        word, _, rest = change.partition(" ")
        if fold(word) == "name" and rest.strip():
            return values | {"name": self.read_name(rest)}
        if fold(word) == "no" and rest.strip() and not self.table.understood(change, free=False):
            return self._without(values, fold(rest))
        new = self._read_part(change, kind)
        for field in (self.table.fields[key] for key in new if self.table.fields[key].several):
            old, (value,) = _texts(values.get(field.key)), new[field.key]
            same = [n for n, one in enumerate(old) if not field.value.rule and _base(one) == _base(value)]
            at = same[0] if same else len(old)
            new[field.key] = [*old[:at], value, *old[at + 1 :]]
        return self.put(values, new)

    def _without(self, values: Parts, wanted: str) -> Parts:
        """Remove a field, or a value of a list, by this name. Raises Unreadable if there is none."""
        fields = [field for key, field in self.table.fields.items() if key in values]
        kept = {key: value for key, value in values.items() if key not in self.table.fields}
        there: list[str] = []
        for field in fields:
            value = values[field.key]
            there += [*filter(None, field.names)]
            if field.several:
                lines = list(zip(_texts(value), self.table.lines(field.key, _texts(value)), strict=True))
                there += [line.partition(":")[0] for _, line in lines]
                value = [one for one, line in lines if wanted not in (fold(line), _base(line))]
            if wanted not in field.names and (field.several or wanted != fold(str(value))):
                kept[field.key] = value
        if kept == values:
            raise Unreadable(f'has no "{wanted}"{did_you_mean(wanted, there)}')
        return kept

    # --- rows of a spreadsheet ------------------------------------------------------------------------

    def from_row(self, row: Mapping[str, str]) -> C:
        """Parse a card from the cells of a spreadsheet by column; empty cells are absent. Raises Unreadable."""
        name = self.read_name(row["name"])
        known = {kind: kind for kind in self.kinds}
        kind = find(row["kind"], known, "kind of card") if "kind" in row else self.printed_kind(name, row.keys())
        with naming_place(name, raised=Unreadable):
            values = {key: self._parse_cell(key, cell) for key, cell in row.items() if key in self.table.fields}
        return self.build(name, values, kind)

    def _parse_cell(self, key: str, cell: str) -> Any:
        field = self.table.fields[key]
        if field.value.rule:
            return [part.strip() for part in split_outside_quotes(cell, ";") if part.strip()]
        if field.several:
            texts = [text for text in map(str.strip, re.split("[,;]", cell)) if text]
            return [one for text in texts for one in self._parse_item(field, text)]
        if field.value.read is int and not re.fullmatch("[+-]?[0-9]{1,9}", cell):
            raise Unreadable(f'{key} is "{printable(cell)}"; it must be a whole number')
        return field.value.read(self.table.understood(cell).get(key, cell))

    def _parse_item(self, field: CardField, text: str) -> Any:
        """Parse one value of a list in a cell. Raises Unreadable for a value of another column."""
        found = self.table.read(text, self.table.fields, "a card", next(iter(self.examples.values())))
        if field.key not in found:
            raise Unreadable(f'"{text}" isn\'t {a_or_an(field.called or field.key)}; it has a column of its own')
        return found[field.key]

    def to_row(self, card: C) -> dict[str, Any]:
        """Return a card as cells by column."""
        row: dict[str, Any] = {"kind": self.kind_of(card)}
        for key, value in self.values_of(card).items():
            field = self.table.fields.get(key)
            if field is not None and field.several:
                row[key] = ("; " if field.value.rule else ", ").join(map(field.value.write, value))
            else:
                row[key] = value if field is None or field.value.read is int else field.value.write(value)
        return row

    # --- data -----------------------------------------------------------------------------------------

    def data_of(self, card: C) -> Data:
        """Return a card's data as it stands in a file under its kind; empty tables of fields are left out."""
        data: Data = _with_lists(to_builtins(card))
        data.pop("kind", None)
        return self.table.to_data(self.table.flat(data))

    def plain(self, key: str, value: object) -> str:
        """Format a value for comparing decks; the order of a list only matters for rules."""
        field = self.table.fields.get(key)
        if isinstance(value, list):
            texts = list(map(str, value))
            return "; ".join(texts) if field and field.value.rule else ", ".join(sorted(map(fold, texts)))
        if isinstance(value, dict) and field:
            return field.value.write(dict(sorted(value.items())))
        if isinstance(value, dict):
            inner = ((what, one, self.plain(f"{key} {what}", one)) for what, one in value.items())
            return "; ".join(text if isinstance(one, list) else f"{what} {text}" for what, one, text in inner)
        return str(value)

    # --- checks -------------------------------------------------------------------------------------

    def faults(self, card: C) -> Iterator[str]:
        """Yield what makes a card unplayable."""
        try:
            self.read_name(name_of(card))
            self.validated(card)
        except Unreadable as error:
            yield str(error)

    def doubts(self, card: C) -> Iterator[str]:
        """Yield what is possible on a card, but unusual."""
        for key, value in self.values_of(card).items():
            if (field := self.table.fields.get(key)) and field.usual and value > field.usual:
                yield f"{name_of(card)}: {key} {value}? Usual is up to {field.usual}"

    def faults_together(self, cards: Sequence[Written[C]]) -> Iterator[str]:
        """Yield faults of the deck as a whole besides duplicates: more cards than the box has."""
        for group in self.groups(cards):
            if group.have > group.box:
                yield f"{group.name}: {group.have} cards; the box has {group.box} ({self.box})"

    def groups(self, cards: Sequence[Written[C]]) -> list[Group]:
        """List the parts of the box; [] if its contents aren't known."""
        return []

    # --- screens ------------------------------------------------------------------------------------

    def draw(self, card: C, screen: Screen) -> None:
        """Draw a card like the printed one; in plain mode as text. By default a line for each of its parts."""
        parts, rules = self.table.words(self.values_of(card))
        for line in (name_of(card), *(f"  {part}" for part in (self.kind_of(card), *parts, *rules))):
            screen.line(line)

    def show_list(self, cards: Sequence[Written[C]], screen: Screen) -> None:
        """Show a line for each card, under headings; by default its kind."""
        from referee.cards.screens import show_under_headings

        rest = ((card, card.line.removeprefix(f"{card.name}: ") or card.problem) for card in cards)
        show_under_headings(((card.kind, (card.name, text)) for card, text in rest), (24, "*"), screen)

    # --- cards learnt in a game -----------------------------------------------------------------------

    def filled(self, there: C, card: C) -> C:
        """Fill a deck card's open fields with what a game has learnt of it; also take a larger number of copies."""
        before, new = self.values_of(there), self.values_of(card)
        open_ones = [field.key for field in self.fields(self.kind_of(there)) if field.open]
        after = {key: new[key] for key in open_ones if key in new} | before
        if "copies" in before and "copies" in new:
            after["copies"] = max(before["copies"], new["copies"])
        return there if after == before else convert(self.table.to_data(after), type(there), name_of(there))

    def contradicts(self, there: C, card: C) -> bool:
        """Return whether a deck's card differs from what a game has learnt, apart from its place in the box."""
        one, other = (self.values_of(self.whole(entry)) for entry in (there, card))
        printed = [field for field in self.table.fields.values() if field.printed]
        return any(one.get(f.key) != other.get(f.key) for f in printed if f.key in other or not f.open)

    def doubts_at_table(self, card: C) -> Iterator[str]:
        """Yield what is unusual about a card just typed in at the table."""
        return self.doubts(card)


def _texts(values: object) -> list[str]:
    """Return the texts in a list; [] if the value is no list, as in a file that can't be read."""
    return [one for one in values if isinstance(one, str)] if isinstance(values, list | tuple) else []


def _base(text: str) -> str:
    """Return a list value without its number, or a rule without its effect."""
    return re.sub(r" [0-9]+$", "", fold(text.partition(":")[0]))


def _with_lists(value: Any) -> Any:
    """Return plain data with every sequence as a list, like data from a file."""
    if isinstance(value, dict):
        return {key: _with_lists(inner) for key, inner in value.items()}
    return [_with_lists(inner) for inner in value] if isinstance(value, list | tuple) else value
