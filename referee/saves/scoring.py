"""The score of a file: of a game's save as if it ended now, or of a score sheet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.declaration.game import Game
from referee.declaration.tracking import verify_counted
from referee.errors import BadInput
from referee.files.files import Data
from referee.scores.report import ScoreReport
from referee.scores.score import Outcome


def score_file(game: Game[Any, Any], path: Path, data: Data, deck: Path | None) -> ScoreReport:
    """The score of a save or sheet that was read. Raises BadInput."""
    scores = game.scores()
    if data.get("kind") == "save":
        return _of_save(game, path, data)
    if scores.sheet is None:
        raise BadInput(
            f"{path}: isn't a save of a game of {game.title}; begin one with: referee new --game {game.name} FILE"
        )
    return report_of(game, *scores.sheet(path, data, deck))


def report_of(game: Game[Any, Any], outcome: Outcome, notes: tuple[str, ...] = ()) -> ScoreReport:
    """The report of a score, as every file's is."""
    scores = game.scores()
    return ScoreReport(game.name, outcome, scores.words, scores.player, notes)


def _of_save(game: Game[Any, Any], path: Path, data: Data) -> ScoreReport:
    from referee.saves.evening import evening_of
    from referee.saves.save import OnDisk, OpenSave  # a sheet is scored without all that plays a game

    open_save: OpenSave[Any] = OpenSave(game, OnDisk(path, "", data))
    scores, state = game.scores(), open_save.session.present
    try:
        verify_counted(open_save.rules, state)
    except BadInput as error:
        raise BadInput(f"{path}: {error}. Go on with: referee play {path}") from None
    return ScoreReport(
        game.name,
        scores.outcome(open_save.setup_of(state), state),
        scores.words,
        scores.player,
        open_save.notes,
        evening=lambda: evening_of(OpenSave(game, path)),
    )
