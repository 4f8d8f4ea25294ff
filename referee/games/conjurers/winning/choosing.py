"""The rollout policy of both sides: by the state after the move and after the best answer.

Average dice stand for the real ones, so that a choice takes a thousandth of a second. Its strength is measured:
`tests/conjurers/test_winning.py` compares it with random play and with attacking whenever possible.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache, partial
from operator import attrgetter
from random import Random
from typing import NamedTuple

from msgspec import Struct, msgpack

from referee.asking.dice import Dice, Mode, Roll
from referee.asking.question import Procedure
from referee.games.conjurers import tables
from referee.games.conjurers.battle.moves import BattleMove, Summon, legal_moves, outfits
from referee.games.conjurers.battle.state import SIDES, Battle, SideName
from referee.games.conjurers.winning.position import position_of
from referee.games.conjurers.winning.solving import Magic, after_move, average_dice, come_to_move, courses, share

WIDTH = 4
"""Number of moves that are evaluated with the answers to them."""
OUTFITTED = 4
"""Number of summons that are evaluated with equipment."""
AT_ONCE = 0.4
"""Weight of the state right after a move, against the state after the best answer."""


EQUAL = 0.0
"""No random choice: of moves of the same worth the first is made, so the battle alone decides."""


class ChosenMove(NamedTuple):
    """A move, the mover's choice for its magician, and the expected choice for the enemy's."""

    move: BattleMove
    magic: Magic


class _Evaluated(NamedTuple):
    worth: float
    move: BattleMove
    magic: Magic
    after: Battle


def choose(battle: Battle, luck: Random, slip: float = EQUAL) -> ChosenMove:
    """Choose a good move for the side to move; a difference below `slip` is decided at random.

    The battle is right before the move.
    """
    evaluated = best_looking(battle, luck, slip)
    if len(evaluated) == 1:
        return ChosenMove(evaluated[0].move, evaluated[0].magic)
    side = battle.side_to_move
    best = max(
        evaluated[:WIDTH], key=lambda one: AT_ONCE * one.worth + (1 - AT_ONCE) * _share_after_answer(one, side)
    )
    return ChosenMove(best.move, best.magic)


def best_looking(battle: Battle, luck: Random, slip: float = EQUAL) -> list[_Evaluated]:
    """Rank all legal moves by the state right after them, the best first; of the best summons all outfits."""
    evaluated = _evaluate(battle, legal_moves(battle, equipment=False), luck, slip)
    if any(isinstance(one.move, Summon) for one in evaluated[:WIDTH]) and next(outfits(battle), None):
        summons = [one.move for one in evaluated if isinstance(one.move, Summon)]
        able = [move for move in summons if battle.fighters[move.creature].may_wear][:OUTFITTED]
        worn = (Summon(move.creature, move.slot, pieces) for move in able for pieces in outfits(battle))
        evaluated = [*evaluated, *_evaluate(battle, worn, luck, slip)]
        evaluated.sort(key=attrgetter("worth"), reverse=True)
    return evaluated


def with_magic(battle: Battle, move: BattleMove) -> ChosenMove:
    """Return a move with what both magicians will use in it."""
    best = _evaluate(battle, [move], Random(0), EQUAL)[0]
    return ChosenMove(best.move, best.magic)


def _evaluate(battle: Battle, moves: Iterable[BattleMove], luck: Random, slip: float) -> list[_Evaluated]:
    """Evaluate moves by the state right after them, the best first."""
    side = battle.side_to_move
    found = []
    for move in moves:
        for magic, answers, ends in courses(battle, move):
            worth, at = min((share(end, side), at) for at, end in enumerate(ends))
            found.append(_Evaluated(worth + luck.random() * slip, move, {**magic, **answers[at]}, ends[at]))
    found.sort(key=attrgetter("worth"), reverse=True)
    return found


def _share_after_answer(evaluated: _Evaluated, side: str) -> float:
    """Return a side's share of strength after the answer that is worst for it."""
    if evaluated.after.outcome is not None:
        return evaluated.worth
    battle = come_to_move(evaluated.after.copy(), average_dice())
    if battle.outcome is not None:
        return float(battle.outcome.winner == side)
    other = battle.side_to_move
    answers = legal_moves(battle, equipment=False)
    return 1 - max(min(share(end, other) for end in ends) for move in answers for _, _, ends in courses(battle, move))


# --- A rollout: a battle played out to its end, both sides choosing well --------------------------
# Hidden information stays unknown here: a hidden hand is drawn anew for each rollout, from all creatures that it
# can hold.


SLIP = 0.03
"""With averaged dice a smaller difference in worth is decided at random: else all rollouts would be the same."""

LONGEST = 400
"""Turns after which an endless battle is won by the stronger side."""


class TriedMove(Struct, frozen=True):
    """The input of a rollout: a battle right before a move, the first move (or any), and the side whose wins count.

    The creature that `move` summons is in hand; of `ranked` moves the first that the hand allows is made.
    """

    battle: Battle
    dice: Mode
    side: SideName
    move: BattleMove | None = None
    ranked: tuple[BattleMove, ...] = ()


def trials(tried: TriedMove, seed: str, numbers: range) -> int:
    """Count how many of the rollouts with these numbers the side wins."""
    return sum(play_out(tried, Random(f"{seed}/{number}")) == tried.side for number in numbers)


KEPT = 20_000
"""Most choices in the cache."""


@lru_cache(maxsize=1)
def _choices(start: bytes) -> dict[Hashable, ChosenMove]:
    """Return the cache of choices in battles with this start, by position."""
    return {}


def _caching_chooser(battle: Battle) -> Callable[[Battle, Random], ChosenMove]:
    """Return a caching chooser for a battle; it leaves the random state of the dice alone."""
    fighters = [(fighter.card, fighter.may_wear) for fighter in battle.fighters]
    worn = [side.equipment for side in battle.sides.values()]
    known = _choices(
        msgpack.encode((battle.kind, battle.elements, battle.morale, battle.readings, fighters, worn), enc_hook=dict)
    )

    def choose_cached(battle: Battle, luck: Random) -> ChosenMove:
        at = tuple([(fighter.slot, fighter.maybe) for fighter in battle.fighters])  # as a move names its slot
        standing = (position_of(battle), at, battle.idle)
        if (found := known.get(standing)) is None:
            found = choose(battle, Random(0))
            if len(known) < KEPT:
                known[standing] = found
        return found

    return choose_cached


def play_out(tried: TriedMove, luck: Random) -> SideName:
    """Play out one rollout and return the winner."""
    battle = with_hands(tried.battle, luck, tried.move)
    average = tried.dice == "average"
    dice: Dice = average_dice() if average else _RandomDice(luck)
    think = partial(choose, slip=SLIP) if average else _caching_chooser(battle)
    first = tried.move or next((move for move in tried.ranked if is_open(battle, move)), None)
    chosen = None if first is None else with_magic(battle, first)
    for _ in range(LONGEST):
        if battle.outcome is not None:
            return battle.outcome.winner
        move, magic = chosen or think(battle, luck)
        battle = after_move(battle, move, dice, magic)
        chosen = None
    return max(SIDES, key=lambda side: share(battle, side))


def is_open(battle: Battle, move: BattleMove) -> bool:
    """Return whether a legal move is possible for any hand: it summons no creature that may not be there."""
    return not (isinstance(move, Summon) and battle.fighters[move.creature].maybe)


def with_hands(battle: Battle, luck: Random, move: BattleMove | None = None) -> Battle:
    """Draw hidden hands from what they can hold; the creature that `move` summons is in its hand."""
    if not any(side.hidden for side in battle.sides.values()):
        return battle
    drawn = battle.copy()
    for name, side in drawn.sides.items():
        can_be = [fighter for fighter in drawn.of(name) if fighter.maybe]
        sure = [fighter for fighter in can_be if isinstance(move, Summon) and fighter.number == move.creature]
        others = [fighter for fighter in can_be if fighter not in sure]
        for fighter in (*sure, *luck.sample(others, side.hidden - len(sure) if can_be else 0)):
            fighter.maybe = False
        side.hidden = 0
    return drawn


class _RandomDice(Dice):
    """Dice from one random generator, faster than those whose rolls can be repeated."""

    def __init__(self, luck: Random) -> None:
        self._luck, self._faces = luck, tables.battle().die

    def roll(self, count: int, number: int, what: str) -> Procedure[Roll]:
        """Roll dice."""
        yield from ()  # nothing to ask
        return Roll(count, (), sum(self._luck.choices(self._faces, k=count)))
