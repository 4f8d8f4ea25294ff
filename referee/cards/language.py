"""What a game says of its cards, so that a deck file of them can be worked on."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import Struct, to_builtins

from referee.asking.question import Question
from referee.cards.fields import C, CardField, FieldTable, Parts, Written, shown_name
from referee.errors import BadInput, Unreadable, all_told, as_unreadable, naming_place
from referee.files.files import Data, convert, expect_game, read_toml
from referee.files.kinds import DECK, expect
from referee.text.grammar import parted
from referee.text.names import a_or_an, did_you_mean, find, fold, or_list, printable
from referee.text.pattern import lazy_pattern

if TYPE_CHECKING:
    from referee.text.screen import Screen

T = TypeVar("T")

_WITHOUT_COLON = lazy_pattern(r"([^\d,:;]+?),? (\d.*,.*)", re.DOTALL)
"""A name with numbers behind it where its colon should be: "Healing Arts 3, spell 1; any time: ..."."""
NOT_IN_NAMES = ":[]/,"
"""What parts a line, a move, or a list of answers."""


class Group(Struct, frozen=True):
    """A part of the box: how many cards the deck has of it, how many the box has, and what is missing by name."""

    name: str
    have: int
    box: int
    names: tuple[str, ...] = ()

    @property
    def missing(self) -> int:
        """How many cards the deck lacks."""
        return max(0, self.box - self.have)


def beginning(read: Callable[[str], T], text: str, begins: Sequence[str]) -> T:
    """What is read of a card's line that may leave out how it begins, where only some kinds of cards can come.

    Each of `begins` is tried in front of it: "creature; ", "opportunity; use: ". Raises Unreadable.
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

    `types` are the layouts of cards by kind, with their types and limits, in the order in which a file has them;
    `table` are the fields of all of them, and a kind has those that its layout has. `examples` are a card of each
    kind in a line. The kinds of `said` stand in a card's line themselves, as its first part. A fault can't be played
    with; a doubt is a value that is possible and unusual, often a slip of the fingers.
    """

    game: str
    types: Mapping[str, type[C]]
    table: FieldTable
    examples: Mapping[str, str]
    said: Collection[str] = ()
    last_counts: bool = False
    """Whether of a value that is told twice in a line the last counts; else it is refused."""
    how: str = "A card in a line:"
    """What is said above the examples where cards are asked for one by one."""
    box: str = "the rulebook"
    """Where the rulebook tells how many cards the box has."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of cards."""
        return tuple(self.types)

    @property
    def columns(self) -> Sequence[str]:
        """The columns of a spreadsheet."""
        return ("kind", "name", *self.table.fields)

    @property
    def order(self) -> Sequence[str]:
        """The order of a card's keys in a file."""
        return tuple(dict.fromkeys(key.partition(" ")[0] for key in self.columns))

    def kind_of(self, card: C) -> str:
        """The kind of a card."""
        return next(kind for kind, layout in self.types.items() if isinstance(card, layout))

    def fields(self, kind: str) -> list[CardField]:
        """The fields of a kind of card, in the order in which they stand in its line."""
        return self._fields[kind]

    @cached_property
    def _fields(self) -> dict[str, list[CardField]]:
        keys = {kind: layout.__struct_fields__ for kind, layout in self.types.items()}
        fields = self.table.fields.items()
        return {kind: [one for key, one in fields if key.partition(" ")[0] in keys[kind]] for kind in self.kinds}

    # --- what a game may say otherwise --------------------------------------------------------------

    def alike(self, one: str, other: str) -> bool:
        """Whether two kinds are looked up together, so that a name may stand only once among them."""
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
        """A card's name as typed. Raises Unreadable if it holds what parts a line, a move or a list of answers."""
        if not text.strip():
            raise Unreadable("a card needs a name")
        if found := [sign for sign in text if sign in NOT_IN_NAMES]:
            raise Unreadable(f'"{text.strip()}": leave out "{found[0]}"; a name can\'t hold {" ".join(NOT_IN_NAMES)}')
        return text.strip()

    def printed_kind(self, name: str, keys: Collection[str]) -> str:
        """The kind of a card of which nothing but this is said. Raises Unreadable if that doesn't tell it."""
        if open_kinds := [kind for kind in self.kinds if kind not in self.said]:
            return open_kinds[0]
        raise Unreadable(f"start with the type of {name}: {or_list(self.kinds)}")

    def filled_in(self, name: str, said: Parts, kind: str) -> Parts:
        """What is said of a card, with what follows from its name."""
        return said

    def put(self, said: Parts, new: Parts) -> Parts:
        """What is said of a card after a change, with new values for some of its fields."""
        return said | new

    def finished(self, card: C) -> C:
        """A card that was read, looked at as a whole. Raises Unreadable."""
        return card

    def whole(self, card: C) -> C:
        """A card with what is known of it besides its line."""
        return card

    # --- files --------------------------------------------------------------------------------------

    def written(self, kind: str, data: Any) -> Written[C]:
        """A card as it stands in a file."""
        if not isinstance(data, dict):
            name = self.examples[kind].partition(":")[0]
            return Written(kind, {}, None, f'[[{kind}]] must be a table, like name = "{name}"')
        try:
            card = convert(data, self.types[kind], shown_name(kind, data))
        except BadInput as error:
            return Written(kind, data, None, str(error))
        return Written(kind, data, card, line=self.describe(card))

    def cards_of(self, data: Data, where: str) -> list[Written[C]]:
        """All cards of a deck file's data. Raises BadInput if there is something else where the cards should be."""
        found: list[Written[C]] = []
        for kind in self.kinds:
            cards = data.get(kind, [])
            if not isinstance(cards, list):
                raise BadInput(f"{where}: {kind} must be a list of cards, each under [[{kind}]]")
            found += [self.written(kind, card) for card in cards]
        return found

    def load(self, path: Path) -> tuple[C, ...]:
        """The cards of a deck file, each with what is known of it, fit to be played with. Raises BadInput."""
        data = read_toml(path)
        self.expect(data, path)
        written = self.cards_of(data, str(path))
        cards = tuple(self.whole(card.entry) for card in written if card.entry is not None)
        unreadable = (card.problem for card in written if card.entry is None)
        for wrong in chain(unreadable, self.twice(written), *map(self.faults, cards)):
            raise BadInput(f"{path}: {wrong}")
        return cards

    def same_name(self, name: str, kind: str, cards: Sequence[Written[C]]) -> Written[C] | None:
        """The card that a card of this name and kind would come twice with."""
        return next((card for card in cards if fold(card.name) == fold(name) and self.alike(card.kind, kind)), None)

    def repeated(self, cards: Sequence[Written[C]]) -> Iterator[tuple[Written[C], Written[C]]]:
        """Each card that comes twice, with the one that stands before it."""
        found: dict[str, list[Written[C]]] = {}
        for card in cards:
            there = found.setdefault(fold(card.name), [])
            if before := self.same_name(card.name, card.kind, there):
                yield card, before
            else:
                there.append(card)

    def twice(self, cards: Sequence[Written[C]]) -> Iterator[str]:
        """Cards that stand in a deck twice."""
        for card, _ in self.repeated(cards):
            yield f"{card.name}: is listed twice; write it once, with the number of cards as copies = 2"

    # --- lines --------------------------------------------------------------------------------------

    def read(self, line: str, kind: str | None = None) -> C:
        """A card from its line; without a kind it is told by what is said of it. Raises Unreadable."""
        name, rest = self.cut(line)
        try:
            return self.read_rest(name, rest, kind)
        except Unreadable as error:
            text = str(error)
            raise Unreadable(text if name in text else f"{name}: {text}") from None

    def cut(self, line: str) -> tuple[str, str]:
        """A line's name and what follows it. Raises Unreadable if it has no colon, or an impossible name."""
        name, colon, rest = line.partition(":")
        if "," in name and (match := _WITHOUT_COLON.fullmatch(line.strip())):
            name, rest = match.groups()
        if not colon:
            example = next(iter(self.examples.values()))
            raise Unreadable(f'"{line.strip()}": a card is its name, a colon and the rest, like {example}')
        return self.read_name(name), rest

    def keys_in(self, text: str) -> set[str]:
        """The fields that are told of in a line without its name, also where commas are missing."""
        return {key for part in self.table.split(text) for key in self.table.understood(part)}

    def read_as(self, line: str, layout: type[T]) -> T:
        """A card of a known layout from its line, which may not say another kind. Raises Unreadable."""
        card = self.read(line, next(kind for kind, one in self.types.items() if one is layout))
        if isinstance(card, layout):
            return card
        raise Unreadable(f"{_name(card)} is {a_or_an(self.kind_of(card))}")

    def read_rest(self, name: str, text: str, kind: str | None = None) -> C:
        """A card of this name from the rest of its line, also in players' own words. Raises Unreadable."""
        try:
            return self._read_strictly(name, text, kind)
        except Unreadable:
            meant = self.in_own_words(text)
            if not meant:
                raise
            return self._read_strictly(name, meant, kind)

    def in_own_words(self, text: str) -> str:
        """A line without its name as it is written, if a player said it in other words; "" if it isn't understood."""
        return ""

    def _read_strictly(self, name: str, text: str, kind: str | None) -> C:
        """A card of this name from the rest of its line. Raises Unreadable that tells of all parts that are wrong."""
        first = re.split("[,;]", text, maxsplit=1)[0]
        if fold(first) in self.said:
            kind, text = fold(first), text[len(first) + 1 :]
        kind = kind or self.printed_kind(name, self.keys_in(text))
        said: Parts = {}
        wrong: list[str] = []
        for part in self.table.split(text):
            try:
                found = self._read_part(part, kind)
            except Unreadable as error:
                wrong.append(str(error))
                continue
            for key, value in found.items():
                field = self.table.fields[key]
                if key in said and not field.several and not self.last_counts:
                    wrong.append(f'"{part}": it has its {field.called or key} already')
                said[key] = [*said.get(key, ()), *value] if field.several else value
        if wrong:
            raise Unreadable(all_told([*wrong, *self.wrong_rules(said)]))
        return self.made(name, said, kind)

    def wrong_rules(self, said: Parts) -> Iterator[str]:
        """What is wrong with those of a card's rules that can't be read."""
        yield from ()

    def _read_part(self, part: str, kind: str) -> Parts:
        a_kind = f"a{'n' * (kind[0] in 'aeiou')} {kind}"
        return self.table.read(part, [field.key for field in self.fields(kind)], a_kind, self.examples[kind])

    def made(self, name: str, said: Parts, kind: str) -> C:
        """A card of what is said of it. Raises Unreadable for what it lacks, or can't be."""
        said = self.filled_in(name, said, kind)
        for field in self.fields(kind):
            if field.must and field.key not in said:
                raise Unreadable(field.must.format(name=name))
        with as_unreadable():
            card = convert(self.table.nested({"name": name, **said}), self.types[kind], name)
        return self.finished(card)

    def said_of(self, card: C) -> Parts:
        """What a card says by the keys of its fields; what is as usual is left out."""
        return self.table.flat(self.data_of(card))

    def write_rest(self, card: C) -> str:
        """A card's line without its name."""
        parts, rules = self.table.words(self.said_of(card))
        kind = [kind] if (kind := self.kind_of(card)) in self.said else []
        return "; ".join(filter(None, [", ".join([*kind, *parts]), *rules]))

    def write(self, card: C) -> str:
        """A card's line. Raises Unreadable if its name can't stand in one."""
        self.read_name(_name(card))
        return f"{_name(card)}: {self.write_rest(card)}".rstrip()

    def describe(self, card: C) -> str:
        """A card in its line; of one whose name can't stand in a line only the name."""
        try:
            return self.write(card)
        except Unreadable:
            return _name(card)

    def without_name(self, name: str, text: str) -> str:
        """What is typed of a card without its name in front, as a deck has it. Raises Unreadable for another's."""
        said, _, rest = text.partition(":")
        if "," in said or not self.table.is_whole(text):
            return text
        if fold(said) == fold(name):
            return rest
        if self.table.nearly_begins(said) or self.in_own_words(text):
            return text  # a rule that is written wrongly, or "item: attack 2"
        raise Unreadable(f'expected a line for {name}; this one starts with "{said.strip()}"')

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
        """What is asked for a card that comes into play: its line without its name, and what is `given` of it.

        `needs` are fields that a deck may leave out, and that matter now.
        """
        start = f"{given}, " if given else ""

        def parse(text: str) -> C:
            card = self.read_rest(name, start + self.without_name(name, text), kind)
            if self.kind_of(card) != kind:
                raise Unreadable(f"{name} is {a_or_an(kind)}, not {a_or_an(self.kind_of(card))}")
            if lacking := self.lacking(card, needs):
                raise Unreadable(lacking)
            return card

        return Question(
            "card",
            prompt,
            parse,
            hint=hint,
            default=default,
            words=lambda: self.words(kind),
            whole=self.has_rules(kind),
            language=lambda: self.taught(kind),
            write=lambda card: self.write_rest(card).removeprefix(start),
        )

    def has_rules(self, kind: str) -> bool:
        """Whether cards of a kind have rules, which stand behind semicolons."""
        return any(field.value.rule for field in self.fields(kind))

    def taught(self, kind: str) -> list[str]:
        """What can be typed of a card of a kind, in a few lines, and an example."""
        words = self.words(kind)
        begins = [word for word in words if word.endswith(":")]
        values = [word for word in words if not word.endswith(":")]
        rules = [f"Rules begin with {', '.join(begins)}"] if begins else []
        return [f"Can be typed: {', '.join(values)}", *rules, f"Like: {self.examples[kind]}"]

    def words(self, kind: str) -> list[str]:
        """What can be typed of a card of a kind, with 2 for any number, and what its rules begin with."""
        fields = self.fields(kind)
        begins = [f"{begin}:" for field in fields if field.value.rule for begin in field.value.begins]
        return [*self.table.offered(field.key for field in fields if not field.value.free), *dict.fromkeys(begins)]

    def lacking(self, card: C, keys: Collection[str]) -> str:
        """What a card lacks of the fields that matter now, the first of them in a sentence; "" if nothing."""
        said = self.said_of(card)
        field = next((self.table.fields[key] for key in keys if key not in said), None)
        return (
            f"its {field.called or field.key} is missing, as in {self.table.offered([field.key])[0]}" if field else ""
        )

    def offered(self, card: Written[C]) -> list[str]:
        """What can be typed to change a card, with 2 for any number: parts of its kind, and "no" with what it has."""
        fields, said = self.fields(card.kind), self.table.flat(card.data)
        gone = [field.key for field in fields if field.key in said and not field.must and not field.several]
        gone += [
            line.partition(":")[0]
            for field in fields
            if field.several
            for line in self.table.lines(field.key, _texts(said.get(field.key)))
        ]
        words = self.table.offered(field.key for field in fields if not field.value.free)
        return [*words, *(f"no {one}" for one in gone)]

    # --- changes in words -----------------------------------------------------------------------------

    def changed(self, card: Written[C], texts: Sequence[str]) -> C:
        """A card after changes in words, in order. Raises Unreadable, and then nothing is changed.

        Values take the place of the old ones, those of a list only that of the same with another number; "no ..."
        takes away, and "name ..." calls it otherwise. A whole line, name and all, takes the place of everything.
        """
        if whole := [text for text in texts if self.table.is_whole(text)]:
            if len(texts) > 1:
                raise Unreadable(f'"{whole[0]}" is a whole card; give it alone')
            after = self.read(whole[0], card.kind)
            if self.kind_of(after) != card.kind:
                raise Unreadable(f"{card.name} is {a_or_an(card.kind)}; remove it and add the other")
            return after
        said = self.table.flat(card.data) | {"name": card.name}
        changes = [change for text in texts for change in self.table.split(text)]
        if not changes:
            part = self.table.split(self.examples[card.kind].partition(":")[2])[0]
            raise Unreadable(f'say what changes, like {part}, "no {part}" or "name Old {card.name}"')
        for change in changes:
            with naming_place(said["name"], raised=Unreadable):
                said = self._changed(said, change, card.kind)
        return self.made(said.pop("name"), said, card.kind)

    def _changed(self, said: Parts, change: str, kind: str) -> Parts:
        word, _, rest = change.partition(" ")
        if fold(word) == "name" and rest.strip():
            return said | {"name": self.read_name(rest)}
        if fold(word) == "no" and rest.strip() and not self.table.understood(change, free=False):
            return self._without(said, fold(rest))
        new = self._read_part(change, kind)
        for field in (self.table.fields[key] for key in new if self.table.fields[key].several):
            old, (value,) = _texts(said.get(field.key)), new[field.key]
            same = [n for n, one in enumerate(old) if not field.value.rule and _bare(one) == _bare(value)]
            at = same[0] if same else len(old)
            new[field.key] = [*old[:at], value, *old[at + 1 :]]
        return self.put(said, new)

    def _without(self, said: Parts, wanted: str) -> Parts:
        """What is said of a card without a field or a value of this name. Raises Unreadable if there is none."""
        fields = [field for key, field in self.table.fields.items() if key in said]
        kept = {key: value for key, value in said.items() if key not in self.table.fields}
        there: list[str] = []
        for field in fields:
            value = said[field.key]
            there += [*filter(None, field.names)]
            if field.several:
                lines = list(zip(_texts(value), self.table.lines(field.key, _texts(value)), strict=True))
                there += [line.partition(":")[0] for _, line in lines]
                value = [one for one, line in lines if wanted not in (fold(line), _bare(line))]
            if wanted not in field.names and (field.several or wanted != fold(str(value))):
                kept[field.key] = value
        if kept == said:
            raise Unreadable(f'has no "{wanted}"{did_you_mean(wanted, there)}')
        return kept

    # --- rows of a spreadsheet ------------------------------------------------------------------------

    def from_row(self, row: Mapping[str, str]) -> C:
        """A card from the cells of a spreadsheet by column; empty cells aren't there. Raises Unreadable."""
        name = self.read_name(row["name"])
        known = {kind: kind for kind in self.kinds}
        kind = find(row["kind"], known, "kind of card") if "kind" in row else self.printed_kind(name, row.keys())
        with naming_place(name, raised=Unreadable):
            said = {key: self._cell(key, cell) for key, cell in row.items() if key in self.table.fields}
        return self.made(name, said, kind)

    def _cell(self, key: str, cell: str) -> Any:
        field = self.table.fields[key]
        if field.value.rule:
            return [part.strip() for part in parted(cell, ";") if part.strip()]
        if field.several:
            texts = [text for text in map(str.strip, re.split("[,;]", cell)) if text]
            return [one for text in texts for one in self._said_in(field, text)]
        if field.value.read is int and not re.fullmatch("[+-]?[0-9]{1,9}", cell):
            raise Unreadable(f'{key} is "{printable(cell)}"; it must be a whole number')
        return field.value.read(self.table.understood(cell).get(key, cell))

    def _said_in(self, field: CardField, text: str) -> Any:
        """One value of a list in a cell. Raises Unreadable for what belongs to another column."""
        found = self.table.read(text, self.table.fields, "a card", next(iter(self.examples.values())))
        if field.key not in found:
            raise Unreadable(f'"{text}" isn\'t {a_or_an(field.called or field.key)}; it has a column of its own')
        return found[field.key]

    def to_row(self, card: C) -> dict[str, Any]:
        """A card as cells by column."""
        row: dict[str, Any] = {"kind": self.kind_of(card)}
        for key, value in self.said_of(card).items():
            field = self.table.fields.get(key)
            if field is not None and field.several:
                row[key] = ("; " if field.value.rule else ", ").join(map(field.value.write, value))
            else:
                row[key] = value if field is None or field.value.read is int else field.value.write(value)
        return row

    # --- data -----------------------------------------------------------------------------------------

    def data_of(self, card: C) -> Data:
        """A card as it is written in a file, under its kind; an empty table of fields isn't written."""
        data: Data = _with_lists(to_builtins(card))
        data.pop("kind", None)
        return self.table.nested(self.table.flat(data))

    def plain(self, key: str, value: object) -> str:
        """A value as decks are compared by it and show it then; of lists only the order of rules matters."""
        field = self.table.fields.get(key)
        if isinstance(value, list):
            texts = list(map(str, value))
            return "; ".join(texts) if field and field.value.rule else ", ".join(sorted(map(fold, texts)))
        if isinstance(value, dict) and field:
            return field.value.write(dict(sorted(value.items())))
        if isinstance(value, dict):
            inner = ((what, one, self.plain(f"{key} {what}", one)) for what, one in value.items())
            return "; ".join(told if isinstance(one, list) else f"{what} {told}" for what, one, told in inner)
        return str(value)

    # --- what may be wrong --------------------------------------------------------------------------

    def faults(self, card: C) -> Iterator[str]:
        """What makes a card unfit to be played with."""
        try:
            self.read_name(_name(card))
            self.finished(card)
        except Unreadable as error:
            yield str(error)

    def doubts(self, card: C) -> Iterator[str]:
        """What is possible on a card, and unusual."""
        for key, value in self.said_of(card).items():
            if (field := self.table.fields.get(key)) and field.usual and value > field.usual:
                yield f"{_name(card)}: {key} {value}? Usual is up to {field.usual}"

    def faults_together(self, cards: Sequence[Written[C]]) -> Iterator[str]:
        """What can't be of all the cards of a deck, besides cards that stand there twice: more than the box has."""
        for group in self.groups(cards):
            if group.have > group.box:
                yield f"{group.name}: {group.have} cards; the box has {group.box} ({self.box})"

    def groups(self, cards: Sequence[Written[C]]) -> list[Group]:
        """The box part by part; nothing where it isn't known what it holds."""
        return []

    # --- screens ------------------------------------------------------------------------------------

    def draw(self, card: C, screen: Screen) -> None:
        """Draw a card like the one in the box; in plain mode tell it. By default a line for each of its parts."""
        parts, rules = self.table.words(self.said_of(card))
        for line in (_name(card), *(f"  {part}" for part in (self.kind_of(card), *parts, *rules))):
            screen.line(line)

    def show_list(self, cards: Sequence[Written[C]], screen: Screen) -> None:
        """A line for each card, under headings; by default its kind."""
        from referee.cards.screens import show_under_headings

        rest = ((card, card.line.removeprefix(f"{card.name}: ") or card.problem) for card in cards)
        show_under_headings(((card.kind, (card.name, told)) for card, told in rest), (24, "*"), screen)

    # --- what a game has learnt -----------------------------------------------------------------------

    def filled(self, there: C, card: C) -> C:
        """A deck's card with what it leaves open and a game has learnt of it; more copies, where there are."""
        before, new = self.said_of(there), self.said_of(card)
        open_ones = [field.key for field in self.fields(self.kind_of(there)) if field.open]
        after = {key: new[key] for key in open_ones if key in new} | before
        if "copies" in before and "copies" in new:
            after["copies"] = max(before["copies"], new["copies"])
        return there if after == before else convert(self.table.nested(after), type(there), _name(there))

    def contradicts(self, there: C, card: C) -> bool:
        """Whether a deck says something else of a card than a game has learnt, its place in the box aside."""
        one, other = (self.said_of(self.whole(entry)) for entry in (there, card))
        printed = [field for field in self.table.fields.values() if field.printed]
        return any(one.get(f.key) != other.get(f.key) for f in printed if f.key in other or not f.open)

    def doubts_at_table(self, card: C) -> Iterator[str]:
        """What is unusual about a card that was just typed in at the table."""
        return self.doubts(card)


def _name(card: object) -> str:
    return str(getattr(card, "name", ""))


def _texts(values: object) -> list[str]:
    """The texts of a list that may be anything, as in a file that can't be read."""
    return [one for one in values if isinstance(one, str)] if isinstance(values, list | tuple) else []


def _bare(text: str) -> str:
    """A value of a list without its number, or a rule without what it does."""
    return re.sub(r" [0-9]+$", "", fold(text.partition(":")[0]))


def _with_lists(value: Any) -> Any:
    """Plain data in which every sequence is a list, as it comes from a file."""
    if isinstance(value, dict):
        return {key: _with_lists(inner) for key, inner in value.items()}
    return [_with_lists(inner) for inner in value] if isinstance(value, list | tuple) else value
