"""Processes that work for this one, and end with it, however it ends.

Each has a pipe of its own in and out, and a thread here that gives it its work; they share no lock that one of them
could take with it. It ends as soon as its pipe does: when it is stopped, and when this process has gone, even where
nothing could be done about it any more. It stands in no terminal, so Ctrl-C there reaches this process alone; and as
the threads start them, Ctrl-C never comes between a process and what is known of it.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread
from typing import IO, Any, NamedTuple, TypeVar

from referee.errors import BadInput

T = TypeVar("T")

BEGIN = "import sys; sys.path[:] = sys.argv[1:]; from referee.sampling.workers import serve; serve()"
"""What a worker runs: it finds modules where this process does."""

TRIES = 2
"""So often a piece of work is given to a worker, where the first is ended from outside."""

SOON = 5.0
"""Seconds in which a worker that is killed is gone."""


class _Task(NamedTuple):
    """A piece of work, as it is sent, and what waits for it."""

    sent: bytes
    done: Future[Any]


class Workers:
    """So many processes, started when there is work, until they are stopped."""

    def __init__(self, many: int) -> None:
        self._tasks: SimpleQueue[_Task | None] = SimpleQueue()
        self._running: set[subprocess.Popen[bytes]] = set()
        self._stopped = False
        self._lock = Lock()
        self._threads = [Thread(target=self._tend, daemon=True) for _ in range(many)]
        for thread in self._threads:
            thread.start()

    def give(self, work: Callable[..., T], *given: Any) -> Future[T]:
        """Let a worker call a module's function."""
        done: Future[T] = Future()
        self._tasks.put(_Task(pickle.dumps((work, given)), done))
        return done

    def stop(self) -> None:
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
        raise BadInput("a process that reckons was ended from outside, twice; try again")

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
