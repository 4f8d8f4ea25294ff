"""The chance to win a battle on a terminal: of each side, and of each move."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import Any

from msgspec import Struct

from referee.asking.dice import LONGER
from referee.games.conjurers.battle.record import Verdict
from referee.games.conjurers.battle.state import Battle, SideName, enemy_of
from referee.games.conjurers.screens.battle import EventWriter, how_it_stands, show_whose_turn
from referee.games.conjurers.screens.verdict import show_verdict
from referee.games.conjurers.vocabulary import GAME
from referee.games.conjurers.winning.cost import in_a_line
from referee.games.conjurers.winning.solving import Result
from referee.games.conjurers.winning.winning import MoveChance, WinningChances, can_be_solved
from referee.sampling.race import LEVEL, Estimate, rests_on
from referee.text.grammar import so_many, whose
from referee.text.screen import Screen, columns

SHOWN_OF_LINE = 6
"""Number of moves shown of the best line."""


UNKNOWN = 0.5
"""Regret from which on nothing is known about the best move."""


SHOWN_MEANWHILE = 3
"""Number of answers shown at a prompt: the most promising ones."""


class AheadReport(Struct, frozen=True):
    """The chance of the player who decides, for each answer, the best first.

    The answers in `unknown` depend on unknown cards; `left_out` counts those not tried, which look worse.
    """

    player: str
    side: SideName
    chances: tuple[tuple[str, Estimate], ...]
    unknown: tuple[str, ...]
    clear: bool
    left_out: int = 0

    against, notes = False, ()

    def data(self) -> dict[str, Any]:
        """Return the chances as plain data."""
        found = [{"answer": answer, "chance": one.data()} for answer, one in self.chances]
        return {
            "game": GAME,
            "side": self.side,
            "ahead": found,
            "clear": self.clear,
            "unknown": list(self.unknown),
            "not_tried": self.left_out,
        }

    def show(self, screen: Screen) -> None:
        """Show a line for each answer."""
        if [answer for answer, _ in self.chances] == [""]:
            screen.line(self.in_a_line, style="bold")
        else:
            screen.line(f"{self.player} wins", style="bold")
            for answer, chance in self.chances:
                screen.line(f"  {chance.describe()} with {answer}")
        if self.unknown:
            screen.line(f"Not known yet, and not tried: {', '.join(self.unknown)}.", style="dim")
        if self.left_out:
            screen.line(f"Not tried: {self.left_out} more, which look worse.", style="dim")
        screen.line("Both sides choose well; drawn hands are drawn again each time.", style="dim")

    @property
    def in_a_line(self) -> str:
        """The chances of the answers that look best: "Bo wins 62% (±5) with Griffin, 41% (±5) with Troll"."""
        texts = (
            f"{one.describe()}{f' with {answer}' if answer else ''}" for answer, one in self.chances[:SHOWN_MEANWHILE]
        )
        return f"{self.player} wins {', '.join(texts)}"


def show_winning(verdict: Verdict, battle: Battle, chances: WinningChances | None, screen: Screen) -> None:
    """Show the chance to win a battle, or why there is none: it is over, or a move is illegal."""
    if verdict.illegal is not None:
        show_verdict(verdict, screen, brief=True)
    elif chances is None:
        screen.line(f"The battle is over. {how_it_stands(battle, EventWriter(battle))}")
    else:
        show_whose_turn(battle, screen)
        show_chances(chances, screen)


def chances_data(chances: WinningChances) -> dict[str, Any]:
    """Return chances as plain data: of each side, whether the best move is clear, and of each move."""
    solved, known = chances.solved, chances.best._replace(solved=chances.solved, estimate=chances.estimate)
    winners = {Result.WON: chances.side, Result.LOST: enemy_of(chances.side)}
    return {
        "solved": None if solved is None else {"winner": winners.get(solved.result), "turns": solved.turns},
        "chance": known.of_sides(chances.side),
        "best": chances.best.text,
        "clear": chances.clear,
        "better_by_at_most": None if chances.regret is None else round(chances.regret, 4),
        "moves": [_move(one) for one in chances.moves],
        "line": list(chances.line),
        "seed": chances.seed,
        "played_out": chances.playings,
    }


def _move(one: MoveChance) -> dict[str, Any]:
    return {
        "move": one.text,
        "result": None if one.solved is None else one.solved.result.value,
        "turns": None if one.solved is None or one.solved.result is Result.OPEN else one.solved.turns,
        "chance": None if one.estimate is None else one.estimate.data(),
    }


def show_chances(chances: WinningChances, screen: Screen) -> None:
    """Show the chance of both sides, each move with its chance, and remarks on the method."""
    screen.line(in_a_line(chances), style="bold")
    if screen.plain:
        for one in chances.moves:
            screen.line(f"{one.text}: {one.describe()}.")
    else:
        estimated = all(one.estimate is not None for one in chances.moves)
        from rich.text import Text

        table = columns("left", "right" if estimated else "left")
        for one in chances.moves:
            table.add_row(Text(one.text), one.describe())
        screen.print_indented(table)
    for remark in _remarks(chances):
        screen.line(remark, style="dim")


def _remarks(chances: WinningChances) -> Iterator[str]:
    """Yield remarks on how the chances were found."""
    battle = chances.battle
    estimated = [one for one in chances.moves if one.estimate is not None]
    if chances.line:
        shown = "; ".join(chances.line[:SHOWN_OF_LINE])
        yield f"Best play goes on: {shown}{'; ...' if len(chances.line) > SHOWN_OF_LINE else '.'}"
    if estimated:
        solving = can_be_solved(battle, chances.dice)
        unsolved = "What wasn't solved in the time given is estimated. " if solving else ""
        seconds = 0.0 if solving else chances.seconds
        yield unsolved + rests_on(chances.playings, seconds, chances.seed, ", both sides choosing well")
        if not chances.clear and len(chances.moves) > 1:
            yield _of_others(chances.regret)
    if chances.mirrored:
        yield "Slot 3 is the same as slot 1 here, and isn't listed separately."
    if chances.reordered:
        yield "In which order pieces are put on makes no difference here, and isn't listed separately."
    for name, side in battle.sides.items():
        if side.hidden:
            own = "what is summoned is taken to be in it, the rest " if name == battle.side_to_move else "it "
            yield f"{whose(side.player)} hand isn't known: {own}was drawn again each time from what it can hold."


def _of_others(regret: float | None) -> str:
    """Describe whether another move may be better, and by how much at most, if that is known."""
    if regret is None or regret >= UNKNOWN:
        return f"Another move may be better; for longer: {LONGER}."
    points = f"by {so_many(max(1, ceil(100 * regret)), 'point')} at most"
    return f"Another move may be better, {points}{f'; for longer: {LONGER}' if regret > LEVEL else ''}."
