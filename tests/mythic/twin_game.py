"""A whole game of Mythic Battles as the twin plays it: recruiting, turns, actions, powers, stones, the end."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import chain, combinations_with_replacement

from tests.mythic.twin_fights import Ask, Steps
from tests.mythic.twin_moves import Way
from tests.mythic.twin_powers import Powers
from tests.mythic.twin_sheets import Data, Sheet
from tests.mythic.twin_table import AOW, AQUATIC, OMPHALOS, Acting, Bonus, Cards, Map, Unit

POINTS = {2: 18, 3: 16, 4: 14}
BIG_ONES = ("god", "titan")
VALUES = ("offence", "defence", "range", "movement", "talent", "no talent", "type", "can't", "dice", "reroll")


class Game(Powers):
    """A game from the first pick to the end. `play` yields each decision and is sent its answer."""

    def __init__(self, names: list[str], board: Map, box: dict[str, Sheet], settings: Data) -> None:
        super().__init__(names, board, settings)
        self.box = box
        self.called: list[Unit] = []
        """The troops that were called and that may be activated for nothing."""
        self.passed = False
        self.recalled = False
        self.kept_number = ""
        """How many miniatures a recall brings back, where the first answer is kept."""
        self.kept_area: dict[int, str] = {}
        """To where each player's destroyed troops come back, where that is kept."""
        self.owed: dict[int, int] = {}
        self.zones: dict[int, str] = {}

    def play(self) -> Steps:
        yield from self.recruit()
        yield from self.set_up()
        while not self.over:
            yield from self.take_turn()

    # --- recruiting and set-up ------------------------------------------------------------------------------

    def recruit(self) -> Steps:
        for player in self.players:
            player.points = self.settings.get("points", POINTS[len(self.players)])
        number = len(self.players)
        clockwise = [(self.lead + at) % number for at in range(number)]
        if self.settings.get("mode") == "constructed":
            for seat in clockwise:
                while self.affordable(seat):
                    yield from self.pick(seat)
            return
        for seat in clockwise:
            yield from self.pick(seat)
        left = clockwise[::-1]
        while left:
            for seat in list(left):
                if not self.affordable(seat):
                    left.remove(seat)
                else:
                    yield from self.pick(seat)

    def pick(self, seat: int) -> Steps:
        """One unit for an army."""
        said = yield from self.ask(seat, "recruit", lambda: [f"recruit {name}" for name in self.affordable(seat)])
        sheet = self.box[said.removeprefix("recruit ")]
        self.players[seat].points -= sheet.cost
        taken = sum(unit.sheet is sheet for unit in self.units)
        self.units.append(Unit(sheet.name + (f" #{taken + 1}" if taken else ""), sheet, seat, sheet.full))

    def affordable(self, seat: int) -> list[str]:
        """What a player can take now (M71)."""
        points, own = self.players[seat].points, [unit.sheet for unit in self.of(seat)]
        side = {unit.sheet.name for unit in self.units if self.side(unit.seat) == self.side(seat)}
        everybody = {unit.sheet.name for unit in self.units}
        dear = sum(sheet.cost >= 5 for sheet in own if sheet.kind not in ("god", "titan"))
        dear_enough = dear >= self.settings.get("dear_units", 1)
        constructed = self.settings.get("mode") == "constructed"
        own_boxes = constructed and self.settings.get("constructed_from") != "pool"
        taken = side if own_boxes else everybody
        found = []
        for name, sheet in self.box.items():
            divine = sheet.kind in ("god", "titan")
            fits = sheet.kind == self.settings["divinity"] if not own else not divine
            if (
                fits
                and name not in taken
                and sheet.cost <= points
                and not (dear_enough and not divine and sheet.cost >= 5)
            ):
                found.append(name)
        if constructed:
            left = [sheet for name, sheet in self.box.items() if name not in taken and sheet.kind not in BIG_ONES]
            found = [name for name in found if self.comes_out_even(points, self.box[name], own, left)]
        return found

    def comes_out_even(self, points: int, first: Sheet, own: list[Sheet], box: list[Sheet]) -> bool:
        """Whether the points left after a unit can be spent exactly, by trying all armies (Constructed)."""
        dear = sum(sheet.cost >= 5 for sheet in [*own, first] if sheet.kind not in BIG_ONES)
        room = self.settings.get("dear_units", 1) - dear
        armies = {(points - first.cost, room)}
        for sheet in box:
            if sheet is not first:
                more = {(left - sheet.cost, room - (sheet.cost >= 5)) for left, room in armies}
                armies |= {(left, room) for left, room in more if left >= 0 and room >= 0}
        return any(left == 0 for left, _ in armies)

    def set_up(self) -> Steps:
        said = yield Ask("", "stones", list)
        for text in said.split(", ") if said != "none" else []:
            mythology, _, area = text.rpartition(" ")
            self.stones[area].append(mythology)
        number = len(self.players)
        clockwise = [(self.lead + at) % number for at in range(number)]
        for seat in clockwise:
            said = yield from self.ask(seat, "zone", partial(self.free_zones, seat))
            self.players[seat].zone = said
        while any(self.to_place(seat) for seat in clockwise):
            for seat in clockwise:
                if self.to_place(seat):
                    said = yield from self.ask(seat, "place", partial(self.to_place, seat))
                    name, _, area = said.removeprefix("place ").rpartition(" ")
                    unit = self.unit(name)
                    unit.status, unit.area = "board", area
        for seat, player in enumerate(self.players):
            deck = Counter({unit.name: unit.sheet.cards for unit in self.of(seat)})
            deck[AOW] += sum(unit.sheet.art for unit in self.of(seat))
            first = min(self.settings.get("first_cards", 3), deck.total())
            sure = Counter({AOW: self.settings.get("first_aow", 3) + player.points})
            player.cards = Cards(deck.total() - first, +deck, sure)
            player.cards.settle()
        self.active, self.round = self.lead, 1

    def free_zones(self, seat: int) -> list[str]:
        zones = {area.zone for area in self.board.areas.values() if area.zone}
        enemies = {player.zone for other, player in enumerate(self.players) if self.side(other) != self.side(seat)}
        return sorted(zones - enemies) or sorted(zones)

    def to_place(self, seat: int) -> list[str]:
        troops = [unit for unit in self.of(seat) if unit.troop and unit.status == "waiting"]
        return [f"place {unit.name} {area}" for unit in troops for area in self.deployable(unit)]

    def deployable(self, unit: Unit) -> list[str]:
        """The areas of its zone where it can be put."""
        zone, types = self.players[unit.seat].zone, self.types(unit)
        return [
            name
            for name, area in self.board.areas.items()
            if area.zone == zone
            and not self.is_full(name)
            and (self.terrain(name) not in ("rock", "cliff") or "flying" in types)
            and self.may_stay(unit, name)
        ]

    # --- cards ------------------------------------------------------------------------------------------------

    def draw(self, seat: int, number: int) -> None:
        """Draw cards; where one is missing all players reform their decks first (M65, M85)."""
        cards = self.players[seat].cards
        for _ in range(number):
            if not cards.deck and cards.discard:
                for player in self.players:
                    if not player.out:
                        player.cards.reform(self.settings.get("deck_out_hand", 3))
            if cards.deck:
                cards.take_from_deck()

    def pays(self, seat: int, number: int = 1, *others: str) -> bool:
        """Whether so many AoW cards may be paid besides other cards."""
        return bool(self.ways_to_pay(seat, number, *others))

    def ways_to_pay(self, seat: int, number: int, *others: str) -> list[list[str]]:
        cards = self.players[seat].cards
        ways = cards.payments(self.fallen(seat))
        found = [list(chain(*parts)) for parts in combinations_with_replacement(ways, number)]
        return [way for way in found if cards.may_hold(*way, *others)]

    def paying(self, seat: int, move: str, number: int = 1, *others: str) -> list[str]:
        """A move that costs AoW cards: as it is where those may be in the hand, else with each other payment."""
        ways = [[card for card in way if card != AOW] for way in self.ways_to_pay(seat, number, *others)]
        return [move] if [] in ways else [f"{move} with {', '.join(way)}" for way in ways]

    def pay_aow(self, seat: int, said: str, number: int = 1) -> None:
        """Discard AoW cards, or what `with` names in the place of some."""
        _, _, named = said.partition(" with ")
        way = named.split(", ") if named else []
        fallen = [card for card in way if card != OMPHALOS]
        for card in [*way, *[AOW] * (number - (len(way) - len(fallen)) - len(fallen) // 2)]:
            self.discard_card(seat, card)

    def may_buy(self, seat: int) -> list[str]:
        """The manoeuvres that a player may buy now."""
        player = self.players[seat]
        if player.out or not self.pays(seat, self.settings.get("manoeuvre_aow", 1)):
            return []
        # what pays for a draw can be drawn; for nothing there may be nothing to draw (M85)
        cards = player.cards.deck or player.cards.discard or self.settings.get("manoeuvre_aow", 1)
        found = ["draw"] if cards and self.may_buy_more(seat, "draw") else []
        return found + (["search"] if self.may_buy_more(seat, "search") and player.cards.deck else [])

    def may_buy_more(self, seat: int, what: str) -> bool:
        """Whether a manoeuvre can be bought once more in this round."""
        return self.players[seat].bought.count(what) < int(self.settings.get("manoeuvres", 1))

    def buy(self, seat: int, what: str) -> None:
        word = what.split()[0]
        self.pay_aow(seat, what, self.settings.get("manoeuvre_aow", 1))
        self.players[seat].bought.append(word)
        if word == "draw":
            self.draw(seat, 2)
        else:
            self.players[seat].cards.take_from_deck()

    # --- a turn -----------------------------------------------------------------------------------------------

    def take_turn(self) -> Steps:
        seat = self.active
        yield from self.start_turn(seat)
        while not self.over and self.active == seat and not self.players[seat].out:
            said = yield from self.ask(seat, "move", lambda: self.moves(seat))
            if not said or (yield from self.move(seat, said)):
                break
        if not self.over:
            self.next_turn(seat)

    def start_turn(self, seat: int) -> Steps:
        """Steps 1a and 1b."""
        self.activations, self.called, self.passed, self.recalled = 0, [], False, False
        for unit in self.units:
            unit.activated = unit.retaliated = False
            unit.used.clear()
            unit.bonuses = [one for one in unit.bonuses if one.until != "one round" or self.ends_with(one) != seat]
        self.turn += 1
        yield from self.ask(seat, "draw", lambda: ["draw"])
        self.draw(seat, self.settings.get("cards_a_turn", 1))

    def ends_with(self, bonus: Bonus) -> int:
        """In whose turn a bonus for a round ends: of the player in whose turn it began, or the next in seat (M94)."""
        seat = bonus.seat
        while self.players[seat].out:
            seat = (seat + 1) % len(self.players)
        return seat

    def next_turn(self, seat: int) -> None:
        for unit in self.units:
            unit.bonuses = [one for one in unit.bonuses if one.until == "one round"]
            unit.guest = -1
        following, number = seat, len(self.players)
        new_round = False
        while following == seat or self.players[following].out:
            following = (following + 1) % number
            new_round = new_round or following == self.lead
            if following == self.lead and self.players[following].out:
                self.lead = (self.lead + 1) % number
        if new_round:
            self.round += 1
            self.used_round.clear()
            for player in self.players:
                player.bought.clear()
        self.active = following

    def moves(self, seat: int) -> list[str]:
        """Everything that the active player may do now."""
        found: list[str] = []
        if self.acting and not self.acting.over:
            found += self.actions(self.acting)
        if self.acting:
            found += self.leads(self.acting.unit)
        if not self.passed:
            found += [*self.activations_open(seat), *self.powers_of(seat)]
        if self.heals(seat):
            found.append("heal")
        if not self.activations and not self.passed:
            return [*found, "pass", "pass and draw"]
        return [*found, *self.recalls(seat), "end turn"]

    def powers_of(self, seat: int) -> list[str]:
        """The powers that a player may use as a move; in another's turn too."""
        playing = (unit for unit in self.units if unit.player == seat and unit.status in ("board", "waiting"))
        return [move for unit in playing for move in self.power_moves(unit)]

    def activations_open(self, seat: int) -> list[str]:
        """The units that can be activated now, for an AoW card if one was already."""
        found = []
        for unit in self.units:
            free = unit in self.called or not self.activations
            mine = unit.player == seat or unit in self.called
            most = self.settings.get("units_a_turn", 2)
            if not mine or unit.activated or unit.status not in ("waiting", "board") or self.activations >= most:
                continue
            cards = self.players[seat].cards
            for how in ("simple", "complex") if unit.on_board else ("complex",):
                move = f"activate {unit.name} {how}"
                if not free:
                    found += self.paying(seat, move, self.settings.get("second_unit_aow", 1), unit.name)
                elif cards.may_hold(unit.name):
                    found.append(move)
        return found

    def heals(self, seat: int) -> bool:
        divinity = self.divinity(seat)
        hurt = divinity is not None and 0 < divinity.vitality < divinity.sheet.full
        return hurt and self.players[seat].cards.may_hold(OMPHALOS)

    def divinity(self, seat: int) -> Unit | None:
        return next((unit for unit in self.of(seat) if unit.divine), None)

    def move(self, seat: int, said: str) -> Steps:
        """Carry a move of the active player out; whether the turn is over then."""
        verb, _, rest = said.partition(" ")
        if verb[-1:] == ":":  # another player's power
            seat = [player.name for player in self.players].index(verb[:-1])
            verb, _, rest = rest.partition(" ")
        if verb == "activate":
            yield from self.activate(seat, rest)
        elif verb == "pass":
            if rest == "and draw":
                self.draw(seat, 1)
            self.passed = True
            return not self.troops_lacking(seat)  # a troop that no area takes in is asked about too
        elif verb == "heal":
            self.players[seat].cards.play(OMPHALOS, to_box=True)
            divinity = self.divinity(seat)
            assert divinity
            divinity.vitality += 1
        elif verb == "recall":
            before = len(self.called)
            yield from self.end_activation()
            if self.waits(before) or not self.may_recall(seat, said):
                return False  # a power has called a troop meanwhile, or made this one whole
            yield from self.recall(seat, rest)
            yield from self.settle()
            return True
        elif verb == "leader":
            assert self.acting
            leader = self.acting.unit
            troop = self.unit(rest)
            self.call(leader, troop)
            yield from self.end_activation()
        elif said == "end turn":
            before = len(self.called)
            yield from self.end_activation()
            return not self.waits(before)  # a power may have called a troop
        elif verb == "power":
            every = [(power, unit) for unit in self.units for power in unit.sheet.powers if unit.player == seat]
            named = [one for one in every if rest.startswith(self.called_power(*one))]
            power, unit = max(named, key=lambda one: len(self.called_power(*one)))
            if power.kind == "offensive" and self.acting:
                self.acting.done.append("attack")
            yield from self.use(unit, power, None, None, rest)
            yield from self.settle()
        else:
            yield from self.act(verb, rest)
            yield from self.settle()
        return False

    def waits(self, before: int) -> bool:
        """Whether a troop was called now that may be activated in this turn yet."""
        return len(self.called) > before and self.activations < self.settings.get("units_a_turn", 2)

    def recalls(self, seat: int) -> list[str]:
        """Troops that can be made whole again: where they stand, or in their zone (M60, M90)."""
        price, found = self.settings.get("recall_aow", 1), list[str]()
        for unit in self.troops_lacking(seat):
            missing = unit.sheet.full - unit.vitality
            areas = [unit.area] if unit.on_board else self.deployable(unit)
            kept = self.kept_area.get(seat, "")
            if kept and not unit.on_board and not self.is_full(kept) and self.takes_in(kept, unit):
                areas = [kept]
            if self.kept_number.isdigit():
                missing = min(missing, int(self.kept_number))
            for area in areas:
                found += self.paying(seat, f"recall {unit.name} {missing} {area}", price)
        return found

    def troops_lacking(self, seat: int) -> list[Unit]:
        """Troops that lack miniatures, where a recall can be paid."""
        if self.recalled or not self.pays(seat, self.settings.get("recall_aow", 1)):
            return []
        return [
            unit
            for unit in self.of(seat)
            if unit.troop and unit.vitality < unit.sheet.full and unit.status != "waiting"
        ]

    def may_recall(self, seat: int, said: str) -> bool:
        """Whether a recall is still possible: of all that is missing, or of fewer where nothing is kept."""
        unit, number, area = said.removeprefix("recall ").partition(" with ")[0].rsplit(" ", 2)
        for one in self.recalls(seat):
            name, most, where = one.removeprefix("recall ").partition(" with ")[0].rsplit(" ", 2)
            kept = self.settings.get("recall") == "keep" and self.kept_number
            if (name, where) == (unit, area) and (number == most if kept else int(number) <= int(most)):
                return True
        return False

    def recall(self, seat: int, rest: str) -> Steps:
        self.pay_aow(seat, rest, self.settings.get("recall_aow", 1))
        name, number, area = rest.partition(" with ")[0].rsplit(" ", 2)
        unit = self.unit(name)
        if self.settings.get("recall") == "keep":
            whole = unit.vitality + int(number) == unit.sheet.full
            self.kept_number = self.kept_number or ("whole" if whole else number)
            if not unit.on_board:
                self.kept_area.setdefault(seat, area)
        comes, unit.status, unit.area = not unit.on_board, "board", area
        unit.vitality += int(number)
        self.recalled = True
        if comes:
            yield from self.put(unit, area)

    def leads(self, unit: Unit) -> list[str]:
        """The troops that a leader may call: near, seen, not activated, with a card in the deck (M68)."""
        if not unit.on_board or "leader" not in self.talents(unit):
            return []
        return [
            f"leader {troop.name}"
            for troop in self.standing()
            if self.board.steps(unit.area, troop.area) <= 1
            and self.sees(unit, troop.area)
            and self.may_call(unit, troop)
        ]

    def may_call(self, leader: Unit, troop: Unit) -> bool:
        """Whether it can be called at all: a power says itself how near it is, and not that it is seen."""
        card = self.players[troop.seat].cards.may_be_in_deck(troop.name) and leader.player == self.active
        return troop.troop and self.allied(leader, troop) and not troop.activated and card

    def call(self, leader: Unit, troop: Unit) -> None:
        """Call a troop: its card out of the deck; it may be activated at once."""

        name, cards = troop.name, self.players[troop.seat].cards
        cards.take_from_deck(name)
        if troop.seat != leader.player:
            cards.sure[name] -= 1
            cards.settle()
            self.players[leader.player].cards.sure[name] += 1
            troop.guest = leader.player
        self.called.append(troop)

    # --- an activation ------------------------------------------------------------------------------------------

    def activate(self, seat: int, rest: str) -> Steps:
        yield from self.end_activation()
        text, _, _ = rest.partition(" with ")
        open_ = [sorted(one.replace(",", "").split()) for one in self.activations_open(seat)]
        said = (f"activate {way}".replace(",", "").split() for way in (rest, text))
        if self.over or not any(sorted(words) in open_ for words in said):
            return  # a power has spent the card, or what pays
        name, _, how = text.rpartition(" ")
        unit = self.unit(name)
        if self.activations and unit not in self.called:
            self.pay_aow(seat, rest, self.settings.get("second_unit_aow", 1))
        self.discard_card(seat, name)
        self.called = [one for one in self.called if one is not unit] if unit in self.called else []
        self.acting = Acting(unit, how == "complex")
        self.activations += 1
        unit.activated = True
        if unit.on_board and self.terrain(unit.area) == "polar" and "boreal" not in self.types(unit):
            self.acting.limit, self.acting.cold = 1, True
            self.wound(unit, 1)
        self.note("start", unit)
        yield from self.settle()

    def end_activation(self) -> Steps:
        if self.acting is None:
            return
        unit = self.acting.unit
        self.note("end", unit)
        yield from self.settle()
        self.acting = None
        for one in self.units:
            one.bonuses = [bonus for bonus in one.bonuses if bonus.until not in ("this activation", "this attack")]

    def actions(self, acting: Acting) -> list[str]:
        """What the unit that is activated may do now."""
        unit = acting.unit
        if not unit.on_board:
            deploys = acting.complex and unit.status == "waiting" and not acting.done
            return [f"deploy {area}" for area in self.deployable(unit)] if deploys else []
        found = []
        room = len(acting.done) < (1 if acting.complex else acting.limit)
        if acting.complex and room:
            found += [named("run", way) for way in self.ways(unit, "run")]
            found += [named("fly", way) for way in self.ways(unit, "fly")]
            found += self.absorptions(unit)
            if "flying" in self.types(unit):
                found += [self.named(fight) for fight in self.targets(unit, aerial=True)]
        if not acting.complex and room:
            attacked = "attack" in acting.done
            stays = (attacked or acting.struck) and "mobility" not in self.talents(unit)
            if "walk" not in acting.done and not stays:
                found += [named("walk", way) for way in self.ways(unit, "walk")]
            if not attacked:
                found += [self.named(fight) for fight in self.targets(unit)]
                if self.settings.get("area_attacks") == "everyone":
                    found += [f"area attack {area}" for area in self.area_targets(unit)]
            if "claim" not in acting.done:
                found += self.claims(unit)
        if unit.stone:
            found.append("drop")
        if self.may_use_nature(acting):
            found.append("nature")
        return found

    def may_use_nature(self, acting: Acting) -> bool:
        """Force of nature: while an attack is still to come (M47)."""
        unit = acting.unit
        coming = len(acting.done) < (1 if acting.complex else acting.limit) and "attack" not in acting.done
        coming = coming and (not acting.complex or "flying" in self.types(unit))
        free = [one for one in unit.sheet.powers if one.kind == "active" and not one.moment and self.may_act(unit)]
        free = [one for one in free if unit.shows(one) and self.not_used_up(one, unit)]
        coming = coming or any("attack" in way.does.split() for one in free for ways in one.effects for way in ways)
        has = "force of nature" in self.talents(unit) and not acting.nature
        return has and coming and self.elements[unit.area] > 0

    def claims(self, unit: Unit) -> list[str]:
        """The stones that it may take up: of its area, a gem collector's also of those around that it sees."""
        if unit.stone or self.forbidden(unit, "claim"):
            return []
        areas = [unit.area]
        if "gem collector" in self.talents(unit):
            areas += [area for area in self.board.beside(unit.area) if self.sees(unit, area)]
        found = []
        for area in areas:
            kinds = sorted(set(self.stones[area]))
            if not self.blocked(unit, area):
                where = "" if area == unit.area else f" from {area}"
                found += [f"claim {kind}{where}" if len(kinds) > 1 else f"claim{where}" for kind in kinds]
        return found

    def absorptions(self, unit: Unit) -> list[str]:
        found = self.absorbable(unit)
        alone = len(found) == 1 and found[0] in (*self.stones[unit.area], f"from {unit.name}")
        return ["absorb"] if alone else [f"absorb {what}" for what in found]

    def absorbable(self, unit: Unit) -> list[str]:
        """The stones that a divinity may absorb: lying in its area, or carried there by itself or an ally (M73)."""
        if not unit.divine:
            return []
        lying = sorted({stone for stone in self.stones[unit.area] if stone not in self.things})
        carriers = [
            other
            for other in self.standing(unit.area)
            if (other is unit or self.allied(unit, other)) and other.stone and other.stone not in self.things
        ]
        return [*lying, *(f"from {other.name}" for other in carriers)]

    def act(self, verb: str, rest: str) -> Steps:
        acting = self.acting
        assert acting
        unit = acting.unit
        if verb in ("walk", "run", "fly"):
            acting.done.append(verb)
            areas = tuple(rest.split())
            way = next(way for way in self.ways(unit, verb) if way.areas == areas)
            way = yield from self.go(unit, way, verb)
            acting.over = acting.over or way.ends_activation
        elif verb == "deploy":
            acting.done.append(verb)
            unit.status, acting.over = "board", True
            yield from self.put(unit, rest)
        elif verb == "claim":
            acting.done.append(verb)
            self.claim(unit, rest)
        elif verb == "absorb":
            acting.done.append(verb)
            self.absorb(unit, rest)
        elif verb == "drop":
            self.drop(unit)
        elif verb == "nature":
            self.elements[unit.area] -= 1
            acting.nature = True
        elif verb == "area":
            acting.done.append("attack")
            yield from self.area_attack(unit, rest.removeprefix("attack "))
        else:
            acting.done.append("attack")
            name = rest.removeprefix("attack ")
            there = name.endswith(" as if there")
            target = self.target(name.removesuffix(" as if there"))
            yield from self.attack(self.fight_of(unit, target, as_if_there=there, aerial=verb == "aerial"))

    def go(self, unit: Unit, way: Way, how: str, number: int | None = None) -> Steps:
        """Enter area after area, met in each before it goes on; lava wounds, and then it is put into the last one."""
        start, gone = unit.area, 0
        while gone < len(self.on_foot(way)):
            unit.area, gone = way.areas[gone], gone + 1
            before = self.due[:]
            self.due.clear()
            self.entered(unit)
            if self.due and gone < len(self.on_foot(way)):
                yield from self.settle()
                way = yield from self.onward(unit, way, gone, how, start, number)
            self.due[:0] = before
        if way.burnt:
            self.wound(unit, 1)
            if unit.on_board and way.areas[-1] != unit.area:
                unit.area = way.areas[-1]
                self.entered(unit)
        return way

    def onward(self, unit: Unit, way: Way, gone: int, how: str, start: str, number: int | None) -> Steps:
        """How a unit that was met goes on: the way that it meant, as far as it still can (X11)."""
        passed = way.areas[:gone]
        if self.over or unit.area != passed[-1] or self.forbidden(unit, how):
            return Way(passed)
        most = self.movement(unit) + (how != "walk") if number is None else number
        wet = all(self.terrain(area) in AQUATIC for area in (start, *passed))
        swims = number is None and how != "fly" and wet and "aquatic" in self.types(unit)
        open_ = list(self.going(unit, how, (start, *passed), most, swims))
        for many in range(len(way.areas), gone, -1):
            found = [one for one in open_ if one.areas == way.areas[:many]]
            found = found or [one for one in open_ if one.burnt and self.on_foot(one) == way.areas[:many]]
            if len(found) > 1:
                end = yield from self.ask(unit.player, "way", partial(list, [one.areas[-1] for one in found]))
                found = [one for one in found if one.areas[-1] == end]
            if found:
                return found[0]
        return Way(passed)

    def entered(self, unit: Unit) -> None:
        """Note what enemies do that meet who enters an area: their own, unless their power says a range."""
        for other in self.standing():
            if self.enemies(unit, other):
                self.note("when an enemy enters", other, None, unit)

    def put(self, unit: Unit, area: str) -> Steps:
        """Put a unit into an area; out of lava its player moves it on."""
        unit.area = area
        self.entered(unit)
        if self.terrain(area) == "lava" and not self.ignores(unit, "lava", area):
            onward = self.out_of_lava(unit, area)
            self.wound(unit, 1)
            if unit.on_board and onward:
                unit.area = yield from self.ask(unit.player, "way", partial(list, onward))
                self.entered(unit)

    def claim(self, unit: Unit, rest: str) -> None:
        kind, _, area = rest.rpartition("from ") if "from " in rest else (rest, "", unit.area)
        stone = kind.strip() or self.stones[area][0]
        self.stones[area].remove(stone)
        unit.stone = stone

    def absorb(self, unit: Unit, rest: str) -> None:
        """Take a stone onto the dashboard; the omphalos gives a Greek divinity's player a card (M74)."""
        player = self.players[unit.seat]
        if not rest:
            (rest,) = self.absorbable(unit)
        if rest.startswith("from "):
            carrier = self.unit(rest.removeprefix("from "))
            stone, carrier.stone = carrier.stone, ""
        else:
            stone = rest
            self.stones[unit.area].remove(stone)
        player.absorbed.append(stone)
        if stone == "greek" == unit.sheet.mythology:
            player.cards.sure[OMPHALOS] += 1
        side = [one for one in range(len(self.players)) if self.side(one) == self.side(unit.seat)]
        if sum(len(self.players[one].absorbed) for one in side) >= self.settings.get("stones_to_win", 4):
            self.winners, self.decided = side, "stones"

    def lose(self, seat: int) -> None:
        """The end of a game, or of one player's, whose divinity fell or who leaves (M77, M78, M79)."""
        if self.over:
            return  # others fell first (X9)
        if self.teams:
            self.winners = [one for one in range(len(self.players)) if self.side(one) != self.side(seat)]
            self.decided = "team"
            return
        if len(self.players) > 2:
            self.take_out(seat)
        alive = [one for one in range(len(self.players)) if not self.players[one].out and one != seat]
        if len(alive) == 1:
            self.winners, self.decided = alive, "last divinity"

    def take_out(self, seat: int) -> None:
        """All that is a player's leaves the game; stones that its units carried lie where they stood (M77)."""
        player = self.players[seat]
        player.out, player.cards, player.absorbed = True, Cards(), []
        self.laid = [laid for laid in self.laid if laid.seat != seat]
        for unit in self.of(seat):
            if unit.on_board and (unit.divine or self.settings.get("fallen_stones") != "gone"):
                self.drop(unit)
            unit.stone = ""
            unit.status, unit.area, unit.vitality, unit.bonuses = "away", "", 0, []


def named(how: str, way: Way) -> str:
    return f"{how} {' '.join(way.areas)}"
