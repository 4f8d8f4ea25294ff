"""The score sheet on a terminal: a line for every point, the totals, and who wins why."""

from __future__ import annotations

from rich.text import Text

from referee.games.conjurers.scoring import TIE_BREAKS, Category, PlayerScore, Result
from referee.games.conjurers.vocabulary import GAME
from referee.names import and_list
from referee.rules import rulebook
from referee.screens import Screen, columns

_ROWS: tuple[tuple[Category, str, str], ...] = (
    ("creatures", "levels", "creatures: levels"),
    ("creatures", "variety", "  variety"),
    ("creatures", "consistency", "  consistency"),
    ("creatures", "abundance", "  abundance"),
    ("artifacts", "points", "artifacts: points"),
    ("artifacts", "variety", "  variety"),
    ("artifacts", "consistency", "  sets"),
    ("combinations", "", "combinations"),
    ("resources", "wood_stone", "resources: wood, stone"),
    ("resources", "iron_bronze", "  iron, bronze"),
    ("resources", "sapphire_diamond", "  sapphire, diamond"),
    ("minus points", "", "minus points"),
)

_PARTS = {
    "wood_stone": "",
    "iron_bronze": "",
    "sapphire_diamond": "",
    "points": "",
    "": "",
    "levels": "levels",
}


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
    book = rulebook(GAME)
    before = ""
    for line in player.lines:
        part = _PARTS.get(line.part, line.part)
        name = {"consistency": "set"}.get(part, part) if line.category == "artifacts" else part
        words = f"{name.capitalize()}, {line.text}" if name and name != "levels" else line.text
        head = "" if line.category == before else f"  {line.category}"
        before = line.category
        table.add_row(head, words, str(line.points), Text(book.cite(line.rules), style="dim"))
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
    for category, part, label in _ROWS:
        points = [player.points(category, part) for player in result.players]
        table.add_row(label, *(Text(str(value), style="" if value else "dim") for value in points))
    table.add_row(
        Text("total", style="bold"),
        *(Text(str(player.total), style="bold") for player in result.players),
    )
    screen.print(table)


def _short(name: str) -> str:
    return name if len(name) <= 12 else f"{name[:11]}…"


def verdict(result: Result) -> list[str]:
    """Who wins and why, in one to a few sentences; a tie is followed through the printed order (p. 26)."""
    names = and_list(result.winners)
    if result.decided_by == "total":
        best = max(player.total for player in result.players)
        return [f"{names} wins with {best} victory points."]
    best = max(player.total for player in result.players)
    level = [player for player in result.players if player.total == best]
    cite = rulebook(GAME).cite(("tie-break", "S5"))
    said = [f"{and_list(p.name for p in level)} are level at {best}. What decides ({cite}):"]
    for criterion in TIE_BREAKS[1:]:
        points = {player.name: player.by(criterion) for player in level}
        top = max(points.values())
        told = ", ".join(f"{name} {value}" for name, value in points.items())
        left = [player for player in level if points[player.name] == top]
        out = "" if len(left) == len(level) else f": {_fallen(level, left)} out"
        said.append(f"  {criterion}: {told}" + (f", {names} wins." if len(left) == 1 else out))
        level = left
        if len(level) == 1:
            return said
    return [*said, f"Still level: {names} share the win."]


def _fallen(before: list[PlayerScore], left: list[PlayerScore]) -> str:
    gone = [player.name for player in before if player not in left]
    return f"{and_list(gone)} {'falls' if len(gone) == 1 else 'fall'}"
