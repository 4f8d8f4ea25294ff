"""What somebody says at the table of a battle as it stands: judged at once, and kept with the turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from msgspec import structs

from referee.games.conjurers.battle import claims
from referee.games.conjurers.battle.outcome import decided, is_of_turn
from referee.games.conjurers.battle.state import Battle, SideName
from referee.games.conjurers.records.record import Record, TurnEntry, entry_of
from referee.play.step import Step

KEPT = f"adjust {claims.WORD} "
"""How a claim that is kept is written among the steps."""


def claimed(record: Record, text: str) -> Record:
    """A record whose last turn claims damage on creatures, as in "Griffin 4, Sphinx 2".

    Raises BadInput where no turn was played, for what is no claim, and for a name that fits no or several creatures.
    """
    if not record.turns:
        claims.expect_turn(record.start)
    found = claims.meant(text, record.start)
    *before, last = record.turns
    return replace(record, turns=(*before, replace(last, claims={**last.claims, **found})))


def kept(text: str, battle: Battle) -> str:
    """The step by which a claim is kept with the last turn of a battle under way. Raises BadInput as `claimed`."""
    claims.expect_turn(battle)
    return KEPT + claims.written(claims.meant(text, battle), battle)


def turns_of(steps: Sequence[Step], battle: Battle) -> tuple[list[TurnEntry], SideName | None]:
    """The turns that steps are, as a record has them, each with what was claimed after it; who won by the outcome.

    `battle` has the names, at any moment of it.
    """
    entries: list[TurnEntry] = []
    winner: SideName | None = None
    for step in steps:
        of_turn = [answer for answer in step.answers if is_of_turn(answer.key)]
        if of_turn and (winner := decided(of_turn[-1].text)) is None:
            entries.append(entry_of(of_turn))
        elif entries and step.correct.startswith(KEPT):
            found = claims.named(claims.exact(step.correct.removeprefix(KEPT), battle), battle)
            entries[-1] = structs.replace(entries[-1], claim={**entries[-1].claim, **found})
    return entries, winner


class ClaimCorrector:
    """What can be said of a live battle besides its turns: claims. Its state has `battle` and `claims`."""

    def corrects(self, state: Any, text: str) -> bool:
        """Whether a text is a claim to be kept."""
        return text.startswith(KEPT)

    def named(self, state: Any, text: str, asked: str) -> str:
        """A claim names all that it is about."""
        return text

    def correct(self, state: Any, step: Step, events: list[Any]) -> Any:
        """The state with what is claimed. Raises BadInput."""
        state.claims = {**state.claims, **claims.after_turn(step.correct.removeprefix(KEPT), state.battle)}
        return state
