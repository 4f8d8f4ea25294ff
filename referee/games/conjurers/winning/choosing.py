"""How both sides choose while a battle is played out: by how it stands after the move and after the best answer.

Average dice stand for the real ones, so that a choice takes a thousandth of a second. What that is worth is measured:
`tests/conjurers/test_winning.py` holds it against random play and against attacking whenever possible.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from referee.games.conjurers.battle.moves import BattleMove, Summon, legal_moves, outfits
from referee.games.conjurers.battle.state import Battle
from referee.games.conjurers.winning.standing import share
from referee.games.conjurers.winning.stepping import Magic, averaged, come_to_move, courses

WIDTH = 4
"""So many moves are looked at with the answers to them."""
OUTFITTED = 4
"""So many summons are looked at with equipment."""
AT_ONCE = 0.4
"""How much the state right after a move counts, against the state after the best answer."""


EQUAL = 0.0
"""Of moves of the same worth the first on the list is made: what is chosen follows from the battle alone."""


class ChosenMove(NamedTuple):
    """A move, what the mover's magician uses in it, and what is expected of the enemy's."""

    move: BattleMove
    magic: Magic


class _Looked(NamedTuple):
    worth: float
    move: BattleMove
    magic: Magic
    after: Battle


def choose(battle: Battle, luck: Random, slip: float = EQUAL) -> ChosenMove:
    """A good move for the side to move; luck decides between those whose worth differs by less than `slip`.

    The battle stands right before the move.
    """
    looked = best_looking(battle, luck, slip)
    if len(looked) == 1:
        return ChosenMove(looked[0].move, looked[0].magic)
    side = battle.side_to_move
    best = max(looked[:WIDTH], key=lambda one: AT_ONCE * one.worth + (1 - AT_ONCE) * _answered(one.after, one, side))
    return ChosenMove(best.move, best.magic)


def best_looking(battle: Battle, luck: Random, slip: float = EQUAL) -> list[_Looked]:
    """All legal moves by how the battle stands right after them, the best first; few outfits of summons."""
    looked = _looked_at(battle, legal_moves(battle, equipment=False), luck, slip)
    if any(isinstance(one.move, Summon) for one in looked[:WIDTH]) and next(outfits(battle), None):
        looked = [*looked, *_outfitted(battle, looked, luck, slip)]
        looked.sort(key=_by_worth, reverse=True)
    return looked


def predicted(battle: Battle, move: BattleMove, luck: Random) -> ChosenMove:
    """A move with what both magicians will use in it."""
    best = _looked_at(battle, [move], luck, EQUAL)[0]
    return ChosenMove(best.move, best.magic)


def _by_worth(looked: _Looked) -> float:
    return looked.worth


def _looked_at(battle: Battle, moves: Iterable[BattleMove], luck: Random, slip: float) -> list[_Looked]:
    """Moves as they look, the best first."""
    side, dice = battle.side_to_move, averaged()
    found = []
    for move in moves:
        for magic, answers, ends in courses(battle, move, dice):
            worth, at = min((share(end, side), at) for at, end in enumerate(ends))
            found.append(_Looked(worth + luck.random() * slip, move, {**magic, **answers[at]}, ends[at]))
    found.sort(key=_by_worth, reverse=True)
    return found


def _outfitted(battle: Battle, looked: Iterable[_Looked], luck: Random, slip: float) -> list[_Looked]:
    """The best summons with all that can be worn."""
    summons = [one.move for one in looked if isinstance(one.move, Summon)]
    able = [move for move in summons if battle.fighters[move.creature].may_wear][:OUTFITTED]
    worn = (Summon(move.creature, move.slot, pieces) for move in able for pieces in outfits(battle))
    return _looked_at(battle, worn, luck, slip)


def _answered(after: Battle, looked: _Looked, side: str) -> float:
    """How a side stands after the answer that is worst for it."""
    mine = looked.worth
    if after.outcome is not None:
        return mine
    battle, dice = come_to_move(after.copy(), averaged()), averaged()
    if battle.outcome is not None:
        return float(battle.outcome.winner == side)
    other = battle.side_to_move
    answers = legal_moves(battle, equipment=False)
    return 1 - max(
        min(share(end, other) for end in ends) for move in answers for _, _, ends in courses(battle, move, dice)
    )
