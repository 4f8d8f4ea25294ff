"""What powers are due: noted as something happens, carried out when it is over (2b, 2d, M38, M64)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.mythic.rules import powers
from referee.games.mythic.rules.context import Match, Noted
from referee.games.mythic.rules.state import Piece
from referee.games.mythic.units import in_force
from referee.games.mythic.units.in_force import FightAtRange
from referee.games.mythic.units.powers import Moment


def note(match: Match, moment: Moment, piece: Piece, fight: FightAtRange | None = None, other: str = "") -> None:
    """Note the powers of a unit that are due now; `other` is who entered, wounded it, or was destroyed.

    Where areas and cards aren't tracked, powers are the table's.
    """
    if match.state.light:
        return
    seen = powers.view(match)
    owner = next((unit for unit in seen.units if unit.name == piece.name), None)
    if owner is not None:
        known = other if any(unit.name == other for unit in seen.units) else ""
        match.noted += [Noted(due, owner, fight) for due in in_force.due(seen, moment, owner, fight, other=known)]


def entered(match: Match, piece: Piece) -> None:
    """A unit has come into an area: its enemies' powers there are due, or at the range that they say."""
    for enemy in match.state.pieces:
        if not (enemy.there and match.enemy(enemy, piece)):
            continue
        before = len(match.noted)
        note(match, "when an enemy enters", enemy, other=piece.name)
        match.noted[before:] = [one for one in match.noted[before:] if enemy.area == piece.area or one.says_range]


def destroyed(match: Match, piece: Piece, fight: FightAtRange | None = None) -> None:
    """A unit is about to leave the board: its own powers are due, and those of its allies."""
    note(match, "when destroyed", piece, fight)
    for ally in match.state.pieces:
        if powers.in_play(ally) and match.allied(ally, piece):
            note(match, "when an ally is destroyed", ally, fight, other=piece.name)


def in_order(match: Match, noted: Sequence[Noted]) -> list[Noted]:
    """What is due at one moment: the active player's first, then clockwise (M38)."""
    seats = match.state.clockwise(match.seat)
    return sorted(noted, key=lambda one: seats.index(match.state.piece(one.owner.name).seat))
