"""Which units are certain to survive the round: nobody who can still act comes near enough, whatever everybody does.

It is told from above: areas are counted as if nothing lay between them, and every bonus as if it helped. So a unit
that isn't certain here may well be out of reach.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from referee.games.mythic import tables
from referee.games.mythic.rules import places, powers
from referee.games.mythic.rules.context import Match
from referee.games.mythic.rules.state import Piece
from referee.games.mythic.surviving.farthest import farthest
from referee.games.mythic.surviving.reach import seats_left
from referee.games.mythic.units import powers as p

TWO = 2
"""So many players fight to the end; of more, one whose divinity falls leaves with all units (M77)."""


def certain(match: Match) -> frozenset[str]:
    """The units on the board that nobody can harm in the rest of the round, but their own player.

    None where the map is learnt as the game goes, as areas may lie between that nobody has told yet.
    """
    if places.learns(match):
        return frozenset()
    pieces, seats = match.game.pieces, seats_left(match)
    active = [piece for piece in pieces if piece.there and _can_act(match, piece, seats)]
    within = {piece.name: _within(match, piece) for piece in active}
    harming = {piece.owner for piece in pieces if powers.in_play(piece) and _harms(match, piece)}
    found = [
        piece for piece in pieces
        if piece.there and not harming - {piece.owner} and not _in_danger(match, piece, active, within)
    ]  # fmt: skip
    if len(match.game.players) > TWO and not match.setup.teams:
        found = [piece for piece in found if _stays(match, piece, found)]
    return frozenset(piece.name for piece in found)


def _harms(match: Match, piece: Piece) -> bool:
    """Whether a unit has a power that could harm others, wherever they stand, besides one by which it attacks."""
    return any(
        _harmful(effect)
        for power in p.powers_of(match.unit(piece.name)) if piece.there or power.kind == "permanent"
        for effect in power.told
    )  # fmt: skip


def _harmful(effect: p.Effect) -> bool:
    """Whether an effect wounds, or brings somebody nearer."""
    match effect:
        case p.Harm():
            return effect.what == "wounds"
        case p.Miniatures():
            return effect.by.sign < 0
        case p.Go() | p.Activate() | p.Manual():
            return True
        case p.Either():
            return any(map(_harmful, effect.options))
    return False


def _can_act(match: Match, piece: Piece, seats: list[int]) -> bool:
    """Whether a unit may act in the rest of the round."""
    game = match.game
    if game.acting.unit == piece.name:
        return True
    if piece.seat not in seats or not _card_can_come(match, piece):
        return False
    over = game.passed or game.activated >= tables.numbers().turn.units
    return piece.seat != game.active or not (over or piece.activated)


def _card_can_come(match: Match, piece: Piece) -> bool:
    """Whether anybody can have a card of a unit in hand by the time it is needed."""
    draws = tables.numbers().turn.draw + tables.numbers().turn.draw_after_pass + tables.numbers().manoeuvres.draws
    return any(
        piece.name in player.cards.pool or piece.name in player.cards.sure or player.cards.deck < draws
        for player in match.game.players
    )


def _within(match: Match, piece: Piece) -> frozenset[str]:
    """The areas that a unit could attack at most, after a walk, with all that powers can add."""
    board, most = match.game.board, farthest(match, piece)
    return frozenset(
        there for area in most.walked(board, piece.area) for there in board.within(area, most.shot(board, area))
    )


def _in_danger(
    match: Match, piece: Piece, active: Sequence[Piece], within: Mapping[str, Collection[str]]
) -> bool:  # fmt: skip
    """Whether an enemy comes near enough to attack a unit, or the unit to attack an enemy that may answer."""
    everyone = match.setup.area_attacks == "everyone"
    return any(
        piece.area in within[other.name]
        for other in active if other is not piece and (everyone or match.enemy(piece, other))
    ) or any(
        one.area in within.get(piece.name, ()) for one in match.game.pieces if one.there and match.enemy(piece, one)
    )  # fmt: skip


def _stays(match: Match, piece: Piece, found: list[Piece]) -> bool:
    """Whether a unit's player stays in the game for certain (M77)."""
    divinity = match.divinity(piece.owner)
    return divinity is None or not divinity.there or divinity in found
