"""The board: a ring of twenty spaces, numbered clockwise, and five planes outside it (Game Board; P1, P3, P4)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from referee.errors import Unreadable
from referee.games.prophecy.vocabulary import GUILDS
from referee.text.names import by_key, find, fold

Terrain = Literal["Mountains", "Forest", "Plains"]

TERRAINS: tuple[Terrain, ...] = get_args(Terrain)
CITY, VILLAGE, WILDERNESS = "City", "Village", "Enchanted Wilderness"
ALIASES = {"magic wilderness": WILDERNESS, "wilderness": WILDERNESS, "forests": "Forest", "mountain": "Mountains"}
"""Aliases of spaces (P2), folded."""
SPACES, PLANES = 20, 5


class PrintedSpace(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A space as printed: a terrain, or a named space."""

    name: str
    port: bool = False
    gate: bool = False

    @property
    def terrain(self) -> bool:
        """Whether it is a terrain, where Adventure cards lie."""
        return self.name in TERRAINS

    @property
    def guild(self) -> bool:
        """Whether it is a guild, where Abilities are taught."""
        return self.name in GUILDS


class Astral(Struct, frozen=True, forbid_unknown_fields=True):
    """A plane: its name (that of the nearest guild) and the two spaces from which it is attacked."""

    name: str
    spaces: tuple[int, int]


class Board(Struct, frozen=True, forbid_unknown_fields=True):
    """The spaces clockwise, numbered from 1, and the planes, numbered from 0."""

    spaces: Annotated[tuple[PrintedSpace, ...], Meta(min_length=SPACES, max_length=SPACES)]
    planes: Annotated[tuple[Astral, ...], Meta(min_length=PLANES, max_length=PLANES)]

    def __getitem__(self, space: int) -> PrintedSpace:
        """Return a space by its number."""
        return self.spaces[space - 1]

    def label(self, space: int) -> str:
        """Return the label of a space: "City", "Plains 6"."""
        place = self[space]
        return f"{place.name} {space}" if place.terrain else place.name

    def between(self, space: int) -> str:
        """Describe a space by its neighbours, "between City and Forest": the board prints no numbers."""
        before, after = (self[self.step(space, way)].name for way in (-1, 1))
        return f"between {before} and {after}"

    def number_of(self, name: str) -> int:
        """Return the number of a named space."""
        return next(number for number in self.numbers() if self[number].name == name)

    @staticmethod
    def numbers() -> Sequence[int]:
        """Return the numbers of all spaces, clockwise."""
        return range(1, SPACES + 1)

    @staticmethod
    def step(space: int, steps: int) -> int:
        """Return the number of the space `steps` on from `space`, clockwise, or anticlockwise if negative."""
        return (space - 1 + steps) % SPACES + 1

    def of_terrain(self, terrain: str, space: int = 1) -> list[int]:
        """List the spaces of a terrain clockwise, from `space` on (itself included)."""
        ring = (self.step(space, steps) for steps in range(SPACES))
        return [number for number in ring if self[number].name == terrain]

    def ports_beside(self, space: int) -> list[int]:
        """List the first port on either side (P4): one if both are the same, none without another port."""
        ways = ([self.step(space, way * steps) for steps in range(1, SPACES)] for way in (1, -1))
        found = (next((number for number in way if self[number].port), None) for way in ways)
        return sorted({port for port in found if port is not None})

    def planes_at(self, space: int) -> list[int]:
        """List the planes that can be attacked from a space."""
        return [at for at, plane in enumerate(self.planes) if space in plane.spaces]

    def find_space(self, text: str, fitting: Sequence[int] | None = None) -> int:
        """Parse a space: "City", "Plains 6", or "Plains" if it is the only one, or the only one among `fitting`.

        Raises Unreadable, or Ambiguous.
        """
        key = re.sub(r"(?<=[a-z])(?=\d)", " ", fold(text))  # "f4"
        words, _, number = key.rpartition(" ")
        if number.isdecimal() and words:
            space = int(number[:4])
            begun = 1 <= space <= SPACES and fold(self[space].name).startswith(words)
            if not begun and (not 1 <= space <= SPACES or self.find_name(words) != self[space].name):
                here = f"; space {space} is {self[space].name}" if 1 <= space <= SPACES else ""
                raise Unreadable(f"there is no {text.strip()} on this board{here}")
            return space
        if key.isdecimal() and 1 <= int(key[:4]) <= SPACES:
            return int(key)
        name = self.find_name(text)
        spaces = [space for space in self.numbers() if self[space].name == name]
        near = [space for space in spaces if fitting is not None and space in fitting]
        if len(near or spaces) > 1:
            numbers = " or ".join(map(self.label, near or spaces))
            raise Unreadable(f'"{text.strip()}" fits several: {numbers}')
        return (near or spaces)[0]

    def find_name(self, text: str) -> str:
        """Parse the name of a space. Raises Unreadable or Ambiguous."""
        names = {fold(place.name): place.name for place in self.spaces}
        return ALIASES.get(fold(text)) or find(text, names, "space")

    def find_plane(self, text: str) -> int:
        """Parse the name of a plane, its guild. Raises Unreadable or Ambiguous."""
        names = [plane.name for plane in self.planes]
        said = re.sub(r"(?i)\b(?:at|in|of|plane|the|to)\b ?", "", text).strip()  # "in the plane of the Monastery"
        return names.index(find(said, by_key(names, str), "plane", listing=PLANES))
