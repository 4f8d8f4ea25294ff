"""The assault as a table plays it: what is asked, what each way leads to, what is refused."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from referee.asking.question import Option, Procedure, Question
from referee.errors import Illegal, Unreadable
from referee.games.mythic.attack.assault import assault
from referee.games.mythic.attack.dice import AttackDice, best_assignment, lifted, rolled, second
from referee.games.mythic.attack.moves import Lift, read_faces, read_move, write_move
from referee.games.mythic.attack.values import Attack, values_of
from referee.play.event import Event
from tests.mythic.attacks import attack, side


class Table:
    """A table whose dice are told beforehand, with areas that a target may be thrown into."""

    def __init__(self, *rolls: str, places: Sequence[str] = ("C", "D"), survives: bool = True) -> None:
        self.rolls, self.areas, self.survives = list(rolls), places, survives
        self.told: list[str] = []
        self.thrown: list[str] = []

    def emit(self, event: Event) -> None:
        self.told.append(event.describe(str))

    def roll(self, count: int, what: str) -> Procedure[tuple[int, ...]]:
        yield from ()
        return read_faces(self.rolls.pop(0), count)

    def places(self) -> Sequence[Option]:
        return [Option(area) for area in self.areas]

    def throw(self, area: str) -> Procedure[bool]:
        yield from ()
        self.thrown.append(area)
        return self.survives


def play(
    attack: Attack, table: Table, *answers: str, average: bool = False
) -> tuple[AttackDice, list[Question[Any]]]:
    """The dice at the end, and what was asked; every answer is used."""
    left, asked = list(answers), list[Question[Any]]()
    procedure = assault(table, attack, values_of(attack), average=average)
    value: Any = None
    while True:
        try:
            question = procedure.send(value)
        except StopIteration as stop:
            assert not left
            return stop.value, asked
        asked.append(question)
        value = question.parse(left.pop(0))


def against(defence: int, offence: int, target: str = "hero", vitality: int | None = 3, **more: Any) -> Attack:
    return attack(side("hero", offence, **more), side(target, 5, defence, name="Marsh Serpent", vitality=vitality))


def told(question: Question[Any]) -> dict[str, str]:
    return {option.text: option.detail for option in question.options()}


@pytest.mark.rule("first-assault", "lifts")
def test_what_lies_is_told_with_the_best_assignment() -> None:
    table = Table("4 4 2 1 0 0")
    end, (asked,) = play(against(5, 6), table, "best")
    assert asked.prompt == "0 wounds; in hand 4 4 2 1"
    assert told(asked) == {"best": "give 1 and 2 to the 4s: 2 wounds, the most", "done": ""}
    assert asked.default == "lift 4 by 1, lift 4 by 2, done"
    assert asked.dice[0].showing == (4, 4, 2, 1)
    assert (end.placed, end.hand) == (2, ())
    assert table.told == [
        "Ash Runner rolls 4 4 2 1 0 0. In hand: 4 4 2 1.",
        "Discard 1: 4 becomes 5. Place 1 die (1 wound so far). In hand: 4 2.",
        "Discard 2: 4 becomes 5. Place 1 die (2 wounds so far). No dice are left.",
    ]


@pytest.mark.rule("M15", "second-assault")
def test_7_each_way_is_listed_with_its_odds_and_the_best_of_each_is_marked() -> None:
    _, (asked, *_) = play(against(6, 4), Table("5 5 5 1", "1 2"), "second 5 5", "best")
    assert told(asked) == {
        "best": "give 1 and 5 to the 5s: 2 wounds for sure <- surest",
        "second 5 5": "1 wound 100%, kill 69%, 2.67 on average <- likeliest kill and most",
        "done": "",
    }
    assert asked.prompt == "0 wounds; in hand 5 5 5 1"
    _, (asked, *_) = play(against(6, 4, vitality=2), Table("5 5 5 1"), "best")
    assert told(asked)["best"].endswith("2 wounds for sure <- surest and likeliest kill")


@pytest.mark.rule("lifts", "second-assault", "M11")
def test_lifts_and_the_second_assault_are_said_one_by_one_or_at_once() -> None:
    one_by_one, _ = play(against(7, 6), Table("5 4 1 1 1 0", "3"), "lift 4 by 1", "second 5", "5+1+1")
    assert one_by_one.placed == 2
    at_once, _ = play(against(7, 6), Table("5 4 1 1 1 0", "0 3"), "4+1, second all")
    assert (at_once.placed, at_once.hand) == (1, (1, 1))


@pytest.mark.rule("M12")
def test_nobody_is_asked_where_nothing_can_change() -> None:
    end, asked = play(against(6, 3), Table("2 1 0"))
    assert (end.placed, end.hand, asked) == (0, (2, 1), [])
    assert play(against(6, 0), Table())[0].placed == 0


@pytest.mark.rule("monster-slayer", "mighty-throw", "M45")
def test_right_after_the_first_roll_dice_and_target_are_thrown() -> None:
    strong = against(6, 5, "monster", talents=("monster slayer", "mighty throw"))
    table = Table("4 2 1 0 0", "0 5", "4")
    end, (first, *_) = play(strong, table, "throw D", "reroll 0 0", "second 5", "best")
    assert {"throw C", "throw D", "reroll 0 0"} <= {option.text for option in first.options()}
    assert table.thrown == ["D"]
    assert end.placed == 2
    assert "In hand: 4 2 1 0 0." in table.told[0]


@pytest.mark.rule("M45")
def test_a_target_that_can_go_nowhere_isnt_thrown_and_one_that_dies_ends_the_attack() -> None:
    strong = against(6, 3, talents=("mighty throw",))
    assert play(strong, Table("2 1 0", places=()))[1] == []
    table = Table("5 0 0", survives=False)
    end, asked = play(strong, table, "throw C")
    assert (end.placed, len(asked), table.thrown) == (0, 1, ["C"])
    with pytest.raises(Unreadable, match="area to throw it into"):
        play(strong, Table("5 0 0"), "throw E")
    with pytest.raises(Unreadable, match="area to throw it into"):
        play(strong, Table("5 0 0"), "throw")
    only = Table("5 0 0", places=("D",), survives=False)
    play(strong, only, "throw")
    assert only.thrown == ["D"]
    with pytest.raises(Illegal, match="isn't thrown"):
        play(against(6, 4, talents=("mighty throw",)), Table("5 1 1 0", places=()), "throw")


@pytest.mark.rule("M13", "M16")
def test_11_average_dice_give_wounds_and_from_four_dice_on_a_blank() -> None:
    table = Table()
    end, asked = play(against(7, 6), table, average=True)
    assert (end.placed, asked) == (2, [])
    assert table.told == ["6 dice give 2 wounds on average against defence 7."]
    for offence, target, thrown in (
        (3, "hero", False),
        (4, "hero", True),
        (9, "god", False),
        (10, "god", True),
        (10, "titan", False),
    ):
        strong = against(9, offence, target, talents=("mighty throw",))
        assert bool(play(strong, table, *["throw C"] * thrown, average=True)[1]) is thrown


@pytest.mark.rule("M4", "M6", "M45", "second-assault")
@pytest.mark.parametrize(
    ("said", "why"),
    [
        ("lift 5 by 0", "a blank can't lift"),
        ("second 4", "only a five"),
        ("lift 4 by 6", "is a wound already"),
        ("throw", "isn't thrown"),
        ("lift 4 by 1, lift 4 by 1", "^lift 4 by 1: .*no 4 in hand"),
    ],
)
def test_what_isnt_allowed_says_why(said: str, why: str) -> None:
    with pytest.raises(Illegal, match=why):
        play(against(6, 4), Table("5 4 1 0"), said)


def test_what_cant_be_read_names_what_can() -> None:
    for said, why in (
        ("lift 4", "lift 4 by 1"),
        ("secnd 5", "did you mean second"),
        ("zap", "; it is reroll, throw, lift, second, best or done"),
        ("second", "say which dice"),
        ("best 3", "can't come after best"),
        ("reroll 0: 3 4", "is asked for when they are thrown"),
        ("lift x by 1", 'the die "x"'),
        ("done, best", "is asked for later"),
        ("second 5: 3", "asked for when"),
    ):
        with pytest.raises(Unreadable, match=why):
            play(against(6, 4), Table("5 4 1 0"), said)


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("4+1", "lift 4 by 1"),
        ("5+3+1", "lift 5 by 3 1"),
        ("lift 5 by 31", "lift 5 by 3 1"),
        ("Second ALL", "second all"),
        ("second 55:3-", "second 5 5: 3 0"),
        ("reroll - -", "reroll 0 0"),
        ("reroll 00", "reroll 0 0"),
        ("throw Old Mill", "throw Old Mill"),
        ("best", "best"),
        ("done", "done"),
        ("lift 10 by 4", "lift 10 by 4"),
        ("lift 8 by 10", "8+10"),
        ("10+10", "10+10"),
        ("11+11", "11+11"),
        ("lift 8 by 11", "lift 8 by 1 1"),
        ("lift 10 by 10 10", "lift 10 by 10 10"),
    ],
)
def test_moves_are_read_and_written(typed: str, written: str) -> None:
    assert write_move(read_move(typed)) == written
    assert read_move(written) == read_move(typed)


@pytest.mark.rule("M11", "M21")
@pytest.mark.parametrize(("defence", "tens"), [(11, 2), (12, 3)])
def test_the_best_assignment_is_written_so_that_it_can_be_typed(defence: int, tens: int) -> None:
    fives = (5,) * tens
    found = second(rolled(AttackDice(defence=defence, count=tens), fives), fives, fives)
    for lift in best_assignment(found).lifts:
        move = read_move(write_move(Lift(*lift)))
        assert isinstance(move, Lift)
        found = lifted(found, *move)
    assert found.placed == 1


def test_dice_are_typed_together_or_apart() -> None:
    shown = (5, 4, 4, 1, 0, 0)
    assert read_faces("544100", 6) == read_faces("5 4 4 1 0 0", 6) == read_faces("5,4,4,1,-,-", 6) == shown
    assert read_faces("5 4 4 1 b b", 6) == read_faces("5441BB", 6) == shown
    with pytest.raises(Unreadable, match=r'the dice "best"'):
        read_faces("best", 6)
    assert read_faces("10", 2) == (1, 0)
    with pytest.raises(Unreadable, match="1 die is too few; 2 are thrown"):
        read_faces("5", 2)
