"""Positions in the middle of a battle, drawn at random: whatever can stand on a board, with all abilities."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from referee.games.conjurers import abilities
from referee.games.conjurers.battle.state import SIDES, Battle, Fighter, Lineup, Source, enemy_of, start_battle
from referee.games.conjurers.cards import Creature, Equipment
from referee.games.conjurers.vocabulary import MYTHOLOGIES, Element

PLAIN = (
    "bind", "devour", "first strike", "flying", "frost attack", "immobility", "immunity fire", "immunity ice",
    "immunity poison", "life steal", "magician", "multi attack", "poisonous", "ranged", "resurrection",
)  # fmt: skip
FOR_FIGHTS = ("first strike", "frost attack", "life steal", "multi attack", "resurrection", "burning 1", "burning 1")
ELEMENTS: tuple[Element, ...] = ("fire", "earth", "air", "water")


def card(name: str, hp: int, bd: int, *words: str, **more: Any) -> Creature:
    """A creature's card, abilities in words."""
    return Creature(name=name, hp=hp, bd=bd, abilities=abilities.parse_all(words, name), **{"level": 2, **more})


def put(battle: Battle, slots: dict[str, int]) -> Battle:
    """Put creatures into slots, by name."""
    for fighter in battle.fighters:
        fighter.slot = slots.get(fighter.name)
    return battle


def duel(attacker: tuple[Creature, ...], defender: tuple[Creature, ...], **slots: int) -> Battle:
    """A duel between Anna and Bo, with creatures in slots; Anna is to move."""
    return put(start_battle("duel", Lineup("Anna", attacker), Lineup("Bo", defender)), slots)


@st.composite
def words(draw: st.DrawFn, most: int) -> dict[str, int]:
    """Some abilities, of creatures or of pieces."""
    numbered = st.builds(
        lambda name, number: f"{name} {number}",
        st.sampled_from(("offensive", "defensive", "absorption")),
        st.integers(1, 3),
    )
    ability = st.one_of(st.sampled_from(PLAIN), st.sampled_from(FOR_FIGHTS), numbered, st.just("power hit 1"))
    return abilities.parse_all(draw(st.lists(ability, max_size=most)), "random")


@st.composite
def positions(draw: st.DrawFn, most_dice: int, most_hp: int = 5) -> Battle:
    """A battle before a move, from cards with few dice and hit points, so that everything can die."""

    def drawn(name: str) -> Creature:
        level = draw(st.integers(1, 5))
        return Creature(
            name=name,
            level=level,
            mythology=draw(st.sampled_from(MYTHOLOGIES[:2])) if level > 1 else None,
            element=draw(st.sampled_from(ELEMENTS)),
            hp=draw(st.integers(1, most_hp)),
            bd=draw(st.integers(0, most_dice)),
            abilities=draw(words(4)),
        )

    lineups = []
    for player, name in (("Anna", "Ant"), ("Bo", "Bee")):
        creatures = tuple(drawn(f"{name} {n}") for n in range(draw(st.integers(1, 3))))
        pieces = tuple(Equipment(f"{player}'s piece {n}", draw(words(2))) for n in range(draw(st.integers(0, 2))))
        lineups.append(Lineup(player, creatures, pieces))
    battle = start_battle("duel", *lineups, elements=draw(st.booleans()), morale=draw(st.booleans()))
    battle.turn = draw(st.integers(0, 9))
    battle.quiet_since = draw(st.integers(0, battle.round))
    for side in SIDES:
        slots = draw(st.permutations((1, 2, 3)))
        for fighter, slot in zip(battle.of(side), slots, strict=False):
            if draw(st.integers(0, 3)):
                _stand(draw, fighter, slot)
    for fighter in battle.fighters:
        victim = battle.holder(enemy_of(fighter.side), fighter.slot or 0)
        if victim is not None and fighter.has("devour") and victim.devouring is None and draw(st.booleans()):
            fighter.devouring, victim.devoured_by = victim.number, fighter.number
    return battle


@st.composite
def busy_fights(draw: st.DrawFn) -> Battle:
    """Two that face each other in slot 2, with much that one roll does to several; the first attacks."""
    abilities_of = st.sets(st.sampled_from((*FOR_FIGHTS[:5], "burning 1", "burning 1", "burning 2")), max_size=5)
    sides = []
    for name in ("Ant", "Bee"):
        first = card(f"{name} 2", draw(st.integers(1, 4)), draw(st.integers(0, 2)), *draw(abilities_of))
        neighbour = card(f"{name} 1", draw(st.integers(1, 3)), 1, *draw(st.sampled_from(((), ("resurrection",)))))
        sides.append((first, neighbour, card(f"{name} 3", 9, 1))[: draw(st.sampled_from((1, 2, 3, 3)))])
    battle = put(duel(*sides), {name: int(name[-1]) for name in ("Ant 2", "Ant 1", "Bee 2", "Bee 1")})
    for fighter in battle.fighters:
        fighter.damage = draw(st.integers(0, fighter.card.hp - 1)) if fighter.slot else 0
        fighter.frost = draw(st.booleans()) if fighter.slot else False
    return battle


def _stand(draw: st.DrawFn, fighter: Fighter, slot: int) -> None:
    fighter.slot = slot
    fighter.damage = draw(st.integers(0, fighter.card.hp - 1))
    fighter.frost = draw(st.integers(0, 3)) == 0
    fighter.bound = draw(st.integers(0, 5)) == 0
    fighter.resurrected = draw(st.integers(0, 3)) == 0
    fighter.worn = [Source(f"{fighter.name}'s {n}", draw(words(2))) for n in range(draw(st.integers(0, 2)))]
    for source in (*fighter.worn, fighter.own):
        source.absorbed = draw(st.integers(0, source.abilities.get("absorption", 0)))
