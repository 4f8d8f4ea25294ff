"""SVG as text: elements, colours for light and dark, textures, and text that fits its room.

Lengths are in units of the canvas, `WIDTH` units wide; a phone shows a unit as about a pixel. Colours stand in the
attributes for a light background, and in one style sheet for a dark one, so that a viewer without style sheets
still draws the light picture. Letters are the system's own: nothing is fetched from anywhere.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from xml.etree import ElementTree

Element = ElementTree.Element

WIDTH = 360.0
MARGIN = 14.0
ROOM = WIDTH - 2 * MARGIN
"""What is left between the margins."""

FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', 'Noto Sans', 'DejaVu Sans', sans-serif"
MINUS = "\N{MINUS SIGN}"

INK = {"ink": ("#1b1f24", "#e8eaed"), "soft": ("#545d68", "#adb5be"), "grid": ("#d3d8de", "#3b424b"),
       "paper": ("#ffffff", "#14171b")}  # fmt: skip
"""The colours of text, lesser text, grid lines and background: for light, for dark."""

AREAS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#f0e442", "#999999")
"""Fills that the colour-blind tell apart (Okabe and Ito), on light and on dark; the first takes white text."""

LINES = (("#0072b2", "#56b4e9"), ("#c2500a", "#ff9d57"), ("#00795a", "#3ecfa3"), ("#9a3f7c", "#e59ac4"),
         ("#5b5b00", "#e8dd5a"), ("#444c56", "#c3cad2"))  # fmt: skip
"""Colours of lines, each for light and for dark."""

NAMED = {
    "red": ("#c62828", "#ff7b72"), "blue": ("#1f5fbf", "#6cb0ff"), "green": ("#1f7a33", "#5fd07a"),
    "yellow": ("#7a6400", "#f2d64b"), "orange": ("#b34a00", "#ffa657"), "purple": ("#7b3fb3", "#c99bff"),
    "violet": ("#6a3fb3", "#b9a0ff"), "black": ("#1b1f24", "#b9c0c8"), "white": ("#6a727b", "#ffffff"),
    "brown": ("#7a4a21", "#d2a679"), "pink": ("#b02a60", "#ff8fc0"), "grey": ("#59626d", "#a3abb4"),
    "gray": ("#59626d", "#a3abb4"), "turquoise": ("#0b6b7d", "#4fd1d9"),
}  # fmt: skip
"""The colours that players have at the table, each so that it can be seen on light and on dark."""

_NO_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TURNS_TEXT = re.compile(r"[\u202a-\u202e\u2066-\u2069]")


def clean(text: str) -> str:
    """Text as a picture can hold it: without what XML forbids, and without what turns the direction of the rest."""
    return _TURNS_TEXT.sub("", _NO_XML.sub("\N{REPLACEMENT CHARACTER}", text))


def element(tag: str, *children: Element, words: str = "", **attributes: object) -> Element:
    """An element; `font_size=12` is written font-size="12", and `class_` class. Numbers are kept short."""
    found = Element(tag, {name.rstrip("_").replace("_", "-"): _value(value) for name, value in attributes.items()})
    found.text = clean(words) or None
    found.extend(children)
    return found


def _value(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else clean(str(value))


def to_text(root: Element) -> str:
    """An element as text; names in it are escaped."""
    return ElementTree.tostring(root, encoding="unicode")


def number(value: float) -> str:
    """A number as it is printed, with a true minus sign."""
    return str(value).replace("-", MINUS)


# --- text -----------------------------------------------------------------------------------------


def text(words: str, x: float, y: float, size: float = 12, *, ink: str = "ink", bold: bool = False,
         anchor: str = "start") -> Element:  # fmt: skip
    """One line of text; `y` is its base line."""
    weight = {"font_weight": "bold"} if bold else {}
    placed = {"text_anchor": anchor} if anchor != "start" else {}
    return element("text", words=words, x=x, y=y, font_size=size, fill=INK[ink][0], class_=ink, **weight, **placed)


def width_of(words: str, size: float, *, bold: bool = False) -> float:
    """About how wide a text is; rather too much than too little, as every system has its own letters."""
    return sum(map(_letter, words)) * size * (1.08 if bold else 1)


def _letter(letter: str) -> float:
    """A letter's width, in parts of the size of the text."""
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
    """A text in lines that fit; a word that is longer than a line is broken."""
    lines: list[str] = []
    line = ""
    for word in clean(words).split(" "):
        longer = f"{line} {word}" if line else word
        if width_of(longer, size, bold=bold) <= room:
            line = longer
            continue
        if line:
            lines.append(line)
        *pieces, line = _broken(word, size, room, bold)
        lines += pieces
    return [*lines, line]


def _broken(word: str, size: float, room: float, bold: bool) -> list[str]:
    pieces = [""]
    for letter in word:
        if pieces[-1] and width_of(pieces[-1] + letter, size, bold=bold) > room:
            pieces.append("")
        pieces[-1] += letter
    return pieces


def shortened(words: str, size: float, room: float = ROOM, lines: int = 1, *, bold: bool = False) -> list[str]:
    """A text in at most so many lines; the last one ends in dots where something had to go."""
    found = wrap(words, size, room, bold=bold)
    if len(found) <= lines:
        return found
    last = " ".join(found[lines - 1 :])
    while last and width_of(f"{last}…", size, bold=bold) > room:
        last = last[:-1]
    return [*found[: lines - 1], f"{last.rstrip()}…"]


# --- the whole ------------------------------------------------------------------------------------


def image(mark: str, title: str, description: str, height: float, body: Iterable[Element]) -> Element:
    """A whole image with its background, its own style sheet, and its name and description for those who listen.

    `mark` makes ids that are unique on a page. The image fills the width that it is given, up to one
    and a half times its units.
    """
    names = f"{mark}-title", f"{mark}-desc"
    return element(
        "svg",
        element("title", words=title, id=names[0]),
        element("desc", words=description, id=names[1]),
        element("style", words=_STYLE),
        element("rect", width=WIDTH, height=height, fill=INK["paper"][0], class_="paper"),
        *body,
        xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {_value(WIDTH)} {_value(height)}", width=1.5 * WIDTH,
        height=1.5 * height, role="img", aria_labelledby=" ".join(names), font_family=FONTS, class_="picture",
    )  # fmt: skip


def moved(down: float, children: Sequence[Element]) -> Element:
    """Elements further down."""
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
