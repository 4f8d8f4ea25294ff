"""What a hero uses before a fight, in the own turn: potions, scrolls, Spells (Non-Battle Effects; P30)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from referee.errors import Illegal, Unreadable, refusal
from referee.games.prophecy.cards.cards import Ability
from referee.games.prophecy.cards.wording import (
    RULES,
    HealEffect,
    Pay,
    PayItems,
    ProphecyRule,
    Recharge,
)
from referee.games.prophecy.fights import acts, aftermath, powers
from referee.games.prophecy.fights.state import OWN, AnnouncedAct, Fight, Fighter, Scene, Side
from referee.text.names import did_you_mean, find, fold, printed

WHENS = ("any time", "before battle")


def use(scene: Scene, hero: Fighter, text: str) -> Fighter:
    """A hero after using something before a fight: "use Potion of Strength". Raises Unreadable and Illegal.

    What it does beyond the hero's own counts and bonuses isn't part of a fight.
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
        act = AnnouncedAct(OWN, _verb(card), name, number)
        if (fold(verb) == "cast") != (act.verb == "cast"):
            raise Unreadable(f"{name} is {'a Spell' if act.verb == 'cast' else 'no Spell'}; write {act.verb} {name}")
        try:
            _verify(fight, act, rule)
        except Illegal as error:
            refused = refused or error
            continue
        return _used(fight, act, rule)
    assert refused is not None
    raise refused


class Help(NamedTuple):
    """A hero after something that helps: whether it took nothing but its card, whether all that it gives counted."""

    after: Fighter
    free: bool
    whole: bool


def helps(scene: Scene, hero: Fighter) -> Iterator[Help]:
    """Each thing that a hero can use before a fight and that heals, recharges or strengthens herself.

    What a die decides and what takes an Item of her choice isn't in, nor a card again for the same battle (P34).
    """
    fight = Fight(scene, (Side(hero),), "strength")
    for name in (*hero.held, *hero.abilities):
        card = scene.card(name)
        for number, rule in enumerate(card.parsed):
            if rule.when in WHENS and _helps_oneself(rule):
                act = AnnouncedAct(OWN, _verb(card), name, number)
                if refusal(_verify, fight, act, rule) is None:
                    after = _used(fight, act, rule)
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


def _verb(card: object) -> Literal["cast", "use"]:
    return "cast" if isinstance(card, Ability) and card.spell is not UNSET else "use"


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


def _used(fight: Fight, act: AnnouncedAct, rule: ProphecyRule) -> Fighter:
    paid = replace(acts.perform(fight, act).own.hero)
    for effect in rule.effects:
        if isinstance(effect, aftermath.Count) and not effect.who:
            paid = aftermath.change(paid, effect)
        elif powers.is_bonus(effect):
            paid = replace(paid, bonuses=(*paid.bonuses, powers.bonus_of(effect, act.card, rule)))
    return paid
