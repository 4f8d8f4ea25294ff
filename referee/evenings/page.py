"""Standings as a page with tables and charts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.evenings.screen import LUCK, LUCK_HEADS, RATED, cells_of, head_of, luck_of, result_of
from referee.evenings.standings import BEGINS, People, PlayedGame, StandingsTable
from referee.pictures.bars import Band, Bands, Bar, Chart, Picture, Section, StackedBars
from referee.pictures.page import PageTable as PageTable
from referee.pictures.svg import ChartLine, LineChart
from referee.saves.evening import length_of
from referee.scores.evening import Luck
from referee.text.grammar import so_many

PLACES = ("won", "second", "third", "fourth", "fifth and later")
"""Names of places, the best first; the last name is for all later ones."""


def page_of(played: Sequence[PlayedGame], tables: Sequence[StandingsTable], people: People) -> str:
    """Build the page: for each game places, wins and ratings as they came, luck, standings; then all evenings."""
    sections = tuple(_section(table, played, people) for table in tables)
    evenings = PageTable(
        "Evenings",
        ("date", "game", "result", "how long"),
        tuple(
            (one.day or "no date", one.title, result_of(one, people), length_of(one.minutes))
            for one in reversed(played)
        ),
        folded=len(played) > 20,
    )
    dated = [one.day for one in played if one.day]
    since = f" from {dated[0]} to {dated[-1]}" if dated else ""
    if len(set(dated)) == 1:
        since = f" on {dated[0]}"
    finished = sum(one.finished for one in played)
    only = "" if finished == len(played) else f", {finished} of them finished; only these count"
    many = so_many(len(played), "evening")
    return Picture("Standings", f"{many}{since}{only}.", (RATED,), (), (evenings,), sections).html()


def _section(table: StandingsTable, played: Sequence[PlayedGame], people: People) -> Section:
    finished = [one for one in played if one.game == table.game and one.finished]
    charts: list[Chart] = [_places(table, finished, people)]
    if len(finished) > 1:
        charts.append(_wins(table, finished, people))
        if len(table.rows) > 1:
            charts.append(_ratings(table))
    if any(row.luck for row in table.rows):
        charts.append(_luck(table))
    return Section(table.title, tuple(charts), tuple(_tables(table)))


def _places(table: StandingsTable, finished: Sequence[PlayedGame], people: People) -> StackedBars:
    places = {row.player: [0] * len(PLACES) for row in table.rows}
    for one in finished:
        for name, seat in people.seats(one).items():
            if seat.place is not None:
                places[name][min(seat.place, len(PLACES)) - 1] += 1
    bars = tuple(Bar(name, tuple(counts)) for name, counts in places.items())
    return StackedBars("Places", PLACES, bars, "evenings")


def _wins(table: StandingsTable, finished: Sequence[PlayedGame], people: People) -> LineChart:
    wins = {row.player: [0] for row in table.rows}
    for one in finished:
        won = {people.of(name) for name in one.winners}
        for name, so_far in wins.items():
            so_far.append(so_far[-1] + (name in won))
    lines = tuple(ChartLine(name, tuple(so_far)) for name, so_far in wins.items())
    numbers = tuple(map(str, range(len(finished) + 1)))
    return LineChart("Wins, evening by evening", numbers, lines, "wins", "after evening")


def _ratings(table: StandingsTable) -> LineChart:
    """Draw a line for each player, from before the first evening on."""

    def values(name: str) -> Iterator[float | None]:
        first = next(number for number, now in enumerate(table.course) if name in now)
        yield from [None] * first
        yield BEGINS
        yield from (round(now[name].mu, 1) for now in table.course[first:])

    lines = tuple(ChartLine(row.player, tuple(values(row.player))) for row in table.rows)
    numbers = tuple(map(str, range(len(table.course) + 1)))
    return LineChart("Ratings, evening by evening", numbers, lines, "rating", "after evening", zero=False)


def _luck(table: StandingsTable) -> Bands:
    """Draw for each player what all dice showed above or below the average, and how far that usually goes."""
    rows = tuple(_band(row.player, row.luck) for row in table.rows if row.luck is not None)
    key = "Of 100 who throw as many dice, 95 are within the band"
    return Bands("Luck with dice", rows, "compared to the average", key)


def _band(name: str, luck: Luck) -> Band:
    value, least, most = (round(total - luck.mean, 1) for total in (luck.shown, *luck.usual))
    return Band(name, value, least, most, f"{luck.dice} dice showed {luck.shown}, {luck.average} on average")


def _tables(table: StandingsTable) -> Iterator[PageTable]:
    heads = head_of(table)
    yield PageTable(
        so_many(table.evenings, "evening"), tuple(heads), tuple(tuple(cells_of(row, heads)) for row in table.rows)
    )
    if table.meetings:
        yield _ahead(table)
    if luck := luck_of(table):
        yield PageTable(LUCK, LUCK_HEADS, tuple(luck))


def _ahead(table: StandingsTable) -> PageTable:
    """Tabulate how often each player was ahead of each other: a row for who was, a column for of whom."""
    names = [row.player for row in table.rows]
    rows = tuple((one, *(table.ahead(one).get(other, "") for other in names)) for one in names)
    return PageTable("How often each was ahead of the others", ("ahead of", *names), rows)
