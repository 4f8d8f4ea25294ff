"""Events in words: what the hands at the table must do, and how each number came about."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatchmethod
from typing import Any

from referee.games.enchanters.cards.cards import printed
from referee.games.enchanters.rules import events as e
from referee.games.enchanters.rules import powers
from referee.games.enchanters.rules.context import crystals, wounds
from referee.games.enchanters.rules.state import GameState


class Instructions:
    """Tells events as what the hands at the table must do."""

    def __init__(self, game: GameState) -> None:
        self._names = [player.name for player in game.players]

    def name(self, number: int) -> str:
        """A player's name."""
        return self._names[number]

    @singledispatchmethod
    def tell(self, event: Any) -> str:
        """One event in words."""
        raise TypeError(f"no words for {event!r}")

    @tell.register
    def _(self, event: e.TurnBegan) -> str:
        return f"It is {self.name(event.player)}'s turn."

    @tell.register
    def _(self, event: e.Acted) -> str:
        often = f" {event.times} times" if event.times > 1 else ""
        return f"{self.name(event.player)} uses {event.source}{often}: {event.does}."

    @tell.register
    def _(self, event: e.CutShort) -> str:
        often = "once" if event.times == 1 else f"{event.times} times"
        return f"{event.source} is used {often} only: {event.why}."

    @tell.register
    def _(self, event: e.Triggered) -> str:
        return f"{event.source}: {event.does}."

    @tell.register
    def _(self, event: e.Crystals) -> str:
        if event.now is not None:
            return f"{self.name(event.player)} has {crystals(event.now)} now ({event.source})."
        verb = "pays" if event.number < 0 else "takes"
        return f"{self.name(event.player)} {verb} {crystals(abs(event.number))} ({event.source})."

    @tell.register
    def _(self, event: e.Wounds) -> str:
        if event.now is not None:
            return f"{self.name(event.player)} has {wounds(event.now)} now ({event.source})."
        verb = "puts back" if event.number < 0 else "takes"
        return f"{self.name(event.player)} {verb} {wounds(abs(event.number))} ({event.source})."

    @tell.register
    def _(self, event: e.Boosted) -> str:
        if not event.points:
            return f"{self.name(event.player)} gains no {event.what} ({event.source}: {event.counted})."
        return f"{self.name(event.player)} has {event.points:+} {event.what} this turn ({event.source})."

    @tell.register
    def _(self, event: e.Journeyed) -> str:
        place = "in the graveyard" if event.graveyard else f"card {event.passed + 1} of the track"
        return f"{self.name(event.player)} journeys to {printed(event.card)}, {place}."

    @tell.register
    def _(self, event: e.NoDestination) -> str:
        return f"The graveyard is empty: {self.name(event.player)}'s journey there leads nowhere."

    @tell.register
    def _(self, event: e.Struck) -> str:
        left = max(0, event.strength - event.defence)
        times = f", doubled {event.wounds}" if event.times > 1 else ""
        sums = f"strength {event.strength} less defence {event.defence}{_made_of(event.parts)} = {left}{times}"
        deals = f"{self.name(event.player)} takes {wounds(event.wounds)}" if event.wounds else "no wound"
        return f"{printed(event.card)} strikes {self.name(event.player)}: {sums}; {deals}."

    @tell.register
    def _(self, event: e.Attacked) -> str:
        attack = f"attack {event.attack}{_made_of(event.parts)} against health {event.health}"
        end = "beaten" if event.won else f"{event.health - event.attack} short"
        return f"{self.name(event.player)} attacks {printed(event.card)}: {attack}; {end}."

    @tell.register
    def _(self, event: e.Failed) -> str:
        goes = "is the nearest card and" if event.nearest else "stays; the nearest card"
        return f"The fight is lost: {printed(event.card)} {goes} goes at the end of the turn."

    @tell.register
    def _(self, event: e.Taken) -> str:
        origin = f" {event.origin}," * bool(event.origin)
        return f"{printed(event.card)} goes{origin} on top of {self.name(event.player)}'s {event.pile}."

    @tell.register
    def _(self, event: e.Lost) -> str:
        return f"{self.name(event.player)}'s {printed(event.card)} goes to the graveyard ({event.source})."

    @tell.register
    def _(self, event: e.Handed) -> str:
        return (
            f"{self.name(event.player)} gives {printed(event.card)} to {self.name(event.to)}, on top of the monsters."
        )

    @tell.register
    def _(self, event: e.NothingLost) -> str:
        return f"{self.name(event.player)} has no monster to give up ({event.source})."

    @tell.register
    def _(self, event: e.NothingGiven) -> str:
        name = self.name(event.player)
        return f"{name} would give to {name}: no monster moves ({event.source})."

    @tell.register
    def _(self, event: e.Buried) -> str:
        return f"{printed(event.card)}, the nearest card, goes to the graveyard."

    @tell.register
    def _(self, event: e.Revealed) -> str:
        return f"{printed(event.card)} comes to place {event.place} of the track; {event.left} left in the deck."

    @tell.register
    def _(self, event: e.Learnt) -> str:
        return f"{event.card} is noted."

    @tell.register
    def _(self, event: e.ByHand) -> str:
        return f'{event.source} says "{event.text}": do that at the table.'

    @tell.register
    def _(self, event: e.TurnEnded) -> str:
        return f"{self.name(event.player)}'s turn is over."

    @tell.register
    def _(self, event: e.GameEnded) -> str:
        return "Deck and track are empty: the game is over; glory is counted."


def _made_of(parts: Iterable[powers.Part]) -> str:
    """Where points come from, behind their sum: " (Scimitar 3; covered Fist 1)"."""
    told = powers.told(parts)
    return f" ({told})" if told else ""
