"""Counters of players, units and areas, in a made-up game (`siege`): each is a line of its declaration."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee import games
from referee.declaration.changes import change
from referee.declaration.tracking import wrong
from referee.saves.save import read_save
from referee.saves.table import SavedTable
from referee.text.screen import Screen
from tests import siege
from tests.made_up import as_json, made_up, run


@pytest.fixture(autouse=True)
def _siege(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with made_up("siege", tmp_path / "tables", monkeypatch):
        yield


@pytest.fixture
def save(tmp_path: Path) -> Path:
    path = tmp_path / "siege.toml"
    run("new", path, "--game", "siege", "--player", "Anna", "--player", "Bo", "--yes")
    return path


def test_everybody_has_a_row_and_every_thing(save: Path) -> None:
    told = run("status", save, "--plain").stdout
    assert "Anna: gold 2" in told
    assert "Bo's Guard: vitality 3 of 3, stones 0 of 1" in told
    assert "Stone Ford: trees 2 of 2, stones 1" in told
    assert "unit" in run("status", save).stdout


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Bo's Guard vitality 1", (1, 2)),
        ("Bo's Guard vitality -1, Hill trees -1", (2, 1)),
        ("hill trees 0", (3, 0)),
        ("Anna gold 0, Bo's Guard vitality 2", (2, 2)),
        ("Bo's Guard vitality 2, stones 1", (2, 2)),
    ],
)
def test_a_correction_names_whose_it_is(save: Path, said: str, found: tuple[int, int]) -> None:
    run("adjust", save, said)
    state = as_json("status", save)
    assert (state["units"][1].get("vitality", 3), state["areas"]["Hill"].get("trees", 2)) == found
    assert run("log", save, "--moves").stdout.splitlines()[1] == f"adjust {said}"


@pytest.mark.parametrize(
    ("said", "code", "told"),
    [
        ("Bo's Guard vitality 4", 1, "Bo's Guard can't have 4 vitality; the most is 3"),
        ("Hill trees 3", 1, "Hill can't have 3 trees; the most is 2"),
        ("Hill vitality 3", 2, 'nothing to change is called "vitality"'),
        ("Bo vitality 3", 2, 'is called "vitality"'),
        ("Hall trees 1", 2, "did you mean Hill trees 1?"),
        ("Hill", 2, "what is wrong with Hill; write it like Hill trees 2"),
        ("zzz 1", 2, "begins with no player, unit or area's name"),
    ],
)
def test_what_cant_be_is_refused_with_what_can(save: Path, said: str, code: int, told: str) -> None:
    before = save.read_text()
    assert told in run("adjust", save, said, code=code).stderr
    assert save.read_text() == before


def test_a_stone_changes_hands(save: Path) -> None:
    run("adjust", save, "stone Hill Bo's Guard")
    run("adjust", save, "stone Stone Ford Anna's Guard")
    told = run("status", save, "--plain").stdout
    assert "Bo's Guard: vitality 3 of 3, stones 1 of 1" in told
    assert "Stone Ford: trees 2 of 3, stones 0" in told
    assert (
        "Bo's Guard can't have 2 stones; the most is 1"
        in run("adjust", save, "stone Anna's Guard Bo's Guard", code=1).stderr
    )
    assert "Hill has no stone" in run("adjust", save, "stone Hill Stone Ford", code=1).stderr
    told = run("adjust", save, "stone Bo's Guard Dale", code=2).stderr
    assert '"stone Bo\'s Guard" is followed by Hill, Stone Ford, Anna\'s Guard or Bo\'s Guard, not by "Dale"' in told


def test_a_name_that_begins_like_a_correction_is_a_name(save: Path) -> None:
    run("adjust", save, "Stone Ford trees 1")
    assert as_json("status", save)["areas"]["Stone Ford"]["trees"] == 1


def test_a_change_says_what_hands_do(save: Path) -> None:
    assert "Bo's Guard: vitality is 1, not 3" in run("adjust", save, "Bo's Guard vitality 1").stdout


def test_why_tells_the_arithmetic_of_each_owner(save: Path) -> None:
    run("do", save, "claim from Hill", "attack Anna's Guard [5 0]")
    assert as_json("why", save, "1")["happened"][0]["steps"] == ["1 - 1 = 0 stones", "0 + 1 = 1 stone"]
    found = as_json("why", save, "2")
    assert found["happened"][0]["steps"] == ["3 - 1 = 2 vitality"]
    assert {"what": "Anna's Guard's vitality", "now": "3 of 3", "other": "2 of 3"} in found["changed"]


def test_a_count_that_changes_is_told_by_its_declaration(save: Path) -> None:
    told = run("do", save, "attack Bo's Guard [evade / 5 5]").stdout
    assert "Bo pays 1 gold (evading)." in told
    assert as_json("why", save)["happened"][0]["steps"] == ["2 - 1 = 1 gold"]
    assert "Bo's Guard has 1 vitality now (corrected)." in run("adjust", save, "Bo's Guard vitality 1").stdout
    assert "Hill loses 2 trees (corrected)." in run("adjust", save, "Hill trees -2").stdout
    assert as_json("why", save)["happened"][0]["steps"] == ["2 - 2 = 0 trees"]


def test_a_count_changes_as_far_as_it_goes() -> None:
    state = siege.begin(siege.Setup(("Anna", "Bo")))
    stones, trees = siege.STONES[0], siege.COUNTERS[2]
    assert [one.by for one in change(stones, state, "Anna's Guard", 3, "found")] == [1]
    assert [one.by for one in change(trees, state, "Hill", -5, "fire")] == [-2]
    assert change(trees, state, "Hill", -1, "fire") == []
    assert [one.by for one in change(trees, state, "Hill", 0, "fire", counted="1 for each axe, of 0")] == [0]
    assert (state.units[0].stones, state.areas["Hill"].trees) == (1, 0)


def test_a_state_that_cant_be_is_refused(save: Path) -> None:
    table = SavedTable(games.load("siege"), read_save(save), Screen(True))
    state: Any = table.session.present.copy()
    state.units[0].stones, state.areas["Hill"].trees = 2, -1
    assert list(wrong(table.game.rules(), state)) == [
        "Hill's trees: -1; it can be 0 to 2",
        "Anna's Guard's stones: 2; it can be 0 to 1",
    ]


def test_what_a_place_holds_may_hang_on_the_place(save: Path) -> None:
    table = SavedTable(games.load("siege"), read_save(save), Screen(True))
    state: Any = table.session.present.copy()
    state.areas["Hill"].guards = ["Ada", "Ben", "Cem"]
    assert list(wrong(table.game.rules(), state)) == []
    state.areas["Hill"].trees = 1
    state.areas["Stone Ford"].guards = ["Ben"]
    assert list(wrong(table.game.rules(), state)) == [
        "Hill's guards: 3 cards; at most 2 lie there",
        "Ben lies in two places: among Hill's guards and among Stone Ford's guards; "
        'a second card of one name is "Ben #2"',
    ]


def test_a_correction_is_asked_for_step_by_step(save: Path) -> None:
    run("play", save, code=2)  # nobody is there to be asked
    table = SavedTable(games.load("siege"), read_save(save), Screen(True))
    asking = table.correction()
    asked = next(asking)
    assert [option.text for option in asked.options()] == ["Anna", "Bo", "unit", "area", "stone", "nothing"]
    assert [option.text for option in asking.send("area").options()] == ["Hill", "Stone Ford"]
    assert [option.text for option in asking.send("Hill").options()] == ["trees", "stones"]
    last = asking.send("trees")
    assert asking.send(last.parse("1")).key == "why"
    with pytest.raises(StopIteration) as done:
        asking.send("no reason")
    assert done.value.value.correct == "adjust Hill trees 1"
