"""A score as the JSON that scripts rely on, and as a screen."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee import score_report
from referee.errors import BadInput
from referee.files import Data
from referee.games.enchanters.scoring import CATEGORIES, score
from referee.games.enchanters.state import Game
from referee.games.enchanters.vocabulary import GAME
from referee.save import is_save

if TYPE_CHECKING:
    from referee.score_words import ScoreWords, TurnPoints


class ScoreReport(score_report.ScoreReport, frozen=True):
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
        from referee.games.enchanters.score_words import WORDS

        return WORDS

    def turns(self, save: Path) -> list[TurnPoints]:
        """The glory turn by turn. Raises BadInput for a broken log."""
        from referee.games.enchanters.kept import KeptEnchanters
        from referee.keeping import Keeper
        from referee.turn_points import points_by_turn

        keeper: Keeper[Game] = Keeper(KeptEnchanters(), save)
        return points_by_turn(keeper, partial(score, keeper.setup), lambda game: game.over)


def score_save(path: Path, data: Data) -> ScoreReport:
    """The score of a save "if the game ended now". Raises BadInput."""
    from referee.games.enchanters.kept import KeptEnchanters
    from referee.keeping import Keeper, OnDisk
    from referee.score_report import mended_note

    if not is_save(data):
        raise BadInput(f"{path}: is no save of a game of Enchanters; begin one with: referee new --game {GAME} FILE")
    keeper = Keeper(KeptEnchanters(), OnDisk(path, "", data))
    return ScoreReport(score(keeper.setup, keeper.state_on_file), mended_note(keeper), save=path)
