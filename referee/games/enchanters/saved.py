"""Enchanters as a game that is kept in saves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.asking.question import Procedure
from referee.games.enchanters.rules import checks
from referee.games.enchanters.rules.state import GameState, Setup
from referee.games.enchanters.rules.turns import Enchanting, start_game
from referee.games.enchanters.vocabulary import GAME
from referee.play.notation import written
from referee.play.session import Playable
from referee.play.step import Step

RULES_CHANGED: Mapping[int, Sequence[str]] = {
    2: ("E-at", "E-au", "E-av", "of-fire", "of-rage", "chapel-of-soulfire"),
}
"""The rules and rulings that were mended with each version: a log of an older one may lead elsewhere by them."""


class SavedEnchanters:
    """What `OpenSave` needs of Enchanters."""

    name = GAME
    rules_version = max(RULES_CHANGED)
    rules_changed = RULES_CHANGED
    setup_type = Setup
    state_type = GameState

    def playable(self, setup: Setup) -> Playable[GameState]:
        """The game with this set-up."""
        return Enchanting(setup)

    def start(self, setup: Setup) -> GameState:
        """The state before the first turn."""
        return start_game(setup)

    def corrects(self, state: GameState, text: str) -> bool:
        """Whether a text is a correction: nobody leaves this game, but a card may be called "Leave Taking"."""
        return text.startswith("adjust ")

    def correct(self, setup: Setup, state: GameState, text: str, events: list[Any]) -> GameState:
        """Carry out a correction. Raises Unreadable or Illegal."""
        from referee.games.enchanters.rules.corrections import correct

        return correct(setup, state, text, events)

    def ask_correction(self, setup: Setup, state: GameState) -> Procedure[Step]:
        """Ask for a correction step by step."""
        from referee.games.enchanters.rules.corrections import ask_correction

        return (yield from ask_correction(state))

    def check_setup(self, setup: Setup, *, closely: bool = True) -> None:
        """Look whether a set-up that was read can be. Raises BadInput that says what can't."""
        checks.check_setup(setup)
        if closely:
            checks.check_setup_closely(setup)

    def check(self, setup: Setup, state: GameState, *, closely: bool = True) -> None:
        """Look whether a state that was read can be. Raises BadInput that says what can't."""
        checks.check_game(setup, state)
        if closely:
            checks.check_game_closely(setup, state)

    def begin_line(self, setup: Setup) -> str:
        """The line of a script that begins a game with this set-up."""
        from referee.games.enchanters.setup.options import begin_line

        return begin_line(setup)

    def public_text(self, step: Step) -> str:
        """A step as everybody may hear it: nothing is secret."""
        return written(step)

    def at(self, state: GameState) -> str:
        """The turn."""
        return "the end" if state.over else f"turn {state.turn}"
