"""The twin's rounds: a hero's Chance card, turns and limits; who must decide what, and what is legal.

`Rounds.play` yields each decision and is sent its answer. It is slow on purpose: everything is looked up anew, from
the cards as they lie there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tests.prophecy.twin_board import Layout, Lying, Plane, Space, Traveller, deck_of
from tests.prophecy.twin_cards import GUILDS, Card, Rule, number_in
from tests.prophecy.twin_effects import Ask, Asking, Deciding, Died, Finding, Source, World
from tests.prophecy.twin_fights import Hero, mark_of

TERRAIN = {"Mountains": "Mountains", "Forests": "Forest", "Plains": "Plains"}
LIMIT = {"items": 7, "abilities": 7}
WORK = {"City": ("magic", 1, "gold", 2), "Thieves' Guild": ("health", 1, "gold", 3),
        "Fortress": ("health", 1, "experience", 2)}  # fmt: skip
ALL = "all"


class RoundOver(Exception):
    """The hero whose round it is is dead, or the game has ended."""


class Elsewhere(Exception):
    """The hero has come to another space, as in a turn without a movement (P27)."""


class TurnOver(Exception):
    """A draw or a loss has cut the turn short."""


class Rounds(World):
    """A game from its first round on."""

    def __init__(self, layout: Layout, settings: dict[str, Any]) -> None:
        super().__init__(layout.find)
        self.table = layout
        self.settings = settings
        self.active = 0
        self.round = 1
        self.turn = 1
        self.over = False
        self.winners: list[str] = []
        self.more_turns: list[str] = []
        self.helper: str | None = None
        self.in_plane: Plane | None = None
        self.moved = False
        self.attacked, self.looked_round = "", False

    # --- who and where ----------------------------------------------------------------------------------

    @property
    def hero(self) -> Traveller:
        """The hero whose round it is."""
        return self.table.heroes[self.active]

    @property
    def here(self) -> Space:
        """The space of the hero whose round it is."""
        return self.table.space(self.hero.space)

    @property
    def living(self) -> list[Traveller]:
        """The heroes in the game, from the one whose round it is, clockwise."""
        heroes = self.table.heroes
        order = [*heroes[self.active :], *heroes[: self.active]]
        return [hero for hero in order if not hero.status]

    # --- the cards on the table -------------------------------------------------------------------------

    def ready(self, deck: str) -> bool:
        """Whether a deck has a card; an empty one is made of its discards first (P13)."""
        found = self.table.decks[deck]
        if not found.count:
            found.count = len(found.discards) + found.unseen
            found.discards, found.unseen = [], 0
        return found.count > 0

    def draw(self, deck: str, held: Sequence[str] = ()) -> Deciding:
        """The next card of a deck, by name, while some are held; "" if there is none."""
        if not self.ready(deck):
            return ""
        found = self.table.decks[deck]
        options = self.table.free(deck, held)
        found.count -= 1
        name = yield Ask("", "draw", options)
        if name in found.bottom and found.count < len(found.bottom):
            found.bottom.remove(name)
        return name

    def put_away(self, name: str) -> None:
        """Discard a card: on its pile, an Ability under its deck."""
        deck = deck_of(self.find(name))
        if deck in GUILDS:
            self.table.decks[deck].bottom.append(name)
            self.table.decks[deck].count += 1
        else:
            self.table.decks[deck].discards.append(name)

    def tidy(self) -> None:
        """What heroes have discarded goes to its piles."""
        for hero in self.table.heroes:
            for name in hero.discarded:
                self.put_away(name)
            hero.discarded.clear()

    # --- a game -----------------------------------------------------------------------------------------

    def play(self) -> Asking:
        """Round after round."""
        while not self.over:
            yield from self.one_round()
            if not self.over:
                self.next_player()

    def next_player(self) -> None:
        number = len(self.table.heroes)
        for _ in range(number):
            self.active = (self.active + 1) % number
            if self.hero.status != "out":
                break
        self.round += 1

    def one_round(self) -> Asking:
        """A player's round."""
        self.turn, self.more_turns, self.moved = 1, [], False
        hero = self.hero
        hero.rounds += 1
        hero.lodging = False
        try:
            if hero.status == "dead" and not (yield from self.new_hero()):
                self.over = all(one.status == "out" for one in self.table.heroes)  # P48
                return
            yield from self.round_starts()
            yield from self.chance_card()
            yield from self.turns()
            yield from self.end_round()
        except Died:
            self.bury(hero)
        except RoundOver:
            pass
        self.in_plane = None
        self.forget_round()

    def round_starts(self) -> Asking:
        """What acts when a round starts (the Banner of Hope)."""
        self.thrown_for, self.in_use, self.no_spells = {}, [], False
        for name, rule in list(self.own_rules_at(self.hero, "round starts")):
            if (yield from self.die_for(self.hero, rule, name)):
                yield from self.carry_out(self.hero, rule.effects, Source(name))

    def new_hero(self) -> Finding:
        """Who wishes takes a hero from all unused ones; whether the player goes on (P47)."""
        hero, table = self.hero, self.table
        taken = [*table.eliminated, *(one.card for one in self.living)]
        unused = [card.name for card in table.box.values() if card.kind == "hero" and card.name not in taken]
        if not unused:
            hero.status = "out"
            return False
        said = yield Ask(hero.name, "new hero", [*(f"new hero {name}" for name in unused), "stay out"])
        if said == "stay out":
            hero.status = "out"
            return False
        card = self.find(said.removeprefix("new hero "))
        hero.card, hero.guilds, hero.status, hero.alive = card.name, card.guilds, "", True
        hero.sex = next((one for one in ("man", "woman") if card.has(one)), "")
        hero.red = hero.health = int(card.strength)
        hero.blue = hero.magic = int(card.willpower)
        hero.gold = hero.experience = 3
        hero.space = table.named(card.guilds[0]).number
        hero.health -= 1
        hero.magic -= min(2, hero.magic)
        return True

    def bury(self, dead: Traveller) -> None:
        raise NotImplementedError

    def turns(self) -> Asking:
        """The turns of a round, as many as were gained."""
        while True:
            yield from self.one_turn()
            if not self.more_turns:
                return
            self.more_turns.pop(0)
            self.turn += 1

    def end_round(self) -> Asking:
        """Down to 15 Gold, 15 Experience, 7 Items and 7 Abilities; marks of the round lapse."""
        hero = self.hero
        for name, rule in self.own_rules_at(hero, "round ends"):
            if all(self.holds(condition, hero) for condition in rule.conditions):
                yield from self.carry_out(hero, rule.effects, Source(name))
        hero.gold, hero.experience = min(15, hero.gold), min(15, hero.experience)
        yield from self.too_many("items", len(hero.items) + len(hero.damaged) + len(hero.artifacts) - 7)
        yield from self.too_many("abilities", len(hero.abilities) - 7)

    def forget_round(self) -> None:
        """Once-a-round marks and bonuses lapse; who cast a Spell in it is forgotten."""
        for one in self.table.heroes:
            one.marks = [mark for mark in one.marks if mark.startswith("once in two rounds")]
            one.bonuses = [bonus for bonus in one.bonuses if bonus.until not in ("turn", "round")]
            one.spells_cast = 0
            one.cast.clear()

    def too_many(self, what: str, many: int) -> Asking:
        hero = self.hero
        if many <= 0:
            return
        pool = [*hero.items, *hero.damaged] if what == "items" else list(hero.abilities)
        if many >= len(pool):
            gone = pool
        else:
            said = yield Ask(hero.name, "discard", [f"discard {name}" for name in pool] if many == 1 else [],
                             told=f"{many}")  # fmt: skip
            gone = said.removeprefix("discard ").split(", ")
        for name in gone:
            next(pile for pile in (hero.items, hero.damaged, hero.abilities) if name in pile).remove(name)
            self.put_away(name)

    # --- Chance -----------------------------------------------------------------------------------------

    def chance_card(self) -> Asking:
        hero, deck = self.hero, self.table.decks["chance"]
        if not self.ready("chance"):
            return
        said = yield Ask(hero.name, "chance", [f"chance {name}" for name in self.table.free("chance")])
        name = said.removeprefix("chance ")
        deck.count -= 1
        yield from self.chance(name)
        deck.discards.append(name)

    def chance(self, name: str) -> Asking:
        """What a Chance card does."""
        hero = self.hero
        if name in TERRAIN:
            yield from self.terrain_card(TERRAIN[name])
        elif name in GUILDS:
            yield from self.new_ability(name)
        elif name == "Open Training":
            guild = yield Ask(hero.name, "guild", list(GUILDS))
            yield from self.new_ability(guild)
        elif name in ("City Merchant", "Tradesman"):
            city = name == "City Merchant"
            space = self.table.named("City" if city else "Village")
            for good in space.goods:
                self.put_away(good)
            space.goods.clear()
            for _ in range(2 if city else 3):
                drawn = yield from self.draw("rare" if city else "common")
                if drawn:
                    space.goods.append(drawn)
        elif name == "Peaceful Times":
            self.more_turns.append(name)
        elif name == "Prophetic Dream":
            yield from self.plane_card()
        elif name == "Charity":
            for what, least in (("gold", self.gain), ("health", self.restore), ("magic", self.restore)):
                fewest = min(getattr(one, what) for one in self.living)
                for one in [one for one in self.living if getattr(one, what) == fewest]:
                    least(one, what, {"gold": 3, "health": 1, "magic": 2}[what])
        elif name == "Economic Crisis":
            for one in self.living:
                one.gold -= one.gold // 2
        for rule in self.find(name).at("drawn by"):
            yield from self.carry_out(hero, rule.effects, Source(name))

    def terrain_card(self, terrain: str) -> Asking:
        """A card on each space of a terrain, from the own one on clockwise."""
        here = self.hero.space
        spaces = sorted(self.table.of_terrain(terrain), key=lambda space: (space.number - here) % 20)
        over = 0
        for space in spaces:
            if not space.cards:
                name = yield from self.draw("adventure")
                if name:
                    space.cards.append(Lying(name, self.round))
            elif len(space.cards) == 1:
                if self.ready("adventure"):
                    self.table.decks["adventure"].count -= 1
                    space.cards.append(Lying("", self.round))
            else:
                over += 1
        for _ in range(over if self.settings.get("surplus_discarded", True) else 0):
            if self.ready("adventure"):
                self.table.decks["adventure"].count -= 1
                self.table.decks["adventure"].unseen += 1

    def new_ability(self, guild: str) -> Asking:
        """An open Ability in a guild; with two there the older goes under its deck."""
        if not self.table.decks[guild].count:
            return
        name = yield from self.draw(guild)
        there = self.table.named(guild).abilities
        if len(there) == 2:
            self.put_away(there.pop(0))
        there.append(name)

    def plane_card(self) -> Asking:
        """The next card of a plane is turned up."""
        hidden = [plane for plane in self.table.planes if plane.hidden]
        if not hidden:
            return
        said = yield Ask(self.hero.name, "plane", [plane.name for plane in hidden])
        plane = next(plane for plane in hidden if plane.name == said)
        yield from self.turn_up_plane(plane, plane.hidden)

    def turn_up_plane(self, plane: Plane, what: str) -> Asking:
        name = yield Ask("", "draw", self.table.free(what))
        setattr(plane, what, name)

    # --- a turn -----------------------------------------------------------------------------------------

    def one_turn(self) -> Asking:
        hero = self.hero
        hero.lodging = False
        try:
            meets = yield from self.movement()
            while True:
                try:
                    if meets:
                        yield from self.turn_up()
                    yield from self.visit(meets=meets)
                    break
                except Elsewhere:
                    meets, self.attacked, self.looked_round = True, "", False
                    hero.marks = [mark for mark in hero.marks if not mark.startswith("once a turn")]
        except TurnOver:
            pass
        self.in_plane = None
        for one in self.table.heroes:
            one.marks = [mark for mark in one.marks if not mark.startswith("once a turn")]
            one.bonuses = [bonus for bonus in one.bonuses if bonus.until != "turn"]
        self.attacked, self.looked_round = "", False
        self.moved = False

    def movement(self) -> Finding:
        """Step 1; whether what lies on the space is met."""
        while True:
            ways, cards = self.ways(), {said: (name, rule) for said, name, rule in self.moving_cards()}
            said = yield Ask(self.hero.name, "move", [*ways, *cards, *self.uses()])
            if said in ways:
                return (yield from self.go(said))
            if said in cards:
                with self.helping(said):
                    yield from self.pay_all(*cards[said])
                yield from self.carry_out(self.hero, cards[said][1].effects, Source(cards[said][0]))
                return True
            yield from self.use(said)

    def moving_cards(self) -> Iterator[tuple[str, str, Rule]]:
        """Cards that move the hero, or that are used instead of moving."""
        return self.usable("moving", "instead of moving")

    def pay_all(self, name: str, rule: Rule) -> Asking:
        """Pay a price, the Items of it picked one by one."""
        hero = self.hero
        for part in rule.cost:
            if re.fullmatch(r"\d+ items?", part):
                for _ in range(number_in(part)):
                    for item in (yield from self.give_up(hero, "discard", self.spare_items(hero))):
                        self.discard(hero, item)
        self.pay(hero, name, rule)
        self.tidy()

    def destinations(self, effect: str) -> list[Space]:
        """Where "move 3", "move to a port" can lead (P66)."""
        if found := re.fullmatch(r"move (\d+)", effect):
            steps = [sign * many for many in range(1, int(found[1]) + 1) for sign in (1, -1)]
            return [self.table.space(self.hero.space + many) for many in steps]
        where = effect.removeprefix("move to ").split()[-1]
        return [
            space for space in self.table.spaces
            if space is not self.here
            and where in ("space", *map(str.lower, space.place), *["guild"] * (space.name in GUILDS))
        ]  # fmt: skip

    def ways(self) -> list[str]:
        """The ways of moving, and what may be done instead."""
        hero, here = self.hero, self.here
        found = ["stay", *(f"walk {space.words}" for space in self.beside(1))]
        if self.affords(1):
            found += [f"horse {space.words}" for space in self.beside(2)]
            if here.port:
                found += [f"boat {space.words}" for space in self.ports()]
        if self.affords(2) and here.gate:
            found += [f"gate {one.words}" for one in self.table.spaces if one.gate and one is not here]
        if here.name in WORK and getattr(hero, WORK[here.name][0]) >= 1:
            found.append("work")
        found += [f"plane {plane.name}" for plane in self.table.planes
                  if hero.space in plane.spaces and not plane.closed]  # fmt: skip
        return found

    def affords(self, gold: int) -> bool:
        return self.hero.gold >= gold

    def beside(self, steps: int) -> list[Space]:
        """The spaces so many steps away, both ways round."""
        return [self.table.space(self.hero.space + steps), self.table.space(self.hero.space - steps)]

    def ports(self) -> list[Space]:
        """The next ports, both ways round."""
        found = []
        for step in (1, -1):
            at = self.hero.space + step
            while not self.table.space(at).port:
                at += step
            if self.table.space(at) is not self.here:
                found.append(self.table.space(at))
        return found

    def go(self, said: str) -> Finding:
        """Carry a way of moving out; whether the space's cards are met then."""
        hero = self.hero
        how, _, where = said.partition(" ")
        if how == "work":
            self.work()
        elif how == "plane":
            yield from self.attack_plane(next(one for one in self.table.planes if one.name == where))
            return False
        elif how != "stay":
            self.pay_gold({"horse": 1, "boat": 1, "gate": 2}.get(how, 0))
            hero.space = self.table.named(where).number
        return True

    def pay_gold(self, many: int) -> None:
        self.hero.gold -= many

    def work(self) -> None:
        cost, many, what, much = WORK[self.here.name]
        self.lose(self.hero, cost, many)
        self.gain(self.hero, what, much)

    def attack_plane(self, plane: Plane) -> Asking:
        yield from ()
        raise NotImplementedError

    def visit(self, *, meets: bool) -> Asking:
        """Steps 3 to 5 on the space where the hero is; back from a plane no Creature is met (P49)."""
        while True:
            moves = self.moves() if meets or not self.creatures() else [*self.uses(), "end turn"]
            said = yield Ask(self.hero.name, "move", moves)
            if said == "end turn":
                return
            yield from self.do(said)

    def turn_up(self) -> Asking:
        """Face-down cards are turned up, and do then what they do."""
        for lying in self.here.cards:
            if not lying.name:
                lying.name = yield Ask("", "draw", self.table.free("adventure"))
                lying.since = self.round
                for rule in self.find(lying.name).at("revealed"):
                    yield from self.carry_out(self.hero, rule.effects, Source(lying.name))

    def creatures(self) -> list[Lying]:
        return [one for one in self.here.cards if one.name and self.find(one.name).kind == "creature"]

    def moves(self) -> list[str]:
        """All that may be done on the space now."""
        found = self.uses()
        if self.creatures():
            return [*found, *self.fights()]
        return [*found, *self.attacks(), *self.possibilities(), "end turn"]

    def fights(self) -> list[str]:
        return []

    def attacks(self) -> list[str]:
        """Heroes on the space who may be attacked: one a turn, nobody who is safe (P26)."""
        found: list[str] = []
        for one in self.living:
            if self.looked_round:
                break  # step 5 has begun
            if one is not self.hero and one.space == self.hero.space and not self.attacked and not self.safe(one):
                found.append(f"attack {one.name}")
                if self.hero.magic >= self.least_wills_price(one):
                    found.append(f"attack {one.name} wills")
        return found

    def safe(self, hero: Traveller) -> bool:
        """Whether nobody may attack a hero."""
        name = self.table.space(hero.space).name
        return not hero.artifacts and (name in ("Monastery", "Forest Camp") or (name == "Village" and hero.lodging))

    def least_wills_price(self, other: Traveller | None) -> int:
        """What Wills cost the hero whose round it is with whatever makes them cheaper in use."""
        less, head = 0, 0
        for name, rule in self.own_rules_at(self.hero, "always"):
            cheaper = sum(number_in(effect) for effect in rule.effects if re.fullmatch(r"wills \d+ less", effect))
            if self.find(name).has("head"):
                head = max(head, cheaper)
            else:
                less += cheaper
        return max(0, 2 + (len(other.artifacts) if other else 0) - less - head)

    def do(self, said: str) -> Asking:
        """Carry out a move of steps 3 to 5."""
        verb, _, rest = said.partition(" ")
        if verb in ("fight", "attack"):
            yield from self.battle(said)
        elif verb in ("use", "cast"):
            yield from self.use(said)
        else:
            self.looked_round = True
            yield from self.possibility(verb, rest)

    def battle(self, said: str) -> Asking:
        yield from ()
        raise NotImplementedError

    # --- Possibilities ----------------------------------------------------------------------------------

    def possibilities(self) -> list[str]:
        """Step 5, if no Creature is left."""
        hero, here = self.hero, self.here
        found = [f"use {one.name}" for one in here.cards if self.opportunity_rules(one.name)]
        found += [f"learn {name}" for name in here.abilities if self.may_learn(name)]
        found += [f"buy {name}" for name in here.goods if self.affords(self.find(name).costs)]
        if here.blue and self.affords(1):
            found += [f"repair {name}" for name in hero.damaged]
        if here.name in ("City", "Village"):
            found += [f"sell {name}" for name in hero.items]
        hurt, spent = hero.red - hero.health, hero.blue - hero.magic
        if here.name == "Forest Camp":
            found += [f"heal {many}" for many in range(1, hurt + 1) if self.affords(many)]
        if here.name == "Monastery" and hurt and "once a turn Monastery" not in hero.marks:
            found.append("heal 1")
        if here.name == "Enchanted Wilderness" and spent and "once a turn Wilderness" not in hero.marks:
            found.append(f"recharge {min(3, spent)}")
        if here.name == "Magic Tower":
            found += [f"recharge {many}" for many in range(1, spent + 1) if self.affords((many + 1) // 2)]
        if here.name == "Village" and self.affords(1):
            found.append("lodge")
        return [*found, *(f"take {name}" for name in here.artifacts)]

    def may_learn(self, name: str) -> bool:
        price = self.find(name).costs
        strange = self.here.name not in self.hero.guilds
        return self.hero.experience >= price and (not strange or self.affords(price))

    def possibility(self, verb: str, rest: str) -> Asking:
        """Carry one out."""
        hero, here = self.hero, self.here
        if verb == "learn":
            price = self.find(rest).costs
            hero.experience -= price
            if here.name not in hero.guilds:
                self.pay_gold(price)
            here.abilities.remove(rest)
            hero.abilities.append(rest)
        elif verb == "buy":
            self.pay_gold(self.find(rest).costs)
            here.goods.remove(rest)
            hero.items.append(rest)
        elif verb == "sell":
            hero.gold += (self.find(rest).costs + 1) // 2
            self.discard(hero, rest)
        elif verb == "repair":
            self.pay_gold(1)
            hero.damaged.remove(rest)
            hero.items.append(rest)
        elif verb == "heal":
            many = number_in(rest)
            self.restore(hero, "health", many)
            if here.name == "Monastery":
                hero.marks.append("once a turn Monastery")
            else:
                self.pay_gold(many)
        elif verb == "recharge":
            many = number_in(rest)
            self.restore(hero, "magic", many)
            if here.name == "Enchanted Wilderness":
                hero.marks.append("once a turn Wilderness")
            else:
                self.pay_gold((many + 1) // 2)
        elif verb == "lodge":
            self.pay_gold(1)
            self.restore(hero, "health", 1)
            self.restore(hero, "magic", 1)
            hero.lodging = True
        elif verb == "take":
            here.artifacts.remove(rest)
            hero.artifacts.append(rest)
        self.tidy()
        yield from ()

    # --- using cards ------------------------------------------------------------------------------------

    def own_rules_at(self, hero: Traveller, *moments: str) -> Iterator[tuple[str, Rule]]:
        """The rules of these moments on a hero's cards that can be used."""
        for name in [*hero.whole, *hero.abilities]:
            for rule in self.find(name).at(*moments):
                yield name, rule

    def holds(self, condition: str, hero: Traveller) -> bool:
        """Whether a rule's condition holds outside a battle."""
        if condition == "no spell cast":
            return not hero.spells_cast
        if condition.startswith("alone least "):
            what = condition.removeprefix("alone least ")
            counts = {one.name: count_of(one, self.find, what) for one in self.living}
            return all(counts[hero.name] < many for name, many in counts.items() if name != hero.name)
        raise ValueError(condition)

    def uses(self) -> list[str]:
        """Non-battle effects that may be used now."""
        return [said for said, _, _ in self.usable()]

    def usable(self, *moments: str) -> Iterator[tuple[str, str, Rule]]:
        """What may be used at these moments: the move, the card, its rule; a Spell with each help it can have too."""
        hero = self.hero
        for name, rule in self.own_rules_at(hero, *moments or ["any time"]):
            card = self.find(name)
            if rule.often and mark_of(card, rule, name) in hero.marks:
                continue
            text = f"{'cast' if card.spell is not None else 'use'} {name}"
            for said, _ in self.helped(text, "spell" if card.spell else ""):
                with self.helping(said):
                    if not self.why_not_pay(hero, name, rule):
                        yield said, name, rule

    def helped(self, text: str, what: str) -> list[tuple[str, int]]:
        """A move as it is, and with each card that takes something off such a payment once a round."""
        hero, found = self.hero, [(text, 0)]
        for name, rule in self.own_rules_at(hero, "always") if what else ():
            for effect in rule.effects:
                less = re.fullmatch(rf"{what} (\d+) less", effect)
                if less and rule.often and mark_of(self.find(name), rule, name) not in hero.marks:
                    found.append((f"{text} with {name}", int(less[1])))
        return found

    @contextmanager
    def helping(self, said: str) -> Iterator[None]:
        """Spells cost what they cost, less what is named behind `with`."""
        self.helper = said.partition(" with ")[2]
        try:
            yield
        finally:
            self.helper = None

    def spell_price(self, hero: Hero, name: str) -> tuple[int, list[str]]:
        if self.helper is None:
            return super().spell_price(hero, name)
        price = self.find(name).spell or 0
        for rule in self.find(self.helper).at("always") if self.helper else ():
            return max(0, price - number_in(rule.effects[0])), [mark_of(self.find(self.helper), rule, self.helper)]
        return price, []

    def may_do(self, rule: Rule, hero: Traveller) -> bool:
        """Whether any of a rule's effects can do something, or a die leaves that open (P25)."""
        return rule.faces is not None or any(self.can_do(effect, rule, hero) for effect in rule.effects)

    def can_do(self, effect: str, rule: Rule, hero: Traveller) -> bool:
        if found := re.fullmatch(r"(?:heal|recharge) \S+ (health|magic)", effect):
            right, there, every = cubes(hero, found[1])
            return there - paid_of(rule, right) < every
        if found := re.fullmatch(r"gain \d+ (strength|willpower)", effect):
            right, there, every = cubes(hero, found[1])
            most = 8 if right == "health" else 10
            return every < most or there - paid_of(rule, right, found[1]) < most
        return True

    def use(self, said: str) -> Asking:
        """Use a card of the hero's, or an Opportunity of the space."""
        for text, name, rule in list(self.usable()):
            if text == said:
                with self.helping(said):
                    yield from self.pay_all(name, rule)
                yield from self.carry_out(self.hero, rule.effects, Source(name))
                self.tidy()
                return
        self.looked_round = True
        name = said.partition(" ")[2]
        lying = next(one for one in self.here.cards if one.name == name)
        rules = self.opportunity_rules(name)
        rule = rules[0]
        if len(rules) > 1:
            text = yield Ask(self.hero.name, "rule", [one.does for one in rules])
            rule = next(one for one in rules if one.does == text)
        self.here.cards.remove(lying)
        yield from self.pay_all(name, rule)
        self.put_away(name)
        self.tidy()
        self.thrown_for.clear()
        if (yield from self.die_for(self.hero, rule, name)):
            yield from self.carry_out(self.hero, rule.effects, Source(name))

    def opportunity_rules(self, name: str) -> list[Rule]:
        """The rules of an Opportunity that may be used now."""
        if not name or self.find(name).kind != "opportunity":
            return []
        hero = self.hero
        return [rule for rule in self.find(name).at("use")
                if not self.why_not_pay(hero, name, rule) and self.may_do(rule, hero)
                and all(self.holds(condition, hero) for condition in rule.conditions)]  # fmt: skip

    # --- effects of a whole game ------------------------------------------------------------------------

    def other(self, hero: Hero, effect: str, source: Source) -> Finding:
        """What only a whole game knows."""
        assert isinstance(hero, Traveller)
        if found := re.fullmatch(r"draw (\d+) (common|rare)", effect):
            for _ in range(int(found[1])):
                name = yield from self.draw(found[2])
                if name:
                    hero.items.append(name)
            return True
        if effect == "draw 1 rare if wanted":
            name = yield from self.draw("rare")
            if name:
                said = yield Ask(hero.name, "keep", [f"keep {name}", "decline"])
                if said == "decline":
                    self.put_away(name)
                else:
                    hero.items.append(name)
            return True
        if found := re.fullmatch(r"draw (\d+) (common|rare) keep 1", effect):
            drawn: list[str] = []
            for _ in range(int(found[1])):
                name = yield from self.draw(found[2], drawn)
                drawn += [name] * bool(name)
            if drawn:
                kept = drawn[0] if len(set(drawn)) == 1 else (yield Ask(hero.name, "keep", drawn))
                drawn.remove(kept)
                hero.items.append(kept)
                for name in drawn:
                    self.put_away(name)
            return True
        if found := re.fullmatch(r"steal (\d+) gold", effect):
            victim = source.fight.sides[1 - source.side].hero if source.fight is not None else None
            much = int(found[1]) if victim is None else min(int(found[1]), victim.gold)
            hero.gold += much
            if victim is not None:
                victim.gold -= much
            return True
        if effect.startswith("each other player "):
            for one in self.living:
                if one is not hero:
                    yield from self.effect(one, effect.removeprefix("each other player "), source)
            return True
        if effect.startswith("each player "):
            for one in self.living:
                yield from self.effect(one, effect.removeprefix("each player "), source)
            return True
        if found := re.fullmatch(r"least (\w+) (.*)", effect):
            fewest = min(getattr(one, found[1]) for one in self.living)
            for one in [one for one in self.living if getattr(one, found[1]) == fewest]:
                yield from self.effect(one, found[2], source)
            return True
        if effect.startswith("move "):
            spaces = self.destinations(effect)
            said = spaces[0].words
            if len(spaces) > 1:
                said = yield Ask(hero.name, "space", [space.words for space in spaces])
            hero.space = self.table.named(said).number
            return True
        if effect == "arrive again":
            raise Elsewhere
        if effect == "find a creature":
            options = [name for name in self.table.free("adventure") if self.find(name).kind == "creature"]
            name = yield Ask("", "draw", [*options, "none"])
            if name != "none":
                self.table.decks["adventure"].count -= 1
                self.here.cards.insert(0, Lying(name, self.round))
            return True
        if effect == "turn up a plane card":
            yield from self.plane_card()
            return True
        raise NotImplementedError(effect)


def count_of(hero: Hero, find: Callable[[str], Card], what: str) -> int:
    """What the Golden Fish looks at: cubes on both sides (P5), Rare Items and Artifacts."""
    if what == "rare items":
        return len(hero.artifacts) + sum(find(name).has("rare") for name in (*hero.items, *hero.damaged))
    return hero.red if what == "strength" else hero.blue


def cubes(hero: Hero, what: str) -> tuple[str, int, int]:
    """The cubes that something is counted in: their name on the right side, how many there, how many in all."""
    if what in ("health", "strength"):
        return "health", hero.health, hero.red
    return "magic", hero.magic, hero.blue


def paid_of(rule: Rule, *what: str) -> int:
    """How many cubes a rule's price takes."""
    return sum(number_in(cost) for cost in rule.cost if cost.endswith(what))
