"""A score as a picture to be shared: categories and players as bars, turns as lines, every line as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.pictures.bars import Bar, Chart, Picture, StackedBars
from referee.pictures.page import PageTable
from referee.pictures.svg import ChartLine, LineChart
from referee.scores.evening import Evening, Luck
from referee.scores.score import Outcome, PlayerScore, ScoreWords, TurnPoints

TURNED = "What turned the evening"
"""Caption of the table of turning points."""
NO_BREAK = "\N{NO-BREAK SPACE}"


def picture_of(result: Outcome, words: ScoreWords, evening: Evening | None = None) -> Picture:
    """Return the picture of a score; with the `evening` of a save, also its course, luck and holdings."""
    evening = evening or Evening(())
    turns = evening.turns
    charts: list[Chart] = []
    tables = [_totals(result, words)] if words.points else [_counts(result)]
    if words.points:
        charts.append(StackedBars("What the points are made of", words.categories, _bars(result, words), words.unit))
    for player in result.standing:
        if words.points:
            tables.append(_lines(player, words))
        if rows := evening.holdings.get(player.name):
            tables.append(PageTable(f"{player.name} has", ("", ""), tuple(rows)))
    if evening.board:
        tables.append(PageTable("The board", ("where", "what is there"), tuple(evening.board)))
    if evening.highlights:
        highlights = tuple((when.replace(" ", NO_BREAK), what) for when, what in evening.highlights)
        tables.append(PageTable(TURNED, ("when", "what happened"), highlights))
    if evening.luck:
        tables.append(_luck(evening.luck))
    if len(turns) > 1:
        counted = "" if words.points else next(iter(result.standing[0].counts))
        charts.append(_course(evening, counted, words.unit))
        if words.points:
            tables.append(_turns(turns))
    now = "" if result.over or not turns or not words.points else f"If the game ended now, in turn {turns[-1].turn}."
    return Picture(
        f"{words.title}: {'final score' if result.over else 'score so far'}",
        evening.when,
        tuple(filter(None, (now, *(sentence.strip() for sentence in words.verdict(result)), evening.untold))),
        tuple(charts),
        tuple(tables),
    )


def _bars(result: Outcome, words: ScoreWords) -> tuple[Bar, ...]:
    shared = len(result.winners) > 1
    mark = ("shares the win" if shared else "wins") if result.over else ("level" if shared else "leads")
    return tuple(
        Bar(player.name, tuple(map(player.points, words.categories)), mark if player.name in result.winners else "")
        for player in result.standing
    )


def _course(evening: Evening, counted: str, unit: str) -> LineChart:
    turns = evening.turns
    lines = tuple(
        ChartLine(
            name if name in turns[-1].totals else f"{name} (left)",
            tuple(at.totals.get(name) for at in turns),
            evening.colours.get(name, ""),
        )
        for name in turns[0].totals
    )
    what, when = (counted.capitalize(), "round") if counted else ("Points", "turn")
    return LineChart(f"{what} {when} by {when}", tuple(map(_label, turns)), lines, counted or unit, f"after {when}")


def _label(at: TurnPoints) -> str:
    return str(at.turn) if at.over else "now"


# --- tables ---------------------------------------------------------------------------------------


def _totals(result: Outcome, words: ScoreWords) -> PageTable:
    players = result.standing
    rows: list[tuple[str | int, ...]] = [
        (f"{category}: {label.strip()}" if label.startswith(" ") else label, *points)
        for category, part, label in words.rows
        if any(points := [player.points(category, part) for player in players])
    ]
    total: tuple[str | int, ...] = ("total", *(player.total for player in players))
    return PageTable(result.title, ("", *(player.name for player in players)), tuple(rows), total)


def _counts(result: Outcome) -> PageTable:
    kinds = dict.fromkeys(what for player in result.standing for what in player.counts)
    rows = tuple((what, *(player.counts.get(what, "") for player in result.standing)) for what in kinds)
    return PageTable(result.title, ("", *(player.name for player in result.standing)), rows)


def _lines(player: PlayerScore, words: ScoreWords) -> PageTable:
    head = ("category", "for", "points", "rule")
    rows: list[tuple[str | int, ...]] = [
        (line.category, words.line_words(line), line.points, words.citation(line)) for line in player.lines
    ]
    if not rows:
        rows = [("", "nothing that scores", 0, "")]
    return PageTable(player.name, head, tuple(rows), ("total", "", player.total, ""))


def _turns(turns: Sequence[TurnPoints]) -> PageTable:
    names = tuple(turns[0].totals)
    rows = tuple((_label(at), *(at.totals.get(name, "left") for name in names)) for at in turns)
    return PageTable("Points turn by turn", ("after turn", *names), rows, folded=True)


def _luck(luck: Mapping[str, Luck]) -> PageTable:
    """Return the table of each player's dice beside their mean, the luckiest first."""
    rows = tuple(
        (name, one.dice, one.shown, one.average, f"luckier than {one.luckier_than} who throw as often")
        for name, one in sorted(luck.items(), key=lambda each: -each[1].better_than)
    )
    return PageTable("Luck with dice", ("", "dice", "thrown", "average", "luck"), rows)
