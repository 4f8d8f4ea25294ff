"""Answers of several parts, each as those before it leave it, in a made-up game (`siege`): dice that lift others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from referee import games
from referee.play.loop import play
from referee.play.person import Person
from referee.saves.save import read_save
from referee.saves.table import SavedTable
from referee.text.screen import Screen
from tests.made_up import as_json, made_up, run


@pytest.fixture(autouse=True)
def _siege(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with made_up("siege", tmp_path / "tables", monkeypatch):
        yield


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """Anna has thrown 3 3 2 1 1 1: two of them can wound."""
    path = tmp_path / "siege.toml"
    run("new", path, "--game", "siege", "--player", "Anna", "--player", "Bo", "--thrown", 6, "--yes")
    run("do", path, "attack Bo's Guard [3 3 2 1 1 1]")
    return path


def last(save: Path) -> str:
    return run("log", save, "--moves").stdout.splitlines()[-1].removeprefix("attack Bo's Guard [3 3 2 1 1 1 / ")


@pytest.mark.parametrize(
    ("said", "recorded", "vitality"),
    [
        ("lift 3 by 1, lift 3 by 2", "lift 3 by 1, lift 3 by 2]", 1),
        ("3+1,3+1", "lift 3 by 1, lift 3 by 1]", 1),
        ("2+1 1", "lift 2 by 1 1]", 2),
        ("done", "done]", 3),
        ("best", "lift 3 by 1, lift 3 by 1]", 1),
    ],
)
def test_it_is_read_and_recorded_part_by_part(save: Path, said: str, recorded: str, vitality: int) -> None:
    run("do", save, said)
    assert last(save) == recorded
    assert as_json("status", save)["units"][1].get("vitality", 3) == vitality


@pytest.mark.parametrize(
    ("said", "code", "told"),
    [
        ("lift 3 by 1, lift 2 by 3 3", 1, "lift 2 by 3 3: no 3 lies there"),
        ("lift 5 by 1", 1, "no 5 lies there"),
        ("lift 3 by 1, jump", 2, 'jump: can\'t read "jump"; write it like lift 3 by 1'),
        ("lift 1 by 1", 1, "isn't 4"),
    ],
)
def test_a_part_that_cant_be_after_the_others_is_refused(save: Path, said: str, code: int, told: str) -> None:
    assert told in run("do", save, said, code=code).stderr
    assert as_json("next", save)["key"] == "lift"


def test_a_program_is_told_its_dice_its_parts_and_what_is_suggested(save: Path) -> None:
    found = as_json("next", save)
    assert found["on_table"] == [
        {"who": "Anna", "count": 6, "faces": [0, 1, 2, 3, 4, 5], "showing": [3, 3, 2, 1, 1, 1]}
    ]
    assert found["usual"] == "lift 3 by 1, lift 3 by 1"
    assert (found["parts"], found["open"], found["who"]) == (True, True, "Anna")
    assert found["moves"][:2] == [
        {"move": "lift 3 by 1", "detail": "a wound", "as": {"move": "lift 3 by 1"}},
        {"move": "lift 2 by 1 1", "detail": "a wound", "as": {"move": "lift 2 by 1 1"}},
    ]


@pytest.mark.parametrize("typed", ["", "best", "1, 3+1", "?\n"])
def test_enter_takes_what_is_suggested(
    save: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], typed: str
) -> None:
    asked: list[str] = []
    left = [*typed.split("\n"), "quit"]

    def answer(prompt: str) -> str:
        asked.append(prompt)
        return left.pop(0)

    monkeypatch.setattr("builtins.input", answer)
    screen = Screen(plain=True)
    play(SavedTable(games.load("siege"), read_save(save), screen), Person(screen))
    assert asked[0] == "Lift dice [Enter: lift 3 by 1, lift 3 by 1]: "
    if typed == "1, 3+1":
        told = capsys.readouterr().out  # a number of the list is a whole answer, and numbers alone propose nothing
        assert 'can\'t read "1"; write it like lift 3 by 1' in told
    else:
        assert last(save) == "lift 3 by 1, lift 3 by 1]"
