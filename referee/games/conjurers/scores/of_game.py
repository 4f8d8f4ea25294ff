"""The score of a game under way, as if it ended now (pp. 24-26)."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from referee.games.conjurers.rules.card_pool import face_of
from referee.games.conjurers.rules.state import GameState, Player, Setup
from referee.games.conjurers.scores.score import score
from referee.games.conjurers.scores.sheet import SheetHoldings
from referee.games.conjurers.tables.points import find_artifact
from referee.scores.score import Outcome


def score_now(setup: Setup, game: GameState) -> Outcome:
    """The score if the game ended now; players who left have no rank (A21)."""
    held = [holdings(setup, game, player) for player in game.players if not player.left]
    left = tuple(player.name for player in game.players if player.left)
    return replace(score(held, len(setup.players), setup), left=left, over=game.stage == "over")


def holdings(setup: Setup, game: GameState, player: Player) -> SheetHoldings:
    """What a player holds, as it is scored."""
    faces = [face_of(setup, game, name) for name in player.creatures]
    return SheetHoldings(
        player.name,
        tuple((None if face.mythology is UNSET else face.mythology, face.level) for face in faces),
        tuple(find_artifact(name, "save") for name in player.artifacts),
        dict(player.resources),
        player.minus_points,
    )
