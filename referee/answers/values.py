"""Values of facts as numbers and texts, and words that several steps of an answer look at."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeGuard

from referee.declaration.facts import Thing, Value
from referee.rulebook.indexing import stem, words_of
from referee.text.names import printed, word_set


def stems_in(text: str) -> frozenset[str]:
    """Return the stems of a text."""
    return frozenset(map(stem, words_of(text)))


MOST = 16
"""Limit of facts in an answer."""
EVERYBODY = word_set("everybody everyone everybodys everyones each all every both")
NOT = word_set("not no none nobody nothing without out isnt arent hasnt havent never")
TOGETHER = word_set("together altogether combined sum total")
LACKING = word_set("missing lost lacking lacks lack short")
WE = word_set("we us our you your")
ANYBODY = word_set("anybody anyone somebody someone")
ANYTHING, IN = word_set("anything something"), word_set("in on at standing")
SAME, THAN, AND = word_set("same"), word_set("than"), word_set("and or")
EXPECTED = word_set("would will receive suffer if fight fights fought attack against deal deals from")
"""Words of a question what a thing does to a player, who is named."""
DONE = word_set("get gets kill killed beat beaten defeated destroyed took take taken collected collect won win")
"""What a player did to have something."""
WHAT, HAS = word_set("what which how"), word_set("has have got")
NEAR = word_set("nearest closest near nearer closer")
STOCK = word_set("gold money coins cash goods resources stock stuff things everything")
"""Words for all that a player has, in games that have nothing of that name."""
MORE = dict.fromkeys(
    word_set("most more highest higher greatest largest biggest bigger best maximum ahead difference apart"), True
)
MORE |= dict.fromkeys(word_set("least fewest fewer lowest lower smallest smaller worst less behind"), False)
"""Words that compare, and whether what is most comes first."""
BOUNDS = "more than|over|above|at least|less than|fewer than|under|below|at most|exactly"
PLACES = stems_in("space area pile plane")
"""Kinds of things at which others are."""


def number_of(value: Value, players: Sequence[str] = ()) -> int | None:
    """Return the number that a fact is, or begins with; of goods their sum, of names how many; else None."""
    if isinstance(value, Mapping):
        return number_of(value.get(players[0], "")) if players else None
    if isinstance(value, int):
        return int(value)
    if isinstance(value, str):
        if re.fullmatch(r"\d+ \w+(?:, \d+ \w+)+", value):  # a price in several goods
            return sum(map(int, re.findall(r"\d+", value)))
        digits = re.match(r"-?\d+", value)
        return int(digits[0]) if digits else None
    return len(value)


def kinds_of(thing: Thing) -> set[str]:
    """Return the stems of a thing's kinds."""
    return {stem(word) for word in words_of(thing.kinds)}


def neighbours(thing: Thing) -> Sequence[str]:
    """Return the names of the places beside a place."""
    its = next((value for key, value in thing.facts.items() if key.startswith("neighbours")), ())
    return its if isinstance(its, list | tuple) else ()


def expects(things: Iterable[Thing], keys: Sequence[str]) -> bool:
    """Return whether facts are asked about that are a number for each player."""
    return any(isinstance(one.all_facts.get(key), Mapping) for one in things for key in keys)


def holds_for_some(value: Value) -> TypeGuard[Mapping[str, bool]]:
    """Return whether a fact holds for each player or doesn't."""
    return isinstance(value, Mapping) and all(isinstance(one, bool) for one in value.values())


def is_within(number: int, bound: tuple[str, int]) -> bool:
    """Return whether a number is within a bound: its sign in words, and its number."""
    sign, limit = bound
    if sign in ("more than", "over", "above", "at least"):
        return number > limit or (sign == "at least" and number == limit)
    if sign in ("less than", "fewer than", "under", "below", "at most"):
        return number < limit or (sign == "at most" and number == limit)
    return number == limit


def counted(names: Iterable[str]) -> str:
    """List names, equal ones once with their number."""
    return ", ".join(name if number == 1 else f"{number} {name}" for name, number in Counter(names).items())


def listing(things: Iterable[Thing], form: str) -> str:
    """List the names of things in a form with a place for them; "" for none."""
    names = counted(printed(one.name) for one in things)
    return form.format(names) if names else ""


def in_brackets(*parts: str) -> str:
    """Join texts in brackets; "" for none."""
    text = ", ".join(filter(None, parts))
    return f" ({text})" if text else ""
