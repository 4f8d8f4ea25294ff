"""Monte Carlo estimates with confidence intervals, best-arm identification, and the process pool for both."""

from __future__ import annotations

import gc
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, wait
from contextlib import suppress
from itertools import takewhile
from math import ceil, sqrt
from queue import SimpleQueue
from threading import Lock, Thread
from typing import IO, Any, NamedTuple, TypeVar

from msgspec import Struct, field

from referee.errors import BadInput

Z = 1.96
"""Number of standard deviations to either side of the mean that hold 95% of a normal distribution."""


class Estimate(NamedTuple):
    """Estimated chance of success: `won` of `tried` independent trials."""

    won: int = 0
    tried: int = 0

    @property
    def chance(self) -> float:
        """Share of trials won; 0.5 without any trials."""
        return self.won / self.tried if self.tried else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """95% confidence interval of the true chance (Wilson's, accurate near 0 and 1 too)."""
        n, squared = self.tried, Z * Z
        middle = (self.won + squared / 2) / (n + squared)
        spread = Z / (n + squared) * sqrt((self.won * (n - self.won) / n if n else 0) + squared / 4)
        return max(0.0, middle - spread), min(1.0, middle + spread)

    @property
    def half_width(self) -> float:
        """Distance from the share to the farther end of the 95% confidence interval."""
        low, high = self.interval
        return max(self.chance - low, high - self.chance)

    @property
    def other(self) -> Estimate:
        """Estimate of the opposite outcome."""
        return Estimate(self.tried - self.won, self.tried)

    def __add__(self, more: object) -> Estimate:
        """Return the estimate from both sets of trials together."""
        if not isinstance(more, Estimate):
            return NotImplemented
        return Estimate(self.won + more.won, self.tried + more.tried)

    def clearly_above(self, other: Estimate) -> bool:
        """Return whether this chance is significantly higher than `other` (by `Z` standard errors)."""
        if not self.tried or not other.tried:
            return False
        return self.chance - other.chance > Z * self._error(other)

    def regret(self, others: Iterable[Estimate]) -> float:
        """Return how much better one of `others` can be at most, each at 95% confidence; 0 if none can be."""
        return min(1.0, max((0.0, *(one.chance - self.chance + Z * self._error(one) for one in others))))

    def _error(self, other: Estimate) -> float:
        """Return the standard error of the difference, each estimate smoothed by one more win and one more loss.

        The smoothing keeps 20 of 20 from being taken for certain.
        """
        shares = ((one, (one.won + 1) / (one.tried + 2)) for one in (self, other))
        return sqrt(sum(share * (1 - share) / one.tried for one, share in shares))

    def describe(self) -> str:
        """Format for people: "62% (±5)", the share and the half width of the 95% interval in percentage points.

        If all or none were won, the bound of that interval is given: "100% (at least 94%)".
        """
        share, around = int(self.chance * 100 + 0.5), max(1, ceil(self.half_width * 100 - 1e-9))
        if share in (0, 100):
            return f"{share}% (at {'least' if share else 'most'} {abs(share - around)}%)"
        return f"{share}% (±{around})"

    def data(self) -> dict[str, Any]:
        """Return the machine format: the share, the half width of its 95% interval, and the number of trials."""
        return {"about": round(self.chance, 4), "within": round(self.half_width, 4), "tried": self.tried}

    @staticmethod
    def certain_data(chance: float) -> dict[str, Any]:
        """Return the machine format for an exact chance, which needed no trials."""
        return {"about": chance, "within": 0.0, "tried": 0}


# --- Worker processes, which end with this process however it ends --------------------------------
# Each worker has its own pipes and a thread here that feeds it; workers share no lock that a killed one could keep. A
# worker ends when its pipe closes: when the pool stops it, or when this process is gone, even if it was killed.
# Workers belong to no terminal, so Ctrl-C reaches this process alone; and as threads start them, Ctrl-C can't strike
# between starting a process and recording it.


T = TypeVar("T")

BEGIN = "import sys; sys.path[:] = sys.argv[1:]; from referee.sampling.race import serve; serve()"
"""Code that a worker runs; it gets the `sys.path` of this process as arguments."""

TRIES = 2
"""Number of times that a task is given to a worker if workers are ended from outside."""

SOON = 5.0
"""Seconds to wait for killed workers to end."""


class _Task(NamedTuple):
    """A piece of work as it is sent (pickled), and the future that waits for its result."""

    sent: bytes
    done: Future[Any]


class Cores:
    """A pool of `many` processes (default: one per core), started with the first work; 0: work runs in this process.

    As a context manager it stops them at the end, whatever they do.
    """

    def __init__(self, many: int | None = None) -> None:
        self.many = (os.cpu_count() or 1) if many is None else many
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._running: set[subprocess.Popen[bytes]] = set()
        self._stopped = False
        self._lock = Lock()
        self._threads: list[Thread] = []

    def __enter__(self) -> Cores:
        """Return the pool; its processes start with the first work."""
        return self

    def give(self, work: Callable[..., T], *given: Any) -> Future[T]:
        """Let a worker call a function of a module with the arguments `given`; return the future of its result."""
        done: Future[T] = Future()
        if not self.many:
            done.set_result(work(*given))
            return done
        if not self._threads:
            self._threads = [Thread(target=self._feed_worker, daemon=True) for _ in range(self.many)]
            for thread in self._threads:
                thread.start()
        self._tasks.put(_Task(pickle.dumps((work, given)), done))
        return done

    def __exit__(self, *raised: object) -> None:
        """Kill all workers, whatever they do, and cancel the work that isn't done.

        Done by a thread, so that another Ctrl-C can't interrupt it.
        """
        stopping = Thread(target=self._stop, daemon=True)
        stopping.start()
        stopping.join(SOON)

    def _stop(self) -> None:
        with self._lock:
            self._stopped = True
            for process in self._running:
                process.kill()
        for _ in self._threads:
            self._tasks.put(None)
        for thread in self._threads:
            thread.join()

    # --- One thread of this process for each worker -----------------------------------------------------------

    def _feed_worker(self) -> None:
        """Give one worker task after task (each worker has a thread for it in this process)."""
        process: subprocess.Popen[bytes] | None = None
        while (task := self._tasks.get()) is not None:
            try:
                process = self._run_task(process, task)
            except Exception as error:  # no process can be started, or its answer can't be unpickled
                task.done.set_exception(error)
        if process is not None:
            self._end(process)

    def _run_task(self, process: subprocess.Popen[bytes] | None, task: _Task) -> subprocess.Popen[bytes] | None:
        """Run a task on `process`, or on a new one if it is None or has ended; return the process then in use."""
        for _ in range(TRIES):
            process = process or self._start()
            if process is None:
                task.done.cancel()
                task.done.set_running_or_notify_cancel()  # tells those that wait for it
                return None
            answer = _exchange(process, task.sent)
            if answer is not None:
                well, result = pickle.loads(answer)
                (task.done.set_result if well else task.done.set_exception)(result)
                return process
            self._end(process)
            process = None
        raise BadInput("a worker process was ended from outside, twice; try again")

    def _start(self) -> subprocess.Popen[bytes] | None:
        """Start a worker; None if the pool was stopped."""
        with self._lock:
            if self._stopped:
                return None
            process = subprocess.Popen(
                [sys.executable, "-c", BEGIN, *sys.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, **_detached()
            )
            self._running.add(process)
            return process

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        process.kill()
        with self._lock:
            self._running.discard(process)
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()
        process.wait()


def _detached() -> dict[str, Any]:
    """Return the `Popen` options that keep keys typed at the terminal from ending a process, on each system."""
    group = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", None)
    return {"start_new_session": True} if group is None else {"creationflags": group}


def _exchange(process: subprocess.Popen[bytes], sent: bytes) -> bytes | None:
    """Send a task to a worker and return its answer; None if it has ended instead."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        pickle.dump(sent, process.stdin)
        process.stdin.flush()
        answer: bytes = pickle.load(process.stdout)
    except (OSError, EOFError, pickle.UnpicklingError):
        return None
    return answer


# --- the worker -----------------------------------------------------------------------------------


def serve() -> None:
    """Run as a worker: call each function received on standard input and send back its result."""
    gc.set_threshold(100_000)  # as in the process that it works for
    out = sys.stdout.buffer
    sys.stdout = sys.stderr  # stray prints mustn't get into the answers
    tasks: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(sys.stdin.buffer, tasks), daemon=True).start()
    while True:
        sent = tasks.get()
        try:
            work, given = pickle.loads(sent)
            answer = pickle.dumps((True, work(*given)))
        except Exception as error:
            answer = pickle.dumps((False, error))
        pickle.dump(answer, out)
        out.flush()


def _listen(pipe: IO[bytes], tasks: SimpleQueue[bytes]) -> None:
    """Queue tasks while one is worked on, and end the process at once when the pipe closes."""
    with suppress(Exception):
        while True:
            tasks.put(pickle.load(pipe))
    os._exit(0)


# --- Race -----------------------------------------------------------------------------------------
# Several ways to go on (arms) are sampled until it is clear which is the best, or the time is up; or a single one.
#
# After a first round of all ways, every round samples the one that looks best and, of those that may still be better,
# the least known. A trial's luck depends on the seed, the way and the trial's number alone, and the next ways are
# chosen between rounds. So the same seed and number of rounds give the same figures on any number of cores.
#
# For one way with several outcomes, `tally` counts each of them until all are known well enough.


PATIENCE = 60.0
"""Seconds after which workers that don't answer in the first round are given up."""

Trials = Callable[[Any, str, range], int]
"""Runs the trials of a way with these numbers, each with luck from the seed; returns how many were won.

Must be a function of a module, so that it can be pickled for other processes."""

Counted = Callable[[Any, str, range], Sequence[int]]
"""Likewise for a way with several outcomes: returns how many of the trials had each of them."""

A_SECOND = 100.0
"""Default number of trials that count as a second of work: what two cores do."""

FIRST, BATCH, TASK = 12, 40, 5
"""Trials per way in the first round, per way in later rounds (of two ways), and per task of a worker."""

FIRST_OF_ALL, FEWEST = 192, 4
"""Most trials of the first round in all; with many ways each gets fewer, but at least the second number."""


WITHIN, LEVEL = 0.05, 0.02
"""Half width of the best's interval, and its regret, at which it is known well enough."""


SEED = "1"
"""Default seed."""


class Watch(Struct):
    """Measures elapsed time: by the clock, or if `counted` by the work done, which is the same on every machine."""

    counted: bool = False
    _done: float = 0.0

    def now(self) -> float:
        """Return the time in seconds, from an arbitrary start."""
        return self._done if self.counted else time.monotonic()

    def record_work(self, many: int, a_second: float) -> None:
        """Count `many` units of work as done, at `a_second` units per second."""
        self._done += many / a_second


class Effort(Struct, frozen=True):
    """Budget for an estimate: `seconds`, number of `cores` (None: all), and the `seed` of its luck.

    On a `watch` that counts work, the answer depends on the seconds and the seed alone.

    Sampling ends sooner when it is clear which way is best and how good it is, or that several are equally good; and
    after `rounds` rounds. `aim` is the chance to reach, for questions about when it is reached (None: the default).
    """

    seconds: float = 10.0
    seed: str = SEED
    cores: int | None = None
    rounds: int = 1_000
    aim: float | None = None
    watch: Watch = field(default_factory=Watch)

    @classmethod
    def from_request(cls, seconds: float, seed: str | None, aim: float | None = None) -> Effort:
        """Return the effort that a user asked for; with a `seed` the answer is the same however fast the machine."""
        return cls(seconds, seed or SEED, aim=aim, watch=Watch(counted=seed is not None))


class RaceFound(Struct, frozen=True):
    """Estimates of all ways (the arms of the race) so far."""

    estimates: tuple[Estimate, ...]

    @property
    def best(self) -> int:
        """Number of the way with the highest lower confidence bound, so that a few lucky trials don't count."""
        return max(range(len(self.estimates)), key=lambda way: (self.estimates[way].interval[0], -way))

    @property
    def clear(self) -> bool:
        """Whether the best is significantly better than each of the others."""
        return not self.rivals

    @property
    def rivals(self) -> list[int]:
        """Numbers of the other ways that may be as good as the best, widest interval first.

        (Sorting by upper bound would always favour a way that won all its trials.)
        """
        best = self.estimates[self.best]
        found = [way for way, one in enumerate(self.estimates) if way != self.best and not best.clearly_above(one)]
        return sorted(found, key=lambda way: (-self.estimates[way].half_width, way))

    def unsure(self, *, each: bool) -> list[int]:
        """Return the ways to try next: the best and its least known rival; with `each` the two least known."""
        if not each:
            return [self.best, *self.rivals[:1]]
        return sorted(range(len(self.estimates)), key=lambda way: -self.estimates[way].half_width)[:2]

    def is_known(self, *, each: bool) -> bool:
        """Return whether the best, and that no other is much better, is known well enough; with `each`, all."""
        if each:
            return max(one.half_width for one in self.estimates) <= WITHIN
        best = self.estimates[self.best]
        return best.half_width <= WITHIN and best.regret(self.estimates[way] for way in self.rivals) <= LEVEL


def race(
    trials: Trials,
    ways: Sequence[Any],
    effort: Effort,
    cores: Cores,
    on_progress: Callable[[RaceFound], None] = lambda found: None,
    *,
    first: int = FIRST,
    each: bool = False,
    a_second: float = A_SECOND,
) -> RaceFound:
    """Sample ways until it is clear which succeeds most often (best-arm identification), or the time is up.

    `on_progress` is called with the estimates after each round. The first round has `first` trials per way, fewer
    if there are many ways. With `each`, every way is sampled until it is known well enough, the least known first.
    Of a round that isn't over when the time is up, the leading finished trials of each way count. `a_second` is the
    number of trials that count as a second if work is counted.
    """
    end = effort.watch.now() + effort.seconds
    found = RaceFound((Estimate(),) * len(ways))
    first = min(first, max(FEWEST, FIRST_OF_ALL // max(1, len(ways))))
    for number in range(effort.rounds):
        estimates = list(found.estimates)
        asked = {
            way: (ways[way], f"{effort.seed}/{way}", estimates[way].tried)
            for way in (found.unsure(each=each) if number else range(len(ways)))
        }
        done, goes_on = _round(trials, asked, BATCH if number else first, number, end, effort, cores, a_second)
        for way, (tried, won) in done.items():
            estimates[way] += Estimate(sum(won), tried)
        found = RaceFound(tuple(estimates))
        on_progress(found)
        if found.is_known(each=each) or not goes_on:
            break
    return found


def tally(
    trials: Counted,
    way: Any,
    many: int,
    effort: Effort,
    cores: Cores,
    on_progress: Callable[[tuple[Estimate, ...]], None] = lambda found: None,
    *,
    a_second: float = A_SECOND,
) -> tuple[Estimate, ...]:
    """Sample one way until the frequencies of its `many` outcomes are known well enough, or the time is up.

    `on_progress` is called with the estimates after each round. Of a round that isn't over when the time is up, the
    leading finished trials count.
    """
    end = effort.watch.now() + effort.seconds
    found = (Estimate(),) * many
    for number in range(effort.rounds):
        asked = {0: (way, effort.seed, found[0].tried)}
        done, goes_on = _round(trials, asked, BATCH if number else FIRST, number, end, effort, cores, a_second)
        tried, counts = done[0]
        if not tried:
            break
        came = zip(found, zip(*counts, strict=True), strict=True)
        found = tuple(one + Estimate(sum(won), tried) for one, won in came)
        on_progress(found)
        if max(one.half_width for one in found) <= WITHIN or not goes_on:
            break
    return found


def _round(
    trials: Callable[[Any, str, range], T],
    asked: Mapping[int, tuple[Any, str, int]],
    many: int,
    number: int,
    end: float,
    effort: Effort,
    cores: Cores,
    a_second: float,
) -> tuple[dict[int, tuple[int, list[T]]], bool]:
    """Run `many` more trials of each way `asked`; return trials and results by way, and whether time is left.

    `asked` has way, seed and trials so far. The tasks are small, so that all cores are busy to the end; the first
    round is played whatever the time.
    """
    tasks = {
        at: [
            cores.give(trials, way, seed, range(n, min(n + TASK, tried + many)))
            for n in range(tried, tried + many, TASK)
        ]
        for at, (way, seed, tried) in asked.items()
    }
    left = max(0.0, end - effort.watch.now()) if number else PATIENCE
    waited = wait([task for some in tasks.values() for task in some], None if effort.watch.counted else left)
    done = {at: [task.result() for task in takewhile(Future.done, some)] for at, some in tasks.items()}
    effort.watch.record_work(many * len(asked), a_second)
    found = {at: (min(len(results) * TASK, many), results) for at, results in done.items()}
    return found, not waited.not_done and effort.watch.now() < end


def rests_on(playings: int, seconds: float, seed: str, how: str = "") -> str:
    """Return what estimates rest on: the number of playouts, `seconds` (0: work was counted instead) and seed."""
    took = f" in {max(1, round(seconds))} s" if seconds else ""
    return f"Played out {playings} times{took} (seed {seed}){how}; ± is the half width of the 95% interval."


# --- Background computation for a line below the prompt -------------------------------------------


Tell = Callable[[str], None]


class Meanwhile:
    """A line of text that a background thread keeps updating, from its first reading until it is stopped.

    `compute` gets a callback for interim lines and returns the final one. Its exceptions are swallowed: the line
    stays as it was.
    """

    def __init__(self, compute: Callable[[Tell], str]) -> None:
        self._compute = compute
        self._line = ""
        self._stopped = False
        self._thread: Thread | None = None

    def __call__(self) -> str:
        """Return the current line; start the computation with the first call."""
        if self._thread is None and not self._stopped:
            self._thread = Thread(target=self._run, daemon=True)
            self._thread.start()
        return self._line

    def stop(self) -> None:
        """Stop updating the line; the computation ends when it next reports."""
        self._stopped = True

    def wait(self) -> None:
        """Wait until the computation has ended."""
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        with suppress(Exception):  # a failing side line mustn't disturb the prompt
            self._line = self._compute(self._tell)

    def _tell(self, line: str) -> None:
        if self._stopped:
            raise _Stopped
        self._line = line


class _Stopped(Exception):
    """Raised in the computation after `stop`."""
