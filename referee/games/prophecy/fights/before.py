"""What a hero uses before a fight, in the own turn: potions, scrolls, Spells (Non-Battle Effects; P30)."""

from __future__ import annotations

import re

from msgspec.structs import replace

from referee.effects import rules
from referee.errors import Illegal, Unreadable
from referee.games.prophecy.cards.cards import Ability
from referee.games.prophecy.cards.wording import RULES, InFight, OfTwo, Price, Rule, SetDie, Soften, ToValue
from referee.games.prophecy.fights import acts, aftermath, powers
from referee.games.prophecy.fights.state import OWN, Act, Bonus, Fight, Fighter, Scene, Side, Until
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
        act = Act(OWN, "cast" if isinstance(card, Ability) and card.spell else "use", name, number)
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


def _verify(fight: Fight, act: Act, rule: Rule) -> None:
    hero, name = fight.own.hero, printed(act.card)
    for one in rule.conditions:
        if not powers.holds(fight, OWN, one):
            raise Illegal(f"{name} works only if: {RULES.phrases.write(one)}", "non-battle")
    if acts.mark_of(rule, name) in hero.marks:
        raise Illegal(f"{name} goes {rule.often}; it was used", "P18")
    acts.short(acts.price(fight, act), hero, name)


def _used(fight: Fight, act: Act, rule: Rule) -> Fighter:
    paid = replace(acts.perform(fight, act).own.hero)
    for effect in rule.effects:
        if isinstance(effect, aftermath.Count) and not effect.who:
            paid = aftermath.change(paid, effect)
        elif _is_bonus(effect):
            until: Until = "next battle" if rule.when == "before battle" else "turn"
            paid = replace(paid, bonuses=(*paid.bonuses, Bonus(act.card, RULES.phrases.write(effect), until)))
    return paid


def _is_bonus(effect: rules.Effect) -> bool:
    return isinstance(effect, InFight | ToValue | OfTwo | SetDie | Soften | Price)
