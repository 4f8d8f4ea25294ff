"""Conjurers as a game that is kept in saves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.ask import Procedure
from referee.games.conjurers.evening.play import Conjuring, start_game
from referee.games.conjurers.evening.state import Game, Setup
from referee.games.conjurers.vocabulary import GAME
from referee.session import Entry, Playable, in_brackets

BEGUN = "referee"
"""The answer that begins a refereed battle; what follows it in the same step are the draws, as places in an army."""

DRAWN = "(drawn)"
"""What everybody hears of a draw."""


def without_draws(answers: Sequence[str]) -> Sequence[str]:
    """A step's answers without what the program drew for a hand."""
    return answers[: answers.index(BEGUN) + 1] if BEGUN in answers else answers


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
        from referee.games.conjurers.evening.corrections import correct

        return correct(setup, state, text, events)

    def ask_correction(self, setup: Setup, state: Game) -> Procedure[str]:
        """Ask for a correction step by step."""
        from referee.games.conjurers.evening.ask_correction import ask_correction

        return (yield from ask_correction(setup, state))

    def check_setup(self, setup: Setup, *, closely: bool = True) -> None:
        """Look whether a set-up that was read can be. Raises BadInput that says what can't."""
        from referee.games.conjurers.evening import checks

        checks.check_setup(setup)
        if closely:
            from referee.games.conjurers.evening import close_checks

            close_checks.check_setup(setup)

    def check(self, setup: Setup, state: Game, *, closely: bool = True) -> None:
        """Look whether a state can be, with `closely` by the rulebook's tables too. Raises BadInput."""
        from referee.games.conjurers.evening import checks

        checks.check_game(setup, state)
        if closely:
            from referee.games.conjurers.evening import close_checks

            close_checks.check_game(setup, state)

    def begin_line(self, setup: Setup) -> str:
        """The line of a script that begins a game with this set-up."""
        from referee.games.conjurers.evening.options import begin_line

        return begin_line(setup)

    def heard(self, entry: Entry) -> str:
        """A step as everybody may hear it: without what the program drew for a hand."""
        told = without_draws([answer.text for answer in entry])
        return in_brackets([*told, *[DRAWN] * (len(entry) - len(told))])

    def at(self, state: Game) -> str:
        """The turn and what is done in it."""
        return f"turn {state.turn}, {state.stage}"
