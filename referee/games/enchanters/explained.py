"""Explanations of a log: the public state, and the switches with their other values."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from referee.declaration.game import Alternative, Explaining, part
from referee.declaration.tracking import EVERYTHING
from referee.games.enchanters.rules import context
from referee.games.enchanters.rules.state import GameState, Setup
from referee.games.enchanters.scores import score
from referee.games.enchanters.setup import set_up


def _seen(setup: Setup, state: GameState) -> dict[str, str]:
    """Return whose turn it is, and all players' powers; at the end the winners."""
    found = {"turn": "the end" if state.over else f"{state.turn}, {state.players[state.active].name}"}
    for number, player in enumerate(state.players if state.known == state.tracking == EVERYTHING else ()):
        found |= {
            f"{player.name}'s {what}": str(context.total(setup, state, number, what)) for what in context.POWERS
        }
    found["winners"] = ", ".join(score(setup, state).winners) if state.over and state.known == EVERYTHING else ""
    return found


def _alternatives(setup: Setup, state: GameState) -> Iterator[Alternative]:
    """Yield the agreed variants with their other values: ties (E-ab), and a deck without the fast invasion (E-e).

    The other variants affect only the shuffling before the first turn, and no entry of the log.
    """
    yield from set_up().alternatives(setup, lambda other: state)
    if setup.invasion == "fast" and setup.removed and not state.deck:
        whole = state.copy()
        whole.deck = setup.removed
        yield Alternative(
            "invasion", "fast", "standard", replace(setup, invasion="standard"), whole, ("fast-invasion", "E-e")
        )


EXPLAINING = Explaining(
    describe=part("referee.games.enchanters.rules.arithmetic:arithmetic_of"), seen=_seen, alternatives=_alternatives
)
