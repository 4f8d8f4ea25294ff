"""A turn ends, and the next player's begins; what lasted for a turn or a round ends with it (4b, M70)."""

from __future__ import annotations

from referee.games.mythic.rules.context import Match
from referee.games.mythic.rules.events import TurnBegan, TurnEnded
from referee.games.mythic.rules.state import Acting, GameState


def next_turn(match: Match) -> None:
    """What lasted for the turn ends; whose turn it is now, and whether a round has begun."""
    game = match.game
    match.emit(TurnEnded(match.seat))
    for piece in game.pieces:
        piece.activated, piece.retaliated, piece.guest = False, False, -1
        piece.bonuses = [one for one in piece.bonuses if one.until == "round"]
        piece.marks = [mark for mark in piece.marks if not mark.startswith("turn:")]
    before = game.active
    game.active = game.playing(before + 1)[0]
    seats = list(range(before + 1, before + 1 + len(game.players)))
    passed_lead = game.lead in [seat % len(game.players) for seat in seats[: seats.index(_after(before, game)) + 1]]
    if passed_lead:
        game.lead = game.active  # the lead player, or the next in seat if that one is out
        game.round += 1
        for player in game.players:
            player.bought = []
        for piece in game.pieces:
            piece.marks = [mark for mark in piece.marks if not mark.startswith("round:")]
    game.turn += 1
    game.phase, game.passed, game.activated, game.led, game.acting = "start", False, 0, "", Acting()
    match.emit(TurnBegan(game.active, game.round))


def _after(before: int, game: GameState) -> int:
    """The seat of the next turn, counted on from the one before."""
    return before + 1 + (game.active - before - 1) % len(game.players)
