"""The victory points after each turn of a game, from the log of its save."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from referee import turn_points
from referee.games.conjurers.evening.kept import KeptConjurers
from referee.games.conjurers.evening.points import score_now
from referee.games.conjurers.evening.state import Game
from referee.keeping import Keeper
from referee.score_words import TurnPoints


def points_by_turn(path: Path) -> list[TurnPoints]:
    """What everybody would score before the first turn, after each turn and now; without players who left (A21).

    Raises BadInput if the save can't be used or its log can't be played.
    """
    keeper: Keeper[Game] = Keeper(KeptConjurers(), path)
    return turn_points.points_by_turn(keeper, partial(score_now, keeper.setup), lambda game: game.stage == "over")
