"""The games the referee knows. Each is a folder beside this file, loaded only when it is asked for."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.errors import BadInput
from referee.files.files import Data, read_text
from referee.text.names import did_you_mean, fold, or_list, printable

if TYPE_CHECKING:
    from referee.declaration.game import Game


_MODULES = {name: f"referee.games.{name}" for name in ("conjurers", "enchanters", "prophecy", "mythic")}

DEFAULT = "conjurers"


def names() -> list[str]:
    """List the names of all games."""
    return list(_MODULES)


def load(name: str | None, where: str = "") -> Game[Any, Any]:
    """Load a game by name, the default game for None. Raises BadInput with the nearest names."""
    name = DEFAULT if name is None else name
    key = fold(name)
    if key not in _MODULES:
        hint = did_you_mean(name, _MODULES) or f"; known is {or_list(_MODULES)}"
        raise BadInput(f'{where}{": " if where else ""}there is no game "{printable(name)}"{hint}')
    game: Game[Any, Any] = import_module(_MODULES[key]).GAME
    return game


def load_for(name: str | None, path: Path | None) -> Game[Any, Any]:
    """Load a game by name; for None, the game of the file at `path` if it exists. Raises BadInput."""
    if name is None and path is not None and os.path.isfile(path):  # any name may be asked about
        from referee.files.files import read_toml  # loaded only to resume a file

        data = read_toml(path)
        if "game" in data:
            return of(data, str(path))
    return load(name)


def guide(name: str) -> str:
    """Read the guide to a game, in Markdown. Raises BadInput if it can't be read."""
    return read_text(Path(__file__).parent / name / "guide.md")


def begin_line(game: Game[Any, Any], setup: Any) -> str:
    """Write the line of a script that begins a game with this set-up: "new --player Anna:worker ..."."""
    return game.setup().begin_line(None if game.name == DEFAULT else game.name, setup)


def of(data: Data, where: str) -> Game[Any, Any]:
    """Load the game that a file's `game` key names. Raises BadInput."""
    name = data.get("game")
    if name is None:
        raise BadInput(f'{where}: the key "game" is missing, as in game = "{DEFAULT}"')
    if not isinstance(name, str):
        from referee.files.files import show  # loaded only for a message

        raise BadInput(f"{where}: game is {show(name)}; it must be a name in quotes")
    return load(name, where)
