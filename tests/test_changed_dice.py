"""Dice that are doubled or set: every throw looked at alone, whatever faces they have."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.asking.dice import Changes, average, many, margins, result_of, side_dice, throws, ways

CHANGES = st.lists(st.one_of(st.sampled_from(["better", "worse"]), st.integers(1, 4)), max_size=2).map(tuple)


@pytest.mark.parametrize("faces", [(1, 2, 3, 4), (0, 0, 1, 2)])
@given(CHANGES, CHANGES)
def test_ways_and_margins_agree_with_every_throw(faces: tuple[int, ...], own: Changes, enemy: Changes) -> None:
    results = [Counter(int(result_of(how, die)) for die in throws(how, faces)) for how in (own, enemy)]
    assert [dict(ways(how, faces)) for how in (own, enemy)] == results
    apart: Counter[int] = Counter()
    for (one, ones), (other, others) in product(results[0].items(), results[1].items()):
        apart[one - other] += ones * others
    assert dict(margins(own, enemy, faces)) == apart
    every = len(faces) ** many(own)
    assert average(own, faces) == Fraction(sum(face * number for face, number in results[0].items()), every)


def test_a_die_that_is_set_is_not_thrown_and_what_comes_later_works_on_it() -> None:
    assert (many(("better", 6)), many((6, "worse")), many(("better", "worse"))) == (0, 0, 4)
    assert result_of((6, "worse"), side_dice((6, "worse"), ())) == 6
    assert result_of(("better", "worse"), (1, 6, 5, 2)) == 5
