"""The twin's fights: what two people at a table say, announce and throw, step by step (Battles of Strength).

A `Fight` knows who speaks, what may be said (`options`) and what follows (`say`). It is slow on purpose: every total
is added up anew, from the cards as they lie there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

from tests.prophecy.twin_cards import GUILDS, SORTS, Card, Rule, number_in

Find = Callable[[str], Card]
Number = int | Fraction
KINDS = {
    "strength": ("to strength", "in strength", "in either"),
    "wills": ("to willpower", "in wills", "in either"),
    "shadow": ("to willpower", "in strength", "in either"),
    "all": ("to strength", "to willpower", "in strength", "in wills", "in either"),
}
"""Which of the four sorts of bonus count in a fight (P38)."""


class Refused(Exception):
    """A move that can be read but isn't allowed."""


@dataclass
class Bonus:
    """A bonus that lasts: an effect's words, the card it is from, and until when."""

    effect: str
    card: str
    until: str  # "roll of the next battle", "battle", "turn" or "round"


@dataclass
class Hero:
    """A hero with everything at her card. Health and Magic are the cubes on the right, red and blue all of them."""

    name: str
    health: int
    magic: int
    red: int
    blue: int
    gold: int = 0
    experience: int = 0
    items: list[str] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)
    artifacts: list[str] = field(default_factory=list)
    abilities: list[str] = field(default_factory=list)
    more_artifacts: int = 0
    sex: str = ""
    place: tuple[str, ...] = ()
    bonuses: list[Bonus] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    discarded: list[str] = field(default_factory=list)
    spells_cast: int = 0
    alive: bool = True

    @property
    def artifact_count(self) -> int:
        return len(self.artifacts) + self.more_artifacts

    @property
    def whole(self) -> list[str]:
        """Items and Artifacts that can be used."""
        return [*self.items, *self.artifacts]


class Act(NamedTuple):
    """Something that may be announced: its words, its card (a copy's name), its rule, and what it is for."""

    text: str
    card: str
    rule: Rule
    goal: str = ""


@dataclass
class Announced:
    """What was announced, and with which of the hero's copies."""

    act: Act
    scope: str  # "roll" or "battle"


@dataclass
class Side:
    """One of the two: a hero, or a Creature."""

    hero: Hero | None = None
    creature: Card | None = None
    used: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)  # thrown or damaged in an earlier roll
    thrown: list[str] = field(default_factory=list)  # in this battle
    flying: list[str] = field(default_factory=list)  # in this roll
    broken: list[str] = field(default_factory=list)  # damaged by its own payment in this roll
    announced: list[Announced] = field(default_factory=list)
    past: list[Announced] = field(default_factory=list)
    called: list[str] = field(default_factory=list)  # the cards of all that was announced
    drained: int = 0
    sapped: int = 0
    hurt: int = 0

    @property
    def held(self) -> list[str]:
        """What is used and still there."""
        return [name for name in self.used if name not in self.gone]


def singular(word: str) -> str:
    return SORTS.get(word, word)


@dataclass
class Roll:
    """A roll as it is told."""

    own: int
    enemy: int
    dice: tuple[Number, Number]
    result: str

    @property
    def totals(self) -> tuple[Number, Number]:
        return self.own + self.dice[0], self.enemy + self.dice[1]


@dataclass
class Fight:
    """A fight under way. Side 0 attacks, or is the hero who meets a Creature."""

    find: Find
    sides: tuple[Side, Side]
    average: bool = False
    in_plane: bool = False
    first_of_plane: bool = True
    discount_used: Callable[[Hero, str], bool] = lambda hero, mark: mark in hero.marks
    kind: str = ""  # strength, wills, shadow, all
    both: bool = False  # Wills first, then Strength
    step: str = "type"  # type, defend, arms, announce, answer, die, again, over
    speaker: int = 0
    rolls: list[Roll] = field(default_factory=list)
    dice: tuple[list[Number], list[Number]] = field(default_factory=lambda: ([], []))
    ops: tuple[list[str], list[str]] = field(default_factory=lambda: ([], []))
    passed: int = 0  # how many have let the dice lie since somebody answered them
    saved: tuple[list[int], list[int]] = field(
        default_factory=lambda: ([], [])
    )  # "lost by N is drawn" used after the roll
    answered: list[tuple[str, int]] = field(default_factory=list)  # to these dice, by card and whose die
    rerolling: tuple[int, int] = (0, 0)
    result: str = ""
    lives: int = 1
    won_lives: int = 0
    part_roll: int = 1  # the number of the roll in this part
    later: list[tuple[int, str, str, str]] = field(default_factory=list)  # "after battle": side, effect, card, goal
    chapel_used: bool = False
    readings: Mapping[str, Any] = field(default_factory=dict)  # what the table has decided
    turned: list[tuple[int, str]] = field(default_factory=list)  # who has turned this roll back, with what
    answered_with: Sequence[str] = ()  # the Items that a defender named with Wills, before the attacker's afresh

    # --- who and what --------------------------------------------------------------------------------

    @property
    def duel(self) -> bool:
        return self.sides[1].hero is not None

    @property
    def type(self) -> str:
        """The type as it is told."""
        return "both" if self.both else "strength" if self.kind == "shadow" else self.kind

    def hero(self, side: int) -> Hero:
        found = self.sides[side].hero
        assert found is not None
        return found

    def holds(self, condition: str, side: int) -> bool:
        """Whether a rule's condition holds for a fighter now (the language's `if`)."""
        hero, enemy = self.sides[side].hero, self.sides[1 - side].creature
        if condition == "strength fight":
            return self.kind in ("strength", "shadow", "all")
        if condition == "wills fight":
            return self.kind in ("wills", "all")
        if condition.startswith("against "):
            return enemy is not None and enemy.sort == singular(condition.removeprefix("against "))
        if condition == "attacker":
            return self.duel and side == 0  # a Creature is what attacks
        if condition == "used":
            return True  # looked at where the card is known
        if condition == "hurt":
            return self.sides[side].hurt > 0
        if condition in ("man", "woman"):
            found = hero or self.sides[1 - side].hero  # a Creature's rule looks at the hero
            return found is not None and found.sex == condition
        if condition == "no spell cast":
            return hero is not None and hero.spells_cast == 0
        raise ValueError(condition)

    def conditions_hold(self, rule: Rule, side: int) -> bool:
        return all(self.holds(condition, side) for condition in rule.conditions)

    # --- what counts ---------------------------------------------------------------------------------

    def active_cards(self, side: int) -> list[str]:
        """The cards of a hero whose `always` counts: Abilities, free Items, chosen ones while they are held."""
        hero, there = self.hero(side), self.sides[side].held
        free = [name for name in hero.whole if not self.find(name).chosen]
        return [*hero.abilities, *free, *there]

    def weapons(self, side: int) -> list[str]:
        return [name for name in self.sides[side].held if self.find(name).has("weapon")]

    def _times(self, words: str, card: str, side: int, goal: str) -> int:
        """How often a bonus counts by the words behind its number, with its plan in `KINDS`."""
        mine = self.sides[side]
        pool = self.weapons(side)
        about_weapons = False
        if goal:
            pool, about_weapons = [name for name in pool if name == goal], True
        elif card in mine.used and self.find(card).has("weapon"):
            pool = [name for name in pool if name == card]  # a weapon's own words are about itself
        hero, enemy = mine.hero, self.sides[1 - side].creature
        rest = words
        while rest:
            word, _, after = rest.partition(" ")
            two, _, after_two = after.partition(" ")
            if word == "thrown":
                pool, about_weapons, rest = [name for name in pool if name in mine.flying], True, after
            elif word == "with":
                pool = [name for name in pool if two in self.find(name).types]
                about_weapons, rest = True, after_two
            elif word == "two-handed":
                pool = [name for name in pool if self.find(name).has("two-handed")]
                about_weapons, rest = True, after
            elif rest.startswith("on a weapon"):
                about_weapons, rest = True, rest.removeprefix("on a weapon").strip()
            elif rest.startswith("empty hands"):
                if any(self.find(name).in_hand for name in mine.held):
                    return 0
                rest = rest.removeprefix("empty hands").strip()
            elif word == "against":
                if enemy is None or enemy.sort != singular(two):
                    return 0
                rest = after_two
            elif rest.startswith("first roll"):
                if not self._first_roll():
                    return 0
                rest = rest.removeprefix("first roll").strip()
            elif word == "at":
                place = hero.place if hero else self.hero(1 - side).place
                found = next(
                    (
                        one
                        for one in ("Forest Camp", "Magic Tower", "Thieves' Guild", "Enchanted Wilderness")
                        if after.startswith(one)
                    ),
                    two,
                )
                there = [*place, *("guild" for one in place if one in GUILDS)]
                if found.lower().rstrip("s") not in [one.lower().rstrip("s") for one in there]:
                    return 0
                if self.in_plane and not (self.first_of_plane and self._first_roll()):
                    return 0  # P43
                rest = after.removeprefix(found).strip()
            elif word in ("for", "per"):
                break
            else:
                raise ValueError(words)
        return len(pool) if about_weapons else 1

    def _first_roll(self) -> bool:
        return len(self.rolls) == 0

    def _count_per(self, words: str, side: int) -> int:
        """The factor of `per 1 artifact`, `per 2 items`."""
        found = re.search(r"per (\d+) (\w+)", words)
        if found is None:
            return 1
        return per_count(self.hero(side if self.sides[side].hero else 1 - side), found[2]) // int(found[1])

    def bonuses(self, side: int) -> Iterator[tuple[str, int]]:
        """Every bonus of a fighter that counts now, with its sort, whatever the fight."""
        sources: list[tuple[str, str, str]] = []  # effect, card, goal
        mine = self.sides[side]
        if mine.hero is not None:
            for card in self.active_cards(side):
                for rule in self.find(card).at("always"):
                    if self.conditions_hold(rule, side):
                        sources += [(effect, card, "") for effect in rule.effects]
            sources += [(bonus.effect, bonus.card, "") for bonus in mine.hero.bonuses]
            for one in mine.announced:
                sources += [(effect, one.act.card, one.act.goal) for effect in one.act.rule.effects]
        elif mine.creature is not None:
            for rule in mine.creature.at("always"):
                if self.conditions_hold(rule, side):
                    sources += [(effect, mine.creature.name, "") for effect in rule.effects]
        for effect, card, goal in sources:
            found = re.match(r"(in (?:strength|wills|either)|to (?:strength|willpower)) (\d+) ?(.*)$", effect)
            if found is not None:
                times = self._times(found[3], card, side, goal) * self._count_per(found[3], side)
                yield found[1], int(found[2]) * times

    def total(self, side: int) -> int:
        """Own total before the dice (section 3 of the rulings)."""
        mine = self.sides[side]
        added = sum(much for sort, much in self.bonuses(side) if sort in KINDS[self.kind])
        if mine.hero is not None:
            base = {
                "strength": mine.hero.health,
                "wills": mine.hero.magic,
                "shadow": mine.hero.magic,
                "all": mine.hero.health + mine.hero.magic,
            }[self.kind]
            return max(0, base + added - self._weakened(side, KINDS[self.kind]))
        assert mine.creature is not None
        if self.kind == "wills":
            drained = mine.drained + self._weakened(side, ("to willpower",))
            return max(0, self.printed_value(mine.creature.willpower, "willpower") + added - drained)
        if self.kind in ("shadow", "all"):
            # the number stands as Strength (or, for the Shadow, as the one value that is printed)
            added = sum(much for sort, much in self.bonuses(side) if sort in KINDS["strength"])
        printed = self.printed_value(mine.creature.strength or mine.creature.willpower, "strength")
        return max(0, printed + added - mine.sapped - self._weakened(side, ("to strength",)))

    def _weakened(self, side: int, sorts: Collection[str]) -> int:
        """By how much the enemy's cards always lower what a side fights with."""
        found = [re.fullmatch(r"enemy loses (\d+) (strength|willpower)", one) for one in self._always(1 - side)]
        return sum(int(one[1]) for one in found if one is not None and f"to {one[2]}" in sorts)

    def printed_value(self, text: str, which: str) -> int:
        """A Creature's value: a number, or the hero's own Strength or Willpower and what the card adds."""
        if not text.startswith("as yours"):
            return int(text)
        hero = self.hero(0)
        own = hero.health if which == "strength" else hero.magic
        own += sum(much for sort, much in self.bonuses(0) if sort == f"to {which}")
        own = max(0, own)
        found = re.search(r"([+x-])(\d+)", text)
        if found is None:
            return own
        many = int(found[2])
        return own * many if found[1] == "x" else own + many if found[1] == "+" else own - many

    # --- the type, the Items -------------------------------------------------------------------------

    def types(self) -> list[str]:
        """The types that a hero may choose against a Creature; [""] where there is no choice."""
        enemy = self.sides[1].creature
        assert enemy is not None
        if any(enemy.has(way) for way in ("both parts", "willpower for strength", "all values")):
            return [""]
        if enemy.strength and enemy.willpower and not enemy.willpower_first:
            return ["strength", "wills"]
        return [""]

    def wills_price(self, side: int, used: Sequence[str]) -> int:
        """What Wills cost: 2, against a hero 1 more for each Artifact, less what Items take off (section 3)."""
        hero, other = self.hero(side), self.sides[1 - side].hero
        price = int(self.readings.get("wills_magic", 2)) + (other.artifact_count if other else 0)
        free = [name for name in hero.whole if not self.find(name).chosen]
        for card in [*hero.abilities, *free, *used]:
            for rule in self.find(card).at("always"):
                if self.conditions_hold(rule, side):
                    price -= sum(number_in(one) for one in rule.effects if re.fullmatch(r"wills \d+ less", one))
        return max(0, price)

    def check_there(self, used: Sequence[str]) -> None:
        """Whether the hero has the Items that are named. Raises Refused."""
        if any(name not in self.hero(0).whole for name in used):
            raise Refused("it isn't there, or damaged")

    def check_hands(self, side: int, used: Sequence[str]) -> None:
        """Whether Items can be held together (P37). Raises Refused."""
        hero = self.hero(side)
        for name in used:
            if name not in hero.whole:
                raise Refused(f"{name} isn't there, or damaged")
        cards = [self.find(name) for name in used]
        hands = [card for card in cards if card.in_hand]
        weapons = [card for card in hands if card.has("weapon")]
        free = [name for name in hero.whole if not self.find(name).chosen]
        two = any(
            "two weapons" in rule.effects
            for name in [*hero.abilities, *free]
            for rule in self.find(name).at("always")
        )
        if len(hands) > 2:
            raise Refused("two hands")
        if any(card.has("two-handed") for card in hands) and len(hands) > 1:
            raise Refused("both hands are full")
        if len(weapons) > (2 if two else 1):
            raise Refused("one weapon")
        if sum(card.has("shield") for card in hands) > 1:
            raise Refused("one shield")
        if sum(card.has("head") for card in cards) > 1:
            raise Refused("one head")

    def choose(self, kind: str, used: Sequence[str]) -> None:
        """The hero says the type ("" where there is none to choose) and the Items, and pays."""
        self.check_hands(0, used)
        for side in self.sides:
            if side.hero is not None:  # what goes once a battle is free again
                side.hero.marks = [mark for mark in side.hero.marks if not mark.startswith("once a battle ")]
        hero, enemy = self.hero(0), self.sides[1].creature
        if enemy is None:
            if kind == "wills":
                self._set_kind("wills", 0, used)
            else:
                self.kind = "strength"
                self.sides[0].used = list(used)
            self.step, self.speaker = "defend", 1
            return
        both = enemy.has("both parts")
        if both:
            fought = "wills"
        elif enemy.has("willpower for strength"):
            fought = "shadow"
        elif enemy.has("all values"):
            fought = "all"
        elif enemy.strength and enemy.willpower and not enemy.willpower_first:
            fought = kind or "strength"
        else:
            fought = "strength" if enemy.strength and not enemy.willpower_first else "wills"
            if kind and kind != fought:
                raise Refused("it can't be fought so")
        if kind and (both or fought == "all" or (fought == "shadow" and kind != "strength")):
            raise Refused("it says itself how it fights")
        self.kind = fought  # conditions of prices look at it
        try:
            self._pay_type(hero, enemy, fought, used, chosen=len(self.types()) > 1)
        except Refused:
            self.kind = ""
            raise
        self.both = both
        self.sides[0].used = list(used)
        self.lives = enemy.lives
        self.step, self.speaker = "announce", 0

    def _pay_type(self, hero: Hero, enemy: Card, fought: str, used: Sequence[str], *, chosen: bool) -> None:
        if fought == "strength" and enemy.strength_magic:
            if hero.magic < enemy.strength_magic:
                raise Refused("a Strength fight costs Magic")
            hero.magic -= enemy.strength_magic
        elif fought == "wills" and enemy.wills_health:
            if hero.health < enemy.wills_health:
                raise Refused("a Wills fight costs Health")
            hero.health -= enemy.wills_health
        elif fought == "wills" and chosen:
            price = self.wills_price(0, used)
            if price > hero.magic:
                raise Refused("too little Magic")
            hero.magic -= price

    def _set_kind(self, kind: str, side: int, used: Sequence[str]) -> None:
        before, self.kind = self.kind, kind
        price = self.wills_price(side, used)
        if price > self.hero(side).magic:
            self.kind = before
            raise Refused("too little Magic")
        self.hero(side).magic -= price
        self.sides[side].used = list(used)

    def defend(self, kind: str, used: Sequence[str]) -> None:
        """The defender accepts, or turns a Strength fight into Wills and pays."""
        if kind == "wills" and self.kind == "wills":
            raise Refused("it is Wills already")
        self.check_hands(1, used)
        if kind == "wills" and self.readings.get("arms_after_type") == "anew":
            if not any(self.may_arm(1, some) for some in ([used] if used else self.hand_sets(1))):
                raise Refused("too little Magic")
            self.step, self.speaker, self.answered_with = "arms", 0, used
            self._next_to_arm()
            return
        if kind == "wills":
            self._set_kind("wills", 1, used)
        else:
            self.sides[1].used = list(used)
        self.step, self.speaker = "announce", 0

    def arms(self, used: Sequence[str]) -> None:
        """Who speaks names Items afresh for Wills that were an attack with Strength (P72)."""
        self.check_hands(self.speaker, used)
        if self.speaker:
            self._set_kind("wills", 1, used)
            self.step, self.speaker = "announce", 0
            return
        self.sides[0].used, self.speaker = list(used), 1
        if self.answered_with:
            self.arms(self.answered_with)
        else:
            self._next_to_arm()

    def _next_to_arm(self) -> None:
        """Who has nothing to hold names nothing."""
        if not any(self.find(name).chosen for name in self.hero(self.speaker).whole):
            self.arms(())

    def may_arm(self, side: int, used: Sequence[str]) -> bool:
        """Whether a side may name these Items afresh: a defender must be able to pay for Wills with them."""
        kind, self.kind = self.kind, "wills"
        price = self.wills_price(1, used) if side else 0
        self.kind = kind
        return price <= self.hero(1).magic

    def hand_sets(self, side: int) -> Iterator[list[str]]:
        """Items that may be held together, up to three."""
        names = [name for name in self.hero(side).whole if self.find(name).chosen]
        for many in range(4):
            for some in combinations(names, many):
                try:
                    self.check_hands(side, some)
                except Refused:
                    continue
                yield list(some)

    # --- announcements -------------------------------------------------------------------------------

    def acts(self, side: int) -> list[Act]:
        """What a hero may announce now, before or after the roll."""
        return [act for act in self._all_acts(side) if self.why_not(side, act) == ""]

    def offered(self, side: int) -> list[str]:
        """What the program lists of it: nothing that can't count in this fight."""
        return [act.text for act in self.acts(side) if act.rule.when == "throw" or self._matters(act)]

    def _matters(self, act: Act) -> bool:
        to_come = self.both and self.kind == "wills" and act.rule.when == "battle"
        kinds = KINDS["all" if to_come else self.kind]
        for effect in act.rule.effects:
            bonus = re.match(r"((?:in|to) \w+) \d", effect)
            if bonus is not None and bonus[1] not in kinds:
                continue
            if effect.startswith("enemy loses") and not self._lowers(effect):
                continue
            return True
        return False

    def _lowers(self, effect: str) -> bool:
        """Whether an enemy who loses this is weaker in this fight; a Creature has one value in it."""
        value = {"health": "strength", "magic": "willpower"}.get(effect.split()[-1], effect.split()[-1])
        kinds = KINDS[self.kind] if self.duel else KINDS["wills" if self.kind == "wills" else "strength"]
        return f"to {value}" in kinds

    def _all_acts(self, side: int) -> Iterator[Act]:
        hero = self.hero(side)
        for name in self.sides[side].used:
            if self.find(name).has("throwing"):
                yield Act(f"throw {name}", name, Rule("throw", "", None, (), (), (), ""))
        seen = set()
        for name in [*hero.whole, *hero.abilities]:
            card = self.find(name)
            for rule in card.rules:
                if rule.when not in ("battle", "roll", "any roll", "after roll"):
                    continue
                text = f"{'cast' if card.spell is not None else 'use'} {name}"
                paid = [part for part in rule.cost if not part.endswith((" this", " item", " items"))]
                if card.kind != "ability" and paid:
                    text = f"pay {' and '.join(paid)} for {name}"
                goals = [""]
                if any("on a weapon" in effect for effect in rule.effects):
                    goals = self.weapons(side)
                if "reroll a die" in rule.effects:
                    goals = self._dice_goals(side)
                for goal in goals:
                    said = f"{text} on {goal}" if goal else text
                    if said not in seen:
                        yield Act(said, name, rule, goal)
                    seen.add(said)

    def _dice_goals(self, side: int) -> list[str]:
        """The dice that lie there, as they are called: own, enemy, with their face where there are several."""
        found = []
        for word, which in (("own", side), ("enemy", 1 - side)):
            dice = self.dice[which]
            if len(dice) > 1:
                found += list(dict.fromkeys(f"{word} {face}" for face in dice))
            elif dice:
                found.append(word)
        return found

    def spell_price(self, hero: Hero, card: Card) -> tuple[int, list[str]]:
        """The Magic of a Spell, and the marks of the discount that it takes (one a Spell, each once a round)."""
        price = card.spell or 0
        found: list[tuple[int, list[str]]] = []
        for name in [*hero.whole, *hero.abilities] if price else ():  # of two that are alike either will do
            other = self.find(name)
            if other.chosen and not any(name in side.held for side in self.sides if side.hero is hero):
                continue
            for rule in other.at("always"):
                mark = mark_of(other, rule, name) if rule.often else ""
                cheaper = [number_in(one) for one in rule.effects if re.fullmatch(r"spell \d+ less", one)]
                found += [(less, [mark] if mark else []) for less in cheaper if mark not in hero.marks]
        less, marks = max(found, key=lambda one: (min(one[0], price), -one[0]), default=(0, []))
        return max(0, price - less), marks

    def why_not(self, side: int, act: Act) -> str:
        """Why something can't be announced now; "" if it can."""
        hero, mine = self.hero(side), self.sides[side]
        card, rule = self.find(act.card), act.rule
        if rule.when == "throw":
            return self._why_not_throw(side, act.card)
        if self.step == "announce" and rule.when == "after roll":
            return "after the roll"
        if self.step == "answer" and rule.when != "after roll":
            return "before the roll"
        if rule.when == "battle" and self.part_roll > 1:
            return "before the first roll"
        if card.chosen and act.card not in mine.held:
            return "not in use"
        if act.card in mine.broken:
            return "damaged"
        if not self.conditions_hold(rule, side):
            return "a condition"
        enemy = self.sides[1 - side].creature
        if card.spell is not None and enemy is not None and enemy.has("no spells"):
            return "no Spells"
        if rule.often and mark_of(card, rule, act.card) in hero.marks:
            return "used"
        if rule.when == "after roll":
            if "roll again" not in rule.effects and self._goal(side, act) in self.answered:
                return "P34"
            free = not (rule.cost or rule.often or card.spell or card.has("potion") or card.has("scroll"))
            once = free or self.readings.get("turn_back_time") == "once"
            if once and "roll again" in rule.effects and (side, self._key(act)) in self.turned:
                return "P36"
        else:
            scope = "battle" if rule.when == "battle" else "roll"
            there = mine.announced if scope == "roll" else [*mine.announced, *mine.past]
            for one in there:
                if one.scope == scope and one.act.goal == act.goal and self._same(one.act, act):
                    return "P34"
        return self._why_not_pay(hero, card, rule, act.card)

    def _key(self, act: Act) -> str:
        """What counts as the same: a Spell in all its copies (P69), any other card by itself."""
        return key_of(self.find(act.card), act.card)

    def _die_meant(self, side: int, act: Act) -> tuple[int, int]:
        """The die that is meant: whose, and which of several."""
        word, _, face = act.goal.partition(" ")
        which = side if word == "own" else 1 - side
        return (which, [str(one) for one in self.dice[which]].index(face) if face else 0) if word else (-1, -1)

    def _goal(self, side: int, act: Act) -> tuple[str, int]:
        """What answers dice: the card, and whose dice, whichever of several is meant."""
        return self._key(act), self._die_meant(side, act)[0]

    def _same(self, one: Act, other: Act) -> bool:
        """Whether two announcements are the same Spell (two copies are one, P69) or the same card's paid bonus."""
        if one.rule.when == "throw" or other.rule.when == "throw":
            return False
        return self._key(one) == self._key(other)

    def _why_not_throw(self, side: int, name: str) -> str:
        mine = self.sides[side]
        if self.step != "announce":
            return "before the roll"
        if name not in mine.held or name in mine.thrown or name in mine.broken:
            return "not in the hand"
        if self.kind == "wills" and not any(
            effect.startswith(("in wills", "in either")) for rule in self.find(name).rules for effect in rule.effects
        ):
            return "P68"
        return ""

    def _why_not_pay(self, hero: Hero, card: Card, rule: Rule, name: str) -> str:
        magic = self.spell_price(hero, card)[0] if card.spell is not None else 0
        health = gold = experience = 0
        for part in rule.cost:
            many, what = number_in(part), part.split()[-1]
            magic += many * (what == "magic")
            health += many * (what == "health")
            gold += many * (what == "gold")
            experience += many * (what == "experience")
            if part == "damage this" and (name in hero.artifacts or name not in hero.items):
                return "can't be damaged"
        enough = hero.magic >= magic and hero.health >= health
        return "" if enough and hero.gold >= gold and hero.experience >= experience else "too dear"

    def announce(self, side: int, act: Act) -> None:
        """Announce something and pay for it. Raises Refused."""
        why = self.why_not(side, act)
        if why:
            raise Refused(why)
        hero, mine = self.hero(side), self.sides[side]
        card, rule = self.find(act.card), act.rule
        if rule.when == "throw":
            mine.flying.append(act.card)
            mine.thrown.append(act.card)
            return
        if card.spell is not None:
            price, marks = self.spell_price(hero, card)
            hero.magic -= price
            hero.marks += marks
            hero.spells_cast += 1
        for part in rule.cost:
            many, what = number_in(part), part.split()[-1]
            if part == "damage this":
                mine.broken.append(act.card)
                hero.items.remove(act.card)
                hero.damaged.append(act.card)
            elif part == "discard this":
                self._discard(hero, act.card)
            elif what in ("magic", "health", "gold", "experience"):
                setattr(hero, what, getattr(hero, what) - many)
        if rule.often:
            hero.marks.append(mark_of(card, rule, act.card))
        if card.has("potion") or card.has("scroll"):
            self._discard(hero, act.card)
        mine.called.append(act.card)
        if rule.when == "after roll":
            self._after_roll(side, act)
            return
        mine.announced.append(Announced(act, "battle" if rule.when == "battle" else "roll"))
        for effect in rule.effects:
            if effect.endswith(" after battle"):
                self.later.append((side, effect.removesuffix(" after battle"), act.card, act.goal))
            elif effect.startswith("enemy loses"):
                self._drain(side, number_in(effect), effect.split()[-1])
            else:
                self._at_once(hero, effect)

    def _discard(self, hero: Hero, name: str) -> None:
        if name in hero.items:
            hero.items.remove(name)
            hero.discarded.append(name)

    def _drain(self, side: int, many: int, what: str) -> None:
        """Power Drain: a Creature is weaker, not under 0; a hero loses the Magic or Health that there is."""
        other, right = self.sides[1 - side], {"strength": "health", "willpower": "magic"}.get(what, what)
        if other.hero is not None:
            many = min(many, getattr(other.hero, right))
            setattr(other.hero, right, getattr(other.hero, right) - many)
            other.hurt += many * (right == "health")
        elif right == "magic":
            other.drained += many
        else:
            other.sapped += many

    def _at_once(self, hero: Hero, effect: str) -> None:
        """The few effects that act while a fight goes on."""
        found = re.fullmatch(r"(heal|recharge|lose|gain) (\d+) (health|magic|gold|experience)", effect)
        if found is None:
            return
        what, many = found[3], int(found[2])
        if found[1] == "lose":
            many = -min(many, getattr(hero, what))
        elif what in ("health", "magic"):
            many = min(many, (hero.red if what == "health" else hero.blue) - getattr(hero, what))
        setattr(hero, what, getattr(hero, what) + many)

    # --- the roll ------------------------------------------------------------------------------------

    def dice_ops(self, side: int) -> list[str]:
        """What changes a side's die, the attacker's words first (P35)."""
        found = []
        for who in (0, 1):
            for effect in [
                *self._best_first(who),
                *(effect for one in self.sides[who].announced for effect in one.act.rule.effects),
            ]:
                own = who == side
                if own and effect in ("better of two", "worse of two"):
                    found.append(effect.split()[0])
                elif not own and effect in ("enemy better of two", "enemy worse of two"):
                    found.append(effect.split()[1])
                elif effect.startswith("own die" if own else "enemy die"):
                    found.append(f"set {number_in(effect)}")
        return found

    def _best_first(self, who: int) -> list[str]:
        """What always works for a side; a hero's cards change a die in the order that is best for her (X6)."""
        found = self._always(who)
        if self.sides[who].creature is not None:
            return found
        for put_last in ("better of two", "enemy worse of two", "worse of two", "enemy better of two"):
            found = [one for one in found if one != put_last] + [one for one in found if one == put_last]
        for face in range(1, 7):
            for last in (f"own die {face}", f"enemy die {7 - face}"):
                found = [one for one in found if one != last] + [one for one in found if one == last]
        return found

    def _always(self, side: int) -> list[str]:
        """The effects of a fighter's `always` that count now."""
        mine = self.sides[side]
        rules: list[Rule] = []
        if mine.creature is not None:
            rules = mine.creature.at("always")
        else:
            for card in self.active_cards(side):
                rules += self.find(card).at("always")
        return [effect for rule in rules if self.conditions_hold(rule, side) for effect in rule.effects]

    def dice_needed(self) -> tuple[int, int]:
        """How many dice each side throws."""
        return how_many(self.dice_ops(0)), how_many(self.dice_ops(1))

    def roll(self, own: Sequence[int], enemy: Sequence[int]) -> None:
        """Both dice lie on the table; those who can answer them speak next."""
        self.ops = (self.dice_ops(0), self.dice_ops(1))
        self.dice = (self._lie(self.ops[0], own), self._lie(self.ops[1], enemy))
        self.saved, self.answered = ([], []), []
        self.speaker = self.passed = 0
        self.step = "answer"
        self._next_to_answer()

    def _lie(self, ops: Sequence[str], thrown: Sequence[int]) -> list[Number]:
        if how_many(ops) == 0:
            return [int(next(op for op in reversed(ops) if op.startswith("set")).split()[1])]
        return [averaged(ops)] if self.average else list(thrown)

    def die(self, side: int) -> Number:
        """What a side's dice come to."""
        return self.dice[side][0] if self.average else come_to(self.ops[side], self.dice[side])

    def outcome(self) -> str:
        """The result of the dice as they lie, for side 0, with what turns losses into draws."""
        lead = Fraction(self.total(0) + self.die(0) - self.total(1) - self.die(1))
        if lead == 0:
            return "drawn"
        loser = 0 if lead < 0 else 1
        announced = [effect for one in self.sides[loser].announced for effect in one.act.rule.effects]
        saving = [effect for effect in [*self._always(loser), *announced] if effect.endswith("is drawn")]
        margins: list[int] = [*self.saved[loser], *map(margin_in, saving)]
        if any(abs(lead) <= margin for margin in margins):
            return "drawn"
        return "won" if lead > 0 else "lost"

    def _after_roll(self, side: int, act: Act) -> None:
        self.passed = 0
        self.answered.append(self._goal(side, act))
        for effect in act.rule.effects:
            if effect == "roll again":
                self.step, self.saved, self.answered = "again", ([], []), []
                self.turned.append((side, self._key(act)))
                return
            if effect == "reroll a die" and not self.average:  # an average stays what it is
                self.step, self.rerolling = "die", self._die_meant(side, act)
                return
            if effect.endswith("is drawn"):
                self.saved[side].append(margin_in(effect))
            elif effect.endswith(" after battle"):
                self.later.append((side, effect.removesuffix(" after battle"), act.card, act.goal))
            else:
                self._at_once(self.hero(side), effect)
        self._next_to_answer()

    def reroll(self, face: int) -> None:
        """The die that Altered Reality throws again."""
        which, at = self.rerolling
        self.dice[which][at] = face
        self.step = "answer"
        self._next_to_answer()

    def roll_again(self, own: Sequence[int], enemy: Sequence[int]) -> None:
        """Both dice anew; what was announced stays (P36)."""
        self.dice = (self._lie(self.ops[0], own), self._lie(self.ops[1], enemy))
        self.step, self.speaker = "answer", 0
        self._next_to_answer()

    def stand(self) -> None:
        """Who speaks lets the dice lie."""
        self.passed += 1
        self.speaker = 1 - self.speaker
        self._next_to_answer()

    def _next_to_answer(self) -> None:
        """Who has answered may answer again, then it is the other's turn, until both let it stand (P36)."""
        while self.passed < 2:
            if self.sides[self.speaker].hero is not None and self.acts(self.speaker):
                return
            self.passed += 1
            self.speaker = 1 - self.speaker
        self._judge()

    def _judge(self) -> None:
        """The roll counts."""
        result = self.outcome()
        self.rolls.append(Roll(self.total(0), self.total(1), (self.die(0), self.die(1)), result))
        self.turned = []
        for side in self.sides:
            side.gone += side.flying + side.broken
            side.flying, side.broken = [], []
            side.past += [one for one in side.announced if one.scope == "roll"]
            side.announced = [one for one in side.announced if one.scope == "battle"]
            if side.hero is not None:
                side.hero.bonuses = [one for one in side.hero.bonuses if one.until != "first roll"]
        self.speaker = 0
        self.part_roll += 1
        if result == "won" and self.both and self.kind == "wills":
            self.won_lives += 1
            if self.won_lives == self.lives:
                self.kind, self.part_roll, self.won_lives = "strength", 1, 0
        elif result == "won":
            self.won_lives += 1
            if self.won_lives == self.lives:
                self._over(result)
                return
        else:
            self._over(result)
            return
        self.step = "announce"

    def _over(self, result: str) -> None:
        self.result, self.step = result, "over"
        for side in self.sides:
            for name in side.thrown:  # damaged after the battle (P33)
                if side.hero is not None and name in side.hero.items:
                    side.hero.items.remove(name)
                    side.hero.damaged.append(name)

    # --- as words ------------------------------------------------------------------------------------

    def options(self) -> list[str]:
        """What who speaks may say, as the program lists it; what dice show is left out."""
        if self.step == "announce":
            passing = ["done"] if self.duel and self.speaker == 0 else []
            return [*self.offered(self.speaker), *passing, "roll"]
        if self.step == "answer":
            return ["stand", *self.offered(self.speaker)]
        return []

    def say(self, text: str) -> None:
        """Carry out what is said before or after a roll; dice behind `roll` as numbers. Raises Refused."""
        if text == "done" and self.step == "announce" and "done" in self.options():
            self.speaker = 1
        elif text == "stand" and self.step == "answer":
            self.stand()
        elif re.match(r"(roll)?[ \d+]*$", text):
            self._say_dice(text.removeprefix("roll").strip())
        else:
            acts = list(self._all_acts(self.speaker))
            meant = [one for one in acts if one.text == text]  # the first of two copies by its own name
            meant = meant or [one for one in acts if re.sub(r" #\d+", "", one.text) == text]
            if not meant:
                raise Refused(text)
            legal = [one for one in meant if not self.why_not(self.speaker, one)]
            self.announce(self.speaker, (legal or meant)[0])

    def _say_dice(self, text: str) -> None:
        thrown = [[int(die) for die in part.split("+")] for part in text.split()]
        flat = [die for part in thrown for die in part]
        if self.step == "die":
            self.reroll(flat[0] if flat else 0)
            return
        needed = tuple(map(how_many, self.ops)) if self.step == "again" else self.dice_needed()
        if 0 in needed and [len(part) for part in thrown] == [many or 1 for many in needed]:  # a set die may be told
            flat = thrown[1 - needed.index(0)] if any(needed) else []
        (self.roll_again if self.step == "again" else self.roll)(flat[: needed[0]], flat[needed[0] :])


def key_of(card: Card, name: str) -> str:
    """What counts as the same card: all copies of a Spell, any other card by itself."""
    return card.name if card.spell is not None else name


def mark_of(card: Card, rule: Rule, name: str) -> str:
    """What is noted where a rule may be used once: the scope, the card and the rule; copies of a Spell are one."""
    return f"{rule.often} {key_of(card, name)}: {rule.does}"


def how_many(ops: Sequence[str]) -> int:
    """The dice that one side throws."""
    many = 1
    for op in ops:
        many = 0 if op.startswith("set") else many * 2
    return many


def come_to(ops: Sequence[str], dice: Sequence[Number]) -> Number:
    """Better and worse of two in their order, each on what the earlier ones left (P35)."""
    left = list(dice)
    for op in ops:
        if len(left) > 1 and not op.startswith("set"):
            best = max if op == "better" else min
            left = [best(left[at], left[at + 1]) for at in range(0, len(left), 2)]
    return left[0]


def faces_of(ops: Sequence[str]) -> dict[int, Fraction]:
    """Each face that a side's dice can come to, with its chance."""
    chances = {face: Fraction(1, 6) for face in range(1, 7)}
    for op in ops:
        if op.startswith("set"):
            chances = {int(op.split()[1]): Fraction(1)}
            continue
        best = max if op == "better" else min
        pairs: dict[int, Fraction] = {}
        for one, p in chances.items():
            for two, q in chances.items():
                pairs[best(one, two)] = pairs.get(best(one, two), Fraction(0)) + p * q
        chances = pairs
    return chances


def averaged(ops: Sequence[str]) -> Fraction:
    """What a side's dice come to on average (P44)."""
    return sum((face * chance for face, chance in faces_of(ops).items()), Fraction(0))


def margin_in(effect: str) -> int:
    """By how much a loss may be for "lost by 1 is drawn"; any for "lost is drawn"."""
    return number_in(effect) or 10**6


def per_count(hero: Hero, what: str) -> int:
    """What `per` counts: Artifacts, Items (damaged ones and Artifacts too), Abilities, Gold ..."""
    what = what.removesuffix("s")
    if what == "artifact":
        return hero.artifact_count
    if what == "item":
        return len(hero.items) + len(hero.damaged) + hero.artifact_count
    raise ValueError(what)
