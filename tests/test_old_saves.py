"""Files that earlier versions wrote: each still opens, and says what it said then (see `tests/old_saves.py`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.old_saves import GAMES, expected, folder, lacking, names, said

OLD = [(game, name) for game in GAMES for name in names(game)]


@pytest.mark.parametrize(("game", "name"), OLD, ids=["-".join(one) for one in OLD])
def test_an_old_file_says_what_it_said(game: str, name: str, tmp_path: Path) -> None:
    """Where the game stands, what is legal, the score, the log as moves, and where undo and redo lead."""
    assert lacking(expected(game)[name], said(game, name, tmp_path)) == []


@pytest.mark.parametrize("game", GAMES)
def test_no_old_file_is_forgotten(game: str) -> None:
    """What is expected is written down for each file, and for no other."""
    assert sorted(expected(game)) == names(game)
    assert {path.suffix for path in folder(game).iterdir() if path.is_file()} == {".toml", ".json"}


def test_what_was_added_is_no_difference_and_what_is_gone_is() -> None:
    was = {"players": [{"name": "Anna", "food": 3}], "over": False}
    assert lacking(was, {"players": [{"name": "Anna", "food": 3, "colour": "red"}], "over": False, "id": 7}) == []
    assert lacking(was, {"players": [{"name": "Anna"}], "over": False}) == [".players.0.food is gone"]
    assert lacking(was, {"players": [{"name": "Anna", "food": 4}], "over": False}) == [".players.0.food: 4, not 3"]
    assert lacking(was, {"players": [], "over": False}) == [".players: [], not [{'name': 'Anna', 'food': 3}]"]
