"""Conjurers as the commands see it. What a command doesn't need isn't loaded."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from referee.files import Data
from referee.games.conjurers import vocabulary

if TYPE_CHECKING:
    from referee.games.conjurers.report import ScoreReport
    from referee.games.conjurers.verdict import Verdict


class Conjurers:
    """The game of Conjurers."""

    name = vocabulary.GAME
    title = "Conjurers"

    def score(self, path: Path, data: Data, deck: Path | None) -> ScoreReport:
        """Score a score sheet (pp. 24-26). Raises BadInput."""
        from referee.games.conjurers.report import ScoreReport
        from referee.games.conjurers.scoring import score
        from referee.games.conjurers.sheet import read_sheet

        sheet = read_sheet(path, data, deck)
        return ScoreReport(score(sheet.players), sheet.notes)

    def judge(self, path: Path, data: Data, deck: Path | None) -> Verdict:
        """Replay a battle record. Raises BadInput."""
        from referee.games.conjurers.verdict import judge

        return judge(path, data, deck)


GAME = Conjurers()
