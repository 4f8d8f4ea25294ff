"""The chance to win a battle: with average dice who wins, and how; with dice the chance of each move."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import replace
from random import Random
from typing import NamedTuple

from msgspec import Struct

from referee.asking.dice import Mode
from referee.games.conjurers.battle import legality
from referee.games.conjurers.battle.moves import Move, MoveTo, Summon, write
from referee.games.conjurers.battle.state import Battle, SideName
from referee.games.conjurers.tables import battle as battle_tables
from referee.games.conjurers.winning.choosing import best_looking
from referee.games.conjurers.winning.playing_out import Tried, trials
from referee.games.conjurers.winning.solving import OutOfTime, Result, Solved, Solver, Way, ways, written
from referee.sampling.estimate import Estimate
from referee.sampling.race import PATIENCE, Cores, Effort, Found, race

MOST_MOVES = 16
"""So many moves are tried; of more those that look best."""

SOLVING = 0.85
"""The part of the time in which average dice are solved, before what is open is estimated."""

AT_FIRST = 0.5
"""Seconds after which it pays to begin on all cores."""

LINE = 5.0
"""Seconds in which a solved battle must be told; all of its positions are known already."""


class MoveChance(NamedTuple):
    """What a move leads to for the side that makes it: solved, or the estimated chance; neither if not tried."""

    text: str
    move: Move
    solved: Solved | None = None
    estimate: Estimate | None = None

    @property
    def chance(self) -> float | None:
        """The chance to win, 0 to 1; None where nothing is known."""
        if self.solved is not None and self.solved.result is not Result.OPEN:
            return float(self.solved.result is Result.WON)
        return None if self.estimate is None else self.estimate.chance

    def told(self) -> str:
        """The chance as people read it: "62% (±5)", or how it ends for certain."""
        if self.solved is None:
            return "not solved in the time" if self.estimate is None else self.estimate.told()
        turns = f"{self.solved.turns} turn{'' if self.solved.turns == 1 else 's'}"
        match self.solved.result:
            case Result.WON:
                return f"wins, in {turns} at most"
            case Result.LOST:
                return f"loses, in {turns} at most"
        return "goes on without end: nobody can force a win"


class Chances(Struct, frozen=True):
    """The chance to win a battle, for the side to move: the best move first.

    `clear` says that no other move may be the best one. `line` is how a solved battle goes on with best play;
    `left_out` counts the moves that weren't tried, and `mirrored` says that those to the right were left out, which
    are the same as those to the left. `seconds` is the time that it took.
    """

    battle: Battle
    dice: Mode
    moves: tuple[MoveChance, ...]
    clear: bool
    line: tuple[str, ...] = ()
    left_out: int = 0
    mirrored: bool = False
    seed: str = ""
    seconds: float = 0.0

    @property
    def playings(self) -> int:
        """How often the battle was played out."""
        return sum(one.estimate.tried for one in self.moves if one.estimate is not None)

    @property
    def best(self) -> MoveChance:
        """The best move."""
        return self.moves[0]

    @property
    def side(self) -> SideName:
        """Whose chances these are."""
        return self.battle.side_to_move

    @property
    def solved(self) -> Solved | None:
        """How the battle ends with best play by both; None if that isn't known."""
        found = [one.solved for one in self.moves]
        known = self.moves[0].solved
        if known is not None and (known.result is Result.WON or (None not in found and not self.left_out)):
            return known
        return None


def chances_of(
    battle: Battle, dice: Mode, effort: Effort, told: Callable[[str], None] = lambda line: None
) -> Chances:
    """The chance to win for each legal move of a battle right before a move. It must not be over.

    `told` hears how it stands meanwhile, in words.
    """
    begun = time.monotonic()
    tried, left_out, mirrored = candidates(battle)
    with Cores(effort.cores) as cores:
        if dice == "average" and not any(side.hidden for side in battle.sides.values()):
            found, clear, line = _solved(battle, tried, effort, cores, told)
        else:
            estimated = _estimated(battle, dice, tried, effort, effort.seconds, cores, told)
            found, clear, line = _sorted(estimated.moves), estimated.clear, ()
    seconds = time.monotonic() - begun
    return Chances(battle, dice, tuple(found), clear, line, left_out, mirrored, effort.seed, seconds)


def candidates(battle: Battle) -> tuple[list[Move], int, bool]:
    """The moves that are worth trying, how many others there are, and whether mirrored ones were left out.

    Where all that is in slots stands in the middle, a move to the left is the same as one to the right.
    """
    legal = legality.legal_moves(battle)
    slots = battle_tables.numbers().slots
    even = all(fighter.slot in (None, (slots + 1) / 2) for fighter in battle.fighters)
    single = [move for move in legal if not (even and _slot(move) > (slots + 1) / 2)]
    if len(single) <= MOST_MOVES:
        return single, 0, len(single) < len(legal)
    kept: list[Move] = []
    for one in best_looking(battle, Random(0)):
        if one.move in single and one.move not in kept and len(kept) < MOST_MOVES:
            kept.append(one.move)
    return kept, len(single) - len(kept), len(single) < len(legal)


def _slot(move: Move) -> int:
    return move.slot if isinstance(move, Summon | MoveTo) else 0


# --- with dice ------------------------------------------------------------------------------------


class _Estimated(NamedTuple):
    moves: list[MoveChance]
    clear: bool


def _estimated(
    battle: Battle, dice: Mode, tried: Sequence[Move], effort: Effort, seconds: float, cores: Cores,
    told: Callable[[str], None],
) -> _Estimated:  # fmt: skip
    """The chance of each of the moves tried, by playing the battle out."""
    side = battle.side_to_move

    def tell(found: Found) -> bool:
        best = found.estimates[found.best]
        told(f"{battle.sides[side].player} {best.told()} with {write(tried[found.best], battle)}")
        return True

    played = [Tried(battle, dice, side, move) for move in tried]
    found = race(trials, played, replace(effort, seconds=seconds), cores, tell)
    told_of = [
        MoveChance(write(move, battle), move, estimate=estimate if estimate.tried else None)
        for move, estimate in zip(tried, found.estimates, strict=True)
    ]
    best = told_of[found.best]
    return _Estimated([best, *(one for one in told_of if one is not best)], found.clear)


def _sorted(found: Sequence[MoveChance]) -> list[MoveChance]:
    """The best first: that of those still in the race, then the others by their chance."""
    best, *others = found
    return [best, *sorted(others, key=lambda one: -1.0 if one.chance is None else one.chance, reverse=True)]


# --- with average dice ----------------------------------------------------------------------------


class _Known(NamedTuple):
    """What a way leads to, and how the battle goes on after it."""

    solved: Solved
    line: tuple[str, ...]


def _solved(
    battle: Battle, tried: Sequence[Move], effort: Effort, cores: Cores, told: Callable[[str], None]
) -> tuple[list[MoveChance], bool, tuple[str, ...]]:
    """What each of the moves tried leads to, as far as the time goes; whether the best is clear; and the line."""
    all_ways = _ordered(battle, tried)
    known = _solve_all(battle, tried, effort, cores, told)
    found = [
        MoveChance(written(way, battle), way.move, known[number].solved if number in known else None)
        for number, way in enumerate(all_ways)
    ]
    won = [number for number, one in known.items() if one.solved.result is Result.WON]
    if len(known) < len(all_ways) and not won:
        found = _guessed(battle, found, effort, cores, told)
    best = max(range(len(found)), key=lambda number: _worth(found[number]))
    ranked = sorted(found, key=_worth, reverse=True)
    return ranked, bool(won) or len(known) == len(found), known[best].line if best in known else ()


def _ordered(battle: Battle, tried: Sequence[Move]) -> list[Way]:
    """What can be done with the moves tried, the most promising first."""
    order = list(dict.fromkeys(one.move for one in best_looking(battle, Random(0))))
    order += [move for move in tried if move not in order]
    return sorted((way for way in ways(battle) if way.move in tried), key=lambda way: order.index(way.move))


def _solve_all(
    battle: Battle, tried: Sequence[Move], effort: Effort, cores: Cores, told: Callable[[str], None]
) -> dict[int, _Known]:
    """Solve ways for a moment here, then on all cores, on each in another order; what any core finds counts."""
    begun = time.monotonic()
    end = begun + effort.seconds * SOLVING
    known = solve_ways(battle, tried, 0, min(AT_FIRST, effort.seconds * SOLVING))
    waiting: set[Future[dict[int, _Known]]] = set()
    if len(known) < len(_ordered(battle, tried)):
        told("looking for the best play")
        seconds = end - time.monotonic()
        waiting = {cores.give(solve_ways, battle, tried, order, seconds) for order in range(max(1, cores.many))}
    while waiting:
        done, waiting = wait(waiting, effort.seconds + PATIENCE, FIRST_COMPLETED)
        if not done:
            break
        for future in done:
            found = future.result()
            known = {**found, **known}
            if len(found) == len(_ordered(battle, tried)):  # the others find the same
                return known
    return known


def _guessed(
    battle: Battle, found: Sequence[MoveChance], effort: Effort, cores: Cores, told: Callable[[str], None]
) -> list[MoveChance]:
    """The same, with an estimate of each move that isn't solved: both sides choose well, but not always the best."""
    left = [one.move for one in found if one.solved is None]
    estimates = _estimated(battle, "average", left, effort, effort.seconds * (1 - SOLVING), cores, told).moves
    by_move = {one.move: one.estimate for one in estimates}
    return [one if one.solved is not None else one._replace(estimate=by_move[one.move]) for one in found]


def _worth(one: MoveChance) -> tuple[float, int]:
    """By which moves are ranked: wins soon, then by the chance, losses soon last."""
    if one.solved is None:
        return (0.4 if one.chance is None else 0.1 + 0.8 * one.chance), 0
    match one.solved.result:
        case Result.WON:
            return 1.0, -one.solved.turns
        case Result.OPEN:
            return 0.5, 0
    return 0.0, one.solved.turns


def solve_ways(battle: Battle, tried: Sequence[Move], order: int, seconds: float) -> dict[int, _Known]:
    """What ways lead to, by their number, as far as the time goes; each `order` looks at positions in another one."""
    solver = Solver(seconds, order)
    known: dict[int, _Known] = {}
    try:
        solver.solve(battle)
        for number, way in enumerate(_ordered(battle, tried)):
            known[number] = _Known(solver.after(way), ())
    except OutOfTime:
        for number, way in enumerate(_ordered(battle, tried)):
            if (solved := solver.known_after(way)) is not None:
                known[number] = _Known(solved, ())
    solver.allow(LINE)
    for number, way in enumerate(_ordered(battle, tried)):
        if number in known:
            known[number] = known[number]._replace(line=tuple(_line(solver, battle, way)))
    return known


def _line(solver: Solver, battle: Battle, way: Way) -> Iterator[str]:
    """A way and what follows it with best play."""
    yield written(way, battle)
    for before, after in solver.line(solver.end_of(way)):
        yield written(after, before)
