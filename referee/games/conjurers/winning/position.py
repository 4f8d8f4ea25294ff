"""The key of a battle between two moves in the transposition table.

Two battles with the same key go on in the same way. Mirrored slots (1 and 3 swapped) have the same key: no rule
distinguishes left from right. Turns are relative to the present one, so that a position is the same at any time.
"""

from __future__ import annotations

from collections.abc import Hashable

from referee.games.conjurers import tables
from referee.games.conjurers.battle.state import NONE, Battle, Fighter, Side

RESTED = 3
"""Turns after which a creature that came back from devouring has rested (B16)."""


def position_of(battle: Battle) -> Hashable:
    """Return the key of a battle right before a move. Two battles of the same start can be compared by it."""
    turn, mirror = battle.turn, tables.battle().slots + 1
    slots = tuple([fighter.slot or 0 for fighter in battle.fighters])
    mirrored = tuple([mirror - slot if slot else 0 for slot in slots])
    return (
        turn % 2,
        battle.round - battle.quiet_since,
        max(slots, mirrored),
        tuple([None if fighter.dead else _of(fighter, turn) for fighter in battle.fighters]),
        tuple([(_run(side.moved), frozenset(side.used), _freed(side)) for side in battle.sides.values()]),
    )


def _run(moved: tuple[int, ...]) -> tuple[int, ...]:
    """Return the last moves that one creature made in a row (B8); earlier moves no longer count."""
    last = moved[-1] if moved else NONE
    if last == NONE:
        return ()
    many = next((at for at, number in enumerate(reversed(moved)) if number != last), len(moved))
    return (last,) * many


def _of(fighter: Fighter, turn: int) -> Hashable:
    returned = fighter.returned
    return (
        fighter.damage,
        fighter.frost,
        fighter.poison,
        fighter.bound,
        fighter.resurrected,
        fighter.devouring,
        None if returned is None or turn - returned >= RESTED else turn - returned,
        _worn(fighter),
        (fighter.own.absorbed, fighter.own.bind_used),
    )


def _worn(fighter: Fighter) -> tuple[Hashable, ...]:
    """Return what a creature wears; the order counts only if two pieces absorb (B9)."""
    found = [(source.name, source.absorbed, source.bind_used) for source in fighter.worn]
    if len(found) > 1 and sum("absorption" in source.abilities for source in fighter.worn) < 2:
        found.sort()
    return tuple(found)


def _freed(side: Side) -> tuple[tuple[str, int, bool], ...]:
    """Return the state of the pieces of the dead that may be put on again."""
    return tuple([(piece.name, piece.absorbed, piece.bind_used) for piece in side.freed])
