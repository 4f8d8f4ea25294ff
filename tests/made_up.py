"""Made-up games among the real ones, as tests declare them, and commands run and lines typed on saves."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from referee import games
from referee.asking.moves import Moves, MovesNow
from referee.cli import build
from referee.cli.common import open_table
from referee.play.loop import play
from referee.play.person import Person
from referee.rulebook import rules
from referee.rulebook.rules import rulebook
from referee.saves.table import SavedTable
from referee.text.screen import Screen
from tests.shipped import EXAMPLES, played

HERE = Path(__file__).parent
NO_MOVES: MovesNow[Any] = MovesNow(Moves(), None)
"""What a question has that asks for a move, where no words are those of a kind of move."""


@contextmanager
def made_up(name: str, folder: Path, patch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game of `tests/NAME.py` among the games, with the rules of `tests/NAME_rules.toml`."""
    (folder / name).mkdir(parents=True)
    for game in games.names():
        (folder / game).symlink_to(rules.folder() / game)
    shutil.copy(HERE / f"{name}_rules.toml", folder / name / "rules.toml")
    patch.setattr(rules, "folder", lambda: folder)
    module = f"tests.{name}"
    patch.setitem(games._MODULES, name, module)
    rulebook.cache_clear()
    before = sys.modules.get(module)  # other tests may hold its classes, which look for their module by its name
    yield
    rulebook.cache_clear()
    sys.modules.pop(module, None)
    if before is not None:
        sys.modules[module] = before


def run(command: str, *arguments: object, code: int = 0) -> Result:
    """What a command printed, which ended with this code."""
    result = CliRunner().invoke(build([command]), [command, *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.stdout + result.stderr
    return result


def as_json(command: str, *arguments: object) -> Any:
    """What a command told as JSON."""
    return json.loads(run(command, *arguments, "--json").stdout)


def type_at(save: Path, patch: pytest.MonkeyPatch, *lines: str) -> SavedTable:
    """The game, or battle, after somebody at its prompt has typed these lines, each of them read, and has quit."""
    left = [*lines, "quit"]
    patch.setattr("referee.play.person.has_terminal", lambda: True)
    patch.setattr("builtins.input", lambda prompt: left.pop(0))
    screen = Screen(plain=True)
    table = open_table(save, screen, battles=True)
    play(table, Person(screen))
    assert not left
    return table


def play_example(script: str, until: str, folder: Path) -> Path:
    """Play a shipped example up to some words of its script; the save."""
    begun, _, rest = (EXAMPLES / script).read_text(encoding="utf-8").partition(until)
    assert rest, f"{until} isn't in {script}"
    save = folder / "game.toml"
    save.write_text(played(script, begun), encoding="utf-8")
    return save


def answered(save: Path) -> list[str]:
    """All answers and corrections of a save's log, and the answers of the step under way."""
    session = open_table(save, Screen(plain=True)).session
    said = [[step.correct, *(answer.text for answer in step.answers)] for step in session.steps]
    return [text for step in said for text in step if text] + [answer.text for answer in session.draft]
