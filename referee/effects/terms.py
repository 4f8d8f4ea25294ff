"""The terms of a sum that is explained, and sums in words: screens, logs and `why` write them by these functions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from msgspec import Struct


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
