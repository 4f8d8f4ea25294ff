"""A whole picture: heading, sentences and charts as one SVG, and the same as a page of HTML with tables."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import Protocol

from referee.pictures.page import PagePart, PageTable, Prose, page
from referee.pictures.svg import MARGIN, Element, image, moved, shortened, text, to_text, wrap

HEADING, TITLE, SENTENCE = 20.0, 14.0, 12.5
"""Sizes of text."""


class Chart(Protocol):
    """A drawing that stands in a picture."""

    @property
    def title(self) -> str:
        """What it shows."""

    def describe(self) -> str:
        """What it shows, in full, for those who listen."""

    def draw(self, mark: str) -> tuple[float, list[Element]]:
        """Its height, and its elements from the top down; `mark` begins their ids."""


@dataclass(frozen=True)
class Section:
    """A part of a page under a heading of its own, with its charts and tables."""

    title: str
    charts: tuple[Chart, ...]
    tables: tuple[PageTable, ...]


@dataclass(frozen=True)
class Picture:
    """Something to be shared: what it is, what is to be said, the charts; sections and tables are for a page only."""

    title: str
    subtitle: str
    sentences: tuple[str, ...]
    charts: tuple[Chart, ...]
    tables: tuple[PageTable | Prose, ...] = ()
    sections: tuple[Section, ...] = ()

    def svg(self) -> str:
        """The text of an SVG file."""
        y, body = self._heading()
        for number, chart in enumerate(self.charts):
            high, drawn = _titled(chart, f"chart{number}")
            body.append(moved(y, drawn))
            y += high + 12
        told = [self.subtitle, *self.sentences, *(chart.describe() for chart in self.charts)]
        return to_text(image("picture", self.title, " ".join(filter(None, told)), y, body)) + "\n"

    def _heading(self) -> tuple[float, list[Element]]:
        y, found = 8.0, []
        for line in shortened(self.title, HEADING, lines=2, bold=True):
            y += 25
            found.append(text(line, MARGIN, y, HEADING, bold=True))
        y += 4
        for sentence, ink in ((self.subtitle, "soft"), *((sentence, "ink") for sentence in self.sentences)):
            for line in wrap(sentence, SENTENCE) if sentence else ():
                y += 17
                found.append(text(line, MARGIN, y, SENTENCE, ink=ink))
        return y + 10, found

    def html(self) -> str:
        """The text of a page that needs nothing else."""
        marks = (f"chart{number}" for number in count())
        sections = [("", self.charts, ()), *((one.title, one.charts, one.tables) for one in self.sections)]
        parts = [
            PagePart(title, tuple(_image(chart, next(marks)) for chart in charts), tables)
            for title, charts, tables in [*sections, ("", (), self.tables)]
        ]
        return page(self.title, self.subtitle, self.sentences, parts)


def _image(chart: Chart, mark: str) -> Element:
    high, drawn = _titled(chart, mark)
    return image(mark, chart.title, chart.describe(), high, drawn)


def _titled(chart: Chart, mark: str) -> tuple[float, list[Element]]:
    high, drawn = chart.draw(mark)
    return high + 36, [text(chart.title, MARGIN, 20, TITLE, bold=True), moved(34, drawn)]
