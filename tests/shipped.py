"""The shipped games, played as far as a test wants to begin."""

from __future__ import annotations

import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from referee import games
from referee.saves.save import OpenSave
from tests.old_saves import run

EXAMPLES = Path(__file__).parents[1] / "examples"
SCRIPTS = {
    "conjurers": "four-player-game.moves",
    "enchanters": "enchanters/three-players.moves",
    "prophecy": "prophecy/three-players.moves",
    "mythic": "mythic/two-players.moves",
}


def shipped(folder: Path, name: str, lines: int, script: str = "") -> OpenSave[Any]:
    """A shipped game of this name after so many lines of its script, in a file of a folder."""
    path = folder / f"{name}.toml"
    path.write_text(_text(lines, script or SCRIPTS[name]), encoding="utf-8")
    return OpenSave(games.load(name), path)


def _text(lines: int, script: str) -> str:
    said = (EXAMPLES / script).read_text(encoding="utf-8").split("\n")
    begun = next(at for at, line in enumerate(said) if line.startswith("new "))
    return played(script, "\n".join([*said[begun : begun + 1 + lines], ""]))


@cache
def played(script: str, said: str) -> str:
    """The save of what is said of a shipped script; played once."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for beside in (EXAMPLES / script).parent.glob("*.toml"):
            shutil.copy(beside, place)
        cut, save = place / Path(script).name, place / "kept.toml"
        cut.write_text(said, encoding="utf-8")
        done = run("do", save, "--from", cut, "--brief")
        assert done.exit_code == 0, done.output
        return save.read_text(encoding="utf-8")
