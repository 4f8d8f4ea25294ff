"""The chance to win a battle: with average dice who wins, and how; with dice the chance of each move."""

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
from referee.games.conjurers.battle.moves import MOVES, BattleMove, MoveTo, Summon, legal_moves
from referee.games.conjurers.battle.state import SIDES, Battle, SideName
from referee.games.conjurers.tables import battle as battle_tables
from referee.games.conjurers.winning.choosing import TriedMove, best_looking, is_open, trials
from referee.games.conjurers.winning.solving import (
    OutOfTime,
    Result,
    Solved,
    SolvedMove,
    Solver,
    ways,
    worth,
    written,
)
from referee.sampling.race import FEWEST, FIRST, PATIENCE, Cores, Effort, Estimate, RaceFound, Watch, race
from referee.text.grammar import so_many

SOLVING = 0.7
"""The part of the time in which average dice are solved; in the rest what is open is estimated."""

CHOOSING = 0.7
"""The part of the time in which moves are held against each other; in the rest the best is tried anew."""

AT_FIRST = 0.5
"""Seconds after which it pays to begin on all cores."""

SEARCHES = 2
"""So many searches are made, each in another order, where work is counted."""

LINE = 5.0
"""Seconds in which a solved battle must be told; all of its positions are known already."""


class MoveChance(NamedTuple):
    """What a move leads to for the side that makes it: solved, or the estimated chance; neither if not tried."""

    text: str
    move: BattleMove
    solved: Solved | None = None
    estimate: Estimate | None = None

    @property
    def chance(self) -> float | None:
        """The chance to win, 0 to 1; None where nothing is known."""
        if self.solved is not None and self.solved.result is not Result.OPEN:
            return float(self.solved.result is Result.WON)
        return None if self.estimate is None else self.estimate.chance

    @property
    def is_over(self) -> bool:
        """Whether there is nothing to move any more: the battle is over."""
        return self.solved is not None and self.solved.result is not Result.OPEN and not self.solved.turns

    def of_sides(self, mover: SideName, sides: Iterable[SideName] = SIDES) -> dict[str, Any] | None:
        """The chance of each side as plain data; None where nothing is known."""
        if self.solved is not None and self.solved.result is not Result.OPEN:
            won = self.solved.result is Result.WON
            return {side: Estimate.certain_data(float((side == mover) is won)) for side in sides}
        if (estimate := self.estimate) is None:
            return None
        return {side: (estimate if side == mover else estimate.other).data() for side in sides}

    def describe(self) -> str:
        """The chance as people read it: "62% (±5)", or how it ends for certain."""
        if self.solved is None:
            return "not solved in the time" if self.estimate is None else self.estimate.describe()
        turns = so_many(self.solved.turns, "turn")
        match self.solved.result:
            case Result.WON:
                return f"wins, in {turns} at most"
            case Result.LOST:
                return f"loses, in {turns} at most"
        rounds = battle_tables.numbers().idle_rounds
        return f"nobody can force a win: {rounds} rounds without a change end it"


class WinningChances(Struct, frozen=True):
    """The chance to win a battle, for the side to move: the best move first.

    `estimate` is its chance with the best move that its hand allows, over all hands that it may have, found by trials
    of their own: of many moves the one that came out best has had luck. None where the best move is solved. `clear`
    says that no other move may be the best one. `solved` is how the battle ends with best play by both, None
    if that isn't known, and `line` the moves of that. What is the same as another move isn't among these: `mirrored`
    says that there are such to the right, which are the same as to the left, and `reordered` that there are pieces
    put on in another order. `seconds` is the time that it
    took, 0 where work is counted.
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
        """How often the battle was played out."""
        return sum(one.estimate.tried for one in self.moves if one.estimate is not None)

    @property
    def best(self) -> MoveChance:
        """The best move, of a hand that isn't known the best that it may allow."""
        return self.moves[0]

    @property
    def regret(self) -> float | None:
        """How much higher another move's chance may be than the best one's at most; None where that isn't known."""
        best, *others = (one.estimate or Estimate() for one in self.moves)
        if self.clear:
            return 0.0
        return best.regret(others) if all(one.tried for one in (best, *others)) else None

    @property
    def by_hand(self) -> bool:
        """Whether the best move hangs on what is in a hand that isn't known."""
        return not is_open(self.battle, self.best.move)

    @property
    def side(self) -> SideName:
        """Whose chances these are."""
        return self.battle.side_to_move


def can_be_solved(battle: Battle, dice: Mode) -> bool:
    """Whether nothing but the moves decides: the dice are averaged, and all hands are known."""
    return dice == "average" and not any(side.hidden for side in battle.sides.values())


def chances_of(
    battle: Battle,
    dice: Mode,
    effort: Effort,
    on_progress: Callable[[str], None] = lambda line: None,
    *,
    in_hand: bool = False,
) -> WinningChances:
    """The chance to win for each legal move of a battle right before a move. It must not be over.

    `on_progress` hears how it stands meanwhile, in words. With `in_hand` no creature is summoned that may not be in
    hand, unless there is no other move.
    """
    begun = time.monotonic()
    legal = legal_moves(battle)
    if in_hand:
        legal = [move for move in legal if is_open(battle, move)] or legal
    left = _to_the_left(battle, legal)
    single = _in_one_order(battle, left)
    solved: Solved | None = None
    line: tuple[str, ...] = ()
    with Cores(effort.cores) as cores:
        if can_be_solved(battle, dice):
            (solved, _, line), found = _solved(battle, single, effort, cores, on_progress)
            clear, estimate = solved is not None, found[0].estimate
        else:
            first = max(1, round(FIRST * min(1.0, effort.seconds)))  # who wants to know it at once isn't kept waiting
            estimated = _estimated(
                battle, dice, _as_they_look(battle, single), effort, effort.seconds, cores, on_progress, first
            )
            found, clear, estimate = _sorted(estimated.moves), estimated.clear, estimated.chance
    seconds = 0.0 if effort.watch.counted else time.monotonic() - begun
    mirrored, reordered = len(left) < len(legal), len(single) < len(left)
    return WinningChances(
        battle, dice, tuple(found), clear, estimate, solved, line, mirrored, reordered, effort.seed, seconds
    )


def _to_the_left(battle: Battle, legal: Sequence[BattleMove]) -> list[BattleMove]:
    """Moves without those to the right where all in slots stands in the middle: they are the same as to the left."""
    middle = (battle_tables.numbers().slots + 1) / 2
    even = all(fighter.slot in (None, middle) for fighter in battle.fighters)
    return [move for move in legal if not (even and isinstance(move, Summon | MoveTo) and move.slot > middle)]


def _in_one_order(battle: Battle, legal: Sequence[BattleMove]) -> list[BattleMove]:
    """Moves without summons whose pieces are put on in another order than in another one, where that is the same."""
    pieces = battle.sides[battle.side_to_move].equipment

    def is_first(move: BattleMove) -> bool:
        if not isinstance(move, Summon):
            return True
        absorb = sum("absorption" in pieces[number].abilities for number in move.equipment)
        return absorb > 1 or list(move.equipment) == sorted(move.equipment)

    return [move for move in legal if is_first(move)]


def _as_they_look(battle: Battle, single: Sequence[BattleMove]) -> list[BattleMove]:
    """Moves, those that look best first: of two that come out equally well the first is told to be the best."""
    looked = [one.move for one in best_looking(battle, Random(0))]
    return list(dict.fromkeys([*(move for move in looked if move in single), *single]))


# --- with a hand that isn't known -----------------------------------------------------------------


def with_hand(battle: Battle, move: BattleMove, text: str) -> str:
    """A move as it is named: "summon Hydra 1, if it is in hand" where nobody knows that."""
    return text if is_open(battle, move) else f"{text}, if it is in hand"


# --- with dice ------------------------------------------------------------------------------------


class _Estimated(NamedTuple):
    moves: list[MoveChance]
    clear: bool
    chance: Estimate


def _estimated(
    battle: Battle,
    dice: Mode,
    tried: Sequence[BattleMove],
    effort: Effort,
    seconds: float,
    cores: Cores,
    on_progress: Callable[[str], None],
    first: int = FIRST,
) -> _Estimated:
    """The chance of each of the moves tried, the best first, by playing the battle out; see `race` for `first`."""
    side, end = battle.side_to_move, effort.watch.now() + seconds
    player = battle.sides[side].player

    def tell(found: RaceFound) -> None:
        best = tried[found.best]
        said = with_hand(battle, best, MOVES.write(best, battle))
        on_progress(f"{player} {found.estimates[found.best].describe()} with {said}")

    def tell_again(found: RaceFound) -> None:
        on_progress(f"{player} {found.estimates[0].describe()} with {with_hand(battle, best.move, best.text)}")

    played = [TriedMove(battle, dice, side, move) for move in tried]
    found = race(trials, played, replace(effort, seconds=seconds * CHOOSING), cores, tell, first=first)
    told_of = [
        MoveChance(MOVES.write(move, battle), move, estimate=estimate if estimate.tried else None)
        for move, estimate in zip(tried, found.estimates, strict=True)
    ]
    best = told_of[found.best]
    ranked = [best, *(one for one in told_of if one is not best)]
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
    return _Estimated(ranked, found.clear, chance)


def _sorted(found: Sequence[MoveChance]) -> list[MoveChance]:
    """The best first: that of those still in the race, then the others by their chance."""
    best, *others = found
    return [best, *sorted(others, key=lambda one: -1.0 if one.chance is None else one.chance, reverse=True)]


# --- with average dice ----------------------------------------------------------------------------


class _Known(NamedTuple):
    """What a search has found: the result of the battle, those of ways by their number, and the best play.

    The battle's is None, and there is no best play, where the time wasn't enough.
    """

    root: Solved | None
    ways: dict[int, Solved]
    line: tuple[str, ...] = ()


def _solved(
    battle: Battle, legal: Sequence[BattleMove], effort: Effort, cores: Cores, on_progress: Callable[[str], None]
) -> tuple[_Known, list[MoveChance]]:
    """What is known of a battle, and what each move leads to, the best first."""
    known = _solve_on_all_cores(battle, legal, effort, cores, on_progress)
    found = [
        MoveChance(written(way, battle), way.move, known.ways.get(number))
        for number, way in enumerate(_ordered(battle, legal))
    ]
    if any(one.solved is None for one in found):
        found = _guessed(battle, found, effort, cores, on_progress)
    return known, sorted(found, key=lambda one: (*_worth(one), one.text in known.line[:1]), reverse=True)


def _ordered(battle: Battle, legal: Sequence[BattleMove]) -> list[SolvedMove]:
    """What can be done with some moves, the most promising first."""
    order = _as_they_look(battle, legal)
    return sorted(ways(battle, legal), key=lambda way: order.index(way.move))


def _solve_on_all_cores(
    battle: Battle, legal: Sequence[BattleMove], effort: Effort, cores: Cores, on_progress: Callable[[str], None]
) -> _Known:
    """Solve for a moment here, then on all cores, on each in another order; who is first is right."""
    watch = effort.watch
    end = watch.now() + effort.seconds * SOLVING
    known = solve(battle, legal, 0, min(AT_FIRST, effort.seconds * SOLVING), watch)
    left = end - watch.now()
    if len(known.ways) == len(_ordered(battle, legal)) or left <= 0:
        return known
    on_progress("looking for the best play")
    if watch.counted:
        tasks = [cores.give(solve, battle, legal, order, left, Watch(counted=True)) for order in range(SEARCHES)]
        watch.done(1, 1 / left)
        return reduce(_together, (task.result() for task in tasks), known)
    waiting = {cores.give(solve, battle, legal, order, left, watch) for order in range(max(1, cores.many))}
    while waiting:
        done, waiting = wait(waiting, effort.seconds + PATIENCE, FIRST_COMPLETED)
        for future in done:
            known = _together(known, future.result())
        if not done or len(known.ways) == len(_ordered(battle, legal)):
            break
    return known


def _together(one: _Known, other: _Known) -> _Known:
    """What two searches have found; the one counts whose winner is done sooner, with its best play and its ways."""
    better, more = one, other
    if one.root is None or (other.root is not None and other.root.turns < one.root.turns):
        better, more = other, one
    return better._replace(ways={**more.ways, **better.ways})


def solve(battle: Battle, legal: Sequence[BattleMove], order: int, seconds: float, watch: Watch) -> _Known:
    """Solve a battle, then what each of the moves leads to, as far as the time goes; see `Solver` for the `order`."""
    solver = Solver(seconds, order, watch)
    root: Solved | None = None
    found: dict[int, Solved] = {}
    with suppress(OutOfTime):
        root = solver.solve(battle)
        for number, way in enumerate(_ordered(battle, legal)):
            found[number] = solver.after(way)
    for number, way in enumerate(_ordered(battle, legal)):
        if number not in found and (solved := solver.known_after(way)) is not None:
            found[number] = solved
    if root is None:
        return _Known(None, found)
    solver.allow(LINE)
    line: list[str] = []
    with suppress(OutOfTime):  # of what goes on without end a move is looked for anew
        line.extend(written(way, before) for before, way in solver.line(battle))
    return _Known(max((root, *found.values()), key=worth), found, tuple(line))


def _guessed(
    battle: Battle, found: Sequence[MoveChance], effort: Effort, cores: Cores, on_progress: Callable[[str], None]
) -> list[MoveChance]:
    """The same, with an estimate of moves that aren't solved: both sides choose well, but not always the best."""
    left = [one.move for one in found if one.solved is None]
    seconds = effort.seconds * (1 - SOLVING)
    estimates = _estimated(battle, "average", left, effort, seconds, cores, on_progress, FEWEST).moves
    by_move = {one.move: one.estimate for one in estimates}
    return [one if one.solved is not None else one._replace(estimate=by_move.get(one.move)) for one in found]


def _worth(one: MoveChance) -> tuple[float, int]:
    """By which moves are ranked: wins soon, then by the chance at least, then what isn't known, losses soon last."""
    if one.solved is None:
        return (0.05 if one.estimate is None else 0.1 + 0.8 * one.estimate.interval[0]), 0
    match one.solved.result:
        case Result.WON:
            return 1.0, -one.solved.turns
        case Result.OPEN:
            return 0.5, 0
    return 0.0, one.solved.turns
