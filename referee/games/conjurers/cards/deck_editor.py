"""A deck of Conjurers on the workbench."""

from __future__ import annotations

from pathlib import Path

from referee.cards import deck_editor
from referee.games.conjurers.cards.language import CARDS
from referee.games.conjurers.cards.parts import Card


class DeckEditor(deck_editor.DeckEditor[Card]):
    """A deck file of creatures, items and artifacts."""

    def __init__(self, path: Path, *, new: bool = False) -> None:
        """Open a deck; a `new` one may be a file that isn't there yet. Raises BadInput."""
        super().__init__(CARDS, path, new=new)
