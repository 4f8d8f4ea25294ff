"""How a game's score is told, and its course; a score for scripts has no use for either."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from msgspec import Struct

from referee.scores.score import Outcome, ScoreLine
from referee.text.names import and_list


class TurnPoints(Struct, frozen=True):
    """The totals by player's name after a turn, 0 before the first, or in the middle of one that isn't over.

    Players who have left are not among them.
    """

    turn: int
    totals: dict[str, int]
    over: bool = True


@dataclass(frozen=True)
class ScoreWords:
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
