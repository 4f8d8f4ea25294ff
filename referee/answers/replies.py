"""Answers from facts in lines: values, comparisons, lists, whether something is so."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from referee.answers.board import Board
from referee.answers.query import Query, Words
from referee.answers.values import (
    ANYBODY,
    ANYTHING,
    EVERYBODY,
    IN,
    LACKING,
    MOST,
    PLACES,
    SAME,
    THAN,
    TOGETHER,
    WHAT,
    counted,
    expects,
    holds_for_some,
    in_brackets,
    is_within,
    kinds_of,
    listing,
    number_of,
    stems_in,
)
from referee.declaration.facts import Thing, Value
from referee.declaration.tracking import NOT_TRACKED
from referee.rulebook.indexing import stem, words_of
from referee.text.names import and_list, printed, word_set

_LEFT = word_set("left remain remaining more")
_NOBODY = word_set("nobody")


class Replies:
    """Answers in lines: what is so of things that were found."""

    def __init__(self, board: Board, words: Words) -> None:
        self._board, self._words = board, words

    def of_facts(self, query: Query, things: list[Thing], keys: list[str]) -> list[str] | None:
        """Answer with facts; where one isn't tracked, say so of each, and neither yes nor no."""
        if query.form == "where":
            return None
        if any(str(one.all_facts.get(key)).startswith(NOT_TRACKED) for one in things for key in keys):
            return self._texts_of(query, things, keys)
        return self._asked_of(query, things, keys)

    def _asked_of(self, query: Query, things: list[Thing], keys: list[str]) -> list[str] | None:
        """Answer with facts: of each thing, in order, compared, summed, or by yes or no."""
        whether = query.form == "whether"
        listed = query.falling is None and not expects(things, keys) and not (whether and query.says(EVERYBODY))
        if query.negated and query.kinds and listed:
            none = [
                one for one in things if not any(_is_some(one.all_facts.get(key, 0), query.players) for key in keys)
            ]
            none = [one for one in none if not keys or keys[0] in one.all_facts] or none
            nothing = "No" if whether else "None"
            return [f"{'Yes: ' * (whether and bool(none))}{self.details(query, none, []) or nothing}."]
        things = [one for one in things if all(key in one.all_facts for key in keys)]
        if not things or (query.says(_LEFT) and keys[0] in ("turn", "round")):
            return None
        for key in [key for key in keys if holds_for_some(things[0].all_facts[key])]:
            if len(keys) == 1:
                return self._for_players(query, things, key)
            keys, whose = [other for other in keys if other != key], query.players
            things = [one for one in things if _holds_for(one, key, whose) is not query.negated]
            query.players = []
            if not (keys and things):
                return ["None."] if keys else None
        texts = self._texts_of(query, things, keys)
        if query.form == "what" and things[0].all_facts[keys[0]] in self._words.players:
            return None
        if not things[0].name and (query.form == "who" or query.players):
            value = things[0].all_facts[keys[0]]
            if not (isinstance(value, str) and any(name in value for name in self._words.players)):
                return None
            if query.players and query.form == "whether":
                yes = all(re.search(rf"\b{re.escape(name)}\b", str(value)) for name in query.players)
                return [f"{'Yes' if yes else 'No'}: {text}" for text in texts]
        numbers = {one.name: number_of(one.all_facts[keys[0]], query.players) for one in things}
        counts = {name: number for name, number in numbers.items() if number is not None}
        compares = query.bound is not None or query.falling is not None or query.says(TOGETHER | LACKING | SAME)
        lists = any(isinstance(one.all_facts[keys[0]], list) for one in things)
        if compares and (len(counts) < len(things) or (lists and query.says(LACKING))):
            return None
        if query.says(SAME):
            told = ["Yes." if len(set(counts.values())) == 1 else "No.", *texts]
            return told if query.form == "whether" and query.players else None
        if query.falling is not None:
            return self._compared(query, things, keys, counts)
        if query.bound is not None:
            return self._within_bound(query, things, keys, counts)
        if query.says(LACKING):
            return [_lacking(one, keys[0]) for one in things]
        at_place = query.form == "how many" and query.named and not (query.kinds or query.players)
        at_place = at_place and len({printed(one.name) for one in things}) > 1  # not cards of one name
        if len(things) > 1 and (query.says(TOGETHER) or (at_place and len(counts) == len(things))):
            return [f"Together: {sum(counts.values())}.", *texts]
        return self._having(query, things, keys)

    def _for_players(self, query: Query, things: Sequence[Thing], key: str) -> list[str] | None:
        """Answer for whom something holds, or for what it does; None where that isn't certain of all asked for."""
        named = query.players or self._words.players
        each = [
            (one, {name: value[name] for name in named if name in value})
            for one in things
            if isinstance(value := one.all_facts[key], Mapping)
        ]
        if query.form == "when" or (query.form != "who" and any(len(holds) < len(named) for _, holds in each)):
            return None
        its = [(one, [name for name, yes in holds.items() if bool(yes) is not query.negated]) for one, holds in each]
        if query.form == "who":
            return [
                f"{f'{printed(one.name)}: ' * (len(its) > 1)}{', '.join(names) or 'Nobody'}." for one, names in its
            ]
        every = query.players or query.negated
        fit = [printed(one.name) for one, names in its if (len(names) == len(named) if every else names)]
        if query.form != "whether":
            return [f"{f'{len(fit)}: ' * (query.form == 'how many')}{counted(fit) or 'None'}."]
        if query.form == "whether" and query.says(ANYTHING):
            return [f"Yes: {counted(fit)}." if fit else "No: none."]
        if query.negated or query.players == [self._words.who] or "can pay" in key.split("/"):
            return None  # the moves, or what is paid, tell it with the reason
        told = [
            f"{'Yes' if all(map(holds.get, named)) or (not every and any(holds.values())) else 'No'}: {text}"
            for one, holds in each
            for text in self._texts(Query(""), one, [key])
        ]
        more = (other for other in things[0].all_facts if other in self._words.each and other != key)
        return [*told, *(self._texts_of(query, things, sorted(more)) if query.players else ())]

    def _texts_of(self, query: Query, things: Iterable[Thing], keys: Sequence[str]) -> list[str]:
        return [text for one in things for text in self._texts(query, one, keys)]

    def _compared(
        self, query: Query, things: list[Thing], keys: list[str], counts: Mapping[str, int]
    ) -> list[str] | None:
        """Answer who has the most or the least, in order, or which of two has more and by how much."""
        if len(keys) == 2 and query.says(THAN):
            return self._two_compared(query, things, keys)
        if query.says(WHAT) and query.kinds and len(things) == len(keys) == 1:
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
            names = query.players or sorted(counts, key=lambda name: stems_in(name) <= query.than)
            first, second = (counts[name] for name in names)
            if query.form == "whether":
                return ["Yes." if (first > second) is query.falling and first != second else "No.", *texts]
            apart = abs(first - second)
            behind = (first > second) is not query.falling and query.form == "how many"
            word = "less" if behind is query.falling else "more"
            more = f"{order[0].name}, by {apart}." if query.form in ("who", "which") else f"{apart} {word}."
            return [more if apart else "The same.", *texts]
        return None if query.form == "whether" else texts

    def _within_bound(
        self, query: Query, things: list[Thing], keys: list[str], counts: Mapping[str, int]
    ) -> list[str] | None:
        """Answer which things have so many, or whether one, or each, has."""
        assert query.bound is not None
        its = [one for one in things if is_within(counts[one.name], query.bound)]
        if query.kinds:
            return self.listed(query, its, [], [frozenset()])
        if query.form == "whether":
            yes = len(its) == len(things) if query.says(EVERYBODY) else bool(its)
            return [f"{'Yes' if yes else 'No'}.", *self._texts_of(query, things, keys)]
        return self._texts_of(query, its, keys) or ["Nobody."]

    def _having(self, query: Query, things: list[Thing], keys: list[str]) -> list[str] | None:
        """Answer who has something, whether one, or each, has; or with the facts of all."""
        has = [_is_some(one.all_facts[keys[0]], query.players) for one in things]
        its = [one for one, some in zip(things, has, strict=True) if some is not query.negated]
        if query.form in ("who", "which") and len(things) > 1:
            return self._texts_of(query, its, keys) or ["Nobody." if query.form == "who" else "None."]
        if query.form == "whether":
            names = [{*value} for one in its if isinstance(value := one.all_facts[keys[0]], list)]
            if len(query.players) > 1 and any(all_of & {*self._words.players} for all_of in names):  # allies
                has = [{*query.players} <= {*all_of, one.name} for one, all_of in zip(its, names, strict=True)]
            yes = (all if query.says(EVERYBODY) else any)(some is not query.negated for some in has)
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

    @staticmethod
    def _texts(query: Query, thing: Thing, keys: Iterable[str]) -> list[str]:
        if (key := next(iter(keys := list(keys)), "")) and holds_for_some(thing.all_facts.get(key, "")):
            return [f"{printed(thing.name)} {key.partition('/')[0]} {text_of(thing.all_facts[key])}."]
        whose = f"{printed(thing.name)}'s " if thing.name else ""
        owner = in_brackets(thing.owner * (query.form == "who" and thing.owner not in thing.name))
        told = {key: value for key in keys if (value := thing.all_facts.get(key)) is not None}
        owners = {key: "" if number_of(value) is None else owner for key, value in told.items()}
        return [
            f"{whose}{key.partition('/')[0]}: {text_of(value, query.players)}{owners[key]}."
            for key, value in told.items()
        ]

    def whether(
        self,
        query: Query,
        things: Sequence[Thing],
        others: Sequence[Sequence[Thing]],
        tests: Sequence[frozenset[str]],
    ) -> list[str] | None:
        """Answer yes or no about named things, or everybody's."""
        if not things:
            return ["No: none."]
        if query.says(ANYTHING) and query.players and not (tests or others):
            return None
        if query.says(EVERYBODY):
            but = dict.fromkeys(printed(one.name) for one in things if not self._words.holds(one, tests))
            return ([f"No: not {and_list(but)}."] if but else ["Yes: all."]) if tests and not query.negated else None
        if not (tests or others or query.players) and self._words.are_places(things):
            anything = not query.says(ANYBODY)
            is_at = [any(anything or self._words.is_somebody(at) for at in self._board.there(one)) for one in things]
            alike = [one for one in self._board.things if kinds_of(one) == kinds_of(things[0])]
            if query.owns and not anything and any(one.owner for one in alike):
                is_at = [bool(one.owner) for one in things]
            return [f"{'Yes' if yes else 'No'}: {self.describe(one)}" for one, yes in zip(things, is_at, strict=True)]
        if not (tests or others or query.players) and not any(one.place for one in things):
            return None
        whose = {*query.players}
        its = [
            one
            for one in things
            if self._words.holds(one, tests)
            and (one.owner or whose or tests or others or not query.owns)
            and (not whose or not whose.isdisjoint((one.owner, one.name)))
            and all(self._words.is_at(one, group) for group in others)
        ]
        if others and len(things) > 1 and not its:
            things = [one for one in things if all(self._words.is_at(one, group) for group in others)] or things
        if tests and query.says(ANYBODY) and its and not query.negated and self._words.all_players(its):
            return [f"Yes: {and_list(dict.fromkeys(one.name for one in its))}."]
        if len(things) > 1 and 0 < len(its) < len(things) and not (whose or others):
            return [self.describe(one) for one in things]
        yes = "Yes" if bool(its) is not query.negated else "No"
        return [f"{yes}: {self._in_short(one, tests)}" for one in (its or things)[:1]]

    def _in_short(self, thing: Thing, tests: Sequence[frozenset[str]]) -> str:
        """Describe a thing by the facts that tests are about; a place, and what isn't tested, in full."""
        flags = {
            key for test in tests for key in self._words.aliases.get(test, ()) if key in thing.facts
        } & self._words.flags
        if not flags or not PLACES.isdisjoint(kinds_of(thing)):
            return self.describe(thing)
        keys = [
            key for key in thing.facts if any(stems_in(key) & test for test in tests) and key not in self._words.flags
        ]
        labels = and_list(f"{'' if thing.facts[key] else 'not '}{key.partition('/')[0]}" for key in flags)
        if not thing.name:
            return f"{labels}."
        return " ".join(self._texts(Query(""), thing, keys)) or f"{printed(thing.name)}: {labels}."

    def listed(
        self, query: Query, things: list[Thing], others: Sequence[Sequence[Thing]], tests: Sequence[frozenset[str]]
    ) -> list[str] | None:
        """List the things asked for, count them, or tell where they are and whose."""
        hidden = [one for group in others for one in group if any(map(_is_face_down, self._board.there(one)))]
        if hidden and not things:
            return [self.describe(one) for one in hidden]
        if query.form == "where" and not (query.kinds and self._words.are_places(things)):
            return [f"{printed(one.name)}: {self.where(one, full=True)}." for one in things if one.place] or None
        if others and not (things or query.kinds or query.form == "whether"):
            return None
        counted = query.form == "how many" and query.players
        at_place = query.form == "who" and not query.negated and self._words.are_places(things)
        if not (query.kinds or others or counted or (tests and not at_place)):  # something named, nothing said of it
            return self._of_named(query, things)
        nothing = query.form == "who" and tests and query.kinds and others and not things
        of_nobody = nothing or (
            query.form == "who"
            and tests
            and things
            and not (all if query.negated else any)(map(self._words.is_somebody, things))
        )
        if of_nobody or (query.falling is not None and len(query.players) == 1):
            return None
        owned = any(one.owner for one in self._board.things if kinds_of(one) & {*query.kinds})
        if (query.falling is not None and owned) or (query.says(EVERYBODY) and query.form == "how many"):
            return self._counts_of_players(query, things)
        if query.form == "who" and query.says(word_set("no")) and query.owns and tests and not others:
            return self._who_has_none(query, tests)
        if query.negated and not tests:
            if query.form == "whether" and not (query.kinds and query.owns and any(one.owner for one in things)):
                return None
            owners = {one.owner for one in things} - {""}
            if query.form == "who" and owners and not others:
                return [f"{', '.join(name for name in self._words.players if name not in owners) or 'Nobody'}."]
            things = [one for one in things if not self._in_use(query, one, owned=bool(owners))]
        if query.form == "how many" or (query.form == "" and tests):
            return [f"{len(things)}{listing(things, ': {}')}."]
        if query.form == "whether":
            there = [] if others else self._anybody_at(query, things)
            things = [one for one in things if one.owner or not (query.owns and query.says(ANYBODY))]
            return there or ([f"Yes: {self.details(query, things, others)}."] if things else ["No: none."])
        if query.form == "who" and not tests and not query.negated:
            if query.kinds and not query.owns and any(self._words.are_places([one]) for one in things):
                return [self.describe(one) for one in self._with_somebody(things)]
            if not any(one.owner for one in self._board.things if {*query.kinds[:1]} <= kinds_of(one)):
                return None
            things = [one for one in things if one.owner]
        return (
            [f"{self.details(query, things, others)}."] if things else ["Nobody." if query.form == "who" else "None."]
        )

    def _in_use(self, query: Query, thing: Thing, *, owned: bool) -> bool:
        """Return whether something is at a place ("nobody": somebody), or a thing is somebody's."""
        if not self._words.are_places([thing]) or (query.owns and owned):
            return bool(thing.owner)
        there = self._board.there(thing)
        return any(map(self._words.is_somebody, there)) if query.says(_NOBODY) else bool(there)

    def _of_named(self, query: Query, things: list[Thing]) -> list[str] | None:
        """Tell how many of a name there are, or all that is known of places, and of what somebody has."""
        if query.form == "how many" and len(things) > 1:
            return [f"{len(things)}: {self.details(query, things, [])}."]
        at_it = (query.form == "who" and not self._words.on_table(things)) or (
            query.form in ("what", "which", "") and self._words.are_places(things)
        )
        return [self.describe(one) for one in self._with_somebody(things)] if at_it else None

    def _counts_of_players(self, query: Query, things: Sequence[Thing]) -> list[str]:
        """Tell how many of these things players have; first whether one of two has more."""
        counts = {name: [one for one in things if one.owner == name] for name in query.players or self._words.players}
        numbers = [len(its) for its in counts.values()]
        names = sorted(counts, key=lambda name: len(counts[name]), reverse=query.falling is not False)
        names = names if query.falling is not None else list(counts)
        lines = [f"{name}: {len(counts[name])}{listing(counts[name], ' ({})')}." for name in names]
        if query.form != "whether" or query.falling is None:
            return lines
        yes = numbers[0] != numbers[-1] and (numbers[0] > numbers[-1]) is query.falling
        return ["Yes." if yes else "No.", *lines]

    def _anybody_at(self, query: Query, places: Sequence[Thing]) -> list[str]:
        """Answer whether anybody, or anything, is at one of these places, if that is asked."""
        if not (query.says(IN) and query.says(ANYBODY | ANYTHING)):
            return []
        anything = not query.says(ANYBODY)
        at = [one for one in places if any(anything or self._words.is_somebody(it) for it in self._board.there(one))]
        return [f"{'Yes' if at else 'No'}: {self.describe(one)}" for one in at or places]

    def _with_somebody(self, things: Sequence[Thing]) -> Sequence[Thing]:
        """Return the things that are somebody's, or where somebody is; all if there is none."""
        at = {one.place for one in self._board.things if self._words.is_somebody(one)}
        return [one for one in things if one.owner or one.name in at] or things

    def _who_has_none(self, query: Query, tests: Sequence[frozenset[str]]) -> list[str] | None:
        """List the players without a thing of a kind that fits; None if it isn't known of each thing."""
        every = [one for one in self._board.things if {*query.kinds} <= kinds_of(one)]
        keys = {key for test in tests for key in self._words.keys(test) & self._words.flags}
        if not keys or any(keys.isdisjoint(one.facts) for one in every):
            return None
        has = {one.owner for one in every if self._words.holds(one, tests)}
        return [f"{', '.join(name for name in self._words.players if name not in has) or 'Nobody'}."]

    def details(self, query: Query, things: Sequence[Thing], others: Sequence[object]) -> str:
        """List things with their owners and places, unless the question names these."""
        return counted(
            printed(one.name)
            + in_brackets(
                one.owner if len(query.players) != 1 or query.form == "whether" else "",
                "" if others and query.form != "whether" else self.where(one, full=query.form == "whether"),
            )
            for one in things
        )

    def where(self, thing: Thing, *, full: bool = False) -> str:
        """Format a thing's place: with its terrain, or how far on it lies in a row."""
        place = next((one for one in self._board.things if one.name == thing.place and one.name), None)
        if place is None:
            return "" if thing.owner and thing.place.startswith(f"{thing.owner}'s") and not full else thing.place
        if stem("pile") in kinds_of(place):
            row = self._board.there(place)
            return f"{place.name}, {row.index(thing) + 1} of {len(row)}"
        return ", ".join(filter(None, (printed(place.name), str(place.facts.get("terrain", "")))))

    def describe(self, thing: Thing) -> str:
        """Return all that is known of a thing in a line: whose, where, what is there, its facts."""
        parts = [f"{thing.owner}'s"] * bool(thing.owner) + [self.where(thing)] * bool(thing.place)
        if (there := self._board.there(thing)) or not PLACES.isdisjoint(kinds_of(thing)):
            named = (
                printed(one.name) + in_brackets(one.owner * ("'s " not in one.name), price_of(one)) for one in there
            )
            parts.append(counted(named) or "empty")
        for key, value in thing.facts.items():
            label, text = key.partition("/")[0], text_of(value)
            if value is True:
                parts.append(label)
            elif value is not False and text not in ("none", "nothing", "0"):
                parts.append(f"{label} {text}")
        return f"{printed(thing.name)}: {'; '.join(filter(None, parts))}."

    def facts_of(self, name: str, stems: Iterable[str]) -> list[str]:
        """Return some facts of a thing, by stems of what they are called."""
        its = [one for one in self._board.things if one.name == name]
        return [
            text
            for one in its
            for text in self._texts(Query(""), one, [key for key in one.facts if stem(key.split("/")[0]) in stems])
        ]

    def between(self, start: Thing, goal: Thing) -> list[str]:
        """List what lies on the shortest ways between two places."""
        steps, ends = self._board.steps(start, goal), (start, goal)
        ways = (
            (one, [self._board.steps(end, one) or 0 for end in ends])
            for one in self._board.places.values()
            if one not in ends
        )
        on_way = [one for one, apart in ways if sum(apart) == steps]
        apart = f"{start.name} and {goal.name} are {steps} apart"
        border = start.can.get("border on", {}).get(goal.name, "normal").replace("normal", "nothing lies between")
        return [f"{apart}{'' if on_way else f': {border}'}.", *map(self.describe, on_way)]

    def whether_between(self, what: str, start: Thing, goal: Thing) -> list[str]:
        """Answer whether a border of a kind is between two neighbours; nothing where borders aren't known."""
        border = start.can.get("border on", {}).get(goal.name, "")
        known = {kind for one in self._board.things for kind in one.can.get("border on", {}).values()}
        if not border or not stems_in(what) <= stems_in(" ".join([*known, "border boundary"])):
            return []
        return [
            f"{'Yes' if stems_in(what) <= stems_in(border) else 'No'}: {text}" for text in self.between(start, goal)
        ]

    def paying(self, players: Sequence[str], what: str) -> list[str]:
        """Answer which of these players can pay what something costs; of equal things the cheapest."""
        words, told = stems_in(what), dict[str, tuple[str, bool | None]]()
        named = [
            (printed(one.name), price_of(one))
            for one in self._board.things
            if words <= stems_in(one.name) and price_of(one)
        ]
        named.sort(key=lambda one: number_of(one[1]) or 0, reverse=True)
        for player in (one for one in self._board.things if one.name in players):
            own = [
                (key.partition("'s ")[0], str(value))
                for key, value in player.facts.items()
                if any(stems_in(one) == words | {stem("price")} for one in key.split("/"))
            ]
            prices = dict([*own, *named])
            if len(prices) != 1:
                return []
            ((name, price),) = prices.items()
            reduced = bool(named) and bool(player.all_facts.get("reduces prices", False))
            has, can_pay = self._pays(player, price, reduced=reduced)
            told[player.name] = f"{name} costs {price}; {player.name} has {has}.", can_pay
        if len(players) == 1:
            return [{True: "Yes: ", False: "No: ", None: ""}[yes] + text for text, yes in told.values()]
        can = ", ".join(name for name, (_, yes) in told.items() if yes)
        unsure = " for certain" * any(yes is None for _, yes in told.values())
        return [f"{can or f'Nobody{unsure}'}.", *(text[:1].upper() + text[1:] for text, _ in told.values())]

    def is_paid(self, good: str) -> bool:
        """Return whether something has a price in these goods."""
        texts = (value for one in self._board.things for key, value in one.facts.items() if "price" in key)
        return any(stem(good) in map(stem, words_of(text_of(text))) for text in texts)

    def _pays(self, player: Thing, price: str, *, reduced: bool) -> tuple[str, bool | None]:
        """Return what a player has of what is to be paid, and whether it is enough; None if that isn't certain.

        A price may be `reduced` by a card.
        """
        costs = [(int(number), good) for number, good in re.findall(r"(\d+) (\w+)", price)]
        counters = {stem(word): value for key, value in player.facts.items() for word in key.split("/")}
        has = {good: number_of(counters.get(stem(good), 0)) or 0 for _, good in costs}
        enough = all(has[good] >= number for number, good in costs)
        exact = bool(re.fullmatch(r"\d+ \w+(?:, \d+ \w+)*", price))
        certain = exact if enough else not reduced
        text = ", ".join(f"{own} {good}" if len(has) > 1 else f"{own}" for good, own in has.items())
        return text + ", and a card that reduces prices" * (not enough and not certain), enough if certain else None


def price_of(thing: Thing) -> str:
    """Return what a thing costs, as "3 gold"; "" if it has no price."""
    return next((str(value) for key, value in thing.facts.items() if key.startswith("price/")), "")


def text_of(value: Value, players: Sequence[str] = ()) -> str:
    """Format a fact: yes or no, a number, a text, or how many names and which."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if holds_for_some(value):
        return ", ".join(name for name, yes in value.items() if yes) or "nobody"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {value[name]}" for name in players or value)
    if isinstance(value, list):
        return f"{len(value)} ({', '.join(value)})" if value else "none"
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def _holds_for(thing: Thing, key: str, players: Sequence[str]) -> bool:
    """Return whether a fact holds for these players, or for anybody."""
    value = thing.all_facts[key]
    holds = (
        [bool(yes) for name, yes in value.items() if name in players or not players]
        if isinstance(value, Mapping)
        else []
    )
    return all(holds) and bool(holds) if players else any(holds)


def _is_face_down(thing: Thing) -> bool:
    return any(value is True for key, value in thing.facts.items() if key.startswith("face down"))


def _is_some(value: Value, players: Sequence[str]) -> bool:
    if isinstance(value, Mapping) and not players:
        return any(value.values())
    number = number_of(value, players)
    return bool(number) if number is not None else value not in ("none", "nothing", "")


def _lacking(thing: Thing, key: str) -> str:
    """Format a fact with what it lacks of its most."""
    text = text_of(thing.all_facts[key])
    parts = re.search(r"(\d+) of (\d+)", text)
    lacks = f"; {int(parts[2]) - int(parts[1])} missing" if parts else ""
    return f"{printed(thing.name)}'s {key.partition('/')[0]}: {text}{lacks}."
