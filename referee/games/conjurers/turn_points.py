"""The victory points after each turn of a game, from the log of its save."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from referee.errors import BadInput, RefereeError
from referee.games.conjurers.evening.kept import KeptConjurers
from referee.games.conjurers.evening.points import score_now
from referee.games.conjurers.evening.state import Game, Setup
from referee.keeping import Keeper
from referee.scoring import TurnPoints
from referee.session import Session


def points_by_turn(path: Path) -> list[TurnPoints]:
    """What everybody would score before the first turn, after each turn and now, if the game ended then.

    The log is played once. Raises BadInput if the save can't be used or its log can't be played.
    """
    keeper = Keeper(KeptConjurers(), path)
    found: dict[int, dict[str, int]] = {}
    for turn, game in _ends_of_turns(keeper):
        found = {before: totals for before, totals in found.items() if before < turn}
        found[turn] = _totals(keeper.setup, game)
    state = keeper.state_on_file
    over = state.stage == "over"
    if over:
        found.pop(state.turn, None)
    ended = [TurnPoints(turn, totals) for turn, totals in found.items()]
    return [*ended, TurnPoints(state.turn, _totals(keeper.setup, state), over)]


def _totals(setup: Setup, game: Game) -> dict[str, int]:
    return {player.name: player.total for player in score_now(setup, game).players}


def _ends_of_turns(keeper: Keeper[Game]) -> Iterator[tuple[int, Game]]:
    """The states before the first turn and at the end of each turn that is over, with the turns' numbers.

    A turn may come again, after a correction at its end or one that set the game back.
    """
    played = keeper.session
    again: Session[Game] = Session(played.game, played.start, intervene=played.intervene, forcing=False)
    yield 0, again.state
    for number, entry in enumerate(played.entries, 1):
        before = again.state
        try:
            again.repeat(entry)
        except RefereeError as error:
            raise BadInput(f"{keeper.path}: its log can't be replayed, at entry {number}: {error}") from None
        if again.state.turn > before.turn or again.state.stage == "over":
            yield before.turn, again.state
        elif again.state.turn < before.turn:
            yield again.state.turn - 1, again.state
