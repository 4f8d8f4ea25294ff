"""The twin's rounds: a hero's Chance card, turns and limits; who must decide what, and what is legal.

`Rounds.play` yields each decision and is sent its answer. It is slow on purpose: everything is looked up anew, from
the cards as they lie there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from tests.prophecy.twin_board import Layout, Lying, Plane, Space, Traveller, deck_of
from tests.prophecy.twin_cards import GUILDS, Card, Rule, number_in
from tests.prophecy.twin_effects import Ask, Asking, Deciding, Died, Finding, Source, World
from tests.prophecy.twin_fights import Bonus, Hero, key_of, mark_of, per_count

TERRAIN = {"Mountains": "Mountains", "Forests": "Forest", "Plains": "Plains"}
WORK = {
    "City": ("magic", 1, "gold", 2),
    "Thieves' Guild": ("health", 1, "gold", 3),
    "Fortress": ("health", 1, "experience", 2),
}
AGAIN = "again"
"""Said instead of an answer where a correction was made: it is asked anew."""


class RoundOver(Exception):
    """The hero whose round it is is dead, or the game has ended."""


class AllTaken(Exception):
    """All five Artifacts are in heroes' hands."""


class Elsewhere(Exception):
    """The hero has come to another space, as in a turn without a movement (P27)."""


class TurnOver(Exception):
    """A draw or a loss has cut the turn short."""


class Rounds(World):
    """A game from its first round on."""

    def __init__(self, layout: Layout, settings: dict[str, Any]) -> None:
        super().__init__(layout.find, readings=settings)
        self.table = layout
        self.settings = settings
        self.active = 0
        self.round = 1
        self.turn = 1
        self.over = False
        self.winners: list[str] = []
        self.more_turns: list[str] = []
        self.helper: str | None = None
        self.final = False
        self.countdown = False
        """Whether the Chance deck counts down to the Apocalypse."""
        self.before_turn = True
        self.returned = False
        self.in_plane: Plane | None = None
        self.moved = False
        self.collector = -1
        self.bitten: list[Traveller] = []
        """Who died of what a Chance card laid open."""
        self.attacked, self.attacks_made, self.looked_round = "", 0, False

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
        return [hero for hero in order if not hero.status and hero not in self.bitten]

    def partner(self, hero: Traveller) -> Traveller | None:
        """Who plays with a hero: the one opposite (P61)."""
        heroes = self.table.heroes
        return heroes[(heroes.index(hero) + 2) % 4] if self.settings.get("teams") else None

    @property
    def handing_over(self) -> bool:
        """Whether a beaten hero hands over an Artifact, and who has none is out (P56, P59)."""
        return self.final or (self.countdown and bool(self.settings.get("apocalypse_hands_over", True)))

    # --- the cards on the table -------------------------------------------------------------------------

    def ready(self, deck: str) -> bool:
        """Whether a deck has a card; an empty one is made of its discards first (P13)."""
        found = self.table.decks[deck]
        if not found.count and not (deck == "chance" and self.countdown):
            found.count = len(found.discards) + found.unseen
            found.discards, found.unseen = [], 0
        return found.count > 0

    def draw(self, deck: str, held: Sequence[str] = ()) -> Deciding:
        """The next card of a deck, by name, while some are held; "" if there is none."""
        self.tidy()
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
            try:
                yield from self.one_round()
            except AllTaken:
                yield from self.final_battle()
                continue
            if not self.over:
                self.next_player()

    def final_battle(self) -> Asking:
        raise NotImplementedError

    def next_player(self) -> None:
        number = len(self.table.heroes)
        for one in self.table.heroes:
            if one.status == "dead" and not self.unused():
                one.status = "out"  # who can take no other hero (P78)
        for _ in range(number):
            self.active = (self.active + 1) % number
            if self.hero.status != "out":
                break
        self.round += 1

    def one_round(self) -> Asking:
        """A player's round."""
        self.turn, self.more_turns, self.attacked, self.attacks_made, self.looked_round = 1, [], "", 0, False
        hero = self.hero
        hero.rounds += 1
        hero.marks = [mark for mark in hero.marks if not mark.startswith("once a round ")]
        for mark in [mark for mark in hero.marks if mark.startswith("once in two rounds")]:
            if hero.loops.setdefault(mark, hero.rounds - 1) < hero.rounds - 1:
                hero.marks.remove(mark)
                del hero.loops[mark]
        hero.lodging = False
        try:
            returns = hero.status == "dead"
            if self.countdown and not self.table.decks["chance"].count:  # before anything else (P60, X5)
                self.apocalypse()
                if self.over or (hero.status and not returns):
                    raise RoundOver
            if returns and not (yield from self.new_hero()):
                self.leave_without_heroes()
                return
            yield from self.round_starts()
            if not self.final:
                yield from self.chance_card()
            yield from self.turns()
            yield from self.end_round()
        except Died:
            with suppress(RoundOver):
                self.bury(hero)
        except RoundOver:
            pass
        self.in_plane = None
        self.forget_round()

    def apocalypse(self) -> None:
        """Everybody loses 1 Health and 1 Magic (P60)."""
        for one in self.living:
            self.lose(one, "magic", 1)
            try:
                self.lose(one, "health", 1)
            except Died:
                self.bury(one)

    def round_starts(self) -> Asking:
        """What acts when a round starts (the Banner of Hope)."""
        self.thrown_for, self.in_use, self.no_spells = {}, [], False
        for name, rule in list(self.own_rules_at(self.hero, "round starts")):
            if (yield from self.die_for(self.hero, rule, name)):
                yield from self.carry_out(self.hero, rule.effects, Source(name))

    def unused(self) -> list[str]:
        """The heroes whom nobody has or had."""
        taken = [*self.table.eliminated, *(one.card for one in self.living)]
        return [card.name for card in self.table.box.values() if card.kind == "hero" and card.name not in taken]

    def leave_without_heroes(self) -> None:
        """Without anybody left, or who can take another hero, the game is over (P48)."""
        left = [one.status for one in self.table.heroes if one.status != "out"]
        self.over = self.over or not left or (set(left) == {"dead"} and not self.unused())

    def new_hero(self) -> Finding:
        """Who wishes takes a hero from all unused ones; whether the player goes on (P47)."""
        hero, table, unused = self.hero, self.table, self.unused()
        said = yield Ask(hero.name, "new hero", [*(f"new hero {name}" for name in unused), "stay out"])
        if said == "stay out":
            hero.status = "out"
            return False
        card = self.find(said.removeprefix("new hero "))
        hero.card, hero.guilds, hero.status, hero.alive = card.name, card.guilds, "", True
        hero.sex = next((one for one in ("man", "woman") if card.has(one)), "")
        hero.red = hero.health = int(card.strength)
        hero.blue = hero.magic = int(card.willpower)
        hero.gold, hero.experience = (self.settings.get(f"start_{what}", 3) for what in ("gold", "experience"))
        hero.space = table.named(card.guilds[0]).number
        hero.health -= min(self.settings.get("new_hero_health", 1), hero.health)
        hero.magic -= min(self.settings.get("new_hero_magic", 2), hero.magic)
        self.leave_without_heroes()
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
        yield from self.limits()

    def limits(self) -> Asking:
        """What is more than may be kept goes; the player picks."""
        hero = self.hero
        hero.gold = min(self.settings.get("most_gold", 15), hero.gold)
        hero.experience = min(self.settings.get("most_experience", 15), hero.experience)
        held = len(hero.items) + len(hero.damaged) + len(hero.artifacts)
        yield from self.too_many("items", held - self.settings.get("most_items", 7))
        yield from self.too_many("abilities", len(hero.abilities) - self.settings.get("most_abilities", 7))

    def forget_round(self) -> None:
        """Once-a-round marks and bonuses lapse; who cast a Spell in it is forgotten.

        What somebody used as a defender may stay used till the own next round (P18).
        """
        for one in self.table.heroes:
            own = self.settings.get("defenders_round") == "own" and one is not self.hero
            kept = ("once in two rounds", *["once a round "] * own)
            one.marks = [mark for mark in one.marks if mark.startswith(kept)]
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
            said = yield Ask(
                hero.name,
                "discard",
                [f"discard {name}" for name in pool] if many == 1 else [],
                told=f"{many} {', '.join(pool)}",
            )
            gone = said.removeprefix("discard ").split(", ")
        for name in gone:
            next(pile for pile in (hero.items, hero.damaged, hero.abilities) if name in pile).remove(name)
            self.put_away(name)

    # --- Chance -----------------------------------------------------------------------------------------

    def chance_card(self) -> Asking:
        hero, deck = self.hero, self.table.decks["chance"]
        if not self.ready("chance"):
            return
        said = AGAIN
        while said == AGAIN:
            said = yield Ask(hero.name, "chance", [f"chance {name}" for name in self.table.free("chance")])
        name = said.removeprefix("chance ")
        deck.count -= 1
        yield from self.chance(name)
        deck.discards.append(name)
        self.bury_bitten()

    def bury_bitten(self) -> None:
        """Who died of what a card did to several is out once it is done."""
        dead = [one for one in self.table.heroes if one in self.bitten]
        self.bitten.clear()
        for one in dead:
            one.status = "dying"
        for one in dead:
            self.bury(one)
        if self.hero.status:
            raise RoundOver

    def each(self, heroes: Sequence[Traveller], effect: str, source: Source) -> Asking:
        """An effect on several heroes, or on one for all of a card's effects; the dead go when all is done."""
        for one in heroes:
            try:
                if one not in self.bitten:
                    yield from self.effect(one, effect, source)
            except Died:
                self.bitten.append(one)

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
        self.thrown_for, self.in_use, self.no_spells = {}, [], False
        for rule in [one for one in self.find(name).at("drawn by") if self.all_hold(one, hero)]:
            for effect in rule.effects if (yield from self.die_for(hero, rule, name)) else ():
                if effect.startswith(("each ", "least ")):
                    yield from self.effect(hero, effect, Source(name))
                else:
                    yield from self.each([hero], effect, Source(name))

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
                    yield from self.bite(space, name)
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

    def bite(self, space: Space, name: str) -> Asking:
        """What a Creature does that is laid open to who stands there, as far as it does (P71)."""
        if self.settings.get("laid_open_harm") != "who stands there" or self.find(name).kind != "creature":
            return
        for one in [one for one in self.living if one.space == space.number]:
            try:
                for rule in self.find(name).at("revealed"):
                    yield from self.carry_out(one, rule.effects, Source(name))
            except Died:
                self.bitten.append(one)

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
        said = hidden[0].name
        if len(hidden) > 1:
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
            self.before_turn, self.returned = False, not meets
            while True:
                try:
                    if meets:
                        yield from self.turn_up()
                    yield from self.visit()
                    break
                except Elsewhere:
                    meets, self.looked_round, self.returned = True, False, False
                    if self.settings.get("wizards_turn") != "same":
                        self.attacked, self.attacks_made = "", 0
                        hero.marks = [mark for mark in hero.marks if not mark.startswith("once a turn")]
        except TurnOver:
            pass
        self.in_plane = None
        for one in self.table.heroes:
            one.marks = [mark for mark in one.marks if not mark.startswith("once a turn")]
            one.bonuses = [bonus for bonus in one.bonuses if bonus.until != "turn"]
        self.attacked, self.attacks_made, self.looked_round = "", 0, False
        self.moved = False

    def movement(self) -> Finding:
        """Step 1; whether what lies on the space is met."""
        self.joined = 0  # two ways are joined: which comes next
        self.before_turn = True
        while True:
            ways, cards = self.ways(), {said: (name, rule) for said, name, rule in self.moving_cards()}
            said = yield Ask(self.hero.name, "move", [*ways, *cards, *self.offers(), *self.uses()])
            if said == AGAIN:
                self.go_on()
                continue
            if said in ways:
                met = yield from self.go(said)
                if self.joined != 1 or said.startswith("plane "):
                    return met
                self.joined = 2
            elif said in cards:
                name, rule = cards[said]
                with self.helping(said):
                    yield from self.pay_all(name, rule)
                if "a second move" in rule.effects:
                    self.joined = 1
                    continue
                yield from self.carry_out(self.hero, rule.effects, Source(name))
                if self.joined != 1:
                    return True
                self.joined = 2
            elif said.startswith("offer "):
                if (yield from self.trade(said)):
                    return True
            else:
                yield from self.use(said)

    def trade(self, said: str) -> Finding:
        """An offer, "offer Bo Rope, 2 gold for nothing"; whether it is agreed to (P63, P67)."""
        name, _, goods = said.removeprefix("offer ").partition(" ")
        hero, other = self.hero, next(one for one in self.living if one.name == name)
        if (yield Ask(name, "agree", ["agree", "refuse"])) == "refuse":
            return False
        given, _, wanted = goods.partition(" for ")
        for giver, taker, words in ((hero, other, given), (other, hero, wanted)):
            for one in words.split(", "):
                if one.endswith(" gold"):
                    giver.gold -= number_in(one)
                    taker.gold += number_in(one)
                elif one != "nothing":
                    self.take_item(giver, taker, one)
        self.lose_those_without()
        return True

    def offers(self) -> list[str]:
        """Whom a trade may be offered instead of moving: partners may trade, and all others in their game (P63)."""
        if not self.settings.get("teams") or self.joined:
            return []
        rich = [one for one in self.table.heroes if one.gold or one.whole or one.damaged]
        return [f"offer {one.name}" for one in self.others_here() if self.hero in rich or one in rich]

    def moving_cards(self) -> Iterator[tuple[str, str, Rule]]:
        """Cards that move the hero, or that are used instead of moving."""
        for said, name, rule in self.usable("moving", "instead of moving"):
            if self.final and rule.when == "moving":
                continue
            if not self.joined or (rule.when == "moving" and "a second move" not in rule.effects):
                yield said, name, rule

    def pay_all(self, name: str, rule: Rule) -> Asking:
        """Pay a price, the Items of it picked one by one."""
        hero = self.hero
        for part in rule.cost:
            if re.fullmatch(r"\d+ items?", part):
                for _ in range(number_in(part)):
                    for item in (yield from self.give_up(hero, "discard", self.other_items(hero, name))):
                        self.discard(hero, item)
        self.pay(hero, name, rule)
        self.tidy()

    def destinations(self, effect: str) -> list[Space]:
        """Where "move 3", "move to a port" can lead (P66)."""
        if found := re.fullmatch(r"move (\d+)", effect):
            least = int(found[1]) if self.settings.get("card_moves") == "exactly" else 1
            steps = [sign * many for many in range(least, int(found[1]) + 1) for sign in (1, -1)]
            return [self.table.space(self.hero.space + many) for many in steps]
        where = effect.removeprefix("move to ").split()[-1].lower()
        return [
            space
            for space in self.table.spaces
            if space is not self.here
            and where in ("space", *map(str.lower, space.place), *["guild"] * (space.name in GUILDS))
        ]

    def ways(self) -> list[str]:
        """The ways of moving, and what may be done instead."""
        hero, here = self.hero, self.here
        found = ["stay"] * (not self.joined)
        if not self.joined and self.may_work():
            found.append("work")
        if self.final:
            return found  # nobody leaves the battleground
        found += [f"walk {space.words}" for space in self.beside(1)]
        for space in self.beside(2):
            found += self.paid(f"horse {space.words}", 1)
        for space in self.ports() if here.port else ():
            found += self.paid(f"boat {space.words}", 0 if self.boat_pays() else 1)
        for space in self.table.spaces if here.gate else ():
            if space.gate and space is not here:
                found += self.paid(f"gate {space.words}", 2)
        if self.joined != 1:  # as the second of two ways only (P21)
            found += [
                f"plane {plane.name}"
                for plane in self.table.planes
                if hero.space in plane.spaces and not plane.closed
            ]
        return found

    def boat_pays(self) -> int:
        """What a boat brings in (the Wharf Rat)."""
        return sum(number_in(effect) for effect in self.always() if effect.startswith("boat gains"))

    def always(self) -> list[str]:
        """What always holds for the hero whose round it is, outside battles."""
        return [
            effect
            for name, rule in self.own_rules_at(self.hero, "always")
            if not self.find(name).chosen
            for effect in rule.effects
        ]

    def paid(self, text: str, gold: int) -> list[str]:
        """A move that costs Gold, and with each card that helps to pay; none of it where it can't be paid."""
        helped = self.helped(text, "payment") if gold else [(text, 0)]
        return [said for said, less in helped if self.hero.gold >= gold - less]

    def affords(self, gold: int) -> bool:
        return self.hero.gold >= gold

    def beside(self, steps: int) -> list[Space]:
        """The spaces so many steps away, both ways round."""
        return [self.table.space(self.hero.space + steps), self.table.space(self.hero.space - steps)]

    def ports(self) -> list[Space]:
        """The next ports, both ways round; any other with Nautical Rites."""
        if "boat to any port" in self.always():
            return [space for space in self.table.spaces if space.port and space is not self.here]
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
            self.before_turn = self.returned = False
            yield from self.attack_plane(next(one for one in self.table.planes if one.name == where))
            return False
        elif how != "stay":
            if how == "boat" and self.boat_pays():
                hero.gold += self.boat_pays()
            else:
                self.pay_gold({"horse": 1, "boat": 1, "gate": 2}.get(how, 0), said)
            hero.space = self.table.named(where.partition(" with ")[0]).number
        return True

    def pay_gold(self, many: int, said: str) -> None:
        """Pay Gold, with what is named behind `with`; the rest of its help is lost."""
        helper = said.partition(" with ")[2]
        for rule in self.find(helper).at("always") if helper else ():
            less = sum(number_in(effect) for effect in rule.effects if effect.startswith("payment "))
            many = max(0, many - less)
            self.hero.marks.append(mark_of(self.find(helper), rule, helper))
        self.hero.gold -= many

    def may_work(self) -> bool:
        """Whether there is work here that can be done, once a turn (P20)."""
        cost = WORK.get(self.here.name, ("", 0))[0]
        return bool(cost) and getattr(self.hero, cost) >= 1 and "once a turn work" not in self.hero.marks

    def work(self) -> None:
        self.hero.marks.append("once a turn work")
        cost, many, what, much = WORK[self.here.name]
        self.lose(self.hero, cost, many)
        self.gain(self.hero, what, much)

    def attack_plane(self, plane: Plane) -> Asking:
        yield from ()
        raise NotImplementedError

    def visit(self) -> Asking:
        """Steps 3 to 5 on the space where the hero is; back from a plane no Creature is met (P49)."""
        while True:
            moves = self.moves() if not self.returned or not self.creatures() else [*self.uses(), "end turn"]
            said = yield Ask(self.hero.name, "move", moves)
            if said == AGAIN:
                self.go_on()
                continue
            if said == "end turn":
                return
            yield from self.do(said)

    def go_on(self) -> None:
        """A correction may have ended the round, or the game."""
        if self.hero.status or self.over:
            raise RoundOver

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
        if self.final and not self.attacks_made:  # a Champion must attack first (P56)
            first = self.possibilities() if "possibilities first" in self.always() else []
            return [*found, *self.attacks(), *first]
        return [*found, *self.attacks(), *self.possibilities(), "end turn"]

    def fights(self) -> list[str]:
        return []

    def attacks(self) -> list[str]:
        """Heroes on the space who may be attacked: one a turn, nobody who is safe (P26), no partner (P62)."""
        found: list[str] = []
        most = max(int(self.settings.get("hero_attacks", 1)), self.final)
        for one in self.living:
            if one is self.hero or (one is self.partner(self.hero) and not self.settings.get("attack_partner")):
                continue
            if self.looked_round and "possibilities first" not in self.always():
                break  # step 5 has begun
            if one.space == self.hero.space and self.attacks_made < most and not self.safe(one):
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
        return max(0, int(self.settings.get("wills_magic", 2)) + (len(other.artifacts) if other else 0) - less - head)

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
        found = [said for one in here.cards for said, _ in self.opportunities(one.name)]
        for name in here.abilities:
            if hero.experience >= self.find(name).costs:
                found += self.paid(f"learn {name}", self.gold_to_learn(name))
        for name in here.goods:
            found += self.paid(f"buy {name}", self.price(name))
        for name in hero.damaged if here.blue else ():
            found += self.paid(f"repair {name}", 1)
        if here.blue and len(hero.damaged) > 1:
            found += self.paid(f"repair {', '.join(hero.damaged)}", len(hero.damaged))
        if here.name in ("City", "Village"):
            found += [f"sell {name}" for name in hero.items]
        hurt, spent = hero.red - hero.health, hero.blue - hero.magic
        if here.name == "Forest Camp":
            for many in range(1, hurt + 1):
                found += self.paid(f"heal {many}", many)
        if here.name == "Monastery" and hurt and "once a turn Monastery" not in hero.marks:
            found.append("heal 1")
        if here.name == "Enchanted Wilderness" and spent and "once a turn Wilderness" not in hero.marks:
            found.append(f"recharge {min(3, spent)}")
        if here.name == "Magic Tower":
            for many in range(1, spent + 1):
                found += self.paid(f"recharge {many}", (many + 1) // 2)
        if here.name == "Village" and not (self.settings.get("lodging_once") and "once a turn Village" in hero.marks):
            found += self.paid("lodge", 1)
        if self.settings.get("work_after_moving") and self.may_work():
            found.append("work")
        return [*found, *(f"take {name}" for name in here.artifacts)]

    def gold_to_learn(self, name: str) -> int:
        """As much Gold as Experience in a guild that isn't one's own."""
        return 0 if self.here.name in self.hero.guilds else self.find(name).costs

    def price(self, name: str) -> int:
        less = sum(number_in(one) for one in self.always() if re.fullmatch(r"buying \d+ less", one))
        return max(0, self.find(name).costs - less)

    def possibility(self, verb: str, said: str) -> Asking:
        """Carry one out."""
        hero, here = self.hero, self.here
        rest = said.partition(" with ")[0]
        if verb == "learn":
            hero.experience -= self.find(rest).costs
            self.pay_gold(self.gold_to_learn(rest), said)
            here.abilities.remove(rest)
            hero.abilities.append(rest)
        elif verb == "buy":
            self.pay_gold(self.price(rest), said)
            here.goods.remove(rest)
            hero.items.append(rest)
        elif verb == "sell":
            hero.gold += (self.find(rest).costs + 1) // 2
            hero.gold += sum(number_in(one) for one in self.always() if re.fullmatch(r"selling \d+ more", one))
            self.discard(hero, rest)
        elif verb == "repair":
            mended = rest.split(", ")
            self.pay_gold(len(mended), said)
            hero.damaged = [name for name in hero.damaged if name not in mended]
            hero.items += mended
        elif verb == "heal":
            many = number_in(rest)
            self.restore(hero, "health", many)
            if here.name == "Monastery":
                hero.marks.append("once a turn Monastery")
            else:
                self.pay_gold(many, said)
        elif verb == "recharge":
            many = number_in(rest)
            self.restore(hero, "magic", many)
            if here.name == "Enchanted Wilderness":
                hero.marks.append("once a turn Wilderness")
            else:
                self.pay_gold((many + 1) // 2, said)
        elif verb.startswith("lodge"):
            self.pay_gold(1, f"lodge {said}")
            self.restore(hero, "health", 1)
            self.restore(hero, "magic", 1)
            hero.lodging = True
            hero.marks.append("once a turn Village")
        elif verb == "work":
            self.work()
        elif verb == "take":
            here.artifacts.remove(rest)
            hero.artifacts.append(rest)
            self.collector = self.active
        self.tidy()
        self.look_for_end()
        yield from ()

    def look_for_end(self) -> None:
        raise NotImplementedError

    def lose_those_without(self) -> None:
        raise NotImplementedError

    # --- using cards ------------------------------------------------------------------------------------

    def own_rules_at(self, hero: Traveller, *moments: str) -> Iterator[tuple[str, Rule]]:
        """The rules of these moments on a hero's cards that can be used."""
        for name in [*hero.whole, *hero.abilities]:
            for rule in self.find(name).at(*moments):
                yield name, rule

    def all_hold(self, rule: Rule, hero: Traveller) -> bool:
        """Whether all conditions of a rule hold outside a battle."""
        return all(self.holds(condition, hero) for condition in rule.conditions)

    def holds(self, condition: str, hero: Traveller) -> bool:
        """Whether a rule's condition holds outside a battle."""
        if condition == "no spell cast":
            return not hero.spells_cast
        if condition in ("man", "woman"):
            return hero.sex == condition
        if condition == "attacker":
            return hero is self.hero
        alone, _, what = condition.rpartition("least ")
        counts = {one.name: count_of(one, self.find, what) for one in self.living}
        others = [many for name, many in counts.items() if name != hero.name]
        return all(counts[hero.name] < many or (many == counts[hero.name] and not alone) for many in others)

    def uses(self) -> list[str]:
        """Non-battle effects that may be used now."""
        return [said for said, _, _ in self.usable()]

    def usable(self, *moments: str) -> Iterator[tuple[str, str, Rule]]:
        """What may be used at these moments: the move, the card, its rule; a Spell with each help it can have too."""
        hero = self.hero
        for name, rule in self.own_rules_at(hero, *moments or ["any time", "before battle"]):
            card = self.find(name)
            if rule.often and mark_of(card, rule, name) in hero.marks:
                continue
            if self.at_work(name, rule) or (rule.when == "before battle" and not self.is_about(rule)):
                continue
            text = f"{'cast' if card.spell is not None else 'use'} {name}"
            what = "spell" if card.spell else "payment" if any(cost.endswith("gold") for cost in rule.cost) else ""
            for said, _ in self.helped(text, what):
                with self.helping(said):
                    if not self.why_not_pay(hero, name, rule) and self.has_victim(rule):
                        yield said, name, rule

    def at_work(self, name: str, rule: Rule) -> bool:
        """Whether a bonus of the same card counts already (P34)."""
        same = {key_of(self.find(one.card), one.card) for one in self.hero.bonuses}
        return key_of(self.find(name), name) in same and any(one.startswith(("in ", "to ")) for one in rule.effects)

    def is_about(self, rule: Rule) -> bool:
        """Whether somebody may be fought now whom what is used before a battle is about."""
        return False

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
        if self.helper is None or self.less_gold():
            return super().spell_price(hero, name)
        price = self.find(name).spell or 0
        for rule in self.find(self.helper).at("always") if self.helper else ():
            for effect in rule.effects:
                if re.fullmatch(r"spell \d+ less", effect):
                    return max(0, price - number_in(effect)), [mark_of(self.find(self.helper), rule, self.helper)]
        return price, []

    def may_do(self, rule: Rule, hero: Traveller) -> bool:
        """Whether any of a rule's effects can do something, or a die leaves that open (P25)."""
        return rule.faces is not None or any(self.can_do(effect, rule, hero) for effect in rule.effects)

    def can_do(self, effect: str, rule: Rule, hero: Traveller) -> bool:
        told = effect.startswith(("each ", "least "))
        if (
            not told
            and (found := re.search(r" per (\d+) (\w+)$", effect))
            and per_count(hero, found[2]) < int(found[1])
        ):
            return False
        if found := re.fullmatch(r"(?:heal|recharge) \S+ (health|magic)(?: per .*)?", effect):
            right, there, every = cubes(hero, found[1])
            return there - paid_of(rule, right) < every
        if found := re.fullmatch(r"gain \d+ (strength|willpower)(?: per .*)?", effect):
            right, there, every = cubes(hero, found[1])
            most = self.most("red" if right == "health" else "blue")
            heals = self.settings.get("at_the_limit") != "nothing"
            for_good = paid_of(rule, found[1])
            return every - for_good < most or (heals and there - paid_of(rule, right, found[1]) < every)
        if found := re.match(r"each (other )?player (.*)", effect):
            free = replace(rule, cost=())
            return any(
                self.can_do(found[2], rule if one is hero else free, one)
                for one in self.living
                if not (found[1] and one is hero)
            )
        if effect == "turn up a plane card":
            return any(plane.hidden for plane in self.table.planes)
        if found := re.match(r"draw \d+ (common|rare)", effect):
            deck = self.table.decks[found[1]]
            return bool(deck.count or deck.discards or deck.unseen or "1 item" in rule.cost)
        if found := re.fullmatch(r"(damage|discard) .* ?(weapon|shield|items?)", effect):
            goods = [*hero.items, *(hero.damaged if found[1] == "discard" else ())]
            return any("item" in found[2] or self.find(name).has(found[2]) for name in goods)
        if effect.startswith("steal "):
            return any(one.gold if "gold" in effect else [*one.whole, *one.damaged] for one in self.others_here())
        if effect == "new ability":
            return any(self.table.decks[guild].count for guild in GUILDS)
        return True

    def use(self, said: str) -> Asking:
        """Use a card of the hero's, or an Opportunity of the space."""
        for text, name, rule in list(self.usable()):
            if text == said:
                with self.helping(said):
                    yield from self.pay_all(name, rule)
                lasting = [one for one in rule.effects if rule.when == "before battle" and one[:3] in ("in ", "to ")]
                words = " ".join(condition for condition in rule.conditions if condition.startswith("against "))
                self.hero.bonuses += [Bonus(f"{one} {words}".strip(), name, "battle") for one in lasting]
                others = [one for one in rule.effects if one not in lasting]
                yield from self.carry_out(self.hero, others, Source(name))
                self.tidy()
                self.bury_bitten()
                return
        self.looked_round = True
        name = said.partition(" with ")[0].partition(" ")[2]
        rules = next(rules for text, rules in self.opportunities(name) if text == said)
        lying = next(one for one in self.here.cards if one.name == name)
        ways = {one.does: [one] for one in rules if not one.faces}
        if by_die := [one for one in rules if one.faces]:  # one of them comes
            ways[" or ".join(one.does for one in by_die)] = by_die
        text = (yield Ask(self.hero.name, "rule", list(ways))) if len(ways) > 1 else next(iter(ways))
        rules = ways[text]
        first, rules = rules[0], [one for one in rules if self.all_hold(one, self.hero)]
        self.here.cards.remove(lying)
        with self.helping(said):
            yield from self.pay_all(name, first)
        self.put_away(name)
        self.thrown_for, self.in_use, self.no_spells = {}, [], False
        for rule in rules:
            if (yield from self.die_for(self.hero, rule, name)):
                yield from self.carry_out(self.hero, rule.effects, Source(name))
        self.bury_bitten()

    def opportunities(self, name: str) -> Iterator[tuple[str, list[Rule]]]:
        """The moves with which an Opportunity may be used now, each with the rules that are then open."""
        if not name or self.find(name).kind != "opportunity":
            return
        hero = self.hero
        uses = self.haggled(name)
        costly = any(cost.endswith("gold") for rule in uses for cost in rule.cost)
        open_without = False
        for said, _ in self.helped(f"use {name}", "payment" if costly else ""):
            with self.helping(said):
                by_die = [rule for rule in uses if rule.faces]
                ways = [*([rule] for rule in uses if not rule.faces), *([by_die] if by_die else [])]
                rules = [
                    rule
                    for way in ways
                    for rule in way
                    if not self.why_not_pay(hero, name, way[0])
                    and any(
                        self.may_do(one, hero) and self.has_victim(one) and self.all_hold(one, hero) for one in way
                    )
                ]
                if self.helper and not any(cost.endswith("gold") for rule in rules for cost in rule.cost):
                    rules = []
            if rules and not (open_without and len(uses) > 1):  # which is asked for later
                yield said, rules
            open_without = open_without or bool(rules)

    def haggled(self, name: str) -> list[Rule]:
        """An Opportunity's rules; Haggling works at the Black Market too, for what is bought and sold there."""
        rules = list(self.find(name).at("use"))
        if name != "Black Market":
            return rules
        less = sum(number_in(one) for one in self.always() if re.fullmatch(r"buying \d+ less", one))
        more = sum(number_in(one) for one in self.always() if re.fullmatch(r"selling \d+ more", one))
        found = []
        for rule in rules:
            cost, effects = list(rule.cost), list(rule.effects)
            if any(one.startswith("draw ") for one in effects):
                cost = [f"{max(0, number_in(one) - less)} gold" if one.endswith(" gold") else one for one in cost]
            if any("item" in one for one in cost):
                gains = re.compile(r"gain \d+ gold")
                effects = [f"gain {number_in(one) + more} gold" if gains.fullmatch(one) else one for one in effects]
            text = f"use: {' and '.join(cost)} -> {', '.join(effects)}"
            found.append(replace(rule, cost=tuple(cost), effects=tuple(effects), text=text))
        return found

    def less_gold(self) -> int:
        """What the card that helps takes off a payment in Gold."""
        effects = (
            [effect for rule in self.find(self.helper).at("always") for effect in rule.effects] if self.helper else []
        )
        return sum(number_in(effect) for effect in effects if effect.startswith("payment "))

    def why_not_pay(self, hero: Hero, name: str, rule: Rule) -> str:
        gold = sum(number_in(cost) for cost in rule.cost if cost.endswith("gold"))
        hero.gold += (less := min(gold, self.less_gold()))
        why = super().why_not_pay(hero, name, rule)
        hero.gold -= less
        return why

    def pay(self, hero: Hero, name: str, rule: Rule) -> None:
        gold = sum(number_in(cost) for cost in rule.cost if cost.endswith("gold"))
        hero.gold += min(gold, self.less_gold())
        if self.helper and self.less_gold():
            help_ = self.find(self.helper)
            hero.marks.append(mark_of(help_, help_.at("always")[0], self.helper))
        super().pay(hero, name, rule)

    def hero_here(self) -> Generator[Ask, str, Traveller | None]:
        """Another hero on the space, picked where there are several."""
        there = self.others_here()
        if len(there) > 1:
            name = yield Ask(self.hero.name, "hero", [one.name for one in there])
            return next(one for one in there if one.name == name)
        return there[0] if there else None

    def others_here(self) -> list[Traveller]:
        """The other heroes on the space; nobody is in a plane with the hero."""
        there = [one for one in self.living if one is not self.hero and one.space == self.hero.space]
        return [] if self.in_plane else there

    def has_victim(self, rule: Rule) -> bool:
        """Whether there is a hero for what is done to another one."""
        about = all(effect.startswith(("steal ", "a hero here ")) for effect in rule.effects)
        return not about or bool(self.others_here())

    def take_item(self, hero: Hero, winner: Hero, name: str) -> None:
        raise NotImplementedError

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
            if source.fight is not None:
                victim = source.fight.sides[1 - source.side].hero
            elif (victim := (yield from self.hero_here())) is None:
                return False
            much = int(found[1]) if victim is None else min(int(found[1]), victim.gold)
            hero.gold += much
            if victim is not None:
                victim.gold -= much
            return True
        if found := re.fullmatch(r"each (other )?player (.*)", effect):
            yield from self.each([one for one in self.living if not (found[1] and one is hero)], found[2], source)
            return True
        if found := re.fullmatch(r"least (gold|experience|health|magic|strength|willpower) (.*)", effect):
            many = {one.name: count_of(one, self.find, found[1]) for one in self.living}
            yield from self.each(
                [one for one in self.living if many[one.name] == min(many.values())], found[2], source
            )
            return True
        if effect.startswith("move "):
            if not (spaces := self.destinations(effect)):
                return False
            said = spaces[0].words
            if len(spaces) > 1:
                said = yield Ask(hero.name, "space", [space.words for space in spaces])
            hero.space = self.table.named(said).number
            return True
        if effect == "arrive again":
            raise Elsewhere
        if effect == "find a creature":
            self.ready("adventure")
            options = [name for name in self.table.free("adventure") if self.find(name).kind == "creature"]
            name = yield Ask("", "draw", [*options, "none"])
            if name != "none":
                self.table.decks["adventure"].count -= 1
                self.here.cards.insert(0, Lying(name, self.round))
                self.returned = False  # what was looked for is met
            return True
        if effect == "another turn":
            self.more_turns.append(source.card)
            return True
        if effect == "new ability":
            guild = yield Ask(hero.name, "guild", list(GUILDS))
            yield from self.new_ability(guild)
            return True
        if effect == "steal an item":
            if source.fight is not None:
                victim = source.fight.sides[1 - source.side].hero
            else:
                victim = yield from self.hero_here()
            goods = [*victim.items, *victim.damaged, *victim.artifacts] if victim else []
            if victim and goods:
                name = goods[0] if len(set(goods)) == 1 else (yield Ask(hero.name, "take", goods))
                self.take_item(victim, hero, name)
                if source.fight is None:
                    self.lose_those_without()
            return True
        if effect == "a hero here damage an item":
            victim = yield from self.hero_here()
            if victim and victim.items:
                name = (
                    victim.items[0]
                    if len(set(victim.items)) == 1
                    else (yield Ask(victim.name, "damage", list(victim.items)))
                )
                self.damage(victim, name)
            return True
        if effect == "turn up a plane card":
            yield from self.plane_card()
            return True
        raise NotImplementedError(effect)


def count_of(hero: Hero, find: Callable[[str], Card], what: str) -> int:
    """What the Golden Fish looks at: cubes on both sides (P5), Rare Items and Artifacts."""
    if what == "rare items":
        return len(hero.artifacts) + sum(find(name).has("rare") for name in (*hero.items, *hero.damaged))
    return int(getattr(hero, {"strength": "red", "willpower": "blue"}.get(what, what)))


def cubes(hero: Hero, what: str) -> tuple[str, int, int]:
    """The cubes that something is counted in: their name on the right side, how many there, how many in all."""
    if what in ("health", "strength"):
        return "health", hero.health, hero.red
    return "magic", hero.magic, hero.blue


def paid_of(rule: Rule, *what: str) -> int:
    """How many cubes a rule's price takes."""
    return sum(number_in(cost) for cost in rule.cost if cost.endswith(what))
