"""Leads and reach: the lead (own total minus the enemy's) for a chance to win, and the fights within reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache, partial
from typing import NamedTuple

from msgspec.structs import replace

from referee.asking import dice
from referee.asking.dice import Changes
from referee.declaration.game import QuickOdds
from referee.errors import Unreadable
from referee.games.prophecy.cards.wording import Do
from referee.games.prophecy.fights import acts, aftermath, opening, powers
from referee.games.prophecy.fights.state import OWN, Fight, Fighter, Scene, Side, fighter_of
from referee.games.prophecy.odds.options import FightOption, best_of_each, candidates, option_data, rolling
from referee.games.prophecy.odds.reckoning import Anew, Chance, Reckoning, by_rank, endings, is_due, mix, shared
from referee.games.prophecy.rules import combat, effects, movement
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.state import UNSEEN, GameState, Setup
from referee.games.prophecy.vocabulary import FACES, GAME, Result
from referee.text.names import printed
from referee.text.screen import Screen, ShownReport, columns

AIMS = (Fraction(1, 2), Fraction(3, 4), Fraction(9, 10))
"""Chances to win for which leads are reported."""
SURE = 6
"""Least lead that is certain to win a single roll."""


@cache
def chances(lead: int, own: Changes = (), *, lives: int = 1) -> Chance:
    """Compute the chances of a fight by its lead: every roll must be won, the first other result ends it."""
    found: Counter[Result] = Counter()
    for margin, many in dice.margins(own, ()):
        found[powers.outcome(lead + margin, 0, 0)] += many
    ways, won = found.total(), found["won"]
    before = sum(won**rolls * ways ** (lives - 1 - rolls) for rolls in range(lives))
    return Chance(ways**lives, won**lives, found["lost"] * before)


def least_lead(aim: Fraction, lives: int = 1, own: Changes = ()) -> int:
    """Find the least lead with which all rolls of a fight with `lives` together are won with the chance `aim`."""
    return next(lead for lead in range(-SURE, SURE + 1) if chances(lead, own, lives=lives).rank[0] >= aim)


def report_leads(given: Mapping[str, str]) -> ShownReport:
    """Report the leads for one and three lives, with and without the better of two dice; `given` is ignored."""
    ways: tuple[Changes, ...] = ((), ("better",))
    lines = [(lives, own, [least_lead(aim, lives, own) for aim in AIMS]) for lives in (1, 3) for own in ways]

    def show(screen: Screen) -> None:
        aims = [f"{int(aim * 100)}%" for aim in AIMS]
        screen.line("The lead needed (your total less the enemy's, before the dice) to win so often:")
        rows = [
            (
                f"{'one life' if lives == 1 else 'three lives'}{', better of two' if own else ''}",
                *(f"{lead:+}" for lead in leads),
            )
            for lives, own, leads in lines
        ]
        if screen.plain:
            for name, *leads in rows:
                screen.line(f"{name}: {', '.join(f'{aim} {lead}' for aim, lead in zip(aims, leads, strict=True))}.")
            return
        grid = columns("left", *("right" for _ in aims))
        grid.add_row("", *aims)
        for row in rows:
            grid.add_row(*row)
        screen.print_indented(grid)

    data = [
        {"lives": lives, "better_of_two": bool(own), **dict(zip(map(str, AIMS), leads, strict=True))}
        for lives, own, leads in lines
    ]
    return ShownReport({"game": GAME, "leads": data}, show)


LEADS = QuickOdds(report=report_leads)


# --- Reach ----------------------------------------------------------------------------------------
# Fights that the active hero of a game can reach this turn, with the price of the way and exact odds.


class Reached(NamedTuple):
    """A fight within reach: the way ("" if the hero is there), its price in Gold, the enemy, each type's best.

    `both` are the odds of beating both Guardians of a plane, where both are known; `unknown` says what is unknown.
    """

    way: str
    price: int
    enemy: str
    options: tuple[FightOption, ...]
    both: Chance | None = None
    unknown: str = ""


Lack = tuple[str, str, int, tuple[int, ...]]
"""An open Creature or Guardian, the best way to fight it, the lead with that, and the points lacking for each aim."""


Fought = Callable[[Reckoning, Scene, Fighter], Chance]
"""A function that finds the best odds of a fight with a Creature."""


class Onward(Reckoning):
    """The odds of two fights in a row, both at their best: `won` counts the throws that win both.

    If several may follow, each is equally likely, and unknown before the first is won. `fought` finds the best odds
    of the second fight.
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
        """Return the same for fights with a new battle after a draw; the known second fights are kept."""
        other = Onward(*self._next, average=self._average, fought=self._fought, anew=anew)
        other._second = self._second
        return other

    def _chance_after(self, fight: Fight, result: Result) -> Chance:
        if result != "won":
            return super()._chance_after(fight, result)
        return shared((dice, self._next_fight(after.own.hero)) for dice, after in outcomes(fight, result))

    def _next_fight(self, hero: Fighter) -> Chance:
        if not hero.alive:
            return Chance(1, lost=1, dies=1)
        if (found := self._second.get(hero)) is None:
            found = mix((1, self._fought(self._then, scene, hero)) for scene in self._next)
            found = self._second[hero] = found if self._anew is None else Chance(found.ways, found.won)
        return found


def best_in(reckoning: Reckoning, scene: Scene, hero: Fighter) -> Chance:
    """Return the best odds of a fight with a Creature, of any type; a hero who can pay for none draws (P39)."""
    kinds = opening.types(scene.enemy)
    found = (one.best for kind in kinds for one in candidates(reckoning, scene, hero, kind))
    return max([Chance(1), *found], key=by_rank)


def after_win(fight: Fight) -> Fighter:
    """Return the hero after a won fight, without consequences that a die decides."""
    ((_, after),) = outcomes(fight, "won", dice=False)
    return after.own.hero


def outcomes(fight: Fight, result: Result, *, dice: bool = True) -> Iterator[tuple[int, Fight]]:
    """Yield the fight after all consequences of its result, thrown weapons damaged, with the number of dice."""
    for many, after in endings(fight, OWN, result, dice=dice):
        hero = after.own.hero
        for name in aftermath.thrown_weapons(fight, OWN):
            hero = acts.with_damage(hero, name)
        bonuses = tuple(bonus for bonus in hero.bonuses if bonus.until != "next battle")  # used up by this one (P43)
        hero = replace(hero, cast=hero.cast[:1], bonuses=bonuses)
        yield many, after.changed(OWN, hero=hero)


def fights_in_reach(setup: Setup, game: GameState) -> Iterator[Reached]:
    """Yield the fights within reach, nearest first: on the hero's space, or by each way that is legal and paid."""
    quest = Quest(setup, game, [])
    if game.over or game.step not in ("movement", "turn") or game.moves > 1:  # no fight before a second move (P21)
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
    """Yield the fights on the hero's space, or in the plane that is attacked."""
    average = quest.setup.dice == "average"
    fighter = fighter_of(quest.hero)
    for name in combat.opponents(quest):
        if name == UNSEEN:
            yield Reached(way, price, "", (), unknown="the Guardian is unknown")
            continue
        creature = effects.creature_of(quest, name)
        scene = effects.scene(quest, name, first=quest.state.first)
        options = tuple(best_of_each(Reckoning(average=average), scene, fighter))
        both, unknown = None, ""
        if quest.state.attacking >= 0 and not quest.state.planes[quest.state.attacking].beaten:
            greater = quest.state.planes[quest.state.attacking].greater
            if greater == UNSEEN:
                unknown = "the Greater Guardian is unknown"
            else:
                after = effects.scene(quest, greater, first=False)
                onward = Onward(after, average=average)
                kinds = opening.types(creature)
                found = (one.best for kind in kinds for one in candidates(onward, scene, fighter, kind))
                both = max(found, key=by_rank, default=None)
        yield Reached(way, price, printed(name), options, both, unknown)
    hidden = sum(not one.open for one in quest.here.cards) if quest.state.attacking < 0 else 0
    if hidden and way:
        yield Reached(way, price, "", (), unknown=f"{hidden} card{'s' * (hidden > 1)} face down")


def lacking(setup: Setup, game: GameState) -> Iterator[Lack]:
    """Yield the points that the active hero lacks where it lies against each open Creature and Guardian, by aim."""
    quest = Quest(setup, game.copy(), [])
    lying = [(one.name, -1, (quest.hero.space,)) for space in game.spaces for one in space.cards if one.open]
    waiting = [
        (plane.guardian, at, quest.board.planes[at].spaces)
        for at, plane in enumerate(game.planes)
        if not plane.closed and plane.guardian != UNSEEN
    ]
    for name, quest.state.attacking, spaces in (*lying, *waiting):
        if quest.card(name).kind not in ("creature", "lesser", "greater"):
            continue
        creature, options = effects.creature_of(quest, name), list[FightOption]()
        for quest.hero.space in spaces:
            options += best_of_each(Reckoning(), effects.scene(quest, name), fighter_of(quest.hero))
        if options and creature.way != "both parts":
            best = max(options, key=lambda one: one.own - one.enemy)
            lead = best.own - best.enemy
            lacks = tuple(max(0, least_lead(aim, creature.lives) - lead) for aim in AIMS)
            yield printed(name), best.move, lead, lacks


def asked_for(setup: Setup, game: GameState, text: str) -> Reached:
    """Return the options of a fight on the hero's space: "fight Ghost wills with Ivory Wand".

    Raises Unreadable, Illegal.
    """
    quest = Quest(setup, game, [])
    verb, _, rest = text.strip().partition(" ")
    if verb != "fight":
        raise Unreadable(f'can\'t read "{text}"; write it like fight Ghost wills with Ivory Wand')
    move = combat.CreatureFight.read(quest, "fight", rest)
    creature = effects.creature_of(quest, move.name)
    scene = effects.scene(quest, move.name, first=game.first)
    hero = fighter_of(quest.hero)
    kind = move.opening.type or opening.types(creature)[0]
    begun = opening.begin(scene, hero, kind, move.opening.items)
    price = opening.price(scene, Side(hero, move.opening.items), kind)
    found = rolling(Reckoning(average=setup.dice == "average"), begun, price)
    return Reached("", 0, printed(move.name), tuple(found))


# --- The odds of battles with a new one after each draw (Fanaticism), to their end ----------------
# A draw that cost nothing leads back to the very same battle: its chance to be won is found as a fixed point.


MOST_GUESSES = 20
"""Most iterations to the fixed point; two or three are enough if a hero has few choices."""


def to_the_end(reckoning: Reckoning, scene: Scene, hero: Fighter) -> Chance:
    """Return the best odds to win against a Creature, with the new battle after each draw, if a card gives one."""
    cards = (scene.card(name) for name in (*hero.held, *hero.abilities))
    if any(rule.when == "drawn" and Do("fight again") in rule.effects for card in cards for rule in card.parsed):
        return _Anew(reckoning, scene).best(scene, hero)
    return best_in(reckoning, scene, hero)


class _Anew:
    """Battles against one Creature, each after a draw in the one before."""

    def __init__(self, reckoning: Reckoning, scene: Scene) -> None:
        self._reckoning = reckoning
        self._scene = replace(scene, place=frozenset() if scene.plane else scene.place, cache={})  # P43
        self._known: dict[Fighter, Chance] = {}

    def best(self, scene: Scene, hero: Fighter) -> Chance:
        """Return the best odds in a battle, new ones included; losses aren't told apart from draws."""
        return best_in(self._reckoning.once_more(self._after_draw), scene, hero)

    def _after_draw(self, fight: Fight) -> Chance:
        return shared((dice, self._again(after)) for dice, after in outcomes(fight, "drawn"))

    def _again(self, fight: Fight) -> Chance:
        """Return the best odds with a card that gives a new battle, for what it asks for but Items; or the draw."""
        found = [Chance(1) if fight.own.hero.alive else Chance(1, lost=1)]
        for one in aftermath.own_consequences(fight, OWN, "drawn") if fight.own.hero.alive else ():
            if Do("fight again") not in one.effects or not is_due(fight, one):
                continue
            paid = aftermath.after_price(fight, one)
            if paid is not None and one.rule is not None and not acts.items_paid(one.rule):
                mark = acts.mark_of(fight.scene.card(one.source), one.rule, one.source)
                hero = paid.own.hero
                new = self._new(replace(hero, marks=(*hero.marks, *filter(None, (mark,)))))
                faces = len(FACES if one.on is None else one.on)
                found.append(mix([(faces, new), (len(FACES) - faces, Chance(1))]))
        return max(found, key=by_rank)

    def _new(self, hero: Fighter) -> Chance:
        """Return the best odds in a new battle; a guess while they are computed.

        A guess is marked as deadly, so that the chance of the same battle coming back can be read off the odds.
        """
        if (known := self._known.get(hero)) is not None:
            return known
        guess = Fraction(0)
        for _ in range(MOST_GUESSES):
            self._known[hero] = Chance(guess.denominator, guess.numerator, dies=guess.denominator)
            found = self.best(self._scene, hero)
            won, back = Fraction(found.won, found.ways), Fraction(found.dies, found.ways)
            if won == guess or back == 1:
                break
            guess = (won - back * guess) / (1 - back)
        self._known[hero] = Chance(guess.denominator, guess.numerator)
        return self._known[hero]


def report_reach(setup: Setup, state: GameState, asked: str | None) -> ShownReport:
    """Report the fights within the active hero's reach and the points lacking for others, or the fight `asked` for.

    Raises Unreadable, Illegal.
    """
    from referee.games.prophecy.screens.fights import show_reach

    found = list(fights_in_reach(setup, state)) if asked is None else [asked_for(setup, state, asked)]
    lacks = list(lacking(setup, state)) if asked is None else []
    fights = [
        {
            "way": one.way,
            "gold": one.price,
            "enemy": one.enemy,
            "unknown": one.unknown,
            "both": one.both and one.both.fractions(),
            "options": list(map(option_data, one.options)),
        }
        for one in found
    ]
    leads = [
        {"enemy": enemy, "move": move, "lead": lead, **dict(zip(map(str, AIMS), needed, strict=True))}
        for enemy, move, lead, needed in lacks
    ]
    data = {"game": GAME, "legal": True, "over": False, "fights": fights, "leads": leads}
    return ShownReport(data, partial(show_reach, found, lacks, AIMS))
