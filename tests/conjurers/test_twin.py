"""The arithmetic of a strike a second time, slow and plain, against the engine (pp. 17-23; B9-B13, B20)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from referee.asking.dice import Dice, Mode, Roll
from referee.asking.question import Procedure, finish
from referee.games.conjurers.battle.moves import Attack
from referee.games.conjurers.battle.state import AbilitySource, Battle, Fighter, Lineup, Play, start_battle
from referee.games.conjurers.cards.cards import Creature
from referee.games.conjurers.vocabulary import Element
from tests.random_runs import examples

# --- the twin: what two people at a table do ------------------------------------------------------


@dataclass
class Beast:
    """A creature with its card, its equipment and what lies on it."""

    hp: int
    bd: int
    level: int
    element: Element
    offensive: int
    defensive: int
    power_hit: int
    first_strike: bool
    life_steal: bool
    frost_attack: bool
    poisonous: bool
    shields: list[int]
    hurt: int
    frosted: bool
    poison: int = 0
    dead: bool = False


def beats(one: Beast, other: Beast) -> bool:
    """Whether the element of `one` is superior (p. 21)."""
    if one.element == "fire":
        return other.element == "earth"
    if one.element == "earth":
        return other.element == "air"
    if one.element == "air":
        return other.element == "water"
    return other.element == "fire"


def extra_dice(one: Beast, other: Beast) -> int:
    """The dice of a superior element, from the text of p. 21: by its level, and more from two levels below on."""
    if not beats(one, other):
        return 0
    dice = 1
    if one.level >= 3:
        dice = 2
    if one.level == 5:
        dice = 3
    if other.level - one.level >= 2:
        dice += other.level - one.level - 1
    return dice


def deal(striker: Beast, struck: Beast, striker_began: bool, elements: bool, dice: list[int]) -> int:
    """The damage that a strike deals (B9), with dice off the top of the list."""
    number = striker.bd + striker.power_hit
    if elements:
        number += extra_dice(striker, struck)
    total = 0
    for _ in range(number):
        total += dice.pop(0)
    if striker_began:
        total += striker.offensive
    if striker.frosted:
        threes = 0
        while (threes + 1) * 3 <= total:
            threes += 1
        total -= threes
    if striker_began:  # then the struck creature is not the one that began
        total -= struck.defensive
    return max(total, 0)


def suffer(struck: Beast, striker: Beast, dealt: int) -> int:
    """Lay damage down marker by marker, on the shields first (B9, B11); how much reached the creature."""
    received = 0
    for _ in range(dealt):
        for number, shield in enumerate(struck.shields):
            if shield > 0:
                struck.shields[number] -= 1
                break
        else:
            struck.hurt += 1
            received += 1
    if striker.frost_attack and dealt > 0:
        struck.frosted = True
    if striker.poisonous and received > 0:
        struck.poison += 1
    return received


def bury(*beasts: Beast) -> None:
    """Take the dead out."""
    for beast in beasts:
        if beast.hurt >= beast.hp:
            beast.dead = True


def drink(thief: Beast, received: int) -> None:
    """Take back half of what the other received (B13)."""
    if thief.life_steal and not thief.dead:
        for _ in range(received // 2):
            if thief.hurt > 0:
                thief.hurt -= 1


def meet(beginner: Beast, other: Beast, elements: bool, dice: list[int]) -> None:
    """A whole fight that `beginner` started (B9-B13)."""
    if beginner.first_strike and not other.first_strike:
        exchange(beginner, other, True, elements, dice)
    elif other.first_strike and not beginner.first_strike:
        exchange(other, beginner, False, elements, dice)
    else:
        by_beginner = deal(beginner, other, True, elements, dice)
        by_other = deal(other, beginner, False, elements, dice)
        to_other = suffer(other, beginner, by_beginner)
        to_beginner = suffer(beginner, other, by_other)
        bury(beginner, other)
        drink(beginner, to_other)
        drink(other, to_beginner)


def exchange(first: Beast, second: Beast, first_began: bool, elements: bool, dice: list[int]) -> None:
    """One after the other: the second strikes if it still stands (B10)."""
    to_second = suffer(second, first, deal(first, second, first_began, elements, dice))
    bury(second)
    drink(first, to_second)
    if not second.dead:
        to_first = suffer(first, second, deal(second, first, not first_began, elements, dice))
        bury(first)
        drink(second, to_first)


# --- the engine -----------------------------------------------------------------------------------


@dataclass
class Scripted(Dice):
    """Dice that show what they are told, one throw after the other."""

    faces: list[int]
    mode: Mode = "entered"
    thrown: list[int] = field(default_factory=list)

    def roll(self, count: int, number: int, what: str) -> Procedure[Roll]:
        """The next faces."""
        yield from ()
        values = tuple(self.faces[len(self.thrown) : len(self.thrown) + count])
        self.thrown += values
        return Roll(count, values, sum(values))


def card_of(beast: Beast, name: str) -> Creature:
    """The card of a creature: its own abilities."""
    own = {
        "offensive": beast.offensive,
        "defensive": beast.defensive,
        "life steal": int(beast.life_steal),
        "frost attack": int(beast.frost_attack),
        "poisonous": int(beast.poisonous),
    }
    abilities = {ability: number for ability, number in own.items() if number}
    return Creature(
        name=name, level=beast.level, element=beast.element, hp=beast.hp, bd=beast.bd, abilities=abilities
    )


def put(battle: Battle, number: int, beast: Beast) -> Fighter:
    """Put a creature into slot 2 with its equipment and what lies on it."""
    fighter = battle.fighters[number]
    fighter.slot, fighter.damage, fighter.frost = 2, beast.hurt, beast.frosted
    worn = [{"absorption": shield} for shield in beast.shields]
    if beast.power_hit:
        worn.append({"power hit": beast.power_hit})
    if beast.first_strike:
        worn.append({"first strike": 1})
    fighter.worn = [AbilitySource(f"piece {n}", piece) for n, piece in enumerate(worn)]
    return fighter


def engine(beginner: Beast, other: Beast, elements: bool, faces: list[int]) -> tuple[Fighter, Fighter, int]:
    """The fight as the engine fights it, and how many dice it took. Spares keep the battle from ending."""
    spare = Creature(name="Spare", level=1, hp=9, bd=1, abilities={})
    battle = start_battle(
        "duel",
        Lineup("Anna", (card_of(beginner, "Wolf"), spare)),
        Lineup("Bo", (card_of(other, "Bear"), spare)),
        elements=elements,
    )
    one, two = put(battle, 0, beginner), put(battle, 2, other)
    events: list[Any] = []
    dice = Scripted(faces)
    finish(Attack(0).do(Play(battle, dice, events)))
    return one, two, len(dice.thrown)


def standing(fighter: Fighter, beast: Beast) -> dict[str, Any]:
    """What lies on a creature after the fight, as the engine has it."""
    shields = [source.absorption_left() for source in fighter.worn if "absorption" in source.abilities]
    found: dict[str, Any] = {"dead": fighter.dead, "hurt": fighter.damage, "shields": shields}
    return found if beast.dead else found | {"frosted": fighter.frost, "poison": fighter.poison}


def expected(beast: Beast) -> dict[str, Any]:
    """What lies on a creature after the fight, as the twin has it."""
    found: dict[str, Any] = {"dead": beast.dead, "hurt": beast.hurt, "shields": beast.shields}
    return found if beast.dead else found | {"frosted": beast.frosted, "poison": beast.poison}


def living(hp: int, hurt: int, **rest: Any) -> Beast:
    """A creature that is hurt for less than its hit points."""
    return Beast(hp=hp, hurt=hurt % hp, **rest)


BEASTS = st.builds(
    living,
    hp=st.integers(1, 20),
    bd=st.integers(0, 6),
    level=st.integers(1, 5),
    element=st.sampled_from(("fire", "earth", "air", "water")),
    offensive=st.integers(0, 4),
    defensive=st.integers(0, 4),
    power_hit=st.integers(0, 3),
    first_strike=st.booleans(),
    life_steal=st.booleans(),
    frost_attack=st.booleans(),
    poisonous=st.booleans(),
    shields=st.lists(st.integers(1, 6), max_size=2),
    hurt=st.integers(0, 19),
    frosted=st.booleans(),
)
"""Any creature, alive, perhaps hurt and frozen."""
FACES = st.binary(min_size=40, max_size=40).map(lambda thrown: [byte % 3 for byte in thrown])


@pytest.mark.rule("B9", "B10", "B11", "B13", "B20", "B26")
@examples(600)
@given(BEASTS, BEASTS, st.booleans(), FACES)
def test_the_engine_fights_as_two_people_would(
    beginner: Beast, other: Beast, elements: bool, faces: list[int]
) -> None:
    """Damage, shields, markers, deaths and dice of one fight, reckoned twice."""
    one, two, thrown = engine(beginner, other, elements, faces)
    left = list(faces)
    meet(beginner, other, elements, left)
    event(f"dead: {beginner.dead}, {other.dead}")
    assert standing(one, beginner) == expected(beginner)
    assert standing(two, other) == expected(other)
    assert thrown == len(faces) - len(left)


def simple(**changes: Any) -> Beast:
    """A creature of 10 hit points and 3 dice with nothing special, but for the changes."""
    plain: dict[str, Any] = {
        "hp": 10,
        "bd": 3,
        "level": 2,
        "element": "fire",
        "offensive": 0,
        "defensive": 0,
        "power_hit": 0,
        "first_strike": False,
        "life_steal": False,
        "frost_attack": False,
        "poisonous": False,
        "shields": [],
        "hurt": 0,
        "frosted": False,
    }
    return Beast(**{**plain, **changes})


@pytest.mark.rule("B9", "offensive", "defensive", "frost-attack")
@pytest.mark.parametrize(
    ("beginner", "other", "dealt"),
    [
        (simple(bd=4, offensive=2), simple(), 7),  # p. 18: dice of 5 and 2 more
        (simple(bd=4, offensive=1), simple(defensive=2), 4),  # p. 18: six less two
        (simple(bd=4, offensive=1, frosted=True), simple(), 4),  # p. 19: six are four
        (simple(bd=4, frosted=True), simple(defensive=9), 0),  # p. 18: never below nothing
    ],
)
def test_the_twin_knows_the_books_examples(beginner: Beast, other: Beast, dealt: int) -> None:
    """The printed examples, so that the twin itself is right: four dice that show 2, 1, 1, 1."""
    assert deal(beginner, other, True, False, [2, 1, 1, 1]) == dealt
