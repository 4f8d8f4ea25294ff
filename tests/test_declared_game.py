"""A game that is declared in a few lines (`race`) plays with everything that a game has."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from referee import games
from referee.declaration.changes import Holdings
from referee.declaration.corrections import Corrections
from referee.declaration.tracking import TABLE, Counter, Pile, wrong
from referee.saves.save import OpenSave, read_save
from referee.saves.table import SavedTable
from referee.text.screen import Screen
from tests.made_up import as_json, made_up, run, type_at

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The race among the games, with its rules."""
    with made_up("race", tmp_path / "tables", monkeypatch):
        yield


@pytest.fixture
def save(tmp_path: Path) -> Path:
    path = tmp_path / "race.toml"
    run("new", path, "--game", "race", "--player", "Anna", "--player", "Bo", "--yes")
    return path


def steps(save: Path) -> list[int]:
    return [player.get("steps", 0) for player in as_json("status", save)["players"]]


def test_it_is_played_scored_and_ends(save: Path) -> None:
    told = run("do", save, "run [6]", "run [3]", "run [5]", "run [2]").stdout
    assert "Anna runs 6." in told
    assert steps(save) == [11, 5]
    assert as_json("score", save)["decided_by"] is None
    assert "Nothing is decided yet." in run("score", save).stdout
    assert "Anna has arrived and wins." in run("do", save, "run [1]").stdout
    found = as_json("score", save)
    assert (found["winners"], found["decided_by"], found["players"][0]["steps"]) == (["Anna"], "goal", "12 of 12")
    assert "after the end" in run("do", save, "run", code=2).stderr


def test_a_move_is_taken_back_and_given_back(save: Path) -> None:
    run("do", save, "run [6]", "wait")
    run("undo", save, "2")
    assert steps(save) == [0, 0]
    run("redo", save)
    assert steps(save) == [6, 0]


def test_one_entry_of_the_log_is_one(save: Path) -> None:
    run("do", save, "wait")
    assert "the log has 1 entry; there is nothing after entry 1" in run("undo", save, "--to", "1", code=2).stderr


def test_what_the_table_puts_right_is_on_record(save: Path) -> None:
    run("adjust", save, "Bo", "steps", "4", "--because", "miscounted")
    run("adjust", save, "Bo steps +2, Anna stones -1")
    assert steps(save) == [0, 6]
    assert "adjust Bo steps 4 because miscounted" in run("log", save, "--moves").stdout
    assert "the most is 17" in run("adjust", save, "Bo steps 18", code=1).stderr
    assert "write it like Bo steps 2" in run("adjust", save, "Bo wings", code=2).stderr


def test_what_the_table_claims_is_an_entry_once_judged_and_told(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It changes nothing, and an amended entry before it leaves it there."""
    run("do", save, "wait")
    type_at(save, monkeypatch, "claim Anna steps 3", "claim Anna steps 3", "claim Anna wings 3")
    kept = "adjust claim Anna steps 3"
    assert run("log", save, "--moves").stdout.splitlines()[1:] == ["wait", kept]
    assert "Claimed: Anna steps 3, but it is 0." in run("why", save).stdout
    assert f"entry 2  {kept}" in run("judge", save, "--brief", code=1).stdout
    assert json.loads(run("judge", save, "--json", code=1).stdout)["disputes"][0]["ruled"] == 0
    assert "Claimed: Anna steps 3" in run("story", save, "--plain").stdout
    run("amend", save, "1", "run [3]")
    assert kept in run("log", save, "--moves").stdout


def test_a_claim_within_a_step_is_of_what_is_so_there_and_not_kept(save: Path) -> None:
    run("do", save, "run [Bo: throw]")
    told = run("do", save, "adjust claim Bo stones 1", code=1).stderr
    assert "Claimed: Bo stones 1, and so it is. That is within the step under way" in told
    assert "but it is 1" in run("do", save, "adjust claim Bo stones 3", code=1).stderr
    run("do", save, "adjust claim Anna stones 3")
    assert run("log", save, "--moves").stdout.splitlines()[1] == "adjust claim Anna stones 3"


def test_examples_of_corrections_are_of_the_game_at_hand(save: Path) -> None:
    assert f"like: referee adjust {save} Anna steps 3" in run("adjust", save, code=2).stderr
    assert "write it like: mend turn = 4" in run("do", save, "mend steps = six", code=2).stderr


def test_what_others_may_say_at_a_question_is_carried_out_and_it_comes_again(save: Path) -> None:
    told = run("do", save, "run [Bo: throw / 3]").stdout
    assert "Bo throws a stone in the way: one step less." in told
    assert steps(save) == [2, 0]
    assert run("log", save, "--moves").stdout.splitlines()[1] == "run [Bo: throw / 3]"
    assert "throw (Anna): a stone" in run("next", save).stdout
    assert "throw (Bo)" not in run("next", save).stdout  # it is Bo's own turn


def test_why_tells_the_arithmetic_the_rule_and_what_a_switch_decides(save: Path) -> None:
    run("do", save, "run [Bo: throw / 3]")
    told = run("why", save).stdout
    assert "0 + 2 = 2 steps" in told
    assert "2 - 1 = 1 stone" in told
    assert "Each stone thrown in the way takes a step off" in told
    assert "Decided by a switch: no stones = no" in told


def test_every_screen_has_what_is_declared(save: Path) -> None:
    run("do", save, "run [4]")
    for command in ("status", "watch", "next", "verify", "log"):
        run(command, save, *(["--plain", "--once"] if command == "watch" else []))
    assert "Anna: steps 4 of 17, stones 2 of 2" in run("status", save, "--plain").stdout
    assert "Running" in run("rules", "how far do I run", "--game", "race").stdout


def test_a_state_that_cant_be_is_refused(save: Path) -> None:
    save.write_text(save.read_text().replace('name = "Bo"', 'name = "Bo", stones = 3'))
    assert "Bo's stones: 3; it can be 0 to 2" in run("status", save, code=2).stderr


def test_a_script_begins_with_the_set_up_and_leads_to_the_same_game(save: Path, tmp_path: Path) -> None:
    run("do", save, "run [6]", "wait")
    script = tmp_path / "race.moves"
    script.write_text(run("log", save, "--moves").stdout)
    assert script.read_text().startswith("new --game race --player Anna --player Bo --dice entered")
    run("do", tmp_path / "again.toml", "--from", script)
    assert steps(tmp_path / "again.toml") == [6, 0]


def test_an_option_whose_own_name_begins_with_no_is_kept_in_a_script(tmp_path: Path) -> None:
    path, script = tmp_path / "race.toml", tmp_path / "race.moves"
    run("new", path, "--game", "race", "--player", "Anna", "--player", "Bo", "--no-stones", "yes", "--yes")
    script.write_text(run("log", path, "--moves").stdout)
    assert "--no-stones yes" in script.read_text()
    run("do", tmp_path / "again.toml", "--from", script)
    assert "throw" not in run("next", tmp_path / "again.toml").stdout


def test_what_others_may_say_is_never_taken_for_an_answer(save: Path) -> None:
    """A die that is typed in has no listed answer; a stone that could be thrown then isn't the only one."""
    open_save: OpenSave[Any] = OpenSave(games.load("race"), save)
    open_save.session.answer("run")
    question = open_save.session.question
    assert question is not None
    assert question.options() == ()
    assert [one.option.text for one in question.interrupts()] == ["throw"]
    assert question.only() is None


def test_what_the_program_rolls_goes_by_itself_though_others_may_speak(tmp_path: Path) -> None:
    path = tmp_path / "rolled.toml"
    run("new", path, "--game", "race", "--player", "Anna", "--player", "Bo", "--dice", "rolled", "--seed", 3, "--yes")
    assert "Anna runs" in run("do", path, "run").stdout
    assert as_json("status", path)["turn"] == 2


def test_a_counter_of_the_table_is_put_right_by_its_name(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    race = games.load("race")
    counters = (*race.rules().counters, Counter[Any]("thrown", most=2, owners=TABLE, rule="stone"))
    corrections: Corrections[Any, Any, Any] = Corrections(holdings=Holdings(counters=counters))
    rules = replace(race.rules(), counters=counters, corrections=lambda: corrections)
    monkeypatch.setattr(sys.modules["tests.race"], "GAME", replace(race, rules=lambda: rules))
    run("adjust", save, "thrown", 2)
    assert as_json("status", save)["thrown"] == 2
    assert "thrown: 2 of 2" in run("status", save).stdout
    assert "the most is 2" in run("adjust", save, "thrown", 3, code=1).stderr
    assert 'is called "thrown"' in run("adjust", save, "Anna thrown 1", code=2).stderr


def test_cards_of_a_pile_that_isnt_open_are_for_their_owner_alone(
    save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    race = games.load("race")
    rules = replace(race.rules(), piles=(Pile[Any]("cards", seen_by="owner"),))
    monkeypatch.setattr(sys.modules["tests.race"], "GAME", replace(race, rules=lambda: rules))
    save.write_text(save.read_text().replace('name = "Bo"', 'name = "Bo", cards = ["Ace"]'))
    run("verify", save, "--accept")
    assert as_json("status", save)["players"][1]["cards"] == 1
    assert "Ace" not in run("status", save).stdout
    table = SavedTable(games.load("race"), read_save(save), Screen(True))
    assert table.hand_of("Bo") == ("Bo", ["Ace"])
    state = table.session.present.copy()
    state.players[0].cards = ["Ace"]
    found = list(wrong(rules, state))
    assert found
    assert "Ace" not in " ".join(found)


def test_it_is_declared_in_few_lines() -> None:
    assert len((HERE / "race.py").read_text().splitlines()) < 150
