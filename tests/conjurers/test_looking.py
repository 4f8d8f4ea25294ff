"""A hidden hand in a real terminal: only Enter or the name opens it, and nothing of it is left behind."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests import terminal
from tests.terminal import ENTER, ended

SAVE = Path(__file__).parent / "saves" / "battle-with-hidden-hands.toml"
HAND = ("Leech", "Yamata No Orochi")
SHUT = ("undo", "bo", "y", "anna's", "open")
"""What opens no hand of Anna's."""

APART = re.compile(r"\x1b\[\?1049h.*?\x1b\[\?1049l", re.DOTALL)
"""What is written on the terminal's other screen."""


def start(tmp_path: Path, *words: str) -> Any:
    save = tmp_path / "friday.toml"
    shutil.copy(SAVE, save)
    child = terminal.start(words[0], save, *words[1:], rows=40)
    child.logfile_read = Seen()
    return child


class Seen:
    """All that the terminal was sent."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> None:
        self.text += text

    def flush(self) -> None:
        pass


def check_nothing_is_left(child: Any) -> None:
    sent = child.logfile_read.text
    assert all(name in sent for name in HAND)
    assert len(APART.findall(sent)) == 1
    assert not [name for name in HAND if name in APART.sub("", sent)]


@pytest.mark.rule("random-draw")
@pytest.mark.parametrize("plain", [(), ("--plain",)])
@pytest.mark.parametrize("opening", ["", "anna", "Anna"])
def test_looking_opens_by_enter_or_the_name_alone(tmp_path: Path, opening: str, plain: tuple[str, ...]) -> None:
    child = start(tmp_path, "look", "Anna", *plain)
    for wrong in SHUT:
        child.expect("looked away: ")
        child.sendline(wrong)
        child.expect("doesn't open Anna's hand: press Enter, or type Anna")
    child.expect("looked away: ")
    child.sendline(opening)
    child.expect("Press Enter to hide it")
    child.sendline("")
    assert ended(child) == 0
    check_nothing_is_left(child)


@pytest.mark.rule("random-draw")
def test_at_the_prompt_a_word_opens_no_hand_and_a_command_is_obeyed(tmp_path: Path) -> None:
    child = start(tmp_path, "play")
    terminal.answer(child, "Anna's move", "summon NAME SLOT" + ENTER)
    terminal.answer(child, "looked away", "whatever" + ENTER)
    child.expect("doesn't open Anna's hand")
    terminal.answer(child, "looked away", "status" + ENTER)
    child.expect("Turn ")
    terminal.answer(child, "looked away", "anna" + ENTER)
    terminal.answer(child, "Anna summons", "summon Leech 1" + ENTER)
    terminal.wait_for(child, "Leech (level 1)")
    sent = child.logfile_read.text
    assert "Yamata No Orochi" in sent
    assert "Yamata No Orochi" not in APART.sub("", sent)


@pytest.mark.rule("random-draw")
@pytest.mark.parametrize("plain", [(), ("--plain",)])
def test_a_hand_is_looked_at_from_the_prompt(tmp_path: Path, plain: tuple[str, ...]) -> None:
    child = start(tmp_path, "play", *plain)
    child.expect("Anna's move")
    terminal.wait_for(child, ":") if not plain else None
    child.send("look anna" + (ENTER if not plain else "\n"))
    child.expect("looked away: ")
    child.sendline("")
    child.expect("Press Enter to hide it")
    child.sendline("")
    child.expect("Anna's move")
    check_nothing_is_left(child)


@pytest.mark.rule("random-draw")
def test_ctrl_c_shows_nothing_and_gives_the_screen_back(tmp_path: Path) -> None:
    child = start(tmp_path, "look", "Anna")
    child.expect("looked away: ")
    child.sendline("")
    child.expect("Press Enter to hide it")
    child.sendintr()
    assert ended(child) == 130
    check_nothing_is_left(child)
