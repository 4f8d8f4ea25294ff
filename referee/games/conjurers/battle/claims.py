"""What the table says of a battle: how much damage is on its creatures. It changes nothing, and is judged."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from referee.errors import BadInput, Unreadable
from referee.games.conjurers.battle.state import Battle, Fighter, find_key
from referee.text.names import fold, printable

WORD = "claim"
"""What a claim that is kept begins with, behind the verb of a correction."""

_CLAIM = re.compile(r"(.*\S)\s*[ =:]\s*(\d{1,4})(?:\s+damage)?", re.IGNORECASE)


def meant(text: str, battle: Battle) -> dict[str, int]:
    """The damage on creatures, by key, that somebody claims: "Griffin 4, sph 2". Names may be shortened.

    Raises BadInput for what is no claim, or fits no creature or several.
    """
    known = [fighter for fighter in battle.fighters if not fighter.maybe]
    if not text.strip():
        raise Unreadable(f"say who has how much damage: {WORD} {_example(known)} 4")
    return {_meant(name, known).key: damage for name, damage in _parts(text, known)}


def exact(text: str, battle: Battle) -> dict[str, int]:
    """The same where names stand whole, as they are `written`. Raises BadInput."""
    parts = _parts(text, battle.fighters)
    return {find_key(name, battle.fighters).key: damage for name, damage in parts}


def named(claims: Mapping[str, int], battle: Battle) -> dict[str, int]:
    """Claims by the name of each creature, or its key where both sides have one of that name."""
    names = {fighter.key: fighter.name for fighter in battle.fighters}
    return {_name(key, names.values(), names[key]): damage for key, damage in claims.items()}


def written(claims: Mapping[str, int], battle: Battle) -> str:
    """Claims as they can be read again: "Griffin 4, attacker.Wolf 2"."""
    return ", ".join(f"{name} {damage}" for name, damage in named(claims, battle).items())


def after_turn(text: str, battle: Battle | None) -> dict[str, int]:
    """What is claimed after the last turn of a battle under way, names whole. Raises BadInput where there is none."""
    if battle is None:
        raise Unreadable("no battle is refereed now; what is claimed belongs to a turn of one")
    expect_turn(battle)
    return exact(text, battle)


def expect_turn(battle: Battle) -> None:
    """Refuse a claim before the first turn is over. Raises BadInput."""
    if not battle.turn:
        raise BadInput("no turn of this battle is over yet, so there is nothing to claim")


def _name(key: str, names: Collection[str], name: str) -> str:
    return name if [fold(one) for one in names].count(fold(name)) == 1 else key


def _parts(text: str, known: Sequence[Fighter]) -> list[tuple[str, int]]:
    found = []
    for part in text.split(","):
        read = _CLAIM.fullmatch(part.strip())
        if read is None:
            raise Unreadable(
                f'"{printable(part.strip())}" is no claim; say who has how much damage: {WORD} {_example(known)} 4'
            )
        found.append((read[1], int(read[2])))
    return found


def _example(known: Sequence[Fighter]) -> str:
    """A creature that can be named: the first that was hurt, else the first of all."""
    return next((one.name for one in known if one.damage), known[0].name if known else "Griffin")


def _meant(said: str, known: Sequence[Fighter]) -> Fighter:
    """The creature that somebody means by some words of its name, or their beginnings. Raises BadInput."""
    words = fold(said).split()
    fits = [
        one for one in known if all(any(part.startswith(word) for part in fold(one.name).split()) for word in words)
    ]
    return fits[0] if len(fits) == 1 else find_key(said, known)
