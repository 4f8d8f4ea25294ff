"""Waiting for something to change: a file, the width of a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

Mark = tuple[int, int, int]
"""What tells one version of a file from another: its place on the disk, its time in nanoseconds, its bytes."""


def mark_of(path: Path) -> Mark | None:
    """The mark of the version of a file that is there now; None while there is none, or it can't be reached."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def changes(mark: Callable[[], object], wait: Callable[[], None]) -> Iterator[None]:
    """Go on at once, and then each time that the mark is another one than before; `wait` passes the time."""
    before = mark()
    yield
    while True:
        wait()
        now = mark()
        if now != before:
            before = now
            yield
