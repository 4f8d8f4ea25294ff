"""Where everybody stands, on a terminal of 80 columns: few lines after each turn, the whole map to who asks."""

from __future__ import annotations

import io

import pytest

from referee.games.mythic.rules.state import GameState
from referee.games.mythic.screens.game import show_board, show_map, show_status
from referee.play.session import Session
from referee.text.screen import Screen
from tests.mythic.games import make_setup, staged


@pytest.fixture
def played() -> Session[GameState]:
    game = staged(
        "Anna: Ash Runner C", "Bo: Deep Queen C", "Anna: Reed Archers C", "Bo: Wall Guard H", "Anna: Storm Warden"
    )
    game.present.spots["C"].stones = ["greek"]
    game.present.piece("Wall Guard").stone = "norse"
    return game


def drawn(show: object, state: GameState, *, plain: bool = False, room: int | None = None) -> list[str]:
    out = io.StringIO()
    screen = Screen(plain, out, 80)
    screen.room = room
    assert callable(show)
    show(make_setup(), state, screen)
    return [line.rstrip() for line in out.getvalue().splitlines()]


def test_after_a_turn_there_is_a_row_for_each_area_where_somebody_or_something_is(played: Session[GameState]) -> None:
    assert drawn(show_status, played.present)[4:] == [
        "  C  water         3/3  Anna: Ash Runner 5/5, Reed Archers 4/4 · Bo: Deep Queen",
        "                        8/8 · greek stone",
        "  H  open ground   1/5  Bo: Wall Guard 4/4 with a norse stone",
        "  Nobody in A, B, D, E, F, G · Anna, not deployed: Storm Warden",
    ]
    assert "H, open ground 1/5: Bo: Wall Guard 4/4 with a norse stone" in drawn(
        show_status, played.present, plain=True
    )


def test_who_asks_sees_every_area_with_its_neighbours(played: Session[GameState]) -> None:
    rows = drawn(show_map, played.present)
    assert "  B  forest (2 left)   0/3  beside A, D (wall)" in rows
    assert (
        rows[rows.index("  H  open ground       1/5  Bo: Wall Guard 4/4 with a norse stone") + 1].strip()
        == "beside E, G"
    )


def test_the_second_screen_leaves_the_neighbours_out_where_there_is_no_room(played: Session[GameState]) -> None:
    assert any("beside" in row for row in drawn(show_board, played.present, room=40))
    few = drawn(show_board, played.present, room=10)
    assert not any("beside" in row for row in few)
    assert len(few) <= 10
