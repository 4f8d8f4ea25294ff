"""What charts share whose rows lie below each other over one axis: its round numbers, its grid, words in frames."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.pictures.scales import Scale, ticks
from referee.pictures.svg import INK, MARGIN, WIDTH, Element, element, number, text, width_of

NAME, SMALL, THICK = 15.0, 11.0, 24.0
"""The sizes of names and of the rest, and the thickness of a row's bar."""


def across(least: float, most: float) -> tuple[list[int], Scale]:
    """The axis for values between these and 0: its round numbers, and their scale over the whole width."""
    steps = ticks(least, most, about=8)
    side = max(width_of(number(step), SMALL) for step in (steps[0], steps[-1])) / 2
    return steps, Scale(steps[0], steps[-1], MARGIN + side, WIDTH - MARGIN - side)


def upright(step: int, scale: Scale, top: float) -> Element:
    """A line of the grid behind a bar; the one at zero is stronger."""
    name, ink = ("edge", "ink") if step == 0 else ("grid", "grid")
    x = scale(step)
    return element("line", x1=x, x2=x, y1=top, y2=top + THICK + 3, stroke=INK[ink][0], class_=name)


def axis(steps: Sequence[int], scale: Scale, y: float, unit: str) -> Iterator[Element]:
    """The numbers below all rows, and what they count."""
    for step in steps:
        yield text(number(step), scale(step), y + 11, SMALL, ink="soft", anchor="middle")
    yield text(unit, WIDTH - MARGIN, y + 26, SMALL, ink="soft", anchor="end")


def badge(words: str, right: float) -> list[Element]:
    """A word in a frame, in front of a total."""
    wide = width_of(words, SMALL, bold=True) + 10
    frame = element("rect", x=right - wide, y=1.5, width=wide, height=16, rx=8, fill=INK["ink"][0], class_="ink")
    return [frame, text(words, right - wide / 2, 13.5, SMALL, ink="paper", bold=True, anchor="middle")]
