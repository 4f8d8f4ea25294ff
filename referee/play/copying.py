"""Independent copies of mutable records, made by one function per type, written once from the types of its fields.

What can't change is shared: plain values, frozen records, tuples of these, and what is declared to be read only
(`Mapping`, `Sequence`). Lists, dicts and sets are made anew, and so is each part of them that can change. A field
whose type says neither is an error when the copier is made, so that nothing is shared unawares.
"""

from __future__ import annotations

import dataclasses
import enum
import types
import typing
from collections import abc
from collections.abc import Callable, Sequence
from typing import Any, Literal, Self, TypeVar, Union

from msgspec import Struct, UnsetType

T = TypeVar("T")

_PLAIN = (str, int, float, bool, bytes, types.NoneType, UnsetType)
_READ_ONLY = (frozenset, abc.Mapping, abc.Sequence, abc.Set)
_OWN = "{0}.copy()"
"""How a list, dict or set of what can't change is copied."""


class Copyable:
    """A mutable dataclass or Struct that can be copied. Its fields hold the very types they are declared with."""

    __slots__ = ()

    def copy(self) -> Self:
        """An independent copy."""
        kind = type(self)
        found: Callable[[Self], Self] = _MADE.get(kind) or copier(kind)
        return found(self)


def copier(kind: type[T]) -> Callable[[T], T]:
    """What makes an independent copy of a mutable dataclass or Struct. Raises TypeError for one it can't."""
    if kind not in _MADE:
        if not _is_record(kind) or _is_frozen(kind):
            raise TypeError(f"{kind.__name__} is no mutable dataclass or Struct")
        _MADE.update(_Writer(kind).functions())
    return _MADE[kind]


_MADE: dict[type[Any], Callable[[Any], Any]] = {}
"""The copiers so far."""


class _Writer:
    """Writes the copier of a type and of all mutable types that its fields lead to."""

    def __init__(self, kind: type[Any]) -> None:
        self._names: dict[type[Any], str] = {}
        self._sources: list[str] = []
        self._globals: dict[str, Any] = {}
        self._function_of(kind)

    def functions(self) -> dict[type[Any], Callable[[Any], Any]]:
        """All the copiers, by type."""
        exec("\n".join(self._sources), self._globals)
        return {kind: self._globals[f"copy_{name}"] for kind, name in self._names.items()}

    def _function_of(self, kind: type[Any]) -> str:
        """The name of a type's copier, which is written if it isn't yet."""
        if kind not in self._names:
            name = self._names[kind] = f"{kind.__name__}_{len(self._names)}"
            self._globals[name] = kind
            arguments = ", ".join(self._arguments(kind))
            self._sources.append(f"def copy_{name}(old): return {name}({arguments})")
        return f"copy_{self._names[kind]}"

    def _arguments(self, kind: type[Any]) -> list[str]:
        hints = typing.get_type_hints(kind)
        by_place: Sequence[str] = kind.__match_args__
        names = _field_names(kind)
        copies = {name: self._copy(hints[name], f"old.{name}", f"{kind.__name__}.{name}") for name in names}
        by_name = [f"{name}={copy}" for name, copy in copies.items() if name not in by_place]
        return [copies[name] for name in by_place] + by_name

    def _copy(self, hint: Any, old: str, where: str, depth: int = 0) -> str:
        """The expression that copies what `old` stands for, which is of a type; `where` names it for errors."""
        if _is_immutable(hint):
            return old
        origin, parts = typing.get_origin(hint) or hint, typing.get_args(hint)
        one, other = f"one{depth}", f"other{depth}"
        if origin in (Union, types.UnionType):
            return self._copy_of_union(parts, old, where, depth)
        if origin is set and all(map(_is_immutable, parts)) and parts:
            return _OWN.format(old)
        if origin is list and parts:
            part = self._copy(parts[0], one, where, depth + 1)
            return _OWN.format(old) if part == one else f"[{part} for {one} in {old}]"
        if origin is dict and parts and _is_immutable(parts[0]):
            part = self._copy(parts[1], one, where, depth + 1)
            return _OWN.format(old) if part == one else f"{{{other}: {part} for {other}, {one} in {old}.items()}}"
        if origin is tuple and len(parts) == 2 and parts[1] is Ellipsis:
            return f"tuple([{self._copy(parts[0], one, where, depth + 1)} for {one} in {old}])"
        if origin is tuple and parts:
            each = [self._copy(part, f"{old}[{at}]", where, depth) for at, part in enumerate(parts)]
            return f"({', '.join(each)},)"
        if _is_record(origin) and not parts:
            return f"{self._function_of(origin)}({old})"
        raise TypeError(f"{where}: can't tell how to copy {hint}")

    def _copy_of_union(self, parts: Sequence[Any], old: str, where: str, depth: int) -> str:
        mutable = [part for part in parts if not _is_immutable(part)]
        if len(mutable) > 1:
            raise TypeError(f"{where}: may be one of several types that can change: {mutable}")
        copy = self._copy(mutable[0], old, where, depth)
        rest = [part for part in parts if part is not mutable[0]]
        if rest == [types.NoneType]:
            return f"(None if {old} is None else {copy})"
        kind = typing.get_origin(mutable[0]) or mutable[0]
        name = kind.__name__ if kind in (list, dict, set, tuple) else self._function_of(kind).removeprefix("copy_")
        return f"({copy} if isinstance({old}, {name}) else {old})"


def _is_immutable(hint: Any) -> bool:
    """Whether what is of a type can't change, or is declared to be read only."""
    origin, parts = typing.get_origin(hint) or hint, typing.get_args(hint)
    if origin is Literal or hint in _PLAIN:
        return True
    if origin in (Union, types.UnionType):
        return all(map(_is_immutable, parts))
    if origin is tuple or origin in _READ_ONLY:
        return bool(parts) and all(part is Ellipsis or _is_immutable(part) for part in parts)
    if not isinstance(origin, type):
        return False
    if issubclass(origin, tuple):  # one with names
        return all(map(_is_immutable, typing.get_type_hints(origin).values())) and hasattr(origin, "_fields")
    return issubclass(origin, enum.Enum) or (_is_record(origin) and _is_frozen(origin))


def _is_record(kind: Any) -> bool:
    return isinstance(kind, type) and (issubclass(kind, Struct) or dataclasses.is_dataclass(kind))


def _is_frozen(kind: Any) -> bool:
    if issubclass(kind, Struct):
        return bool(kind.__struct_config__.frozen)
    return bool(kind.__dataclass_params__.frozen)


def _field_names(kind: Any) -> Sequence[str]:
    """The fields of a record, all of which its constructor takes. Raises TypeError where it doesn't."""
    if issubclass(kind, Struct):
        names: Sequence[str] = kind.__struct_fields__
        return names
    fields = dataclasses.fields(kind)
    if apart := [field.name for field in fields if not field.init]:
        raise TypeError(f"{kind.__name__}.{apart[0]}: isn't given when a {kind.__name__} is made")
    return [field.name for field in fields]
