"""The odds of an attack: the worked cases by their numbers, a slow twin, and what must hold of all of them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.games.mythic.attack import dice
from referee.games.mythic.attack.dice import AttackDice, best_assignment
from referee.games.mythic.attack.moves import Lift, Second
from referee.games.mythic.odds.reckoning import AttackOdds, Choice, WoundChances, average_wounds, chances_of
from tests.mythic.twin_dice import FACES, Twin


def before(count: int, defence: int, *, slayer: bool = False, ceiling: str = "none") -> WoundChances:
    return chances_of(
        AttackDice(defence=defence, count=count, rerolls=(2,) if slayer else (), ceiling=ceiling)  # type: ignore[arg-type]
    )


def lying(defence: int, shown: str, ceiling: str = "none") -> AttackDice:
    faces = tuple(map(int, shown.split()))
    return dice.rolled(AttackDice(defence=defence, count=len(faces), ceiling=ceiling), faces)  # type: ignore[arg-type]


def fractions(*texts: str) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, texts))


@pytest.mark.rule("M15", "second-assault")
def test_7_three_fives_and_a_one_against_6() -> None:
    lift, one, two, three = AttackOdds(lying(6, "5 5 5 1")).ways()
    assert (lift.moves, lift.chances.at_least) == ((), fractions("1", "1", "1", "0", "0"))
    assert one.chances.at_least[1:4] == fractions("1", "5/6", "0")
    assert two.chances.at_least[1:4] == fractions("1", "35/36", "25/36")
    assert two.chances.mean == Fraction(8, 3)
    assert three.chances.at_least[1:4] == fractions("215/216", "25/27", "125/216")
    best = chances_of(lying(6, "5 5 5 1"))
    assert best.at_least[1:4] == fractions("1", "1", "25/36")
    assert best.mean == two.chances.mean == Fraction(8, 3)


@pytest.mark.rule("M9", "M15")
def test_8_a_five_and_three_ones_against_7() -> None:
    lift, throw, *_ = AttackOdds(lying(7, "5 1 1 1")).ways()
    assert (lift.chances.of(1), throw.chances.of(1)) == fractions("1", "5/6")
    kept, thrown, *_ = AttackOdds(lying(7, "5 1 1 1", "five")).ways()
    assert (kept.chances.of(1), thrown.chances.of(1)) == fractions("0", "5/6")


@pytest.mark.rule("M15")
@pytest.mark.parametrize(
    ("count", "defence", "at_least", "mean"),
    [
        (1, 4, "1 1/3", "1/3"),
        (2, 4, "1 25/36 1/9", "29/36"),
        (3, 5, "1 7/9 37/216 1/216", "103/108"),
        (3, 6, "1 965/1296 745/5832 125/46656", "565/648"),
        (0, 6, "1", "0"),
    ],
)
def test_10_before_the_roll(count: int, defence: int, at_least: str, mean: str) -> None:
    assert before(count, defence) == (fractions(*at_least.split()), Fraction(mean))


@pytest.mark.rule("M9", "M15", "monster-slayer")
def test_10_with_a_slayer_and_with_the_ceiling() -> None:
    slain = before(3, 6, slayer=True)
    assert slain == (fractions("1", "2677/2916", "83965/279936", "8375/559872"), Fraction(779, 648))
    capped = before(3, 6, ceiling="five")
    assert capped == (fractions("1", "97/144", "745/5832", "125/46656"), Fraction(521, 648))


@pytest.mark.rule("M13")
def test_11_average_dice_give_the_most_that_has_an_even_chance() -> None:
    seven, eight = before(6, 7), before(6, 8)
    assert seven.of(2) == Fraction(12623099, 20155392)
    assert (round(float(seven.of(3)), 4), average_wounds(seven)) == (0.1808, 2)
    assert (round(float(eight.of(2)), 4), average_wounds(eight)) == (0.4895, 1)
    assert average_wounds(before(0, 8)) == 0


@pytest.mark.rule("M15", "M9", "monster-slayer")
@pytest.mark.parametrize("defence", range(13))
def test_a_slow_twin_that_tries_every_decision_finds_nothing_better(defence: int) -> None:
    for ceiling, count in product(("none", "five"), range(6)):
        twin = Twin(defence, ceiling, count)
        for slayer in (False, True):
            found = before(count, defence, slayer=slayer, ceiling=ceiling)
            assert (*found.at_least[1:], found.mean) == twin.before(count, slayer=slayer), (count, ceiling, slayer)


@pytest.mark.rule("M15", "first-assault", "second-assault")
@pytest.mark.parametrize("ceiling", ["none", "five"])
@pytest.mark.parametrize("defence", [0, 3, 5, 6, 8, 10])
def test_played_out_over_all_dice_each_way_gives_its_chances(defence: int, ceiling: str) -> None:
    for shown in product(FACES, repeat=4):
        if list(shown) != sorted(shown):
            continue
        first = lying(defence, " ".join(map(str, shown)), ceiling)
        ways = AttackOdds(first).ways()
        for way in ways:
            assert played_out(first, way) == way.chances.mean
        assert max(way.chances.mean for way in ways) == chances_of(first).mean


def played_out(first: AttackDice, way: Choice) -> Fraction:
    """The mean of a way, every throw of it played by the moves of the engine and its dice then put to their best."""
    if not way.moves:
        return Fraction(best_assignment(first).wounds)
    *lifts, second = way.moves
    for lift in lifts:
        assert isinstance(lift, Lift)
        first = dice.lifted(first, lift.die, lift.fuel)
    assert isinstance(second, Second)
    chosen = second.dice or ()
    wounds = [best_assignment(dice.second(first, chosen, new)).wounds for new in product(FACES, repeat=len(chosen))]
    return Fraction(sum(wounds), len(wounds))


@given(st.integers(0, 7), st.integers(0, 12), st.booleans(), st.sampled_from(["none", "five"]))
def test_more_dice_never_lower_a_chance_and_more_defence_never_raises_it(
    count: int, defence: int, slayer: bool, ceiling: str
) -> None:
    told = {"slayer": slayer, "ceiling": ceiling}
    found = before(count, defence, **told)  # type: ignore[arg-type]
    more = before(count + 1, defence, **told)  # type: ignore[arg-type]
    harder = before(count, defence + 1, **told)  # type: ignore[arg-type]
    for wounds in range(1, count + 1):
        assert harder.of(wounds) <= found.of(wounds) <= more.of(wounds)
    assert harder.mean <= found.mean <= more.mean
    assert found.mean <= sum(found.at_least[1:])


@pytest.mark.rule("M17")
@given(st.lists(st.integers(0, 5), min_size=1, max_size=4), st.integers(2, 10))
def test_one_more_die_to_throw_again_never_lowers_a_chance(shown: list[int], defence: int) -> None:
    def after(*rerolls: int) -> WoundChances:
        return chances_of(dice.rolled(AttackDice(defence=defence, count=len(shown), rerolls=rerolls), shown))

    for fewer, more in ((after(), after(1)), (after(1), after(2)), (after(2), after(2, 1)), (after(1), after(1, 1))):
        assert all(more.of(wounds) >= chance for wounds, chance in enumerate(fewer.at_least))
        assert more.mean >= fewer.mean


@pytest.mark.rule("M15")
@pytest.mark.parametrize("defence", [5, 6, 9])
def test_before_the_roll_is_the_mean_of_what_may_lie(defence: int) -> None:
    rolls = [
        dice.rolled(AttackDice(defence=defence, count=3, rerolls=(2,)), shown) for shown in product(FACES, repeat=3)
    ]
    for wounds in range(4):
        assert sum(chances_of(roll).of(wounds) for roll in rolls) / 216 == before(3, defence, slayer=True).of(wounds)
