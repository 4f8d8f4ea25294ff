"""The fights that the active hero of a game can reach this turn, with the price of the way and exact odds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from referee.errors import Unreadable
from referee.games.prophecy.fights import aftermath, opening
from referee.games.prophecy.fights.state import OWN, Fight, Fighter, Scene, Side, fighter_of
from referee.games.prophecy.odds.chance import Chance, mixed
from referee.games.prophecy.odds.endings import damaged, endings, shared
from referee.games.prophecy.odds.leads import AIMS, least_lead
from referee.games.prophecy.odds.options import FightOption, best_of_each, candidates, rolling
from referee.games.prophecy.odds.reckoning import Anew, Reckoning
from referee.games.prophecy.rules import combat, effects, movement
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.state import UNSEEN, GameState, Setup
from referee.games.prophecy.vocabulary import Result
from referee.text.names import printed


class Reached(NamedTuple):
    """A fight that can be reached: the way ("" where the hero is there), its price in Gold, whom, each type's best.

    `both` are the odds of both Guardians of a plane one after the other, where both are known; `unknown` says what
    isn't.
    """

    way: str
    price: int
    enemy: str
    options: tuple[FightOption, ...]
    both: Chance | None = None
    unknown: str = ""


class Lack(NamedTuple):
    """What is lacking against an open Creature or Guardian: the best type's lead, and what more each aim takes."""

    enemy: str
    move: str
    lead: int
    lacks: tuple[int, ...]


Fought = Callable[[Reckoning, Scene, Fighter], Chance]
"""How the best odds of a fight with a Creature are found."""


class Onward(Reckoning):
    """The odds of a fight that another follows at once, at their best in both: won is what wins both.

    Where several may follow, each is as likely, and nobody knows which before the first is won. `fought` finds the
    best odds of one that follows.
    """

    def __init__(
        self,
        *following: Scene,
        average: bool,
        fought: Fought | None = None,
        anew: Callable[[Fight], Chance] | None = None,
    ) -> None:
        super().__init__(average=average, anew=anew)
        self._next, self._then, self._fought = following, Reckoning(average=average), fought or best_in
        self._second: dict[Fighter, Chance] = {}

    def once_more(self, anew: Anew) -> Onward:
        """The same for fights that are fought anew after a draw; what follows them is known."""
        other = Onward(*self._next, average=self._average, fought=self._fought, anew=anew)
        other._second = self._second
        return other

    def _ended(self, fight: Fight, result: Result) -> Chance:
        if result != "won":
            return super()._ended(fight, result)
        return shared((dice, self._against_next(after.own.hero)) for dice, after in ended(fight, result))

    def _against_next(self, hero: Fighter) -> Chance:
        if not hero.alive:
            return Chance(1, lost=1, dies=1)
        if (found := self._second.get(hero)) is None:
            found = mixed((1, self._fought(self._then, scene, hero)) for scene in self._next)
            found = self._second[hero] = found if self._anew is None else Chance(found.ways, found.won)
        return found


def best_in(reckoning: Reckoning, scene: Scene, hero: Fighter) -> Chance:
    """The best odds of a fight with a Creature, of whatever type; who can pay for none doesn't fight (P39)."""
    best = Chance(1)
    assert scene.creature is not None
    for kind in opening.types(scene.creature):
        for one in candidates(reckoning, scene, hero, kind):
            best = one.best if one.best.better(best) else best
    return best


def after_win(fight: Fight) -> Fighter:
    """A hero after a won fight, as far as no die decides what it brings."""
    ((_, after),) = ended(fight, "won", dice=False)
    return after.own.hero


def ended(fight: Fight, result: Result, *, dice: bool = True) -> Iterator[tuple[int, Fight]]:
    """A fight when all that its result brings has happened, thrown weapons damaged; with how many dice led there."""
    for many, after in endings(fight, OWN, result, dice=dice):
        hero = damaged(after.own.hero, aftermath.thrown(fight, OWN))
        bonuses = tuple(bonus for bonus in hero.bonuses if bonus.until != "next battle")  # used up by this one (P43)
        hero = replace(hero, cast=hero.cast[:1], bonuses=bonuses)
        yield many, after.changed(OWN, hero=hero)


def reached(setup: Setup, game: GameState) -> Iterator[Reached]:
    """The fights within reach, nearest first: where the hero stands, or by each way that is open and paid."""
    quest = Quest(setup, game, [])
    if game.over or game.step not in ("movement", "turn"):
        return
    if game.step == "turn":
        yield from _here(quest, "", 0)
        return
    for way, why in movement.ways(quest):
        if why:
            continue
        there = Quest(setup, game.copy(), [])
        text = way.write(quest)
        there.state.step = "turn"
        there.hero.gold -= min(way.price, there.hero.gold)
        if way.kind == "plane":
            there.state.attacking, there.state.first = way.to, True
        elif way.to:
            there.hero.space = way.to
        yield from _here(there, text, way.price)


def _here(quest: Quest, way: str, price: int) -> Iterator[Reached]:
    """The fights where the hero stands, or in the plane that is attacked."""
    average = quest.setup.dice == "average"
    fighter = fighter_of(quest.hero, quest.hero.sex or None)
    for name in combat.opponents(quest):
        if name == UNSEEN:
            yield Reached(way, price, "", (), unknown="the Guardian is unknown")
            continue
        creature = combat.creature_of(quest, name)
        scene = effects.scene(quest, creature, first=quest.state.first)
        options = tuple(best_of_each(Reckoning(average=average), scene, fighter))
        both, unknown = None, ""
        if quest.state.attacking >= 0 and not quest.state.planes[quest.state.attacking].beaten:
            greater = quest.state.planes[quest.state.attacking].greater
            if greater == UNSEEN:
                unknown = "the Greater Guardian is unknown"
            else:
                after = effects.scene(quest, combat.creature_of(quest, greater), first=False)
                onward = Onward(after, average=average)
                both = _best(one.best for kind in opening.types(creature)
                             for one in candidates(onward, scene, fighter, kind))  # fmt: skip
        yield Reached(way, price, printed(name), options, both, unknown)
    hidden = sum(not one.open for one in quest.here.cards) if quest.state.attacking < 0 else 0
    if hidden and way:
        yield Reached(way, price, "", (), unknown=f"{hidden} card{'s' * (hidden > 1)} face down")


def _best(found: Iterator[Chance]) -> Chance | None:
    best: Chance | None = None
    for one in found:
        best = one if best is None or one.better(best) else best
    return best


def lacking(setup: Setup, game: GameState) -> Iterator[Lack]:
    """What the hero of the round lacks, as he is, against each open Creature and Guardian to win so often."""
    quest = Quest(setup, game, [])
    fighter = fighter_of(quest.hero, quest.hero.sex or None)
    lying = [one.name for space in game.spaces for one in space.cards if one.open]
    names = [*lying, *(plane.guardian for plane in game.planes if not plane.closed and plane.guardian != UNSEEN)]
    for name in names:
        if quest.card(name).kind not in ("creature", "lesser", "greater"):
            continue
        creature = combat.creature_of(quest, name)
        options = list(best_of_each(Reckoning(), effects.scene(quest, creature), fighter))
        if options and creature.way != "both parts":
            best = max(options, key=lambda one: one.own - one.enemy)
            lead = best.own - best.enemy
            lacks = tuple(max(0, least_lead(aim, creature.lives) - lead) for aim in AIMS)
            yield Lack(printed(name), best.move, lead, lacks)


def asked_for(setup: Setup, game: GameState, text: str) -> Reached:
    """A fight where the hero stands, as typed: "fight Ghost wills with Ivory Wand". Raises Unreadable, Illegal."""
    quest = Quest(setup, game, [])
    verb, _, rest = text.strip().partition(" ")
    if verb != "fight":
        raise Unreadable(f'can\'t read "{text}"; write it like fight Ghost wills with Ivory Wand')
    said = combat.CreatureFight.read(quest, "fight", rest)
    creature = combat.creature_of(quest, said.name)
    scene = effects.scene(quest, creature, first=game.first)
    hero = fighter_of(quest.hero, quest.hero.sex or None)
    kind = said.opening.type or opening.types(creature)[0]
    begun = opening.begin(scene, hero, kind, said.opening.items)
    price = opening.price(scene, Side(hero, said.opening.items), kind)
    found = rolling(Reckoning(average=setup.dice == "average"), begun, price)
    return Reached("", 0, printed(said.name), tuple(found))
