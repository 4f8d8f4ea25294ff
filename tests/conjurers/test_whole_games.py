"""Random battles and games, refereed by the program and by a slow twin written from the rulebook alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conjurers.twin import Games
from tests.conjurers.twin_fights import play_battles


@pytest.mark.rule("B1", "B6", "B7", "B8", "B9", "B10", "B11", "B12", "B13", "B14", "B16", "B17", "B18", "B21")
def test_random_battles_go_alike() -> None:
    found = play_battles(60)
    assert len(found) == 2, found


@pytest.mark.rule("A1", "A3", "A4", "A5", "A8", "A10", "A11", "A15", "A20", "E5", "S2", "S3")
@pytest.mark.parametrize("seed", range(5))
def test_a_random_game_goes_alike(seed: int, tmp_path: Path) -> None:
    Games(seed, tmp_path).run()
