"""An attack when its target is chosen: everything that its values depend on, and nothing else.

Whole games and record files create one of these; range, values, dice and odds are computed from it alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.effects.rules import Term, total
from referee.errors import Illegal
from referee.games.mythic import tables
from referee.games.mythic.readings import AttackReadings
from referee.games.mythic.tables import BonusNumbers, Helped, Needs, Role
from referee.games.mythic.vocabulary import AttackKind, Few, Talent, Target, Terrain, UnitType, entry_of
from referee.text.grammar import does, so_many

Change = Annotated[int, Meta(ge=-99, le=99)]
NO_WAY = 99
"""The distance over which no path leads."""


class Side(Struct, frozen=True, kw_only=True):
    """One side of an attack: printed values in the window, talents (those `unused` aren't used), types, terrain.

    `company` are the kinds of the allies in its area (in the target's, where it strikes as if there: M24, M80).
    `helped` are the talents of those allies that help it if it is a troop (bolster). `vitality` is what is left, of a
    troop its miniatures, None if unknown; `full` is how many miniatures a troop has at the start.
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
    full: Few | None = None
    vitality: Few | None = None


class Modifier(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Another change to values, with its cause: a power, or a change typed by the players."""

    why: Annotated[str, Meta(min_length=1, max_length=100)] = "told at the table"
    offence: Change = 0
    defence: Change = 0
    range: Change = 0
    dice: Annotated[int, Meta(ge=0, le=20)] | None = None
    """Number of dice that replaces the offence and all changes to it (M22)."""
    reroll: Annotated[int, Meta(ge=0, le=20)] = 0
    """Number of dice that may be rerolled after the first roll (M17)."""


class Attack(AttackReadings, frozen=True, kw_only=True):
    """An attack: its two sides, the distance (in areas), how it is seen, and its readings.

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


# --- Values ---------------------------------------------------------------------------------------
# An attack's values with the source of each point, and whether the attack is allowed at all.


What = Literal["range", "offence", "defence"]
"""The values of an attack."""


class Values(Struct, frozen=True):
    """Range (areas), offence (dice) and defence of an attack, fixed when its dice are taken up (2a, M28).

    The terms of each add up to it: the printed stat first, and last the correction that keeps it within its limits.
    """

    range: int
    offence: int
    defence: int
    range_terms: tuple[Term, ...]
    offence_terms: tuple[Term, ...]
    defence_terms: tuple[Term, ...]


def values_of(attack: Attack) -> Values:
    """Compute the values of an attack. Raises Illegal if the rules don't allow it at all.

    Force of nature isn't checked: it may have been used elsewhere, before its unit walked on.
    """
    side = attack.attacker
    if side.kind == "token":
        raise Illegal(does(side.name, "is a token; only units attack"), "M43")
    for one in (side, attack.defender):
        if missing := next((talent for talent in one.unused if talent not in one.talents), None):
            raise Illegal(f"{one.name} doesn't have the talent {missing}", "talents-optional")
    _verify_manner(attack)
    found = compute(attack)
    _verify_target(attack, found)
    return found


def compute(attack: Attack) -> Values:
    """Compute the values of an attack, allowed or not."""
    reach = _limit(tuple(_terms(attack, "range")), bounded=False)
    offence = _fixed_dice(attack) if attack.given_dice == "fixed" else ()
    offence = offence or _limit(tuple(_terms(attack, "offence")))
    defence = _limit(tuple(_terms(attack, "defence")))
    return Values(total(reach), total(offence), total(defence), reach, offence, defence)


def at_range_0(attack: Attack) -> bool:
    """Return whether an attack is one at range 0: within an area, or as if there (M23, M24)."""
    return attack.distance == 0 or attack.as_if_there


def attackers_talents(attack: Attack) -> frozenset[Talent]:
    """Return the attacker's active talents: none against tokens (M43), in water (M62) or alone (M61)."""
    side = attack.attacker
    drowned = _in_silencing_terrain(side) and not attack.aerial
    if attack.defender.kind == "token" or drowned or last_miniature(side):
        return frozenset()
    return _used(side)


def defenders_talents(attack: Attack) -> frozenset[Talent]:
    """Return the defender's active talents; in an answer as if there its own water counts (M86)."""
    side = attack.defender
    return frozenset() if _in_silencing_terrain(side) or last_miniature(side) else _used(side)


def last_miniature(side: Side) -> bool:
    """Return whether a troop of several is down to its last miniature: its talents are silent (M61)."""
    return side.vitality == 1 and side.full is not None and side.full > 1


def _used(side: Side) -> frozenset[Talent]:
    return frozenset(side.talents) - frozenset(side.unused)


def _in_silencing_terrain(side: Side) -> bool:
    return tables.terrain()[side.terrain].silences and not _ignores(side, side.terrain)


def _ignores(side: Side, terrain: Terrain) -> bool:
    return any(terrain in tables.types()[one].ignores for one in side.types)


def _ground(attack: Attack) -> Terrain:
    """Return the defender's terrain; in an answer to a strike as if there, that of the struck area (M80)."""
    answers = attack.kind == "retaliation" and attack.as_if_there
    return attack.attacker.terrain if answers else attack.defender.terrain


def _has_company(side: Side, needs: Needs) -> bool:
    """Return whether a unit has the company in its area that a bonus needs; a token isn't an ally."""
    allies = [kind for kind in side.company if kind != "token"]
    return bool(allies) if needs == "ally" else "troop" in allies if needs else True


# --- the terms ----------------------------------------------------------------------------------------


def _terms(attack: Attack, what: What) -> Iterator[Term]:
    """Yield the stat and all changes to it, each with its rules."""
    side = attack.defender if what == "defence" else attack.attacker
    given = _fixed_dice(attack) if what == "offence" else ()
    yield from given or (Term(what, getattr(side, what)),)
    role: Role = "defender" if what == "defence" else "attacker"
    talents = (attackers_talents if role == "attacker" else defenders_talents)(attack)
    yield from _talent_terms(attack, what, side, talents, role, "itself")
    if side.kind == "troop":
        yield from _talent_terms(attack, what, side, frozenset(side.helped), role, "allied troops")
    if role == "attacker":
        yield from _place_terms(attack, what)
    else:
        ground = _ground(attack)
        if not _ignores(side, ground):
            yield from _bonus_terms(attack, what, ground, tables.terrain()[ground].bonuses, side, role)
        yield from _talent_terms(attack, what, attack.attacker, attackers_talents(attack), "attacker", "opponent")
    yield from (Term(one.why, by, ("M20",)) for one in attack.modifiers if (by := getattr(one, what)))


def _talent_terms(
    attack: Attack, what: What, owner: Side, talents: frozenset[Talent], role: Role, to: Helped
) -> Iterator[Term]:
    """Yield the terms of talents, each name once (M27); force of nature only if an element was removed for it."""
    for name in sorted(talents):
        row = tables.talents()[name]
        if not row.removes_element or attack.nature:
            more = ("M26",) if row.lasts == "activation" and not row.removes_element else ()
            yield from _bonus_terms(attack, what, name, row.bonuses, owner, role, to, more)


def _place_terms(attack: Attack, what: What) -> Iterator[Term]:
    """Yield the attacker's terms for ground and flight; as if there none does, and in flight own terrain doesn't."""
    side = attack.attacker
    if not attack.as_if_there:
        if not attack.aerial:
            yield from _bonus_terms(
                attack, what, side.terrain, tables.terrain()[side.terrain].bonuses, side, "attacker"
            )
        if attack.heights and attack.distance:
            yield from _bonus_terms(
                attack, what, "heights", tables.ground().heights.bonuses, side, "attacker", more=("M34",)
            )
    if attack.aerial:
        yield from _bonus_terms(attack, what, "aerial attack", tables.types()["flying"].aerial, side, "attacker")


def _bonus_terms(
    attack: Attack,
    what: What,
    name: str,
    bonuses: Sequence[BonusNumbers],
    owner: Side,
    role: Role,
    to: Helped = "itself",
    more: tuple[str, ...] = (),
) -> Iterator[Term]:
    """Yield the terms that bonuses add to a value in this attack."""
    near = 0 if at_range_0(attack) else attack.distance
    for one in bonuses:
        applies = one.works_at(near, area_attack=attack.kind == "area") and (
            to == "allied troops" or _has_company(owner, one.needs)
        )
        if one.role == role and one.to == to and applies and (by := getattr(one, what)):
            yield Term(name, by, (entry_of(name), *more))


def _fixed_dice(attack: Attack) -> tuple[Term, ...]:
    """Return the dice that a power or scenario sets in place of the offence (M22); of several the most (X5)."""
    found = [Term(one.why, one.dice, ("M22",)) for one in attack.modifiers if one.dice is not None]
    return (max(found, key=lambda term: term.amount),) if found else ()


def _limit(terms: tuple[Term, ...], *, bounded: bool = True) -> tuple[Term, ...]:
    """Limit terms to 0 to 10 (M20); a printed stat beyond 10 isn't reduced, nor raised (M21)."""
    least, most = tables.numbers().values.least, tables.numbers().values.most
    stat, added = terms[0].amount, total(terms)
    if added < least:
        return (*terms, Term(f"never below {least}", least - added, ("M20",)))
    if bounded and added > (limit := max(most, stat)):
        return (*terms, Term(f"never raised above {most}", limit - added, ("M20" if limit == most else "M21",)))
    return terms


# --- whether it is allowed ----------------------------------------------------------------------------


def verify_nature(attack: Attack) -> None:
    """Check that force of nature can have been used right before this attack. Raises Illegal."""
    side = attack.attacker
    if not attack.nature:
        return
    if "force of nature" not in side.talents or "force of nature" in side.unused:
        raise Illegal(
            does(side.name, "doesn't have the talent force of nature, or doesn't use it"), "force-of-nature"
        )
    if attack.kind == "retaliation":
        raise Illegal("force of nature comes before a target is chosen; an answer has no such choice", "M47")
    if last_miniature(side):
        raise Illegal(does(side.name, "is down to the last miniature; all talents are silent"), "M61")
    if not tables.terrain()[side.terrain].elements and side.terrain != "open ground":  # it is that without elements
        raise Illegal(does(side.name, f"stands in {side.terrain}, where there is no 3D element"), "force-of-nature")


def _verify_manner(attack: Attack) -> None:
    """Check that an attack in the air or as if there is possible. Raises Illegal."""
    side = attack.attacker
    if attack.aerial and "flying" not in side.types:
        raise Illegal(does(side.name, "doesn't fly: no aerial attack"), "aerial-attack")
    if attack.aerial and attack.kind != "attack":
        raise Illegal(
            "an aerial attack is a complex action of its own, no answer and no area attack", "aerial-attack"
        )
    if attack.as_if_there and attack.kind == "area":
        raise Illegal("only a normal attack strikes as if there", "M24")
    if attack.as_if_there and attack.distance > 1:
        raise Illegal(f"only a neighbouring area is struck as if there; this one is {attack.distance} away", "M24")
    if attack.kind == "retaliation" and not at_range_0(attack) and attack.answer_after_throw == "range 0":
        raise Illegal(f"only what is at range 0 is answered; this is {attack.distance} away", "M42")


def _verify_target(attack: Attack, values: Values) -> None:
    """Check that the target is in range and visible; at range 0 it is both. Raises Illegal."""
    if at_range_0(attack):
        return
    if attack.distance > values.range:
        far = f"is {so_many(attack.distance, 'area')} away; the range is {values.range}"
        if attack.distance == NO_WAY:
            far = "can't be reached over the borders noted; is one missing? Like: correct border A-B"
        raise Illegal(does(attack.defender.name, far), "range")
    high = tables.terrain()[attack.attacker.terrain].sees_over or attack.heights
    if not (attack.visible or high or attack.aerial):
        raise Illegal(does(attack.attacker.name, f"doesn't see {attack.defender.name}"), "visible")
