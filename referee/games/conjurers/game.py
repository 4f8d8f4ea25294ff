"""Conjurers as the commands see it. What a command doesn't need isn't loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from referee.files import Data
from referee.games.conjurers import vocabulary
from referee.games.conjurers.kinds import expect

if TYPE_CHECKING:
    from referee.games.conjurers.ask_score import ScoreForm
    from referee.games.conjurers.evening.new import SetupForm
    from referee.games.conjurers.evening.table import GameTable
    from referee.games.conjurers.live import BattleTable
    from referee.games.conjurers.reports.odds import OddsReport
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

        if data.get("kind") == "save":
            return self.score_save(path)
        expect("score sheet", data, path)
        sheet = read_sheet(path, data, deck)
        return ScoreReport(score(sheet.players), sheet.notes)

    def ask_score(self, say: Callable[[str], None], deck: Path | None, path: Path | None) -> ScoreForm:
        """Ask for a score sheet; it is kept in `path`, if one is named. Raises BadInput."""
        from referee.games.conjurers.ask_score import ScoreForm

        return ScoreForm(say, deck, path)

    def score_save(self, path: Path) -> ScoreReport:
        """The score of a save "if the game ended now". Raises BadInput."""
        from referee.games.conjurers.evening.kept import KeptConjurers
        from referee.games.conjurers.evening.table import score_now
        from referee.games.conjurers.reports.score import ScoreReport
        from referee.keeping import Keeper

        keeper = Keeper(KeptConjurers(), path)
        return ScoreReport(score_now(keeper.setup, keeper.state_on_file))

    def new(self, path: Path, deck: Path, say: Callable[[str], None]) -> SetupForm:
        """The set-up of a game, kept in `path` while it is answered. Raises BadInput."""
        from referee.games.conjurers.evening.new import SetupForm

        return SetupForm(path, deck, say)

    def table(self, path: Path, screen: Screen) -> GameTable:
        """A whole game from its save. Raises BadInput."""
        from referee.games.conjurers.evening.table import GameTable

        return GameTable(path, screen)

    def judge(self, path: Path, data: Data, deck: Path | None, brief: bool = False) -> VerdictReport:
        """Replay a battle record; a `brief` report shows only what is wrong. Raises BadInput."""
        from referee.games.conjurers.reports.verdict import VerdictReport
        from referee.games.conjurers.verdict import judge

        expect("battle record", data, path)
        return VerdictReport(judge(path, data, deck), brief)

    def odds(self, path: Path, data: Data, deck: Path | None, move: str | None, magic: Iterable[str]) -> OddsReport:
        """The odds of a battle record's next moves, or of one `move`. Raises BadInput or Illegal."""
        from referee.games.conjurers.reports.odds import report_odds

        expect("battle record", data, path)
        return report_odds(path, data, deck, move, magic)

    def battle(self, path: Path, screen: Screen, deck: Path | None) -> BattleTable:
        """A battle to be refereed live. Raises BadInput, or Illegal for an illegal record."""
        from referee.games.conjurers.live import BattleTable

        return BattleTable(path, screen, deck)


GAME = Conjurers()
