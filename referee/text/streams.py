"""Text from outside, as it may go to a screen: names, reasons, file names, keys and cells may hold anything.

A terminal obeys what is hidden in text: it changes its colours, its title or the order of letters. So text for people
is cleaned where it leaves the program, and nowhere else: by `streams` for lines, by `Screen` for what is drawn. What
is kept stays as it was typed; what programs read (JSON, CSV, scripts) stays exact.
"""

from __future__ import annotations

import errno
import io
import os
import re
import signal
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import IO, Any, NoReturn, cast

from referee.text.pattern import lazy_pattern

HIDDEN = (
    r"\x00-\x08\x0b-\x1f\x7f-\x9f"  # controls, among them those that begin a terminal's commands
    r"\u00ad\u180b-\u180f\u200b-\u200d\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"  # no width
    r"\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # the direction of writing
    r"\u115f\u1160\u3164\uffa0\u2028\u2029"  # blank letters, and line ends that few take for one
)
"""Characters that nobody sees on a screen, as the inside of a regular expression's brackets."""


_HIDDEN = lazy_pattern(f"[{HIDDEN}]")


MARK = "?"
"""What stands where a character was hidden."""


def seen(text: str) -> str:
    """A text as it may go to a terminal: no controls but tabs and line ends, nothing that has no width or turns."""
    return text if text.isascii() and text.isprintable() else _HIDDEN.sub(MARK, text)


def escaped(json: bytes) -> bytes:
    """JSON with hidden characters as escapes: the same data, harmless on a terminal."""
    if json.isascii():  # the controls below 128 are escaped already, but for the one that nobody sees
        return json.replace(b"\x7f", rb"\u007f")
    return _HIDDEN.sub(lambda hidden: _as_escape(hidden[0]), json.decode()).encode()


def _as_escape(letter: str) -> str:
    units = letter.encode("utf-16-be").hex()
    return "".join(rf"\u{units[at : at + 4]}" for at in range(0, len(units), 4))


LONGEST_WORD, LONGEST_LINE = 400, 1200
"""What is longer in a message is cut: nobody finds what is wrong in it."""

_LONG_WORD = rf"\S{{{LONGEST_WORD},}}"


def in_short(message: str) -> str:
    """A message without what it repeats at great length: endless words lose their end, endless lines their middle."""
    if len(message) <= LONGEST_WORD:
        return message
    words = re.sub(_LONG_WORD, lambda word: f"{word[0][:57]}...", message)
    return "\n".join(
        line if len(line) <= LONGEST_LINE else f"{line[: LONGEST_LINE // 2]} ... {line[-LONGEST_LINE // 3 :]}"
        for line in words.split("\n")
    )


# --- The standard streams: there for every command, and clean of what a terminal would obey -------


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
    before, as_it_was = (sys.stdin, sys.stdout, sys.stderr), _terminal()
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
        if _terminal() != as_it_was:  # the program was ended while a prompt was taking it over
            _set_terminal(as_it_was)
        for number in mine:
            signal.signal(number, signal.SIG_DFL)


def _terminal() -> list[Any] | None:
    """How the terminal is set at which people type; None where there is none, or nobody can tell."""
    if not os.isatty(0):
        return None
    try:
        import termios
    except ImportError:
        return None
    return termios.tcgetattr(0)


def _set_terminal(attributes: list[Any] | None) -> None:
    """Put the terminal back; one that is gone needs it no more."""
    if attributes is not None and os.isatty(0):
        import termios

        with suppress(termios.error):
            termios.tcsetattr(0, termios.TCSADRAIN, attributes)


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
