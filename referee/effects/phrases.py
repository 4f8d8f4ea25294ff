"""Phrases with slots, as `gain {number} {counter}`: grammar by which records are parsed from words and written back.

Syntax of a phrase:

    gain                     a word; letter case and accents don't matter
    gain|gains, (on this|)   ways to say one thing; the first is written, and an empty one stands for nothing
    {number}                 a slot for the record's field of that name
    wound(s), {counted}(s)   with its s where it is many: after a number other than 1, or after words (`each player`)
    {name!}                  a slot for the known names of that field alone, or for the words of its `Also`
    {name!!}                 the same, but names can't be abbreviated
    {conditions:and}         a slot for several, with this word between; `{limits:}`: one directly after the other
    {areas:|,}               the same with an optional comma between
    [ per {per}]             an optional part; it is written if a field in it isn't at its default
    <[ twice][ by {who}]>    parts in any order, each once at most; written in this one

What can fill a slot follows from the field's type: `int` a number from 0 to 99 (`Meta` sets other bounds; if the
lower one is 0 or more, no "+" may stand before it), `Literal` one of its words ("" stands for none; `Also` adds
words for them), `Word` any one word, `str` the rest of the text as it was typed, `Annotated[str, Names(...)]` a
name that is known when the text is read, `bool` nothing: it is true if the words around it were typed. A record is
parsed by its own phrases (none may begin with a slot for itself), a class by its `from_word`, `X | Y` is either,
`tuple[X, ...]` several.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property, lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, NewType, TypeVar, Union, get_args, get_origin

from msgspec import Meta, Struct, field
from msgspec.structs import astuple, fields, replace

from referee.errors import Ambiguous, Illegal, Unreadable
from referee.text.names import a_or_an, did_you_mean, fold, nearest, or_list, printable
from referee.text.pattern import lazy_pattern

R = TypeVar("R", bound=Struct)

Word = NewType("Word", str)
"""A field for any one word."""

_ELEMENT = lazy_pattern(
    r"([\[\]<>])|\{(\w+)(!{0,2})(?::([^}]*))?\}(\(s\))?|\(([^()]*\|[^()]*)\)|([^\s\[\](){}<>]+)(\(s\))?"
)
_NUMBER = lazy_pattern(r"[+-]?\d{1,9}")
_ONE = ("a", "an", "one")
_ARTICLES = ("a", "an", "the")
_FEW = 8
"""Known names are listed as expected if there are at most this many."""

Words = tuple[str, ...]
Found = Iterator[tuple[Any, int]]
"""The values that can be read at a position, each with the position where it ends."""


class Names(Struct, frozen=True, eq=False):
    """Names that may fill a slot: those known when a text is read, of a `what` ("player").

    `known` returns them from the context in which the text is read (a game's state), optionally with the value that
    each stands for (a seat, a unit's number). An unknown name may be `new`: this function normalizes it, raises
    Unreadable, or returns None if it isn't a name.
    `also` has other words for some values ("nobody"), `others` names that aren't valid there, each with the reason or
    the Illegal to raise for it. If `alike`, a new name may be similar to a known one. The beginning of several names
    stands for those among `rather`.
    """

    what: str
    known: Callable[[Any], Iterable[str] | Mapping[str, Any]]
    new: Callable[[Any, str], str | None] | None = None
    also: Mapping[str, Any] = field(default_factory=dict)
    others: Callable[[Any], Mapping[str, str | Illegal]] = lambda moment: {}
    alike: bool = False
    rather: Callable[[Any], Collection[str]] = lambda moment: ()

    def values(self, moment: Any) -> Mapping[str, Any]:
        """Return the names that are known now, with the values that they stand for."""
        known = self.known(moment)
        return known if isinstance(known, Mapping) else {name: name for name in known}

    def name_of(self, value: Any, moment: Any) -> str | None:
        """Return the name of a value; None if it has none."""
        if isinstance(value, str) and value and value not in self.also.values():
            return value
        known = {} if moment is None else self.values(moment)
        by_name = {**self.also, **known} if self.also else known
        return next((name for name, one in by_name.items() if one == value), None)


class Also(Struct, frozen=True, eq=False):
    """More words for the values of a `Literal`, a number or a name: each word as typed, and its value."""

    words: Mapping[str, Any]


_LONG = 300
"""Maximum number of characters of an unreadable text that are shown."""


class Misread(Unreadable):
    """A text that no phrase matches: a whole message, or the `part` that can't be read and a `hint` why.

    `meant` is the only text that was likely meant, if there is one.
    """

    def __init__(self, message: str = "", *, part: str = "", hint: str = "", meant: str = "") -> None:
        super().__init__(message or f'can\'t read "{printable(part, _LONG)}"{hint}')
        self.message = message
        self.part = part
        self.hint = hint
        self.meant = meant


class Text:
    """A tokenized text. If it can't be read, it is read again, `noting` how far, and what is expected there."""

    def __init__(
        self,
        text: str,
        spellings: Mapping[str, str],
        *,
        marks: str = ",",
        moment: Any = None,
        exact: bool = False,
    ) -> None:
        self.text, self.starts, words = _tokenize(text, marks)
        self.words = tuple(spellings.get(word, word) for word in words) if spellings else words
        self.noting = False
        self.marks = marks
        self.moment = moment
        self.exact = exact
        self.reached = 0
        self.expected: dict[str, str] = {}
        """Labels of the things expected at the furthest position that was reached, each with its first word."""
        self.unlisted: list[str] = []
        """The first words of further things expected there, too many to be listed."""
        self.coined = 0
        """How many of the first words may be a new name."""
        self.refused: dict[int, str | Illegal] = {}
        """Reasons why records refused their values, by the position where their words end."""
        self.several: dict[int, str] = {}
        """Messages about ambiguous beginnings of names, by the position where these end."""
        self._values: dict[Names, Mapping[str, Any]] = {}
        self._names: dict[Names, dict[str, tuple[str, Any]]] = {}
        self._others: dict[Names, dict[str, str | Illegal]] = {}

    def values(self, names: Names) -> Mapping[str, Any]:
        """Return the names that are known now, as they are written, with the values that they stand for (cached)."""
        if (found := self._values.get(names)) is None:
            found = self._values[names] = names.values(self.moment)
        return found

    def names(self, names: Names) -> Mapping[str, tuple[str, Any]]:
        """Return the names that are known now, as typed (folded), with their written forms and values (cached)."""
        if (found := self._names.get(names)) is None:
            both = {**self.values(names), **names.also}
            found = self._names[names] = {_normalize(name, self.marks): (name, value) for name, value in both.items()}
        return found

    def others(self, names: Names) -> Mapping[str, str | Illegal]:
        """Return the names that aren't valid there, as typed (folded), each with the reason (cached)."""
        if (found := self._others.get(names)) is None:
            others = names.others(self.moment)
            found = self._others[names] = {_normalize(name, self.marks): why for name, why in others.items()}
        return found

    def at(self, at: int) -> str:
        """Return the word at a position; "" behind the last one."""
        return self.words[at] if at < len(self.words) else ""

    def article(self, at: int) -> bool:
        """Return whether a lower-case article stands there before a word: "The" may begin a name."""
        first = self.at(at) in _ARTICLES and self.at(at + 1)[1:].isalpha()
        return first and self.between(at, at + 1) in _ARTICLES

    def many(self, at: int) -> bool:
        """Return whether a plural is expected there: not at the beginning, nor after 1."""
        return at > 0 and self.words[at - 1] not in ("1", ",", *_ONE)

    def follow(self, at: int, words: Words) -> int:
        """Count how many of these words stand there, from the first on."""
        many = 0
        while many < len(words) and self.at(at + many) == words[many]:
            many += 1
        return many

    def expect(self, at: int, *words: str, listed: bool = True, shown: str = "") -> None:
        """Note what is expected at a position; messages call it `shown`."""
        if self.noting and at >= self.reached:
            if at > self.reached:
                self.reached, self.expected, self.unlisted = at, {}, []
            if listed:
                self.expected[shown or " ".join(words)] = words[0]
            else:
                self.unlisted.append(words[0])

    def part(self, separators: Iterable[str]) -> tuple[int, int]:
        """Return the first word and the end of the part, between separators, in which reading ended."""
        marks = [number for number, word in enumerate(self.words) if word in separators]
        first = max((mark + 1 for mark in marks if mark < self.reached), default=0)
        return first, min((mark for mark in marks if mark >= self.reached), default=len(self.words))

    def between(self, first: int, end: int) -> str:
        """Return the words from `first` up to `end` as they were typed."""
        stop = self.starts[end] if end < len(self.starts) else len(self.text)
        return self.text[self.starts[first] : stop].strip() if first < end else ""


@cache
def _token_pattern(marks: str) -> re.Pattern[str]:
    """Return the pattern of a text's words; each of the `marks` is a word by itself."""
    escaped = re.escape(marks)
    return re.compile(rf"[^\s{escaped}]+|[{escaped}]")


@lru_cache(maxsize=4096)
def _tokenize(text: str, marks: str) -> tuple[str, Sequence[int], Words]:
    """Return a text with single blanks, the positions where its words begin, and the folded words."""
    text = " ".join(text.split())
    found = list(_token_pattern(marks).finditer(text))
    return text, [one.start() for one in found], tuple(fold(one[0]) for one in found)


@lru_cache(maxsize=4096)
def _normalize(name: str, marks: str) -> str:
    return " ".join(_token_pattern(marks).findall(fold(name)))


# --- kinds of slots -------------------------------------------------------------------------------------


class Kind(Struct, frozen=True):
    """A kind of slot: parser and writer of its values."""

    def read(self, text: Text, at: int) -> Found:
        """Yield all values that can be read at a position, each with the position where it ends."""
        raise NotImplementedError

    def write(self, value: Any, moment: Any) -> str | None:
        """Return a value in words; None if it can't fill the slot."""
        raise NotImplementedError

    def first(self) -> frozenset[str] | None:
        """Return the words with which it can begin; None if they aren't known."""
        return None


class _Number(Kind, frozen=True):
    """A number, or a word for one; if `named`, only a word."""

    least: int
    most: int
    words: Mapping[str, int] = {}
    named: bool = False
    sign: str = "may"

    def read(self, text: Text, at: int) -> Found:
        word = text.at(at)
        if word in self.words:
            yield self.words[word], at + 1
        elif not self.named:
            yield from self._number(text, at, word)

    def _number(self, text: Text, at: int, word: str) -> Found:
        number = 1 if word in _ONE else int(word) if _NUMBER.fullmatch(word) else None
        if number is not None and self.least <= number <= self.most and self._has_valid_sign(word):
            yield number, at + 1
        else:
            exact = self.most < 10 or word.lstrip("+-").isdecimal()
            text.expect(at, f"a number from {self.least} to {self.most}" if exact else "a number")

    def _has_valid_sign(self, word: str) -> bool:
        """Return whether a sign stands before the number if one must, and none if none may."""
        return self.sign == "may" or (word[0] in "+-") == (self.sign == "must")

    def write(self, value: Any, moment: Any) -> str | None:
        text = f"{value:+}" if self.sign == "must" else str(value)
        return text if isinstance(value, int) and self.least <= value <= self.most else None


class _Choice(Kind, frozen=True):
    ways: Mapping[Words, str]
    agrees: bool

    def read(self, text: Text, at: int) -> Found:
        for way, value in self.ways.items():
            if text.words[at : at + len(way)] == way:
                yield value, at + len(way)
            elif text.noting:
                many = text.follow(at, way)
                usual = value.removesuffix("s") if self.agrees and not text.many(at) else value
                if many or " ".join(way) == fold(usual):
                    text.expect(at + many, *way[many:])

    def write(self, value: Any, moment: Any) -> str | None:
        return value if value in self.ways.values() else None

    def first(self) -> frozenset[str]:
        return frozenset(way[0] for way in self.ways)


class _OwnWord(Kind, frozen=True):
    """Any word, or one that a class accepts in its `from_word`."""

    type: Any

    def read(self, text: Text, at: int) -> Found:
        word = text.at(at).removeprefix(",")
        value = word if self.type is Word else self.type.from_word(word)
        if word and value is not None:
            yield value, at + 1
        else:
            text.expect(at, "a word" if self.type is Word else self.type.example)

    def write(self, value: Any, moment: Any) -> str | None:
        return str(value) if isinstance(value, str if self.type is Word else self.type) else None


class _Rest(Kind, frozen=True):
    def read(self, text: Text, at: int) -> Found:
        if text.at(at):
            yield text.text[text.starts[at] :], len(text.words)
        else:
            text.expect(at, "words of your own")

    def write(self, value: Any, moment: Any) -> str | None:
        return value if isinstance(value, str) and value else None


def _is_forbidden(value: Any) -> bool:
    """Return whether a name that the rules forbid is among what was read."""
    if isinstance(value, Struct):
        value = astuple(value)
    return any(map(_is_forbidden, value)) if isinstance(value, tuple) else isinstance(value, Illegal)


class _Named(Kind, frozen=True):
    """A known name, its beginning if no other name begins so, or a new name."""

    names: Names
    exact: bool = False

    def read(self, text: Text, at: int) -> Found:
        rest = text.between(at, len(text.words))
        if rest in (values := text.values(self.names)):
            yield values[rest], len(text.words)  # as in logs; seldom is more to be searched for
        known = text.names(self.names)
        for first in (at, at + 1) if text.article(at) else (at,):
            typed = self._words_from(text, first)
            whole = text.exact or self.exact
            for end, words in typed.items():
                if (name := words if words in known or whole else words.removesuffix("s").removesuffix("'")) in known:
                    yield known[name][1], end
            if not whole:
                yield from self._abbreviated(text, typed, known)
        if self.names.new is not None:
            yield from self._new(text, at, known)
        if text.noting:
            self._expect(text, at, self._words_from(text, at), known)

    @staticmethod
    def _words_from(text: Text, at: int) -> dict[int, str]:
        """Return the words from a position on, by the position where they end, longest first."""
        return {end: " ".join(text.words[at:end]) for end in range(len(text.words), at, -1)}

    def _abbreviated(self, text: Text, typed: Mapping[int, str], known: Mapping[str, tuple[str, Any]]) -> Found:
        """Yield the value of an abbreviated name, if it is the only one, or all have the same value."""
        first = typed[min(typed)] if typed else ""
        matches = [name for name in known if first and name.startswith(first) and name not in typed.values()]
        if not matches:
            return
        preferred = self.names.rather(text.moment)
        for end, words in typed.items():
            found = {known[name][0]: known[name][1] for name in matches if name.startswith(words)}
            found = {name: value for name, value in found.items() if name in preferred} or found
            values = list(found.values())
            if found and all(value == values[0] for value in values):
                yield values[0], end
            elif found and words not in known:
                text.several.setdefault(end, f'"{words}" fits several: {or_list(found)}')

    def _new(self, text: Text, at: int, known: Mapping[str, tuple[str, Any]]) -> Found:
        """Yield unknown names, shortest first, so that more words may follow; none similar to a known one."""
        assert self.names.new is not None
        article = text.article(at)
        first = at + article
        for end in range(first + 1, len(text.words) + 1):
            typed = text.between(first, end)
            if fold(typed) in known:
                continue  # it is no new one
            if not self.names.alike and (hint := did_you_mean(typed, [name for name, _ in known.values()])):
                text.refused.setdefault(end, f'no {self.names.what} is called "{typed}"{hint}')
                continue
            try:
                new = self.names.new(text.moment, text.between(at, end))  # "the Book of Thoth" may be refused whole
                if article and new is not None:
                    new = self.names.new(text.moment, typed)
            except Unreadable as error:
                text.refused.setdefault(end, str(error))
            except Illegal as error:
                text.refused.setdefault(end, error)
                yield error, end  # if the rest fits behind it, it belongs to no longer name
            else:
                if new is not None:
                    text.coined = max(text.coined, end if at == 0 else 0)
                    yield new, end

    def _expect(self, text: Text, at: int, typed: Mapping[int, str], known: Mapping[str, tuple[str, Any]]) -> None:
        values = [value for _, value in known.values()]
        few = sum(value not in values[:number] for number, value in enumerate(values)) <= _FEW
        for number, (name, (shown, value)) in enumerate(known.items()):
            way = tuple(name.split())
            if text.reached <= at + (many := text.follow(at, way)) < at + len(way):
                listed = bool(many) or (few and value not in values[:number])
                rest = shown.split()[many:] if len(shown.split()) == len(way) else []
                text.expect(at + many, *way[many:], listed=listed, shown=" ".join(rest) if many else shown)
        if not (few and known):
            text.expect(at, a_or_an(self.names.what))
        others = text.others(self.names)
        for end, words in typed.items():
            begun: Iterable[str] = ()
            if not text.exact and end == len(text.words):
                only = len(within := {one for one in (*known, *others) if f" {words}" in one}) == 1
                begun = [one for one in others if one.startswith(words)] or (within - {*known} if only else ())
            if words not in known and (other := words if words in others else next(iter(begun), "")):
                text.refused.setdefault(end, others[other])

    def write(self, value: Any, moment: Any) -> str | None:
        return self.names.name_of(value, moment)


class _Flag(Kind, frozen=True):
    """A bool, without words of its own: true if the words around it were typed."""

    def read(self, text: Text, at: int) -> Found:
        yield True, at

    def write(self, value: Any, moment: Any) -> str | None:
        return "" if value else None


class _Either(Kind, frozen=True):
    kinds: tuple[Kind, ...]

    def read(self, text: Text, at: int) -> Found:
        for kind in self.kinds:
            yield from kind.read(text, at)

    def write(self, value: Any, moment: Any) -> str | None:
        return next((words for kind in self.kinds if (words := kind.write(value, moment)) is not None), None)

    def first(self) -> frozenset[str] | None:
        return _union([kind.first() for kind in self.kinds])


class _Several(Kind, frozen=True):
    kind: Kind
    separators: Words

    def read(self, text: Text, at: int) -> Found:
        """Read as many as there are; of the ways to read one, take the first that ends its part, else the longest."""
        found, end = [], at
        while reading := self._one(text, at):
            found.append(reading[0])
            end = at = reading[1]
            if text.at(end) and text.at(end) in self.separators:
                at += 1
            elif "" not in self.separators:
                break
        if found:
            yield tuple(found), end

    def _one(self, text: Text, at: int) -> tuple[Any, int] | None:
        longest: tuple[Any, int] | None = None
        for value, end in self.kind.read(text, at):
            if text.at(end) in ("", *self.separators):
                return value, end
            if longest is None or end > longest[1]:
                longest = value, end
        return longest

    def write(self, value: Any, moment: Any) -> str | None:
        parts = [self.kind.write(one, moment) for one in value]
        between = {"": " ", ",": ", "}.get(self.separators[0], f" {self.separators[0]} ")
        return between.join(part for part in parts if part) if parts and None not in parts else None

    def first(self) -> frozenset[str] | None:
        return self.kind.first()


class _Record(Kind, frozen=True):
    """A record of a type or its subtypes, by their own phrases."""

    phrases: Phrases
    type: type[Struct]

    def read(self, text: Text, at: int) -> Found:
        word = text.at(at)
        for phrase in self.phrases.of(self.type):
            if text.noting or (first := phrase.first) is None or word in first:
                yield from phrase.read(text, at)

    def write(self, value: Any, moment: Any) -> str | None:
        return self.phrases.write(value, moment) if isinstance(value, self.type) else None

    def first(self) -> frozenset[str] | None:
        return _union([phrase.first for phrase in self.phrases.of(self.type)])


# --- phrases --------------------------------------------------------------------------------------------


class _Spelt(NamedTuple):
    """A word, or several ways to say one thing; if it `agrees`, a singular and a plural.

    If `glued`, it is written without a blank before it.
    """

    ways: tuple[Words, ...]
    agrees: bool = False
    glued: bool = False


class _Slot(NamedTuple):
    field: str
    kind: Kind
    agrees: bool
    glued: bool = False


class _Maybe(NamedTuple):
    """An optional part, and the fields that it has slots for."""

    elements: Elements
    fields: Words


class _AnyOrder(NamedTuple):
    """Elements in any order, each once at most."""

    elements: Elements


Element = _Spelt | _Slot | _Maybe | _AnyOrder
Elements = tuple[Element, ...]


class Phrase:
    """A phrase for records of one type."""

    def __init__(self, phrases: Phrases, words: str, type: type[Struct]) -> None:
        self._phrases = phrases
        self._words = words
        self.type = type

    @cached_property
    def _elements(self) -> Elements:
        hints = {one.name: one.type for one in fields(self.type)}
        open_ones: list[list[Element]] = [[]]
        ended, blank = 0, True
        for match in _ELEMENT.finditer(self._words):
            bracket, field, only, between, agrees, ways, word, many = match.groups()
            blank, ended = blank or match.start() > ended, match.end()
            if bracket in ("[", "<"):
                open_ones.append([])
                continue
            glued, blank = not blank, blank and bool(bracket)
            element: Element
            if bracket:
                inner = tuple(open_ones.pop())
                element = _Maybe(inner, tuple(_fields(inner))) if bracket == "]" else _AnyOrder(inner)
            elif field:
                separators = None if between is None else tuple(between.split("|"))
                kind = self._phrases.kind(hints[field], separators, bool(agrees), named=only)
                element = _Slot(field, kind, bool(agrees), glued)
            else:
                alternatives = f"{word}|{word}s" if many else word or ways
                found = tuple(self._phrases.words(way) for way in alternatives.split("|"))
                element = _Spelt(found, bool(many), glued)
            before = open_ones[-1][-1] if open_ones[-1] else None
            if (
                isinstance(before, _Spelt)
                and isinstance(element, _Spelt)
                and len(before.ways) == len(element.ways) == 1
                and not glued
            ):
                open_ones[-1][-1] = before._replace(ways=((*before.ways[0], *element.ways[0]),))
            else:
                open_ones[-1].append(element)
        return tuple(open_ones[0])

    @cached_property
    def _defaults(self) -> dict[str, Any]:
        return {one.name: one.default for one in fields(self.type)}

    @cached_property
    def first(self) -> frozenset[str] | None:
        """The words with which the phrase can begin; None if they aren't known."""
        return _first(self._elements)

    @property
    def usage(self) -> str:
        """The phrase with its slots in capitals: "bind TARGET [by BY]"."""
        return _usage(self._elements)

    @property
    def opening(self) -> str:
        """The words with which the phrase begins as it is written, before the first slot that must be filled."""
        elements = itertools.dropwhile(lambda one: isinstance(one, _Maybe), self._elements)
        spelt = itertools.takewhile(lambda one: isinstance(one, _Spelt), elements)
        return " ".join(word for one in spelt if isinstance(one, _Spelt) for word in one.ways[0])

    def read(self, text: Text, at: int) -> Found:
        """Yield the records that can be read at a position, without those that refuse their values (Unreadable)."""
        for found, end in self._match(self._elements, text, at):
            try:
                yield self.type(**found), end
            except Unreadable as error:
                text.refused.setdefault(end, str(error))

    def _match(self, elements: Elements, text: Text, at: int) -> Iterator[tuple[dict[str, Any], int]]:
        if not elements:
            yield {}, at
            return
        element, rest = elements[0], elements[1:]
        if isinstance(element, _Maybe):
            yield from self._match((*element.elements, *rest), text, at)
            yield from self._match(rest, text, at)
        elif isinstance(element, _AnyOrder):
            for number, part in enumerate(element.elements):
                inner = part.elements if isinstance(part, _Maybe) else (part,)
                left = _AnyOrder((*element.elements[:number], *element.elements[number + 1 :]))
                yield from self._match((*inner, left, *rest), text, at)
            yield from self._match(rest, text, at)
        elif isinstance(element, _Slot):
            for value, end in element.kind.read(text, at):
                if not rest:
                    yield {element.field: value}, end
                    continue
                for found, stop in self._match(rest, text, end):
                    yield {element.field: value, **found}, stop
        else:
            usual = element.ways[element.agrees and text.many(at)]
            for way in element.ways:
                if text.words[at : (end := at + len(way))] == way:
                    yield from self._match(rest, text, end)
                elif text.noting and ((there := text.follow(at, way)) or way is usual):
                    text.expect(at + there, *way[there:])

    def write(self, record: Struct, moment: Any = None) -> str | None:
        """Return a record in the words of this phrase; None if they can't express it."""
        expressed: set[str] = set()
        words = self._write_elements(self._elements, record, expressed, [False], moment)
        if words is None or self._unsaid(self._defaults, record, expressed):
            return None
        return "".join(words).strip()

    def _write_elements(
        self, elements: Elements, record: Struct, expressed: set[str], many: list[bool], moment: Any
    ) -> list[str] | None:
        """Return the words of elements; adds to `expressed` the fields they express, sets `many` for a plural."""
        found: list[str] = []
        for element in elements:
            if isinstance(element, _Spelt):
                if words := " ".join(element.ways[element.agrees and many[0]]):
                    found.append(words if element.glued else f" {words}")
            elif isinstance(element, _Slot):
                value = getattr(record, element.field)
                written = element.kind.write(value, moment)
                if written is None:
                    return None
                if written:
                    written = written.removesuffix("s") if element.agrees and not many[0] else written
                    found.append(written if element.glued else f" {written}")
                expressed.add(element.field)
                many[0] = not isinstance(value, int) or abs(value) != 1
            elif isinstance(element, _AnyOrder) or self._unsaid(element.fields, record, expressed):
                inner = self._write_elements(element.elements, record, expressed, many, moment)
                if inner is None:
                    return None
                found += inner
        return found

    def _unsaid(self, names: Iterable[str], record: Struct, expressed: set[str]) -> bool:
        """Return whether one of these fields isn't at its default, and not expressed yet."""
        return any(getattr(record, name) != self._defaults[name] for name in names if name not in expressed)


def _usage(elements: Elements) -> str:
    """Format elements for a usage text, optional parts in brackets."""
    found = ""
    for element in elements:
        if isinstance(element, _Spelt):
            words = " ".join(element.ways[0])
        elif isinstance(element, _Slot):
            ways = element.kind.ways.values() if isinstance(element.kind, _Choice) else (element.field.upper(),)
            words = "" if isinstance(element.kind, _Flag) else "|".join(dict.fromkeys(ways)).replace("_", " ")
        elif isinstance(element, _AnyOrder):
            words = _usage(element.elements)
        else:
            words = _usage(element.elements).strip()
            words = f"[{words}]" if words and element.fields else ""
        glued = isinstance(element, _Spelt | _Slot) and element.glued
        found += words if glued or not words else f" {words}"
    return found.strip()


def _fields(elements: Elements) -> Iterator[str]:
    for element in elements:
        if isinstance(element, _Slot):
            yield element.field
        elif not isinstance(element, _Spelt):
            yield from _fields(element.elements)


def _first(elements: Elements) -> frozenset[str] | None:
    """Return the words with which elements can begin; None if they aren't known."""
    if not elements:
        return None
    element, rest = elements[0], elements[1:]
    if isinstance(element, _Slot):
        return element.kind.first()
    if isinstance(element, _AnyOrder):
        return None
    if isinstance(element, _Maybe):
        ways = [_first((*element.elements, *rest)), _first(rest)]
    else:
        ways = [frozenset(way[:1]) if way else _first(rest) for way in element.ways]
    return _union(ways)


def _union(ways: Sequence[frozenset[str] | None]) -> frozenset[str] | None:
    """Return the union of the first words of several ways; None if those of one way aren't known."""
    return None if None in ways else frozenset().union(*filter(None, ways))


class Phrases:
    """A game's phrases, each with the type of record that it makes; of several that match, the first one is used.

    `spellings` maps other spellings of single words, `marks` are the characters that are words by themselves.
    """

    def __init__(
        self, phrases: Mapping[str, type[Struct]], *, spellings: Mapping[str, str] | None = None, marks: str = ","
    ) -> None:
        self._marks = marks
        self._all = [Phrase(self, words, type) for words, type in phrases.items()]
        self._of: dict[type[Struct], list[Phrase]] = {}
        self._spellings = spellings or {}

    def of(self, type: type[Struct]) -> list[Phrase]:
        """Return the phrases for records of a type or its subtypes."""
        if type not in self._of:
            self._of[type] = [phrase for phrase in self._all if issubclass(phrase.type, type)]
        return self._of[type]

    def words(self, text: str) -> Words:
        """Split a phrase into words as they are compared."""
        return tuple(_token_pattern(self._marks).findall(fold(text)))

    def kind(self, hint: Any, separators: Words | None = None, agrees: bool = False, *, named: str = "") -> Kind:
        """Return the kind of a slot for a field of a type; `named` are the marks of a slot for names only.

        Raises TypeError for a type that no words make.
        """
        origin, inner = get_origin(hint), get_args(hint)
        if hint is int:
            return _Number(0, 99)
        if hint is str:
            return _Rest()
        if hint is bool:
            return _Flag()
        if hint is Word or hasattr(hint, "from_word"):
            return _OwnWord(hint)
        if isinstance(hint, type) and issubclass(hint, Struct):
            return _Record(self, hint)
        if origin is Literal:
            ways = {tuple(fold(word).split()): word for word in inner if word}
            one = {(*way[:-1], way[-1].removesuffix("s")): word for way, word in ways.items() if agrees}
            return _Choice({**ways, **one}, agrees)
        if origin is tuple and separators is not None:
            return _Several(self.kind(inner[0]), separators)
        if origin is Annotated:
            return self._annotated(inner[0], inner[1:], separators, agrees, named)
        if origin in (Union, UnionType):
            return _Either(tuple(self.kind(one, separators, agrees) for one in inner if one is not NoneType))
        raise TypeError(f"no place can hold {hint}")

    def _annotated(self, hint: Any, notes: Sequence[Any], separators: Words | None, agrees: bool, named: str) -> Kind:
        """Return the kind of a slot for an annotated type: with bounds, names, or more words for its values."""
        also = next((note.words for note in notes if isinstance(note, Also)), {})
        if names := next((note for note in notes if isinstance(note, Names)), None):
            name = _Named(replace(names, new=None) if named else names, exact=named == "!!")
            number = _Number(0, -1, also, named=True)
            return name if not also else number if named else _Either((number, name))
        if hint is int:
            bounds = next((note for note in notes if isinstance(note, Meta)), Meta())
            most = 99 if bounds.le is None else int(bounds.le)
            sign = "may" if bounds.ge is None or bounds.ge < 0 else "never"
            sign = "must" if bounds.extra else sign
            return _Number(int(bounds.ge or 0), most, also, bool(named), sign)
        kind = self.kind(hint, separators, agrees)
        if isinstance(kind, _Choice):
            more = {tuple(fold(word).split()): value for word, value in also.items()}
            return replace(kind, ways={**kind.ways, **more})
        return kind

    def suggestion(self, record: Struct, typed: str, moment: Any) -> str:
        """Return the corrected text that a message proposes after a mistyped one."""
        return typed

    def write(self, record: Struct, moment: Any = None) -> str:
        """Return a record in words, by its first phrase that can express it; `moment` is the context of its names.

        Raises TypeError if no phrase says it.
        """
        own = (phrase for phrase in self.of(type(record)) if phrase.type is type(record))
        words = next((words for phrase in own if (words := phrase.write(record, moment)) is not None), None)
        if words is None:
            raise TypeError(f"no phrase says {record}")
        return words

    def read(
        self, type: type[R], text: str, separators: Sequence[str] = (",",), *, moment: Any = None, exact: bool = False
    ) -> tuple[R, ...]:
        """Parse a text into records, with separators between them; `moment` is the context of its names.

        If `exact`, names can't be abbreviated.

        Raises Misread that says what can't be read, which word it is, and what is expected there; Ambiguous for the
        beginning of several names; Illegal for a name that the rules forbid.
        """
        try:
            words = self._text(text, moment, exact=exact)
            if (found := self._read(type, words, tuple(separators))) is None:
                raise self._misread(type, words, tuple(separators))
        except RecursionError:  # hundreds of phrases, each within the one before
            raise Misread(f"that is too long: {text[:60]} ...") from None
        return found

    def find(self, type: type[R], text: str, *, moment: Any = None) -> R | None:
        """Parse a text into one record; return None if no phrase matches."""
        found = self._read(type, self._text(text, moment), ())
        return found[0] if found else None

    def following(self, type: type[Struct], text: str, *, moment: Any = None) -> list[str]:
        """List the words that can follow a text that begins a record; none if it begins none."""
        text_begun = self._text(text, moment)
        text_begun.noting = True
        self._read(type, text_begun, ())
        at_end = text_begun.reached == len(text_begun.words)
        return [one for one in (*text_begun.expected, *text_begun.unlisted) if " " not in one and at_end]

    def usage(self, type: type[Struct]) -> str:
        """Return how a record is typed, for a usage text."""
        return next(phrase for phrase in self.of(type) if phrase.type is type).usage

    def _read(self, type: type[R], text: Text, separators: Words) -> tuple[R, ...] | None:
        found: tuple[R, ...]
        for found, end in _Several(_Record(self, type), separators).read(text, 0):
            if not text.at(end) or ("," in separators and text.words[end:] == (",",)):
                return None if _is_forbidden(found) else found
            text.expect(end, "")
        return None

    def _text(self, text: str, moment: Any, *, exact: bool = False) -> Text:
        return Text(text, self._spellings, marks=self._marks, moment=moment, exact=exact)

    def _misread(self, type: type[R], text: Text, separators: Words) -> Unreadable | Illegal:
        """Return the error for an unreadable text, about the part in which reading ended."""
        text.noting = True
        self._read(type, text, separators)
        if (several := text.several.get(len(text.words))) is not None:
            return Ambiguous(several)
        if forbidden := next((why for why in text.refused.values() if isinstance(why, Illegal)), None):
            return forbidden
        refused = max(text.refused, default=-1)
        text.reached = max(text.reached, refused)
        first, end = text.part(separators)
        part, before, word = text.between(first, end), text.between(first, text.reached), ""
        if refused == text.reached:
            return Misread(f'"{part}": {text.refused[refused]}')
        if text.reached < end:
            word = text.words[text.reached]

        def corrected(put: str, gone: int) -> str | None:
            """Return the part with `put` for the next `gone` words where reading ended, if it is readable then."""
            rest = text.between(text.reached + gone, end)
            trial = f"{text.between(first, text.reached)} {put} {rest}".strip()
            found = self._read(type, self._text(trial, text.moment), ())
            with suppress(TypeError):  # no phrase can express it: it names something unknown
                return self.suggestion(found[0], trial, text.moment) if found else None
            return None

        if "a number" in text.expected and (meant := corrected("1", gone=0)):
            return Misread(f'"{part}" lacks a number; did you mean {meant}?')
        near = nearest(word, [*text.expected.values(), *text.unlisted]) if word and word != "with" else []
        if tried := [*dict.fromkeys(trial for put in near if (trial := corrected(put, gone=1)))]:
            whole = part == text.text and len(tried) == 1
            return Misread(part=part, hint=f"; did you mean {or_list(tried)}?", meant=tried[0] if whole else "")
        named = [one for one in text.expected if one and one != ","]
        could = [one for one in named if one != "the"] or named
        if not before or (not word and text.coined == end):  # a new name is begun by anything
            return Misread(part=part)
        if not word:
            return Misread(part=part, hint=f': "{before}" must be followed by {or_list(could)}')
        typed = text.between(text.reached, text.reached + 1)
        if 0 < len(could) <= 2 * _FEW:
            return Misread(part=part, hint=f': "{before}" is followed by {or_list(could)}, not by "{typed}"')
        return Misread(part=part, hint=f': "{typed}" can\'t follow "{before}"')
