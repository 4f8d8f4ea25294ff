"""Evenings and standings on the screen, and as plain rows for spreadsheets and scripts."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from referee.evenings.standings import (
    BEGINS,
    People,
    Placing,
    PlayedGame,
    StandingsRow,
    StandingsTable,
)
from referee.saves.evening import length_of
from referee.scores.evening import Luck
from referee.text.grammar import so_many, tied, unbroken, with_minus
from referee.text.names import and_list
from referee.text.screen import Screen, columns

LUCK = "Luck with dice, luckier than so many of 100 who throw as many"
LUCK_HEADS = ("", "dice", "in all", "on average", "luckier than")
GAP, NARROWEST = 2, 4
"""Columns of the screen between two columns of a table, and the width of the narrowest column."""
RESULT, LEAST = 2, 30
"""Index of the column of results, and its least width beside the rest of its evening."""
RATED = (
    f"Rating: everybody begins at {BEGINS:g}; the true value lies within ± of it 95 times in 100. "
    "The order is by rating less ±."
)


def show_evenings(played: Sequence[PlayedGame], people: People, screen: Screen) -> None:
    """Show a line for each evening with its file, the oldest first; two where it doesn't fit.

    File names are relative to the folder that all are in, which is shown last.
    """
    folder, files = _files(played)
    rows = [
        (one.day or "no date", one.title, result_of(one, people), length_of(one.minutes), file)
        for one, file in zip(played, files, strict=True)
    ]
    screen.print(_draw_evenings(rows, screen.width))
    finished = sum(one.finished for one in played)
    there = f" In {folder}." if folder not in (None, Path.cwd()) else ""
    screen.line()
    screen.line(f"{so_many(len(played), 'evening')}, {finished} of them finished.{there}")


def _files(played: Sequence[PlayedGame]) -> tuple[Path | None, list[str]]:
    """Return the folder that all files are in and their names from there; None and whole paths without one."""
    paths = [Path(one.path).absolute() for one in played]
    try:
        folder = Path(os.path.commonpath([path.parent for path in paths]))
    except ValueError:  # no game, or several drives
        return None, list(map(str, paths))
    return folder, [str(path.relative_to(folder)) for path in paths]


def _draw_evenings(rows: Sequence[tuple[str, str, str, str, str]], width: int) -> Any:
    """Draw the rows with the files in a column; without room each file below its result, or all below."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    wide = [max(map(len, column)) + GAP for column in zip(*rows, strict=True)]
    beside = sum(wide) <= width
    if width - sum(wide) + wide[RESULT] + wide[-1] < LEAST:
        return Group(
            *(
                part
                for day, title, *others in rows
                for part in (
                    Text.assemble(f"{day}  ", (title, "bold")),
                    Padding(Text("\n".join(others)), (0, 0, 0, GAP)),
                )
            )
        )
    table = columns("left", "left", "*", "right", *["left"] * beside, gap=GAP, expand=True)
    for day, title, result, length, file in rows:
        dim, named = Text(file, style="dim"), Text(title, style="bold")
        if beside:
            table.add_row(day, named, result, length, dim)
        else:
            table.add_row(day, named, Text.assemble(f"{result}\n", dim), length)
    return table


def result_of(played: PlayedGame, people: People) -> str:
    """Format the result: "Cleo wins: Cleo 77, Anna 45"; or who plays, teams as "Anna and Bo against Cleo"."""
    sides = dict[int | str, list[str]]()
    for name, seat in sorted(people.seats(played).items(), key=lambda each: each[1].place or 99):
        sides.setdefault(seat.team or name, []).append(_seat(name, seat))
    teams = any(len(side) > 1 for side in sides.values())
    listed = (" against " if teams else ", ").join(map(and_list, sides.values()))
    if not played.finished:
        return f"not finished: {listed}"
    won = [people.of(name) for name in played.winners]
    if not won:
        return f"nobody wins: {listed}"
    together = teams and len({seat.team for seat in played.seats if seat.won}) == 1
    wins = "wins" if len(won) == 1 else "win as a team" if together else "share the win"
    return f"{and_list(won)} {wins}: {listed}"


def _seat(name: str, seat: Placing) -> str:
    if seat.left:
        return f"{name} (left)"
    return name if seat.points is None else f"{name} {with_minus(seat.points)}"


def show_standings(tables: Sequence[StandingsTable], screen: Screen) -> None:
    """Show the standings of each game, who was ahead of whom, and luck."""
    for number, table in enumerate(tables):
        if number:
            screen.line()
        screen.line(f"{table.title}: {so_many(table.evenings, 'evening')}", style="bold")
        heads = head_of(table)
        screen.print(_draw_table(heads, [cells_of(row, heads) for row in table.rows], screen.width))
        for meeting in _ahead(table):
            screen.print_indented(meeting)
        if lucky := luck_of(table):
            screen.line()
            screen.line(LUCK)
            screen.print(_draw_table(LUCK_HEADS, lucky, screen.width))
    screen.line()
    screen.line(RATED, style="dim")


def _ahead(table: StandingsTable) -> Iterator[str]:
    """Yield how often each was ahead of each other: "Cleo was ahead of Anna 3 of 4 times, of Bo 2 of 3"."""
    for row in table.rows:
        if ahead := table.ahead(row.player):
            yield f"{row.player} was ahead of {', '.join(f'{other} {times}' for other, times in ahead.items())}"


def _draw_table(heads: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> Any:
    """Draw a table with a row for each player; without room each player's numbers below the name."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.text import Text

    wide = [max(NARROWEST, *map(len, column)) for column in zip(heads, *rows, strict=True)]
    if sum(wide) + GAP * (len(wide) - 1) > width:
        parts = list[Any]()
        for name, *cells in rows:
            numbers = " · ".join(
                unbroken(f"{head} {cell}") for head, cell in zip(heads[1:], cells, strict=True) if cell
            )
            parts += Text(name), Padding(Text(tied(numbers)), (0, 0, 0, GAP))
        return Group(*parts)
    table = columns("left", *["right"] * (len(heads) - 1))
    table.add_row(*(Text(head, style="dim") for head in heads))
    for row in rows:
        table.add_row(*row)
    return table


def head_of(table: StandingsTable) -> list[str]:
    """List the columns that a table of standings has something for."""
    points = any(row.mean is not None for row in table.rows)
    return ["", "evenings", "won", "place", *(("mean", "best") if points else ()), "rating"]


def cells_of(row: StandingsRow, heads: Sequence[str]) -> list[str]:
    """Format a player's row under these columns."""
    cells = {
        "": row.player,
        "evenings": str(row.evenings),
        "won": str(row.wins),
        "place": _number(row.place),
        "mean": _number(row.mean),
        "best": "" if row.best is None else with_minus(row.best),
        "rating": f"{row.rating.mu:.1f} ±{row.rating.unsure:.1f}",
    }
    return [cells[head] for head in heads]


def _number(value: float | None) -> str:
    return "" if value is None else with_minus(f"{value:.1f}")


def luck_of(table: StandingsTable) -> list[tuple[str, ...]]:
    """List the rows under `LUCK_HEADS`: one for each player with dice on record."""
    return [(row.player, *luck_cells(row.luck)) for row in table.rows if row.luck is not None]


def luck_cells(luck: Luck) -> tuple[str, str, str, str]:
    """Format the luck with dice: how many, their sum, the average, and how many players are less lucky."""
    return str(luck.dice), str(luck.shown), luck.average, luck.luckier_than


# --- for spreadsheets and scripts -----------------------------------------------------------------


def evening_rows(played: Sequence[PlayedGame], people: People) -> list[dict[str, Any]]:
    """List a row for each player of each evening."""
    return [
        {
            "date": one.day,
            "game": one.game,
            "file": one.path,
            "minutes": one.minutes,
            "finished": one.finished,
            "player": name,
            **_result(seat, finished=one.finished),
        }
        for one in played
        for name, seat in people.seats(one).items()
    ]


def evening_data(played: PlayedGame, people: People) -> dict[str, Any]:
    """Return an evening as data for scripts."""
    plain = msgspec.to_builtins(played)
    seats = [{"name": name, **_result(seat, finished=played.finished)} for name, seat in people.seats(played).items()]
    keys = ("id", "game", "path", "began", "ended", "minutes", "entries", "finished")
    return {**{key: plain[key] for key in keys}, "players": seats}


def _result(seat: Placing, *, finished: bool) -> dict[str, Any]:
    """Return a player's result; in a game that isn't finished the points so far, and no place yet."""
    return {"place": seat.place if finished else None, "points": seat.points, "won": seat.won and finished}


def standing_rows(tables: Sequence[StandingsTable]) -> list[dict[str, Any]]:
    """List a row for each player of each game."""
    return [
        {
            "game": table.game,
            "player": row.player,
            "evenings": row.evenings,
            "wins": row.wins,
            "place": row.place,
            "mean": row.mean,
            "best": row.best,
            "rating": row.rating.mu,
            "sigma": row.rating.sigma,
            "dice": row.luck.dice if row.luck else None,
            "thrown": row.luck.shown if row.luck else None,
            "average": row.luck.mean if row.luck else None,
            "chance": round(row.luck.chance, 4) if row.luck else None,
        }
        for table in tables
        for row in table.rows
    ]


def standing_data(table: StandingsTable) -> dict[str, Any]:
    """Return the standings of a game as data for scripts."""
    return {
        "game": table.game,
        "evenings": table.evenings,
        "players": standing_rows([table]),
        "meetings": [msgspec.to_builtins(met) for met in table.meetings],
    }
