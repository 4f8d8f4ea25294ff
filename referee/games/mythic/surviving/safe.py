"""Units that are certain to survive the round: no enemy can come near enough to attack them.

Distances are upper bounds: areas are counted as if nothing lay between them, and every bonus as if it helped. So a
unit that isn't certain here may well be out of reach. Harm by its own player doesn't count: ground that it enters,
its player's own powers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from referee.games.mythic import tables
from referee.games.mythic.rules import powers
from referee.games.mythic.rules.state import Match, Piece
from referee.games.mythic.surviving.reach import farthest, seats_left
from referee.games.mythic.units import powers as p

NEVER = -1
"""The turn of a unit that doesn't act any more."""


class _Goes(NamedTuple):
    """The turn in which a unit acts, the areas where it may stand before and after that, and those it may attack.

    `within` are the areas that it could attack; `throws`: it may throw its target into another area.
    """

    turn: int
    before: frozenset[str]
    after: frozenset[str]
    within: frozenset[str] = frozenset()
    throws: bool = False

    def attacks(self, other: _Goes) -> bool:
        """Return whether it could attack another unit, wherever that may stand in its turn."""
        return not self.within.isdisjoint(other.after if NEVER < other.turn <= self.turn else other.before)


def certain(match: Match) -> frozenset[str]:
    """Return the units on the board that only their own player can harm in the rest of the round.

    Empty if the map is typed in as the game goes, as areas between may still be missing.
    """
    if powers.learns(match):
        return frozenset()
    pieces = match.state.pieces
    harming = {piece.owner for piece in pieces if piece.in_play and _harms(match, piece)}
    goes, comers = _movements(match), list(_comers(match))
    found = [
        piece
        for piece in match.state.standing
        if not harming - {piece.owner} and not _in_danger(match, piece, goes, comers)
    ]
    if len(match.state.players) > 2 and not match.setup.teams:  # one whose divinity falls leaves with all units (M77)
        found = [piece for piece in found if _stays(match, piece, found)]
    return frozenset(piece.name for piece in found)


# --- by powers ------------------------------------------------------------------------------------------


def _harms(match: Match, piece: Piece) -> bool:
    """Return whether a unit has a power, besides attacks, that could harm others wherever they stand."""
    fallen = any(
        one.status in ("board", "destroyed") and match.unit(one.name).troop and match.are_allied(piece, one)
        for one in match.state.pieces
    )
    return any(
        _harmful(effect, fallen)
        for power in p.powers_of(match.unit(piece.name))
        if piece.there or power.kind in ("permanent", "passive")
        for effect in power.resolved
    )


def _harmful(effect: p.PowerEffect, fallen: bool) -> bool:
    """Return whether an effect wounds, or brings a unit nearer; recalls count only if a troop has fallen or may."""
    match effect:
        case p.HarmEffect():
            return effect.what == "wounds"
        case p.Miniatures():
            return effect.by.sign < 0
        case p.RecallEffect():
            return fallen
        case p.GoEffect() | p.ActivateEffect() | p.ManualPower():
            return True
        case p.Either():
            return any(_harmful(option, fallen) for option in effect.options)
    return False


# --- by attacks -----------------------------------------------------------------------------------------


def _can_act(match: Match, piece: Piece, seats: list[int]) -> bool:
    """Return whether a unit may act in the rest of the round."""
    game = match.state
    if game.acting.unit == piece.name:
        return True
    if piece.seat not in seats or not _card_can_come(match, piece):
        return False
    over = game.passed or game.activated >= match.setup.units_a_turn
    return piece.seat != game.active or not (over or piece.activated)


def _card_can_come(match: Match, piece: Piece) -> bool:
    """Return whether any player can have a card of a unit in hand by the time it is needed."""
    setup, turn = match.setup, tables.numbers().turn
    draws = setup.cards_a_turn + turn.draw_after_pass + tables.numbers().manoeuvres.draws * setup.manoeuvres
    return any(
        piece.name in player.cards.pool or piece.name in player.cards.sure or player.cards.deck < draws
        for player in match.state.players
    )


def _movements(match: Match) -> Mapping[str, _Goes]:
    """Return where each unit on the board may stand, thrown by all enemies that reach it, and what it may attack."""
    seats = seats_left(match)
    pieces = match.state.standing
    turns = {piece.name: seats.index(piece.seat) if _can_act(match, piece, seats) else NEVER for piece in pieces}
    thrown = dict.fromkeys(turns, 0)
    while True:
        goes = {piece.name: _goes(match, piece, turns[piece.name], thrown[piece.name]) for piece in pieces}
        again = {
            piece.name: sum(
                goes[other.name].throws and goes[other.name].attacks(goes[piece.name])
                for other in pieces
                if match.enemy(piece, other)
            )
            for piece in pieces
        }
        if again == thrown:
            return goes
        thrown = again


def _goes(match: Match, piece: Piece, turn: int, thrown: int) -> _Goes:
    """Compute where a unit can get, thrown up to `thrown` times, by its own action too unless it acts no more."""
    board, most = match.state.board, farthest(match, piece)
    before = most.thrown(board, [piece.area], thrown)
    if turn == NEVER:
        return _Goes(turn, before, before)
    attackable = frozenset(
        there
        for area in most.within(board, before, most.walk)
        for there in board.within(area, most.shot(board, area))
    )
    return _Goes(
        turn, before, most.thrown(board, most.within(board, before, most.move), thrown), attackable, most.throws
    )


def _comers(match: Match) -> Iterator[tuple[Piece, _Goes]]:
    """Yield units, and troops that may fall before, that can come into their zone (Deploy, M60), not attacking."""
    board, seats = match.state.board, seats_left(match)
    for piece in match.state.pieces:
        deployed = piece.status == "waiting" and _can_act(match, piece, seats)
        recalled = match.unit(piece.name).troop and piece.status in ("board", "destroyed") and piece.seat in seats
        if deployed or recalled:
            zone = match.state.players[piece.owner].zone
            open_ones = frozenset(board.zone(zone) if zone else board.names)
            yield piece, _Goes(seats.index(piece.seat), frozenset(), open_ones)


def _in_danger(match: Match, piece: Piece, goes: Mapping[str, _Goes], comers: list[tuple[Piece, _Goes]]) -> bool:
    """Return whether an enemy can come near enough to attack a unit, or the unit to an enemy that may answer."""
    own, everyone = goes[piece.name], match.setup.area_attacks == "everyone"
    others = [(one, goes[one.name]) for one in match.state.standing if one is not piece]
    return any(way.attacks(own) for one, way in others if everyone or match.enemy(piece, one)) or any(
        own.attacks(way) for one, way in (*others, *comers) if match.enemy(piece, one)
    )


def _stays(match: Match, piece: Piece, found: list[Piece]) -> bool:
    """Return whether a unit's player stays in the game for certain (M77)."""
    divinity = match.divinity(piece.owner)
    return divinity is None or not divinity.there or divinity in found
