"""The program as other programs use it, for the twins that begin with a save and the options of `new`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tests import twins


class Program(twins.Program):
    """A game in a save, in this process."""

    def __init__(self, save: Path, words: Sequence[str], game: str = "mythic") -> None:
        super().__init__(save, words, game)
