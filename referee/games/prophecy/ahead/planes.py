"""The exact chance of each hero to take each plane as she stands: both Guardians must be beaten.

Which Guardian lies face down is unknown, so each one that was never seen is equally likely. The hero decides how to
fight the first one before the second is turned up. Potions that make stronger are drunk before the first fight, and
what heals, recharges or strengthens is used before either fight where that helps (Non-Battle Effects, P50). Items
won from the first don't count.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from referee.asking import dice
from referee.asking.dice import Changes
from referee.errors import Illegal, refusal
from referee.games.prophecy.cards.cards import Card, Creature, Item
from referee.games.prophecy.cards.wording import RULES, At, InFight, ToValue
from referee.games.prophecy.fights import acts, aftermath, opening, powers
from referee.games.prophecy.fights.opening import Opening
from referee.games.prophecy.fights.state import OWN, AnnouncedAct, Bonus, Fight, Fighter, Scene, fighter_of
from referee.games.prophecy.odds.reach import AIMS, Onward, after_win, to_the_end
from referee.games.prophecy.odds.reckoning import Chance, Reckoning, by_rank, mix
from referee.games.prophecy.readings import FightReadings
from referee.games.prophecy.rules import effects
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.decks import unseen
from referee.games.prophecy.rules.state import PLANE_CARDS, UNSEEN, DeckName, GameState, Setup
from referee.text.names import printed

MOST = 10
"""Largest number of extra points tried; a hero who is too weak even with them counts as too weak."""

MORE = "more"
"""Source of the extra points, in place of a card's name."""


class PlaneChance(NamedTuple):
    """A plane's Guardians ("" while face down; `beaten` where only the Greater is left) and a hero's chance there.

    `won` is the chance to take it, `exact` or at a rough estimate; None where no Guardian is known that may lie
    there. `lacks` is for each of `AIMS` how many points more in every fight it takes; None where that is too many.
    `missing` is how many of the Guardians that may lie there have no known card.
    """

    plane: str
    lesser: str
    greater: str
    beaten: bool
    won: Fraction | None
    exact: bool = True
    lacks: tuple[int | None, ...] = ()
    missing: int = 0


class HeroChances(NamedTuple):
    """A hero's chances to take the remaining planes."""

    player: str
    planes: tuple[PlaneChance, ...]


class Guardians:
    """The Guardians of a game: which may lie face down, and where each known one lies."""

    def __init__(self, quest: Quest) -> None:
        self._hidden = {deck: tuple(unseen(quest, deck)) for deck in PLANE_CARDS[:2]}

    def of_planes(self, game: GameState) -> Iterator[tuple[int, tuple[str, ...], tuple[str, ...]]]:
        """Yield each remaining plane with the Lesser (none once beaten) and Greater Guardians that may lie there."""
        lessers, greaters = self._remaining(game, "lesser"), self._remaining(game, "greater")
        for at, plane in enumerate(game.planes):
            second = greaters if plane.greater == UNSEEN else (plane.greater,)
            first = lessers if plane.lesser == UNSEEN else (plane.lesser,)
            if not plane.closed and second and (first or plane.beaten):
                yield at, () if plane.beaten else first, second

    def _remaining(self, game: GameState, deck: DeckName) -> tuple[str, ...]:
        known = {getattr(plane, deck) for plane in game.planes}
        return tuple(name for name in self._hidden[deck] if name not in known)


class Planes:
    """The chances to take planes in a game as it stands, cached."""

    exact = True

    def __init__(self, setup: Setup, game: GameState) -> None:
        self.quest = Quest(setup, game, [])
        self.average = setup.dice == "average"
        self._guardians = {at: both for at, *both in Guardians(self.quest).of_planes(game)}
        self._found: dict[tuple[object, ...], Fraction] = {}

    def missing(self, at: int) -> int:
        """Count the Guardians that may lie face down in a plane but have no known card."""
        game, plane = self.quest.state, self.quest.state.planes[at]
        hidden = (deck for deck in PLANE_CARDS[:2] if getattr(plane, deck) == UNSEEN)
        lying = {deck: face_down(game, deck) + game.decks[deck].count for deck in hidden}
        return sum(max(0, many - len(unseen(self.quest, deck))) for deck, many in lying.items())

    def chance(self, seat: int, at: int, more: int = 0) -> Fraction | None:
        """Compute a hero's best chance to take a plane, from the better of its two spaces; None if unknown.

        `more` is a number of extra points in every fight.
        """
        if at not in self._guardians:
            return None
        return max(self._from(seat, at, space, more) for space in self.quest.board.planes[at].spaces)

    def lacks(self, seat: int, at: int) -> tuple[int | None, ...]:
        """Return for each of `AIMS` the least number of extra points, in every fight, that reaches it."""
        return tuple(self._least(seat, at, aim) for aim in AIMS)

    def chance_of_taking(
        self, quest: Quest, fighter: Fighter, lessers: Sequence[str], greaters: Sequence[str]
    ) -> Fraction:
        """Compute the chance to beat one of the Lesser Guardians, then one of the Greater, all equally likely.

        Without Lesser ones only the Greater is fought.
        """
        reckoning, first = Reckoning(average=self.average), greaters
        if lessers:
            following = (effects.scene(quest, name, first=False) for name in greaters)
            reckoning, first = Onward(*following, average=self.average, fought=best_helped), lessers
        scenes = (effects.scene(quest, name) for name in first)
        chance = mix((1, best_helped(reckoning, scene, fighter, last=not lessers)) for scene in scenes)
        return Fraction(chance.won, chance.ways)

    def _least(self, seat: int, at: int, aim: Fraction) -> int | None:
        def reaches(more: int) -> bool:
            chance = self.chance(seat, at, more)
            return chance is not None and chance >= aim

        least = bisect_left(range(MOST + 1), True, key=reaches)
        return least if least <= MOST else None

    def _from(self, seat: int, at: int, space: int, more: int) -> Fraction:
        game = self.quest.state.copy()
        there = Quest(self.quest.setup, game, [])
        game.active, game.attacking, game.step, game.players[seat].space = seat, at, "turn", space
        fighter = with_potions(fighter_of(there.hero), there.card)
        if more:
            fighter = replace(fighter, bonuses=(*fighter.bonuses, Bonus(MORE, f"in either {more}", "turn")))
        lessers, greaters = self._guardians[at]
        cards = (there.card(name) for name in (*fighter.held, *fighter.abilities, *lessers, *greaters))
        effects = (effect for card in cards for rule in card.parsed for effect in rule.effects)
        minds = any(isinstance(limit, At) for effect in effects for limit in getattr(effect, "limits", ()))
        key = (seat, more, lessers, greaters, *([at, space] if minds else []))
        if (found := self._found.get(key)) is None:
            found = self._found[key] = self.chance_of_taking(there, fighter, lessers, greaters)
        return found


def best_helped(reckoning: Reckoning, scene: Scene, hero: Fighter, *, last: bool = True) -> Chance:
    """Find the best odds against an open Guardian, with what the hero uses before the fight where it helps (P30).

    In the `last` fight nothing is saved for another one.
    """
    waiting = [_use_free_help(scene, hero, last=last)]
    for one in waiting:
        found = (_use_free_help(scene, help_.after, last=last) for help_ in aftermath.helps(scene, one))
        waiting += (after for after in found if after not in waiting)
    return max([Chance(1), *(to_the_end(reckoning, scene, one) for one in waiting)], key=by_rank)


def _use_free_help(scene: Scene, hero: Fighter, *, last: bool) -> Fighter:
    """Use all help that costs only its own card, where waiting with it is never better; return the hero.

    Waiting is never better if all of it counts, or if nothing else can be paid for or fought after it.
    """
    while found := list(aftermath.helps(scene, hero)):
        spare = last and all(one.free for one in found)
        for_nothing = next((one for one in found if one.free and (one.whole or spare)), None)
        if for_nothing is None:
            break
        hero = for_nothing.after
    return hero


def with_potions(fighter: Fighter, card_of: Callable[[str], Card]) -> Fighter:
    """Return the hero after drinking the potions that make her stronger until the end of the turn."""
    drunk: list[Bonus] = []
    for name in fighter.items:
        card = card_of(name)
        if isinstance(card, Item) and card.potion:
            effects = [effect for rule in card.parsed if rule.when == "any time" for effect in rule.effects]
            if effects and all(isinstance(effect, InFight | ToValue) for effect in effects):
                drunk += [Bonus(name, RULES.phrases.write(replace(effect, lasting="")), "turn") for effect in effects]
    if not drunk:
        return fighter
    names = {bonus.source for bonus in drunk}
    items = tuple(name for name in fighter.items if name not in names)
    return replace(fighter, items=items, bonuses=(*fighter.bonuses, *drunk))


def hero_chances(planes: Planes, seat: int) -> HeroChances:
    """Compute a hero's chances to take each remaining plane."""
    remaining = (at for at, plane in enumerate(planes.quest.state.planes) if not plane.closed)
    return HeroChances(planes.quest.name(seat), tuple(_plane(planes, seat, at) for at in remaining))


def _plane(planes: Planes, seat: int, at: int) -> PlaneChance:
    there, won = planes.quest.state.planes[at], planes.chance(seat, at)
    lacks = () if won is None else planes.lacks(seat, at)
    name, lesser, greater = planes.quest.board.planes[at].name, printed(there.lesser), printed(there.greater)
    return PlaneChance(name, lesser, greater, there.beaten, won, planes.exact, lacks, planes.missing(at))


def face_down(game: GameState, deck: DeckName) -> int:
    """Count the cards of a deck that lie face down on the board."""
    if deck == "adventure":
        return sum(not one.open for space in game.spaces for one in space.cards)
    planes = [plane for plane in game.planes if not (deck == "artifact" and plane.closed)]
    return sum(getattr(plane, deck) == UNSEEN for plane in planes) if deck in PLANE_CARDS else 0


# --- Quick ----------------------------------------------------------------------------------------
# A fast estimate of a fight: each way to fight it by its lead alone, with the best announcements.
#
# For rollouts, where exact odds take too long. Announcements are picked greedily, dice are thrown once, and the space
# doesn't count.


KEPT = 20_000
"""Size of the cache of fights."""


class FightEstimate(NamedTuple):
    """Estimate of a fight at its best: the chance to win, the hero's lead, and the opening.

    `said` is what is announced for the roll, `after` the hero once it is won. With several rolls or parts
    `lead` is that of the first.
    """

    won: float
    lead: int
    opening: Opening
    said: tuple[AnnouncedAct, ...] = ()
    after: Fighter = Fighter("")

    @property
    def rank(self) -> tuple[float, int, int]:
        """Sort key: the better fight is higher; among equals, the one with fewer announcements."""
        return self.won, self.lead, -len(self.said)


NEVER = FightEstimate(0.0, -9, Opening("fight", "", None, ()))
"""Estimate of a fight that can't be paid for."""


class Quick:
    """Fast estimates of fights, cached; `card` returns the card of a name."""

    def __init__(self, card: Callable[[str], Card], readings: FightReadings, *, average: bool = False) -> None:
        self._card, self._readings, self._average = cache(card), readings, average
        self._scenes: dict[str, Scene] = {}
        self._found: dict[tuple[str, Fighter], FightEstimate] = {}

    def stands(self, name: str, fighter: Fighter) -> FightEstimate:
        """Estimate a hero's fight with a Creature."""
        alike = _normalized(fighter)  # the result depends on nothing else, so the order of the calls doesn't matter
        if (found := self._found.get((name, alike))) is None:
            if len(self._found) > KEPT:
                self._found.clear()
                self._scenes.clear()
            found = max(self._ways(self._scene(name), alike), key=by_rank, default=NEVER)
            self._found[name, alike] = found
        return found

    def taking(self, fighter: Fighter, lessers: Sequence[str], greaters: Sequence[str], least: float = 0.0) -> float:
        """Estimate the chance to take a plane where each of these Guardians is equally likely.

        Without Lesser ones only the Greater is fought. If the first fights alone give less than `least`, return that.
        """
        if not lessers:
            return sum(self.stands(name, fighter).won for name in greaters) / len(greaters)
        first = [self.stands(name, fighter) for name in lessers]
        if (most := sum(one.won for one in first) / len(lessers)) < least:
            return most
        return sum(one.won * self.taking(one.after, (), greaters) for one in first if one.won) / len(lessers)

    def _scene(self, name: str) -> Scene:
        if (found := self._scenes.get(name)) is None:
            creature = self._card(name)
            assert isinstance(creature, Creature)
            found = self._scenes[name] = Scene(self._card, creature, readings=self._readings)
        return found

    def _ways(self, scene: Scene, fighter: Fighter) -> Iterator[FightEstimate]:
        kinds = opening.types(scene.enemy)
        _, fighter = max(aftermath.meetings(scene, fighter), key=lambda way: way[0])  # the likeliest result of a die
        for kind in kinds if fighter.alive else ():
            for used in opening.legal_sets(scene, fighter):
                try:
                    begun = opening.begin(scene, fighter, kind, used)
                except Illegal:
                    continue
                typed = kind if len(kinds) > 1 and kind in ("strength", "wills") else None
                yield self._announce(begun, Opening("fight", "", typed, used))

    def _announce(self, fight: Fight, start: Opening) -> FightEstimate:
        """Pick announcements for the roll greedily: the one that helps most, then the best besides it, and so on."""
        acted: tuple[AnnouncedAct, ...] = ()
        won = self._won(fight)
        while True:
            best: tuple[float, AnnouncedAct, Fight] | None = None
            for act in acts.thinkable(fight, OWN, "before"):
                if act in acted or refusal(acts.verify, fight, act) or not acts.useful(fight, act):
                    continue
                after = acts.perform(fight, act)
                chance = self._won(after)
                if chance > (best[0] if best is not None else won) + WORTH:
                    best = chance, act, after
            if best is None:
                return FightEstimate(won, powers.lead(fight), start, acted, after_win(fight))
            won, act, fight = best
            acted = (*acted, act)

    def _won(self, fight: Fight) -> float:
        """Estimate the chance to win every roll as the first one stands; both parts, if there are two."""
        saved = powers.at_work(fight).saves[1]
        chance = winning(powers.lead(fight), *powers.changes(fight), saved, average=self._average)
        if fight.type == "both" and not fight.part:
            chance *= self._won(replace(acts.next_roll(fight), part=1))
        return float(chance**fight.lives)


class QuickPlanes(Planes):
    """Rough estimates of the chances to take planes, where exact ones take too long."""

    exact = False

    def __init__(self, setup: Setup, game: GameState) -> None:
        super().__init__(setup, game)
        self._quick = Quick(self.quest.card, self.quest.setup, average=self.average)

    def chance_of_taking(
        self, quest: Quest, fighter: Fighter, lessers: Sequence[str], greaters: Sequence[str]
    ) -> Fraction:
        """Estimate the chance by `Quick`, rounded to 1/10,000."""
        return Fraction(round(10_000 * self._quick.taking(fighter, lessers, greaters)), 10_000)


WORTH = 0.005
"""Least gain in the chance for which one more thing is announced."""


@cache
def winning(lead: int, own: Changes, enemy: Changes, saved: int = 0, *, average: bool = False) -> float:
    """Compute the chance to win one roll; with `saved`, an enemy who loses by up to so much still draws."""
    if average:
        return float(powers.outcome(lead + float(dice.average(own) - dice.average(enemy)), 0, saved) == "won")
    ways = dice.margins(own, enemy)
    won = sum(many for margin, many in ways if powers.outcome(lead + margin, 0, saved) == "won")
    return won / sum(many for _, many in ways)


@lru_cache(maxsize=KEPT)
def _normalized(fighter: Fighter) -> Fighter:
    """Return the hero without what rarely matters in a fight: name, marks of other cards, the order of cards."""
    return replace(
        fighter,
        name="",
        items=tuple(sorted(fighter.items)),
        abilities=tuple(sorted(fighter.abilities)),
        artifacts=tuple(sorted(fighter.artifacts)),
        damaged=(),
        marks=(),
        cast=(),
        gold=min(fighter.gold, 3),
        experience=0,
    )
