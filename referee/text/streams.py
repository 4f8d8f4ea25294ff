"""Safe output of text from outside: names, reasons, file names, keys and cells may contain anything.

Terminals obey control characters in text: they change colours, the title or the order of letters. So text for people
is cleaned where it leaves the program, and nowhere else: by `streams` for lines, by `Screen` for what is drawn.
Stored text stays as it was typed; machine-readable output (JSON, CSV, scripts) stays exact.
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
"""Invisible characters, as the inside of a regular expression's brackets."""


_HIDDEN = lazy_pattern(f"[{HIDDEN}]")


MARK = "?"
"""Replacement for an invisible character."""


def sanitized(text: str) -> str:
    """Make a text safe for a terminal: no controls but tabs and line ends, no zero-width or bidi characters."""
    return text if text.isascii() and text.isprintable() else _HIDDEN.sub(MARK, text)


def escaped(json: bytes) -> bytes:
    """Escape hidden characters in JSON: the same data, harmless on a terminal."""
    if json.isascii():  # all ASCII controls but DEL are escaped already
        return json.replace(b"\x7f", rb"\u007f")
    return _HIDDEN.sub(lambda hidden: _escape(hidden[0]), json.decode()).encode()


def _escape(letter: str) -> str:
    units = letter.encode("utf-16-be").hex()
    return "".join(rf"\u{units[at : at + 4]}" for at in range(0, len(units), 4))


LONGEST_WORD, LONGEST_LINE = 400, 1200
"""Longest word and longest line of a message, in characters; longer ones are shortened."""

_LONG_WORD = rf"\S{{{LONGEST_WORD},}}"


def in_short(message: str) -> str:
    """Shorten a message: overlong words lose their end, overlong lines their middle."""
    if len(message) <= LONGEST_WORD:
        return message
    words = re.sub(_LONG_WORD, lambda word: f"{word[0][:57]}...", message)
    return "\n".join(
        line if len(line) <= LONGEST_LINE else f"{line[: LONGEST_LINE // 2]} ... {line[-LONGEST_LINE // 3 :]}"
        for line in words.split("\n")
    )


# --- The standard streams: always open, and clean of terminal control characters ------------------


class OutputFailed(BaseException):
    """A standard stream can't be written. No `Exception`, since commands can't handle it."""

    def __init__(self, why: OSError) -> None:
        super().__init__(why.strerror)
        self.why = why.strerror or str(why)
        self.unread = isinstance(why, BrokenPipeError) or (os.name == "nt" and why.errno == errno.EINVAL)


ENDING = ("SIGTERM", "SIGHUP")
"""Signals that ask a program to end; not every system has both."""


class Terminated(SystemExit):
    """A signal of this name asked the program to end; raised so that the terminal is restored."""

    def __init__(self, name: str) -> None:
        super().__init__(128 + getattr(signal, name))
        self.name = name


class Checked:
    """A text stream that raises OutputFailed if it can't be written."""

    def __init__(self, stream: IO[str]) -> None:
        self.beneath = stream

    def write(self, text: str) -> int:
        """Write text."""
        with _writing():
            return self.beneath.write(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write several texts."""
        self.write("".join(lines))

    def flush(self) -> None:
        """Write buffered text."""
        with _writing():
            self.beneath.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.beneath, name)


class SeenStream(Checked):
    """A text stream for people: cleaned by `sanitized`, and if `messages` shortened by `in_short`."""

    def __init__(self, stream: IO[str], *, messages: bool = False) -> None:
        super().__init__(stream)
        self._messages = messages

    def write(self, text: str) -> int:
        """Write text for people."""
        return super().write(sanitized(in_short(text) if self._messages else text))


@contextmanager
def _writing() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OutputFailed(error) from None


def drawable(stream: IO[str]) -> IO[str]:
    """Return the raw stream for the program's own drawing (colours, cursor); texts must be cleaned before."""
    return cast("IO[str]", Checked(stream.beneath)) if isinstance(stream, SeenStream) else stream


def write_exactly(text: str) -> None:
    """Write machine-readable text to standard output in UTF-8, whatever the locale; cleaned if it is a terminal."""
    write_bytes((sanitized(text) if sys.stdout.isatty() else text).encode("utf-8", "replace"))


def write_bytes(data: bytes) -> None:
    """Write bytes to standard output unchanged. Raises OutputFailed."""
    with _writing():
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()


@contextmanager
def standard() -> Iterator[None]:
    """Open and clean the standard streams meanwhile, and raise Terminated for signals that end the program.

    A closed standard input reads as empty; writing to a closed standard output fails, as on a full disk; messages to
    a closed standard error are lost.
    """
    before, as_it_was = (sys.stdin, sys.stdout, sys.stderr), _terminal()
    for number, way in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        _ensure_open(number, way)
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
    """Return the settings of the terminal on standard input; None if there is none, or they can't be read."""
    if not os.isatty(0):
        return None
    try:
        import termios
    except ImportError:
        return None
    return termios.tcgetattr(0)


def _set_terminal(attributes: list[Any] | None) -> None:
    """Restore the terminal's settings, if it is still there."""
    if attributes is not None and os.isatty(0):
        import termios

        with suppress(termios.error):
            termios.tcsetattr(0, termios.TCSADRAIN, attributes)


def _ensure_open(number: int, way: int) -> None:
    """Open the null device for a closed stream, so that its number isn't given to the next opened file."""
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
    """End as a program that doesn't handle this signal: quietly, with the status that tells the parent so."""
    number: int | None = getattr(signal, name, None)
    if number is not None and os.name == "posix":
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(128 + (number or 0) if number else 1)  # the system lacks the signal, or it is blocked
