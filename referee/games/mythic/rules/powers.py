"""What powers and what lasts change of a unit: its talents, its types, its movement, what it can't do."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.mythic import tables
from referee.games.mythic.board.moving import Action
from referee.games.mythic.rules.context import FREE, Match, Refusal
from referee.games.mythic.rules.state import Piece
from referee.games.mythic.vocabulary import Talent, UnitType


def awake(match: Match, piece: Piece) -> frozenset[Talent]:
    """The talents that a unit could use on dry land: none of a troop's last miniature (M61)."""
    unit = match.unit(piece.name)
    if unit.troop and piece.vitality == 1 and unit.full > 1:
        return frozenset()
    return frozenset(unit.talents)


def types(match: Match, piece: Piece) -> frozenset[UnitType]:
    """The types of a unit."""
    return frozenset(match.unit(piece.name).types)


def talents(match: Match, piece: Piece) -> frozenset[Talent]:
    """The talents of a unit that work where it stands: water silences them (M62)."""
    found = awake(match, piece)
    if not found or not piece.there:
        return found
    ground = match.game.board.terrain(piece.area, {piece.area: match.spot(piece.area).elements})
    row = tables.terrain()[ground]
    swims = any(row.name in tables.types()[one].ignores for one in types(match, piece))
    return frozenset() if row.silences and not swims else found


def movement(match: Match, piece: Piece) -> int:
    """How many areas a unit walks."""
    return match.line(piece).stats.movement


def forbidden(match: Match, piece: Piece, what: str) -> Refusal:
    """Why something that lasts forbids a unit to do something, with the rule."""
    return FREE


def forbidden_moves(match: Match, piece: Piece) -> Mapping[Action, str]:
    """What forbids a unit to walk or run, by the action."""
    return {}
