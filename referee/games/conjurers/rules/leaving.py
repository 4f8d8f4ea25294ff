"""A player leaves the game (A21)."""

from __future__ import annotations

from referee.errors import Illegal
from referee.games.conjurers.rules.contests import battles_wait
from referee.games.conjurers.rules.state import Figure, GameState, Setup


def leave(setup: Setup, game: GameState, number: int) -> None:
    """A player leaves between two actions (A21).

    Figures and control markers come off, cards go back to their piles, resources and food are gone, and the button
    passes to the left. Raises Illegal if a battle is under way or fewer than two players would stay.
    """
    player = game.players[number]
    if len(game.present()) <= 2:
        raise Illegal("two players must remain", "A21")
    _step_back(setup, game)
    player.left = True
    player.creatures, player.items, player.artifacts = [], [], []
    player.resources, player.food = {}, 0
    player.assistants = player.assistants[:1]
    game.mines = {mine: owner for mine, owner in game.mines.items() if owner != number}

    def staying(figures: list[Figure]) -> list[Figure]:
        return [figure for figure in figures if figure.player != number]

    game.placed, game.agreed = staying(game.placed), staying(game.agreed)
    game.figures, game.waiting = staying(game.figures), staying(game.waiting)
    game.order = [other for other in game.order if other != number]
    if game.holder == number:
        game.holder = game.clockwise((number + 1) % len(game.players))[0]
    if game.stage == "placing" and game.next_seat == number:
        game.next_seat = game.clockwise((number + 1) % len(game.players))[0]


def _step_back(setup: Setup, game: GameState) -> None:
    """A battle that waited and of which nothing has been said yet hasn't begun: its figure waits again.

    Raises Illegal for others: a battle that doesn't wait is a part of the action of its figure.
    """
    now = game.contest
    begun = now is not None and (now.tournament or now.guarded or now.battle is not None or not battles_wait(setup))
    if game.bouts or game.finished or begun:
        raise Illegal("a player leaves between two actions, not during a battle or a tournament", "A21")
    if now is not None:
        game.waiting.insert(0, Figure(now.attacker, now.figure, now.space))
        game.contest = None
        game.stage = "resolving"
