"""A whole fight a second time, slow and plain, from the rulebook alone (pp. 16-23; B4-B21): nothing of the engine's.

Dice are totals that are told beforehand; where one is missing, `Thrown` says how many dice are to be thrown.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

Action = Literal["attack", "move", "summon"]

BEATS = {"fire": "earth", "earth": "air", "air": "water", "water": "fire"}
MATRIX = {1: (1, 1, 2, 3, 4), 2: (1, 1, 1, 2, 3), 3: (2, 2, 2, 2, 3), 4: (2, 2, 2, 2, 2), 5: (3, 3, 3, 3, 3)}
"""P. 21: the dice of a creature of this level with the better element, against levels 1 to 5."""


class Thrown(Exception):
    """So many dice are thrown now."""

    def __init__(self, dice: int) -> None:
        super().__init__(dice)
        self.dice = dice


@dataclass
class Piece:
    """A card with abilities, and the damage that its absorption has taken."""

    abilities: dict[str, int]
    used: int = 0


@dataclass
class Beast:
    """A creature on the table."""

    name: str
    side: str
    slot: int | None
    hp: int
    bd: int
    level: int
    element: str | None
    mythology: str | None
    own: Piece
    worn: list[Piece]
    damage: int = 0
    frost: bool = False
    bound: bool = False
    risen_before: bool = False
    back: bool = False
    dead: bool = False
    eats: Beast | None = None

    def pieces(self, own: bool = True) -> list[Piece]:
        """What it wears, then its own card unless that doesn't count."""
        return [*self.worn, *([self.own] if own and not self.bound else [])]

    def powers(self, own: bool = True) -> Counter[str]:
        """Its abilities, numbers added up."""
        found: Counter[str] = Counter()
        for piece in self.pieces(own):
            for name, number in piece.abilities.items():
                found[name] += number
        return found


@dataclass
class Table:
    """All creatures of a battle, the optional rules, and the totals of the dice to come; `winner` once it is over."""

    beasts: list[Beast]
    elements: bool
    morale: bool
    totals: list[int] = field(default_factory=list)
    winner: str | None = None

    def roll(self, dice: int) -> int:
        """The next total. Raises Thrown if it isn't told yet."""
        if not dice:
            return 0
        if not self.totals:
            raise Thrown(dice)
        return self.totals.pop(0)

    def standing(self, side: str, slot: int) -> Beast | None:
        """Who stands in a slot; one that devours has left it."""
        there = (one for one in self.beasts if (one.side, one.slot) == (side, slot) and one.eats is None)
        return next(there, None)

    def facing(self, beast: Beast) -> Beast | None:
        """The enemy straight across."""
        enemy = next(one.side for one in self.beasts if one.side != beast.side)
        return None if beast.slot is None else self.standing(enemy, beast.slot)


@dataclass
class Fighting:
    """One of the two in a fight, with its abilities as they were at its start; `plain` is an attacked devourer."""

    beast: Beast
    slot: int
    powers: Counter[str]
    starts: bool
    plain: bool = False
    kept: bool = False


def act(table: Table, beast: Beast, action: Action, slot: int) -> bool:
    """A creature attacks, moves or is summoned; whether there is a fight. Raises Thrown."""
    beast.slot = slot
    if action == "summon" and table.morale:
        _morale(table, beast)
    other = table.facing(beast)
    if other is None or (action != "attack" and beast.powers()["devour"]):
        return False
    reaches = beast.powers()["flying"] or (action != "summon" and beast.powers()["ranged"])
    if other.powers()["flying"] and not reaches:  # B6
        return False
    _fight(table, beast, other, action, slot)
    return True


def _morale(table: Table, beast: Beast) -> None:
    """P. 21; B21."""
    side = [one for one in table.beasts if one.side == beast.side and one.slot is not None]
    kin = [one for one in side if one is not beast and one.mythology == beast.mythology is not None]
    for one in side if kin else ():
        one.damage -= min(one.damage, 2 if len(kin) == 1 else 4)


def _fight(table: Table, beast: Beast, other: Beast, action: Action, slot: int) -> None:
    at_first = {one.name: one.powers() for one in table.beasts}
    devourer = other.powers()["devour"] > 0
    first = Fighting(beast, slot, beast.powers(), starts=True)
    second = Fighting(other, slot, other.powers(own=not devourer), starts=False, plain=devourer)
    for one in (first, second):
        one.powers["frost attack"] += one.powers["magician"]  # B19: nothing is chosen
    second.kept = action != "summon" and first.powers["ranged"] > 0 and not second.powers["ranged"]  # B7
    striking = [one for one in (first, second) if not one.kept]
    quick = [one for one in striking if one.powers["first strike"]]
    slow = [one for one in striking if one not in quick]
    killed: list[Beast] = []
    for moment in (quick, slow) if len(quick) == len(slow) == 1 else (striking,):  # B10
        killed += _strikes(table, [one for one in moment if one.beast not in killed], (first, second))
        if table.winner:
            return
    frosted = (beast.frost, other.frost)
    for burner, target, frost in ((first, second, frosted[0]), (second, first, frosted[1])):
        _burn(table, burner, target, frost, at_first)
        if table.winner:
            return


def _strikes(table: Table, moment: list[Fighting], pair: tuple[Fighting, Fighting]) -> list[Beast]:
    """The strikes of one moment with their multi attacks, deaths and life steal; who was killed by them (B9-B13)."""
    fixed = []
    for one in moment:
        other = pair[0] if one is pair[1] else pair[1]
        total = table.roll(one.beast.bd + one.powers["power hit"] + _more_dice(table, one, other))
        total += one.powers["offensive"] if one.starts else 0
        total -= total // 3 if one.beast.frost else 0
        total -= other.powers["defensive"] if one.starts else 0
        fixed.append((one, other, max(0, total)))
    received = [
        _land(one.powers, other.beast, dealt, other.powers, own=not other.plain) for one, other, dealt in fixed
    ]
    for one, other, dealt in fixed:
        if one.powers["multi attack"]:
            for near in _beside(table, other):
                less = near.powers()["defensive"] if one.starts else 0
                _land(one.powers, near, max(0, dealt // 3 - less), near.powers())
    killed = [other.beast for _, other, _ in fixed if other.beast.damage >= other.beast.hp]
    _bury(table)
    for (one, _, _), hurt in zip(fixed, received, strict=True):
        if one.powers["life steal"] and not one.beast.dead:
            one.beast.damage -= min(hurt // 2, one.beast.damage)
    return killed


def _more_dice(table: Table, one: Fighting, other: Fighting) -> int:
    """P. 21; B20."""
    mine, theirs = one.beast.element, other.beast.element
    if not table.elements or one.plain or mine is None or BEATS[mine] != theirs:
        return 0
    return MATRIX[one.beast.level][other.beast.level - 1]


def _beside(table: Table, target: Fighting) -> list[Beast]:
    """Who stands beside a creature of the fight, or where it stood; the lower slot first."""
    near = (table.standing(target.beast.side, target.slot + step) for step in (-1, 1))
    return [one for one in near if one is not None]


def _land(powers: Counter[str], target: Beast, dealt: int, against: Counter[str], own: bool = True) -> int:
    """Damage on a creature: absorption, then the rest, which is returned; markers (pp. 18-19, 22; B9, B11)."""
    left = dealt
    for piece in target.pieces(own):
        taken = min(left, piece.abilities.get("absorption", 0) - piece.used)
        piece.used += taken
        left -= taken
    target.damage += left
    if powers["frost attack"] and dealt and not against["immunity ice"]:
        target.frost = True
    return left


def _bury(table: Table) -> None:
    """The deaths of a moment, resurrections, and whether the battle is over (pp. 15, 20; B4, B16, B17, B25)."""
    for one in table.beasts:
        if one.slot is None or one.damage < one.hp:
            continue
        rises = one.powers()["resurrection"] and not (one.risen_before or one.back)
        for eater in table.beasts:
            if eater.eats is one:
                eater.eats = None
        one.eats = None
        if rises:
            one.back, one.damage, one.frost, one.worn = True, 0, False, []
        else:
            one.dead, one.slot = True, None
    living = {one.side for one in table.beasts if not one.dead}
    if len(living) < 2:
        table.winner = living.pop() if living else "defender"


def _burn(table: Table, burner: Fighting, target: Fighting, frost: bool, at_first: dict[str, Counter[str]]) -> None:
    """P. 19; B14, B15: the opponent if it still stands there, then those beside it; each roll is a moment."""
    dice = burner.powers["burning"]
    if not dice or burner.kept or target.powers["immunity fire"]:
        return
    near = [one for one in _beside(table, target) if not at_first[one.name]["immunity fire"]]
    for one in [*([] if target.beast.dead else [target.beast]), *near]:
        total = table.roll(dice)
        total -= total // 3 if frost else 0
        opponent = one is target.beast
        against = target.powers if opponent else at_first[one.name]
        _land(burner.powers, one, total, against, own=not (opponent and target.plain))
        _bury(table)
        if table.winner:
            return
