"""A system whose calls fail, or at one of whose calls the program dies, for tests of what writes files.

Only calls about one folder, or about files that were opened through it, are counted and hit.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CALLS = (
    "open",
    "close",
    "read",
    "write",
    "fsync",
    "lseek",
    "ftruncate",
    "fstat",
    "stat",
    "lstat",
    "chmod",
    "chown",
    "link",
    "rename",
    "replace",
    "unlink",
    "listdir",
)
"""The system calls that are watched, by their names in `os`; flock and the reading of a whole file beside them."""


class Killed(BaseException):
    """The program is dead: nothing that it would still do is done."""


class System:
    """The calls of one run. `fault` may raise, or do what it likes, when the `at`-th call comes."""

    def __init__(self, folder: Path, at: int = 0, fault: Callable[[str, tuple[Any, ...]], Any] | None = None) -> None:
        self.calls: list[str] = []
        self.dead = False
        self._folder = str(folder)
        self._at = at
        self._fault = fault
        self._open: set[int] = set()

    def _ours(self, argument: object) -> bool:
        if isinstance(argument, int):
            return argument in self._open
        return isinstance(argument, str | Path) and str(argument).startswith(self._folder)

    def _watched(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **named: Any) -> Any:
            if not (arguments and self._ours(arguments[0])):
                return real(*arguments, **named)
            if self.dead:
                raise Killed
            self.calls.append(name)
            if len(self.calls) == self._at and self._fault is not None:
                if name == "close":  # a file whose closing fails is closed
                    real(*arguments)
                    self._open.discard(arguments[0])
                try:
                    return self._fault(name, arguments)
                except Killed:
                    self.dead = True
                    raise
            found: Any = real(*arguments, **named)
            if name == "open":
                self._open.add(found)
            elif name == "close":
                self._open.discard(arguments[0])
            return found

        return call

    @contextmanager
    def running(self) -> Iterator[None]:
        """The program runs on this system; at the end, dead or alive, its files are closed."""
        with pytest.MonkeyPatch.context() as patch:
            for name in CALLS:
                patch.setattr(os, name, self._watched(name, getattr(os, name)))
            patch.setattr(fcntl, "flock", self._watched("flock", fcntl.flock))
            patch.setattr(Path, "read_bytes", self._watched("read_bytes", Path.read_bytes))
            yield
        for handle in self._open:
            with contextlib.suppress(OSError):
                os.close(handle)
