"""A score as the JSON that scripts rely on, and as a screen."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.errors import BadInput
from referee.files.files import Data
from referee.games.enchanters.rules.state import GameState
from referee.games.enchanters.scores.score import CATEGORIES, score
from referee.games.enchanters.vocabulary import GAME
from referee.saves.layout import is_save
from referee.scores import report

if TYPE_CHECKING:
    from referee.scores.words import ScoreWords, TurnPoints


class EnchantersScoreReport(report.ScoreReport, frozen=True):
    """The result of `referee score` for one save."""

    def data(self) -> dict[str, Any]:
        """The result in the fixed machine format; glory throughout, wounds as a negative number."""
        return {
            "game": GAME,
            "players": [
                {
                    "name": player.name,
                    "total": player.total,
                    **{category: player.points(category) for category in CATEGORIES},
                    "lines": [{"category": line.category, "text": line.text, "points": line.points,
                               "rules": list(line.rules)} for line in player.lines],
                }
                for player in self.result.players
            ],
            "winners": list(self.result.winners),
            "decided_by": self.result.decided_by,
        }  # fmt: skip

    def words(self) -> ScoreWords:
        """How the score is told."""
        from referee.games.enchanters.scores.words import WORDS

        return WORDS

    def turns(self, save: Path) -> list[TurnPoints]:
        """The glory turn by turn. Raises BadInput for a broken log."""
        from referee.games.enchanters.saved import SavedEnchanters
        from referee.saves.points_by_turn import points_by_turn
        from referee.saves.save import OpenSave

        open_save: OpenSave[GameState] = OpenSave(SavedEnchanters(), save)
        return points_by_turn(open_save, partial(score, open_save.setup), lambda game: game.over)


def score_save(path: Path, data: Data) -> EnchantersScoreReport:
    """The score of a save "if the game ended now". Raises BadInput."""
    from referee.games.enchanters.saved import SavedEnchanters
    from referee.saves.save import OnDisk, OpenSave

    if not is_save(data):
        raise BadInput(f"{path}: is no save of a game of Enchanters; begin one with: referee new --game {GAME} FILE")
    open_save = OpenSave(SavedEnchanters(), OnDisk(path, "", data))
    return EnchantersScoreReport(score(open_save.setup, open_save.state_on_file), open_save.notes, save=path)
