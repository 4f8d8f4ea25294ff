"""A picture as an HTML page: no scripts, no external resources, light or dark as the reader's system."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from xml.etree import ElementTree

from msgspec import Struct

from referee.pictures.svg import FONTS, INK, Element, element, number

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""Content security policy: only inline styles."""

_NUMBER = re.compile(r"(?:under |over )?[-−]?\d+(?:\.\d+)?(?: ±\d+(?:\.\d+)?| of \d+)?")
"""Cell of a column of numbers: "77.0", "27.8 ±8.3", "under 1 of 100"."""


_WHOLE = re.compile(r"\d{4}-\d\d-\d\d|(?:\d+ h )?\d+ min")
"""Cell that isn't wrapped: a date, or a duration."""


class PageTable(Struct, frozen=True):
    """A table of a page: columns of text and numbers, perhaps a row of totals. A `folded` one opens on click."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str | int, ...], ...]
    total: tuple[str | int, ...] = ()
    folded: bool = False


class Prose(Struct, frozen=True):
    """Running text: chapters, each with a heading and sentences."""

    caption: str
    chapters: tuple[tuple[str, tuple[str, ...]], ...]


class PagePart(Struct, frozen=True):
    """Charts as images, tables and prose, under a heading unless the title is empty."""

    title: str
    images: tuple[Element, ...]
    tables: tuple[PageTable | Prose, ...]


def page(title: str, subtitle: str, sentences: Iterable[str], parts: Iterable[PagePart]) -> str:
    """Return the text of an HTML page with a heading, sentences, and parts."""
    body = element(
        "main",
        element("h1", words=title),
        *([element("p", words=subtitle, class_="soft")] if subtitle else ()),
        *(element("p", words=sentence) for sentence in sentences),
        *(each for part in parts for each in _part(part)),
    )
    whole = element("html", element("head", *_head(title)), element("body", body), lang="en")
    return f"<!DOCTYPE html>\n{ElementTree.tostring(whole, encoding='unicode', method='html')}\n"


def _part(part: PagePart) -> Iterator[Element]:
    if part.title:
        yield element("h2", words=part.title)
    if part.images:
        yield element("div", *(element("figure", image) for image in part.images), class_="charts")
    for one in part.tables:
        yield _prose(one) if isinstance(one, Prose) else _table(one)


def _head(title: str) -> Iterator[Element]:
    yield element("meta", charset="utf-8")
    yield element("meta", http_equiv="Content-Security-Policy", content=_POLICY)
    yield element("meta", name="viewport", content="width=device-width, initial-scale=1")
    yield element("meta", name="color-scheme", content="light dark")
    yield element("title", words=title)
    yield element("style", words=_STYLE)


def _table(table: PageTable) -> Element:
    rows = [*table.rows, *([table.total] if table.total else ())]
    numbers = {at for row in rows for at, cell in enumerate(row) if _is_number(cell) and at > 0}
    parts = [] if table.folded else [element("caption", words=table.caption)]
    if any(table.head):
        parts.append(element("thead", _row(table.head, numbers, heads=True)))
    parts.append(element("tbody", *(_row(row, numbers) for row in table.rows)))
    if table.total:
        parts.append(element("tfoot", _row(table.total, numbers)))
    drawn = element("div", element("table", *parts), class_="wide")
    return element("details", element("summary", words=table.caption), drawn) if table.folded else drawn


def _prose(prose: Prose) -> Element:
    parts = list[Element]()
    for head, texts in prose.chapters:
        parts += [element("h3", words=head), element("ul", *(element("li", words=sentence) for sentence in texts))]
    return element("section", *([element("h2", words=prose.caption)] if prose.caption else ()), *parts)


def _is_number(cell: str | int) -> bool:
    return isinstance(cell, int) or _NUMBER.fullmatch(cell) is not None


def _row(cells: Sequence[str | int], numbers: Container[int], *, heads: bool = False) -> Element:
    """Return a table row; its first cell is the row's header. Columns of numbers are right-aligned."""
    found = []
    for at, cell in enumerate(cells):
        words = number(cell) if isinstance(cell, int) else cell
        kind = "whole" if _WHOLE.fullmatch(words) else ""
        if at in numbers:
            kind = "number" if heads or not words or _is_number(cell) else "number words"
        scope = {"scope": "col" if heads else "row"} if heads or at == 0 else {}
        found.append(element("th" if scope else "td", words=words, **scope, **({"class_": kind} if kind else {})))
    return element("tr", *found)


_STYLE = f"""
:root{{color-scheme:light dark;font-family:{FONTS};line-height:1.45}}
body{{margin:0;background:{INK["paper"][0]};color:{INK["ink"][0]}}}
main{{max-width:75rem;margin:0 auto;padding:.75rem}}
h1{{font-size:1.5rem;line-height:1.2;margin:.5rem 0;overflow-wrap:anywhere}}
h2{{font-size:1.25rem;line-height:1.2;margin:2rem 0 .5rem;padding-top:1rem;border-top:1px solid {INK["grid"][0]}}}
h3{{font-size:1rem;line-height:1.3;margin:1rem 0 .25rem}}
p{{margin:.25rem 0;overflow-wrap:anywhere}}
ul{{margin:0;padding-left:1.25rem;max-width:46rem;overflow-wrap:anywhere}}
li{{padding:.1rem 0}}
.soft{{color:{INK["soft"][0]}}}
.charts{{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr));gap:0 2rem;
align-items:start}}
figure{{margin:.5rem -.75rem;max-width:36rem}}
figure svg{{display:block;width:100%}}
.wide{{overflow-x:auto;margin:1.5rem 0}}
table{{border-collapse:collapse;width:100%;max-width:48rem;font-size:.9rem}}
caption,summary{{text-align:left;font-weight:bold;padding:.25rem 0}}
summary{{cursor:pointer}}
details{{margin:1rem 0}}
details .wide{{margin:0}}
th,td{{text-align:left;vertical-align:top;padding:.25rem .5rem .25rem 0;border-bottom:1px solid {INK["grid"][0]};
font-weight:normal}}
thead th,tfoot th,tfoot td{{font-weight:bold}}
caption+tbody th{{width:9rem}}
.number{{text-align:right;font-variant-numeric:tabular-nums}}
td.number:not(.words),.whole{{white-space:nowrap}}
.number+:not(.number){{padding-left:.75rem}}
@media (max-width:30rem){{
table{{font-size:.8rem}}
th,td{{padding-right:.35rem}}
}}
@media (prefers-color-scheme:dark){{
body{{background:{INK["paper"][1]};color:{INK["ink"][1]}}}
.soft{{color:{INK["soft"][1]}}}
h2,th,td{{border-color:{INK["grid"][1]}}}
}}
@media print{{
:root{{font-size:10pt}}
.charts{{grid-template-columns:1fr 1fr}}
figure,tr,li{{break-inside:avoid}}
h2,h3,caption,summary{{break-after:avoid}}
.wide{{overflow:visible}}
details::details-content{{display:block;content-visibility:visible}}
}}
"""
