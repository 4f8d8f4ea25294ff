"""Enchanters as a game whose log can be explained: what everybody sees, and the switches the other way."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from referee.explain.why import Alternative, Happened
from referee.games.enchanters.cards.cards import printed
from referee.games.enchanters.rules import powers
from referee.games.enchanters.rules.state import GameState, Setup
from referee.games.enchanters.saved import SavedEnchanters
from referee.games.enchanters.scores.score import score
from referee.games.enchanters.vocabulary import PILES


class ExplainedEnchanters(SavedEnchanters):
    """What `why.explain` needs of Enchanters."""

    secret: Collection[str] = ()

    def told(self, setup: Setup, before: GameState, events: Sequence[Any]) -> list[Happened]:
        """Events in words, with the steps of their arithmetic."""
        from referee.games.enchanters.rules.arithmetic import reckoned

        return reckoned(before, events)

    def seen(self, setup: Setup, state: GameState) -> dict[str, str]:
        """Whose turn it is, everybody's tokens, powers and piles, track, graveyard; at the end who wins."""
        found = {"turn": "the end" if state.over else f"{state.turn}, {state.players[state.active].name}"}
        for number, player in enumerate(state.players):
            told = {"crystals": str(player.crystals), "wounds": str(player.wounds)}
            told |= {what: str(powers.total(setup, state, number, what)) for what in powers.POWERS}
            told |= {pile: ", ".join(map(printed, player.pile(pile))) for pile in PILES}
            found |= {f"{player.name}'s {what}": text for what, text in told.items()}
        found["track"] = ", ".join(map(printed, state.track))
        found["graveyard"] = ", ".join(map(printed, state.graveyard))
        found["winners"] = ", ".join(score(setup, state).winners) if state.over else ""
        return found

    def alternatives(self, setup: Setup, state: GameState) -> Iterator[Alternative]:
        """What was agreed, the other way: who wins a tie (E-ab), and a deck without the fast invasion (E-e).

        The other variants decide what is shuffled before the first turn, and no entry of the log.
        """
        other = "fewest wounds" if setup.tie == "shared" else "shared"
        yield Alternative("tie", setup.tie, other, replace(setup, tie=other), state)
        if setup.invasion == "fast" and setup.removed and not state.deck:
            whole = state.copy()
            whole.deck = setup.removed
            yield Alternative(
                "invasion", "fast", "standard", replace(setup, invasion="standard"), whole, ("fast-invasion", "E-e")
            )
