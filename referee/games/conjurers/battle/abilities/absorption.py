"""Absorption X: worn pieces take damage before their bearer does (p. 22; B9)."""

from __future__ import annotations

from referee.games.conjurers.battle.events import Absorbed
from referee.games.conjurers.battle.state import Fighter


def absorb(target: Fighter, dealt: int, own: bool = True) -> tuple[tuple[Absorbed, ...], int]:
    """Let the pieces take damage in the order they were named; what they took, and the damage that is left.

    A piece that is full stays on with its other abilities (p. 22). Without `own`, the creature's own card takes
    nothing (X3).
    """
    taken = []
    for source in target.sources(own):
        if (amount := min(dealt, source.absorption_left())) > 0:
            source.absorbed += amount
            dealt -= amount
            taken.append(Absorbed(source.name, amount, source.absorption_left()))
    return tuple(taken), dealt
