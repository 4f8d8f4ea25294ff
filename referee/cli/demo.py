"""`referee demo`: a guided evening, with the real commands in a temporary folder."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec import Struct

from referee import games
from referee.cli.common import STOPPED, WELL, complain, leave, open_table
from referee.cli.options import GameOption, PlainOption
from referee.errors import BadInput, RefereeError
from referee.files.files import convert, read_toml
from referee.preferences import VARIABLE
from referee.text.streams import OutputFailed, drawable

if TYPE_CHECKING:
    from referee.asking.question import Command, Question
    from referee.text.screen import Screen

SCRIPT = "evening.toml"
"""The script in a game's folder `demo`; its cards and boards lie beside it."""


AROUND, LAST = 5, 6
"""Lines around a command's output, including the prompt to go on; and lines kept at the end of a cut output."""


class DemoStep(Struct, frozen=True, forbid_unknown_fields=True):
    """What to say, the command to run, and its expected exit code; for `play` the lines typed at its prompts."""

    say: str
    run: str
    code: int = WELL
    type: tuple[str, ...] = ()


class DemoWalk(Struct, frozen=True, forbid_unknown_fields=True):
    """A guided evening. `ends` is the command that begins the user's own."""

    title: str
    ends: str
    step: tuple[DemoStep, ...]


def demo(
    no_wait: Annotated[bool, typer.Option("--no-wait", help="Don't wait for enter between the steps.")] = False,
    game: GameOption = None,
    plain: PlainOption = False,
) -> None:
    """Watch a short evening with a few words on each step: set-up, a battle, mistakes corrected, the score.

    Everything happens in a temporary folder that is removed at the end; nothing of yours is read or changed.
    """
    from referee.play.line import has_terminal
    from referee.text.screen import Screen

    try:
        chosen = games.load(game)
        walk = _walk(chosen.name)
        with tempfile.TemporaryDirectory(prefix="referee-demo-") as place:
            for file in _folder(chosen.name).glob("*.toml"):
                if file.name != SCRIPT:
                    shutil.copy(file, place)
            finished = _guide(walk, Path(place), Screen(plain), plain=plain, wait=has_terminal() and not no_wait)
    except (KeyboardInterrupt, EOFError):
        complain("")
        leave("Stopped.", STOPPED)
    complain(f"{'That was all' if finished else 'Stopped'}. Your own evening: {walk.ends}")


def _folder(game: str) -> Path:
    """Return the folder of a game's guided evening."""
    return Path(games.__file__).parent / game / "demo"


def _walk(game: str) -> DemoWalk:
    script = _folder(game) / SCRIPT
    if not script.is_file():
        raise BadInput(f"{game} has no guided evening")
    return convert(read_toml(script), DemoWalk, str(script))


def _guide(walk: DemoWalk, place: Path, screen: Screen, *, plain: bool, wait: bool) -> bool:
    """Go through the steps; return whether the last was reached. Raises BadInput if a command fails."""
    screen.line(walk.title, style="bold")
    for number, step in enumerate(walk.step, 1):
        if wait and number > 1 and input("\nEnter goes on, q ends: ").strip().casefold() in ("q", "quit", "stop"):
            return False
        screen.line()
        screen.line(f"Step {number} of {len(walk.step)}", style="dim")
        lines = [" ".join(paragraph.split()) for paragraph in step.say.strip().split("\n\n")]
        for paragraph in lines:
            screen.line(paragraph)
        words = shlex.split(step.run)
        screen.line()
        screen.line(shell_line(words), style="bold")
        if step.type:
            _play(place / words[1], step.type, screen)
        else:
            used = sum(len(textwrap.wrap(text, screen.width)) for text in (*lines, shell_line(words)))
            room = shutil.get_terminal_size().lines - used - AROUND if wait else None
            _run(words, step.code, place, plain=plain, room=room)
    return True


def _play(save: Path, lines: Sequence[str], screen: Screen) -> None:
    """Show the prompts of `play` with scripted answers. Raises BadInput if one of them is refused."""
    from referee.play import loop
    from referee.play.person import Person

    left = [*lines]

    class ShownStep(Person):
        """A person whose lines are known in advance, and shown behind the prompts."""

        def ask(self, question: Question[Any]) -> str | Command | None:
            if not self._typed.left and not left:
                return None  # the next question is that of the next step
            return super().ask(question)

        def _line(self, prompt: str, words: Sequence[str], default: str = "") -> str:
            if not left:
                return "stop"
            line = left.pop(0)
            self.screen.line(f"{prompt}{line}")
            return line

        def refused(self, question: Question[Any], error: RefereeError) -> None:
            raise BadInput(f"the guided evening: {question.prompt}: {error}") from None

    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = str(save.with_name("config.toml"))
    try:
        table = open_table(save, screen)
        table.show_events(())  # the standing was shown before
        loop.play(table, ShownStep(screen))
    finally:
        if before is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = before


def fit_lines(lines: Sequence[str], room: int) -> list[str]:
    """Cut lines in the middle to at most `room`; the last ones stay, as they have the outcome."""
    if len(lines) <= room:
        return [*lines]
    last = min(LAST, max(1, room - 2))
    first = max(0, room - last - 1)
    return [*lines[:first], f"   ... {len(lines) - first - last} more lines ...", *lines[-last:]]


def wrap_lines(text: str, width: int) -> list[str]:
    """Wrap the lines of a text between words."""
    return [part for line in text.splitlines() for part in textwrap.wrap(line, width, break_on_hyphens=False) or [""]]


def shell_line(words: Sequence[str]) -> str:
    """Format a command as people type it: in double quotes an argument with an apostrophe, if they are safe."""
    plain = [f'"{word}"' if "'" in word and not set('"$`\\!') & set(word) else shlex.quote(word) for word in words]
    return f"$ referee {' '.join(plain)}"


def _run(words: list[str], code: int, place: Path, *, plain: bool, room: int | None) -> None:
    """Run a command of the program, with no preferences but the plain screen. Raises BadInput.

    With `room` its output is cut to that many lines, in the middle.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    options = ["--plain"] if plain else []
    size = shutil.get_terminal_size()
    variables = {"COLUMNS": str(size.columns), "LINES": str(size.lines)} if room is not None else {}
    if room is not None and not plain and not os.environ.get("NO_COLOR"):
        variables["FORCE_COLOR"] = "1"
    variables |= {VARIABLE: str(place / "config.toml"), "TMPDIR": str(place)}  # no lock file is left behind
    done = subprocess.run(
        [sys.executable, "-m", "referee", *words, *options],
        cwd=place,
        env={**os.environ, **variables},
        stdout=None if room is None else subprocess.PIPE,
        stderr=None if room is None else subprocess.PIPE,
        encoding="utf-8",
        check=False,
    )
    if room is not None:
        remarks = wrap_lines(done.stderr, size.columns)  # they come last, as in uncut output
        shown = fit_lines(done.stdout.splitlines(), max(1, room - len(remarks)))
        stream = drawable(sys.stdout)  # the command has cleaned its text; its colours must arrive
        stream.write("".join(f"{line}\n" for line in shown))
        stream.flush()
        for remark in remarks:
            complain(remark)
    if done.returncode == -getattr(signal, "SIGPIPE", 0) < 0:
        raise OutputFailed(BrokenPipeError())
    if done.returncode != code:
        raise BadInput(f"referee {shlex.join(words)}: ended with {done.returncode} instead of {code}")
