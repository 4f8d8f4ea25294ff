"""A game's cards as a table of fields, from which their lines, rows, changes and comparison follow.

A card's line is its name, a colon, and its parts in any order with commas between; rules stand behind semicolons:

    Storm Warden: god 6, flying, 4 cards; minor: 1 crystal -> attack 3

A field has one or more ways in which its part is typed. `#` stands for its value, `{key}` for that of another field
told in the same part, `(copy|copies)` for a word after one and after several; a way without a value is a flag.
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
from referee.text.grammar import SMALL_NUMBERS, parted
from referee.text.names import did_you_mean, fold, keyed, or_list, printable, printed
from referee.text.names import find as find_name
from referee.text.pattern import lazy_pattern

Parts = dict[str, Any]
"""What is said of a card by the keys of its fields; "lower attack" is the key `attack` in the table `lower`."""

_PIECES = lazy_pattern(r"(\{[^}]+\}|\([^)]+\)|#)")


_NUMBER_FIRST = lazy_pattern(r"(\d+) ([a-z ]+)", re.IGNORECASE)
_NUMBER_LAST = lazy_pattern(r"([a-z ]+) (\d+)", re.IGNORECASE)
_COUNTED = lazy_pattern(rf"\b(?:{'|'.join(SMALL_NUMBERS)})\b(?= [a-z])", re.IGNORECASE)
LEAST_BEGUN = 2
"""So many letters of a value's first word begin it."""


class Value(Struct, frozen=True):
    """What a field can be: the pattern it fits, how it is read (raising Unreadable) and written, words it may be.

    In `words` 2 stands for any number. What is `free` may be any text. A `rule` stands between semicolons and has a
    colon inside; `begins` are the words that it begins with, where they are few. The pattern may be made only when
    it is first needed.
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
    """One of some words."""
    return Value("|".join(map(re.escape, words)), fold, words=lambda: words)


def own_word(words: Sequence[str], otherwise: str) -> Value:
    """One of some words, or any word behind another: "kind WORD"."""
    return Value(
        f"{'|'.join(words)}|{otherwise} [a-z-]+",
        lambda text: fold(text).removeprefix(f"{otherwise} "),
        lambda word: word if word in words else f"{otherwise} {word}",
        lambda: (*words, f"{otherwise} ..."),
    )


def rule(begins: Sequence[str]) -> Value:
    """A rule: one of the words that it begins with, a colon, and what it does, which the game itself reads."""
    longest = "|".join(sorted(begins, key=len, reverse=True))
    return Value(rf"(?:{longest}) ?:.*", str.strip, words=lambda: (), rule=True, begins=tuple(begins))


class CardField(Struct, frozen=True):
    """A field of cards: its key in a file, which is its column too, the ways it is typed, and its value.

    The first way whose values are all known is written. `called` is its name in messages, and `also` others behind
    "no". With `several` it is a list, and `apart` puts it between semicolons. `must` is what is said where it is
    missing and can't be, with {name} for the card's. What is `open` a deck may leave out until a game learns it.
    What isn't `printed` belongs to the box, and not to the card. More than `usual` is doubted.
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
        """The ways in which it is typed; by default its key and its value."""
        return self.ways or (f"{self.key} #",)

    @property
    def names(self) -> frozenset[str]:
        """What it is called behind "no"."""
        return frozenset((self.key, self.called, *self.also))


class FieldTable:
    """The fields of a game's cards, in the order in which they stand in a line."""

    def __init__(self, *fields: CardField) -> None:
        self.fields = {field.key: field for field in fields}
        self.rules = [field for field in fields if field.value.rule]
        self._understood = lru_cache(maxsize=1024)(self._understand)
        self._outer = {outer for outer, inner, _ in (key.partition(" ") for key in self.fields) if inner}

    # --- plain data ---------------------------------------------------------------------------------

    def flat(self, data: Data) -> Parts:
        """A card's data by the keys of its fields."""
        found = {key: value for key, value in data.items() if key not in self._outer or not isinstance(value, dict)}
        for outer in self._outer & data.keys() - found.keys():
            found |= {f"{outer} {inner}": value for inner, value in data[outer].items()}
        return found

    def nested(self, parts: Parts) -> Data:
        """What is said of a card as its data."""
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
        """What is said of a card as it stands in its line: the parts between commas, those between semicolons.

        A value that is typed only together with one that the card lacks (a file was edited) is left out.
        """
        told: set[str] = set()
        found: tuple[list[str], list[str]] = ([], [])
        for field in self.fields.values():
            if field.key not in told and (value := parts.get(field.key)) is not None and value is not False:
                way = next((way for way in self._of(field) if _keyed(way) <= parts.keys()), None)
                if way is None:
                    continue
                told |= _keyed(way)
                words = [self._write(way, {**parts, field.key: one}) for one in _values(field, value)]
                if field.apart and not field.value.rule:
                    words = [", ".join(words)]
                found[field.apart or field.value.rule].extend(words)
        return found

    @staticmethod
    @lru_cache
    def _of(field: CardField) -> tuple[str, ...]:
        """The ways in which a field is typed, each with the key of its own value."""
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
        """The values of a list as they stand in a line."""
        (way, *_), field = self._of(self.fields[key]), self.fields[key]
        return [self._write(way, {key: value}) for value in _values(field, values)]

    # --- reading ------------------------------------------------------------------------------------

    @cached_property
    def _patterns(self) -> list[tuple[re.Pattern[str], list[str], CardField]]:
        """Every way as a pattern, with the keys of its values; longer words come first, any text last."""
        found = []
        for field in self.fields.values():
            for way in self._of(field):
                keys = [piece[1:-1] for piece in _PIECES.findall(way) if piece.startswith("{")]
                free = any(self.fields[key].value.free for key in keys)
                pattern = "".join(self._pattern(piece, free) for piece in _PIECES.split(way))
                literal = len(re.sub(r"\{[^}]+\}", "", way))
                found.append((free, -literal, (re.compile(pattern, re.IGNORECASE | re.DOTALL), keys, field)))
        return [way for *_, way in sorted(found, key=lambda one: one[:2])]

    def _pattern(self, piece: str, free: bool) -> str:
        if piece.startswith("{"):
            pattern = self.fields[piece[1:-1]].value.pattern
            return f"({pattern if isinstance(pattern, str) else pattern()})"
        if piece.startswith("("):
            return f"(?:{piece[1:-1]})"
        return piece if free else piece.replace(" ", " ?").replace("/", " ?/ ?")

    def understood(self, part: str, *, free: bool = True) -> dict[str, str]:
        """The values that a part says, as they are typed, by key; none if no field is typed so.

        With `free` off what may be any text isn't looked for.
        """
        return dict(self._understood(part, free))

    def _understand(self, part: str, free: bool) -> dict[str, str]:
        counted = _COUNTED.sub(lambda match: str(SMALL_NUMBERS.index(match[0].lower()) + 1), part)  # "two dice"
        for said in dict.fromkeys((" ".join(part.split()), fold(part), fold(counted))):
            for pattern, keys, field in self._patterns:
                if (match := pattern.fullmatch(said)) and (free or not any(self.fields[k].value.free for k in keys)):
                    return dict(zip(keys, match.groups(), strict=True)) or {field.key: "yes"}
        said = " ".join(part.split())
        other_end = _NUMBER_FIRST.fullmatch(said) or _NUMBER_LAST.fullmatch(said)
        turned = f"{other_end[2]} {other_end[1]}" if other_end else ""
        begun = turned if turned and self._reads(turned) else self._begun(part)
        return {} if begun is None else self._understand(begun, free=False)

    def _reads(self, part: str) -> bool:
        """Whether a part is typed as a field is, word for word."""
        return any(
            pattern.fullmatch(fold(part)) and not any(self.fields[key].value.free for key in keys)
            for pattern, keys, _ in self._patterns
        )

    def _begun(self, part: str) -> str | None:
        """The only value that begins as a part does, word by word: "frost" of "frost attack"; or its initials."""
        typed = fold(part).split()
        if not typed or len(typed[0]) < LEAST_BEGUN or not typed[0].isalpha() or typed[0] == "no":  # "no flying"
            return None
        keys = [key for key, field in self.fields.items() if not (field.value.free or field.value.rule)]
        found = {
            word
            for word in self._like(part, keys)
            if re.findall("[0-9]+", word) == re.findall("[0-9]+", part)  # a number that wasn't typed isn't guessed
            and len(typed) <= len(word.split())
            and all(map(str.startswith, fold(word).split(), typed))
        }
        if not found and len(typed) == 1:
            like = self._like(part, keys)
            found = {word for word in like if "".join(name[0] for name in fold(word).split()) == typed[0]}
        return found.pop() if len(found) == 1 and fold(part) not in map(fold, found) else None

    def parted(self, text: str) -> list[str]:
        """Several parts that were written without commas, perhaps with "and", each on its own; else none."""
        words = [word for word in text.split() if word not in ("and", "&")]
        for end in range(len(words) - 1, 0, -1):  # "offensive 2 flying": the longest beginning that is a part
            first, rest = " ".join(words[:end]), " ".join(words[end:])
            if self.understood(first, free=False):
                if self.understood(rest, free=False):
                    return [first, rest]
                if more := self.parted(rest):
                    return [first, *more]
        return []

    def split(self, text: str) -> list[str]:
        """The parts of a line behind its name, also of values without commas; "none" and "-" say nothing."""
        found = []
        for section in (one for whole in parted(text, ";") for one in self._values_and_rule(whole)):
            rule = self._holds_rule(section)
            for part in map(str.strip, [section] if rule else section.split(",")):
                found += (not rule and not self.understood(part) and self.parted(part)) or [part]
        return [part for part in found if fold(part) not in ("", "none", "-")]

    def _values_and_rule(self, section: str) -> list[str]:
        """What stands between two semicolons; a rule behind values and a comma stands apart."""
        said, colon, rule = section.partition(":")
        match = self._stuck(said) if colon and self.rules and "," in said else None
        if match is None or not " ".join(said.split())[match.end(1) :].startswith(","):
            values, comma, begins = said.rpartition(",")
            apart = bool(colon and comma and self.rules) and not self._of_rule(begins)
            apart = (
                apart
                and not self.understood(section, free=False)
                and all(self.understood(one.strip(), free=False) for one in values.split(","))
            )
            return [values, f"{begins.strip()}:{rule}"] if apart else [section]
        return [match[1], f"{match[2]}:{rule}"]

    def _of_rule(self, text: str) -> bool:
        """Whether a text begins a rule."""
        return any(fold(text).startswith(f"{before}{when}") for before, when in self._begins())

    def _holds_rule(self, section: str) -> bool:
        """Whether what stands between two semicolons is a rule, or meant as one: it has commas of its own."""
        return bool(self.rules) and (
            ":" in section or any(field.key in self.understood(section, free=False) for field in self.rules)
        )

    def read(self, part: str, keys: Iterable[str], what: str, example: str) -> Parts:
        """What a part says of a card that has these keys; `what` it is and an example are for refusals.

        Raises Unreadable with what would be right.
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
        """A field's value as typed; a list of one for one of several. Raises Unreadable."""
        value = self.fields[key].value.read(text)
        return [value] if self.fields[key].several else value

    # --- what can't be read -------------------------------------------------------------------------

    def _refuse(self, part: str, keys: Iterable[str], example: str) -> None:
        self._expect_no_rule(part)
        words = part.split()
        read = (at for at in range(len(words) - 1, 0, -1) if self.understood(" ".join(words[:at]), free=False))
        like = example.partition(": ")[2] or example  # without the name, which is read already
        hint = did_you_mean(part, self._like(part, keys))
        if (
            not hint and "->" not in part and (begun := next(read, 0))
        ):  # "4/2 quick": what stands in front can be read
            part = " ".join(words[begun:])
        hint = hint or f"; it is written like {like}"
        raise Unreadable(f'can\'t read "{part}"{hint}')

    def offered(self, keys: Iterable[str]) -> list[str]:
        """All that could be typed for fields with these keys, with 2 for any number."""
        ways = {_keyed(way): way for key in keys for way in reversed(self._of(self.fields[key]))}
        return [word for way in ways.values() for word in self._examples(way) if re.search("[a-z]", word)]

    def _like(self, part: str, keys: Iterable[str]) -> list[str]:
        """What a part may be meant for: with a number if it has one, and else without if that can be."""
        words = self.offered(keys)
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

    def _begins(self) -> list[tuple[str, str]]:
        """What a rule begins with, and what stands before that where it belongs to another part of the card."""
        ways = ((way.partition("{")[0], field.value.begins) for field in self.rules for way in self._of(field))
        return [(before, when) for before, begins in ways for when in begins]

    def _stuck(self, said: str) -> re.Match[str] | None:
        """A value and the beginning of a rule behind it, with nothing that parts them."""
        begins = "|".join(sorted((f"{before}{when}" for before, when in self._begins()), key=len, reverse=True))
        return re.fullmatch(rf"(.+?)[,.]? ({begins})", " ".join(said.split()), re.IGNORECASE)

    def _expect_semicolon(self, part: str) -> None:
        """Refuse a rule that follows a value without a semicolon. Raises Unreadable that writes it right."""
        said, _, rest = part.partition(":")
        if match := self._stuck(said):
            right = f"{match[1]}; {match[2]}:{rest}"
            raise Unreadable(f"a rule comes after a semicolon and begins with WHEN and a colon; write {right}")

    def _expect_no_rule(self, part: str) -> None:
        """Refuse a rule that lacks its colon where a value should be. Raises Unreadable that writes it right."""
        words = fold(part)
        told = next((before + when for before, when in self._begins() if words.startswith(f"{before}{when} ")), None)
        if told is not None or ("->" in part and self._begins()):
            example = f"{told}: {words[len(told) + 1 :]}" if told else f"{self._begins()[0][1]}: {part}"
            raise Unreadable(
                f'"{part}": a rule comes after a semicolon and begins with WHEN and a colon, like ; {example}'
            )

    def is_whole(self, text: str) -> bool:
        """Whether a text is a card's whole line, and not a part of it."""
        first = text.split(";")[0].strip()
        return ":" in first and not any(self.fields[key].value.rule for key in self.understood(first))

    def nearly_begins(self, said: str) -> bool:
        """Whether what stands before a colon is meant to begin a rule: misspelt, or behind a value."""
        whens = [f"{before}{when}" for before, when in self._begins()]
        return bool(did_you_mean(said, whens) or self._stuck(said))


@lru_cache
def _pieces(way: str) -> list[str]:
    return _PIECES.split(way)


@lru_cache
def _keyed(way: str) -> frozenset[str]:
    return frozenset(piece[1:-1] for piece in _PIECES.findall(way) if piece.startswith("{"))


def _values(field: CardField, value: Any) -> Sequence[Any]:
    return value if field.several else [value]


# --- A card as it stands in a deck file, also one that can't be read ------------------------------


C = TypeVar("C", bound=Struct)
"""A card: what stands in a deck file under one header."""


class Written(Struct, Generic[C], frozen=True):
    """A card in a file: its kind, its data, its entry or why it can't be read, and its line."""

    kind: str
    data: dict[str, Any]
    entry: C | None
    problem: str = ""
    line: str = ""

    @property
    def name(self) -> str:
        """Its name, or what stands for one where it has none."""
        return str(getattr(self.entry, "name", "")) or shown_name(self.kind, self.data)

    def __str__(self) -> str:
        return f"{self.kind} {self.line or self.name}"

    @property
    def copies(self) -> int:
        """How many cards it stands for."""
        copies = getattr(self.entry, "copies", 1)
        return 1 if copies is UNSET else int(copies)


def shown_name(kind: str, data: Data) -> str:
    """The name of a card that may have none, or one that can't be printed."""
    name = data.get("name")
    return printable(name) if isinstance(name, str) and name else f"a nameless {kind}"


def find(name: str, cards: Sequence[Written[C]], kind: str | None = None, *, whole: bool = False) -> Written[C]:
    """The card that is called so; or the only one whose name begins so, or holds it, unless the `whole` is wanted.

    Raises Unreadable with the nearest names, and for a name that cards of several kinds have.
    """
    there = [card for card in cards if kind in (None, card.kind)]
    known = keyed(there, lambda card: card.name)
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


# --- Known ----------------------------------------------------------------------------------------
# What is printed on the cards of a game that is played: those of its deck, and those learnt at the table.


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
    """Cards by folded printed name; of two the last counts."""
    return {fold(card.name): card for card in cards}


def learnt(game: _State[H]) -> dict[str, H]:
    """The cards that were typed in at the table, by folded name; what was typed last counts."""
    global _asked_last
    cards, named = _asked_last
    if cards is not game.learnt:
        cards, named = _asked_last = game.learnt, by_name(game.learnt)
    return named


_asked_last: tuple[tuple[Any, ...], dict[str, Any]] = ((), {})
"""The cards of `learnt` that were asked for last, and by name, as they are asked for again and again."""


def find_card(setup: _Setup[H], game: _State[H], name: str) -> H | None:
    """What is printed on a card, if it is known. What was learnt last goes before the deck (it was put right)."""
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
"""The cards by the names that were asked for last: those of one game are asked for again and again."""


def card_of(setup: _Setup[H], game: _State[H], name: str) -> H:
    """What is printed on a card that was learnt when it came into play."""
    card = find_card(setup, game, name)
    assert card is not None, f"{name} was never learnt"
    return card


def without_known(setup: _Setup[H], game: Any, plain: Callable[[H], H] = lambda card: card) -> Any:
    """A copy of a state that has learnt no card as the deck has it, and the others by name.

    `plain` is a card without what nobody types.
    """
    copy = game.copy()
    said = {key: plain(card) for key, card in learnt(game).items()}
    copy.learnt = tuple(
        said[key] for key in sorted(said) if key not in setup.known or said[key] != plain(setup.known[key])
    )
    return copy
