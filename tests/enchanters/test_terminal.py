"""A game's beginning in a real pseudo-terminal, as somebody plays it who has never seen the program."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from referee.games.enchanters import GAME as ENCHANTERS
from referee.saves.save import OpenSave
from tests.made_up import run, type_at
from tests.steps import firsts
from tests.terminal import ENTER, answer, ended, start

DECK = Path(__file__).parents[2] / "examples" / "enchanters" / "sample-deck.toml"

Step = tuple[str, str]
"""What is waited for, and what is typed then."""

SET_UP: Sequence[Step] = (
    ("Has everybody played before", "yes"),
    ("How much should the referee track", ""),
    ("How many players", "2"),
    ("Player 1, clockwise", "Anna"),
    ("Player 2, clockwise", "Bo"),
    ("Who was underground last", ""),
    ("File with your cards", str(DECK)),
    ("How long an invasion", ""),
    ("Dragons in the depths", ""),
    ("Who draws", ""),
    ("A number that decides what the program draws", "7"),
    ("Which village", "Millbrook"),
    ('printed on "Fist"', ""),
    ('printed on "of Enchanting"', ""),
    ("Who wins a tie", ""),
    ("Lay out the board now", "stop"),
)

TURNS: Sequence[Step] = (
    ("Anna: a journey, a rest, or an action", "1"),
    ("Anna: an action, or end turn", "end"),
    ("Bo: a journey, a rest, or an action", "end turn"),
    ("a journey or a rest comes first", "why not"),
    ("Bo: a journey, a rest, or an action", "rules covered"),
    ("Bo: a journey, a rest, or an action", "rest Millbrook 1"),
    ("Bo: an action, or end turn", "undo"),
    ("Undid", "use millbrook"),
    ("2 crystals", "score"),
    ("The score if the game ended now", "rest Millbrook 1"),
    ("Bo: an action, or end turn", "0"),
    ("Anna: a journey, a rest, or an action", "stop"),
)


def play(child: Any, steps: Sequence[Step]) -> None:
    for prompt, text in steps:
        answer(child, prompt, text + ENTER)


def test_a_game_is_set_up_and_begun_at_the_prompts(tmp_path: Path) -> None:
    save = tmp_path / "quest.toml"
    child = start("new", "--game", "enchanters", save, rows=50, columns=200)
    play(child, SET_UP)
    child.expect("is ready")
    assert ended(child) == 0
    child = start("play", save, rows=50, columns=200)
    play(child, TURNS)
    child.expect("go on with")
    assert ended(child) == 0
    open_save = OpenSave(ENCHANTERS, save)
    moves = firsts(open_save.session)
    assert moves[1:] == ["end turn", "use Millbrook", "rest Millbrook 1", "end turn"]
    assert moves[0].startswith("journey 1 ")
    assert open_save.disagreements() == []


def test_an_attack_to_which_nothing_is_left_to_add_may_be_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It comes by itself then, and is no name of the card that is turned up."""
    save = tmp_path / "game.toml"
    words = ("--village", "Hut: rest: 3c; multi: 2c -> 1a", "--fist", "1a", "--enchanting", "1d", "--cards", "20")
    track = ("--track", "Troll, of Ice, of Fire, Shield, Sword, of Air", "--draws", "table", "--yes")
    run("new", save, "--game", "enchanters", "--player", "Anna", "--player", "Bo", *words, *track)
    type_at(save, monkeypatch, "journey 1; monster 2/3 4g; hut x2; attack; Bow: item 2a")
    assert "Bow comes to place 6" in " ".join(capsys.readouterr().out.split())
    assert "attackBow" not in run("log", save, "--moves").stdout
