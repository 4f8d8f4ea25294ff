"""What isn't everybody's to see: hands and decks that the program dealt, and what was searched for (M67)."""

from __future__ import annotations

from typing import Any

from msgspec import to_builtins

from referee.declaration.game import Secrets
from referee.declaration.secrets import veiled
from referee.games.mythic.rules.state import AOW, GameState
from referee.play.notation import written
from referee.text.names import printed

KEYS = frozenset({"search"})
"""The question whose answer is a card of a hidden hand."""


def _state(state: GameState) -> dict[str, Any]:
    """The state as plain data, without the cards that the program dealt."""
    state = state.copy()
    for player in state.players:
        player.cards.hand = []
    plain: dict[str, Any] = to_builtins(state)
    return plain


def _hand(state: GameState, name: str) -> list[str]:
    """The hand of a player, as the program dealt it."""
    player = next(player for player in state.players if player.name == name)
    return sorted("AoW card" if card == AOW else printed(card) for card in player.cards.hand)


SECRETS: Secrets[GameState] = Secrets(
    keys=KEYS, text=lambda step: written(veiled(step, KEYS)),
    log=lambda steps, state: [veiled(step, KEYS) for step in steps], state=_state, hand=_hand,
)  # fmt: skip
