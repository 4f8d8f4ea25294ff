"""Fights in which several rules meet, each worked out by hand: totals roll by roll, the result, what is left."""

from __future__ import annotations

from typing import Any

import pytest

from tests.prophecy.fights import hero, record, ruling, told

VAMPIRE = "Vampire: creature, undead, willpower 3, strength 4, both parts"
PAIN = "Master of Pain: greater, demon, strength 9, all values"
SHADOW = "Shadow of Death: greater, undead, strength 6, willpower for strength"
OGRE = "Ogre: creature, strength 5"
ROCK = "Rock Giant: creature, strength 5, willpower 3"
Won = tuple[list[tuple[int, int]], str | None, tuple[int, int]]


def came(data: dict[str, Any]) -> Won:
    """Both totals before the dice of each roll, the result, Health and Magic after it."""
    found = told(data)
    rolls = [(roll["own"], roll["enemy"]) for roll in found["rolls"]]
    return rolls, found["result"], (found["hero"]["health"], found["hero"]["magic"])


@pytest.mark.rule("P33", "P38", "P31", "P36", "P68")
@pytest.mark.parametrize(("creature", "who", "moves", "came_to"), [
    # the staff thrown in the Wills part is gone in the other, where empty hands count
    (VAMPIRE, hero(5, 6, "Flaming Staff", "Two-Handed Combat"),
     ["fight with Flaming Staff", "throw Flaming Staff", "roll 4 1", "roll 4 4"], ([(9, 3), (6, 4)], "won", (5, 6))),
    # the Spell of the second part waits for it
    (VAMPIRE, hero(5, 6, "Blessed Weapon", "Cutlass"),
     ["fight with Cutlass", "roll 4 1", "cast Blessed Weapon on Cutlass", "roll 1 1"],
     ([(6, 3), (7, 4)], "won", (5, 5))),
    # all four sorts of bonus: 4 + 1 Strength, 5 + 1 Willpower, the wand, the Axe at demons and thrown
    (PAIN, hero(4, 5, "Gauntlets of Strength", "Crown of Power", "Ivory Wand", "Axe"),
     ["fight with Axe, Ivory Wand, Crown of Power", "throw Axe", "roll 1 1"], ([(14, 9)], "won", (4, 5))),
    (PAIN, hero(4, 5, "Prayer"), ["fight", "cast Prayer", "roll 1+3 1"], ([(8, 9)], "won", (4, 4))),
    # Willpower and Strength bonuses: 5 + 1 + 3; Gauntlets and the Skull don't count
    (SHADOW, hero(4, 5, "Crown of Power", "Great Sword", "Gauntlets of Strength", "Crystal Skull"),
     ["fight with Great Sword, Crown of Power", "roll 2 2"], ([(9, 6)], "won", (4, 5))),
    # time is turned back on a draw that a shield made; the second throw is lost by 2
    (OGRE, hero(4, 4, "Round Shield", "Turn Back Time"),
     ["fight with Round Shield", "roll 3 3", "cast Turn Back Time", "roll 3 4"], ([(4, 5)], "lost", (3, 3))),
    # its Magic lowers the Willpower that is fought with; the Dagger is paid once
    (ROCK, hero(4, 6, "Turn Back Time", "Ritual Dagger"),
     ["fight wills with Ritual Dagger", "pay 2 health for Ritual Dagger", "roll 1 6", "cast Turn Back Time",
      "roll 3 3"], ([(7, 3)], "won", (2, 3))),
    # two weapons, both thrown: each bonus twice
    (OGRE, hero(4, 4, "Ambidexterity", "Edged Weapons", "Thrown Weapons", "Cutlass", "Dagger"),
     ["fight with Cutlass, Dagger", "throw Cutlass", "throw Dagger", "roll 1 1"], ([(10, 5)], "won", (4, 4))),
    # three Health lost at once: Healing Arts heals one
    (f"{OGRE}; lost: lose 3 health", hero(4, 4, "Healing Arts"), ["fight", "roll 1 6"], ([(4, 5)], "lost", (2, 4))),
    # the loss takes the last Health, the Axe kills before anything heals
    (OGRE, hero(1, 4, "Healing Arts", "Berserker's Axe"), ["fight with Berserker's Axe", "roll 1 6"],
     ([(4, 5)], "lost", (0, 4))),
    # the Crown makes Wills cheaper and raises what is left
    (ROCK, hero(4, 1, "Crown of Power"), ["fight wills with Crown of Power", "roll 3 3"],
     ([(1, 3)], "lost", (3, 0))),
])  # fmt: skip
def test_rules_that_meet_in_one_fight(creature: str, who: dict[str, Any], moves: list[str], came_to: Won) -> None:
    assert came(record(creature, who, *moves)) == came_to


@pytest.mark.rule("P37", "P33", "wills-price")
@pytest.mark.parametrize(("creature", "who", "moves", "why"), [
    (VAMPIRE, hero(5, 6, "Ivory Wand", "Spiked Shield", "Axe"), ["fight with Ivory Wand, Spiked Shield, Axe"],
     (1, "P37")),
    (f"{OGRE}, 3 lives", hero(6, 4, "Ambidexterity", "Cutlass", "Dagger"),
     ["fight with Cutlass, Dagger", "throw Cutlass", "roll 6 1", "throw Cutlass"], (4, "P33")),
    (ROCK, hero(4, 1), ["fight wills"], (1, "wills-price")),
])  # fmt: skip
def test_what_is_refused_where_rules_meet(
    creature: str, who: dict[str, Any], moves: list[str], why: tuple[int, str]
) -> None:
    assert ruling(record(creature, who, *moves)) == why
