"""A value on a band for each name: where it is, and where most such values are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from referee.pictures.axis import NAME, SMALL, THICK, across, axis, upright
from referee.pictures.scales import Scale
from referee.pictures.svg import (
    INK,
    LINES,
    MARGIN,
    ROOM,
    WIDTH,
    Element,
    element,
    moved,
    number,
    shortened,
    text,
    width_of,
    wrap,
)


@dataclass(frozen=True)
class Band:
    """A value, the band from `least` to `most` that such values mostly lie in, and what is said of them."""

    name: str
    value: float
    least: float
    most: float
    words: str = ""


@dataclass(frozen=True)
class Bands:
    """A band for each name over one axis with 0 on it. `unit` names what is counted, `key` says what a band is."""

    title: str
    rows: tuple[Band, ...]
    unit: str
    key: str

    def describe(self) -> str:
        """The picture in words."""
        return " ".join([f"{self.key}.", *(f"{self._told(row)}." for row in self.rows)])

    def _told(self, row: Band) -> str:
        said = f" ({row.words})" if row.words else ""
        band = f"the band from {_signed(row.least)} to {_signed(row.most)}"
        return f"{row.name}: {_signed(row.value)} {self.unit}, {band}{said}"

    def draw(self, mark: str) -> tuple[float, list[Element]]:
        """The height, and the elements from the top down."""
        steps, scale = across(
            min((min(row.least, row.value) for row in self.rows), default=0),
            max((max(row.most, row.value) for row in self.rows), default=0),
        )
        height, legend = self._legend()
        rows = []
        for row in self.rows:
            tall, elements = self._row(row, scale, steps)
            rows.append(moved(height, elements))
            height += tall
        return height + 34, [*legend, *axis(steps, scale, height, self.unit), *rows]

    def _legend(self) -> tuple[float, list[Element]]:
        words = wrap(self.key, SMALL, ROOM - 22)
        lines = [text(line, MARGIN + 22, 10 + 14 * n, SMALL) for n, line in enumerate(words)]
        return 14.0 * len(words) + 12, [_band(MARGIN, 0.5, 16, 11), *lines]

    def _row(self, row: Band, scale: Scale, steps: Sequence[int]) -> tuple[float, list[Element]]:
        """Name and value; the band below with the value marked; and below it what is said."""
        value = _signed(row.value)
        room = ROOM - width_of(value, NAME, bold=True) - 6
        names = shortened(row.name, NAME, room, lines=2, bold=True)
        found = [text(line, MARGIN, 14 + 17 * n, NAME, bold=True) for n, line in enumerate(names)]
        found.append(text(value, WIDTH - MARGIN, 14, NAME, bold=True, anchor="end"))
        top = 20.0 + 17 * (len(names) - 1)
        found += [upright(step, scale, top) for step in steps if step != 0]
        left, right = scale(row.least), scale(row.most)
        found += [_band(left, top + 5, right - left, THICK - 10), upright(0, scale, top)]
        found.append(_value(scale(row.value), top + THICK / 2))
        words = wrap(row.words, SMALL) if row.words else []
        found += [text(line, MARGIN, top + THICK + 13 + 14 * n, SMALL, ink="soft") for n, line in enumerate(words)]
        return top + THICK + 14 * len(words) + 16, [element("title", words=self._told(row)), *found]


def _band(x: float, y: float, wide: float, high: float) -> Element:
    return element(
        "rect", x=x, y=y, width=wide, height=high, rx=high / 2, fill=INK["grid"][0], stroke=INK["ink"][0],
        stroke_width=0.8, class_="band edge",
    )  # fmt: skip


def _value(x: float, y: float) -> Element:
    """The place of a value: a diamond, which stands out from the band and from the paper."""
    place = f"translate({x:.1f} {y:.1f})"
    return element(
        "path", d="M0 -8 L8 0 L0 8 L-8 0 Z", transform=place, fill=LINES[0][0], stroke=INK["paper"][0],
        class_="dot0 gap",
    )  # fmt: skip


def _signed(value: float) -> str:
    """A number with its sign: "+3", "-3"."""
    return f"+{number(value)}" if value > 0 else number(value)
