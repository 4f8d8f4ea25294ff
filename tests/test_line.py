"""A line holds as many answers as it has."""

from __future__ import annotations

import pytest

from referee.asking.question import Throw
from referee.play.line import dice_after, dice_alone, next_throw, parse_spoken_dice, parts


@pytest.mark.parametrize(
    ("line", "answers"),
    [
        ("rec pit; war fish; market", ["rec pit", "war fish", "market"]),
        (
            "resolve recruiter [trade 3 wood iron / done]; market",
            ["resolve recruiter", "trade 3 wood iron", "done", "market"],
        ),
        ("jorogumo;;done", ["jorogumo", "", "done"]),
        (";done", ["", "done"]),
        ("done;", ["done"]),
        ("done;;", ["done", ""]),
        ("Gnoll: monster, strength 2; heal 1, 3/4", ["Gnoll: monster, strength 2; heal 1, 3/4"]),
        ("journey 2; Gnoll: monster; heal 1", ["journey 2", "Gnoll: monster; heal 1"]),
        ("ole: war fish; market", ["ole: war fish", "market"]),
        ('"a; b"; c', ['"a; b"', "c"]),
        ("a 22/11; b 22 / 11", ["a 22/11", "b 22 / 11"]),
        ("", []),
    ],
)
def test_answers_are_parted_by_semicolons_or_stand_in_brackets(line: str, answers: list[str]) -> None:
    assert parts(line, ["Ole", "Mette"]) == answers


def test_dice_may_stand_behind_an_answer() -> None:
    assert dice_after("crow 2 21 10")[:2] == [("crow 2 21", "10"), ("crow 2", "21 10")]
    assert dice_after("a 22/11") == [("a", "22/11")]
    assert dice_after("6/2, flying, 2, 1")[1] == ("6/2, flying", "2, 1")
    assert dice_after("crow two") == []


@pytest.mark.parametrize(
    ("dice", "first", "rest"),
    [
        ("21 10", "21", "10"),
        ("2110", "21", "10"),
        ("21/1", "21", "1"),
        ("2 1 1 0", "2 1", "1 0"),
        ("21", "21", ""),
        ("2", "2", ""),
        ("01 00", "01", "00"),
    ],
)
def test_each_throw_takes_its_dice(dice: str, first: str, rest: str) -> None:
    assert next_throw(dice, Throw(2, (0, 1, 2))) == (first, rest)


def test_dice_that_stand_together_are_not_parted_for_two_throws() -> None:
    assert next_throw("22 0", Throw(1, (0, 1, 2))) == ("22", "0")
    assert next_throw("220", Throw(1, (0, 1, 2))) == ("2", "20")


BEAR = "Bo throws: Bear strikes Sea Wolf: 2 dice"
FIGHT = "Finn 4 : 3 Wolves (Strength)"


@pytest.mark.parametrize(
    ("typed", "asked", "dice"),
    [
        ("bear 2 1, wolf 1 0", BEAR, "2 1 / 1 0"),
        ("Bo rolls 2 and 1", BEAR, "2 1"),
        ("I rolled 5 and 2", FIGHT, "5 2"),
        ("Finn 5, wolves 2", FIGHT, "5 2"),
        ("wolf 1 0, bear 2 1", BEAR, "2 1 / 1 0"),  # both are named
        ("wolves 2, I rolled 5", FIGHT, "5 2"),
        ("she rolled 5, the wolves 2", FIGHT, "5 2"),
        ("he 5, she 2", FIGHT, ""),  # nobody knows who is who
        ("wolf 1 0", BEAR, ""),
        ("wolves 2, Finn 5", FIGHT, "5 2"),
        ("summon Ox 2", BEAR, ""),
        ("total 4", BEAR, ""),
    ],
)
def test_dice_may_be_said_with_those_who_throw_them(typed: str, asked: str, dice: str) -> None:
    """In the order of the question; else the text stays as it is, to be refused."""
    assert dice_alone(typed, asked) == (dice or typed)


@pytest.mark.parametrize(
    ("typed", "dice"),
    [
        ("bear hits sea wolf: 2 1", "2 1"),
        ("my bear strikes the sea wolf 2 1", "2 1"),
        ("sea wolf hits bear 2 1", "sea wolf hits bear 2 1"),  # who strikes back later
    ],
)
def test_dice_may_stand_behind_who_strikes_whom(typed: str, dice: str) -> None:
    assert parse_spoken_dice(typed, BEAR, ["Anna", "Bo"]) == dice
