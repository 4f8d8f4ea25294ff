"""A whole game at the table: its keeper, and how it looks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from referee.games.enchanters.cards.remember import learnt, memory
from referee.games.enchanters.rules.state import GameState, Setup
from referee.games.enchanters.saved import SavedEnchanters
from referee.saves.save import OnDisk, OpenSave
from referee.saves.table import SavedTable

if TYPE_CHECKING:
    from referee.explain.why import ExplainedGame
    from referee.scores.score import Result
    from referee.scores.words import ScoreWords
    from referee.text.screen import Screen


class EnchantersTable(SavedTable):
    """A save that is open, as the loop plays it."""

    open_save: OpenSave[GameState]

    def __init__(self, found: OnDisk, screen: Screen) -> None:
        """Open a save that was read. Raises BadInput."""
        super().__init__(OpenSave(SavedEnchanters(), found), screen)
        self._memory = memory(self.setup.deck, found.path, learnt(self.session.state.learnt), self.say)

    def save(self) -> None:
        """Write the save, and cards learnt since to the group's deck. Raises Overtaken if another was faster."""
        super().save()
        self._memory.tell_doubts(learnt(self.session.present.learnt))
        self._memory.remember(learnt(self.session.state.learnt))

    @property
    def setup(self) -> Setup:
        """What was agreed before the first turn."""
        setup: Setup = self.open_save.setup
        return setup

    @property
    def over(self) -> bool:
        """Whether deck and track are empty."""
        return self.open_save.session.state.over

    def show_set_up(self) -> None:
        """What the hands put on the table before the first turn."""
        from referee.games.enchanters.screens.quest import show_set_up

        show_set_up(self.setup, self.screen)

    def tell(self, events: Sequence[Any]) -> None:
        """Tell what the hands must do."""
        from referee.games.enchanters.screens.quest import show_game_events

        show_game_events(self.session.present, events, self.screen)

    def turn_over(self, events: Sequence[Any]) -> bool:
        """Whether the next turn has begun, or the game is over."""
        from referee.games.enchanters.rules.events import GameEnded, TurnBegan

        return any(isinstance(event, TurnBegan | GameEnded) for event in events)

    def status(self) -> None:
        """Where everybody stands."""
        from referee.games.enchanters.screens.quest import show_status

        show_status(self.setup, self.session.present, self.screen)

    def board(self) -> None:
        """Everything on the table, as one picture."""
        from referee.games.enchanters.screens.board import show_whole_board

        show_whole_board(self.setup, self.session.present, self.screen)

    def scored(self) -> tuple[Result, ScoreWords]:
        """The score if the game ended now, and how it is told."""
        from referee.games.enchanters.scores.score import score
        from referee.games.enchanters.scores.words import WORDS

        return score(self.setup, self.session.present), WORDS

    def explained(self) -> ExplainedGame[GameState]:
        """The game as its log is explained."""
        from referee.games.enchanters.explained import ExplainedEnchanters

        return ExplainedEnchanters()

    def example(self, entry_id: str) -> Sequence[str]:
        """A worked example of a rule, reckoned by the engine."""
        from referee.games.enchanters.examples import example

        return example(entry_id)
