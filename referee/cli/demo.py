"""`referee demo`: a guided evening, with the real commands in a temporary folder."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import Struct

from referee.cli.common import STOPPED, WELL, GameOption, PlainOption, complain, leave
from referee.errors import BadInput

if TYPE_CHECKING:
    from referee.text.screen import Screen

SCRIPT = "evening.toml"
"""The file of a game's folder `demo` with what is told and run; cards and boards for it lie beside it."""


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """What is told, the command that is run, and the exit code that it is to have."""

    say: str
    run: str
    code: int = WELL


class Walk(Struct, frozen=True, forbid_unknown_fields=True):
    """A guided evening. `ends` is the command to begin one's own with."""

    title: str
    ends: str
    step: tuple[Step, ...]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(demo)


def demo(
    no_wait: Annotated[bool, typer.Option("--no-wait", help="Don't wait for enter between the steps.")] = False,
    game: GameOption = None,
    plain: PlainOption = False,
) -> None:
    """Watch a short evening with a few words on each step: set-up, a battle, mistakes put right, the score.

    Everything happens in a temporary folder that is removed at the end; nothing of yours is read or changed.
    """
    from referee import games
    from referee.play.person import has_terminal
    from referee.text.screen import Screen

    try:
        chosen = games.load(game)
        walk = _walk(chosen.name)
        with tempfile.TemporaryDirectory(prefix="referee-demo-") as place:
            for file in _folder(chosen.name).glob("*.toml"):
                if file.name != SCRIPT:
                    shutil.copy(file, place)
            finished = _guide(walk, Path(place), Screen(plain), plain=plain, wait=has_terminal() and not no_wait)
    except BadInput as error:
        leave(error)
    except (KeyboardInterrupt, EOFError):
        complain("")
        leave("Stopped.", STOPPED)
    complain(f"{'That was all' if finished else 'Stopped'}. Your own evening: {walk.ends}")


def _folder(game: str) -> Path:
    """Where a game keeps its guided evening."""
    from referee import games

    return Path(games.__file__).parent / game / "demo"


def _walk(game: str) -> Walk:
    from referee.files.files import convert, read_toml

    script = _folder(game) / SCRIPT
    if not script.is_file():
        raise BadInput(f"{game} has no guided evening")
    return convert(read_toml(script), Walk, str(script))


def _guide(walk: Walk, place: Path, screen: Screen, *, plain: bool, wait: bool) -> bool:
    """Go through the steps; whether to the last. Raises BadInput if a command doesn't do what it should."""
    screen.line(walk.title, style="bold")
    for number, step in enumerate(walk.step, 1):
        if wait and number > 1 and input("\nEnter goes on, q ends: ").strip().casefold() in ("q", "quit", "stop"):
            return False
        screen.line()
        for paragraph in step.say.strip().split("\n\n"):
            screen.line(" ".join(paragraph.split()))
        words = shlex.split(step.run)
        screen.line()
        screen.line(f"$ referee {shlex.join(words)}", style="bold")
        _run(words, step.code, place, plain=plain)
    return True


def _run(words: list[str], code: int, place: Path, *, plain: bool) -> None:
    """Run a command of the program as it is typed, with no preferences but the plain screen. Raises BadInput."""
    from referee.preferences import VARIABLE

    sys.stdout.flush()
    sys.stderr.flush()
    options = ["--plain"] if plain else []
    done = subprocess.run(
        [sys.executable, "-m", "referee", *words, *options],
        cwd=place,
        env={**os.environ, VARIABLE: str(place / "config.toml"), "TMPDIR": str(place)},  # no lock stays behind
        check=False,
    )
    if done.returncode != code:
        raise BadInput(f"referee {shlex.join(words)}: ended with {done.returncode} instead of {code}")
