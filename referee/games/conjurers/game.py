"""Conjurers as the commands see it. What a command doesn't need isn't loaded."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from referee.files import Data
from referee.games.conjurers import vocabulary
from referee.games.conjurers.kinds import expect

if TYPE_CHECKING:
    from referee.games.conjurers.ask_score import ScoreForm
    from referee.games.conjurers.live import BattleTable
    from referee.games.conjurers.reports.score import ScoreReport
    from referee.games.conjurers.reports.verdict import VerdictReport
    from referee.screens import Screen


class Conjurers:
    """The game of Conjurers."""

    name = vocabulary.GAME
    title = "Conjurers"

    def score(self, path: Path, data: Data, deck: Path | None) -> ScoreReport:
        """Score a score sheet (pp. 24-26). Raises BadInput."""
        from referee.games.conjurers.reports.score import ScoreReport
        from referee.games.conjurers.scoring import score
        from referee.games.conjurers.sheet import read_sheet

        expect("score sheet", data, path)
        sheet = read_sheet(path, data, deck)
        return ScoreReport(score(sheet.players), sheet.notes)

    def ask_score(self, say: Callable[[str], None], deck: Path | None, path: Path | None) -> ScoreForm:
        """Ask for a score sheet; it is kept in `path`, if one is named. Raises BadInput."""
        from referee.games.conjurers.ask_score import ScoreForm

        return ScoreForm(say, deck, path)

    def judge(self, path: Path, data: Data, deck: Path | None, brief: bool = False) -> VerdictReport:
        """Replay a battle record; a `brief` report shows only what is wrong. Raises BadInput."""
        from referee.games.conjurers.reports.verdict import VerdictReport
        from referee.games.conjurers.verdict import judge

        expect("battle record", data, path)
        return VerdictReport(judge(path, data, deck), brief)

    def battle(self, path: Path, screen: Screen, deck: Path | None) -> BattleTable:
        """A battle to be refereed live. Raises BadInput, or Illegal for an illegal record."""
        from referee.games.conjurers.live import BattleTable

        return BattleTable(path, screen, deck)


GAME = Conjurers()
