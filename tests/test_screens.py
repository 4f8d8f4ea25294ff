"""The pictures of the README and the guides are real screens, and need nothing but a viewer."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pexpect
import pyte
import pytest

from tests.screens import (
    COLUMNS,
    DRAWN,
    EXAMPLES,
    INK,
    PICTURES,
    PROMPT_ENDS,
    WIDE,
    Picture,
    Terminal,
    draw,
    play,
    save_of,
)

ROOT = Path(__file__).parents[1]
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_a_picture_is_what_the_program_shows_now(picture: Picture) -> None:
    drawn = draw(play(picture), f"referee play {save_of(picture)}")
    kept = (EXAMPLES / picture.name).read_text(encoding="utf-8")
    assert drawn == kept, "the screen has changed; make the pictures anew with: python -m tests.screens"


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_a_picture_is_shown_and_loads_nothing(picture: Picture) -> None:
    shown = [path for path in (ROOT / "README.md", *ROOT.glob("referee/games/*/guide.md")) if _shows(path, picture)]
    assert len(shown) == 1
    text = (EXAMPLES / picture.name).read_text(encoding="utf-8")
    ElementTree.fromstring(text)
    for remote in ("href", "url(", "@import", "@font-face", "<script", "<image"):
        assert remote not in text
    assert text.count("http") == 1  # the namespace


def _shows(page: Path, picture: Picture) -> bool:
    """Whether a page shows a picture, from where it stands."""
    links = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page.read_text(encoding="utf-8"))
    return (EXAMPLES / picture.name).resolve() in [(page.parent / link).resolve() for link in links]


class _Busy:
    """A program on a busy machine: between an answer and the next prompt, which is called the same, nobody reads."""

    def __init__(self) -> None:
        self.reads = iter([f"throws: {DRAWN}", "", "", "", f"{PROMPT_ENDS}\r\n", "", f"throws: {DRAWN}", PROMPT_ENDS])
        self.shown = ""
        self.typed: list[tuple[str, str]] = []

    def send(self, keys: str) -> None:
        self.typed.append((keys, self.shown[-len(DRAWN) :]))

    def getecho(self) -> bool:
        return self.shown.endswith("\r\n")

    def read_nonblocking(self, most: int, timeout: float) -> str:
        text = next(self.reads)
        if not text:
            raise pexpect.TIMEOUT("")
        self.shown += text
        return text


def test_an_answer_is_typed_only_at_its_own_prompt() -> None:
    """Typed while the prompt before still stood there, it was shown twice, and the picture had a line too many."""
    busy = _Busy()
    terminal = Terminal(busy)
    terminal.answer("throws", "1")
    terminal.answer("throws", "0 1")
    assert busy.typed == [("1\r", DRAWN), ("0 1\r", DRAWN)]
    assert list(busy.reads) == []


def test_text_stands_where_the_terminal_has_it_and_looks_so() -> None:
    screen = pyte.Screen(COLUMNS, 6)
    pyte.Stream(screen).feed("\r\n\x1b[31mred\x1b[0m  & <plain>\r\n   \x1b[1mbold\x1b[0m \x1b[7mback\x1b[0m\r\n")
    root = ElementTree.fromstring(draw(screen, "a <title>"))
    texts = root.findall(f"{SVG}text")
    assert [text.text for text in texts] == ["a <title>", "red", "& <plain>", "bold", "back"]
    red, plain, bold, back = texts[1:]
    assert float(plain.attrib["x"]) - float(red.attrib["x"]) == pytest.approx(5 * WIDE)
    assert float(bold.attrib["x"]) - float(red.attrib["x"]) == pytest.approx(3 * WIDE)
    assert float(plain.attrib["textLength"]) == pytest.approx(9 * WIDE)
    assert (red.attrib["fill"] == INK, bold.attrib.get("font-weight"), plain.attrib["fill"]) == (False, "bold", INK)
    assert root.findall(f"{SVG}rect")[1].attrib["fill"] == INK
    assert back.attrib["fill"] != INK
    assert root.find(f"{SVG}desc") is not None
