"""Attacks in the twin's game: who may be attacked, guards, answers, dice, wounds, and what powers do meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from tests.mythic.twin_attack import BLANKS, Attack, Dice, Side
from tests.mythic.twin_moves import Moving
from tests.mythic.twin_sheets import Line, Power, Sheet
from tests.mythic.twin_table import AOW, OMPHALOS, Bonus, Fight, Laid, Unit
from tests.twins import read_reading


@dataclass
class Ask:
    """A decision: whose, of which kind, and what is legal; `dice` are so many to be thrown."""

    who: str
    key: str
    moves: Callable[[], list[str]]
    dice: int = 0
    told: str = ""
    """What stands in the question itself, as far as it is a fact."""
    usual: str = ""
    """What it is taken to be where the program doesn't ask."""


Steps = Generator[Ask, str, Any]


class Fighting(Moving):
    """Attacks."""

    # --- questions, at any of which a manoeuvre may be bought ------------------------------------------------

    def ask(self, seat: int, key: str, moves: Callable[[], list[str]], **more: Any) -> Steps:
        """Ask a player; manoeuvres that are bought meanwhile are carried out first. "" of one who leaves instead."""
        names = [player.name for player in self.players]
        while True:
            said: str = yield Ask(names[seat] if seat >= 0 else "", key, moves, **more)
            buyer, _, what = said.partition(": buy ")
            if what:
                self.buy(names.index(buyer), what)
            elif said.startswith("reading "):
                self.settings.update([read_reading(said)])
                self.board.round_walls = self.settings.get("distance") == "round walls"
            elif not said.startswith("leave "):
                return said
            else:
                self.lose(names.index(said.removeprefix("leave ")))
                if self.over or self.players[seat].out:
                    return ""

    def lose(self, seat: int) -> None:
        raise NotImplementedError

    def buy(self, seat: int, what: str) -> None:
        raise NotImplementedError

    def pay_aow(self, seat: int, said: str, number: int = 1) -> None:
        raise NotImplementedError

    def use(self, owner: Unit, power: Power, fight: Fight | None, other: Unit | None, said: str = "") -> Steps:
        raise NotImplementedError

    def note(self, when: str, owner: Unit, fight: Fight | None = None, other: Unit | None = None) -> None:
        raise NotImplementedError

    def settle(self) -> Steps:
        raise NotImplementedError

    def put(self, unit: Unit, area: str) -> Steps:
        raise NotImplementedError

    # --- whom -------------------------------------------------------------------------------------------------

    def fight_of(self, attacker: Unit, target: Unit, **more: Any) -> Fight:
        near = more.get("as_if_there", False)
        distance = 0 if near else self.board.distance(attacker.area, target.area)
        return Fight(attacker, target, distance, **more)

    def may_attack(self, fight: Fight) -> bool:
        """Whether a target can be chosen: seen and in range, or in a full area next door as if there."""
        attacker, target = fight.attacker, fight.defender
        if not target.on_board or self.forbidden(target, "be attacked", fight):
            return False
        if fight.as_if_there:
            return self.as_if_there(attacker, target.area)
        if fight.distance == 0:
            return True
        return fight.distance <= self.reach(fight) and self.sees(attacker, target.area, aerial=fight.aerial)

    def as_if_there(self, attacker: Unit, area: str) -> bool:
        """Whether an area can be struck into as if there (M35)."""
        if area == attacker.area or area not in self.board.beside(attacker.area) or not self.is_full(area):
            return False
        anyhow = self.settings.get("full_area_reach") == "any"
        return anyhow or self.could_walk_over(attacker, attacker.area, area)

    def targets(self, attacker: Unit, **more: Any) -> list[Fight]:
        """All normal attacks that it may choose, those as if there too."""
        found = []
        for target in [*self.standing(), *self.targetable_tokens()]:
            if self.enemies(attacker, target):
                for there in (False, True):
                    fight = self.fight_of(attacker, target, as_if_there=there, **more)
                    if self.may_attack(fight):
                        found.append(fight)
        return found

    def targetable_tokens(self) -> list[Unit]:
        """The tokens that can be attacked, as if they were units (M43)."""
        return [as_unit(laid) for laid in self.laid if laid.token.defence is not None]

    def target(self, name: str) -> Unit:
        """A unit, or a token named with its area."""
        return next(unit for unit in [*self.units, *self.targetable_tokens()] if unit.name == name)

    # --- values -------------------------------------------------------------------------------------------------

    def helpers(self, unit: Unit, area: str, fight: Fight) -> tuple[list[str], set[str]]:
        """The kinds of the allies in an area, and those of their talents that help a troop."""
        allies = [other for other in self.standing(area) if self.allied(unit, other)]
        helped = {"bolster"} if any("bolster" in self.talents(ally, fight) for ally in allies) else set()
        return [ally.kind for ally in allies], helped

    def side_in(self, unit: Unit, fight: Fight) -> Side:
        """One side of a fight, as the twin of single attacks knows it."""
        if fight.as_if_there and self.settings.get("as_if_there") != "own area":
            area = fight.defender.area if fight.kind != "retaliation" else fight.attacker.area
        else:
            area = unit.area
        kinds, helped = self.helpers(unit, area, fight)
        line, attacks = unit.window, unit is fight.attacker
        return Side(
            unit.kind,
            line.offence,
            line.defence,
            line.range if fight.reach is None else fight.reach,
            unit.vitality,
            unit.sheet.full,
            self.talents(unit, fight),
            set(fight.without) if attacks else set(),
            self.types(unit),
            self.terrain(unit.area),
            kinds,
            helped,
        )

    def attack_of(self, fight: Fight) -> Attack:
        """A fight as the twin of single attacks judges it, with all that powers change."""
        attacker, defender = fight.attacker, fight.defender
        higher = self.board.above(attacker.area, defender.area)
        told = {
            "distance": self.board.distance(attacker.area, defender.area),
            "as_if_there": fight.as_if_there,
            "heights": higher,
            "aerial": fight.aerial,
        }
        changes = [
            {"offence": self.changed(attacker, "offence", fight), "range": self.changed(attacker, "range", fight)},
            {"defence": self.changed(defender, "defence", fight)},
        ]
        acting = self.acting if self.acting and self.acting.unit is attacker and fight.kind != "retaliation" else None
        attack = Attack(fight.kind, self.side_in(attacker, fight), self.side_in(defender, fight), told, changes)
        if acting and defender.kind != "token":
            now = attack.talents & self.momentary(attack)
            changes.append({"offence": len((acting.kept & attack.talents) - now)})
            if acting.nature and "force of nature" in attack.talents:
                changes.append({"offence": 1, "range": 1})
        return attack

    def momentary(self, attack: Attack) -> set[str]:
        """Which of the talents that last to the end of an activation help in this very attack (M26)."""
        near = attack.normal and attack.distance == 0
        return {
            talent
            for talent, helps in {"close combat": near, "sneak attack": near and bool(attack.attacker.allies)}.items()
            if helps
        }

    def offence_of(self, fight: Fight, attack: Attack) -> int:
        """The offence of a fight, or the dice that a power gives for it (M22)."""
        given = self.given_dice(fight)
        if given is not None and self.settings.get("given_dice") == "base":
            attack.attacker.offence, given = given, None
        return attack.offence() if given is None else given

    def given_dice(self, fight: Fight) -> int | None:
        """The number of dice that powers give for a fight, the most of several (X5)."""
        effects = self.effects_on(fight.attacker, fight)
        fixed = [int(does.split()[1]) for _, does in effects if does.startswith("dice ")]
        return max([*fixed, *([] if fight.dice is None else [fight.dice])], default=None)

    def dice_for(self, fight: Fight) -> Dice:
        attack = self.attack_of(fight)
        helped = self.given_dice(fight) is None or self.settings.get("given_dice") == "base"
        if helped and self.acting and self.acting.unit is fight.attacker and fight.kind != "retaliation":
            self.acting.kept |= attack.talents & self.momentary(attack)
        slays = "monster slayer" in attack.talents and fight.defender.kind == "monster"
        rerolls = [2] if slays else []
        effects = self.effects_on(fight.attacker, fight)
        rerolls += [int(does.split()[1]) for _, does in effects if does.startswith("reroll ")]
        throws = (
            "mighty throw" in attack.talents and fight.defender.kind != "token" and self.thrown_to(fight.defender)
        )
        return Dice(
            self.offence_of(fight, attack),
            attack.defence(),
            rerolls,
            BLANKS[fight.defender.kind] if throws else None,
            self.settings.get("ceiling", "none"),
            self.settings.get("throw_counts", "any order"),
        )

    def thrown_to(self, unit: Unit) -> list[str]:
        """Where a mighty throw can send it."""
        if "huge" in self.types(unit):
            return []
        return [to for to in self.board.beside(unit.area) if self.may_be_put(unit, unit.area, to)]

    # --- an attack ------------------------------------------------------------------------------------------------

    def attack(self, fight: Fight) -> Steps:
        """A normal attack from the choice of its target to the retaliation (M38)."""
        yield from self.attack_and_answer(fight)
        self.end_attack()

    def end_attack(self, given: Iterable[Bonus] = ()) -> None:
        """End what is for this attack, but for what was given before it."""
        kept = {id(bonus) for bonus in given}
        for unit in self.units:
            unit.bonuses = [one for one in unit.bonuses if one.until != "this attack" or id(one) in kept]

    def attack_and_answer(self, fight: Fight) -> Steps:
        """The steps of an attack."""
        chosen = yield from self.choose(fight)
        if chosen is None:
            return
        fight = chosen
        defender = fight.defender
        answered = False
        if self.may_initiate(fight):
            said = yield from self.ask(
                defender.player, "initiative", lambda: self.if_card(defender, "initiative"), usual="no"
            )
            if said != "no":
                answered = True
                yield from self.retaliate(fight, said)
        if not self.still_on(fight, seen=True):  # only the range is asked for (Initiative)
            return
        self.measure(fight)
        made = yield from self.resolve(fight)
        if made and not answered and self.may_retaliate(fight):
            said = yield from self.ask(
                defender.player, "retaliate", lambda: self.if_card(defender, "retaliate"), usual="no"
            )
            if said != "no":
                yield from self.retaliate(fight, said)

    def if_card(self, unit: Unit, word: str) -> list[str]:
        return [*(word if card == unit.name else f"{word} with {card}" for card in self.answer_cards(unit)), "no"]

    def answer_cards(self, unit: Unit) -> list[str]:
        """The activation cards that an answer may cost: the unit's own, or any (M42)."""
        cards = self.players[unit.player].cards
        others = {*cards.sure, *cards.unseen} - {AOW, OMPHALOS, unit.name}
        mine = [unit.name, *(sorted(others) if self.settings.get("answer_card") == "any" else [])]
        return [card for card in mine if cards.may_hold(card)]

    def still_on(self, fight: Fight, *, seen: bool = False) -> bool:
        """Whether an attack goes on after what came before its values (M41), `seen` from where both stand or not."""
        attacker, defender = fight.attacker, fight.defender
        if self.over or not attacker.on_board or not defender.on_board:
            return False
        if self.forbidden(defender, "be attacked", fight):
            return False
        if fight.kind == "area":
            return fight.struck == defender.area
        if fight.kind == "retaliation" and fight.as_if_there and fight.stood == (attacker.area, defender.area):
            return True
        if fight.kind == "retaliation" and self.settings.get("answer_after_throw") != "in range":
            return attacker.area == defender.area
        if fight.kind == "attack" and fight.as_if_there and self.as_if_there(attacker, defender.area):
            return True
        seen = seen or self.sees(attacker, defender.area, aerial=fight.aerial)
        return seen and self.board.distance(attacker.area, defender.area) <= self.reach(fight)

    def measure(self, fight: Fight) -> None:
        """Note where both stand as an attack goes on, and whether it is still made as if there (M24)."""
        areas = fight.attacker.area, fight.defender.area
        near = areas == fight.stood if fight.kind == "retaliation" else self.as_if_there(fight.attacker, areas[1])
        fight.as_if_there = fight.as_if_there and near
        fight.distance = 0 if fight.as_if_there else self.board.distance(*areas)
        fight.stood = areas

    def choose(self, fight: Fight) -> Steps:
        """Guard and evade: the fight with the target that it comes to; None if it is spent."""
        while True:
            fight = yield from self.guarded(fight)
            defender = fight.defender
            if not self.may_evade(fight):
                return fight
            said = yield from self.ask(defender.player, "evade", partial(self.ways_to_evade, defender), usual="no")
            if not said.startswith("evade"):
                return fight
            self.pay_aow(defender.player, said, self.settings.get("manoeuvre_aow", 1))
            self.players[defender.player].bought.append("evade")
            if fight.kind == "retaliation":
                return None
            others = self.others(fight)
            names = [*(self.named(one) for one in others), "none"]
            said = yield from self.ask(fight.attacker.player, "redirect", partial(list, names), usual="none")
            if said == "none":
                return None
            fight = next(one for one in others if self.named(one) == said)

    def ways_to_evade(self, unit: Unit) -> list[str]:
        return [*self.paying(unit.player, "evade", self.settings.get("manoeuvre_aow", 1)), "no"]

    def others(self, fight: Fight) -> list[Fight]:
        """Where an attack that is evaded may turn."""
        more = {"aerial": fight.aerial, "dice": fight.dice, "reach": fight.reach, "without": fight.without}
        return [one for one in self.targets(fight.attacker, **more) if one.defender is not fight.defender]

    def named(self, fight: Fight) -> str:
        there = " as if there" if fight.as_if_there else ""
        return ("aerial " if fight.aerial else "") + f"attack {fight.defender.name}{there}"

    def pays(self, seat: int, number: int = 1) -> bool:
        raise NotImplementedError

    def paying(self, seat: int, move: str, number: int = 1, *others: str) -> list[str]:
        raise NotImplementedError

    def may_buy_more(self, seat: int, what: str) -> bool:
        raise NotImplementedError

    def may_evade(self, fight: Fight) -> bool:
        unit = fight.defender
        flies = "flying" in self.types(unit) and not unit.troop and unit.kind != "token"
        open_ = self.may_buy_more(unit.player, "evade")
        open_ = open_ and self.pays(unit.player, self.settings.get("manoeuvre_aow", 1))
        return flies and open_ and fight.distance == 0 and fight.kind != "area"

    def guarded(self, fight: Fight, spent: list[Unit] | None = None) -> Steps:
        """Ask the guards' players, in the order of seats; the fight against who is the target then (M39).

        Those who are `spent` don't guard.
        """
        target = fight.defender
        if fight.kind == "retaliation" or target.kind == "token" or not self.enemies(fight.attacker, target):
            return fight
        for seat in range(len(self.players)):
            guards = [
                unit
                for unit in self.standing(target.area)
                if unit.player == seat
                and self.allied(unit, target)
                and "guard" in self.talents(unit, fight)
                and unit not in (spent or [])
                and not self.forbidden(unit, "be attacked", replace(fight, defender=unit))
                and (fight.kind == "area" or self.may_attack(replace(fight, defender=unit)))
            ]
            if guards:
                names = [f"guard {unit.name}" for unit in guards]
                said = yield from self.ask(seat, "guard", partial(list, [*names, "no"]), usual="no")
                if said != "no":
                    return replace(fight, defender=guards[names.index(said)])
        return fight

    def may_initiate(self, fight: Fight) -> bool:
        mine, theirs = self.talents(fight.defender, fight), self.talents(fight.attacker, fight)
        return "initiative" in mine and "initiative" not in theirs and self.may_retaliate(fight)

    def may_retaliate(self, fight: Fight) -> bool:
        """Whether it may be answered (M42, M45)."""
        attacker, defender = fight.attacker, fight.defender
        if self.winners is not None or not attacker.on_board or not defender.on_board or defender.retaliated:
            return False
        stand = not fight.thrown and fight.stood in (("", ""), (attacker.area, defender.area))
        near = attacker.area == defender.area or (fight.as_if_there and stand) or self.from_afar(fight)
        back = replace(fight, attacker=defender, defender=attacker, kind="retaliation")
        return (
            fight.kind == "attack"
            and fight.distance == 0
            and near
            and not self.forbidden(attacker, "be attacked", back)  # X12
            and defender.kind != "token"
            and not self.forbidden(defender, "retaliate", fight)
            and bool(self.answer_cards(defender))
        )

    def from_afar(self, fight: Fight) -> bool:
        """Whether a thrown target may answer from where it lies, because it sees and reaches its attacker (M45)."""
        if not fight.thrown or self.settings.get("answer_after_throw") != "in range":
            return False
        back = self.fight_of(fight.defender, fight.attacker, kind="retaliation")
        return back.distance <= self.reach(back) and self.sees(fight.defender, fight.attacker.area)

    def retaliate(self, fight: Fight, said: str) -> Steps:
        """The answer: a normal attack with the roles changed, as if there if the attack was (M80)."""
        attacker, defender = fight.attacker, fight.defender
        self.discard_card(defender.player, said.partition(" with ")[2] or defender.name)
        defender.retaliated = True
        there = fight.as_if_there and not fight.thrown and attacker.area != defender.area
        stood = defender.area, attacker.area
        back = self.fight_of(defender, attacker, as_if_there=there, kind="retaliation", stood=stood)
        back = yield from self.choose(back)
        if back is None:
            return
        yield from self.resolve(back)

    # --- dice and wounds ----------------------------------------------------------------------------------------

    def resolve(self, fight: Fight) -> Steps:
        """Powers, values, dice, wounds, powers; return whether the attack was made, or spent before."""
        attacker, target = fight.attacker, fight.defender
        given = [] if fight.kind == "attack" else [bonus for unit in self.units for bonus in unit.bonuses]
        fight.struck = target.area
        self.note("when attacking", attacker, fight)
        self.note("when attacked", target, fight)
        if self.due:
            stood = attacker.area, target.area
            yield from self.settle()
            if not self.still_on(fight, seen=stood == (attacker.area, target.area)):
                self.end_attack(given)
                return False
        self.measure(fight)
        seat = fight.by if fight.by >= 0 else attacker.player
        dice = self.dice_for(fight)
        rolled = ""
        if dice.offence:
            rolled = yield from self.ask(seat, "roll", list, dice=dice.offence)
        dice.play("roll " + rolled)
        while dice.stage != "over" and target.on_board and not dice.hopeless():
            said = yield from self.ask(seat, "assault", lambda: self.dice_moves(dice, target), told=lying(dice))
            for move in said.split(", "):
                yield from self.dice_move(move, dice, fight, seat)
        self.end_attack(given)
        if dice.placed and target.on_board:
            if not target.laid:
                self.note("when it wounds", attacker, fight, target)
            if dice.placed >= target.vitality and not target.laid:
                self.note("when it destroys", attacker, fight, target)
            self.wound(target, dice.placed, attacker)
        yield from self.settle()
        return True

    def dice_moves(self, dice: Dice, target: Unit) -> list[str]:
        """What can be done with the dice, as far as the program lists all of it."""
        throws = [f"throw {area}" for area in self.thrown_to(target)] if dice.may_throw() else []
        return [*throws, "best", "done"]

    def dice_move(self, move: str, dice: Dice, fight: Fight, seat: int) -> Steps:
        if move.startswith("throw"):
            dice.play("throw")
            fight.thrown = True
            yield from self.throw(fight.defender, move.split()[1])
        elif move.startswith(("reroll", "second")):
            named = move.split()[1:]
            many = dice.hand.count(5) if named == ["all"] else len(named)
            shown = yield from self.ask(seat, "roll", list, dice=many)
            dice.play(f"{move}: {shown}")
        else:
            dice.play(move)

    def throw(self, unit: Unit, area: str) -> Steps:
        """Throw a target: its stone stays, and where it lands counts (M45)."""
        self.drop(unit)
        yield from self.put(unit, area)

    def drop(self, unit: Unit) -> None:
        if unit.stone:
            self.stones[unit.area].append(unit.stone)
            unit.stone = ""

    def wound(self, unit: Unit, number: int, by: Unit | None = None) -> None:
        """Take vitality, and all that comes of it."""
        if unit.laid:
            unit.laid.vitality -= number
            if unit.laid.vitality <= 0:
                self.laid.remove(unit.laid)
            return
        if not unit.on_board:  # it left with its player
            return
        unit.vitality = max(0, unit.vitality - number)
        if unit.vitality:
            self.note("when wounded", unit, None, by)
        else:
            self.destroy(unit)

    def destroy(self, unit: Unit) -> None:
        """Take a unit off the board; it drops what it carries."""
        self.note("when destroyed", unit)
        for friend in self.units:
            if self.allied(unit, friend):
                self.note("when an ally is destroyed", friend, None, unit)
        self.drop(unit)
        unit.status, unit.fell_in, unit.area = "destroyed", unit.area, ""
        unit.bonuses = []
        if unit.divine:
            self.lose(unit.seat)


def as_unit(laid: Laid) -> Unit:
    """A token as a target."""
    line = Line(laid.token.vitality, 1, 0, laid.token.defence or 0, 0, 0, {})
    sheet = Sheet(laid.token.name, "token", 0, "", 0, 0, [], [], [line], [], {})
    name = f"{laid.token.name} {laid.area}"
    return Unit(name, sheet, laid.seat, laid.vitality, "board", laid.area, laid=laid)


def lying(dice: Dice) -> str:
    """What the question says of the dice."""
    wounds = "1 wound" if dice.placed == 1 else f"{dice.placed} wounds"
    return f"{wounds}; in hand {' '.join(map(str, sorted(dice.hand, reverse=True)))}"
