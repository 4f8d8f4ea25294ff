"""The score as the program tells it: its words, and the JSON that scripts rely on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from referee.declaration.game import Scores
from referee.declaration.parts import part
from referee.games.enchanters.rules.state import GameState, Player, Setup
from referee.games.enchanters.scores.score import CATEGORIES, score
from referee.games.enchanters.vocabulary import PILES
from referee.scores.score import PlayerScore
from referee.text.names import printed

if TYPE_CHECKING:
    pass


def _player(player: PlayerScore) -> dict[str, Any]:
    """A player in the fixed machine format; glory throughout, wounds as a negative number."""
    return {
        "name": player.name,
        "total": player.total,
        **{category: player.points(category) for category in CATEGORIES},
        "lines": [{"category": line.category, "text": line.text, "points": line.points, "rules": list(line.rules)}
                  for line in player.lines],
    }  # fmt: skip


def _holdings(setup: Setup, game: GameState) -> Mapping[str, Sequence[tuple[str, str]]]:
    """Everybody's artifact by its name, and the cards of each pile, the top one first."""
    return {player.name: list(_piles(player)) for player in game.players}


def _piles(player: Player) -> Iterator[tuple[str, str]]:
    tops = [printed(pile[-1]) for pile in (player.items, player.enchantments) if pile]
    if tops:
        yield "artifact", " ".join(tops)
    for pile in PILES:
        names = [printed(name) for name in reversed(player.pile(pile))]
        told = [f"{names.count(name)} {name}" if names.count(name) > 1 else name for name in dict.fromkeys(names)]
        if told:
            yield pile, ", ".join(told)


SCORES = Scores(
    outcome=score, player=_player, holdings=_holdings, words=part("referee.games.enchanters.scores.words:WORDS"),
    sheet=part("referee.games.enchanters.scores.sheet:read_sheet"),
    ask=part("referee.games.enchanters.scores.sheet:ScoreForm"),
)  # fmt: skip
