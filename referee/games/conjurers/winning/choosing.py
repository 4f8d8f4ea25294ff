"""How both sides choose while a battle is played out: by how it stands after the move and after the best answer.

Average dice stand for the real ones, so that a choice takes a thousandth of a second. What that is worth is measured:
`tests/conjurers/test_winning.py` holds it against random play and against attacking whenever possible.
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
from referee.games.conjurers.battle.moves import BattleMove, Summon, legal_moves, outfits
from referee.games.conjurers.battle.state import SIDES, Battle, SideName
from referee.games.conjurers.tables import battle as battle_tables
from referee.games.conjurers.winning.position import position_of
from referee.games.conjurers.winning.solving import Magic, after_move, averaged, come_to_move, courses, share

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
    best = max(looked[:WIDTH], key=lambda one: AT_ONCE * one.worth + (1 - AT_ONCE) * _answered(one, side))
    return ChosenMove(best.move, best.magic)


def best_looking(battle: Battle, luck: Random, slip: float = EQUAL) -> list[_Looked]:
    """All legal moves by how the battle stands right after them, the best first; few outfits of summons."""
    looked = _looked_at(battle, legal_moves(battle, equipment=False), luck, slip)
    if any(isinstance(one.move, Summon) for one in looked[:WIDTH]) and next(outfits(battle), None):
        looked = [*looked, *_outfitted(battle, looked, luck, slip)]
        looked.sort(key=attrgetter("worth"), reverse=True)
    return looked


def predicted(battle: Battle, move: BattleMove) -> ChosenMove:
    """A move with what both magicians will use in it."""
    best = _looked_at(battle, [move], Random(0), EQUAL)[0]
    return ChosenMove(best.move, best.magic)


def _looked_at(battle: Battle, moves: Iterable[BattleMove], luck: Random, slip: float) -> list[_Looked]:
    """Moves as they look, the best first."""
    side, dice = battle.side_to_move, averaged()
    found = []
    for move in moves:
        for magic, answers, ends in courses(battle, move, dice):
            worth, at = min((share(end, side), at) for at, end in enumerate(ends))
            found.append(_Looked(worth + luck.random() * slip, move, {**magic, **answers[at]}, ends[at]))
    found.sort(key=attrgetter("worth"), reverse=True)
    return found


def _outfitted(battle: Battle, looked: Iterable[_Looked], luck: Random, slip: float) -> list[_Looked]:
    """The best summons with all that can be worn."""
    summons = [one.move for one in looked if isinstance(one.move, Summon)]
    able = [move for move in summons if battle.fighters[move.creature].may_wear][:OUTFITTED]
    worn = (Summon(move.creature, move.slot, pieces) for move in able for pieces in outfits(battle))
    return _looked_at(battle, worn, luck, slip)


def _answered(looked: _Looked, side: str) -> float:
    """How a side stands after the answer that is worst for it."""
    if looked.after.outcome is not None:
        return looked.worth
    battle, dice = come_to_move(looked.after.copy(), averaged()), averaged()
    if battle.outcome is not None:
        return float(battle.outcome.winner == side)
    other = battle.side_to_move
    answers = legal_moves(battle, equipment=False)
    return 1 - max(
        min(share(end, other) for end in ends) for move in answers for _, _, ends in courses(battle, move, dice)
    )


# --- A battle played out to its end, both sides choosing well: one trial of who wins it -----------
# What isn't everybody's to see isn't known here either: a hidden hand is drawn anew for each trial, from all
# creatures that it can hold.


SLIP = 0.03
"""Where dice are averaged, luck decides between moves whose worth differs by less: else all trials were the same."""

LONGEST = 400
"""Turns after which a battle that goes on without end is given to the side that stands better."""


class TriedMove(Struct, frozen=True):
    """What is tried: a battle right before a move, the move that is made first (or any), whose winning counts.

    What a `move` summons is in hand; of `ranked` moves the first is made that the hand allows.
    """

    battle: Battle
    dice: Mode
    side: SideName
    move: BattleMove | None = None
    ranked: tuple[BattleMove, ...] = ()


def trials(tried: TriedMove, seed: str, numbers: range) -> int:
    """How many of the trials with these numbers the side wins."""
    return sum(play_out(tried, Random(f"{seed}/{number}")) == tried.side for number in numbers)


KEPT = 20_000
"""So many choices are remembered at most."""


@lru_cache(maxsize=1)
def _choices(start: bytes) -> dict[Hashable, ChosenMove]:
    """What was chosen in the battles that began so, by how they stood."""
    return {}


def _start_of(battle: Battle) -> bytes:
    """What stays as it is in a battle from its first turn to its end."""
    fighters = [(fighter.card, fighter.may_wear) for fighter in battle.fighters]
    worn = [side.equipment for side in battle.sides.values()]
    return msgpack.encode(
        (battle.kind, battle.elements, battle.morale, battle.readings, fighters, worn), enc_hook=dict
    )


def _remembering(battle: Battle) -> Callable[[Battle, Random], ChosenMove]:
    """What chooses in a battle, and thinks nothing out twice; it leaves the luck of the dice alone."""
    known = _choices(_start_of(battle))

    def chosen(battle: Battle, luck: Random) -> ChosenMove:
        at = tuple([(fighter.slot, fighter.maybe) for fighter in battle.fighters])  # as a move names its slot
        standing = (position_of(battle), at, battle.idle)
        if (found := known.get(standing)) is None:
            found = choose(battle, Random(0))
            if len(known) < KEPT:
                known[standing] = found
        return found

    return chosen


def play_out(tried: TriedMove, luck: Random) -> SideName:
    """Who wins in one trial."""
    battle = with_hands(tried.battle, luck, tried.move)
    average = tried.dice == "average"
    dice: Dice = averaged() if average else _Thrown(luck)
    think = partial(choose, slip=SLIP) if average else _remembering(battle)
    first = tried.move or next((move for move in tried.ranked if is_open(battle, move)), None)
    chosen = None if first is None else predicted(battle, first)
    for _ in range(LONGEST):
        if battle.outcome is not None:
            return battle.outcome.winner
        move, magic = chosen or think(battle, luck)
        battle = after_move(battle, move, dice, magic)
        chosen = None
    return max(SIDES, key=lambda side: share(battle, side))


def is_open(battle: Battle, move: BattleMove) -> bool:
    """Whether a legal move can be made whatever is in the hand: it summons nobody who may not be there."""
    return not (isinstance(move, Summon) and battle.fighters[move.creature].maybe)


def with_hands(battle: Battle, luck: Random, move: BattleMove | None = None) -> Battle:
    """A battle whose hidden hands are drawn from what they can hold; what `move` summons is in its hand."""
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


class _Thrown(Dice):
    """Dice from one source of luck, faster than those whose throws can be thrown again."""

    def __init__(self, luck: Random) -> None:
        self._luck, self._faces = luck, battle_tables.numbers().die

    def roll(self, count: int, number: int, what: str) -> Procedure[Roll]:
        """Throw."""
        yield from ()  # nothing to ask
        return Roll(count, (), sum(self._luck.choices(self._faces, k=count)))
