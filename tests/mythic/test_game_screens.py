"""Where everybody stands, on a terminal of 80 columns: few lines after each turn, the whole map to who asks."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Sequence

import pytest

from referee.games.mythic.rules.events import TurnBegan, TurnEnded
from referee.games.mythic.rules.state import GameState
from referee.games.mythic.screens.game import SCREENS, show_board, show_status
from referee.play.event import Event
from referee.play.session import Session
from referee.text.screen import Screen
from tests.mythic.games import make_setup, say, staged


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


class Terminal(io.StringIO):
    """What is written to a terminal."""

    def isatty(self) -> bool:
        return True


def shown(state: GameState, lines: int, events: Sequence[Event], monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What stands at a terminal of so many lines above the next question."""
    monkeypatch.setattr("shutil.get_terminal_size", lambda fallback: os.terminal_size((80, lines)))
    out = Terminal()
    screen = Screen(False, out, 80)
    SCREENS.tell(state, events, screen, None)
    show_status(make_setup(), state, screen)
    return [re.sub("\x1b[^m]*m", "", line).strip() for line in out.getvalue().splitlines()]


def test_above_a_question_stands_who_is_where_in_the_rows_that_there_are(
    played: Session[GameState], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What lies where nobody is has one row; whose turn it is stands once."""
    played.present.spots["A"].stones = ["norse"]
    ended = [TurnEnded(0), TurnBegan(1, 1)]
    rows = shown(played.present, 24, ended, monkeypatch)
    assert rows[-2].startswith("H  open ground   1/5  Bo: Wall Guard")
    assert rows[-1] == "Nobody in A (norse stone) · Anna, not deployed: Storm Warden"
    assert not any("it is Bo's turn" in row for row in rows)
    assert rows[0] == "Round 1, turn 1 · Anna"
    few = shown(played.present, 14, ended, monkeypatch)
    assert re.match("Round 1, turn 1 · Anna +hand  deck  discards", few[0])
    assert few[-3:-1] == [
        "Anna: C Ash Runner 5/5, Reed Archers 4/4",
        "Bo: C Deep Queen 8/8 · H Wall Guard 4/4 with a norse stone",
    ]
    acting = say(played, "activate Ash Runner simple").present
    assert shown(acting, 14, ended, monkeypatch)[0] == "Round 1, turn 1 · Anna · Ash Runner is activated"


def test_who_asks_sees_every_area_with_its_neighbours(played: Session[GameState]) -> None:
    rows = drawn(SCREENS.asked, played.present)
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
