"""A map that was typed wrong is put right in the middle of a game: areas, borders, lines of sight."""

from __future__ import annotations

import pytest

from referee.errors import Illegal, Unreadable
from referee.games.mythic.rules.corrections import CORRECTIONS
from referee.games.mythic.rules.state import GameState
from tests.mythic.games import make_setup, staged


def corrected(*lines: str) -> GameState:
    """A game on the invented map after corrections."""
    state = staged("Anna: Ash Runner B", "Bo: Wall Guard C").present
    for line in lines:
        state = CORRECTIONS.carry_out(make_setup(), state.copy(), line, [])
    return state


@pytest.mark.rule("elements")
def test_an_area_is_another_with_its_elements() -> None:
    """B is a forest of 3 with two trees; as ruins it has one column. Its zone is what is typed now."""
    before = corrected()
    game = corrected("adjust area b: ruins 4, level 1")
    assert (before.spots["B"].elements, game.spots["B"].elements) == (2, 1)
    assert (game.board["B"].terrain, game.board["B"].capacity, game.board["B"].zone) == ("ruins", 4, "")
    assert game.board.names == before.board.names
    assert [piece.area for piece in game.pieces] == ["B", "C"]


@pytest.mark.rule("elements")
def test_terrain_without_elements_gets_none() -> None:
    with pytest.raises(Illegal, match="A is open ground, which has no 3D elements"):
        corrected("adjust A elements 1")
    assert corrected("adjust B elements 1").spots["B"].elements == 1


@pytest.mark.rule("elements")
def test_elements_that_are_gone_stay_gone_where_only_the_capacity_was_wrong() -> None:
    assert corrected("adjust E elements 0", "adjust area E: ruins 3").spots["E"].elements == 0


def test_a_border_is_another_one_or_none() -> None:
    board = corrected("adjust border B-A wall").board
    between = board.between("A", "B")
    assert between is not None
    assert between.kind == "wall"
    assert "B" not in corrected("adjust border A-B none").board.neighbours("A")
    assert "H" in corrected("adjust border A-H chains").board.neighbours("A")


@pytest.mark.rule("M30")
def test_a_line_of_sight_meets_something_else() -> None:
    board = corrected("adjust line E-A: nothing").board
    line = board.line("A", "E")
    assert line is not None
    assert (line.areas, line.boundaries) == ((), ())
    assert len(board.lines) == len(corrected().board.lines)


def test_a_line_that_met_a_border_that_is_gone_is_asked_for_again() -> None:
    """B-E meets the border B-D."""
    assert corrected().board.line("B", "E") is not None
    assert corrected("adjust border B-D none").board.line("B", "E") is None


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (("area Z: ruins 4",), 'no area "Z"'),
        (("area E: swmap 4",), "swamp"),
        (("area E: ruins 4, level 1", "area D: stairs 2"), "from level 0 up to level 1"),
        (("area A: rift 4, rift B to H",), "leads to H, which isn't a neighbour"),
        (("area A: rift 4, rift B to C", "border A-B none"), "leads to B, which isn't a neighbour"),
        (("border A-Z wall",), 'no area "Z"'),
        (("border A-H none",), "have no border"),
        (("border E-D above",), "from level 0 up to level 1"),
        (("line A-E",), "a colon"),
        (("line A-B: C",), "neighbours"),
    ],
)
def test_what_cant_be_on_a_map(lines: tuple[str, ...], why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        corrected(*(f"adjust {line}" for line in lines))


def test_where_a_unit_stands_is_put_right_by_its_name_and_its_area() -> None:
    """Asked for part by part."""
    setup, game = make_setup(), staged("Anna: Ash Runner B", "Bo: Wall Guard C").present
    asking = CORRECTIONS.ask(setup, game)
    question = next(asking)
    for text in ("where", "Ash Runner", "D"):
        question = asking.send(question.parse(text))
    with pytest.raises(StopIteration) as done:
        asking.send(question.parse("moved"))
    step = done.value.value
    assert CORRECTIONS.carry_out(setup, game.copy(), step.correct, []).pieces[0].area == "D"
