"""Pictures: what is drawn is true, fits, is escaped, needs nothing from elsewhere, and is readable in the dark."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.pictures.bars import Band, Bands, Bar, Chart, Picture, StackedBars, colour, lettering, texture
from referee.pictures.page import PageTable
from referee.pictures.svg import AREAS, INK, LINES, NAMED, WIDTH, ChartLine, LineChart, spread, ticks, width_of, wrap

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = ("<script>alert('x')</script>", 'Zoë & Co "><image href="http://x"/>', "]]>", "\x00\ufffe\u202eAnna")

Element = ElementTree.Element
names = st.text(st.characters(codec="utf-8"), min_size=1, max_size=40)
values = st.integers(-300, 300)


def bars(*rows: Bar, categories: tuple[str, ...] = ("creatures", "artifacts", "minus points")) -> StackedBars:
    return StackedBars("What it is made of", categories, rows, "points")


def lines(*rows: ChartLine, steps: tuple[str, ...] = ("0", "1", "2")) -> LineChart:
    return LineChart("Turn by turn", steps, rows, "points", "after turn")


def bands(*rows: Band) -> Bands:
    return Bands("Luck", rows, "compared to the average", "95 of 100 are within the band")


def picture(*charts: Chart, tables: tuple[PageTable, ...] = ()) -> Picture:
    return Picture("Final score", "of a game", ("Anna wins.",), charts, tables)


def drawn(of: Picture) -> Element:
    return ElementTree.fromstring(of.svg())


def picture_text(root: Element) -> str:
    return ElementTree.tostring(root, encoding="unicode").replace("ns0:", "")


def texts(root: Element) -> list[str]:
    return [node.text or "" for node in root.iter(f"{SVG}text")]


def areas(root: Element) -> list[tuple[str, float, float]]:
    """The pieces of the bars: pattern, left and width; the legend's boxes are 12 wide and high."""
    found = []
    for node in root.iter(f"{SVG}rect"):
        fill = node.get("fill", "")
        if fill.startswith("url(") and node.get("height") != "12":
            found.append((fill.split(")")[0], float(node.get("x", 0)), float(node.get("width", 0))))
    return found


# --- what is drawn is true ------------------------------------------------------------------------


def test_one_of_what_is_counted_is_told_as_one() -> None:
    told = bars(Bar("Anna", (2, 0, -1)), Bar("Bo", (2, 0, 0))).describe()
    assert told.startswith("Anna: 1 point (")
    assert "Bo: 2 points (" in told


def test_bars_are_as_long_as_their_values_and_minus_is_left_of_zero() -> None:
    root = drawn(picture(bars(Bar("Anna", (40, 10, -20), "wins"), Bar("Bo", (20, 0, 0)))))
    first, second, minus, other = areas(root)
    assert first[2] == pytest.approx(40 / 10 * second[2], rel=0.01)
    assert first[2] == pytest.approx(2 * minus[2], rel=0.01)
    assert first[2] == pytest.approx(2 * other[2], rel=0.01)
    assert second[1] == pytest.approx(first[1] + first[2], abs=0.02)
    zero = next(float(n.get("x1", 0)) for n in root.iter(f"{SVG}line") if n.get("class") == "edge")
    assert (first[1], minus[1] + minus[2]) == pytest.approx((zero, zero), abs=0.02)
    assert len({piece[0] for piece in (first, second, minus)}) == 3
    assert first[0] == other[0]


def test_totals_marks_and_parts_stand_there_in_words() -> None:
    found = texts(drawn(picture(bars(Bar("Anna", (40, 10, -120), "wins"), Bar("Bo", (0, 0, 0))))))
    assert {"Anna", "−70", "wins", "Bo", "0", "nothing"} <= set(found)
    assert "creatures 40 · artifacts 10 · minus points −120" in [line.replace("\xa0", " ") for line in found]


def test_those_who_listen_hear_it_all() -> None:
    root = drawn(picture(bars(Bar("Anna", (40, 10, -20), "wins")), lines(ChartLine("Anna", (3, None, -4)))))
    assert root.get("role") == "img"
    ids = {node.get("id"): node.text or "" for node in root.iter() if node.get("id")}
    title, description = (ids[name] for name in root.get("aria-labelledby", "").split())
    assert title == "Final score"
    for words in ("of a game", "Anna wins.", "Anna: 30 points, wins", "minus\xa0points\xa0−20", "Anna: 3, -, −4."):
        assert words in description


def test_lines_go_through_their_values_and_are_broken_where_one_is_missing() -> None:
    root = drawn(picture(lines(ChartLine("Anna", (0, 10, 20)), ChartLine("Bo", (10, None, 10)))))
    paths = [n.get("d", "") for n in root.iter(f"{SVG}path") if n.get("class") in ("line0", "line1")]
    anna, bo = (path for path in paths if "H" not in path)  # those with H are of the legend
    points = [tuple(map(float, pair.split())) for pair in re.split("[ML]", anna)[1:]]
    (x0, y0), (x1, y1), (x2, y2) = points
    assert x1 - x0 == pytest.approx(x2 - x1, abs=0.2)
    assert y0 - y1 == pytest.approx(y1 - y2, abs=0.2)
    assert y0 > y2
    assert (anna.count("M"), bo.count("M")) == (1, 2)
    assert {"20", "10"} <= set(texts(root))


def test_a_value_stands_on_its_band_and_beside_it_where_it_is_outside() -> None:
    root = drawn(picture(bands(Band("Anna", 5, -10, 10), Band("Bo", -20.5, -10, 10, "41 dice"))))
    _key, *boxes = (node for node in root.iter(f"{SVG}rect") if "band" in node.get("class", ""))
    zero = next(float(n.get("x1", 0)) for n in root.iter(f"{SVG}line") if n.get("class") == "edge")
    unit = float(boxes[0].get("width", 0)) / 20
    for box in boxes:
        assert float(box.get("x", 0)) == pytest.approx(zero - 10 * unit, abs=0.02)
    values = [float(x) for x in re.findall(r'translate\(([\d.]+) [\d.]+\)" [^>]*class="dot0', picture_text(root))]
    assert values == pytest.approx([zero + 5 * unit, zero - 20.5 * unit], abs=0.1)
    assert {"+5", "−20.5", "41 dice"} <= set(texts(root))
    described = next(root.iter(f"{SVG}desc")).text or ""
    assert "Bo: −20.5 compared to the average, the band from −10 to +10 (41 dice)." in described


def test_a_chart_without_zero_covers_its_values_alone() -> None:
    course = LineChart(
        "Ratings", ("0", "1", "2"), (ChartLine("Anna", (25.0, 27.6, 31.2)),), "rating", "after", zero=False
    )
    found = texts(drawn(picture(course)))
    assert {"24", "32", "31.2"} <= set(found)
    assert not {"20", "10", "5"} & set(found)
    assert "Anna: 25.0, 27.6, 31.2." in course.describe()


@given(st.floats(-500, 500), st.floats(-500, 500), st.integers(2, 9))
def test_an_axis_of_its_own_holds_all_values_and_wastes_no_step(one: float, other: float, about: int) -> None:
    least, most = sorted((one, other))
    marks = ticks(least, most, about, zero=False)
    assert marks[0] <= least <= most <= marks[-1]
    assert len(marks) == 2 or marks[1] > least
    assert len(marks) == 2 or marks[-2] < most


@given(st.integers(-5000, 5000), st.integers(-5000, 5000), st.integers(2, 9))
def test_an_axis_has_round_steps_around_all_values(one: int, other: int, about: int) -> None:
    least, most = sorted((one, other))
    marks = ticks(least, most, about)
    step = marks[1] - marks[0]
    assert marks[0] <= min(least, 0) <= max(most, 0) <= marks[-1]
    assert [b - a for a, b in pairwise(marks)] == [step] * (len(marks) - 1)
    assert 0 in marks
    assert re.fullmatch("[125]0*", str(step))
    assert len(marks) <= about + 3


@given(st.lists(st.floats(0, 190), max_size=8))
def test_labels_keep_their_order_and_their_distance(places: list[float]) -> None:
    moved = spread(places, 14, 0, 190)
    for a, b in pairwise(sorted(moved)):
        assert b - a >= 14 - 1e-6
    for n, place in enumerate(places):
        assert all(moved[n] < moved[m] for m, other in enumerate(places) if place < other)
    assert all(-1e-6 <= place <= 190 + 1e-6 for place in moved)


# --- it fits --------------------------------------------------------------------------------------


def extents(root: Element, down: float = 0) -> list[tuple[float, float, float, str]]:
    """Every text with its base line, its left and its right end, as far as they can be known."""
    found = []
    for node in root:
        move = re.fullmatch(r"translate\(0 ([\d.]+)\)", node.get("transform", ""))
        found += extents(node, down + (float(move[1]) if move else 0))
        if node.tag == f"{SVG}text":
            words = node.text or ""
            wide = width_of(words, float(node.get("font-size", 0)), bold=node.get("font-weight") == "bold")
            x = float(node.get("x", 0)) - {"end": wide, "middle": wide / 2}.get(node.get("text-anchor", ""), 0)
            found.append((down + float(node.get("y", 0)), x, x + wide, words))
    return found


@given(
    st.lists(
        st.tuples(names, st.lists(values, min_size=5, max_size=5), st.sampled_from(["", "shares the win"])),
        min_size=1,
        max_size=4,
    ),
    st.lists(names, min_size=5, max_size=5),
    st.lists(st.tuples(names, st.lists(st.none() | values, min_size=13, max_size=13)), min_size=1, max_size=6),
)
def test_no_text_leaves_the_picture_or_lies_on_another(
    players: list[tuple[str, list[int], str]], categories: list[str], courses: list[tuple[str, list[int | None]]]
) -> None:
    stacked = bars(*(Bar(n, tuple(v), mark) for n, v, mark in players), categories=tuple(categories))
    course = lines(*(ChartLine(n, tuple(v)) for n, v in courses), steps=(*map(str, range(12)), "now"))
    banded = bands(*(Band(n, v[0], v[1] / 10, v[2], " ".join(categories)) for n, v, _ in players))
    root = drawn(picture(stacked, course, banded))
    high = float(root.get("viewBox", "").split()[3])
    placed = extents(root)
    for y, left, right, words in placed:
        assert left >= -0.1, words
        assert right <= WIDTH + 0.1, words
        assert 0 < y < high, words
    for n, (y, left, right, words) in enumerate(placed):
        for y2, left2, right2, words2 in placed[n + 1 :]:
            if abs(y - y2) < 8 and words.strip() and words2.strip():
                assert right <= left2 + 0.1 or right2 <= left + 0.1, (words, words2)


@given(st.text(st.characters(codec="utf-8"), max_size=200), st.floats(60, 332))
def test_wrapped_lines_fit_and_lose_nothing(words: str, room: float) -> None:
    found = wrap(words, 12, room)
    assert all(width_of(line, 12) <= room for line in found)
    kept = re.sub(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", words)
    assert "".join(found).replace(" ", "") == re.sub("[\u202a-\u202e\u2066-\u2069 ]", "", kept)


# --- names, scripts, things from elsewhere --------------------------------------------------------


def full() -> Picture:
    """A picture with hostile words in every place."""
    charts = (
        StackedBars(HOSTILE[0], HOSTILE, tuple(Bar(n, (1, 2, 3, -4), n) for n in HOSTILE), HOSTILE[1]),
        LineChart(HOSTILE[1], HOSTILE, tuple(ChartLine(n, (1, 2, 3, None)) for n in HOSTILE), HOSTILE[0], HOSTILE[2]),
        Bands(HOSTILE[0], tuple(Band(n, 1, -2, 3, n) for n in HOSTILE), HOSTILE[1], HOSTILE[2]),
    )
    tables = (PageTable(HOSTILE[0], HOSTILE, ((*HOSTILE[:3], 4),), (*HOSTILE[:3], 4)),)
    return Picture(HOSTILE[0], HOSTILE[1], HOSTILE, charts, tables)


def test_hostile_names_are_only_text() -> None:
    root = drawn(full())
    tags = {node.tag.removeprefix(SVG) for node in root.iter()}
    assert tags == {"svg", "title", "desc", "style", "rect", "text", "g", "defs", "pattern", "path", "line"}
    said = "".join(texts(root))
    assert "<script>alert('x')</script>" in said
    assert "Zoë & Co" in said


def test_nothing_is_fetched_and_nothing_runs() -> None:
    for text in (full().svg(), full().html()):
        markup = re.sub(r">[^<]*<", "><", text)  # what isn't text
        assert "http" not in markup.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "")
        assert not re.search(r"<script|<image|<a |href|onload|@import|url\((?!#)", markup.replace("&quot;", '"'))
        assert not re.search(r"[\x00\ufffe\u202e]", text)


def test_the_page_forbids_scripts_and_fetching() -> None:
    assert "default-src 'none'; style-src 'unsafe-inline'" in full().html()


def test_a_page_has_its_tables_with_named_rows_and_columns() -> None:
    table = PageTable("Anna", ("for", "points"), (("Wolf & Imp", -3),), ("total", -3))
    page = picture(bars(Bar("Anna", (1, 2, 3))), tables=(table,)).html()
    assert page.startswith("<!DOCTYPE html>\n<html")
    for part in (
        "<caption>Anna</caption>",
        '<th scope="col" class="number">points</th>',
        "<h1>Final score</h1>",
        '<th scope="row">Wolf &amp; Imp</th><td class="number">−3</td>',
        "width=device-width",
    ):
        assert part in page
    ids = re.findall(r' id="([^"]*)"', page)
    assert len(ids) == len(set(ids))


# --- light, dark, and without colours -------------------------------------------------------------


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_words_in_a_column_of_numbers_are_wrapped_and_numbers_are_not() -> None:
    """So that four players with named units fit a telephone."""
    table = PageTable("Final score", ("", "Anna"), (("units", "4 of 5"), ("divinity", "Storm Warden")))
    page = picture(tables=(table,)).html()
    assert '<td class="number">4 of 5</td>' in page
    assert '<td class="number words">Storm Warden</td>' in page
    assert "td.number:not(.words),.whole{white-space:nowrap}" in page


@pytest.mark.parametrize("dark", [0, 1])
def test_text_and_lines_stand_out_from_the_background(dark: int) -> None:
    paper = INK["paper"][dark]
    assert contrast(INK["ink"][dark], paper) >= 7
    assert contrast(INK["soft"][dark], paper) >= 4.5
    assert all(contrast(line[dark], paper) >= 4.5 for line in (*LINES, *NAMED.values()))


def test_numbers_stand_out_from_their_areas() -> None:
    assert all(contrast(colour(n), lettering(n)) >= 4.5 for n in range(len(AREAS)))


def test_every_class_has_its_colour_in_the_dark() -> None:
    course = lines(*(ChartLine(str(n), (1, 2, 3)) for n in range(7)))
    root = drawn(picture(bars(Bar("Anna", (1, 2, -3), "wins")), course, bands(Band("Anna", 1, -1, 1))))
    style = next(root.iter(f"{SVG}style")).text or ""
    dark = style.partition("prefers-color-scheme:dark")[2]
    used = {name for node in root.iter() for name in node.get("class", "").split()}
    assert used >= {"ink", "soft", "grid", "paper", "edge", "gap", "band", "line0", "dot5", "picture"}
    assert all(f".{name}{{" in dark for name in used - {"picture"})


def test_areas_and_lines_differ_without_their_colours() -> None:
    """Eight textures before one comes again, and then in another colour."""

    def plain(n: int) -> tuple[str, ...]:
        return tuple(str(node.get("d")) for node in texture(n, "x"))

    assert len({plain(n) for n in range(len(AREAS))}) == len(AREAS)
    assert len({(plain(n), colour(n)) for n in range(3 * len(AREAS))}) == 3 * len(AREAS)
    root = drawn(picture(lines(*(ChartLine(str(n), (n, n, n)) for n in range(6)))))
    strokes = [
        n.get("stroke-dasharray", "")
        for n in root.iter(f"{SVG}path")
        if "H" in n.get("d", "") and n.get("class", "").startswith("line")
    ]
    assert len(strokes) == len(set(strokes)) == 6


@pytest.mark.parametrize(("many", "marked"), [(2, 2), (25, 25), (26, 13), (76, 19)])
def test_a_long_line_is_marked_at_its_end_and_where_there_is_room(many: int, marked: int) -> None:
    drawn = picture(lines(ChartLine("Anna", tuple(range(many))), steps=tuple(map(str, range(many))))).svg()
    marks = [float(x) for x in re.findall(r'translate\(([\d.]+) [\d.]+\)" [^>]*class="dot0', drawn)]
    legend = 1
    assert len(marks) == marked + legend
    ends = [float(x) for x in re.findall(r"L([\d.]+) [\d.]+", drawn)]
    assert max(marks) == max(ends)
    told = lines(ChartLine("Anna", tuple(range(many))), steps=tuple(map(str, range(many)))).describe()
    assert len(told.split("Anna: ")[1].split(", ")) == marked  # nobody listens to hundreds of numbers
