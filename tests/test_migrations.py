"""Saves of older formats become those of today."""

from __future__ import annotations

from typing import Any

import pytest

from referee.errors import BadInput
from referee.play.notation import Answer, StateChange, Step
from referee.saves.layout import FORMAT, History, file_of, mark, migrate

STATE: dict[str, Any] = {"turn": 3, "players": [{"name": "Anna", "food": 2}]}


def format_2(log: list[str], undone: list[str] | None = None, **more: Any) -> dict[str, Any]:
    """A save as format 2 had it: a line of text for each step."""
    history = {"log": log} | ({} if undone is None else {"undone": undone})
    head = {"game": "conjurers", "kind": "save", "format": 2, "rules": 1, "revision": 7, "fingerprint": mark(STATE)}
    return {**head, "setup": {"seed": 1}, "state": STATE, "history": history, **more}


def log_of(*lines: str) -> list[Step]:
    """The steps that lines of format 2 become."""
    return list(file_of(format_2(list(lines)), "e.toml").history.log)


@pytest.mark.parametrize(
    ("line", "at", "who", "answers"),
    [
        ("turn 1, placing · Anna: place worker stone mine", "turn 1, placing", "Anna", ["place worker stone mine"]),
        ("turn 1, resolving: resolve worker [done]", "turn 1, resolving", "", ["resolve worker", "done"]),
        (
            "turn 1, resolving · Bo: resolve recruiter [trade 3 wood iron / done]",
            "turn 1, resolving",
            "Bo",
            ["resolve recruiter", "trade 3 wood iron", "done"],
        ),
        (
            "turn 2, battles: summon Wolf #2 1 with Dirk, Club [9/3, flying / none / 2 1]",
            "turn 2, battles",
            "",
            ["summon Wolf #2 1 with Dirk, Club", "9/3, flying", "none", "2 1"],
        ),
        (": resolve worker [done]", "", "", ["resolve worker", "done"]),
    ],
)
def test_a_line_becomes_a_step(line: str, at: str, who: str, answers: list[str]) -> None:
    assert log_of(line) == [Step.of([Answer("", text) for text in answers], at, who)]


def test_a_correction_has_the_reason_that_followed_the_first_because() -> None:
    """So it was carried out, whatever stood there."""
    assert log_of(
        "turn 2, placing: adjust Anna food 7 because we forgot [twice / thrice]",
        "turn 2, placing: leave Bo because: the last train [21:40]",
        "turn 2, placing: adjust card X: item; minor: manual roar because it hurts because so",
    ) == [
        Step(at="turn 2, placing", correct="adjust Anna food 7", because="we forgot [twice / thrice]"),
        Step(at="turn 2, placing", correct="leave Bo because: the last train [21:40]"),
        Step(at="turn 2, placing", correct="adjust card X: item; minor: manual roar", because="it hurts because so"),
    ]


def test_an_edit_by_hand_becomes_places_and_values() -> None:
    assert log_of(r'turn 1: mend players.0.items = ["a\u003b b"]; players.1 = {"food": 1}; -gone because rain') == [
        Step(
            at="turn 1",
            edit=(
                StateChange(("players", 0, "items"), ["a; b"]),
                StateChange(("players", 1), {"food": 1}),
                StateChange(("gone",)),
            ),
            because="rain",
        )
    ]


def test_the_step_under_way_and_what_was_undone_come_along() -> None:
    undone = [": end turn", "turn 1: adjust Anna food 1", "+: pass [2 1]"]
    history = file_of(format_2([], undone, draft=["resolve worker", "1"]), "e.toml").history
    assert history == History(
        draft=(Answer("", "resolve worker"), Answer("", "1")),
        undone=(
            (Step(do="end turn"),),
            (Step(at="turn 1", correct="adjust Anna food 1"), Step.of([Answer("", "pass"), Answer("", "2 1")])),
        ),
    )


def test_a_state_that_was_changed_by_hand_is_still_known_as_such() -> None:
    assert file_of(format_2([]), "e.toml").changed == ()
    assert file_of(format_2([], fingerprint="0" * 16), "e.toml").changed == ("state",)


def test_an_id_follows_from_the_set_up_and_the_first_steps() -> None:
    """The same each time that it is read, and as the game goes on."""
    begun = ["turn 1: a", "turn 1: b", "turn 1: c"]
    ids = [file_of(format_2(log), "e.toml").id for log in (begun, [*begun, "turn 2: d"], ["turn 1: x", *begun])]
    assert ids[0] == ids[1] != ids[2]


def test_the_tables_of_format_1_become_steps() -> None:
    log = [
        {"at": "turn 1, placing", "move": "place worker tavern"},
        {"at": "turn 1, resolving", "move": "resolve recruiter", "more": "trade 3 wood iron / done"},
        {"at": "turn 1, ending", "move": "adjust Anna food 7 because of rain", "kind": "intervene"},
    ]
    data = format_2([]) | {"format": 1, "history": {"log": log, "undone": [{"at": "", "move": "end turn"}]}}
    file = file_of(data, "e.toml")
    assert (file.format, file.revision, file.state) == (FORMAT, 7, STATE)
    assert file.history == History(
        (
            Step(at="turn 1, placing", do="place worker tavern"),
            Step.of(
                [Answer("", text) for text in ("resolve recruiter", "trade 3 wood iron", "done")], "turn 1, resolving"
            ),
            Step(at="turn 1, ending", correct="adjust Anna food 7", because="of rain"),
        ),
        undone=((Step(do="end turn"),),),
    )


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("history", [{"log": [1]}, {"log": {"move": "x"}}, {"log": 1}, [], "none", {"lag": []}])
def test_a_broken_history_is_refused(version: int, history: object) -> None:
    with pytest.raises(BadInput, match=r"^e\.toml: "):
        file_of(format_2([]) | {"format": version, "history": history}, "e.toml")


def test_every_older_format_is_brought_up_to_date() -> None:
    for version in range(1, FORMAT):
        data = format_2([]) | {"format": version, "history": {}}
        assert migrate(data, version, "e.toml")["format"] == FORMAT
