"""The points after each turn of a game, from the log of its save."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import pairwise
from typing import Any

from referee.declaration.tracking import uncounted
from referee.errors import BadInput, RefereeError
from referee.saves.save import OpenSave
from referee.scores.score import Outcome
from referee.scores.words import TurnPoints


def points_by_turn(open_save: OpenSave[Any]) -> list[TurnPoints]:
    """What everybody would score before the first turn, after each turn and now, if the game ended then.

    Players who have left are not among them. The log is played once. Raises BadInput if it can't be played.
    """
    outcome = open_save.game.scores().outcome

    def score(state: Any) -> Outcome:
        return outcome(open_save.setup_of(state), state)

    over = partial(open_save.rules.over, open_save.setup)
    found: dict[int, dict[str, int]] = {}
    for turn, state in _ends_of_turns(open_save):
        if uncounted(open_save.rules, state):
            continue
        found = {before: totals for before, totals in found.items() if before < turn}
        found[turn] = _totals(score(state))
    now = open_save.state_on_file
    if over(now):
        found.pop(now.turn, None)
    ended = [TurnPoints(turn, totals) for turn, totals in found.items()]
    return [*ended, TurnPoints(now.turn, _totals(score(now)), over(now))]


def _totals(result: Outcome) -> dict[str, int]:
    return {player.name: player.total for player in result.standing}


def _ends_of_turns(open_save: OpenSave[Any]) -> Iterator[tuple[int, Any]]:
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
        if after.turn > before.turn or open_save.rules.over(open_save.setup, after):
            yield before.turn, after
        elif after.turn < before.turn:
            yield after.turn - 1, after
