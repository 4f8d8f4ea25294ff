"""What is counted of players, units and areas; corrections, checks and status follow from it."""

from __future__ import annotations

from referee.declaration.counts import Counter, Owners, by_name
from referee.games.mythic.rules.state import GameState, Player

UNITS = Owners("unit", lambda game: by_name(game.pieces))
AREAS = Owners("area", lambda game: game.spots)


def _put_hand(player: Player, number: int) -> None:
    """So many cards in a hand; the others are in the deck."""
    cards = player.cards
    total = cards.held + cards.deck
    cards.deck = total - number


COUNTERS: tuple[Counter[GameState], ...] = (
    Counter("hand", value=lambda player: player.cards.held, put=_put_hand),
    Counter("deck", value=lambda player: player.cards.deck),
    Counter("discards", value=lambda player: len(player.cards.discard)),
    Counter("stones", value=lambda player: len(player.absorbed)),
    Counter("vitality", owners=UNITS),
    Counter("elements", owners=AREAS),
)
