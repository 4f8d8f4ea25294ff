"""The consequences of a result (Winning, Losing; P28, P31): in their order, each with the functions that apply it.

A loss costs 1 Health or what the enemy's card says instead; then come the extra losses through the hero's own cards,
with a check for death after each, then Healing Arts. Thrown weapons are damaged whatever the result.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from referee.effects import rules
from referee.errors import Illegal, Unreadable, refusal
from referee.games.prophecy.cards import wording as w
from referee.games.prophecy.cards.cards import Card
from referee.games.prophecy.cards.wording import RULES, HealEffect, Pay, PayItems, ProphecyRule, Recharge
from referee.games.prophecy.fights import acts, powers
from referee.games.prophecy.fights.state import OWN, AnnouncedAct, Fight, Fighter, Scene, Side
from referee.games.prophecy.readings import FightReadings
from referee.games.prophecy.vocabulary import COLOURS, FACES, Result, What
from referee.text.names import did_you_mean, find, fold, printed

if TYPE_CHECKING:
    from referee.games.prophecy.rules.state import Hero

Count = w.GainEffect | w.Lose | w.HealEffect | w.Recharge
"""Effects that change a count."""


class Consequence(NamedTuple):
    """An effect on a side after a fight: its source and rule, whether it comes from the enemy, for which weapon."""

    who: int
    source: str
    effects: tuple[rules.Effect, ...]
    rule: w.ProphecyRule | None = None
    by_enemy: bool = False
    weapon: str = ""

    @property
    def on(self) -> range | None:
        """The faces of a die on which it happens; None without a die."""
        faces = self.rule.on if self.rule is not None else None
        return range(faces.least, faces.most + 1) if faces is not None else None

    @property
    def harms(self) -> bool:
        """Whether it takes Health."""
        return any(isinstance(one, w.Lose) and one.counter == "health" for one in self.effects)


def consequences(fight: Fight, result: Result) -> Iterator[Consequence]:
    """Yield the consequences of a fight with a Creature in the order of P31; conditions are checked later."""
    creature = fight.scene.enemy
    harm = [rule for rule in creature.parsed if rule.when == result]
    instead = [rule for rule in harm if not isinstance(rule.effects[0], w.AlsoDoes)]
    if result == "lost" and not any(
        all(powers.holds(fight, OWN, one) for one in rule.conditions) for rule in instead
    ):
        usual = w.Lose(fight.scene.readings.lost_health, "health")
        yield Consequence(OWN, creature.name, (usual,), by_enemy=True)
    for rule in (*harm, *(rule for rule in creature.parsed if rule.when == "after battle")):
        yield Consequence(OWN, creature.name, rule.effects, rule, by_enemy=True)
    yield from own_consequences(fight, OWN, result)


def own_consequences(fight: Fight, who: int, result: Result) -> Iterator[Consequence]:
    """Yield the consequences of a hero's own cards after a fight: losses first, then healing."""
    found = [
        Consequence(who, name, rule.effects, rule)
        for name, card, rule in own_rules(fight, who)
        if rule.when in (result, "after battle")
    ]
    for act in fight.sides[who].acts:
        effects = powers.rule_of(fight.scene, act).effects if act.rule >= 0 else ()
        if later := tuple(one for one in effects if isinstance(one, w.ProphecyEffect) and one.later):
            weapon = act.target if act.target in fight.sides[who].used else ""
            found.append(Consequence(who, act.card, later, weapon=weapon))
    yield from sorted(found, key=lambda one: not one.harms)


def own_rules(fight: Fight, who: int) -> Iterator[tuple[str, Card, w.ProphecyRule]]:
    """Yield the rules of a hero's cards that worked in a fight; of announced cards only those in use (P81)."""
    side = fight.sides[who]
    used = dict.fromkeys((*side.used, *(act.card for act in side.acts)))
    others = [name for name in side.hero.held if not fight.scene.item(name).chosen]
    for name in dict.fromkeys((*used, *others, *side.hero.abilities)):
        card = fight.scene.card(name)
        barred = card.magic > 0 and fight.scene.creature is not None and fight.scene.creature.no_spells
        announced = any(rule.when in (*acts.BEFORE, *acts.AFTER) for rule in card.parsed)
        if name in used or not (announced or barred):
            came = (rule for rule in card.parsed if name in used or w.Is("used") not in rule.conditions)
            yield from ((name, card, rule) for rule in came)


def unpaid_spell(fight: Fight, one: Consequence) -> int:
    """Return the Magic of a Spell that is cast only now, after the fight; 0 for what was cast in it or is none."""
    if one.by_enemy or any(act.card == one.source for act in fight.sides[one.who].acts):
        return 0
    return fight.scene.card(one.source).magic


def change(ours: FightReadings, hero: Fighter, effect: Count) -> Fighter:
    """Return the hero after an effect that changes a count, as far as it goes; more Health lost than held kills."""
    what, many = count_effect(ours, hero, effect)
    match what:
        case "strength" | "willpower":
            return acts.cubes(hero, what, many, ours)
        case "health":
            alive = hero.alive and hero.health + many >= 0
            return replace(hero, health=min(hero.red, max(0, hero.health + many)), alive=alive)
        case "magic":
            return replace(hero, magic=min(hero.blue, max(0, hero.magic + many)))
    return replace(hero, **{what: max(0, getattr(hero, what) + many)})


def count_effect(ours: FightReadings, hero: Fighter | Hero, effect: Count) -> tuple[What, int]:
    """Return the counter and the amount of an effect: all, half, or a number for each Artifact or Item."""
    what: What
    match effect:
        case w.GainEffect(number, counter) | w.Lose(number, counter):
            what, sign = counter, -1 if isinstance(effect, w.Lose) else 1
            whole = getattr(hero, COLOURS.get(what, what))
        case w.HealEffect(number):
            what, sign, whole = "health", 1, hero.red - hero.health
        case w.Recharge(number):
            what, sign, whole = "magic", 1, hero.blue - hero.magic
    if not isinstance(number, int):
        up = sign < 0 and what in ("health", "magic") and ours.half_lost == "up"  # by the table's reading (P31)
        number = whole if number == "all" else (whole + up) // 2
    return what, sign * number * (1 if effect.per is None else powers.multiplier(hero, effect.per))


def differences(before: Fighter, after: Fighter) -> dict[str, int]:
    """Return the changes of a hero's counts: cubes from and to the bank are Strength and Willpower."""
    found = {what: getattr(after, what) - getattr(before, what) for what in ("gold", "experience", "health", "magic")}
    for right, every, what in (("health", "red", "strength"), ("magic", "blue", "willpower")):
        if good := getattr(after, every) - getattr(before, every):
            found |= {what: good, right: found[right] - good if good > 0 else 0}
    return {what: many for what, many in found.items() if many}


def apply_effect(fight: Fight, one: Consequence, effect: rules.Effect) -> Fight:
    """Return the fight after an effect on the hero's own counts, or its alternative; other effects are ignored."""
    if isinstance(effect, w.AlsoDoes):
        effect = effect.effect
    side, ours = fight.sides[one.who], fight.scene.readings
    if isinstance(effect, w.ProphecyEffect) and effect.instead and not can_in_full(fight, one, effect):
        return apply_effect(apply_effect(fight, one, replace(effect, instead=None)), one, effect.instead)
    if not isinstance(effect, Count) or effect.who:
        return fight
    hero = change(ours, side.hero, effect)
    return fight.changed(one.who, hero=hero, lost=damage(fight, one, effect, hero))


def damage(fight: Fight, one: Consequence, effect: Count, after: Fighter) -> int:
    """Return the battle damage that a side can still heal: Health taken by the enemy, less that healed (P31, P76)."""
    side = fight.sides[one.who]
    taken = one.by_enemy and isinstance(effect, w.Lose) and effect.counter == "health"
    healed = isinstance(effect, w.HealEffect) and one.rule is not None and w.Is("hurt") in one.rule.conditions
    return max(0, side.lost + side.hero.health - after.health) if taken or healed else side.lost


def after_meeting(scene: Scene, hero: Fighter, face: int = 0) -> Fighter:
    """Return the hero after a Creature's effects when met, before the type is chosen; of Items the first ones go."""
    return ways_met(scene, hero, face)[0]


def ways_met(scene: Scene, hero: Fighter, face: int = 0) -> list[Fighter]:
    """List the hero after a Creature's effects when met: bonuses, counts, and each choice of the Items that go.

    Rules that a die decides use this `face`; without one (0) they are left out.
    """
    ways = [Fight(scene, (Side(hero),), "strength")]
    for rule in scene.enemy.parsed:
        if rule.when == "met" and rule.applies(face):
            one = Consequence(OWN, scene.enemy.name, rule.effects, rule, by_enemy=True)
            ways = [after for way in ways for after in _met(way, one, rule)]
    return list(dict.fromkeys(replace(way.own.hero, hurt=way.own.lost) for way in ways))


def _met(fight: Fight, one: Consequence, rule: w.ProphecyRule) -> list[Fight]:
    """List the fight after one rule for the meeting: what it asks for is paid, or it does nothing (X8)."""
    paid = after_price(fight, one) if all(powers.holds(fight, OWN, each) for each in rule.conditions) else None
    if paid is None:
        return [fight]
    ways = _without(paid, acts.without, paid.own.hero.losable, acts.items_paid(rule))
    for effect in rule.effects:
        ways = [after for way in ways for after in _after_met(way, one, rule, effect)]
    return ways


def _after_met(fight: Fight, one: Consequence, rule: w.ProphecyRule, effect: rules.Effect) -> list[Fight]:
    after = apply_effect(fight, one, effect)
    if powers.is_bonus(effect) and not effect.who:
        bonus = powers.bonus_of(effect, one.source, rule)
        return [after.with_hero(OWN, bonuses=(*after.own.hero.bonuses, bonus))]
    match effect:
        case w.Lay(number, "item", who=""):
            return _without(after, acts.without, fight.own.hero.losable, number)
        case w.Harm(verb, which, who=""):
            names = _harmed(fight, one, effect)
            if which == "the dearest item":
                dearest = max((fight.scene.item(name).price for name in names), default=0)
                names = [name for name in names if fight.scene.item(name).price == dearest]
            takes = acts.with_damage if verb == "damage" else acts.without
            return _without(after, takes, names, len(names) if which == "all items" else 1)
    return [after]


def _without(
    fight: Fight, takes: Callable[[Fighter, str], Fighter], names: Sequence[str], number: int
) -> list[Fight]:
    """List the fight with each choice of so many of these Items gone, of damaged ones if there are enough."""
    damaged = [name for name in names if name in fight.own.hero.damaged]
    some = combinations(damaged if len(damaged) >= number else names, min(number, len(names)))
    return [fight.changed(OWN, hero=reduce(takes, gone, fight.own.hero)) for gone in some]


def after_price(fight: Fight, one: Consequence) -> Fight | None:
    """Return the fight after a rule's price in counts, and its Spell, are paid; None if they can't be (X8)."""
    spell = unpaid_spell(fight, one)
    if one.rule is None or not (one.rule.cost or spell):
        return fight
    hero, prices = fight.sides[one.who].hero, acts.paid_by(one.rule)
    if spell:
        mark, magic = acts.spell_price(fight, one.who, spell)
        prices["magic"] = prices.get("magic", 0) + magic
        hero = replace(hero, cast=(*hero.cast, printed(one.source)), marks=(*hero.marks, *filter(None, (mark,))))
    few = acts.items_paid(one.rule) > sum(name != one.source for name in hero.losable)
    if few or refusal(acts.short, prices, hero, one.source) is not None:
        return None
    return fight.changed(one.who, hero=acts.pay(hero, prices))


def meetings(scene: Scene, hero: Fighter) -> list[tuple[int, Fighter]]:
    """List the outcomes for the hero of meeting a Creature, each with the number of faces of a die that give it."""
    by_die = any(rule.when == "met" and rule.on is not None for rule in scene.enemy.parsed)
    found = Counter(after_meeting(scene, hero, face) for face in (FACES if by_die else FACES[:1]))
    return [(many, after) for after, many in found.items()]


def weapons_hit(fight: Fight, one: Consequence) -> list[str]:
    """List the weapons that an effect on "a weapon" hits: the one it is for, else all in use (Ambidexterity)."""
    used = [name for name in fight.sides[one.who].used if fight.scene.item(name).weapon]
    return [one.weapon] if one.weapon else used


def thrown_weapons(fight: Fight, who: int) -> list[str]:
    """List the weapons thrown in a fight, which are damaged after it (P33)."""
    side = fight.sides[who]
    return [name for name in side.used if name in (*side.thrown, *side.throwing)]


def can_in_full(fight: Fight, one: Consequence, effect: w.ProphecyEffect) -> bool:
    """Return whether an effect with an alternative ("or else") is possible in full."""
    hero, ours = fight.sides[one.who].hero, fight.scene.readings
    match effect:
        case w.GainEffect() | w.Lose() | w.HealEffect() | w.Recharge():
            what, many = count_effect(ours, hero, effect)
            after, pile = change(ours, hero, effect), COLOURS.get(what, what)
            return bool(getattr(after, pile) - getattr(hero, pile) == many)
        case w.Lay(number, "gold"):
            return hero.gold >= number
        case w.Lay(number, "item"):
            return len(hero.losable) >= number
        case w.Harm():
            return bool(_harmed(fight, one, effect))
    return True


def _harmed(fight: Fight, one: Consequence, effect: w.Harm) -> list[str]:
    """List the Items that an effect may damage or discard; after a fight "a weapon" is one that was used in it."""
    hero = fight.sides[one.who].hero
    there = [*hero.items, *(() if effect.verb == "damage" else hero.damaged)]
    if effect.which not in ("a weapon", "a shield"):
        return there
    met = one.rule is not None and one.rule.when == "met"
    used = there if met or effect.which == "a shield" else weapons_hit(fight, one)
    return [name for name in there if name in used and getattr(fight.scene.item(name), effect.which[2:])]


# --- Before ---------------------------------------------------------------------------------------
# Cards used before a fight, in one's own turn: potions, scrolls, Spells (Non-Battle Effects; P30).


WHENS = ("any time", "before battle")


def use(scene: Scene, hero: Fighter, text: str) -> Fighter:
    """Return the hero after using a card before a fight: "use Potion of Strength". Raises Unreadable and Illegal.

    Effects beyond the hero's own counts and bonuses are left out.
    """
    verb, _, rest = text.strip().partition(" ")
    rest = re.sub(r"^\d+ \w+( and \d+ \w+)* (for|on) ", "", rest) if fold(verb) == "pay" else rest
    names = {fold(name): name for name in (*hero.held, *hero.abilities, *hero.damaged)}
    try:
        name = find(rest, names, "card")
    except Unreadable:
        raise Unreadable(f'{hero.name} has no "{rest}"{did_you_mean(rest, names.values())}') from None
    if name in hero.damaged:
        raise Illegal(f"{name} is damaged; it can't be used until it is repaired", "damaged-items")
    card = scene.card(name)
    fight = Fight(scene, (Side(hero),), "strength")
    found = [(number, rule) for number, rule in enumerate(card.parsed) if rule.when in WHENS]
    if not found:
        raise Illegal(f"{name} isn't used before a fight; the type of fight comes first", "announce-first")
    refused: Illegal | None = None
    for number, rule in found:
        act = AnnouncedAct(OWN, card.verb, name, number)
        if (fold(verb) == "cast") != (act.verb == "cast"):
            raise Unreadable(f"{name} is {'a Spell' if act.verb == 'cast' else 'no Spell'}; write {act.verb} {name}")
        if why := refusal(_verify, fight, act, rule):
            refused = refused or why
            continue
        return _after_use(fight, act, rule)
    assert refused is not None
    raise refused


class Help(NamedTuple):
    """A hero after using a card that helps: whether only the card was spent, whether all of the effect counted."""

    after: Fighter
    free: bool
    whole: bool


def helps(scene: Scene, hero: Fighter) -> Iterator[Help]:
    """Yield each card that a hero can use before a fight to heal, recharge or strengthen herself.

    Rules with a die or an Item of her choice as price are left out, and cards at work already (P34).
    """
    fight = Fight(scene, (Side(hero),), "strength")
    for name in (*hero.held, *hero.abilities):
        card = scene.card(name)
        for number, rule in enumerate(card.parsed):
            if rule.when in WHENS and _helps_oneself(rule):
                act = AnnouncedAct(OWN, card.verb, name, number)
                if refusal(_verify, fight, act, rule) is None:
                    after = _after_use(fight, act, rule)
                    better = after.health > hero.health or after.magic > hero.magic
                    if better or len(after.bonuses) > len(hero.bonuses):
                        paid = any(isinstance(cost, Pay) for cost in rule.cost or ()) or act.verb == "cast"
                        yield Help(after, not paid, _counts_whole(hero, rule))


def _helps_oneself(rule: ProphecyRule) -> bool:
    own = (powers.is_bonus(one) or (isinstance(one, HealEffect | Recharge) and not one.who) for one in rule.effects)
    return rule.on is None and all(own) and not any(isinstance(cost, PayItems) for cost in rule.cost or ())


def _counts_whole(hero: Fighter, rule: ProphecyRule) -> bool:
    missing = {HealEffect: hero.red - hero.health, Recharge: hero.blue - hero.magic}
    counts = [(one.number, missing[type(one)]) for one in rule.effects if isinstance(one, HealEffect | Recharge)]
    return all(isinstance(number, int) and number <= room for number, room in counts)


def _verify(fight: Fight, act: AnnouncedAct, rule: ProphecyRule) -> None:
    hero, name = fight.own.hero, printed(act.card)
    for one in rule.conditions:
        if not powers.holds(fight, OWN, one):
            raise Illegal(f"{name} works only if: {RULES.phrases.write(one)}", "non-battle")
    card = fight.scene.card(act.card)
    if acts.mark_of(card, rule, act.card) in hero.marks:
        raise Illegal(f"{name} goes {rule.often}; it was used", "P18")
    if acts.at_work(card, rule, act.card, hero.bonuses):
        raise Illegal(f"{name} is at work already", "P34")
    acts.short(acts.price(fight, act), hero, name)
    acts.verify_spent(card, rule)


def _after_use(fight: Fight, act: AnnouncedAct, rule: ProphecyRule) -> Fighter:
    paid = acts.perform(fight, act).own.hero
    for effect in rule.effects:
        if isinstance(effect, Count) and not effect.who:
            paid = change(fight.scene.readings, paid, effect)
        elif powers.is_bonus(effect):
            paid = replace(paid, bonuses=(*paid.bonuses, powers.bonus_of(effect, act.card, rule)))
    return paid
