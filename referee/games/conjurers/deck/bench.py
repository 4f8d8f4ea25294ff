"""A deck of Conjurers on the workbench."""

from __future__ import annotations

from pathlib import Path

from referee.deck import bench
from referee.games.conjurers.card_parts import Card
from referee.games.conjurers.deck.language import CARDS


class Bench(bench.Bench[Card]):
    """A deck file of creatures, items and artifacts."""

    def __init__(self, path: Path, *, new: bool = False) -> None:
        """Open a deck; a `new` one may be a file that isn't there yet. Raises BadInput."""
        super().__init__(CARDS, path, new=new)
