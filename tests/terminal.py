"""The program at a real pseudo-terminal: waited for by what it shows, never by time, and closed with its test."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect

from tests.children import PATIENCE

ENTER, CTRL_C = "\r", "\x03"
ROWS, COLUMNS = 40, 100
PROMPT_ENDS = re.escape("\x1b[?2004l")
"""What a terminal is told where a prompt ends: pasted text isn't marked any longer."""

_children: list[Any] = []


def start(*words: str | Path, rows: int = ROWS, columns: int = COLUMNS, **options: Any) -> Any:
    """`referee` with these words in a terminal of its own; `options` are pexpect's."""
    return spawn(sys.executable, "-m", "referee", *words, rows=rows, columns=columns, **options)


def spawn(program: str, *words: str | Path, rows: int = ROWS, columns: int = COLUMNS, **options: Any) -> Any:
    """Any program in a terminal of its own."""
    quiet = {**options.pop("env", os.environ), "PROMPT_TOOLKIT_NO_CPR": "1"}  # nobody answers where the cursor is
    for told in ("LINES", "COLUMNS"):  # the size of whatever runs the tests
        quiet.pop(told, None)
    with warnings.catch_warnings():
        # From Python 3.12 on a fork beside other threads (pytest-xdist has one) is warned of; this one only starts
        # a program.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = pexpect.spawn(
            program,
            list(map(str, words)),
            dimensions=(rows, columns),
            env=quiet,
            **{"encoding": "utf-8", "timeout": PATIENCE, **options},
        )
    child.delaybeforesend, child.delayafterclose = None, 0.01
    _children.append(child)
    return child


def answer(child: Any, prompt: str, keys: str) -> None:
    """Wait for a prompt, type, and wait until it has taken that: what is drawn after it is another prompt's."""
    wait_for(child, prompt)
    child.send(keys)
    child.expect(PROMPT_ENDS)


def wait_for(child: Any, prompt: str) -> None:
    """Wait for a prompt that reads single keys: from then on its terminal doesn't echo them by itself."""
    child.expect(re.escape(prompt))
    _wait(lambda: not child.getecho(), f"the prompt {prompt!r} doesn't read keys")


def ended(child: Any) -> int | None:
    """Wait for the program's end; its exit code, None if a signal ended it."""
    child.expect(pexpect.EOF)
    _wait(lambda: not child.isalive(), "the program left its terminal and goes on")
    child.close()
    code: int | None = child.exitstatus
    return code


def kill(child: Any) -> None:
    """Kill the program at once, and wait until it is gone."""
    child.kill(signal.SIGKILL)
    _wait(lambda: not child.isalive(), "the program survives a SIGKILL")
    child.close()


def close_all() -> None:
    """Close what is still running, and every terminal."""
    while _children:
        _children.pop().close(force=True)


def _wait(done: Callable[[], bool], trouble: str) -> None:
    until = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < until, trouble
        time.sleep(0.005)
