"""A live battle as a session plays it: first the answers of its set-up, then its turns."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from referee.asking.question import Procedure
from referee.games.conjurers.battle.damage import end
from referee.games.conjurers.battle.outcome import until_decided
from referee.games.conjurers.battle.play import BattleEnds, Play
from referee.games.conjurers.battle.state import Battle
from referee.games.conjurers.battle.turn import turn
from referee.games.conjurers.cards.cards import Deck
from referee.games.conjurers.records.ask_battle import ask_battle
from referee.games.conjurers.records.record import RecordFile, dice_of, start_of
from referee.play.form import Form, Interview


@dataclass
class Stage:
    """How far a live battle has come: its set-up, then the record's head and the battle.

    `claims` is the damage that the table says is on creatures, by key, after the last turn.
    """

    form: Form[RecordFile] = field(default_factory=Form)
    file: RecordFile | None = None
    battle: Battle | None = None
    claims: dict[str, int] = field(default_factory=dict)

    def copy(self) -> Stage:
        """An independent copy."""
        return Stage(self.form.copy(), self.file, self.battle.copy() if self.battle else None, self.claims)


class LiveBattle:
    """A live battle as a session plays it: a step is one answer of the set-up, then one turn."""

    def __init__(self, deck: Deck, where: str) -> None:
        self.deck = deck
        self.where = where
        self._interview = Interview(lambda: ask_battle(deck))

    def copy(self, state: Stage) -> Stage:
        """An independent copy."""
        return state.copy()

    def next_decision(self, state: Stage, events: list[Any]) -> Procedure[None] | None:
        """The next answer of the set-up, or the next turn; None when the battle is over."""
        if state.battle is None or state.file is None:
            return self._set_up(state)
        if state.battle.outcome is not None:
            return None
        state.claims = {}
        return self._turn(Play(state.battle, dice_of(state.file, self.where), events))

    def _turn(self, play: Play) -> Procedure[None]:
        """A turn, or the end of the battle by its outcome."""
        winner = yield from until_decided(turn(play), lambda: play.battle)
        if winner is not None:
            with suppress(BattleEnds):
                end(play, winner, "outcome", ("A22",))

    def _set_up(self, state: Stage) -> Procedure[None]:
        yield from self._interview.ask_next(state.form)
        if state.form.result is not None:
            state.file = state.form.result
            state.battle = start_of(state.file, self.deck, self.where)
