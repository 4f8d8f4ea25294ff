"""What lies on the table in a game of Enchanters, as plain data: nothing of how the program stores it."""

from __future__ import annotations

from typing import Any

from referee.games.enchanters.rules.state import GameState, Player
from referee.text.names import printed


def lies(game: GameState) -> dict[str, Any]:
    """Everything that a photograph of the table shows, and what is done of the turn."""
    return {
        "turn": game.turn,
        "active": game.players[game.active].name,
        "journey or rest made": game.major,
        "rests": game.resting,
        "players": [_player(player) for player in game.players],
        "adventure deck": game.deck,
        "track": [printed(name) for name in game.track],
        "graveyard": [printed(name) for name in game.graveyard],
        "over": game.over,
    }


def _player(player: Player) -> dict[str, Any]:
    return {
        "name": player.name,
        "crystals": player.crystals,
        "wounds": player.wounds,
        "piles": [[printed(name) for name in pile] for pile in player.piles()],
    }
