"""The summary's numbers, talents, terrain, boundaries and unit types, through typed schemas."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.games.mythic.vocabulary import GAME, Border, Kind, Talent, Terrain, UnitType
from referee.rulebook import rules
from referee.rulebook.rules import table

Positive = Annotated[int, Meta(ge=1)]
Count = Annotated[int, Meta(ge=0)]
Text = Annotated[str, Meta(min_length=1)]
Printed = dict[str, Positive | Text]
"""Numbers that only the texts of rules use."""

Role = Literal["attacker", "defender"]
"""Role of a bonus's owner in the attack."""
Helped = Literal["itself", "opponent", "allied troops"]
"""Target of a bonus: the owner's, the other side's, or those of allied troops in the owner's area."""
At = Literal["any", "0", "1+"]
"""Range at which a bonus works."""
Needs = Literal["", "ally", "allied troop"]
"""Company that a bonus needs in its owner's area."""
Moment = Literal["always", "activation", "before the target", "after the target", "values", "first roll", "end"]
"""When a talent works: see M38 for the order within an attack."""
Way = Literal["walk", "run", "deploy"]
"""Ways into an area on the ground."""


class MythicRow(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of a table file; `place` names the headings that it comes from, and rulings that add to it."""

    place: str = ""


# --- numbers ------------------------------------------------------------------------------------------


class Recruiting(MythicRow, frozen=True):
    """Recruitment points (RP) of each player by number of players, and the limits of an army."""

    points: dict[int, Positive]
    divinities: Positive
    dear: Positive
    dear_units: Positive
    copies: Positive
    unspent_aow: Positive


class SetUpNumbers(MythicRow, frozen=True):
    """The first hand in cards, and the teams of four players."""

    aow_in_hand: Positive
    drawn: Positive
    teams: Positive
    team_size: Positive


class TurnNumbers(MythicRow, frozen=True):
    """Units, actions and cards of a turn, and the cost of a second unit and a recall in AoW cards."""

    units: Positive
    simple_actions: Positive
    complex_actions: Positive
    draw: Positive
    draw_after_pass: Positive
    second_unit_aow: Positive
    recall_aow: Positive


class Movement(MythicRow, frozen=True):
    """Number of areas that a run goes beyond the movement stat."""

    run: Positive


class DiceNumbers(MythicRow, frozen=True):
    """Faces of a die, the one that is thrown again, the gain per discarded die, and the dice a slayer rerolls."""

    faces: tuple[Count, ...]
    blank: Count
    again: Positive
    per_discarded: Positive
    slayer: Positive


class Bounds(MythicRow, frozen=True):
    """Limits of offence and defence."""

    least: Count
    most: Positive


class Manoeuvres(MythicRow, frozen=True):
    """Limit of each manoeuvre per player and round, their cost, and the cards drawn and searched for."""

    each_per_round: Positive
    aow: dict[str, Positive]
    draws: Positive
    searched: Positive


class AowCards(MythicRow, frozen=True):
    """Number of activation cards of fallen units that pay for an AoW card."""

    fallen_cards: Positive


class Stones(MythicRow, frozen=True):
    """Number of stones that a unit carries, and the vitality that an omphalos card restores."""

    carried: Positive
    omphalos_heals: Positive


class ElementNumbers(MythicRow, frozen=True):
    """Part of an area's capacity that is its number of trees, rounded up: 2 is a half."""

    part: Positive


class ThrowNumbers(MythicRow, frozen=True):
    """Blanks that a mighty throw needs by the target's kind, and its distance in areas."""

    blanks: dict[Kind, Positive]
    areas: Positive


class AverageNumbers(MythicRow, frozen=True):
    """Average dice (M13): the least chance of their result, and the least number of dice that has blanks (M16)."""

    chance: Text
    throw_from: dict[int, Positive]


class MythicNumbers(MythicRow, frozen=True):
    """All numbers of the summary that don't belong to a talent, terrain or type."""

    recruiting: Recruiting
    setup: SetUpNumbers
    turn: TurnNumbers
    deck_out: Printed
    movement: Movement
    dice: DiceNumbers
    values: Bounds
    wounds: Printed
    retaliation: Printed
    manoeuvres: Manoeuvres
    aow: AowCards
    stones: Stones
    elements: ElementNumbers
    throw: ThrowNumbers
    victory: Printed
    average: AverageNumbers


# --- what changes values ------------------------------------------------------------------------------


class BonusNumbers(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A bonus that its owner in this `role` adds to values; `area`: in an area attack too."""

    role: Role
    to: Helped = "itself"
    offence: int = 0
    defence: int = 0
    range: int = 0
    at: At = "any"
    area: bool = True
    needs: Needs = ""

    def works_at(self, distance: int, *, area_attack: bool = False) -> bool:
        """Return whether it works at a distance (in areas; 0 also for an attack as if there, M24)."""
        return (self.area or not area_attack) and (self.at == "any" or (self.at == "0") == (distance == 0))


class TalentRow(MythicRow, frozen=True):
    """A talent: when and how long it works, and its bonuses."""

    name: Talent
    when: Moment
    lasts: Literal["attack", "activation"] = "attack"
    removes_element: bool = False
    bonuses: tuple[BonusNumbers, ...] = ()


class Talents(MythicRow, frozen=True):
    """All talents."""

    talent: tuple[TalentRow, ...]


# --- terrain, boundaries ------------------------------------------------------------------------------


class TerrainRow(MythicRow, frozen=True):
    """A terrain's effects on sight, on values, and on units that enter it, start or stand there.

    `elements` are its 3D elements at the start ("half" of the capacity, rounded up); `setting` names the setting that
    may make it no obstacle. `barred` are ways in that are closed, except `climbed` ones for climbers. `moved_on`: a
    unit that enters is moved off, and its movement ends. `starting_wounds`, `actions` and `no_powers` apply to a unit
    that starts an activation there. `passed_by` may only pass. `no_walk` and `run` (areas, None: normal) are for a
    unit inside.
    """

    name: Terrain
    obstacle: bool
    setting: str = ""
    elements: Count | Literal["half"] = 0
    aquatic: bool = False
    sees_over: bool = False
    barred: tuple[Way, ...] = ()
    climbed: tuple[Way, ...] = ()
    entering_wounds: Count = 0
    moved_on: bool = False
    ends_activation: bool = False
    starting_wounds: Count = 0
    actions: Positive | None = None
    no_powers: bool = False
    passed_by: tuple[Kind, ...] = ()
    no_walk: bool = False
    run: Positive | None = None
    silences: bool = False
    bonuses: tuple[BonusNumbers, ...] = ()

    def elements_of(self, capacity: int) -> int:
        """Return how many 3D elements an area of a capacity (in units) has at the start."""
        return -(-capacity // numbers().elements.part) if self.elements == "half" else self.elements


class BoundaryRow(MythicRow, frozen=True):
    """A boundary's effects: who may walk or run over it (None: all), and whether it may be flown over.

    `climbed`: climb crosses it; `ends`: a movement over it ends; `obstacle`: it hides unless the map says otherwise.
    """

    name: Border
    drawn: Text
    obstacle: bool = False
    crossed_by: tuple[Kind, ...] | None = None
    climbed: bool = False
    flown: bool = True
    ends: bool = False


class Heights(MythicRow, frozen=True):
    """Effects of an arrowhead for a unit behind it, against units in lower areas (M34)."""

    drawn: Text
    sees_over: bool
    bonuses: tuple[BonusNumbers, ...]


class TerrainNumbers(MythicRow, frozen=True):
    """All terrain, all boundaries, and the arrowhead."""

    terrain: tuple[TerrainRow, ...]
    boundary: tuple[BoundaryRow, ...]
    heights: Heights


# --- types --------------------------------------------------------------------------------------------


class TypeRow(MythicRow, frozen=True):
    """A type of unit: the terrain it ignores, and its abilities.

    `movement`: extra areas for a walk or run wholly in terrain that is `aquatic`; `fast_flight`: areas beyond the
    movement stat; `aerial`: bonuses of an aerial attack. `capacity` is the least of an area that it enters, `fills`:
    its area is full, `unmoved`: talents and powers don't move it.
    """

    name: UnitType
    deploys_on: tuple[Terrain, ...] = ()
    ignores: tuple[Terrain, ...] = ()
    movement: Count = 0
    fast_flight: Count = 0
    aerial: tuple[BonusNumbers, ...] = ()
    capacity: Positive = 1
    fills: bool = False
    unmoved: bool = False


class Types(MythicRow, frozen=True):
    """All types of units."""

    type: tuple[TypeRow, ...]


# --- reading ------------------------------------------------------------------------------------------


numbers = table(GAME, "numbers", MythicNumbers)
"""The numbers of the summary. Raises BadInput if the table is broken, as the following do."""


@cache
def talents() -> Mapping[Talent, TalentRow]:
    """Return the talents by name."""
    return {row.name: row for row in rules.read(GAME, "talents", Talents).talent}


ground = table(GAME, "terrain", TerrainNumbers)
"""Terrain, boundaries and the arrowhead, as in their file."""


@cache
def terrain() -> Mapping[Terrain, TerrainRow]:
    """Return the terrain by name."""
    return {row.name: row for row in ground().terrain}


@cache
def boundaries() -> Mapping[Border, BoundaryRow]:
    """Return the boundaries by kind."""
    return {row.name: row for row in ground().boundary}


@cache
def types() -> Mapping[UnitType, TypeRow]:
    """Return the types of units by name."""
    return {row.name: row for row in rules.read(GAME, "types", Types).type}
