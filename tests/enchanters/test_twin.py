"""Random games, refereed by the program and by a slow twin written from the rulebook alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.enchanters.twin import EnchantersGames


@pytest.mark.rule(
    "turn", "journey-cost", "minor-actions", "monster-attack", "player-attack", "covering", "E-b", "E-u"
)
@pytest.mark.parametrize("seed", range(8))
def test_a_random_game_goes_alike(seed: int, tmp_path: Path) -> None:
    EnchantersGames(seed, tmp_path).run()
