"""The best that can be made of a fight, working backwards: each roll with what is announced for it and after it.

It plays on the very values that fights are made of, so nothing of the rules is said twice: what may be announced,
what it costs, what a total is, when a fight goes on. Best is most wins, then fewest losses, then fewest deaths;
against a hero the defender wants the contrary.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from msgspec.structs import replace

from referee.asking import changed_dice as dice
from referee.asking.changed_dice import Changes, Die
from referee.errors import refusal
from referee.games.prophecy.cards.wording import Do
from referee.games.prophecy.fights import acts, powers
from referee.games.prophecy.fights.fight import after_roll
from referee.games.prophecy.fights.state import ENEMY, OWN, AnnouncedAct, Fight
from referee.games.prophecy.odds.chance import Chance, mixed
from referee.games.prophecy.odds.deaths import dying
from referee.games.prophecy.vocabulary import FACES, Result


class SideDice(NamedTuple):
    """A side's dice, as far as they matter: what they come to, and what each could come to if it is thrown again.

    `less` is the same where one die less can be thrown again.
    """

    value: int
    less: SideDice | None = None
    anew: frozenset[tuple[SideDice, ...]] = frozenset()


Lying = tuple[SideDice, SideDice] | int | float
"""Dice on the table; where none of them can be thrown again, only by how much the own ones are ahead."""


class DiceAnswer(NamedTuple):
    """What may answer the dice, what it does with them, and the fight then, the dice aside.

    `side` is whose dice one is thrown again of.
    """

    act: AnnouncedAct
    does: Literal["all anew", "one anew", "nothing"]
    after: Fight
    side: int = OWN

    @property
    def who(self) -> int:
        """Whose it is."""
        return self.act.who

    @property
    def card(self) -> str:
        """The card that is called upon."""
        return self.act.card


class ThrowOdds:
    """A throw: the lead, the saves, the changes of the dice, what may answer them, and what was found out of it.

    `again` is how many dice may be thrown again one after the other; if any may, each die matters.
    """

    __slots__ = ("again", "ahead", "anew", "answered", "answers", "changes", "fight", "followed", "saves")

    def __init__(self, fight: Fight) -> None:
        self.fight = fight
        self.ahead, self.saves, self.changes = powers.lead(fight), powers.saves(fight), powers.changes(fight)
        self.answers = tuple(_answers(replace(fight, dice=tuple(map(_standing, self.changes)))))
        self.again = 0
        self.followed: dict[Result, Chance] = {}
        self.anew: dict[tuple[int, tuple[SideDice, ...], SideDice, int], Chance] = {}
        self.answered: dict[tuple[Lying, int, int], Chance] = {}


Anew = Callable[[Fight], Chance]
"""The odds of the new battle that a draw gives, by the fight that was drawn."""


class Reckoning:
    """The odds of fights, each reckoned once. With `average` dice nothing is left to chance (P44).

    `anew` tells the odds of the new battle that follows one in a draw (Fanaticism); without it a draw stays one.
    With it the chance to die of a loss isn't looked at. With `alone` the own side announces nothing more.
    """

    def __init__(self, *, average: bool = False, anew: Anew | None = None, alone: bool = False) -> None:
        self._average, self._anew, self._alone = average, anew, alone
        self._open: set[Fight] = set()
        """Throws that are being reckoned: one that costs nothing leads back to itself, and changes nothing."""
        self._best: dict[Fight, Chance] = {}
        self._thrown: dict[Fight, Chance] = {}
        self._throws: dict[Fight, ThrowOdds] = {}

    def once_more(self, anew: Anew) -> Reckoning:
        """The same for fights that are fought anew after a draw; nothing that was reckoned of them is kept."""
        return Reckoning(average=self._average, anew=anew)

    def alone(self) -> Reckoning:
        """The same where the own side announces nothing more."""
        return Reckoning(average=self._average, anew=self._anew, alone=True)

    def best(self, fight: Fight) -> Chance:
        """The best that can be made of a fight before a roll."""
        if self._alone:
            return self.thrown(fight)
        fight = _plain(fight)
        if (found := self._best.get(fight)) is None:
            found = self._best[fight] = _best_of(self.thrown(one) for _, one in announced(fight))
        return found

    def thrown(self, fight: Fight) -> Chance:
        """The odds of a fight if nothing more is announced for this roll; later ones are played at their best."""
        fight = _plain(fight)
        if (found := self._thrown.get(fight)) is None:
            self._open.add(fight)
            found = self._thrown[fight] = self._throw(self.throw_of(fight))
            self._open.remove(fight)
        return found

    def _throw(self, throw: ThrowOdds) -> Chance:
        own, enemy = throw.changes
        if self._average:
            return self._answered(throw, float(dice.average(own) - dice.average(enemy)))
        if throw.again:
            return mixed(
                (one * other, self._answered(throw, (lying, against)))
                for lying, one in _throws(own, throw.again)
                for against, other in _throws(enemy, throw.again)
            )
        return mixed((many, self._answered(throw, margin)) for margin, many in dice.margins(own, enemy))

    def throw_of(self, fight: Fight) -> ThrowOdds:
        """What a throw hangs on, found once for each fight."""
        if (found := self._throws.get(fight)) is None:
            found = self._throws[fight] = ThrowOdds(fight)
            if self._alone:
                found.answers = tuple(one for one in found.answers if one.who != OWN)
            found.again = max(map(self._again, found.answers), default=0)
        return found

    def _again(self, answer: DiceAnswer) -> int:
        """How many dice may be thrown again with an answer and after it."""
        if answer.does == "all anew":
            return 0
        return (answer.does == "one anew") + self.throw_of(answer.after).again

    def announces(self, fight: Fight) -> dict[str, AnnouncedAct]:
        """What the own side announces in a fight where that helps most, by the card; of several rolls the first."""
        found: dict[str, AnnouncedAct] = {}
        rolls, seen = [_plain(fight)], set[Fight]()
        while rolls:
            before = rolls.pop()
            best = self.best(before)
            said, then = next((said, one) for said, one in announced(before) if not best.better(self.thrown(one)))
            found |= {act.card: act for act in said if act.card not in found}
            throws = [self.throw_of(_plain(then))]
            while throws:
                throw = throws.pop()
                if throw.fight in seen:
                    continue
                seen.add(throw.fight)
                throws += [self.throw_of(one.after) for one in self._useful_answers(throw, found)]
                following = after_roll(throw.fight, "won")
                rolls += [_plain(following)] if following is not None else []
        return found

    def _useful_answers(self, throw: ThrowOdds, found: dict[str, AnnouncedAct]) -> Iterator[DiceAnswer]:
        """The answers to a throw that change what it comes to; those of the own side are noted."""
        sides = len(throw.fight.sides)
        for (lying, who, passed), chance in list(throw.answered.items()):
            if passed == sides or chance == self._answered(throw, lying, (who + 1) % sides, passed + 1):
                continue
            for answer in throw.answers:
                if answer.who == who and chance in self._answering(answer, lying):
                    if who == OWN:
                        found.setdefault(answer.card, answer.act)
                    yield answer
                    break

    def standing(self, fight: Fight, who: int = OWN) -> Chance:
        """The odds of dice on the table that a side lets stand; after the attacker the defender may answer them."""
        throw, lying = self._on_table(fight)
        return self._answered(throw, lying, (who + 1) % len(fight.sides), who + 1)

    def answering(self, fight: Fight, act: AnnouncedAct) -> Chance | None:
        """The odds of dice on the table that something answers; None for what leads back to them."""
        throw, lying = self._on_table(fight)
        side, number = acts.die_of(fight, act)
        answer = next(
            one
            for one in throw.answers
            if (one.who, one.card) == (act.who, act.card) and (one.does != "one anew" or one.side == side)
        )
        if answer.does != "one anew":
            return next(self._answering(answer, lying), None)
        if not isinstance(lying, tuple):  # an average stays what it is
            return self._answered(self.throw_of(answer.after), lying, act.who)
        assert fight.dice is not None
        die, how, left = fight.dice[side], throw.changes[side], throw.again - 1
        anew = tuple(_seen(how, (*die[:number], face, *die[number + 1 :]), left) for face in FACES)
        return self._one_anew(self.throw_of(answer.after), side, anew, _less(lying[1 - side]), act.who)

    def _on_table(self, fight: Fight) -> tuple[ThrowOdds, Lying]:
        assert fight.dice is not None
        throw = self.throw_of(_plain(replace(fight, dice=None)))
        if self._average:
            return throw, float(dice.comes_to(throw.changes[OWN], fight.dice[OWN])
                                - dice.comes_to(throw.changes[ENEMY], fight.dice[ENEMY]))  # fmt: skip
        own, enemy = (_seen(how, die, throw.again) for how, die in zip(throw.changes, fight.dice, strict=True))
        return throw, (own, enemy)

    def _answered(self, throw: ThrowOdds, lying: Lying, who: int = OWN, passed: int = 0) -> Chance:
        if isinstance(lying, tuple):
            lying = _fitting(lying, throw.again)
        if (found := throw.answered.get((lying, who, passed))) is not None:
            return found
        margin = lying[OWN].value - lying[ENEMY].value if isinstance(lying, tuple) else lying
        result = powers.outcome(throw.ahead + margin, *throw.saves)
        sides = len(throw.fight.sides)
        if passed == sides or (result == "won" and sides == 1):
            found = self._followed(throw, result)
        else:
            found = self._answered(throw, lying, (who + 1) % sides, passed + 1)
        # what is won against a Creature isn't thrown again, if it can still be won to the end
        if passed < sides and not (result == "won" and sides == 1 and found.won):
            for answer in throw.answers if not self._average else ():
                for chance in self._answering(answer, lying) if answer.who == who else ():
                    found = chance if (chance.better(found) if who == OWN else chance.worse(found)) else found
        throw.answered[lying, who, passed] = found
        return found

    def _answering(self, answer: DiceAnswer, lying: Lying) -> Iterator[Chance]:
        """The odds of one answer, for each die that it may be for; who has answered may answer again."""
        if answer.does == "all anew":
            if answer.after not in self._open:
                yield self.thrown(answer.after)
        elif answer.does == "nothing":
            yield self._answered(self.throw_of(answer.after), lying, answer.who)
        else:
            assert isinstance(lying, tuple)
            after, side = self.throw_of(answer.after), answer.side
            for anew in lying[side].anew:
                yield self._one_anew(after, side, anew, _less(lying[1 - side]), answer.who)

    def _one_anew(self, throw: ThrowOdds, side: int, anew: tuple[SideDice, ...], other: SideDice, who: int) -> Chance:
        """The odds of one die of a side thrown again, by what that side's dice come to with each face."""
        key = (side, anew, other, who)
        if (found := throw.anew.get(key)) is None:
            both = [(one, other) if side == OWN else (other, one) for one in anew]
            found = throw.anew[key] = mixed((1, self._answered(throw, lying, who)) for lying in both)
        return found

    def _followed(self, throw: ThrowOdds, result: Result) -> Chance:
        """The odds after a roll: of the next one at its best, or of the end, and the chance to die of that."""
        if (found := throw.followed.get(result)) is None:
            following = after_roll(throw.fight, result)
            found = self.best(following) if following is not None else self._ended(throw.fight, result)
            throw.followed[result] = found
        return found

    def _ended(self, fight: Fight, result: Result) -> Chance:
        """The odds when a battle is over: how it ended, and the chance to die of that."""
        if self._anew is not None and result != "won":
            return self._anew(fight) if result == "drawn" else Chance(1, lost=1)
        ways, _, _, dies = dying(fight, OWN, result)
        return Chance(ways, ways * (result == "won"), ways * (result == "lost"), dies)


def _answers(lying: Fight) -> Iterator[DiceAnswer]:
    """What may answer dice on the table; which of a side's dice is thrown again is left open."""
    for who in range(len(lying.sides)):
        found = {(one.card, one.target.partition(" ")[0]): one for one in acts.acts(lying, who, "after")}
        for (_, goal), act in found.items():
            effects = powers.rule_of(lying.scene, act).effects
            after = replace(acts.perform(lying, replace(act, target=goal)), dice=None)
            if Do("roll again") in effects:
                yield DiceAnswer(act, "all anew", _plain(acts.turned_back(after)))
            elif Do("reroll a die") in effects:
                yield DiceAnswer(act, "one anew", _plain(after), who if goal == "own" else 1 - who)
            else:
                yield DiceAnswer(act, "nothing", _plain(after))


def _plain(fight: Fight) -> Fight:
    """A fight without what makes no difference to its odds: in which order things were announced, cast, used up."""
    for who, side in enumerate(fight.sides):
        cast = side.hero.cast[:1] and ("a Spell",)
        given = (side.roll, side.battle, side.earlier)
        roll, battle, earlier = (tuple(sorted(said, key=_order)) for said in given)
        gone = tuple(sorted(side.discarded))
        if (*given, side.discarded) != (roll, battle, earlier, gone):
            fight = fight.changed(who, roll=roll, battle=battle, earlier=earlier, discarded=gone)
        if side.hero.cast != cast:
            fight = fight.with_hero(who, cast=cast)
    return fight


def _order(act: AnnouncedAct) -> tuple[str, str, int]:
    return act.card, act.target, act.rule


def _best_of(found: Iterator[Chance]) -> Chance:
    best = next(found)
    for one in found:
        best = one if one.better(best) else best
    return best


def _fitting(lying: tuple[SideDice, SideDice], again: int) -> Lying:
    """Dice on the table where only so many may be thrown again."""
    own, enemy = lying
    while own.less is not None and enemy.less is not None and _times(own) > again:
        own, enemy = own.less, enemy.less
    return (own, enemy) if again else own.value - enemy.value


def _times(seen: SideDice) -> int:
    return 0 if seen.less is None else 1 + _times(seen.less)


def _less(seen: SideDice) -> SideDice:
    """Dice of which one less may be thrown again."""
    assert seen.less is not None
    return seen.less


def announced(fight: Fight, who: int = OWN) -> Iterator[tuple[tuple[AnnouncedAct, ...], Fight]]:
    """Every set of what a side may announce together before a roll, with the fight then; the empty set first."""
    return _announced(fight, (), list(acts.thinkable(fight, who, "before")))


def _announced(
    fight: Fight, said: tuple[AnnouncedAct, ...], left: list[AnnouncedAct]
) -> Iterator[tuple[tuple[AnnouncedAct, ...], Fight]]:
    yield said, fight
    for number, act in enumerate(left, 1):
        if refusal(acts.verify, fight, act) is None and acts.useful(fight, act):
            yield from _announced(acts.perform(fight, act), (*said, act), left[number:])


@lru_cache(maxsize=100_000)
def _seen(changes: Changes, die: Die, again: int) -> SideDice:
    """A side's dice of which so many may be thrown again, one after the other."""
    if len(set(changes)) == 1:
        die = tuple(sorted(die))  # the best or the worst of all: their order doesn't matter
    value = int(dice.comes_to(changes, die))
    if not again:
        return SideDice(value)
    anew = (
        tuple(_seen(changes, (*die[:number], face, *die[number + 1 :]), again - 1) for face in FACES)
        for number in range(len(die))
    )
    return SideDice(value, _seen(changes, die, again - 1), frozenset(anew))


@cache
def _throws(changes: Changes, again: int) -> tuple[tuple[SideDice, int], ...]:
    """What every throw of a side's dice looks like, with the number of throws that look so."""
    return tuple(Counter(_seen(changes, die, again) for die in dice.throws(changes)).items())


def _standing(changes: Changes) -> Die:
    """Some dice on the table, to see what may answer any."""
    return dice.lie(changes, (1,) * dice.many(changes))
