"""The total of a side: every point with its source (P38), changes of the dice, and saves that turn a loss to a draw.

A bonus is of one of four sorts: to Strength, to Willpower, in Strength fights, in Wills fights. The Shadow of Death
is fought with the second and third, the Master of Pain with all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeGuard

from msgspec import UNSET
from msgspec.structs import replace

from referee.asking import dice
from referee.asking.dice import Changes
from referee.effects.rules import Condition, Effect, Term
from referee.errors import BadInput
from referee.games.prophecy.cards import wording as w
from referee.games.prophecy.cards.cards import Card, Creature, Item
from referee.games.prophecy.fights.state import ENEMY, OWN, AnnouncedAct, Bonus, Fight, Fighter, Scene, Side, Until
from referee.games.prophecy.vocabulary import COLOURS, Result
from referee.text.names import fold

if TYPE_CHECKING:
    from referee.games.prophecy.rules.state import Hero

Sort = Literal["to strength", "to willpower", "in strength", "in wills", "in either"]


PRINTED = "printed"
"""Name of a Creature's own value in its sum."""
ANY = 99
"""Margin that stands for a save of any loss."""


class ActiveEffect(NamedTuple):
    """An active effect: the card it comes from, the weapon it is for, whether it was announced."""

    effect: Effect
    source: str
    target: str = ""
    item: bool = False
    announced: bool = False


def sorts(fight: Fight) -> tuple[str, ...]:
    """List the sorts of bonus that count in the current part of the fight."""
    if fight.fought == "all":
        return ("to strength", "to willpower", "in strength", "in wills", "in either")
    if fight.scene.creature is not None and fight.scene.creature.way == "willpower for strength":
        return ("to willpower", "in strength", "in either")
    return (f"to {'strength' if fight.fought == 'strength' else 'willpower'}", f"in {fight.fought}", "in either")


def sort_of(effect: Effect) -> Sort | None:
    """Return the sort of a bonus; None for other effects."""
    if isinstance(effect, w.InFight):
        return f"in {effect.fight}"  # type: ignore[return-value]
    return f"to {effect.value}" if isinstance(effect, w.ToValue) else None  # type: ignore[return-value]


def holds(fight: Fight, who: int, condition: Condition) -> bool:
    """Return whether a condition of a rule is met for a side; that of a Creature's rule looks at the hero."""
    whose = who if who < len(fight.sides) else OWN
    side = fight.sides[whose]
    match condition:
        case w.Is("man" | "woman"):
            return side.hero.sex == condition.what
        case w.Is("new"):
            return fight.scene.new
        case w.Is("no spell cast"):
            return not side.hero.cast
        case w.Is("strength fight" | "wills fight"):
            return fight.fought in (condition.what.split()[0], "all")
        case w.Is("attacker"):
            return fight.scene.creature is None and who == OWN
        case w.Is("hurt"):
            return side.lost > 0
        case w.Is("used"):
            return True  # it was checked where the card is known
        case w.Against(kind):
            return who == OWN and _is_race(fight.scene.creature, kind)
        case w.Least(what, alone):
            return _has_least(fight, whose, what, alone == "alone")
    raise AssertionError(condition)


def _has_least(fight: Fight, who: int, what: w.Counted, alone: bool) -> bool:
    """Return whether a side has least of something now, of all heroes; False in a record, which knows no others."""
    scene = fight.scene
    if scene.others is None:
        return False
    heroes = [side.hero for side in fight.sides]
    rivals = [measure(one, what, scene.card) for at, one in enumerate(heroes) if at != who and one.alive]
    rivals += [scene.others[what]] if what in scene.others else []
    own = measure(heroes[who], what, scene.card)
    return all(own + alone <= one for one in rivals)


def measure(hero: Fighter | Hero, what: w.Counted, card: Callable[[str], Card]) -> int:
    """Return what a hero has, to compare heroes: cubes of both sides (P5), Artifacts as Rare Items too (P51).

    Wealth is Gold plus the prices of Items; Artifacts are 0, damaged Items count in full (Hermit).
    """
    items = [card(name) for name in hero.losable] if what in ("wealth", "rare items") else []
    match what:
        case "wealth":
            return hero.gold + sum(one.price for one in items)
        case "rare items":
            return len(hero.artifacts) + sum(isinstance(one, Item) and one.rarity == "rare" for one in items)
    return int(getattr(hero, COLOURS.get(what, what)))


def _is_race(creature: Creature | None, kind: w.Sorts) -> bool:
    return creature is not None and creature.race == kind.name


def working(scene: Scene, side: Side) -> Iterator[tuple[str, Card]]:
    """Yield the cards of a side that work in this fight: hand and head Items only in use, no damaged ones.

    Items damaged or discarded as a price work until the roll that they were for is over.
    """
    hand = side.hand
    for name in (*side.hero.held, *side.spent):
        card = scene.item(name)
        if not card.chosen or name in hand:
            yield name, card
    for name in side.hero.abilities:
        yield name, scene.card(name)


def active(fight: Fight, who: int) -> Iterator[ActiveEffect]:
    """Yield all active effects of a side: permanent ones of its cards, temporary ones, and announcements."""
    scene = fight.scene
    if who == ENEMY and scene.creature is not None:
        for rule in scene.creature.parsed if not fight.reward else ():
            if rule.when == "always" and all(holds(fight, who, one) for one in rule.conditions):
                yield from (ActiveEffect(effect, scene.creature.name) for effect in rule.effects)
    if who >= len(fight.sides):  # a Creature's side, or a reward's roll outside of a fight
        return
    side = fight.sides[who]
    steady = [
        ActiveEffect(effect, name, item=isinstance(card, Item))
        for name, card in (working(scene, side) if not fight.reward else ())
        for rule in card.parsed
        if rule.when == "always" and not rule.cost and all(holds(fight, who, one) for one in rule.conditions)
        for effect in rule.effects
    ]
    yield from sorted(steady, key=lambda one: _best_order(one.effect))
    for bonus in side.hero.bonuses if not fight.reward else ():
        yield from (ActiveEffect(effect, bonus.source) for effect in w.RULES.read_effects(bonus.effect))
    for act in (*(side.battle if not fight.reward else ()), *side.roll, *side.after):
        if act.rule >= 0 and act.target not in side.thrown:
            effects = rule_of(scene, act).effects
            yield from (ActiveEffect(effect, act.card, act.target, announced=True) for effect in effects)


def _best_order(effect: Effect) -> tuple[int, int]:
    """Return the sort key of a permanent change of a die, in the best order for its owner (X6)."""
    match effect:
        case w.OfTwo(which, whose):
            return (1 if (which == "better") != bool(whose) else 2), 0
        case w.SetDie(whose, face):
            return 3, face if whose == "own" else -face
    return 0, 0


def rule_of(scene: Scene, act: AnnouncedAct) -> w.ProphecyRule:
    """Return the rule of an announcement."""
    return scene.card(act.card).parsed[act.rule]


def is_bonus(effect: Effect) -> TypeGuard[w.ProphecyEffect]:
    """Return whether an effect can last as a bonus of a hero; of price effects only that on Wills can."""
    return isinstance(effect, w.Lasting) and (not isinstance(effect, w.PriceEffect) or effect.what == "wills")


def bonus_of(effect: w.ProphecyEffect, source: str, rule: w.ProphecyRule | None) -> Bonus:
    """Return the bonus of an effect that lasts: for the turn, the round, or the next battle."""
    when = rule.when if rule is not None else ""
    until: Until = "next battle" if when in ("use", "before battle") else "turn"
    lasts: Mapping[str, Until] = {"for the turn": "turn", "for the round": "round", "for the battle": "next battle"}
    text = w.RULES.phrases.write(replace(effect, lasting="", who="", later="", instead=None))
    kinds = [str(one.kind) for one in (rule.conditions if rule is not None else ()) if isinstance(one, w.Against)]
    text = f"{text} against {kinds[0]}" if kinds and isinstance(effect, w.InFight | w.ToValue) else text
    return Bonus(source, text, lasts.get(effect.lasting, until))


def times(fight: Fight, who: int, one: ActiveEffect) -> int:
    """Return how often a bonus counts: 0 if its conditions aren't met, once for each weapon of a specialization."""
    scene, effect = fight.scene, one.effect
    own = who == ENEMY and scene.creature is not None  # it counts the hero's cards
    side, count = fight.own if own else fight.sides[who], 1
    if isinstance(effect, w.Counts) and effect.per is not None:
        count = multiplier(side.hero, effect.per)
    if own:
        return count * all(_met(fight, limit) for limit in getattr(effect, "limits", ()))
    held = [scene.item(name) for name in side.hand]
    weapons = [name for name in side.hand if scene.item(name).weapon]
    if one.item and scene.item(one.source).weapon:
        weapons = [one.source]
    if one.target:
        weapons = [one.target]
    by_weapon = False
    for limit in getattr(effect, "limits", ()):
        match limit:
            case w.With(kind):
                by_weapon = True
                weapons = [name for name in weapons if kind in _types(scene.item(name))]
            case "thrown":
                by_weapon = True
                weapons = [name for name in weapons if name in side.throwing]
            case w.Against(kind):
                count *= who == OWN and _is_race(scene.creature, kind)
            case "two-handed":
                count *= any(item.two_handed for item in held)
            case "empty hands":
                count *= not any(item.in_hand for item in held)
            case "on a weapon":
                count *= bool(one.target)
            case _:
                count *= _met(fight, limit)
    return count * len(weapons) if by_weapon else count


def multiplier(hero: Fighter | Hero, per: w.Per) -> int:
    """Return how often a hero has what an effect counts; damaged Items count too."""
    has = len(hero.artifacts) + (len(hero.losable) if per.of == "items" else 0)
    return has // per.number


def _types(item: Item) -> tuple[str, ...]:
    """List the words by which `with` may name an Item."""
    return (*item.types, *(word for word in ("weapon", "shield") if getattr(item, word)))


def _met(fight: Fight, limit: object) -> bool:
    """Return whether a bonus's condition of place or time is met."""
    scene = fight.scene
    if isinstance(limit, w.At):
        return fold(limit.space) in scene.place and (not scene.plane or fight.roll == 1)
    return limit == "first roll" and fight.roll == 1


class EffectAtWork(NamedTuple):
    """The effects independent of cubes: each side's bonuses, reductions, changes of dice, and saves.

    A save is by how much a side may lose and still draw (shields, Resistance, P40).
    """

    bonuses: tuple[tuple[Term, ...], tuple[Term, ...]]
    drained: tuple[tuple[Term, ...], tuple[Term, ...]]
    changes: tuple[Changes, Changes]
    saves: tuple[int, int]


def at_work(fight: Fight) -> EffectAtWork:
    """Compute all active effects of a fight, cached for all states that differ in cubes only."""
    key = (
        fight.type,
        fight.part,
        fight.roll == 1,
        fight.reward,
        _compared(fight),
        *(
            (
                side.used,
                side.spent,
                side.battle,
                side.roll,
                side.after,
                side.throwing,
                side.thrown,
                side.lost > 0,
                hero.items,
                hero.abilities,
                hero.artifacts,
                hero.bonuses,
                hero.cast == (),
                hero.damaged,
            )
            for side in fight.sides
            for hero in (side.hero,)
        ),
    )
    if (found := fight.scene.cache.get(key)) is None:
        found = fight.scene.cache[key] = _work(fight)
    return found


def _compared(fight: Fight) -> tuple[bool, ...]:
    """Return which comparisons with other heroes, of all cards in a fight, hold now."""
    scene = fight.scene
    if scene.others is None:
        return ()
    key = ("compared", *((side.hero.held, side.spent, side.hero.abilities) for side in fight.sides))
    if (found := scene.cache.get(key)) is None:
        cards = [(who, scene.card(name)) for who, names in enumerate(key[1:]) for name in chain(*names)]
        cards += [(ENEMY, scene.creature)] if scene.creature is not None else []
        conditions = ((who, one) for who, card in cards for rule in card.parsed for one in rule.conditions)
        found = scene.cache[key] = [one for one in conditions if isinstance(one[1], w.Least)]
    return tuple(holds(fight, *one) for one in found)


def _work(fight: Fight) -> EffectAtWork:
    counted = sorts(fight)
    bonuses: tuple[list[Term], list[Term]] = ([], [])
    drained: tuple[list[Term], list[Term]] = ([], [])
    how: tuple[list[dice.Change], list[dice.Change]] = ([], [])
    saved = [0, 0]
    for who in (OWN, ENEMY):
        for one in active(fight, who):
            match one.effect:
                case w.InFight() | w.ToValue() if sort_of(one.effect) in counted:
                    many = times(fight, who, one)
                    bonuses[who].extend([Term(one.source, one.effect.number * many)] if many else [])
                case w.EnemyLoses(number) if drains(fight, one.effect):
                    if fight.scene.creature is not None or not one.announced:  # a hero's cubes have moved already
                        drained[1 - who].append(Term(one.source, -number))
                case w.OfTwo(which, whose):
                    how[1 - who if whose else who].append(which)
                case w.SetDie(whose, face):
                    how[who if whose == "own" else 1 - who].append(face)
                case w.Soften(by):
                    saved[who] = max(saved[who], by or ANY)
    return EffectAtWork(
        (tuple(bonuses[OWN]), tuple(bonuses[ENEMY])),
        (tuple(drained[OWN]), tuple(drained[ENEMY])),
        (tuple(how[OWN]), tuple(how[ENEMY])),
        (saved[OWN], saved[ENEMY]),
    )


def terms(fight: Fight, who: int) -> list[Term]:
    """List the terms of a side's total before the dice; cubes and printed values first."""
    creature, work = fight.scene.creature, at_work(fight)
    if who == OWN or creature is None:
        counted, hero = sorts(fight), fight.sides[who].hero
        found = [Term("Health", hero.health)] if "to strength" in counted else []
        found += [Term("Magic", hero.magic)] if "to willpower" in counted else []
        found += work.bonuses[who]
    else:
        what: Literal["strength", "willpower"] = "willpower" if fight.fought == "wills" else "strength"
        found = [Term(PRINTED, value(fight, creature, what)), *work.bonuses[ENEMY]]
    left = max(0, sum(term.amount for term in found))
    for term in work.drained[who]:  # never more than there is (Power Drain)
        found.append(Term(term.name, max(term.amount, -left)))
        left += found[-1].amount
    return found


def value(fight: Fight, creature: Creature, what: Literal["strength", "willpower"]) -> int:
    """Return a Creature's Strength or Willpower; "as yours" depends on the hero's own value. Raises BadInput."""
    printed = creature.strength if what == "strength" else creature.willpower
    if printed is UNSET:
        raise BadInput(f"{creature.name}: its {what.capitalize()} isn't known; add it to its line, like {what} 4")
    if isinstance(printed, int):
        return printed
    own = fight.own.hero.health if what == "strength" else fight.own.hero.magic
    own += sum(
        one.effect.number * times(fight, OWN, one)
        for one in active(fight, OWN)
        if isinstance(one.effect, w.ToValue) and one.effect.value == what
    )
    more = printed.removeprefix("as yours").strip()
    return own * int(more[1:]) if more.startswith("x") else own + int(more or 0)


def drains(fight: Fight, effect: w.EnemyLoses) -> bool:
    """Return whether a reduction of the enemy counts now; a Creature's one value is Strength except in Wills."""
    lost = {"health": "strength", "magic": "willpower"}.get(effect.what, effect.what)
    if fight.scene.creature is not None:
        return lost == ("willpower" if fight.fought == "wills" else "strength")
    return f"to {lost}" in sorts(fight)


def total(fight: Fight, who: int) -> int:
    """Return a side's total before the dice; never below 0 (P9)."""
    return max(0, sum(term.amount for term in terms(fight, who)))


def totals(fight: Fight) -> tuple[int, int]:
    """Return both totals before the dice, one's own first."""
    return total(fight, OWN), total(fight, ENEMY)


def lead(fight: Fight) -> int:
    """Return one's own total minus the enemy's."""
    own, enemy = totals(fight)
    return own - enemy


def changes(fight: Fight) -> tuple[Changes, Changes]:
    """Return the changes of both dice, the attacker's first (P35)."""
    return at_work(fight).changes


def outcome(margin: float, own_saved: int, enemy_saved: int) -> Result:
    """Return one's own result for the difference of the two sums, dice included."""
    if margin > enemy_saved:
        return "won"
    return "lost" if margin < -own_saved else "drawn"


def result(fight: Fight) -> Result:
    """Return one's own result of the dice on the table."""
    assert fight.dice is not None
    own, enemy = (dice.result_of(how, lying) for how, lying in zip(changes(fight), fight.dice, strict=True))
    return outcome(float(lead(fight) + own - enemy), *at_work(fight).saves)


def wills_less(scene: Scene, side: Side) -> int:
    """Return the discount on the price of a Wills fight for a side (Crown of Power)."""
    found = active(Fight(scene, (side,), "wills"), OWN)
    return sum(
        one.effect.number for one in found if isinstance(one.effect, w.PriceEffect) and one.effect.what == "wills"
    )
