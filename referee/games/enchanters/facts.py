"""Facts that questions to an open game are answered from: the track with its costs and wounds, what is covered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.cards.fields import find_card
from referee.declaration.facts import Thing, Value
from referee.declaration.tracking import EVERYTHING
from referee.games.enchanters.rules import context
from referee.games.enchanters.rules.state import GameState, Setup
from referee.text.names import printed


def facts(setup: Setup, game: GameState) -> Iterator[Thing]:
    """Yield what lies open besides piles, where everything is tracked."""
    if not game.tracking == game.known == EVERYTHING:
        return
    left: dict[str, Value] = {"adventure deck/deck/cards left": f"{game.deck} cards", "turn": game.turn}
    yield Thing("", facts=left)
    for at, name in enumerate(game.track):
        found: dict[str, Value] = {
            "price/cost/expensive/crystals cost/crystals price": f"{at} crystal{'s' * (at != 1)}",
            "free/next to village/nearest village": not at,
        }
        if (card := find_card(setup, game, name)) is not None and card.fights:
            found["glory/worth"] = card.glory
            found["strength/strong"] = int(card.strength or 0)
            found["wounds/wounds deal/wounds give/hit"] = {
                player.name: context.wounds_from(card, context.total(setup, game, seat, "defence"))[0]
                for seat, player in enumerate(game.players)
            }
        yield Thing(name, facts=found)
    for seat, player in enumerate(game.players):
        yield Thing(player.name, facts={"attack/strong": context.total(setup, game, seat, "attack")})
        for pile in player.piles():
            for at, name in enumerate(pile, 1):
                yield Thing(name, facts=_in_pile(setup, game, name, pile[at:]))


def _in_pile(setup: Setup, game: GameState, name: str, above: Sequence[str]) -> dict[str, Value]:
    covered = bool(above)
    found: dict[str, Value] = {"covered": covered, "top/uncovered": not covered}
    found["cards on it/cover/covers/covering"] = [printed(card) for card in above]
    if (card := find_card(setup, game, name)) is not None:
        for what in context.POWERS:
            found[what] = getattr(card.lower, what) + (0 if covered else getattr(card, what))
    return found
