"""A score as a picture to be shared: categories and players as bars, turns as lines, every line as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import get_args

from referee.games.conjurers.score_words import ROWS, cited, line_words, verdict
from referee.games.conjurers.scoring import Category, PlayerScore, Result
from referee.games.conjurers.turn_points import TurnPoints, points_by_turn
from referee.pictures.bars import Bar, StackedBars
from referee.pictures.lines import Line, LineChart
from referee.pictures.page import Table
from referee.pictures.picture import Chart, Picture

CATEGORIES: tuple[Category, ...] = get_args(Category)
UNIT = "victory points"


def picture_of(result: Result, save: Path | None) -> Picture:
    """The picture of a score; of a save with the points turn by turn too. Raises BadInput for a broken log."""
    turns = points_by_turn(save) if save is not None else []
    over = not turns or turns[-1].over
    charts: list[Chart] = [StackedBars("What the points are made of", CATEGORIES, _bars(result, over), UNIT)]
    tables = [_totals(result), *map(_lines, result.players)]
    if turns:
        charts.append(_course(turns))
        tables.append(_turns(turns))
    return Picture(
        "Conjurers: final score" if over else "Conjurers: score so far",
        "" if over else f"If the game ended now, in turn {turns[-1].turn}.",
        tuple(sentence.strip() for sentence in verdict(result)),
        tuple(charts),
        tuple(tables),
    )


def _bars(result: Result, over: bool) -> tuple[Bar, ...]:
    shared = len(result.winners) > 1
    mark = ("shares the win" if shared else "wins") if over else ("level" if shared else "leads")
    return tuple(
        Bar(player.name, tuple(map(player.points, CATEGORIES)), mark if player.name in result.winners else "")
        for player in result.players
    )


def _course(turns: Sequence[TurnPoints]) -> LineChart:
    lines = tuple(
        Line(name if name in turns[-1].totals else f"{name} (left)", tuple(at.totals.get(name) for at in turns))
        for name in turns[0].totals
    )
    return LineChart("Points turn by turn", tuple(map(_label, turns)), lines, UNIT, "after turn")


def _label(at: TurnPoints) -> str:
    return str(at.turn) if at.over else "now"


# --- tables ---------------------------------------------------------------------------------------


def _totals(result: Result) -> Table:
    players = result.players
    rows: list[tuple[str | int, ...]] = [
        (label, *(player.points(category, part) for player in players)) for category, part, label in _full_rows()
    ]
    total: tuple[str | int, ...] = ("total", *(player.total for player in players))
    return Table("Final score", ("", *(player.name for player in players)), tuple(rows), total)


def _full_rows() -> Iterator[tuple[Category, str, str]]:
    """The rows of the sheet, each called by its category too."""
    for category, part, label in ROWS:
        yield category, part, f"{category}: {label.strip()}" if label.startswith(" ") else label


def _lines(player: PlayerScore) -> Table:
    head = ("category", "for", "points", "rule")
    rows: list[tuple[str | int, ...]] = [
        (line.category, line_words(line), line.points, cited(line)) for line in player.lines
    ]
    if not rows:
        rows = [("", "nothing that scores", 0, "")]
    return Table(player.name, head, tuple(rows), ("total", "", player.total, ""))


def _turns(turns: Sequence[TurnPoints]) -> Table:
    names = tuple(turns[0].totals)
    rows = tuple((_label(at), *(at.totals.get(name, "left") for name in names)) for at in turns)
    return Table("Points turn by turn", ("after turn", *names), rows)
