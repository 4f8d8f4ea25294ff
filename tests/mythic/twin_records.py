"""Random attack records, legal or not, that the twin of `twin_attack` and the program judge alike."""

from __future__ import annotations

import random
import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

from referee.games.mythic.readings import AttackReadings
from tests.mythic.records import odds as program_odds
from tests.mythic.records import told as program_verdict
from tests.mythic.twin_attack import Data, Dice, IllegalStep, dice_of, judge, odds, read
from tests.mythic.twin_sheets import Sheet, sheets
from tests.random_runs import random_readings

DECK = Path(__file__).parents[2] / "examples" / "mythic" / "sample-units.toml"
KINDS = ["god", "titan", "hero", "monster", "troop"]
TERRAINS = [
    "open ground",
    "forest",
    "ruins",
    "cage",
    "cliff",
    "rock",
    "stairs",
    "lava",
    "polar",
    "rift",
    "swamp",
    "water",
]
TALENTS = [
    "archer",
    "block",
    "bolster",
    "climb",
    "close combat",
    "close protection",
    "force of nature",
    "guard",
    "initiative",
    "leader",
    "mighty throw",
    "mobility",
    "monster slayer",
    "phalanx",
    "sneak attack",
    "torment",
]
TYPES = ["flying", "aquatic", "boreal", "fireproof", "huge"]
MOST_DICE = 5
"""More aren't asked for their odds: the twin tries every decision."""


def some(chance: random.Random, of: list[str], share: float) -> list[str]:
    """Each of them, or not."""
    return [one for one in of if chance.random() < share]


def side(chance: random.Random, attacks: bool, units: dict[str, Sheet]) -> Data:
    """Half a record."""
    found: Data = {"name": "Ash Runner" if attacks else "Marsh Serpent"}
    if chance.random() < 0.3:
        found = {"unit": chance.choice(sorted(units))}
        sheet = units[found["unit"]]
        if chance.random() < 0.7:
            found["miniatures" if sheet.kind == "troop" else "vitality"] = chance.randint(1, sheet.full)
        talents = sheet.talents
    else:
        found["type"] = chance.choice(KINDS if attacks or chance.random() < 0.9 else ["token"])
        found["offence" if attacks else "defence"] = chance.choice([*range(10)] * 3 + [10, 11])
        if chance.random() < 0.7:
            found["range"] = chance.randint(0, 2)
        talents = some(chance, TALENTS, 0.25) if found["type"] != "token" else []
        if talents:
            found["talents"] = talents
        if found["type"] != "token" and chance.random() < 0.3:
            found["traits"] = some(chance, TYPES, 0.4)
        if found["type"] == "troop" and chance.random() < 0.8:
            found["full"] = chance.randint(1, 4)
            found["miniatures"] = chance.randint(1, found["full"])
        elif chance.random() < 0.8:
            found["vitality"] = chance.randint(1, 9)
    if chance.random() < 0.6:
        found["terrain"] = chance.choice(TERRAINS)
    if chance.random() < 0.4:
        found["with"] = [chance.choice(KINDS) for _ in range(chance.randint(1, 2))]
    if chance.random() < 0.2:
        found["helped"] = ["bolster"]
    if chance.random() < 0.15:
        found["unused"] = [chance.choice(talents or TALENTS)] if chance.random() < 0.9 else [chance.choice(TALENTS)]
    return found


def situation(chance: random.Random) -> Data:
    """What lies between the two."""
    found: Data = {}
    if chance.random() < 0.6:
        found["distance"] = chance.choice([0, 1, 1, 1, 2, 3])
    for what, share in (
        ("as_if_there", 0.2),
        ("heights", 0.2),
        ("aerial", 0.1),
        ("nature", 0.15),
        ("still_reaches", 0.3),
    ):
        if chance.random() < share:
            found[what] = chance.random() < 0.9
    if chance.random() < 0.2:
        found["visible"] = chance.random() < 0.3
    return found


def roll(chance: random.Random, count: int) -> str:
    return " ".join(str(chance.randint(0, 5)) for _ in range(count))


def step(chance: random.Random, dice: Dice) -> str:
    """A move that is often legal: half of them from dice that are in hand."""
    hand = dice.hand if dice.hand and chance.random() < 0.95 else [0, 1, 3, 4, 5]
    kind = chance.choice(["lift"] * 5 + ["reroll"] * 2 + ["throw", "second", "second", "best", "done"])
    if kind == "lift":
        fuel = " ".join(str(chance.choice(hand)) for _ in range(chance.choice([1, 1, 1, 2, 3])))
        return f"lift {chance.choice(sorted(hand)[-3:])} by {fuel}"
    if kind == "reroll":
        hand = [min(die, 9) for die in hand]
        many = min(len(hand), chance.choice([1, 2, 2, 2, 3]))
        return f"reroll {' '.join(map(str, sorted(hand)[:many]))}: {roll(chance, many)}"
    fives = dice.hand.count(5) if chance.random() < 0.9 else 1
    if kind == "second" and fives:
        many = chance.randint(1, fives)
        named = "all" if many == dice.hand.count(5) and chance.random() < 0.5 else " ".join(["5"] * many)
        return f"second {named}: {roll(chance, many)}"
    return kind if kind != "second" else "done"


def random_record(seed: int, units: dict[str, Sheet]) -> Data:
    """An attack with steps; most are legal."""
    chance = random.Random(seed)
    for _ in range(3):
        record = setting(chance, units)
        if not read(record, units).forbidden():
            record["steps"] = steps(chance, record, units) if chance.random() < 0.95 else []
            break
    if chance.random() < 0.3:
        record["claim"] = claim(chance, record, units)
    return record


def setting(chance: random.Random, units: dict[str, Sheet]) -> Data:
    """An attack before its first roll, which may be forbidden."""
    record: Data = {
        "game": "mythic",
        "kind": chance.choice(["attack"] * 4 + ["retaliation", "area"]),
        "steps": [],
        "attacker": side(chance, True, units),
        "defender": side(chance, False, units),
        "deck": str(DECK),
    }
    if record["attacker"].get("unit") and record["attacker"].get("unit") == record["defender"].get("unit"):
        record["defender"] = {"name": "Marsh Serpent", "type": "monster", "defence": 8, "vitality": 3}
    if chance.random() < 0.8:
        record["situation"] = situation(chance)
    if chance.random() < 0.3:
        record["modifiers"] = [
            {"why": "power Dread", chance.choice(["offence", "defence", "range"]): chance.randint(-3, 3)}
            for _ in range(chance.randint(1, 2))
        ]
    if chance.random() < 0.1:
        given = [{"why": why, "dice": chance.randint(0, 7)} for why in ("power Storm", "power Gale")]
        record["modifiers"] = [*record.get("modifiers", ()), *given[: chance.randint(1, 2)]]
    return record | random_readings(chance, AttackReadings)


def steps(chance: random.Random, record: Data, units: dict[str, Sheet]) -> list[str]:
    dice = dice_of(read(record, units), record)
    said = ["roll " + roll(chance, dice.offence)]
    if chance.random() < 0.05:
        said.insert(0, chance.choice(["done", "lift 4 by 1"]))
    try:
        for one in said:
            dice.play(one)
        while len(said) < 9 and dice.stage != "over" and chance.random() < 0.9:
            tries = [step(chance, dice) for _ in range(4)]
            said.append(next((one for one in tries if legal(dice, one)), tries[0]))
            dice.play(said[-1])
    except IllegalStep:
        pass
    return said


def legal(dice: Dice, move: str) -> bool:
    """Whether a move could be made; it isn't made."""
    try:
        deepcopy(dice).play(move)
    except IllegalStep:
        return False
    return True


def claim(chance: random.Random, record: Data, units: dict[str, Sheet]) -> Data:
    """What somebody says of it: mostly true."""
    found = judge(record, units)
    said: dict[str, Any] = {}
    for what in ("wounds", "offence", "defence", "range", "best", "vitality", "destroyed", "retaliation"):
        true = found[what]
        if true is not None and chance.random() < 0.4:
            other = not true if isinstance(true, bool) else true + 1
            said[what] = true if chance.random() < 0.7 else other
    return said


def disagreement(record: Data, units: dict[str, Sheet]) -> str | None:
    """How twin and program differ about a record; None if they don't."""
    ours, theirs = judge(record, units), program_verdict(record)
    theirs["illegal"] = theirs["illegal"] and theirs["illegal"]["step"]
    for what, found in ours.items():
        if theirs[what] != found:
            return f"{what}: twin {found}, program {theirs[what]}"
    return odds_differ(record, units)


def odds_differ(record: Data, units: dict[str, Sheet]) -> str | None:
    """The same of the odds, before the roll and after it."""
    attack = read(record, units)
    if attack.offence() > MOST_DICE:
        return None
    rolled = [one for one in record["steps"][:1] if one.startswith("roll")]
    ours, theirs = odds(record, rolled, units), program_odds(record | {"steps": rolled, "claim": {}}).data()
    if ours is None:
        return None if not theirs["legal"] else "the twin forbids what has odds"
    now = theirs["now"]["at_least"] if theirs["now"] else []
    theirs["rolled"] = now + ["0"] * (len(ours["rolled"]) - len(now))  # it leaves out dice that are blank
    for what, found in ours.items():
        if theirs[what] != found:
            return f"odds: {what}: twin {found}, program {theirs[what]}"
    return None


def deck() -> dict[str, Sheet]:
    """The sample units, as the twin reads them."""
    return sheets(tomllib.loads(DECK.read_text(encoding="utf-8")))
