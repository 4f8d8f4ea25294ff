"""Exact odds of a fight, to win, draw, lose and die, by working backwards through all throws and announcements."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import cache, lru_cache
from math import lcm
from operator import attrgetter
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from referee.asking import dice
from referee.asking.dice import Changes, Die
from referee.effects import rules
from referee.errors import refusal
from referee.games.prophecy.cards.wording import AlsoDoes, Do, Harm, Lose, ProphecyEffect
from referee.games.prophecy.fights import acts, aftermath, powers
from referee.games.prophecy.fights.aftermath import Consequence
from referee.games.prophecy.fights.fight import after_roll
from referee.games.prophecy.fights.state import ENEMY, OWN, AnnouncedAct, Fight
from referee.games.prophecy.vocabulary import FACES, Result


class Chance(NamedTuple):
    """Counts of equally likely throws: all `ways`, those won and lost, and those where the hero dies.

    Whole numbers, so that chances can be combined without fractions.
    """

    ways: int
    won: int = 0
    lost: int = 0
    dies: int = 0

    @property
    def drawn(self) -> int:
        """Number of throws neither won nor lost."""
        return self.ways - self.won - self.lost

    @property
    def description(self) -> str:
        """The chances in whole percents: "72% won, 11% drawn, 17% lost"."""
        parts = {"won": self.won, "drawn": self.drawn, "lost": self.lost}
        return ", ".join(f"{round(100 * many / self.ways)}% {what}" for what, many in parts.items())

    @property
    def line(self) -> str:
        """The chances by result: "won 42%, drawn 17%, lost 42%"."""
        keys = ("won", "drawn", "lost", "dies") if self.dies else ("won", "drawn", "lost")
        return ", ".join(f"{what} {dice.percent(Fraction(getattr(self, what), self.ways))}" for what in keys)

    @property
    def rank(self) -> tuple[Fraction, Fraction, Fraction]:
        """Sort key: a better chance is higher, by more wins, then fewer losses, then fewer deaths."""
        return Fraction(self.won, self.ways), -Fraction(self.lost, self.ways), -Fraction(self.dies, self.ways)

    def better(self, other: Chance) -> bool:
        """Return whether it is better than another: more wins, then fewer losses, then fewer deaths."""
        return self._beats(other, ("won", 1), ("lost", -1), ("dies", -1))

    def worse(self, other: Chance) -> bool:
        """Return whether it is better for the enemy: more losses, then fewer wins, then more deaths."""
        return self._beats(other, ("lost", 1), ("won", -1), ("dies", 1))

    def covers(self, other: Chance) -> bool:
        """Return whether it is at least as good as another in every respect: to win, not to lose, not to die."""
        one, two = self.ways, other.ways
        return self.won * two >= other.won * one and all(
            getattr(self, what) * two <= getattr(other, what) * one for what in ("lost", "dies")
        )

    def _beats(self, other: Chance, *by: tuple[str, int]) -> bool:
        for what, sign in by:
            ahead = getattr(self, what) * other.ways - getattr(other, what) * self.ways
            if ahead:
                return bool(ahead * sign > 0)
        return False

    def fractions(self) -> dict[str, str]:
        """Return the four chances in lowest terms: "343/1728", "0", "1"."""
        return {what: str(Fraction(getattr(self, what), self.ways)) for what in ("won", "drawn", "lost", "dies")}


by_rank: Callable[[Any], Any] = attrgetter("rank")
"""Sort key of anything with a `rank`, better ones higher."""


def mix(parts: Iterable[tuple[int, Chance]]) -> Chance:
    """Combine chances, each with its number of ways."""
    found = list(parts)
    scale = lcm(*{chance.ways for _, chance in found})
    ways = won = lost = dies = 0
    for many, chance in found:
        times = many * (scale // chance.ways)
        ways += many * scale
        won += chance.won * times
        lost += chance.lost * times
        dies += chance.dies * times
    return Chance(ways, won, lost, dies)


# --- Endings --------------------------------------------------------------------------------------
# The consequences of a battle for a hero, in their order, with every result of each die.


def endings(fight: Fight, who: int, result: Result, *, dice: bool = True) -> Iterator[tuple[int, Fight]]:
    """Yield the fight after all consequences for a side, up to its hero's death, with the number of dice thrown.

    Without `dice`, consequences that a die decides are left out. Those with an own price always are.
    """
    if fight.scene.creature is not None:
        found = tuple(aftermath.consequences(fight, result))
    else:
        found = tuple(aftermath.own_consequences(fight, who, result))
    return _after(fight, [one for one in found if dice or one.on is None], {})


def shared(parts: Iterable[tuple[int, Chance]]) -> Chance:
    """Combine chances, each with the number of dice that led to it."""
    found = list(parts)
    most = max(dice for dice, _ in found)
    return mix((len(FACES) ** (most - dice), chance) for dice, chance in found)


def _after(fight: Fight, found: Sequence[Consequence], rolled: Mapping[str, int]) -> Iterator[tuple[int, Fight]]:
    for number, one in enumerate(found):
        if not _happens(fight, one):
            continue
        if one.on is not None and one.source not in rolled:
            for face in FACES:
                yield from _after(fight, found[number:], {**rolled, one.source: face})
            return
        if one.on is not None and rolled[one.source] not in one.on:
            continue
        if (paid := aftermath.after_price(fight, one) if one.by_enemy else fight) is None:
            continue
        fight = paid
        for effect in one.effects:
            fight = _with_effect(fight, one, effect)
            if not fight.sides[one.who].hero.alive:
                yield len(rolled), fight
                return
    yield len(rolled), fight


def is_due(fight: Fight, one: Consequence) -> bool:
    """Return whether a consequence may come: its conditions are met, and it isn't used up."""
    if one.rule is None:
        return True
    if not all(powers.holds(fight, one.who, condition) for condition in one.rule.conditions):
        return False
    mark = acts.mark_of(fight.scene.card(one.source), one.rule, one.source)
    return one.by_enemy or mark not in fight.sides[one.who].hero.marks


def _happens(fight: Fight, one: Consequence) -> bool:
    """Return whether a consequence comes by itself: nothing of its own is paid for it."""
    unpaid = one.by_enemy or one.rule is None or not (one.rule.cost or aftermath.unpaid_spell(fight, one))
    return unpaid and is_due(fight, one)


def _with_effect(fight: Fight, one: Consequence, effect: rules.Effect) -> Fight:
    plain = effect.effect if isinstance(effect, AlsoDoes) else effect
    if isinstance(plain, Harm) and plain.which == "a weapon" and not plain.who:
        hero = fight.sides[one.who].hero
        for name in aftermath.weapons_hit(fight, one):
            hero = (acts.with_damage if plain.verb == "damage" else acts.without)(hero, name)
        return fight.changed(one.who, hero=hero)
    return aftermath.apply_effect(fight, one, effect)


# --- Deaths ---------------------------------------------------------------------------------------
# The chance that a hero dies of the consequences of a fight.


ALIVE, DEAD = Chance(1), Chance(1, dies=1)


def dying(fight: Fight, who: int, result: Result) -> Chance:
    """Compute the chance to die of a result; `won` and `lost` are 0 in it. Rules with a price are left out."""
    if fight.sides[who].hero.health >= _most(fight, who) + _pending_loss(fight, who):
        return ALIVE
    return shared(
        (dice, ALIVE if after.sides[who].hero.alive else DEAD) for dice, after in endings(fight, who, result)
    )


def _most(fight: Fight, who: int) -> int:
    """Return an upper bound of the Health lost after a fight; very large if a card doesn't name a number."""
    creature, hero = fight.scene.creature, fight.sides[who].hero
    key = ("harm", who, hero.abilities, hero.items, hero.artifacts, fight.sides[who].discarded)
    if (found := fight.scene.cache.get(key)) is None:
        names = (*hero.abilities, *hero.held, *fight.sides[who].discarded)
        cards = [fight.scene.card(name) for name in names] + ([creature] if creature is not None else [])
        found = fight.scene.cache[key] = fight.scene.readings.lost_health + sum(
            _health_taken(effect) for card in cards for rule in card.parsed for effect in rule.effects
        )
    return int(found)


def _pending_loss(fight: Fight, who: int) -> int:
    """Return the Health to be lost after the battle by what was announced in it."""
    return sum(
        _health_taken(effect)
        for act in fight.sides[who].acts
        if act.rule >= 0
        for effect in powers.rule_of(fight.scene, act).effects
        if getattr(effect, "later", "")
    )


def _health_taken(effect: rules.Effect | None) -> int:
    """Return the most Health that an effect takes."""
    if isinstance(effect, AlsoDoes):
        return _health_taken(effect.effect)
    if not isinstance(effect, ProphecyEffect):
        return 0
    most = 0
    if isinstance(effect, Lose) and effect.counter == "health":
        most = effect.number if isinstance(effect.number, int) and not effect.per else 99
    return most + _health_taken(effect.instead)


# --- Reckoning ------------------------------------------------------------------------------------
# The best play of a fight, working backwards: each roll with the announcements before and the answers after it.
#
# It works on the state of fights itself, so no rule is written twice: which announcements are legal, their costs, the
# totals, when a fight goes on. Best is most wins, then fewest losses, then fewest deaths; against a hero the defender
# wants the contrary.


class SideDice(NamedTuple):
    """A side's dice, as far as they matter: their value, and the possible values if one is thrown again.

    `less` are the same dice with one throw again fewer.
    """

    value: int
    less: SideDice | None = None
    anew: frozenset[tuple[SideDice, ...]] = frozenset()


Lying = tuple[SideDice, SideDice] | int | float
"""Dice on the table; if none can be thrown again, only the margin of one's own dice."""


class DiceAnswer(NamedTuple):
    """An answer to the dice, its effect on them, and the fight after it, without dice.

    `side` is the side with the die that is thrown again.
    """

    act: AnnouncedAct
    does: Literal["all anew", "one anew", "nothing"]
    after: Fight
    side: int = OWN


class ThrowOdds:
    """A throw: the lead, the saves, the changes of the dice, the possible answers, and caches of results.

    `again` is how many times a die may be thrown again; if any may, each die matters.
    """

    __slots__ = ("again", "ahead", "anew", "answered", "answers", "changes", "fight", "followed", "saves")

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self.ahead, self.saves, self.changes = powers.lead(fight), powers.at_work(fight).saves, powers.changes(fight)
        lying = tuple(dice.side_dice(how, (1,) * dice.many(how)) for how in self.changes)  # any dice
        self.answers = tuple(_answers(replace(fight, dice=lying)))
        self.again = 0
        self.followed: dict[Result, Chance] = {}
        self.anew: dict[tuple[int, tuple[SideDice, ...], SideDice, int], Chance] = {}
        self.answered: dict[tuple[Lying, int, int], Chance] = {}


Anew = Callable[[Fight], Chance]
"""A function from a drawn fight to the odds of the new battle after it."""


A_SECOND = 2_000.0
"""Number of throws that counts as a second, where work is counted instead of time."""

_left: list[float] = []
"""Remaining budgets of throws, the innermost `at_most` last."""


class TooMany(Exception):
    """The budget of throws is exceeded."""


@contextmanager
def at_most(throws: float) -> Iterator[None]:
    """Limit the number of throws looked at. Raises TooMany beyond it."""
    _left.append(throws)
    try:
        yield
    finally:
        _left.pop()


class Reckoning:
    """Solver of the odds of fights, with a cache. With `average` dice nothing is left to chance (P44).

    `anew` returns the odds of the new battle after a draw (Fanaticism); without it a draw is final. With it the
    chance to die of a loss is ignored. With `alone` one's own side announces nothing more.
    """

    def __init__(self, *, average: bool = False, anew: Anew | None = None, alone: bool = False) -> None:
        self._average, self._anew, self._alone = average, anew, alone
        self._open: set[Fight] = set()
        """Throws being computed: one thrown again at no cost leads back to itself, and changes nothing."""
        self._best: dict[Fight, Chance] = {}
        self._thrown: dict[Fight, Chance] = {}
        self._throws: dict[Fight, ThrowOdds] = {}

    def once_more(self, anew: Anew) -> Reckoning:
        """Return the same solver for fights with a new battle after a draw, with empty caches."""
        return Reckoning(average=self._average, anew=anew)

    def alone(self) -> Reckoning:
        """Return the same solver with no more announcements by one's own side."""
        return Reckoning(average=self._average, anew=self._anew, alone=True)

    def best(self, fight: Fight) -> Chance:
        """Return the best odds of a fight before a roll."""
        if self._alone:
            return self.after_throw(fight)
        fight = _normalized(fight)
        if (found := self._best.get(fight)) is None:
            found = self._best[fight] = _best_of(self.after_throw(one) for _, one in sets_announced(fight))
        return found

    def after_throw(self, fight: Fight) -> Chance:
        """Return the odds of a fight if nothing more is announced for this roll; later ones are played at best."""
        fight = _normalized(fight)
        if (found := self._thrown.get(fight)) is None:
            self._open.add(fight)
            found = self._thrown[fight] = self._throw(self.throw_of(fight))
            self._open.remove(fight)
        return found

    def _throw(self, throw: ThrowOdds) -> Chance:
        own, enemy = throw.changes
        if self._average:
            return self._chance_of_dice(throw, float(dice.average(own) - dice.average(enemy)))
        if throw.again:
            return mix(
                (one * other, self._chance_of_dice(throw, (lying, against)))
                for lying, one in _throws(own, throw.again)
                for against, other in _throws(enemy, throw.again)
            )
        return mix((many, self._chance_of_dice(throw, margin)) for margin, many in dice.margins(own, enemy))

    def throw_of(self, fight: Fight) -> ThrowOdds:
        """Return the data of a fight's throw, cached."""
        if (found := self._throws.get(fight)) is None:
            if _left:
                _left[-1] -= 1
                if _left[-1] < 0:
                    raise TooMany
            found = self._throws[fight] = ThrowOdds(fight)
            if self._alone:
                found.answers = tuple(one for one in found.answers if one.act.who != OWN)
            found.again = max(map(self._again, found.answers), default=0)
        return found

    def _again(self, answer: DiceAnswer) -> int:
        """Return how many times a die may be thrown again, with an answer and after it."""
        if answer.does == "all anew":
            return 0
        return (answer.does == "one anew") + self.throw_of(answer.after).again

    def announces(self, fight: Fight) -> dict[str, AnnouncedAct]:
        """Return one's own announcements in a fight played at its best, by card; the first one of several rolls."""
        found: dict[str, AnnouncedAct] = {}
        rolls, seen = [_normalized(fight)], set[Fight]()
        while rolls:
            before = rolls.pop()
            best = self.best(before)
            chosen, then = next(
                (chosen, one) for chosen, one in sets_announced(before) if not best.better(self.after_throw(one))
            )
            found |= {act.card: act for act in chosen if act.card not in found}
            throws = [self.throw_of(_normalized(then))]
            while throws:
                throw = throws.pop()
                if throw.fight in seen:
                    continue
                seen.add(throw.fight)
                throws += [self.throw_of(one.after) for one in self._useful_answers(throw, found)]
                following = after_roll(throw.fight, "won")
                rolls += [_normalized(following)] if following is not None else []
        return found

    def _useful_answers(self, throw: ThrowOdds, found: dict[str, AnnouncedAct]) -> Iterator[DiceAnswer]:
        """Yield the answers to a throw that change its result; note those of one's own side in `found`."""
        sides = len(throw.fight.sides)
        for (lying, who, passed), chance in list(throw.answered.items()):
            if passed == sides or chance == self._chance_of_dice(throw, lying, (who + 1) % sides, passed + 1):
                continue
            for answer in throw.answers:
                if answer.act.who == who and chance in self._answering(answer, lying):
                    if who == OWN:
                        found.setdefault(answer.act.card, answer.act)
                    yield answer
                    break

    def standing(self, fight: Fight, who: int = OWN) -> Chance:
        """Return the odds of dice on the table that a side lets stand; the defender may answer after the attacker."""
        throw, lying = self._on_table(fight)
        return self._chance_of_dice(throw, lying, (who + 1) % len(fight.sides), who + 1)

    def answering(self, fight: Fight, act: AnnouncedAct) -> Chance | None:
        """Return the odds of dice on the table after an answer; None for one that leads back to them."""
        throw, lying = self._on_table(fight)
        side, number = acts.die_of(fight, act)
        answer = next(
            one
            for one in throw.answers
            if (one.act.who, one.act.card) == (act.who, act.card) and (one.does != "one anew" or one.side == side)
        )
        if answer.does != "one anew":
            return next(self._answering(answer, lying), None)
        if not isinstance(lying, tuple):  # an average stays what it is
            return self._chance_of_dice(self.throw_of(answer.after), lying, act.who)
        assert fight.dice is not None
        die, how, left = fight.dice[side], throw.changes[side], throw.again - 1
        anew = tuple(_side_dice(how, (*die[:number], face, *die[number + 1 :]), left) for face in FACES)
        return self._chance_of_reroll(self.throw_of(answer.after), side, anew, _less(lying[1 - side]), act.who)

    def _on_table(self, fight: Fight) -> tuple[ThrowOdds, Lying]:
        assert fight.dice is not None
        throw = self.throw_of(_normalized(replace(fight, dice=None)))
        if self._average:
            results = [dice.result_of(how, die) for how, die in zip(throw.changes, fight.dice, strict=True)]
            return throw, float(results[OWN] - results[ENEMY])
        own, enemy = (_side_dice(how, die, throw.again) for how, die in zip(throw.changes, fight.dice, strict=True))
        return throw, (own, enemy)

    def _chance_of_dice(self, throw: ThrowOdds, lying: Lying, who: int = OWN, passed: int = 0) -> Chance:
        if isinstance(lying, tuple):
            own, enemy = lying
            while own.less is not None and enemy.less is not None and _times(own) > throw.again:
                own, enemy = own.less, enemy.less
            lying = (own, enemy) if throw.again else own.value - enemy.value
        if (found := throw.answered.get((lying, who, passed))) is not None:
            return found
        margin = lying[OWN].value - lying[ENEMY].value if isinstance(lying, tuple) else lying
        result = powers.outcome(throw.ahead + margin, *throw.saves)
        sides = len(throw.fight.sides)
        if passed == sides or (result == "won" and sides == 1):
            if (found := throw.followed.get(result)) is None:
                following = after_roll(throw.fight, result)
                found = self.best(following) if following is not None else self._chance_after(throw.fight, result)
                throw.followed[result] = found
        else:
            found = self._chance_of_dice(throw, lying, (who + 1) % sides, passed + 1)
        # a roll won against a Creature isn't thrown again, if the fight can still be won
        if passed < sides and not (result == "won" and sides == 1 and found.won):
            for answer in throw.answers:
                for chance in self._answering(answer, lying) if answer.act.who == who else ():
                    found = chance if (chance.better(found) if who == OWN else chance.worse(found)) else found
        throw.answered[lying, who, passed] = found
        return found

    def _answering(self, answer: DiceAnswer, lying: Lying) -> Iterator[Chance]:
        """Yield the odds of one answer, for each die that it may be for; the same side may then answer again."""
        if answer.does == "all anew":
            if answer.after not in self._open:
                yield self.after_throw(answer.after)
        elif answer.does == "nothing" or not isinstance(lying, tuple):  # an average thrown again stays what it is
            yield self._chance_of_dice(self.throw_of(answer.after), lying, answer.act.who)
        else:
            after, side = self.throw_of(answer.after), answer.side
            for anew in lying[side].anew:
                yield self._chance_of_reroll(after, side, anew, _less(lying[1 - side]), answer.act.who)

    def _chance_of_reroll(
        self, throw: ThrowOdds, side: int, anew: tuple[SideDice, ...], other: SideDice, who: int
    ) -> Chance:
        """Return the odds after one die of a side is thrown again, by that side's dice for each face."""
        key = (side, anew, other, who)
        if (found := throw.anew.get(key)) is None:
            both = [(one, other) if side == OWN else (other, one) for one in anew]
            found = throw.anew[key] = mix((1, self._chance_of_dice(throw, lying, who)) for lying in both)
        return found

    def _chance_after(self, fight: Fight, result: Result) -> Chance:
        """Return the odds of a battle that is over: its result, and the chance to die of it."""
        if self._anew is not None and result != "won":
            return self._anew(fight) if result == "drawn" else Chance(1, lost=1)
        ways, _, _, dies = dying(fight, OWN, result)
        return Chance(ways, ways * (result == "won"), ways * (result == "lost"), dies)


def _answers(lying: Fight) -> Iterator[DiceAnswer]:
    """Yield the possible answers to dice on the table, leaving open which of a side's dice is thrown again."""
    for who in range(len(lying.sides)):
        found = {(one.card, one.target.partition(" ")[0], one.items): one for one in acts.acts(lying, who, "after")}
        for (_, goal, _), act in found.items():
            effects = powers.rule_of(lying.scene, act).effects
            after = replace(acts.perform(lying, replace(act, target=goal)), dice=None)
            if Do("roll again") in effects:
                yield DiceAnswer(act, "all anew", _normalized(acts.before_throw(after)))
            elif Do("reroll a die") in effects:
                yield DiceAnswer(act, "one anew", _normalized(after), who if goal == "own" else 1 - who)
            else:
                yield DiceAnswer(act, "nothing", _normalized(after))


_by_card = attrgetter("card", "target", "rule")


def _normalized(fight: Fight) -> Fight:
    """Return the fight without what doesn't affect its odds: the order of announcements, Spells, used cards."""
    for who, side in enumerate(fight.sides):
        cast = side.hero.cast[:1] and ("a Spell",)
        given = (side.roll, side.battle, side.earlier)
        roll, battle, earlier = (tuple(sorted(announcements, key=_by_card)) for announcements in given)
        used_up = tuple(sorted(side.discarded))
        if (*given, side.discarded) != (roll, battle, earlier, used_up):
            fight = fight.changed(who, roll=roll, battle=battle, earlier=earlier, discarded=used_up)
        if side.hero.cast != cast:
            fight = fight.with_hero(who, cast=cast)
    return fight


def _best_of(found: Iterator[Chance]) -> Chance:
    best = next(found)
    for one in found:
        best = one if one.better(best) else best
    return best


def _times(seen: SideDice) -> int:
    return 0 if seen.less is None else 1 + _times(seen.less)


def _less(seen: SideDice) -> SideDice:
    assert seen.less is not None
    return seen.less


def sets_announced(fight: Fight, who: int = OWN) -> Iterator[tuple[tuple[AnnouncedAct, ...], Fight]]:
    """Yield every set of announcements that a side may make before a roll, with the fight then; empty first."""
    return _announced_sets(fight, (), list(acts.thinkable(fight, who, "before")))


def _announced_sets(
    fight: Fight, chosen: tuple[AnnouncedAct, ...], left: list[AnnouncedAct]
) -> Iterator[tuple[tuple[AnnouncedAct, ...], Fight]]:
    yield chosen, fight
    for number, act in enumerate(left, 1):
        if refusal(acts.verify, fight, act) is None and acts.useful(fight, act):
            yield from _announced_sets(acts.perform(fight, act), (*chosen, act), left[number:])


@lru_cache(maxsize=100_000)
def _side_dice(changes: Changes, die: Die, again: int) -> SideDice:
    """Return a side's dice that may be thrown again so many times."""
    if len(set(changes)) == 1:
        die = tuple(sorted(die))  # the best or the worst of all: the order doesn't matter
    value = int(dice.result_of(changes, die))
    if not again:
        return SideDice(value)
    anew = (
        tuple(_side_dice(changes, (*die[:number], face, *die[number + 1 :]), again - 1) for face in FACES)
        for number in range(len(die))
    )
    return SideDice(value, _side_dice(changes, die, again - 1), frozenset(anew))


@cache
def _throws(changes: Changes, again: int) -> tuple[tuple[SideDice, int], ...]:
    """Return the distinct throws of a side's dice, with the number of throws of each."""
    return tuple(Counter(_side_dice(changes, die, again) for die in dice.throws(changes)).items())
