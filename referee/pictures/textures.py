"""Areas that can be told apart without their colours: each has a texture of its own."""

from __future__ import annotations

from referee.pictures.svg import AREAS, Element, element

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
"""What is drawn on a tile of 6 by 6 units."""


def texture(number: int, mark: str) -> Element:
    """The pattern of the n-th kind of area; colours and textures go round at different paces."""
    strokes = _STROKES[(number + number // len(AREAS)) % len(_STROKES)]
    drawn = (
        [element("path", d=strokes, stroke=lettering(number), stroke_opacity=0.45, fill="none")] if strokes else []
    )
    tile = element("rect", width=6, height=6, fill=colour(number))
    return element("pattern", tile, *drawn, id=mark, width=6, height=6, patternUnits="userSpaceOnUse")


def colour(number: int) -> str:
    """The fill of the n-th kind of area."""
    return AREAS[number % len(AREAS)]


def lettering(number: int) -> str:
    """The colour of text on it."""
    return "#000000" if number % len(AREAS) else "#ffffff"
