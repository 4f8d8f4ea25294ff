"""A score as a command reports it: every game's screen and picture; the JSON is each game's own.

A score for scripts is made often, so nothing is loaded here that it has no use for.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from referee.scores.score import Result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.pictures.picture import Picture
    from referee.scores.words import ScoreWords, TurnPoints
    from referee.text.screen import Screen


class ScoreReport(Struct, frozen=True):
    """The result of `referee score` for one file; `save` is the game's save, if it was that."""

    result: Result
    notes: tuple[str, ...] = ()
    against: bool = False
    save: Path | None = None

    # --- what a game adds -------------------------------------------------------------------------

    def data(self) -> dict[str, Any]:
        """The result in the game's machine format."""
        raise NotImplementedError

    def words(self) -> ScoreWords:
        """How the score is told."""
        raise NotImplementedError

    def turns(self, save: Path) -> Sequence[TurnPoints]:
        """The points turn by turn of a save. Raises BadInput for a broken log."""
        raise NotImplementedError

    # --- what is the same everywhere --------------------------------------------------------------

    def show(self, screen: Screen) -> None:
        """The score sheet: a line for every point, the totals, and how a tie was broken."""
        from referee.scores.screen import show_score

        show_score(self.result, self.words(), screen)

    def picture(self) -> Picture:
        """The score to be shared; of a save with the points turn by turn. Raises BadInput for a broken log."""
        from referee.scores.picture import picture_of

        return picture_of(self.result, self.words(), self.turns(self.save) if self.save is not None else ())
