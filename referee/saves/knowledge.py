"""Questions answered from facts: what is asked, of which things, with which conditions.

A question is read into names, kinds of things, what is asked about them, conditions, and comparisons. Each of its
words must be one of these, or say nothing: a question that isn't understood in full isn't answered.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import cached_property
from typing import TypeGuard

from msgspec import Struct

from referee.declaration.facts import Thing, Value
from referee.rulebook.answering import Kind, kind_of
from referee.rulebook.indexing import stem, words_of
from referee.saves.doing import allies
from referee.text.grammar import FIGURES, ORDINALS
from referee.text.names import and_list, printed, word_set
from referee.text.pattern import lazy_pattern

MOST = 16
"""Limit of facts in an answer."""


def _stems(text: str) -> frozenset[str]:
    return frozenset(map(stem, words_of(text)))


_SAYS_NOTHING = _stems(
    """a an the of to in on at by for from with into onto and or is are be am was were been do does did done have has
    had having got hold holds own owns any some there here this that these those it its he she his her him hers they
    them their theirs which what who whom whose where when how many much number amount please so now currently already
    still yet moment right just exactly count lie lies stand sit stay place board table game possess control
    belong belongs give gives bring brings worth play plays playing one thing anything something somebody someone
    anybody anyone kind s as left remain value point also between find see show called only current state name
    anywhere"""
)
"""Stems without a meaning of their own in a question about facts."""
_IDLE = _stems("left remain between value place")
"""Those of them that say nothing even where a fact is called so."""
_ME = word_set("i me my mine")
_EVERYBODY = word_set("everybody everyone everybodys everyones each all every both")
_OTHERS = word_set("others opponents opponent enemy enemies enemys")
_OTHERS_OWN = word_set("not isnt arent")
_NOT = word_set("not no none nobody nothing without out isnt arent hasnt havent never")
_TOGETHER = word_set("together altogether combined sum total")
_LACKING = word_set("missing lost lacking lacks lack short")
_WE = word_set("we us our you your")
_ANYBODY = word_set("anybody anyone somebody someone")
_ANYTHING = word_set("anything something")
_BELONG = word_set("belong belongs")
_ANYTHING, _IN = word_set("anything something"), word_set("in on at standing")
_LEFT = word_set("left remain remaining more")
_SAME, _THAN, _AND = word_set("same"), word_set("than"), word_set("and or")
_EXPECTED = word_set("would will receive suffer if fight fights fought attack against deal deals from")
"""Words of a question what a thing does to a player, who is named."""
_WILL = word_set("will would")
_DONE = word_set("get gets kill killed beat beaten defeated destroyed took take taken collected collect won win")
"""What a player did to have something."""
_SAID_TOO = _stems("point taken board worth")
"""Those that say nothing beside others."""
_GOT = word_set(
    """know knows learned learnt bought hired taught sold offered around lying put side else offer offers sell sells
    teaches teach occupy occupies go went gone"""
)
_WHAT, _HAS = word_set("what which how"), word_set("has have got")
_NEAR = word_set("nearest closest near")
_STOCK = word_set("gold money coins cash goods resources stock stuff things everything")
"""Words for all that a player has, in games that have nothing of that name."""
_SAID = frozenset().union(_EVERYBODY, _NOT, _TOGETHER, _LACKING, _WE, _STOCK, _EXPECTED, _DONE, _NEAR, _GOT, _SAME)
_SAID |= word_set("than me")
"""Words that aren't names of anything, but count for the whole question or are idle."""
_MORE = dict.fromkeys(
    word_set("most more highest higher greatest largest biggest bigger best maximum ahead difference apart"), True
)
_MORE |= dict.fromkeys(word_set("least fewest fewer lowest lower smallest smaller worst less behind"), False)
"""Words that compare, and whether what is most comes first."""
_SUPERLATIVE = word_set("most least fewest highest lowest best worst greatest biggest smallest")
_ADJECTIVES = {"cheap": ("cost", False), "weak": ("strong", False), "slow": ("fast", False), "poor": ("rich", False)}
_ADJECTIVES |= {"dear": ("cost", True), "strong": ("strong", True), "fast": ("fast", True), "rich": ("rich", True)}
_ADJECTIVES |= {"healthi": ("health", True), "expensive": ("cost", True)}
"""What the comparisons of adjectives ask about, and whether what is most comes first."""
_COMPARED = lazy_pattern(r"(?:most |more )?(\w+?)(?:er|est)|(?:most|more) (expensive)")
_BOUNDS = "more than|over|above|at least|less than|fewer than|under|below|at most|exactly"
_BOUND = lazy_pattern(rf"\b({_BOUNDS}) (\d+|{'|'.join(FIGURES)})\b()")
_NUMBER_BEHIND = lazy_pattern(r"\b([a-z]+) (\d+)\b")
_NUMBER_BEFORE = lazy_pattern(rf"\b()()(\d+|{'|'.join(FIGURES)}) (?=([a-z]+)\b)")
_NTH = {word: int(number) for word, number in ORDINALS.items()} | {"last": -1}
_OWNS = lazy_pattern(r"\b(?:owns?|owned|owners?|holds?|controls?|has|have|got|belongs?|whose)\b")
_HURT = "(?:hurt|wounded|injured)"
_HURT_MOST = lazy_pattern(rf"\b(?:is|are) (?:most (?:badly )?{_HURT}|{_HURT} (?:the )?(?:most|worst))\b")
_LEADING_NOT = lazy_pattern(r"^(?:isnt|arent)\b")
_SO_FAR = lazy_pattern(
    r" (?:so far|by now|at all|right now|at the moment|in this fight|(?<=fighting )whom?|in hand(?= left))\b"
)
_DOES = lazy_pattern(
    r"what (?:do|does|can|did) .+ do(?: .+)?|what (?:is|are) .+ (?:good )?for"
    r"|how (?:far|many (?:areas|spaces|steps))\b.*\b(?:from|to|away|apart)\b.*"
)
_MUST = lazy_pattern(r"\b(have|has|need|needs) to\b|\bto (win|get|beat|take|kill)\b")
"""Questions what a card does; what must or can be done, unless a fact tells it."""
_OF_RULES = ("why", "must", "what if", "how")
_ASKS = lazy_pattern(r"\b(?:how|what|which|who|whose|where|when)\b")
_LETTER = lazy_pattern(r"(?:\b(?:in|at|to|from|of|area|is|are|enter|near|and|next to) |^)([A-Za-z])\b(?!')")
_PLACES = _stems("space area pile plane")
"""Kinds of things at which others are."""


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


class Knowledge:
    """Facts of an open game, by which questions are answered.

    `words` are players' words with the game's; `who` is the player who decides now.
    """

    def __init__(
        self, things: Iterable[Thing], players: Sequence[str], who: str, words: Mapping[str, Sequence[str]]
    ) -> None:
        self._parts = things
        self._players, self._who, self._words = players, who, words

    @cached_property
    def things(self) -> list[Thing]:
        """All things, each once."""
        return _merged(self._parts)

    # --- the vocabulary -------------------------------------------------------------------------------

    @cached_property
    def _aliases(self) -> Mapping[frozenset[str], set[str]]:
        """What facts are called, as stems, with their keys; those of most words first."""
        found = defaultdict[frozenset[str], set[str]](set)
        for thing in self.things:
            for key in thing.all_facts:
                for alias in filter("will".__ne__, key.split("/")):
                    found[frozenset(stem(word) for word in words_of(alias)) - {"to", "of", "the", "in"}].add(key)
        return dict(sorted(found.items(), key=lambda one: -len(one[0])))

    @cached_property
    def _flags(self) -> set[str]:
        """Keys of facts that hold or don't."""
        return {key for one in self.things for key, value in one.all_facts.items() if isinstance(value, bool)}

    @cached_property
    def _each(self) -> set[str]:
        """Keys of facts that are a number or a text for each player."""
        facts = ((key, value) for one in self.things for key, value in one.all_facts.items())
        return {key for key, value in facts if isinstance(value, Mapping) and not _holds_for_some(value)}

    @cached_property
    def _kinds(self) -> set[str]:
        return {kind for thing in self.things for kind in _kinds_of(thing)}

    @cached_property
    def _values(self) -> Mapping[str, set[str]]:
        """Words of texts that are facts, and of places that aren't things (key ""), each with their keys."""
        found, names = defaultdict[str, set[str]](set), {thing.name for thing in self.things}
        names |= set(map(printed, names))
        for thing in self.things:
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
        for thing in self.things:
            if thing.name and thing.name not in self._players:
                words = tuple(words_of(printed(thing.name)))
                for name in filter(None, dict.fromkeys((words, tuple(word for word in words if not word.isdigit())))):
                    found[name].append(thing)
        return dict(sorted(found.items(), key=lambda one: -len(one[0])))

    def _forms(self, word: str) -> set[str]:
        """Return a word's stem with those of the game's words for it."""
        return {stem(word), *(stem(one) for other in self._words.get(word, ()) for one in other.split())}

    # --- reading a question ---------------------------------------------------------------------------

    def answer(self, asked: str) -> list[str] | None:
        """Answer a question in lines; None if it isn't about these facts, or isn't understood in full."""
        plain = re.sub(r"\b(what|who|where|how)s\b", r"\1 is", " ".join(words_of(asked)))
        plain = (
            _SO_FAR.sub("", plain)
            .replace(" in play", " on the board")
            .replace(" on the map", " on the board")
            .replace(" in all", " together")
        )
        plain = re.sub(r"\b(?:can(?:t|not)|couldnt)\b", "not can", plain)
        plain = re.sub(r"\bgoing to\b", "will", plain)
        plain = re.sub(
            r"\b(?:(?:still|got|left|have|has|need|needs) )*to (?:be )?(place|put|resolve)d?\b", r"left to \1", plain
        )
        plain = re.sub(r"\b(turns|rounds|cards|long) (?:before|till)\b", r"\1 until", plain)
        plain = re.sub(r"\bafter (?:this|that)(?: one| battle)?$", "next", plain)
        plain = re.sub(r"\b(?:did|does|do) (\w+) (?:end(?: up)?|finish) with\b", r"has \1", plain)
        plain = re.sub(rf"\ball (?=(?:\d+|{'|'.join(FIGURES)})\b)", "", plain)
        plain = re.sub(r"(\bcan \w+ .+?) (?:(?:in|on) (?:his|her|their|the) )?(?:next )?turn$", r"\1", plain)
        plain = re.sub(r"\b(\w+s) of mine\b", r"my \1", plain)
        plain = _HURT_MOST.sub("has the most wounds", plain)
        plain = re.sub(r" (?:compared (?:to|with)|in comparison (?:to|with)|versus|vs) ", " and ", plain)
        plain = re.sub(r"^who will (?:go|run)\b(?! first)", "who is", plain)
        plain = re.sub(rf"\b({_BOUNDS}) (\w+) (\d+)\b", r"\2 \1 \3", plain)
        plain = re.sub(r"\b(\d+(?: \w+)?) or (?:more|higher)\b", r"at least \1", plain)
        plain = re.sub(r"\b(\d+(?: \w+)?) or (?:less|fewer|lower)\b", r"at most \1", plain)
        plain = re.sub(r"(\b(?:room|space)\b.*) for (?:another|one more|an?|any|more) \w+$", r"\1", plain)
        if (
            len(_ASKS.findall(plain)) > 1 or _DOES.fullmatch(plain) or kind_of(plain) in _OF_RULES
        ):  # two questions; what a card does
            return None
        if re.search(
            r"\bbeen (?:to|in|at|on)\b|\bin range\b|\bworth \w+ing\b", plain
        ):  # nothing is known of who was where before
            return None
        of_kind = re.match(r"(?:which|what) (\w+)", plain)
        things = kind_of(plain) in ("where", "who") and (_MORE.keys() | _NOT).isdisjoint(plain.split())
        things |= of_kind is not None and stem(of_kind[1]) in self._kinds
        asked_kind = {of_kind[1]} if of_kind is not None else set()
        every = set(plain.split())
        must = {stem(one[1] or one[2]) for one in _MUST.finditer(plain) if kind_of(plain) != "when"}
        must |= {"can"} if kind_of(plain) == "may" else set()
        for kinds in (every, asked_kind, set()) if things else (set(), asked_kind, every):
            query = self._read(_LEADING_NOT.sub("is", plain), asked, kinds)
            if query is None or not must <= frozenset().union(*query.about):
                continue
            lines = self._evaluate(query)
            if lines and len(lines) <= MOST:
                return lines
        return None

    def _read(self, plain: str, asked: str, kinds: Set[str]) -> Query | None:
        """Read a question, these words rather as kinds than as facts; None if a word of it isn't understood."""
        form, than = kind_of(plain), plain.partition(" than ")[2]
        than = re.sub(r"\bme\b", self._who, than)
        query = Query("whether" if form == "may" else form, owns=bool(_OWNS.search(plain)), than=_stems(than))
        if found := _BOUND.search(plain) or self._numbered(plain):
            sign, number = found[1] or "with", found[2] or found[3]
            query.bound = sign, int(FIGURES.get(number, number))
            plain = plain.replace(found[0], found[1] if found[1] and not re.fullmatch(_BOUNDS, found[1]) else "")
        left = {at: word for at, word in enumerate(plain.split()) if word not in ("player", "players")}
        self._take_names(query, left, asked)
        self._take_players(query, left)
        for at, word in list(left.items()):
            compared = _COMPARED.fullmatch(word)
            if compared and (adjective := _ADJECTIVES.get(compared[1] or compared[2])):
                left[at], query.falling = adjective
        self._take_kinds(query, left, kinds)
        self._take_facts(query, left)
        self._take_kinds(query, left)
        for at, word in list(left.items()):
            idle = stem(word) in _SAYS_NOTHING or word in _NOT
            if not idle and not self._forms(word).isdisjoint(self._values):
                query.about.append(frozenset(self._forms(left.pop(at))))
        self._take_parts_of_names(query, left)
        order = list(words_of(asked))
        query.named.sort(
            key=lambda group: min((order.index(w) for w in words_of(group[0].name) if w in order), default=0)
        )
        return query if all(self._says_nothing(query, word) for word in left.values()) else None

    def _numbered(self, plain: str) -> re.Match[str] | None:
        """Find a number behind what a fact is called ("level 3"), or before it ("3 wounds")."""
        found = (*_NUMBER_BEHIND.finditer(plain), *_NUMBER_BEFORE.finditer(plain))
        return next((one for one in found if frozenset({stem(one[1] or one[4])}) in self._aliases), None)

    def _take_names(self, query: Query, left: dict[int, str], asked: str) -> None:
        letters = {one.upper() for one in _LETTER.findall(asked) if one.isupper() or one not in "ai"}
        letters |= {*re.findall(r"(?<![\w'])[B-HJ-Z](?![\w'])", asked)}
        for name, things in self._names.items():
            if len(name) == 1 and len(name[0]) == 1 and name[0].upper() not in letters:
                continue
            stems = {stem(word) for word in name} - {"the", "of"}
            at = [next((i for i, word in left.items() if stem(word) == one), -1) for one in stems]
            if at and -1 not in at:
                query.named = [*query.named, things]
                for i in at:
                    del left[i]

    def _take_players(self, query: Query, left: dict[int, str]) -> None:
        called = {word: name for name in self._players for word in words_of(name)}
        called |= {f"{word}s": name for word, name in called.items()}
        called |= {word: self._who for word in _ME if self._who and stem(word) not in self._kinds}
        for at, word in list(left.items()):
            if word in called or (word in _OTHERS and not query.players):
                mates = allies(self.things, self._who) if word.startswith(("enem", "oppo")) else ()
                others = [one for one in self._players if one != self._who and one not in mates]
                query.players = list(dict.fromkeys((*query.players, *([called[word]] if word in called else others))))
                del left[at]
                if word.startswith("enem") and "unit" in self._kinds:
                    query.kinds.append("unit")

    def _take_facts(self, query: Query, left: dict[int, str]) -> None:
        found: dict[int, frozenset[str]] = {}
        ways = ((alias, exact) for alias in self._aliases for exact in (True, False))
        for alias, exact in sorted(ways, key=lambda way: (-len(way[0]), not way[1])):
            words = {
                i: word for i, word in left.items() if word != "place" or len(alias) > 1
            }  # it says nothing alone
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
            forms = [stem(word), *(stem(one) for other in self._words.get(word, ()) for one in other.split())]
            if found := [form for form in forms if form in self._kinds]:
                rest = {*query.kinds, *(self._kinds & {stem(other) for i, other in left.items() if i != at})}
                fits = [kind for kind in found if any({kind, *rest} <= _kinds_of(one) for one in self.things)]
                other = frozenset({stem(word)}) not in self._aliases and query.kinds and fits
                if only is None or found[0] == forms[0] or other:
                    query.kinds.append((fits or found)[0])
                    del left[at]

    def _take_parts_of_names(self, query: Query, left: dict[int, str]) -> None:
        """Take a word that stands in only one name."""
        for at, word in list(left.items()):
            if stem(word) in _SAYS_NOTHING or len(word) < 3 or word in _MORE or word in _NTH:
                continue
            names = [name for name in self._names if stem(word) in map(stem, name) and not name[-1].isdigit()]
            if len(names) == 1 or (names and all(stem(name[-1]) == stem(word) for name in names)):
                query.named.append([thing for name in names for thing in self._names[name]])
                del left[at]

    @staticmethod
    def _says_nothing(query: Query, word: str) -> bool:
        """Note what a word says of the whole question; False if it isn't understood."""
        if word in _MORE:
            query.falling = _MORE[word]
            query.said.add(word)
        elif word in _NTH:
            query.nth = _NTH[word]
        else:
            query.negated ^= word in _NOT
            query.said.add(word)
            return word in _SAID or stem(word) in _SAYS_NOTHING
        return True

    # --- finding what is asked --------------------------------------------------------------------------

    def _evaluate(self, query: Query) -> list[str] | None:
        """Find the things that are asked about, and answer by the form of the question; None if it makes no sense."""
        if not (query.form or query.players):  # a topic of the rules
            return None
        query.settle_bound()
        if (of_its_own := self._form_of_its_own(query)) is not None:
            return of_its_own(query)
        self._than_another(query)
        if (meant := self._meant(query)) is None or not self._can_answer(query, meant[0], meant[2]):
            return None
        things, others, about, tests = meant
        named = query.form == "whether" and not query.kinds and bool(query.named)
        whole = named or self._all_players(things) or self._on_table(things)
        if not (self._all_players(things) or _expects(things, about) or self._on_table(things)):
            if (narrowed := self._by_owner(query, things, others, tests)) is None:
                return None
            things, others = narrowed
            if about and query.players and len(query.kinds) > 1 and not things:
                return [f"None: {and_list(query.players)} {'has' if len(query.players) == 1 else 'have'} none."]
        if query.kinds and not tests:
            things = [one for one in things if one.all_facts.get("alive") is not False]
        if query.says(_AND) and len(others) > 1:
            others = [[one for group in others for one in group]]
        for group in others:
            contained = self._are_places(things) and any(one.place for one in group)
            if not (contained or self._are_places(group)) or (about and named):
                return None
            things = things if named else [one for one in things if self._is_at(one, group)]
        ranked = about and query.falling is not None
        if query.nth is not None and not ranked and not (things := self._nth(query, things, about)):
            return None
        fitting = [one for one in things if self._holds(one, tests, query)]
        if about:
            return self._facts_of(query, fitting, about) if query.form != "where" else None
        if query.bound is not None and query.kinds and query.form == "whether":
            yes = "Yes" if _is_within(len(fitting), query.bound) else "No"
            return [f"{yes}: {len(fitting)}{_listing(fitting, ' ({})')}."]
        if (most := self._places_by_number(query, things, others)) is not None or self._compares_nothing(query):
            return most
        if query.form == "whether" and (query.says(_EVERYBODY) or whole):
            return self._whether(query, things, others, tests)
        return self._listed(query, fitting, others, tests)

    def _places_by_number(
        self, query: Query, things: Sequence[Thing], others: Sequence[Sequence[Thing]]
    ) -> list[str] | None:
        """List places by how many things of a kind are there; None if that isn't asked."""
        if query.falling is None or len(others) != 1 or not self._are_places(things):
            return None
        at = {one.name: [there for there in others[0] if there.place == one.name] for one in things}
        order = sorted(filter(at.get, at), key=lambda name: len(at[name]), reverse=query.falling)
        return [f"{name}: {len(at[name])}{_listing(at[name], ' ({})')}." for name in order[: MOST // 2]]

    @staticmethod
    def _compares_nothing(query: Query) -> bool:
        """Return whether a question compares or sums, and no numbers of things are asked for."""
        if query.falling is not None:
            return not query.kinds or query.form not in ("who", "which", "how many")
        return bool(query.says(_LACKING | _STOCK | _TOGETHER) or query.bound)

    def _form_of_its_own(self, query: Query) -> Callable[[Query], list[str] | None] | None:
        """Return what answers a question of a form of its own; None for one about things with conditions."""
        if query.says(_NEAR):
            return self._nearest
        if query.says(_SAME) and not query.about:
            return self._same_place
        if not (query.kinds or query.named or query.about):
            return self._of_players
        kinds_too = len(query.about) > 1 and any(alias <= self._kinds for alias in query.about)
        if kinds_too and not (query.kinds or query.named or query.says(_AND | _THAN)):
            return lambda query: None
        somebody = query.form == "who" or (query.form == "whether" and query.says(_ANYBODY))
        if any(map(self._is_beside, query.about)) and (query.kinds or query.form in ("who", "whether")):
            return self._next_to if query.kinds or somebody else self._are_neighbours
        puts = query.says(_HAS) or (
            query.says(word_set("did")) and (query.says(word_set("put place")) or query.about)
        )
        alone = len(query.named) == 1 and not query.kinds and query.form != "whether"
        if puts and query.players and alone and all(alias <= _IDLE for alias in query.about):
            return None if _PLACES.isdisjoint(_kinds_of(query.named[0][0])) else self._put_there
        return None

    def _put_there(self, query: Query) -> list[str]:
        """List what players have at a place."""
        its = [one for place in query.named[0] for one in self.there(place) if one.owner in query.players]
        return [f"{_listing(its, '{}') or 'Nothing'}."]

    def _meant(
        self, query: Query
    ) -> tuple[list[Thing], list[list[Thing]], list[str], Sequence[frozenset[str]]] | None:
        """Return the things asked about, others that are named, keys of facts, and tests; None if unclear."""
        things, others = self._subjects(query)
        if (found := self._sort_out(query, things)) is not None:
            return things, others, *found
        if not (query.says(_WHAT | _ANYTHING) and query.named) or query.kinds:
            return None
        things = [one for place in things for one in self.there(place) if one.name not in self._players]
        found = self._sort_out(query, things)
        return None if found is None or found[1] else (things, others, *found)

    @staticmethod
    def _nth(query: Query, things: list[Thing], about: Sequence[str]) -> list[Thing]:
        """Return the thing whose place in a row is asked for; none if things are in no row."""
        assert query.nth is not None
        in_a_row = query.kinds and len({one.place for one in things}) == 1 and things[0].place
        if not in_a_row or (query.form == "how many" and not about) or len(things) < abs(query.nth):
            return []
        return [things[query.nth - (query.nth > 0)]]

    def _is_beside(self, alias: frozenset[str]) -> bool:
        return any("beside" in key for key in self._keys(alias))

    def _next_to(self, query: Query) -> list[str] | None:
        """List what of a kind is next to something, or to a player."""
        things, others = self._subjects(query)
        if not query.kinds:
            things, others = [one for one in self.things if one.place and self._is_somebody(one)], query.named
        query.about = [alias for alias in query.about if not self._is_beside(alias)]
        ends = [one for group in others for one in group] or [one for one in self.things if one.name in query.players]
        about, tests = self._sort_out(query, things) or ([""], [])
        if about or not ends or (query.form == "whether" and not query.says(word_set("to"))):
            return None
        at = {name for one in ends for name in (one.name, one.place) if name}
        near = {name for one in self.things if one.name in at for name in _neighbours(one)}
        whose = query.players if others and not all(one.owner in query.players for one in ends) else []
        if whose and not any(one.owner for one in things):
            return None
        beside = [one for one in things if near & {one.name, one.place} or at & {*_borders(one)}]
        its = [one for one in beside if not whose or one.owner in whose]
        told = self._details(query, [one for one in its if self._holds(one, tests, query)], [])
        return [f"{told or 'None'}." if query.form != "whether" else f"Yes: {told}." if told else "No: none."]

    def _than_another(self, query: Query) -> None:
        """Take what things are compared with, a player or another thing, as a bound ("stronger than Anna")."""
        groups = [[one for one in self.things if one.name in query.players], *query.named]
        meant = [its[0] for its in groups if len(its) == 1 and query.than & _stems(f"{its[0].name} {its[0].name}s")]
        who = query.form == "who" and query.players == [one.name for one in meant]
        if query.falling is None or not (query.kinds or who) or len(meant) != 1 or not 0 < len(query.about) <= 2:
            return
        keys, other = self._keys(query.about[-1]) - self._flags, meant[0]
        its = [value for key, value in other.all_facts.items() if key in keys]
        if len(its) == 1 and (number := number_of(its[0])) is not None:
            query.bound, query.falling = ("more than" if query.falling else "less than", number), None
            query.players, query.about = [name for name in query.players if name != other.name], query.about[:1]
            query.named = [group for group in query.named if group != [other]]

    def _can_answer(self, query: Query, things: Sequence[Thing], about: Sequence[str]) -> bool:
        """Return whether words for the whole question fit what is asked."""
        of_players = self._all_players(things)
        if (query.form == "when" and not about) or (of_players and query.players and query.kinds):
            return False  # "hero" asks which one a player has
        whose = query.form in ("who", "which") or query.owns or query.says(_EVERYBODY | _TOGETHER)
        if query.says(_WE) and (query.players or (of_players and not whose)):
            return False
        done = query.says(_DONE) and (len(query.named) > (not query.players) or not about)
        told = [self._keys(alias) for alias in query.about]
        ahead = told and all(any("will" in key.split("/") for key in keys) for keys in told)
        expected = query.said & _EXPECTED - (_WILL if ahead else frozenset())
        return _expects(things, about) or not (done or expected)

    def _by_owner(
        self, query: Query, things: list[Thing], others: list[list[Thing]], tests: Sequence[frozenset[str]]
    ) -> tuple[list[Thing], list[list[Thing]]] | None:
        """Keep the things of the players named; of places those where they or their things are."""
        if not query.players:
            return things, others
        if query.says(_BELONG) and not any(one.owner for one in things):  # to a guild
            return None
        named = query.form == "whether" and not query.kinds and bool(query.named)
        own = [one for one in self.things if one.owner in query.players]
        if self._are_places(things):
            at = [one for one in self.things if one.name in query.players and one.place]
            if at or others:
                query.players = []
                return things, [*others, at] if at else [[one for one in group if one in own] for group in others]
        kinds = {kind for one in things for kind in _kinds_of(one)}
        if things and not any(one.owner and kinds & _kinds_of(one) for one in self.things):
            if named or not self._are_places(things):
                return None
            query.players = []
            return things, [*others, own]
        others_own = query.says(_OTHERS_OWN) and not tests and query.form in ("which", "what", "who")
        query.negated &= not others_own
        kept = [one for one in things if (one.owner in query.players) is not others_own]
        return (things if named else kept), others

    def _same_place(self, query: Query) -> list[str] | None:
        """Answer what is at the place of those named, or whether they are at one place."""
        its = [one for group in query.named for one in group]
        at = {one.place for one in its + [one for one in self.things if one.name in query.players]}
        texts = [self.describe(one) for one in self.things if one.name in at and one.name]
        yes = f"{'Yes' if len(at) == 1 else 'No'}." if query.form == "whether" and texts else ""
        return [yes, *texts] if yes else texts or None

    def _all_players(self, things: Sequence[Thing]) -> bool:
        return bool(things) and all(thing.name in self._players for thing in things)

    def _are_neighbours(self, query: Query) -> list[str] | None:
        """Answer whether two things are at neighbouring places."""
        ends = [self.place_of(name) for name in (*(group[0].name for group in query.named), *query.players)]
        if len(ends) != 2 or ends[0] is None or ends[1] is None or (steps := self.steps(ends[0], ends[1])) is None:
            return None
        return [f"{'Yes' if steps == 1 else 'No'}: {ends[0].name} and {ends[1].name} are {steps} apart."]

    @staticmethod
    def _on_table(things: Sequence[Thing]) -> bool:
        return bool(things) and not things[0].name

    def _nearest(self, query: Query) -> list[str] | None:
        """List the things of a kind, or the places, the nearest to a player first; or players, to a place."""
        ends, kinds = [group[0].name for group in query.named], set(query.kinds)
        whose = query.form == "who" and not kinds and len(ends) == 1
        owners = (
            query.players if ends else query.players[:-1]
        )  # "which of Bo's units is nearest to the Stone Thrower"
        start, places = self.place_of(ends[0] if ends else (query.players or ["me"])[-1]), self._places
        goals = [
            one
            for one in self.things
            if {one.name, one.place} & places.keys()
            and one.name not in ends
            and (one.name in self._players if whose else kinds <= _kinds_of(one))
            and (not owners or one.owner in owners)
        ]
        if start is None or query.about or not (whose or kinds) or len(ends) > 1:
            return None
        at = [(places.get(one.name) or places[one.place], printed(one.name)) for one in goals]
        far = sorted((self.steps(start, place) or 0, name) for place, name in at)
        return [f"{name}: {steps} away." for steps, name in far]

    def _of_players(self, query: Query) -> list[str] | None:
        """Answer where players are, or what they have in all."""
        its = [one for one in self.things if one.name in query.players]
        if query.form == "where":
            return [f"{one.name}: {self._where(one)}." for one in its if one.place] or None
        if (
            query.form in ("how many", "what", "whether", "")
            and (query.says(_STOCK) or (query.owns and query.form != "how many"))
            and not query.says(_WE)
        ):
            return [self.describe(one) for one in its]
        return None

    def _subjects(self, query: Query) -> tuple[list[Thing], list[list[Thing]]]:
        """Return the things that a question is about, and others that it names."""
        if query.kinds:
            kinds = set(query.kinds)
            beside = any(map(self._is_beside, query.about))
            if query.named and not beside and all(kinds <= _kinds_of(one) for one in query.named[0]):
                query.kinds = []
                return query.named[0], query.named[1:]
            if its := [one for one in self.things if kinds <= _kinds_of(one)]:
                return its, query.named
            first, *others = ([one for one in self.things if kind in _kinds_of(one)] for kind in query.kinds)
            return first, [*query.named, *others]
        keys = {key for alias in query.about for key in self._keys(alias)}
        players = [one for one in self.things if one.name in self._players] if query.form != "when" else []
        if query.named and query.says(_AND | _THAN):  # two things, or a thing and a player, compared
            both = [one for one in players if one.name in query.players]
            both += [one for group in query.named for one in group]
            if len(both) == 2 and all(not keys.isdisjoint(one.all_facts) for one in both):
                query.players = []
                return both, []
        if query.named:
            return query.named[0], query.named[1:]
        if any(not keys.isdisjoint(one.all_facts) for one in players):
            all_of = _EVERYBODY | _SUPERLATIVE if query.form == "whether" else _EVERYBODY
            every = query.says(all_of) or not query.players or (query.form == "who" and query.falling is None)
            return [one for one in players if every or one.name in query.players], []
        its = [one for one in self.things if not keys.isdisjoint(one.all_facts) or ("" in keys and one.place)]
        on_table = [one for one in its if not one.name and (not query.players or query.form == "whether")]
        return on_table or its, []

    def _keys(self, alias: frozenset[str]) -> set[str]:
        """Return the keys of facts that words name, or in whose text they are."""
        return self._aliases.get(alias) or set().union(*(self._values.get(one, set()) for one in alias))

    def _sort_out(self, query: Query, things: Sequence[Thing]) -> tuple[list[str], list[frozenset[str]]] | None:
        """Return the keys of facts asked about, and tests on the things; None if they have nothing of the kind."""
        about, tests = list[str](), list[frozenset[str]]()
        for alias in query.about:
            keys = {key for key in self._keys(alias) if any(key in (*one.all_facts, "") for one in things)}
            texts = keys & self._flags or (set() if alias in self._aliases else keys)
            compares = query.falling is not None or query.bound is not None
            counts = query.form == "how many" and query.states.isdisjoint(alias)
            values = [one.all_facts[key] for one in things for key in (keys - texts) & {*one.all_facts}]
            numbers = [value for value in values if number_of(value) is not None]
            compares = compares and not all(isinstance(value, list) for value in numbers)
            if texts and not ((counts and numbers) or compares or (values and query.form == "when")):
                tests.append(alias)
            elif keys := keys - self._flags:
                has = Counter(key for one in things for key in (*one.facts, *one.all_facts) if key in keys)
                key = max(sorted(keys), key=lambda key: has[key])
                about += [key] * (key not in about)
            elif not alias <= _IDLE | (_SAID_TOO if len(query.about) > 1 else _stems("board")) - (
                _stems("point") if query.kinds else frozenset()
            ):
                return None
        own = query.players and not (query.kinds or query.named)
        of_players = all(one.name in self._players or not one.name for one in things)
        if own and about and not (of_players or _expects(things, about)):
            return None
        return about, tests

    def _holds(self, thing: Thing, tests: Iterable[frozenset[str]], query: Query | None = None) -> bool:
        """Return whether all tests hold for a thing, or none if the `query` is negated."""
        negated = query is not None and query.negated and query.form != "whether"
        for test in tests:
            its = self._aliases.get(test)
            if its and its <= self._flags and its.isdisjoint(thing.all_facts):
                return False
            flags = [key for key in self._aliases.get(test, ()) if key in thing.all_facts and key in self._flags]
            texts = (*thing.all_facts.values(), thing.place, thing.kinds)
            if negated is (
                any(thing.all_facts[key] for key in flags) if flags else any(_has(one, test) for one in texts)
            ):
                return False
        return True

    def _are_places(self, group: Sequence[Thing]) -> bool:
        """Return whether something can be at one of these things."""
        names = {one.name for one in group}
        places = (not _PLACES.isdisjoint(_kinds_of(one)) for one in group)
        return any(places) or any(one.place in names for one in self.things)

    @staticmethod
    def _is_at(thing: Thing, group: Sequence[Thing]) -> bool:
        """Return whether a thing is at one of these, is one, holds one, or names one, but not as a neighbour."""
        names = {one.name for one in group}
        lists = (
            value for key, value in thing.facts.items() if isinstance(value, list | tuple) and "beside" not in key
        )
        inside = any(one.place == thing.name for one in group)
        return inside or thing.place in names or thing.name in names or any(map(names.intersection, lists))

    # --- answers ----------------------------------------------------------------------------------------

    def _facts_of(self, query: Query, things: list[Thing], keys: list[str]) -> list[str] | None:
        """Answer with facts: of each thing, in order, compared, summed, or by yes or no."""
        listed = query.form != "whether" and query.falling is None and not _expects(things, keys)
        if query.negated and query.kinds and listed:
            none = [
                one for one in things if not any(_is_some(one.all_facts.get(key, 0), query.players) for key in keys)
            ]
            return [f"{self._details(query, none, []) or 'None'}."]
        things = [one for one in things if all(key in one.all_facts for key in keys)]
        if not things or (query.says(_LEFT) and keys[0] in ("turn", "round")):
            return None
        for key in [key for key in keys if _holds_for_some(things[0].all_facts[key])]:
            if len(keys) == 1:
                return self._for_players(query, things, key)
            keys, whose = [other for other in keys if other != key], query.players
            things = [one for one in things if _holds_for(one, key, whose) is not query.negated]
            query.players = []
        texts = self._texts_of(query, things, keys)
        if query.form == "what" and things[0].all_facts[keys[0]] in self._players:
            return None
        if not things[0].name and (query.form == "who" or query.players):
            value = things[0].all_facts[keys[0]]
            if not self._names_player(value):
                return None
            if query.players and query.form == "whether":
                yes = all(re.search(rf"\b{re.escape(name)}\b", str(value)) for name in query.players)
                return [f"{'Yes' if yes else 'No'}: {text}" for text in texts]
        numbers = {one.name: number_of(one.all_facts[keys[0]], query.players) for one in things}
        counts = {name: number for name, number in numbers.items() if number is not None}
        compares = query.bound is not None or query.falling is not None or query.says(_TOGETHER | _LACKING | _SAME)
        if compares and len(counts) < len(things):
            return None
        if query.says(_SAME):
            if query.form != "whether" or not query.players:
                return None
            return ["Yes." if len(set(counts.values())) == 1 else "No.", *texts]
        if query.falling is not None:
            return self._compared(query, things, keys, counts)
        if query.bound is not None:
            return self._within_bound(query, things, keys, counts)
        if query.says(_LACKING):
            return [_lacking(one, keys[0]) for one in things]
        at_place = query.form == "how many" and query.named and not (query.kinds or query.players)
        if len(things) > 1 and (query.says(_TOGETHER) or (at_place and len(counts) == len(things))):
            return [f"Together: {sum(counts.values())}.", *texts]
        return self._having(query, things, keys)

    def _for_players(self, query: Query, things: Sequence[Thing], key: str) -> list[str] | None:
        """Answer for whom something holds, or for what it does; None where that isn't certain of all asked for."""
        named = query.players or self._players
        each = [
            (one, {name: value[name] for name in named if name in value})
            for one in things
            if isinstance(value := one.all_facts[key], Mapping)
        ]
        if query.form != "who" and any(len(holds) < len(named) for _, holds in each):
            return None
        its = [(one, [name for name, yes in holds.items() if bool(yes) is not query.negated]) for one, holds in each]
        if query.form == "who":
            return [
                f"{f'{printed(one.name)}: ' * (len(its) > 1)}{', '.join(names) or 'Nobody'}." for one, names in its
            ]
        every = query.players or query.negated
        fit = [printed(one.name) for one, names in its if (len(names) == len(named) if every else names)]
        if query.form != "whether":
            return [f"{f'{len(fit)}: ' * (query.form == 'how many')}{_counted(fit) or 'None'}."]
        if query.form == "whether" and query.says(_ANYTHING):
            return [f"Yes: {_counted(fit)}." if fit else "No: none."]
        if query.negated or query.players == [self._who] or "can pay" in key.split("/"):
            return None  # the moves, or what is paid, tell it with the reason
        told = [f"{'Yes' if fit else 'No'}: {text}" for text in self._texts_of(Query(""), things, [key])]
        more = (other for other in things[0].all_facts if other in self._each and other != key)
        return [*told, *(self._texts_of(query, things, sorted(more)) if query.players else ())]

    def _texts_of(self, query: Query, things: Iterable[Thing], keys: Sequence[str]) -> list[str]:
        return [text for one in things for text in self._texts(query, one, keys)]

    def _compared(
        self, query: Query, things: list[Thing], keys: list[str], counts: Mapping[str, int]
    ) -> list[str] | None:
        """Answer who has the most or the least, in order, or which of two has more and by how much."""
        if len(keys) == 2 and query.says(_THAN):
            return self._two_compared(query, things, keys)
        if query.says(_WHAT) and query.kinds and len(things) == len(keys) == 1:
            return self._texts_of(query, things, keys)
        if len(things) < 2 or len(keys) > 1 or query.bound is not None:
            return None
        order = sorted(things, key=lambda one: counts[one.name], reverse=bool(query.falling))
        if query.nth is not None and query.form != "whether":
            return self._texts_of(query, order[query.nth - 1 :][:1] if query.nth > 0 else order[-1:], keys)
        texts = self._texts_of(query, order[: MOST // 2], keys)
        if len(things) > 2 and len(query.players) == 1 and query.form == "whether":
            mine, *rest = sorted(things, key=lambda one: one.name not in query.players)
            edge = (max if query.falling else min)(counts[one.name] for one in rest)
            ahead = counts[mine.name] > edge if query.falling else counts[mine.name] < edge
            return ["Yes." if ahead else "No.", *texts]
        if len(things) == 2 and (len(query.players) == 2 or query.than):
            names = query.players or sorted(counts, key=lambda name: _stems(name) <= query.than)
            first, second = (counts[name] for name in names)
            if query.form == "whether":
                return ["Yes." if (first > second) is query.falling and first != second else "No.", *texts]
            apart = abs(first - second)
            more = f"{order[0].name}, by {apart}." if query.form in ("who", "which") else f"{apart} more."
            return [more if apart else "The same.", *texts]
        return None if query.form == "whether" else texts

    def _within_bound(
        self, query: Query, things: list[Thing], keys: list[str], counts: Mapping[str, int]
    ) -> list[str] | None:
        """Answer which things have so many, or whether one, or each, has."""
        assert query.bound is not None
        its = [one for one in things if _is_within(counts[one.name], query.bound)]
        if query.kinds:
            return self._listed(query, its, [], [frozenset()])
        if query.form == "whether":
            yes = len(its) == len(things) if query.says(_EVERYBODY) else bool(its)
            return [f"{'Yes' if yes else 'No'}.", *self._texts_of(query, things, keys)]
        return self._texts_of(query, its, keys) or ["Nobody."]

    def _having(self, query: Query, things: list[Thing], keys: list[str]) -> list[str] | None:
        """Answer who has something, whether one, or each, has; or with the facts of all."""
        has = [_is_some(one.all_facts[keys[0]], query.players) for one in things]
        its = [one for one, some in zip(things, has, strict=True) if some is not query.negated]
        if query.form in ("who", "which") and len(things) > 1:
            return self._texts_of(query, its, keys) or ["Nobody." if query.form == "who" else "None."]
        if query.form == "whether":
            yes = (all if query.says(_EVERYBODY) else any)(some is not query.negated for some in has)
            line, *more = self._texts_of(query, its if yes else things, keys)
            return [f"{'Yes' if yes else 'No'}: {line}", *more]
        return None if query.negated else list(dict.fromkeys(self._texts_of(query, things, keys)))

    @staticmethod
    def _two_compared(query: Query, things: Iterable[Thing], keys: Sequence[str]) -> list[str] | None:
        """Answer who has more of one thing than of another, or by how much."""
        more = {one.name: [number_of(one.all_facts[key]) or 0 for key in keys] for one in things}
        texts = [f"{name}: {' against '.join(map(str, both))}" for name, both in more.items()]
        if query.form in ("who", "which"):
            its = [name for name, (one, other) in more.items() if one != other and (one > other) is query.falling]
            return [f"{', '.join(its) or 'Nobody'} ({'; '.join(texts)})."]
        if query.form == "whether":
            yes = all(one != other and (one > other) is query.falling for one, other in more.values())
            return [f"{'Yes' if yes else 'No'} ({'; '.join(texts)})."]
        ahead = [one - other if query.falling else other - one for one, other in more.values()]
        return [f"{number} more ({text})." for number, text in zip(ahead, texts, strict=True)]

    def _names_player(self, value: Value) -> bool:
        return isinstance(value, str) and any(name in value for name in self._players)

    @staticmethod
    def _texts(query: Query, thing: Thing, keys: Iterable[str]) -> list[str]:
        if (key := next(iter(keys := list(keys)), "")) and _holds_for_some(thing.all_facts.get(key, "")):
            return [f"{printed(thing.name)} {key.partition('/')[0]} {text_of(thing.all_facts[key])}."]
        whose = f"{printed(thing.name)}'s " if thing.name else ""
        owner = _in_brackets(thing.owner * (query.form == "who" and thing.owner not in thing.name))
        return [
            f"{whose}{key.partition('/')[0]}: {text_of(thing.all_facts[key], query.players)}{owner}."
            for key in keys
            if key in thing.all_facts
        ]

    def _whether(
        self,
        query: Query,
        things: Sequence[Thing],
        others: Sequence[Sequence[Thing]],
        tests: Sequence[frozenset[str]],
    ) -> list[str] | None:
        """Answer yes or no about named things, or everybody's."""
        if not things:
            return ["No: none."]
        if query.says(_ANYTHING) and query.players and not (tests or others):
            return None
        if query.says(_EVERYBODY):
            but = dict.fromkeys(printed(one.name) for one in things if not self._holds(one, tests))
            return ([f"No: not {and_list(but)}."] if but else ["Yes: all."]) if tests and not query.negated else None
        if not (tests or others or query.players) and self._are_places(things):
            anything = not query.says(_ANYBODY)
            is_at = [any(anything or self._is_somebody(at) for at in self.there(one)) for one in things]
            alike = [one for one in self.things if _kinds_of(one) == _kinds_of(things[0])]
            if query.owns and not anything and any(one.owner for one in alike):
                is_at = [bool(one.owner) for one in things]
            return [f"{'Yes' if yes else 'No'}: {self.describe(one)}" for one, yes in zip(things, is_at, strict=True)]
        if not (tests or others or query.players) and not any(one.place for one in things):
            return None
        whose = {*query.players}
        its = [
            one
            for one in things
            if self._holds(one, tests)
            and (one.owner or whose or tests or others or not query.owns)
            and (not whose or not whose.isdisjoint((one.owner, one.name)))
            and all(self._is_at(one, group) for group in others)
        ]
        if tests and query.says(_ANYBODY) and its and not query.negated and self._all_players(its):
            return [f"Yes: {and_list(dict.fromkeys(one.name for one in its))}."]
        if len(things) > 1 and 0 < len(its) < len(things) and not (whose or others):
            return [self.describe(one) for one in things]
        yes = "Yes" if bool(its) is not query.negated else "No"
        return [f"{yes}: {self._in_short(one, tests)}" for one in (its or things)[:1]]

    def _in_short(self, thing: Thing, tests: Sequence[frozenset[str]]) -> str:
        """Describe a thing by the facts that tests are about; a place, and what isn't tested, in full."""
        flags = {key for test in tests for key in self._aliases.get(test, ()) if key in thing.facts} & self._flags
        if not flags or not _PLACES.isdisjoint(_kinds_of(thing)):
            return self.describe(thing)
        keys = [key for key in thing.facts if any(_stems(key) & test for test in tests) and key not in self._flags]
        labels = and_list(f"{'' if thing.facts[key] else 'not '}{key.partition('/')[0]}" for key in flags)
        if not thing.name:
            return f"{labels}."
        return " ".join(self._texts(Query(""), thing, keys)) or f"{printed(thing.name)}: {labels}."

    def _listed(
        self, query: Query, things: list[Thing], others: Sequence[Sequence[Thing]], tests: Sequence[frozenset[str]]
    ) -> list[str] | None:
        """List the things asked for, count them, or tell where they are and whose."""
        hidden = [one for group in others for one in group if any(map(_is_face_down, self.there(one)))]
        if hidden and not things:
            return [self.describe(one) for one in hidden]
        if query.form == "where" and not (query.kinds and self._are_places(things)):
            return [f"{printed(one.name)}: {self._where(one, full=True)}." for one in things if one.place] or None
        if others and not (things or query.kinds or query.form == "whether"):
            return None
        counted = query.form == "how many" and query.players
        at_place = query.form == "who" and not query.negated and self._are_places(things)
        if not (query.kinds or others or counted or (tests and not at_place)):  # something named, nothing said of it
            at_it = query.form == "who" or (query.form in ("what", "which", "") and self._are_places(things))
            return [self.describe(one) for one in self._with_somebody(things)] if at_it else None
        if query.falling is not None and len(query.players) == 1:
            return None
        if query.falling is not None or (query.says(_EVERYBODY) and query.form == "how many"):
            counts = {name: [one for one in things if one.owner == name] for name in query.players or self._players}
            names = sorted(counts, key=lambda name: len(counts[name]), reverse=query.falling is not False)
            names = names if query.falling is not None else list(counts)
            return [f"{name}: {len(counts[name])}{_listing(counts[name], ' ({})')}." for name in names]
        if query.form == "who" and query.says(word_set("no")) and query.owns and tests and not others:
            return self._who_has_none(query, tests)
        if query.negated and not tests:
            if query.form == "whether" and not (query.kinds and query.owns and any(one.owner for one in things)):
                return None
            empty = not query.owns and self._are_places(things)
            things = [one for one in things if not (self.there(one) if empty else one.owner)]
        if query.form == "how many" or (query.form == "" and tests):
            return [f"{len(things)}{_listing(things, ': {}')}."]
        if query.form == "whether":
            there = [] if others else self._anybody_at(query, things)
            return there or ([f"Yes: {self._details(query, things, others)}."] if things else ["No: none."])
        if query.form == "who" and others and not query.owns:
            return [self.describe(one) for group in others for one in group]
        if query.form == "who" and not tests and not query.negated:
            if query.kinds and not query.owns and any(self._are_places([one]) for one in things):
                return [self.describe(one) for one in self._with_somebody(things)]
            if not any(one.owner for one in self.things if {*query.kinds[:1]} <= _kinds_of(one)):
                return None
            things = [one for one in things if one.owner]
        return (
            [f"{self._details(query, things, others)}."]
            if things
            else ["Nobody." if query.form == "who" else "None."]
        )

    def _anybody_at(self, query: Query, places: Sequence[Thing]) -> list[str]:
        """Answer whether anybody, or anything, is at one of these places, if that is asked."""
        if not (query.says(_IN) and query.says(_ANYBODY | _ANYTHING)):
            return []
        anything = not query.says(_ANYBODY)
        at = [one for one in places if any(anything or self._is_somebody(it) for it in self.there(one))]
        return [f"{'Yes' if at else 'No'}: {self.describe(one)}" for one in at or places]

    def _is_somebody(self, thing: Thing) -> bool:
        return bool(thing.owner) or thing.name in self._players

    def _with_somebody(self, things: Sequence[Thing]) -> Sequence[Thing]:
        """Return the things that are somebody's, or where somebody is; all if there is none."""
        at = {one.place for one in self.things if self._is_somebody(one)}
        return [one for one in things if one.owner or one.name in at] or things

    def _who_has_none(self, query: Query, tests: Sequence[frozenset[str]]) -> list[str] | None:
        """List the players without a thing of a kind that fits; None if it isn't known of each thing."""
        every = [one for one in self.things if {*query.kinds} <= _kinds_of(one)]
        keys = {key for test in tests for key in self._keys(test) & self._flags}
        if not keys or any(keys.isdisjoint(one.facts) for one in every):
            return None
        has = {one.owner for one in every if self._holds(one, tests)}
        return [f"{', '.join(name for name in self._players if name not in has) or 'Nobody'}."]

    def _details(self, query: Query, things: Sequence[Thing], others: Sequence[object]) -> str:
        """List things with their owners and places, unless the question names these."""
        return _counted(
            printed(one.name)
            + _in_brackets(
                one.owner if len(query.players) != 1 or query.form == "whether" else "",
                "" if others and query.form != "whether" else self._where(one, full=query.form == "whether"),
            )
            for one in things
        )

    def _where(self, thing: Thing, *, full: bool = False) -> str:
        """Format a thing's place: with its terrain, or how far on it lies in a row."""
        place = next((one for one in self.things if one.name == thing.place and one.name), None)
        if place is None:
            return "" if thing.owner and thing.place.startswith(f"{thing.owner}'s") and not full else thing.place
        if stem("pile") in _kinds_of(place):
            row = self.there(place)
            return f"{place.name}, {row.index(thing) + 1} of {len(row)}"
        return ", ".join(filter(None, (printed(place.name), str(place.facts.get("terrain", "")))))

    def there(self, place: Thing) -> list[Thing]:
        """List what is at a thing."""
        return [one for one in self.things if place.name and one.place == place.name]

    def describe(self, thing: Thing) -> str:
        """Return all that is known of a thing in a line: whose, where, what is there, its facts."""
        parts = [f"{thing.owner}'s"] * bool(thing.owner) + [self._where(thing)] * bool(thing.place)
        if (there := self.there(thing)) or not _PLACES.isdisjoint(_kinds_of(thing)):
            named = (
                printed(one.name) + _in_brackets(one.owner * ("'s " not in one.name), price_of(one)) for one in there
            )
            parts.append(_counted(named) or "empty")
        for key, value in thing.facts.items():
            label, text = key.partition("/")[0], text_of(value)
            if value is True:
                parts.append(label)
            elif value is not False and text not in ("none", "nothing", "0"):
                parts.append(f"{label} {text}")
        return f"{printed(thing.name)}: {'; '.join(filter(None, parts))}."

    def facts_of(self, name: str, stems: Iterable[str]) -> list[str]:
        """Return some facts of a thing, by stems of what they are called."""
        its = [one for one in self.things if one.name == name]
        return [
            text
            for one in its
            for text in self._texts(Query(""), one, [key for key in one.facts if stem(key.split("/")[0]) in stems])
        ]

    # --- the board --------------------------------------------------------------------------------------

    @cached_property
    def _places(self) -> Mapping[str, Thing]:
        """Places that have neighbours, by name."""
        return {one.name: one for one in self.things if _neighbours(one)}

    def place_of(self, text: str) -> Thing | None:
        """Find the place that words name, or at which the thing that they name stands; "me" is who decides now."""
        words = {stem(word) for word in words_of(text)} - {"the", "his", "her", "area", "space"}
        if not words.isdisjoint({"i", "me", "my", "here"}):
            words = {stem(word) for word in words_of(self._who)}
        if not (places := self._places):
            return None
        by_name = [(_stems(one.name), one) for one in self.things if one.name]
        for its in (
            [(stems, one.name) for stems, one in by_name if one.name in places],
            [(stems, one.place) for stems, one in by_name if one.place in places],
            [(_kinds_of(one), name) for name, one in places.items()],
            [(_kinds_of(one) | _stems(f"{one.owner}s"), one.place) for one in self.things if one.place in places],
        ):
            if found := {name for stems, name in its if words and words <= stems}:
                return places[min(found)] if len(found) == 1 else None
        return None

    def steps(self, start: Thing, goal: Thing) -> int | None:
        """Return the number of steps between two places; None if no way leads there."""
        beside = {one.name: _neighbours(one) for one in self.things}
        reached, steps = {start.name}, 0
        while goal.name not in reached:
            further = reached.union(*(beside[place] for place in reached))
            if further == reached:
                return None
            reached, steps = further, steps + 1
        return steps

    def between(self, start: Thing, goal: Thing) -> list[str]:
        """List what lies on the shortest ways between two places."""
        steps, ends = self.steps(start, goal), (start, goal)
        ways = (
            (one, [self.steps(end, one) or 0 for end in ends]) for one in self._places.values() if one not in ends
        )
        on_way = [one for one, apart in ways if sum(apart) == steps]
        apart = f"{start.name} and {goal.name} are {steps} apart"
        return [f"{apart}{'' if on_way else ': nothing lies between'}.", *map(self.describe, on_way)]

    def paying(self, players: Sequence[str], what: str) -> list[str]:
        """Answer which of these players can pay what something costs; of equal things the cheapest."""
        words, told = _stems(what), dict[str, tuple[str, bool | None]]()
        named = [
            (printed(one.name), price_of(one)) for one in self.things if words <= _stems(one.name) and price_of(one)
        ]
        named.sort(key=lambda one: number_of(one[1]) or 0, reverse=True)
        for player in (one for one in self.things if one.name in players):
            own = [
                (key.partition("'s ")[0], str(value))
                for key, value in player.facts.items()
                if any(_stems(one) == words | {stem("price")} for one in key.split("/"))
            ]
            prices = dict([*own, *named])
            if len(prices) != 1:
                return []
            ((name, price),) = prices.items()
            has, can_pay = self._pays(player, price)
            told[player.name] = f"{name} costs {price}; {player.name} has {has}.", can_pay
        if len(players) == 1:
            return [{True: "Yes: ", False: "No: ", None: ""}[yes] + text for text, yes in told.values()]
        can = ", ".join(name for name, (_, yes) in told.items() if yes)
        unsure = " for certain" * any(yes is None for _, yes in told.values())
        return [f"{can or f'Nobody{unsure}'}.", *(text[:1].upper() + text[1:] for text, _ in told.values())]

    def is_paid(self, good: str) -> bool:
        """Return whether something has a price in these goods."""
        texts = (value for one in self.things for key, value in one.facts.items() if "price" in key)
        return any(stem(good) in map(stem, words_of(text_of(text))) for text in texts)

    def _pays(self, player: Thing, price: str) -> tuple[str, bool | None]:
        """Return what a player has of what is to be paid, and whether it is enough; None if that isn't certain."""
        costs = [(int(number), good) for number, good in re.findall(r"(\d+) (\w+)", price)]
        counters = {stem(word): value for key, value in player.facts.items() for word in key.split("/")}
        has = {good: number_of(counters.get(stem(good), 0)) or 0 for _, good in costs}
        enough = all(has[good] >= number for number, good in costs)
        exact = bool(re.fullmatch(r"\d+ \w+(?:, \d+ \w+)*", price))
        certain = exact if enough else not player.facts.get("reduces prices", False)
        text = ", ".join(f"{own} {good}" if len(has) > 1 else f"{own}" for good, own in has.items())
        return text + ", and a card that reduces prices" * (not enough and not certain), enough if certain else None

    def in_short(self, place: Thing) -> str:
        """Format a place with what is there."""
        return printed(place.name) + _in_brackets(*(printed(one.name) for one in self.there(place)))


def price_of(thing: Thing) -> str:
    """Return what a thing costs, as "3 gold"; "" if it has no price."""
    return next((str(value) for key, value in thing.facts.items() if key.startswith("price/")), "")


def number_of(value: Value, players: Sequence[str] = ()) -> int | None:
    """Return the number that a fact is, or begins with; of names how many; None for other texts."""
    if isinstance(value, Mapping):
        return number_of(value.get(players[0], "")) if players else None
    if isinstance(value, int):
        return int(value)
    if isinstance(value, str):
        digits = re.match(r"-?\d+", value)
        return int(digits[0]) if digits else None
    return len(value)


def text_of(value: Value, players: Sequence[str] = ()) -> str:
    """Format a fact: yes or no, a number, a text, or how many names and which."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if _holds_for_some(value):
        return ", ".join(name for name, yes in value.items() if yes) or "nobody"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {value[name]}" for name in players or value)
    if isinstance(value, list):
        return f"{len(value)} ({', '.join(value)})" if value else "none"
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def _kinds_of(thing: Thing) -> set[str]:
    return {stem(word) for word in words_of(thing.kinds)}


def _neighbours(thing: Thing) -> Sequence[str]:
    its = next((value for key, value in thing.facts.items() if key.startswith("neighbours")), ())
    return its if isinstance(its, list | tuple) else ()


def _borders(thing: Thing) -> Sequence[str]:
    its = next((value for key, value in thing.facts.items() if "border" in key.split("/")), ())
    return its if isinstance(its, list | tuple) else ()


def _expects(things: Iterable[Thing], keys: Sequence[str]) -> bool:
    """Return whether facts are asked about that are a number for each player."""
    return any(isinstance(one.all_facts.get(key), Mapping) for one in things for key in keys)


def _holds_for(thing: Thing, key: str, players: Sequence[str]) -> bool:
    """Return whether a fact holds for these players, or for anybody."""
    value = thing.all_facts[key]
    holds = (
        [bool(yes) for name, yes in value.items() if name in players or not players]
        if isinstance(value, Mapping)
        else []
    )
    return all(holds) and bool(holds) if players else any(holds)


def _holds_for_some(value: Value) -> TypeGuard[Mapping[str, bool]]:
    """Return whether a fact holds for each player or doesn't."""
    return isinstance(value, Mapping) and all(isinstance(one, bool) for one in value.values())


def _is_face_down(thing: Thing) -> bool:
    return any(value is True for key, value in thing.facts.items() if key.startswith("face down"))


def _has(value: Value, test: frozenset[str]) -> bool:
    return isinstance(value, str) and not test.isdisjoint(stem(word) for word in words_of(value))


def _is_some(value: Value, players: Sequence[str]) -> bool:
    number = number_of(value, players)
    return bool(number) if number is not None else value not in ("none", "nothing", "")


def _is_within(number: int, bound: tuple[str, int]) -> bool:
    sign, limit = bound
    if sign in ("more than", "over", "above", "at least"):
        return number > limit or (sign == "at least" and number == limit)
    if sign in ("less than", "fewer than", "under", "below", "at most"):
        return number < limit or (sign == "at most" and number == limit)
    return number == limit


def _lacking(thing: Thing, key: str) -> str:
    """Format a fact with what it lacks of its most."""
    text = text_of(thing.all_facts[key])
    parts = re.search(r"(\d+) of (\d+)", text)
    lacks = f"; {int(parts[2]) - int(parts[1])} missing" if parts else ""
    return f"{printed(thing.name)}'s {key.partition('/')[0]}: {text}{lacks}."


def _counted(names: Iterable[str]) -> str:
    """List names, equal ones once with their number."""
    return ", ".join(name if number == 1 else f"{number} {name}" for name, number in Counter(names).items())


def _listing(things: Iterable[Thing], form: str) -> str:
    names = _counted(printed(one.name) for one in things)
    return form.format(names) if names else ""


def _in_brackets(*parts: str) -> str:
    text = ", ".join(filter(None, parts))
    return f" ({text})" if text else ""


def _merged(things: Iterable[Thing]) -> list[Thing]:
    """Put things of one name together; what is said first of each part stands."""
    found: dict[str, Thing] = {}
    for one in things:
        if (old := found.get(one.name)) is not None:
            kinds = " ".join(dict.fromkeys((*old.kinds.split(), *one.kinds.split())))
            labels = {key.partition("/")[0] for key in old.facts}
            more = {key: value for key, value in one.facts.items() if key.partition("/")[0] not in labels}
            owner, place = old.owner or one.owner, old.place or one.place
            printed_too, can = {**one.printed, **old.printed}, old.can or one.can
            one = Thing(one.name, kinds, owner, place, {**old.facts, **more}, printed_too, can)
        found[one.name] = one
    return list(found.values())
