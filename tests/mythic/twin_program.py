"""The program as other programs use it: `new`, `next --json`, `do`, `status --json`, all in this process."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from referee.cli.common import open_table
from referee.cli.game import _as_json
from referee.cli.new import begin
from referee.play.notation import Said
from referee.saves.table import SavedTable
from referee.text.screen import Screen

Data = dict[str, Any]


class Program:
    """A game in a save, in this process."""

    def __init__(self, save: Path, words: Sequence[str], game: str = "mythic") -> None:
        self.path = save
        begin(save, list(words), yes=True, game=game, beside=save.parent)
        self.reload()

    def reload(self) -> None:
        """Open the save as the next command would."""
        self.table: SavedTable = open_table(self.path, Screen(plain=True))

    def save(self) -> None:
        self.table.save()

    def next(self) -> Data:
        """`referee next --json`."""
        question = self.table.session.question
        return _as_json(question, question.options() if question and not question.private else ())

    def status(self) -> Data:
        """`referee status --json`."""
        return self.table.public_state()

    def do(self, move: str) -> None:
        """`referee do MOVE`. Raises RefereeError, and then nothing has changed."""
        self.table.open_save.do([Said(move)])
