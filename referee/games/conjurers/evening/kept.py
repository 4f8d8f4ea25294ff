"""Conjurers as a game that is kept in saves."""

from __future__ import annotations

from typing import Any

from referee.dice import Average
from referee.games.conjurers.evening import corrections
from referee.games.conjurers.evening.context import Evening
from referee.games.conjurers.evening.play import Conjuring, settle_stage, start_game
from referee.games.conjurers.evening.state import Game, Setup
from referee.games.conjurers.vocabulary import GAME
from referee.session import Playable


class KeptConjurers:
    """What `keeping.Keeper` needs of Conjurers."""

    name = GAME
    rules_version = 1
    setup_type = Setup
    state_type = Game

    def playable(self, setup: Setup) -> Playable[Game]:
        """The game with this set-up."""
        return Conjuring(setup)

    def start(self, setup: Setup) -> Game:
        """The state before the first figure is placed."""
        return start_game(setup, [list(hand) for hand in setup.dealt])

    def correct(self, setup: Setup, state: Game, text: str, events: list[Any]) -> Game:
        """Carry out a correction, and move on where it leaves nothing to decide. Raises Unreadable or Illegal."""
        game = corrections.correct(setup, state, text, events)
        settle_stage(Evening(setup, game, Average((0, 1, 2)), events))
        return game

    def at(self, state: Game) -> str:
        """The turn and what is done in it."""
        return f"turn {state.turn}, {state.stage}"
