"""`referee odds` without a record: of numbers that a game takes as options of its own (`siege`)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.made_up import as_json, made_up, run


@pytest.fixture(autouse=True)
def _siege(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with made_up("siege", tmp_path / "tables", monkeypatch):
        yield


@pytest.mark.parametrize(
    ("given", "chance"),
    [
        (("--dice", "1"), "1/3"),
        (("--dice=3",), "19/27"),
        ((), "5/9"),
        (("--plain", "--dice", "0"), "0"),
    ],
)
def test_a_game_takes_options_of_its_own(given: tuple[str, ...], chance: str) -> None:
    assert as_json("odds", "--game", "siege", *given) == {"game": "siege", "at_least": [chance]}
    assert run("odds", *given, "--game", "siege").stdout.endswith(f"dice wound with {chance}\n")


@pytest.mark.parametrize(
    ("given", "code", "told"),
    [
        (("--dcie", "3"), 2, "there is no option --dcie; did you mean --dice?"),
        (("--dice", "many"), 2, '--dice takes a number, not "many"'),
        (("--dice", "10"), 1, "more than 9 dice"),
        (("--dice", "1", "--dice", "2"), 2, "--dice is given twice"),
        (("--dice",), 2, 'not "yes"'),
        (("3",), 2, "3"),
        (("battle.toml", "--dice", "3"), 2, "there is no option --dice"),
    ],
)
def test_what_cant_be_is_refused(given: tuple[str, ...], code: int, told: str) -> None:
    assert told in run("odds", "--game", "siege", *given, code=code).stderr


def test_a_game_without_any_wants_a_record() -> None:
    assert "name a record" in run("odds", "--game", "conjurers", code=2).stderr
    assert "Conjurers has no option --dice" in run("odds", "--game", "conjurers", "--dice", "3", code=2).stderr


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (
            ("--dice", "6"),
            "--dice belongs to a game; write referee odds --game mythic --dice ... or referee odds --game",
        ),
        (("--vitality", "6"), "--vitality belongs to a game; write referee odds --game mythic --vitality ..."),
        (
            ("--game", "prophecy", "--offence", "6"),
            "Prophecy has no option --offence; write referee odds --game mythic",
        ),
        (("--ofence", "6"), "there is no option --ofence; did you mean: referee odds --game mythic --offence ...?"),
        (("--jsno", "6"), "there is no option --jsno; did you mean --json?"),
        (("--xyzzy", "6"), "there is no option --xyzzy; referee odds --game"),
    ],
)
def test_an_option_of_another_game_is_told_with_its_game(given: tuple[str, ...], told: str) -> None:
    assert told in run("odds", *given, code=2).stderr


def test_the_help_names_them() -> None:
    told = run("odds", "--game", "siege", "--help").stdout
    assert "What The Siege takes without a record" in told
    assert "--dice  how many are thrown" in told
    assert "--game" not in told.partition("takes without a record")[2]
    every = run("odds", "--help").stdout
    assert "odds --game prophecy --help" in every
    assert "--game conjurers --help" not in every
