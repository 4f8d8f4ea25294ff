"""Beginning a game: its set-up asked for, and the first save."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from referee.files.files import path_of
from referee.games.enchanters.cards.cards import Card, Village, load_deck
from referee.games.enchanters.cards.remember import memory
from referee.games.enchanters.rules.state import Setup
from referee.games.enchanters.saved import SavedEnchanters
from referee.games.enchanters.setup.ask import ask_setup
from referee.games.enchanters.vocabulary import GAME
from referee.play.form import FormTable
from referee.saves.save import first_save
from referee.text.names import fold


class SetupForm(FormTable[Setup]):
    """The set-up of a game, kept while it is answered in the file that becomes the save."""

    def __init__(self, path: Path, say: Callable[[str], None]) -> None:
        super().__init__(
            GAME, "game", lambda: ask_setup(lambda name: load_deck(path_of(name))),
            lambda setup: first_save(SavedEnchanters(), setup), say, path,
        )  # fmt: skip
        self._save = path

    def save(self) -> None:
        """Write the result, or the answers so far; a village and starting cards go to the group's deck."""
        super().save()
        if self.result is not None:
            typed = {fold(one.name): one for one in _printed(self.result)}
            memory(self.result.deck, self._save, {}, self.say).remember(typed)


def _printed(setup: Setup) -> list[Card | Village]:
    """The village and the starting cards, as far as anything is known of them."""
    said = [card for card in setup.cards[:2] if card != Card(name=card.name, type=card.type)]
    return [*said, *([setup.village] if setup.village.rules else [])]
