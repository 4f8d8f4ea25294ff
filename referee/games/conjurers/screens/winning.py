"""The chance to win a battle on a terminal: who wins how likely, and what each move leads to."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from referee.asking.chances import LONGER
from referee.games.conjurers.battle.state import Battle
from referee.games.conjurers.screens.battle import show_whose_turn
from referee.games.conjurers.screens.battle_words import Teller, how_it_stands
from referee.games.conjurers.screens.verdict import show_verdict
from referee.games.conjurers.winning.ahead import AheadReport
from referee.games.conjurers.winning.ahead import in_a_line as in_a_line_ahead
from referee.games.conjurers.winning.report import WinningReport
from referee.games.conjurers.winning.winning import Chances, can_be_solved
from referee.games.conjurers.winning.words import in_a_line
from referee.text.grammar import whose
from referee.text.screen import Screen, columns

SHOWN_OF_LINE = 6
"""So many moves of the best play are told."""


def show_winning(report: WinningReport, screen: Screen) -> None:
    """Who wins a battle how likely, or why that can't be told."""
    battle = report.standing.battle
    if report.against:
        show_verdict(report.verdict, screen, brief=True)
    elif report.chances is None:
        screen.line(f"The battle is over. {how_it_stands(battle, Teller(battle))}")
    else:
        show_whose_turn(battle, screen)
        show_chances(report.chances, screen)


def show_chances(chances: Chances, screen: Screen) -> None:
    """The chance of both sides, each move with what it leads to, and what that rests on."""
    screen.line(in_a_line(chances), style="bold")
    if screen.plain:
        for one in chances.moves:
            screen.line(f"{one.text}: {one.told()}.")
    else:
        estimated = all(one.estimate is not None for one in chances.moves)
        table = columns("left", "right" if estimated else "left")
        for one in chances.moves:
            table.add_row(Text(one.text), one.told())
        screen.print_indented(table)
    for remark in _remarks(chances):
        screen.line(remark, style="dim")


def _remarks(chances: Chances) -> Iterator[str]:
    """What the chances rest on."""
    battle = chances.battle
    estimated = [one for one in chances.moves if one.estimate is not None]
    if chances.line:
        shown = "; ".join(chances.line[:SHOWN_OF_LINE])
        yield f"Best play goes on: {shown}{'; ...' if len(chances.line) > SHOWN_OF_LINE else '.'}"
    if estimated:
        solving = can_be_solved(battle, chances.dice)
        unsolved = "What wasn't solved in the time given is estimated. " if solving else ""
        took = "" if solving else f" in {max(1, round(chances.seconds))} s"
        yield (
            f"{unsolved}Played out {chances.playings} times{took} (seed {chances.seed}), "
            "both sides choosing well; ± is the half width of the 95% interval."
        )
        if not chances.clear and len(chances.moves) > 1:
            yield f"Another move may be as good; for longer: {LONGER}."
    if chances.mirrored:
        yield "Slot 3 is the same as slot 1 here, and isn't listed apart."
    if chances.reordered:
        yield "In which order pieces are put on makes no difference here, and isn't listed apart."
    yield from _hidden(battle)


def _hidden(battle: Battle) -> Iterator[str]:
    """Whose hands were drawn anew each time."""
    for name, side in battle.sides.items():
        if side.hidden:
            own = "what is summoned is taken to be in it, the rest " if name == battle.side_to_move else "it "
            yield f"{whose(side.player)} hand isn't known: {own}was drawn anew each time from what it can hold."


def show_ahead(report: AheadReport, screen: Screen) -> None:
    """The chance to win for each answer to what is asked before a battle."""
    if [answer for answer, _ in report.chances] == [""]:
        screen.line(in_a_line_ahead(report), style="bold")
    else:
        screen.line(f"{report.player} wins", style="bold")
        for answer, chance in report.chances:
            screen.line(f"  {chance.told()} with {answer}")
    if report.unknown:
        screen.line(f"Not known yet, and not tried: {', '.join(report.unknown)}.", style="dim")
    if report.left_out:
        screen.line(f"Not tried: {report.left_out} more, which look worse.", style="dim")
    screen.line("Both sides choose well; drawn hands are drawn anew each time.", style="dim")
