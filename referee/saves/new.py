"""Beginning a game: its set-up asked for, and the first save."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from referee.declaration.game import Game
from referee.play.form import FormTable
from referee.saves.save import first_save
from referee.saves.table import memory


class SetupForm(FormTable[Any]):
    """The set-up of a game, kept while it is answered in the file that becomes the save."""

    def __init__(self, game: Game[Any, Any], path: Path, say: Callable[[str], None]) -> None:
        self._game, self._setup, self._save = game, game.setup(), path
        super().__init__(game.name, "game", self._setup.ask, lambda setup: first_save(game, setup), say, path)

    def show(self, events: Sequence[Any]) -> None:
        """Say what the last answer was taken for; at the end what is to be known of the whole."""
        super().show(events)
        for note in self._setup.notes(self.result) if self.result is not None else ():
            self.say(note)

    def save(self) -> None:
        """Write the result, or the answers so far; cards that were typed in go to the group's deck."""
        super().save()
        setup = self.result
        typed = self._setup.typed(setup) if setup is not None else {}
        if setup is not None and typed:
            kept = memory(self._game, setup.deck, self._save, {}, self.say)
            if kept is not None:
                kept.remember(typed)
