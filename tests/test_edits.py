"""Edits by hand: what differs between two states, as places and values, and made again."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from referee.errors import BadInput
from referee.play.notation import StateChange, Step, readings, write_step, written_change
from referee.saves.edits import apply_edits, differences, differences_text
from tests.random_runs import examples

STATE: dict[str, Any] = {"turn": 3, "players": [{"name": "Anna", "food": 2}]}


def values(depth: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(st.lists(depth, max_size=3), st.dictionaries(KEYS, depth, max_size=3))


KEYS = st.sampled_from(("food", "players", "iron mine", "a", "b", "St. George Lance", "0", "because", ""))
TEXTS = st.one_of(st.text(max_size=8), st.sampled_from(("a; b", "x because y", " = ", "-a", ";", 'q"; "')))
STATES = st.dictionaries(
    KEYS,
    st.recursive(st.one_of(st.integers(-(2**53), 2**53), TEXTS, st.booleans()), values, max_leaves=8),
    max_size=4,
)


@examples(150)
@given(STATES, STATES)
def test_differences_lead_from_one_state_to_the_other(old: dict[str, Any], new: dict[str, Any]) -> None:
    """As data, and as the text that a script has of them."""
    changes = differences(old, new)
    assert apply_edits(old, changes) == new
    assert bool(changes) == (old != new)
    if changes:
        (step,) = readings(write_step(Step(edit=tuple(changes), because="so")))
        assert apply_edits(old, step.edit) == new


def test_differences_name_places() -> None:
    old = {"turn": 1, "players": [{"food": 1}, {"food": 2, "items": ["Dirk"]}], "gone": ["Wolf"]}
    new = {"turn": 1, "players": [{"food": 1}, {"food": 3}], "gone": ["Wolf", "Imp"], "holder": 1}
    changes = differences(old, new)
    assert changes == [
        StateChange(("players", 1, "food"), 3),
        StateChange(("players", 1, "items")),
        StateChange(("gone",), ["Wolf", "Imp"]),
        StateChange(("holder",), 1),
    ]
    assert [written_change(change) for change in changes] == [
        "players.1.food = 3",
        "-players.1.items",
        'gone = ["Wolf","Imp"]',
        "holder = 1",
    ]


def test_an_edit_leaves_the_old_state_alone() -> None:
    old = tomllib.loads("[[players]]\nfood = 1")
    assert apply_edits(old, [StateChange(("players", 0, "food"), 5)]) == {"players": [{"food": 5}]}
    assert old == {"players": [{"food": 1}]}


@pytest.mark.parametrize(
    "change",
    [
        StateChange(("players", 3, "food"), 1),
        StateChange(("players", "x", "food"), 1),
        StateChange(("player", 0, "food"), 1),
        StateChange(("players", 0, "iron")),
        StateChange(("turn", "a"), 1),
        StateChange(("players", 5), 1),
        StateChange(("turn", 0), 1),
        StateChange(("players", 9**99, "food"), 1),
        StateChange(("players", "9" * 5000), 1),
        StateChange(("players", "name"), 1),
        StateChange(("players", 0, "name", 0), 1),
    ],
)
def test_a_place_that_isnt_there_is_named(change: StateChange) -> None:
    with pytest.raises(BadInput, match=f'the state has no place "{change.place[0]}'):
        apply_edits(STATE, [change])


def test_a_change_of_no_place_at_all_is_refused() -> None:
    with pytest.raises(BadInput, match='the state has no place "" to be changed'):
        apply_edits(STATE, [StateChange((), 1)])


def test_differences_in_words_name_whom_they_are_about() -> None:
    old = {"turn": 3, "prices": {"a.b": 1}, "players": [{"name": "Anna", "food": 5}, {"name": "Bo"}]}
    new = {"turn": 4, "prices": {}, "players": [{"name": "Anna", "food": 9}, {"name": "Bo", "food": 1}]}
    assert differences_text(differences(old, new), old, new) == [
        "turn is 4; the log leads to 3",
        "prices a.b is gone; the log leads to 1",
        "Anna's food is 9; the log leads to 5",
        "Bo's food is 1; the log leads to nothing",
    ]


def test_a_change_without_a_value_takes_the_place_away() -> None:
    assert StateChange(("a",)).value is UNSET
    assert apply_edits({"a": 1, "b": 2}, [StateChange(("a",))]) == {"b": 2}
