"""Who survives the round, beside the question for a move: it is reckoned while somebody thinks."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from referee.asking.question import Question
from referee.games.mythic.rules.state import GameState, Setup
from referee.games.mythic.surviving.report import greatest_dangers
from referee.play.advising import Advising
from referee.play.loop import Answerer
from referee.sampling.meanwhile import Meanwhile
from referee.sampling.race import Effort

SECONDS = 5.0
"""So long it is reckoned while somebody thinks about a move."""


class Adviser(Advising):
    """Lets another answerer answer, and tells who is in danger when a move is asked for."""

    def __init__(self, answerer: Answerer, now: Callable[[], tuple[Setup, GameState]]) -> None:
        super().__init__(answerer)
        self._now = now

    def advised(self, question: Question[Any]) -> tuple[Question[Any], Meanwhile | None]:
        """A question, and for a move who survives the round how likely; targets tell their odds by themselves."""
        if question.key != "move":
            return question, None
        setup, game = self._now()
        if game.light:
            return question, None
        return question, Meanwhile(partial(greatest_dangers, setup, game.copy(), Effort(SECONDS)))
