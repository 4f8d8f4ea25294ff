"""A single attack refereed a second time: slow, plain, and from the rules summary and its rulings alone.

`judge` and `odds` answer a record as `referee judge --json` and `referee odds --json` do, and use nothing of those.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any

from tests.mythic.twin_dice import Twin
from tests.mythic.twin_sheets import Sheet

Data = dict[str, Any]
BLANKS = {"troop": 1, "hero": 1, "monster": 2, "god": 2, "titan": 3}
"""What a mighty throw needs."""


class IllegalStep(Exception):
    """A step that can be read and isn't allowed."""


@dataclass
class Side:
    """One of the two sides of a record, with what is left out filled in."""

    kind: str
    offence: int = 0
    defence: int = 0
    range: int = 0
    vitality: int | None = None
    full: int | None = None
    talents: set[str] = field(default_factory=set)
    unused: set[str] = field(default_factory=set)
    traits: set[str] = field(default_factory=set)
    terrain: str = "open ground"
    allies: list[str] = field(default_factory=list)
    helped: set[str] = field(default_factory=set)

    @property
    def awake(self) -> set[str]:
        """The talents that it has and uses now: none in water (M62)."""
        drowned = self.terrain == "water" and "aquatic" not in self.traits
        return set() if drowned else self.awake_in_flight

    @property
    def awake_in_flight(self) -> set[str]:
        """The talents that it has and uses in the air, whatever lies below: none of a last miniature (M61)."""
        last = self.kind == "troop" and self.vitality == 1 and (self.full or 1) > 1
        return set() if last else self.talents - self.unused


def side_of(data: Data, units: dict[str, Sheet]) -> Side:
    """Read one side; a unit of a deck has the stats of the line in its window."""
    said = dict(data)
    if "unit" in said:
        sheet = units[said["unit"]]
        vitality = said.get("vitality", said.get("miniatures", sheet.full))
        line = next(line for line in sheet.lines if line.least <= vitality <= line.most)
        said |= {
            "type": sheet.kind,
            "talents": sheet.talents,
            "traits": sheet.types,
            "full": sheet.full,
            "offence": line.offence,
            "defence": line.defence,
            "range": line.range,
        }
    return Side(
        said["type"],
        said.get("offence", 0),
        said.get("defence", 0),
        said.get("range", 0),
        said.get("miniatures", said.get("vitality")),
        said.get("full"),
        set(said.get("talents", [])),
        set(said.get("unused", [])),
        set(said.get("traits", [])),
        said.get("terrain", "open ground"),
        said.get("with", []),
        set(said.get("helped", [])),
    )


def within_bounds(stat: int, change: int) -> int:
    """A value from 0 to 10; a stat printed beyond 10 isn't pulled back by a bonus (M20, M21)."""
    return max(0, min(stat + change, max(stat, 10)))


@dataclass
class Attack:
    """A record that is read."""

    kind: str
    attacker: Side
    defender: Side
    situation: Data
    modifiers: list[Data]
    afar: bool = False
    """Whether a thrown target may answer from afar (M45)."""
    fixed: bool = True
    """Whether nothing changes the dice that a power gives (M22)."""

    @property
    def normal(self) -> bool:
        return self.kind != "area"

    @property
    def distance(self) -> int:
        """How far away the target counts as (M23, M24)."""
        return 0 if self.told("as_if_there") else int(self.situation.get("distance", 0))

    @property
    def talents(self) -> set[str]:
        """What the attacker has against this target: against a token nothing (M43)."""
        if self.defender.kind == "token":
            return set()
        return self.attacker.awake_in_flight if self.told("aerial") else self.attacker.awake

    @property
    def aloft(self) -> bool:
        """Whether the attacker stands behind an arrowhead above its target: not where both are together (M24)."""
        return self.told("heights") and self.distance > 0

    @property
    def perched(self) -> bool:
        """Whether the attacker's own stairs or rock count: not from the air, nor as if it stood elsewhere."""
        return (
            self.attacker.terrain in ("stairs", "rock") and not self.told("aerial") and not self.told("as_if_there")
        )

    def told(self, what: str) -> bool:
        return bool(self.situation.get(what))

    def changed(self, value: str) -> int:
        """What the record's modifiers make of a value."""
        return sum(modifier.get(value, 0) for modifier in self.modifiers)

    def struck_terrain(self) -> str:
        """The terrain in which the target is struck: an answer as if there is given in the struck area (M80)."""
        answer_there = self.kind == "retaliation" and self.told("as_if_there")
        terrain = self.attacker.terrain if answer_there else self.defender.terrain
        together = self.distance == 0 and not self.told("as_if_there")
        if terrain == "ruins" and together and self.told("nature"):
            return "open ground"  # the only column was just removed (M47)
        return terrain

    def reach(self) -> int:
        """The attacker's range."""
        nature = self.told("nature") and "force of nature" in self.talents
        more = sum([self.told("aerial"), self.aloft, self.perched, nature])
        return max(0, self.attacker.range + more + self.changed("range"))

    def offence(self) -> int:
        near, talents, attacker = self.distance == 0, self.talents, self.attacker
        more = [
            self.aloft,
            self.perched and not near,
            "archer" in talents and self.normal and not near,
            "close combat" in talents and self.normal and near,
            "sneak attack" in talents and self.normal and near and bool(attacker.allies),
            "force of nature" in talents and self.told("nature"),
            "phalanx" in talents and "troop" in attacker.allies,
            "bolster" in attacker.helped and attacker.kind == "troop",
        ]
        given = max((modifier["dice"] for modifier in self.modifiers if "dice" in modifier), default=None)
        if given is not None and self.fixed:
            return int(given)
        stat = attacker.offence if given is None else given
        return within_bounds(stat, sum(more) + self.changed("offence"))

    def defence(self) -> int:
        near, target, terrain = self.distance == 0, self.defender, self.struck_terrain()
        more = [
            terrain in ("forest", "cage") and not near,
            terrain == "ruins" and near,
            "phalanx" in target.awake and "troop" in target.allies,
            "close protection" in target.awake and bool(target.allies),
            "bolster" in target.helped and target.kind == "troop",
        ]
        less = [
            terrain == "swamp" and not near and "aquatic" not in target.traits,
            "torment" in self.talents and self.normal and near,
        ]
        return within_bounds(target.defence, sum(more) - sum(less) + self.changed("defence"))

    def may_use_nature(self) -> bool:
        """Whether there may have been a tree or a column to remove: open ground is what is left of the last one."""
        elements = self.attacker.terrain in ("forest", "ruins", "open ground")
        return elements and self.kind != "retaliation" and "force of nature" in self.attacker.awake

    def forbidden(self) -> bool:
        """Whether this attack can't be made at all."""
        seen = self.situation.get("visible", True) or self.aloft or self.perched or self.told("aerial")
        away = self.situation.get("distance", 0)
        return (
            self.attacker.kind == "token"
            or not self.attacker.unused <= self.attacker.talents
            or not self.defender.unused <= self.defender.talents
            or (self.told("aerial") and (self.kind != "attack" or "flying" not in self.attacker.traits))
            or (self.told("nature") and not self.may_use_nature())
            or (self.told("as_if_there") and (self.kind == "area" or away > 1))
            or (self.kind == "retaliation" and self.distance > 0 and not self.afar)
            or self.distance > self.reach()
            or (self.distance > 0 and not seen)
        )


@dataclass
class Dice:
    """The dice of one attack on the table, the blanks among them until they leave."""

    offence: int
    defence: int
    rerolls: list[int]
    """Of each talent or power that throws dice again, how many; used one after the other (M17)."""
    throws_at: int | None = None
    """The blanks that a mighty throw needs, if one is possible."""
    ceiling: str = "none"
    throw_counts: str = "any order"
    hand: list[int] = field(default_factory=list)
    lying: list[int] = field(default_factory=list)
    """As the last roll left them."""
    before: int = 0
    """How many were placed by then."""
    placed: int = 0
    stage: str = "unrolled"
    """Then first, lifting, over."""
    second_assault: bool = False
    """Whether it was thrown."""

    def may_throw(self) -> bool:
        return self.stage == "first" and self.throws_at is not None and self.hand.count(0) >= self.throws_at

    def settle(self, *, rolled: bool = False) -> None:
        """Place what reaches the defence; take the blanks off when nothing is done with them any more (M4)."""
        self.placed += sum(die >= self.defence for die in self.hand if die)
        self.hand = [die for die in self.hand if die < self.defence or not die]
        if self.stage == "first" and not self.rerolls and not self.may_throw():
            self.stage = "lifting"
        if self.stage != "first":
            self.hand = [die for die in self.hand if die]
        if rolled:
            self.lying, self.before = [die for die in self.hand if die], self.placed

    def play(self, step: str) -> None:
        """Play one step of a record. Raises IllegalStep."""
        move, _, shown = step.partition(":")
        verb, *named = move.split()
        news = [int(die) for die in shown.split()]
        if (verb == "roll") != (self.stage == "unrolled") or self.stage == "over":
            raise IllegalStep
        if verb == "roll":
            self.hand, self.stage = [int(die) for die in named], "first"
            self.settle(rolled=True)
        elif verb == "reroll":
            self.slay([int(die) for die in named], news)
        elif verb == "throw":
            self.hurl()
        elif verb == "lift":
            self.lift(int(named[0]), [int(die) for die in named[2:]])
        elif verb == "second":
            self.second([5] * self.hand.count(5) if named == ["all"] else [int(die) for die in named], news)
        else:
            self.finish(best=verb == "best")

    def taken(self, dice: list[int]) -> list[int]:
        """The dice in hand without some. Raises IllegalStep."""
        if Counter(dice) - Counter(self.hand):
            raise IllegalStep
        return list((Counter(self.hand) - Counter(dice)).elements())

    def slay(self, named: list[int], news: list[int]) -> None:
        fits = [most for most in self.rerolls if len(named) <= most]
        if self.stage != "first" or not fits:
            raise IllegalStep
        self.hand = self.taken(named) + news
        self.rerolls.remove(min(fits))
        self.settle(rolled=True)

    def hurl(self) -> None:
        if not self.may_throw():
            raise IllegalStep
        self.throws_at = None
        if self.throw_counts == "after slayer":
            self.rerolls.clear()
        self.settle()

    def ceiling_now(self) -> int:
        """How high a die may be lifted (M9)."""
        return 5 if self.ceiling == "five" and not self.second_assault else 99

    def lift(self, die: int, fuel: list[int]) -> None:
        if not die or 0 in fuel or die + len(fuel) - 1 >= self.defence or die + len(fuel) > self.ceiling_now():
            raise IllegalStep
        self.hand, self.stage = [*self.taken([die, *fuel]), die + len(fuel)], "lifting"
        self.settle()

    def second(self, fives: list[int], news: list[int]) -> None:
        if self.second_assault or not fives or set(fives) != {5}:
            raise IllegalStep
        self.hand = [*self.taken(fives), *(5 + die for die in news if die)]
        self.stage, self.second_assault = "lifting", True
        self.settle(rolled=True)

    def finish(self, *, best: bool) -> None:
        """Leave the dice, perhaps after the best lifts: the highest with the lowest as fuel, while dice last."""
        self.stage = "over"
        self.settle()
        hand = sorted(self.hand, reverse=True)
        while best and hand and self.defence <= self.ceiling_now() and self.defence - hand[0] < len(hand):
            for _ in range(self.defence - hand.pop(0)):
                hand.pop()
            self.placed += 1
        self.hand = hand

    def hopeless(self) -> bool:
        """Whether nothing that can still be done gives another wound."""
        hand, most = sorted(self.hand), self.ceiling_now()
        again = self.stage == "first" and self.rerolls
        if again or self.may_throw() or most_wounds(tuple(hand), self.defence, most):
            return False
        spare = len(hand) - 1 - max(0, 5 - hand[-1]) if hand else -1  # dice left beside a five
        return self.second_assault or spare < 0 or hand[-1] > 5 or 10 + spare < self.defence

    def most(self) -> int | None:
        """The most wounds from the dice as the last roll left them, found by trying every lift."""
        if self.stage == "unrolled":
            return None
        return self.before + most_wounds(tuple(sorted(self.lying)), self.defence, self.ceiling_now())


@cache
def most_wounds(hand: tuple[int, ...], defence: int, ceiling: int) -> int:
    """The most wounds from dice as they lie, by lifting any die by any other in all ways."""
    found = 0
    for die in set(hand):
        for fuel in set(hand) if die < ceiling else ():
            left = list(hand)
            left.remove(die)
            if fuel in left:
                left.remove(fuel)
                if die + 1 >= defence:
                    found = max(found, 1 + most_wounds(tuple(left), defence, ceiling))
                else:
                    found = max(found, most_wounds(tuple(sorted([*left, die + 1])), defence, ceiling))
    return found


def read(record: Data, units: dict[str, Sheet]) -> Attack:
    attacker, defender = (side_of(record[side], units) for side in ("attacker", "defender"))
    return Attack(
        record.get("kind", "attack"),
        attacker,
        defender,
        record.get("situation", {}),
        record.get("modifiers", []),
        record.get("answer_after_throw") == "in range",
        record.get("given_dice") != "base",
    )


def dice_of(attack: Attack, record: Data) -> Dice:
    """The dice of a record before the roll."""
    target = attack.defender
    slays = "monster slayer" in attack.talents and target.kind == "monster"
    throws = "mighty throw" in attack.talents and target.kind != "token" and "huge" not in target.traits
    return Dice(
        attack.offence(),
        attack.defence(),
        [2] if slays else [],
        BLANKS[target.kind] if throws else None,
        record.get("ceiling", "none"),
        record.get("throw_counts", "any order"),
    )


def judge(record: Data, units: dict[str, Sheet]) -> Data:
    """What is true of a record; of an illegal step only its number."""
    attack = read(record, units)
    vitality = attack.defender.vitality
    found: Data = {"legal": False, "illegal": 0, "disputes": [], "steps": [], "wounds": 0, "vitality": vitality}
    found["destroyed"] = None if vitality is None else False
    if attack.forbidden():
        return found | dict.fromkeys(("range", "offence", "defence", "best")) | {"retaliation": False}
    dice = dice_of(attack, record)
    illegal, thrown = None, False
    for number, step in enumerate(record["steps"], 1):
        try:
            dice.play(step)
        except IllegalStep:
            illegal = number
            break
        thrown = thrown or step.startswith("throw")
        found["steps"].append({"step": number, "dice": sorted(dice.hand, reverse=True), "wounds": dice.placed})
    if vitality is not None:
        vitality = max(0, vitality - dice.placed)
    stays = attack.told("still_reaches") or not thrown
    answered = record.get("kind", "attack") == "attack" and attack.distance == 0 and stays
    answered = answered and vitality != 0 and attack.defender.kind != "token"
    found |= {
        "legal": illegal is None,
        "illegal": illegal,
        "range": attack.reach(),
        "offence": dice.offence,
        "defence": dice.defence,
        "wounds": dice.placed,
        "best": dice.most(),
        "vitality": vitality,
        "destroyed": None if vitality is None else vitality == 0,
        "retaliation": answered,
    }
    known = found if illegal is None else ("range", "offence", "defence")  # of the rest nothing is known then
    found["disputes"] = [
        {"what": what, "claimed": claimed, "ruled": found[what]}
        for what, claimed in record.get("claim", {}).items()
        if what in known and claimed != found[what]
    ]
    return found


@cache
def chances(defence: int, ceiling: str, dice: int, slayer: bool, rolled: str = "") -> list[str]:
    """The best chances of at least 0, 1, ... wounds, and at last the mean; before the roll, or of dice that lie."""
    twin = Twin(defence, ceiling, dice)
    if not rolled:
        return ["1", *map(str, twin.before(dice, slayer=slayer))]
    lying = twin.rolled(tuple(map(int, rolled.split()[1:])), slayer=slayer)
    return ["1", *(str(Fraction(value, twin.whole)) for value in lying)]


def odds(record: Data, rolled: list[str], units: dict[str, Sheet]) -> Data | None:
    """What `odds` tells of a record, before the roll and after it; None if the attack isn't allowed."""
    attack = read(record, units)
    if attack.forbidden():
        return None
    dice = dice_of(attack, record)
    known = dice.defence, dice.ceiling, dice.offence, bool(dice.rerolls)
    *at_least, mean = chances(*known)
    vitality = attack.defender.vitality
    destroyed = None if vitality is None else at_least[vitality] if vitality < len(at_least) else "0"
    found = {"offence": dice.offence, "defence": dice.defence, "destroyed": destroyed}
    now = (chances(*known, rolled[0])[:-1] if dice.offence else ["1"]) if rolled else []
    return found | {"at_least": at_least, "mean": mean, "rolled": now}
