"""The dice of an attack, move by move: the worked cases by their numbers, and what is refused with its ruling."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import Illegal
from referee.games.mythic.attack import dice
from referee.games.mythic.attack.assault import play_move
from referee.games.mythic.attack.dice import AttackDice, best_assignment
from referee.games.mythic.attack.moves import plain, read_move
from referee.games.mythic.attack.values import Modifier, values_of
from tests.mythic.attacks import attack, side


def lying(defence: int, shown: str, **more: Any) -> AttackDice:
    """Dice as the first roll shows them: "5 4 1 0"."""
    faces = tuple(map(int, shown.split()))
    return dice.rolled(AttackDice(defence=defence, count=len(faces), **more), faces)


def state(found: AttackDice) -> tuple[tuple[int, ...], int]:
    return found.hand, found.placed


@pytest.mark.rule("first-assault", "M4", "M6", "M7")
@pytest.mark.parametrize(
    ("defence", "shown", "placed", "most"),
    [
        (4, "5 4 4 2 1 0", 3, 3),
        (5, "5 4 3 1", 1, 2),
        (5, "3 3 3", 0, 1),
        (3, "2 2 2 1 1 1", 0, 3),
        (10, "5 5 5 5 5 5 5 5 5 5", 0, 1),
        (0, "0 0 1", 1, 1),
    ],
)
def test_6_what_is_placed_and_the_most_that_can_be_made_of_it(
    defence: int, shown: str, placed: int, most: int
) -> None:
    found = lying(defence, shown)
    assert found.placed == placed
    best = best_assignment(found)
    assert best.wounds == most
    for die, fuel in best.lifts:
        found = dice.lifted(found, die, fuel)
    assert found.placed == most


@pytest.mark.rule("first-assault", "M5")
def test_the_best_assignment_is_written_as_lifts_of_the_highest_by_the_lowest() -> None:
    assert best_assignment(lying(5, "4 4 2 1")).lifts == ((4, (1,)), (4, (2,)))


@pytest.mark.rule("second-assault", "M10", "M11")
def test_9_a_second_assault_adds_to_the_fives_and_lifts_go_on() -> None:
    found = dice.second(lying(9, "5 5 3 2"), (5, 5), (4, 3))
    assert state(found) == ((8, 3, 2), 1)
    assert state(dice.lifted(found, 8, (2,))) == ((3,), 2)
    assert dice.second(lying(10, "5"), (5,), (5,)).placed == 1
    found = dice.second(lying(8, "5 5"), (5, 5), (0, 2))
    assert (state(found), best_assignment(found).wounds) == (((7,), 0), 0)
    kept = dice.second(lying(6, "5 5 1"), (5,), (0,))
    assert dice.lifted(kept, 5, (1,)).placed == 1


@pytest.mark.rule("M9")
def test_8_with_the_ceiling_a_die_is_lifted_to_5_and_no_further_before_the_second_assault() -> None:
    capped = lying(7, "5 1 1 1", ceiling="five")
    assert best_assignment(capped).wounds == 0
    with pytest.raises(Illegal, match="past 5"):
        dice.lifted(capped, 5, (1, 1))
    assert dice.lifted(lying(7, "4 1", ceiling="five"), 4, (1,)).hand == (5,)
    assert best_assignment(dice.second(capped, (5,), (1,))).wounds == 1


@pytest.mark.rule("monster-slayer", "M4", "M46")
def test_a_slayer_throws_up_to_two_dice_again_before_the_blanks_leave() -> None:
    found = lying(9, "5 3 0 0", rerolls=(2,))
    assert state(found) == ((5, 3, 0, 0), 0)
    assert state(dice.thrown_again(found, (0, 0), (4, 0))) == ((5, 4, 3), 0)
    assert state(dice.settled(found)) == ((5, 3), 0)
    assert dice.thrown_again(found, (3,), (5,)).rerolls == ()


@pytest.mark.rule("M91", "monster-slayer", "M6")
def test_a_slayer_throws_no_die_again_that_is_placed() -> None:
    found = lying(4, "5 4 2 0", rerolls=(2,))
    assert state(found) == ((2, 0), 2)
    with pytest.raises(Illegal):
        dice.thrown_again(found, (4,), (5,))
    assert state(dice.thrown_again(found, (2, 0), (0, 3))) == ((3,), 2)


@pytest.mark.rule("M17")
def test_powers_that_throw_dice_again_come_one_after_the_other() -> None:
    found = lying(9, "5 3 0 0", rerolls=(2, 1))
    after_one = dice.thrown_again(found, (0,), (0,))
    assert after_one.rerolls == (2,)
    assert dice.thrown_again(after_one, (0, 0), (1, 1)).hand == (5, 3, 1, 1)


@pytest.mark.rule("mighty-throw", "M45", "M46")
def test_16_so_many_blanks_throw_a_target_once() -> None:
    for kind, blanks in (("troop", 1), ("hero", 1), ("monster", 2), ("god", 2), ("titan", 3)):
        strong = attack(side(talents=("mighty throw",)), side(kind))
        ready = dice.dice_for(strong, values_of(strong))
        assert ready.blanks == blanks
        enough = dice.rolled(ready, (0,) * blanks + (1,) * (5 - blanks))
        thrown = dice.target_thrown(enough)
        assert (thrown.stage, thrown.hand) == ("first", (1,) * (5 - blanks))
        with pytest.raises(Illegal, match="isn't thrown"):
            dice.target_thrown(thrown)
        short = dice.rolled(ready, (0,) * (blanks - 1) + (1,) * (6 - blanks))
        with pytest.raises(Illegal) as refused:
            dice.target_thrown(short)
        needed = "1 blank throws" if blanks == 1 else f"{blanks} blanks throw"
        was = "1 was" if blanks == 2 else f"{blanks - 1} were"
        assert refused.value.reason == f"{needed} this target; {was} rolled"


@pytest.mark.rule("M45", "huge")
def test_nothing_huge_and_no_token_is_thrown() -> None:
    for target in (side("god", types=("huge",)), side("token")):
        strong = attack(side(talents=("mighty throw",)), target)
        assert dice.dice_for(strong, values_of(strong)).blanks is None


@pytest.mark.rule("M46")
def test_whether_a_slayers_blanks_count_before_a_throw_is_a_setting() -> None:
    both = {"rerolls": (2,), "blanks": 2}
    free = dice.target_thrown(lying(9, "5 0 0", **both))
    assert dice.thrown_again(free, (0, 0), (3, 3)).hand == (5, 3, 3)
    late = dice.target_thrown(lying(9, "5 0 0", throw_counts="after slayer", **both))
    with pytest.raises(Illegal, match="no talent or power"):
        dice.thrown_again(late, (0,), (3,))


@pytest.mark.rule("monster-slayer", "M61", "M17")
def test_what_may_be_thrown_again_follows_from_the_attack() -> None:
    def ready(attacker: dict[str, Any], target: str = "monster", **more: Any) -> tuple[int, ...]:
        slayer = attack(side(talents=("monster slayer",), **attacker), side(target), **more)
        return dice.dice_for(slayer, values_of(slayer)).rerolls

    assert ready({}) == ready({}, kind="area") == (2,)
    assert ready({}, "hero") == ready({"unused": ("monster slayer",)}) == ()
    assert ready({"kind": "troop", "vitality": 1, "full": 3}) == ()
    assert ready({}, modifiers=(Modifier(why="Fortune", reroll=1),)) == (2, 1)


AVERAGE = dice.averaged(AttackDice(defence=7, count=5), 1)
REFUSED: list[tuple[Callable[[], AttackDice], str, str]] = [
    (lambda: dice.rolled(lying(6, "5"), (4,)), "first-assault", "is made already"),
    (lambda: dice.lifted(AttackDice(defence=5, count=2), 4, (1,)), "first-assault", "nothing has been rolled"),
    (lambda: dice.lifted(lying(5, "4 0"), 4, (0,)), "M4", "a blank can't lift"),
    (lambda: dice.lifted(lying(4, "5 3 1"), 5, (1,)), "M6", "wound already"),
    (lambda: dice.lifted(lying(4, "5 3 1"), 3, (5,)), "M6", "wound already"),
    (lambda: dice.lifted(lying(5, "4 1 1"), 4, (1, 1)), "M6", "1 die is enough"),
    (lambda: dice.lifted(lying(6, "4 1"), 4, (4,)), "M7", "no other 4 in hand"),
    (lambda: dice.lifted(lying(6, "4 1"), 3, (1,)), "M7", "there is no 3 in hand; the dice in hand: 4 1"),
    (lambda: dice.lifted(lying(6, "4 1"), 4, ()), "M5", "name the dice"),
    (lambda: dice.lifted(lying(9, "5 1", ceiling="five"), 5, (1,)), "M9", "past 5"),
    (lambda: dice.second(lying(7, "5 4"), (4,), (3,)), "second-assault", "only a five is thrown again, no 4"),
    (lambda: dice.second(lying(7, "5 4"), (5, 5), (3, 3)), "M7", "no other 5"),
    (lambda: dice.second(lying(7, "5 4"), (), ()), "second-assault", "name the fives"),
    (lambda: dice.second(lying(5, "5 4"), (5,), (1,)), "M8", "a five wounds already"),
    (lambda: dice.second(dice.second(lying(9, "5 5"), (5,), (1,)), (5,), (1,)), "M10", "one second assault"),
    (lambda: dice.thrown_again(lying(7, "5 4"), (4,), (3,)), "monster-slayer", "no talent or power"),
    (lambda: dice.thrown_again(lying(7, "5 4 1", rerolls=(2,)), (5, 4, 1), (3, 3, 3)), "M46", "at most 2"),
    (lambda: dice.thrown_again(lying(7, "5 4 1", rerolls=(2,)), (3,), (3,)), "M7", "no 3 in hand"),
    (lambda: dice.thrown_again(lying(4, "5 3 1", rerolls=(2,)), (5,), (3,)), "M6", "wound already"),
    (lambda: dice.thrown_again(lying(7, "5 4 1", rerolls=(2,)), (), ()), "M46", "name the dice"),
    (lambda: dice.thrown_again(dice.lifted(lying(7, "5 1", rerolls=(2,)), 5, (1,)), (6,), (3,)), "M46", "right aft"),
    (lambda: dice.target_thrown(dice.settled(lying(7, "5 0", blanks=1))), "M45", "before the blanks leave"),
    (lambda: dice.target_thrown(dice.lifted(lying(7, "4 1 0", blanks=3), 4, (1,))), "mighty-throw", "1 was rolled"),
    (lambda: dice.averaged(lying(7, "5 4"), 1), "M13", "are rolled already"),
    (lambda: dice.lifted(AVERAGE, 4, (1,)), "M13", "aren't lifted"),
    (lambda: dice.second(AVERAGE, (5,), (1,)), "M13", "or thrown again"),
    (lambda: dice.thrown_again(AVERAGE, (5,), (1,)), "M13", "or thrown again"),
    (lambda: dice.second(dice.finished(lying(7, "5 4")), (5,), (1,)), "M12", "the attack is over"),
]


@pytest.mark.rule("M4", "M5", "M6", "M7", "M8", "M9", "M10", "M45", "M46", "first-assault", "second-assault")
@pytest.mark.parametrize(("move", "ruling", "why"), REFUSED)
def test_what_isnt_allowed_says_why(move: Callable[[], AttackDice], ruling: str, why: str) -> None:
    with pytest.raises(Illegal, match=why) as found:
        move()
    assert found.value.ruling == ruling


MOVES = st.sampled_from(
    [f"lift {die} by {fuel}" for die in range(1, 8) for fuel in (1, 2, 3, 5)]
    + ["second 5: 3", "second 5 5: 0 4", "reroll 0: 5", "reroll 1 2: 4 0", "throw", "best"]
)


@pytest.mark.rule("M5", "M6", "M7")
@given(st.lists(st.integers(0, 5), max_size=9), st.integers(0, 11), st.lists(MOVES, max_size=12))
def test_no_die_is_lost_whatever_is_done_and_wounds_only_grow(
    shown: list[int], defence: int, said: list[str]
) -> None:
    found = dice.rolled(AttackDice(defence=defence, count=len(shown), rerolls=(2,), blanks=1), shown)
    for text in said:
        before = found
        with suppress(Illegal):
            found = play_move(found, read_move(text))
        left, there = (len(one.hand) + one.placed for one in (found, before))
        if text.startswith("lift") and found is not before:
            assert left == there - before.hand.count(0) - 1  # the blanks leave, and the die that lifts
        assert left <= there
        assert before.placed <= found.placed <= best_assignment(found).wounds
        assert all(die < defence or not die for die in found.hand)
        assert list(found.hand) == sorted(found.hand, reverse=True)


@pytest.mark.parametrize(
    ("said", "recorded"),
    [
        ("give 1 and 2 to the 5", "lift 5 by 1 2"),
        ("put 1 on the 4 and throw three fives", "lift 4 by 1, second 5 5 5"),
        ("discard 1, 4 becomes 5", "lift 4 by 1"),
        ("1 to the 4, throw two 5s", "lift 4 by 1, second 5 5"),
        ("reroll all the fives", "second all"),
        ("throw one 5", "second 5"),
        ("leave it", "done"),
        ("lift 4 by 1, lift 4 by 2", "lift 4 by 1, lift 4 by 2"),
        ("throw I", "throw I"),
    ],
)
def test_dice_in_peoples_own_words_are_recorded_as_they_are_read(said: str, recorded: str) -> None:
    assert plain(said) == recorded
