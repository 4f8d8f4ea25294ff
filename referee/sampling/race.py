"""A chance that was found by trying, with its uncertainty."""

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
"""So many standard deviations to either side hold a normal figure 95 times in 100."""


class Estimate(NamedTuple):
    """Of `tried` independent trials `won` came out well."""

    won: int = 0
    tried: int = 0

    @property
    def chance(self) -> float:
        """The share that came out well; a half before anything was tried."""
        return self.won / self.tried if self.tried else 0.5

    @property
    def interval(self) -> tuple[float, float]:
        """The interval that holds the true chance 95 times in 100 (Wilson's, right also near 0 and 1)."""
        n, squared = self.tried, Z * Z
        middle = (self.won + squared / 2) / (n + squared)
        spread = Z / (n + squared) * sqrt((self.won * (n - self.won) / n if n else 0) + squared / 4)
        return max(0.0, middle - spread), min(1.0, middle + spread)

    @property
    def half_width(self) -> float:
        """How far the true chance lies from the share at most, 95 times in 100."""
        low, high = self.interval
        return max(self.chance - low, high - self.chance)

    @property
    def other(self) -> Estimate:
        """The estimate of the opposite."""
        return Estimate(self.tried - self.won, self.tried)

    def __add__(self, more: object) -> Estimate:
        """Both sets of trials together."""
        if not isinstance(more, Estimate):
            return NotImplemented
        return Estimate(self.won + more.won, self.tried + more.tried)

    def clearly_above(self, other: Estimate) -> bool:
        """Whether a difference so great is rare where both chances are the same."""
        if not self.tried or not other.tried:
            return False
        return self.chance - other.chance > Z * self._error(other)

    def regret(self, others: Iterable[Estimate]) -> float:
        """How much better one of some others may be at most, each 95 times in 100; 0 where none may be."""
        return min(1.0, max((0.0, *(one.chance - self.chance + Z * self._error(one) for one in others))))

    def _error(self, other: Estimate) -> float:
        """The standard error of the difference of two, each as if one more had been won and one more lost.

        So 20 of 20 isn't taken for certain.
        """
        shares = ((one, (one.won + 1) / (one.tried + 2)) for one in (self, other))
        return sqrt(sum(share * (1 - share) / one.tried for one, share in shares))

    def describe(self) -> str:
        """As people read it: "62% (±5)", the share and the half width of the 95% interval in percentage points.

        Where all or none were won, it is the end of that interval: "100% (at least 94%)".
        """
        share, around = int(self.chance * 100 + 0.5), max(1, ceil(self.half_width * 100 - 1e-9))
        if share in (0, 100):
            return f"{share}% (at {'least' if share else 'most'} {abs(share - around)}%)"
        return f"{share}% (±{around})"

    def data(self) -> dict[str, Any]:
        """As scripts rely on it: the share, the half width of its 95% interval, and the trials that it rests on."""
        return {"about": round(self.chance, 4), "within": round(self.half_width, 4), "tried": self.tried}

    @staticmethod
    def certain_data(chance: float) -> dict[str, Any]:
        """The same of a chance that needed no trials."""
        return {"about": chance, "within": 0.0, "tried": 0}


# --- Processes that work for this one, and end with it, however it ends ---------------------------
# Each has a pipe of its own in and out, and a thread here that gives it its work; they share no lock that one of them
# could take with it. It ends as soon as its pipe does: when it is stopped, and when this process has gone, even where
# nothing could be done about it any more. It stands in no terminal, so Ctrl-C there reaches this process alone; and
# as the threads start them, Ctrl-C never comes between a process and what is known of it.


T = TypeVar("T")

BEGIN = "import sys; sys.path[:] = sys.argv[1:]; from referee.sampling.race import serve; serve()"
"""What a worker runs: it finds modules where this process does."""

TRIES = 2
"""So often a piece of work is given to a worker, where the first is ended from outside."""

SOON = 5.0
"""Seconds in which a worker that is killed is gone."""


class _Task(NamedTuple):
    """A piece of work, as it is sent, and what waits for it."""

    sent: bytes
    done: Future[Any]


class Cores:
    """So many processes (as there are cores), started when there is work; none for work in this very process.

    At the end they are stopped, whatever they do.
    """

    def __init__(self, many: int | None = None) -> None:
        self.many = (os.cpu_count() or 1) if many is None else many
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._running: set[subprocess.Popen[bytes]] = set()
        self._stopped = False
        self._lock = Lock()
        self._threads: list[Thread] = []

    def __enter__(self) -> Cores:
        """Begin."""
        return self

    def give(self, work: Callable[..., T], *given: Any) -> Future[T]:
        """Let a worker call a module's function."""
        done: Future[T] = Future()
        if not self.many:
            done.set_result(work(*given))
            return done
        if not self._threads:
            self._threads = [Thread(target=self._tend, daemon=True) for _ in range(self.many)]
            for thread in self._threads:
                thread.start()
        self._tasks.put(_Task(pickle.dumps((work, given)), done))
        return done

    def __exit__(self, *raised: object) -> None:
        """End all workers, whatever they do; what isn't done is cancelled.

        A thread does it, so that it is done even where one more Ctrl-C comes here meanwhile.
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

    # --- a thread of this process, for each worker ------------------------------------------------------------

    def _tend(self) -> None:
        """Give a worker one task after the other."""
        process: subprocess.Popen[bytes] | None = None
        while (task := self._tasks.get()) is not None:
            try:
                process = self._done_by(process, task)
            except Exception as error:  # no process can be started; or what it sent can't be read here
                task.done.set_exception(error)
        if process is not None:
            self._end(process)

    def _done_by(self, process: subprocess.Popen[bytes] | None, task: _Task) -> subprocess.Popen[bytes] | None:
        """Have a worker do a task, a new one where there is none or it has ended; the one that is there after it."""
        for _ in range(TRIES):
            process = process or self._start()
            if process is None:
                task.done.cancel()
                task.done.set_running_or_notify_cancel()  # tells those that wait for it
                return None
            answer = _asked(process, task.sent)
            if answer is not None:
                well, result = pickle.loads(answer)
                (task.done.set_result if well else task.done.set_exception)(result)
                return process
            self._end(process)
            process = None
        raise BadInput("a worker process was ended from outside, twice; try again")

    def _start(self) -> subprocess.Popen[bytes] | None:
        """A new worker; None if they are stopped."""
        with self._lock:
            if self._stopped:
                return None
            process = subprocess.Popen(
                [sys.executable, "-c", BEGIN, *sys.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, **_apart()
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


def _apart() -> dict[str, Any]:
    """How a process is started that no key typed at a terminal ends, on each system."""
    group = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", None)
    return {"start_new_session": True} if group is None else {"creationflags": group}


def _asked(process: subprocess.Popen[bytes], sent: bytes) -> bytes | None:
    """What a worker sends back for a task; None if it has ended instead."""
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
    """What a worker does: call the functions that it is sent, one after the other, and send back what they return."""
    gc.set_threshold(100_000)  # as in the process that it works for
    out = sys.stdout.buffer
    sys.stdout = sys.stderr  # what is printed by mistake mustn't come between
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
    """Hear of tasks while one is worked on; and end at once when nobody sends any more."""
    with suppress(Exception):
        while True:
            tasks.put(pickle.load(pipe))
    os._exit(0)


# --- Race -----------------------------------------------------------------------------------------
# Several ways to go on, tried against each other until it is clear which is the best, or the time is up; or one.
#
# After a first round in which each is tried, every round tries the one that looks best and, of those that may still
# be better, the one of which least is known. A trial's luck hangs on the seed, the way and the trial's number alone,
# and what is tried next is decided between rounds. So the same seed and as many rounds give the same figures on any
# number of cores.
#
# Where several things may come of one way, `tally` counts each of them until all are known well enough.


PATIENCE = 60.0
"""Seconds after which workers that don't answer are given up, as if they had been ended from outside."""

Trials = Callable[[Any, str, range], int]
"""Tries a way, for trials of these numbers, each with its luck from the seed; how many came out well.

A function of a module, given to other processes by its name."""

Counted = Callable[[Any, str, range], Sequence[int]]
"""The same for a way of which several things may come: how many of the trials each of them came of."""

A_SECOND = 100.0
"""So many trials count as a second's, where it isn't said otherwise: what two cores do."""

FIRST, BATCH, TASK = 12, 40, 5
"""So often each way is tried in the first round, and the two of each later round; in tasks of so many trials."""

FIRST_OF_ALL, FEWEST = 192, 4
"""So many trials the first round has together; of many ways each has fewer then, down to so many."""


WITHIN, LEVEL = 0.05, 0.02
"""The best is known well enough with an interval of such a half width, where no other can be better by so much."""


SEED = "1"
"""The seed of the luck where nobody names one."""


class Watch(Struct):
    """Tells how much time has gone: by the clock; `counted`, by the work that was done, so the same everywhere."""

    counted: bool = False
    _done: float = 0.0

    def now(self) -> float:
        """The time, in seconds from any moment."""
        return self._done if self.counted else time.monotonic()

    def done(self, many: int, a_second: float) -> None:
        """So much was done of a work of which so much counts as a second."""
        self._done += many / a_second


class Effort(Struct, frozen=True):
    """What may be spent on an estimate: `seconds`, on so many `cores` (None: all); `seed` is that of its luck.

    On a `watch` that counts, the answer hangs on the seconds and the seed alone.

    It ends before that when it is clear which way is the best and how good it is, or that several are as good; and
    after so many `rounds`. `aim` is a chance that is aimed at, where it is asked when that is reached (None: the
    usual one).
    """

    seconds: float = 10.0
    seed: str = SEED
    cores: int | None = None
    rounds: int = 1_000
    aim: float | None = None
    watch: Watch = field(default_factory=Watch)

    @classmethod
    def asked(cls, seconds: float, seed: str | None, aim: float | None = None) -> Effort:
        """What somebody has asked for: with a `seed` the same answer each time, however fast it is found."""
        return cls(seconds, seed or SEED, aim=aim, watch=Watch(counted=seed is not None))


class RaceFound(Struct, frozen=True):
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

    def unsure(self, *, each: bool) -> list[int]:
        """The way that looks best and the least known of those that may be better; of `each` the least known."""
        if not each:
            return [self.best, *self.rivals[:1]]
        return sorted(range(len(self.estimates)), key=lambda way: -self.estimates[way].half_width)[:2]

    def is_known(self, *, each: bool) -> bool:
        """Whether the best, and that no other is much better, is known well enough; or `each` is."""
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
    """Try ways until it is clear which comes out well most often, or the time is up.

    `on_progress` hears how it stands after each round. In the `first` round each is tried
    so often, or less if there are many. Where not only the best matters, `each` way is tried until it is known well
    enough, the least known first. Of a round that isn't over when the time is up the first trials of each way count,
    as far as they are done. Where work is counted, so many trials are a second's.
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
    """Try one way until it is known well enough how often each of so `many` things comes of it, or the time is up.

    `on_progress` hears how it stands after each round. Of a round that isn't over when
    the time is up the first trials count, as far as they are done.
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
    """So many more trials of each way, with its seed and how often it was tried; whether there is time for more.

    They are made in small tasks, so that all cores are busy to the end; the first round is over whatever the time.
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
    effort.watch.done(many * len(asked), a_second)
    found = {at: (min(len(results) * TASK, many), results) for at, results in done.items()}
    return found, not waited.not_done and effort.watch.now() < end


def rests_on(playings: int, seconds: float, seed: str, how: str = "") -> str:
    """What chances rest on that were found by trying, and how; without the `seconds` where work was counted."""
    took = f" in {max(1, round(seconds))} s" if seconds else ""
    return f"Played out {playings} times{took} (seed {seed}){how}; ± is the half width of the 95% interval."


# --- What is reckoned while somebody thinks at a prompt, which doesn't wait for it ----------------


Tell = Callable[[str], None]


class Meanwhile:
    """A line that says more and more: it is reckoned from the first time that somebody looks until it is stopped.

    `compute` is given what it tells how it looks meanwhile, and returns the last word. What it raises is nobody's to
    see here: the line stays as it was.
    """

    def __init__(self, compute: Callable[[Tell], str]) -> None:
        self._reckon = compute
        self._line = ""
        self._stopped = False
        self._thread: Thread | None = None

    def __call__(self) -> str:
        """The line as it is now."""
        if self._thread is None and not self._stopped:
            self._thread = Thread(target=self._run, daemon=True)
            self._thread.start()
        return self._line

    @property
    def begun(self) -> bool:
        """Whether anybody has looked."""
        return self._thread is not None

    def stop(self) -> None:
        """Nobody looks any more; what is reckoned ends when it next tells something."""
        self._stopped = True

    def wait(self) -> None:
        """Wait until it is reckoned, or has ended."""
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        try:
            self._line = self._reckon(self._tell)
        except _Stopped:
            return
        except Exception:  # a line beside the prompt is no reason to disturb who types there
            return

    def _tell(self, line: str) -> None:
        if self._stopped:
            raise _Stopped
        self._line = line


class _Stopped(Exception):
    """Nobody looks any more."""
