"""What holds of a save whatever the texts in it look like: it is verified, gone back in, amended and begun again."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from referee.cli import build


def run(command: str, *arguments: object, code: int = 0) -> str:
    """What a command prints."""
    result = CliRunner().invoke(build([command]), [command, *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.stdout + result.stderr
    return result.stdout


def state(save: Path) -> Any:
    """The state in a save."""
    return tomllib.loads(save.read_text(encoding="utf-8"))["state"]


def check_kept(save: Path) -> None:
    """The log leads to the state: replayed, after undo and redo, amended to what it is, and typed into a new game."""
    now, script = state(save), run("log", save, "--moves")
    run("verify", save)
    for _ in range(2):
        run("undo", save)
        run("verify", save)
    for _ in range(2):
        run("redo", save)
    assert (state(save), run("log", save, "--moves")) == (now, script)
    run("amend", save, 1, script.splitlines()[1])
    assert (state(save), run("log", save, "--moves")) == (now, script)
    moves, again = save.with_suffix(".moves"), save.with_name("again.toml")
    moves.write_text(script, encoding="utf-8")
    run("do", again, "--from", moves)
    assert state(again) == now
    assert run("log", again, "--moves") == script
    run("verify", again)
