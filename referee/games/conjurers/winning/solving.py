"""The heuristic evaluation of a battle, and the solver for average dice.

A side's strength is the sum over its creatures of the hit points left times the damage that they can deal. The
weights were found by playing policies against each other; they are used only to choose moves, and never shown.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from copy import copy
from enum import Enum
from random import Random
from typing import Any, NamedTuple

from msgspec import structs

from referee.asking.dice import Average, Dice
from referee.asking.question import Question, drive, finish
from referee.games.conjurers import tables
from referee.games.conjurers.battle import turn
from referee.games.conjurers.battle.moves import MOVES, BattleMove, Summon, legal_moves
from referee.games.conjurers.battle.state import Battle, BattleEnds, Fighter, SideName
from referee.games.conjurers.odds.fights import Rehearsal
from referee.games.conjurers.winning.position import position_of
from referee.sampling.race import Watch

DAMAGE: Mapping[str, float] = {
    "offensive": 1.0,
    "multi attack": 1.0,
    "burning": 1.5,
    "power hit": 0.5,
    "first strike": 0.5,
    "immobility": -0.6,
}
"""Damage that each point of an ability adds to a creature's strikes."""

WORTH = 2.0
"""Worth of a creature besides the damage that it deals."""
POISON = 1.5
"""Hit points that a poison marker costs."""
HELD = 0.3
"""Factor on the damage of a creature that is bound or being devoured."""
FROZEN = 0.5
"""Damage that a frost marker costs."""
LEAST = 0.1
"""Minimum of a living creature's hit points, and of its damage."""


def share(battle: Battle, side: SideName) -> float:
    """Return a side's share of the strength of both, from 0 to 1; 1 if it has won, 0 if it has lost."""
    if battle.outcome is not None:
        return float(battle.outcome.winner == side)
    own = other = 0.0
    for fighter in battle.fighters:
        if not fighter.dead and not fighter.maybe:
            if fighter.side == side:
                own += _strength(fighter)
            else:
                other += _strength(fighter)
    return own / (own + other) if own or other else 0.5


def _strength(fighter: Fighter) -> float:
    card, damage, absorbs = fighter.card, 0.0, 0
    for source in fighter.sources():
        for ability, number in source.abilities.items():
            if (weight := DAMAGE.get(ability)) is not None:
                damage += weight * number
            elif ability == "absorption" and source is not fighter.own:
                absorbs += source.absorption_left()
    damage += card.bd
    if fighter.bound or fighter.devoured_by is not None:
        damage *= HELD
    if fighter.frost:
        damage -= FROZEN
    left = max(0, card.hp - fighter.damage) + absorbs - POISON * fighter.poison
    return max(left, LEAST) * (WORTH + max(damage, LEAST))


# --- Playing a battle on without events: the start of a turn, and the results of a move


Magic = Mapping[str, str]
"""Magicians' choices, by the key of the question."""


class Course(NamedTuple):
    """The results of a move with one choice of the mover's magician: the battle for each answer of the enemy's."""

    magic: Magic
    answers: list[Magic]
    after: list[Battle]


def average_dice() -> Dice:
    """Return dice that leave nothing to chance (B22)."""
    return Average(tables.battle().die)


def come_to_move(battle: Battle, dice: Dice) -> Battle:
    """Advance a battle between two turns to the next move (B1), in place; if it ends there, no pass is made."""
    with suppress(BattleEnds):
        finish(turn.before_action(Rehearsal(battle, dice, [])))
    return battle


def after_move(battle: Battle, move: BattleMove, dice: Dice, magic: Magic) -> Battle:
    """Return the battle after a legal move, right before the next one or over.

    Magicians that aren't in `magic` use the first on the list (B19).
    """
    usual = tables.battle().magician[0]
    after = _after_making(battle, move, dice, lambda question: question.parse(magic.get(question.key, usual)))
    return after if after.outcome is not None else come_to_move(after, dice)


def courses(battle: Battle, move: BattleMove) -> Iterator[Course]:
    """Yield all results of a legal move with average dice, by the magicians' choices."""
    dice = average_dice()
    mover = battle.sides[battle.side_to_move].player
    found: dict[tuple[tuple[str, str], ...], Course] = {}
    waiting: list[dict[str, str]] = [{}]
    chooses: dict[str, str] = {}
    while waiting:
        magic = waiting.pop()

        def choose(question: Question[Any], magic: Magic = magic) -> Any:
            if question.key not in magic:
                raise _Unchosen(question)
            return question.parse(magic[question.key])

        try:
            after = _after_making(battle, move, dice, choose)
        except _Unchosen as unchosen:
            asked = unchosen.question
            chooses[asked.key] = asked.who
            waiting += [{**magic, asked.key: option.text} for option in reversed(asked.options())]
        else:
            own = tuple((key, word) for key, word in magic.items() if chooses[key] == mover)
            course = found.setdefault(own, Course(dict(own), [], []))
            course.answers.append({key: word for key, word in magic.items() if chooses[key] != mover})
            course.after.append(after)
    yield from found.values()


class _Unchosen(Exception):
    """Raised when a magician's ability isn't chosen yet."""

    def __init__(self, question: Question[Any]) -> None:
        super().__init__(question.key)
        self.question = question


def _after_making(battle: Battle, move: BattleMove, dice: Dice, choose: Callable[[Question[Any]], Any]) -> Battle:
    summoned = move.creature if isinstance(move, Summon) else None
    after = copy(battle)
    after.sides = {name: side.copy() for name, side in battle.sides.items()}
    after.fighters = [
        fighter.copy() if fighter.slot is not None or fighter.number == summoned else fighter
        for fighter in battle.fighters
    ]
    drive(turn.make(Rehearsal(after, dice, []), move), choose)
    return after


# --- Solving --------------------------------------------------------------------------------------
# The winner of a battle with average dice and best play by both sides: nothing is left to chance (B22).
#
# A depth-first search with a transposition table. A win or a loss in the table is proven by a finite tree of moves
# and holds wherever the position comes up: the relevant history, rounds without dice (B3) and moves in a row
# (B8), is part of the position. A position that repeats on its own path proves nothing; positions left open by that
# are `OPEN` for one pass only, and passes go on until one proves nothing new. Then neither side can force a win, and
# rounds without a change, which aren't counted here, end the battle (X12).


SHIFT = 0.05
"""Largest random shift of a move's share of strength, by which moves are ordered."""

A_SECOND = 400.0
"""Positions that count as a second, if work is counted instead of time."""

DEEPEST = 250
"""Depth limit in turns; each takes two of Python's frames."""


class Result(Enum):
    """The result of a position for the side to move with best play."""

    WON = "won"
    LOST = "lost"
    OPEN = "open"


class Solved(NamedTuple):
    """The result of a position, and the turns until the battle is over if the winner plays as found.

    The loser may be able to end it sooner; turns are 0 if the result is open.
    """

    result: Result
    turns: int = 0


BEST = Solved(Result.WON, -1)
"""Better than any possible result."""


class OutOfTime(Exception):
    """Raised when the time given isn't enough."""


Ends = list[tuple[Battle, Hashable]]
"""The battles that a way can lead to, with the keys of their positions; the key is None if one is over."""


class SolvedMove(NamedTuple):
    """A move with what the mover's magician uses, and the battles that it can lead to by the enemy's magician.

    Each battle stands right before the next move, or is over.
    """

    move: BattleMove
    magic: Magic
    ends: tuple[Battle, ...]


def ways(battle: Battle, made: Iterable[BattleMove] | None = None) -> Iterator[SolvedMove]:
    """Yield all that the side to move can do, with average dice; only the moves `made`, legal or not, if given."""
    dice = average_dice()
    battle = structs.replace(battle, idle=0)
    for move in legal_moves(battle) if made is None else made:
        for magic, _, ends in courses(battle, move):
            yield SolvedMove(move, magic, tuple([end if end.outcome else come_to_move(end, dice) for end in ends]))


class Solver:
    """Solves positions of one battle, and caches them; `seconds` is its time until `allow` gives it more.

    Moves are searched by how promising they look. An `order` other than 0 seeds a small random shift of that: which
    of several searches ends first can't be predicted.
    """

    def __init__(self, seconds: float = 0.0, order: int = 0, watch: Watch | None = None) -> None:
        self._watch = watch or Watch()
        self._luck = Random(order) if order else None
        self._known: dict[Hashable, Solved] = {}
        self._open: set[Hashable] = set()
        self._path: set[Hashable] = set()
        self._too_deep = False
        self.allow(seconds)

    def allow(self, seconds: float) -> None:
        """Limit the time from now on to `seconds`."""
        self._end = self._watch.now() + seconds

    def solve(self, battle: Battle) -> Solved:
        """Solve a battle right before a move. Raises OutOfTime."""
        if battle.outcome is not None:
            return _result_of_over(battle)
        key = position_of(battle)
        while key not in self._known:
            before = len(self._known)
            self._open.clear()
            self._path.clear()
            self._too_deep = False
            found = self._search(battle, key)
            if found.result is Result.OPEN and len(self._known) == before:
                if self._too_deep:
                    raise OutOfTime
                return found
        return self._known[key]

    def after(self, way: SolvedMove) -> Solved:
        """Return the result of a way for the side that moves. Raises OutOfTime."""
        return min((_for_mover(self.solve(end)) for end in way.ends), key=worth)  # as the enemy's magician chooses

    def result_of(self, found: Iterable[SolvedMove]) -> Solved:
        """Return the best result of some ways, for the side that moves. Raises OutOfTime."""
        return max((self.after(way) for way in found), key=worth)

    def best(self, battle: Battle) -> tuple[SolvedMove, Solved]:
        """Find the best way: the one that wins soonest, else an open one, else the one that loses last.

        Only ways solved during the search are considered. Raises OutOfTime.
        """
        solved = self.solve(battle)
        unknown = solved if solved.result is Result.OPEN else None
        found = [(way, self.known_after(way) or unknown) for way in ways(battle)]
        return max(((way, solved) for way, solved in found if solved is not None), key=lambda one: worth(one[1]))

    def line(self, battle: Battle) -> Iterator[tuple[Battle, SolvedMove]]:
        """Yield a solved battle's best line: the winner as found, the loser as long as possible. Raises OutOfTime."""
        while battle.outcome is None:
            way, solved = self.best(battle)
            yield battle, way
            if solved.result is Result.OPEN:
                return
            battle = min(way.ends, key=lambda end: worth(_for_mover(self.solve(end))))  # the enemy's magician chooses

    def known_after(self, way: SolvedMove) -> Solved | None:
        """Return the result of a way for the side that moves, if it is known."""
        known = [self._at(end, None if end.outcome else position_of(end)) for end in way.ends]
        found = [one for one in known if one is not None]
        return min(found, key=worth) if len(found) == len(known) else None

    def _at(self, end: Battle, key: Hashable) -> Solved | None:
        """Return the result of the end of a way for the side that moves into it, if it is known."""
        known = _result_of_over(end) if end.outcome is not None else self._known.get(key)
        return None if known is None else _for_mover(known)

    # --- the search -------------------------------------------------------------------------------

    def _search(self, battle: Battle, key: Hashable) -> Solved:
        """Search a position that isn't known: the results of its moves, the most promising first."""
        self._watch.record_work(1, A_SECOND)
        if self._watch.now() > self._end:
            raise OutOfTime
        if len(self._path) >= DEEPEST:
            self._too_deep = True
            return Solved(Result.OPEN)
        side = battle.side_to_move
        found, left = self._at_a_glance(battle)
        self._path.add(key)
        if found.result is not Result.WON:
            left.sort(key=lambda one: self._promise(one, side), reverse=True)
            for ends in left:
                solved = BEST
                for end, at in ends:  # no frame of its own, unlike a comprehension
                    solved = min(solved, self._next(end, at), key=worth)
                found = max(found, solved, key=worth)
                if found.result is Result.WON:
                    break
        self._path.discard(key)
        if found.result is Result.OPEN:
            self._open.add(key)
        else:
            self._known[key] = found
        return found

    def _promise(self, ends: Ends, side: SideName) -> float:
        """Evaluate how well the ends of a way look for the side that moves."""
        looks = min(share(end, side) for end, _ in ends)
        return looks if self._luck is None else looks + SHIFT * self._luck.random()

    def _at_a_glance(self, battle: Battle) -> tuple[Solved, list[Ends]]:
        """Return the best result among known ways, and the ends of the others, each position once."""
        found = Solved(Result.LOST)
        left: list[Ends] = []
        seen: set[Hashable] = set()
        for way in ways(battle):
            ends = [(end, None if end.outcome else position_of(end)) for end in way.ends]
            keys = tuple(at for _, at in ends)
            if len(ends) == 1 and keys[0] is not None:
                if keys[0] in seen:
                    continue
                seen.add(keys[0])
            known = [one for end, at in ends if (one := self._at(end, at)) is not None]
            if len(known) < len(ends):
                left.append(ends)
                continue
            found = max(found, min(known, key=worth), key=worth)
            if found.result is Result.WON:
                break
        return found, left

    def _next(self, end: Battle, key: Hashable) -> Solved:
        """Return the result of the end of a way for the side that moves into it, searching if needed."""
        if (known := self._at(end, key)) is not None:
            return known
        if key in self._path or key in self._open:
            return Solved(Result.OPEN)
        return _for_mover(self._search(end, key))


def _result_of_over(battle: Battle) -> Solved:
    """Return the result of a battle that is over for the side that would move."""
    assert battle.outcome is not None
    return Solved(Result.WON if battle.outcome.winner == battle.side_to_move else Result.LOST, 0)


def _for_mover(solved: Solved) -> Solved:
    """Convert a position's result for the side that moves into it: one turn more, won and lost swapped."""
    match solved.result:
        case Result.WON:
            return Solved(Result.LOST, solved.turns + 1)
        case Result.LOST:
            return Solved(Result.WON, solved.turns + 1)
    return solved


def worth(solved: Solved) -> tuple[int, int]:
    """Return the sort key: early wins, late wins, open positions, late losses, early losses."""
    match solved.result:
        case Result.WON:
            return 2, -solved.turns
        case Result.OPEN:
            return 1, 0
    return 0, solved.turns


def format_move(way: SolvedMove, battle: Battle) -> str:
    """Write a way in the notation of moves, with a magician's choice: "attack Merlin (magic: burning 2)"."""
    text = ", ".join(way.magic.values())
    return MOVES.write(way.move, battle) + (f" (magic: {text})" if text else "")
