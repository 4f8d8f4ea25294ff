"""Chances found by trying: what an estimate says of itself, and how several ways are tried against each other."""

from __future__ import annotations

import time
from random import Random

import pytest
from msgspec.structs import replace

from referee.errors import Illegal
from referee.sampling.race import (
    BATCH,
    FEWEST,
    FIRST,
    FIRST_OF_ALL,
    TASK,
    WITHIN,
    Cores,
    Effort,
    Estimate,
    RaceFound,
    Watch,
    race,
    tally,
)


def coin(chance: float, seed: str, numbers: range) -> int:
    """Trials that come out well with a chance."""
    return sum(Random(f"{seed}/{number}").random() < chance for number in numbers)


def coins(chances: tuple[float, ...], seed: str, numbers: range) -> list[int]:
    """How often each of several things comes of a trial."""
    return [coin(chance, f"{seed}/{at}", numbers) for at, chance in enumerate(chances)]


def late(chance: float, seed: str, numbers: range) -> int:
    """A trial's outcome, of which the later ones take far too long."""
    if numbers[0] >= FIRST + 2 * TASK:
        time.sleep(600)
    return coin(chance, seed, numbers)


def slower(chance: float, seed: str, numbers: range) -> list[int]:
    """The same of one thing, of which the later trials take far too long."""
    if numbers[0] >= FIRST + 2 * TASK:
        time.sleep(600)
    return [coin(chance, seed, numbers)]


class AfterFirst(Watch):
    """A watch that begins to go with the second round: until then it takes as long as it takes to start processes."""

    began: float | None = None

    def now(self) -> float:
        return 0.0 if self.began is None else time.monotonic() - self.began

    def record_work(self, many: int, a_second: float) -> None:
        self.began = self.began or time.monotonic()


def tried(*chances: float, rounds: int = 1_000, seed: str = "1") -> RaceFound:
    return race(coin, chances, Effort(60, seed, rounds=rounds), Cores(0))


@pytest.mark.parametrize(
    ("won", "of", "said"),
    [
        (0, 0, "50% (±50)"),
        (0, 400, "0% (at most 1%)"),
        (400, 400, "100% (at least 99%)"),
        (248, 400, "62% (±5)"),
        (1, 2, "50% (±41)"),
        (31_000, 50_000, "62% (±1)"),
    ],
)
def test_an_estimate_is_never_told_without_its_uncertainty(won: int, of: int, said: str) -> None:
    assert Estimate(won, of).describe() == said


def test_the_opposite_is_as_uncertain() -> None:
    one = Estimate(3, 50)
    assert [one.other.chance, one.other.half_width] == pytest.approx([0.94, one.half_width])
    assert one.data() == {"about": 0.06, "within": 0.1022, "tried": 50}


@pytest.mark.parametrize("chance", [0.02, 0.3, 0.5, 0.95])
def test_the_interval_holds_the_truth_19_times_in_20(chance: float) -> None:
    held = sum(
        low <= chance <= high
        for seed in range(400)
        for low, high in [Estimate(coin(chance, f"{seed}", range(80)), 80).interval]
    )
    assert 370 <= held <= 395


def test_a_race_finds_the_best_and_ends_when_that_is_clear() -> None:
    found = tried(0.4, 0.62, 0.3)
    assert (found.best, found.clear) == (1, True)
    assert found.estimates[1].half_width <= 0.05
    assert abs(found.estimates[1].chance - 0.62) <= 0.05


def test_ways_that_are_as_good_end_a_race_too_and_it_says_that_it_is_not_clear() -> None:
    found = tried(0.5, 0.5)
    assert not found.clear
    assert max(one.half_width for one in found.estimates) <= 0.04


def test_nearly_all_trials_are_spent_on_those_that_may_be_the_best() -> None:
    found = tried(0.1, 0.7, 0.05, 0.65, 0.1)
    assert (
        sum(found.estimates[way].tried for way in (0, 2, 4)) < sum(found.estimates[way].tried for way in (1, 3)) / 4
    )


def test_no_rival_stays_at_its_first_trials_beside_one_that_always_comes_out_well() -> None:
    """All but the last always do: none of them is tried in each round while others wait."""
    found = tried(*[1.0] * 6, 0.1, rounds=9)
    rivals = [one.tried for way, one in enumerate(found.estimates[:-1]) if way != found.best]
    assert max(rivals) - min(rivals) <= BATCH
    assert found.estimates[-1].tried == FIRST


def test_where_each_way_matters_each_is_known_within_5_points_and_none_much_better() -> None:
    """What each answer to a question leads to, and not only the best."""
    found = race(coin, (0.98, 0.4, 0.2, 0.05), Effort(60), Cores(0), each=True)
    assert max(one.half_width for one in found.estimates) <= WITHIN
    assert found.estimates[0].tried < found.estimates[1].tried / 2


def test_the_same_seed_tries_the_same_luck_on_any_number_of_cores() -> None:
    """Workers of their own processes find what this process finds; another seed finds something else."""
    here = tried(0.4, 0.6, rounds=3)
    with Cores(2) as cores:
        assert race(coin, (0.4, 0.6), Effort(60, rounds=3), cores) == here
    assert tried(0.4, 0.6, rounds=3, seed="2") != here
    assert sum(one.tried for one in here.estimates) in (2 * FIRST + 3 * BATCH, 2 * FIRST + 4 * BATCH)


def test_a_race_ends_when_the_time_is_up() -> None:
    first_only = race(coin, (0.5, 0.5), Effort(0.0), Cores(0))
    assert [one.tried for one in first_only.estimates] == [FIRST, FIRST]


def test_with_a_seed_trials_are_counted_however_slow_the_clock_says_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of ways that can't be told apart, so that only what may be spent ends it; the least known goes first."""

    def answers() -> tuple[RaceFound, tuple[Estimate, ...]]:
        raced = race(coin, (0.5, 0.5, 0.5), Effort.from_request(1, "7"), Cores(0), a_second=300)
        return raced, tally(coins, (0.5, 0.9), 2, Effort.from_request(1, "7"), Cores(0), a_second=100)

    here = answers()
    assert 300 <= sum(one.tried for one in here[0].estimates) < 300 + 2 * BATCH
    assert [one.tried for one in here[1]] == [FIRST + 3 * BATCH] * 2
    jumping = iter(range(0, 10**9, 1000))
    monkeypatch.setattr(time, "monotonic", lambda: float(next(jumping)))
    assert answers() == here
    assert [one.tried for one in race(coin, (0.5, 0.5), Effort.from_request(1, None), Cores(0)).estimates] == [
        FIRST
    ] * 2


def test_what_is_left_to_be_spent_is_counted_through_all_parts_of_a_work() -> None:
    effort = Effort.from_request(1, "7")
    tally(coins, (0.5,), 1, replace(effort, rounds=1), Cores(0), a_second=FIRST / 0.4)
    assert effort.watch.now() == pytest.approx(0.4)


def test_a_tally_goes_on_until_each_of_several_things_is_known_within_5_points() -> None:
    found = tally(coins, (0.5, 0.98), 2, Effort(60), Cores(0))
    assert max(one.half_width for one in found) <= WITHIN < max(one.half_width for one in found) * 1.1
    assert [one.chance for one in found] == pytest.approx([0.5, 0.98], abs=WITHIN)
    assert found[0].tried == found[1].tried


def test_a_tally_is_the_same_on_any_number_of_cores_and_ends_when_the_time_is_up() -> None:
    here = tally(coins, (0.4, 0.9), 2, Effort(60, rounds=3), Cores(0))
    with Cores(2) as cores:
        assert tally(coins, (0.4, 0.9), 2, Effort(60, rounds=3), cores) == here
    assert here[0].tried == FIRST + 2 * BATCH
    assert tally(coins, (0.4,), 1, Effort(0.0), Cores(0))[0].tried == FIRST


def test_a_tally_keeps_what_is_done_of_the_round_in_which_the_time_is_up() -> None:
    with Cores(2) as cores:
        (found,) = tally(slower, 0.4, 1, Effort(1.5, watch=AfterFirst()), cores)
    assert found == Estimate(coin(0.4, "1", range(FIRST + 2 * TASK)), FIRST + 2 * TASK)


def test_what_is_refused_in_another_process_is_refused_here() -> None:
    with Cores(1) as cores, pytest.raises(Illegal) as caught:
        cores.give(refused, "too far", "walk").result()
    assert (caught.value.reason, caught.value.ruling) == ("too far", "walk")


def refused(reason: str, ruling: str) -> None:
    """Refuse something."""
    raise Illegal(reason, ruling)


def test_what_is_done_of_the_last_round_of_a_race_counts() -> None:
    with Cores(2) as cores:
        found = race(late, (0.9, 0.1), Effort(1.5, watch=AfterFirst()), cores)
    assert [one.tried for one in found.estimates] == [FIRST + 2 * TASK, FIRST]  # both cores are held up by the first
    assert found.best == 0


def test_of_many_ways_each_is_tried_less_often_at_first() -> None:
    many = FIRST_OF_ALL // FIRST + 1
    found = race(coin, [0.5] * many, Effort(60, rounds=1), Cores(0))
    assert {one.tried for one in found.estimates} == {FIRST_OF_ALL // many}
    found = race(coin, [0.5] * FIRST_OF_ALL, Effort(60, rounds=1), Cores(0))
    assert {one.tried for one in found.estimates} == {FEWEST}
    found = race(coin, [0.5] * 2, Effort(60, rounds=1), Cores(0), first=FEWEST)
    assert {one.tried for one in found.estimates} == {FEWEST}
