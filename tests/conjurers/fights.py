"""Positions in the middle of a battle, drawn at random: whatever can stand on a board, with all abilities."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from referee.declaration.readings import readings_of
from referee.games.conjurers.battle.state import SIDES, AbilitySource, Battle, Fighter, Lineup, enemy_of, start_battle
from referee.games.conjurers.cards import cards
from referee.games.conjurers.cards.cards import Creature, Equipment
from referee.games.conjurers.readings import BattleReadings
from referee.games.conjurers.vocabulary import MYTHOLOGIES, Element

PLAIN = (
    "bind",
    "devour",
    "first strike",
    "flying",
    "frost attack",
    "immobility",
    "immunity fire",
    "immunity ice",
    "immunity poison",
    "life steal",
    "magician",
    "multi attack",
    "poisonous",
    "ranged",
    "resurrection",
)
FOR_FIGHTS = ("first strike", "frost attack", "life steal", "multi attack", "resurrection", "burning 1", "burning 1")
ELEMENTS: tuple[Element, ...] = ("fire", "earth", "air", "water")


def card(name: str, hp: int, bd: int, *words: str, **more: Any) -> Creature:
    """A creature's card, abilities in words."""
    return Creature(name=name, hp=hp, bd=bd, abilities=cards.parse_all(words, name), **{"level": 2, **more})


def put(battle: Battle, slots: dict[str, int]) -> Battle:
    """Put creatures into slots, by name."""
    for fighter in battle.fighters:
        fighter.slot = slots.get(fighter.name)
    return battle


def duel(attacker: tuple[Creature, ...], defender: tuple[Creature, ...], **slots: int) -> Battle:
    """A duel between Anna and Bo, with creatures in slots; Anna is to move."""
    return put(start_battle("duel", Lineup("Anna", attacker), Lineup("Bo", defender)), slots)


# Strategies are made here once: making one costs more than drawing from it.

NUMBERED = [f"{name} {number}" for name in ("offensive", "defensive", "absorption") for number in (1, 2, 3)]
ABILITY = st.one_of(*map(st.sampled_from, (PLAIN, FOR_FIGHTS, NUMBERED, ["power hit 1"])))


def words(most: int) -> st.SearchStrategy[dict[str, int]]:
    """Some abilities, of creatures or of pieces."""
    return st.lists(ABILITY, max_size=most).map(lambda found: cards.parse_all(found, "random"))


OF_A_CREATURE, OF_A_PIECE = words(4), words(2)
LEVELS, NUMBER_OF_CREATURES, NUMBER_OF_PIECES = st.integers(1, 5), st.integers(1, 3), st.integers(0, 2)
KINDS_OF_MYTHOLOGY, KINDS_OF_ELEMENT = st.sampled_from(MYTHOLOGIES[:2]), st.sampled_from(ELEMENTS)
TURNS, ORDERS, MAYBE = st.integers(0, 9), st.permutations((1, 2, 3)), st.booleans()
UP_TO = [st.integers(0, most) for most in range(13)]
"""The whole numbers from 0 to a most."""
FOR_BUSY_FIGHTS = st.sets(st.sampled_from((*FOR_FIGHTS[:5], "burning 1", "burning 1", "burning 2")), max_size=5)
OF_A_NEIGHBOUR = st.sampled_from(((), ("resurrection",)))
FEWER_OR_ALL = st.sampled_from((1, 2, 3, 3))


DECIDED = st.builds(
    BattleReadings,
    **{
        name: st.sampled_from(sorted(one.answers.values())) if one.answers else st.integers(one.least, one.most)
        for name, one in readings_of(BattleReadings).items()
    },
)


@st.composite
def positions(draw: st.DrawFn, most_dice: int, most_hp: int = 5, *, decided: bool = False) -> Battle:
    """A battle before a move, from cards with few dice and hit points, so that everything can die.

    Where it is `decided`, by any readings of a table.
    """

    def drawn(name: str) -> Creature:
        level = draw(LEVELS)
        return Creature(
            name=name,
            level=level,
            mythology=draw(KINDS_OF_MYTHOLOGY) if level > 1 else None,
            element=draw(KINDS_OF_ELEMENT),
            hp=1 + draw(UP_TO[most_hp - 1]),
            bd=draw(UP_TO[most_dice]),
            abilities=draw(OF_A_CREATURE),
        )

    lineups = []
    for player, name in (("Anna", "Ant"), ("Bo", "Bee")):
        creatures = tuple(drawn(f"{name} {n}") for n in range(draw(NUMBER_OF_CREATURES)))
        pieces = tuple(Equipment(f"{player}'s piece {n}", draw(OF_A_PIECE)) for n in range(draw(NUMBER_OF_PIECES)))
        lineups.append(Lineup(player, creatures, pieces))
    battle = start_battle("duel", *lineups, elements=draw(MAYBE), morale=draw(MAYBE))
    battle.readings = draw(DECIDED) if decided else battle.readings
    battle.turn = draw(TURNS)
    battle.quiet_since = draw(UP_TO[battle.round])
    for side in SIDES:
        slots = draw(ORDERS)
        for fighter, slot in zip(battle.of(side), slots, strict=False):
            if draw(UP_TO[3]):
                _stand(draw, fighter, slot)
    for fighter in battle.fighters:
        victim = battle.holder(enemy_of(fighter.side), fighter.slot or 0)
        if victim is not None and fighter.has("devour") and victim.devouring is None and draw(MAYBE):
            fighter.devouring, victim.devoured_by = victim.number, fighter.number
    return battle


@st.composite
def busy_fights(draw: st.DrawFn) -> Battle:
    """Two that face each other in slot 2, with much that one roll does to several; the first attacks."""
    sides = []
    for name in ("Ant", "Bee"):
        first = card(f"{name} 2", 1 + draw(UP_TO[3]), draw(UP_TO[2]), *draw(FOR_BUSY_FIGHTS))
        neighbour = card(f"{name} 1", 1 + draw(UP_TO[2]), 1, *draw(OF_A_NEIGHBOUR))
        sides.append((first, neighbour, card(f"{name} 3", 9, 1))[: draw(FEWER_OR_ALL)])
    battle = put(duel(*sides), {name: int(name[-1]) for name in ("Ant 2", "Ant 1", "Bee 2", "Bee 1")})
    for fighter in battle.fighters:
        fighter.damage = draw(UP_TO[fighter.card.hp - 1]) if fighter.slot else 0
        fighter.frost = draw(MAYBE) if fighter.slot else False
    return battle


def _stand(draw: st.DrawFn, fighter: Fighter, slot: int) -> None:
    fighter.slot = slot
    fighter.damage = draw(UP_TO[fighter.card.hp - 1])
    fighter.frost = draw(UP_TO[3]) == 0
    fighter.bound = draw(UP_TO[5]) == 0
    fighter.resurrected = draw(UP_TO[3]) == 0
    fighter.worn = [AbilitySource(f"{fighter.name}'s {n}", draw(OF_A_PIECE)) for n in range(draw(NUMBER_OF_PIECES))]
    for source in (*fighter.worn, fighter.own):
        source.absorbed = draw(UP_TO[source.abilities.get("absorption", 0)])
