"""How likely a hero dies of what follows a fight: the consequences in their order, each die thrown in every way."""

from __future__ import annotations

from referee.effects import rules
from referee.games.prophecy.cards.wording import AlsoDoes, Lose, ProphecyEffect
from referee.games.prophecy.fights import powers
from referee.games.prophecy.fights.state import Fight
from referee.games.prophecy.odds.chance import Chance
from referee.games.prophecy.odds.endings import endings, shared
from referee.games.prophecy.vocabulary import Result

ALIVE, DEAD = Chance(1), Chance(1, dies=1)


def dying(fight: Fight, who: int, result: Result) -> Chance:
    """The chance to die of a result; won and lost aren't counted in it. What may be paid for isn't."""
    if fight.sides[who].hero.health >= _most(fight, who) + _put_off(fight, who):
        return ALIVE
    return shared(
        (dice, ALIVE if after.sides[who].hero.alive else DEAD) for dice, after in endings(fight, who, result)
    )


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
    if isinstance(effect, AlsoDoes):
        return _taken(effect.effect)
    if not isinstance(effect, ProphecyEffect):
        return 0
    most = 0
    if isinstance(effect, Lose) and effect.counter == "health":
        most = effect.number if isinstance(effect.number, int) and not effect.per else 99
    return most + _taken(effect.instead)
