"""Beginning a game: its set-up asked for, and the first save."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from referee.files import convert, read_toml
from referee.games.conjurers.cards import DeckFile, load_deck
from referee.games.conjurers.evening.ask_setup import ask_setup
from referee.games.conjurers.evening.kept import KeptConjurers
from referee.games.conjurers.evening.state import Setup
from referee.games.conjurers.vocabulary import GAME
from referee.interview import FormTable
from referee.keeping import first_save


class SetupForm(FormTable[Setup]):
    """The set-up of a game, kept while it is answered in the file that becomes the save."""

    def __init__(self, path: Path, say: Callable[[str], None]) -> None:
        super().__init__(
            GAME, "game", lambda: ask_setup(_deck), lambda setup: first_save(KeptConjurers(), setup), say, path
        )


def _deck(name: str) -> DeckFile:
    """A deck by its file's name, every card checked. Raises BadInput."""
    path = Path(name).expanduser()
    load_deck(path)
    return convert(read_toml(path), DeckFile, str(path))
