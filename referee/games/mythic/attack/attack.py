"""An attack as it stands when its target is chosen: all that decides its values, and nothing else.

Whole games and records on file make one of these; range, values, dice and odds are reckoned from it alone.
"""

from __future__ import annotations

from msgspec import Struct

from referee.games.mythic.vocabulary import AttackKind, Ceiling, Few, Talent, Target, Terrain, ThrowCounts, UnitType


class Side(Struct, frozen=True, kw_only=True):
    """One of the two: printed values in the window, talents (those `unused` aren't used), types, terrain.

    `company` are the kinds of the allies in its area (in the target's, where it strikes as if there: M24, M80).
    `helped` are the talents of those allies that help it if it is a troop (bolster). `miniatures` of `full` are a
    troop's; `vitality` what is left, None if nobody said.
    """

    name: str
    kind: Target
    offence: Few = 0
    defence: Few = 0
    range: Few = 0
    talents: tuple[Talent, ...] = ()
    unused: tuple[Talent, ...] = ()
    types: tuple[UnitType, ...] = ()
    terrain: Terrain = "open ground"
    company: tuple[Target, ...] = ()
    helped: tuple[Talent, ...] = ()
    miniatures: Few | None = None
    full: Few | None = None
    vitality: Few | None = None


class Modifier(Struct, frozen=True, kw_only=True):
    """What else adds to a value, by what it is called: a power, something told at the table."""

    why: str
    offence: int = 0
    defence: int = 0
    range: int = 0
    dice: Few | None = None
    """So many dice in place of the offence and all that changes it (M22)."""
    reroll: Few = 0
    """So many dice that may be thrown again after the first roll (M17)."""


class Attack(Struct, frozen=True, kw_only=True):
    """Who attacks whom, how far away (in areas), how it is seen, and by which settings.

    `as_if_there`: into a full neighbouring area at range 0 (M24). `heights`: from behind an arrowhead against a lower
    area (M34). `nature`: force of nature was used. `still_reaches`: a target that was thrown stands in the
    attacker's own area (M45).
    """

    attacker: Side
    defender: Side
    kind: AttackKind = "attack"
    distance: Few = 0
    as_if_there: bool = False
    heights: bool = False
    aerial: bool = False
    nature: bool = False
    visible: bool = True
    still_reaches: bool = False
    modifiers: tuple[Modifier, ...] = ()
    ceiling: Ceiling = "none"
    throw_counts: ThrowCounts = "any order"
