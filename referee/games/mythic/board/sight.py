"""What hides a target: the line between two centres, what stands on it, and who sees over it (M30 to M34)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct

from referee.games.mythic import tables
from referee.games.mythic.board.board import NOTHING_GONE, Board, Sightline


class Hides(Struct, frozen=True):
    """Something on the line that hides: an area or a border by its name, why, and the rule or ruling."""

    what: str
    why: str
    ruling: str

    def __str__(self) -> str:
        return f"{self.what}: {self.why}"


def hidden_by(
    board: Board, line: Sightline, *, occupied: Collection[str] = (), elements: Mapping[str, int] = NOTHING_GONE,
    cages_hide: bool = True,
) -> tuple[Hides, ...]:  # fmt: skip
    """All that hides along a line; the first and the last area never do.

    `occupied` are the areas in which units stand (tokens don't hide, M31), `elements` the 3D elements left by area,
    `cages_hide` the setting `cage_obstacle` (M2).
    """
    return (
        *_areas(board, line, occupied, elements, cages_hide),
        *(
            Hides(f"{one}-{other}", boundary.kind if boundary.hides is None else "the map says so", "M32")
            for one, other in line.boundaries
            if (boundary := board.between(one, other)) and boundary.obstacle
        ),
    )


def _areas(
    board: Board, line: Sightline, occupied: Collection[str], elements: Mapping[str, int], cages_hide: bool
) -> Iterator[Hides]:
    for name in line.areas:
        if name in (line.first, line.second):
            continue
        terrain = board.terrain(name, elements)
        row = tables.terrain()[terrain]
        if name in occupied:
            yield Hides(name, "a unit stands there", "M31")
        elif row.obstacle and (cages_hide or not row.setting):
            yield Hides(name, terrain, terrain)


def sees_over(board: Board, attacker: str, target: str, *, elements: Mapping[str, int] = NOTHING_GONE) -> str:
    """What lets a unit see over all obstacles to an area: its terrain, or "heights"; "" if nothing does.

    An aerial attack ignores the terrain, and needs no sight.
    """
    terrain = board.terrain(attacker, elements)
    if tables.terrain()[terrain].sees_over:
        return terrain
    return "heights" if tables.ground().heights.sees_over and board.heights(attacker, target) else ""
