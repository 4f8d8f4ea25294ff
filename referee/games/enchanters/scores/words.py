"""A score in words, the same on every screen and picture: the rows of the sheet, its lines, and who wins why."""

from __future__ import annotations

from referee.games.enchanters.scores.score import CATEGORIES
from referee.games.enchanters.vocabulary import GAME
from referee.scores.score import Outcome, ScoreLine
from referee.scores.words import ScoreWords
from referee.text.names import and_list


def line_words(line: ScoreLine) -> str:
    """The reason of a line's glory."""
    return line.text


def verdict(result: Outcome) -> list[str]:
    """Who wins and why (E-ab)."""
    best = max(player.total for player in result.standing)
    names = and_list(result.winners)
    if result.reason == "total":
        return [f"{names} {result.wins} with {best} glory."]
    level = [player.name for player in result.standing if player.total == best]
    if len(level) == len(result.winners):
        return [f"{names} {result.share}, level at {best} glory (E-ab)."]
    alone = len(result.winners) == 1
    won = f"has the fewest wounds and {result.wins}" if alone else f"have the fewest wounds and {result.share}"
    return [f"{and_list(level)} are level at {best} glory; {names} {won} (E-ab)."]


WORDS = ScoreWords(
    GAME, "Enchanters", "glory", CATEGORIES, tuple((category, "", category) for category in CATEGORIES), line_words,
    verdict,
)  # fmt: skip
"""How a score of Enchanters is told."""
