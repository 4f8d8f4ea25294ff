"""The points after each turn of a game, from the log of its save."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Protocol, TypeVar

from referee.errors import BadInput, RefereeError
from referee.saves.save import OpenSave
from referee.scores.score import Result
from referee.scores.words import TurnPoints


class HasTurns(Protocol):
    """A state that counts turns."""

    turn: int


S = TypeVar("S", bound=HasTurns)


def points_by_turn(
    open_save: OpenSave[S], score: Callable[[S], Result], over: Callable[[S], bool]
) -> list[TurnPoints]:
    """What everybody would score before the first turn, after each turn and now, if the game ended then.

    `score` scores a state, `over` says whether the game is over in it. The log is played once. Raises BadInput if it
    can't be played.
    """
    found: dict[int, dict[str, int]] = {}
    for turn, state in _ends_of_turns(open_save, over):
        found = {before: totals for before, totals in found.items() if before < turn}
        found[turn] = _totals(score(state))
    now = open_save.state_on_file
    if over(now):
        found.pop(now.turn, None)
    ended = [TurnPoints(turn, totals) for turn, totals in found.items()]
    return [*ended, TurnPoints(now.turn, _totals(score(now)), over(now))]


def _totals(result: Result) -> dict[str, int]:
    return {player.name: player.total for player in result.players}


def _ends_of_turns(open_save: OpenSave[S], over: Callable[[S], bool]) -> Iterator[tuple[int, S]]:
    """The states before the first turn and at the end of each turn that is over, with the turns' numbers.

    A turn may come again, after a correction at its end or one that set the game back.
    """
    session = open_save.session
    try:
        states = [session.state_before(number) for number in range(session.settled + 1, len(session.steps) + 1)]
    except RefereeError as error:
        raise BadInput(f"{open_save.path}: its log can't be replayed: {error}") from None
    states.append(session.state)
    yield states[0].turn - 1, states[0]
    for before, after in pairwise(states):
        if after.turn > before.turn or over(after):
            yield before.turn, after
        elif after.turn < before.turn:
            yield after.turn - 1, after
