"""Fights for tests: records without a file, cards that the rulebook names (numbers that it leaves out are ours)."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from referee.games.prophecy.fights.battles import BATTLES
from referee.games.prophecy.fights.verdict import Verdict, judge
from referee.games.prophecy.odds.reach import chances

CARDS = {
    "Cedar Staff": "item, weapon, two-handed, long, staff; always: in strength 1; always: in wills 1",
    "Oaken Staff": "item, weapon, two-handed, staff; always: in strength 1",
    "Ivory Wand": "item, hand; always: in wills 1",
    "Ruby Circlet": "item, head; always: in wills 1",
    "Axe": "item, weapon, throwing; always: in strength 1 against demons; always: in strength 1 thrown",
    "Javelin": "item, weapon, long, throwing; always: in strength 1 against animals; always: in strength 1 thrown",
    "Thor's Hammer": "item, weapon, crushing, throwing; always: in strength 2 thrown; "
    "always: in strength 2 against undead",
    "Boomerang": "item, weapon, crushing, throwing; always: in strength 1 thrown",
    "Cutlass": "item, weapon, edged, throwing; always: in strength 1",
    "Dagger": "item, weapon, edged, throwing; always: in strength 1",
    "Great Sword": "item, weapon, two-handed, edged; always: in strength 3",
    "War Axe": "item, weapon, edged, throwing; always: in strength 2",
    "Ritual Dagger": "item, weapon; always: in strength 1; "
    "roll: 1 health -> in wills 2; roll: 2 health -> in wills 4",
    "Flaming Staff": "item, weapon, two-handed, staff, throwing; always: in wills 1; always: in wills 2 thrown",
    "Spiked Shield": "item, shield; always: in strength 1",
    "Round Shield": "item, shield; always if strength fight: lost by 1 is drawn",
    "Royal Shield": "item, shield; always: lost is drawn",
    "Cape": "item, hand; always: in strength 1",
    "Crown of Power": "item, head; always: to willpower 1; always: wills 1 less",
    "Gauntlets of Strength": "item; always: to strength 1",
    "Crystal Skull": "item; always: in wills 2",
    "Berserker's Axe": "item, weapon, two-handed, edged; always: in strength 3; lost: lose 1 health",
    "Potion of Healing": "item, potion; any time: heal 4 health",
    "Scroll of Divine Will": "item, scroll; roll: better of two",
    "Scroll of Altered Reality": "item, scroll; after roll: reroll a die",
    "Blessed Weapon": "ability, Monastery, costs 5, spell 1; battle: in strength 1 on a weapon",
    "Prayer": "ability, Monastery, spell 1; any roll: better of two",
    "Turn Back Time": "ability, Magic Tower, spell 1; after roll: roll again",
    "Berserk": "ability, Fortress, spell 1; battle: in strength 2, lose 1 health after battle",
    "Concentration": "ability, Magic Tower, spell 2; roll: in wills 3",
    "Power Drain": "ability, Magic Tower, spell 1; once a battle battle if wills fight: enemy loses 2 willpower",
    "Sap": "ability, Magic Tower, spell 1; once a battle battle if wills fight: enemy loses 2 willpower",
    "Staff Skill": "ability, Magic Tower; always: in either 1 with staff",
    "Exorcism": "ability, Monastery; always: in either 2 against demons",
    "Edged Weapons": "ability, Fortress; always: in strength 1 with edged",
    "Crushing Weapons": "ability, Fortress; always: in strength 1 with crushing",
    "Long Weapons": "ability, Forest Camp; always: in strength 1 with long",
    "Thrown Weapons": "ability, Thieves' Guild; always: in strength 1 thrown",
    "Two-Handed Combat": "ability, Fortress; always: in strength 1 two-handed; always: in strength 1 empty hands",
    "Ambidexterity": "ability, Fortress; always: two weapons",
    "Healing Arts": "ability, Forest Camp; after battle if hurt: heal 1 health",
    "Resistance": "ability, Forest Camp; always: lost by 1 is drawn",
    "Effective Spellcasting": "ability, Magic Tower; once a round always: spell 1 less",
    "Forest Wisdom": "ability, Forest Camp; always: in either 1 at forest",
    "Fury": "ability, Fortress, spell 1; roll: in strength 2, lose 1 health after battle",
    "Frenzy": "ability, Fortress, spell 1; roll: in strength 1; lost: lose 1 health",
    "Stamina": "ability, Forest Camp, spell 1; moving: move 3",
}
"""Lines without their names."""


def line(name: str) -> str:
    """A card as a record writes it."""
    return f"{name}: {CARDS[name]}"


def hero(health: int, magic: int, *cards: str, **more: Any) -> dict[str, Any]:
    """A hero of a record, with cards by name."""
    abilities = [line(name) for name in cards if CARDS[name].startswith("ability")]
    return {
        "name": "Anna",
        "health": health,
        "magic": magic,
        "abilities": abilities,
        "items": [line(name) for name in cards if CARDS[name].startswith("item")],
        **more,
    }


def record(creature: str, who: dict[str, Any], *moves: str, dice: str = "entered", **more: Any) -> dict[str, Any]:
    """A fight with a Creature as a file's data."""
    return {
        "game": "prophecy",
        "kind": "creature",
        "dice": dice,
        "creature": creature,
        "hero": who,
        "moves": list(moves),
        **more,
    }


def duel(attacker: dict[str, Any], defender: dict[str, Any], *moves: str, **more: Any) -> dict[str, Any]:
    """A fight between heroes as a file's data."""
    return {
        "game": "prophecy",
        "kind": "hero",
        "dice": "entered",
        "attacker": attacker,
        "defender": {"name": "Bo"} | defender | ({"name": "Bo"} if defender["name"] == "Anna" else {}),
        "moves": list(moves),
        **more,
    }


def judged(data: dict[str, Any]) -> Verdict:
    """A record played."""
    return judge(BATTLES.read(Path("fight.toml"), data))


def told(data: dict[str, Any]) -> dict[str, Any]:
    """A record's JSON."""
    return judged(data).data()


def totals(data: dict[str, Any]) -> list[tuple[int, int]]:
    """Both totals before the dice, roll by roll."""
    return [(roll["own"], roll["enemy"]) for roll in told(data)["rolls"]]


def ruling(data: dict[str, Any]) -> tuple[int, str]:
    """The number of an illegal move, and the rule that forbids it."""
    illegal = told(data)["illegal"]
    assert illegal is not None, "it is legal"
    return illegal["move"], illegal["ruling"]


def winning(lead: int, own: Any = ()) -> Fraction:
    """The chance to win one roll by its lead."""
    return chances(lead, own).rank[0]
