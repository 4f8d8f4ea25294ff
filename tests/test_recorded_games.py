"""Whole games on record: each plays to its score, with the table after every step as it was (`recorded_games.py`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.old_saves import lacking
from tests.recorded_games import LIES, expected, mark, names, play

RECORDED = [(game, name) for game in LIES for name in names(game)]


@pytest.mark.parametrize(("game", "name"), RECORDED, ids=["-".join(one) for one in RECORDED])
def test_a_recorded_game_plays_as_it_did(game: str, name: str, tmp_path: Path) -> None:
    """The first step after which something else lies on the table is told by its number."""
    was, now = expected(game)[name], play(game, name, tmp_path)
    pairs = zip(was["marks"].split(), now.marks.split(), strict=False)
    assert next((number for number, (one, other) in enumerate(pairs, 1) if one != other), None) is None
    assert len(now.marks) == len(was["marks"])
    assert lacking(was["score"], now.score) == []


@pytest.mark.parametrize(
    ("game", "ways"),
    [
        ("conjurers", {"total", "combinations", "artifacts", "creatures", "resources", "shared"}),
        ("enchanters", {"total", "wounds", "shared"}),
    ],
)
def test_every_way_to_win_is_on_record(game: str, ways: set[str]) -> None:
    assert sorted(expected(game)) == names(game)
    assert {found["score"]["decided_by"] for found in expected(game).values()} == ways


def test_a_mark_changes_with_the_table() -> None:
    assert mark({"food": 3, "turn": 1}) == mark({"turn": 1, "food": 3}) != mark({"turn": 1, "food": 4})
