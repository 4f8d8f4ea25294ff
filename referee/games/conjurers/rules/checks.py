"""Checks of a game whenever a save is opened: the players, their holdings, each card in one place.

Checks that need the rulebook's tables are in `close_checks`: they run if a person may have changed something.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from referee.declaration.game import Checks, Findings, check_unique, twice
from referee.declaration.tracking import EVERYTHING
from referee.games.conjurers.rules.card_pool import face_of
from referee.games.conjurers.rules.state import GameState, Setup
from referee.text.names import fold


def _dealt(setup: Setup) -> Findings:
    """Check that each card of the deck is whole and listed once, and that all are dealt creatures (pp. 6, 9; E8)."""
    if len(setup.creature_cards) < len(setup.creatures):
        yield from check_unique("creatures", (card.name for card in setup.creatures))
    if len(setup.piece_cards) < len(setup.items) + len(setup.artifacts):
        yield from check_unique("items and artifacts", (card.name for card in (*setup.items, *setup.artifacts)))
    for card in setup.creatures:
        if card.level > 1 and card.mythology is UNSET:
            yield f"{card.name}: a level {card.level} creature needs its mythology (p. 6)"
    if setup.tracking == EVERYTHING and any(seat.assistant is None for seat in setup.players):
        yield "everybody begins with an assistant (p. 9)"
    if len(setup.dealt) != len(setup.players):
        yield (
            f"dealt: hands for {len(setup.dealt)} players, and {len(setup.players)} play; "
            "each is dealt level 1 creatures (p. 9)"
        )
    if name := twice(name for hand in setup.dealt for name in hand):
        yield f'dealt: {name} twice; a second card of one name is "{name} #2"'


def seats(game: GameState) -> Iterator[tuple[str, int]]:
    """Yield each place where a game refers to a player, with the player's number."""
    yield "the Initiative Button", game.holder
    if game.stage == "placing" or game.next_seat >= len(game.players):
        yield "next_seat", game.next_seat
    yield from ((f"the {mine}", owner) for mine, owner in game.mines.items())
    yield from (("order", number) for number in game.order)
    for figure in (*game.placed, *game.agreed, *game.figures, *game.waiting):
        yield f"the {figure.kind} on the {figure.space}", figure.player
    for contest in (game.contest, *game.bouts):
        if contest is not None:
            yield "the battle's attacker", contest.attacker
            yield "the battle's defender", contest.defender
    yield from ((f"the winner of {bout}", winner) for bout, winner in game.finished.items())


def _players(setup: Setup, game: GameState) -> Findings:
    """Check that two players stay, leavers keep nothing, and assistants are of different kinds (p. 8; E2, A21)."""
    for what, number in seats(game):
        if number < len(game.players) and game.players[number].left:
            yield f"{what}: {game.players[number].name} has left the game (A21)"
    if len(game.present()) < 2:
        yield "two players must remain; all others may have left (A21)"
    for player in game.players:
        cards = (*player.creatures, *player.items, *player.artifacts)
        if player.left and (cards or player.resources or player.food):
            yield f"{player.name} has left the game and keeps neither cards nor resources nor food (A21)"
        if not player.assistants and game.known == game.tracking == EVERYTHING:
            yield f"{player.name}'s assistants: none; every player has one from the start (p. 9)"
        if kind := twice(player.assistants):
            yield f"{player.name}'s assistants: {kind} twice; each player has one of each kind at most (p. 8)"


def _creatures(setup: Setup, game: GameState) -> Findings:
    """Check that each creature is known, and that one out of the game or fought for has no owner (E11)."""
    places = {fold(name): f"with {game.players[number].name}" for number, name in game.owned_creatures()}
    guarded = [game.contest.guarded] if game.contest is not None and game.contest.guarded else []
    apart = [(name, "out of the game") for name in game.gone] + [(name, "on its battleground") for name in guarded]
    for name, place in apart:
        if (there := places.get(fold(name))) is not None:
            where = f"twice {place}" if there == place else f"{there} and {place}"
            yield f'{name} is {where}; there is one card of it, and a second one is called "{name} #2"'
        places[fold(name)] = place
    for name in (*(name for _, name in game.owned_creatures()), *game.gone, *guarded):
        face_of(setup, game, name)


CHECKS: Checks[Setup, GameState] = Checks((_dealt,), (_players, _creatures))
