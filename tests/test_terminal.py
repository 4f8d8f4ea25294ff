"""The prompts in a real pseudo-terminal: choosing, typing, Ctrl-C, a kill, and going on."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests import terminal
from tests.terminal import CTRL_C, ENTER, answer, ended, kill, wait_for

DECK = Path(__file__).parents[1] / "examples" / "sample-deck.toml"


def start(record: Path, *options: str) -> Any:
    return terminal.start("battle", record, "--deck", DECK, *options)


def set_up(child: Any) -> None:
    answer(child, "What kind of battle", ENTER)
    answer(child, "Whose dice", ENTER)
    answer(child, "Optional rules", ENTER)
    answer(child, "Who attacks", "Anna" + ENTER)
    answer(child, "Who defends", "Bo" + ENTER)
    answer(child, "Anna's creature 1", "Sphinx" + ENTER)
    answer(child, "Anna's creature 2", ENTER)
    answer(child, "Anna's equipment, piece 1", "Tower" + ENTER)
    answer(child, "Anna's equipment, piece 2", ENTER)
    answer(child, "Bo's creature 1", "Minotaur" + ENTER)
    answer(child, "Bo's creature 2", ENTER)
    answer(child, "Bo's equipment, piece 1", ENTER)


def turns(record: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads(record.read_text(encoding="utf-8")).get("turns", [])
    return found


def test_a_battle_is_played_with_numbers_words_and_typed_dice(tmp_path: Path) -> None:
    record = tmp_path / "duel.toml"
    child = start(record)
    set_up(child)
    answer(child, "Anna's move", "2" + ENTER)  # the second of the list: summon Sphinx 2
    answer(child, "Sphinx wears", "tower" + ENTER)
    answer(child, "Bo's move", "summon mino 2 wiht" + ENTER)
    child.expect("can't read|no answer")
    answer(child, "Bo's move", "summon mino 2" + ENTER)
    answer(child, "Sphinx strikes Minotaur: 3 dice", "20" + ENTER)
    child.expect("2 dice are too few")
    answer(child, "Sphinx strikes Minotaur: 3 dice", "201" + ENTER)
    answer(child, "Minotaur strikes Sphinx: 3 dice", "2 2 2" + ENTER)
    child.expect(r"Tower Shield takes\s+6")
    answer(child, "Anna's move", CTRL_C)
    child.expect("Go on with")
    assert ended(child) == 130
    assert turns(record) == [
        {"move": "summon Sphinx 2 with Tower Shield"},
        {"move": "summon Minotaur 2", "dice": "2 0 1 / 2 2 2"},
    ]


def test_the_odds_stand_beside_the_moves(tmp_path: Path) -> None:
    child = start(tmp_path / "duel.toml", "--odds")
    set_up(child)
    answer(child, "Anna's move", "summon sphinx 2" + ENTER)
    child.expect(r"summon Minotaur 2 +Sphinx takes 0-6, Minotaur 0-6")
    answer(child, "Bo's move", CTRL_C)
    assert ended(child) == 130


@pytest.mark.parametrize("when", ["in the set-up", "in a turn"])
def test_a_kill_loses_nothing(tmp_path: Path, when: str) -> None:
    record = tmp_path / "duel.toml"
    child = start(record)
    if when == "in the set-up":
        answer(child, "What kind of battle", ENTER)
        answer(child, "Whose dice", ENTER)
        wait_for(child, "Optional rules")
    else:
        set_up(child)
        answer(child, "Anna's move", "summon Sphinx 2" + ENTER)
        answer(child, "Bo's move", "summon Minotaur 2" + ENTER)
        answer(child, "Sphinx strikes Minotaur", "201" + ENTER)
        wait_for(child, "Minotaur strikes Sphinx: 3 dice")
    kill(child)
    again = start(record)
    answer(again, "Optional rules" if when == "in the set-up" else "Minotaur strikes Sphinx: 3 dice", CTRL_C)
    assert ended(again) == 130
    assert not list(tmp_path.glob(".*.tmp"))


def test_plain_mode_asks_with_numbers_and_lines(tmp_path: Path) -> None:
    record = tmp_path / "duel.toml"
    child = start(record, "--plain")
    for prompt, keys in (
        ("What kind of battle", "1"),
        ("Whose dice", "average"),
        ("Optional rules", "none"),
        ("Who attacks", "Anna"),
        ("Who defends", "Bo"),
        ("Anna's creature 1", "sphinx"),
        ("Anna's creature 2", ""),
        ("Anna's equipment", ""),
        ("Bo's creature 1", "Kappa"),
        ("Bo's creature 2", ""),
        ("Bo's equipment", ""),
        ("Anna's move", "move Sphinx 1"),
        ("still in hand", "summon Sphinx 1"),
        ("Bo's move", "?"),
        ("Bo's move", "summon Kappa 1"),
        ("Anna, slot 1: Sphinx", "stop"),
    ):
        child.expect(re.escape(prompt))
        child.sendline(keys)
    child.expect("Saved in")
    assert ended(child) == 0
    assert [turn["move"] for turn in turns(record)] == ["summon Sphinx 1", "summon Kappa 1"]


def test_typed_words_that_fit_nothing_are_refused(tmp_path: Path) -> None:
    """Neither a misspelled move nor dice typed too early are ever taken for the first answer of a list."""
    record = tmp_path / "duel.toml"
    child = start(record)
    set_up(child)
    for words in ("salam 2", "111", "summon imp 2"):
        answer(child, "Anna's move", words + ENTER)
    answer(child, "Anna's move", CTRL_C)
    assert ended(child) == 130
    assert turns(record) == []


def test_what_another_program_wrote_is_not_overwritten(tmp_path: Path) -> None:
    record = tmp_path / "duel.toml"
    one = start(record)
    set_up(one)
    wait_for(one, "Anna's move")
    two = start(record)
    answer(two, "Anna's move", "summon Sphinx 1" + ENTER)
    wait_for(two, "Bo's move")
    one.send("summon Sphinx 3" + ENTER)
    one.expect(r"changed\s+meanwhile")
    answer(one, "Bo's move", CTRL_C)
    assert ended(one) == 130
    assert [turn["move"] for turn in turns(record)] == ["summon Sphinx 1"]
    two.sendintr()
    assert ended(two) == 130


def test_the_end_can_be_taken_back(tmp_path: Path) -> None:
    record = tmp_path / "duel.toml"
    text = """game = "conjurers"
kind = "duel"
dice = "entered"
attacker = { name = "Anna", creatures = [{ name = "Ox", level = 1, hp = 9, bd = 1 }] }
defender = { name = "Bo", creatures = [{ name = "Hen", level = 1, hp = 2, bd = 1 }] }
turns = [{ move = "summon Ox 1" }]
"""
    record.write_text(text, encoding="utf-8")
    child = start(record)
    answer(child, "Bo's move", "summon Hen 1" + ENTER)
    answer(child, "Hen strikes Ox: 1 die", "0" + ENTER)
    answer(child, "Ox strikes Hen: 1 die", "2" + ENTER)
    answer(child, "All done", "undo" + ENTER)
    child.expect("Undid: 2")
    answer(child, "Ox strikes Hen: 1 die", "undo 2" + ENTER)
    child.expect("Undid: 0; summon Hen 1")
    answer(child, "Bo's move", "summon Hen 2" + ENTER)
    answer(child, "Anna's move", CTRL_C)
    assert ended(child) == 130
    assert [turn["move"] for turn in turns(record)] == ["summon Ox 1", "summon Hen 2"]
