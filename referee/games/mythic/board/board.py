"""The board: areas with a capacity, the boundaries between neighbours, and the sightlines between centres."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from referee.games.mythic import tables
from referee.games.mythic.vocabulary import Border, Few, Hiding, Terrain

AreaName = Annotated[str, Meta(min_length=1, max_length=30, pattern=r"^[^\x00-\x1f\x7f-\x9f\[\]/;:,\s-]+$")]
"""One word without a hyphen."""

NOTHING_GONE: Mapping[str, int] = MappingProxyType({})
"""Argument for `elements` when no element was removed."""


class Area(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """An area: its terrain, its capacity in units (not miniatures, M57), and its level.

    `elements` are its 3D elements at the start; None: as the terrain says. `rifts` are the pairs of areas between
    which a path of skulls leads through it, in either direction (M51).
    """

    name: AreaName
    terrain: Terrain
    capacity: Annotated[int, Meta(ge=1, le=20)]
    level: Few = 0
    elements: Few | None = None
    zone: str = ""
    rifts: tuple[tuple[str, str], ...] = ()


class Boundary(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """The boundary between two neighbouring areas.

    `above`: an arrowhead points from the first one down to the second (Heights). `hides`: whether it blocks sight,
    where the map says so; None: by the group's reading (M32).
    """

    first: str
    second: str
    kind: Border = "normal"
    above: bool = False
    hides: bool | None = None

    def obstacle(self, hiding: Hiding) -> bool:
        """Return whether it blocks sight: as the map says, else by the group's reading (M32)."""
        if self.hides is not None:
            return self.hides
        return tables.boundaries()[self.kind].obstacle if hiding == "wall" else self.kind in hiding.split(" and ")


class Sightline(Struct, frozen=True, forbid_unknown_fields=True):
    """Areas, and boundaries by their two areas, that the line between two centres meets (M30)."""

    first: str
    second: str
    areas: tuple[str, ...] = ()
    boundaries: tuple[tuple[str, str], ...] = ()


class Board(Struct, frozen=True, cache_hash=True, omit_defaults=True, forbid_unknown_fields=True):
    """Areas with the boundaries and sightlines between them; a map that is typed in during the game grows."""

    areas: tuple[Area, ...] = ()
    boundaries: tuple[Boundary, ...] = ()
    lines: tuple[Sightline, ...] = ()

    def __contains__(self, name: str) -> bool:
        """Return whether there is an area of this name."""
        return name in _index(self).areas

    def __getitem__(self, name: str) -> Area:
        """Return an area by its name. Raises KeyError."""
        return _index(self).areas[name]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all areas."""
        return tuple(_index(self).areas)

    def neighbours(self, name: str) -> tuple[str, ...]:
        """Return the areas next to one, in the order of the map's borders."""
        return tuple(_index(self).beside.get(name, ()))

    def between(self, one: str, other: str) -> Boundary | None:
        """Return the boundary between two areas; None if they aren't neighbours."""
        return _index(self).beside.get(one, {}).get(other)

    def line(self, one: str, other: str) -> Sightline | None:
        """Return the sightline between two areas: for neighbours their boundary; None if it isn't known (M30)."""
        if one == other or self.between(one, other):
            return Sightline(one, other, (), () if one == other else ((one, other),))
        return _index(self).lines.get(frozenset((one, other)))

    def distance(self, one: str, other: str, *, round_walls: bool = False) -> int | None:
        """Return the distance in areas, across any boundary or around walls (M33); None if there is no path."""
        return _distances(self, one, round_walls=round_walls).get(other)

    def within(self, name: str, areas: int) -> tuple[str, ...]:
        """List the areas at most `areas` away, nearest first."""
        return tuple(there for there, far in _distances(self, name).items() if far <= areas)

    def zone(self, name: str) -> tuple[str, ...]:
        """List the areas of a deployment zone."""
        return tuple(area.name for area in self.areas if area.zone == name)

    def terrain(self, name: str, elements: Mapping[str, int] = NOTHING_GONE) -> Terrain:
        """Return an area's terrain now: open ground once its last 3D element is gone (M58).

        `elements` are those left, by area; an area missing there has all of its own.
        """
        area = self[name]
        has_some = tables.terrain()[area.terrain].elements_of(area.capacity) > 0
        return "open ground" if has_some and elements.get(name, self.elements(name)) == 0 else area.terrain

    def elements(self, name: str) -> int:
        """Return how many 3D elements an area has at the start (Forest, Ruins)."""
        area = self[name]
        usual = tables.terrain()[area.terrain].elements_of(area.capacity)
        return usual if area.elements is None else area.elements

    def behind_arrowhead(self, name: str) -> bool:
        """Return whether an area lies on the high side of an arrowhead."""
        return any(boundary.above and boundary.first == name for boundary in self.boundaries)

    def heights(self, attacker: str, target: str) -> bool:
        """Return whether a unit has the bonus of heights against another area: any lower one (M34)."""
        edge = self.between(attacker, target)
        lower = self[target].level < self[attacker].level or bool(edge and edge.above and edge.first == attacker)
        return lower and self.behind_arrowhead(attacker)


class _Index(NamedTuple):
    """Lookup tables of a board, by area name."""

    areas: dict[str, Area]
    beside: dict[str, dict[str, Boundary]]
    lines: dict[frozenset[str], Sightline]


@lru_cache(maxsize=16)
def _index(board: Board) -> _Index:
    beside: dict[str, dict[str, Boundary]] = {}
    for boundary in board.boundaries:
        beside.setdefault(boundary.first, {})[boundary.second] = boundary
        beside.setdefault(boundary.second, {})[boundary.first] = boundary
    lines = {frozenset((line.first, line.second)): line for line in board.lines}
    return _Index({area.name: area for area in board.areas}, beside, lines)


@lru_cache(maxsize=256)
def _distances(board: Board, name: str, *, round_walls: bool = False) -> dict[str, int]:
    """Compute the distance of each area from one, nearest first."""
    distances = {name: 0}
    queue = [name]
    for here in queue:
        for there, boundary in _index(board).beside.get(here, {}).items():
            if there not in distances and not (round_walls and boundary.kind == "wall"):
                distances[there] = distances[here] + 1
                queue.append(there)
    return distances


# --- Sight ----------------------------------------------------------------------------------------
# What hides a target: the line between two centres, the obstacles on it, and attackers that see over it (M30 to M34).


def hidden_by(
    board: Board,
    line: Sightline,
    *,
    occupied: Collection[str] = (),
    elements: Mapping[str, int] = NOTHING_GONE,
    cages_hide: bool = True,
    hiding: Hiding = "wall",
) -> Iterator[str]:
    """Yield all obstacles along a line, each with the reason; the first and the last area are never one.

    `occupied` are the areas in which units stand (tokens don't hide, M31), `elements` the 3D elements left by area,
    `cages_hide` the reading `cage_obstacle` (M2), `hiding` that of M32.
    """
    for name in line.areas:
        terrain = board.terrain(name, elements)
        row = tables.terrain()[terrain]
        if name in occupied:
            yield f"{name}: a unit stands there"
        elif row.obstacle and (cages_hide or not row.setting):
            yield f"{name}: {terrain}"
    for one, other in line.boundaries:
        boundary = board.between(one, other)
        if boundary is not None and boundary.obstacle(hiding):
            yield f"{one}-{other}: {boundary.kind if boundary.hides is None else 'the map says so'}"


def sees_over(board: Board, attacker: str, target: str, *, elements: Mapping[str, int] = NOTHING_GONE) -> str:
    """Return what lets a unit see over all obstacles to an area: its terrain, or "heights"; "" if nothing does.

    An aerial attack ignores the terrain, and needs no sight.
    """
    terrain = board.terrain(attacker, elements)
    if tables.terrain()[terrain].sees_over:
        return terrain
    return "heights" if tables.ground().heights.sees_over and board.heights(attacker, target) else ""
