"""Dice from every source."""

from __future__ import annotations

import pytest

from referee.asking.dice import (
    Average,
    Entered,
    OnRecord,
    Roll,
    Seeded,
    check_roll,
    read_roll,
    split_rolls,
    whose_dice,
    write_roll,
)
from referee.asking.question import finish
from referee.errors import Unreadable
from referee.play.reading import Read, Reader

FACES = (0, 1, 2)


@pytest.mark.parametrize("text", ["2011", "2 0 1 1", "2,0,1,1", " 2  0 1 1 ", "2+0+1+1"])
def test_a_roll_is_typed_together_or_apart(text: str) -> None:
    assert read_roll(text, 4, FACES) == (2, 0, 1, 1)


def test_noughts_before_a_face_are_no_other_face() -> None:
    assert read_roll("00000002 0 1", 3, FACES) == (2, 0, 1)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("21", "too few"),
        ("21110", "too many"),
        ("2 3 1", "can't show 3"),
        ("2 x 1", "can't read"),
        ("", "too few"),
        ("12 1 1", "can't show 12"),
        ("-1 1 1", "can't read"),
    ],
)
def test_a_wrong_roll_says_what_is_wrong(text: str, says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        read_roll(text, 3, FACES)


@pytest.mark.parametrize(("text", "total"), [("=2", 2), ("total 4", 4), ("Sum 0", 0), ("4", 4)])
def test_of_several_dice_the_sum_may_be_typed(text: str, total: int) -> None:
    """A number that a die can show is taken for one die, unless it is said to be a total."""
    assert read_roll(text, 3, FACES) == (total,)
    asked = next(Entered(FACES).roll(3, 1, "Wolf strikes Imp"))
    assert asked.record(asked.parse(text), text) == f"total {total}"
    assert asked.parse(f"total {total}") == (total,)


@pytest.mark.parametrize(
    ("text", "says"), [("2", "or =2 for a total of 2"), ("7", "can't show 7 in all; it must be 0 to 6")]
)
def test_a_sum_that_cant_be_is_refused(text: str, says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        read_roll(text, 3, FACES)


def test_a_list_of_one_big_number_is_not_two_dice() -> None:
    """A roll written as a list keeps its numbers apart: [12] is one impossible die."""
    with pytest.raises(Unreadable, match="can't show 12"):
        read_roll(write_roll((12,)) + ",", 2, FACES)


def test_rolls_of_a_turn_are_parted_by_slashes() -> None:
    assert split_rolls("2 1 / 0 1 2") == ["2 1", "0 1 2"]
    assert split_rolls("  ") == []


def test_average_dice_show_nothing_and_sum_to_their_count() -> None:
    assert finish(Average(FACES).roll(5, 0, "")) == Roll(5, (), 5)


def test_seeded_dice_depend_on_seed_and_number_of_the_throw_alone() -> None:
    first = [finish(Seeded(FACES, 7).roll(4, number, "")) for number in range(30)]
    again = [finish(Seeded(FACES, 7).roll(4, number, "")) for number in reversed(range(30))]
    assert first == again[::-1]
    assert first != [finish(Seeded(FACES, 8).roll(4, number, "")) for number in range(30)]
    assert {value for roll in first for value in roll.values} == set(FACES)
    assert all(roll.total == sum(roll.values) for roll in first)


def test_the_seeded_dice_stay_the_same_in_later_versions() -> None:
    """A record with a seed must replay to the same dice for ever."""
    assert finish(Seeded(FACES, 7).roll(6, 0, "")).values == (2, 1, 0, 2, 0, 1)


def test_entered_dice_are_a_question() -> None:
    procedure = Entered(FACES).roll(2, 0, "Wolf strikes Imp")
    question = next(procedure)
    assert question.prompt == "Wolf strikes Imp: 2 dice"
    with pytest.raises(StopIteration) as stop:
        procedure.send(question.parse("12"))
    assert stop.value.value == Roll(2, (1, 2), 3)


def test_dice_on_record_are_a_question_that_answers_itself() -> None:
    """The same dice as rolled ones, as an answer that stands in the log."""
    for number in range(10):
        rolled = finish(Seeded(FACES, 7).roll(4, number, ""))
        question = next(OnRecord(FACES, 7).roll(4, number, "Wolf strikes Imp"))
        assert (question.key, question.prompt) == ("roll", "Wolf strikes Imp: 4 dice")
        assert question.forced() == write_roll(rolled.values)
        assert question.record(question.parse(question.forced() or ""), "") == question.forced()


def test_dice_on_record_are_what_the_record_says() -> None:
    """Whatever the seed would give now."""
    for seed in range(5):
        procedure = OnRecord(FACES, seed).roll(2, 0, "")
        question = next(procedure)
        with pytest.raises(StopIteration) as stop:
            procedure.send(question.parse("2 0"))
        assert stop.value.value == Roll(2, (2, 0), 2)


@pytest.mark.parametrize("text", ["2", "2 0 1", "3 0", "x"])
def test_dice_on_record_are_checked_like_typed_ones(text: str) -> None:
    with pytest.raises(Unreadable):
        next(OnRecord(FACES, 7).roll(2, 0, "")).parse(text)


def test_dice_of_one_face_all_show_it() -> None:
    assert finish(Seeded((2,), "").roll(3, 0, "")) == Roll(3, (2, 2, 2), 6)


def test_check_roll_keeps_the_values() -> None:
    assert check_roll([0, 2], 2, FACES) == (0, 2)


@pytest.mark.parametrize(
    ("said", "mode"), [("we roll our own", "entered"), ("real dice", "entered"), ("you throw them", "rolled")]
)
def test_whose_dice_is_said_from_the_table_to_the_program(said: str, mode: str) -> None:
    """ "You throw" took the mode that is described as "you throw your own"."""
    asked = whose_dice()
    read = Reader(asked).read(said)
    assert isinstance(read, Read)
    assert asked.parse(read.text) == mode
