"""Sums in words: each number with what it is, and what they come to."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.effects.rules import Term, format_addition, format_change, format_sum, format_terms, so_far, total

CUBES, AXE, FROST = Term("right red cubes", 3), Term("Axe", 1), Term("frost", -2, ("frost-attack", "B9"))


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        ([CUBES, AXE], "3 (right red cubes) + 1 (Axe) = 4"),
        ([CUBES, FROST, AXE], "3 (right red cubes) - 2 (frost) + 1 (Axe) = 2"),
        ([FROST, AXE], "-2 (frost) + 1 (Axe) = -1"),
        ([CUBES], "3 (right red cubes)"),
        ([], "0"),
    ],
)
def test_a_sum_names_each_number(terms: list[Term], words: str) -> None:
    assert format_sum(terms) == words


@given(st.lists(st.integers(-9, 9).map(lambda amount: Term("it", amount)), min_size=2))
def test_a_sum_in_words_comes_to_what_stands_behind_it(terms: list[Term]) -> None:
    said, _, outcome = re.sub(r" \(it\)", "", format_sum(terms)).partition(" = ")
    assert eval(said) == int(outcome) == total(terms) == so_far(terms)[-1][1]


@given(st.integers(0, 99), st.integers(-99, 99))
def test_a_change_comes_to_what_stands_behind_it(had: int, by: int) -> None:
    said, _, outcome = format_change(had, by).partition(" = ")
    assert eval(said) == int(outcome) == had + by


def test_what_is_alike_is_told_together() -> None:
    goblin = Term("Goblin", 2)
    assert format_terms([goblin, AXE, goblin]) == "2 Goblin 4, Axe 1"
    assert format_terms([]) == ""


def test_each_term_is_told_with_what_it_makes() -> None:
    assert so_far([AXE, FROST], 5) == [(AXE, 6), (FROST, 4)]
    assert format_addition([2, 0, 1]) == "2 + 0 + 1 = 3"
