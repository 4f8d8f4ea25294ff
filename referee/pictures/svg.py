"""SVG drawing: elements, colours for light and dark themes, fitted text, and line charts.

Lengths are in units of the canvas, `WIDTH` units wide; a phone shows a unit as about a pixel. Attributes have the
colours for a light background, one style sheet those for a dark one, so that a viewer without style sheets still
draws the light picture. Fonts are the system's own: nothing is fetched.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from math import ceil, floor
from typing import Any, TypeVar
from xml.etree import ElementTree

from msgspec import Struct

Element = ElementTree.Element

WIDTH = 360.0
MARGIN = 14.0
ROOM = WIDTH - 2 * MARGIN
"""Width between the margins."""

FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'DejaVu Sans', sans-serif"
MINUS = "\N{MINUS SIGN}"

INK = {
    "ink": ("#1b1f24", "#e8eaed"),
    "soft": ("#545d68", "#adb5be"),
    "grid": ("#d3d8de", "#3b424b"),
    "paper": ("#ffffff", "#14171b"),
}
"""Colours of text, secondary text, grid lines and background: light theme, dark theme."""

AREAS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#f0e442", "#999999")
"""Fills that the colour-blind can distinguish (Okabe and Ito), for both themes; only the first needs white text."""

LINES = (
    ("#0072b2", "#56b4e9"),
    ("#c2500a", "#ff9d57"),
    ("#00795a", "#3ecfa3"),
    ("#9a3f7c", "#e59ac4"),
    ("#5b5b00", "#e8dd5a"),
    ("#444c56", "#c3cad2"),
)
"""Colours of lines: light theme, dark theme."""

NAMED = {
    "red": ("#c62828", "#ff7b72"),
    "blue": ("#1f5fbf", "#6cb0ff"),
    "green": ("#1f7a33", "#5fd07a"),
    "yellow": ("#7a6400", "#f2d64b"),
    "orange": ("#b34a00", "#ffa657"),
    "purple": ("#7b3fb3", "#c99bff"),
    "violet": ("#6a3fb3", "#b9a0ff"),
    "black": ("#1b1f24", "#b9c0c8"),
    "white": ("#6a727b", "#ffffff"),
    "brown": ("#7a4a21", "#d2a679"),
    "pink": ("#b02a60", "#ff8fc0"),
    "grey": ("#59626d", "#a3abb4"),
    "gray": ("#59626d", "#a3abb4"),
    "turquoise": ("#0b6b7d", "#4fd1d9"),
}
"""Players' colours by name, legible on light and on dark backgrounds: light theme, dark theme."""

_NO_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TURNS_TEXT = re.compile(r"[\u202a-\u202e\u2066-\u2069]")


def clean(text: str) -> str:
    """Make a text fit for a picture: no characters that XML forbids, none that change the writing direction."""
    return _TURNS_TEXT.sub("", _NO_XML.sub("\N{REPLACEMENT CHARACTER}", text))


def element(tag: str, *children: Element, words: str = "", **attributes: object) -> Element:
    """Return an element; `font_size=12` becomes font-size="12", and `class_` class. Numbers are kept short."""
    found = Element(tag, {name.rstrip("_").replace("_", "-"): _value(value) for name, value in attributes.items()})
    found.text = clean(words) or None
    found.extend(children)
    return found


def _value(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else clean(str(value))


def number(value: float) -> str:
    """Format a number with a true minus sign."""
    return str(value).replace("-", MINUS)


# --- text -----------------------------------------------------------------------------------------


def text(
    words: str, x: float, y: float, size: float = 12, *, ink: str = "ink", bold: bool = False, anchor: str = "start"
) -> Element:
    """Return a line of text; `y` is its base line."""
    weight = {"font_weight": "bold"} if bold else {}
    placed = {"text_anchor": anchor} if anchor != "start" else {}
    return element("text", words=words, x=x, y=y, font_size=size, fill=INK[ink][0], class_=ink, **weight, **placed)


def width_of(words: str, size: float, *, bold: bool = False) -> float:
    """Estimate the width of a text, rather too large, as every system has its own fonts."""
    return sum(map(_letter, words)) * size * (1.08 if bold else 1)


def _letter(letter: str) -> float:
    """Return a letter's width, relative to the font size."""
    if letter.isascii():
        if letter in "iIjlftr.,:;'|!()[]- ":
            return 0.36
        if letter in "mwMW@%":
            return 0.92
        return 0.7 if letter.isupper() else 0.6
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 1.25 if unicodedata.east_asian_width(letter) in "WF" else 0.7


def wrap(words: str, size: float, room: float = ROOM, *, bold: bool = False) -> list[str]:
    """Wrap a text into lines that fit; a word longer than a line is broken."""
    lines: list[str] = []
    line = ""
    for word in clean(words).split(" "):
        longer = f"{line} {word}" if line else word
        if width_of(longer, size, bold=bold) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        *pieces, line = _break_word(word, size, room, bold)
        lines += pieces
    return [*lines, line]


def _break_word(word: str, size: float, room: float, bold: bool) -> list[str]:
    pieces = [""]
    for letter in word:
        if pieces[-1] and width_of(pieces[-1] + letter, size, bold=bold) > room:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def shorten(words: str, size: float, room: float = ROOM, lines: int = 1, *, bold: bool = False) -> list[str]:
    """Wrap a text into at most `lines` lines; the last one ends in an ellipsis if text was cut."""
    found = wrap(words, size, room, bold=bold)
    if len(found) <= lines:
        return found
    last = " ".join(found[lines - 1 :])
    while last and width_of(f"{last}…", size, bold=bold) > room:
        last = last[:-1]
    return [*found[: lines - 1], f"{last.rstrip()}…"]


# --- the whole ------------------------------------------------------------------------------------


def image(mark: str, title: str, description: str, height: float, body: Iterable[Element]) -> Element:
    """Return a whole image with background, style sheet, and a name and description for screen readers.

    `mark` makes ids that are unique on a page. The image fills the available width, up to one and a half times its
    units.
    """
    names = f"{mark}-title", f"{mark}-desc"
    return element(
        "svg",
        element("title", words=title, id=names[0]),
        element("desc", words=description, id=names[1]),
        element("style", words=_STYLE),
        element("rect", width=WIDTH, height=height, fill=INK["paper"][0], class_="paper"),
        *body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_value(WIDTH)} {_value(height)}",
        width=1.5 * WIDTH,
        height=1.5 * height,
        role="img",
        aria_labelledby=" ".join(names),
        font_family=FONTS,
        class_="picture",
    )


def shift(down: float, children: Sequence[Element]) -> Element:
    """Return the elements moved down."""
    return element("g", *children, transform=f"translate(0 {_value(down)})")


def _dark() -> str:
    rules = [f".{name}{{{'stroke' if name == 'grid' else 'fill'}:{dark}}}" for name, (_, dark) in INK.items()]
    rules.append(f"svg.picture:root{{background:{INK['paper'][1]}}}")
    rules.append(f".edge{{stroke:{INK['ink'][1]}}}.gap{{stroke:{INK['paper'][1]}}}.band{{fill:{INK['grid'][1]}}}")
    inks = {**{str(n): pair for n, pair in enumerate(LINES)}, **{f"-{name}": pair for name, pair in NAMED.items()}}
    rules += [f".line{name}{{stroke:{dark}}}.dot{name}{{fill:{dark}}}" for name, (_, dark) in inks.items()]
    return "".join(rules)


_STYLE = (
    "svg.picture{max-width:100%;height:auto}"
    f"svg.picture:root{{display:block;margin:0 auto;background:{INK['paper'][0]}}}"  # where it is shown alone
    f"@media (prefers-color-scheme:dark){{{_dark()}}}"
)


# --- From values to places: round ticks for an axis, and room between labels ----------------------


class Scale(Struct, frozen=True):
    """A linear scale from values to units of the canvas."""

    least: float
    most: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Return the place of a value."""
        return self.start + (value - self.least) / (self.most - self.least) * (self.end - self.start)


def ticks(least: float, most: float, about: int = 5, *, zero: bool = True) -> list[int]:
    """Return round numbers from at or below the least value to at or above the most, including 0 if `zero`."""
    if zero:
        least, most = min(least, 0), max(most, 0)
    steps = (factor * 10**power for power in count() for factor in (1, 2, 5))
    step = next(step for step in steps if most - least <= step * about)
    first, last = floor(least / step), ceil(most / step)
    return [step * number for number in range(first, max(last, first + 1) + 1)]


def spread(places: Sequence[float], gap: float, least: float, most: float) -> list[float]:
    """Return the places moved apart, each at least `gap` from the next and all between the limits."""
    order = sorted(range(len(places)), key=lambda n: places[n])
    moved = list(places)
    at = least - gap
    for n in order:
        at = moved[n] = max(moved[n], at + gap)
    at = most + gap
    for n in reversed(order):
        at = moved[n] = min(moved[n], at - gap)
    return moved


# --- Line chart: values from step to step ---------------------------------------------------------


T = TypeVar("T")
SMALL, HIGH = 11.0, 190.0
"""Font size, and height of the plot area."""

MOST_MARKS = 25
"""Most markers on a line."""

_DASHES = ("", "7 3", "2 3", "9 3 2 3", "4 2", "1 2")
_MARKS = (
    "M-3.6 0 A3.6 3.6 0 1 1 3.6 0 A3.6 3.6 0 1 1 -3.6 0 Z",
    "M-3.2 -3.2 H3.2 V3.2 H-3.2 Z",
    "M0 -4.2 L4.2 3.4 H-4.2 Z",
    "M0 -4.6 L4.6 0 L0 4.6 L-4.6 0 Z",
    "M-4 -2 H4 V2 H-4 Z",
    "M0 4.2 L4.2 -3.4 H-4.2 Z",
)
"""Dashes and markers of lines, which distinguish them without their colours."""


class ChartLine(Struct, frozen=True):
    """One line of a chart: its name, and a value for each step; None if it is missing.

    `colour` is the name of the line's own colour ("red"); unknown names are ignored.
    """

    name: str
    values: tuple[float | None, ...]
    colour: str = ""


class LineChart(Struct, frozen=True):
    """Lines over the same steps. `unit` names what is counted, `steps_are` what the steps are.

    Without `zero` the axis covers the values alone.
    """

    title: str
    steps: tuple[str, ...]
    lines: tuple[ChartLine, ...]
    unit: str
    steps_are: str
    zero: bool = True

    def describe(self) -> str:
        """Return the chart in words, with those values of a long line that are marked on it."""
        return f"{self.unit} {self.steps_are} {', '.join(_thin_out(self.steps))}. " + " ".join(
            f"{line.name}: {', '.join('-' if v is None else number(v) for v in _thin_out(line.values))}."
            for line in self.lines
        )

    def draw(self, mark: str) -> tuple[float, list[Element]]:
        """Return the height, and the elements from the top down."""
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
        """Draw the names with their lines, two beside each other if both fit."""
        half = ROOM / 2
        paired = all(width_of(line.name, SMALL) <= half - 40 for line in self.lines)
        found = []
        for n, line in enumerate(self.lines):
            x = MARGIN + (half if paired and n % 2 else 0)
            y = 6 + 18.0 * (n // 2 if paired else n)
            words = shorten(line.name, SMALL, half - 40 if paired else ROOM - 40)[0]
            stroke = _stroke(n, line, f"M{x:g} {y:g} H{x + 28:g}")
            found.append(element("g", stroke, _mark(n, line, x + 14, y), text(words, x + 34, y + 4, SMALL)))
        rows = -(-len(self.lines) // 2) if paired else len(self.lines)
        return 18.0 * rows, found

    def _steps(self, across: Scale, y: float) -> Iterator[Element]:
        """Yield the labels of as many steps as fit, from the last one back, and what the steps are."""
        wide = max((width_of(step, SMALL) for step in self.steps), default=0) + 6
        every = next((k for k in range(1, len(self.steps)) if across(k) - across(0) >= wide), 1)
        for n in range(len(self.steps) - 1, -1, -every):
            yield text(self.steps[n], across(n), y, SMALL, ink="soft", anchor="middle")
        yield text(self.steps_are, WIDTH - MARGIN, y + 15, SMALL, ink="soft", anchor="end")

    def _ends(self, across: Scale, up: Scale, top: float) -> Iterator[Element]:
        """Yield the last values, beside the ends of the lines that reach the last step, moved apart."""
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
        yield grid_line(value, x1=left, x2=right, y1=up(value), y2=up(value))
        yield text(number(value), left - 4, up(value) + 4, SMALL, ink="soft", anchor="end")


def grid_line(value: float, **ends: Any) -> Element:
    """Return a grid line; the one at zero is stronger."""
    name, ink = ("edge", "ink") if value == 0 else ("grid", "grid")
    return element("line", **ends, stroke=INK[ink][0], class_=name)


def _line(n: int, line: ChartLine, across: Scale, up: Scale) -> Element:
    """Draw a line with markers; it is broken at missing values."""
    places = [None if value is None else (across(step), up(value)) for step, value in enumerate(line.values)]
    path = ""
    for before, place in zip([None, *places], places, strict=False):
        if place is not None:
            path += f"{'M' if before is None else 'L'}{place[0]:.1f} {place[1]:.1f}"
    points = [_mark(n, line, *place) for place in _thin_out(places) if place is not None]
    return element("g", element("title", words=line.name), _stroke(n, line, path), *points)


def _thin_out(values: Sequence[T]) -> Sequence[T]:
    """Return the last value, and at even distances as many before it as have room."""
    every = -(-len(values) // MOST_MARKS) or 1
    return values[::-1][::every][::-1]


def _ink(n: int, line: ChartLine) -> tuple[str, str]:
    """Return a line's light-theme colour, and its class suffix."""
    if line.colour in NAMED:
        return NAMED[line.colour][0], f"-{line.colour}"
    return LINES[n % len(LINES)][0], str(n % len(LINES))


def _stroke(n: int, line: ChartLine, d: str) -> Element:
    colour, name = _ink(n, line)
    dashes = {"stroke_dasharray": _DASHES[n % len(_DASHES)]} if _DASHES[n % len(_DASHES)] else {}
    return element("path", d=d, fill="none", stroke=colour, stroke_width=2.2, class_=f"line{name}", **dashes)


def _mark(n: int, line: ChartLine, x: float, y: float) -> Element:
    return marker(_MARKS[n % len(_MARKS)], x, y, *_ink(n, line))


def marker(shape: str, x: float, y: float, colour: str, name: str) -> Element:
    """Return the marker of a value, which stands out from what is behind it; `name` is its colour's class suffix."""
    place = f"translate({x:.1f} {y:.1f})"
    return element("path", d=shape, transform=place, fill=colour, stroke=INK["paper"][0], class_=f"dot{name} gap")
