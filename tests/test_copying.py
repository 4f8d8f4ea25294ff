"""Copies of records: equal, independent in every part that can change, and refused where a type tells too little."""

from __future__ import annotations

import enum
import random
from collections import abc
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, NamedTuple, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET, Struct, UnsetType, field

from referee.play.event import Copyable, copier
from tests.conjurers import random_play as evenings
from tests.enchanters import random_play as quests
from tests.random_runs import games


class Colour(enum.Enum):
    RED = 1


class Spot(NamedTuple):
    row: int
    column: int


class Stone(Struct, frozen=True):
    weight: int


class Bag(Struct, Copyable):
    stones: list[Stone]
    colour: Colour = Colour.RED


class Chest(Struct, Copyable):
    name: str
    bag: Bag
    spare: Bag | None = None
    late: list[int] | UnsetType = UNSET
    spots: tuple[Spot, ...] = ()
    bags: tuple[Bag, ...] = ()
    pair: tuple[int, list[str]] = (0, [])
    counts: dict[str, list[int]] = field(default_factory=dict)
    words: set[str] = field(default_factory=set)
    kind: Literal["big", "small"] = "big"
    printed: Mapping[str, int] = field(default_factory=dict)
    inner: list[Chest] = field(default_factory=list)


def chest() -> Chest:
    return Chest(
        "A",
        Bag([Stone(1)]),
        Bag([]),
        [1],
        (Spot(1, 2),),
        (Bag([]),),
        (1, ["a"]),
        {"x": [1]},
        {"w"},
        "small",
        {"p": 1},
        [Chest("B", Bag([]))],
    )


def parts(whole: Any) -> Iterator[Any]:
    """A record and everything in it that can be changed; frozen records and what is read only are left out."""
    if isinstance(whole, Struct):
        if whole.__struct_config__.frozen:
            return
        yield whole
        for name, hint in get_type_hints(type(whole)).items():
            if get_origin(hint) is not abc.Mapping:
                yield from parts(getattr(whole, name))
    elif isinstance(whole, dict):
        yield whole
        for part in list(whole.values()):
            yield from parts(part)
    elif isinstance(whole, list | tuple | set | frozenset):
        if not isinstance(whole, tuple | frozenset):
            yield whole
        for part in list(whole):
            yield from parts(part)


def spoil(part: Any) -> None:
    """Change a part in every way that can reach another one."""
    if isinstance(part, list):
        part.clear()
        part.append("spoilt")
    elif isinstance(part, dict):
        part.clear()
        part["spoilt"] = "spoilt"
    elif isinstance(part, set):
        part.clear()
        part.add("spoilt")
    else:
        for name in get_type_hints(type(part)):
            setattr(part, name, "spoilt")


def written(whole: Any) -> bytes:
    return msgspec.json.encode(whole, order="deterministic")


def check_independent(whole: Any) -> None:
    """A copy is equal; whatever is changed in it, the original stays."""
    copy, before = whole.copy(), written(whole)
    assert copy == whole
    assert type(copy) is type(whole)
    for part in list(parts(copy)):
        spoil(part)
    assert written(copy) != before
    assert written(whole) == before


def test_a_copy_has_everything_and_shares_nothing_that_can_change() -> None:
    check_independent(chest())
    old = chest()
    new = old.copy()
    assert new.bag.stones[0] is old.bag.stones[0]
    assert new.printed is old.printed
    assert new.spots is old.spots


@games(3)
@given(evenings.starts(), st.integers(0, 10_000), st.integers(0, 10_000))
def test_states_of_conjurers_are_copied_whole(start: evenings.Start, seed: int, spare: int) -> None:
    chance = random.Random(spare)
    for session in evenings.play(start.table(seed)):
        if chance.random() < 0.02 or (session.present.contest is not None and chance.random() < 0.1):
            check_independent(session.present.copy())


@games(3)
@given(quests.starts(), st.integers(0, 10_000))
def test_states_of_enchanters_are_copied_whole(start: quests.Start, seed: int) -> None:
    chance = random.Random(seed)
    for session in quests.play(quests.Table(start, random.Random(seed))):
        if chance.random() < 0.1:
            check_independent(session.present.copy())


# --- what can't be copied -------------------------------------------------------------------------


def unknown() -> type[Any]:
    class Unknown(Struct):
        things: list[Any]

    return Unknown


def bare() -> type[Any]:
    class Bare(Struct):
        things: list  # type: ignore[type-arg]

    return Bare


def function() -> type[Any]:
    class Function(Struct):
        call: Callable[[], int]

    return Function


def ordinary() -> type[Any]:
    class Thing:
        pass

    globals()["Thing"] = Thing
    made: type[Any] = msgspec.defstruct("Ordinary", [("thing", Thing)])
    return made


def several() -> type[Any]:
    made: type[Any] = msgspec.defstruct("Several", [("thing", list[int] | dict[str, int])])
    return made


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (unknown, "Unknown.things: can't tell how to copy typing.Any"),
        (bare, "Bare.things: can't tell how to copy <class 'list'>"),
        (function, "Function.call: can't tell how to copy"),
        (ordinary, "Ordinary.thing: can't tell how to copy"),
        (several, "Several.thing: may be one of several types that can change"),
        (lambda: Stone, "Stone is no mutable Struct"),
        (lambda: int, "int is no mutable Struct"),
    ],
)
def test_a_type_that_tells_too_little_has_no_copier(make: Callable[[], type[Any]], told: str) -> None:
    with pytest.raises(TypeError) as refused:
        copier(make())
    assert str(refused.value).startswith(told)
