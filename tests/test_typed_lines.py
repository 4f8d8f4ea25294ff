"""Lines typed at the prompts of all games: what one answer is, and what never becomes another."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.made_up import type_in

Typing = Callable[..., list[str]]


@pytest.fixture
def typing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Typing:
    """A shipped example played up to some words, and then what lines typed there add to its log."""
    return lambda script, until, *lines: type_in(script, until, tmp_path, monkeypatch, *lines)


@pytest.mark.parametrize(
    ("script", "until", "line"),
    [
        ("prophecy/three-players.moves", "roll 1 6]", "roll 1 6 2"),
        ("prophecy/three-players.moves", "roll 1 6]", "1 6 2"),
        ("prophecy/three-players.moves", "roll 4\n", "roll 4 1"),
        ("prophecy/three-players.moves", "roll 4\n", "4 1"),
        ("mythic/two-players.moves", "5 5 4 3 1 / best", "5 5 4 3 1 1"),
        ("mythic/two-players.moves", "attack Barrow Guard [5 5 4 3 1", "attack Barrow Guard 5 5 4 3 1 1"),
        ("mythic/two-players.moves", "attack Barrow Guard [5 5 4 3 1", "attack Barrow Guard; 5 5 4 3 1 / 1"),
    ],
)
def test_more_numbers_than_dice_are_no_next_answer(
    typing: Typing, capsys: pytest.CaptureFixture[str], script: str, until: str, line: str
) -> None:
    first, _, _ = line.rpartition(";")
    assert typing(script, until, line) == ([first] if first else [])
    assert "Nothing of this was entered." in " ".join(capsys.readouterr().out.split())
