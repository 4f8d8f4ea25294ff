"""A score of any game: lines that say why, the players' totals, and who wins by what."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from referee.text.names import and_list


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
    def points(self) -> dict[str, int]:
        """The victory points of each player, by what is counted: "Anna points"."""
        return {f"{one.name} points": one.total for one in self.standing}

    @property
    def wins(self) -> str:
        """What a winner does."""
        return "wins" if self.over else "would win"

    @property
    def share(self) -> str:
        """What several winners do."""
        return "share the win" if self.over else "would share the win"


# --- How a game's score is told, and its course; a score for scripts has no use for either --------


class TurnPoints(Struct, frozen=True):
    """The totals by player's name after a turn, 0 before the first, or in the middle of one that isn't over.

    Players who have left are not among them.
    """

    turn: int
    totals: dict[str, int]
    over: bool = True


class ScoreWords(Struct, frozen=True):
    """A game's score in words, the same on every screen and picture.

    `rows` are those of the sheet: a category, a part of it, and how they are called.
    """

    game: str
    title: str
    unit: str
    categories: tuple[str, ...]
    rows: tuple[tuple[str, str, str], ...]
    line_words: Callable[[ScoreLine], str]
    verdict: Callable[[Outcome], list[str]]

    @property
    def points(self) -> bool:
        """Whether there are points; else what is counted stands side by side."""
        return bool(self.unit)

    def cited(self, line: ScoreLine) -> str:
        """Where the rules of a line stand: "p. 24, S2"."""
        from referee.rulebook.rules import rulebook

        return rulebook(self.game).cite(line.rules)


def without_points(
    game: str, title: str, told: Mapping[str, str], verdict: Callable[[Outcome], list[str]] | None = None
) -> ScoreWords:
    """How a game without points is told: what is counted, and who wins as the reason says ("is at the goal").

    A game whose `verdict` says more has its own.
    """

    def plain(outcome: Outcome) -> list[str]:
        if outcome.reason is None:
            return ["Nothing is decided yet."]
        if not outcome.winners:
            return [f"Nobody wins: {told[outcome.reason]}."]
        win = outcome.wins if len(outcome.winners) == 1 else outcome.share
        return [f"{and_list(outcome.winners)} {told[outcome.reason]} and {win}."]

    return ScoreWords(game, title, "", (), (), lambda line: line.text, verdict or plain)


def leaders(outcome: Outcome, what: str) -> list[str]:
    """Who stands nearest to the end while nothing is decided, by a count: "Anna leads with 2 Artifacts."."""
    most = max(int(player.counts[f"{what.lower()}s"]) for player in outcome.standing)
    names = [player.name for player in outcome.standing if int(player.counts[f"{what.lower()}s"]) == most]
    if not most:
        return []
    return [f"{and_list(names)} {'lead' if len(names) > 1 else 'leads'} with {most} {what}{'s' * (most > 1)}."]
