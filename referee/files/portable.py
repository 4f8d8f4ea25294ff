"""What the systems (Linux, macOS, Windows) do differently, each with its counterpart.

The rest of the program calls what is here, and nothing that only one system has.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import time
from importlib import import_module
from pathlib import Path
from typing import Any

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
