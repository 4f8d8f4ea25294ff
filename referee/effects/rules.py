"""Rules of cards, `WHEN: COST -> EFFECT, EFFECT`: read in a game's words, and written back as they are written best.

A game gives records for its rules, costs, effects and conditions, with a phrase for each (`phrases.py`). Carrying out
stays in the game: one table from the type of a record to the function that does it.
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
"""What stands in a rule for a price that isn't known yet."""


class Effect(Struct, frozen=True):
    """Something that happens."""


class Cost(Struct, frozen=True):
    """Something that must be paid in full before anything happens."""


class Condition(Struct, frozen=True):
    """Something that must be so."""


class Rule(Struct, frozen=True, kw_only=True):
    """A rule of a card: what its effects cost (None if that must be asked for), and how it was written.

    A game adds what stands before the colon: when, how often, on which condition.
    """

    cost: tuple[Cost, ...] | None = ()
    effects: tuple[Effect, ...] = ()
    text: str = ""

    @property
    def does(self) -> str:
        """What it does, without when: "1 crystal -> attack 3"."""
        return self.text.partition(":")[2].strip()


R = TypeVar("R", bound=Rule)


class RuleLanguage(Generic[R]):
    """How a game's rules are written. `rules` are the phrases for what stands before the colon.

    Examples are shown where nothing could be read: what a rule begins with, costs, effects.
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
        """A rule as written; with `gaps` its price may be "...". Raises Unreadable that says what is wrong in it."""
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
        """Effects with commas between. Raises Unreadable as `read` does."""
        if not text.strip():
            raise Unreadable(f"a rule needs an effect, like {self.effects[0]}")
        try:
            return self.phrases.read(Effect, text)
        except Misread as error:
            hint = error.hint or did_you_mean(error.part, self.effects) or f"; effects are: {or_list(self.effects)}"
            raise Unreadable(error.message or f'can\'t read the effect "{error.part}"{hint}') from None

    def write(self, rule: R) -> str:
        """A rule as it is written best, whatever its own text was."""
        head = self.phrases.write(replace(rule, cost=(), effects=(), text=""))
        cost = GAP if rule.cost is None else " and ".join(map(self.phrases.write, rule.cost))
        effects = ", ".join(map(self.phrases.write, rule.effects))
        return f"{head}: {cost} -> {effects}" if cost else f"{head}: {effects}"


# --- Terms ----------------------------------------------------------------------------------------
# The terms of a sum that is explained, and sums in words: screens, logs and `why` write them by these functions.


class Term(Struct, frozen=True):
    """One step of a sum: what it is (a card, a counter, an ability), how much it adds, and by which rules."""

    name: str
    amount: int
    rules: tuple[str, ...] = ()


T = TypeVar("T", bound=Term)


def total(terms: Iterable[Term], start: int = 0) -> int:
    """What terms add up to."""
    return sum((term.amount for term in terms), start)


def so_far(terms: Iterable[T], start: int = 0) -> list[tuple[T, int]]:
    """Each term with the sum up to it."""
    found = list[tuple[T, int]]()
    for term in terms:
        start += term.amount
        found.append((term, start))
    return found


def summed(terms: Sequence[Term]) -> str:
    """A sum with what each number is: "3 (right red cubes) + 1 (Axe) = 4"."""
    first, *others = [f"{abs(term.amount)} ({term.name})" for term in terms] or ["0"]
    signs = ["-" if term.amount < 0 else "+" for term in terms]
    written = " ".join([first, *(f"{sign} {other}" for sign, other in zip(signs[1:], others, strict=True))])
    return f"{'-' if signs[:1] == ['-'] else ''}{written}" + (f" = {total(terms)}" if others else "")


def added(numbers: Iterable[int]) -> str:
    """Numbers added up: "2 + 0 + 1 = 3"."""
    found = list(numbers)
    return f"{' + '.join(map(str, found))} = {sum(found)}"


def changed(had: int, by: int) -> str:
    """What was, what changed, and what is: "5 - 2 = 3"."""
    return f"{had} {'+' if by > 0 else '-'} {abs(by)} = {had + by}"


def listed(terms: Iterable[Term]) -> str:
    """What makes up a sum, terms alike together: "Axe 2, 2 Goblin 4"."""
    found = list(terms)
    alike = [(term, found.count(term)) for term in dict.fromkeys(found)]
    return ", ".join(f"{f'{many} ' if many > 1 else ''}{one.name} {many * one.amount}" for one, many in alike)
