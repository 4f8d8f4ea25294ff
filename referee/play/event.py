"""Events: records of what happened in a game, each with its sentence and its rules in one place.

Screen, log, `why` and JSON are made from them. An event's sentence is a text with its fields in braces; a field's
type says how it is formatted: a `Seat`, and other fields marked `CALLED`, by name, several as a list; others by the
function of their `ShownBy`. Further syntax:

    {unit:claims}            a name, and a verb that agrees with it: "Ash Runner claims", "Anna and Bo claim"
    {unit:its}, {unit:a}     the possessive that agrees: "its", "their"; the name with its article
    {cards} AoW card(s)      with an s if the number before isn't 1
    [cost? for {cost} RP]    only if that field isn't zero or empty (if its default is None: if it isn't None)
    [down?Lay it|Put it]     the first part under the same condition, else the second
"""

from __future__ import annotations

import enum
import re
import types
import typing
from collections import abc
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Protocol, Self, TypeVar, Union, get_args

from msgspec import Struct, UnsetType
from msgspec.structs import fields

from referee.text.grammar import agreeing, does
from referee.text.names import a_or_an, and_list
from referee.text.pattern import lazy_pattern

Names = Callable[[Any], str]
"""Returns the name of a player by number; in a battle, of a creature or unit by key."""


class ShownBy(NamedTuple):
    """Formatter of a field in its event's sentence: `Annotated[dict[str, int], ShownBy(in_words)]`.

    `by` must be a function of the module: annotations are strings evaluated there, so a lambda would find nothing.
    """

    by: Callable[[Any], str]


CALLED = "called"
"""Marks a field that is shown by its name at the table."""
Seat = Annotated[int, CALLED]
"""A player by number, shown by name."""
Seats = Annotated[tuple[int, ...], CALLED]
"""Several players by number, shown by name."""


class HasName(Protocol):
    """Player, as events need it."""

    name: str


class Event(Struct, frozen=True):
    """Record of what happened. `says` is its sentence; a kind that needs more overrides `describe`.

    After an event that `ends_turn`, the standing is shown. A `remark` is recorded and changes nothing. The story of
    an evening shows an entry's `weighty` events, the others only if there are none; a `turning` one is shown even if
    it decides nothing yet. `changes` names the counters of its `player` that it changes, each with the field of the
    amount.
    """

    says: ClassVar[str] = ""
    ends_turn: ClassVar[bool] = False
    remark: ClassVar[bool] = False
    weighty: ClassVar[bool] = False
    turning: ClassVar[bool] = False
    changes: ClassVar[Mapping[str, str]] = {}

    def amounts(self) -> Mapping[str, int]:
        """Return the change of each counter in `changes`."""
        return {counter: getattr(self, field) for counter, field in self.changes.items()}

    def describe(self, name: Names) -> str:
        """Format the event in words, as instructions for the table."""
        formatters = _formatters(type(self))

        def put(place: re.Match[str]) -> str:
            field, how = place.groups(default="")
            value = getattr(self, field)
            text, many = formatters[field](value, name), len(value) != 1 if isinstance(value, tuple) else None
            if how in _NAME_FORMS:
                return _NAME_FORMS[how](text)
            return does(text, how, many=many) if how[:1].isalpha() else format(text, how)

        said = _OPTIONAL.sub(lambda part: part[2] if self._is_set(part[1]) else part[3] or "", self.says)
        said = _PLURAL.sub(lambda part: part[1] + "s" * (getattr(self, part[2]) != 1), said)
        return _PLACE.sub(put, said)

    def sentence(self, name: Names) -> str:
        """Format the event as a sentence of its own: it begins with a capital, also where a card's name doesn't."""
        said = self.describe(name)
        return said[:1].upper() + said[1:]

    def _is_set(self, field: str) -> bool:
        """Return whether a field isn't zero or empty; for a default of None, whether it isn't None."""
        value = getattr(self, field)
        return bool(value) if _defaults(type(self))[field] is not None else value is not None


class Said(Event, frozen=True):
    """What happened, for all that nothing but its sentence is needed of: it stands where it happens."""

    says = "{text}"
    text: str
    rules: tuple[str, ...] = ()


class Weighty(Said, frozen=True):
    """A sentence that the story of an evening tells of its entry."""

    weighty = True


class Turning(Weighty, frozen=True):
    """A sentence that decides so much that it is always shown."""

    turning = True


class Did(Event, frozen=True):
    """Action of a player without an event class of its own; `by` are the counters that it changes."""

    says = "{player} {what}."
    player: Seat
    what: str
    by: Mapping[str, int] = {}
    rules: tuple[str, ...] = ()

    def amounts(self) -> Mapping[str, int]:
        """Return the change of each counter in `by`."""
        return self.by


class Overruled(Event, frozen=True):
    """A move that breaks a rule and is made all the same; `reason` is why the rule forbids it."""

    remark = True
    move: str
    because: str
    rules: tuple[str, ...] = ()
    reason: str = ""

    def describe(self, name: Names) -> str:
        """Format the event in words."""
        rule = f" By the rules: {self.reason.removesuffix('.')}." if self.reason else ""
        return f"The table overrules: {self.move}, because {self.because}.{rule}"


class Claims(Event, frozen=True):
    """A claim of the table; `ruled` is the program's verdict, "" if it is judged later."""

    remark = True
    says = "Claimed: {text}, [ruled?{ruled}|which judge checks]."
    text: str
    ruled: str = ""
    rules: tuple[str, ...] = ()


def names_of(players: Iterable[HasName]) -> Names:
    """Return a function that gives the name of a player by number."""
    return [player.name for player in players].__getitem__


_OPTIONAL = lazy_pattern(r"\[(\w+)\?([^|\]]*)(?:\|([^\]]*))?\]")
_PLURAL = lazy_pattern(r"(\{(\w+)\}[^{}]*)\(s\)")
_NAME_FORMS: Mapping[str, Callable[[str], str]] = {"a": a_or_an, "its": partial(agreeing, "its")}
_PLACE = lazy_pattern(r"\{(\w+)(?::([^}]*))?\}")


@cache
def _defaults(kind: type[Event]) -> dict[str, Any]:
    return {field.name: field.default for field in fields(kind)}


@cache
def _formatters(kind: type[Event]) -> dict[str, Callable[[Any, Names], Any]]:
    return {field.name: _formatter(get_args(field.type)[1:]) for field in fields(kind)}


def _formatter(marks: Iterable[object]) -> Callable[[Any, Names], Any]:
    for mark in marks:
        if mark == CALLED:
            return lambda value, name: and_list(map(name, value)) if isinstance(value, tuple) else name(value)
        if isinstance(mark, ShownBy):
            by = mark.by
            return lambda value, name: by(value)
    return lambda value, name: value


# --- Copying --------------------------------------------------------------------------------------
# Independent copies of mutable records, by one function per type, generated once from the types of its fields.
#
# Immutable values are shared: plain values, frozen records, tuples of these, and what is declared read-only
# (`Mapping`, `Sequence`). Lists, dicts and sets are copied, and so are their mutable parts. A field whose type says
# neither is an error when the copier is generated, so that nothing is shared by accident.


T = TypeVar("T")

_PLAIN = (str, int, float, bool, bytes, types.NoneType, UnsetType)
_READ_ONLY = (frozenset, abc.Mapping, abc.Sequence, abc.Set)
_COPY = "{0}.copy()"
"""Copies a list, dict or set of immutable values."""


class Copyable:
    """A mutable Struct that can be copied. Its fields must hold exactly the declared types."""

    __slots__ = ()

    def copy(self) -> Self:
        """Return an independent copy."""
        kind = type(self)
        found: Callable[[Self], Self] = _COPIERS.get(kind) or copier(kind)
        return found(self)


class Participant(Copyable):
    """A player of a state, to be extended by fields (`name`); who has `left` isn't corrected any more."""

    __slots__ = ()
    left = False

    @property
    def gone(self) -> bool:
        """Whether the player has no more turns."""
        return self.left


def copier(kind: type[T]) -> Callable[[T], T]:
    """Return the function that copies a mutable Struct. Raises TypeError if there can be none."""
    if kind not in _COPIERS:
        if not issubclass(kind, Struct) or kind.__struct_config__.frozen:
            raise TypeError(f"{kind.__name__} is no mutable Struct")
        _COPIERS.update(_Writer(kind).functions())
    return _COPIERS[kind]


_COPIERS: dict[type[Any], Callable[[Any], Any]] = {}
"""Copiers generated so far, by type."""


class _Writer:
    """Generates the source of the copier of a type and of all mutable types that its fields lead to."""

    def __init__(self, kind: type[Any]) -> None:
        self._names: dict[type[Any], str] = {}
        self._sources: list[str] = []
        self._globals: dict[str, Any] = {}
        self._function_of(kind)

    def functions(self) -> dict[type[Any], Callable[[Any], Any]]:
        """Compile all copiers, by type."""
        exec("\n".join(self._sources), self._globals)
        return {kind: self._globals[f"copy_{name}"] for kind, name in self._names.items()}

    def _function_of(self, kind: type[Any]) -> str:
        """Return the name of a type's copier; generate it if there is none yet."""
        if kind not in self._names:
            name = self._names[kind] = f"{kind.__name__}_{len(self._names)}"
            self._globals[name] = kind
            arguments = ", ".join(self._arguments(kind))
            self._sources.append(f"def copy_{name}(old): return {name}({arguments})")
        return f"copy_{self._names[kind]}"

    def _arguments(self, kind: type[Any]) -> list[str]:
        hints = typing.get_type_hints(kind)
        by_place: Sequence[str] = kind.__match_args__
        fields_of: Sequence[str] = kind.__struct_fields__
        copies = {name: self._copy(hints[name], f"old.{name}", f"{kind.__name__}.{name}") for name in fields_of}
        by_name = [f"{name}={copy}" for name, copy in copies.items() if name not in by_place]
        return [copies[name] for name in by_place] + by_name

    def _copy(self, hint: Any, old: str, where: str, depth: int = 0) -> str:
        """Return the expression that copies `old`, of type `hint`; `where` names it in errors."""
        if _is_immutable(hint):
            return old
        origin, parts = typing.get_origin(hint) or hint, typing.get_args(hint)
        one, other = f"one{depth}", f"other{depth}"
        if origin in (Union, types.UnionType):
            return self._copy_of_union(parts, old, where, depth)
        if origin is set and all(map(_is_immutable, parts)) and parts:
            return _COPY.format(old)
        if origin is list and parts:
            part = self._copy(parts[0], one, where, depth + 1)
            return _COPY.format(old) if part == one else f"[{part} for {one} in {old}]"
        if origin is dict and parts and _is_immutable(parts[0]):
            part = self._copy(parts[1], one, where, depth + 1)
            return _COPY.format(old) if part == one else f"{{{other}: {part} for {other}, {one} in {old}.items()}}"
        if origin is tuple and len(parts) == 2 and parts[1] is Ellipsis:
            return f"tuple([{self._copy(parts[0], one, where, depth + 1)} for {one} in {old}])"
        if origin is tuple and parts:
            each = [self._copy(part, f"{old}[{at}]", where, depth) for at, part in enumerate(parts)]
            return f"({', '.join(each)},)"
        if isinstance(origin, type) and issubclass(origin, Struct) and not parts:
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
    """Return whether values of a type can't change, or are declared read-only."""
    origin, parts = typing.get_origin(hint) or hint, typing.get_args(hint)
    if origin is Literal or hint in _PLAIN:
        return True
    if origin in (Union, types.UnionType):
        return all(map(_is_immutable, parts))
    if origin is tuple or origin in _READ_ONLY:
        return bool(parts) and all(part is Ellipsis or _is_immutable(part) for part in parts)
    if not isinstance(origin, type):
        return False
    if issubclass(origin, tuple):  # a NamedTuple
        return all(map(_is_immutable, typing.get_type_hints(origin).values())) and hasattr(origin, "_fields")
    return issubclass(origin, enum.Enum) or (issubclass(origin, Struct) and origin.__struct_config__.frozen)
