"""Reading and writing TOML files: typed on the way in, atomic on the way out.

A file that can't be used raises BadInput with one message that names the file, the place and what
was expected there; nothing is ever left half written.
"""

from __future__ import annotations

import os
import stat
import tomllib
from pathlib import Path
from typing import IO, Any, TypeVar

import msgspec

from referee.errors import BadInput
from referee.names import did_you_mean

T = TypeVar("T")
Data = dict[str, Any]


def path_of(name: str) -> Path:
    """The path that a name means, with ~ for a home folder. Raises BadInput for the home of nobody."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        raise BadInput(f"{name}: there is no such home folder; write the whole path") from None


MOST_BYTES = 4 * 1024 * 1024
"""What is longer isn't read: a long game's save has a fiftieth of it."""


def read_text(path: Path) -> str:
    """The text of a file. Raises BadInput if it is missing, no file, too large, or not UTF-8 text.

    Pipes and devices are refused before they are opened: some never end, and some never begin.
    """
    try:
        mode = path.stat().st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or str(path) == os.devnull):
            raise BadInput(f"{path}: is a pipe or a device; a file was expected")
        with path.open("rb") as file:
            return read_limited(file, str(path))
    except FileNotFoundError:
        beside = [p.name for p in path.parent.glob("*.toml")] if path.parent.is_dir() else []
        raise BadInput(f"{path}: there is no such file{did_you_mean(path.name, beside)}") from None
    except IsADirectoryError:
        raise BadInput(f"{path}: is a folder; a file was expected") from None
    except BadInput:
        raise
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadInput(f"{path}: can't be read: {reason}") from None


def read_limited(file: IO[bytes], where: str) -> str:
    """The text of an open file, which `where` names. Raises BadInput if it is too large or not UTF-8 text."""
    read = file.read(MOST_BYTES + 1)
    if len(read) > MOST_BYTES:
        raise BadInput(f"{where}: is too large to be read; it can have {MOST_BYTES // 1024**2} MB at most")
    try:
        return read.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"{where}: is not a text file (UTF-8 was expected)") from None


def parse_toml(text: str, where: str) -> Data:
    """TOML text as plain data. Raises BadInput that names `where` and the line."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{where}: is not valid TOML: {error}") from None
    except RecursionError:
        raise BadInput(f"{where}: is not usable TOML: nested too deeply") from None
    except ValueError:
        raise BadInput(f"{where}: is not usable TOML: a number in it is too long") from None


def read_toml(path: Path) -> Data:
    """A TOML file as plain data. Raises BadInput."""
    return parse_toml(read_text(path), str(path))


def expect_game(data: Data, game: str, what: str, where: object) -> Data:
    """The data of a file, if it is one of this game or names none; `what` it should be. Raises BadInput."""
    if (said := data.get("game", game)) != game:
        raise BadInput(f"{where}: is a file of {said}, not {what} of {game}")
    return data


def convert(data: object, kind: type[T], where: str) -> T:
    """Plain data as the typed value `kind`, strictly.

    `where` (a file's name) opens the message. Raises BadInput with the place told in the names the data
    itself gives ("Anna's resources.iron"), what was expected, and the nearest right word.
    """
    try:
        return msgspec.convert(data, kind, str_keys=True)  # TOML keys are text, also numbers
    except msgspec.ValidationError as error:
        from referee.misfits import explain  # loaded only for a message

        raise BadInput(f"{where}: {explain(str(error), data, kind)}") from None


def write_atomic(path: Path, text: str) -> None:
    """Write a file so that a crash leaves either the old or the new one, whole.

    A temporary file in the same folder is written, flushed to the disk and renamed over the old one.
    Raises BadInput if the folder can't be written.
    """
    import tempfile  # loaded only by what writes

    path = Path(os.path.realpath(path))  # a link stays a link
    temporary = None
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".tmp", dir=path.parent)
        temporary = Path(name)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        mode = path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~_umask()
        temporary.chmod(mode)
        temporary.replace(path)
        temporary = None
        _sync_folder(path.parent)
    except OSError as error:
        raise BadInput(f"{path}: can't be written: {error.strerror}") from None
    except UnicodeEncodeError:
        raise BadInput(f"{path}: can't be written: a character in it is no text") from None
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def lock_of(path: Path) -> str:
    """Where the lock of a file lies: in the system's folder for temporary files, so none is left beside it."""
    import hashlib
    import tempfile

    mark = hashlib.sha256(os.path.realpath(path).encode("utf-8", "surrogateescape")).hexdigest()[:24]
    return str(Path(tempfile.gettempdir()) / f"referee-{mark}.lock")


def sweep(path: Path) -> None:
    """Remove what a killed `write_atomic` of this file left behind."""
    path = Path(os.path.realpath(path))
    before, after = f".{path.name}.", ".tmp"
    for stale in path.parent.iterdir() if path.parent.is_dir() else ():
        middle = stale.name.removeprefix(before).removesuffix(after)
        if stale.name == f"{before}{middle}{after}" and "." not in middle:
            stale.unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _sync_folder(folder: Path) -> None:
    if not hasattr(os, "O_DIRECTORY"):  # a system that can't open folders
        return
    handle = os.open(folder, os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
