"""A score as a command reports it: screen, picture, and the JSON that scripts rely on.

Scripts ask for scores often, so nothing is imported here that the JSON doesn't need.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from referee.scores.score import Outcome, PlayerScore, ScoreWords

if TYPE_CHECKING:
    from referee.pictures.bars import Picture
    from referee.scores.evening import Evening
    from referee.text.screen import Screen


class ScoreReport(Struct, frozen=True):
    """The score of a `game` from one file.

    `words` loads the wording, `player` makes a player's part of the JSON, `evening` loads the rest of a save's page;
    it raises BadInput for a broken log.
    """

    game: str
    outcome: Outcome
    words: Callable[[], ScoreWords]
    player: Callable[[PlayerScore], dict[str, Any]]
    notes: tuple[str, ...] = ()
    against: bool = False
    evening: Callable[[], Evening] | None = None

    def data(self) -> dict[str, Any]:
        """Return the score in the fixed machine format."""
        found = self.outcome
        return {
            "game": self.game,
            "players": [self.player(one) for one in found.standing],
            "winners": list(found.winners),
            "decided_by": found.reason,
            **({"left": list(found.left)} if found.left else {}),
        }

    def show(self, screen: Screen) -> None:
        """Show the score sheet: a line for every point, the totals, and how a tie was broken."""
        from referee.scores.screen import show_score

        show_score(self.outcome, self.words(), screen)

    def picture(self) -> Picture:
        """Return the score as a picture to share; of a save with its evening. Raises BadInput for a broken log."""
        from referee.scores.picture import picture_of

        return picture_of(self.outcome, self.words(), self.evening() if self.evening is not None else None)
