"""The victory points after each turn of a game, from the log of its save."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from referee.games.conjurers.rules.state import GameState
from referee.games.conjurers.saved import SavedConjurers
from referee.games.conjurers.scores.of_game import score_now
from referee.saves import points_by_turn as log
from referee.saves.save import OpenSave
from referee.scores.words import TurnPoints


def points_by_turn(path: Path) -> list[TurnPoints]:
    """What everybody would score before the first turn, after each turn and now; without players who left (A21).

    Raises BadInput if the save can't be used or its log can't be played.
    """
    open_save: OpenSave[GameState] = OpenSave(SavedConjurers(), path)
    return log.points_by_turn(open_save, partial(score_now, open_save.setup), lambda game: game.stage == "over")
