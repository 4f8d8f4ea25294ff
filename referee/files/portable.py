"""Differences between systems (Linux, macOS, Windows) behind one interface.

The rest of the program uses these functions and nothing that only one system has.
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
"""Default for the longest file name in bytes; every usual file system takes as many."""

_NO_LOCKS = {errno.ENOSYS, errno.EINVAL, errno.ENOLCK, errno.ENOTSUP, errno.EOPNOTSUPP}
"""Errors of file systems without locks."""

_LOCKED_AT = 1 << 30
"""Offset of the byte locked on Windows: far behind the contents, which others couldn't read otherwise."""

_FORBIDDEN = frozenset('<>:"/\\|?*')
_DEVICES = frozenset(("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))))


def _module(name: str) -> Any:
    """Import a module that only some systems have; None on the others."""
    try:
        return import_module(name)
    except ImportError:
        return None


fcntl = _module("fcntl")
msvcrt = None if fcntl is not None else _module("msvcrt")  # a failing import takes time
windows = os.name == "nt"


# --- Python's own modules -------------------------------------------------------------------------


@cache
def sha256() -> Callable[[bytes], Any]:
    """Return SHA-256 without OpenSSL, which `hashlib` loads in more time than a save's digests take."""
    module = _module("_sha2" if sys.version_info >= (3, 12) else "_sha256") or import_module("hashlib")
    found: Callable[[bytes], Any] = module.sha256
    return found


# --- opening and locking --------------------------------------------------------------------------


def open_flags(flags: int) -> int:
    """Add flags for `os.open`: binary mode, and no following of links, as far as the system supports them."""
    return flags | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)


def try_lock(handle: int) -> bool:
    """Lock an open file exclusively until it is closed; return False if another program holds the lock.

    Without support for locks (some network file systems) it always succeeds; there only the comparison before writing
    protects the file.
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
    """Describe this process to others who wait for it: "process 4711 of anna on laptop"."""
    user = os.environ.get("USER") or os.environ.get("USERNAME") or "somebody"
    host = os.uname().nodename if hasattr(os, "uname") else os.environ.get("COMPUTERNAME", "this machine")
    return f"process {os.getpid()} of {user} on {host}"


# --- moving and keeping ---------------------------------------------------------------------------


def replace(source: Path, target: Path) -> None:
    """Rename a file over another one, atomically.

    Windows refuses that while the other file is being read: it is retried for a second.
    """
    for _ in range(20 if windows else 0):
        try:
            os.replace(source, target)
            return
        except PermissionError:
            time.sleep(0.05)
    os.replace(source, target)


def place_new(source: Path, target: Path) -> None:
    """Rename a file to an unused name, atomically. Raises FileExistsError.

    It links the new name and unlinks the old one, since renaming would replace an existing file. Renaming on Windows
    doesn't; on file systems without hard links the caller's lock and an existence check must do.
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
        with contextlib.suppress(OSError):  # the file has its name; the next write removes the other
            os.unlink(source)


def keep_rights(path: Path, like: os.stat_result) -> None:
    """Give a new file the owner and permissions of the one it is to replace, as far as allowed."""
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
                continue  # only root may change the owner; the group may still be allowed
    if (now.st_mode ^ like.st_mode) & 0o777:
        try:
            os.chmod(path, like.st_mode & 0o777)
        except OSError:
            return  # a file system without rights


def is_own(there: os.stat_result) -> bool:
    """Return whether a file belongs to this user; in some shared folders only those can be removed."""
    return not hasattr(os, "geteuid") or there.st_uid == os.geteuid()


def is_anothers_for_good(path: Path) -> bool:
    """Return whether a file is another user's in a sticky folder, where only its owner may replace it."""
    try:
        sticky = os.stat(path.parent).st_mode & stat.S_ISVTX and os.access(path.parent, os.W_OK)
        return bool(sticky) and not is_own(os.lstat(path))
    except OSError:
        return False


def shared_rights(folder: Path) -> int:
    """Return permissions that let everyone who may write in a folder open a file."""
    return 0o600 | (os.stat(folder).st_mode & 0o022) * 3


def sync_file(handle: int) -> None:
    """Sync an open file to the disk. Raises OSError.

    On macOS fsync doesn't flush the disk's cache; F_FULLFSYNC does, where the file system supports it.
    """
    fully = getattr(fcntl, "F_FULLFSYNC", None)
    if fully is not None:
        with contextlib.suppress(OSError):
            fcntl.fcntl(handle, fully)
            return
    os.fsync(handle)


def sync_folder(folder: Path) -> None:
    """Sync a folder's names to the disk, if the system can, so that renames survive a power cut.

    If it can't (some network file systems, Windows) that is no error: the files themselves are on the disk.
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
    """Return the path of a file relative to a folder; the whole path if it is on another Windows drive."""
    try:
        return os.path.relpath(path, folder)
    except ValueError:
        return str(path)


def longest_name(folder: Path) -> int:
    """Return the maximum length of a file name in a folder, in bytes."""
    try:
        return os.pathconf(folder, "PC_NAME_MAX")
    except (OSError, ValueError, AttributeError):
        return LONGEST


def name_problem(name: str) -> str:
    """Return why this system refuses a file name ("a name there can't hold ?"); "" if it doesn't."""
    if "\0" in name:
        return "a name can't hold the character NUL"
    if not windows:
        return ""
    if found := [letter for letter in name if letter in _FORBIDDEN or letter < " "]:
        return f"a name can't hold {found[0]!r} on Windows"
    if name.partition(".")[0].rstrip().lower() in _DEVICES:
        return f"{name.partition('.')[0]} is the name of a device on Windows"
    return "a name can't end with a space or a full stop on Windows" if name[-1:] in (" ", ".") else ""


# --- The lock of a file: the writer holds it for some milliseconds while others wait --------------
# It is a hidden file beside the one that is written, `.NAME.lock`, so that every user and machine that sees the file
# sees its lock too. What counts is the system's lock on that file, which ends with the program that holds it; the
# file's existence means nothing. It is removed afterwards; the next writer removes one left by a killed program.


WAIT = 5.0
"""Seconds to wait for another program: hundreds of times what writing a file takes."""

PAUSE = 0.005, 0.05
"""Initial and longest pause between two tries, in seconds."""


@contextmanager
def locked(path: Path, shown: Path, wait: float | None = None) -> Iterator[None]:
    """Hold the lock of a file meanwhile; `shown` is the file's name in messages.

    Raises Held if another program holds it for too long, BadInput or OSError if no lock can be made.
    """
    lock = path.with_name(f".{path.name}.lock")
    handle = _acquire(lock, shown, WAIT if wait is None else wait)
    try:
        yield
    finally:
        _release(lock, handle)


def _acquire(lock: Path, shown: Path, wait: float) -> int:
    """Open and lock the lock file; return its handle."""
    until = time.monotonic() + wait
    pause, longest = PAUSE
    while True:
        handle = _open(lock, shown)
        try:
            if handle is not None and try_lock(handle):
                if _is_current(lock, handle):
                    _write_holder(handle)
                    return handle
            elif time.monotonic() >= until:
                raise Held(f"{shown}: {_read_holder(handle)} is writing it and hasn't finished in {wait:g} seconds")
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
    """Open the lock file, creating it if needed; read-only if it is another user's, which suffices for locking.

    It is opened before it is created, since some systems refuse O_CREAT on another user's file in a shared folder.
    Returns None while it is being removed, which Windows reports as a permission error.
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


def _is_current(lock: Path, handle: int) -> bool:
    """Return whether the locked file is still the lock: its previous holder removes the file on release.

    Windows removes no open file, so there it always is.
    """
    if windows:
        return True
    try:
        return os.fstat(handle).st_nlink > 0 and os.path.samestat(os.fstat(handle), os.lstat(lock))
    except OSError:
        return False


def _release(lock: Path, handle: int) -> None:
    """Remove the lock file while it is still held, and release the lock.

    On Windows it is closed first, as no open file can be removed (nor one that another program has opened meanwhile).
    """
    if not windows:
        _remove(lock)
    with contextlib.suppress(OSError):  # the data are written already
        os.close(handle)
    if windows:
        _remove(lock)


def _remove(lock: Path) -> None:
    with contextlib.suppress(OSError):
        os.unlink(lock)


def _write_holder(handle: int) -> None:
    """Write this program's description into the lock, for those who wait."""
    with contextlib.suppress(OSError):  # another user's, open for reading only
        os.ftruncate(handle, 0)
        os.lseek(handle, 0, os.SEEK_SET)
        os.write(handle, this_program().encode("utf-8", "replace"))


def _read_holder(handle: int | None) -> str:
    """Return the holder of the lock as written in it."""
    if handle is None:
        return "another program"
    try:
        os.lseek(handle, 0, os.SEEK_SET)
        text = os.read(handle, 200).decode("utf-8", "replace")
    except OSError:
        text = ""
    name = "".join(letter for letter in text if letter.isprintable())
    return name or "another program"


# --- Waiting for changes: of a file, of the terminal's width --------------------------------------


Mark = tuple[int, int, int]
"""Identifies the version of a file: inode, modification time in nanoseconds, size in bytes."""


def mark_of(path: Path) -> Mark | None:
    """Return the mark of the file's present version; None if it doesn't exist or can't be reached."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def changes(mark: Callable[[], object], wait: Callable[[], None]) -> Iterator[None]:
    """Yield at once, and then each time that the mark differs from the last one; `wait` passes the time."""
    before = mark()
    yield
    while True:
        wait()
        now = mark()
        if now != before:
            before = now
            yield
