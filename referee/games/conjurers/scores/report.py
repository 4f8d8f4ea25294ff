"""A score as the JSON that scripts rely on, and as a screen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.games.conjurers.vocabulary import GAME
from referee.scores import report
from referee.scores.score import PlayerScore

if TYPE_CHECKING:
    from referee.scores.words import ScoreWords, TurnPoints


class ConjurersScoreReport(report.ScoreReport, frozen=True):
    """The result of `referee score` for one file."""

    def data(self) -> dict[str, Any]:
        """The result in the fixed machine format; victory points throughout."""
        left = {"left": list(self.result.left)} if self.result.left else {}
        return {
            "game": GAME,
            "players": [_player(player) for player in self.result.players],
            "winners": list(self.result.winners),
            "decided_by": self.result.decided_by,
            **left,
        }

    def words(self) -> ScoreWords:
        """How the score is told."""
        from referee.games.conjurers.scores.words import WORDS

        return WORDS

    def turns(self, save: Path) -> list[TurnPoints]:
        """The points turn by turn of a save. Raises BadInput for a broken log."""
        from referee.games.conjurers.scores.by_turn import points_by_turn

        return points_by_turn(save)


def _player(player: PlayerScore) -> dict[str, Any]:
    def parts(category: Any, **names: str) -> dict[str, int]:
        found = {name: player.points(category, part) for name, part in names.items()}
        return {**found, "total": sum(found.values())}

    return {
        "name": player.name,
        "total": player.total,
        "creatures": parts(
            "creatures", levels="levels", variety="variety", consistency="consistency", abundance="abundance"
        ),
        "artifacts": parts("artifacts", points="points", variety="variety", consistency="consistency"),
        "combinations": player.points("combinations"),
        "resources": parts(
            "resources",
            wood_stone="wood_stone",
            iron_bronze="iron_bronze",
            sapphire_diamond="sapphire_diamond",
        ),
        "minus_points": -player.points("minus points"),
    }
