"""Whole games on record: `python -m tests.recorded_games` plays them and writes down anew what they lead to.

The scripts in `*/games/` are what `referee log --moves` printed of games that `tests/record_games.py` played;
`expected.json` beside them holds the score of each, and a mark of what lies on the table after each step. The marks
say nothing of how a state is stored. Write them down anew only where the difference is meant.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from referee import games
from referee.preferences import VARIABLE
from referee.saves.save import OpenSave
from tests.conjurers.on_the_table import lies as conjurers
from tests.enchanters.on_the_table import lies as enchanters
from tests.old_saves import run, score, written

TESTS = Path(__file__).parent
LIES: Mapping[str, Callable[[Any], dict[str, Any]]] = {"conjurers": conjurers, "enchanters": enchanters}
"""What lies on the table, by game."""

EACH = 4
"""How many letters mark a step."""


@dataclass(frozen=True)
class Played:
    """A game on record, played: the score as scripts get it, and the marks of its steps."""

    score: dict[str, Any]
    marks: str


def names(game: str) -> list[str]:
    """The recorded games."""
    return sorted(path.stem for path in folder(game).glob("*.moves"))


def folder(game: str) -> Path:
    """Where they lie."""
    return TESTS / game / "games"


def expected(game: str) -> dict[str, dict[str, Any]]:
    """What is written down of them."""
    found: dict[str, dict[str, Any]] = json.loads((folder(game) / "expected.json").read_text(encoding="utf-8"))
    return found


def play(game: str, name: str, where: Path) -> Played:
    """Play a recorded game as `referee do` does; its save is made in the folder `where`."""
    save = where / f"{game}-{name}.toml"
    result = run("do", save, "--from", folder(game) / f"{name}.moves", "--brief")
    if result.exit_code:
        raise ValueError(f"{name}: {result.exit_code}, {result.stderr}")
    open_save: OpenSave[Any] = OpenSave(games.load(game), save)
    return Played(score(save), " ".join(mark(LIES[game](state)) for state in states(open_save)))


def states(open_save: OpenSave[Any]) -> Iterator[Any]:
    """The states after each step of a save."""
    session = open_save.session
    for number in range(2, len(session.steps) + 1):
        yield session.state_before(number)
    if session.steps:
        yield session.state


def mark(table: Mapping[str, Any]) -> str:
    """A short mark that changes, all but always, with anything that lies on the table."""
    return sha256(json.dumps(table, sort_keys=True).encode()).hexdigest()[:EACH]


def main(of: Sequence[str]) -> None:
    """Write down what the recorded games of some games lead to, else of all."""
    with tempfile.TemporaryDirectory() as place:
        os.environ[VARIABLE] = str(Path(place) / "config.toml")
        Path(os.environ[VARIABLE]).write_text('deck = "none"\n', encoding="utf-8")
        for game in of or LIES:
            played = {name: play(game, name, Path(place)) for name in names(game)}
            path = folder(game) / "expected.json"
            found = {name: {"score": one.score, "marks": one.marks} for name, one in played.items()}
            path.write_text(written(found), encoding="utf-8")
            print(path)


if __name__ == "__main__":
    main(sys.argv[1:])
