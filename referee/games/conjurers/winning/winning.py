"""The chance to win a battle: with average dice the winner and the line of play, with dice each move's chance."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from contextlib import suppress
from functools import reduce
from random import Random
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from referee.asking.dice import Mode
from referee.games.conjurers import tables
from referee.games.conjurers.battle.moves import MOVES, BattleMove, MoveTo, Summon, legal_moves
from referee.games.conjurers.battle.state import SIDES, Battle, SideName
from referee.games.conjurers.winning.choosing import TriedMove, best_looking, is_open, trials
from referee.games.conjurers.winning.solving import (
    OutOfTime,
    Result,
    Solved,
    SolvedMove,
    Solver,
    format_move,
    ways,
    worth,
)
from referee.sampling.race import FEWEST, FIRST, PATIENCE, Cores, Effort, Estimate, RaceFound, Watch, race
from referee.text.grammar import so_many

SOLVING = 0.7
"""Share of the time for solving with average dice; in the rest open moves are estimated."""

CHOOSING = 0.7
"""Share of the time in which moves are compared; in the rest the best is tried anew."""

AT_FIRST = 0.5
"""Seconds of solving in this process before all cores are used."""

SEARCHES = 2
"""Number of searches, each in another order, if work is counted instead of time."""

LINE = 5.0
"""Time limit for the line of a solved battle; all of its positions are known already."""


class MoveChance(NamedTuple):
    """The chance of a move for the side that makes it: solved, or estimated; neither if not tried."""

    text: str
    move: BattleMove
    solved: Solved | None = None
    estimate: Estimate | None = None

    @property
    def chance(self) -> float | None:
        """The chance to win, 0 to 1; None if unknown."""
        if self.solved is not None and self.solved.result is not Result.OPEN:
            return float(self.solved.result is Result.WON)
        return None if self.estimate is None else self.estimate.chance

    @property
    def is_over(self) -> bool:
        """Whether the battle is over, so that no move is left."""
        return self.solved is not None and self.solved.result is not Result.OPEN and not self.solved.turns

    def of_sides(self, mover: SideName, sides: Iterable[SideName] = SIDES) -> dict[str, Any] | None:
        """Return the chance of each side as plain data; None if unknown."""
        if self.solved is not None and self.solved.result is not Result.OPEN:
            won = self.solved.result is Result.WON
            return {side: Estimate.certain_data(float((side == mover) is won)) for side in sides}
        if (estimate := self.estimate) is None:
            return None
        return {side: (estimate if side == mover else estimate.other).data() for side in sides}

    def describe(self) -> str:
        """Format the chance: "62% (±5)", or how it ends for certain."""
        if self.solved is None:
            return "not solved in the time" if self.estimate is None else self.estimate.describe()
        turns = so_many(self.solved.turns, "turn")
        match self.solved.result:
            case Result.WON:
                return f"wins, in {turns} at most"
            case Result.LOST:
                return f"loses, in {turns} at most"
        rounds = tables.battle().idle_rounds
        return f"nobody can force a win: {rounds} rounds without a change end it"


class WinningChances(Struct, frozen=True):
    """The chance to win a battle, for the side to move: the best move first.

    `estimate` is its chance with the best move that its hand allows, over all possible hands, from separate
    trials: the best of many estimates is biased upwards. None if the best move is solved. `clear` says that no
    other move may be the best one. `solved` is the result with best play by both, None if unknown, and `line` its
    moves. Equivalent moves are left out: `mirrored` says that there are such to the right, which equal those to the
    left, and `reordered` that there are pieces put on in another order. `seconds` is the time taken, 0 if work is
    counted.
    """

    battle: Battle
    dice: Mode
    moves: tuple[MoveChance, ...]
    clear: bool
    estimate: Estimate | None = None
    solved: Solved | None = None
    line: tuple[str, ...] = ()
    mirrored: bool = False
    reordered: bool = False
    seed: str = ""
    seconds: float = 0.0

    @property
    def playings(self) -> int:
        """The number of rollouts of the battle."""
        return sum(one.estimate.tried for one in self.moves if one.estimate is not None)

    @property
    def best(self) -> MoveChance:
        """The best move; with an unknown hand the best that it may allow."""
        return self.moves[0]

    @property
    def regret(self) -> float | None:
        """Upper bound on how much higher another move's chance may be than the best one's; None if unknown."""
        best, *others = (one.estimate or Estimate() for one in self.moves)
        if self.clear:
            return 0.0
        return best.regret(others) if all(one.tried for one in (best, *others)) else None

    @property
    def by_hand(self) -> bool:
        """Whether the best move depends on an unknown hand."""
        return not is_open(self.battle, self.best.move)

    @property
    def side(self) -> SideName:
        """The side whose chances these are."""
        return self.battle.side_to_move


def can_be_solved(battle: Battle, dice: Mode) -> bool:
    """Return whether only the moves decide: the dice are averaged, and all hands are known."""
    return dice == "average" and not any(side.hidden for side in battle.sides.values())


def chances_of(
    battle: Battle,
    dice: Mode,
    effort: Effort,
    on_progress: Callable[[str], None] = lambda line: None,
    *,
    in_hand: bool = False,
) -> WinningChances:
    """Find the chance to win for each legal move of a battle right before a move. It must not be over.

    `on_progress` is called with progress messages. With `in_hand` no creature is summoned that may not be in
    hand, unless there is no other move.
    """
    begun = time.monotonic()
    legal = legal_moves(battle)
    if in_hand:
        legal = [move for move in legal if is_open(battle, move)] or legal
    middle = (tables.battle().slots + 1) / 2  # moves to the right of it may equal those to the left
    even = all(fighter.slot in (None, middle) for fighter in battle.fighters)
    left = [move for move in legal if not (even and isinstance(move, Summon | MoveTo) and move.slot > middle)]
    single = _without_reordered(battle, left)
    solved: Solved | None = None
    line: tuple[str, ...] = ()
    with Cores(effort.cores) as cores:
        if can_be_solved(battle, dice):
            (solved, _, line), found = _solve_moves(battle, single, effort, cores, on_progress)
            clear, estimate = solved is not None, found[0].estimate
        else:
            first = max(1, round(FIRST * min(1.0, effort.seconds)))  # with little time the first trials are few
            promising = _most_promising_first(battle, single)
            ranked, clear, estimate = _estimate(battle, dice, promising, effort, cores, on_progress, first)
            found = _sorted(ranked)
    seconds = 0.0 if effort.watch.counted else time.monotonic() - begun
    mirrored, reordered = len(left) < len(legal), len(single) < len(left)
    return WinningChances(
        battle, dice, tuple(found), clear, estimate, solved, line, mirrored, reordered, effort.seed, seconds
    )


def _without_reordered(battle: Battle, legal: Sequence[BattleMove]) -> list[BattleMove]:
    """Drop summons that differ from another one only in the order of pieces, if the order doesn't matter."""
    pieces = battle.sides[battle.side_to_move].equipment

    def is_first(move: BattleMove) -> bool:
        if not isinstance(move, Summon):
            return True
        absorb = sum("absorption" in pieces[number].abilities for number in move.equipment)
        return absorb > 1 or list(move.equipment) == sorted(move.equipment)

    return [move for move in legal if is_first(move)]


def _most_promising_first(battle: Battle, single: Sequence[BattleMove]) -> list[BattleMove]:
    """Order moves by how promising they look: of two equally good ones the first is reported as the best."""
    by_looks = [one.move for one in best_looking(battle, Random(0))]
    return list(dict.fromkeys([*(move for move in by_looks if move in single), *single]))


# --- with an unknown hand -------------------------------------------------------------------------


def with_hand(battle: Battle, move: BattleMove) -> str:
    """Name a move: "summon Hydra 1, if it is in hand" if the hand isn't known."""
    return MOVES.write(move, battle) + ("" if is_open(battle, move) else ", if it is in hand")


# --- with dice ------------------------------------------------------------------------------------


def _estimate(
    battle: Battle,
    dice: Mode,
    tried: Sequence[BattleMove],
    effort: Effort,
    cores: Cores,
    on_progress: Callable[[str], None],
    first: int,
) -> tuple[list[MoveChance], bool, Estimate]:
    """Estimate the chance of each move by rollouts, the best first; see `race` for `first`.

    Return also whether the best is clear, and its chance over all hands.
    """
    side, end = battle.side_to_move, effort.watch.now() + effort.seconds
    player = battle.sides[side].player

    def tell(found: RaceFound) -> None:
        text = with_hand(battle, tried[found.best])
        on_progress(f"{player} {found.estimates[found.best].describe()} with {text}")

    def tell_again(found: RaceFound) -> None:
        on_progress(f"{player} {found.estimates[0].describe()} with {with_hand(battle, best.move)}")

    played = [TriedMove(battle, dice, side, move) for move in tried]
    found = race(trials, played, replace(effort, seconds=effort.seconds * CHOOSING), cores, tell, first=first)
    chances = [
        MoveChance(MOVES.write(move, battle), move, estimate=estimate if estimate.tried else None)
        for move, estimate in zip(tried, found.estimates, strict=True)
    ]
    best = chances[found.best]
    ranked = [best, *(one for one in chances if one is not best)]
    again = replace(effort, seconds=end - effort.watch.now(), seed=f"{effort.seed}/again")
    (chance,) = race(
        trials,
        [TriedMove(battle, dice, side, ranked=tuple(one.move for one in _sorted(ranked)))],
        again,
        cores,
        tell_again,
        first=first,
    ).estimates
    if is_open(battle, best.move):
        ranked[0] = best._replace(estimate=chance)
    return ranked, found.clear, chance


def _sorted(found: Sequence[MoveChance]) -> list[MoveChance]:
    """Sort moves: the first, which won the race, stays first, then the others by their chance."""
    best, *others = found
    return [best, *sorted(others, key=lambda one: -1.0 if one.chance is None else one.chance, reverse=True)]


# --- with average dice ----------------------------------------------------------------------------


class _Known(NamedTuple):
    """The findings of a search: the result of the battle, results of ways by their number, and the best line of play.

    The battle's is None, and there is no best line, if the time wasn't enough.
    """

    root: Solved | None
    ways: dict[int, Solved]
    line: tuple[str, ...] = ()


def _solve_moves(
    battle: Battle, legal: Sequence[BattleMove], effort: Effort, cores: Cores, on_progress: Callable[[str], None]
) -> tuple[_Known, list[MoveChance]]:
    """Solve a battle as far as possible; return the findings, and the chances of each move, the best first."""
    known = _solve_on_all_cores(battle, legal, effort, cores, on_progress)
    found = [
        MoveChance(format_move(way, battle), way.move, known.ways.get(number))
        for number, way in enumerate(_ordered_ways(battle, legal))
    ]
    if any(one.solved is None for one in found):
        left = [one.move for one in found if one.solved is None]
        rest = replace(effort, seconds=effort.seconds * (1 - SOLVING))
        estimates, _, _ = _estimate(battle, "average", left, rest, cores, on_progress, FEWEST)
        by_move = {one.move: one.estimate for one in estimates}
        found = [one if one.solved is not None else one._replace(estimate=by_move.get(one.move)) for one in found]
    return known, sorted(found, key=lambda one: (*_worth(one), one.text in known.line[:1]), reverse=True)


def _ordered_ways(battle: Battle, legal: Sequence[BattleMove]) -> list[SolvedMove]:
    """List the ways to make some moves, the most promising first."""
    order = _most_promising_first(battle, legal)
    return sorted(ways(battle, legal), key=lambda way: order.index(way.move))


def _solve_on_all_cores(
    battle: Battle, legal: Sequence[BattleMove], effort: Effort, cores: Cores, on_progress: Callable[[str], None]
) -> _Known:
    """Solve briefly in this process, then on all cores in different orders until one has all moves; merge results."""
    watch = effort.watch
    end = watch.now() + effort.seconds * SOLVING
    known = solve(battle, legal, 0, min(AT_FIRST, effort.seconds * SOLVING), watch)
    left = end - watch.now()
    if len(known.ways) == len(_ordered_ways(battle, legal)) or left <= 0:
        return known
    on_progress("looking for the best play")
    if watch.counted:
        tasks = [cores.give(solve, battle, legal, order, left, Watch(counted=True)) for order in range(SEARCHES)]
        watch.record_work(1, 1 / left)
        return reduce(_together, (task.result() for task in tasks), known)
    waiting = {cores.give(solve, battle, legal, order, left, watch) for order in range(max(1, cores.many))}
    while waiting:
        done, waiting = wait(waiting, effort.seconds + PATIENCE, FIRST_COMPLETED)
        for future in done:
            known = _together(known, future.result())
        if not done or len(known.ways) == len(_ordered_ways(battle, legal)):
            break
    return known


def _together(one: _Known, other: _Known) -> _Known:
    """Merge two searches: the one whose battle ends sooner counts, with its best line and its ways."""
    better, more = one, other
    if one.root is None or (other.root is not None and other.root.turns < one.root.turns):
        better, more = other, one
    return better._replace(ways={**more.ways, **better.ways})


def solve(battle: Battle, legal: Sequence[BattleMove], order: int, seconds: float, watch: Watch) -> _Known:
    """Solve a battle, then what each move leads to, within the time; see `Solver` for the `order`."""
    solver = Solver(seconds, order, watch)
    root: Solved | None = None
    found: dict[int, Solved] = {}
    with suppress(OutOfTime):
        root = solver.solve(battle)
        for number, way in enumerate(_ordered_ways(battle, legal)):
            found[number] = solver.after(way)
    for number, way in enumerate(_ordered_ways(battle, legal)):
        if number not in found and (solved := solver.known_after(way)) is not None:
            found[number] = solved
    if root is None:
        return _Known(None, found)
    solver.allow(LINE)
    line: list[str] = []
    with suppress(OutOfTime):  # an endless battle searches for a move again
        line.extend(format_move(way, before) for before, way in solver.line(battle))
    return _Known(max((root, *found.values()), key=worth), found, tuple(line))


def _worth(one: MoveChance) -> tuple[float, int]:
    """Return the sort key of moves: early wins, then lower bounds of chances, unknown ones, early losses last."""
    if one.solved is None:
        return (0.05 if one.estimate is None else 0.1 + 0.8 * one.estimate.interval[0]), 0
    match one.solved.result:
        case Result.WON:
            return 1.0, -one.solved.turns
        case Result.OPEN:
            return 0.5, 0
    return 0.0, one.solved.turns
