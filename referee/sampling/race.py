"""Several ways to go on, tried against each other until it is clear which is the best, or the time is up; or one.

After a first round in which each is tried, every round tries the one that looks best and, of those that may still be
better, the one of which least is known. A trial's luck hangs on the seed, the way and the trial's number alone, and
what is tried next is decided between rounds. So the same seed and as many rounds give the same figures on any number
of cores.

Where several things may come of one way, `tally` counts each of them until all are known well enough.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, TypeVar

from referee.sampling.estimate import Estimate
from referee.sampling.workers import Workers

T = TypeVar("T")

PATIENCE = 60.0
"""Seconds after which workers that don't answer are given up, as if they had been ended from outside."""

Trials = Callable[[Any, str, range], int]
"""Tries a way, for trials of these numbers, each with its luck from the seed; how many came out well.

A function of a module, given to other processes by its name."""

Counted = Callable[[Any, str, range], Sequence[int]]
"""The same for a way of which several things may come: how many of the trials each of them came of."""

FIRST, BATCH, TASK = 12, 40, 5
"""So often each way is tried in the first round, and the two of each later round; in tasks of so many trials."""

FIRST_OF_ALL, FEWEST = 192, 4
"""So many trials the first round has together; of many ways each has fewer then, down to so many."""


WITHIN, ALIKE = 0.05, 0.04
"""The best is known well enough with an interval of such a half width; so are ways that can't be told apart."""


@dataclass(frozen=True)
class Effort:
    """What may be spent on an estimate: `seconds`, on so many `cores` (None: all); `seed` is that of its luck.

    It ends before that when it is clear which way is the best and how good it is, or that several are as good; and
    after so many `rounds`. `aim` is a chance that is aimed at, where it is asked when that is reached (None: the
    usual one).
    """

    seconds: float = 10.0
    seed: str = "1"
    cores: int | None = None
    rounds: int = 1_000
    aim: float | None = None


@dataclass(frozen=True)
class RaceFound:
    """The estimates of all ways so far."""

    estimates: tuple[Estimate, ...]

    @property
    def best(self) -> int:
        """The number of the way that comes out well most often by what is known: a few lucky trials don't count."""
        return max(range(len(self.estimates)), key=lambda way: (self.estimates[way].interval[0], -way))

    @property
    def clear(self) -> bool:
        """Whether the best comes out well clearly more often than each of the others."""
        return not self.rivals

    @property
    def rivals(self) -> list[int]:
        """The numbers of the others that may be as good as the best, the least known first.

        The one that may come out highest would always be one that came out well in all its trials.
        """
        best = self.estimates[self.best]
        found = [way for way, one in enumerate(self.estimates) if way != self.best and not best.clearly_above(one)]
        return sorted(found, key=lambda way: (-self.estimates[way].half_width, way))


class Cores:
    """All cores, as workers that are started when they are first needed; none for work in this very process.

    `many` is their number. At the end they are stopped, whatever they do.
    """

    def __init__(self, many: int | None = None) -> None:
        self.many = (os.cpu_count() or 1) if many is None else many
        self._workers: Workers | None = None

    def __enter__(self) -> Cores:
        """Begin."""
        return self

    def __exit__(self, *raised: object) -> None:
        """Stop the workers."""
        if self._workers is not None:
            self._workers.stop()

    def give(self, work: Callable[..., T], *given: Any) -> Future[T]:
        """Let a worker call a module's function."""
        if not self.many:
            done: Future[T] = Future()
            done.set_result(work(*given))
            return done
        if self._workers is None:
            self._workers = Workers(self.many)
        return self._workers.give(work, *given)


def race(
    trials: Trials,
    ways: Sequence[Any],
    effort: Effort,
    cores: Cores,
    told: Callable[[RaceFound], bool] = lambda found: True,
    *,
    first: int = FIRST,
    each: bool = False,
) -> RaceFound:
    """Try ways until it is clear which comes out well most often, or the time is up.

    `told` hears how it stands after each round; it ends the race by saying False. In the `first` round each is tried
    so often, or less if there are many. Where not only the best matters, `each` way is tried until it is known well
    enough, the least known first. Of a round that isn't over when the time is up the first trials of each way count,
    as far as they are done.
    """
    end = time.monotonic() + effort.seconds
    found = RaceFound((Estimate(),) * len(ways))
    first = max(FEWEST, min(first, FIRST_OF_ALL // max(1, len(ways))))
    for number in range(effort.rounds):
        trying = list(range(len(ways))) if not number else _least_known(found) if each else _rivals(found)
        many = BATCH if number else first
        given = {
            way: _tasks(trials, ways[way], f"{effort.seed}/{way}", found.estimates[way].tried, many, cores)
            for way in trying
        }
        whole = _done([task for tasks in given.values() for task in tasks], number, end)
        estimates = list(found.estimates)
        for way, tasks in given.items():
            done = _first_done(tasks)
            estimates[way] += Estimate(sum(task.result() for task in done), min(len(done) * TASK, many))
        found = RaceFound(tuple(estimates))
        over = _is_known(found) if each else _is_over(found)
        if not told(found) or over or not whole or time.monotonic() >= end:
            break
    return found


def tally(
    trials: Counted,
    way: Any,
    many: int,
    effort: Effort,
    cores: Cores,
    told: Callable[[tuple[Estimate, ...]], bool] = lambda found: True,
) -> tuple[Estimate, ...]:
    """Try one way until it is known well enough how often each of so `many` things comes of it, or the time is up.

    `told` hears how it stands after each round; it ends the trials by saying False. Of a round that isn't over when
    the time is up the first trials count, as far as they are done.
    """
    end = time.monotonic() + effort.seconds
    found = (Estimate(),) * many
    for number in range(effort.rounds):
        together = BATCH if number else FIRST
        tasks = _tasks(trials, way, effort.seed, found[0].tried, together, cores)
        whole = _done(tasks, number, end)
        done = _first_done(tasks)
        if not done:
            break
        tried = min(len(done) * TASK, together)
        came = [sum(counts) for counts in zip(*(task.result() for task in done), strict=True)]
        found = tuple(one + Estimate(won, tried) for one, won in zip(found, came, strict=True))
        enough = max(one.half_width for one in found) <= WITHIN
        if not told(found) or enough or not whole or time.monotonic() >= end:
            break
    return found


def _done(tasks: Sequence[Future[Any]], number: int, end: float) -> bool:
    """Wait for the tasks of a round, those of the first whatever the time; whether all are done."""
    left = PATIENCE if number == 0 else max(0.0, end - time.monotonic())
    return not wait(tasks, left).not_done


def _first_done(tasks: Sequence[Future[T]]) -> list[Future[T]]:
    """The tasks that are done, from the first one on: all, but of a round that isn't over."""
    return list(takewhile(Future.done, tasks))


def _tasks(
    trials: Callable[[Any, str, range], T], way: Any, seed: str, tried: int, many: int, cores: Cores
) -> list[Future[T]]:  # fmt: skip
    """The next so many trials of a way, in small tasks so that all cores are busy to the end of a round."""
    last = tried + many
    return [
        cores.give(trials, way, seed, range(first, min(first + TASK, last))) for first in range(tried, last, TASK)
    ]


def _rivals(found: RaceFound) -> list[int]:
    """The way that looks best, and the least known of those that may still be better."""
    return [found.best, *found.rivals[:1]]


def _least_known(found: RaceFound) -> list[int]:
    """The two ways of which least is known."""
    return sorted(range(len(found.estimates)), key=lambda way: -found.estimates[way].half_width)[:2]


def _is_known(found: RaceFound) -> bool:
    return max(one.half_width for one in found.estimates) <= WITHIN


def _is_over(found: RaceFound) -> bool:
    best = found.estimates[found.best]
    if found.clear:
        return best.half_width <= WITHIN
    return max(found.estimates[way].half_width for way in (found.best, *found.rivals)) <= ALIKE
