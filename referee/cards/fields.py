"""A game's cards as a table of fields, from which their lines, rows, changes and comparison follow.

A card's line is its name, a colon, and its parts in any order with commas between; rules stand behind semicolons:

    Storm Warden: god 6, flying, 4 cards; minor: 1 crystal -> attack 3

A field has one or more ways in which its part is typed. `#` stands for its value, `{key}` for that of another field
in the same part, `(copy|copies)` for a word's singular and plural; a way without a value is a flag.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import product
from typing import Any, Generic, Protocol, TypeVar

from msgspec import UNSET, Struct

from referee.errors import Unreadable
from referee.files.files import Data
from referee.text.grammar import FIGURES, split_outside_quotes
from referee.text.names import by_key, did_you_mean, fold, or_list, printable, printed
from referee.text.names import find as find_name
from referee.text.pattern import lazy_pattern

Parts = dict[str, Any]
"""A card's values by the keys of its fields; "lower attack" is the key `attack` in the table `lower`."""

_PIECES = lazy_pattern(r"(\{[^}]+\}|\([^)]+\)|#)")


_NUMBER_FIRST = lazy_pattern(r"(\d+) ([a-z ]+)", re.IGNORECASE)
_NUMBER_LAST = lazy_pattern(r"([a-z ]+) (\d+)", re.IGNORECASE)
_COUNTED = lazy_pattern(rf"\b(?:{'|'.join(FIGURES)})\b(?= [a-z])", re.IGNORECASE)
LEAST_BEGUN = 2
"""Fewest letters that abbreviate a value's first word."""


class Value(Struct, frozen=True):
    """A kind of value: its pattern, how to read it (raising Unreadable) and write it, and words it may be.

    In `words` 2 stands for any number. A `free` value is any text. A `rule` stands between semicolons and contains a
    colon; `begins` are its possible beginnings, if they are few. The pattern may be a function, called when first
    needed.
    """

    pattern: str | Callable[[], str] = "[0-9]{1,9}"
    read: Callable[[str], Any] = int
    write: Callable[[Any], str] = str
    words: Callable[[], Iterable[str]] = lambda: ("2",)
    free: bool = False
    rule: bool = False
    begins: tuple[str, ...] = ()


NUMBER = Value()
SIGNED = Value("[+-]?[0-9]{1,9}")
TEXT = Value(".+", str.strip, words=lambda: ("...",), free=True)
FLAG = Value("yes|no", lambda text: fold(text) == "yes", lambda flag: "yes" if flag else "no", words=lambda: ())


def one_of(words: Sequence[str]) -> Value:
    """Return the value that is one of some words."""
    return Value("|".join(map(re.escape, words)), fold, words=lambda: words)


def own_word(words: Sequence[str], otherwise: str) -> Value:
    """Return the value that is one of some words, or any word behind `otherwise`: "kind WORD"."""
    return Value(
        f"{'|'.join(words)}|{otherwise} [a-z-]+",
        lambda text: fold(text).removeprefix(f"{otherwise} "),
        lambda word: word if word in words else f"{otherwise} {word}",
        lambda: (*words, f"{otherwise} ..."),
    )


def rule(begins: Sequence[str]) -> Value:
    """Return the value of a rule: one of the beginnings, a colon, and an effect that the game itself reads."""
    longest = "|".join(sorted(begins, key=len, reverse=True))
    return Value(rf"(?:{longest}) ?:.*", str.strip, words=lambda: (), rule=True, begins=tuple(begins))


class CardField(Struct, frozen=True):
    """A field of cards: its key in a file (also its column), the ways to type it, and its value.

    Lines are written in the first way whose values are all known. `called` is its name in messages, `also` more names
    behind "no". With `several` it is a list; `apart` puts it between semicolons. `must` is the message if it is
    missing but required, with {name} for the card's name. An `open` field may be left out of a deck until a game
    learns it. A field that isn't `printed` belongs to the box, not to the card. More than `usual` is doubted.
    """

    key: str
    ways: tuple[str, ...] = ()
    value: Value = NUMBER
    called: str = ""
    also: tuple[str, ...] = ()
    several: bool = False
    apart: bool = False
    must: str = ""
    open: bool = False
    printed: bool = True
    usual: int = 0

    @property
    def typed(self) -> tuple[str, ...]:
        """Ways to type it; by default its key and its value."""
        return self.ways or (f"{self.key} #",)

    @property
    def names(self) -> frozenset[str]:
        """Names accepted behind "no"."""
        return frozenset((self.key, self.called, *self.also))


class FieldTable:
    """The fields of a game's cards, in the order of a card's line."""

    def __init__(self, *fields: CardField) -> None:
        self.fields = {field.key: field for field in fields}
        self.rules = [field for field in fields if field.value.rule]
        self._parse_cached = lru_cache(maxsize=1024)(self._parse)
        self._outer = {outer for outer, inner, _ in (key.partition(" ") for key in self.fields) if inner}

    # --- plain data ---------------------------------------------------------------------------------

    def flat(self, data: Data) -> Parts:
        """Flatten a card's data to the keys of its fields."""
        found = {key: value for key, value in data.items() if key not in self._outer or not isinstance(value, dict)}
        for outer in self._outer & data.keys() - found.keys():
            found |= {f"{outer} {inner}": value for inner, value in data[outer].items()}
        return found

    def to_data(self, parts: Parts) -> Data:
        """Turn flat values back into a card's data."""
        found: Data = {}
        for key, value in parts.items():
            outer, inner, rest = key.partition(" ")
            if inner and outer in self._outer:
                found.setdefault(outer, {})[rest] = value
            else:
                found[key] = value
        return found

    # --- writing ------------------------------------------------------------------------------------

    def words(self, parts: Parts) -> tuple[list[str], list[str]]:
        """Format values for a card's line: the parts between commas, and those between semicolons.

        A value that is typed only together with one that the card lacks (in an edited file) is left out.
        """
        written: set[str] = set()
        found: tuple[list[str], list[str]] = ([], [])
        for field in self.fields.values():
            if field.key not in written and (value := parts.get(field.key)) is not None and value is not False:
                way = next((way for way in self._ways_of(field) if _keys_of(way) <= parts.keys()), None)
                if way is None:
                    continue
                written |= _keys_of(way)
                words = [self._write(way, {**parts, field.key: one}) for one in _values(field, value)]
                if field.apart and not field.value.rule:
                    words = [", ".join(words)]
                found[field.apart or field.value.rule].extend(words)
        return found

    @staticmethod
    @lru_cache
    def _ways_of(field: CardField) -> tuple[str, ...]:
        """Return the ways to type a field, each with the key of its own value."""
        return tuple(way.replace("#", f"{{{field.key}}}") for way in field.typed)

    def _write(self, way: str, parts: Parts) -> str:
        last: Any = None
        words = ""
        for piece in _pieces(way):
            if piece.startswith("{"):
                last = parts[piece[1:-1]]
                words += self.fields[piece[1:-1]].value.write(last)
            else:
                one, _, many = piece.strip("()").partition("|") if piece.startswith("(") else (piece, "", "")
                words += one if not many or last == 1 else many
        return words

    def lines(self, key: str, values: object) -> list[str]:
        """Format the values of a list field as in a card's line."""
        (way, *_), field = self._ways_of(self.fields[key]), self.fields[key]
        return [self._write(way, {key: value}) for value in _values(field, values)]

    # --- reading ------------------------------------------------------------------------------------

    @cached_property
    def _patterns(self) -> list[tuple[re.Pattern[str], list[str], CardField, bool]]:
        """Every way as a pattern, with the keys of its values; longer words first, free text last (marked)."""
        found = []
        for field in self.fields.values():
            for way in self._ways_of(field):
                keys = [piece[1:-1] for piece in _PIECES.findall(way) if piece.startswith("{")]
                free = any(self.fields[key].value.free for key in keys)
                pattern = "".join(self._pattern(piece, free) for piece in _PIECES.split(way))
                literal = len(re.sub(r"\{[^}]+\}", "", way))
                found.append((free, -literal, (re.compile(pattern, re.IGNORECASE | re.DOTALL), keys, field, free)))
        return [way for *_, way in sorted(found, key=lambda one: one[:2])]

    def _pattern(self, piece: str, free: bool) -> str:
        if piece.startswith("{"):
            pattern = self.fields[piece[1:-1]].value.pattern
            return f"({pattern if isinstance(pattern, str) else pattern()})"
        if piece.startswith("("):
            return f"(?:{piece[1:-1]})"
        return piece if free else piece.replace(" ", " ?").replace("/", " ?/ ?")

    def understood(self, part: str, *, free: bool = True) -> dict[str, str]:
        """Parse a part into the typed values by key; empty if no field is typed like that.

        Without `free`, fields of free text are ignored.
        """
        return dict(self._parse_cached(part, free))

    def _parse(self, part: str, free: bool) -> dict[str, str]:
        counted = _COUNTED.sub(lambda match: FIGURES[match[0].lower()], part)  # "two dice"
        for text in dict.fromkeys((" ".join(part.split()), fold(part), fold(counted))):
            for pattern, keys, field, is_free in self._patterns:
                if (free or not is_free) and (match := pattern.fullmatch(text)):
                    return dict(zip(keys, match.groups(), strict=True)) or {field.key: "yes"}
        text = " ".join(part.split())
        swappable = _NUMBER_FIRST.fullmatch(text) or _NUMBER_LAST.fullmatch(text)
        swapped = f"{swappable[2]} {swappable[1]}" if swappable else ""
        exact = swapped and any(one.fullmatch(fold(swapped)) for one, _, _, is_free in self._patterns if not is_free)
        expanded = swapped if exact else self._expand(part)
        return {} if expanded is None else self._parse(expanded, free=False)

    def _expand(self, part: str) -> str | None:
        """Return the only value that a part abbreviates, word by word ("frost" of "frost attack") or by initials."""
        typed = fold(part).split()
        if not typed or len(typed[0]) < LEAST_BEGUN or not typed[0].isalpha() or typed[0] == "no":  # "no flying"
            return None
        keys = [key for key, field in self.fields.items() if not (field.value.free or field.value.rule)]
        found = {
            word
            for word in self._candidates(part, keys)
            if re.findall("[0-9]+", word) == re.findall("[0-9]+", part)  # numbers aren't guessed
            and len(typed) <= len(word.split())
            and all(map(str.startswith, fold(word).split(), typed))
        }
        if not found and len(typed) == 1:
            like = self._candidates(part, keys)
            found = {word for word in like if "".join(name[0] for name in fold(word).split()) == typed[0]}
        return found.pop() if len(found) == 1 and fold(part) not in map(fold, found) else None

    def split_parts(self, text: str) -> list[str]:
        """Split several parts written without commas, perhaps with "and" or "with"; [] if they aren't several."""
        words = [word for word in text.split() if word not in ("and", "with", "&")]
        for end in range(len(words) - 1, 0, -1):  # "offensive 2 flying": the longest beginning that is a part
            first, rest = " ".join(words[:end]), " ".join(words[end:])
            if self.understood(first, free=False):
                if self.understood(rest, free=False):
                    return [first, rest]
                if more := self.split_parts(rest):
                    return [first, *more]
        return []

    def split(self, text: str) -> list[str]:
        """Split a line behind its name into parts, even without commas; "none" and "-" are dropped."""
        found = []
        for section in (one for whole in split_outside_quotes(text, ";") for one in self._values_and_rule(whole)):
            rule = self._is_rule(section)
            for part in map(str.strip, [section] if rule else section.split(",")):
                found += (not rule and not self.understood(part) and self.split_parts(part)) or [part]
        return [part for part in found if fold(part) not in ("", "none", "-")]

    def _values_and_rule(self, section: str) -> list[str]:
        """Split the text between two semicolons into its values and a rule behind them."""
        before, colon, rule = section.partition(":")
        match = self._match_joined(before) if colon and self.rules and "," in before else None
        if match is None or not " ".join(before.split())[match.end(1) :].startswith(","):
            values, comma, begins = before.rpartition(",")
            apart = (
                bool(colon and comma and self.rules)
                and not any(fold(begins).startswith(f"{first}{when}") for first, when in self._beginnings())
                and not self.understood(section, free=False)
                and all(self.understood(one.strip(), free=False) for one in values.split(","))
            )
            return [values, f"{begins.strip()}:{rule}"] if apart else [section]
        return [match[1], f"{match[2]}:{rule}"]

    def _is_rule(self, section: str) -> bool:
        """Return whether the text between two semicolons is, or seems, a rule, which has commas of its own."""
        return bool(self.rules) and (
            ":" in section or any(field.key in self.understood(section, free=False) for field in self.rules)
        )

    def read(self, part: str, keys: Iterable[str], what: str, example: str) -> Parts:
        """Parse a part of a card that has these keys; `what` it is and `example` are for refusals.

        Raises Unreadable with a suggestion.
        """
        found = self.understood(part)
        if not found and self.rules and ":" in part:
            self._expect_semicolon(part)
            found = {self.rules[0].key: part}
        if not found:
            self._refuse(part, keys, example)
        if not set(found) <= set(keys):
            raise Unreadable(f'"{part}" isn\'t part of {what}, which is written like {example}')
        return {key: self.value(key, text) for key, text in found.items()}

    def value(self, key: str, text: str) -> Any:
        """Parse a field's value; for a list field a list of one. Raises Unreadable."""
        value = self.fields[key].value.read(text)
        return [value] if self.fields[key].several else value

    # --- refusals -----------------------------------------------------------------------------------

    def _refuse(self, part: str, keys: Iterable[str], example: str) -> None:
        self._expect_no_rule(part)
        words = part.split()
        read = (at for at in range(len(words) - 1, 0, -1) if self.understood(" ".join(words[:at]), free=False))
        like = example.partition(": ")[2] or example  # without the name, which is read already
        hint = did_you_mean(part, self._candidates(part, keys))
        if not hint and "->" not in part and (begun := next(read, 0)):  # "4/2 quick": the beginning can be read
            part = " ".join(words[begun:])
        hint = hint or f"; it is written like {like}"
        raise Unreadable(f'can\'t read "{part}"{hint}')

    def completions(self, keys: Iterable[str]) -> list[str]:
        """List all that can be typed for fields with these keys, with 2 for any number."""
        ways = {_keys_of(way) or way: way for key in keys for way in reversed(self._ways_of(self.fields[key]))}
        return [word for way in ways.values() for word in self._examples(way) if re.search("[a-z]", word)]

    def _candidates(self, part: str, keys: Iterable[str]) -> list[str]:
        """List what a part may mean, with its number if it has one, else preferably without."""
        words = self.completions(keys)
        number = re.search(r"[0-9]+", part) if re.search("[a-z]", fold(part)) else None
        if number is None:
            return [word for word in words if word.removesuffix(" 2") == word or word.removesuffix(" 2") not in words]
        return [re.sub(r"\b2\b", number[0], word) for word in words if f"{word} 2" not in words]

    def _examples(self, way: str) -> Iterator[str]:
        pieces = [
            tuple(self.fields[piece[1:-1]].value.words())
            if piece.startswith("{")
            else (piece.strip("()").rpartition("|")[2],)
            for piece in _PIECES.split(way)
        ]
        return ("".join(words) for words in product(*pieces))

    def _beginnings(self) -> list[tuple[str, str]]:
        """List the beginnings of rules, each with the words before it if it belongs to another part of the card."""
        ways = ((way.partition("{")[0], field.value.begins) for field in self.rules for way in self._ways_of(field))
        return [(before, when) for before, begins in ways for when in begins]

    def _match_joined(self, text: str) -> re.Match[str] | None:
        """Match a value followed by the beginning of a rule without a separator."""
        begins = "|".join(sorted((f"{before}{when}" for before, when in self._beginnings()), key=len, reverse=True))
        return re.fullmatch(rf"(.+?)[,.]? ({begins})", " ".join(text.split()), re.IGNORECASE)

    def _expect_semicolon(self, part: str) -> None:
        """Refuse a rule that follows a value without a semicolon. Raises Unreadable with a correction."""
        before, _, rest = part.partition(":")
        if match := self._match_joined(before):
            right = f"{match[1]}; {match[2]}:{rest}"
            raise Unreadable(f"a rule comes after a semicolon and begins with WHEN and a colon; write {right}")

    def _expect_no_rule(self, part: str) -> None:
        """Refuse a rule without its colon in the place of a value. Raises Unreadable with a correction."""
        words = fold(part)
        beginning = next(
            (before + when for before, when in self._beginnings() if words.startswith(f"{before}{when} ")), None
        )
        if beginning is not None or ("->" in part and self._beginnings()):
            example = (
                f"{beginning}: {words[len(beginning) + 1 :]}" if beginning else f"{self._beginnings()[0][1]}: {part}"
            )
            raise Unreadable(
                f'"{part}": a rule comes after a semicolon and begins with WHEN and a colon, like ; {example}'
            )

    def is_whole(self, text: str) -> bool:
        """Return whether a text is a card's whole line, and not a part of it."""
        first = text.split(";")[0].strip()
        return ":" in first and not any(self.fields[key].value.rule for key in self.understood(first))

    def nearly_begins(self, said: str) -> bool:
        """Return whether the text before a colon is meant to begin a rule: misspelt, or behind a value."""
        whens = [f"{before}{when}" for before, when in self._beginnings()]
        return bool(did_you_mean(said, whens) or self._match_joined(said))


@lru_cache
def _pieces(way: str) -> list[str]:
    return _PIECES.split(way)


@lru_cache
def _keys_of(way: str) -> frozenset[str]:
    return frozenset(piece[1:-1] for piece in _PIECES.findall(way) if piece.startswith("{"))


def _values(field: CardField, value: Any) -> Sequence[Any]:
    return value if field.several else [value]


# --- A card in a deck file, perhaps unreadable ----------------------------------------------------


C = TypeVar("C", bound=Struct)
"""A card: the entry under one header of a deck file."""


class Written(Struct, Generic[C], frozen=True):
    """A card in a file: its kind, its data, its entry or why it can't be read, and its line."""

    kind: str
    data: dict[str, Any]
    entry: C | None
    problem: str = ""
    line: str = ""

    @property
    def name(self) -> str:
        """Its name, or a substitute if it has none."""
        return name_of(self.entry) or shown_name(self.kind, self.data)

    def __str__(self) -> str:
        return f"{self.kind} {self.line or self.name}"

    @property
    def copies(self) -> int:
        """Number of cards that it stands for."""
        copies = getattr(self.entry, "copies", 1)
        return 1 if copies is UNSET else int(copies)


def name_of(card: object) -> str:
    """Return the name of a card; "" if there is none."""
    return str(getattr(card, "name", ""))


def shown_name(kind: str, data: Data) -> str:
    """Return the name of a card, or a substitute if it is missing."""
    name = data.get("name")
    return printable(name) if isinstance(name, str) and name else f"a nameless {kind}"


def find(name: str, cards: Sequence[Written[C]], kind: str | None = None, *, whole: bool = False) -> Written[C]:
    """Find a card by its name; unless `whole`, also by its beginning, or a part that only this name contains.

    Raises Unreadable with the nearest names, and if cards of several kinds have the name.
    """
    there = [card for card in cards if kind in (None, card.kind)]
    known = by_key(there, lambda card: card.name)
    if whole and fold(name) not in known:
        raise Unreadable(f'no card is called "{name}"{did_you_mean(name, [card.name for card in there])}')
    inside = [key for key in known if fold(name) in key]
    key = (
        inside[0] if len(inside) == 1 else fold(find_name(name, {k: card.name for k, card in known.items()}, "card"))
    )
    found = known[key]
    kinds = [card.kind for card in there if fold(card.name) == fold(found.name)]
    if len(kinds) > 1 and kind is None:
        raise Unreadable(f"{or_list(f'{one} {found.name}' for one in kinds)}? Say which with --kind")
    return found


# --- Known cards of a game ------------------------------------------------------------------------
# Those of its deck, and those learnt at the table.


class _HasName(Protocol):
    @property
    def name(self) -> str: ...


H = TypeVar("H", bound=_HasName)
C_co = TypeVar("C_co", bound=_HasName, covariant=True)


class _Setup(Protocol[C_co]):
    @property
    def known(self) -> Mapping[str, C_co]: ...


class _State(Protocol[C_co]):
    @property
    def learnt(self) -> tuple[C_co, ...]: ...


def by_name(cards: Iterable[H]) -> dict[str, H]:
    """Return cards by folded printed name; of two the last counts."""
    return {fold(card.name): card for card in cards}


def learnt(game: _State[H]) -> dict[str, H]:
    """Return the cards typed in at the table by folded name; the last one of a name counts."""
    global _asked_last
    cards, named = _asked_last
    if cards is not game.learnt:
        cards, named = _asked_last = game.learnt, by_name(game.learnt)
    return named


_asked_last: tuple[tuple[Any, ...], dict[str, Any]] = ((), {})
"""Cache of `learnt` for the last state: its cards, and the same by name."""


def find_card(setup: _Setup[H], game: _State[H], name: str) -> H | None:
    """Find a known card; one learnt at the table overrides the deck's (it was corrected)."""
    global _found_last
    cards, known, found = _found_last
    if cards is not game.learnt or known is not setup.known:
        found = {}
        _found_last = game.learnt, setup.known, found
    if name not in found:
        key = fold(printed(name))
        found[name] = learnt(game).get(key) or setup.known.get(key)
    card: H | None = found[name]
    return card


_found_last: tuple[tuple[Any, ...], Mapping[str, Any], dict[str, Any]] = ((), {}, {})
"""Cache of `find_card` for the last game: its learnt and known cards, and the results by name."""


def card_of(setup: _Setup[H], game: _State[H], name: str) -> H:
    """Return a card that was learnt when it came into play."""
    card = find_card(setup, game, name)
    assert card is not None, f"{name} was never learnt"
    return card


def without_known(setup: _Setup[H], game: Any, plain: Callable[[H], H] = lambda card: card) -> Any:
    """Copy a state without learnt cards that equal the deck's, the others sorted by name.

    `plain` removes from a card what isn't typed.
    """
    copy = game.copy()
    cards = {key: plain(card) for key, card in learnt(game).items()}
    copy.learnt = tuple(
        cards[key] for key in sorted(cards) if key not in setup.known or cards[key] != plain(setup.known[key])
    )
    return copy
