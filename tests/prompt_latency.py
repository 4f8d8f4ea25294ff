"""How long a person waits at a real terminal: `python -m tests.prompt_latency` plays the shipped games at 80 x 24.

From Enter to the next prompt, what is drawn and saved in between included, for each line of a whole game as a
practised typist types it (`keystrokes`): the median and the worst, in seconds; and as much of it as the program
worked, which is what counts where others load the machine, as far as the system tells it.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any, Literal, NamedTuple

import pexpect

from referee.preferences import VARIABLE
from tests import terminal
from tests.keystrokes import SCRIPTS, played
from tests.old_saves import run

ROWS, COLUMNS = 24, 80
READY = "\x1b[?2004h"
"""What a terminal is told where a prompt begins: pasted text is to be marked."""

QUIET, PATIENCE = 0.04, 30.0
"""So many seconds without a word from the program all is drawn; after so many it is stuck."""


def waited(child: Any) -> float:
    """How long it takes until the next prompt stands there, all of it drawn."""
    began = last = time.perf_counter()
    seen = ""
    while READY not in seen or time.perf_counter() - last < QUIET:
        if time.perf_counter() - began > PATIENCE:
            raise TimeoutError(f"no prompt came after: {seen[-500:]}")
        try:
            seen += child.read_nonblocking(65536, QUIET / 4)
            last = time.perf_counter()
        except pexpect.TIMEOUT:
            continue
        except pexpect.EOF:
            break
    return last - began


def worked(child: Any) -> float:
    """How long the program has worked so far, in seconds of CPU; 0 where the system doesn't tell."""
    tasks = Path(f"/proc/{child.pid}/task").glob("*/schedstat")
    return sum(int(task.read_text(encoding="ascii").split()[0]) for task in tasks) / 1e9


class Wait(NamedTuple):
    """A wait: until the next prompt, of that the program's own work, and the line before it."""

    seconds: float
    cpu: float
    line: str


def waits(script: str, where: Path) -> Iterator[Wait]:
    """The wait after each line of an example."""
    evening = played(script, where)
    save = where / "real.toml"
    if (begun := run("do", save, "--from", where / "typed.moves", "--brief")).exit_code:
        raise ValueError(f"{script}: {begun.stderr}")
    child = terminal.spawn(sys.executable, "-m", "referee", "play", save, rows=ROWS, columns=COLUMNS)
    try:
        waited(child)
        for line in evening.lines:
            child.send(line.text)
            child.expect(pexpect.TIMEOUT, timeout=QUIET)  # the echo of what is typed is no part of the wait
            before = worked(child)
            child.send(terminal.ENTER)
            yield Wait(waited(child), worked(child) - before, f"{line.at}: {line.text}")
    finally:
        terminal.close_all()


def told(script: str, found: Sequence[Wait]) -> Iterator[str]:
    """The figures of a game, in lines."""
    yield f"{script}: {len(found)} lines"
    yield f"  waited: median {median(wait.seconds for wait in found):.3f} s, worst {_worst(found, 0)}"
    yield f"  worked: median {median(wait.cpu for wait in found):.3f} s, worst {_worst(found, 1)}"


def _worst(found: Sequence[Wait], of: Literal[0, 1]) -> str:
    worst = max(found, key=lambda wait: wait[of])
    return f"{worst[of]:.3f} s ({worst.line})"


def main() -> None:
    """Play the examples that are named, or all, and print how long a person waits."""
    with tempfile.TemporaryDirectory() as place:
        os.environ[VARIABLE] = str(Path(place, "config.toml"))
        for script in sys.argv[1:] or SCRIPTS:
            folder = Path(place, script.replace("/", "-"))
            folder.mkdir()
            print("\n".join(told(script, list(waits(script, folder)))))


if __name__ == "__main__":
    main()
