"""Which Items may be used together (Weapons and Shields; Crowns and Circlets; P37)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from referee.errors import Illegal, refusal
from referee.games.prophecy.cards.cards import Ability, Card, Item
from referee.games.prophecy.cards.wording import Do
from referee.games.prophecy.fights.state import Fighter, Scene
from referee.text.names import and_list


def verify(items: Sequence[Item], *, two_weapons: bool) -> None:
    """Refuse Items that don't go together; those that name neither hand nor head always do. Raises Illegal (P37)."""
    hands = [item for item in items if item.in_hand]
    heads = [item for item in items if item.head]
    weapons = [item for item in hands if item.weapon]
    names = and_list(item.name for item in hands)
    big = next((item for item in hands if item.two_handed), None)
    if big is not None and len(hands) > 1:
        raise Illegal(f"{big.name} is two-handed and fills both hands: {names}", "P37")
    if len(hands) > 2:
        raise Illegal(f"there are two hands, not {len(hands)}: {names}", "P37")
    if len(weapons) > (2 if two_weapons else 1):
        raise Illegal(f"only one weapon can be used at a time: {names}", "P37")
    if sum(item.shield for item in hands) > 1:
        raise Illegal(f"only one shield can be used at a time: {names}", "P37")
    if len(heads) > 1:
        raise Illegal(f"only one Item can be worn on the head: {and_list(item.name for item in heads)}", "P37")


def two_weapons(hero: Fighter, card: Callable[[str], Card]) -> bool:
    """Whether a hero may use two one-handed weapons (Ambidexterity)."""
    cards = [card(name) for name in (*hero.abilities, *hero.held)]
    return any(
        effect == Do("two weapons")
        for one in cards
        if isinstance(one, Ability) or not (isinstance(one, Item) and one.chosen)
        for rule in one.parsed
        for effect in rule.effects
    )


def legal_sets(scene: Scene, hero: Fighter) -> Iterator[tuple[str, ...]]:
    """Every set of hand and head Items that a hero may use, the empty one first."""
    names = [name for name in hero.held if scene.item(name).chosen]
    both = two_weapons(hero, scene.card)
    for many in range(4):  # two hands and one head
        for some in combinations(names, many):
            if refusal(verify, [scene.item(name) for name in some], two_weapons=both) is None:
                yield some
