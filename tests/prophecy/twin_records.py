"""The twin judges a fight record: the same JSON as `referee judge --json`, but for words and rulings."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import Any

from tests.prophecy.twin_cards import Card, printed, read_card
from tests.prophecy.twin_effects import Ask, Asking, Died, Source, World
from tests.prophecy.twin_fights import Bonus, Fight, Hero, Number, Refused, Side, key_of


class Alone(World):
    """A fight on its own: what is laid on the Creature is gone for the hero."""

    def laid(self, source: Source, gold: int, item: str, *, damaged: bool = False) -> None:
        if item and source.fight is not None:
            source.fight.hero(0).discarded.append(item)


class Table:
    """A record as it is played, move by move."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.cards: dict[str, Card] = {}
        self.world = Alone(self.find, readings=data)
        self.duel = data["kind"] == "hero"
        first = self._hero(data["attacker" if self.duel else "hero"])
        if self.duel:
            other = Side(hero=self._hero(data["defender"]))
        else:
            card = read_card(data["creature"])
            other = Side(creature=card)
            self.cards[card.name] = card
        average, plane = data["dice"] == "average", not self.duel and card.kind != "creature"
        self.fight = Fight(self.find, (Side(hero=first), other), average, plane, readings=data)
        self.over = False
        self.result = ""
        self.after: Asking | None = None
        self.asked: Ask | None = None

    def find(self, name: str) -> Card:
        return self.cards[printed(name)]

    def _hero(self, data: Mapping[str, Any]) -> Hero:
        hero = Hero(
            data["name"],
            data["health"],
            data["magic"],
            data.get("red", data["health"]),
            data.get("blue", data["magic"]),
            data.get("gold", 0),
            sex=data.get("sex", ""),
            place=tuple(data["space"].split(", ")) if data.get("space") else (),
        )
        for line in [*data.get("items", ()), *data.get("abilities", ())]:
            card = read_card(line)
            self.cards[card.name] = card
            piles = {"artifact": hero.artifacts, "ability": hero.abilities}
            pile = piles.get(card.kind, hero.items)
            same = sum(printed(name) == card.name for name in pile)
            pile.append(f"{card.name} #{same + 1}" if same else card.name)
        hero.more_artifacts = max(0, data.get("artifacts", 0) - len(hero.artifacts))
        return hero

    # --- moves ---------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        """Carry out a move. Raises Refused, and then nothing has changed that is told."""
        if not text.startswith("roll"):
            self._roll_averages()
        if self.over:
            raise Refused("it is over")
        fight = self.fight
        if self.asked is not None:
            self._answer(text)
        elif fight.step == "type":
            self._open(text)
        elif fight.step == "arms":
            if not text.startswith("arms"):
                raise Refused("Items are named afresh first")
            fight.arms(words(text.removeprefix("arms").strip())[1])
        elif fight.step == "defend":
            kind, used = words(text.removeprefix("accept").strip())
            fight.defend(kind, used)
        else:
            self._in_fight(text)
        self._maybe_over()

    def _roll_averages(self) -> None:
        """Averaged dice go by themselves where nobody can announce anything first."""
        fight = self.fight
        while fight.average and fight.step in ("announce", "again"):
            speakers = range(fight.speaker, 2 if self.duel else 1)
            if fight.step == "announce" and any(map(fight.offered, speakers)):
                break
            fight.say("roll")
            self._maybe_over()

    def _open(self, text: str) -> None:
        hero = self.fight.hero(0)
        if text.startswith(("use ", "cast ")):
            self._before(text.partition(" ")[2])
            return
        kind, used = words(re.sub(r"^(fight|attack)", "", text).strip())
        self.after = self._begin(kind, used, copy.deepcopy(hero))
        self._go_on(None)

    def _begin(self, kind: str, used: list[str], before: Hero) -> Asking:
        """The Creature does what it does when it is met; then the type is chosen and paid (P30)."""
        fight = self.fight
        if not self.duel:
            self.fight.check_there(used)
            self.fight.check_hands(0, used)
            try:
                yield from self.world.harm(fight, "met")
            except Died:
                self.over = True
                return
        try:
            if not self._can_fight():
                if kind:
                    raise Refused("neither can be paid")
                self.over, self.result = True, "drawn"
                return
            fight.choose(kind, [name for name in used if name in fight.hero(0).whole])
        except Refused:
            fight.sides[0].hero = before
            fight.sides[0].hurt = 0
            raise

    def _can_fight(self) -> bool:
        """Whether some type can be paid where a Creature has prices of its own (P39)."""
        enemy, hero = self.fight.sides[1].creature, self.fight.hero(0)
        if enemy is None or not (enemy.strength_magic or enemy.wills_health):
            return True
        strength = bool(enemy.strength) and hero.magic >= enemy.strength_magic
        wills = bool(enemy.willpower) and hero.health >= enemy.wills_health
        if enemy.strength and not enemy.willpower:
            return strength
        if enemy.willpower and not enemy.strength:
            return wills
        if not enemy.wills_health:
            wills = True  # for the usual price, which is looked at when it is chosen
        return strength or wills

    def _before(self, name: str) -> None:
        """What is used before the type is chosen: `before battle`, and `any time` of the own turn."""
        hero, world = self.fight.hero(0), self.world
        card = self.find(name)
        rules = card.at("before battle", "any time")
        if not rules or name not in [*hero.whole, *hero.abilities]:
            raise Refused("nothing to use")
        rule = rules[0]
        same = {key_of(self.find(one.card), one.card) for one in hero.bonuses}
        if any(effect.startswith(("in ", "to ")) for effect in rule.effects) and key_of(card, name) in same:
            raise Refused("P34")
        if not self.fight.conditions_hold(rule, 0) or world.why_not_pay(hero, name, rule):
            raise Refused("a condition, or the price")
        world.pay(hero, name, rule)
        for effect in rule.effects:
            if effect.startswith(("in ", "to ")):
                hero.bonuses.append(Bonus(effect, name, "turn"))
            else:
                self._run(world.effect(hero, effect, Source(name)))

    def _in_fight(self, text: str) -> None:
        fight = self.fight
        while fight.step == "answer" and not self._speaks(text):
            fight.stand()  # it may be left out
            if fight.step == "over":
                self._maybe_over()
                if self.over:
                    raise Refused("it is over")
                self.say(text)
                return
        if fight.step == "announce" and self.duel and fight.speaker == 0 and not text.startswith(("roll", "done")):
            mine = [act.text for act in fight._all_acts(0)]
            if text not in mine and text in [act.text for act in fight._all_acts(1)]:
                fight.speaker = 1
        fight.say(text)

    def _speaks(self, text: str) -> bool:
        mine = [act.text for act in self.fight.acts(self.fight.speaker)]
        return text == "stand" or text in mine

    def _maybe_over(self) -> None:
        if self.fight.step != "over" or self.after is not None or self.over:
            return
        self.result = self.fight.result
        self.after = self._afterwards()
        self._go_on(None)

    def _afterwards(self) -> Asking:
        ways = {"won": "lost", "lost": "won", "drawn": "drawn"}
        for side in (0, 1) if self.duel else (0,):
            with suppress(Died):
                if self.duel:
                    self.world.thrown_for, self.world.in_use = {}, self.fight.sides[side].held
                    own = self.world.own_rules(self.fight, side, (self.result, ways[self.result])[side])
                    yield from self.world.own_consequences(self.fight, side, own)
                else:
                    yield from self.world.aftermath(self.fight)

    def _go_on(self, answer: str | None) -> None:
        assert self.after is not None
        try:
            self.asked = next(self.after) if answer is None else self.after.send(answer)
        except StopIteration:
            self.asked, self.after = None, None
            self.over = self.over or self.fight.step == "over"

    def _answer(self, text: str) -> None:
        assert self.asked is not None
        taken = ("roll", "cast ", "use ") if self.asked.key == "reward" else ("give ", "discard ")
        if not text.startswith(taken):
            self._go_on("")  # it may be left out; what is chosen stays open then
            self.say(text)
            return
        if self.asked.key != "reward":
            text = text.partition(" ")[2]
        if text not in self.asked.options and not text.startswith("roll"):
            raise Refused(text)
        self._go_on(text)

    def _run(self, asking: Asking) -> None:
        """Carry out what asks nothing."""
        for ask in asking:
            raise AssertionError(f"{ask} isn't asked here")

    def finish(self) -> None:
        """The moves are at their end: dice that nobody answers lie, averaged ones are thrown to the end."""
        fight = self.fight
        while self.asked is not None and fight.step == "type":  # of what it does when it is met
            self._go_on("")
        while fight.step == "answer" or (fight.average and fight.step in ("announce", "again")):
            fight.say("stand" if fight.step == "answer" else "roll")
        self._maybe_over()
        while self.asked is not None:
            self._go_on("")

    # --- what is told --------------------------------------------------------------------------------

    def verdict(self) -> dict[str, Any]:
        """What stands after the moves so far, as the program tells it."""
        fight = self.fight
        found: dict[str, Any] = {
            "type": fight.type or None,
            "rolls": [
                {
                    "own": roll.own,
                    "enemy": roll.enemy,
                    "dice": [number(die) for die in roll.dice],
                    "totals": [number(total) for total in roll.totals],
                    "result": roll.result,
                }
                for roll in fight.rolls
            ],
            "result": self.result or None,
            "hero": told_hero(fight.hero(0)),
        }
        if self.duel:
            found["defender"] = told_hero(fight.hero(1))
        return found


def told_hero(hero: Hero) -> dict[str, Any]:
    return {
        "health": hero.health,
        "magic": hero.magic,
        "alive": hero.alive,
        "damaged": sorted(hero.damaged),
        "discarded": sorted(hero.discarded),
    }


def number(value: Number) -> int | str:
    """A number as JSON has it: a fraction as text."""
    return str(value) if isinstance(value, Fraction) and value.denominator > 1 else int(value)


def words(text: str) -> tuple[str, list[str]]:
    """The type and the Items of "wills with Axe, Cape"."""
    said, _, items = f" {text} ".partition(" with ")
    return said.strip(), [item.strip() for item in items.split(",") if item.strip()]


def judge(data: Mapping[str, Any]) -> dict[str, Any]:
    """A record's verdict."""
    table = Table(data)
    illegal = None
    moves: Sequence[str] = data["moves"]
    for at, move in enumerate(moves, 1):
        try:
            table.say(move)
        except Refused:
            illegal = at
            break
    if illegal is None:
        try:
            table.finish()
        except Refused:  # the fight can't be paid after what the Creature takes
            illegal = len(moves)
    return {"legal": illegal is None, "illegal": illegal} | table.verdict()
