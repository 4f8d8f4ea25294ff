"""Ending a battle by its outcome: the table declares the winner, at a move or at any roll before it (A22)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct, structs

from referee.asking.question import Procedure, Question, relay
from referee.games.conjurers.battle.state import SIDES, Battle, SideName, enemy_of
from referee.games.conjurers.battle.turn import again
from referee.text.names import fold
from referee.text.pattern import lazy_pattern

KEYS = ("move", "roll")
MAGIC = "magic "
"""Keys of a turn's questions, or their prefix."""


class Won(Struct, frozen=True):
    """The answer that a side has won."""

    winner: SideName

    @property
    def text(self) -> str:
        """The answer as it is recorded."""
        return f"{self.winner} wins"


class _Over(Exception):
    """Raised when the table declares the winner."""

    def __init__(self, winner: SideName) -> None:
        self.winner = winner


def is_of_turn(key: str) -> bool:
    """Return whether a question with this key belongs to a battle's turn, not to its cards."""
    return key in KEYS or key.startswith(MAGIC)


def winner_of(text: str) -> SideName | None:
    """Return the winner that a recorded answer declares; None for any other answer."""
    return next((side for side in SIDES if fold(text) == Won(side).text), None)


def until_decided(turn: Procedure[None], battle: Callable[[], Battle]) -> Procedure[SideName | None]:
    """Play a turn until an answer declares the winner; return that side, or None if none does."""

    def answer(question: Question[Any]) -> Procedure[Any]:
        rolled = question.key == "roll" and question.forced() is not None  # the next move can end the battle
        asked = _accept_outcome(question, battle()) if is_of_turn(question.key) and not rolled else question
        answered = yield asked
        if isinstance(answered, Won):
            raise _Over(answered.winner)
        return answered

    try:
        yield from relay(turn, answer)
    except _Over as over:
        return over.winner
    return None


_WON = (" has won", " wins", " won")
_LOST = (" has lost", " gives up", " gave up", " concedes", " loses", " lost", " resigns", " surrenders")
_WHAT = lazy_pattern(r" (?:it|that|(?:the|this) (?:battle|duel|fight))$")
_GIVES_UP = ("give up", "concede", "resign", "surrender")


def _winner(text: str, battle: Battle) -> SideName | None:
    """Parse "attacker wins" or "bo gives up" and return the winner; None for any other sentence."""
    verb = next((verb for verb in (*_WON, *_LOST) if text.endswith(verb)), None)
    if verb is None:
        return None
    name = text.removesuffix(verb)
    side = next((one for one in reversed(SIDES) if name in (one, fold(battle.sides[one].player))), None)
    return enemy_of(side) if side and verb in _LOST else side


def _accept_outcome(question: Question[Any], battle: Battle) -> Question[Any]:
    """Extend a question to also accept "attacker wins", "Anna won the battle" and "Bo gives up"."""
    side_asked = next((side for side in SIDES if battle.sides[side].player == question.who), battle.side_to_move)

    def parse(text: str) -> Any:
        typed = _WHAT.sub("", fold(text).rstrip(" .!"))
        side = enemy_of(side_asked) if typed in _GIVES_UP else _winner(typed, battle)
        return question.parse(text) if side is None else Won(side)

    def write(value: Any) -> str:
        return value.text if isinstance(value, Won) else question.record(value, str(value))

    if question.key != "move":
        return structs.replace(question, parse=parse, write=write)
    return structs.replace(
        question, parse=parse, write=write, waits=True, default=again(battle), by_enter=lambda: False
    )
