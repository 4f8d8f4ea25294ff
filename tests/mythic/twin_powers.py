"""Powers that are used in the twin's game: as moves and at their moments, what they cost, what they do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any

from referee.text.grammar import whose
from tests.mythic.twin_fights import Fighting, Steps
from tests.mythic.twin_moves import Way
from tests.mythic.twin_sheets import Effect, Power, Who
from tests.mythic.twin_table import BIG, Bonus, Due, Fight, Laid, Unit, reach_of, resolve

LASTING = re.compile(r"(offence|defence|range|movement|dice|reroll|talent|no talent|type|can't) ")
"""Effects that last, and don't happen."""
CHOSEN = re.compile(r"(move|jump|place|remove|attack|area attack|activate|search|draw|discard|drops|gives)\b")
"""Effects that a player may decline though they are free."""


def works_by_itself(power: Power, ways: Sequence[Effect]) -> bool:
    """Whether an effect at the moment of an attack is counted in that attack, and nothing needs to be done."""
    free = power.moment in ("when attacking", "when attacked") and not power.prices and not power.counted
    return free and all(LASTING.match(one.does) and one.lasts == "this attack" for one in ways)


class Powers(Fighting):
    """Powers in use."""

    at = ("", "")
    """A unit whose power is due, and where it was as its moment came: lava may have moved it on."""

    # --- when -------------------------------------------------------------------------------------------------

    def note(self, when: str, owner: Unit, fight: Fight | None = None, other: Unit | None = None) -> None:
        """Note the powers of a unit that are due now; they are carried out when what happens is over."""
        for power in owner.sheet.powers:
            if power.moment == when and self.is_due(power, owner, fight, other):
                self.due.append(Due(power, owner, fight, other, owner.area))

    def settle(self) -> Steps:
        """Carry out what is due, each if its player likes, as the active player orders them (M38)."""
        number, before = len(self.players), self.at
        while self.due and not self.over:
            now = sorted(self.due, key=lambda due: (due.owner.seat - self.active) % number)
            self.due.clear()
            areas = {unit.name: unit.area for unit in self.units}
            while not self.over and (found := [due for due in now if self.is_open(due, areas)]):
                names = {f"{due.power.name} of {due.owner.name}": due for due in reversed(found)}
                effects = [
                    ways for due in found for ways in due.power.effects if not works_by_itself(due.power, ways)
                ]
                said = ""
                if len(names) > 1 and not all(len(ways) == 1 and LASTING.match(ways[0].does) for ways in effects):
                    said = yield from self.ask(self.active, "order", partial(list, names))
                due = names.get(said, found[0])
                now.remove(due)
                self.is_open(due, areas)
                power, owner = due.power, due.owner
                if not self.may_decline(power, owner):
                    yield from self.use(owner, power, due.fight, due.other, "use")
                    continue
                said = yield from self.ask(
                    self.decider(owner),
                    "power",
                    partial(self.usable, power, owner),
                    usual="" if power.prices else "use",
                    told=f"{whose(owner.sheet.name)} {power.name}",
                )
                if said.startswith("use"):
                    yield from self.use(owner, power, due.fight, due.other, said)
        self.at = before
        self.due.clear()

    def is_open(self, due: Due, areas: dict[str, str]) -> bool:
        """Whether a power can be used now; its unit is where it stands, or stood as its moment came."""
        power, owner = due.power, due.owner
        moved = owner.on_board and owner.area != areas[owner.name]  # by a power before it
        self.at = owner.name, owner.area if moved else due.area
        if owner.name in self.deciding and any(what == "aow" for _, what in power.prices):
            return False
        able = self.not_used_up(power, owner) and self.affords(power, owner) and self.still(due)
        return able and self.useful(due)

    def still(self, due: Due) -> bool:
        """Whether what was carried out before has left the unit of a due power alive, with it in the window."""
        power, owner = due.power, due.owner
        if power.moment == "when destroyed":
            return True
        works = self.may_act(owner) and owner.shows(power) if power.kind == "active" else self.works(owner, power)
        own = (one for one in power.conditions if not one.startswith(("at ", "against ")))
        return works and all(self.holds(owner, owner.area, one, due.fight, due.other) for one in own)

    def may_decline(self, power: Power, owner: Unit) -> bool:
        """Whether a power at its moment is a choice: the rest happens by itself."""
        chosen = any(len(ways) > 1 or any(CHOSEN.match(one.does) for one in ways) for ways in power.effects)
        return owner.name in self.deciding or bool(power.prices) or chosen

    def useful(self, due: Due) -> bool:
        """Whether anything comes of a power at its moment: somebody to attack, to pick, to call."""
        return self.helps(due.power, due.owner, None, due)

    def is_due(self, power: Power, owner: Unit, fight: Fight | None, other: Unit | None) -> bool:
        """Whether a power can be used at its moment: it works, its conditions hold, something comes of it."""
        happens = [ways for ways in power.effects if not works_by_itself(power, ways)]
        if power.kind == "active":
            works = self.may_act(owner) and owner.shows(power)
        elif power.moment == "when destroyed":
            works = owner.shows(power)
        else:
            works = self.works(owner, power)
        conditions = all(self.holds(owner, owner.area, one, fight, other) for one in power.conditions)
        if (
            power.moment == "when an enemy enters"
            and other
            and not any(c.startswith("at ") for c in power.conditions)
        ):
            conditions = conditions and owner.area == other.area
        return (
            bool(happens) and works and conditions and self.not_used_up(power, owner) and self.affords(power, owner)
        )

    def may_act(self, owner: Unit) -> bool:
        """Whether it may use active and offensive powers: in a simple activation of its own, not in water or ice."""
        acting = self.acting
        free = acting is not None and acting.unit is owner and not acting.complex and not acting.cold
        return free and owner.on_board and not self.drowned(owner)

    def not_used_up(self, power: Power, owner: Unit) -> bool:
        name = owner.name, power.name
        if name in self.under_way:  # it doesn't set itself off (X4)
            return False
        if power.kind == "active" and power.name in owner.used:
            return False
        if "once a round" in power.conditions and name in self.used_round:
            return False
        return "once a game" not in power.conditions or name not in self.used_ever

    def place(self, unit: Unit) -> str:
        """Where a unit is, or where it fell."""
        name, area = self.at
        return area if name == unit.name and area else unit.area or unit.fell_in

    def usable(self, power: Power, owner: Unit) -> list[str]:
        return [*self.paid_moves(power, owner, "use"), "no"]

    def paid_moves(self, power: Power, owner: Unit, move: str) -> list[str]:
        number = sum(many for many, what in power.prices if what == "aow")
        return self.paying(owner.player, move, number) if number else [move]

    def affords(self, power: Power, owner: Unit) -> bool:
        """Whether its price can be paid."""
        for many, what in power.prices:
            if what == "aow" and not self.pays(owner.player, many):
                return False
            if what == "card" and self.players[owner.player].cards.held < many:
                return False
            if what == "wound" and not owner.on_board:
                return False
            if what == "miniature" and not self.payers(owner, many):
                return False
            if what.startswith("token") and len(self.own_tokens(owner, what)) < many:
                return False
        return True

    def payers(self, owner: Unit, number: int) -> list[Unit]:
        """The troops that can give miniatures for a power."""
        here = self.standing(owner.area) if owner.area else []
        return [u for u in here if u.troop and not self.enemies(u, owner) and u.vitality >= number]

    def own_tokens(self, owner: Unit, what: str) -> list[Laid]:
        name = what.partition(" ")[2]
        return [laid for laid in self.laid if laid.token.name == name and laid.maker == owner.name]

    # --- a power as a move ------------------------------------------------------------------------------------

    def power_moves(self, owner: Unit) -> list[str]:
        """The powers of a unit that its player may use as a move now, each on whom it can."""
        acting, found = self.acting, []
        for power in owner.sheet.powers:
            offensive = power.kind == "offensive"
            if power.moment or not owner.shows(power):
                continue
            if power.kind not in ("active", "offensive"):
                free = not power.prices and not power.counted
                if not self.works(owner, power) or (free and all(LASTING.match(w.does) for (w, *_) in power.effects)):
                    continue
            elif not self.may_act(owner) or not acting or acting.over:
                continue
            if offensive and acting and ("attack" in acting.done or len(acting.done) >= acting.limit):
                continue
            holds = offensive or all(self.holds(owner, owner.area, one, None) for one in power.conditions)
            if holds and self.not_used_up(power, owner) and self.affords(power, owner):
                for move in self.aimed(power, owner):
                    found += self.paid_moves(power, owner, move)
        return found

    def called_power(self, power: Power, owner: Unit) -> str:
        """What a power is called: with its unit, where that isn't the one that is activated."""
        return power.name if self.acting and self.acting.unit is owner else f"{power.name} of {owner.name}"

    def aimed(self, power: Power, owner: Unit) -> list[str]:
        """A power as a move, on each target of its first choice."""
        first = power.effects[0][0]
        move = f"power {self.called_power(power, owner)}"
        if first.does.startswith("attack"):
            return [f"{move} on {self.named(fight).removeprefix('attack ')}" for fight in self.bolts(power, owner)]
        if first.does.startswith("area attack"):
            return [f"{move} on {area}" for area in self.storms(power, owner)]
        if first.who.named == "area" and first.who.where != "here":
            return [
                f"{move} on {area}" for area in self.areas_near(first.who, owner) if self.helps(power, owner, area)
            ]
        if first.does.startswith("recall"):
            return [f"{move} on {unit.name}" for unit in self.lacking(first.who, owner)]
        if first.who.named == "units" and first.who.one and len(power.effects[0]) == 1:
            return [
                f"{move} on {unit.name}" for unit in self.meant(first.who, owner) if self.helps(power, owner, unit)
            ]
        return [move] if self.helps(power, owner, None) else []

    def bolts(self, power: Power, owner: Unit) -> list[Fight]:
        """The attacks that an offensive power can make."""
        fights = self.targets(owner, **attack_words(resolve(power.effects[0][0].does, power, owner)))
        return [one for one in fights if all(self.holds(owner, owner.area, c, one) for c in power.conditions)]

    def storms(self, power: Power, owner: Unit) -> list[str]:
        """The areas that an area attack of a power can strike (M36)."""
        return self.area_targets(owner, **attack_words(resolve(power.effects[0][0].does, power, owner)))

    def area_targets(self, owner: Unit, **more: Any) -> list[str]:
        found = []
        for area in self.board.areas:
            foes = [unit for unit in self.standing(area) if self.enemies(owner, unit)]
            fights = [self.fight_of(owner, foe, kind="area", **more) for foe in foes]
            for fight in [one for one in fights if not self.forbidden(one.defender, "be attacked", one)][:1]:
                if fight.distance == 0 or (fight.distance <= self.reach(fight) and self.sees(owner, area)):
                    found.append(area)
        return found

    def meant(self, who: Who, owner: Unit) -> list[Unit]:
        return [unit for unit in self.units if self.is_meant(who, owner, owner.player, self.place(owner), unit)]

    def areas_near(self, who: Who, owner: Unit) -> list[str]:
        if who.where == "anywhere":
            return list(self.board.areas)
        here = self.place(owner)
        return [area for area in self.board.areas if self.board.steps(here, area) <= reach_of(who, owner)]

    def lacking(self, who: Who, owner: Unit) -> list[Unit]:
        """The troops that a recall can bring miniatures back to: anywhere also those that are destroyed."""
        fallen = [
            unit
            for unit in self.units
            if who.where == "anywhere"
            and unit.troop
            and unit.status == "destroyed"
            and self.allied(unit, owner)
            and self.deployable(unit)
        ]
        return [unit for unit in self.meant(who, owner) if unit.vitality < unit.sheet.full] + fallen

    def deployable(self, unit: Unit) -> list[str]:
        raise NotImplementedError

    def helps(self, power: Power, owner: Unit, target: Unit | str | None, due: Due | None = None) -> bool:
        """Whether anything would come of a power now (X3), on a unit or an area, or wherever it may be used."""
        every = [one for ways in power.effects for one in ways]
        return any(
            self.gives_back(one, power) or self.does_something(one, power, owner, target, due) for one in every
        )

    def gives_back(self, effect: Effect, power: Power) -> bool:
        """Whether an effect gives back what the price takes."""
        paid = " ".join(what for _, what in power.prices)
        verb, _, name = effect.does.partition(" ")
        if verb == "heal":
            return "wound" in paid and effect.who.named == "itself"
        if verb == "draw":
            return ("aow" in paid or "card" in paid) and "opponent" not in effect.who.named
        return ("miniature" in paid and verb in ("recall", "miniatures")) or (verb == "place" and name in paid)

    def does_something(
        self, effect: Effect, power: Power, owner: Unit, target: Unit | str | None, due: Due | None = None
    ) -> bool:
        """Whether anything would come of one effect."""
        does, who = resolve(effect.does, power, owner), effect.who
        verb = does.split()[0]
        if verb == "attack":
            return owner.on_board and bool(self.bolts(power, owner))
        if verb == "area":
            return bool(self.storms(power, owner))
        if verb in ("draw", "search", "discard"):
            return any(self.of_cards_helps(verb, seat) for seat in self.seats_meant(who, owner))
        if verb in ("place", "remove", "elements"):
            areas = [target] if isinstance(target, str) else [self.place(owner)]
            if who.named == "area" and not isinstance(target, str):
                areas = self.areas_near(who, owner)
            return any(self.of_areas_helps(verb, does, owner, area) for area in areas)
        if verb == "recall":
            return bool(self.lacking(who, owner))
        if verb == "manual":
            return True
        units = [target] if isinstance(target, Unit) else [owner] if who.named != "units" else self.meant(who, owner)
        if due and who.named in ("the target", "the attacker"):
            units = self.named_in(who, due.fight, due.other)
        return any(self.of_unit_helps(does, owner, unit) for unit in units)

    def of_cards_helps(self, verb: str, seat: int) -> bool:
        cards = self.players[seat].cards
        return bool(cards.held if verb == "discard" else cards.deck or (verb == "draw" and cards.discard))

    def of_areas_helps(self, verb: str, does: str, owner: Unit, area: str) -> bool:
        name = does.partition(" ")[2]
        if verb == "place":
            return bool(area) and self.tokens_left(owner, name) > 0
        if verb == "remove":
            return any(
                laid.area == area and laid.token.name == name and laid.maker == owner.name for laid in self.laid
            )
        return self.elements.get(area, 0) > 0

    def of_unit_helps(self, does: str, owner: Unit, unit: Unit) -> bool:
        verb = does.split()[0]
        number = int(does.split()[-1]) if does.split()[-1].lstrip("+-").isdigit() else 0
        if verb == "activate":
            return self.may_call(owner, unit)
        if verb == "heal" or (verb == "miniatures" and number > 0):
            return 0 < unit.vitality < unit.sheet.full
        if does == "drops its stone":
            return bool(unit.stone)
        if does == "gives its stone":
            return bool(unit.stone) and not owner.stone
        if verb in ("move", "jump"):
            return bool(self.sendings(verb, unit, number, owner))
        return True

    # --- using it ---------------------------------------------------------------------------------------------

    def use(self, owner: Unit, power: Power, fight: Fight | None, other: Unit | None, said: str = "") -> Steps:
        """Pay for a power and carry its effects out."""
        name = owner.name, power.name
        if power.kind in ("active", "offensive"):
            owner.used.add(power.name)
        if "once a round" in power.conditions:
            self.used_round.add(name)
        if "once a game" in power.conditions:
            self.used_ever.add(name)
        self.under_way.append(name)
        yield from self.pay(owner, power, said)
        target = said.partition(" with ")[0].partition(" on ")[2]
        picked: dict[Who, Unit] = {}
        for ways in power.effects:
            if self.over or works_by_itself(power, ways):
                continue
            effect = ways[0]
            if len(ways) > 1:
                names = [written(one) for one in ways]
                chosen = yield from self.pick_one(owner, names)
                effect = ways[names.index(chosen)]
            yield from self.carry_out(effect, power, owner, fight, other, target, picked)
        self.under_way.remove(name)

    def pay(self, owner: Unit, power: Power, said: str) -> Steps:
        """The price of a power, in AoW cards first."""
        aow = sum(many for many, what in power.prices if what == "aow")
        if aow:
            self.pay_aow(owner.player, said, aow)
        for many, what in power.prices:
            if what == "wound":
                self.wound(owner, many)
            elif what == "card":
                for _ in range(many):
                    yield from self.discard(owner.player)
            elif what == "miniature":
                payers = self.payers(owner, many)
                name = yield from self.ask(self.decider(owner), "pick", partial(list, [unit.name for unit in payers]))
                self.wound(self.unit(name), many)
            elif what.startswith("token"):
                for _ in range(many):
                    areas = [laid.area for laid in self.own_tokens(owner, what)]
                    area = yield from self.ask(self.decider(owner), "pick", partial(list, sorted(set(areas))))
                    self.laid.remove(next(laid for laid in self.own_tokens(owner, what) if laid.area == area))

    def discard(self, seat: int) -> Steps:
        """A player discards a card of the own choice."""
        card = yield from self.ask(seat, "discard", partial(self.discardable, seat))
        self.discard_card(seat, card)

    def discardable(self, seat: int) -> list[str]:
        cards = self.players[seat].cards
        return [card for card in sorted(cards.unseen | cards.sure) if cards.may_hold(card)]

    def recipients(
        self, who: Who, owner: Unit, fight: Fight | None, other: Unit | None, target: str, picked: dict[Who, Unit]
    ) -> Steps:
        """The units that an effect is for; one of several is picked, and stays for the effects behind."""
        if who.named == "itself":
            return [owner]
        if who.named in ("the target", "the attacker"):
            return self.named_in(who, fight, other)
        units = self.meant(who, owner)
        if not who.one:
            return units
        if who not in picked:
            if target and any(unit.name == target for unit in units):
                picked[who] = self.unit(target)
            elif units:
                name = yield from self.pick_one(owner, [unit.name for unit in units])
                picked[who] = self.unit(name)
        return [picked[who]] if who in picked else []

    def named_in(self, who: Who, fight: Fight | None, other: Unit | None) -> list[Unit]:
        """The target or the attacker, if it is there, and no token."""
        found = other if fight is None else fight.defender if who.named == "the target" else fight.attacker
        return [found] if found is not None and found.on_board and not found.laid else []

    def pick_one(self, owner: Unit, options: list[str]) -> Steps:
        """Let a power's player pick, if there is something to pick from."""
        if len(options) == 1:
            return options[0]
        return (yield from self.ask(self.decider(owner), "pick", partial(list, options)))

    def carry_out(
        self,
        effect: Effect,
        power: Power,
        owner: Unit,
        fight: Fight | None,
        other: Unit | None,
        target: str,
        picked: dict[Who, Unit],
    ) -> Steps:
        """One effect."""
        does = resolve(effect.does, power, owner)
        verb, *rest = does.split()
        if effect.who.named == "opponent" or verb in ("draw", "search", "discard"):
            yield from self.of_cards(effect.who, verb, int(rest[0]) if rest else 1, owner)
        elif verb in ("place", "remove", "elements"):
            yield from self.of_areas(effect, verb, does, power, owner, target)
        elif verb == "manual":
            while (yield from self.ask(self.decider(owner), "by hand", lambda: ["done"])) != "done":
                pass
        elif verb == "attack" and len(power.effects) >= 1 and effect.who.named == "itself":
            yield from self.power_attack(does, power, owner, target)
        elif does.startswith("area attack"):
            yield from self.area_attack(owner, target, **attack_words(does))
        elif verb == "recall":
            yield from self.power_recall(effect.who, int(rest[0]), owner, target)
        elif verb == "activate":
            yield from self.power_activate(effect.who, owner)
        else:
            units = yield from self.recipients(effect.who, owner, fight, other, target, picked)
            if verb == "wounds":  # the active player's enemies first (X9)
                units = sorted(units, key=lambda unit: self.side(unit.player) == self.side(self.active))
            for unit in units:
                yield from self.of_unit(does, effect, power, owner, unit)

    def of_unit(self, does: str, effect: Effect, power: Power, owner: Unit, unit: Unit) -> Steps:
        """What happens to one unit."""
        verb, *rest = does.split()
        number = int(rest[-1]) if rest and rest[-1].lstrip("+-").isdigit() else 0
        if LASTING.match(does):
            if unit.status in ("board", "waiting"):
                unit.bonuses.append(Bonus(power.name, does, effect.lasts or "this activation", self.active))
        elif verb == "wounds":
            self.wound(unit, number)
        elif verb == "heal" or (verb == "miniatures" and number > 0):
            unit.vitality = min(unit.sheet.full, unit.vitality + number)
        elif verb == "miniatures":
            self.wound(unit, -number)
        elif does == "drops its stone":
            self.drop(unit)
        elif does == "gives its stone":
            if unit.stone and not owner.stone:
                owner.stone, unit.stone = unit.stone, ""
        elif verb in ("jump", "move"):
            yield from self.sent(verb, unit, number, owner)
        else:
            raise AssertionError(does)

    def sendings(self, verb: str, unit: Unit, number: int, owner: Unit) -> list[str]:
        """Where a power can send a unit: areas entered one after the other; huge ones nothing moves."""
        if "huge" in self.types(unit):
            return []
        if verb == "move":
            return sorted({self.sent_by(owner, unit, way) for way in self.ways(unit, "walk", number)})
        near = [area for area in self.board.areas if 0 < self.board.steps(unit.area, area) <= number]
        return [area for area in near if not self.is_full(area, unit) and self.may_stay(unit, area)]

    def sent(self, verb: str, unit: Unit, number: int, owner: Unit) -> Steps:
        """Send a unit somewhere, or let it stay."""
        open_ = self.sendings(verb, unit, number, owner)
        if not open_:
            return
        said = yield from self.ask(self.decider(owner), "pick", partial(list, [*open_, "stay"]))
        if said != "stay" and verb == "jump":
            yield from self.put(unit, said)
        elif said != "stay":
            ways = [way for way in self.ways(unit, "walk", number) if self.sent_by(owner, unit, way) == said]
            ends = [way.areas[-1] for way in ways]
            end = ends[0]
            if len(ways) > 1:
                end = yield from self.ask(unit.player, "way", partial(list, ends))
            yield from self.go(unit, ways[ends.index(end)], "walk", number)

    def sent_by(self, owner: Unit, unit: Unit, way: Way) -> str:
        """What is said of a way: out of lava a unit's own player moves it on."""
        return " ".join(way.areas if unit.player == owner.player else self.on_foot(way))

    def on_foot(self, way: Way) -> tuple[str, ...]:
        """A way to where it is walked to: lava moves on from there."""
        return way.areas[:-1] if way.burnt and self.terrain(way.areas[-1]) != "lava" else way.areas

    def go(self, unit: Unit, way: Way, how: str, number: int | None = None) -> Steps:
        raise NotImplementedError

    def may_stay(self, unit: Unit, area: str) -> bool:
        """Whether a unit may end there at all: in a rift only troops and heroes, huge ones where there is room."""
        return self.takes_in(area, unit) and not (unit.kind in BIG and self.terrain(area) == "rift")

    def seats_meant(self, who: Who, owner: Unit) -> list[int]:
        """The players whose cards an effect is about."""
        if who.named != "opponent":
            return [owner.player]
        clockwise = [(owner.player + step) % len(self.players) for step in range(len(self.players))]
        return [
            seat for seat in clockwise if self.side(seat) != self.side(owner.player) and not self.players[seat].out
        ]

    def of_cards(self, who: Who, verb: str, number: int, owner: Unit) -> Steps:
        """Drawing, searching, discarding: of the own player, an opponent, each opponent."""
        seats = self.seats_meant(who, owner)
        if who.named == "opponent" and who.one:
            names = [self.players[seat].name for seat in seats]
            name = yield from self.pick_one(owner, names)
            seats = [seats[names.index(name)]]
        for seat in seats:
            if verb == "draw":
                self.draw(seat, number)
            elif verb == "search":
                if self.players[seat].cards.deck:
                    self.players[seat].cards.take_from_deck()
            else:
                for _ in range(min(number, self.players[seat].cards.held)):
                    yield from self.discard(seat)

    def draw(self, seat: int, number: int) -> None:
        raise NotImplementedError

    def of_areas(self, effect: Effect, verb: str, does: str, power: Power, owner: Unit, target: str) -> Steps:
        """Tokens and 3D elements."""
        area = self.place(owner)
        if effect.who.named == "area":
            area = target
            if area not in self.board.areas:
                areas = self.areas_near(effect.who, owner)
                area = yield from self.pick_one(owner, areas)
        if verb == "elements":
            self.elements[area] = max(0, self.elements[area] - 1)
        elif verb == "place":
            name = does.removeprefix("place ")
            if area and self.tokens_left(owner, name):
                token = owner.sheet.tokens[name]
                self.laid.append(Laid(token, owner.player, area, token.vitality, owner.name))
        else:
            name = does.removeprefix("remove ")
            self.laid = [laid for laid in self.laid if not (laid.area == area and laid.token.name == name)]

    def power_attack(self, does: str, power: Power, owner: Unit, target: str) -> Steps:
        """A normal attack that a power makes."""
        if not target:
            names = [self.named(fight).removeprefix("attack ") for fight in self.bolts(power, owner)]
            if not names:
                return
            target = yield from self.pick_one(owner, names)
        there = target.endswith(" as if there")
        foe = self.target(target.removesuffix(" as if there"))
        self.strikes(owner)
        meanwhile = power.moment not in ("", "start", "end")
        kept = [(unit, [b for b in unit.bonuses if b.until == "this attack"]) for unit in self.units if meanwhile]
        for unit, bonuses in kept:  # they are for the attack that this one interrupts
            unit.bonuses = [bonus for bonus in unit.bonuses if bonus not in bonuses]
        yield from self.attack(self.fight_of(owner, foe, as_if_there=there, **attack_words(does)))
        for unit, bonuses in kept:
            unit.bonuses += bonuses if unit.status in ("board", "waiting") else []

    def strikes(self, owner: Unit) -> None:
        """Note that a unit has attacked in its activation: it walks no more."""
        if self.acting and self.acting.unit is owner:
            self.acting.struck = True

    def area_attack(self, owner: Unit, area: str, **more: Any) -> Steps:
        """Every unit in an area once, in the attacker's order (M36, M44, M93)."""
        self.strikes(owner)
        left = [unit for unit in self.standing(area) if unit is not owner]
        left = [u for u in left if not self.forbidden(u, "be attacked", self.fight_of(owner, u, kind="area", **more))]
        struck: list[Unit] = []
        while left and owner.on_board and not self.over:
            left = [unit for unit in left if unit.on_board and unit.area == area]
            if not left:
                break
            names = [unit.name for unit in left]
            name = yield from self.ask(owner.player, "next", partial(list, names))
            target = left.pop(names.index(name))
            fight = self.fight_of(owner, target, kind="area", **more)
            if not self.enemies(owner, target):
                fight.by = self.deciding[owner.name] = self.opponent(owner.player)
            fight = yield from self.guarded(fight, struck)
            if self.settings.get("area_guard") == "once":
                struck.append(fight.defender)
                left = [unit for unit in left if unit not in struck]
            yield from self.resolve(fight)
            self.deciding.pop(owner.name, None)
        self.end_attack()

    def decider(self, owner: Unit) -> int:
        """Who decides on a unit's powers: its player, or an opponent while it attacks an ally (M44)."""
        return self.deciding.get(owner.name, owner.player)

    def opponent(self, seat: int) -> int:
        """The next opponent clockwise (M44)."""
        number = len(self.players)
        return next(
            other
            for step in range(1, number)
            if self.side(other := (seat + step) % number) != self.side(seat) and not self.players[other].out
        )

    def power_recall(self, who: Who, number: int, owner: Unit, target: str) -> Steps:
        """Bring miniatures of a troop back: where it stands, or in its zone (M60, M90)."""
        name = target
        if not name:
            names = [unit.name for unit in self.lacking(who, owner)]
            if not names:
                return
            name = yield from self.pick_one(owner, names)
        unit = self.unit(name)
        comes = not unit.on_board
        if comes:
            unit.area = yield from self.pick_one(owner, self.deployable(unit))
            unit.status = "board"
        unit.vitality = min(unit.sheet.full, unit.vitality + number)
        if comes:
            yield from self.put(unit, unit.area)

    def power_activate(self, who: Who, owner: Unit) -> Steps:
        """Call a troop as a leader does."""
        troops = [unit for unit in self.meant(who, owner) if self.may_call(owner, unit)]
        if troops:
            names = [unit.name for unit in troops]
            name = yield from self.pick_one(owner, names)
            self.call(owner, self.unit(name))

    def may_call(self, leader: Unit, troop: Unit) -> bool:
        raise NotImplementedError

    def call(self, leader: Unit, troop: Unit) -> None:
        raise NotImplementedError


def attack_words(does: str) -> dict[str, int]:
    """The dice and the range of an attack of a power."""
    found = dict(re.findall(r"(dice|range) (\d+)", does))
    return {("dice" if word == "dice" else "reach"): int(number) for word, number in found.items()}


def written(effect: Effect) -> str:
    """An effect as it is offered to be picked."""
    return effect.does
