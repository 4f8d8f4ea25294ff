"""Reading and writing TOML files: typed on the way in, atomic on the way out.

A file that can't be used raises BadInput with one message that names the file, the place and what
was expected there; nothing is ever left half written.
"""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from referee.errors import BadInput
from referee.names import did_you_mean, or_list

T = TypeVar("T")
Data = dict[str, Any]


def read_text(path: Path) -> str:
    """The text of a file. Raises BadInput if it is missing, no file, or not UTF-8 text."""
    try:
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        beside = [p.name for p in path.parent.glob("*.toml")] if path.parent.is_dir() else []
        raise BadInput(f"{path}: there is no such file{did_you_mean(path.name, beside)}") from None
    except IsADirectoryError:
        raise BadInput(f"{path}: is a folder; a file was expected") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: is not a text file (UTF-8 was expected)") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadInput(f"{path}: can't be read: {reason}") from None


def parse_toml(text: str, where: str) -> Data:
    """TOML text as plain data. Raises BadInput that names `where` and the line."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{where}: is not valid TOML: {error}") from None
    except RecursionError:
        raise BadInput(f"{where}: is not usable TOML: nested too deeply") from None


def read_toml(path: Path) -> Data:
    """A TOML file as plain data. Raises BadInput."""
    return parse_toml(read_text(path), str(path))


def convert(data: object, kind: type[T], where: str) -> T:
    """Plain data as the typed value `kind`, strictly.

    `where` (a file's name) opens the message. Raises BadInput with the place told in the names the data
    itself gives ("Anna's resources.iron"), what was expected, and the nearest right word.
    """
    try:
        return msgspec.convert(data, kind, str_keys=True)  # TOML keys are text, also numbers
    except msgspec.ValidationError as error:
        raise BadInput(f"{where}: {_explain(str(error), data, kind)}") from None


def write_atomic(path: Path, text: str) -> None:
    """Write a file so that a crash leaves either the old or the new one, whole.

    A temporary file in the same folder is written, flushed to the disk and renamed over the old one.
    Raises BadInput if the folder can't be written.
    """
    import tempfile  # loaded only by what writes

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
    finally:
        if temporary is not None:
            temporary.unlink(missing_ok=True)


def sweep(path: Path) -> None:
    """Remove what a killed `write_atomic` of this file left behind."""
    for stale in path.parent.glob(f".{path.name}.*.tmp"):
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


# --- making msgspec's messages a person's ---------------------------------------------------------


def _explain(message: str, data: object, kind: object) -> str:
    match = re.match(r"^(?P<what>.*?)(?: - at `(?:key in )?(?P<path>\$[^`]*)`)?$", message, re.DOTALL)
    what, path = (match["what"], match["path"] or "$") if match else (message, "$")
    steps = _steps(path)
    place = describe_place(data, steps)
    shape = _shape_at(kind, steps)
    value = _value_at(data, steps)
    if unknown := re.match(r"Object contains unknown field `(.*)`", what):
        fields = _fields(shape)
        near = did_you_mean(unknown[1], fields) or f"; known here: {', '.join(fields)}"
        return f'{place}: unknown key "{unknown[1]}"{near}'.removeprefix(": ")
    if missing := re.match(r"Object missing required field `(.*)`", what):
        return f'{place}: the key "{missing[1]}" is missing'.removeprefix(": ")
    if what.startswith("Invalid enum value"):
        allowed = [str(v) for v in getattr(shape, "values", ())]
        near = did_you_mean(str(value), allowed) or f"; it must be {or_list(allowed)}"
        return f"{place} is {_show(value)}{near}".strip()
    if wrong := re.match(r"Expected `(.*)`, got `(.*)`", what):
        return f"{place} is {_show(value)}; it must be {_KINDS.get(wrong[1], wrong[1])}".strip()
    if limit := re.match(r"Expected `(\w+)` (>=|<=|>|<) (.+)", what):
        return f"{place} is {_show(value)}; it must be {limit[3]} {_LIMITS[limit[2]]}".strip()
    if length := re.match(r"Expected `(\w+)` of length (>=|<=) (.+)", what):
        many = "at least" if length[2] == ">=" else "at most"
        return f"{place} must have {many} {length[3]}".strip()
    return f"{place}: {what}".removeprefix(": ")


def _steps(path: str) -> list[str | int]:
    """A path like $.players[0].name as its steps; "[...]" (some key or element) stands as 0."""
    found = re.findall(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]", path)
    return [name if name else int(index) if index.isdigit() else 0 for name, index in found]


_KINDS = {
    "int": "a whole number", "str": "a text in quotes", "bool": "true or false",
    "array": "a list [ ... ]", "object": "a table { ... }", "float": "a number",
}  # fmt: skip
_LIMITS = {">=": "or more", "<=": "or less", ">": "or more, not equal", "<": "or less, not equal"}


def _show(value: object) -> str:
    if isinstance(value, str):
        return f'"{value}"' if len(value) < 60 else f'"{value[:57]}..."'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict | list):
        return "a table" if isinstance(value, dict) else "a list"
    return str(value)[:60]


def describe_place(data: object, steps: list[str | int]) -> str:
    """A path into data in words: `players[0].resources.iron` is "Anna's resources.iron"."""
    place = ""
    owner = ""
    at = data
    for number, step in enumerate(steps):
        if isinstance(step, int):
            at = at[step] if isinstance(at, list) and step < len(at) else None
            name = at.get("name") if isinstance(at, dict) else None
            if isinstance(name, str) and name:
                owner, place = name, ""
            else:
                place = f"{place} {step + 1}".strip()
        else:
            at = at.get(step) if isinstance(at, dict) else None
            joined = "." if place and isinstance(steps[number - 1], str) else " "
            place = f"{place}{joined}{step}".strip() if place else step
    if owner and place:
        return f"{owner}'s {place}"
    return owner or place


def _value_at(data: object, steps: list[str | int]) -> object:
    for step in steps:
        try:
            data = data[step]  # type: ignore[index]
        except (KeyError, IndexError, TypeError):
            return None
    return data


def _fields(shape: object) -> list[str]:
    return [field.encode_name for field in getattr(shape, "fields", ())]


def _shape_at(kind: object, steps: list[str | int]) -> object:
    import msgspec.inspect as inspect  # loaded only for a message

    shape: object = inspect.type_info(kind)
    for step in steps:
        shape = _inner(shape, step)
    return _struct_of(shape)


def _inner(shape: object, step: str | int) -> object:
    shape = _struct_of(shape)
    if isinstance(step, int):
        return getattr(shape, "item_type", None)
    for field in getattr(shape, "fields", ()):
        if field.encode_name == step:
            found: object = field.type
            return found
    return getattr(shape, "value_type", None)


def _struct_of(shape: object) -> object:
    for one in getattr(shape, "types", ()):  # a union: the member with fields, else with values
        if hasattr(one, "fields") or hasattr(one, "item_type") or hasattr(one, "values"):
            return one
    return shape
