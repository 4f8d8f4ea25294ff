"""How likely a hero dies of what follows a fight: the consequences in their order, each die thrown in every way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.effects import rules
from referee.games.prophecy.cards.wording import Also, Effect, Lose
from referee.games.prophecy.fights import acts, aftermath, powers
from referee.games.prophecy.fights.aftermath import Consequence
from referee.games.prophecy.fights.state import Fight
from referee.games.prophecy.odds.chance import Chance, mixed
from referee.games.prophecy.vocabulary import FACES, Result

ALIVE, DEAD = Chance(1), Chance(1, dies=1)


def dying(fight: Fight, who: int, result: Result) -> Chance:
    """The chance to die of a result; won and lost aren't counted in it. What may be paid for isn't."""
    if fight.sides[who].hero.health >= _most(fight, who) + _put_off(fight, who):
        return ALIVE
    if fight.scene.creature is not None:
        found = tuple(aftermath.consequences(fight, result))
    else:
        found = tuple(aftermath.own_consequences(fight, who, result))
    return _after(fight, found, {})


def _most(fight: Fight, who: int) -> int:
    """The most Health that anything after a fight can take; far too much where a card doesn't name a number."""
    creature, hero = fight.scene.creature, fight.sides[who].hero
    key = ("harm", who, hero.abilities, hero.items, hero.artifacts, fight.sides[who].discarded)
    if (found := fight.scene.cache.get(key)) is None:
        names = (*hero.abilities, *hero.held, *fight.sides[who].discarded)
        cards = [fight.scene.card(name) for name in names] + ([creature] if creature is not None else [])
        found = fight.scene.cache[key] = 1 + sum(
            _taken(effect) for card in cards for rule in card.parsed for effect in rule.effects
        )
    return int(found)


def _put_off(fight: Fight, who: int) -> int:
    """The Health that is to be lost when the battle is over by what was announced in it."""
    return sum(
        _taken(effect) for act in fight.sides[who].acts if act.rule >= 0
        for effect in powers.rule_of(fight.scene, act).effects if getattr(effect, "later", "")
    )  # fmt: skip


def _taken(effect: rules.Effect | None) -> int:
    """The most Health that an effect takes."""
    if isinstance(effect, Also):
        return _taken(effect.effect)
    if not isinstance(effect, Effect):
        return 0
    most = 0
    if isinstance(effect, Lose) and effect.counter == "health":
        most = effect.number if isinstance(effect.number, int) and not effect.per else 99
    return most + _taken(effect.instead)


def _after(fight: Fight, found: Sequence[Consequence], rolled: Mapping[str, int]) -> Chance:
    for number, one in enumerate(found):
        rule = one.rule
        if rule is not None and not all(powers.holds(fight, one.who, condition) for condition in rule.conditions):
            continue
        if not one.by_enemy and rule is not None and _closed(fight, one):
            continue
        if one.on is not None and one.source not in rolled:
            rest = found[number:]
            return mixed((1, _after(fight, rest, {**rolled, one.source: face})) for face in FACES)
        if one.on is not None and rolled[one.source] not in one.on:
            continue
        for effect in one.effects:
            fight = aftermath.applied(fight, one, effect)
            if not fight.sides[one.who].hero.alive:
                return DEAD
    return ALIVE


def _closed(fight: Fight, one: Consequence) -> bool:
    """Whether a rule of the hero's own doesn't happen by itself: it has a price, or was used up."""
    assert one.rule is not None
    return bool(one.rule.cost) or acts.mark_of(one.rule, one.source) in fight.sides[one.who].hero.marks
