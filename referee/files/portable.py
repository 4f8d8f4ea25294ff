"""What the systems (Linux, macOS, Windows) do differently, each with its counterpart.

The rest of the program calls what is here, and nothing that only one system has.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from referee.errors import BadInput, Held

LONGEST = 255
"""Bytes of the longest name where a folder doesn't tell; every usual file system takes as many."""

_NO_LOCKS = {errno.ENOSYS, errno.EINVAL, errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP}
"""What a file system answers that has no locks at all."""

_LOCKED_AT = 1 << 30
"""The byte that is locked on Windows: far behind what is written, which others couldn't read else."""

_FORBIDDEN = frozenset('<>:"/\\|?*')
_DEVICES = frozenset(("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))))


def _module(name: str) -> Any:
    """A module that only some systems have; None on the others."""
    try:
        return import_module(name)
    except ImportError:
        return None


fcntl = _module("fcntl")
msvcrt = None if fcntl is not None else _module("msvcrt")  # looking for what isn't there takes time
windows = os.name == "nt"


# --- Python's own modules -------------------------------------------------------------------------


@cache
def sha256() -> Callable[[bytes], Any]:
    """SHA-256 without OpenSSL, which `hashlib` loads in more time than a save's digests take."""
    module = _module("_sha2" if sys.version_info >= (3, 12) else "_sha256") or import_module("hashlib")
    found: Callable[[bytes], Any] = module.sha256
    return found


# --- opening and locking --------------------------------------------------------------------------


def open_flags(flags: int) -> int:
    """Flags for `os.open`: bytes as they are, and no link is followed, as far as the system can do that."""
    return flags | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)


def try_lock(handle: int) -> bool:
    """Lock an open file for this program alone; False if another has it. It ends when the file is closed.

    Where there are no locks, everybody gets them: some network file systems have none, and what is compared
    before writing is all that helps there.
    """
    try:
        if fcntl is not None:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        elif msvcrt is not None:
            os.lseek(handle, _LOCKED_AT, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    except OSError as error:
        if error.errno in _NO_LOCKS:
            return True
        if isinstance(error, BlockingIOError | PermissionError) or error.errno == errno.EDEADLK:
            return False
        raise
    return True


def this_program() -> str:
    """Which program this is, for others who wait for it: "process 4711 of anna on laptop"."""
    user = os.environ.get("USER") or os.environ.get("USERNAME") or "somebody"
    host = os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "this machine")
    return f"process {os.getpid()} of {user} on {host}"


# --- moving and keeping ---------------------------------------------------------------------------


def replace(source: Path, target: Path) -> None:
    """Give a file the name of another, which is gone then, at one stroke.

    Windows refuses that while somebody reads the other: it is tried again for a second.
    """
    for _ in range(20 if windows else 0):
        try:
            os.replace(source, target)
            return
        except PermissionError:
            time.sleep(0.05)
    os.replace(source, target)


def place_new(source: Path, target: Path) -> None:
    """Give a file a name that nothing has yet, at one stroke. Raises FileExistsError.

    A second name is given and the first taken away, for renaming would replace what is there. Windows doesn't, and
    some file systems have no second names: there the caller's lock and a look must do.
    """
    if windows:
        os.rename(source, target)
        return
    try:
        os.link(source, target)
    except FileExistsError:
        raise
    except (OSError, AttributeError):
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target)) from None
        os.replace(source, target)
    else:
        with contextlib.suppress(OSError):  # the file has its name; the next write sweeps the other
            os.unlink(source)


def keep_rights(path: Path, like: os.stat_result) -> None:
    """Give a new file the owner and the rights of the one that it is to replace, as far as that is allowed."""
    if windows:
        return
    now = os.stat(path)
    if hasattr(os, "chown"):
        for owner, group in ((like.st_uid, like.st_gid), (-1, like.st_gid)):
            if (now.st_uid, now.st_gid) == (like.st_uid, like.st_gid):
                break
            try:
                os.chown(path, owner, group)
                break
            except OSError:
                continue  # only the administrator gives files away; the group may be one's own still
    if (now.st_mode ^ like.st_mode) & 0o777:
        try:
            os.chmod(path, like.st_mode & 0o777)
        except OSError:
            return  # a file system without rights


def is_own(there: os.stat_result) -> bool:
    """Whether a file is one's own; in some shared folders each may take away only those."""
    return not hasattr(os, "geteuid") or there.st_uid == os.geteuid()


def is_anothers_for_good(path: Path) -> bool:
    """Whether a file is another user's in a shared folder where each may take away only what is his (sticky)."""
    try:
        sticky = os.stat(path.parent).st_mode & stat.S_ISVTX and os.access(path.parent, os.W_OK)
        return bool(sticky) and not is_own(os.lstat(path))
    except OSError:
        return False


def shared_rights(folder: Path) -> int:
    """The rights of a file that everybody may open who may write in a folder."""
    return 0o600 | (os.stat(folder).st_mode & 0o022) * 3


def sync_file(handle: int) -> None:
    """Bring an open file to the disk. Raises OSError.

    On macOS fsync leaves it to the disk when to write; there is a call of its own, which some file systems lack.
    """
    fully = getattr(fcntl, "F_FULLFSYNC", None)
    if fully is not None:
        with contextlib.suppress(OSError):
            fcntl.fcntl(handle, fully)
            return
    os.fsync(handle)


def sync_folder(folder: Path) -> None:
    """Bring a folder's names to the disk, where the system can: what was renamed survives a power cut then.

    That it can't is no error (some network file systems, Windows): the files themselves are on the disk.
    """
    try:
        handle = os.open(folder, os.O_RDONLY | getattr(os, "O_DIRECTORY", 0))
    except OSError:
        return
    for step in (os.fsync, os.close):
        with contextlib.suppress(OSError):
            step(handle)


# --- names ----------------------------------------------------------------------------------------


def relative(path: Path, folder: Path) -> str:
    """How a file is reached from a folder; the whole path where it is on another drive of Windows."""
    try:
        return os.path.relpath(path, folder)
    except ValueError:
        return str(path)


def longest_name(folder: Path) -> int:
    """How many bytes a file's name may have in a folder."""
    try:
        return os.pathconf(folder, "PC_NAME_MAX")
    except (OSError, ValueError, AttributeError):
        return LONGEST


def name_problem(name: str) -> str:
    """Why this system takes no file of this name ("a name there can't hold ?"); "" if it does."""
    if "\0" in name:
        return "a name can't hold the character NUL"
    if not windows:
        return ""
    if found := [letter for letter in name if letter in _FORBIDDEN or letter < " "]:
        return f"a name can't hold {found[0]!r} on Windows"
    if name.partition(".")[0].rstrip().lower() in _DEVICES:
        return f"{name.partition('.')[0]} is the name of a device on Windows"
    return "a name can't end with a space or a full stop on Windows" if name[-1:] in (" ", ".") else ""


# --- The lock of a file: who writes it has it for some milliseconds, and everybody else waits -----
# It is a hidden file beside the one that is written, `.NAME.lock`, so that every user and every machine that sees the
# file sees its lock too. What counts is the system's lock on that file, which ends with the program that has it; that
# the file is there means nothing. It is taken away afterwards, and the next one who writes takes away what a killed
# program left.


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
            if handle is not None and try_lock(handle):
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
                return os.open(lock, open_flags(how))
            except FileNotFoundError:
                break
            except OSError as error:
                if os.path.islink(lock) or os.path.isdir(lock):
                    what = "link" if os.path.islink(lock) else "folder"
                    raise BadInput(f"{shown}: can't be written: its lock {lock} is a {what}; remove it") from None
                if not isinstance(error, PermissionError):
                    raise
                if windows:
                    return None
                if how == os.O_RDONLY:
                    raise BadInput(
                        f"{shown}: can't be written: its lock {lock} is another user's and can't be opened; "
                        "if nobody else is playing, remove that file"
                    ) from None
        try:
            handle = os.open(lock, open_flags(os.O_RDWR | os.O_CREAT | os.O_EXCL), 0o600)
        except FileExistsError:
            continue  # another program made it meanwhile
        with contextlib.suppress(OSError):
            os.chmod(lock, shared_rights(lock.parent))
        return handle


def _is_still(lock: Path, handle: int) -> bool:
    """Whether what was locked is still the lock: who had it before has taken the file away with it.

    Windows takes no file away that is open.
    """
    if windows:
        return True
    try:
        return os.fstat(handle).st_nlink > 0 and os.path.samestat(os.fstat(handle), os.lstat(lock))
    except OSError:
        return False


def _release(lock: Path, handle: int) -> None:
    """Take the lock file away while it is still one's own, and end the lock.

    Windows takes no open file away, and none that another program has opened meanwhile.
    """
    if not windows:
        _remove(lock)
    with contextlib.suppress(OSError):  # what was written is written
        os.close(handle)
    if windows:
        _remove(lock)


def _remove(lock: Path) -> None:
    with contextlib.suppress(OSError):
        os.unlink(lock)


def _sign(handle: int) -> None:
    """Write into the lock who has it, for those who wait."""
    with contextlib.suppress(OSError):  # another user's, open for reading only
        os.ftruncate(handle, 0)
        os.lseek(handle, 0, os.SEEK_SET)
        os.write(handle, this_program().encode("utf-8", "replace"))


def _signed(handle: int | None) -> str:
    """Who has the lock, as far as that is written in it."""
    if handle is None:
        return "another program"
    try:
        os.lseek(handle, 0, os.SEEK_SET)
        text = os.read(handle, 200).decode("utf-8", "replace")
    except OSError:
        text = ""
    name = "".join(letter for letter in text if letter.isprintable())
    return name or "another program"


# --- Waiting for something to change: a file, the width of a terminal -----------------------------


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
