"""Beginning a game: its set-up asked for, and the first save."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from msgspec import UNSET

from referee.files.files import convert, path_of, read_toml
from referee.games.conjurers.cards.cards import DeckFile, load_deck
from referee.games.conjurers.rules.state import Setup
from referee.games.conjurers.saved import SavedConjurers
from referee.games.conjurers.setup.ask import ask_setup
from referee.games.conjurers.vocabulary import GAME
from referee.play.form import FormTable
from referee.saves.save import first_save
from referee.text.names import and_list


class SetupForm(FormTable[Setup]):
    """The set-up of a game, kept while it is answered in the file that becomes the save."""

    def __init__(self, path: Path, say: Callable[[str], None]) -> None:
        super().__init__(
            GAME, "game", lambda: ask_setup(_deck), lambda setup: first_save(SavedConjurers(), setup), say, path
        )

    def show(self, events: Sequence[Any]) -> None:
        """Say what the last answer was taken for; at the end, which creatures lack what the game needs of them."""
        super().show(events)
        setup = self.result
        lacking = [card.name for card in setup.creatures if card.element is UNSET] if setup and setup.elements else []
        if setup and lacking:
            example = f'referee cards edit {setup.deck} "{lacking[0]}" earth'
            self.say(f"note: no element is known of {and_list(lacking)}; they fight without one. Change it before "
                     f"the first turn with: {example}, and begin anew")  # fmt: skip


def _deck(name: str) -> DeckFile:
    """A deck by its file's name, every card checked. Raises BadInput."""
    path = path_of(name)
    load_deck(path)
    return convert(read_toml(path), DeckFile, str(path))
