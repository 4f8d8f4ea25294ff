"""Random attacks and games, refereed by the program and by a slow twin written from the rulebook alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from tests.mythic.twin_attack import judge
from tests.mythic.twin_compare import Comparison
from tests.mythic.twin_records import deck, disagreement, random_record
from tests.mythic.twin_sheets import Sheet
from tests.random_runs import games


@pytest.fixture(scope="module")
def units() -> dict[str, Sheet]:
    return deck()


@pytest.mark.rule("M20", "M21", "M24", "M27", "M43", "M45", "M46", "M61", "M62", "values", "range", "visible")
@games(150)
@given(seed=st.integers(0, 10**6))
def test_a_random_attack_is_judged_alike(units: dict[str, Sheet], seed: int) -> None:
    record = random_record(seed, units)
    event(f"illegal at step: {judge(record, units)['illegal']}")
    assert not disagreement(record, units), record


@pytest.mark.parametrize("seed", [1, 9, 16])
def test_a_random_game_goes_alike(seed: int, tmp_path: Path) -> None:
    Comparison(seed, tmp_path).run(150)
