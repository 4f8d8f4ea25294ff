"""A save that is open, as the loop plays it: what every game's table does alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from referee.asking.commands import COMMANDS, CommandName
from referee.asking.question import Procedure
from referee.errors import BadInput
from referee.play.loop import Answerer
from referee.play.session import Session
from referee.play.step import Step
from referee.saves.save import OpenSave
from referee.text.names import find, keyed

if TYPE_CHECKING:
    from referee.explain.screen import WhyReport
    from referee.explain.why import ExplainedGame
    from referee.scores.score import Result
    from referee.scores.words import ScoreWords
    from referee.text.screen import Screen


class SavedTable:
    """A game's table adds what it looks like, whether it is `over`, its score and how its log is explained.

    Nothing is secret here; a game with secrets says otherwise.
    """

    set_up = True
    commands: Sequence[CommandName] = tuple(COMMANDS)

    def __init__(self, open_save: OpenSave[Any], screen: Screen) -> None:
        """Sit down at a save."""
        self.open_save: OpenSave[Any] = open_save
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
        return self.open_save.session

    def save(self) -> None:
        """Write the save. Raises Overtaken if another program was faster."""
        self.open_save.save()

    def reload(self) -> None:
        """Take over what another program has written. Raises BadInput for a state that was mended by hand."""
        self.open_save.reload()
        if self.open_save.changed:
            raise BadInput(
                f"{self.open_save.path}: it was changed by hand while you played; your last answer isn't in it. "
                f"Go on with: referee play {self.open_save.path}, which asks what is to be done with the change"
            )

    def correction(self) -> Procedure[Step]:
        """Ask for a correction of the state."""
        return self.open_save.game.ask_correction(self.open_save.setup, self.session.state)

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
        from referee.scores.screen import show_score

        self.screen.line()
        show_score(*self.scored(), self.screen)

    def explanation(self, number: int | None = None) -> WhyReport:
        """Why an entry of the log (the last one without a number) came out as it did. Raises BadInput."""
        from referee.explain.screen import WhyReport
        from referee.explain.why import explain
        from referee.rulebook.rules import rulebook

        found = explain(self.explained(), self.open_save.setup, self.session, number)
        return WhyReport(found, rulebook(self.open_save.game.name))

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
        from referee.rulebook.rules import rulebook

        return rulebook(self.open_save.game.name).named(rule)

    def rules(self, words: str) -> None:
        """Rules and rulings on a word."""
        from referee.rulebook.rules import rulebook
        from referee.rulebook.screen import show_rules

        show_rules(rulebook(self.open_save.game.name), words, self.screen, example=self.example)

    def say(self, text: str) -> None:
        """One line."""
        self.screen.line(text)
