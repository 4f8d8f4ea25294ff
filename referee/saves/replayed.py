"""The entries of a save's log played again, each with the state before and after it and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from referee.errors import BadInput, RefereeError
from referee.play.session import Session
from referee.play.step import Step
from referee.saves.save import OpenSave


class Replayed(NamedTuple):
    """An entry played again: itself, the state before and after, and its events."""

    step: Step
    before: Any
    after: Any
    events: Sequence[Any]


def play_again(open_save: OpenSave[Any]) -> Iterator[Replayed]:
    """Each entry of the log, as far back as it can be played. Raises BadInput."""
    session = open_save.session
    again = Session(session.game, session.start, corrector=session.corrector, forcing=False)
    for number, step in enumerate(session.steps[session.settled :], session.settled + 1):
        before = again.state
        try:
            again.repeat(step)
        except RefereeError as error:
            raise BadInput(f"{open_save.path}: its log can't be replayed: entry {number}: {error}") from None
        yield Replayed(step, before, again.state, again.take_events())
