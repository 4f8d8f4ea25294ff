"""A battle as the commands are given it: a record on file, or an entry of a game's save."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.declaration.game import Game
from referee.errors import BadInput
from referee.files.files import Data


def is_save(data: Data) -> bool:
    """Whether a file is the save of a game."""
    return data.get("kind") == "save"


def battle_of(
    game: Game[Any, Any], path: Path, data: Data, deck: Path | None, entry: int | None, *, whole: bool = True
) -> Any:
    """The battle of a record, or the one of a save that an entry belongs to, as its game's `Battles` know it.

    A save's is the one under way, or the last, where no entry is named; it is told all, or, if it isn't to be
    `whole`, as it stood before that entry. Raises BadInput.
    """
    if game.battles is None:
        raise BadInput(
            f"{path}: {game.title} has no battles of its own to be judged; verify a save with: referee verify {path}"
        )
    if not is_save(data):
        if entry is not None:
            raise BadInput(
                f"{path}: is no save, so it has no entry {entry}; a file of that name is written ./{entry}"
            )
        return game.battles().read(path, data, deck)
    if deck is not None:
        raise BadInput(f"{path}: is a save, which has its cards; --deck goes with a battle record")
    from referee.saves.save import OnDisk, OpenSave

    open_save: OpenSave[Any] = OpenSave(game, OnDisk(path, "", data))
    return game.battles().in_game(str(path), open_save.setup, open_save.session, entry, whole)
