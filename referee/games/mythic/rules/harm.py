"""Wounds, healing, and what leaves the board: vitality and miniatures, stones dropped, units destroyed (2d)."""

from __future__ import annotations

from referee.games.mythic.rules import endings, moments
from referee.games.mythic.rules.context import Match
from referee.games.mythic.rules.events import Destroyed, Dropped, Healed, Rules, Wounded
from referee.games.mythic.rules.state import Piece
from referee.games.mythic.units.in_force import FightAtRange


def wound(
    match: Match, piece: Piece, wounds: int, source: str = "", rules: Rules = ("wounds", "M14"), *, by: str = "",
    fight: FightAtRange | None = None,
) -> None:  # fmt: skip
    """Take wounds, in an attack, else `by` another unit or by none; at 0 the unit is destroyed (M14)."""
    if not wounds or not piece.there:
        return
    unit = match.unit(piece.name)
    lost = min(wounds, piece.vitality)
    piece.vitality -= lost
    silent = unit.talents if unit.troop and piece.vitality == 1 and unit.full > 1 else ()
    match.emit(Wounded(piece.owner, piece.name, wounds, lost, piece.vitality, unit.troop, silent, source, rules))
    moments.note(match, "when wounded", piece, fight, other=by)
    if not piece.vitality:
        destroy(match, piece, fight)


def destroy(match: Match, piece: Piece, fight: FightAtRange | None = None) -> None:
    """A unit is destroyed, in an attack or otherwise: it drops what it carries where it stood, its cards stay."""
    moments.destroyed(match, piece, fight)
    area, stone = piece.area, piece.stone
    if stone and area:
        match.spot(area).stones.append(stone)
    match.emit(Destroyed(piece.owner, piece.name, area, match.stone_told(stone) if stone else ""))
    piece.status, piece.area, piece.stone, piece.vitality = "destroyed", "", "", 0
    piece.bonuses = []
    if match.unit(piece.name).divinity:
        endings.divinity_fell(match, piece.owner)


def drop(match: Match, piece: Piece, rules: Rules = ("drop",)) -> None:
    """A unit puts its stone down where it stands."""
    if piece.stone:
        if piece.area:
            match.spot(piece.area).stones.append(piece.stone)
        match.emit(Dropped(piece.name, match.stone_told(piece.stone), piece.area, rules))
        piece.stone = ""


def heal(match: Match, piece: Piece, number: int, source: str, rules: Rules) -> int:
    """Give vitality back, never above the start (M63); how much."""
    full = piece.full
    healed = max(0, min(number, full - piece.vitality))
    if healed:
        piece.vitality += healed
        match.emit(Healed(piece.name, healed, piece.vitality, full, source, rules))
    return healed
