"""A battle played on without being told: what comes before a move, and what a move leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from copy import copy
from typing import Any, NamedTuple

from referee.asking.dice import Average, Dice
from referee.asking.question import Question, drive, finish
from referee.games.conjurers.battle import turn
from referee.games.conjurers.battle.moves import BattleMove, Summon
from referee.games.conjurers.battle.play import BattleEnds
from referee.games.conjurers.battle.state import Battle
from referee.games.conjurers.odds.stage import Rehearsal
from referee.games.conjurers.tables import battle as battle_tables

Magic = Mapping[str, str]
"""What magicians choose, by the key of the question."""


class Course(NamedTuple):
    """What a move leads to with one choice of the mover's magician: the battle for each answer of the enemy's."""

    magic: Magic
    answers: list[Magic]
    after: list[Battle]


def averaged() -> Dice:
    """Dice that leave nothing to chance (B22)."""
    return Average(battle_tables.numbers().die)


def come_to_move(battle: Battle, dice: Dice) -> Battle:
    """Bring a battle between two turns up to the next move (B1), in place; its end isn't told by a pass then."""
    with suppress(BattleEnds):
        finish(turn.before_action(Rehearsal(battle, dice, [])))
    return battle


def after_move(battle: Battle, move: BattleMove, dice: Dice, magic: Magic) -> Battle:
    """The battle after a legal move, right before the next one or over.

    Magicians that aren't in `magic` use the first on the list (B19).
    """
    usual = battle_tables.numbers().magician[0]
    after = _made(battle, move, dice, lambda question: question.parse(magic.get(question.key, usual)))
    return after if after.outcome is not None else come_to_move(after, dice)


def courses(battle: Battle, move: BattleMove, dice: Dice) -> Iterator[Course]:
    """All that a legal move can lead to, by what the magicians choose; the dice may leave nothing to chance."""
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
            after = _made(battle, move, dice, choose)
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
    """Nobody has chosen a magician's ability yet."""

    def __init__(self, question: Question[Any]) -> None:
        super().__init__(question.key)
        self.question = question


def _made(battle: Battle, move: BattleMove, dice: Dice, choose: Callable[[Question[Any]], Any]) -> Battle:
    after = _apart(battle, move)
    drive(turn.make(Rehearsal(after, dice, []), move), choose)
    return after


def _apart(battle: Battle, move: BattleMove) -> Battle:
    """A copy for a move; creatures that no move touches, in the hands and dead, are shared with the original."""
    summoned = move.creature if isinstance(move, Summon) else None
    after = copy(battle)
    after.sides = {name: side.copy() for name, side in battle.sides.items()}
    after.fighters = [
        fighter.copy() if fighter.slot is not None or fighter.number == summoned else fighter
        for fighter in battle.fighters
    ]
    return after
