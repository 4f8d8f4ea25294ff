"""The board of `referee status` and `referee watch`: everything on the table, at both widths and in plain words."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.enchanters.rules.context import TurnBegan, TurnEnded, parts, points_text, total
from referee.games.enchanters.rules.state import GameState, Setup
from referee.games.enchanters.screens.board import show_status, show_whole_board
from referee.games.enchanters.screens.game import SCREENS
from referee.text.names import printed
from referee.text.screen import Screen
from tests.enchanters.quests import Play, play, playing, setup_of
from tests.enchanters.random_play import Table, make_start
from tests.enchanters.random_play import play as play_all
from tests.enchanters.test_commands import SCRIPT, run
from tests.random_runs import examples


def board(setup: Setup, game: GameState, width: int = 80, *, plain: bool = False) -> str:
    """What the board shows."""
    file = io.StringIO()
    show_whole_board(setup, game, Screen(plain, file, width, drawing=True))
    return file.getvalue()


def of(game: Play, *, plain: bool = False) -> str:
    return " ".join(board(setup_of(game), game.present, plain=plain).split())


@pytest.mark.parametrize(("lines", "shown"), [(24, True), (17, False)])
def test_where_little_room_is_left_the_village_is_not_shown_again(
    lines: int, shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Screen, "room_left", lines - 3)
    game = playing(["Stick"], village="Inn: rest: gain 2 crystals")
    file = io.StringIO()
    show_status(setup_of(game), game.present, Screen(False, file, 80, drawing=True))
    assert ("rest: gain 2 crystals" in file.getvalue()) == shown


@pytest.mark.parametrize("height", [24, None])
def test_whose_turn_it_is_is_told_once_at_a_terminal(height: int | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its board has it as the heading."""
    monkeypatch.setattr(Screen, "height", height)
    file = io.StringIO()
    SCREENS.tell(playing(["Stick"]).present, [TurnEnded(0), TurnBegan(0, 1)], Screen(False, file, 80), None)
    assert bool(file.getvalue()) == (height is None)


@pytest.mark.rule("visible-active", "hidden-inactive", "covering", "E-a", "E-am")
@pytest.mark.parametrize("plain", [False, True])
def test_top_cards_are_shown_whole_and_covered_ones_by_their_lower_part(plain: bool) -> None:
    cards = {
        "Robe": "item, defence 3, lower defence 1; minor: 1 crystal -> attack 2",
        "Cap": "item, attack 1; lower turn: gain 1 crystal",
        "Rat": "monster, strength 1, health 1; immediate: gain 1 crystal; lower attack 1",
    }
    game = playing(["Stick"], cards=cards, piles={"Anna": ["Robe", "Cap", "Rat", "Rat #2"]})
    told = of(game, plain=plain)
    assert "Cap attack 1; lower turn: gain 1 crystal" in told
    assert re.search(r"covered:? Robe \(defence 1\), Fist \(attack 1\)", told)
    assert re.search(r"monsters:? Rat lower attack 1 +covered:? Rat \(attack 1\)", told)
    assert "immediate" not in told, "what was done when it was taken is over"
    assert re.search(r"attack 4:? Cap 1, Rat 1; covered Fist 1, Rat 1", told)
    assert re.search(r"defence 1:? covered Robe 1", told)


@pytest.mark.rule("starting-crystals", "wounds", "box", "E-s")
def test_crystals_and_wounds_are_shown_as_tokens() -> None:
    told = of(playing(["Stick"], crystals={"Anna": 27, "Bo": 3}, wounds={"Anna": 7, "Bo": 1}))
    assert "crystals 27 (10 10 3 3 1) · wounds 7 (5 1 1) · glory -7 now" in told
    assert "crystals 3 · wounds 1 · glory -1 now" in told


@pytest.mark.rule("journey-cost")
@pytest.mark.parametrize("plain", [False, True])
def test_the_track_tells_the_way_and_what_waits_there(plain: bool) -> None:
    cards = {"Bear": "monster, strength 2, health 9, glory 4"}
    game = playing(["Stick", "Bear", "Twig"], cards=cards, graveyard=["Leaf", "Bark"], village="Normaltown")
    told = of(game, plain=plain)
    assert "Normaltown multi: 2 crystals -> attack 1" in told
    assert "Graveyard: 2, Bark on top" in told
    if plain:
        assert "2 Bear, monster, strength 2, health 9, 4 glory" in told
    else:
        assert "1 Stick item free; attack 1" in told
        assert "2 Bear monster 1 crystal; strength 2, health 9, 4 glory" in told
        assert "3 Twig item 2 crystals; attack 1" in told


def test_what_counts_for_this_turn_stands_apart_and_added_up() -> None:
    game = playing(
        ["Stick", "Twig"], village="Normaltown", piles={"Anna": ["Robe"]}, cards={"Robe": "item, attack 2"}
    )
    play(game, "use Normaltown", "use Normaltown")
    found = points_text(parts(setup_of(game), game.present, 0, "attack"))
    assert found == "Robe 2; covered Fist 1; for this turn Normaltown 2"


def test_boosts_of_the_turn_and_what_was_done_are_shown() -> None:
    game = play(playing(["Stick", "Twig"], village="Normaltown"), "use Normaltown", "journey 1")
    told = of(game)
    assert "Turn 1 · Anna · has journeyed" in told
    assert "until the end of this turn: +1 attack (Normaltown)" in told


@examples(10)
@given(st.integers(2, 4), st.integers(0, 999), st.integers(0, 2**32))
def test_every_board_fits_and_shows_every_card(players: int, deal: int, seed: int) -> None:
    """At any time of any game."""
    start = make_start(players, seed=deal)
    chance = random.Random(seed)
    for played in play_all(Table(start, random.Random(seed + 1))):
        if chance.random() > 0.02:
            continue
        game = played.present
        for width in (80, 120):
            shown = board(start.setup, game, width)
            assert max(map(len, shown.splitlines())) <= width
        told = " ".join(board(start.setup, game, plain=True).split())
        for number, player in enumerate(game.players):
            assert f"attack {total(start.setup, game, number, 'attack')}:" in told
            assert all(printed(name) in told for pile in player.piles() for name in pile)
        assert all(printed(name) in told for name in game.track)


@pytest.fixture(scope="module")
def late(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("board") / "late.toml"
    run("do", path, "--from", SCRIPT, "--brief")
    run("undo", path, 30)
    return path


def test_the_board_is_what_watch_draws(late: Path) -> None:
    drawn, status = run("watch", late, "--once").stdout, run("status", late).stdout
    board, _, after = drawn.partition("Last: ")
    assert board == status.partition("Next: ")[0]
    assert "Next: " in after


def test_nothing_is_drawn_for_a_screen_reader(late: Path) -> None:
    for line in (("status", late), ("next", late), ("why", late), ("score", late), ("log", late)):
        shown = run(*line, "--plain").stdout
        assert not re.search(r"[▸│─╭]", shown), line
