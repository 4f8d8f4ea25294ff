"""A save that is open, as the loop plays it: what every game's table does alike."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins

from referee.ask import Procedure
from referee.keeping import Keeper
from referee.loop import COMMANDS, Answerer, CommandName
from referee.save import LogEntry
from referee.session import Session

if TYPE_CHECKING:
    from referee.screens import Screen


class KeptTable:
    """A game's table adds what it looks like: `show`, `status`, `score`, and whether it is `over`."""

    set_up = True
    commands: Sequence[CommandName] = tuple(COMMANDS)

    def __init__(self, keeper: Keeper[Any], screen: Screen) -> None:
        """Sit down at a save."""
        self.keeper: Keeper[Any] = keeper
        self.screen = screen

    @property
    def session(self) -> Session[Any]:
        """The game being played."""
        return self.keeper.session

    def save(self) -> None:
        """Write the save. Raises Overtaken if another program was faster."""
        self.keeper.save()

    def reload(self) -> None:
        """Take over what another program has written."""
        self.keeper.reload()

    def correction(self) -> Procedure[str]:
        """Ask for a correction of the state."""
        return self.keeper.game.ask_correction(self.keeper.setup, self.session.state)

    def public_state(self) -> dict[str, Any]:
        """The state as plain data."""
        plain: dict[str, Any] = to_builtins(self.session.present)
        return plain

    def public_log(self) -> list[LogEntry]:
        """The whole log."""
        return self.keeper.file.history.entries()

    def advised(self, answerer: Answerer) -> Answerer:
        """Nothing is left to chance; the same answerer."""
        return answerer

    def hand_of(self, name: str) -> list[str]:
        """Nobody holds anything that the others don't see."""
        return []

    def example(self, entry_id: str) -> Sequence[str]:
        """A worked example of a rule, where the game has one."""
        return ()

    def rules(self, words: str) -> None:
        """Rules and rulings on a word."""
        from referee.rules import rulebook
        from referee.show_rules import show_rules

        show_rules(rulebook(self.keeper.game.name), words, self.screen, example=self.example)

    def say(self, text: str) -> None:
        """One line."""
        self.screen.line(text)
