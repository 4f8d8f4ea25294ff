"""Ctrl-C and other ends at random moments of a command that works on all cores: `python -m tests.stopping 200`.

Each run is a process in a terminal of its own, so Ctrl-C reaches all processes that it has started there, as at a
table. Printed is how often one was still there some seconds later, and after what.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from tests.terminal import CTRL_C, kill, start

RECORD = Path(__file__).parents[1] / "examples" / "duel-cost.toml"
COMMAND: tuple[str | Path, ...] = ("judge", RECORD, "--cost", "--brief", "--seconds", "4")
MARK = "REFEREE_STOPPING"
"""A variable of the environment by which all processes of a run are found."""

LATEST = 1.6
"""Seconds after which a run is ended at the latest."""

GONE = 10.0
"""Seconds within which all processes of a run must be gone."""


def _twice(child: Any) -> None:
    child.send(CTRL_C)
    time.sleep(Random().random() * 0.3)
    child.send(CTRL_C)


WAYS: dict[str, Callable[[Any], object]] = {
    "Ctrl-C": lambda child: child.send(CTRL_C),
    "Ctrl-C twice": _twice,
    "SIGINT to it alone": lambda child: child.kill(signal.SIGINT),
    "SIGTERM": lambda child: child.kill(signal.SIGTERM),
    "SIGHUP": lambda child: child.kill(signal.SIGHUP),
    "SIGKILL": lambda child: child.kill(signal.SIGKILL),
    "its terminal closed": lambda child: child.close(force=False),
}
"""How a run is ended."""


def processes(mark: str) -> list[tuple[int, str]]:
    """All processes with a mark in their environment, by number and command; not those that are only to be reaped."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdecimal() and f"{MARK}={mark}".encode() in (folder / "environ").read_bytes():
                found.append((int(folder.name), (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()))
        except OSError:
            continue  # it has ended meanwhile, or isn't ours
    return found


LOOKS, QUIET = 6_000, 20
"""So many looks at what is still there a run has, and so many in a row must find nothing."""


def left(mark: str) -> list[tuple[int, str]]:
    """What is still there of a run in the end.

    Looks are counted, since a clock may jump; and several in a row must find nothing: what is being started at that
    moment isn't seen by each.
    """
    quiet = 0
    for _ in range(LOOKS):
        found = processes(mark)
        quiet = 0 if found else quiet + 1
        if quiet == QUIET:
            return []
        time.sleep(0.01)
    return found


def left_after(
    way: Callable[[Any], object], wait: float, mark: str, command: Sequence[str | Path] = COMMAND
) -> list[str]:
    """What is still there of a run that was ended in a way after so many seconds."""
    child = start(*command, env={**os.environ, MARK: mark})
    until = time.monotonic() + wait
    while time.monotonic() < until and child.isalive():
        _drain(child)
    ended = time.monotonic()
    with suppress(OSError):
        way(child)
    while processes(mark) and time.monotonic() < ended + GONE:
        _drain(child)
    there = left(mark)
    for number, _ in there:
        os.kill(number, signal.SIGKILL)
    if not child.closed:
        kill(child)
    return [command for _, command in there]


def _drain(child: Any) -> None:
    """Read what the run shows, so that it never waits for its terminal."""
    if child.closed:
        time.sleep(0.02)
        return
    try:
        child.read_nonblocking(10_000, 0.02)
    except Exception:  # nothing to read now, or its end
        time.sleep(0.02)


def main(times: int, *named: str) -> int:
    """End so many runs, each after another time, in each way or in those named in turn; 1 if any left something."""
    ways = [one for one in WAYS if one in named or not named]
    found: Counter[str] = Counter()
    luck = Random(1)
    for number in range(times):
        name, wait = ways[number % len(ways)], luck.random() * LATEST
        left = left_after(WAYS[name], wait, f"{os.getpid()}-{number}")
        if left:
            found[name] += 1
            print(f"{name} after {wait:.2f} s left {len(left)}:", *left, sep="\n  ", flush=True)
    print(f"{times} runs ended; {found.total()} left something: {dict(found) or 'none'}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), *sys.argv[2:]))
