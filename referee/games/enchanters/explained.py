"""Explanations of a log: the public state, the switches with their other values, and the arithmetic of events.

The steps are computed from the events themselves and from the players' counters before them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from referee.declaration.changes import Counted
from referee.declaration.game import Alternative, Explaining, Happened
from referee.declaration.plain import Purse
from referee.declaration.tracking import EVERYTHING
from referee.effects.rules import total
from referee.games.enchanters.rules import context as e
from referee.games.enchanters.rules.state import COUNTERS, GameState, Setup
from referee.games.enchanters.scores import score
from referee.games.enchanters.setup import set_up
from referee.games.enchanters.vocabulary import GAME, crystals
from referee.play.event import names_of
from referee.rulebook.rules import rulebook
from referee.text.grammar import so_many
from referee.text.names import fold, printed


def _seen(setup: Setup, state: GameState) -> dict[str, str]:
    """Return whose turn it is, and all players' powers; at the end the winners."""
    found = {"turn": "the end" if state.over else f"{state.turn}, {state.players[state.active].name}"}
    for number, player in enumerate(state.players if state.known == state.tracking == EVERYTHING else ()):
        found |= {f"{player.name}'s {what}": str(e.total(setup, state, number, what)) for what in e.POWERS}
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


def arithmetic_of(setup: Setup, before: GameState, events: Iterable[Any]) -> list[Happened]:
    """Describe events with the steps of their arithmetic; `before` is the game that they changed."""
    name, purse = names_of(before.players), Purse(COUNTERS, before)
    return [Happened(event.describe(name), tuple(_steps(event, purse)), rules_of(event)) for event in events]


def rules_of(event: Any) -> tuple[str, ...]:
    """List the rules and rulings behind an event, with the entry of a card or village that the rulebook names."""
    if isinstance(event, e.Revealed | e.Buried):  # a card that only moves does nothing
        return tuple(event.rules)
    known = rulebook(GAME).entries
    named = (getattr(event, "source", ""), getattr(event, "card", ""))
    own = [entry for name in named if (entry := fold(printed(name)).replace(" ", "-")) in known]
    return tuple(dict.fromkeys((*event.rules, *own)))


def _steps(event: Any, purse: Purse) -> Iterator[str]:
    match event:
        case e.Struck():
            yield from _sum("defence", event.parts, event.defence)
            left = max(0, event.strength - event.defence)
            yield f"strength {event.strength} - defence {event.defence} = {event.strength - event.defence}" + (
                ", and never below 0" if event.strength < event.defence else ""
            )
            if event.times > 1:
                yield f"double damage: {left} x {event.times} = {event.wounds}"
            yield from (f"wounds: {step}" for step in purse.steps(event))
        case e.Attacked():
            yield from _sum("attack", event.parts, event.attack)
            enough = "which is enough" if event.won else f"{event.health - event.attack} too few"
            yield f"attack {event.attack} against health {event.health}: {enough}"
        case e.Journeyed():
            if event.passed:
                between, price = so_many(event.passed, "card"), crystals(event.passed * event.each)
                yield f"{between} between it and the village, {crystals(event.each)} each: {price}"
        case e.Boosted():
            if event.counted:
                yield f"{event.counted}: {event.points:+}"
        case Counted():
            yield from purse.steps(event)


def _sum(what: str, parts: Iterable[e.PowerPart], comes_to: int) -> Iterator[str]:
    """Describe the source of each point of attack or defence, and their sum, which is never below zero (E-p)."""
    found = list(parts)
    for part in found:
        where = "below the line of a covered card" * part.covered + "this turn" * part.this_turn
        yield f"{what}: {part.amount:+} {part.name}" + (f" ({where})" if where else "")
    bare = total(found)
    if len(found) != 1 or bare != comes_to:
        yield f"{what} in all: {bare}" + (" and so 0" if bare < comes_to else "")


EXPLAINING = Explaining(describe=arithmetic_of, seen=_seen, alternatives=_alternatives)
