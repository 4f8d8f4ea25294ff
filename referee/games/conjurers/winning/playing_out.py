"""A battle played out to its end, both sides choosing well: one trial of who wins it.

What isn't everybody's to see isn't known here either: a hidden hand is drawn anew for each trial, from all creatures
that it can hold.
"""

from __future__ import annotations

from random import Random

from msgspec import Struct

from referee.asking.dice import Dice, Mode, Roll
from referee.asking.question import Procedure
from referee.games.conjurers.battle.moves import BattleMove, Summon
from referee.games.conjurers.battle.state import SIDES, Battle, SideName
from referee.games.conjurers.tables import battle as battle_tables
from referee.games.conjurers.winning.choosing import EQUAL, ChosenMove, choose, predicted
from referee.games.conjurers.winning.standing import share
from referee.games.conjurers.winning.stepping import after_move, averaged

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


def play_out(tried: TriedMove, luck: Random) -> SideName:
    """Who wins in one trial."""
    battle = with_hands(tried.battle, luck, tried.move)
    average = tried.dice == "average"
    dice: Dice = averaged() if average else _Thrown(luck)
    slip = SLIP if average else EQUAL
    first = tried.move or next((move for move in tried.ranked if is_open(battle, move)), None)
    chosen: ChosenMove | None = None if first is None else predicted(battle, first, luck)
    for _ in range(LONGEST):
        if battle.outcome is not None:
            return battle.outcome.winner
        move, magic = chosen or choose(battle, luck, slip)
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


class _Thrown:
    """Dice from one source of luck, faster than those whose throws can be thrown again."""

    mode: Mode = "rolled"

    def __init__(self, luck: Random) -> None:
        self._luck, self._faces = luck, battle_tables.numbers().die

    def roll(self, count: int, number: int, what: str) -> Procedure[Roll]:
        """Throw."""
        yield from ()  # nothing to ask
        return Roll(count, (), sum(self._luck.choices(self._faces, k=count)))
