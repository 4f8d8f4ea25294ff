"""Corrections as people say them at any game: short, in a sentence, and what hands must move afterwards."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.cli.common import open_table
from referee.play.loop import play
from referee.play.notation import write_step
from referee.play.person import Person
from referee.text.screen import Screen
from tests.old_saves import run

EXAMPLES = Path(__file__).parents[1] / "examples" / "enchanters"
BEGIN = "new --game enchanters --player Anna --player Bo"
At = Callable[..., list[str]]


class Typing(Person):
    """Somebody who types lines, then leaves."""

    def __init__(self, lines: tuple[str, ...]) -> None:
        super().__init__(Screen(plain=True))
        self._lines = list(lines)

    def _line(self, prompt: str, words: object, default: str = "") -> str:
        self.screen.line(f"> {prompt}{default}")
        return self._lines.pop(0) if self._lines else "stop"


@pytest.fixture
def save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The example of Enchanters up to its third turn; Cleo is next."""
    monkeypatch.setenv("COLUMNS", "300")  # what is told stays on one line
    script, path = tmp_path / "quest.moves", tmp_path / "quest.toml"
    text = (EXAMPLES / "three-players.moves").read_text(encoding="utf-8")
    script.write_text(text.partition("use of Enchanting")[0], encoding="utf-8")
    shutil.copy(EXAMPLES / "sample-deck.toml", tmp_path)
    assert run("do", path, "--from", script, "--brief").exit_code == 0
    return path


@pytest.fixture
def at(save: Path) -> At:
    """Types lines at the prompt of that game; what its log has more then."""

    def typed(*lines: str) -> list[str]:
        table = open_table(save, Screen(plain=True))
        before = len(table.session.steps)
        play(table, Typing(lines))
        return [write_step(step) for step in open_table(save, Screen(plain=True)).session.steps[before:]]

    return typed


def last(capsys: pytest.CaptureFixture[str], begun: str) -> str:
    """The last line that begins so."""
    return [line for line in capsys.readouterr().out.splitlines() if line.startswith(begun)][-1]


# --- who is meant -------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["adjust crystals +2", "crystals +2", "cleo crystals +2"])
def test_a_correction_that_names_nobody_is_of_whose_turn_it_is(at: At, words: str) -> None:
    (told,) = at(words)
    assert told.lower() == "adjust cleo crystals +2"


def test_several_at_once_are_one_entry(at: At) -> None:
    assert at("bo crystals +2, wounds +1") == ["adjust bo crystals +2, wounds +1"]
    assert at("crystals -1, attack +1") == ["adjust Cleo crystals -1, attack +1"]


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("bo has 7 crystals, not 4", "adjust Bo crystals 7"),
        ("anna should have three wounds", "adjust Anna wounds 3"),
        ("bo's wounds are 2", "adjust Bo wounds 2"),
        ("anna lost 1 crystal", "adjust Anna crystals -1"),
        ("i have 6 crystals", "adjust Cleo crystals 6"),
        ("set bo's crystals to 7", "adjust Bo crystals 7"),
        ("correct anna's wounds: 3", "adjust Anna wounds 3"),
        ("we forgot 2 crystals for Bo", "adjust Bo crystals +2"),
        ("anna forgot to take her 1 crystal", "adjust Anna crystals +1"),
        ("bo forgot to pay 1 crystal", "adjust Bo crystals -1"),
        ("anna gets 2 more wounds", "adjust Anna wounds +2"),
        ("anna lost the Cinder Whip", "adjust anna loses Cinder Whip"),
        ("from now on only the score", "adjust tracking score"),
        ("bo crystals 7", "adjust bo crystals 7"),
        ("Anna gains Fen Hydra", "adjust Anna gains Fen Hydra"),
    ],
)
def test_a_correction_in_a_sentence_is_one(at: At, line: str, entry: str) -> None:
    assert at(line) == [entry]


def test_the_command_takes_what_the_prompt_takes(save: Path) -> None:
    told = run("adjust", save, "wounds", "+2", "because", "the giant")
    assert "adjust Cleo wounds +2 because the giant" in told.stdout


@pytest.mark.parametrize(
    "words", ["crystals 7", "boots +1", "crystals + 2", "zoe crystals +2", "Bo lost the Cinder Whip"]
)
def test_what_may_be_something_else_is_no_correction(at: At, words: str) -> None:
    assert at(words) == []


# --- what needs correcting ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sentence", "entry"),
    [
        ("bo crystals 3 because we miscounted", "adjust bo crystals 3 because we miscounted"),
        ("crystals +1", "adjust Cleo crystals +1"),
        ("adjust bo wounds +1", "adjust bo wounds +1"),
        ("deck 60 because two were stuck", "adjust deck 60 because two were stuck"),
    ],
)
def test_the_question_what_needs_correcting_takes_the_whole_sentence(at: At, sentence: str, entry: str) -> None:
    assert at("adjust", sentence) == [entry]


@pytest.mark.parametrize("way_out", ["nothing", "", "stop"])
def test_there_is_a_way_out_of_a_correction(at: At, capsys: pytest.CaptureFixture[str], way_out: str) -> None:
    assert at("adjust", way_out) == []
    assert "Nothing was corrected." in capsys.readouterr().out


def test_a_sentence_that_cant_be_is_refused_and_asked_for_again(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    assert at("adjust", "bo crystals many", "bo", "crystals", "3", "") == ["adjust Bo crystals 3"]
    assert "write it like Bo crystals 7" in capsys.readouterr().out


# --- what hands must move -----------------------------------------------------------------------------


def test_after_undo_it_is_told_what_goes_back(save: Path) -> None:
    told = run("undo", save, 3).stdout
    assert "On the table: Bo: take 1 crystal; of the Peak: from Bo's enchantments to the track" in told
    assert "Ridge Harpy: away from the track." in told
    assert "On the table: Bo: put 1 crystal back" in run("redo", save, 3).stdout


def test_at_the_prompt_it_stands_last(at: At, capsys: pytest.CaptureFixture[str]) -> None:
    at("undo 3")
    lines = capsys.readouterr().out.splitlines()
    told = next(number for number, line in enumerate(lines) if line.startswith("On the table: Bo: take 1"))
    assert lines[told + 1].startswith(("1. ", ">"))


def test_after_a_correction_and_an_amendment_too(at: At, save: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at("adjust bo crystals 2")
    assert last(capsys, "On the table") == "On the table: Bo: put 2 crystals back."
    told = run("amend", save, 3, "journey 1 Soot Cloak [Ridge Harpy]", "--cut").stdout
    assert "On the table:" in told
    assert "of the Peak: from Bo's enchantments to the track" in told


def test_an_absolute_correction_swallows_what_was_amended(save: Path) -> None:
    run("adjust", save, "Anna crystals +2")
    run("adjust", save, "Anna crystals 9")
    entry = len(open_table(save, Screen(plain=True)).session.steps) - 1
    told = run("amend", save, entry, "adjust Anna crystals +1").stdout
    assert f"note: entry {entry + 1} (adjust Anna crystals 9) sets Anna's crystals to 9" in told
    run("amend", save, entry, "adjust Anna wounds +1")
    assert "note:" not in run("amend", save, entry, "adjust Anna wounds +2").stdout, "nothing sets wounds later"
