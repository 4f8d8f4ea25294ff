"""The lock of a file: who writes it has it for some milliseconds, and everybody else waits.

It is a hidden file beside the one that is written, `.NAME.lock`, so that every user and every machine that sees the
file sees its lock too. What counts is the system's lock on that file, which ends with the program that has it; that
the file is there means nothing. It is taken away afterwards, and the next one who writes takes away what a killed
program left.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.errors import BadInput, Held
from referee.files import portable

WAIT = 5.0
"""Seconds that are waited for another program: hundreds of times what it takes to write a file."""

PAUSE = 0.005, 0.05
"""Seconds between the first two tries, and between later ones."""


@contextmanager
def locked(path: Path, shown: Path, wait: float | None = None) -> Iterator[None]:
    """Have the lock of a file for a while; `shown` is how the file is called in messages.

    Raises Held if another program has it for too long, BadInput or OSError if there can be no lock.
    """
    lock = path.with_name(f".{path.name}.lock")
    handle = _acquire(lock, shown, WAIT if wait is None else wait)
    try:
        yield
    finally:
        _release(lock, handle)


def _acquire(lock: Path, shown: Path, wait: float) -> int:
    """The open lock file, locked."""
    until = time.monotonic() + wait
    pause, longest = PAUSE
    while True:
        handle = _open(lock, shown)
        try:
            if handle is not None and portable.try_lock(handle):
                if _is_still(lock, handle):
                    _sign(handle)
                    return handle
            elif time.monotonic() >= until:
                raise Held(f"{shown}: {_signed(handle)} is writing it and hasn't finished in {wait:g} seconds")
            else:
                time.sleep(pause)
                pause = min(2 * pause, longest)
        except BaseException:
            if handle is not None:
                os.close(handle)
            raise
        if handle is not None:
            os.close(handle)


def _open(lock: Path, shown: Path) -> int | None:
    """The lock file, made if there is none; for reading only where it is another user's, which is enough to lock it.

    It is made only after it wasn't found: some systems refuse to make what another user has in a shared folder.
    None where it is just being taken away, which Windows tells as if one mustn't open it.
    """
    while True:
        for how in (os.O_RDWR, os.O_RDONLY):
            try:
                return os.open(lock, portable.open_flags(how))
            except FileNotFoundError:
                break
            except OSError as error:
                if os.path.islink(lock) or os.path.isdir(lock):
                    what = "link" if os.path.islink(lock) else "folder"
                    raise BadInput(f"{shown}: can't be written: its lock {lock} is a {what}; remove it") from None
                if not isinstance(error, PermissionError):
                    raise
                if portable.windows:
                    return None
                if how == os.O_RDONLY:
                    raise BadInput(
                        f"{shown}: can't be written: its lock {lock} is another user's and can't be opened; "
                        "if nobody else is playing, remove that file"
                    ) from None
        try:
            handle = os.open(lock, portable.open_flags(os.O_RDWR | os.O_CREAT | os.O_EXCL), 0o600)
        except FileExistsError:
            continue  # another program made it meanwhile
        with contextlib.suppress(OSError):
            os.chmod(lock, portable.shared_rights(lock.parent))
        return handle


def _is_still(lock: Path, handle: int) -> bool:
    """Whether what was locked is still the lock: who had it before has taken the file away with it.

    Windows takes no file away that is open.
    """
    if portable.windows:
        return True
    try:
        return os.fstat(handle).st_nlink > 0 and os.path.samestat(os.fstat(handle), os.lstat(lock))
    except OSError:
        return False


def _release(lock: Path, handle: int) -> None:
    """Take the lock file away while it is still one's own, and end the lock.

    Windows takes no open file away, and none that another program has opened meanwhile.
    """
    if not portable.windows:
        _remove(lock)
    with contextlib.suppress(OSError):  # what was written is written
        os.close(handle)
    if portable.windows:
        _remove(lock)


def _remove(lock: Path) -> None:
    with contextlib.suppress(OSError):
        os.unlink(lock)


def _sign(handle: int) -> None:
    """Write into the lock who has it, for those who wait."""
    with contextlib.suppress(OSError):  # another user's, open for reading only
        os.ftruncate(handle, 0)
        os.lseek(handle, 0, os.SEEK_SET)
        os.write(handle, portable.this_program().encode("utf-8", "replace"))


def _signed(handle: int | None) -> str:
    """Who has the lock, as far as that is written in it."""
    if handle is None:
        return "another program"
    try:
        os.lseek(handle, 0, os.SEEK_SET)
        told = os.read(handle, 200).decode("utf-8", "replace")
    except OSError:
        told = ""
    name = "".join(letter for letter in told if letter.isprintable())
    return name or "another program"
