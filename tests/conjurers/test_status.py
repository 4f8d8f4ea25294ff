"""Where everybody stands, at the widths that people have."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from referee.games.conjurers.rules.play import start_game
from referee.games.conjurers.screens.board import show_status
from referee.text.screen import Screen
from tests.conjurers.kept import kept_setup

HELD = ["Kite Shield", "Antidote Amulet", "Phoenix Plume", "Broadsword", "Venom Dart", "Buckler"]


def status(capsys: pytest.CaptureFixture[str], held: list[str], width: int) -> list[str]:
    """The lines of the status where the first player has these items."""
    setup = kept_setup()
    game = start_game(setup)
    first = replace(game.players[0], items=held)
    show_status(setup, replace(game, players=[first, *game.players[1:]]), Screen(width=width))
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("width", [80, 120])
def test_many_cards_are_told_beneath_and_not_in_a_tall_column(capsys: pytest.CaptureFixture[str], width: int) -> None:
    lines = status(capsys, HELD, width)
    rows = next(at for at, line in enumerate(lines) if line.startswith("cards "))
    assert "Kite Shield, Antidote Amulet, Phoenix Plume" in lines[rows]
    assert rows == 2 + len(kept_setup().players), "the heads and one line for each player stand above it"


def test_few_cards_are_told_beside_what_a_player_holds(capsys: pytest.CaptureFixture[str]) -> None:
    lines = status(capsys, HELD[:2], 120)
    assert not [line for line in lines if line.startswith("cards ")]
    assert "Kite Shield, Antidote Amulet" in "\n".join(lines)
