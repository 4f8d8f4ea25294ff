"""Unit sheets as the twin reads them, from the words on the rulings page."""

from __future__ import annotations

import re
from typing import Any

Data = dict[str, Any]
KINDS = ("god", "titan", "hero", "monster", "troop")


def sheets(deck: Data) -> dict[str, Data]:
    """The units of a deck file by their names."""
    return {card["name"]: sheet(kind, card) for kind in KINDS for card in deck.get(kind, [])}


def sheet(kind: str, card: Data) -> Data:
    """One unit: what is printed, each line of its dashboard as most, least vitality, stats."""
    lines: list[tuple[int, int, list[int], dict[str, int]]] = []
    if kind == "troop":
        lines.append((card["miniatures"], 1, stats(card["stats"]), {}))
    for line in card.get("lines", []):
        span, numbers, *lit = line.split()
        most, _, least = span.partition("-")
        lines.append((int(most), int(least or most), stats(numbers), letters("".join(lit))))
    return {
        "kind": kind, "full": lines[0][0], "lines": lines,
        "talents": card.get("talents", []), "types": card.get("types", []),
    }  # fmt: skip


def stats(text: str) -> list[int]:
    """Offence, defence, range, movement."""
    return [int(number) for number in text.split("/")]


def letters(text: str) -> dict[str, int]:
    """The powers that are lit, with the number beside each."""
    return {letter: int(number or 0) for letter, number in re.findall(r"([a-z])(\d*)", text)}
