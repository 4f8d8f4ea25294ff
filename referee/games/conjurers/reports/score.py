"""A score as the JSON that scripts rely on, and as a screen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from referee.games.conjurers.scoring import PlayerScore, Result
from referee.games.conjurers.vocabulary import GAME

if TYPE_CHECKING:
    from referee.pictures.picture import Picture
    from referee.screens import Screen


class ScoreReport(Struct, frozen=True):
    """The result of `referee score` for one file; `save` is the game's save, if it was that."""

    result: Result
    notes: tuple[str, ...] = ()
    against: bool = False
    save: Path | None = None

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

    def show(self, screen: Screen) -> None:
        """The score sheet: a line for every point, the totals, and how a tie was broken."""
        from referee.games.conjurers.screens.score import show_score

        show_score(self.result, screen)

    def picture(self) -> Picture:
        """The score to be shared; of a save with the points turn by turn. Raises BadInput for a broken log."""
        from referee.games.conjurers.reports.picture import picture_of

        return picture_of(self.result, self.save)


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
