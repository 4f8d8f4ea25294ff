"""What a game can be, looked at whenever a save is opened: who plays, what everybody has, each card in one place.

What takes the rulebook's tables is in `close_checks`: it is looked at where a person may have changed something.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from referee.declaration.checks import Findings, twice
from referee.declaration.tracking import EVERYTHING
from referee.games.conjurers.rules.card_pool import face_of
from referee.games.conjurers.rules.state import GameState, Setup
from referee.text.names import fold

# --- the set-up -----------------------------------------------------------------------------------


def _cards(setup: Setup) -> Findings:
    """Each card of the deck stands there once (a second one is "Wolf #2") and says what it is (p. 6)."""
    if len(setup.creature_cards) < len(setup.creatures):
        yield f"creatures: {twice(card.name for card in setup.creatures)} stands there twice"
    if len(setup.piece_cards) < len(setup.items) + len(setup.artifacts):
        pieces = (*setup.items, *setup.artifacts)
        yield f"items and artifacts: {twice(card.name for card in pieces)} stands there twice"
    for card in setup.creatures:
        if card.level > 1 and card.mythology is UNSET:
            yield f"{card.name}: a level {card.level} creature needs its mythology (p. 6)"


def _dealt(setup: Setup) -> Findings:
    """Everybody is dealt creatures, and none twice (p. 9; E8)."""
    if setup.tracking == EVERYTHING and any(seat.assistant is None for seat in setup.players):
        yield "everybody begins with an assistant (p. 9)"
    if len(setup.dealt) != len(setup.players):
        yield (
            f"dealt: hands for {len(setup.dealt)} players, and {len(setup.players)} play; "
            "each is dealt level 1 creatures (p. 9)"
        )
    if name := twice(name for hand in setup.dealt for name in hand):
        yield f'dealt: {name} twice; a second card of one name is "{name} #2"'


OF_A_SETUP = (_cards, _dealt)


# --- who plays ------------------------------------------------------------------------------------


def _seats(setup: Setup, game: GameState) -> Findings:
    """Whatever belongs to a player belongs to one who is there."""
    for what, number in _numbered(game):
        if number >= len(game.players):
            yield f"{what}: there is no player {number}; players are numbers from 0 to {len(game.players) - 1}"
        if game.players[number].left:
            yield f"{what}: {game.players[number].name} has left the game (A21)"


def _numbered(game: GameState) -> Iterator[tuple[str, int]]:
    """Every player's number in a game, and what it stands at."""
    yield "the Initiative Button", game.holder
    if game.stage == "placing" or game.next_seat >= len(game.players):
        yield "next_seat", game.next_seat
    for mine, owner in game.mines.items():
        yield f"the {mine}", owner
    for number in game.order:
        yield "order", number
    for figures in (game.placed, game.figures, game.waiting):
        for figure in figures:
            yield f"the {figure.kind} on the {figure.space}", figure.player
    for contest in (game.contest, *game.bouts):
        if contest is not None:
            yield "the battle's attacker", contest.attacker
            yield "the battle's defender", contest.defender
    for bout, winner in game.finished.items():
        yield f"the winner of {bout}", winner


def _leavers(setup: Setup, game: GameState) -> Findings:
    """Two players stay, and one who has left has nothing any more (A21)."""
    if len(game.present()) < 2:
        yield "two players must remain; all others may have left (A21)"
    for player in game.players:
        cards = (*player.creatures, *player.items, *player.artifacts)
        if player.left and (cards or player.resources or player.food):
            yield f"{player.name} has left the game and keeps neither cards nor resources nor food (A21)"


# --- what they have -------------------------------------------------------------------------------


def _assistants(setup: Setup, game: GameState) -> Findings:
    """A player's assistants are of different kinds (p. 8; E2)."""
    for player in game.players:
        if not player.assistants and game.known == game.tracking == EVERYTHING:
            yield f"{player.name}'s assistants: none; every player has one from the start (p. 9)"
        if len(set(player.assistants)) < len(player.assistants):
            yield (
                f"{player.name}'s assistants: {twice(player.assistants)} twice; "
                "each player has one of each kind at most (p. 8)"
            )


def _creatures(setup: Setup, game: GameState) -> Findings:
    """Each creature is known and in one place (E11)."""
    seen: dict[str, str] = {}
    for name, place in _lying(game):
        key = fold(name)
        if key in seen:
            where = f"twice {place}" if seen[key] == place else f"{seen[key]} and {place}"
            yield f'{name} is {where}; there is one card of it, and a second one is called "{name} #2"'
        seen[key] = place
        face_of(setup, game, name)


def _lying(game: GameState) -> Iterator[tuple[str, str]]:
    """All creatures that aren't in a pile, with where they are."""
    for player in game.players:
        for name in player.creatures:
            yield name, f"with {player.name}"
    for name in game.gone:
        yield name, "out of the game"
    if game.contest is not None and game.contest.guarded:
        yield game.contest.guarded, "on its battleground"


OF_A_GAME = (_seats, _leavers, _assistants, _creatures)
