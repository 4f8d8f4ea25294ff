"""A score on the screen: a line for every point, the totals, and how a tie was broken."""

from __future__ import annotations

from referee.scores.score import Outcome, PlayerScore, ScoreWords
from referee.text.screen import Screen, Styled, columns

BEST_LINES = 3
"""Number of lines shown per winner at the end of a game."""


def show_score(result: Outcome, words: ScoreWords, screen: Screen, *, brief: bool = False) -> None:
    """Show the whole score sheet: a line for every point with its rules, the totals, and the reason for the win.

    A `brief` one has only the winners' best lines.
    """
    screen.line(result.title, style="bold")
    if words.points:
        for player in result.standing if brief else ():
            if player.name in result.winners:
                for line in sorted(player.lines, key=lambda line: -line.points)[:BEST_LINES]:
                    screen.line(f"  {player.name}: {line.points} for {line.category}: {words.line_words(line)}")
        for player in () if brief else result.standing:
            _show_lines(player, words, screen)
            screen.line()
        _show_totals(result, words, screen, brief=brief)
    else:
        _show_counts(result, screen)
    screen.line()
    for sentence in words.verdict(result):
        screen.line(sentence)


def _show_lines(player: PlayerScore, words: ScoreWords, screen: Screen) -> None:
    screen.line(player.name, style="bold")
    if not player.lines:
        screen.line("  nothing that scores")
        return
    table = columns(14, "*", "right", 18, expand=True)
    before = ""
    for line in player.lines:
        head = "" if line.category == before else f"  {line.category}"
        before = line.category
        table.add_row(head, words.line_words(line), str(line.points), Styled(words.citation(line), style="dim"))
    table.add_row("", Styled("total", style="bold"), Styled(str(player.total), style="bold"), "")
    screen.print(table)


def _show_totals(result: Outcome, words: ScoreWords, screen: Screen, *, brief: bool) -> None:
    table = columns("left", *["right"] * len(result.standing))
    table.add_row(
        Styled("all together", style="bold"),
        *(
            Styled(_short(player.name), style="bold green" if player.name in result.winners else "bold")
            for player in result.standing
        ),
    )
    for category, part, label in words.rows:
        points = [player.points(category, part) for player in result.standing]
        if any(points) or not brief:
            table.add_row(label, *(Styled(str(value), "" if value else "dim") for value in points))
    table.add_row(
        Styled("total", style="bold"), *(Styled(str(player.total), style="bold") for player in result.standing)
    )
    screen.print(table)


def _show_counts(result: Outcome, screen: Screen) -> None:
    """Show the counts, the players side by side."""
    table = columns("left", *["right"] * len(result.standing))
    table.add_row("", *(_short(player.name) for player in result.standing))
    for what in dict.fromkeys(what for player in result.standing for what in player.counts):
        table.add_row(what, *(player.counts.get(what, "") for player in result.standing))
    screen.print(table)


def _short(name: str) -> str:
    return name if len(name) <= 12 else f"{name[:11]}…"
