"""The score as the program tells it: its words, and the JSON that scripts rely on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.declaration.game import Scores
from referee.games.enchanters.scores.score import CATEGORIES, score
from referee.scores.score import PlayerScore

if TYPE_CHECKING:
    from referee.scores.words import ScoreWords


def _words() -> ScoreWords:
    from referee.games.enchanters.scores.words import WORDS

    return WORDS


def _player(player: PlayerScore) -> dict[str, Any]:
    """A player in the fixed machine format; glory throughout, wounds as a negative number."""
    return {
        "name": player.name,
        "total": player.total,
        **{category: player.points(category) for category in CATEGORIES},
        "lines": [{"category": line.category, "text": line.text, "points": line.points, "rules": list(line.rules)}
                  for line in player.lines],
    }  # fmt: skip


SCORES = Scores(of=score, words=_words, player=_player)
