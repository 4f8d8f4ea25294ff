"""The sentences of all events of all games, made with one of everything and a name that begins with a vowel."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import fields

import referee.games
from referee.play.event import Event, Said
from referee.saves.evening import play_again
from tests.shipped import SCRIPTS, shipped

WHOLE = 10_000
"""More lines than any script has."""

NAME = "Anubis"
AFTER_ONE = re.compile(r"(?<!of )(?<!\+)\b1 (?:\w+ )?([a-z]+s)\b")
SINGULAR = {"becomes", "gives", "is", "less", "loses", "minus", "this"}
"""Words behind a 1 that mean no several things."""
OF_THEIR_OWN = {
    "referee.declaration.changes.Counted",
    "referee.games.prophecy.fights.opening.Rolled",
    "referee.games.conjurers.rules.events.BattleSetUp",
}
"""Events with fields that no made-up value fits."""


def kinds(kind: type[Event] = Event) -> Iterator[type[Event]]:
    """All kinds of events of the program itself."""
    for one in kind.__subclasses__():
        if one.__module__.startswith("referee."):
            yield one
        yield from kinds(one)


def value(type_: Any) -> Any:
    """A made-up value of a type: one of it, or its name."""
    plain: dict[Any, Any] = {bool: False, int: 1, str: NAME, Fraction: Fraction(1, 2)}
    if type_ in plain:
        return plain[type_]
    origin, inner = get_origin(type_), get_args(type_)
    if origin is Literal:
        return inner[0]
    if origin is tuple:
        return (value(inner[0]),) if inner[-1] is Ellipsis else tuple(map(value, inner))
    if isinstance(type_, type) and issubclass(type_, Struct):
        hints = get_type_hints(type_)
        return type_(**{field.name: value(hints[field.name]) for field in fields(type_) if field.required})
    if len(inner) == 2 and origin is not None and hasattr(origin, "items"):
        return {value(inner[0]): value(inner[1])}
    return value(inner[0])  # a list or a union


for module in pkgutil.walk_packages(referee.games.__path__, "referee.games."):
    importlib.import_module(module.name)


def sentences() -> Iterator[str]:
    """What each event says of one of everything."""
    for kind in kinds():
        if f"{kind.__module__}.{kind.__name__}" not in OF_THEIR_OWN:
            hints = get_type_hints(kind)
            yield kind(**{field.name: value(hints[field.name]) for field in fields(kind)}).describe(lambda who: NAME)


def said(folder: Path) -> Iterator[str]:
    """What the shipped games say in events without a kind of their own."""
    for name in SCRIPTS:
        save = shipped(folder, name, WHOLE)
        for one in play_again(save):
            yield from (
                event.describe(save.setup.players.__getitem__) for event in one.events if isinstance(event, Said)
            )


def test_one_thing_is_told_as_one(tmp_path: Path) -> None:
    """Never "1 cards"."""
    made, of_games = list(sentences()), list(said(tmp_path))
    assert min(len(made), len(of_games)) > 80
    told = [*made, *of_games]
    assert [one for one in told if not SINGULAR.issuperset(AFTER_ONE.findall(one))] == []


def test_a_name_has_the_article_of_its_sound() -> None:
    assert [one for one in sentences() if f"a {NAME}" in one] == []
