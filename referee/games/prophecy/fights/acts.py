"""Announcements before a roll and answers to the dice: Spells, payments for Items, thrown weapons, scrolls.

An announcement is for the whole battle (WHEN `battle`), for one roll (`roll`, `any roll`), or answers the dice
(`after roll`). The same Spell or payment goes once per roll (or battle) and goal (P34, P69).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import Any, Literal, cast

from msgspec.structs import replace

from referee.errors import Illegal, refusal
from referee.games.prophecy.cards import wording as w
from referee.games.prophecy.cards.cards import Ability, Artifact, Card, Item
from referee.games.prophecy.cards.language import RESULTS
from referee.games.prophecy.fights import powers
from referee.games.prophecy.fights.state import AnnouncedAct, Bonus, Fight, Fighter
from referee.games.prophecy.readings import USUAL, FightReadings
from referee.games.prophecy.vocabulary import COLOURS, PAID_IN
from referee.text.names import fold, printed

When = Literal["before", "after"]
AND = " and "
"""Separator of Items that are given together as a price."""
BEFORE, AFTER = ("battle", "roll", "any roll"), ("after roll",)
SCOPES = {"once a turn": "turn", "once a round": "round", "once in two rounds": "two rounds"}
"""Scopes of marks by how often a rule may be used; within a battle the fight itself keeps track."""


def acts(fight: Fight, who: int, when: When) -> Iterator[AnnouncedAct]:
    """Yield all announcements that a side may make now, without useless ones."""
    for act in thinkable(fight, who, when):
        if refusal(verify, fight, act) is None and (when == "after" or useful(fight, act)):
            yield act


def thinkable(fight: Fight, who: int, when: When) -> tuple[AnnouncedAct, ...]:
    """List the announcements that a side's cards offer now, legal or not."""
    side = fight.sides[who]
    held = (side.hero.items, side.hero.damaged, side.hero.artifacts, side.hero.abilities)
    key = ("acts", who, when, fight.reward, side.used, side.thrown, side.spent, held, fight.dice)
    if (found := fight.scene.cache.get(key)) is None:
        found = fight.scene.cache[key] = tuple(_thinkable(fight, who, when))
    return cast(tuple[AnnouncedAct, ...], found)


def _thinkable(fight: Fight, who: int, when: When) -> Iterator[AnnouncedAct]:
    scene, side = fight.scene, fight.sides[who]
    if when == "before" and not fight.reward:
        yield from (AnnouncedAct(who, "throw", name) for name in side.used if scene.item(name).throwing)
    for name, card in powers.working(scene, side):
        if name in side.spent:
            continue
        for number, rule in enumerate(card.parsed):
            if rule.when in (("any roll",) if fight.reward else BEFORE if when == "before" else AFTER):
                verb = verb_of(card, rule)
                there = combinations(side.hero.losable, items_paid(rule))
                ways = product(targets(fight, who, rule), there)
                yield from (AnnouncedAct(who, verb, name, number, target, items) for target, items in ways)


def verb_of(card: Card, rule: w.ProphecyRule) -> Literal["cast", "pay", "use"]:
    """Return the verb of a rule: a Spell is cast, an Item's bonus is paid for, anything else is used."""
    if card.is_spell:
        return "cast"
    if isinstance(card, Ability):
        return "pay" if items_paid(rule) else "use"
    return "pay" if any(isinstance(cost, w.Pay | w.PayItems) for cost in rule.cost or ()) else "use"


def targets(fight: Fight, who: int, rule: w.ProphecyRule) -> tuple[str, ...]:
    """List the weapons in hand that a rule may be for, or the dice to throw again; else ("",)."""
    side = fight.sides[who]
    if any("on a weapon" in getattr(effect, "limits", ()) for effect in rule.effects):
        return tuple(name for name in side.hand if fight.scene.item(name).weapon)
    if w.Do("reroll a die") in rule.effects:
        return tuple(_dice_names(fight, who))
    return ("",)


def items_paid(rule: w.ProphecyRule) -> int:
    """Return how many Items a rule costs; which ones is the hero's choice."""
    return sum(cost.number for cost in rule.cost or () if isinstance(cost, w.PayItems))


def _dice_names(fight: Fight, who: int) -> Iterator[str]:
    """List a side's names for the dice: "own", "enemy", or, of several dice, "own 3"."""
    for side, name in ((who, "own"), (1 - who, "enemy")):
        lying = fight.dice[side] if fight.dice is not None else ()
        yield from (name if len(lying) == 1 else f"{name} {face}" for face in dict.fromkeys(lying))


def die_of(fight: Fight, act: AnnouncedAct) -> tuple[int, int]:
    """Return the side and the number of the die that is thrown again."""
    assert fight.dice is not None
    name, _, face = act.target.partition(" ")
    side = act.who if name == "own" else 1 - act.who
    return side, fight.dice[side].index(int(face)) if face else 0


def verify(fight: Fight, act: AnnouncedAct) -> None:
    """Check that an announcement is legal now. Raises Illegal."""
    scene, side = fight.scene, fight.sides[act.who]
    name = printed(act.card)
    if act.verb == "throw":
        if act.card in side.spent:
            raise Illegal(f"{act.card} is damaged; it can't be thrown", "damaged-items")
        if act.card in (*side.throwing, *side.thrown):
            raise Illegal(f"{act.card} was thrown; it is out of the hand for the rest of the battle", "P33")
        sorts = {powers.sort_of(effect) for rule in scene.item(act.card).parsed for effect in rule.effects}
        if fight.fought == "wills" and not sorts & {"in wills", "in either"}:
            raise Illegal(f"{act.card} gives no bonus in a Wills fight, so it can't be thrown there", "P68")
        return
    rule = powers.rule_of(scene, act)
    card = scene.card(act.card)
    if act.verb == "cast" and scene.creature is not None and scene.creature.no_spells:
        raise Illegal(f"no Spells work against {scene.creature.name}", "bats-and-dragon")
    for one in rule.conditions:
        if not powers.holds(fight, act.who, one):
            raise Illegal(f"{name} works only if: {w.RULES.phrases.write(one)}", "announce-first")
    begins = fight.part > 0 and fight.lives == scene.enemy.lives  # no roll of the second part has been won
    if rule.when == "battle" and fight.roll > 1 and not begins:
        raise Illegal(
            f"{name} is for the whole battle; it has to be announced before the first roll", "announce-first"
        )
    active = side.battle if rule.when == "battle" else side.roll if fight.dice is None else side.after
    same = same_card(card, act.card)
    if w.Do("roll again") not in rule.effects and any(  # time may be turned back again (P36)
        same_card(card, one.card) == same and _goal(fight, one) == _goal(fight, act) for one in active
    ):
        scope = "battle" if rule.when == "battle" else "roll"
        goal = f" on {act.target}" if act.target else ""
        raise Illegal(f"{name} is at work{goal} already; it goes once a {scope}", "P34")
    if rule.often == "once a battle" and same in side.done:
        raise Illegal(f"{name} goes once a battle", "P34")
    if side.done and on_roll(fight, same) in side.done:
        raise Illegal(f"{name} was used on this roll", "X9" if _costs_nothing(card, rule) else "P36")
    if mark_of(card, rule, act.card) in side.hero.marks:
        raise Illegal(f"{name} goes {rule.often}; it was used", "P18")
    short(price(fight, act), side.hero, name)
    verify_spent(card, rule)
    if act.card in act.items:
        raise Illegal(f"{name} can't be the price of its own rule", "card-costs")


def same_card(card: Card, name: str) -> str:
    """Return a card's identity for limits of use: copies of a Spell are the same (P69), other cards are not."""
    return printed(name) if card.is_spell else name


def on_roll(fight: Fight, card: str) -> str:
    """Return the note that a card was used on this roll, thrown again or not (P36)."""
    return f"roll {fight.roll}: {fold(card)}"


def at_work(card: Card, rule: w.ProphecyRule, name: str, bonuses: Iterable[Bonus]) -> bool:
    """Return whether a rule's temporary bonus is active already: the same one can't be had twice at once (P34)."""
    same = same_card(card, name)
    return any(map(powers.is_bonus, rule.effects)) and any(same_card(card, one.source) == same for one in bonuses)


def _goal(fight: Fight, act: AnnouncedAct) -> str:
    """Return the target of an announcement: a weapon, or a side's dice, whichever of several is meant."""
    return act.target.partition(" ")[0] if fight.dice is not None else act.target


def verify_spent(card: object, rule: w.ProphecyRule) -> None:
    """Check that the price isn't the card itself if it is an Artifact, which can't be lost. Raises Illegal (P51)."""
    spent = next((cost for cost in rule.cost or () if isinstance(cost, w.Spend)), None)
    if spent is not None and isinstance(card, Artifact):
        how = "damaged" if spent.verb == "damage" else "discarded"
        raise Illegal(f"{card.name} is an Artifact; it can't be {how}", "P51")


def useful(fight: Fight, act: AnnouncedAct) -> bool:
    """Return whether an announcement can count in this part or, if for the whole battle, in the next."""
    if act.rule < 0:
        return True
    rule = powers.rule_of(fight.scene, act)
    counted = set(powers.sorts(fight))
    if rule.when == "battle" and fight.type == "both" and fight.part == 0:
        counted |= {"to strength", "in strength"}
    return any(
        powers.sort_of(effect) in counted
        if isinstance(effect, w.InFight | w.ToValue)
        else not isinstance(effect, w.EnemyLoses) or powers.drains(fight, effect)
        for effect in rule.effects
    )


# --- prices -------------------------------------------------------------------------------------------


def price(fight: Fight, act: AnnouncedAct) -> dict[str, int]:
    """Return the cost of an announcement: that of its rule, and a Spell's Magic, with one discount."""
    rule = powers.rule_of(fight.scene, act)
    found = paid_by(rule)
    card = fight.scene.card(act.card)
    if act.verb == "cast" and card.magic:
        found["magic"] = found.get("magic", 0) + spell_price(fight, act.who, card.magic)[1]
    return found


def paid_by(rule: w.ProphecyRule) -> dict[str, int]:
    """Return the counters that a rule costs."""
    return {cost.counter: cost.number for cost in rule.cost or () if isinstance(cost, w.Pay)}


def spell_price(fight: Fight, who: int, magic: int) -> tuple[str, int]:
    """Return what is left of a Spell's Magic with the help of one card, and the mark of that card before it.

    It is the one that helps most, of equal ones that with the least surplus. What is used up helps outside of fights
    alone, where it is named.
    """
    scene, side = fight.scene, fight.sides[who]
    hero = side.hero
    key = ("discounts", hero.abilities, hero.items, hero.artifacts, side.used, side.thrown, side.spent)
    if (found := scene.cache.get(key)) is None:
        found = scene.cache[key] = [
            (mark_of(card, rule, name), effect.number, rule.conditions)
            for name, card in powers.working(scene, side)
            for rule in card.parsed
            for effect in rule.effects
            if isinstance(effect, w.PriceEffect) and effect.what == "spell" and not used_up(card, rule)
        ]
    there = [
        (mark, number)
        for mark, number, conditions in found
        if mark not in hero.marks and all(powers.holds(fight, who, one) for one in conditions)
    ]
    mark, less = max(there, key=lambda one: (min(one[1], magic), -one[1]), default=("", 0))
    return mark, max(0, magic - less)


def mark_of(card: Card, rule: w.ProphecyRule, name: str) -> str:
    """Return the mark of a rule once a turn, round or two, "round: Ring of Magical Forces/0"; "" for any other."""
    scope = SCOPES.get(rule.often, "")
    return f"{scope}: {key_of(card, rule, name)}" if scope else ""


def key_of(card: Card, rule: w.ProphecyRule, name: str) -> str:
    """Return the key that marks a rule of a card as used, in fights and outside: the card, and which of its rules."""
    texts = [one.text for one in card.parsed]
    same = same_card(card, name)
    return f"{same}/{texts.index(rule.text)}" if rule.text in texts else same


def short(prices: dict[str, int], hero: Fighter, what: str) -> None:
    """Check that a hero can pay a price in full, Health and cubes on the right too (P8). Raises Illegal."""
    for token in prices:
        of = PAID_IN.get(token, token)
        alike = {other: each for other, each in prices.items() if PAID_IN.get(other, other) == of}
        has, many = getattr(hero, of), sum(alike.values())
        if has < many:
            rule = {"magic": "spells", "health": "P8"}.get(token, "card-costs")
            costs = " and ".join(f"{each} {other.capitalize()}" for other, each in alike.items())
            raise Illegal(f"{what} costs {costs}; {hero.name} has {has}", rule, f"{hero.name} {of} {many}")


def pay(hero: Fighter, prices: dict[str, int]) -> Fighter:
    """Return the hero after paying; cubes paid permanently come off the right side (P7)."""
    for token, many in prices.items():
        if token in ("strength", "willpower"):
            hero = cubes(hero, token, -many)
        else:
            hero = replace(hero, **{token: getattr(hero, token) - many})
    return hero


def cubes(hero: Fighter, what: str, many: int, ours: FightReadings = USUAL) -> Fighter:
    """Return the hero with cubes gained or lost permanently (P6, P7); at the limit one heals or recharges 1."""
    right, every = PAID_IN[what], COLOURS[what]
    now, total, most = getattr(hero, right), getattr(hero, every), getattr(ours, f"{every}_cubes")
    by = max(-total, min(many, max(0, most - total)))
    healed = max(0, many - by) if ours.at_the_limit == "heals" else 0
    return replace(hero, **{right: min(total + by, max(0, now + by + healed)), every: total + by})


# --- performing ---------------------------------------------------------------------------------------


def perform(fight: Fight, act: AnnouncedAct) -> Fight:
    """Return the fight after a legal announcement: paid, in effect, marked as used."""
    side = fight.sides[act.who]
    if act.verb == "throw":
        return fight.changed(act.who, throwing=(*side.throwing, act.card))
    scene, rule, card = fight.scene, powers.rule_of(fight.scene, act), fight.scene.card(act.card)
    helped = spell_price(fight, act.who, card.magic)[0] if act.verb == "cast" and card.magic else ""
    hero = pay(side.hero, price(fight, act))
    if act.verb == "cast":
        hero = replace(hero, cast=(*hero.cast, printed(act.card)))
    hero = replace(hero, marks=(*hero.marks, *filter(None, (helped, mark_of(card, rule, act.card)))))
    same = same_card(card, act.card)
    done = (*side.done, same) if rule.often == "once a battle" else side.done
    if w.Do("roll again") in rule.effects and (scene.readings.turn_back_time == "once" or _costs_nothing(card, rule)):
        done = (*done, on_roll(fight, same))
    kept = {"battle": "battle", "after roll": "after"}.get(rule.when, "roll")
    for name in act.items:
        hero = without(hero, name)
    gone = (*act.items, act.card) if used_up(card, rule) else act.items
    if act.card in gone:
        items, abilities = (tuple(name for name in pile if name != act.card) for pile in (hero.items, hero.abilities))
        hero = replace(hero, items=items, abilities=abilities)
    elif w.Spend("damage") in (rule.cost or ()):
        hero = with_damage(hero, act.card)
    spent = (name for name in (*act.items, act.card) if name in side.used and name not in hero.held)
    changes: dict[str, Any] = {kept: (*getattr(side, kept), act), "done": done}
    changes |= {"discarded": (*side.discarded, *gone), "spent": (*side.spent, *spent)}
    fight = fight.changed(act.who, hero=hero, **changes)
    enemy = 1 - act.who
    if fight.scene.creature is not None or fight.reward:
        return fight
    for effect in rule.effects:
        if isinstance(effect, w.EnemyLoses):
            cubes = "magic" if effect.what in ("willpower", "magic") else "health"
            there = getattr(fight.sides[enemy].hero, cubes)
            fight = fight.with_hero(enemy, **{cubes: max(0, there - effect.number)})
            if cubes == "health":  # it is damage of this battle (P76)
                fight = fight.changed(enemy, lost=fight.sides[enemy].lost + min(there, effect.number))
    return fight


def without(hero: Fighter, name: str) -> Fighter:
    """Return the hero without one of the Items, whole or damaged."""
    items, damaged = (tuple(one for one in pile if one != name) for pile in (hero.items, hero.damaged))
    return replace(hero, items=items, damaged=damaged)


def _costs_nothing(card: Card, rule: w.ProphecyRule) -> bool:
    """Return whether a rule could be used for ever: no price, no limit, and the card isn't used up (X9)."""
    return not (rule.cost or rule.often or card.magic or used_up(card, rule))


def used_up(card: object, rule: w.ProphecyRule) -> bool:
    """Return whether using a card discards it: potions, scrolls, and rules that discard it as their price."""
    if isinstance(card, Artifact):
        return False
    return (isinstance(card, Item) and (card.potion or card.scroll)) or w.Spend("discard") in (rule.cost or ())


def with_damage(hero: Fighter, name: str) -> Fighter:
    """Return the hero with one of the Items damaged."""
    return replace(hero, items=tuple(one for one in hero.items if one != name), damaged=(*hero.damaged, name))


def next_roll(fight: Fight) -> Fight:
    """Return the fight before its next throw: announcements for one roll end, thrown weapons are gone (P33)."""
    for who, side in enumerate(fight.sides):
        out = (*side.thrown, *side.throwing, *side.spent)
        kept = (*side.earlier, *(act for act in (*side.roll, *side.after) if _has_later_effect(fight, act)))
        fight = fight.changed(who, roll=(), after=(), earlier=kept, throwing=(), spent=(), thrown=out)
    return replace(fight, roll=fight.roll + 1, dice=None)


def _has_later_effect(fight: Fight, act: AnnouncedAct) -> bool:
    """Return whether an announcement has an effect after the battle."""
    later = any(getattr(effect, "later", "") for effect in powers.rule_of(fight.scene, act).effects)
    return later or any(rule.when in RESULTS for rule in fight.scene.card(act.card).parsed)


def before_throw(fight: Fight) -> Fight:
    """Return the fight before its dice are thrown again: announcements stay, answers to the dice are undone (P36).

    Their effects after the battle apply all the same.
    """
    for who, side in enumerate(fight.sides):
        kept = (*side.earlier, *(act for act in side.after if _has_later_effect(fight, act)))
        fight = fight.changed(who, after=(), earlier=kept)
    return fight
