"""Rules of cards, `WHEN: COST -> EFFECT, EFFECT`: parsed in a game's phrases, and written in canonical form.

A game gives records for its rules, costs, effects and conditions, with a phrase for each (`phrases.py`). The game
carries them out itself: one table from the type of a record to the function that does it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.effects.phrases import Misread, Phrases
from referee.errors import Unreadable
from referee.text.names import did_you_mean, or_list

GAP = "..."
"""Placeholder in a rule for a cost that isn't known yet."""


class Effect(Struct, frozen=True):
    """Base of effects: what happens when a rule is carried out."""


class Cost(Struct, frozen=True):
    """Base of costs: what must be paid in full before anything happens."""


class Condition(Struct, frozen=True):
    """Base of conditions of a rule."""


class Rule(Struct, frozen=True, kw_only=True):
    """A rule of a card: its cost (None if that must be asked for), its effects, and its text as it was written.

    A game adds the part before the colon: when, how often, on which condition.
    """

    cost: tuple[Cost, ...] | None = ()
    effects: tuple[Effect, ...] = ()
    text: str = ""

    @property
    def does(self) -> str:
        """Cost and effects as written, without the part before the colon: "1 crystal -> attack 3"."""
        return self.text.partition(":")[2].strip()


R = TypeVar("R", bound=Rule)


class RuleLanguage(Generic[R]):
    """Parser and writer of a game's card rules. `rules` are the phrases for the part before the colon.

    `examples` are for error messages: beginnings of rules, costs, effects.
    """

    def __init__(
        self,
        rule: type[R],
        rules: Mapping[str, type[R]],
        costs: Mapping[str, type[Cost]],
        effects: Mapping[str, type[Effect]],
        others: Mapping[str, type[Struct]] | None = None,
        *,
        examples: tuple[Sequence[str], Sequence[str], Sequence[str]],
        spellings: Mapping[str, str] | None = None,
    ) -> None:
        self.rule = rule
        self.phrases = Phrases({**rules, **costs, **effects, **(others or {})}, spellings=spellings)
        self.whens, self.costs, self.effects = examples

    def read(self, text: str, *, gaps: bool = False) -> R:
        """Parse a rule; with `gaps` its cost may be "...". Raises Unreadable that says what is wrong in it."""
        when, colon, rest = text.partition(":")
        begins = f"; it begins with {or_list(self.whens)} and a colon"
        if not colon:
            raise Unreadable(f'can\'t read the rule "{text}"{did_you_mean(when, self.whens) or begins}')
        try:
            (rule,) = self.phrases.read(self.rule, when, ())
        except Misread as error:
            hint = error.hint or did_you_mean(when, self.whens) or begins
            raise Unreadable(error.message or f'can\'t read the rule "{text}"{hint}') from None
        cost, arrow, does = rest.partition("->")
        return replace(
            rule,
            cost=None if gaps and cost.strip() == GAP else self._read_costs(cost) if arrow else (),
            effects=self.read_effects(does if arrow else rest),
            text=" ".join(text.split()),
        )

    def _read_costs(self, text: str) -> tuple[Cost, ...]:
        try:
            return self.phrases.read(Cost, text, ("and", ",")) if text.strip() else ()
        except Misread as error:
            hint = error.hint or f"; write {or_list(self.costs)}"
            raise Unreadable(error.message or f'can\'t read the cost "{error.part}"{hint}') from None

    def read_effects(self, text: str) -> tuple[Effect, ...]:
        """Parse effects with commas between. Raises Unreadable as `read` does."""
        if not text.strip():
            raise Unreadable(f"a rule needs an effect, like {self.effects[0]}")
        try:
            return self.phrases.read(Effect, text)
        except Misread as error:
            hint = error.hint or did_you_mean(error.part, self.effects) or f"; effects are: {or_list(self.effects)}"
            raise Unreadable(error.message or f'can\'t read the effect "{error.part}"{hint}') from None

    def write(self, rule: R) -> str:
        """Write a rule in canonical form, whatever its `text` was."""
        head = self.phrases.write(replace(rule, cost=(), effects=(), text=""))
        cost = GAP if rule.cost is None else " and ".join(map(self.phrases.write, rule.cost))
        effects = ", ".join(map(self.phrases.write, rule.effects))
        return f"{head}: {cost} -> {effects}" if cost else f"{head}: {effects}"


# --- Terms ----------------------------------------------------------------------------------------
# Terms of a sum and functions that format sums: screens, logs and `why` use them.


class Term(Struct, frozen=True):
    """One term of a sum: its name (a card, a counter, an ability), its amount, and the ids of its rules."""

    name: str
    amount: int
    rules: tuple[str, ...] = ()


T = TypeVar("T", bound=Term)


def total(terms: Iterable[Term], start: int = 0) -> int:
    """Return the sum of `start` and all amounts."""
    return sum((term.amount for term in terms), start)


def so_far(terms: Iterable[T], start: int = 0) -> list[tuple[T, int]]:
    """Pair each term with the running sum up to and including it."""
    found = list[tuple[T, int]]()
    for term in terms:
        start += term.amount
        found.append((term, start))
    return found


def format_sum(terms: Sequence[Term]) -> str:
    """Format a sum with the name of each term: "3 (right red cubes) + 1 (Axe) = 4"."""
    first, *others = [f"{abs(term.amount)} ({term.name})" for term in terms] or ["0"]
    signs = ["-" if term.amount < 0 else "+" for term in terms]
    text = " ".join([first, *(f"{sign} {other}" for sign, other in zip(signs[1:], others, strict=True))])
    return f"{'-' if signs[:1] == ['-'] else ''}{text}" + (f" = {total(terms)}" if others else "")


def format_addition(numbers: Iterable[int]) -> str:
    """Format an addition: "2 + 0 + 1 = 3"."""
    found = list(numbers)
    return f"{' + '.join(map(str, found))} = {sum(found)}"


def format_change(had: int, by: int) -> str:
    """Format a change of a number: "5 - 2 = 3"."""
    return f"{had} {'+' if by > 0 else '-'} {abs(by)} = {had + by}"


def format_terms(terms: Iterable[Term]) -> str:
    """List the terms of a sum, equal ones counted: "Axe 2, 2 Goblin 4"."""
    found = list(terms)
    alike = [(term, found.count(term)) for term in dict.fromkeys(found)]
    return ", ".join(f"{f'{many} ' if many > 1 else ''}{one.name} {many * one.amount}" for one, many in alike)
