"""What the twin does when a card says something: counts, harm to Items, prices; what asks a question yields it.

`World` has what a fight on its own needs; a whole game adds decks, spaces and other players to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.prophecy.twin_cards import Card, Rule, number_in
from tests.prophecy.twin_fights import Bonus, Fight, Hero, come_to, how_many, key_of, mark_of, per_count

LIMITS = {"health": "red", "magic": "blue"}
MOST = {"red": 8, "blue": 10}


@dataclass
class Ask:
    """A question: who answers (a player's name, "" for the table), what it is about, what may be said.

    `open` ones are answered with more than the options tell.
    """

    who: str
    key: str
    options: list[str]
    open: bool = False
    check: Callable[[str], str] | None = None
    told: str = ""


Asking = Generator[Ask, str, None]
Deciding = Generator[Ask, str, str]
Finding = Generator[Ask, str, bool]


class Died(Exception):
    """A hero lost more Health than there was."""

    def __init__(self, hero: Hero) -> None:
        super().__init__(hero.name)
        self.hero = hero


@dataclass
class Source:
    """Where an effect comes from: its card, the fight it belongs to and whose side speaks, what follows."""

    card: str
    fight: Fight | None = None
    side: int = 0
    hostile: bool = False
    lying: object = None
    goal: str = ""


@dataclass
class World:
    """What effects act on."""

    find: Callable[[str], Card]
    half_up: bool = False
    dice_wanted: int = 1
    program_rolls: bool = False
    no_spells: bool = False
    in_use: list[str] = field(default_factory=list)  # hand and head Items of the fight that is over
    thrown_for: dict[str, int] = field(default_factory=dict)
    readings: Mapping[str, Any] = field(default_factory=dict)  # what the table has decided

    # --- counts --------------------------------------------------------------------------------------

    def gain(self, hero: Hero, what: str, many: int) -> None:
        """Gold, Experience; Strength and Willpower cube by cube, healing at the limit (P6)."""
        if what in ("gold", "experience"):
            setattr(hero, what, getattr(hero, what) + many)
            return
        right, every = ("health", "red") if what == "strength" else ("magic", "blue")
        for _ in range(many):
            if getattr(hero, every) < self.most(every):
                setattr(hero, every, getattr(hero, every) + 1)
                setattr(hero, right, getattr(hero, right) + 1)
            elif self.readings.get("at_the_limit") != "nothing" and getattr(hero, right) < getattr(hero, every):
                setattr(hero, right, getattr(hero, right) + 1)

    def most(self, every: str) -> int:
        """The most cubes of a colour that anybody has."""
        return int(self.readings.get(f"{every}_cubes", MOST[every]))

    def lose(self, hero: Hero, what: str, many: int) -> int:
        """Lose something; how much there was of it. Raises Died for Health that isn't there (P8)."""
        if what in ("strength", "willpower"):
            right, every = ("health", "red") if what == "strength" else ("magic", "blue")
            many = min(many, getattr(hero, every))
            setattr(hero, every, getattr(hero, every) - many)
            setattr(hero, right, max(0, getattr(hero, right) - many))  # off the left if the right is empty (P7)
            return many
        there: int = min(many, getattr(hero, what))
        setattr(hero, what, getattr(hero, what) - there)
        if what == "health" and there < many:
            hero.alive = False
            raise Died(hero)
        return there

    def restore(self, hero: Hero, what: str, many: int) -> None:
        """Heal Health or recharge Magic, at most what is missing."""
        every = getattr(hero, LIMITS[what])
        setattr(hero, what, min(every, getattr(hero, what) + many))

    def part(self, hero: Hero, many: str, what: str, verb: str = "lose") -> int:
        """A number, `all` or `half` of what there is (halves down, P31, unless the table reads it otherwise)."""
        right = {"strength": "red", "willpower": "blue"}.get(what, what)
        there: int = getattr(hero, right)
        up = self.readings.get("half_lost") == "up" and verb == "lose" and what in ("health", "magic")
        return {"all": there, "half": (there + up) // 2}[many] if many in ("all", "half") else int(many)

    # --- prices --------------------------------------------------------------------------------------

    def spell_price(self, hero: Hero, name: str) -> tuple[int, list[str]]:
        """A Spell's Magic outside battles, and the marks of the discount it takes (once a Spell)."""
        price, marks = self.find(name).spell or 0, list[str]()
        for other in [*hero.abilities, *hero.whole]:
            card = self.find(other)
            for rule in card.at("always") if not card.chosen else ():
                for effect in rule.effects:
                    if price and not marks and re.fullmatch(r"spell \d+ less", effect):
                        if rule.often and mark_of(card, rule, other) in hero.marks:
                            continue
                        price = max(0, price - number_in(effect))
                        marks = [mark_of(card, rule, other)] if rule.often else []
        return price, marks

    def why_not_pay(self, hero: Hero, name: str, rule: Rule) -> str:
        """Why the price of a card's rule can't be paid in full, its Magic as a Spell with it; "" if it can."""
        card = self.find(name)
        need = {"magic": self.spell_price(hero, name)[0] if card.spell is not None else 0}
        items = 0
        for part in rule.cost:
            many, what = number_in(part), part.split()[-1]
            if part.endswith(" this"):
                if name in hero.artifacts or name not in hero.items:
                    return "an Artifact, or damaged"
            elif what.startswith("item"):
                items += many
            else:
                right = {"strength": "health", "willpower": "magic"}.get(what, what)  # on the right side (Alchemist)
                need[right] = need.get(right, 0) + many
        for what, many in need.items():
            if getattr(hero, what) < many:
                return f"too little {what}"
        return "too few Items" if items > len(self.other_items(hero, name)) else ""

    def other_items(self, hero: Hero, name: str) -> list[str]:
        """Items that can be the price of a card's rule: never the card itself."""
        return [item for item in self.spare_items(hero) if item != name]

    def spare_items(self, hero: Hero) -> list[str]:
        """Items that may be given up: no Artifacts (P51)."""
        return [*hero.items, *hero.damaged]

    # --- Items ---------------------------------------------------------------------------------------

    def discard(self, hero: Hero, name: str) -> None:
        """An Item goes to the discards."""
        for pile in (hero.items, hero.damaged):
            if name in pile:
                pile.remove(name)
                hero.discarded.append(name)

    def damage(self, hero: Hero, name: str) -> None:
        """An Item is turned face down; an Artifact can't be."""
        if name in hero.items:
            hero.items.remove(name)
            hero.damaged.append(name)

    def choose_item(self, hero: Hero, verb: str, names: Sequence[str]) -> Deciding:
        """One of several Items, by the hero's player; asked only where there is a choice."""
        if len(set(names)) == 1:
            return names[0]
        return (yield Ask(hero.name, verb, list(names)))

    def give_up(self, hero: Hero, verb: str, names: Sequence[str]) -> Generator[Ask, str, list[str]]:
        """One Item as a list, empty where a fight on its own leaves the choice open."""
        name = yield from self.choose_item(hero, verb, names)
        return [name] if name else []

    # --- effects -------------------------------------------------------------------------------------

    def carry_out(self, hero: Hero, effects: Iterable[str], source: Source) -> Asking:
        """A rule's effects, one after the other."""
        for effect in effects:
            yield from self.effect(hero, effect, source)

    def effect(self, hero: Hero, effect: str, source: Source) -> Asking:
        """One effect; what lies behind `or else` comes too where the first didn't go all the way."""
        effect = effect.removeprefix("also ")
        first, _, otherwise = effect.partition(" or else ")
        whole = yield from self.one(hero, first, source)
        if otherwise and not whole:
            yield from self.effect(hero, otherwise, source)

    def one(self, hero: Hero, effect: str, source: Source) -> Finding:
        """An effect without `or else`; whether it went all the way."""
        found = re.fullmatch(
            r"(gain|lose|heal|recharge) (\d+|all|half) (gold|experience|strength|willpower|health|magic)(?: per .*)?",
            effect,
        )
        if found is not None:
            verb, many, what = found.groups()
            number = self.part(hero, many, what, verb) if verb in ("gain", "lose") or many.isdigit() else 99
            per = re.search(r"per (\d+) (\w+)", effect)
            if per is not None:
                number *= per_count(hero, per[2]) // int(per[1])
            if verb == "gain":
                self.gain(hero, what, number)
            elif verb == "lose":
                hurts = source.fight is not None and source.hostile and what == "health"
                if hurts and source.fight is not None and number:
                    source.fight.sides[source.side].hurt += number
                return self.lose(hero, what, number) == number
            else:
                self.restore(hero, what, number)
            return True
        if re.fullmatch(r"(damage|discard) (a|an|all) (weapon|shield|item|items)", effect):
            return (yield from self._harm(hero, effect, source))
        if effect == "discard the dearest item":
            names = self.spare_items(hero)
            if not names:
                return False
            dearest = max(self.find(name).costs for name in names)
            names = [name for name in names if self.find(name).costs == dearest]
            for name in (yield from self.give_up(hero, "discard", names)):
                self.discard(hero, name)
            return True
        sorts = "(?:in|to) (?:strength|wills|either|willpower)"
        if found := re.fullmatch(rf"({sorts} \d+.*?)( for the round| for the turn| first roll)?", effect):
            until = {" for the round": "round", " first roll": "first roll"}.get(found[2] or "", "turn")
            hero.bonuses.append(Bonus(found[1], source.card, until))
            return True
        found = re.fullmatch(r"lay (\d+) (gold|items?) on this", effect)
        if found is not None:
            return (yield from self._lay(hero, int(found[1]), found[2], source))
        return (yield from self.other(hero, effect, source))

    def _lay(self, hero: Hero, many: int, what: str, source: Source) -> Finding:
        """Gold or Items that a Creature takes lie on it for whoever beats it."""
        if what == "gold":
            there = self.lose(hero, "gold", many)
            self.laid(source, there, "")
            return there == many
        for _ in range(many):
            names = self.spare_items(hero)
            if not names:
                return False
            for name in (yield from self.give_up(hero, "give", names)):
                pile = hero.items if name in hero.items else hero.damaged
                pile.remove(name)
                self.laid(source, 0, name, damaged=pile is hero.damaged)
        return True

    def laid(self, source: Source, gold: int, item: str, *, damaged: bool = False) -> None:
        """Put Gold or an Item under the Creature of a space; a fight on its own has none."""

    def _harm(self, hero: Hero, effect: str, source: Source) -> Finding:
        verb, how, what = effect.split()
        do = self.damage if verb == "damage" else self.discard
        if what == "weapon" and source.fight is not None:
            used = [name for name in source.fight.sides[source.side].used if self.find(name).has("weapon")]
            for name in [source.goal] if source.goal in used else used:  # both with Ambidexterity, but for a Spell
                do(hero, name)
            return bool(used)
        names = list(hero.items) if verb == "damage" else self.spare_items(hero)
        if what in ("weapon", "shield"):
            names = [name for name in names if self.find(name).has(what)]
        if not names:
            return False
        for name in names if how == "all" else (yield from self.give_up(hero, verb, names)):
            do(hero, name)
        return True

    def other(self, hero: Hero, effect: str, source: Source) -> Finding:
        """What only a whole game knows."""
        yield from ()
        return False

    # --- after a battle ------------------------------------------------------------------------------

    def die_for(self, hero: Hero, rule: Rule, name: str) -> Generator[Ask, str, bool]:
        """Whether the die that a rule wants falls right; a roll, so what helps any roll works (P41)."""
        if rule.faces is None:
            return True
        if name not in self.thrown_for:  # one die for all rules of a card (Golem Guardian)
            self.thrown_for[name] = yield from self._die(hero)
        return rule.faces[0] <= self.thrown_for[name] <= rule.faces[1]

    def _die(self, hero: Hero) -> Generator[Ask, str, int]:
        ops: list[str] = []
        cast: list[str] = []
        while True:
            acts = self.reward_acts(hero, cast)
            self.dice_wanted = how_many(ops)
            answer = yield Ask(hero.name, "reward", [*acts, "roll"])
            if self.program_rolls and answer == "roll":
                answer = yield Ask("", "roll", [], open=True)
            if answer in acts:
                ops += self.cast_for_reward(hero, answer)
                cast.append(answer.partition(" ")[2])
                continue
            faces = [int(face) for face in re.findall(r"\d+", answer)]
            if how_many(ops) and not faces:
                return 0  # a fight on its own may leave it out
            return int(come_to(ops, faces)) if how_many(ops) else number_in(ops[-1])

    def reward_acts(self, hero: Hero, cast: Sequence[str]) -> list[str]:
        """What may be announced for the roll of a reward: `any roll` (P41)."""
        found = []
        for name in [*hero.whole, *hero.abilities]:
            card = self.find(name)
            if (card.chosen and name not in self.in_use) or (card.spell is not None and self.no_spells):
                continue
            for rule in card.at("any roll"):
                said = f"{'cast' if card.spell is not None else 'use'} {name}"
                paid = [part for part in rule.cost if not part.endswith((" this", " item", " items"))]
                if card.kind != "ability" and paid:
                    said = f"pay {' and '.join(paid)} for {name}"
                free = not (rule.often and mark_of(card, rule, name) in hero.marks)
                again = key_of(card, name) in [key_of(self.find(one), one) for one in cast]
                if not again and free and not self.why_not_pay(hero, name, rule):
                    found.append(said)
        return list(dict.fromkeys(found))

    def cast_for_reward(self, hero: Hero, said: str) -> list[str]:
        """Pay for what was announced; how it changes the die."""
        name = said.rpartition(" for ")[2] if said.startswith("pay ") else said.partition(" ")[2]
        card = self.find(name)
        rule = card.at("any roll")[0]
        self.pay(hero, name, rule)
        ops = []
        for effect in rule.effects:
            if effect in ("better of two", "worse of two"):
                ops.append(effect.split()[0])
            elif effect.startswith("own die"):
                ops.append(f"set {number_in(effect)}")
        return ops

    def pay(self, hero: Hero, name: str, rule: Rule) -> None:
        """Pay all of a price but Items, which have to be picked; note and discard what is used up."""
        card = self.find(name)
        if card.spell is not None:
            price, marks = self.spell_price(hero, name)
            hero.magic -= price
            hero.marks += marks
            hero.spells_cast += 1
        for part in rule.cost:
            many, what = number_in(part), part.split()[-1]
            if part == "damage this":
                self.damage(hero, name)
            elif part == "discard this":
                self.discard(hero, name)
            elif what in ("strength", "willpower", "health", "magic", "gold", "experience"):
                self.lose(hero, what, many)
        if rule.often:
            hero.marks.append(mark_of(card, rule, name))
        if card.has("potion") or card.has("scroll"):
            self.discard(hero, name)

    def harm(self, fight: Fight, moment: str) -> Asking:
        """What a Creature does to the hero at a moment: met, lost, drawn."""
        hero, enemy = fight.hero(0), fight.sides[1].creature
        assert enemy is not None
        source = Source(enemy.name, fight, 0, hostile=True)
        for rule in enemy.at(moment):
            if fight.conditions_hold(rule, 0) and (yield from self.die_for(hero, rule, enemy.name)):
                yield from self.carry_out(hero, rule.effects, source)

    def lost_to_creature(self, fight: Fight) -> Asking:
        """The X of a Creature, or 1 Health where none comes or it begins with `also` (P28)."""
        enemy = fight.sides[1].creature
        assert enemy is not None
        rules = [rule for rule in enemy.at("lost") if fight.conditions_hold(rule, 0)]
        if all(rule.effects[0].startswith("also ") for rule in rules):
            lost = f"lose {self.readings.get('lost_health', 1)} health"
            yield from self.effect(fight.hero(0), lost, Source(enemy.name, fight, 0, hostile=True))
        yield from self.harm(fight, "lost")

    def own_rules(self, fight: Fight, side: int, result: str) -> list[tuple[str, Rule]]:
        """What a hero's own cards do after a battle: chosen Items and what is called upon only if used (P81)."""
        hero, mine = fight.hero(side), fight.sides[side]
        used = [*mine.used, *mine.called]
        found = []
        for name in dict.fromkeys([*hero.abilities, *hero.whole, *used]):
            card = self.find(name)
            announced = card.spell is not None or card.at("battle", "roll", "any roll", "after roll")
            if name not in used and (card.chosen or announced):
                continue
            found += [
                (name, rule)
                for rule in card.at(result, "after battle")
                if name in used or "used" not in rule.conditions
            ]
        return [(name, rule) for name, rule in found if "fight again" not in rule.effects]

    def own_consequences(self, fight: Fight, side: int, rules: Sequence[tuple[str, Rule]]) -> Asking:
        """Extra losses first, with what was put off till after the battle; what heals afterwards (P31)."""
        hero = fight.hero(side)
        put_off = [(card, effect, goal) for who, effect, card, goal in fight.later if who == side]
        for losing in (True, False):
            for card, effect, goal in put_off:
                if is_loss(effect) == losing:
                    yield from self.effect(hero, effect, Source(card, fight, side, goal=goal))
            for name, rule in rules:
                if rule.cost or any(map(is_loss, rule.effects)) != losing:
                    continue
                if fight.conditions_hold(rule, side) and (yield from self.die_for(hero, rule, name)):
                    for effect in rule.effects:
                        before = hero.health
                        yield from self.effect(hero, effect, Source(name, fight, side))
                        if "hurt" in rule.conditions and effect.startswith("heal "):  # it isn't healed again
                            fight.sides[side].hurt -= hero.health - before

    def aftermath(self, fight: Fight) -> Asking:
        """What follows a battle with a Creature, in the order of P31. Raises Died."""
        enemy = fight.sides[1].creature
        assert enemy is not None
        self.thrown_for, self.in_use, self.no_spells = {}, fight.sides[0].held, enemy.has("no spells")
        own = self.own_rules(fight, 0, fight.result)
        if fight.result == "lost":
            yield from self.lost_to_creature(fight)
        else:
            yield from self.harm(fight, fight.result)
        yield from self.harm(fight, "after battle")
        yield from self.own_consequences(fight, 0, own)


def is_loss(effect: str) -> bool:
    """Whether an effect takes something from the hero."""
    return effect.removeprefix("also ").startswith(("lose ", "damage ", "discard "))
