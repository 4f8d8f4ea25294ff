"""A save that is open, as the loop plays it: what every game's table does alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from referee.ask import Procedure
from referee.commands import COMMANDS, CommandName
from referee.errors import BadInput
from referee.keeping import Keeper
from referee.loop import Answerer
from referee.names import find, keyed
from referee.session import Session
from referee.step import Step

if TYPE_CHECKING:
    from referee.score_words import ScoreWords
    from referee.scoring import Result
    from referee.screens import Screen
    from referee.show_why import WhyReport
    from referee.why import ExplainedGame


class KeptTable:
    """A game's table adds what it looks like, whether it is `over`, its score and how its log is explained.

    Nothing is secret here; a game with secrets says otherwise.
    """

    set_up = True
    commands: Sequence[CommandName] = tuple(COMMANDS)

    def __init__(self, keeper: Keeper[Any], screen: Screen) -> None:
        """Sit down at a save."""
        self.keeper: Keeper[Any] = keeper
        self.screen = screen
        self._greeted = False

    # --- what a game adds -------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether all is over."""
        raise NotImplementedError

    def status(self) -> None:
        """Show where everybody stands."""
        raise NotImplementedError

    def show_set_up(self) -> None:
        """Show what the hands put on the table before the first turn."""
        raise NotImplementedError

    def tell(self, events: Sequence[Any]) -> None:
        """Tell what the hands must do."""
        raise NotImplementedError

    def turn_over(self, events: Sequence[Any]) -> bool:
        """Whether a turn was over with these events, so that everybody wants to know where they stand."""
        raise NotImplementedError

    def show_under_way(self) -> None:
        """Show what is under way within a turn, where there is something to see."""

    def scored(self) -> tuple[Result, ScoreWords]:
        """The score if the game ended now, and how it is told."""
        raise NotImplementedError

    def explained(self) -> ExplainedGame[Any]:
        """The game as its log is explained."""
        raise NotImplementedError

    # --- the save ---------------------------------------------------------------------------------

    @property
    def session(self) -> Session[Any]:
        """The game being played."""
        return self.keeper.session

    def save(self) -> None:
        """Write the save. Raises Overtaken if another program was faster."""
        self.keeper.save()

    def reload(self) -> None:
        """Take over what another program has written. Raises BadInput for a state that was mended by hand."""
        self.keeper.reload()
        if self.keeper.changed:
            raise BadInput(
                f"{self.keeper.path}: it was changed by hand while you played; your last answer isn't in it. "
                f"Go on with: referee play {self.keeper.path}, which asks what is to be done with the change"
            )

    def correction(self) -> Procedure[Step]:
        """Ask for a correction of the state."""
        return self.keeper.game.ask_correction(self.keeper.setup, self.session.state)

    # --- what it tells ----------------------------------------------------------------------------

    def show(self, events: Sequence[Any]) -> None:
        """Tell what the hands must do; at the start and at a turn's end where everybody stands, at last the score."""
        if not self._greeted and not events and not self.session.steps:
            self.show_set_up()
        self.tell(events)
        over = self.turn_over(events)
        if over or not self._greeted:
            self._greeted = True
            self.status()
            if over and self.over:
                self.score()
        elif events and not self.session.draft:
            self.show_under_way()

    def show_events(self, events: Sequence[Any]) -> None:
        """Tell what the hands must do, and not where everybody stands unless a turn is over."""
        self._greeted = True
        self.show(events)

    def score(self) -> None:
        """Show the score if the game ended now."""
        from referee.screens import show_score

        self.screen.line()
        show_score(*self.scored(), self.screen)

    def explanation(self, number: int | None = None) -> WhyReport:
        """Why an entry of the log (the last one without a number) came out as it did. Raises BadInput."""
        from referee.rules import rulebook
        from referee.show_why import WhyReport
        from referee.why import explain

        found = explain(self.explained(), self.keeper.setup, self.session, number)
        return WhyReport(found, rulebook(self.keeper.game.name))

    def why(self, number: int | None = None) -> None:
        """Explain an entry, the last one without a number. Raises BadInput."""
        self.explanation(number).show(self.screen)

    def public_state(self) -> dict[str, Any]:
        """The state as plain data."""
        plain: dict[str, Any] = to_builtins(self.session.present)
        return plain

    def public_log(self) -> list[Step]:
        """The whole log."""
        return list(self.session.steps)

    def advised(self, answerer: Answerer) -> Answerer:
        """Nothing is left to chance; the same answerer."""
        return answerer

    def hand_of(self, name: str) -> list[str]:
        """Nobody holds anything that the others don't see. Raises Unreadable or Ambiguous for the name."""
        find(name, keyed((player.name for player in self.session.present.players), str), "player")
        return []

    def example(self, entry_id: str) -> Sequence[str]:
        """A worked example of a rule, where the game has one."""
        return ()

    def cite(self, rule: str) -> str:
        """A rule with its page, a ruling by its id."""
        from referee.rules import rulebook

        return rulebook(self.keeper.game.name).named(rule)

    def rules(self, words: str) -> None:
        """Rules and rulings on a word."""
        from referee.rules import rulebook
        from referee.show_rules import show_rules

        show_rules(rulebook(self.keeper.game.name), words, self.screen, example=self.example)

    def say(self, text: str) -> None:
        """One line."""
        self.screen.line(text)
