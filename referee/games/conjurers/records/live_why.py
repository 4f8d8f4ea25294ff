"""A turn of a live battle explained."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from referee.asking.dice import Mode
from referee.declaration.game import Alternative, Explaining, Happened
from referee.errors import BadInput
from referee.explain.screen import WhyReport
from referee.explain.why import Explained, explain
from referee.games.conjurers.records.live_battle import Stage
from referee.games.conjurers.vocabulary import GAME
from referee.play.session import Session
from referee.rulebook.rules import rulebook


def _told(setup: None, before: Stage, events: Sequence[Any]) -> list[Happened]:
    """Events in words, with the steps of their arithmetic."""
    from referee.games.conjurers.screens.explained import told_of_battle

    return [] if before.battle is None else told_of_battle(before.battle, events)


def _alternatives(setup: None, state: Stage) -> Iterator[Alternative]:
    """The optional rules the other way (pp. 17, 20)."""
    if state.file is None or state.battle is None:
        return
    for switch, rules in (("elements", ("elements", "B20")), ("morale", ("morale", "B21"))):
        other = state.copy()
        now = bool(getattr(state.battle, switch))
        setattr(other.battle, switch, not now)
        yield Alternative(switch, ("no", "yes")[now], ("yes", "no")[now], None, other, rules)
    dice: Mode = "entered" if state.file.dice == "average" else "average"
    other = state.copy()
    other.file = replace(state.file, dice=dice, seed=UNSET)  # a seed goes with rolled dice only
    yield Alternative("dice", state.file.dice, dice, None, other, ("average-dice", "B22"))


def _nothing(setup: None, state: Stage) -> dict[str, str]:
    """What changes in a battle is told by its events."""
    return {}


EXPLAINING = Explaining(told=_told, seen=_nothing, alternatives=_alternatives)


def explanation(session: Session[Stage], turn: int | None = None) -> WhyReport:
    """Why a turn (the last one without a number) came out as it did. Raises BadInput if there is none."""
    steps = enumerate(session.steps, 1)
    turns = [number for number, step in steps if any(answer.key == "move" for answer in step.answers)]
    if not turns:
        raise BadInput("no turn has been played yet")
    turn = len(turns) if turn is None else turn
    if not 1 <= turn <= len(turns):
        raise BadInput(f"there is no turn {turn}; the last was {len(turns)}")
    battle = Explained(name=GAME, playable=lambda setup: session.game, parts=EXPLAINING, seen=_nothing)
    found = explain(battle, None, session, turns[turn - 1])
    return WhyReport(replace(found, number=turn), rulebook(GAME))  # numbered as the turns are, without the set-up
