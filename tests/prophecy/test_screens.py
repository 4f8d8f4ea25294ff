"""What is seen of a game of Prophecy: at the prompt, on narrow and wide screens, plain."""

from __future__ import annotations

import io
from pathlib import Path

import pexpect
import pytest

from referee.declaration.tracking import hands
from referee.games.prophecy.rules.events import Placed
from referee.games.prophecy.rules.turns import RULES
from referee.games.prophecy.screens.game import SCREENS, show_board, show_start
from referee.text.screen import Screen
from tests.made_up import run
from tests.prophecy.games import make_setup
from tests.prophecy.staged import game, placed, with_cards
from tests.terminal import start

EXAMPLES = Path(__file__).parents[2] / "examples" / "prophecy"


def asked(width: int = 80, *, plain: bool = False) -> list[str]:
    """What the word status shows where a Ghost lies on Forest 4 and the Mercenary stands in the City."""
    played = with_cards(
        placed(placed(game("Druid", "Mercenary"), space="Forest 4"), 1, space="City"), "Forest 4", "Ghost"
    )
    shown, playing = io.StringIO(), played.game
    assert SCREENS.asked is not None
    SCREENS.asked(playing.setup, played.state, Screen(plain, shown, width))  # type: ignore[attr-defined]
    return [line.rstrip() for line in shown.getvalue().splitlines()]


@pytest.mark.rule("start-of-hero")
def test_the_set_up_tells_the_tables_own_numbers() -> None:
    shown = io.StringIO()
    show_start(
        make_setup(2, heroes=("Druid", "Mercenary"), start_gold=7, start_experience=0), Screen(True, shown, 120)
    )
    assert "cubes on the right, 7 Gold, 0 Experience." in " ".join(shown.getvalue().split())


def test_a_plain_status_says_of_a_dead_hero_that_it_is_dead() -> None:
    played, shown = placed(game("Druid", "Mercenary"), 1, hero="", status="dead"), io.StringIO()
    SCREENS.status(played.game.setup, played.state, Screen(True, shown, 80))  # type: ignore[attr-defined]
    assert "Bo: dead" in shown.getvalue().splitlines()


@pytest.mark.parametrize(("turn", "named"), [(1, True), (9, False)])
def test_heroes_without_cards_are_named_in_the_first_rounds_only(turn: int, named: bool) -> None:
    played, shown = game("Druid", "Mercenary"), io.StringIO()
    played.state.round = turn
    SCREENS.status(played.game.setup, played.state, Screen(False, shown, 80))  # type: ignore[attr-defined]
    assert ("Anna: Druid · Bo: Mercenary" in shown.getvalue()) == named


@pytest.mark.parametrize("plain", [False, True])
def test_a_narrow_status_has_the_spaces_where_something_is_and_the_planes(plain: bool) -> None:
    lines = asked(plain=plain)
    told = " ".join(lines)
    assert "4 Forest: >Anna; Ghost" in told
    assert ("2 City (port, gate): Bo" if plain else "2 City pg: Bo") in told
    assert ("p port, g gate" in told) != plain
    assert not any("Village" in line for line in lines)  # nothing lies there
    assert "Plane of the Monastery (Forest 20 and City): all three face down" in lines
    assert len(lines) <= 20


def test_a_wide_status_has_the_whole_ring() -> None:
    lines = asked(120)
    assert any("15 Village" in line for line in lines)
    assert any("Ghost" in line for line in lines)
    assert all(len(line) <= 120 for line in lines)


@pytest.mark.parametrize(("rows", "times"), [(24, 2), (60, 1)])
def test_the_command_status_ends_with_the_heroes_where_its_head_scrolls_off(
    rows: int, times: int, tmp_path: Path
) -> None:
    save = tmp_path / "game.toml"
    moves = (EXAMPLES / "short-game.moves").read_text(encoding="utf-8")
    (tmp_path / "begin.moves").write_text(moves.partition("\nplane")[0], encoding="utf-8")
    for name in ("sample-deck.toml", "sample-board.toml"):
        (tmp_path / name).write_bytes((EXAMPLES / name).read_bytes())
    run("do", save, "--from", tmp_path / "begin.moves")
    child = start("status", save, rows=rows, columns=80)
    child.expect(pexpect.EOF)
    shown = child.before.splitlines()
    assert sum("Chance cards" in line for line in shown) == times
    assert any("Chance cards" in line for line in shown[-rows:])


@pytest.mark.rule("tokens-and-cubes")
@pytest.mark.parametrize(
    ("changes", "moved"),
    [
        ({"health": 1}, "move 2 red cubes to the left"),
        ({"magic": 6}, "move 2 blue cubes to the right"),
        ({"red": 6, "health": 4}, "move a red cube to the right, take a red cube for good"),
        ({"gold": 1}, "put 2 Gold back"),
    ],
)
def test_hands_move_cubes_from_side_to_side(changes: dict[str, int], moved: str) -> None:
    before = placed(game("Druid", "Mercenary"), health=3, red=5, magic=4, blue=6, gold=3).state
    after = before.copy()
    for name, number in changes.items():
        setattr(after.players[0], name, number)
    assert hands(RULES, before, after) == [f"Anna: {moved}"]


def test_a_small_second_screen_has_every_card_that_lies_open() -> None:
    """At 80 x 24 the spaces share lines rather than go, and heading and heroes stay."""
    names = [f"Forest {number}" for number in (4, 8, 12, 20)]
    names += [f"Plains {number}" for number in (6, 11, 14, 19)] + [
        f"Mountains {number}" for number in (3, 10, 16, 18)
    ]
    played = placed(placed(game("Druid", "Mercenary"), space="Forest 4"), 1, space="City")
    for name in names:
        played = with_cards(played, name, "Ghost")
    shown, playing = io.StringIO(), played.game
    screen = Screen(plain=False, file=shown, width=80)
    screen.room = 20
    show_board(playing.setup, played.state, screen)  # type: ignore[attr-defined]
    lines = shown.getvalue().splitlines()
    assert len(lines) <= 20
    assert lines[0].startswith("Round 1")
    assert shown.getvalue().count("Ghost") == len(names)
    assert "planes: all three face down" in shown.getvalue() or "Plane of the Fortress" in shown.getvalue()


def test_cards_laid_face_down_by_one_card_are_told_in_a_line() -> None:
    laid = [Placed(card, "Adventure", where, ()) for card, where in (("Ghost", "A"), ("", "B"), ("", "C"))]
    shown = io.StringIO()
    SCREENS.tell(game("Druid", "Mercenary").state, laid, Screen(True, shown, 80), None)
    assert shown.getvalue().splitlines()[1].strip() == "A face-down Adventure card is placed in B, C."


def test_after_undo_a_hero_and_a_beaten_creature_are_told_where_they_go(tmp_path: Path) -> None:
    save = tmp_path / "game.toml"
    run("do", save, "--from", EXAMPLES / "short-game.moves")
    assert "Ghost: to Forest 12." in run("undo", save, 6).stdout
    assert "Bo: from Forest 12 to Thieves' Guild." in " ".join(run("undo", save, 7).stdout.split())
