"""The score sheet on a terminal: a line for every point, the totals, and who wins why."""

from __future__ import annotations

from rich.text import Text

from referee.games.conjurers.score_words import ROWS, cited, line_words, verdict
from referee.games.conjurers.scoring import PlayerScore, Result
from referee.screens import Screen, columns


def show_score(result: Result, screen: Screen) -> None:
    """Write the whole score sheet."""
    for player in result.players:
        _show_lines(player, screen)
        screen.line()
    _show_totals(result, screen)
    screen.line()
    for sentence in verdict(result):
        screen.line(sentence)


def _show_lines(player: PlayerScore, screen: Screen) -> None:
    screen.line(player.name, style="bold")
    if not player.lines:
        screen.line("  nothing that scores")
        return
    table = columns(14, "*", "right", 18, expand=True)
    before = ""
    for line in player.lines:
        head = "" if line.category == before else f"  {line.category}"
        before = line.category
        table.add_row(head, line_words(line), str(line.points), Text(cited(line), style="dim"))
    table.add_row("", Text("total", style="bold"), Text(str(player.total), style="bold"), "")
    screen.print(table)


def _show_totals(result: Result, screen: Screen) -> None:
    table = columns("left", *["right"] * len(result.players))
    table.add_row(
        Text("Final score", style="bold"),
        *(
            Text(_short(player.name), style="bold green" if player.name in result.winners else "bold")
            for player in result.players
        ),
    )
    for category, part, label in ROWS:
        points = [player.points(category, part) for player in result.players]
        table.add_row(label, *(Text(str(value), style="" if value else "dim") for value in points))
    table.add_row(
        Text("total", style="bold"),
        *(Text(str(player.total), style="bold") for player in result.players),
    )
    screen.print(table)


def _short(name: str) -> str:
    return name if len(name) <= 12 else f"{name[:11]}…"
