"""Events: what the rules say has happened, each with its words and the rules behind it in one place.

Screen, log, `why` and JSON make all they show from them. An event's sentence is a text with its fields in braces; a
field's type says how it is shown: a `Seat`, and what else is marked `CALLED`, by name; others by the function of
their `Shown`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, NamedTuple, Protocol, get_args

from msgspec import Struct
from msgspec.structs import fields

Names = Callable[[Any], str]
"""What a player is called, by number; in a battle, what a creature or unit is called by its key."""


class ShownBy(NamedTuple):
    """How a field is shown in its event's sentence: `Annotated[dict[str, int], Shown(in_words)]`.

    `by` has a name of its own: types are texts that are read where they are used, so a lambda would find nothing.
    """

    by: Callable[[Any], str]


CALLED = "called"
"""Marks a field that is shown as the table calls it."""
Seat = Annotated[int, CALLED]
"""A player by number, shown by name."""


class HasName(Protocol):
    """A player, as far as events are concerned."""

    name: str


class Event(Struct, frozen=True):
    """Something that happened. `says` is its sentence; where that isn't enough, a kind has its own `told`.

    Where it `ends_turn`, everybody wants to know then where they stand. A `remark` is what somebody said, which was
    kept and changes nothing. The story of an evening tells of an entry what is `weighty` in it, the rest only where
    nothing is; what is `turning` is told even if it decides nothing yet. `changes` names the counters of its `player`
    that it changes, each with the field that says by how much.
    """

    says: ClassVar[str] = ""
    ends_turn: ClassVar[bool] = False
    remark: ClassVar[bool] = False
    weighty: ClassVar[bool] = False
    turning: ClassVar[bool] = False
    changes: ClassVar[Mapping[str, str]] = {}

    def amounts(self) -> Mapping[str, int]:
        """By how much it changes each of those counters."""
        return {counter: getattr(self, field) for counter, field in self.changes.items()}

    def told(self, name: Names) -> str:
        """The event in words, as what the hands at the table must do."""
        values: Mapping[str, Any] = {
            field: show(getattr(self, field), name) for field, show in _shown(type(self)).items()
        }
        return self.says.format_map(values)


class Did(Event, frozen=True):
    """A player does something that has no kind of its own; `amounts` are the counters that change with it."""

    says = "{player} {what}."
    player: Seat
    what: str
    by: Mapping[str, int] = {}
    rules: tuple[str, ...] = ()

    def amounts(self) -> Mapping[str, int]:
        """By how much it changes which counters."""
        return self.by


def names_of(players: Iterable[HasName]) -> Names:
    """The names of players by their numbers."""
    return [player.name for player in players].__getitem__


@cache
def _shown(kind: type[Event]) -> dict[str, Callable[[Any, Names], Any]]:
    """How each field of a kind of event is shown."""
    return {field.name: _way(get_args(field.type)[1:]) for field in fields(kind)}


def _way(marks: Iterable[object]) -> Callable[[Any, Names], Any]:
    for mark in marks:
        if mark == CALLED:
            return lambda value, name: name(value)
        if isinstance(mark, ShownBy):
            by = mark.by
            return lambda value, name: by(value)
    return lambda value, name: value
