"""What doesn't fit a file's layout, told to a person: the place, the value, what was expected, the nearest word.

The reader's own messages name a path ("$.players[0].resources[...]"); here it is told in the names that the data
itself gives ("Anna's resources.iron is -1; it must be 0 or more").
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
import msgspec.inspect as inspect

from referee.text.names import did_you_mean, or_list, printable

Step = str | int

_MESSAGE = re.compile(r"(?P<what>.*?)(?: - at (?P<key>`key` in )?`(?P<path>\$[^`]*)`)?", re.DOTALL)
_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]|(\[\.\.\.\])")
_KINDS = {
    "int": "a whole number", "str": "a text in quotes", "bool": "true or false",
    "array": "a list [ ... ]", "object": "a table { ... }", "float": "a number",
}  # fmt: skip
_SEVERAL = ("turns", "players", "creatures")
_LIMITS = {">=": "or more", "<=": "or less", ">": "or more, not equal", "<": "or less, not equal"}


def explain(message: str, data: object, kind: Any) -> str:
    """One of msgspec's messages about `data` that should be a `kind`, as a person wants to read it."""
    match = _MESSAGE.fullmatch(message)
    assert match is not None  # the pattern fits any text
    what, path = match["what"], match["path"] or "$"
    steps = _located(path, message, data, kind)
    if match["key"]:
        wrong = _culprit(steps, message, data, kind)
        place = describe_place(data, steps)
        if what.startswith("Expected `int`"):
            return f'{place}: the key "{wrong}" must be a whole number'
        return _unknown(place, wrong, _keys(_shape_at(kind, steps)))
    return _tell(what, describe_place(data, steps), _value_at(data, steps), _shape_at(kind, steps))


def _tell(what: str, place: str, value: object, shape: object) -> str:
    if unknown := re.match(r"Object contains unknown field `(.*)`", what):
        return _unknown(place, unknown[1], [field.encode_name for field in getattr(shape, "fields", ())])
    if missing := re.match(r"Object missing required field `(.*)`", what):
        return f'{place}: the key "{missing[1]}" is missing'.removeprefix(": ")
    if what.startswith("Invalid enum value"):
        allowed = [str(v) for v in getattr(shape, "values", ())]
        near = did_you_mean(str(value), allowed) or f"; it must be {or_list(allowed)}"
        return f"{place} is {show(value)}{near}".strip()
    if wrong := re.match(r"Expected `(.*)`, got `(.*)`", what):
        wanted = or_list(_KINDS.get(kind, kind) for kind in wrong[1].split(" | ") if kind != "null")
        return f"{place} is {show(value)}; it must be {wanted}".strip()
    if limit := re.match(r"Expected `(\w+)` (>=|<=|>|<) (.+)", what):
        return f"{place} is {show(value)}; it must be {limit[3]} {_LIMITS[limit[2]]}".strip()
    if what.startswith("Expected `str` matching regex"):
        return f"{place} is {show(value)}; it must be plain text on one line".strip()
    if length := re.match(r"Expected `(\w+)` of length (>=|<=)? ?(.+)", what):
        many = {">=": "at least ", "<=": "at most "}.get(length[2], "")
        if length[1] == "str" and (length[2], length[3]) == (">=", "1"):
            return f"{place} is empty".strip()
        things = "letters" if length[1] == "str" else "values"
        return f"{place} must have {many}{length[3]} {things}".strip()
    return f"{place}: {what}".removeprefix(": ")


def _unknown(place: str, key: str, known: list[str]) -> str:
    near = did_you_mean(key, known) or (f"; known here: {', '.join(known)}" if known else "")
    return f'{place}: unknown key "{key}"{near}'.removeprefix(": ")


def show(value: object) -> str:
    """A value of a file as it is told, short and on one line."""
    if isinstance(value, str):
        return f'"{printable(value)}"'
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict | list):
        return "a table" if isinstance(value, dict) else "a list"
    return str(value)[:60]


# --- where it is ----------------------------------------------------------------------------------


def describe_place(data: object, steps: list[Step]) -> str:
    """A path into data in words: `players[0].resources.iron` is "Anna's resources.iron"."""
    place = ""
    owner = ""
    at = data
    for number, step in enumerate(steps):
        at = _value_at(at, [step])
        if isinstance(step, int):
            name = at.get("name") if isinstance(at, dict) else None
            if isinstance(name, str) and name:
                owner, place = name, ""
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


def _located(path: str, message: str, data: object, kind: Any) -> list[Step]:
    """A path like $.players[0].resources[...] as its steps; the reader leaves out which key of a table it was."""
    steps: list[Step] = []
    for name, index, some_key in _STEP.findall(path):
        steps.append(_culprit(steps, message, data, kind) if some_key else name or int(index))
    return steps


def _culprit(steps: list[Step], message: str, data: object, kind: Any) -> str:
    """The key of the table at `steps` that `message` is about: the one with which alone it comes again."""
    table = _value_at(data, steps)
    for key in table if isinstance(table, dict) else ():
        try:
            msgspec.convert(_with_only(data, steps, key), kind, str_keys=True)
        except msgspec.ValidationError as error:
            if str(error) == message:
                return str(key)
    return "?"


def _with_only(data: Any, steps: list[Step], key: object) -> Any:
    """A copy of the data in which the table at `steps` has one key only."""
    if not steps:
        return {key: data[key]}
    first, *rest = steps
    inner = _with_only(data[first], rest, key)
    if isinstance(first, int):
        return [*data[:first], inner, *data[first + 1 :]]
    return {**data, first: inner}


# --- what was expected there ----------------------------------------------------------------------


def _shape_at(kind: Any, steps: list[Step]) -> object:
    shape: object = inspect.type_info(kind)
    for step in steps:
        shape = _inner(_struct_of(shape), step)
    return _struct_of(shape)


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
    """Of a union the member with fields, elements or values."""
    for one in getattr(shape, "types", ()):
        if hasattr(one, "fields") or hasattr(one, "item_type") or hasattr(one, "values"):
            return one
    return shape


def _keys(shape: object) -> list[str]:
    """The keys that a table may have, where they are a fixed few."""
    return [str(value) for value in getattr(getattr(shape, "key_type", None), "values", ())]
