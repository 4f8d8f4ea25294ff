"""A score in words, the same on every screen and picture: the rows of the sheet, its lines, and who wins why."""

from __future__ import annotations

from typing import get_args

from referee.games.conjurers.scores.score import TIE_BREAKS, Category, points_by
from referee.games.conjurers.vocabulary import GAME
from referee.rulebook.rules import rulebook
from referee.scores.score import Outcome, PlayerScore, ScoreLine
from referee.scores.words import ScoreWords
from referee.text.names import and_list

ROWS: tuple[tuple[Category, str, str], ...] = (
    ("creatures", "levels", "creatures: levels"),
    ("creatures", "variety", "  variety"),
    ("creatures", "consistency", "  consistency"),
    ("creatures", "abundance", "  abundance"),
    ("artifacts", "points", "artifacts: points"),
    ("artifacts", "variety", "  variety"),
    ("artifacts", "consistency", "  sets"),
    ("combinations", "", "combinations"),
    ("resources", "wood_stone", "resources: wood, stone"),
    ("resources", "iron_bronze", "  iron, bronze"),
    ("resources", "sapphire_diamond", "  sapphire, diamond"),
    ("minus points", "", "minus points"),
)
"""The rows of a score sheet: a category, a part of it, and how they are called."""

_NAMED = ("variety", "consistency", "abundance")
"""The parts that a line names before its reason."""


def line_words(line: ScoreLine) -> str:
    """The reason of a line's points: "Variety, level 3: greek, japanese, norse"."""
    if line.part not in _NAMED:
        return line.text
    name = "set" if (line.category, line.part) == ("artifacts", "consistency") else line.part
    return f"{name.capitalize()}, {line.text}"


def verdict(result: Outcome) -> list[str]:
    """Who wins and why, in one to a few sentences; a tie is followed through the printed order (p. 26)."""
    gone = [f"{name} left the game and has no rank ({rulebook(GAME).cite(('A21',))})." for name in result.left]
    return [*_why_they_win(result), *gone]


def _why_they_win(result: Outcome) -> list[str]:
    names = and_list(result.winners)
    if result.reason == "total":
        best = max(player.total for player in result.standing)
        return [f"{names} {result.wins} with {best} victory points."]
    best = max(player.total for player in result.standing)
    level = [player for player in result.standing if player.total == best]
    cite = rulebook(GAME).cite(("tie-break", "S5"))
    said = [f"{and_list(p.name for p in level)} are level at {best}. What decides ({cite}):"]
    for criterion in TIE_BREAKS[1:]:
        points = {player.name: points_by(player, criterion) for player in level}
        top = max(points.values())
        told = ", ".join(f"{name} {value}" for name, value in points.items())
        if len(set(points.values())) == 1:
            told = f"{top} each"
        left = [player for player in level if points[player.name] == top]
        out = "" if len(left) == len(level) else f": {_fallen(level, left)} out"
        said.append(f"  {criterion}: {told}" + (f", {names} {result.wins}." if len(left) == 1 else out))
        level = left
        if len(level) == 1:
            return said
    return [*said, f"Still level: {names} {result.share}."]


def _fallen(before: list[PlayerScore], left: list[PlayerScore]) -> str:
    gone = [player.name for player in before if player not in left]
    return f"{and_list(gone)} {'falls' if len(gone) == 1 else 'fall'}"


WORDS = ScoreWords(GAME, "Conjurers", "victory points", get_args(Category), ROWS, line_words, verdict)
"""How a score of Conjurers is told."""
