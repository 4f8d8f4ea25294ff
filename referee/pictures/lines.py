"""A chart of lines: how values went from step to step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from referee.pictures.scales import Scale, spread, ticks
from referee.pictures.svg import (
    INK,
    LINES,
    MARGIN,
    NAMED,
    ROOM,
    WIDTH,
    Element,
    element,
    number,
    shortened,
    text,
    width_of,
)

T = TypeVar("T")
SMALL, HIGH = 11.0, 190.0
"""The size of the text, and the height of the field that the lines run over."""

MOST_MARKS = 25
"""A line has so many points at most."""

_DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 2", "1 2")
_MARKS = (
    "M-3.6 0 A3.6 3.6 0 1 1 3.6 0 A3.6 3.6 0 1 1 -3.6 0 Z",
    "M-3.2 -3.2 H3.2 V3.2 H-3.2 Z",
    "M0 -4.2 L4.2 3.4 H-4.2 Z",
    "M0 -4.6 L4.6 0 L0 4.6 L-4.6 0 Z",
    "M-4 -2 H4 V2 H-4 Z",
    "M0 4.2 L4.2 -3.4 H-4.2 Z",
)
"""How a line is dashed and its points are marked, so that it is known without its colour."""


@dataclass(frozen=True)
class ChartLine:
    """One line: its name, and a value for each step; None where it has none.

    `colour` is a colour's name, where the line has one of its own ("red"); one that isn't known is as none.
    """

    name: str
    values: tuple[float | None, ...]
    colour: str = ""


@dataclass(frozen=True)
class LineChart:
    """A line for each name over the same steps. `unit` names what is counted, `steps_are` what the steps are.

    Without `zero` the axis covers the values alone.
    """

    title: str
    steps: tuple[str, ...]
    lines: tuple[ChartLine, ...]
    unit: str
    steps_are: str
    zero: bool = True

    def describe(self) -> str:
        """The picture in words, as much of a long line as is marked on it."""
        return f"{self.unit} {self.steps_are} {', '.join(_marked(self.steps))}. " + " ".join(
            f"{line.name}: {', '.join('-' if v is None else number(v) for v in _marked(line.values))}."
            for line in self.lines
        )

    def draw(self, mark: str) -> tuple[float, list[Element]]:
        """The height, and the elements from the top down."""
        values = [value for line in self.lines for value in line.values if value is not None]
        marks = ticks(min(values, default=0), max(values, default=0), about=6, zero=self.zero)
        top, legend = self._legend()
        top += 20
        left = MARGIN + max(width_of(number(step), SMALL) for step in marks) + 4
        right = WIDTH - MARGIN - max((width_of(number(value), SMALL, bold=True) for value in values), default=0) - 16
        across = Scale(0, max(len(self.steps) - 1, 1), left + 5, right)
        up = Scale(marks[0], marks[-1], top + HIGH, top)
        body = [text(self.unit, MARGIN, top - 10, SMALL, ink="soft"), *_grid(marks, up, left, right)]
        body += self._steps(across, top + HIGH + 16)
        for n, line in enumerate(self.lines):
            body.append(_line(n, line, across, up))
        body += self._ends(across, up, top)
        return top + HIGH + 38, [*legend, *body]

    def _legend(self) -> tuple[float, list[Element]]:
        """The names with their lines, two beside each other where both fit."""
        half = ROOM / 2
        paired = all(width_of(line.name, SMALL) <= half - 40 for line in self.lines)
        found = []
        for n, line in enumerate(self.lines):
            x = MARGIN + (half if paired and n % 2 else 0)
            y = 6 + 18.0 * (n // 2 if paired else n)
            words = shortened(line.name, SMALL, half - 40 if paired else ROOM - 40)[0]
            stroke = _stroke(n, line, f"M{x:g} {y:g} H{x + 28:g}")
            found.append(element("g", stroke, _mark(n, line, x + 14, y), text(words, x + 34, y + 4, SMALL)))
        rows = -(-len(self.lines) // 2) if paired else len(self.lines)
        return 18.0 * rows, found

    def _steps(self, across: Scale, y: float) -> Iterator[Element]:
        """As many of the steps' names as fit, from the last one back, and what they are."""
        wide = max((width_of(step, SMALL) for step in self.steps), default=0) + 6
        every = next((k for k in range(1, len(self.steps)) if across(k) - across(0) >= wide), 1)
        for n in range(len(self.steps) - 1, -1, -every):
            yield text(self.steps[n], across(n), y, SMALL, ink="soft", anchor="middle")
        yield text(self.steps_are, WIDTH - MARGIN, y + 15, SMALL, ink="soft", anchor="end")

    def _ends(self, across: Scale, up: Scale, top: float) -> Iterator[Element]:
        """The last values, beside the ends of the lines that reach the last step; apart from each other."""
        last = len(self.steps) - 1
        ends = [(n, line.values[last]) for n, line in enumerate(self.lines) if last >= 0]
        reached = [(n, value) for n, value in ends if value is not None]
        places = spread([up(value) for _, value in reached], 14, top, top + HIGH)
        x = across(last)
        for (n, value), y in zip(reached, places, strict=True):
            if abs(y - up(value)) > 1:
                lead = _stroke(n, self.lines[n], f"M{x + 6:g} {up(value):g} L{x + 14:g} {y:g}")
                lead.set("stroke-width", "1")
                yield lead
            yield text(number(value), x + 16, y + 4, SMALL, bold=True)


def _grid(marks: Sequence[int], up: Scale, left: float, right: float) -> Iterator[Element]:
    for value in marks:
        name, ink = ("edge", "ink") if value == 0 else ("grid", "grid")
        yield element("line", x1=left, x2=right, y1=up(value), y2=up(value), stroke=INK[ink][0], class_=name)
        yield text(number(value), left - 4, up(value) + 4, SMALL, ink="soft", anchor="end")


def _line(n: int, line: ChartLine, across: Scale, up: Scale) -> Element:
    """A line with points, the last and as many before it as have room; it is broken where a value is missing."""
    places = [None if value is None else (across(step), up(value)) for step, value in enumerate(line.values)]
    drawn = ""
    for before, place in zip([None, *places], places, strict=False):
        if place is not None:
            drawn += f"{'M' if before is None else 'L'}{place[0]:.1f} {place[1]:.1f}"
    points = [_mark(n, line, *place) for place in _marked(places) if place is not None]
    return element("g", element("title", words=line.name), _stroke(n, line, drawn), *points)


def _marked(values: Sequence[T]) -> Sequence[T]:
    """The last of some values, and as many before it as have room, evenly apart."""
    every = -(-len(values) // MOST_MARKS) or 1
    return values[::-1][::every][::-1]


def _ink(n: int, line: ChartLine) -> tuple[str, str]:
    """A line's colour on light, and how its class is called."""
    if line.colour in NAMED:
        return NAMED[line.colour][0], f"-{line.colour}"
    return LINES[n % len(LINES)][0], str(n % len(LINES))


def _stroke(n: int, line: ChartLine, d: str) -> Element:
    colour, name = _ink(n, line)
    dashes = {"stroke_dasharray": _DASHES[n % len(_DASHES)]} if _DASHES[n % len(_DASHES)] else {}
    return element("path", d=d, fill="none", stroke=colour, stroke_width=2.2, class_=f"line{name}", **dashes)


def _mark(n: int, line: ChartLine, x: float, y: float) -> Element:
    colour, name = _ink(n, line)
    place = f"translate({x:.1f} {y:.1f})"
    return element(
        "path", d=_MARKS[n % len(_MARKS)], transform=place, fill=colour, stroke=INK["paper"][0],
        class_=f"dot{name} gap",
    )  # fmt: skip
