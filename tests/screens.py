"""Makes the pictures of the README: `python -m tests.screens` plays in a real terminal and draws what stands there.

Each is a terminal of 80 columns as the program leaves it at a prompt, drawn as SVG: text in the viewer's own
monospace font, nothing loaded from anywhere.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

import pexpect
import pyte

from tests.children import PATIENCE, referee
from tests.terminal import ENTER, close_all, start

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
COLUMNS, ROWS = 80, 70
WIDE, HIGH, MARGIN, TOP = 8.4, 18.0, 16.0, 40.0
"""A letter's width, a line's height, the margin and the height of the window's bar, in pixels."""

PROMPT_ENDS, DRAWN = "\x1b[?2004l", "\x1b[?25h"
"""What a terminal is told where a prompt has its answer, and where one has been drawn: the cursor is shown."""

QUIET = 0.5
"""Seconds without output after which a prompt has been drawn whole."""

PAPER, BAR, INK = "#14171c", "#232831", "#d6dae0"
COLOURS = {
    "default": INK,
    "black": "#5b6370",
    "red": "#f27878",
    "green": "#8fd18f",
    "brown": "#e3c26f",
    "blue": "#7fb0f5",
    "magenta": "#d59bf0",
    "cyan": "#74d0d6",
    "white": "#eceff4",
    "brightblack": "#8a93a1",
}


@dataclass(frozen=True)
class Picture:
    """A picture: its file, the game that is played up to `lines` lines of a script, what is typed then, and the
    words after which the screen is drawn.
    """

    name: str
    script: str
    until: str
    typed: Sequence[tuple[str, str]]
    ready: str


PICTURES = (
    Picture(
        "screen-placing.svg",
        "four-player-game.moves",
        "place recruiter guild house\nplace merchant blacksmith 2",
        (),
        "places recruiter",
    ),
    Picture(
        "screen-battle.svg",
        "two-player-game.moves",
        "attack Viper [1 / 0 1]",
        (("move", "attack Viper"), ("throws", "1"), ("throws", "0 1")),
        "move",
    ),
    Picture(
        "screen-fight.svg",
        "enchanters/three-players.moves",
        "journey 2 Storm Ogress [",
        (("a journey", "journey 2"), ("Enter: journey 2", "")),
        "attacks",
    ),
    Picture(
        "screen-attack.svg",
        "mythic/two-players.moves",
        "attack Marsh Serpent [5 4 4 3",
        (
            ("Stone Thrower in E", "attack Marsh Serpent"),
            ("7 dice", "5 4 4 3 1 0 0"),
            ("in hand", "reroll 0 0"),
            ("again", "5 2"),
        ),
        "in hand 5 5 4 4 3",
    ),
)


def main() -> None:
    """Make all pictures anew."""
    for picture in PICTURES:
        path = EXAMPLES / picture.name
        path.write_text(draw(play(picture), f"referee play {save_of(picture)}"), encoding="utf-8")
        print(path)


def save_of(picture: Picture) -> str:
    """The save's name, as the window's bar shows it."""
    return f"{Path(picture.script).stem.partition('-')[0]}.toml"


def play(picture: Picture) -> pyte.Screen:
    """Play up to the prompt of a picture; the terminal as it stands then."""
    with tempfile.TemporaryDirectory() as place:
        script = Path(place, "evening.moves")
        text = (EXAMPLES / picture.script).read_text(encoding="utf-8")
        script.write_text(text.partition(picture.until)[0], encoding="utf-8")
        for beside in (EXAMPLES / picture.script).parent.glob("*.toml"):
            Path(place, beside.name).write_bytes(beside.read_bytes())
        config = str(Path(place, "config.toml"))
        environment = {**os.environ, "TERM": "xterm-256color", "REFEREE_CONFIG": config}
        for variable in ("NO_COLOR", "COLORTERM", "FORCE_COLOR"):
            environment.pop(variable, None)
        save = save_of(picture)
        referee("do", save, "--from", script.name, "--brief", cwd=place, env=environment)
        child = start("play", save, rows=ROWS, columns=COLUMNS, cwd=place, env=environment)
        shown = Terminal(child)
        for prompt, keys in picture.typed:
            shown.answer(prompt, keys)
        shown.wait_for(picture.ready)
        shown.wait_until_quiet()
        close_all()
        return shown.screen


class _Screen(pyte.Screen):
    """A screen that knows dim text, as grey."""

    def select_graphic_rendition(self, *attributes: int, **keywords: Any) -> None:
        """Set how the text looks that follows."""
        super().select_graphic_rendition(*(90 if one == 2 else one for one in attributes), **keywords)


class Terminal:
    """What a program writes, as a terminal shows it."""

    def __init__(self, child: Any) -> None:
        self._child = child
        self._written = ""
        self.screen = _Screen(COLUMNS, ROWS)
        self._stream = pyte.Stream(self.screen)

    def answer(self, prompt: str, keys: str) -> None:
        """Type at a prompt, and wait until it has taken that.

        The next prompt may be called the same: what is typed while the old one still stands there, and nobody reads,
        would be shown once more by the terminal itself.
        """
        self.wait_for(prompt)
        self._written = ""
        self._child.send(keys + ENTER)
        self._wait(lambda: PROMPT_ENDS in self._written, f"{prompt} took no answer")

    def wait_for(self, words: str) -> None:
        """Read until these words stand in the line of the cursor, drawn whole, and keys are read."""
        self._wait(
            lambda: (
                words in self.screen.display[self.screen.cursor.y]
                and self._written.endswith(DRAWN)
                and not self._child.getecho()
            ),
            f"{words} didn't come",
        )

    def _wait(self, done: Callable[[], bool], trouble: str) -> None:
        until = time.monotonic() + PATIENCE
        while not done():
            if time.monotonic() > until:
                shown = "\n".join(self.screen.display).rstrip()
                raise TimeoutError(f"{trouble}; the screen is\n{shown}")
            self._read(0.05)

    def wait_until_quiet(self) -> None:
        """Read until nothing more comes."""
        while self._read(QUIET):
            pass

    def _read(self, seconds: float) -> bool:
        """Draw what comes within so many seconds; whether anything came."""
        try:
            text = self._child.read_nonblocking(4096, timeout=seconds)
        except pexpect.TIMEOUT:
            return False
        self._written += text
        self._stream.feed(text)
        return True


# --- drawing --------------------------------------------------------------------------------------


def draw(screen: pyte.Screen, title: str) -> str:
    """A terminal as SVG, without the empty lines above and below."""
    lines = [number for number in range(screen.lines) if screen.display[number].strip()]
    first, last = lines[0], lines[-1]
    width, height = screen.columns * WIDE + 2 * MARGIN, (last - first + 1) * HIGH + TOP + MARGIN
    bar = TOP - 12
    label = "\n".join(line.rstrip() for line in screen.display[first : last + 1])
    drawn = "\n".join(
        piece
        for at, number in enumerate(range(first, last + 1))
        for piece in _line(screen.buffer[number], screen.columns, TOP + (at + 0.75) * HIGH)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" role="img">\n<title>{escape(title)}</title>\n<desc>{escape(label)}</desc>\n'
        "<style>text { font-size: 14px; white-space: pre; "
        "font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace }</style>\n"
        f'<rect width="{width:g}" height="{height:g}" rx="10" fill="{PAPER}"/>\n'
        f'<path d="M0 {bar:g}V10a10 10 0 0 1 10-10H{width - 10:g}a10 10 0 0 1 10 10V{bar:g}z" fill="{BAR}"/>\n'
        f'<text x="{width / 2:g}" y="{bar - 9:g}" text-anchor="middle" fill="{COLOURS["brightblack"]}">'
        f"{escape(title)}</text>\n{drawn}\n</svg>\n"
    )


def _line(row: Any, columns: int, y: float) -> Iterator[str]:
    """The runs of a line that look alike, each at its own place, so that columns stand under each other."""
    cells = [(at, row[at]) for at in range(columns)]
    for look, run in groupby(cells, lambda cell: (cell[1].fg, cell[1].bold, cell[1].reverse)):
        placed = list(run)
        text = "".join(char.data for _, char in placed)
        colour, bold, reverse = look
        start = placed[0][0] + len(text) - len(text.lstrip())
        shown = text.strip()
        if reverse and text:
            x, width = MARGIN + placed[0][0] * WIDE, len(text) * WIDE
            yield f'<rect x="{x:g}" y="{y - 0.75 * HIGH:g}" width="{width:g}" height="{HIGH:g}" fill="{INK}"/>'
        if shown:
            ink = PAPER if reverse else COLOURS.get(colour, f"#{colour}" if len(colour) == 6 else INK)
            weight = ' font-weight="bold"' if bold else ""
            yield (
                f'<text x="{MARGIN + start * WIDE:g}" y="{y:g}" textLength="{len(shown) * WIDE:g}" '
                f'fill="{ink}"{weight}>{escape(shown)}</text>'
            )


if __name__ == "__main__":
    main()
