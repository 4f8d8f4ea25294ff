"""A score as a command reports it: screen, picture, and the JSON that scripts rely on.

A score for scripts is made often, so nothing is loaded here that it has no use for.
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

    `words` loads how it is told, `player` is a player's part of the JSON, `evening` what else a save tells; it raises
    BadInput for a broken log.
    """

    game: str
    outcome: Outcome
    words: Callable[[], ScoreWords]
    player: Callable[[PlayerScore], dict[str, Any]]
    notes: tuple[str, ...] = ()
    against: bool = False
    evening: Callable[[], Evening] | None = None

    def data(self) -> dict[str, Any]:
        """The score in the fixed machine format."""
        found = self.outcome
        left = {"left": list(found.left)} if found.left else {}
        return {
            "game": self.game,
            "players": [self.player(one) for one in found.standing],
            "winners": list(found.winners),
            "decided_by": found.reason,
            **left,
        }

    def show(self, screen: Screen) -> None:
        """The score sheet: a line for every point, the totals, and how a tie was broken."""
        from referee.scores.screen import show_score

        show_score(self.outcome, self.words(), screen)

    def picture(self) -> Picture:
        """The score to be shared; of a save with its evening. Raises BadInput for a broken log."""
        from referee.scores.picture import picture_of

        return picture_of(self.outcome, self.words(), self.evening() if self.evening is not None else None)
