"""A battle that ends by its outcome: the table says who has won, at a move or at any throw before it (A22)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct, structs

from referee.asking.question import Procedure, Question, relay
from referee.games.conjurers.battle.state import SIDES, Battle, SideName, enemy_of
from referee.games.conjurers.battle.turn import again
from referee.text.names import fold

KEYS = ("move", "roll")
MAGIC = "magic "
"""The keys of what is asked in a turn, or how they begin."""


class Won(Struct, frozen=True):
    """The answer that a side has won."""

    winner: SideName

    @property
    def text(self) -> str:
        """As it is recorded."""
        return f"{self.winner} wins"


class _Over(Exception):
    """The table has said who wins."""

    def __init__(self, winner: SideName) -> None:
        self.winner = winner


def is_of_turn(key: str) -> bool:
    """Whether a question of this key is one of a battle's turn, and not about its cards."""
    return key in KEYS or key.startswith(MAGIC)


def decided(text: str) -> SideName | None:
    """Who has won by an answer as it is recorded; None for any other answer."""
    return next((side for side in SIDES if fold(text) == Won(side).text), None)


def until_decided(turn: Procedure[None], battle: Callable[[], Battle]) -> Procedure[SideName | None]:
    """A turn at each of whose questions may be said who has won: that side, or None if nobody says so."""

    def answer(question: Question[Any]) -> Procedure[Any]:
        said = yield _or_outcome(question, battle()) if is_of_turn(question.key) else question
        if isinstance(said, Won):
            raise _Over(said.winner)
        return said

    try:
        yield from relay(turn, answer)
    except _Over as over:
        return over.winner
    return None


_WON, _LOST = (" wins", " won"), (" gives up", " loses", " lost")


def _winner(said: str, battle: Battle) -> SideName | None:
    """Who has won by "attacker wins" or "bo gives up"; None if that is no such sentence."""
    if not said.endswith((*_WON, *_LOST)):
        return None
    lost = said.endswith(_LOST)
    name = next((said.removesuffix(verb) for verb in (*_WON, *_LOST) if said.endswith(verb)), None)
    side = next((one for one in reversed(SIDES) if name in (one, fold(battle.sides[one].player))), None)
    return enemy_of(side) if side and lost else side


def _or_outcome(question: Question[Any], battle: Battle) -> Question[Any]:
    """The same question, to which "attacker wins", "Anna won the battle" and "Bo gives up" are answers, too."""
    asked = next((side for side in SIDES if battle.sides[side].player == question.who), battle.side_to_move)

    def parse(text: str) -> Any:
        said = fold(text).removesuffix(" the battle").removesuffix(" the duel")
        side = enemy_of(asked) if said == "give up" else _winner(said, battle)
        return question.parse(text) if side is None else Won(side)

    def write(value: Any) -> str:
        return value.text if isinstance(value, Won) else question.record(value, str(value))

    if question.key != "move":
        return structs.replace(question, parse=parse, write=write)
    return structs.replace(
        question, parse=parse, write=write, waits=True, default=again(battle), by_enter=lambda: False
    )
