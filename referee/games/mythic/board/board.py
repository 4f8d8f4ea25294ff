"""The board: areas with a capacity, what lies between neighbours, and what a line between two centres meets."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from referee.games.mythic.vocabulary import Border, Few, Name, Terrain


class Area(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """An area: one terrain, room for so many units (not miniatures, M57), how high it lies.

    `elements` are its 3D elements at the start; None: as the terrain says. `rifts` are the pairs of areas between
    which a path of skulls leads through it, either way round (M51).
    """

    name: Annotated[Name, Meta(pattern=r"^[^\s-]+$")]
    terrain: Terrain
    capacity: Annotated[int, Meta(ge=1, le=20)]
    level: Few = 0
    elements: Few | None = None
    zone: str = ""
    rifts: tuple[tuple[str, str], ...] = ()


class Boundary(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """What parts two neighbouring areas.

    `above`: an arrowhead points from the first one down to the second (Heights). `hides`: whether it does, where the
    map says so; else a wall does and nothing more (M32).
    """

    first: str
    second: str
    kind: Border = "normal"
    above: bool = False
    hides: bool | None = None

    @property
    def obstacle(self) -> bool:
        """Whether it hides what lies behind."""
        return self.kind == "wall" if self.hides is None else self.hides


class Sightline(Struct, frozen=True, forbid_unknown_fields=True):
    """What the line between two centres meets: areas, and boundaries by their two areas (M30)."""

    first: str
    second: str
    areas: tuple[str, ...] = ()
    boundaries: tuple[tuple[str, str], ...] = ()


class Board(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Areas with what lies between them; a map that is learnt at the table grows."""

    areas: tuple[Area, ...] = ()
    boundaries: tuple[Boundary, ...] = ()
    lines: tuple[Sightline, ...] = ()
