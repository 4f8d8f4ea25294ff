"""Questions answered from facts: what is asked, of which things, with which conditions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from referee.answers.board import Board
from referee.answers.query import OTHERS, Query, Words
from referee.answers.replies import Replies
from referee.answers.values import (
    AND,
    ANYBODY,
    ANYTHING,
    BOUNDS,
    DONE,
    EVERYBODY,
    EXPECTED,
    HAS,
    LACKING,
    MORE,
    MOST,
    NEAR,
    NOT,
    PLACES,
    SAME,
    STOCK,
    THAN,
    TOGETHER,
    WE,
    WHAT,
    expects,
    is_within,
    kinds_of,
    listing,
    neighbours,
    number_of,
    stems_in,
)
from referee.declaration.facts import Thing
from referee.rulebook.answering import kind_of
from referee.rulebook.indexing import stem, words_of
from referee.text.grammar import FIGURES, ORDINALS
from referee.text.names import and_list, printed, word_set
from referee.text.pattern import lazy_pattern

_IDLE = stems_in("left remain between value place")
"""Stems that say nothing even where a fact is called so."""
_OTHERS_OWN = word_set("not isnt arent")
_DO, _TAKES, _BETWEEN = word_set("do does"), word_set("take lose"), word_set("between")
_BELONG = word_set("belong belongs")
_WILL, _MUCH = word_set("will would"), word_set("much")
_SAID_TOO = stems_in("point taken board worth")
"""Stems that say nothing beside other names of facts."""
_SUPERLATIVE = word_set("most least fewest highest lowest best worst greatest biggest smallest")
_HURT = "(?:hurt|wounded|injured)"
_DOES = lazy_pattern(
    r"what (?:do|does|can|did) .+ do(?: .+)?|what (?:is|are) .+ (?:good )?for"
    r"|how (?:far|many (?:areas|spaces|steps))\b.*\b(?:from|to|away|apart)\b.*"
)
_MUST = lazy_pattern(r"\b(have|has|need|needs) to\b|\bto (win|get|beat|take|kill)\b")
"""Questions what a card does; what must or can be done, unless a fact tells it."""
_KILLS = lazy_pattern(r"\b(?:who|has|have|did)\b(?!.* been\b|.*\bby\b).* (?<!\ba )(?:kill|slay|destroy)(?:ed)?\b")
"""Questions whom somebody killed, where only whom it befell is known of the dead."""
_OF_RULES = ("why", "must", "what if", "how")
_ASKS = lazy_pattern(r"\b(?:how|what|which|who|whose|where|when)\b")


_PLACES = [*ORDINALS.items()][:6]
_REWORDED = tuple(
    (lazy_pattern(pattern), other)
    for pattern, other in (
        (r"\b(what|who|where|how|when)s\b", r"\1 is"),
        (
            r" (?:so far|by now|at all|right(?= now)|at the moment|in this fight"
            r"|(?<=fighting )whom?|in hand(?= left))\b",
            "",
        ),
        (r" (?:in play|on the map)", " on the board"),
        (r"^(?:which|what) players\b", "who"),
        (
            r"^who (?:has|owns|holds|got) (?:which|what|how m\w+) (\w+)(?: left| now| still)*$",
            r"how many \1 has everybody",
        ),
        (r"\boff the (board|map)\b", r"not on the \1"),
        (r" in all", " together"),
        (r" (?:too|as well|again)$", ""),
        (r"\b(?:un)?till?\b", "until"),
        (r"\bour (team|side)\b", r"my \1"),
        (r"\b(?:(?:(?:on|in) )?the other (?:team|side)s?\b|(?:my|our) (?:opponents|enemies)$)", "opponents"),
        (r"\b(?:playing|plays) against (?:me|us)$", "opponents"),
        (r"\b(?:because of|due to)\b", "for"),
        (r"^is the top card of\b", "is the last card of"),
        (r"^how (?:high|big|large|good|low) (?=(?:is|are|am)\b)", "what "),
        (r"^how (?=(?:healthy|rich|weak|slow|poor|cheap|dear)\b)", "how much "),
        (r" (?:each|every|per) (?:turn|round)$|(?<= place) this turn$", ""),
        (r"\bin (?:his|her|their|my|the) hand\b", "in hand"),
        *((rf"(?:at |in |on )?(?:place|position|number|spot) {n}\b", f"the {word} card") for word, n in _PLACES),
        (r"\bany more\b", "any"),
        (r"^any (?=\w+s\b)", "are there any "),
        (r"\b(?:can(?:t|not)|couldnt)\b", "not can"),
        (r"\b(?:do|does|did|was|were)nt\b", "not"),
        (r"\bgoing to\b", "will"),
        (
            r"\b(?:(?:still|yet|got|left|have|has|need|needs) )*to (?:be )?(place|put|resolve|deploy|play)(?:e?d)?\b",
            r"left to \1",
        ),
        (r"\b(turns|rounds|cards|long) before\b", r"\1 until"),
        (r"\bafter (?:this|that)(?: one| battle)?$", "next"),
        (r"\b(?:did|does|do) (\w+) (?:end(?: up)?|finish) with\b", r"has \1"),
        (rf"\ball (?=(?:\d+|{'|'.join(FIGURES)})\b)", ""),
        (r"(\bcan \w+ .+?) (?:(?:in|on) (?:his|her|their|the) )?(?:next )?turn$", r"\1"),
        (r"\b(\w+) of mine\b", r"my \1"),
        (rf"\b(?:is|are) (?:most (?:badly )?{_HURT}|{_HURT} (?:the )?(?:most|worst))\b", "has the most wounds"),
        (r" (?:compared (?:to|with)|in comparison (?:to|with)|versus|vs) ", " and "),
        (rf"\b({BOUNDS}) (\w+) (\d+)\b", r"\2 \1 \3"),
        (r"\b(\d+(?: \w+)?) or (?:more|higher)\b", r"at least \1"),
        (r"\b(\d+(?: \w+)?) or (?:less|fewer|lower)\b", r"at most \1"),
        (r"\bno (?:more|higher) than\b", "at most"),
        (r"\bno (?:less|fewer|lower) than\b", "at least"),
    )
)
"""What players say for what is read, in this order."""


class Knowledge:
    """Facts of an open game, by which questions are answered: what is asked is found, and answered by `replies`."""

    def __init__(
        self, things: Iterable[Thing], players: Sequence[str], who: str, synonyms: Mapping[str, Sequence[str]]
    ) -> None:
        self.board = Board(things, who)
        self._words = Words(self.board, players, who, synonyms)
        self.replies = Replies(self.board, self._words)

    @cached_property
    def tells_dead(self) -> bool:
        """Whether things can be dead, of armies that fight: what somebody killed is then no trophy that is kept."""
        return stem("army") in self._words.kinds or any(
            not {"dead", "destroyed"}.isdisjoint(key.split("/")) for key in self._words.flags
        )

    def answer(self, asked: str) -> list[str] | None:
        """Answer a question in lines; None if it isn't about these facts, or isn't understood in full."""
        plain = " ".join(words_of(asked))
        for pattern, other in _REWORDED:
            plain = pattern.sub(other, plain)
        if kind := next((one for one in ("spaces", "areas") if stem(one) in self._words.kinds), ""):
            plain = re.sub(r"\bplaces\b", kind, plain)
        *rest, last = plain.split() or [""]
        if (
            "can" in rest
            and "be" not in rest
            and kind_of(plain) != "who"
            and frozenset({stem(last)}) in self._words.traits
        ):  # "which units can fly"
            plain = re.sub(r"^can (.+)", r"is \1", plain).replace(" can ", " ")
        if (
            len(_ASKS.findall(plain)) > 1 or _DOES.fullmatch(plain) or kind_of(plain) in _OF_RULES
        ):  # two questions; what a card does
            return None
        if re.search(  # nothing is known of who was where before; an attack costs no value of its target
            r"\bbeen (?:to|in|at|on)\b|^who was (?:in|at|on)\b|\bin range\b|\bworth \w+ing\b|\bdoing\b"
            r"|^(?:has|have|did)\b.* (?:attack(?:ed)?|throw|thrown)\b"
            r"|\bcosts? (?:\w+ )?to (?:attack|fight|go|sail|ride|travel|walk)\b|\bif \w+ (?:not|never)\b"
            r"|\b(?:left|right) of\b|\bmy next (?:turn|go)\b",
            plain,
        ) or (self.tells_dead and _KILLS.search(plain)):
            return None
        of_kind = re.match(r"(?:which|what) (\w+)", plain)
        things = kind_of(plain) in ("where", "who") and (MORE.keys() | NOT).isdisjoint(plain.split())
        things |= of_kind is not None and stem(of_kind[1]) in self._words.kinds
        asked_kind = {of_kind[1]} if of_kind is not None else set()
        every = set(plain.split())
        must = {stem(one[1] or one[2]) for one in _MUST.finditer(plain) if kind_of(plain) != "when"}
        must |= {"can"} if kind_of(plain) == "may" else set()
        for kinds in (every, asked_kind, set()) if things else (set(), asked_kind, every):
            query = self._words.read(plain, asked, kinds)
            if query is None or not must <= frozenset().union(*query.about):
                continue
            lines = self._evaluate(query)
            if lines and len(lines) <= MOST:
                return lines
        return None

    def _evaluate(self, query: Query) -> list[str] | None:
        """Find the things that are asked about, and answer by the form of the question; None if it makes no sense."""
        if not (query.form or query.players) or query.says(_BETWEEN):  # a topic of the rules; borders aren't known
            return None
        query.settle_bound()
        if (of_its_own := self._form_of_its_own(query)) is not None:
            return of_its_own(query)
        self._than_another(query)
        if (meant := self._meant(query)) is None or not self._can_answer(query, meant[0], meant[2]):
            return None
        things, others, about, tests = meant
        things, others = self._without(query, things, others, bool(tests or about))
        named = query.form == "whether" and not query.kinds and bool(query.named)
        whole = named or self._words.all_players(things) or self._words.on_table(things)
        if not (self._words.all_players(things) or expects(things, about) or self._words.on_table(things)):
            if (narrowed := self._by_owner(query, things, others, tests)) is None:
                return None
            things, others = narrowed
            if about and query.players and len(query.kinds) > 1 and not things:
                return [f"None: {and_list(query.players)} {'has' if len(query.players) == 1 else 'have'} none."]
        if query.kinds and not tests:
            things = [one for one in things if one.all_facts.get("alive") is not False]
        if query.says(AND) and len(others) > 1:
            others = [[one for group in others for one in group]]
        for group in others:
            contained = self._words.are_places(things) and any(one.place for one in group)
            if not (contained or self._words.are_places(group)) or (about and named):
                return None
            things = things if named else [one for one in things if self._words.is_at(one, group)]
        ranked = about and query.falling is not None
        if query.nth is not None and not ranked and not (things := self._nth(query, things, about)):
            return None
        fitting = [one for one in things if self._words.holds(one, tests, query)]
        if about:
            return self.replies.of_facts(query, fitting, about)
        if query.bound is not None and query.kinds and query.form == "whether":
            yes = "Yes" if is_within(len(fitting), query.bound) else "No"
            return [f"{yes}: {len(fitting)}{listing(fitting, ' ({})')}."]
        if (most := self._places_by_number(query, things, others)) is not None or self._compares_nothing(query):
            return most
        if query.form == "whether" and (query.says(EVERYBODY) or whole):
            return self.replies.whether(query, things, others, tests)
        return self.replies.listed(query, fitting, others, tests)

    def _without(
        self, query: Query, things: list[Thing], others: list[list[Thing]], tested: bool
    ) -> tuple[list[Thing], list[list[Thing]]]:
        """Return the things that aren't of the last kind named, or aren't with the others ("not on the track")."""
        *kinds, last = query.kinds or [""]
        if tested or not query.negated or query.form == "whether":
            return things, others
        if kinds and last in set().union(*map(kinds_of, things)):
            query.negated = False
            its = [one for one in self.board.things if {*kinds} <= kinds_of(one) and last not in kinds_of(one)]
            return its, others
        if len(others) == 1 and query.kinds:
            query.negated = False
            return [one for one in things if not self._words.is_at(one, others[0])], []
        return things, others

    def _places_by_number(
        self, query: Query, things: Sequence[Thing], others: Sequence[Sequence[Thing]]
    ) -> list[str] | None:
        """List places by how many things of a kind are there; None if that isn't asked."""
        if query.falling is None or len(others) != 1 or not self._words.are_places(things):
            return None
        at = {one.name: [there for there in others[0] if there.place == one.name] for one in things}
        order = sorted(filter(at.get, at), key=lambda name: len(at[name]), reverse=query.falling)
        return [f"{name}: {len(at[name])}{listing(at[name], ' ({})')}." for name in order[: MOST // 2]]

    @staticmethod
    def _compares_nothing(query: Query) -> bool:
        """Return whether a question compares or sums, and no numbers of things are asked for."""
        if query.falling is not None:
            two = query.form == "whether" and len(query.players) == 2
            return (
                not query.kinds
                or bool(query.says(LACKING))
                or not (two or query.form in ("who", "which", "how many"))
            )
        return bool(query.says(LACKING | STOCK | TOGETHER) or query.bound)

    def _form_of_its_own(self, query: Query) -> Callable[[Query], list[str] | None] | None:
        """Return what answers a question of a form of its own; None for one about things with conditions."""
        if query.says(NEAR):
            return self._nearest
        if query.says(SAME) and not query.about:
            return self._same_place
        if not (query.kinds or query.named or query.about):
            return self._of_players
        if query.form == "whether" and query.nth is not None and len(query.kinds) > 1 and not query.about:
            return self._nth_is
        telling = [alias for alias in query.about if not alias <= _IDLE]
        kinds_too = len(telling) > 1 and any(alias <= self._words.kinds for alias in telling)
        if kinds_too and not (query.kinds or query.named or query.says(AND | THAN)):
            return lambda query: None
        somebody = query.form == "who" or (query.form == "whether" and query.says(ANYBODY))
        if any(map(self._words.is_beside, query.about)) and (query.kinds or query.form in ("who", "whether")):
            return self._next_to if query.kinds or somebody else self._are_neighbours
        if query.form == "who" and query.negated and query.named and not (query.kinds or query.about):
            return self._away
        puts = query.says(HAS) or (query.says(word_set("did")) and (query.says(word_set("put place")) or query.about))
        alone = len(query.named) == 1 and not query.kinds and query.form != "whether"
        if puts and query.players and alone and all(alias <= _IDLE for alias in query.about):
            return None if PLACES.isdisjoint(kinds_of(query.named[0][0])) else self._put_there
        return None

    def _away(self, query: Query) -> list[str] | None:
        """List the players who aren't at a place; None where players stand nowhere."""
        stand = [one.name for one in self.board.things if one.name in self._words.players and one.place]
        here = {one.name for place in query.named[0] for one in self.board.there(place)}
        return [f"{', '.join(name for name in stand if name not in here) or 'Nobody'}."] if stand else None

    def _put_there(self, query: Query) -> list[str]:
        """List what players have at a place."""
        its = [one for place in query.named[0] for one in self.board.there(place) if one.owner in query.players]
        return [f"{listing(its, '{}') or 'Nothing'}."]

    def _meant(
        self, query: Query
    ) -> tuple[list[Thing], list[list[Thing]], list[str], Sequence[frozenset[str]]] | None:
        """Return the things asked about, others that are named, keys of facts, and tests; None if unclear."""
        things, others = self._subjects(query)
        if (found := self._sort_out(query, things)) is not None:
            return things, others, *found
        if not (query.says(WHAT | ANYTHING) and query.named) or query.kinds:
            return None
        things = [one for place in things for one in self.board.there(place) if one.name not in self._words.players]
        if (
            not things
            and query.about
            and all(self._words.aliases.get(one, set()) & self._words.flags for one in query.about)
        ):
            return [], others, [], query.about  # nothing is there: "what is for sale in the City"
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

    def _nth_is(self, query: Query) -> list[str] | None:
        """Answer whether the thing at a place in a row is of the last kind named."""
        *query.kinds, kind = query.kinds
        things, others = self._subjects(query)
        things = [one for one in things if all(self._words.is_at(one, group) for group in others)]
        its = self._nth(query, things, [])
        return [f"{'Yes' if kind in kinds_of(one) else 'No'}: {self.replies.describe(one)}" for one in its] or None

    def _next_to(self, query: Query) -> list[str] | None:
        """List what of a kind is next to something, or to a player."""
        things, others = self._subjects(query)
        others, with_these = query.named, others[len(query.named) :]
        if not query.kinds:
            things, others = (
                [one for one in self.board.things if one.place and self._words.is_somebody(one)],
                query.named,
            )
        query.about = [alias for alias in query.about if not self._words.is_beside(alias)]
        ends = [one for group in others for one in group] or [
            one for one in self.board.things if one.name in query.players
        ]
        about, tests = self._sort_out(query, things) or ([""], [])
        if about or not ends or (query.form == "whether" and not query.says(word_set("to"))):
            return None
        at = {name for one in ends for name in (one.name, one.place) if name}
        near = {name for one in self.board.things if one.name in at for name in neighbours(one)}
        whose = query.players if others and not all(one.owner in query.players for one in ends) else []
        if whose and not any(one.owner for one in things):
            return None
        beside = [one for one in things if near & {one.name, one.place} or at & {*_borders(one)}]
        its = [one for one in beside if not whose or one.owner in whose]
        its = [one for one in its if all(self._words.is_at(one, group) for group in with_these)]
        told = self.replies.details(query, [one for one in its if self._words.holds(one, tests, query)], [])
        return [f"{told or 'None'}." if query.form != "whether" else f"Yes: {told}." if told else "No: none."]

    def _than_another(self, query: Query) -> None:
        """Take what things are compared with, a player or another thing, as a bound ("stronger than Anna")."""
        groups = [[one for one in self.board.things if one.name in query.players], *query.named]
        meant = [its[0] for its in groups if len(its) == 1 and query.than & stems_in(f"{its[0].name} {its[0].name}s")]
        who = query.form == "who" and query.players == [one.name for one in meant]
        if query.falling is None or not (query.kinds or who) or len(meant) != 1 or not 0 < len(query.about) <= 2:
            return
        keys, other = self._words.keys(query.about[-1]) - self._words.flags, meant[0]
        its = [value for key, value in other.all_facts.items() if key in keys]
        if len(its) == 1 and (number := number_of(its[0])) is not None:
            query.bound, query.falling = ("more than" if query.falling else "less than", number), None
            query.players, query.about = [name for name in query.players if name != other.name], query.about[:1]
            query.named = [group for group in query.named if group != [other]]

    def _can_answer(self, query: Query, things: Sequence[Thing], about: Sequence[str]) -> bool:
        """Return whether words for the whole question fit what is asked."""
        numbers = any(isinstance(one.all_facts.get(key), int) for one in things for key in about)
        counted = numbers and query.form == "which" and query.falling is None and query.bound is None
        if counted and any(alias & self._words.kinds for alias in query.about):  # which they are, not how many
            return False
        if query.form == "where" and query.says(_DO) and query.about:  # where it can, not where it did
            return False
        of_players = self._words.all_players(things)
        counts = not about or any(isinstance(one.all_facts.get(about[0]), list) for one in things)
        if query.form == "how many" and query.says(_MUCH) and not query.owns and counts:
            return False  # no count is asked for, but a price
        if (query.form == "when" and not about) or (of_players and query.players and query.kinds):
            return False  # "hero" asks which one a player has
        whose = query.form in ("who", "which") or query.owns or query.says(EVERYBODY | TOGETHER)
        if query.says(WE) and (query.players or (of_players and not whose)):
            return False
        done = query.says(DONE) and (len(query.named) > (not query.players) or not about)
        told = [self._words.keys(alias) for alias in query.about]
        ahead = told and all(any("will" in key.split("/") for key in keys) for keys in told)
        takes = query.form == "how many" and query.says(_DO) and query.says(_TAKES) and not query.owns
        expected = (takes and not ahead) or query.said & EXPECTED - (_WILL if ahead else frozenset())
        if query.form == "whether" and query.says(EVERYBODY) and self._words.each & {*about}:
            return False  # it is so for one player at a time
        return expects(things, about) or not (done or expected)

    def _by_owner(
        self, query: Query, things: list[Thing], others: list[list[Thing]], tests: Sequence[frozenset[str]]
    ) -> tuple[list[Thing], list[list[Thing]]] | None:
        """Keep the things of the players named; of places those where they or their things are."""
        if not query.players:
            return things, others
        if query.says(_BELONG) and not any(one.owner for one in things):  # to a guild
            return None
        named = query.form == "whether" and not query.kinds and bool(query.named)
        own = [one for one in self.board.things if one.owner in query.players]
        if self._words.are_places(things):
            at = [one for one in self.board.things if one.name in query.players and one.place]
            if at or others:
                if query.form in ("what", "which") and not any(self._words.is_at(one, at or own) for one in things):
                    return None  # it asks for no place
                query.players = []
                return things, [*others, at] if at else [[one for one in group if one in own] for group in others]
        kinds = {kind for one in things for kind in kinds_of(one)}
        if things and not any(one.owner and kinds & kinds_of(one) for one in self.board.things):
            if named or not self._words.are_places(things):
                return None
            query.players = []
            return things, [*others, own]
        others_own = (
            query.negated and query.says(_OTHERS_OWN) and not tests and query.form in ("which", "what", "who")
        )
        query.negated &= not others_own
        kept = [one for one in things if (one.owner in query.players) is not others_own]
        return (things if named else kept), others

    def _same_place(self, query: Query) -> list[str] | None:
        """Answer what is at the place of those named, or whether they are at one place."""
        its = [one for group in query.named for one in group]
        at = {one.place for one in its + [one for one in self.board.things if one.name in query.players]}
        texts = [self.replies.describe(one) for one in self.board.things if one.name in at and one.name]
        yes = f"{'Yes' if len(at) == 1 else 'No'}." if query.form == "whether" and texts else ""
        return [yes, *texts] if yes else texts or None

    def _are_neighbours(self, query: Query) -> list[str] | None:
        """Answer whether two things are at neighbouring places."""
        ends = [self.board.place_of(name) for name in (*(group[0].name for group in query.named), *query.players)]
        if (
            len(ends) != 2
            or ends[0] is None
            or ends[1] is None
            or (steps := self.board.steps(ends[0], ends[1])) is None
        ):
            return None
        return [f"{'Yes' if steps == 1 else 'No'}: {ends[0].name} and {ends[1].name} are {steps} apart."]

    def _nearest(self, query: Query) -> list[str] | None:
        """List the things of a kind, or the places, the nearest to a player first; or players, to a place."""
        ends, kinds = [group[0].name for group in query.named], set(query.kinds)
        whose = query.form == "who" and len(ends) == 1  # kinds may say what is there: "the stone in C"
        owners = (
            query.players if ends else query.players[:-1]
        )  # "which of Bo's units is nearest to the Stone Thrower"
        start, places = self.board.place_of(ends[0] if ends else (query.players or ["me"])[-1]), self.board.places
        goals = [
            (printed(one.name), at)
            for one in self.board.things
            if (
                at := [places[name] for name in (one.name, one.place) if name in places][:1]
                or [places[name] for name in _borders(one) if name in places]
            )
            and one.name not in ends
            and (self._words.is_somebody(one) if whose else kinds <= kinds_of(one))
            and (not owners or one.owner in owners)
        ]
        if start is None or query.about or not (whose or kinds) or len(ends) > 1:
            return None
        far = sorted((min(self.board.steps(start, place) or 0 for place in at), name) for name, at in goals)
        return [f"{name}: {steps} away." for steps, name in far]

    def _of_players(self, query: Query) -> list[str] | None:
        """Answer where players are, or what they have in all."""
        its = [one for one in self.board.things if one.name in query.players]
        if query.form == "who" and query.says(OTHERS):
            return [f"{and_list([one.name for one in its])}."]
        if query.form == "where":
            return [f"{one.name}: {self.replies.where(one)}." for one in its if one.place] or None
        if (
            query.form in ("how many", "what", "whether", "")
            and (query.says(STOCK) or (query.owns and query.form != "how many"))
            and not query.says(WE)
        ):
            return [self.replies.describe(one) for one in its]
        return None

    def _subjects(self, query: Query) -> tuple[list[Thing], list[list[Thing]]]:
        """Return the things that a question is about, and others that it names."""
        if query.kinds:
            kinds = set(query.kinds)
            beside = any(map(self._words.is_beside, query.about))
            if query.named and not beside and all(kinds <= kinds_of(one) for one in query.named[0]):
                query.kinds = []
                return query.named[0], query.named[1:]
            if its := [one for one in self.board.things if kinds <= kinds_of(one)]:
                if len(its) == 1 and query.form == "what" and self._words.are_places(its):  # "what is in the tower"
                    query.kinds = []
                return its, query.named
            first, *others = ([one for one in self.board.things if kind in kinds_of(one)] for kind in query.kinds)
            return first, [*query.named, *others]
        keys = {key for alias in query.about for key in self._words.keys(alias)}
        players = (
            [one for one in self.board.things if one.name in self._words.players] if query.form != "when" else []
        )
        if query.named and query.says(AND | THAN):  # two things, or a thing and a player, compared
            both = [one for one in players if one.name in query.players]
            both += [one for group in query.named for one in group]
            if len(both) == 2 and all(not keys.isdisjoint(one.all_facts) for one in both):
                query.players = []
                return both, []
        if query.named:
            return query.named[0], query.named[1:]
        if any(not keys.isdisjoint(one.all_facts) for one in players):
            all_of = EVERYBODY | _SUPERLATIVE if query.form == "whether" else EVERYBODY
            names = [one.all_facts[key] for one in players for key in keys & {*one.all_facts}]
            persons = any(isinstance(its, list) and {*its} & {*self._words.players} for its in names)  # "my partner"
            every = query.says(all_of) or not query.players
            if query.form == "who" and query.falling is None and not every and not persons:  # "who got Bo's gold"
                return [], []
            return [one for one in players if every or one.name in query.players], []
        its = [one for one in self.board.things if not keys.isdisjoint(one.all_facts) or ("" in keys and one.place)]
        on_table = [one for one in its if not one.name and (not query.players or query.form == "whether")]
        return on_table or its, []

    def _idle(self, query: Query, alias: frozenset[str]) -> frozenset[str]:
        """Return the stems that say nothing in a question; "board" does of what can be on it or not."""
        if self._words.aliases.get(alias, set()) & self._words.flags and query.form == "whether":
            return _IDLE
        return _IDLE | (_SAID_TOO if len(query.about) > 1 else stems_in("board")) - (
            stems_in("point") if query.kinds else frozenset()
        )

    def _sort_out(self, query: Query, things: Sequence[Thing]) -> tuple[list[str], list[frozenset[str]]] | None:
        """Return the keys of facts asked about, and tests on the things; None if they have nothing of the kind."""
        about, tests = list[str](), list[frozenset[str]]()
        asked = {key for alias in query.about for key in self._words.aliases.get(alias, ())}
        texts_of = [  # "how much gold does it cost"
            value for one in things for key, value in one.all_facts.items() if key in asked and isinstance(value, str)
        ]
        for alias in query.about:
            keys = {key for key in self._words.keys(alias) if any(key in (*one.all_facts, "") for one in things)}
            texts = keys & self._words.flags or (set() if alias in self._words.aliases else keys)
            compares = query.falling is not None or query.bound is not None
            counts = query.form == "how many" and query.states.isdisjoint(alias)
            values = [one.all_facts[key] for one in things for key in (keys - texts) & {*one.all_facts}]
            numbers = [value for value in values if number_of(value) is not None]
            compares = compares and not all(isinstance(value, list) for value in numbers)
            listed = query.form == "what" and query.named and query.states.isdisjoint(alias)  # "what covers it"
            if texts and not ((counts and numbers) or compares or (values and (listed or query.form == "when"))):
                tests.append(alias)
            elif keys := keys - self._words.flags:
                has = Counter(key for one in things for key in (*one.facts, *one.all_facts) if key in keys)
                key = max(sorted(keys), key=lambda key: has[key])
                about += [key] * (key not in about)
            elif not (alias <= self._idle(query, alias) or any(alias <= stems_in(one) for one in texts_of)):
                return None
        own = query.players and not (query.kinds or query.named)
        of_players = all(one.name in self._words.players or not one.name for one in things)
        if own and about and not (of_players or expects(things, about)):
            return None
        return about, tests


def _borders(thing: Thing) -> Sequence[str]:
    its = next((value for key, value in thing.facts.items() if "border" in key.split("/")), ())
    return its if isinstance(its, list | tuple) else ()
