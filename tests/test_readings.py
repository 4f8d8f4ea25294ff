"""What a table decides: declared once, said by option, preference, file and prompt, the usual where nothing is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee import games
from referee.declaration.readings import Reading, find_reading, in_force, read_readings, readings_of
from referee.errors import Unreadable
from referee.files.files import read_toml
from referee.games.conjurers.readings import ConjurersReadings
from referee.rulebook.rules import rulebook
from tests.old_saves import run

ARTIFACTS = ("The Book of Thoth", "Shield Of Achilles", "Mjöllnir")


def test_answers_are_read_by_their_words_and_numbers_within_their_bounds() -> None:
    assert read_readings(ConjurersReadings, "smiths sum, short food 3") == {"smiths": "sum", "short_food": 3}
    assert read_readings(ConjurersReadings, "usual") == {}
    with pytest.raises(Unreadable, match="it is best or sum"):
        read_readings(ConjurersReadings, "smiths all")
    with pytest.raises(Unreadable, match="a number from 0 to 5; usually 2"):
        read_readings(ConjurersReadings, "short_food 6")
    with pytest.raises(Unreadable, match="did you mean smiths"):
        find_reading(ConjurersReadings, "smits sum")


def test_a_set_up_is_made_anew_only_where_something_was_changed() -> None:
    usual = ConjurersReadings()
    assert in_force(usual, {}) is usual
    assert in_force(usual, {"smiths": "sum"}).smiths == "sum"
    assert in_force(usual, {"smiths": "sum"}) is in_force(usual, {"smiths": "sum"})


@pytest.mark.parametrize("name", games.names())
def test_every_reading_stands_beside_its_ruling_with_the_same_answers(name: str) -> None:
    declared = games.load(name).rules().readings
    known = readings_of(declared) if declared is not None else {}
    told = rulebook(name).readings
    assert set(told) == set(known)
    for one in known.values():
        assert set(told[one.name].answers) == set(one.answers), one.name
        assert not one.answers or next(iter(told[one.name].answers)) == one.write(one.usual), one.name
        assert one.answers or one.least <= one.usual <= one.most


def test_a_field_that_is_neither_kind_of_reading_is_refused() -> None:
    assert Reading("one", 1, least=0, most=2).parse("2") == 2
    with pytest.raises(Unreadable):
        Reading("one", 1, least=0, most=2).parse("3")


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A game of Conjurers before its first placing, with readings as options."""
    path = tmp_path / "begun.toml"
    done = run("new", path, "--player", "Anna:worker", "--player", "Bo:warrior", "--start", "Anna", "--locked",
               "norse, greek", "--dealt", "Anna: Wolf, Bat, Rat", "--dealt", "Bo: Viper, Bear, Fox", "--yes",
               "--smiths", "sum", "--short-food", "3")  # fmt: skip
    assert done.exit_code == 0, done.output
    return path


def test_an_option_of_a_new_game_is_a_key_of_its_set_up(begun: Path) -> None:
    setup = read_toml(begun)["setup"]
    assert (setup["smiths"], setup["short_food"]) == ("sum", 3)
    assert "combinations" not in setup  # what isn't written is usual
    assert "--smiths sum --short-food 3" in run("log", begun, "--moves").stdout


def test_a_group_keeps_its_readings_and_options_go_before_them(tmp_path: Path) -> None:
    assert run("config", "readings", "conjurers", "smiths", "sum,", "short", "food", "4").exit_code == 0
    path = tmp_path / "ours.toml"
    run("new", path, "--player", "Anna:worker", "--player", "Bo:warrior", "--start", "Anna", "--locked",
        "norse, greek", "--dealt", "Anna: Wolf, Bat, Rat", "--dealt", "Bo: Viper, Bear, Fox", "--yes",
        "--short-food", "1")  # fmt: skip
    setup = read_toml(path)["setup"]
    assert (setup["smiths"], setup["short_food"]) == ("sum", 1)
    assert "smiths: sum" in run("config", "readings", "conjurers").stdout
    assert run("config", "readings", "conjurers", "usual").exit_code == 0
    assert "smiths: best" in run("config", "readings", "conjurers").stdout


def test_in_the_middle_of_a_game_a_reading_is_a_step_that_holds_from_there_on(begun: Path) -> None:
    assert run("do", begun, "reading combinations two").exit_code == 0
    assert read_toml(begun)["state"]["readings"] == {"combinations": "two"}
    assert "reading combinations two" in run("log", begun, "--moves").stdout
    assert run("verify", begun).exit_code == 0
    assert run("undo", begun).exit_code == 0
    assert "readings" not in read_toml(begun)["state"]
    refused = run("do", begun, "reading combinations three")
    assert refused.exit_code == 2
    assert "it is all or two" in refused.stderr


def test_what_differs_is_told_beside_the_ruling(begun: Path) -> None:
    told = run("rules", "S3").stdout
    assert "Tables differ: whether the two mythologies" in told
    assert "two: only the two that are worth most" in told


THREE = ", ".join(
    f'{{ mythology = "{of}", level = {level} }}' for of in ("egyptian", "greek", "norse") for level in (2, 3, 4)
)


@pytest.mark.rule("S3")
@pytest.mark.parametrize(
    ("reading", "points"), [("", 45), ('combinations = "all"', 45), ('combinations = "two"', 30)]
)
def test_the_two_mythologies_worth_most_or_all_are_combined(tmp_path: Path, reading: str, points: int) -> None:
    path = tmp_path / "sheet.toml"
    path.write_text(
        f'''game = "conjurers"
{reading}
[[players]]
name = "Anna"
creatures = [{THREE}]
artifacts = ["{'", "'.join(ARTIFACTS)}"]
[[players]]
name = "Bo"
'''
    )
    scored = json.loads(run("score", path, "--json").stdout)
    assert scored["players"][0]["combinations"] == points


def test_an_answer_that_there_is_not_is_bad_input_of_a_sheet(tmp_path: Path) -> None:
    path = tmp_path / "sheet.toml"
    path.write_text('game = "conjurers"\ncombinations = "three"\n[[players]]\nname = "A"\n[[players]]\nname = "B"\n')
    refused = run("score", path, "--json")
    assert refused.exit_code == 2
    assert "combinations" in refused.stderr


def test_what_is_unusual_is_told_with_the_board_and_changes_the_score(begun: Path) -> None:
    assert "House rules: smiths sum, short food 3" in run("status", begun).stdout
    run("do", begun, "reading combinations two")
    assert "combinations two" in run("status", begun).stdout
    assert "combinations: two" in run("story", begun).stdout
