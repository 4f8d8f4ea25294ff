"""What an attack's values are and where each point comes from, and whether the attack is allowed at all."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from referee.effects.terms import Term, total
from referee.errors import Illegal
from referee.games.mythic.attack.attack import Attack, Side
from referee.games.mythic.vocabulary import LEAST, MOST, Talent

ELEMENTS = ("forest", "ruins")
"""Terrain with 3D elements."""
HIGH = ("rock", "stairs")
"""Terrain that helps whoever attacks from it at range 1+."""
FOLIAGE = ("forest", "cage")
"""Terrain that protects from attacks at range 1+."""


class Values(Struct, frozen=True):
    """Range (areas), offence (dice) and defence of an attack, fixed when its dice are taken up (2a, M28).

    The terms of each add up to it: the printed stat first, and last what keeps it within its limits.
    """

    range: int
    offence: int
    defence: int
    range_terms: tuple[Term, ...]
    offence_terms: tuple[Term, ...]
    defence_terms: tuple[Term, ...]


def values_of(attack: Attack) -> Values:
    """The values of an attack. Raises Illegal if the rules don't allow it at all."""
    _verify_attacker(attack)
    _verify_manner(attack)
    found = reckoned(attack)
    _verify_target(attack, found)
    return found


def reckoned(attack: Attack) -> Values:
    """The values of an attack, allowed or not."""
    reach = _kept(tuple(_range(attack)), most=None)
    offence = _dice_given(attack) or _kept(tuple(_offence(attack)))
    defence = _kept(tuple(_defence(attack)))
    return Values(total(reach), total(offence), total(defence), reach, offence, defence)


def at_range_0(attack: Attack) -> bool:
    """Whether an attack is one at range 0: within an area, or as if there (M23, M24)."""
    return attack.distance == 0 or attack.as_if_there


def normal(attack: Attack) -> bool:
    """Whether an attack is a normal one: any but the targets of an area attack (M25)."""
    return attack.kind != "area"


def attackers_talents(attack: Attack) -> frozenset[Talent]:
    """The attacker's talents that work and are used: none against tokens (M43), in water (M62), alone (M61)."""
    side = attack.attacker
    drowned = side.terrain == "water" and "aquatic" not in side.types and not attack.aerial
    if attack.defender.kind == "token" or drowned or last_miniature(side):
        return frozenset()
    return _used(side)


def defenders_talents(attack: Attack) -> frozenset[Talent]:
    """The defender's talents that work and are used."""
    side = attack.defender
    drowned = "water" in (side.terrain, _ground(attack)) and "aquatic" not in side.types
    return frozenset() if drowned or last_miniature(side) else _used(side)


def last_miniature(side: Side) -> bool:
    """Whether only the last miniature is left of a troop that had more: its talents are silent (M61)."""
    return side.kind == "troop" and side.miniatures == 1 and side.full is not None and side.full > 1


def _used(side: Side) -> frozenset[Talent]:
    return frozenset(side.talents) - frozenset(side.unused)


def _ground(attack: Attack) -> str:
    """The terrain that counts for the defender; in answer to a strike as if there, that of the struck area (M80)."""
    answers = attack.kind == "retaliation" and attack.as_if_there
    return attack.attacker.terrain if answers else attack.defender.terrain


def _allies(side: Side) -> bool:
    return any(kind != "token" for kind in side.company)


# --- the terms ----------------------------------------------------------------------------------------


def _range(attack: Attack) -> Iterator[Term]:
    yield Term("range", attack.attacker.range)
    if not attack.as_if_there:
        yield from _from_above(attack, "range")
    if attack.aerial:
        yield Term("aerial attack", 1, ("aerial-attack",))
    if _nature(attack):
        yield Term("force of nature", 1, ("force-of-nature",))
    yield from (Term(one.why, one.range, ("M20",)) for one in attack.modifiers if one.range)


def _offence(attack: Attack) -> Iterator[Term]:
    side, talents = attack.attacker, attackers_talents(attack)
    yield Term("offence", side.offence)
    if normal(attack):
        near = at_range_0(attack)
        if not near and "archer" in talents:
            yield Term("archer", 1, ("archer",))
        if near and "close combat" in talents:
            yield Term("close combat", 1, ("close-combat", "M26"))
        if near and "sneak attack" in talents and _allies(side):
            yield Term("sneak attack", 1, ("sneak-attack", "M26"))
    yield from _by_troops(side, talents)
    if _nature(attack):
        yield Term("force of nature", 1, ("force-of-nature",))
    if not at_range_0(attack):
        yield from _from_above(attack, "offence")
    yield from (Term(one.why, one.offence, ("M20",)) for one in attack.modifiers if one.offence)


def _defence(attack: Attack) -> Iterator[Term]:
    side, talents, near, ground = attack.defender, defenders_talents(attack), at_range_0(attack), _ground(attack)
    yield Term("defence", side.defence)
    if near and ground == "ruins":
        yield Term("ruins", 1, ("ruins",))
    if not near and ground in FOLIAGE:
        yield Term(ground, 1, (ground,))
    if not near and ground == "swamp" and "aquatic" not in side.types:
        yield Term("swamp", -1, ("swamp",))
    yield from _by_troops(side, talents)
    if "close protection" in talents and _allies(side):
        yield Term("close protection", 1, ("close-protection",))
    if near and normal(attack) and "torment" in attackers_talents(attack):
        yield Term("torment", -1, ("torment",))
    yield from (Term(one.why, one.defence, ("M20",)) for one in attack.modifiers if one.defence)


def _from_above(attack: Attack, what: str) -> Iterator[Term]:
    """What high ground adds to a range, or to the offence at range 1+; own terrain adds nothing in flight."""
    ground = attack.attacker.terrain
    if ground in HIGH and not attack.aerial:
        yield Term(ground, 1, (ground,))
    if attack.heights and attack.distance:
        yield Term("heights", 1, ("heights", "M34"))


def _by_troops(side: Side, talents: frozenset[Talent]) -> Iterator[Term]:
    """What an allied troop beside a unit adds to either value, and allies beside a troop; each name once (M27)."""
    if "phalanx" in talents and "troop" in side.company:
        yield Term("phalanx", 1, ("phalanx",))
    if "bolster" in side.helped and side.kind == "troop":
        yield Term("bolster", 1, ("bolster", "M27"))


def _nature(attack: Attack) -> bool:
    """Whether force of nature adds to range and offence; against a token no talent does (M43)."""
    return attack.nature and attack.defender.kind != "token"


def _dice_given(attack: Attack) -> tuple[Term, ...]:
    """So many dice in place of the offence, where a power or the scenario says so (M22)."""
    return next(((Term(one.why, one.dice, ("M22",)),) for one in attack.modifiers if one.dice is not None), ())


def _kept(terms: tuple[Term, ...], most: int | None = MOST) -> tuple[Term, ...]:
    """Terms kept within 0 to 10 (M20); a printed stat beyond 10 isn't pulled back, nor raised (M21)."""
    stat, sum_of_all = terms[0].amount, total(terms)
    if sum_of_all < LEAST:
        return (*terms, Term(f"never below {LEAST}", LEAST - sum_of_all, ("M20",)))
    if most is not None and sum_of_all > (limit := max(most, stat)):
        return (*terms, Term(f"never raised above {most}", limit - sum_of_all, ("M20" if limit == most else "M21",)))
    return terms


# --- whether it is allowed ----------------------------------------------------------------------------


def _verify_attacker(attack: Attack) -> None:
    """Refuse an attacker that can't attack so. Raises Illegal."""
    side = attack.attacker
    if side.kind == "token":
        raise Illegal(f"{side.name} is a token; only units attack", "M43")
    for one in (side, attack.defender):
        if missing := next((talent for talent in one.unused if talent not in one.talents), None):
            raise Illegal(f"{one.name} hasn't the talent {missing}", "talents")
    if attack.nature:
        _verify_nature(attack)


def _verify_nature(attack: Attack) -> None:
    side = attack.attacker
    if "force of nature" not in side.talents or "force of nature" in side.unused:
        raise Illegal(f"{side.name} hasn't the talent force of nature, or doesn't use it", "force-of-nature")
    if attack.kind == "retaliation":
        raise Illegal("force of nature comes before a target is chosen; an answer has no such choice", "M47")
    if last_miniature(side):
        raise Illegal(f"{side.name} is down to its last miniature; its talents are silent", "M61")
    if side.terrain not in (*ELEMENTS, "open ground"):  # with its last element the area is open ground
        raise Illegal(f"{side.name} stands in {side.terrain}, where there is no 3D element", "force-of-nature")


def _verify_manner(attack: Attack) -> None:
    """Refuse an attack in the air or as if there where there is none. Raises Illegal."""
    side = attack.attacker
    if attack.aerial and "flying" not in side.types:
        raise Illegal(f"{side.name} doesn't fly, so it makes no aerial attack", "aerial-attack")
    if attack.aerial and attack.kind != "attack":
        raise Illegal(
            "an aerial attack is a complex action of its own, no answer and no area attack", "aerial-attack"
        )
    if attack.as_if_there and not normal(attack):
        raise Illegal("only a normal attack strikes as if there", "M24")
    if attack.as_if_there and attack.distance > 1:
        raise Illegal(f"only a neighbouring area is struck as if there; this one is {attack.distance} away", "M24")
    if attack.kind == "retaliation" and not at_range_0(attack):
        raise Illegal(f"only what is at range 0 is answered; this is {attack.distance} away", "M42")


def _verify_target(attack: Attack, values: Values) -> None:
    """Refuse a target that is out of range or hidden; at range 0 it is neither. Raises Illegal."""
    if at_range_0(attack):
        return
    if attack.distance > values.range:
        far = "1 area" if attack.distance == 1 else f"{attack.distance} areas"
        raise Illegal(f"{attack.defender.name} is {far} away; the range is {values.range}", "target-choice")
    high = attack.attacker.terrain in HIGH or attack.heights
    if not (attack.visible or high or attack.aerial):
        raise Illegal(f"{attack.attacker.name} doesn't see {attack.defender.name}", "target-choice")
