"""What isn't everybody's to see: the hands that the program drew, and the answers that drew them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from referee.declaration.game import Secrets
from referee.games.conjurers.battle.state import SIDES
from referee.games.conjurers.rules.state import GameState
from referee.play.notation import in_brackets, written
from referee.play.step import Answer, Step

BEGUN = "referee"
"""The answer that begins a refereed battle: in logs without the keys of questions, what follows it are the draws."""

DRAWN = "(drawn)"
"""What everybody hears of a draw."""


def _without_draws(step: Step) -> list[Answer]:
    """A step's answers without what the program drew for a hand."""
    begun = next((at for at, answer in enumerate(step.answers) if answer.text == BEGUN), len(step.answers))
    return [one for at, one in enumerate(step.answers) if one.key != "draw" and (one.key or at <= begun)]


def _text(step: Step) -> str:
    """A step as everybody may hear it."""
    told = _without_draws(step)
    if len(told) == len(step.answers):
        return written(step)
    return in_brackets([*(answer.text for answer in told), *[DRAWN] * (len(step.answers) - len(told))])


def _log(steps: Sequence[Step], state: GameState) -> list[Step]:
    """The log, without draws for hands that are still secret; they come again from the seed."""
    log = list(steps)
    if state.contest is None or not any(state.contest.hands):
        return log
    begun = max((at for at, step in enumerate(log) if len(_without_draws(step)) < len(step.answers)), default=None)
    if begun is None:  # a log that doesn't tell them
        return log
    step = log[begun]
    told = Step.of(_without_draws(step), step.at, step.who, step.when)
    log[begun] = replace(told, was=step.was, removed=step.removed)
    return log


def _state(state: GameState) -> dict[str, Any]:
    """The state as plain data; of hands that the program drew only the number of cards."""
    state = state.copy()
    if state.contest is not None:
        state.contest.hands = ((), ())
    plain: dict[str, Any] = to_builtins(state)
    return {"turn": state.turn, "phase": state.phase, "stage": state.stage, **plain}


def _hand(state: GameState, name: str) -> list[str]:
    """What the program drew for a player and waits in the hand."""
    from referee.games.conjurers.rules.hidden_hands import drawn_hand  # with it comes the whole battle

    contest = state.contest
    for side in SIDES:
        if contest is not None and contest.battle is not None and contest.battle.sides[side].player == name:
            return drawn_hand(contest, side)
    return []


SECRETS = Secrets(keys=frozenset({"draw"}), text=_text, log=_log, state=_state, hand=_hand)
