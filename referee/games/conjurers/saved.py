"""Conjurers as a game that is kept in saves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.asking.question import Procedure
from referee.games.conjurers.rules.play import Conjuring, start_game
from referee.games.conjurers.rules.state import GameState, Setup
from referee.games.conjurers.vocabulary import GAME
from referee.play.notation import in_brackets, written
from referee.play.session import Playable
from referee.play.step import Answer, Step
from referee.text.names import fold

BEGUN = "referee"
"""The answer that begins a refereed battle; what follows it in the same step are the draws, as places in an army."""

RULES_CHANGED: Mapping[int, Sequence[str]] = {
    2: ("A17", "A19", "B13", "B25", "level-1-cards"),
}
"""What was mended in each version of the rules after the first, by id: the log of an older save may play otherwise.

2: life steal happens also on the blow that ends the battle (B13, B25); with fewer than four players present the left
neighbour always plays the minions (A19); against a challenger without creatures nobody is set aside (A17); nobody is
given a level 1 creature more than the box has (p. 6).
"""

DRAWN = "(drawn)"
"""What everybody hears of a draw."""


def without_draws(answers: Sequence[Answer]) -> Sequence[Answer]:
    """A step's answers without what the program drew for a hand."""
    begun = next((at for at, answer in enumerate(answers) if answer.text == BEGUN), len(answers))
    return answers[: begun + 1]


class SavedConjurers:
    """What `OpenSave` needs of Conjurers."""

    name = GAME
    rules_version = max(RULES_CHANGED)
    rules_changed = RULES_CHANGED
    setup_type = Setup
    state_type = GameState

    def playable(self, setup: Setup) -> Playable[GameState]:
        """The game with this set-up."""
        return Conjuring(setup)

    def start(self, setup: Setup) -> GameState:
        """The state before the first figure is placed."""
        return start_game(setup, [list(hand) for hand in setup.dealt])

    def corrects(self, state: GameState, text: str) -> bool:
        """Whether a text is a correction: somebody may be called "Leave Taking", so who leaves must be a player."""
        verb, _, rest = text.partition(" ")
        named = fold(rest)
        return verb == "adjust" or (named != "" and any(fold(one.name).startswith(named) for one in state.players))

    def correct(self, setup: Setup, state: GameState, text: str, events: list[Any]) -> GameState:
        """Carry out a correction, and move on where it leaves nothing to decide. Raises Unreadable or Illegal."""
        from referee.games.conjurers.rules.corrections import correct

        return correct(setup, state, text, events)

    def ask_correction(self, setup: Setup, state: GameState) -> Procedure[Step]:
        """Ask for a correction step by step."""
        from referee.games.conjurers.rules.ask_correction import ask_correction

        return (yield from ask_correction(setup, state))

    def check_setup(self, setup: Setup, *, closely: bool = True) -> None:
        """Look whether a set-up that was read can be. Raises BadInput that says what can't."""
        from referee.games.conjurers.rules import checks

        checks.check_setup(setup)
        if closely:
            from referee.games.conjurers.rules import close_checks

            close_checks.check_setup(setup)

    def check(self, setup: Setup, state: GameState, *, closely: bool = True) -> None:
        """Look whether a state can be, with `closely` by the rulebook's tables too. Raises BadInput."""
        from referee.games.conjurers.rules import checks

        checks.check_game(setup, state)
        if closely:
            from referee.games.conjurers.rules import close_checks

            close_checks.check_game(setup, state)

    def begin_line(self, setup: Setup) -> str:
        """The line of a script that begins a game with this set-up."""
        from referee.games.conjurers.setup.options import begin_line

        return begin_line(setup)

    def public_text(self, step: Step) -> str:
        """A step as everybody may hear it: without what the program drew for a hand."""
        told = without_draws(step.answers)
        if len(told) == len(step.answers):
            return written(step)
        return in_brackets([*(answer.text for answer in told), *[DRAWN] * (len(step.answers) - len(told))])

    def at(self, state: GameState) -> str:
        """The turn and what is done in it."""
        return f"turn {state.turn}, {state.stage}"
