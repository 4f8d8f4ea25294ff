"""What follows a battle, as far as it changes a hero: consequences in their order, each die thrown in every way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from referee.effects import rules
from referee.games.prophecy.cards.wording import AlsoDoes, Harm
from referee.games.prophecy.fights import acts, aftermath, powers
from referee.games.prophecy.fights.aftermath import Consequence
from referee.games.prophecy.fights.state import Fight, Fighter
from referee.games.prophecy.odds.chance import Chance, mixed
from referee.games.prophecy.vocabulary import FACES, Result


def endings(fight: Fight, who: int, result: Result, *, dice: bool = True) -> Iterator[tuple[int, Fight]]:
    """The fight after all that follows for a side, or after what killed its hero; with how many dice led there.

    Without `dice`, what a die decides doesn't happen. What may be paid for doesn't either.
    """
    if fight.scene.creature is not None:
        found = tuple(aftermath.consequences(fight, result))
    else:
        found = tuple(aftermath.own_consequences(fight, who, result))
    return _after(fight, [one for one in found if dice or one.on is None], {})


def shared(parts: Iterable[tuple[int, Chance]]) -> Chance:
    """Chances put together, each with how many dice led to it."""
    found = list(parts)
    most = max(dice for dice, _ in found)
    return mixed((len(FACES) ** (most - dice), chance) for dice, chance in found)


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
        for effect in one.effects:
            fight = _with_effect(fight, one, effect)
            if not fight.sides[one.who].hero.alive:
                yield len(rolled), fight
                return
    yield len(rolled), fight


def _happens(fight: Fight, one: Consequence) -> bool:
    """Whether its conditions are met, and it comes by itself: the hero's own rules without a price, not used up."""
    if one.rule is None:
        return True
    if not all(powers.holds(fight, one.who, condition) for condition in one.rule.conditions):
        return False
    if one.by_enemy:
        return True
    mark = acts.mark_of(fight.scene.card(one.source), one.rule, one.source)
    return not (one.rule.cost or mark in fight.sides[one.who].hero.marks)


def _with_effect(fight: Fight, one: Consequence, effect: rules.Effect) -> Fight:
    plain = effect.effect if isinstance(effect, AlsoDoes) else effect
    if isinstance(plain, Harm) and plain.which == "a weapon" and not plain.who:
        return fight.with_hero(one.who, **_harmed(fight, one.who, plain))
    return aftermath.applied(fight, one, effect)


def _harmed(fight: Fight, who: int, effect: Harm) -> dict[str, tuple[str, ...]]:
    """The Items of a hero whose weapons in use are damaged or discarded; Artifacts aren't (P51)."""
    hero, used = fight.sides[who].hero, aftermath.weapons_used(fight, who)
    if effect.verb == "damage":
        after = damaged(hero, used)
        return {"items": after.items, "damaged": after.damaged}
    kept = (tuple(name for name in names if name not in used) for names in (hero.items, hero.damaged))
    return dict(zip(("items", "damaged"), kept, strict=True))


def damaged(hero: Fighter, names: Sequence[str]) -> Fighter:
    """A hero with several Items damaged."""
    for name in names:
        hero = acts.damaged(hero, name)
    return hero
