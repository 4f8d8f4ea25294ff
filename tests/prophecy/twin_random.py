"""Fight records at random: cards with every effect that a fight knows, moves that are legal, and some that aren't."""

from __future__ import annotations

import random
import re
from typing import Any

from referee.games.prophecy.readings import FightReadings
from tests.prophecy.twin_cards import read_rule
from tests.prophecy.twin_fights import Refused, how_many
from tests.prophecy.twin_records import Table
from tests.random_runs import random_readings

ANNOUNCED = ("battle", "roll", "any roll", "after roll", "before battle", "any time")
PLACES = ("Plains", "Forest", "Mountains", "Forest, port", "Plains, gate", "Forest Camp")
ARTIFACTS = 5
"""There are so many in the box."""
GRAMMAR = """
n = 1 | 2 | 3
sort = humanoid | animal | undead | demon | kind stone
type = edged | crushing | long | staff
value = in strength | in strength | in wills | in wills | in either | to strength | to willpower
bonus = <value> <n>
place = forest | mountains | port | gate | guild | Forest Camp
limits = - | - | - | first roll | against humanoids | against undead | against demons | against stone | at
    <place>
words = <limits> | <limits> | with <type> | thrown | two-handed | empty hands | per 1 artifact | per 2 items
weapon's words = <limits> | <limits> | thrown | thrown
if = - | - | - | if strength fight | if wills fight | if attacker | if against demons | if against animals | if
    man | if woman
once = - | - | - | once a round | once a battle | once a turn | once in two rounds
price = - | 1 magic -> | 1 health -> | 2 magic -> | 1 gold ->
its price = <price> | <price> | damage this ->
saved = lost by 1 is drawn | lost by 2 is drawn | lost is drawn
standing = wills 1 less | <saved> | two weapons | better of two | worse of two | enemy worse of two | <die> |
    enemy loses <n> strength | enemy loses <n> willpower
put off = lose 1 health after battle | damage a weapon after battle
for the battle = <bonus> | <bonus> on a weapon | <bonus> on a weapon, <put off> | <saved> | <bonus>, <put off>
die = own die <face> | enemy die <face>
face = 1 | 2 | 3 | 4 | 5 | 6
twice = better of two | worse of two | enemy worse of two | worse of two, <bonus> | better of two, enemy worse
    of two
for the roll = <bonus> | <bonus> | <bonus> on a weapon | <twice> | <twice> | <die> | <bonus>, lose 1 health
    after battle
answer = reroll a die | reroll a die | roll again | <saved>
help = <bonus> | heal 1 health | recharge 1 magic
count = heal 1 health | recharge 1 magic | lose 1 health | lose 1 magic | gain 1 strength | gain 1 willpower |
    lose half health | heal all health | gain 2 gold
later = won | drawn | lost | after battle
drain = once a battle battle if wills fight: enemy loses <n> willpower | <once> battle: <price> enemy loses <n> <lost>
lost = strength | willpower | health | magic
common rule = <later>: <count> | <later>: <count> | <later> if hurt: <count> | once a round always: spell <n> less
    | <drain> | always: <standing> | always: <standing> | hero beaten: steal 1 gold
rule = <always> | <always> | <always> | <common rule> | <common rule> | <once> battle <if>: <price> <for the
    battle> | <once> roll <if>: <price> <for the roll> | any roll: <price> better of two | <once> after roll
    <if>: <price> <answer> | before battle: <price> <help> | any time: <price> <help>
always = always <if>: <bonus> <words>
weapon's rule = always <if>: <bonus> <weapon's words> | always: <bonus> <weapon's words> | <rule> | <once>
    battle <if>: <its price> <for the battle> | <once> roll <if>: <its price> <for the roll>
shield's rule = <rule> | <once> after roll <if>: <its price> <saved> | always <if>: <saved>
scroll = roll: better of two | roll: own die 6 | roll: enemy die 1 | after roll: reroll a die | any roll: better
    of two | roll: <bonus> | battle: <bonus> | roll: better of two, enemy worse of two
potion = any time: <bonus> | before battle: <bonus> | any time: heal 3 health | before battle: recharge 2 magic
skill = <rule> | <rule> | <rule> | always: two weapons | always: in strength 1 with <type> | always: in either 1
    thrown | always: in strength 1 empty hands
strength = strength <n> | strength 4 | strength 6 | strength 9 | strength as yours | strength as yours +1 |
    strength as yours x2
willpower = willpower <n> | willpower 4 | willpower 6 | willpower 8 | willpower as yours
both = <strength>, <willpower>
values = <strength> | <both> | <both> | <both> | <willpower> | <willpower>, <strength>, both parts | <strength>,
    willpower for strength | strength 6, all values | strength 13, all values | <both>, strength costs <n>
    magic, wills costs 1 health | <both>, strength costs <n> magic, wills costs 2 health
own = always <if>: in either <n> | always: in either <n> at port | always: in either 1 first roll | always: in
    either 1 per 1 item | always: better of two | always: enemy worse of two | always: lost by 1 is drawn
met = met <if one>: lose 1 health | met: lose 2 magic | met <if one>: lose half health | met: discard all items
    | met: discard an item | met: damage an item | met: lay 1 item on this or else lose 1 health | met: lay 5
    gold on this or else lose 1 health
if one = - | if man | if woman
harm = lose 1 health | lose 2 health | lose 1 magic | lose half health | lose all magic | damage a weapon |
    discard a weapon | lose 1 strength | lose 1 willpower | discard an item | damage an item | discard all items
    | damage a shield | lose 5 gold or else lose 1 health | discard an item or else lose 1 health | lay 5 gold
    on this or else lose 1 health
reward = gain 1 strength | gain 2 willpower | heal 1 health | recharge 2 magic
on = - | - | - | - | on 1-3 | on 4-6 | on 6
"""
"""What may stand for a word in angle brackets: alternatives, "-" for nothing."""
Alternatives = dict[str, list[str]]


def alternatives(grammar: str) -> Alternatives:
    """What may stand for each word of a grammar."""
    lines = (line.split(" = ") for line in grammar.replace("\n    ", " ").strip().splitlines())
    return {name: ["" if one == "-" else one for one in re.split(r" *\| *", texts)] for name, texts in lines}


ALTERNATIVES = alternatives(GRAMMAR)


def write(chance: random.Random, what: str, of: Alternatives = ALTERNATIVES) -> str:
    """A text at random out of a grammar."""
    text = re.sub(r"<([^<>]+)>", lambda found: write(chance, found[1], of), chance.choice(of[what]))
    return re.sub(r" +([:,;]|$)", r"\1", re.sub(r" +", " ", text)).strip()


def rules(chance: random.Random, what: str) -> str:
    """One or two rules, at most one of which is announced: two with the same words could be meant."""
    found = [write(chance, what) for _ in range(chance.choice([1, 1, 2]))]
    while sum(read_rule(one).when in ANNOUNCED for one in found) > 1:
        found.pop()
    return "; ".join(found)


def item(chance: random.Random, name: str) -> str:
    """An Item's or an Artifact's line."""
    sort = chance.choice(["weapon"] * 5 + ["shield", "shield", "hand", "head", "free", "free", "scroll", "potion"])
    if sort in ("scroll", "potion"):
        return f"{name}: item, {sort}; {write(chance, sort)}"
    values = ["artifact" if chance.random() < 0.12 else "item", *([sort] if sort != "free" else [])]
    if sort == "weapon":
        values += ["two-handed"] * (chance.random() < 0.25) + ["throwing"] * (chance.random() < 0.6)
        values += chance.sample(["edged", "crushing", "long", "staff"], chance.choice([0, 1, 1, 2]))
    return f"{name}: {', '.join(values)}; {rules(chance, {'weapon': WEAPON, 'shield': SHIELD}.get(sort, 'rule'))}"


WEAPON, SHIELD = "weapon's rule", "shield's rule"


def ability(chance: random.Random, name: str) -> str:
    """An Ability's line, half of them Spells."""
    spell = f", spell {chance.choice([1, 1, 1, 2])}" if chance.random() < 0.5 else ""
    return f"{name}: ability, Fortress{spell}; {rules(chance, 'rule' if spell else 'skill')}"


def creature(chance: random.Random, *, faces: bool) -> str:
    """A Creature's or a Guardian's line; with `faces` a die may decide what it does."""
    kind = chance.choice(["creature", "creature", "creature", "lesser", "greater"])
    line = f"Foe: {kind}, {write(chance, 'sort')}, {write(chance, 'values')}"
    line += ", 3 lives" * (chance.random() < 0.25) + ", no spells" * (chance.random() < 0.1)
    line += f"; {write(chance, 'own')}" * (chance.random() < 0.3) + f"; {write(chance, 'met')}" * (
        chance.random() < 0.2
    )
    if kind != "creature":
        line = line.replace("lay 5 gold on this", "lose 5 gold").replace("lay 1 item on this", "discard an item")
    for when in ("won", "drawn", "lost", "after battle"):
        if chance.random() < (0.5 if when == "lost" else 0.15):
            what = write(chance, "reward" if when == "won" else "harm")
            also = "also " * (when == "lost" and chance.random() < 0.1)
            on = f"{when} {write(chance, 'on')}".strip() if faces else when
            on += f" {write(chance, 'if one')}".rstrip() * (when == "lost")
            if kind != "creature" or when == "after battle":  # where nothing can lie
                what = what.replace("lay 5 gold on this", "lose 5 gold")
            line += f"; {on}: {also}{what}"
    return line


def hero(chance: random.Random, name: str, letter: str, readings: dict[str, Any]) -> dict[str, Any]:
    """A hero of a record, with no more cubes than there may be."""
    most_red, most_blue = min(8, readings.get("red_cubes", 8)), min(10, readings.get("blue_cubes", 10))
    health, magic = chance.randint(0, most_red), chance.randint(0, most_blue)
    red, blue = chance.randint(health, most_red), chance.randint(magic, most_blue)
    items = [item(chance, f"{letter}item{n}") for n in range(chance.choice([0, 1, 2, 3, 4]))]
    if items and chance.random() < 0.1:
        items.append(items[0])
    abilities = [ability(chance, f"{letter}skill{n}") for n in range(chance.choice([0, 1, 2, 3]))]
    if abilities and chance.random() < 0.1:
        abilities.append(abilities[0])
    listed = sum(line.split(": ")[1].startswith("artifact") for line in items)
    if listed and len({line for line in items if ": artifact" in line}) < listed:
        items, listed = items[:-1], listed - 1
    cubes = {"health": health, "magic": magic, "red": red, "blue": blue}
    who = {"name": name, "sex": chance.choice(["man", "woman"]), "space": chance.choice(PLACES)}
    cards = {"items": items, "abilities": abilities, "artifacts": chance.choice([listed, listed, listed + 1])}
    return who | cubes | {"gold": chance.randint(0, 8)} | cards


def throw(chance: random.Random, table: Table) -> str:
    """Dice as they are typed: own ones, then the enemy's."""
    fight = table.fight
    if fight.average:
        return "roll"
    if fight.step == "die":
        return f"roll {chance.randint(1, 6)}"
    many = tuple(map(how_many, fight.ops)) if fight.step == "again" else fight.dice_needed()
    parts = ["+".join(str(chance.randint(1, 6)) for _ in range(one)) for one in many]
    return " ".join(["roll", *(part for part in parts if part)])


def with_items(chance: random.Random, table: Table, text: str, side: int) -> str:
    """A type with some Items, mostly such as can be held together."""
    held = [name for name in table.fight.hero(side).whole if table.find(name).chosen]
    for _ in range(4):
        some = chance.sample(held, min(len(held), chance.choice([0, 1, 1, 2, 2, 3])))
        try:
            table.fight.check_hands(side, some)
            break
        except Refused:
            if chance.random() < 0.1:
                break
            some = []
    return f"{text} with {', '.join(some)}" if some else text


def next_move(chance: random.Random, table: Table) -> str:
    """A move that is mostly legal."""
    fight = table.fight
    if table.asked is not None:
        choice = chance.choice(table.asked.options)
        if table.asked.key != "reward":
            return f"give {choice}"
        if choice == "roll":
            choice = f"roll {'+'.join(str(chance.randint(1, 6)) for _ in range(table.world.dice_wanted))}".strip()
        return choice
    if fight.step == "type":
        before = [
            name
            for name in [*fight.hero(0).whole, *fight.hero(0).abilities]
            if table.find(name).at("before battle", "any time")
        ]
        if before and chance.random() < 0.5:
            name = chance.choice(before)
            return f"{'cast' if table.find(name).spell is not None else 'use'} {name}"
        kinds = ["", "wills"] if table.duel else fight.types()
        if chance.random() < 0.04:
            kinds = ["strength", "wills"]
        return with_items(chance, table, f"{'attack' if table.duel else 'fight'} {chance.choice(kinds)}".strip(), 0)
    if fight.step == "defend":
        answer = chance.choice(["accept", "wills"] if fight.kind != "wills" else ["accept"] * 9 + ["wills"])
        return with_items(chance, table, answer, 1)
    if fight.step == "arms":
        return with_items(chance, table, "arms", fight.speaker)
    if fight.step in ("die", "again"):
        return throw(chance, table)
    options = [one for one in fight.options() if one not in ("roll", "done", "stand")]
    if chance.random() < 0.05:
        options = [act.text for act in fight._all_acts(fight.speaker)]
    if options and chance.random() < 0.5:
        return chance.choice(options)
    if fight.step == "answer":
        return "stand"
    if "done" in fight.options() and chance.random() < 0.7:
        return "done"
    return throw(chance, table)


def record(seed: object) -> dict[str, Any]:
    """A fight record with its moves."""
    chance = random.Random(f"fight {seed}")
    duel = chance.random() < 0.3
    data: dict[str, Any] = {
        "game": "prophecy",
        "kind": "hero" if duel else "creature",
        "dice": "average" if chance.random() < 0.1 else "entered",
        "moves": [],
    }
    if chance.random() < 0.5:
        data |= random_readings(chance, FightReadings)
    if duel:
        data |= {"attacker": hero(chance, "Anna", "A", data), "defender": hero(chance, "Bo", "B", data)}
        while data["attacker"]["artifacts"] + data["defender"]["artifacts"] > ARTIFACTS:
            data["defender"] = hero(chance, "Bo", "B", data)
        data["defender"]["space"] = data["attacker"]["space"]  # a fight is on one
    else:
        data["creature"] = creature(chance, faces=data["dice"] == "entered")
        data["hero"] = hero(chance, "Anna", "A", data)
    table = Table(data)
    most = chance.choice([2, 6, 20, 20, 20])
    while len(data["moves"]) < most:
        if table.over and (table.fight.average or chance.random() < 0.97):
            break
        move = "roll 1 1" if table.over else next_move(chance, table)
        data["moves"].append(move)
        try:
            table.say(move)
        except Refused:
            break
    if chance.random() < 0.3:
        data["claim"] = chance.choice(["won", "drawn", "lost"])
    return data
