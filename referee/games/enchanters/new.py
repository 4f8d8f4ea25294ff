"""Beginning a game: its set-up asked for, and the first save."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from referee.games.enchanters.ask_setup import ask_setup
from referee.games.enchanters.cards import load_deck
from referee.games.enchanters.kept import KeptEnchanters
from referee.games.enchanters.state import Setup
from referee.games.enchanters.vocabulary import GAME
from referee.interview import FormTable
from referee.keeping import first_save


class SetupForm(FormTable[Setup]):
    """The set-up of a game, kept while it is answered in the file that becomes the save."""

    def __init__(self, path: Path, say: Callable[[str], None]) -> None:
        super().__init__(
            GAME, "game", lambda: ask_setup(lambda name: load_deck(Path(name).expanduser())),
            lambda setup: first_save(KeptEnchanters(), setup), say, path,
        )  # fmt: skip
