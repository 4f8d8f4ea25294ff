"""A score of any game: lines that say why, the players' totals, and who wins by what."""

from __future__ import annotations

from msgspec import Struct


class ScoreLine(Struct, frozen=True):
    """One reason for points: where they count, why, and the rules behind it."""

    category: str
    part: str
    text: str
    points: int
    rules: tuple[str, ...]


class PlayerScore(Struct, frozen=True):
    """Where a player stands: points, all of them as lines, or in a game without points what is counted."""

    name: str
    lines: tuple[ScoreLine, ...] = ()
    counts: dict[str, str] = {}

    def points(self, category: str, part: str | None = None) -> int:
        """The sum of a category, or of one part of it."""
        return sum(line.points for line in self.lines if line.category == category and part in (None, line.part))

    @property
    def total(self) -> int:
        """All points; below zero if what counts against a player outweighs the rest."""
        return sum(line.points for line in self.lines)


class Outcome(Struct, frozen=True):
    """How a game ends: what decides it, who wins, and where everybody stands, in the order of the players.

    `reason` is a word of the game for that; None while a game without points isn't decided. `left` are players who
    left the game; they have no rank. A game that isn't `over` is told as if it ended now.
    """

    reason: str | None
    winners: tuple[str, ...]
    standing: tuple[PlayerScore, ...]
    left: tuple[str, ...] = ()
    over: bool = True

    @property
    def title(self) -> str:
        """What kind of score it is."""
        if self.reason is None:
            return "Where everybody stands"
        return "Final score" if self.over else "The score if the game ended now"

    @property
    def wins(self) -> str:
        """What a winner does."""
        return "wins" if self.over else "would win"

    @property
    def share(self) -> str:
        """What several winners do."""
        return "share the win" if self.over else "would share the win"
