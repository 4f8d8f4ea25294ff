"""A score of any game: lines with reasons, the players' totals, the winners and what decides it."""

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
    """A player's standing: points, each as a line, or in a game without points the counts."""

    name: str
    lines: tuple[ScoreLine, ...] = ()
    counts: dict[str, str] = {}

    def points(self, category: str, part: str | None = None) -> int:
        """Return the sum of a category, or of one part of it."""
        return sum(line.points for line in self.lines if line.category == category and part in (None, line.part))

    @property
    def total(self) -> int:
        """Sum of all points; negative if the player's minus points outweigh the rest."""
        return sum(line.points for line in self.lines)


class Outcome(Struct, frozen=True):
    """How a game ends: what decides it, the winners, and each player's standing, in the order of the players.

    `reason` is the game's word for what decides it; None while a game without points isn't decided. `left` are
    players who left the game; they have no rank. For a game that isn't `over` it is the outcome if it ended now.
    """

    reason: str | None
    winners: tuple[str, ...]
    standing: tuple[PlayerScore, ...]
    left: tuple[str, ...] = ()
    over: bool = True

    @property
    def title(self) -> str:
        """Heading for this kind of score."""
        if self.reason is None:
            return "Where everybody stands"
        return "Final score" if self.over else "The score if the game ended now"

    @property
    def points(self) -> dict[str, int]:
        """Victory points of each player under "Anna points"."""
        return {f"{one.name} points": one.total for one in self.standing}

    @property
    def wins(self) -> str:
        """Verb for a single winner."""
        return "wins" if self.over else "would win"

    @property
    def share(self) -> str:
        """Verb for several winners."""
        return "share the win" if self.over else "would share the win"


# --- Wording and course of a score; the JSON for scripts needs neither ----------------------------


class TurnPoints(Struct, frozen=True):
    """Totals by player's name after a turn (0: before the first), or during one if it isn't `over`.

    Players who have left are missing.
    """

    turn: int
    totals: dict[str, int]
    over: bool = True


class ScoreWords(Struct, frozen=True):
    """A game's score in words, the same on every screen and picture.

    `rows` are those of the sheet: a category, a part of it, and the label.
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
        """Whether the game has points; if not, the counts are shown side by side."""
        return bool(self.unit)

    def citation(self, line: ScoreLine) -> str:
        """Return the sources of a line's rules: "p. 24, S2"."""
        from referee.rulebook.rules import rulebook

        return rulebook(self.game).cite(line.rules)


def without_points(
    game: str, title: str, told: Mapping[str, str], verdict: Callable[[Outcome], list[str]] | None = None
) -> ScoreWords:
    """Return the wording for a game without points: the counts, and why the winner wins ("is at the goal").

    `told` has the words for each reason; `verdict` replaces the default sentences.
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
    """Return a sentence on who has most of a count while nothing is decided: "Anna leads with 2 Artifacts."."""
    most = max(int(player.counts[f"{what.lower()}s"]) for player in outcome.standing)
    names = [player.name for player in outcome.standing if int(player.counts[f"{what.lower()}s"]) == most]
    if not most:
        return []
    return [f"{and_list(names)} {'lead' if len(names) > 1 else 'leads'} with {most} {what}{'s' * (most > 1)}."]
