"""The program against its slow twin, a small number each day: `python -m tests.prophecy.twin 5000 300` runs many."""

from __future__ import annotations

import pytest

from tests.prophecy.twin import fight_differences, games, odds_differences


@pytest.mark.rule("P31", "P33", "P34", "P35", "P36", "P37", "P38", "P39")
@pytest.mark.parametrize("start", range(0, 150, 50))
def test_fights_are_judged_as_by_the_twin(start: int) -> None:
    for seed in range(start, start + 50):
        data, found = fight_differences(seed)
        assert not found, (seed, data)


@pytest.mark.rule("P31", "P38", "P39")
def test_odds_are_those_of_the_twin() -> None:
    for seed in range(8):
        data, found = odds_differences(seed)
        assert not found, (seed, data)


@pytest.mark.rule("P11", "P12", "P13", "P15", "P16", "P17", "P19", "P24", "P25")
def test_games_are_played_as_by_the_twin() -> None:
    played = games(4, most=80)
    assert isinstance(played, int), played
