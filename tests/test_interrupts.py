"""What may be said at a question besides its answers, in a made-up game (`siege`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from referee.asking.interrupts import INTERRUPT
from referee.saves.table import SavedTable
from tests.made_up import as_json, made_up, run, type_at


@pytest.fixture(autouse=True)
def _siege(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with made_up("siege", tmp_path / "tables", monkeypatch):
        yield


@pytest.fixture
def save(tmp_path: Path) -> Path:
    path = tmp_path / "siege.toml"
    run("new", path, "--game", "siege", "--player", "Anna", "--player", "Bo", "--yes")
    return path


@pytest.fixture
def typing(save: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., SavedTable]:
    """The game after somebody at the prompt has typed these lines."""
    return partial(type_at, save, monkeypatch)


def moves(save: Path) -> list[str]:
    return run("log", save, "--moves").stdout.splitlines()[1:]


def gold(save: Path) -> list[int]:
    return [player.get("gold", 2) for player in as_json("status", save)["players"]]


# --- said, carried out, on record -----------------------------------------------------------------


def test_it_is_recorded_with_who_said_it(save: Path) -> None:
    told = run("do", save, "attack Bo's Guard [Bo: evade / 5 5]").stdout
    assert "Bo's Guard evades." in told
    assert moves(save) == ["attack Bo's Guard [Bo: evade / 5 5]"]
    assert "Bo: evade" in run("log", save).stdout


def test_what_stands_behind_it_is_read_with_it_or_asked_for(save: Path) -> None:
    run("do", save, "Bo: buy draw", "rest")
    run("do", save, "Anna: buy", "draw", "rest")
    assert gold(save) == [1, 1]
    assert moves(save) == ["Bo: buy draw [rest]", "Anna: buy [draw / rest]"]


def test_a_player_who_isnt_named_is_the_one_asked_or_the_only_one_who_can(save: Path) -> None:
    run("do", save, "buy draw", "attack Bo's Guard [evade / 5 5]")
    assert moves(save) == ["Anna: buy draw [attack Bo's Guard / Bo: evade / 5 5]"]


def test_who_says_it_needs_no_colon(save: Path) -> None:
    run("do", save, "bo buy draw", "rest")
    run("do", save, "Anna buys draw", "rest")
    assert moves(save) == ["Bo: buy draw [rest]", "Anna: buy draw [rest]"]


def test_where_several_could_have_said_it_they_are_named(save: Path) -> None:
    """Dice are nobody's question: who buys then has to be said."""
    refused = run("do", save, "attack Bo's Guard [buy draw / 5 5]", code=2).stderr
    assert "who says it? Write Anna: buy or Bo: buy" in refused


def test_several_interrupt_at_one_question(save: Path) -> None:
    run("do", save, "Bo: buy search [oil / Anna: buy draw / Bo: buy draw / rest]")
    assert gold(save) == [1, 0]
    assert moves(save) == ["Bo: buy search [(secret) / Anna: buy draw / Bo: buy draw / rest]"]


def test_what_somebody_cant_say_now_is_illegal_with_its_rule(save: Path) -> None:
    run("do", save, "Bo: buy draw [Bo: buy search / rope / rest]")
    assert "it costs 1 gold" in run("do", save, "Bo: buy draw", code=1).stderr
    assert "a draw this turn" in run("do", save, "Anna: buy draw [Anna: buy draw / rest]", code=1).stderr
    assert gold(save) == [2, 0]


def test_what_stands_behind_it_must_be_readable(save: Path) -> None:
    assert (
        '"victory" isn\'t an answer here; it can be draw or search'
        in run("do", save, "Bo: buy victory", code=2).stderr
    )
    assert run("do", save, "Cleo: buy draw", code=2).stderr


def test_it_can_be_taken_back_given_back_and_amended(save: Path) -> None:
    run("do", save, "attack Bo's Guard [Bo: evade / 5 5]", "rest")
    run("undo", save, "3")
    assert gold(save) == [2, 2]
    run("redo", save, "3")
    assert gold(save) == [2, 1]
    run("amend", save, "1", "attack Bo's Guard [5 5]")
    assert gold(save) == [2, 2]
    run("amend", save, "1", "attack Bo's Guard [Bo: evade / Bo: buy draw / 5 5]")
    assert gold(save) == [2, 0]
    assert run("verify", save).exit_code == 0


def test_why_tells_it_apart_from_the_answers(save: Path) -> None:
    run("do", save, "attack Bo's Guard [Bo: evade / 5 5]")
    given = [(one["key"], one["who"], one["question"], one["answer"]) for one in as_json("why", save)["given"]]
    assert given[1] == (INTERRUPT, "Bo", "meanwhile", "Bo: evade")
    assert given[2] == ("roll", "", "At Bo's Guard: 2 dice", "5 5")


# --- at the prompt ----------------------------------------------------------------------------------


def test_a_person_types_it_at_any_prompt(typing: Callable[..., SavedTable], save: Path) -> None:
    typing("bo: buy draw; 1; Evade; 5 5")
    assert moves(save) == ["Bo: buy draw [attack Bo's Guard / Bo: evade / 5 5]"]


def test_it_is_listed_on_a_question_mark_alone(
    typing: Callable[..., SavedTable], capsys: pytest.CaptureFixture[str]
) -> None:
    typing()
    assert "buy" not in capsys.readouterr().out
    typing("?")
    told = capsys.readouterr().out
    assert "At any time: buy (Anna or Bo): draw or search, 1 gold" in told
    assert "5. rest" in told
    assert "6." not in told  # it is none of the answers


def test_it_can_be_said_while_only_one_player_may_look(typing: Callable[..., SavedTable], save: Path) -> None:
    typing("plan", "Bo: buy draw", "", "north")
    assert moves(save) == ["plan [Bo: buy draw / (secret)]"]


def test_one_who_looks_alone_can_say_it_too(typing: Callable[..., SavedTable], save: Path) -> None:
    typing("plan", "", "buy draw", "", "south")
    assert moves(save) == ["plan [Anna: buy draw / (secret)]"]


def test_a_few_letters_are_asked_about(typing: Callable[..., SavedTable], save: Path) -> None:
    typing("bo bu", "", "draw", "rest")
    assert moves(save) == ["Bo: buy [draw / rest]"]


# --- for programs and the tab key -------------------------------------------------------------------


def test_next_tells_it_apart_from_the_moves(save: Path) -> None:
    found = as_json("next", save)
    assert [move["move"] for move in found["moves"]][-2:] == ["plan", "rest"]
    assert found["interrupts"] == [
        {"say": "buy", "who": ["Anna", "Bo"], "more": True, "detail": "draw or search, 1 gold"}
    ]
    assert "At any time: buy (Anna or Bo)" in run("next", save).stdout


def test_what_nobody_can_say_isnt_told(save: Path) -> None:
    run("adjust", save, "Anna gold 0, Bo gold 0")
    assert as_json("next", save)["interrupts"] == []
    assert "At any time" not in run("next", save).stdout
    assert "it costs 1 gold" in run("do", save, "Bo: buy draw", code=1).stderr
