"""Charts whose rows share a horizontal axis (stacked bars, bands), and the pictures that contain them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Any, Protocol
from xml.etree import ElementTree

from msgspec import Struct

from referee.pictures import svg
from referee.pictures.page import PagePart, PageTable, Prose, page
from referee.pictures.svg import Element, Scale

NAME, SMALL, THICK = 15.0, 11.0, 24.0
"""Font sizes of names and of the rest, and the height of a bar."""


def across(least: float, most: float) -> tuple[list[int], Scale]:
    """Return the horizontal axis for values in this range (and 0): its ticks, and their scale."""
    steps = svg.ticks(least, most, about=8)
    side = max(svg.width_of(svg.number(step), SMALL) for step in (steps[0], steps[-1])) / 2
    return steps, Scale(steps[0], steps[-1], svg.MARGIN + side, svg.WIDTH - svg.MARGIN - side)


def upright(step: int, scale: Scale, top: float) -> Element:
    """Return a vertical grid line behind a bar."""
    x = scale(step)
    return svg.grid_line(step, x1=x, x2=x, y1=top, y2=top + THICK + 3)


def axis(steps: Sequence[int], scale: Scale, y: float, unit: str) -> Iterator[Element]:
    """Yield the tick labels below all rows, and the unit."""
    for step in steps:
        yield svg.text(svg.number(step), scale(step), y + 11, SMALL, ink="soft", anchor="middle")
    yield svg.text(unit, svg.WIDTH - svg.MARGIN, y + 26, SMALL, ink="soft", anchor="end")


def stack(y: float, rows: Iterable[tuple[float, list[Element]]]) -> tuple[float, list[Element]]:
    """Place rows (each with its height) one below the other from `y` on; return where they end, and the rows."""
    placed = []
    for height, elements in rows:
        placed.append(svg.shift(y, elements))
        y += height
    return y, placed


def heading_of(name: str, value: str, mark: str = "") -> tuple[float, list[Element]]:
    """Return where the bar of a row begins, and what is above it: its name, perhaps a mark, and its value."""
    wide = svg.width_of(value, NAME, bold=True) + 6
    beside = svg.width_of(mark, SMALL, bold=True) + 22 if mark else 0
    lines = svg.shorten(name, NAME, svg.ROOM - wide - beside, lines=2, bold=True)
    found = [svg.text(line, svg.MARGIN, 14 + 17 * n, NAME, bold=True) for n, line in enumerate(lines)]
    found.append(svg.text(value, svg.WIDTH - svg.MARGIN, 14, NAME, bold=True, anchor="end"))
    found += badge(mark, svg.WIDTH - svg.MARGIN - wide) if mark else []
    return 20.0 + 17 * (len(lines) - 1), found


def row_of(top: float, drawn: Sequence[Element], words: str, described: str) -> tuple[float, list[Element]]:
    """Return the height of a row whose bar begins at `top`, and its elements, with words below the bar."""
    lines = svg.wrap(words, SMALL) if words else []
    below = [svg.text(line, svg.MARGIN, top + THICK + 13 + 14 * n, SMALL, ink="soft") for n, line in enumerate(lines)]
    return top + THICK + 14 * len(lines) + 16, [svg.element("title", words=described), *drawn, *below]


def badge(words: str, right: float) -> list[Element]:
    """Return a word in a frame that ends at `right`."""
    wide, ink = svg.width_of(words, SMALL, bold=True) + 10, svg.INK["ink"][0]
    frame = svg.element("rect", x=right - wide, y=1.5, width=wide, height=16, rx=8, fill=ink, class_="ink")
    return [frame, svg.text(words, right - wide / 2, 13.5, SMALL, ink="paper", bold=True, anchor="middle")]


def _framed(x: float, y: float, wide: float, high: float, fill: str, kind: str, **corners: Any) -> Element:
    """Return a filled rectangle with a thin edge."""
    size = {"x": x, "y": y, "width": wide, "height": high, **corners}
    return svg.element("rect", **size, fill=fill, stroke=svg.INK["ink"][0], stroke_width=0.8, class_=kind)


# --- Textures, which distinguish areas without their colours --------------------------------------


_STROKES = (
    "",
    "M-1 7 L7 -1 M-1 1 L1 -1 M5 7 L7 5",  # rising lines
    "M1.5 1.5 h1.4 v1.4 h-1.4 z M4.5 4.5 h1.4 v1.4 h-1.4 z",  # points
    "M0 3 H6",  # level lines
    "M-1 -1 L7 7 M-1 7 L7 -1",  # a net
    "M3 0 V6",  # upright lines
    "M-1 -1 L7 7 M-1 5 L1 7 M5 -1 L7 1",  # falling lines
    "M0 3 H6 M3 0 V6",  # squares
)
"""Strokes on a tile of 6 by 6 units."""


def texture(number: int, mark: str) -> Element:
    """Return the pattern of the n-th kind of area; colours and textures repeat in cycles of different lengths."""
    strokes = _STROKES[(number + number // len(svg.AREAS)) % len(_STROKES)]
    drawn = svg.element("path", d=strokes, stroke=lettering(number), stroke_opacity=0.45, fill="none")
    tile = svg.element("rect", width=6, height=6, fill=colour(number))
    found = [tile, drawn] if strokes else [tile]
    return svg.element("pattern", *found, id=mark, width=6, height=6, patternUnits="userSpaceOnUse")


def colour(number: int) -> str:
    """Return the fill of the n-th kind of area."""
    return svg.AREAS[number % len(svg.AREAS)]


def lettering(number: int) -> str:
    """Return the text colour for the n-th kind of area."""
    return "#000000" if number % len(svg.AREAS) else "#ffffff"


# --- Horizontal stacked bars: the parts of each total ---------------------------------------------


class Bar(Struct, frozen=True):
    """One bar: its name, the value of each category, and a word that marks it ("wins")."""

    name: str
    values: tuple[int, ...]
    mark: str = ""

    @property
    def total(self) -> int:
        """Sum of its values."""
        return sum(self.values)


class StackedBars(Struct, frozen=True):
    """Horizontal stacked bars: one per name, a segment per category; negative values go left of the zero line.

    `unit` names what is counted, in the plural with s ("points").
    """

    title: str
    categories: tuple[str, ...]
    bars: tuple[Bar, ...]
    unit: str

    def describe(self) -> str:
        """Return the chart in words."""
        return " ".join(f"{self._describe(bar)}." for bar in self.bars)

    def _describe(self, bar: Bar) -> str:
        parts = ", ".join(self._parts(bar))
        marked = f", {bar.mark}" if bar.mark else ""
        unit = self.unit.removesuffix("s") if bar.total == 1 else self.unit
        return f"{bar.name}: {svg.number(bar.total)} {unit}{marked}" + (f" ({parts})" if parts else "")

    def _parts(self, bar: Bar) -> Iterator[str]:
        pairs = zip(self.categories, bar.values, strict=True)
        return (f"{name} {svg.number(value)}".replace(" ", "\N{NO-BREAK SPACE}") for name, value in pairs if value)

    def draw(self, mark: str) -> tuple[float, list[Element]]:
        """Return the height, and the elements from the top down; ids begin with `mark`."""
        steps, scale = across(
            min((sum(v for v in bar.values if v < 0) for bar in self.bars), default=0),
            max((sum(v for v in bar.values if v > 0) for bar in self.bars), default=0),
        )
        below, legend = self._legend(mark)
        height, rows = stack(below + 6, (self._row(bar, scale, steps, mark) for bar in self.bars))
        below_rows = axis(steps, scale, height, self.unit)
        patterns = [texture(n, f"{mark}-{n}") for n in range(len(self.categories))]
        return height + 34, [svg.element("defs", *patterns), *legend, *below_rows, *rows]

    def _legend(self, mark: str) -> tuple[float, list[Element]]:
        """Draw the legend of categories, as many on a line as fit."""
        x, y, found = svg.MARGIN, 0.0, []
        for n, name in enumerate(self.categories):
            words = svg.shorten(name, SMALL, svg.ROOM - 16)[0]
            wide = 16 + svg.width_of(words, SMALL)
            if x > svg.MARGIN and x + wide > svg.WIDTH - svg.MARGIN:
                x, y = svg.MARGIN, y + 18
            box = _area(x, y, 12, 12, f"{mark}-{n}", n)
            found.append(svg.element("g", box, svg.text(words, x + 16, y + 10, SMALL)))
            x += wide + 10
        return y + 18, found

    def _row(self, bar: Bar, scale: Scale, steps: Sequence[int], mark: str) -> tuple[float, list[Element]]:
        """Draw a row: name, mark and total, the bar, and its segments in words."""
        top, heading = heading_of(bar.name, svg.number(bar.total), bar.mark)
        grid = [upright(step, scale, top) for step in steps]
        words = " · ".join(self._parts(bar)) or "nothing"
        drawn = [*heading, *grid, *self._areas(bar, scale, top, mark)]
        return row_of(top, drawn, words, self._describe(bar))

    def _areas(self, bar: Bar, scale: Scale, top: float, mark: str) -> Iterator[Element]:
        above = below = 0
        for n, value in enumerate(bar.values):
            if not value:
                continue
            start = above if value > 0 else below
            left, right = sorted((scale(start), scale(start + value)))
            yield _area(left, top, right - left, THICK, f"{mark}-{n}", n)
            if svg.width_of(svg.number(value), SMALL, bold=True) + 6 <= right - left:
                yield _value(value, (left + right) / 2, top + THICK / 2 + 4, n)
            above, below = (start + value, below) if value > 0 else (above, start + value)


def _area(x: float, y: float, wide: float, high: float, pattern: str, n: int) -> Element:
    """Return a segment of a bar; viewers without patterns use its plain colour."""
    return _framed(x, y, wide, high, f"url(#{pattern}) {colour(n)}", "edge")


def _value(value: int, x: float, y: float, n: int) -> Element:
    """Return a number for its area, with a halo against the texture."""
    found = svg.text(svg.number(value), x, y, SMALL, bold=True, anchor="middle")
    del found.attrib["class"]  # it stands on an area, which is the same in the dark
    halo = {"stroke": colour(n), "stroke-width": "4", "stroke-linejoin": "round", "paint-order": "stroke"}
    found.attrib.update(halo | {"fill": lettering(n)})
    return found


# --- A value on a band for each name: the band shows where most such values are -------------------


_DIAMOND = "M0 -8 L8 0 L0 8 L-8 0 Z"
"""The marker of a value."""


class Band(Struct, frozen=True):
    """A value, the band from `least` to `most` in which such values mostly lie, and a remark."""

    name: str
    value: float
    least: float
    most: float
    words: str = ""


class Bands(Struct, frozen=True):
    """A band for each name over one axis with 0 on it. `unit` names what is counted, `key` explains the band."""

    title: str
    rows: tuple[Band, ...]
    unit: str
    key: str

    def describe(self) -> str:
        """Return the chart in words."""
        return " ".join([f"{self.key}.", *(f"{self._describe(row)}." for row in self.rows)])

    def _describe(self, row: Band) -> str:
        remark = f" ({row.words})" if row.words else ""
        band = f"the band from {_signed(row.least)} to {_signed(row.most)}"
        return f"{row.name}: {_signed(row.value)} {self.unit}, {band}{remark}"

    def draw(self, mark: str) -> tuple[float, list[Element]]:
        """Return the height, and the elements from the top down."""
        steps, scale = across(
            min((min(row.least, row.value) for row in self.rows), default=0),
            max((max(row.most, row.value) for row in self.rows), default=0),
        )
        below, legend = self._legend()
        height, rows = stack(below, (self._row(row, scale, steps) for row in self.rows))
        return height + 34, [*legend, *axis(steps, scale, height, self.unit), *rows]

    def _legend(self) -> tuple[float, list[Element]]:
        words = svg.wrap(self.key, SMALL, svg.ROOM - 22)
        lines = [svg.text(line, svg.MARGIN + 22, 10 + 14 * n, SMALL) for n, line in enumerate(words)]
        return 14.0 * len(words) + 12, [_band(svg.MARGIN, 0.5, 16, 11), *lines]

    def _row(self, row: Band, scale: Scale, steps: Sequence[int]) -> tuple[float, list[Element]]:
        """Draw a row: name and value, the band with the value marked, and the remark."""
        top, heading = heading_of(row.name, _signed(row.value))
        grid = [upright(step, scale, top) for step in steps if step != 0]
        left, right = scale(row.least), scale(row.most)
        band = _band(left, top + 5, right - left, THICK - 10)
        value = svg.marker(_DIAMOND, scale(row.value), top + THICK / 2, svg.LINES[0][0], "0")
        return row_of(top, [*heading, *grid, band, upright(0, scale, top), value], row.words, self._describe(row))


def _band(x: float, y: float, wide: float, high: float) -> Element:
    return _framed(x, y, wide, high, svg.INK["grid"][0], "band edge", rx=high / 2)


def _signed(value: float) -> str:
    """Format a number with its sign: "+3", "-3"."""
    return f"+{svg.number(value)}" if value > 0 else svg.number(value)


# --- Picture --------------------------------------------------------------------------------------
# A whole picture: heading, sentences and charts as one SVG, and the same as a page of HTML with tables.


HEADING, TITLE, SENTENCE = 20.0, 14.0, 12.5
"""Font sizes."""


class Chart(Protocol):
    """A chart of a picture."""

    @property
    def title(self) -> str:
        """Title of the chart."""

    def describe(self) -> str:
        """Return the whole chart in words, for screen readers."""

    def draw(self, mark: str) -> tuple[float, list[Element]]:
        """Return the height, and the elements from the top down; ids begin with `mark`."""


class Section(Struct, frozen=True):
    """A part of a page with its own heading, charts and tables."""

    title: str
    charts: tuple[Chart, ...]
    tables: tuple[PageTable, ...]


class Picture(Struct, frozen=True):
    """A picture to share: titles, sentences and charts; sections, tables and story only appear on a page."""

    title: str
    subtitle: str
    sentences: tuple[str, ...]
    charts: tuple[Chart, ...]
    tables: tuple[PageTable, ...] = ()
    sections: tuple[Section, ...] = ()
    story: Prose | None = None

    def svg(self) -> str:
        """Return the text of an SVG file."""
        y, body = self._heading()
        for place, chart in enumerate(self.charts):
            high, drawn = _draw_titled(chart, f"chart{place}")
            body.append(svg.shift(y, drawn))
            y += high + 12
        texts = [self.subtitle, *self.sentences, *(chart.describe() for chart in self.charts)]
        whole = svg.image("picture", self.title, " ".join(filter(None, texts)), y, body)
        return ElementTree.tostring(whole, encoding="unicode") + "\n"

    def _heading(self) -> tuple[float, list[Element]]:
        y, found = 8.0, []
        for line in svg.shorten(self.title, HEADING, lines=2, bold=True):
            y += 25
            found.append(svg.text(line, svg.MARGIN, y, HEADING, bold=True))
        y += 4
        for sentence, ink in ((self.subtitle, "soft"), *((sentence, "ink") for sentence in self.sentences)):
            for line in svg.wrap(sentence, SENTENCE) if sentence else ():
                y += 17
                found.append(svg.text(line, svg.MARGIN, y, SENTENCE, ink=ink))
        return y + 10, found

    def html(self) -> str:
        """Return the text of a self-contained HTML page."""
        marks = (f"chart{number}" for number in count())
        sections = [("", self.charts, ()), *((one.title, one.charts, one.tables) for one in self.sections)]
        parts = [
            PagePart(title, tuple(_image(chart, next(marks)) for chart in charts), tables)
            for title, charts, tables in [*sections, ("", (), self.tables)]
        ]
        story = [PagePart("", (), (self.story,))] if self.story is not None else []
        return page(self.title, self.subtitle, self.sentences, [*story, *parts])


def _image(chart: Chart, mark: str) -> Element:
    high, drawn = _draw_titled(chart, mark)
    return svg.image(mark, chart.title, chart.describe(), high, drawn)


def _draw_titled(chart: Chart, mark: str) -> tuple[float, list[Element]]:
    high, drawn = chart.draw(mark)
    return high + 36, [svg.text(chart.title, svg.MARGIN, 20, TITLE, bold=True), svg.shift(34, drawn)]
