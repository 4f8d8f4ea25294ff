"""Processes that work for this one: none stays when it ends, however it ends, and none takes anything with it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import CancelledError, wait
from pathlib import Path

import pytest

from referee.errors import BadInput
from referee.sampling.race import Cores
from tests.stopping import MARK, WAYS, left, left_after, processes

on_linux = pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="finds processes by /proc")

SOON = 20.0

BUSY = """
import signal, sys, time
from referee.sampling.race import Cores
signal.signal(int(sys.argv[1]), signal.SIG_DFL)  # what starts the tests may ignore it, as nohup does
with Cores(2) as cores:
    print(cores.give(int, "7").result(), flush=True)
    cores.give(time.sleep, 600)
    cores.give(time.sleep, 600).result()
"""
"""A program whose workers are at it for ten minutes, unless a signal ends it."""


def test_what_a_worker_raises_is_raised_here() -> None:
    with Cores(1) as cores:
        assert isinstance(cores.give(int, "seven").exception(SOON), ValueError)
        assert cores.give(int, "7").result(SOON) == 7


def test_what_a_worker_prints_does_not_come_between(capfd: pytest.CaptureFixture[str]) -> None:
    with Cores(1) as cores:
        assert cores.give(print, "aside").result(SOON) is None
    assert capfd.readouterr().err == "aside\n"


def test_a_worker_that_is_ended_while_it_waits_takes_nothing_with_it() -> None:
    """Workers that shared a queue took its lock with them: all that came after waited for ever, Ctrl-C too."""
    with Cores(1) as cores:
        first = cores.give(os.getpid).result(SOON)
        os.kill(first, signal.SIGTERM)
        assert cores.give(os.getpid).result(SOON) != first


def test_work_that_ends_each_of_its_workers_is_given_up() -> None:
    with Cores(1) as cores:
        assert isinstance(cores.give(os._exit, 3).exception(SOON), BadInput)
        assert cores.give(int, "7").result(SOON) == 7


def test_what_is_not_done_at_the_end_is_cancelled() -> None:
    begun = time.monotonic()
    with Cores(1) as cores:
        worker = cores.give(os.getpid).result(SOON)
        waiting = [cores.give(time.sleep, 600) for _ in range(2)]
    assert not wait(waiting, SOON).not_done
    with pytest.raises(CancelledError):
        waiting[0].result()
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)
    assert time.monotonic() - begun < SOON


@on_linux
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_workers_end_with_the_process_that_they_work_for(how: int, tmp_path: Path) -> None:
    environment = {**os.environ, MARK: str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-c", BUSY, str(int(how))],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"7\n"
        assert len(processes(str(tmp_path))) > 1
        child.send_signal(how)
        try:
            child.wait(SOON)
        finally:
            child.kill()  # leaving waits for it
    assert left(str(tmp_path)) == []


@on_linux
def test_ctrl_c_at_a_terminal_leaves_nothing(tmp_path: Path) -> None:
    """`python -m tests.stopping 200` does this at 200 random moments."""
    assert left_after(WAYS["Ctrl-C twice"], 1.0, str(tmp_path)) == []


@on_linux
def test_workers_end_with_a_process_that_could_do_nothing_about_it(tmp_path: Path) -> None:
    environment = {**os.environ, MARK: str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-c", BUSY, str(int(signal.SIGTERM))], stdout=subprocess.PIPE, env=environment
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"7\n"
        child.kill()
    assert left(str(tmp_path)) == []
