"""Reading and writing TOML files: typed when read, written atomically, never over another program's changes.

A file that can't be used raises BadInput with one message that names the file, the place and what
was expected there; nothing is ever left half written.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import IO, Any, TypeVar

import msgspec
import msgspec.inspect as inspect
import tomli

from referee.errors import BadInput, Held, Overtaken
from referee.files import portable
from referee.files.portable import locked
from referee.text.names import and_list, did_you_mean, or_list, printable
from referee.text.pattern import lazy_pattern

T = TypeVar("T")
Data = dict[str, Any]


def path_of(name: str) -> Path:
    """Expand a name with ~ into a path. Raises BadInput for an unknown home folder."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        raise BadInput(f"{name}: there is no such home folder; write the whole path") from None


MOST_BYTES = 4 * 1024 * 1024
"""Largest file that is read, in bytes; a long game's save has a fiftieth of it."""


def read_text(path: Path) -> str:
    """Read a text file. Raises BadInput if it is missing, no file, too large, or not UTF-8 text.

    Pipes and devices are refused unopened: some never end, some block.
    """
    try:
        mode = path.stat().st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or str(path) == os.devnull):
            raise BadInput(f"{path}: is a pipe or a device; a file was expected")
        with path.open("rb") as file:
            return read_limited(file, str(path))
    except FileNotFoundError:
        if path.is_symlink():
            raise BadInput(
                f"{path}: is a link to {printable(os.readlink(path))}, and there is no such file"
            ) from None
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
    """Read an open file as text; `where` names it. Raises BadInput if it is too large or not UTF-8 text."""
    read = file.read(MOST_BYTES + 1)
    if len(read) > MOST_BYTES:
        raise BadInput(f"{where}: is too large to be read; it can have {MOST_BYTES // 1024**2} MB at most")
    try:
        return read.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"{where}: is not a text file (UTF-8 was expected)") from None


def parse_toml(text: str, where: str) -> Data:
    """Parse TOML text into plain data. Raises BadInput that names `where` and the line."""
    try:
        return tomli.loads(text)
    except tomli.TOMLDecodeError as error:
        at = re.search(r"at line (\d+)", str(error))
        quoted = f": {printable(text.split(chr(10))[int(at[1]) - 1].strip(), 60)}" if at is not None else ""
        raise BadInput(f"{where}: is not valid TOML, {_lower_first(error)}{quoted}") from None
    except RecursionError:
        raise BadInput(f"{where}: is not usable TOML: nested too deeply") from None
    except ValueError:
        raise BadInput(f"{where}: is not usable TOML: a number in it is too long") from None


def _lower_first(error: ValueError) -> str:
    """Return a parser's message as the continuation of a sentence."""
    message = str(error).replace("Cannot overwrite a value", "a key is there twice")
    return message[:1].lower() + message[1:]


def read_toml(path: Path) -> Data:
    """Read a TOML file as plain data. Raises BadInput, which names the version before a damaged one if it is kept."""
    with naming_backup(path):
        return parse_toml(read_text(path), str(path))


@contextmanager
def naming_backup(path: Path) -> Iterator[None]:
    """Name the version before, if it is kept, in the refusal of a file that can't be read."""
    try:
        yield
    except BadInput as error:
        if os.path.isfile(path) and os.path.isfile(before := backup_of(path)):
            raise BadInput(f"{error}; the version before is {before}") from None
        raise


def expect_game(data: Data, game: str, what: str, where: object) -> Data:
    """Return a file's data if it is of this game, or names none; `what` was expected. Raises BadInput."""
    if (named := data.get("game", game)) != game:
        other = named if isinstance(named, str) else show(named)
        raise BadInput(f"{where}: is a file of {other}, not {what} of {game}")
    return data


def convert(data: object, kind: type[T], where: str) -> T:
    """Convert plain data to the type `kind`, strictly.

    `where` (a file's name) begins the message. Raises BadInput with the place in the data's own names
    ("Anna's resources.iron"), what was expected, and the nearest valid word.
    """
    try:
        return msgspec.convert(data, kind, str_keys=True)  # TOML keys are text, also numbers
    except msgspec.ValidationError as error:
        normalize = getattr(kind, "normalize", None)  # of layouts that also accept values in words
        if normalize is not None and isinstance(data, dict) and (plain := normalize(data)) != data:
            return convert(plain, kind, where)
        raise BadInput(f"{where}: {explain(str(error), data, kind)}") from None


# --- writing --------------------------------------------------------------------------------------


def replace_file(path: Path, text: str, before: str | None, *, backup: bool = False) -> None:
    """Write a file if its text is still `before`, as last read or written (None: it didn't exist).

    Raises Overtaken if it isn't, Held (a subclass) if another program is writing it for too long, and BadInput if it
    can't be written. Even if the program or machine is killed, the file is either the old or the new one, whole.
    With `backup` the old one is kept beside it; it replaces the previous backup only after the new one is written.
    """
    with _writing(path) as place:
        there = _stat_replaceable(place, path)
        on_disk = read_text(path) if there is not None else None
        if on_disk != before:
            raise Overtaken(f"{path} was {'taken away' if on_disk is None else 'changed'} meanwhile")
        try:
            _put(place, _encode(text, path), there, _backup_beside(place) if backup else None)
        except FileExistsError:  # by a program that knows no lock
            raise Overtaken(f"{path} was made meanwhile") from None


def create_file(path: Path, text: str) -> None:
    """Write a file that mustn't exist yet; if two programs do so at once, one fails. Raises BadInput, and Held.

    A dangling link is followed, as SQLite and editors do: the file is created at its target.
    """
    try:
        replace_file(path, text, None)
    except Held:
        raise
    except Overtaken:
        raise BadInput(f"{path} already exists; choose another file") from None


def free_path(path: Path) -> Path:
    """Return an unused path: this one, or the first of again-2.toml, again-3.toml and so on."""
    tried, number = path, 1
    while os.path.lexists(tried):
        number += 1
        tried = path.with_stem(f"{path.stem}-{number}")
    return tried


def put_file(path: Path, text: str, before: str | None) -> bool:
    """Create a file if `before` is None, else replace it; return whether it was created. Raises as those two."""
    if before is None:
        create_file(path, text)
    else:
        replace_file(path, text, before)
    return before is None


def write_file(path: Path, text: str) -> None:
    """Write a file, whatever it was before: a picture, a list for a spreadsheet. Raises BadInput, and Held."""
    with _writing(path) as place:
        _put(place, _encode(text, path), _stat_replaceable(place, path), None, new=False)


def remove_file(path: Path, before: str) -> bool:
    """Remove a file if its text is still `before`; return whether it was removed. Raises BadInput, and Held."""
    with _writing(path) as place:
        if _stat_replaceable(place, path) is None or read_text(path) != before:
            return False
        os.unlink(place)
        portable.sync_folder(place.parent)
        return True


def retire_file(path: Path) -> Path | None:
    """Rename a file to its backup; return that path, None if there was no file. Raises BadInput, and Held."""
    with _writing(path) as place:
        if _stat_replaceable(place, path) is None:
            return None
        backup = _backup_beside(place)
        portable.replace(place, backup)
        portable.sync_folder(place.parent)
        return backup


def backup_of(path: Path) -> Path:
    """Return the backup's path: beside the file itself if the path is a link to it."""
    return _backup_beside(Path(os.path.realpath(path)))


def _backup_beside(place: Path) -> Path:
    return place.with_name(f"{place.name}.bak")


def expect_place(path: Path) -> Path:
    """Check that a file and its backup can be created there, and return its real path. Raises BadInput.

    A link stays a link, and all paths to a file share its lock.
    """
    if problem := portable.name_problem(path.name):
        raise BadInput(f"{path}: {problem}; choose another name")
    place = Path(os.path.realpath(path))
    if not os.path.isdir(place.parent):
        raise BadInput(f"{path}: there is no folder {place.parent}")
    if os.path.isdir(place):
        raise BadInput(f"{path}: is a folder; a file was expected")
    most = portable.longest_name(place.parent) - len(_temporary_backup(place).name) + len(place.name)
    if (length := len(os.fsencode(place.name))) > most:
        raise BadInput(f"{path}: its name is too long to be saved ({length} bytes; {most} at most)")
    return place


@contextmanager
def _writing(path: Path) -> Iterator[Path]:
    """Lock a file, remove what killed programs left of it, and yield its real path, with readable errors.

    Raises BadInput, and Held.
    """
    place = expect_place(path)
    try:
        with locked(place, path):
            _sweep(place)
            yield place
    except OSError as error:
        raise BadInput(f"{path}: can't be written: {_reason(error, place)}") from None


def _reason(error: OSError, place: Path) -> str:
    reason, folder = error.strerror or str(error), place.parent
    if error.errno in (errno.EACCES, errno.EPERM):
        if portable.is_anothers_for_good(place):
            return f"it is another user's, and in the folder {folder} each may replace only what is his"
        return f"nothing may be changed in the folder {folder} ({reason})"
    return reason


def _encode(text: str, path: Path) -> bytes:
    """Encode a text so that it can be read again. Raises BadInput."""
    try:
        data = text.encode()
    except UnicodeEncodeError:
        raise BadInput(f"{path}: can't be written: it has a character that isn't text") from None
    if len(data) > MOST_BYTES:
        raise BadInput(f"{path}: is too large to be read again; it can have {MOST_BYTES // 1024**2} MB at most")
    return data


def _stat_replaceable(place: Path, path: Path) -> os.stat_result | None:
    """Return the state of the file, None if there is none. Raises BadInput if it mustn't be replaced.

    Files with several hard links mustn't: only this name would get the new text, and each name has its own lock.
    """
    try:
        there = os.lstat(place)
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(there.st_mode):
        raise BadInput(f"{path}: can't be written: it isn't an ordinary file")
    if not there.st_mode & stat.S_IWUSR:
        raise BadInput(f"{path}: can't be written: it is read-only; make it writable first")
    if there.st_nlink > 1:
        raise BadInput(
            f"{path}: can't be written: the same file has {there.st_nlink} names (hard links), and the others would "
            "stay as they are; go on with a copy of it"
        )
    return there


def _put(place: Path, data: bytes, there: os.stat_result | None, backup: Path | None, *, new: bool = True) -> None:
    """Write the file and its backup completely under temporary names, then rename them."""
    if backup is not None and backup.is_dir():
        raise IsADirectoryError(errno.EISDIR, f"{backup}, where the version before is kept, is a folder")
    temporary = place.with_name(f".{place.name}.{os.urandom(4).hex()}.tmp")
    kept = _temporary_backup(place)
    try:
        _write_new(temporary, data, there)
        if there is None and new:
            portable.place_new(temporary, place)
        else:
            if there is not None and backup is not None:
                _link_or_copy(place, kept, there)
            portable.replace(temporary, place)
    except BaseException:
        for left in (temporary, kept):
            with contextlib.suppress(OSError):
                os.unlink(left)
        raise
    if there is not None and backup is not None:
        with contextlib.suppress(OSError):  # the file is written; an older version stays as the backup
            portable.replace(kept, backup)
    portable.sync_folder(place.parent)


def _write_new(path: Path, data: bytes, like: os.stat_result | None) -> None:
    """Write a new file and sync it to the disk, with the permissions of `like`."""
    flags = portable.open_flags(os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    handle = os.open(path, flags, 0o666 if like is None else like.st_mode & 0o777)
    try:
        if like is not None:
            portable.keep_rights(path, like)
        left = memoryview(data)
        while left:
            left = left[os.write(handle, left) :]
        portable.sync_file(handle)
    finally:
        os.close(handle)


def _link_or_copy(place: Path, kept: Path, there: os.stat_result) -> None:
    """Link the file under a second name; copy it if the file system has no hard links.

    Another user's file is copied too: in some folders a second name of it couldn't be removed.
    """
    try:
        if portable.is_own(there):
            os.link(place, kept)
            return
    except (OSError, AttributeError):
        pass
    _write_new(kept, place.read_bytes(), there)


# --- temporary names ------------------------------------------------------------------------------

_MARK = lazy_pattern(r"[a-z0-9_]{8}")


def _temporary_backup(place: Path) -> Path:
    return place.with_name(f".{place.name}.{os.urandom(4).hex()}.bak.tmp")


def _sweep(place: Path) -> None:
    """Remove what killed programs left of this file; the caller holds its lock.

    An older version wrote the backup as a file of its own, as happens when a game is continued in a backup: its
    temporary files are only removed if the backup's lock is free.
    """
    older = []
    for name in os.listdir(place.parent):
        if not (name.startswith(f".{place.name}.") and name.endswith(".tmp")):
            continue
        middle = name.removeprefix(f".{place.name}.").removesuffix(".tmp")
        if _MARK.fullmatch(middle.removesuffix(".bak")):
            _discard(place.with_name(name))
        elif middle.startswith("bak.") and _MARK.fullmatch(middle.removeprefix("bak.")):
            older.append(place.with_name(name))
    if older:
        backup = backup_of(place)
        with contextlib.suppress(Held), locked(backup, backup, wait=0):
            for path in older:
                _discard(path)


def _discard(path: Path) -> None:
    with contextlib.suppress(OSError):  # another user's file in a sticky folder
        os.unlink(path)


# --- Validation messages --------------------------------------------------------------------------
# What doesn't fit a file's layout, for people: the place, the value, what was expected, the nearest word.
#
# msgspec's messages name a path ("$.players[0].resources[...]"); here the data's own names are used
# ("Anna's resources.iron is -1; it must be 0 or more").


Step = str | int

_MESSAGE = lazy_pattern(r"(?P<what>.*?)(?: - at (?P<key>`key` in )?`(?P<path>\$[^`]*)`)?", re.DOTALL)
_STEP = lazy_pattern(r"\.([^.\[\]]+)|\[(\d+)\]|(\[\.\.\.\])")
_KINDS = {
    "int": "a whole number",
    "str": "a text in quotes",
    "bool": "true or false",
    "array": "a list [ ... ]",
    "object": "a table { ... }",
    "float": "a number",
}
_SEVERAL = ("turns", "players", "creatures")
_LIMITS = {">=": "or more", "<=": "or less", ">": "or more, not equal", "<": "or less, not equal"}


def explain(message: str, data: object, kind: Any, *, in_file: bool = True) -> str:
    """Return one of msgspec's messages about `data` that should be a `kind` in words for people.

    With `in_file` a missing key gets an example in TOML.
    """
    match = _MESSAGE.fullmatch(message)
    assert match is not None  # the pattern fits any text
    what, path = match["what"], match["path"] or "$"
    steps = _parse_path(path, message, data, kind)
    if match["key"]:
        wrong = _culprit(steps, message, data, kind)
        place = describe_place(data, steps)
        if what.startswith("Expected `int`"):
            return f'{place}: the key "{wrong}" must be a whole number'
        keys = getattr(_shape_at(kind, steps), "key_type", None)
        return _unknown_key(place, wrong, [str(value) for value in getattr(keys, "values", ())])
    place, value = describe_place(data, steps), _value_at(data, steps)
    return _describe_fault(what, place, value, _shape_at(kind, steps), in_file=in_file).strip().removeprefix(": ")


def _describe_fault(what: str, place: str, value: object, shape: object, *, in_file: bool) -> str:
    if unknown := re.match(r"Object contains unknown field `(.*)`", what):
        return _unknown_key(place, unknown[1], _own_first(shape))
    if missing := re.match(r"Object missing required field `(.*)`", what):
        like = _example(shape, missing[1]) if in_file else ""
        return f'{place}: the key "{missing[1]}" is missing{like}'
    if what.startswith("Invalid enum value"):
        allowed = [str(v) for v in getattr(shape, "values", ()) if v != ""]
        near = did_you_mean(str(value), allowed) or f"; it must be {or_list(allowed)}"
        return f"{place} is {show(value)}{near}"
    if wrong := re.match(r"Expected `(.*)`, got `(.*)`", what):
        words = getattr(shape, "values", None) or (getattr(shape, "extra", None) or {}).get("words")
        if words:
            return f"{place} is {show(value)}; it must be {or_list([str(word) for word in words if word != ''])}"
        wanted = or_list(_KINDS.get(kind, kind) for kind in wrong[1].split(" | ") if kind != "null")
        return f"{place} is {show(value)}; it must be {wanted}"
    if limit := re.match(r"Expected `(\w+)` (>=|<=|>|<) (.+)", what):
        return f"{place} is {show(value)}; it must be {limit[3]} {_LIMITS[limit[2]]}"
    if what.startswith("Expected `str` matching regex"):
        return f"{place} is {show(value)}; it must be plain text on one line"
    if length := re.match(r"Expected `(\w+)` of length (>=|<=)? ?(.+)", what):
        many = {">=": "at least ", "<=": "at most "}.get(length[2], "")
        if length[1] == "str" and (length[2], length[3]) == (">=", "1"):
            return f"{place} is empty"
        things = "letters" if length[1] == "str" else "values"
        return f"{place} must have {many}{length[3]} {things}"
    return f"{place}: {what}"


def _own_first(shape: Any) -> list[str]:
    """Return the keys of a table, its own before inherited ones."""
    own = getattr(getattr(shape, "cls", None), "__annotations__", {})
    fields = sorted(getattr(shape, "fields", ()), key=lambda field: field.name not in own)
    return [field.encode_name for field in fields]


def _unknown_key(place: str, key: str, known: list[str]) -> str:
    near = did_you_mean(key, known) or (f"; known here: {', '.join(known)}" if known else "")
    return f'{place}: unknown key "{key}"{near}'.removeprefix(": ")


def show(value: object) -> str:
    """Format a value of a file for a message, short and on one line."""
    if isinstance(value, str):
        return f'"{printable(value)}"'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict | list):
        return "a table" if isinstance(value, dict) else "a list"
    return str(value)[:60]


# --- the place ------------------------------------------------------------------------------------


def describe_place(data: object, steps: list[Step]) -> str:
    """Describe a path into data in words: `players[0].resources.iron` is "Anna's resources.iron"."""
    place = ""
    owner = ""
    at = data
    for number, step in enumerate(steps):
        at = _value_at(at, [step])
        if isinstance(step, int):
            name = at.get("name") if isinstance(at, dict) else None
            if isinstance(name, str) and name:
                owner, place = printable(name), ""
            else:
                several = place.endswith(_SEVERAL) and not isinstance(at, int | float)
                one = place.removesuffix("s") if several else place
                place = f"{one} {step + 1}".strip()
        else:
            joined = "." if place and isinstance(steps[number - 1], str) else " "
            place = f"{place}{joined}{step}".strip() if place else step
    if owner and place:
        return f"{owner}'s {place}"
    return owner or place


def _value_at(data: object, steps: list[Step]) -> object:
    for step in steps:
        try:
            data = data[step]  # type: ignore[index]
        except (KeyError, IndexError, TypeError):
            return None
    return data


def _parse_path(path: str, message: str, data: object, kind: Any) -> list[Step]:
    """Parse a path like $.players[0].resources[...] into steps; the key that msgspec leaves out is searched for."""
    steps: list[Step] = []
    for name, index, some_key in _STEP.findall(path):
        steps.append(_culprit(steps, message, data, kind) if some_key else name or int(index))
    return steps


def _culprit(steps: list[Step], message: str, data: object, kind: Any) -> str:
    """Return the key of the table at `steps` that alone reproduces `message`; "?" if none does."""
    table = _value_at(data, steps)
    for key in table if isinstance(table, dict) else ():
        try:
            msgspec.convert(_with_only(data, steps, key), kind, str_keys=True)
        except msgspec.ValidationError as error:
            if str(error) == message:
                return str(key)
    return "?"


def _with_only(data: Any, steps: list[Step], key: object) -> Any:
    """Return a copy of the data in which the table at `steps` has this key only."""
    if not steps:
        return {key: data[key]}
    first, *rest = steps
    inner = _with_only(data[first], rest, key)
    if isinstance(first, int):
        return [*data[:first], inner, *data[first + 1 :]]
    return {**data, first: inner}


# --- the expected type ----------------------------------------------------------------------------


def _shape_at(kind: Any, steps: list[Step]) -> object:
    shape = _type_info(kind)
    for step in steps:
        shape = _inner(_struct_of(shape), step)
    return _struct_of(shape)


@cache
def _type_info(kind: Any) -> object:
    return inspect.type_info(kind)


def _inner(shape: object, step: Step) -> object:
    if isinstance(step, int):
        several = getattr(shape, "item_types", None)
        return several[step] if several else getattr(shape, "item_type", None)
    for field in getattr(shape, "fields", ()):
        if field.encode_name == step:
            found: object = field.type
            return found
    return getattr(shape, "value_type", None)


def _struct_of(shape: object) -> object:
    """Return the member of a union that has fields, elements or values."""
    for one in getattr(shape, "types", ()):
        if hasattr(one, "fields") or hasattr(one, "item_type") or hasattr(one, "values"):
            return one
    return shape


def _example(shape: object, name: str) -> str:
    """Return an example of a missing key: ', like kind = "duel"'; "" if there is none."""
    found = next((field.type for field in getattr(shape, "fields", ()) if field.encode_name == name), None)
    of = _struct_of(found)
    if needed := [field.encode_name for field in getattr(of, "fields", ()) if field.required]:
        return f", like [{name}] with {and_list(needed)}"
    if values := [f'"{value}"' for value in getattr(of, "values", ())]:
        return f", like {name} = {or_list(values)}"
    if isinstance(of, inspect.IntType):
        return f", like {name} = {1 if of.ge is None else of.ge}"
    if isinstance(found, inspect.ListType | inspect.VarTupleType):
        return f', like {name} = ["..."]'
    return f', like {name} = "..."' if isinstance(of, inspect.StrType) else ""
