"""Horizontal stacked bars: what each one's total is made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from referee.pictures.axis import NAME, SMALL, THICK, across, axis, badge, upright
from referee.pictures.scales import Scale
from referee.pictures.svg import (
    INK,
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
from referee.pictures.textures import colour, lettering, texture


@dataclass(frozen=True)
class Bar:
    """One bar: whose it is, the value of each category, and a word that marks it ("wins")."""

    name: str
    values: tuple[int, ...]
    mark: str = ""

    @property
    def total(self) -> int:
        """The sum of its values."""
        return sum(self.values)


@dataclass(frozen=True)
class StackedBars:
    """A bar for each name, a part for each category; what is below zero goes to the left of the zero line.

    `unit` names what is counted, of which one is without its s ("points").
    """

    title: str
    categories: tuple[str, ...]
    bars: tuple[Bar, ...]
    unit: str

    def describe(self) -> str:
        """The picture in words."""
        return " ".join(f"{self._told(bar)}." for bar in self.bars)

    def _told(self, bar: Bar) -> str:
        parts = ", ".join(self._parts(bar))
        marked = f", {bar.mark}" if bar.mark else ""
        unit = self.unit.removesuffix("s") if bar.total == 1 else self.unit
        return f"{bar.name}: {number(bar.total)} {unit}{marked}" + (f" ({parts})" if parts else "")

    def _parts(self, bar: Bar) -> Iterator[str]:
        pairs = zip(self.categories, bar.values, strict=True)
        return (f"{name} {number(value)}".replace(" ", "\N{NO-BREAK SPACE}") for name, value in pairs if value)

    def draw(self, mark: str) -> tuple[float, list[Element]]:
        """The height, and the elements from the top down; `mark` begins the ids."""
        steps, scale = across(
            min((sum(v for v in bar.values if v < 0) for bar in self.bars), default=0),
            max((sum(v for v in bar.values if v > 0) for bar in self.bars), default=0),
        )
        below, legend = self._legend(mark)
        height = below + 6
        rows = []
        for bar in self.bars:
            tall, elements = self._row(bar, scale, steps, mark)
            rows.append(moved(height, elements))
            height += tall
        below_rows = axis(steps, scale, height, self.unit)
        patterns = [texture(n, f"{mark}-{n}") for n in range(len(self.categories))]
        return height + 34, [element("defs", *patterns), *legend, *below_rows, *rows]

    def _legend(self, mark: str) -> tuple[float, list[Element]]:
        """The categories, as many on a line as fit."""
        x, y, found = MARGIN, 0.0, []
        for n, name in enumerate(self.categories):
            words = shortened(name, SMALL, ROOM - 16)[0]
            wide = 16 + width_of(words, SMALL)
            if x > MARGIN and x + wide > WIDTH - MARGIN:
                x, y = MARGIN, y + 18
            box = _area(x, y, 12, 12, f"{mark}-{n}", n)
            found.append(element("g", box, text(words, x + 16, y + 10, SMALL)))
            x += wide + 10
        return y + 18, found

    def _row(self, bar: Bar, scale: Scale, steps: Sequence[int], mark: str) -> tuple[float, list[Element]]:
        """Name, mark and total; the bar below; and below it its parts in words."""
        total = number(bar.total)
        right = width_of(total, NAME, bold=True) + (width_of(bar.mark, SMALL, bold=True) + 28 if bar.mark else 6)
        lines = shortened(bar.name, NAME, ROOM - right, lines=2, bold=True)
        found = [text(line, MARGIN, 14 + 17 * n, NAME, bold=True) for n, line in enumerate(lines)]
        found.append(text(total, WIDTH - MARGIN, 14, NAME, bold=True, anchor="end"))
        if bar.mark:
            found += badge(bar.mark, WIDTH - MARGIN - width_of(total, NAME, bold=True) - 6)
        top = 20.0 + 17 * (len(lines) - 1)
        found += [upright(step, scale, top) for step in steps]
        found += self._areas(bar, scale, top, mark)
        words = wrap(" · ".join(self._parts(bar)) or "nothing", SMALL)
        found += [text(line, MARGIN, top + THICK + 13 + 14 * n, SMALL, ink="soft") for n, line in enumerate(words)]
        return top + THICK + 14 * len(words) + 16, [element("title", words=self._told(bar)), *found]

    def _areas(self, bar: Bar, scale: Scale, top: float, mark: str) -> Iterator[Element]:
        above = below = 0
        for n, value in enumerate(bar.values):
            if not value:
                continue
            start = above if value > 0 else below
            left, right = sorted((scale(start), scale(start + value)))
            yield _area(left, top, right - left, THICK, f"{mark}-{n}", n)
            if width_of(number(value), SMALL, bold=True) + 6 <= right - left:
                yield _value(value, (left + right) / 2, top + THICK / 2 + 4, n)
            above, below = (start + value, below) if value > 0 else (above, start + value)


def _area(x: float, y: float, wide: float, high: float, pattern: str, n: int) -> Element:
    """A piece of a bar; where a viewer knows no patterns, it has its plain colour."""
    return element(
        "rect", x=x, y=y, width=wide, height=high, fill=f"url(#{pattern}) {colour(n)}", stroke=INK["ink"][0],
        stroke_width=0.8, class_="edge",
    )  # fmt: skip


def _value(value: int, x: float, y: float, n: int) -> Element:
    """A number on its area; the texture keeps off it."""
    found = text(number(value), x, y, SMALL, bold=True, anchor="middle")
    del found.attrib["class"]  # it stands on an area, which is the same in the dark
    halo = {"stroke": colour(n), "stroke-width": "4", "stroke-linejoin": "round", "paint-order": "stroke"}
    found.attrib.update(halo | {"fill": lettering(n)})
    return found
