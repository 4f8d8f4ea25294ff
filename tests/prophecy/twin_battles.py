"""The twin's battles within a game: with Creatures, Guardians and heroes, what follows them, death, the end."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tests.prophecy.twin_board import Layout, Lying, Plane, Traveller
from tests.prophecy.twin_cards import SORTS, Card, Rule
from tests.prophecy.twin_effects import LIMITS, Ask, Asking, Deciding, Died, Source
from tests.prophecy.twin_fights import Fight, Hero, Side
from tests.prophecy.twin_rounds import AGAIN, AllTaken, RoundOver, Rounds, TurnOver


@dataclass
class Met(Fight):
    """A fight with what lies on a space or in a plane."""

    lying: Lying | None = None
    new: bool = False
    has_least: Callable[[str, Any], bool] = lambda condition, hero: False

    def holds(self, condition: str, side: int) -> bool:
        if "least " in condition:  # of a Creature's rule the hero is asked
            return self.has_least(condition, self.sides[side].hero or self.sides[0].hero)
        return self.new if condition == "new" else super().holds(condition, side)


class Game(Rounds):
    """A whole game, its battles with it."""

    def __init__(self, layout: Layout, settings: dict[str, Any]) -> None:
        super().__init__(layout, settings)
        self.fought_in_plane = 0
        self.guardian = ""

    # --- who can be fought, how -------------------------------------------------------------------------

    def fights(self) -> list[str]:
        return [said for lying in self.creatures() for said in self.ways_to_fight(self.find(lying.name), lying)]

    def ways_to_fight(self, card: Card, lying: Lying | None) -> list[str]:
        """The moves with which a Creature can be fought, without Items, after what it does first."""
        heroes, hero = self.table.heroes, self.hero
        fight = self.new_fight(card, copy.deepcopy(lying))
        fight.sides[0].hero = heroes[self.active] = copy.deepcopy(hero)
        try:
            for _ in self.harm(fight, "met"):
                heroes[self.active] = hero  # a die or a choice leaves it open
                break
            kinds = self.payable(card)
        except Died:
            kinds = []
        finally:
            heroes[self.active] = hero
        if self.new_fight(card, None).types() == [""] or not kinds:
            return [f"fight {card.name}"]
        return [f"fight {card.name} {kind}" for kind in kinds]

    def payable(self, card: Card) -> list[str]:
        """The types that can be paid; a Creature that has one only says so itself (P39)."""
        hero, found = self.hero, []
        wills = hero.health >= card.wills_health if card.wills_health else hero.magic >= self.least_wills_price(None)
        one_type = self.new_fight(card, None).types() == [""]
        if hero.magic >= card.strength_magic and card.strength:
            found.append("strength")
        if card.willpower and (wills or (one_type and not card.wills_health)):
            found.append("wills")
        return found

    def new_fight(self, card: Card, lying: Lying | None) -> Met:
        hero = self.hero
        hero.place = self.here.place
        plane = self.in_plane is not None
        new = lying is not None and lying.since == self.round
        return Met(
            self.find,
            (Side(hero=hero), Side(creature=card)),
            in_plane=plane,
            readings=self.settings,
            first_of_plane=self.fought_in_plane == 0,
            lying=lying,
            new=new,
            has_least=self.holds,
        )

    def is_about(self, rule: Rule) -> bool:
        kinds = [condition.removeprefix("against ") for condition in rule.conditions]
        there = [self.find(self.guardian)] if self.guardian else [self.find(one.name) for one in self.creatures()]
        if self.before_turn or self.returned:
            return False
        if any(all(SORTS.get(kind, kind) == card.sort for kind in kinds) for card in there):
            return True
        return not kinds and not there and bool(self.attacks())

    # --- a battle with a Creature -----------------------------------------------------------------------

    def battle(self, said: str) -> Asking:
        if said.startswith("attack "):
            yield from self.duel(said)
            return
        name, kind, used = meant(said, [one.name for one in self.creatures()])
        lying = next(one for one in self.creatures() if one.name == name)
        result = yield from self.until_decided(self.find(name), lying, kind, used)
        if result != "won":
            raise TurnOver

    def until_decided(self, card: Card, lying: Lying | None, kind: str, used: list[str]) -> Deciding:
        """A battle, after a draw as often again as is wanted and possible (Fanaticism); the last one's result."""
        while True:
            fight = self.new_fight(card, lying)
            result = yield from self.fight_out(fight, kind, used)
            again = any("fight again" in rule.effects for _, rule in self.own_rules_at(self.hero, "drawn"))
            if result != "drawn" or not fight.result or not again:
                return result
            self.fought_in_plane += 1
            said = AGAIN
            while said.partition(" ")[0] not in ("fight", "no"):
                if said != AGAIN:
                    yield from self.use(said)
                uses = [
                    text for text, _, rule in self.usable() if not any(one[:5] == "move " for one in rule.effects)
                ]
                said = yield Ask(self.hero.name, "again", [*self.ways_to_fight(card, lying), *uses, "no"])
            if said == "no":
                return result
            _, kind, used = meant(said, [card.name])

    def fight_out(self, fight: Met, kind: str, used: Sequence[str]) -> Deciding:
        """A battle from what the Creature does first to what is left of it; its result."""
        hero, card = self.hero, fight.sides[1].creature
        assert card is not None
        self.thrown_for, self.in_use, self.no_spells = {}, list(used), card.has("no spells")
        yield from self.harm(fight, "met")
        self.tidy()
        if not self.payable(card):  # what was for the next battle is spent (X11)
            hero.bonuses = [bonus for bonus in hero.bonuses if bonus.until not in ("first roll", "battle")]
            return "drawn"
        fight.choose(kind, [name for name in used if name in hero.whole])  # a Highwayman may have one of them
        yield from self.to_its_end(fight)
        try:
            yield from self.aftermath(fight)
        finally:
            if fight.result == "won":  # beaten even by who dies of it, a Lesser Guardian for good (X7)
                hero.experience += card.experience
                self.beaten(fight)
                if self.in_plane is not None and not hero.alive:
                    self.in_plane.beaten = True
        self.tidy()
        return fight.result

    def beaten(self, fight: Met) -> None:
        """A beaten Creature goes, and what lay under it to the hero; a Lesser Guardian is gone for good."""
        card, lying = fight.sides[1].creature, fight.lying
        assert card is not None
        if lying is not None:
            self.here.cards.remove(lying)
            self.hero.gold += lying.gold
            self.hero.items += lying.items
            self.hero.damaged += lying.damaged
            self.put_away(card.name)

    def to_its_end(self, fight: Fight) -> Asking:
        """What is announced and thrown, as the fight asks for it."""
        while fight.step != "over":
            hero = fight.hero(fight.speaker)
            if fight.step == "announce":
                told = f"{fight.total(0)} : {fight.total(1)} "
                said = yield Ask(hero.name, "roll", fight.options(), told=told)
            elif fight.step == "answer":
                said = yield Ask(hero.name, "answer", fight.options())
            else:
                who = hero if fight.step == "die" else fight.hero(0)
                said = yield Ask(who.name, "die" if fight.step == "die" else "roll", [])
            fight.say(said)
            self.tidy()
        for one in [side.hero for side in fight.sides if side.hero is not None]:
            one.bonuses = [bonus for bonus in one.bonuses if bonus.until != "battle"]

    def laid(self, source: Source, gold: int, item: str, *, damaged: bool = False) -> None:
        lying = source.fight.lying if isinstance(source.fight, Met) else None
        if lying is None:
            if item:
                self.put_away(item)
            return
        lying.gold += gold
        if item:
            (lying.damaged if damaged else lying.items).append(item)

    # --- heroes -----------------------------------------------------------------------------------------

    def duel(self, said: str) -> Asking:
        """A battle with another hero on the space."""
        hero = self.hero
        name, kind, used = meant(said, [one.name for one in self.living])
        other = self.living_named(name)
        self.attacked, self.attacks_made = name, self.attacks_made + 1
        hero.place = other.place = self.here.place
        fight = Met(self.find, (Side(hero=hero), Side(hero=other)), readings=self.settings, has_least=self.holds)
        fight.choose(kind, used)
        options = ["accept"]
        if fight.kind == "strength":
            options += self.wills_of(other, hero)
        answer = yield Ask(other.name, "defend", options)
        answer, _, items = answer.partition(" with ")
        fight.defend(answer.removeprefix("accept"), items.split(", ") if items else [])
        while fight.step == "arms":
            sets = [some for some in fight.hand_sets(fight.speaker) if fight.may_arm(fight.speaker, some)]
            options = [f"arms with {', '.join(some)}" if some else "arms" for some in sets]
            said = yield Ask(fight.hero(fight.speaker).name, "arms", options)
            fight.arms(said.removeprefix("arms").removeprefix(" with ").split(", ") if said != "arms" else [])
        yield from self.to_its_end(fight)
        yield from self.after_duel(fight)
        self.tidy()

    def damage(self, hero: Hero, name: str) -> None:
        """An Item is turned face down, in the hands of who has won it too (P70)."""
        super().damage(next((one for one in self.table.heroes if name in one.items), hero), name)

    def living_named(self, name: str) -> Traveller:
        return next(one for one in self.living if one.name == name)

    def wills_of(self, hero: Traveller, other: Traveller) -> list[str]:
        """How a defender turns Strength into Wills: a headgear is named where it can't be paid without."""
        active, self.active = self.active, self.table.heroes.index(hero)
        items, artifacts, ways = hero.items, hero.artifacts, []
        for name in ("", *items, *artifacts):
            if name and not self.find(name).has("head"):
                continue
            hero.items = [one for one in items if one == name or not self.find(one).has("head")]
            hero.artifacts = [one for one in artifacts if one == name or not self.find(one).has("head")]
            if hero.magic >= self.least_wills_price(other):
                ways.append(f"wills with {name}" if name else "wills")
        hero.items, hero.artifacts, self.active = items, artifacts, active
        if ways and self.settings.get("arms_after_type") == "anew":
            return ["wills"]  # the headgear may be named later
        return ways[:1] if ways[:1] == ["wills"] else ways

    def after_duel(self, fight: Met) -> Asking:
        """The beaten hero's choice first, then what own cards do, the attacker's before the defender's."""
        ways = {"won": "lost", "lost": "won", "drawn": "drawn"}
        loser = {"won": 1, "lost": 0}.get(fight.result)
        heroes = (self.hero, self.living_named(self.attacked))
        dead: list[Traveller] = []
        for follows in self.after_duel_in_order(fight, heroes, loser, ways):
            try:
                yield from follows
            except Died as death:
                dead.append(next(one for one in heroes if one is death.hero))
        for one in dead:
            other = heroes[1 - heroes.index(one)]
            self.bury(one, None if other in dead else other)
        if self.hero in dead:
            raise RoundOver
        self.lose_those_without()

    def after_duel_in_order(
        self, fight: Met, heroes: tuple[Traveller, Traveller], loser: int | None, ways: dict[str, str]
    ) -> Iterator[Asking]:
        """What follows a duel, one after the other; who died of the one before has no part in it."""
        self.thrown_for, own = {}, []
        for side in (0, 1):
            self.in_use = fight.sides[side].held
            own.append(self.own_rules(fight, side, (fight.result, ways[fight.result])[side]))
        if loser is not None:
            self.in_use = fight.sides[1 - loser].held
            own.append(self.own_rules(fight, 1 - loser, "hero beaten"))
        if loser is not None and self.handing_over:
            yield self.hand_over_artifact(heroes[loser], heroes[1 - loser])
        elif loser is not None:
            yield self.hand_over(fight, loser)
        for side in (0, 1):
            if heroes[side].alive:
                self.thrown_for, self.in_use = {}, fight.sides[side].held
                yield self.own_consequences(fight, side, own[side])
        if loser is not None and heroes[0].alive and heroes[1].alive:  # what the winner does to the beaten comes last
            fight.later.clear()
            beaten = [(name, rule) for name, rule in own[2] if rule.when == "hero beaten"]
            yield self.own_consequences(fight, 1 - loser, beaten)

    def hand_over(self, fight: Met, loser: int) -> Asking:
        """The loser loses a Health or lets the winner take any one Item."""
        hero, winner = fight.hero(loser), fight.hero(1 - loser)
        goods = [*hero.items, *hero.damaged, *hero.artifacts]
        said = "lose health"
        if goods:
            said = yield Ask(hero.name, "beaten", ["lose health", "offer"])
        if said == "lose health":
            fight.sides[loser].hurt += self.settings.get("lost_health", 1)
            self.lose(hero, "health", self.settings.get("lost_health", 1))
            return
        name = goods[0] if len(set(goods)) == 1 else (yield Ask(winner.name, "take", goods))
        self.take_item(hero, winner, name)

    def take_item(self, hero: Hero, winner: Hero, name: str) -> None:
        for mine, theirs in (
            (hero.items, winner.items),
            (hero.damaged, winner.damaged),
            (hero.artifacts, winner.artifacts),
        ):
            if name in mine:
                mine.remove(name)
                theirs.append(name)
                break
        self.look_for_end()

    # --- death and the end ------------------------------------------------------------------------------

    def bury(self, dead: Traveller, killer: Traveller | None = None) -> None:
        """A hero is out of the game (P46)."""
        dead.status = "dead"
        self.tidy()
        if killer is None and self.final and dead.artifacts:  # to the next Champion clockwise (P57)
            heroes = self.table.heroes
            at = heroes.index(dead)
            killer = next(one for one in (*heroes[at:], *heroes[:at]) if not one.status)
        if killer is not None:
            killer.gold += dead.gold
            killer.items += dead.items
            killer.damaged += dead.damaged
            killer.artifacts += dead.artifacts
        else:
            for name in (*dead.items, *dead.damaged):
                self.put_away(name)
            (self.in_plane.left if self.in_plane else self.table.space(dead.space).artifacts).extend(dead.artifacts)
        for name in dead.abilities:
            self.put_away(name)
        self.table.eliminated.append(dead.card)
        self.strip(dead)
        if self.handing_over:
            dead.status = "out"
        self.leave_without_heroes()
        self.look_for_end()

    def put_right(self, hero: Traveller, what: str, many: int) -> None:
        """A count is corrected by so much, or a player leaves the table: the hero dies by nobody's hand (P48)."""
        with suppress(RoundOver, AllTaken):
            try:
                if what == "leaves":
                    raise Died(hero)
                if many < 0:
                    self.lose(hero, what, -many)
                elif what in LIMITS:
                    self.restore(hero, what, many)
                else:
                    self.gain(hero, what, many)
            except Died:
                self.bury(hero)
                hero.status = "out" if what == "leaves" else hero.status
                self.leave_without_heroes()

    def look_whether_won(self) -> None:
        """A correction may end the game, and begins no Final Battle by itself."""
        with suppress(RoundOver, AllTaken):
            self.look_for_end()

    def look_for_end(self) -> None:
        """Enough Artifacts win at once (P52, P58); all five in hands begin the Final Battle (P53)."""
        short = self.settings.get("variant") == "two artifacts"
        enough = self.settings.get("short_artifacts", 2) if short else self.settings.get("artifacts_to_win", 4)
        for hero in self.table.heroes:
            both = [one for one in self.table.heroes if one is hero or one is self.partner(hero)]
            if len(hero.artifacts) >= enough or sum(len(one.artifacts) for one in both) == 5:
                self.over, self.winners = True, [one.name for one in both]
        if self.over:
            raise RoundOver
        held = sum(len(hero.artifacts) for hero in self.living)
        variant = self.settings.get("variant", "standard")
        if held == 5 and not self.final and variant == "standard":
            raise AllTaken
        if held == 5 and not self.countdown and variant == "apocalypse":
            chance = self.table.decks["chance"]
            chance.count += len(chance.discards)
            chance.discards.clear()
            self.countdown = True
            self.lose_those_without()

    def lose_those_without(self) -> None:
        """From the last Artifact on, who has none is out (P54, P59)."""
        if not self.handing_over:
            return
        for one in self.table.heroes:
            if not one.artifacts and one.status != "out":
                self.leave(one)
        self.leave_without_heroes()
        if self.hero.status or self.over:
            raise RoundOver

    # --- the Final Battle -------------------------------------------------------------------------------

    def final_battle(self) -> Asking:
        """Champions gather; the first one clockwise after the collector begins (P54)."""
        self.final = True
        self.in_plane = None
        collector = self.active if self.collector < 0 else self.collector
        yield from self.limits()
        self.forget_round()
        for hero in self.table.heroes:
            if not hero.artifacts:
                self.leave(hero)
        owner = next(hero for hero in self.living if "Royal Cape" in hero.artifacts)
        said = yield Ask(owner.name, "battleground", [f"battleground {space.words}" for space in self.table.spaces])
        space = self.table.named(said.removeprefix("battleground "))
        for lying in space.cards:
            if lying.name:
                self.put_away(lying.name)
            else:
                self.table.decks["adventure"].unseen += 1
            for name in (*lying.items, *lying.damaged):
                self.put_away(name)
        for name in (*space.abilities, *space.goods):
            self.put_away(name)
        space.cards, space.abilities, space.goods = [], [], []
        for hero in self.living:
            hero.space, hero.health, hero.magic = space.number, hero.red, hero.blue
            hero.items += hero.damaged
            hero.damaged.clear()
            hero.lodging = False
        self.active = collector
        self.next_player()

    def leave(self, hero: Traveller) -> None:
        """Who has no Artifact is out with everything (P54, P79)."""
        if hero.status == "":
            for name in (*hero.items, *hero.damaged, *hero.abilities):
                self.put_away(name)
            self.strip(hero)
        hero.status = "out"

    def hand_over_artifact(self, hero: Traveller, winner: Traveller) -> Asking:
        """The beaten Champion hands over an Artifact of her own choice, or of the winner's (P56)."""
        name, winners = hero.artifacts[0], self.settings.get("artifact_given") == "winner"
        if len(hero.artifacts) > 1:
            who, key = (winner, "take") if winners else (hero, "give")
            name = yield Ask(who.name, key, list(hero.artifacts))
        self.take_item(hero, winner, name)

    def strip(self, hero: Traveller) -> None:
        """Nothing of a hero is left."""
        for pile in (hero.items, hero.damaged, hero.artifacts, hero.abilities, hero.bonuses, hero.marks, hero.cast):
            pile.clear()
        hero.loops.clear()
        hero.gold = hero.experience = hero.health = hero.magic = hero.red = hero.blue = 0
        hero.lodging, hero.card, hero.space = False, "", 0

    # --- planes -----------------------------------------------------------------------------------------

    def attack_plane(self, plane: Plane) -> Asking:
        """The Lesser, at once the Greater, then the Artifacts (P50)."""
        self.in_plane, self.fought_in_plane = plane, 0
        for rank in ("greater",) if plane.beaten else ("lesser", "greater"):
            if not getattr(plane, rank):
                yield from self.turn_up_plane(plane, rank)
            yield from self.fight_guardian(plane, rank)
            self.fought_in_plane += 1
        if not plane.artifact:
            yield from self.turn_up_plane(plane, "artifact")
        plane.closed = True
        self.collector = self.active
        self.hero.artifacts += [plane.artifact, *plane.left]
        plane.artifact = ""
        plane.left.clear()
        self.in_plane = None
        self.look_for_end()
        if self.settings.get("astral_win_ends_turn"):
            raise TurnOver

    def fight_guardian(self, plane: Plane, rank: str) -> Asking:
        self.guardian = getattr(plane, rank)
        card = self.find(self.guardian)
        while True:
            said = yield Ask(self.hero.name, "move", [*self.uses(), *self.ways_to_fight(card, None)])
            if said.startswith("fight "):
                break
            if said != AGAIN:
                yield from self.use(said)
            self.go_on()
        _, kind, used = meant(said, [card.name])
        try:
            result = yield from self.until_decided(card, None, kind, used)
        finally:
            self.guardian = ""
        if result != "won":
            raise TurnOver
        if rank == "lesser":
            plane.beaten = True


def meant(said: str, names: Sequence[str]) -> tuple[str, str, list[str]]:
    """Whom, how and with which Items of "fight Imp wills with Axe, Cape"."""
    words, _, items = said.partition(" with ")
    words = words.partition(" ")[2]
    name = max((one for one in names if words.startswith(one)), key=len)
    return name, words.removeprefix(name).strip(), items.split(", ") if items else []
