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
    path.write_text(_text(name, lines, script or SCRIPTS[name]), encoding="utf-8")
    return OpenSave(games.load(name), path)


@cache
def _text(name: str, lines: int, shipped_script: str) -> str:
    """The save of a shipped game after so many lines; played once."""
    script = EXAMPLES / shipped_script
    said = script.read_text(encoding="utf-8").split("\n")
    begun = next(at for at, line in enumerate(said) if line.startswith("new "))
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for beside in script.parent.glob("*.toml"):
            shutil.copy(beside, place)
        cut, save = place / script.name, place / f"{name}-kept.toml"
        cut.write_text("\n".join([*said[begun : begun + 1 + lines], ""]), encoding="utf-8")
        done = run("do", save, "--from", cut, "--brief")
        assert done.exit_code == 0, done.output
        return save.read_text(encoding="utf-8")
