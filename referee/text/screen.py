"""The screen: one place that knows the terminal's width, colours and plain mode.

Games write to it; only this module and the games' `screens` import rich, and only once something is drawn: a command
that prints JSON has no use for it, nor one that writes plain text where there are no colours.
"""

from __future__ import annotations

import io
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from itertools import zip_longest
from typing import IO, TYPE_CHECKING, Any, NamedTuple, cast

from referee.text.grammar import UNBROKEN, plain_spaces, tied
from referee.text.pattern import lazy_pattern
from referee.text.streams import drawable, sanitized

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment
    from rich.table import Table


_ENDS = lazy_pattern(r"[ \t]+(?=\n)")
_WORD = lazy_pattern(r"\s*\S+\s*")

NARROW = 100
"""Width in columns below which a screen uses its narrow form."""

USUAL_WIDTH, WIDEST = 80, 500
"""Default width, and the largest accepted one, in columns."""

LAST_NARROW = "\u02ff"
"""Last of the leading characters that all are one column wide."""

USUAL_HEIGHT = 25
"""Height given to rich; what must fit uses the terminal's own height."""

ENDLESS = 10_000
"""A number of lines larger than any output."""


class Screen:
    """Output for people, with the terminal's width, colours and plain mode."""

    def __init__(
        self, plain: bool = False, file: IO[str] | None = None, width: int | None = None, *, drawing: bool = False
    ) -> None:
        """Open a screen on a file (default: standard output); `drawing` draws lines and frames into a file too."""
        self._since = _Stream.lines
        self.plain = plain or os.environ.get("TERM") == "dumb"
        self._file = file
        self._width = width
        self._drawing = drawing
        self.room: int | None = None
        """Number of lines that may be drawn (`menu.show_fitting`); None: unlimited."""
        self.dense = False
        """Whether the results of one answer are written as a paragraph, as more answers of the line follow."""

    @cached_property
    def console(self) -> Console:
        """The terminal as a rich console."""
        from rich.console import Console

        terminal = self._is_terminal
        return Console(
            file=cast("IO[str]", _Stream(self._file, terminal=terminal)),
            width=self._width or _width_from_env(terminal),
            height=USUAL_HEIGHT,
            no_color=True if self.plain else None,
            highlight=False,
            emoji=False,
            markup=False,
            force_terminal=False if self.plain else None,
        )

    @cached_property
    def _bare(self) -> bool:
        """Whether output can only be plain text: there is no terminal, and colours aren't forced."""
        asked = not self.plain and (os.environ.get("FORCE_COLOR") or os.environ.get("TTY_COMPATIBLE"))
        return not asked and not (self._file or sys.stdout).isatty()

    @property
    def width(self) -> int:
        """Width in columns."""
        return self._width or _width_from_env(terminal=False) or USUAL_WIDTH if self._bare else self.console.width

    @property
    def height(self) -> int | None:
        """Height of the terminal in lines; None without a terminal (unlimited)."""
        if not self._is_terminal:
            return None
        from shutil import get_terminal_size  # loaded only for terminals

        return get_terminal_size((USUAL_WIDTH, USUAL_HEIGHT)).lines

    @property
    def _is_terminal(self) -> bool:
        return (self._file or sys.stdout).isatty()

    @property
    def draws(self) -> bool:
        """Whether lines and frames are drawn: not in plain mode, nor into a file or another program."""
        return not self.plain and (self._drawing or (not self._bare and self.console.is_terminal))

    @property
    def narrow(self) -> bool:
        """Whether to use the narrow form."""
        return self.width < NARROW

    @property
    def room_left(self) -> int:
        """Number of free lines above a prompt if nothing written since the last prompt may scroll off.

        The typed line stays above them, and the prompt may take two. Without a terminal: `ENDLESS`.
        """
        since = max(self._since, _Stream.prompted)
        return ENDLESS if self.height is None else self.height - (_Stream.lines - since) - 3

    def flush(self) -> None:
        """Flush what was written."""
        (self._file or sys.stdout).flush()

    def on_prompt(self) -> None:
        """Note that a prompt comes: what is written from now on, to any screen, counts as new."""
        _Stream.prompted = _Stream.lines

    def print(self, *things: RenderableType) -> None:
        """Write things one below the other; text is wrapped between words."""
        for thing in things:
            if not (isinstance(thing, Rows) and self._write_plain(thing)):
                self.console.print(_Clean(_tie(thing)))

    def line(self, text: str = "", style: str = "", *, dim: str = "") -> None:
        """Write a line of text, with an optional `dim` text behind it, wrapped if it is too long."""
        text, dim = sanitized(text), sanitized(dim)
        if not self._write_plain(text + dim):
            from rich.text import Text

            self.console.print(Text.assemble((tied(text), style), (tied(dim), "dim")))

    def command(self, text: str, by: int = 4) -> None:
        """Write a command on a line of its own, indented by up to `by` columns if it fits.

        A command that is too long is wrapped by the terminal, not by us: two lines couldn't be copied.
        """
        from rich.text import Text

        text = sanitized(text)
        self.console.print(Text(" " * max(0, min(by, self.width - len(text))) + text, "bold"), soft_wrap=True)

    def _write_plain(self, thing: str | Rows, by: int = 0) -> bool:
        """Write text without rich, exactly as rich would; return False if it needs rich, or rich is loaded."""
        if not self._bare or "console" in self.__dict__:
            return False
        width = self.width - by
        lines = thing.in_plain(width) if isinstance(thing, Rows) else _wrap(thing, width)
        if lines is None:
            return False
        out = _Stream(self._file, terminal=False)
        out.write("".join([f"{' ' * by}{line}\n" for line in lines]))
        out.flush()
        return True

    def clear(self) -> None:
        """Clear the screen; in plain mode scroll it out of sight."""
        if self.plain or not self.console.is_terminal:
            self.console.print("\n" * 60)
        else:
            self.console.clear()

    def redraw(self, draw: Callable[[], None], foot: Callable[[], None] = lambda: None, *, over: bool = True) -> None:
        """Replace the screen's contents, in a single write, by what `draw` writes and `foot` below it.

        Both fit the terminal's height: `room` is set for `draw`, and what it writes beyond that is cut. In plain
        mode, and without a terminal, the new contents come below, after an empty line; also with `over` off, but
        without that line.
        """
        text = self._render_fitting(draw, foot)
        if over and (self.plain or not self.console.is_terminal):
            self.console.print()
        elif over:
            self.console.clear()
        self.console.file.write(text)
        self.console.file.flush()

    def _render_fitting(self, draw: Callable[[], None], foot: Callable[[], None]) -> str:
        """Return what both write, cutting `draw`'s text if it is too long for the terminal."""
        with self.console.capture() as below:
            foot()
        ends = below.get()
        margin = 2 if self.plain else 1  # the cursor's line, and in plain mode the empty line above
        self.room = None if self.height is None else max(1, self.height - margin - ends.count("\n"))
        try:
            with self.console.capture() as drawn:
                draw()
            return "".join(drawn.get().splitlines(keepends=True)[: self.room]) + ends
        finally:
            self.room = None

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Write on the terminal's alternate screen meanwhile: nothing stays visible, nor in the scrollback.

        Without an alternate screen the screen is cleared at the end.
        """
        stream = drawable(self._file or sys.stdout)
        able = self._is_terminal and os.environ.get("TERM") != "dumb" and not self.console.legacy_windows
        if able:
            stream.write("\x1b[?1049h\x1b[2J\x1b[H")
            stream.flush()
        try:
            yield
        finally:
            if able:
                stream.write("\x1b[?1049l")
                stream.flush()
            else:
                self.clear()

    @contextmanager
    def without_cursor(self) -> Iterator[None]:
        """Hide the terminal's cursor meanwhile."""
        hidden = not self.plain and self.console.is_terminal
        if hidden:
            self.console.show_cursor(False)
        try:
            yield
        finally:
            if hidden:
                self.console.show_cursor(True)

    def print_indented(self, thing: RenderableType, by: int = 2, *, dim: str = "") -> None:
        """Write something indented by `by` columns; a text may have a `dim` one behind it."""
        if isinstance(thing, Rows | str) and self._write_plain(thing + dim if isinstance(thing, str) else thing, by):
            return
        from rich.padding import Padding
        from rich.text import Text

        text = Text.assemble(tied(thing), (tied(dim), "dim")) if isinstance(thing, str) else _tie(thing)
        self.print(Padding(text, (0, 0, 0, by)))

    def bullets(self, sentences: Iterable[str]) -> None:
        """Write sentences below each other, each behind a dash."""
        from rich.text import Text

        listed = columns(1, "*", gap=1)
        for sentence in sentences:
            listed.add_row("-", Text(sentence))
        self.print(listed)

    def side_by_side(self, texts: Sequence[str]) -> None:
        """Write short texts in columns, read from top to bottom."""
        from rich.columns import Columns

        self.print(Columns(texts, column_first=True, padding=(0, 2)))

    def lines_of(self, draw: Callable[[Screen], None]) -> int:
        """Return the number of lines that `draw` writes on such a screen."""
        text = io.StringIO()
        draw(Screen(self.plain, text, self.width, drawing=self.draws))
        return text.getvalue().count("\n")

    def height_of(self, thing: RenderableType) -> int:
        """Return the number of lines that something takes."""
        return len(self.console.render_lines(_Clean(thing), pad=False))

    def markdown(self, text: str) -> None:
        """Write a Markdown text: rendered on a terminal, as source in plain mode or into a file."""
        from rich.text import Text

        if self.draws:
            from rich.markdown import Markdown

            self.print(Markdown(text))
        else:
            self.console.print(Text(sanitized(text)), soft_wrap=not self._is_terminal)

    def rule(self) -> None:
        """Draw a horizontal line; in plain mode, and without a terminal, an empty line."""
        self.line("─" * self.width if self.draws else "", style="dim")


class _Stream:
    """A stream that counts the lines written to all terminals, and removes trailing spaces if it is none."""

    lines = 0
    prompted = 0
    """Lines that were written before the last prompt."""

    def __init__(self, file: IO[str] | None, *, terminal: bool) -> None:
        self._file = file
        self._terminal = terminal

    def write(self, text: str) -> int:
        """Write text; to a file whole lines."""
        text = plain_spaces(text)
        if self._terminal:
            _Stream.lines += text.count("\n")
        else:
            text = _ENDS.sub("", text)
        return drawable(self._file or sys.stdout).write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(drawable(self._file or sys.stdout), name)


def _tie(thing: RenderableType) -> RenderableType:
    """Return a renderable, a text with `TIE` for the spaces at which it mustn't be wrapped."""
    from rich.text import Text

    if not isinstance(thing, Text):
        return tied(thing) if isinstance(thing, str) else thing
    text = thing.copy()
    text.plain = tied(text.plain)  # of the same length, so that its styles keep their places
    return text


class _Clean:
    """A renderable whose texts are cleaned by `sanitized`."""

    def __init__(self, thing: RenderableType) -> None:
        self._thing = thing

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Segment]:
        for segment in console.render(self._thing, options):
            yield segment if segment.control else segment._replace(text=sanitized(segment.text))


def _width_from_env(terminal: bool) -> int | None:
    """Return the width from COLUMNS, at most `WIDEST`; None for the terminal's own."""
    value = os.environ.get("COLUMNS", "")
    if value.isascii() and value.isdigit() and int(value[:6]) > 0:
        return min(int(value[:6]), WIDEST)
    if not terminal:
        return USUAL_WIDTH
    from shutil import get_terminal_size

    return get_terminal_size().columns if value else None  # keeps rich from reading an invalid COLUMNS


def _wrap(text: str, width: int) -> list[str] | None:
    """Wrap a text between words at `width`, as rich does.

    None if the text has control or wide characters, or words that need folding.
    """
    if not text.replace(UNBROKEN, "").isprintable() or max(text, default="") > LAST_NARROW:
        return None
    text, lines = tied(text), [""]
    for word in _WORD.findall(text) or [text]:
        if len(word.rstrip()) > width:
            return None
        if len(lines[-1]) + len(word.rstrip()) > width:
            lines.append("")
        lines[-1] += word
    return [line[: max(width, len(line.rstrip()))] for line in lines]


class Styled(NamedTuple):
    """A text with a style, as a table cell."""

    text: str
    style: str


class Rows:
    """A borderless table, drawn by rich, or written without it if it is plain text.

    Kinds of columns: "left" and "right" fit their text, a number is a fixed width, "*" takes the remaining width.
    """

    def __init__(self, kinds: Sequence[str | int], gap: int, *, expand: bool) -> None:
        self._kinds = kinds
        self._gap = gap
        self._expand = expand
        self._rows: list[tuple[str | Styled | RenderableType | None, ...]] = []

    def add_row(self, *cells: str | Styled | RenderableType | None) -> None:
        """Add a row of cells."""
        self._rows.append(cells)

    def __len__(self) -> int:
        return len(self._rows)

    def __rich__(self) -> Table:
        """Return the table for rich, its cells with `TIE` where they mustn't be wrapped."""
        from rich.table import Table
        from rich.text import Text

        padding = (0, self._gap, 0, 0)
        table = Table(box=None, show_header=False, pad_edge=False, padding=padding, expand=self._expand)
        for kind in self._kinds:
            if isinstance(kind, int):
                table.add_column(width=kind)
            elif kind == "*":
                table.add_column(ratio=1, overflow="fold")
            elif kind == "right":
                table.add_column(justify="right", no_wrap=True, min_width=4)
            else:
                table.add_column(overflow="fold")
        for row in self._rows:
            cells = (Text(*cell) if isinstance(cell, Styled) else cell for cell in row)
            table.add_row(*(cell if cell is None else _tie(cell) for cell in cells))
        return table

    def in_plain(self, width: int) -> list[str] | None:
        """Return its lines as rich would draw them; None if that takes more than wrapping between words."""
        rows = [[cell.text if isinstance(cell, Styled) else cell or "" for cell in row] for row in self._rows]
        texts = [[sanitized(cell) for cell in row if isinstance(cell, str)] for row in rows]
        if not rows or any(len(row) != len(self._kinds) for row in texts):
            return None
        wide = [self._width(kind, [len(row[at]) for row in texts]) for at, kind in enumerate(self._kinds)]
        left = width - sum(wide) - self._gap * (len(wide) - 1)
        if self._expand and self._kinds.count("*") == 1:
            wide[self._kinds.index("*")] += left
        elif self._expand or left < 0:
            return None
        found: list[str] = []
        for row in texts:
            cells = [_wrap(text, room) if room > 0 else None for text, room in zip(row, wide, strict=True)]
            if None in cells:
                return None
            for parts in zip_longest(*filter(None, cells), fillvalue=""):
                placed = (
                    part.rstrip().rjust(room) if kind == "right" else part.ljust(room)
                    for part, room, kind in zip(parts, wide, self._kinds, strict=True)
                )
                found.append((" " * self._gap).join(placed))
        return found

    def _width(self, kind: str | int, lengths: Sequence[int]) -> int:
        """Return a column's natural width."""
        if isinstance(kind, int):
            return kind
        if kind == "*" and self._expand:
            return 0
        return max(4 if kind == "right" else 0, *lengths)


class ShownReport(NamedTuple):
    """A command's result: plain data for scripts, a function that shows it, and whether something is wrong."""

    told: dict[str, Any]
    show: Callable[[Screen], None]
    against: bool = False
    notes: tuple[str, ...] = ()

    def data(self) -> dict[str, Any]:
        """Return the report as plain data."""
        return self.told


def columns(*kinds: str | int, gap: int = 2, expand: bool = False) -> Rows:
    """Return a borderless table, one column for each kind: "left", "right", a fixed width, or "*" for the rest."""
    return Rows(kinds, gap, expand=expand)


def show_rows(screen: Screen, heads: Sequence[str], rows: Sequence[Sequence[str]], *kinds: str) -> None:
    """Draw rows below their heads in columns of these kinds; if they don't fit, transpose the table.

    If that would break words, and in plain mode, each row is a line of text.
    """
    every = [heads, *rows]
    wide = sum(max(len(row[at]) for row in every) + 2 for at in range(len(heads))) - 2
    if screen.plain or wide > screen.width:
        each = (screen.width - max(map(len, heads))) // max(1, len(rows)) - 2
        if screen.plain or any(len(word) > each for row in rows for cell in row for word in cell.split()):
            for name, *values in rows:
                texts = [f"{head} {value}".strip() for head, value in zip(heads[1:], values, strict=True) if value]
                screen.line(f"{name}: {', '.join(texts)}")
            return
        kinds, every = ("left", *["*"] * len(rows)), list(zip(*every, strict=True))
    table = columns(*kinds, expand=wide > screen.width)
    for row in every:
        table.add_row(*row)
    screen.print(table)


@contextmanager
def progress(seconds: float, said: str = "", *, silent: bool = False) -> Iterator[Callable[[str], None]]:
    """Show a transient bar over `seconds` on standard error; yield a callback that sets its text.

    `said` is the initial text. Nothing is drawn if standard error is no terminal, or if `silent`; on a terminal
    `said` is then written as a line.
    """
    watched = sys.stderr is not None and sys.stderr.isatty()
    if silent or not watched:
        if said and watched:
            sys.stderr.write(f"{said}\n")
        yield lambda line: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    words = TextColumn("{task.description}", markup=False)
    with Progress(BarColumn(bar_width=20), words, console=Console(file=drawable(sys.stderr)), transient=True) as bar:
        task = bar.add_task(said, total=seconds)
        begun = time.monotonic()

        def show(line: str) -> None:
            bar.update(task, description=sanitized(line), completed=min(seconds, time.monotonic() - begun))

        yield show
