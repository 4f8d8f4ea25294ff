"""How a fight begins: its type and what that costs, the Items used (Battles of Strength & Wills)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import UNSET
from msgspec.structs import replace

from referee.errors import Illegal
from referee.games.prophecy.cards.cards import Creature
from referee.games.prophecy.fights import acts, hands, powers
from referee.games.prophecy.fights.state import Fight, Fighter, Scene, Side
from referee.games.prophecy.vocabulary import WILLS_PRICE, Battle

Price = dict[str, int]
Chosen = Literal["strength", "wills"]


def types(creature: Creature) -> tuple[Battle, ...]:
    """The ways in which a Creature can be fought; the first is how it attacks."""
    if creature.way != "usual":
        of_way: dict[str, Battle] = {"both parts": "both", "all values": "all", "willpower for strength": "strength"}
        return (of_way[creature.way],)
    found: list[Battle] = ["strength"] if creature.strength is not UNSET else []
    if creature.willpower is not UNSET:
        found.append("wills")
    priced = UNSET not in (creature.strength_costs_magic, creature.wills_costs_health)
    return ("wills",) if creature.willpower_first and not priced else tuple(found)


def price(scene: Scene, side: Side, kind: Battle, opponent: Fighter | None = None) -> Price:
    """What a type of fight costs who chooses it, with the Items used taking something off.

    The Wills fight costs 2 Magic, against a hero 1 more for each of his Artifacts; a Creature that begins with
    Willpower is never paid for (P29); what a card names stands in place of the usual price (P39).
    """
    creature = scene.creature
    if creature is not None:
        if kind == "strength" and creature.strength_costs_magic is not UNSET:
            return {"magic": creature.strength_costs_magic}
        if kind == "wills" and creature.wills_costs_health is not UNSET:
            return {"health": creature.wills_costs_health}
        if kind != "wills" or creature.strength is UNSET or creature.willpower_first:
            return {}
    elif kind != "wills":
        return {}
    usual = WILLS_PRICE + (len(opponent.artifacts) if opponent is not None else 0)
    return {"magic": max(0, usual - powers.wills_less(scene, side))}


def verify_type(creature: Creature, kind: Battle) -> None:
    """Refuse a type of fight that a Creature doesn't know. Raises Illegal."""
    if kind in types(creature):
        return
    known = types(creature)[0]
    if known == "both":
        raise Illegal(f"{creature.name} is fought with Wills, then with Strength; just: fight", "P29")
    if known == "all":
        raise Illegal(f"{creature.name} is fought with all values at once; just: fight", "P38")
    if kind == "wills":
        raise Illegal(f"{creature.name} has no Willpower, so it can't be fought with Wills", "strength-only")
    raise Illegal(f"{creature.name} begins a Wills fight; it can't be fought with Strength", "willpower-only")


def verify_items(scene: Scene, hero: Fighter, used: Sequence[str]) -> None:
    """Refuse Items that can't be used in a fight, or not together. Raises Illegal."""
    for name in used:
        if name in hero.damaged:
            raise Illegal(f"{name} is damaged; it can't be used until it is repaired", "damaged-items")
    both = hands.two_weapons(hero, scene.card)
    hands.verify([scene.item(name) for name in used], two_weapons=both)


def still_held(hero: Fighter, used: Sequence[str]) -> tuple[str, ...]:
    """The Items of a fight that the Creature left the hero when it was met."""
    return tuple(name for name in used if name in hero.held)


def begin(scene: Scene, hero: Fighter, kind: Battle, used: Sequence[str]) -> Fight:
    """A fight against a Creature, its price paid. Raises Illegal."""
    creature = scene.creature
    assert creature is not None
    verify_type(creature, kind)
    verify_items(scene, hero, used)
    side = Side(hero, tuple(used))
    prices = price(scene, side, kind)
    verify_price(prices, hero, kind, creature)
    side = Side(replace(acts.paid(hero, prices), hurt=0), tuple(used), lost=hero.hurt)
    return Fight(scene, (side,), kind, lives=creature.lives)


def verify_price(prices: Price, hero: Fighter, kind: Battle, creature: Creature | None) -> None:
    """Refuse a type of fight whose price isn't there in full. Raises Illegal."""
    for token, many in prices.items():
        if (has := getattr(hero, token)) < many:
            told = "Wills" if kind == "wills" else "Strength"
            special = creature is not None and UNSET in (creature.strength_costs_magic, creature.wills_costs_health)
            rule = "wills-price" if creature is None or (special and token == "magic" and kind == "wills") else "P39"
            raise Illegal(f"a {told} fight costs {many} {token.capitalize()}; {hero.name} has {has}", rule)


def open_types(scene: Scene, hero: Fighter) -> Iterator[Battle]:
    """The types of fight that a hero can pay, with some Items; none where he can't fight at all (P39: a draw)."""
    assert scene.creature is not None
    for kind in types(scene.creature):
        for used in hands.legal_sets(scene, hero):
            prices = price(scene, Side(hero, used), kind)
            if all(getattr(hero, token) >= many for token, many in prices.items()):
                yield kind
                break
