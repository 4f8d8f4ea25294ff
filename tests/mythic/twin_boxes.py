"""Boxes and maps at random for the twin's games: talents, types and powers that no box has together."""

from __future__ import annotations

import random
from pathlib import Path

from tests.mythic.twin_records import KINDS, TALENTS, TERRAINS, TYPES
from tests.mythic.twin_sheets import Data

POWERS = (Path(__file__).parent / "more-powers.txt").read_text(encoding="utf-8").splitlines()
BORDERS = ["", "", "", "", " wall", " chains", " escarpment", " cage wall"]
GROUND = ["open ground", "forest", "ruins", "cage"]


def mixed_box(chance: random.Random, box: Data) -> Data:
    """The units of a box with other talents, types and powers."""
    tokens: dict[str, list[str]] = {}
    powers: dict[bool, list[str]] = {True: [one for one in POWERS if ": permanent" in one], False: [*POWERS]}
    for kind in KINDS:
        for card in box[kind]:
            for text in card.get("powers", []):
                body = text if kind == "troop" else text.partition(" ")[2]
                powers[kind == "troop"].append(body)
                tokens[body] = [one for one in card.get("tokens", []) if one.split()[1] in body]
    for kind in KINDS:
        for card in box[kind]:
            troop = kind == "troop"
            own = chance.sample(powers[troop], chance.randint(0, 2 if troop else 3))
            card["talents"] = chance.sample([*TALENTS, "gem collector"], chance.randint(0, 4))
            card["types"] = chance.sample(TYPES[: -1 if troop else None], chance.randint(0, 2))
            card["powers"] = own if troop else [f"{letter} {one}" for letter, one in zip("abc", own, strict=False)]
            card["tokens"] = list(dict.fromkeys(one for body in own for one in tokens.get(body, [])))
            for at, line in enumerate(card.get("lines", [])):
                lit = [
                    f"{letter}{chance.randint(2, 4) if 'X' in one else ''}"
                    for letter, one in zip("abc", own, strict=False)
                    if chance.random() < 0.8
                ]
                card["lines"][at] = " ".join([*line.split()[:2], "".join(lit)]).strip()
    return box


def mixed_map(chance: random.Random) -> Data:
    """Six to eleven areas with anything between them."""
    names = "ABCDEFGHIJK"[: chance.randint(6, 11)]
    levels = {name: chance.choice([0, 0, 1, 2]) for name in names}
    zones = dict(zip((*names[:3], *names[-2:]), ("north", "north", "east", "south", "south"), strict=True))
    pairs = {(chance.choice(names[max(0, at - 3) : at]), names[at]) for at in range(1, len(names))}
    pairs |= {(one, names[names.index(one) + 2]) for one in names[:-2] if chance.random() < 0.5}
    areas, borders = [], []
    for name in names:
        beside = sorted(other for pair in pairs if name in pair for other in pair if other != name)
        terrain = chance.choice(GROUND if name in zones and chance.random() < 0.6 else TERRAINS)
        capacity = chance.randint(3, 5) if name in zones else chance.randint(1, 4)
        rift = f", rift {' to '.join(chance.sample(beside, 2))}" if terrain == "rift" and len(beside) > 1 else ""
        zone = f", zone {zones[name]}" if name in zones else ""
        areas.append(f"{name}: {terrain} {capacity}, level {levels[name]}{zone}{rift}")
    for pair in sorted(pairs):
        high, low = sorted(pair, key=lambda one: -levels[one])
        above = " above" if levels[high] > levels[low] and chance.random() < 0.7 else ""
        borders.append(f"{high}-{low}{chance.choice(BORDERS)}{above}")
    return {"game": "mythic", "kind": "map", "name": "Mixed", "area": areas, "border": borders}
