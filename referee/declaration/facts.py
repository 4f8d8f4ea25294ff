"""Facts of a game's public state beyond counters and piles: its things with their places, owners and properties."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

Value: TypeAlias = bool | int | str | Sequence[str] | Mapping[str, int] | Mapping[str, str]
"""A property: whether it holds, a number, a text, names; or for each player a number, whether it holds, or a text."""


class Thing(Struct, frozen=True):
    """A thing of the public state: a space, a unit, a card; a player, or the table (""), to add facts to.

    `kinds` are the words for such a thing, `owner` is a player's name, `place` the name of another thing, or a text
    ("destroyed"). A fact's key has what it is called, and after "/" what players say for it: "taken/occupied"; one
    of them is "will" if it tells what is to come. A fact goes before what is `printed` on its card; details, which a
    description leaves out, stand with that. `can` has what it can do from where it is, called by verbs like a fact
    ("walk to/walk/go"), each with the names of the things to which, and how ("1 gold"; "" for nothing to say).
    """

    name: str
    kinds: str = ""
    owner: str = ""
    place: str = ""
    facts: Mapping[str, Value] = {}
    printed: Mapping[str, Value] = {}
    can: Mapping[str, Mapping[str, str]] = {}

    @property
    def all_facts(self) -> Mapping[str, Value]:
        """All facts; what is printed on its card gives way to what holds now."""
        return {**self.printed, **self.facts} if self.printed else self.facts
