"""A turn ends, and the next player's begins; what lasted for a turn or a round ends with it (4b, 1a, M70, M94)."""

from __future__ import annotations

from referee.games.mythic.rules.context import Match
from referee.games.mythic.rules.events import TurnBegan, TurnEnded
from referee.games.mythic.rules.state import Acting, GameState


def next_turn(match: Match) -> None:
    """What lasted for the turn ends; whose turn it is now, and whether a round has begun."""
    game = match.state
    match.emit(TurnEnded(match.seat))
    come = _come_to(game)
    for piece in game.pieces:
        piece.activated, piece.retaliated, piece.guest = False, False, -1
        piece.bonuses = [one for one in piece.bonuses if one.until == "round" and one.by not in come]
        piece.marks = [mark for mark in piece.marks if not mark.startswith("turn:")]
    game.active = come[-1]
    if game.lead in come:
        game.lead = game.active  # the lead player, or the next in seat if that one is out
        game.round += 1
        for player in game.players:
            player.bought = []
        for piece in game.pieces:
            piece.marks = [mark for mark in piece.marks if not mark.startswith("round:")]
    game.turn += 1
    game.phase, game.passed, game.activated, game.led, game.acting = "start", False, 0, "", Acting()
    match.emit(TurnBegan(game.active, game.round))


def _come_to(game: GameState) -> list[int]:
    """The seats that a turn comes to: those of players who are out, and last the one whose turn it is next (M94)."""
    order = game.clockwise(game.active + 1)
    return order[: order.index(game.playing(game.active + 1)[0]) + 1]
