"""What people type for a step is read back as it was printed, whatever characters are in it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from referee.errors import Unreadable
from referee.files.files import MOST_BYTES
from referee.play.notation import (
    Answer,
    StateChange,
    Step,
    TypedStep,
    looks_like_correction,
    read_one,
    read_script,
    readings,
    write_step,
)
from tests.random_runs import examples

SNARES = [*'ab /[]"\n#1;:\\ ', ": ", "adjust ", "leave ", "mend ", "because ", " because ", "\u2028", "\r"]
TEXTS = st.lists(st.sampled_from(SNARES), max_size=9).map("".join)
ANSWERS = st.lists(TEXTS, min_size=1, max_size=4)
CORRECTIONS = st.builds(
    lambda text, because: Step(correct=f"adjust {text}", because=because), TEXTS.filter(str.strip), TEXTS
)
CHANGES = st.builds(
    lambda place, value: StateChange(tuple(place), value),
    st.lists(TEXTS | st.integers(0, 9), min_size=1, max_size=3),
    st.just(UNSET) | TEXTS | st.integers() | st.lists(TEXTS),
)
EDITS = st.builds(
    lambda edit, because: Step(edit=tuple(edit), because=because), st.lists(CHANGES, min_size=1, max_size=3), TEXTS
)


def between(step: Step) -> list[TypedStep]:
    """A step as it is read in the middle of a script."""
    first, *said, last = read_script(f"first\n{write_step(step)}\nlast")
    assert (first.text, last.text) == ("first", "last")
    return said


@examples(150)
@given(ANSWERS)
def test_the_answers_of_a_move_are_read_as_they_were_printed(answers: list[str]) -> None:
    step = Step.of([Answer("", text) for text in answers])
    assert [said.text for said in between(step)] == answers


@examples(150)
@given(CORRECTIONS)
def test_a_correction_and_its_reason_are_read_as_they_were_printed(step: Step) -> None:
    (said,) = between(step)
    assert readings(said.text)[0] == step


@examples(150)
@given(EDITS)
def test_an_edit_is_read_as_it_was_printed(step: Step) -> None:
    (said,) = between(step)
    assert readings(said.text) == [step]


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("attack Sphinx [2 1 0 / 1 1 1 0]", ["attack Sphinx", "2 1 0", "1 1 1 0"]),
        ("a[b]c", ["a", "b", "c"]),
        ("a [/ b /]", ["a", "b"]),
        ("Wolf #2 # the second", ["Wolf #2"]),
        ("# nothing\n\n   \nplace", ["place"]),
        ('say "so" [x / "y / z" / w]', ['say "so"', "x", "y / z", "w"]),
        ('"adjust Anna"', ["adjust Anna"]),
        ('"" [""]', ["", ""]),
        ('"6" and more', ['"6" and more']),
    ],
)
def test_answers_stand_in_lines_brackets_and_quotes(text: str, answers: list[str]) -> None:
    assert [said.text for said in read_script(text)] == answers


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("]", 'there is no "[" before this "]"'),
        ("place ]", 'there is no "[" before this "]"'),
        ("place [x / y]]", 'there is no "[" before this "]"'),
        ("place [\nx]", 'there is no "[" before this "]"'),
        ("place [x [y]]", 'this "[" stands within brackets'),
        ('say "so]" now', 'there is no "[" before this "]"'),
    ],
)
def test_brackets_that_do_not_fit_are_refused(text: str, wrong: str) -> None:
    with pytest.raises(Unreadable, match=re.escape(wrong)):
        read_script(text)
    with pytest.raises(Unreadable, match=r"^x\.moves, line [34]: can't read \"[^\n]+\": "):
        read_script(f"one\n\n{text}", "x.moves")


def test_a_script_may_end_within_brackets() -> None:
    assert [said.text for said in read_script("place [x /")] == ["place", "x /"]


def test_what_is_said_has_its_line() -> None:
    assert [(said.text, said.line) for said in read_script('a\n\n"b\nc" [d]\ne')] == [
        ("a", 1),
        ("b\nc", 3),
        ("d", 4),
        ("e", 5),
    ]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (
            "Adjust Bo gains item Axe because she said because",
            [
                ("adjust Bo gains item Axe", "she said because"),
                ("adjust Bo gains item Axe because she said because", ""),
            ],
        ),
        (
            "leave Just because Bo because late",
            [
                ("leave Just", "Bo because late"),
                ("leave Just because Bo", "late"),
                ("leave Just because Bo because late", ""),
            ],
        ),
        (
            "adjust card X: draw because it screams because so",
            [
                ("adjust card X: draw because it screams because so", ""),
                ("adjust card X: draw because it screams", "so"),
                ("adjust card X: draw", "it screams because so"),
            ],
        ),
        ("adjust Anna food 7 because: so", [("adjust Anna food 7 because: so", "")]),
        (
            "adjust Bo gains Axe because so: 1",
            [("adjust Bo gains Axe", "so: 1"), ("adjust Bo gains Axe because so: 1", "")],
        ),
    ],
)
def test_a_reason_follows_because_but_what_stands_behind_a_colon_goes_to_the_end(
    text: str, read: list[tuple[str, str]]
) -> None:
    """What else it can be read as follows."""
    assert [(step.correct, step.because) for step in readings(text)] == read


def test_a_correction_in_quotes_is_read_in_one_way() -> None:
    assert readings('adjust "card X: draw because it screams" because so') == [
        Step(correct="adjust card X: draw because it screams", because="so")
    ]


@pytest.mark.parametrize("text", ["Mend Armour", "adjust", "leave", "adjustable", "mend", '"adjust Anna food 7"'])
def test_what_only_begins_like_a_correction_is_none(text: str) -> None:
    assert not looks_like_correction(text)


def test_an_edit_may_name_what_holds_dots_and_says_what_it_cannot_read() -> None:
    (step,) = readings('mend prices."St. George Lance" = {"iron": 2}; -players.0.left because typed wrongly')
    assert step == Step(
        edit=(StateChange(("prices", "St. George Lance"), {"iron": 2}), StateChange(("players", 0, "left"))),
        because="typed wrongly",
    )
    with pytest.raises(Unreadable, match=r"write it like: mend turn = 4"):
        readings("mend players.0.food = seven")


@pytest.mark.parametrize(
    "text",
    [
        "mend a = null",
        'mend a = {"b": [1, null]}',
        "mend a = NaN",
        "mend a = -Infinity",
        r'mend a = "\ud800"',
        f"mend a = {'[' * 9999}",
        f"mend a = {'9' * 5000}",
        r'mend "\ud800" = 1',
    ],
)
def test_an_edit_that_no_save_can_hold_cant_be_read(text: str) -> None:
    with pytest.raises(Unreadable, match=r"^can't read the (value|place) in"):
        readings(text)


@pytest.mark.parametrize("place", ["because", "becauses"])
def test_a_place_may_begin_like_a_reason(place: str) -> None:
    step = Step(edit=(StateChange((place,), 1),))
    assert readings(write_step(step)) == [step]


@pytest.mark.parametrize("verb", ["adjust", "leave", "mend"])
def test_a_move_may_be_called_like_the_beginning_of_a_correction(verb: str) -> None:
    answers = [verb, "x = 1 ", "y"]
    assert [said.text for said in read_script(write_step(Step.of([Answer("", text) for text in answers])))] == answers


@pytest.mark.parametrize("read", [read_one, read_script, readings])
def test_what_is_no_text_cant_be_read(read: Callable[[str], object]) -> None:
    """A byte that the terminal passed on and that is no letter."""
    with pytest.raises(Unreadable, match="isn't text"):
        read("adjust Anna food 7 because \udcff")


def test_a_script_without_end_is_read_in_time() -> None:
    """As large a file as is read at all: one line, or many."""
    for text in ("a" * MOST_BYTES, "ab\n" * (MOST_BYTES // 20)):
        begun = time.process_time()
        said = read_script(text)
        assert said[-1].line == len(said)
        assert time.process_time() - begun < 20


def test_what_is_typed_at_a_prompt_is_one_answer() -> None:
    assert read_one(" a [b / c] ") == TypedStep("a [b / c]")
    assert read_one('"leave Taking"') == TypedStep("leave Taking", quoted=True)
