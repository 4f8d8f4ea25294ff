"""The standard streams: there for every command, and clean of what a terminal would obey."""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import IO, Any, NoReturn, cast

from referee.text.cleaning import in_short, seen


class OutputFailed(BaseException):
    """A standard stream can't be written. No `Exception`, since no command can do anything about it."""

    def __init__(self, why: OSError) -> None:
        super().__init__(why.strerror)
        self.why = why.strerror or str(why)
        self.unread = isinstance(why, BrokenPipeError) or (os.name == "nt" and why.errno == errno.EINVAL)


ENDING = ("SIGTERM", "SIGHUP")
"""The signals by which a program is asked to end; not every system has both."""


class Terminated(SystemExit):
    """The program was asked to end by a signal of this name; raised so that the terminal is left as it was."""

    def __init__(self, name: str) -> None:
        super().__init__(128 + getattr(signal, name))
        self.name = name


class Checked:
    """A stream of text that raises OutputFailed where it can't be written."""

    def __init__(self, stream: IO[str]) -> None:
        self.beneath = stream

    def write(self, text: str) -> int:
        """Write text."""
        with _writing():
            return self.beneath.write(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write texts."""
        self.write("".join(lines))

    def flush(self) -> None:
        """Write what is still held back."""
        with _writing():
            self.beneath.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.beneath, name)


class SeenStream(Checked):
    """A stream of text for people: only what is `seen` arrives, and in `messages` nothing at great length."""

    def __init__(self, stream: IO[str], *, messages: bool = False) -> None:
        super().__init__(stream)
        self._messages = messages

    def write(self, text: str) -> int:
        """Write text for people."""
        return super().write(seen(in_short(text) if self._messages else text))


@contextmanager
def _writing() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputFailed(error) from None


def drawable(stream: IO[str]) -> IO[str]:
    """A stream for what the program draws itself, colours and cursor; texts in it must be `seen` before."""
    return cast("IO[str]", Checked(stream.beneath)) if isinstance(stream, SeenStream) else stream


def write_exactly(text: str) -> None:
    """Write what programs read to standard output, in UTF-8 whatever the locale; on a terminal as it may be seen."""
    write_bytes((seen(text) if sys.stdout.isatty() else text).encode("utf-8", "replace"))


def write_bytes(data: bytes) -> None:
    """Write to standard output as it is. Raises OutputFailed."""
    with _writing():
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


@contextmanager
def standard() -> Iterator[None]:
    """Standard streams that are there and clean what goes through them, meanwhile; what ends the program is raised.

    Where standard input was closed there is nothing to read; closed standard output can't be written, as on a full
    disk; what is said where standard error was closed is lost.
    """
    before = sys.stdin, sys.stdout, sys.stderr
    for number, way in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        _see_open(number, way)
    sys.stdin = before[0] or os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = cast("io.TextIOWrapper", SeenStream(_writable(before[1], 1)))
    sys.stderr = cast("io.TextIOWrapper", SeenStream(_writable(before[2], 2), messages=True))
    numbers = [getattr(signal, name) for name in ENDING if hasattr(signal, name)]
    mine = [number for number in numbers if signal.getsignal(number) is signal.SIG_DFL]
    for number in mine:
        signal.signal(number, _end)
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
        for number in mine:
            signal.signal(number, signal.SIG_DFL)


def _see_open(number: int, way: int) -> None:
    """Put something in the place of a stream that was closed, or the next file that is opened gets its number."""
    try:
        os.fstat(number)
    except OSError:
        opened = os.open(os.devnull, way)
        if opened != number:
            os.dup2(opened, number)
            os.close(opened)


def _writable(stream: IO[str] | None, number: int) -> IO[str]:
    found = stream or os.fdopen(number, "w", encoding="utf-8", closefd=False)
    if isinstance(found, io.TextIOWrapper):
        found.reconfigure(errors="replace")  # a terminal that lacks a letter shows "?"
    return found


def _end(number: int, frame: FrameType | None) -> NoReturn:
    raise Terminated(signal.Signals(number).name)


def die_of(name: str) -> NoReturn:
    """End as a program ends that doesn't handle the signal of this name: quietly, and whoever waits is told so."""
    number: int | None = getattr(signal, name, None)
    if number is not None and os.name == "posix":
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(128 + (number or 0) if number else 1)  # there are no such signals here, or it is held back
