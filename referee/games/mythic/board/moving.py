"""Areas that a unit reaches by walking, running or flying, the routes, and why others are closed (M48 to M57).

Everything is computed from a frozen view: the mover on its board, the enemies' areas and the full areas.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.asking.interrupts import ALLOWED, Refusal
from referee.errors import Illegal
from referee.games.mythic import tables
from referee.games.mythic.board.board import NOTHING_GONE, Board
from referee.games.mythic.vocabulary import Kind, Talent, UnitType, entry_of
from referee.text.names import and_list, or_list

Action = Literal["walk", "run", "fast flight"]
Stop = Literal["", "enemies", "chains", "swamp", "lava"]
"""Events that stop a movement before its areas are used up."""


class Mover(Struct, frozen=True, kw_only=True):
    """A unit that moves on a board: its movement stat with all changes, its types, the talents it could use.

    `types_in` and `talents_in` are those that it would have in areas where they differ. Its talents exclude silenced
    ones, except those that water silences. `blocked` is the enemy that holds it with Block; `forbidden` maps each
    forbidden action to the reason. One that lava destroys, with so little `vitality`, isn't moved on.

    `elements` are the 3D elements left by area, `enemies` the areas with enemies of it. Its own area isn't `full`
    because of it. `held` are the areas with units that a huge one doesn't enter (M55); with `open_flight` neither
    chains nor cage walls matter (M52).
    """

    board: Board
    elements: Mapping[str, int] = NOTHING_GONE
    enemies: frozenset[str] = frozenset()
    full: frozenset[str] = frozenset()
    held: frozenset[str] = frozenset()
    open_flight: bool = False
    kind: Kind
    movement: int
    vitality: int = 99
    types: frozenset[UnitType] = frozenset()
    types_in: Mapping[str, frozenset[UnitType]] = {}
    talents_in: Mapping[str, frozenset[Talent]] = {}
    talents: frozenset[Talent] = frozenset()
    blocked: str = ""
    forbidden: Mapping[Action, str] = {}

    def ignores(self, terrain: str, area: str) -> bool:
        """Return whether the types that it has in an area ignore its terrain."""
        return any(terrain in tables.types()[one].ignores for one in self.types_in.get(area, self.types))

    def terrain(self, area: str) -> tables.TerrainRow:
        """Return the effects of an area's terrain now."""
        return tables.terrain()[self.board.terrain(area, self.elements)]

    @property
    def least_capacity(self) -> int:
        """Capacity (in units) that an area needs so that the unit can enter it (huge)."""
        return max((tables.types()[one].capacity for one in self.types), default=1)


class Route(Struct, frozen=True, kw_only=True):
    """A route: every area entered, in order; what stopped it; wounds taken; whether the activation ends.

    From lava a unit is moved on: the area it comes to stands last, after the lava. If no area next to the lava is
    open, the unit stays (M50).
    """

    entered: tuple[str, ...]
    stop: Stop = ""
    wounds: int = 0
    over: bool = False

    @property
    def end(self) -> str:
        """Area in which it ends."""
        return self.entered[-1]


class Reachable(Struct, frozen=True, kw_only=True):
    """Where a unit can go: the distinct routes by area, the shortest of each sort, cheapest first.

    `refused`: why it can't move this way at all. `closed`: why it can't enter a neighbour that it can't reach either.
    """

    ways: Mapping[str, tuple[Route, ...]] = {}
    refused: Refusal = ALLOWED
    closed: Mapping[str, Refusal] = {}


def full_areas(board: Board, standing: Iterable[tuple[str, bool]]) -> frozenset[str]:
    """List the full areas, from each unit's area and whether it is huge: units, not miniatures (M57, M55)."""
    placed = list(standing)
    counts = Counter(area for area, _ in placed)
    huge = {area for area, fills in placed if fills}
    return frozenset(area for area in counts if area in huge or counts[area] >= board[area].capacity)


# --- one step -------------------------------------------------------------------------------------------


def barrier(mover: Mover, action: Action, here: str, there: str) -> Refusal:
    """Return why a unit can't go from one area into another."""
    return crossing(mover, action, here, there) or entering(mover, action, here, there)


def crossing(mover: Mover, action: Action, here: str, there: str) -> Refusal:
    """Return why a unit can't cross the boundary between two areas."""
    boundary = mover.board.between(here, there)
    if here == there:
        return Refusal(f"{here} is where it is; name the areas that it enters", "walk")
    if boundary is None:
        return Refusal(f"{here} and {there} don't touch", "walk")
    row = tables.boundaries()[boundary.kind]
    if row.crossed_by is None or mover.kind in row.crossed_by:
        return ALLOWED
    if (action == "fast flight" and (row.flown or mover.open_flight)) or (row.climbed and _can(mover, "climb", here)):
        return ALLOWED
    rule = "cage-walls" if boundary.kind == "cage wall" else boundary.kind
    return Refusal(f"between {here} and {there} lies a{'n' * (boundary.kind[0] in 'aeiou')} {boundary.kind}", rule)


def entering(mover: Mover, action: Action, here: str, there: str) -> Refusal:
    """Return why a unit can't enter an area, whatever the boundary."""
    terrain = mover.terrain(there)
    if there in mover.full:
        return Refusal(f"{there} is full", "M57")
    if there in mover.held:
        return Refusal(f"units stand in {there}; a huge unit needs an empty area", "M55")
    if (holds := mover.board[there].capacity) < mover.least_capacity:
        return Refusal(f"{there} holds {holds}; a huge unit needs {mover.least_capacity}", "huge")
    if action in terrain.barred and not (action in terrain.climbed and _can(mover, "climb", here)):
        return Refusal(f"{there} is {terrain.name}: no {action} leads into it", terrain.name)
    on_foot = action != "fast flight"
    if on_foot and _passes(mover, there) and not any(here in path for path in mover.board[there].rifts):
        return Refusal(f"no path of skulls leads from {here} into {there}", "M51")
    return ALLOWED


def _can(mover: Mover, talent: Talent, here: str) -> bool:
    """Return whether a unit has a talent that works in an area: water silences talents there (M62)."""
    terrain = mover.terrain(here)
    return talent in mover.talents_in.get(here, mover.talents) and (
        not terrain.silences or mover.ignores(terrain.name, here)
    )


def _passes(mover: Mover, area: str) -> bool:
    """Return whether a unit may only pass through an area (Rift)."""
    return mover.kind in mover.terrain(area).passed_by


def _stops(mover: Mover, action: Action, here: str, there: str) -> Stop:
    """Return what ends a movement as an area is entered; "" if it may go on."""
    terrain = mover.terrain(there)
    if action != "fast flight" and not mover.ignores(terrain.name, there):
        if terrain.moved_on:
            return "lava"
        if terrain.ends_activation:
            return "swamp"
    boundary = mover.board.between(here, there)
    flown_over = action == "fast flight" and mover.open_flight
    if boundary and tables.boundaries()[boundary.kind].ends and not (flown_over or _can(mover, "climb", here)):
        return "chains"
    stopped = action != "fast flight" and there in mover.enemies and not _passes(mover, there)
    return "enemies" if stopped else ""


def _leaves(mover: Mover, action: Action, before: str, rift: str, after: str) -> bool:
    """Return whether a unit leaves a rift along a path of skulls; one that started there may take any path."""
    if action == "fast flight" or not _passes(mover, rift):
        return True
    paths = mover.board[rift].rifts
    return (
        any(after in path for path in paths) if not before else ((before, after) in paths or (after, before) in paths)
    )


# --- being moved ----------------------------------------------------------------------------------------


def movable(mover: Mover, here: str, there: str) -> Refusal:
    """Return why a unit can't be thrown, or moved out of lava, into a neighbouring area."""
    moved = replace(mover, talents=frozenset(), talents_in={})  # it doesn't walk: no climbing (M56)
    why = barrier(moved, "walk", here, there)
    if not why and _passes(mover, there):
        return Refusal(f"a {mover.kind} can't stay in the rift {there}", "M51")
    return why


def landing_routes(mover: Mover, area: str) -> tuple[Route, ...]:
    """Return the routes of a unit that was thrown, or otherwise set down, in an area.

    There are several where lava moves it on (M45, M50); a swamp ends no activation, for it didn't walk (M82).
    """
    terrain = mover.terrain(area)
    if not terrain.moved_on or mover.ignores(terrain.name, area):
        return (Route(entered=(area,)),)
    return tuple(_out_of_lava(mover, (area,)))


def _out_of_lava(mover: Mover, entered: tuple[str, ...]) -> Iterator[Route]:
    """Yield a route into lava for each area to which the unit can be moved on; if none is open, it stays (M50)."""
    lava = entered[-1]
    wounds = mover.terrain(lava).entering_wounds
    beside = mover.board.neighbours(lava) if mover.vitality > wounds else ()
    open_ones = [there for there in beside if not mover.terrain(there).moved_on and not movable(mover, lava, there)]
    for there in open_ones:
        yield Route(entered=(*entered, there), stop="lava", wounds=wounds)
    if not open_ones:
        yield Route(entered=entered, stop="lava", wounds=wounds)


# --- whole movements ------------------------------------------------------------------------------------


def why_immobile(mover: Mover, action: Action, start: str) -> Refusal:
    """Return why a unit can't walk, run or fly at all from its area."""
    if action == "fast flight":
        if not any(tables.types()[one].fast_flight for one in mover.types):
            return Refusal("only a flying unit has a fast flight", "fast-flight")
    elif mover.blocked and not _can(mover, "block", start):
        return Refusal(f"{mover.blocked} blocks it: it can't walk or run", "block")
    terrain = mover.terrain(start)
    if action == "walk" and terrain.no_walk and not mover.ignores(terrain.name, start):
        return Refusal(f"nobody walks out of a {terrain.name}; a run of {terrain.run} area is open", terrain.name)
    if action in mover.forbidden:
        return Refusal(mover.forbidden[action], "M64")
    return ALLOWED


def areas_to_enter(mover: Mover, action: Action, start: str) -> tuple[int, int]:
    """Return how many areas a unit can enter, and how many if all of them are aquatic, as its own is."""
    terrain = mover.terrain(start)
    if action == "fast flight":
        areas = mover.movement + max((tables.types()[one].fast_flight for one in mover.types), default=0)
        return areas, areas
    areas = mover.movement + (tables.numbers().movement.run if action == "run" else 0)
    if action == "run" and terrain.run is not None and not mover.ignores(terrain.name, start):
        return min(areas, terrain.run), min(areas, terrain.run)
    more = max((tables.types()[one].movement for one in mover.types), default=0) if terrain.aquatic else 0
    return areas, areas + more


class _At(Struct, frozen=True):
    """A movement in progress: where it began, the areas entered so far, and whether all of them are aquatic."""

    start: str
    entered: tuple[str, ...] = ()
    aquatic: bool = True

    @property
    def here(self) -> str:
        return self.entered[-1] if self.entered else self.start

    @property
    def before(self) -> str:
        """The area before the last; "" if it hasn't left its start."""
        return "" if not self.entered else self.entered[-2] if len(self.entered) > 1 else self.start


def _go_on(mover: Mover, action: Action, at: _At, there: str) -> Refusal | _At | list[Route]:
    """Extend a movement by one area: return why not, its next state, or the finished routes if it ends there."""
    if why := barrier(mover, action, at.here, there):
        return why
    if not _leaves(mover, action, at.before, at.here, there):
        return Refusal(f"no path of skulls leads from {at.before or at.here} through {at.here} to {there}", "M51")
    after = _At(at.start, (*at.entered, there), at.aquatic and mover.terrain(there).aquatic)
    usual, aquatic = areas_to_enter(mover, action, at.start)
    most = aquatic if after.aquatic else usual
    if len(after.entered) > most:
        return Refusal(f"it can enter {most} area{'s' * (most != 1)}", entry_of(action))
    stop = _stops(mover, action, at.here, there)
    if stop == "lava":
        return list(_out_of_lava(mover, after.entered))
    if stop and _passes(mover, there):
        return Refusal(f"it would have to stay in the rift {there}", "M51")
    return [Route(entered=after.entered, stop=stop, over=stop == "swamp")] if stop else after


def reach(mover: Mover, action: Action, start: str) -> Reachable:
    """Find where a unit can walk, run or fly to from an area, and what is closed next to it."""
    if why := why_immobile(mover, action, start):
        return Reachable(refused=why)
    by_area: dict[str, dict[tuple[int, bool], Route]] = {}
    closed: dict[str, Refusal] = {}
    queue = [_At(start)]
    known = {_state(mover, queue[0])}
    for at in queue:
        for there in mover.board.neighbours(at.here):
            after = _go_on(mover, action, at, there)
            if isinstance(after, Refusal):
                if not at.entered:
                    closed[there] = after
                continue
            if isinstance(after, _At):
                if (state := _state(mover, after)) not in known:
                    known.add(state)
                    queue.append(after)
                # it ends here too, but not in a rift that it only passes
                after = [] if _passes(mover, after.here) else [Route(entered=after.entered)]
            for way in after:
                if way.end != start or way.wounds:
                    by_area.setdefault(way.end, {}).setdefault((way.wounds, way.over), way)  # equally good
    ways = {area: tuple(there[cost] for cost in sorted(there)) for area, there in by_area.items()}
    return Reachable(ways=ways, closed={area: why for area, why in closed.items() if area not in ways})


def _state(mover: Mover, at: _At) -> tuple[str, str, bool]:
    """Return the part of a movement, apart from its length, that decides how it can go on."""
    return at.here, at.before if _passes(mover, at.here) else "", at.aquatic


def matching_routes(mover: Mover, action: Action, start: str, areas: Sequence[str]) -> tuple[Route, ...]:
    """Resolve typed areas, all that are entered or only the last, to routes; if several, one must be chosen.

    The area that lava moves a unit on to may be left out. Raises Illegal with the reason it can't go there.
    """
    if why := why_immobile(mover, action, start):
        raise Illegal(*why)
    if len(areas) == 1 and mover.board.between(start, areas[0]) is None:
        far = reach(mover, action, start)
        if areas[0] in far.ways:
            return far.ways[areas[0]]
        elsewhere = f"; it can go to {or_list(far.ways)}" if far.ways else ""
        raise Illegal(f"it can't reach {areas[0]}{elsewhere}", entry_of(action))
    at = _At(start)
    for number, there in enumerate(areas):
        after = _go_on(mover, action, at, there)
        if isinstance(after, Refusal):
            raise Illegal(*after)
        if isinstance(after, _At):
            at = after
            continue
        rest = tuple(areas[number + 1 :])
        burns = after[0].wounds >= mover.vitality  # where it would have been moved on to may be typed
        if matching := tuple(way for way in after if not rest or burns or way.entered[number + 1 :] == rest):
            return matching
        raise Illegal(f"the movement ends in {there}: {_describe_end(after, number)}", _RULES[after[0].stop])
    if _passes(mover, at.here):
        raise Illegal(f"a {mover.kind} can't stay in the rift {at.here}", "M51")
    return (Route(entered=at.entered),)


def rest_of(
    mover: Mover, action: Action, start: str, entered: tuple[str, ...], way: Route
) -> tuple[Sequence[Route], Refusal]:
    """Return the routes that go on from the areas `entered` as `way` did, as far as it can; why no farther (X11)."""
    at = _At(start, entered, all(mover.terrain(area).aquatic for area in (start, *entered)))
    for there in way.entered[len(entered) :]:
        held = mover.forbidden.get(action)
        after = Refusal(held, "M64") if held else _go_on(mover, action, at, there)
        if isinstance(after, Refusal):
            return [Route(entered=at.entered)], after
        if isinstance(after, list):
            return [one for one in after if one.entered == way.entered] or after, ALLOWED
        at = after
    return [Route(entered=at.entered)], ALLOWED


_RULES: dict[Stop, str] = {"enemies": "enemies-stop", "chains": "chains", "swamp": "swamp", "lava": "M50"}


def _describe_end(ways: Sequence[Route], number: int) -> str:
    """Describe why a movement ends where it does."""
    on = [way.end for way in ways if len(way.entered) > number + 1]
    if ways[0].stop == "lava":
        return f"lava; from there it is moved on to {and_list(on)}" if on else "lava, and nothing beside it is open"
    return {"enemies": "enemies stand there", "chains": "it crosses chains"}.get(ways[0].stop, ways[0].stop)


# --- setting down ---------------------------------------------------------------------------------------


def no_deploy(mover: Mover, area: str) -> Refusal:
    """Return why a unit can't be deployed in an area of its zone."""
    terrain = mover.terrain(area)
    flies = any(terrain.name in tables.types()[one].deploys_on for one in mover.types)
    if "deploy" in terrain.barred and not flies:
        return Refusal(f"{area} is {terrain.name}: only flying units deploy there", "flying")
    return landing(mover, area)


def landing(mover: Mover, area: str) -> Refusal:
    """Return why a unit can't be set down in an area, whatever its terrain."""
    why = entering(mover, "fast flight", area, area)
    if not why and _passes(mover, area):
        return Refusal(f"a {mover.kind} can't stay in the rift {area}", "M51")
    return why


def as_if_there(mover: Mover, here: str, there: str, *, any_boundary: bool = False) -> bool:
    """Return whether a unit may strike into a full neighbouring area as if it stood there (M24, M35).

    `any_boundary` is the setting `full_area_reach`; else the unit must be able to walk across. The terrain of either
    area doesn't matter.
    """
    beside = mover.board.between(here, there) is not None
    return beside and there in mover.full and (any_boundary or not crossing(mover, "walk", here, there))
