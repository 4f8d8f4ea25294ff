"""The score of a file: of a game's save as if it ended now, or of a score sheet."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins
from msgspec.structs import replace

from referee.declaration.game import Game
from referee.declaration.readings import in_force
from referee.declaration.tracking import verify_counted
from referee.errors import BadInput
from referee.files.files import Data
from referee.files.kinds import SAVE, SHEET, expect, is_save, kind_of
from referee.scores.report import ScoreReport
from referee.scores.score import Outcome

if TYPE_CHECKING:
    from referee.declaration.reports import Report

SECONDS = 10.0
"""Time limit for trying other readings, in seconds."""


def score_file(game: Game[Any, Any], path: Path, data: Data, deck: Path | None) -> ScoreReport:
    """Score a save or sheet that was read. Raises BadInput."""
    scores = game.scores()
    if is_save(data):
        return _of_save(game, path, data)
    if scores.sheet is None:
        if kind_of(data) != SHEET:
            expect(SAVE, data, path)
        raise BadInput(
            f"{path}: isn't a save of a game of {game.title}; begin one with: referee new --game {game.name} FILE"
        )
    return report_of(game, *scores.sheet(path, data, deck))


def with_readings(game: Game[Any, Any], path: Path, data: Data, deck: Path | None, report: ScoreReport) -> Report:
    """Add to a score what other readings make of it: the points, and who wins. Raises BadInput."""
    from referee.saves.differing import COUNTS, differing
    from referee.saves.save import OnDisk, OpenSave

    scores, setup, state = game.scores(), None, None
    if is_save(data):
        open_save: OpenSave[Any] = OpenSave(game, OnDisk(path, "", data))
        state = open_save.session.present
        setup = open_save.setup_of(state)

    def as_data(outcome: Outcome) -> Data:
        return {"winners": list(outcome.winners), COUNTS: outcome.points}

    def score_again(others: Data) -> Data:
        if setup is not None:
            return as_data(scores.outcome(in_force(setup, others), state))
        assert scores.sheet is not None
        return as_data(scores.sheet(path, {**data, **others}, deck)[0])

    declared, ruled = game.rules().readings, as_data(report.outcome)
    held = to_builtins(setup, str_keys=True) if setup is not None else data
    return differing(game.name, report, declared, held, ruled, score_again, every=True, seconds=SECONDS)


def report_of(game: Game[Any, Any], outcome: Outcome, notes: tuple[str, ...] = ()) -> ScoreReport:
    """Build the report of a score."""
    scores = game.scores()
    return ScoreReport(game.name, outcome, scores.words, scores.player, notes)


def _of_save(game: Game[Any, Any], path: Path, data: Data) -> ScoreReport:
    from referee.saves.evening import evening_of
    from referee.saves.save import OnDisk, OpenSave  # a sheet is scored without all that plays a game

    open_save: OpenSave[Any] = OpenSave(game, OnDisk(path, "", data))
    try:
        verify_counted(open_save.rules, open_save.session.present)
    except BadInput as error:
        raise BadInput(f"{path}: {error}. Go on with: referee play {shlex.quote(str(path))}") from None
    report = report_of(game, open_save.outcome(), open_save.notes)
    return replace(report, evening=lambda: evening_of(OpenSave(game, path)))
