"""Ways over the twin's map, found by trying every step; sight and range."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tests.mythic.twin_table import AQUATIC, BIG, HIGH, OBSTACLES, Border, Fight, Table, Unit, pair


@dataclass(frozen=True)
class Way:
    """Areas entered one after the other; lava at the end wounds, and the unit is moved on."""

    areas: tuple[str, ...]
    burnt: bool = False
    ends_activation: bool = False


class Moving(Table):
    """What can be reached and seen."""

    def types_in(self, unit: Unit, area: str) -> set[str]:
        """Its types where it would stand, as powers there give some (M64)."""
        stands, unit.area = unit.area, area
        try:
            return self.types(unit)
        finally:
            unit.area = stands

    def ignores(self, unit: Unit, terrain: str, area: str) -> bool:
        types = self.types_in(unit, area)
        return (terrain in AQUATIC and "aquatic" in types) or (terrain == "lava" and "fireproof" in types)

    def climbs(self, unit: Unit, here: str) -> bool:
        """Whether it may climb from an area: water silences it there, whatever it came from."""
        drowned = self.terrain(here) == "water" and "aquatic" not in self.types_in(unit, here)
        return "climb" in self.dry_talents(unit, here) and not drowned

    def dry_talents(self, unit: Unit, here: str) -> set[str]:
        """Its talents where it would stand, water aside."""
        stands, unit.area = unit.area, here
        try:
            given = [does for _, does in self.effects_on(unit)]
        finally:
            unit.area = stands
        found = {*unit.sheet.talents, *(does.removeprefix("talent ") for does in given if does.startswith("talent "))}
        found -= {does.removeprefix("no talent ") for does in given if does.startswith("no talent ")}
        return set() if self.alone(unit) else found

    def can_enter(self, unit: Unit, here: str, to: str, how: str) -> bool:
        """Whether a step over a border can be made: by walk, run, fly, or moved by somebody else."""
        border = self.board.borders[pair(here, to)].kind
        climbs = how in ("walk", "run") and self.climbs(unit, here)
        if self.is_full(to, unit) or not self.takes_in(to, unit):
            return False
        if how == "fly" and self.settings.get("flight_borders") == "open":
            return True
        if border == "cage wall" and unit.kind not in ("troop", "hero"):
            return False
        if how == "fly":
            return True
        if border == "wall" or (border == "escarpment" and not climbs):
            return False
        return self.terrain(to) not in HIGH or (climbs and how == "walk")

    def takes_in(self, area: str, unit: Unit) -> bool:
        """Whether an area is wide enough for a unit: a huge one needs room, or to be alone (M55)."""
        if "huge" not in self.types(unit):
            return True
        alone = self.settings.get("huge_entry") != "empty" or not [u for u in self.standing(area) if u is not unit]
        return self.board.areas[area].capacity >= 3 and alone

    def movement(self, unit: Unit) -> int:
        return max(0, unit.window.movement + self.changed(unit, "movement"))

    def blocked(self, unit: Unit, area: str) -> bool:
        """Whether an enemy with block stands in an area, and the unit hasn't block itself."""
        blockers = any(self.enemies(unit, other) and "block" in self.talents(other) for other in self.standing(area))
        return blockers and "block" not in self.talents(unit)

    def ways(self, unit: Unit, how: str, number: int | None = None) -> list[Way]:
        """Every way of a walk, a run or a fast flight; of so many areas, where a power says so."""
        start, wet = unit.area, self.terrain(unit.area) in AQUATIC
        stuck = self.terrain(start) == "swamp" and not self.ignores(unit, "swamp", start)
        if how == "fly" and "flying" not in self.types(unit):
            return []
        if how != "fly" and (self.blocked(unit, start) or self.forbidden(unit, how) or (stuck and how == "walk")):
            return []
        most = self.movement(unit) + (how != "walk") if number is None else number
        if stuck and how == "run":
            most = min(most, 1)
        swims = number is None and how != "fly" and wet and "aquatic" in self.types(unit)
        return list(self.going(unit, how, (start,), most, swims))

    def going(self, unit: Unit, how: str, gone: tuple[str, ...], most: int, swims: bool) -> Iterator[Way]:
        """All ways that go on from the areas gone through so far."""
        here = gone[-1]
        for to in self.board.beside(here):
            wet = swims and self.terrain(to) in AQUATIC
            if len(gone) > most + wet or not self.can_enter(unit, here, to, how):
                continue
            if how != "fly" and not self.rift_lets(unit, gone, to):
                continue
            terrain, big = self.terrain(to), unit.kind in BIG
            areas = (*gone, to)
            hot = how != "fly" and terrain == "lava" and not self.ignores(unit, terrain, to)
            bog = how != "fly" and terrain == "swamp" and not self.ignores(unit, terrain, to)
            chains = self.board.borders[pair(here, to)].kind == "chains" and not self.climbs(unit, here)
            chains = chains and not (how == "fly" and self.settings.get("flight_borders") == "open")
            if hot:
                onward = self.out_of_lava(unit, to) if unit.vitality > 1 else []
                yield from (Way((*areas[1:], end), burnt=True) for end in onward)
                if not onward:
                    yield Way(areas[1:], burnt=True)
                continue
            if not (big and terrain == "rift") and to != gone[0]:
                yield Way(areas[1:], ends_activation=bog)
            met = how != "fly" and self.enemy_in(unit, to) and not (big and terrain == "rift")
            if not (chains or bog or met):
                yield from self.going(unit, how, areas, most, wet)

    def rift_lets(self, unit: Unit, gone: tuple[str, ...], to: str) -> bool:
        """Whether the skulls lead on: into a rift, through one, or out of the one that it stands in (M51)."""
        if unit.kind not in BIG:
            return True
        here = gone[-1]
        into = self.terrain(to) != "rift" or any(here in path for path in self.board.areas[to].rifts)
        paths = self.board.areas[here].rifts
        through = pair(gone[-2], to) in paths if len(gone) > 1 else any(to in path for path in paths)
        return into and (self.terrain(here) != "rift" or through)

    def out_of_lava(self, unit: Unit, area: str) -> list[str]:
        """Where lava sends a unit on to (M50)."""
        return [
            to for to in self.board.beside(area) if self.terrain(to) != "lava" and self.may_be_put(unit, area, to)
        ]

    def may_be_put(self, unit: Unit, area: str, to: str) -> bool:
        """Whether somebody else can move it one area (lava, a throw)."""
        stays = not (unit.kind in BIG and self.terrain(to) == "rift")
        return stays and to != area and self.can_enter(unit, area, to, "moved")

    # --- sight and range ------------------------------------------------------------------------------------

    def hides(self, border: Border) -> bool:
        return border.hides

    def is_obstacle(self, area: str) -> bool:
        terrain = self.terrain(area)
        if terrain == "cage" and not self.settings.get("cage_obstacle", True):
            return bool(self.standing(area))
        return terrain in OBSTACLES or bool(self.standing(area))

    def sees_over(self, unit: Unit, to: str, *, aerial: bool = False) -> bool:
        high = self.terrain(unit.area) in ("rock", "stairs") and not aerial
        return aerial or high or self.board.above(unit.area, to)

    def sees(self, unit: Unit, to: str, *, aerial: bool = False) -> bool:
        """Whether an area is visible (M30)."""
        here = unit.area
        if here == to or self.sees_over(unit, to, aerial=aerial):
            return True
        if pair(here, to) in self.board.borders:
            return not self.board.borders[pair(here, to)].hides
        if pair(here, to) not in self.board.lines:
            return True  # it is asked for where it matters
        areas, borders = self.board.lines[pair(here, to)]
        return not any(self.is_obstacle(area) for area in areas) and not any(
            self.board.borders[border].hides for border in borders
        )

    def reach(self, fight: Fight) -> int:
        """The range of an attack, against where its target is; what terrain adds goes onto a power's too (M87)."""
        unit, to = fight.attacker, fight.defender.area
        printed = unit.window.range if fight.reach is None else fight.reach
        more = [
            self.terrain(unit.area) in ("rock", "stairs") and not fight.aerial,
            self.board.above(unit.area, to),
            fight.aerial,
            self.nature_helps(unit) and not fight.defender.laid,  # no talent works against a token (M43)
        ]
        return max(0, printed + sum(more) + self.changed(unit, "range", fight))

    def nature_helps(self, unit: Unit) -> bool:
        """Whether force of nature was used, and isn't ignored where the unit is now."""
        used = self.acting is not None and self.acting.unit is unit and self.acting.nature
        return used and "force of nature" in self.talents(unit)

    def could_walk_over(self, unit: Unit, here: str, to: str) -> bool:
        """Whether the border alone would let it through on foot (M35)."""
        border = self.board.borders[pair(here, to)].kind
        if border == "cage wall":
            return unit.kind in ("troop", "hero")
        return border != "wall" and (border != "escarpment" or self.climbs(unit, here))
