"""Questions read into names, kinds of things, what is asked about them, conditions, and comparisons.

Each word must be one of these, or say nothing: a question that isn't understood in full isn't answered.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import cached_property

from msgspec import Struct

from referee.answers.board import Board
from referee.answers.doing import allies
from referee.answers.values import (
    BOUNDS,
    DONE,
    EVERYBODY,
    EXPECTED,
    LACKING,
    MORE,
    NEAR,
    NOT,
    PLACES,
    SAME,
    STOCK,
    TOGETHER,
    WE,
    holds_for_some,
    kinds_of,
    stems_in,
)
from referee.declaration.facts import Thing, Value
from referee.rulebook.answering import Kind, kind_of
from referee.rulebook.indexing import stem, words_of
from referee.text.grammar import FIGURES, ORDINALS
from referee.text.names import printed, word_set
from referee.text.pattern import lazy_pattern

_SAYS_NOTHING = stems_in(
    """a an the of to in on at by for from with into onto and or is are be am was were been do does did done have has
    had having got hold holds own owns any some there here this that these those it its he she his her him hers they
    them their theirs which what who whom whose where when how many much number amount please so now currently already
    still yet moment right just exactly count lie lies stand sit stay place board table game possess control
    belong belongs give gives bring brings worth play plays playing one thing anything something somebody someone
    anybody anyone kind s as left remain value point also between find see show called only current state name
    anywhere"""
)
"""Stems without a meaning of their own in a question about facts."""
_ME = word_set("i me my mine")
OTHERS = word_set("others opponents opponent enemy enemies enemys")
_GOT = word_set(
    """know knows learned learnt bought hired taught offered around lying put side else offer offers sell sells
    teaches teach occupy occupies go went gone"""
)
_SAID = frozenset().union(EVERYBODY, NOT, TOGETHER, LACKING, WE, STOCK, EXPECTED, DONE, NEAR, _GOT, SAME)
_SAID |= word_set("than me")
"""Words that aren't names of anything, but count for the whole question or are idle."""
_ADJECTIVES = {"cheap": ("cost", False), "weak": ("strong", False), "slow": ("fast", False), "poor": ("rich", False)}
_ADJECTIVES |= {"dear": ("cost", True), "strong": ("strong", True), "fast": ("fast", True), "rich": ("rich", True)}
_ADJECTIVES |= {"healthi": ("health", True), "expensive": ("cost", True)}
"""What the comparisons of adjectives ask about, and whether what is most comes first."""
_COMPARED = lazy_pattern(r"(?:most |more )?(\w+?)(?:er|est)|(?:most|more) (expensive)")
_BOUND = lazy_pattern(rf"\b({BOUNDS}) (\d+|{'|'.join(FIGURES)})\b()")
_NUMBER_BEHIND = lazy_pattern(r"\b([a-z]+) (\d+)\b")
_NUMBER_BEFORE = lazy_pattern(rf"\b()()(\d+|{'|'.join(FIGURES)}) (?=([a-z]+)\b)")
_NTH = {word: int(number) for word, number in ORDINALS.items()} | {"last": -1}
_OWNS = lazy_pattern(r"\b(?:owns?|owned|owners?|holds?|controls?|has|have|got|belongs?|whose)\b")
_LETTER = lazy_pattern(r"(?:\b(?:in|at|to|from|of|area|is|are|enter|near|and|next to) |^)([A-Za-z])\b(?!')")


class Query(Struct):
    """A question: its form, and what its words stand for.

    `about` are names of facts, each as stems; `falling` is True if what is most comes first; `nth` is the place in a
    row, -1 for the last; `states` are the stems of words like "wounded", `said` other words that count, `than`
    stems behind "than".
    """

    form: Kind
    players: list[str] = []
    named: list[list[Thing]] = []
    kinds: list[str] = []
    about: list[frozenset[str]] = []
    said: set[str] = set()
    states: set[str] = set()
    negated: bool = False
    owns: bool = False
    falling: bool | None = None
    bound: tuple[str, int] | None = None
    nth: int | None = None
    than: frozenset[str] = frozenset()

    def says(self, words: frozenset[str]) -> bool:
        """Return whether a question has one of these words."""
        return not self.said.isdisjoint(words)

    def settle_bound(self) -> None:
        """Take a mere number as exact where things are asked for by it ("mines with 2"), else as a least number."""
        if self.bound is not None and self.bound[0] == "with":
            exact = bool(self.about) and (bool(self.kinds) or self.form != "whether")
            self.bound = "exactly" if exact else "at least", self.bound[1]


class Words:
    """The words by which an open game's things and facts are called; questions are read into them.

    `synonyms` are players' words with the game's; `who` is the player who decides now.
    """

    def __init__(self, board: Board, players: Sequence[str], who: str, synonyms: Mapping[str, Sequence[str]]) -> None:
        self._board, self.players, self.who, self._synonyms = board, players, who, synonyms

    @cached_property
    def aliases(self) -> Mapping[frozenset[str], set[str]]:
        """What facts are called, as stems, with their keys; those of most words first."""
        found = defaultdict[frozenset[str], set[str]](set)
        for thing in self._board.things:
            for key in thing.all_facts:
                for alias in filter("will".__ne__, key.split("/")):
                    found[stems_in(alias) - {"to", "of", "the", "in"}].add(key)
        return dict(sorted(found.items(), key=lambda one: -len(one[0])))

    @cached_property
    def flags(self) -> set[str]:
        """Keys of facts that hold or don't."""
        return {key for one in self._board.things for key, value in one.all_facts.items() if isinstance(value, bool)}

    @cached_property
    def traits(self) -> set[frozenset[str]]:
        """What cards have printed on them or not, as stems."""
        printed_on = {
            key for one in self._board.things for key, value in one.printed.items() if isinstance(value, bool)
        }
        return {alias for alias, keys in self.aliases.items() if keys & printed_on}

    @cached_property
    def each(self) -> set[str]:
        """Keys of facts that are a number or a text for each player."""
        facts = ((key, value) for one in self._board.things for key, value in one.all_facts.items())
        return {key for key, value in facts if isinstance(value, Mapping) and not holds_for_some(value)}

    @cached_property
    def kinds(self) -> set[str]:
        """Kinds of things that there are."""
        return {kind for thing in self._board.things for kind in kinds_of(thing)}

    @cached_property
    def _values(self) -> Mapping[str, set[str]]:
        """Words of texts that are facts, and of places that aren't things (key ""), each with their keys."""
        found, names = defaultdict[str, set[str]](set), {thing.name for thing in self._board.things}
        names |= set(map(printed, names))
        for thing in self._board.things:
            place = {} if thing.place in names else {"": thing.place}
            for key, value in {**thing.all_facts, **place}.items():
                if isinstance(value, str) and len(value.split()) <= 3 and value not in names:
                    for word in filter(str.isalpha, words_of(value)):
                        found[stem(word)].add(key)
        return found

    @cached_property
    def _names(self) -> Mapping[tuple[str, ...], list[Thing]]:
        """Things that aren't players by the words of their names, the longest first; also without a number."""
        found = defaultdict[tuple[str, ...], list[Thing]](list)
        for thing in self._board.things:
            if thing.name and thing.name not in self.players:
                words = tuple(words_of(printed(thing.name)))
                for name in filter(None, dict.fromkeys((words, tuple(word for word in words if not word.isdigit())))):
                    found[name].append(thing)
        return dict(sorted(found.items(), key=lambda one: (-len({*one[0]} - {"the", "of"}), -len(one[0]))))

    def _forms(self, word: str) -> set[str]:
        """Return a word's stem with those of the game's words for it."""
        return {stem(word), *(stem(one) for other in self._synonyms.get(word, ()) for one in other.split())}

    def read(self, plain: str, asked: str, kinds: Set[str]) -> Query | None:
        """Read a question, these words rather as kinds than as facts; None if a word of it isn't understood."""
        form, than = kind_of(plain), plain.partition(" than ")[2]
        than = re.sub(r"\bme\b", self.who, than)
        query = Query("whether" if form == "may" else form, owns=bool(_OWNS.search(plain)), than=stems_in(than))
        if found := _BOUND.search(plain) or self._numbered(plain):
            sign, number = found[1] or "with", found[2] or found[3]
            query.bound = sign, int(FIGURES.get(number, number))
            plain = plain.replace(found[0], found[1] if found[1] and not re.fullmatch(BOUNDS, found[1]) else "")
        left = {at: word for at, word in enumerate(plain.split()) if word not in ("player", "players")}
        self._take_names(query, left, asked)
        self._take_players(query, left)
        for at, word in list(left.items()):
            compared = _COMPARED.fullmatch(word)
            if compared and (adjective := _ADJECTIVES.get(compared[1] or compared[2])):
                left[at], query.falling = adjective
            elif query.form == "how many" and (adjective := _ADJECTIVES.get(stem(word))):  # "how healthy is it"
                left[at] = adjective[0]
        self._take_kinds(query, left, kinds)
        self._take_facts(query, left)
        self._take_kinds(query, left)
        for at, word in list(left.items()):
            idle = stem(word) in _SAYS_NOTHING or word in NOT
            if not idle and not self._forms(word).isdisjoint(self._values):
                query.about.append(frozenset(self._forms(left.pop(at))))
        self._take_parts_of_names(query, left)
        order = list(words_of(asked))
        query.named.sort(
            key=lambda group: min((order.index(w) for w in words_of(group[0].name) if w in order), default=0)
        )
        return query if all(self._says_nothing(query, word) for word in left.values()) else None

    def _numbered(self, plain: str) -> re.Match[str] | None:
        """Find a number behind what a fact is called ("level 3"), or before it ("3 wounds"); not that of a name."""
        for name in (" ".join(words) for words in self._names if words[-1].isdigit()):
            plain = plain.replace(name, "")
        found = (*_NUMBER_BEHIND.finditer(plain), *_NUMBER_BEFORE.finditer(plain))
        return next((one for one in found if frozenset({stem(one[1] or one[4])}) in self.aliases), None)

    def _take_names(self, query: Query, left: dict[int, str], asked: str) -> None:
        letters = {one.upper() for one in _LETTER.findall(asked) if one.isupper() or one not in "ai"}
        letters |= {*re.findall(r"(?<![\w'])[B-HJ-Z](?![\w'])", asked)}
        for name, things in self._names.items():
            if len(name) == 1 and len(name[0]) == 1 and name[0].upper() not in letters:
                continue
            stems = {stem(word) for word in name} - {"the", "of"}
            if any(stems < alias <= {stem(word) for word in left.values()} for alias in self.aliases):
                continue  # what is called by the name and more
            at = [next((i for i, word in left.items() if stem(word) == one), -1) for one in stems]
            if at and -1 not in at:
                query.named = [*query.named, things]
                for i in at:
                    del left[i]

    def _take_players(self, query: Query, left: dict[int, str]) -> None:
        called = {word: name for name in self.players for word in words_of(name)}
        called |= {f"{word}s": name for word, name in called.items()}
        called |= {word: self.who for word in _ME if self.who and stem(word) not in self.kinds}
        for at, word in list(left.items()):
            if word in called or (word in OTHERS and not query.players):
                mates = allies(self._board.things, self.who) if word.startswith(("enem", "oppo")) else ()
                others = [one for one in self.players if one != self.who and one not in mates]
                query.players = list(dict.fromkeys((*query.players, *([called[word]] if word in called else others))))
                query.said.add(left.pop(at))
                if word.startswith("enem") and "unit" in self.kinds:
                    query.kinds.append("unit")

    def _take_facts(self, query: Query, left: dict[int, str]) -> None:
        found: dict[int, frozenset[str]] = {}
        ways = ((alias, exact) for alias in self.aliases for exact in (True, False))
        for alias, exact in sorted(ways, key=lambda way: (-len(way[0]), not way[1])):
            words = {i: word for i, word in left.items() if word != "place" or len(alias) > 1}  # idle alone
            forms = {i: {stem(word)} if exact else self._forms(word) for i, word in words.items()}
            at = [next((i for i, form in forms.items() if one in form), -1) for one in sorted(alias)]
            if at and -1 not in at and len(set(at)) == len(at):
                found[min(at)] = alias
                for i in at:
                    word = left.pop(i)
                    query.states |= {stem(word)} if word.endswith("ed") else set()
        query.about += [found[at] for at in sorted(found)]

    def _take_kinds(self, query: Query, left: dict[int, str], only: Set[str] | None = None) -> None:
        """Take kinds of things; `only` some words, and of synonyms those that fit other kinds ("japanese guy")."""
        for at, word in list(left.items()):
            if only is not None and word not in only:
                continue
            forms = [stem(word), *(stem(one) for other in self._synonyms.get(word, ()) for one in other.split())]
            if found := [form for form in forms if form in self.kinds]:
                rest = {*query.kinds, *(self.kinds & {stem(other) for i, other in left.items() if i != at})}
                if rest and frozenset({stem(word)}) in self.traits:  # "flying creatures"
                    continue
                fits = [kind for kind in found if any({kind, *rest} <= kinds_of(one) for one in self._board.things)]
                other = frozenset({stem(word)}) not in self.aliases and query.kinds and fits
                if only is None or found[0] == forms[0] or other:
                    query.kinds.append((fits or found)[0])
                    del left[at]

    def _take_parts_of_names(self, query: Query, left: dict[int, str]) -> None:
        """Take a word that stands in only one name."""
        for at, word in list(left.items()):
            if stem(word) in _SAYS_NOTHING or len(word) < 3 or word in MORE or word in _NTH:
                continue
            names = [name for name in self._names if stem(word) in map(stem, name) and not name[-1].isdigit()]
            if len(names) == 1 or (names and all(stem(name[-1]) == stem(word) for name in names)):
                query.named.append([thing for name in names for thing in self._names[name]])
                del left[at]

    @staticmethod
    def _says_nothing(query: Query, word: str) -> bool:
        """Note what a word says of the whole question; False if it isn't understood."""
        if word in MORE:
            query.falling = MORE[word]
            query.said.add(word)
        elif word in _NTH:
            query.nth = _NTH[word]
        else:
            query.negated ^= word in NOT
            query.said.add(word)
            return word in _SAID or stem(word) in _SAYS_NOTHING
        return True

    def is_beside(self, alias: frozenset[str]) -> bool:
        """Return whether a fact tells what lies beside a place."""
        return any("beside" in key for key in self.keys(alias))

    def all_players(self, things: Sequence[Thing]) -> bool:
        """Return whether all things are players."""
        return bool(things) and all(thing.name in self.players for thing in things)

    @staticmethod
    def on_table(things: Sequence[Thing]) -> bool:
        """Return whether all things are the table's own."""
        return bool(things) and not things[0].name

    def keys(self, alias: frozenset[str]) -> set[str]:
        """Return the keys of facts that words name, or in whose text they are."""
        return self.aliases.get(alias) or set().union(*(self._values.get(one, set()) for one in alias))

    def holds(self, thing: Thing, tests: Iterable[frozenset[str]], query: Query | None = None) -> bool:
        """Return whether all tests hold for a thing, or none if the `query` is negated."""
        negated = query is not None and query.negated and query.form != "whether"
        for test in tests:
            its = self.aliases.get(test)
            if its and its <= self.flags and its.isdisjoint(thing.all_facts):
                return False
            flags = [key for key in self.aliases.get(test, ()) if key in thing.all_facts and key in self.flags]
            texts = (*thing.all_facts.values(), thing.place, thing.kinds)
            if negated is (
                any(thing.all_facts[key] for key in flags) if flags else any(_has(one, test) for one in texts)
            ):
                return False
        return True

    def are_places(self, group: Sequence[Thing]) -> bool:
        """Return whether something can be at one of these things."""
        names = {one.name for one in group}
        places = (not PLACES.isdisjoint(kinds_of(one)) for one in group)
        return any(places) or any(one.place in names for one in self._board.things)

    @staticmethod
    def is_at(thing: Thing, group: Sequence[Thing]) -> bool:
        """Return whether a thing is at one of these, is one, holds one, or names one, but not as a neighbour."""
        names = {one.name for one in group}
        lists = (
            value for key, value in thing.facts.items() if isinstance(value, list | tuple) and "beside" not in key
        )
        inside = any(one.place == thing.name for one in group)
        return inside or thing.place in names or thing.name in names or any(map(names.intersection, lists))

    def is_somebody(self, thing: Thing) -> bool:
        """Return whether a thing is one that stands somewhere: a player, or what somebody owns."""
        return bool(thing.owner) or thing.name in self.players


def _has(value: Value, test: frozenset[str]) -> bool:
    return isinstance(value, str) and not test.isdisjoint(stems_in(value))
