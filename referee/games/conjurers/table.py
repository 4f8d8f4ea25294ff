"""A whole game at the table: its keeper, and how it looks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from referee.games.conjurers.cards.remember import learnt_by, memory
from referee.games.conjurers.rules.state import GameState, Setup
from referee.games.conjurers.saved import BEGUN, SavedConjurers, without_draws
from referee.play.step import Step
from referee.saves.save import OnDisk, OpenSave
from referee.saves.table import SavedTable
from referee.text.names import find, keyed

if TYPE_CHECKING:
    from referee.asking.dice import Mode
    from referee.explain.why import ExplainedGame
    from referee.games.conjurers.battle.state import Battle
    from referee.play.loop import Answerer
    from referee.scores.score import Result
    from referee.scores.words import ScoreWords
    from referee.text.screen import Screen


class ConjurersTable(SavedTable):
    """A save that is open, as the loop plays it."""

    open_save: OpenSave[GameState]

    def __init__(self, found: OnDisk, screen: Screen) -> None:
        """Open a save that was read. Raises BadInput."""
        super().__init__(OpenSave(SavedConjurers(), found), screen)
        contest = self.session.present.contest
        self._battle = None if contest is None else contest.battle  # the one that events are told of
        self._memory = memory(self.setup.deck, found.path, learnt_by(self.session.state), self.say)

    @property
    def setup(self) -> Setup:
        """What was agreed before the first turn."""
        setup: Setup = self.open_save.setup
        return setup

    @property
    def over(self) -> bool:
        """Whether the last turn is over."""
        return self.open_save.session.state.stage == "over"

    def save(self) -> None:
        """Write the save, and cards learnt since to the group's deck. Raises Overtaken if another was faster."""
        super().save()
        self._memory.tell_doubts(learnt_by(self.session.present))
        self._memory.remember(learnt_by(self.session.state))

    def show_set_up(self) -> None:
        """What the hands put on the board before the first turn."""
        from referee.games.conjurers.screens.game import show_set_up

        show_set_up(self.setup, self.screen)

    def tell(self, events: Sequence[Any]) -> None:
        """Tell what the hands must do, and what happens in a battle."""
        from referee.games.conjurers.screens.game import show_game_events

        self._battle = show_game_events(self.session.present, events, self.screen, self._battle)

    def turn_over(self, events: Sequence[Any]) -> bool:
        """Whether a turn is over, or the game."""
        from referee.games.conjurers.rules.events import GameEnded, TurnEnded

        return any(isinstance(event, TurnEnded | GameEnded) for event in events)

    def show_under_way(self) -> None:
        """The battle that is fought."""
        contest = self.session.present.contest
        if contest is not None and contest.battle is not None:
            from referee.games.conjurers.screens.battle import show_board

            show_board(contest.battle, self.screen)

    def status(self) -> None:
        """Where everybody stands."""
        from referee.games.conjurers.screens.game import show_status

        show_status(self.setup, self.session.present, self.screen)

    def board(self) -> None:
        """Everything that everybody may see, as one picture."""
        from referee.games.conjurers.screens.board import show_whole_board

        show_whole_board(self.setup, self.session.present, self.screen)

    def scored(self) -> tuple[Result, ScoreWords]:
        """The score if the game ended now, and how it is told."""
        from referee.games.conjurers.scores.of_game import score_now
        from referee.games.conjurers.scores.words import WORDS

        return score_now(self.setup, self.session.present), WORDS

    def explained(self) -> ExplainedGame[GameState]:
        """The game as its log is explained."""
        from referee.games.conjurers.explained import ExplainedConjurers

        return ExplainedConjurers()

    def public_state(self) -> dict[str, Any]:
        """The state as plain data; of hands that the program drew only the number of cards."""
        state = self.session.present.copy()
        if state.contest is not None:
            state.contest.hands = ((), ())
        plain: dict[str, Any] = to_builtins(state)
        return {"turn": state.turn, "phase": state.phase, "stage": state.stage, **plain}

    def public_log(self) -> list[Step]:
        """The log, without the program's draws for hands that are still secret; they come again from the seed."""
        log = list(self.session.steps)
        contest = self.session.present.contest
        if contest is None or not any(contest.hands):
            return log
        begun = max(at for at, step in enumerate(log) if BEGUN in [answer.text for answer in step.answers])
        step = log[begun]
        log[begun] = Step.of(without_draws(step.answers), step.at, step.who, step.when)
        return log

    def advised(self, answerer: Answerer) -> Answerer:
        """The same answerer, to whom moves of a battle are listed with their odds."""
        from referee.games.conjurers.odds.advice import Adviser

        return Adviser(answerer, self._fought)

    def _fought(self) -> tuple[Battle, Mode, list[int]] | None:
        """The battle under way, whose dice it has, and the creatures whose cards aren't known yet."""
        from referee.games.conjurers.rules.hidden_hands import unread

        game = self.session.present
        if game.contest is None or game.contest.battle is None:
            return None
        return game.contest.battle, self.setup.dice, unread(self.setup, game, game.contest.battle)

    def hand_of(self, name: str) -> list[str]:
        """What the program drew for a player and waits in the hand. Raises Unreadable or Ambiguous for the name."""
        from referee.games.conjurers.battle.state import SIDES
        from referee.games.conjurers.rules.hidden_hands import drawn_hand

        name = find(name, keyed((player.name for player in self.session.present.players), str), "player")
        contest = self.session.present.contest
        for side in SIDES:
            if contest is not None and contest.battle is not None and contest.battle.sides[side].player == name:
                return drawn_hand(contest, side)
        return []

    def example(self, entry_id: str) -> Sequence[str]:
        """A worked example of a rule, reckoned by the engine."""
        from referee.games.conjurers.examples import example

        return example(entry_id)
