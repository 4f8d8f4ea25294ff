"""A game while a step of it is played, or something in it is put right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from referee.declaration.rules import State
    from referee.play.event import Event

G = TypeVar("G")
"""A game's set-up."""
S = TypeVar("S", bound="State")
"""A game's state."""


@dataclass(slots=True)
class Opened(Generic[G, S]):
    """Set-up, state, and what has happened; a game with more has a class of its own."""

    setup: G
    state: S
    events: list[Any]

    def emit(self, event: Event) -> None:
        """Say that something happened."""
        self.events.append(event)

    def name(self, seat: int) -> str:
        """A player's name."""
        return self.state.players[seat].name
