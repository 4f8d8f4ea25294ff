"""One entry of a log played again on its own, with its questions and what came of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from msgspec import Struct

from referee.ask import Procedure, Question
from referee.errors import BadInput, Illegal, RefereeError
from referee.session import INTERVENE, Entry, Playable, Session

S = TypeVar("S")


class Given(Struct, frozen=True):
    """A question of the entry and its kind, who answered it ("" for the table), and the answer."""

    key: str
    who: str
    question: str
    answer: str


Recorded = tuple[str, str | None, str]
"""An answer on record: the kind of its question, who gave it (None where nobody knows), and its text."""


class Played(Struct):
    """An entry played from a state, as far as it goes: what was given, what came of it, and what stopped it.

    `asks` is the question that the entry doesn't answer: nothing in it does, or `unfit` does not, for the reason
    `why_unfit`. `refused` says why an answer isn't legal.
    """

    state: Any
    events: list[Any]
    given: list[Given]
    asks: Question[Any] | None = None
    refused: str = ""
    unfit: str = ""
    why_unfit: str = ""


def play_again(session: Session[S], before: S, entry: Entry) -> Played:
    """Play an entry of a session again, from the state before it."""
    entry = _keyed(session, before, entry)
    if entry[0].key == INTERVENE and session.intervene is not None:
        events: list[Any] = []
        return Played(session.intervene(session.game.copy(before), entry[0].text, events), events, [])
    return play(session.game, before, [(answer.key, None, answer.text) for answer in entry])


def state_before(session: Session[S], number: int) -> S:
    """The state before the n-th entry, played from the start."""
    again = Session(session.game, session.start, intervene=session.intervene, forcing=False)
    for at, entry in enumerate(session.entries[: number - 1], 1):
        try:
            again.repeat(entry)
        except RefereeError as error:
            raise BadInput(f"the log can't be replayed, at entry {at}: {error}") from None
    return again.state


def _keyed(session: Session[S], before: S, entry: Entry) -> Entry:
    """An entry with the keys of its questions, which the log doesn't keep."""
    again = Session(session.game, before, intervene=session.intervene, forcing=False)
    again.repeat(entry)
    return again.entries[0]


def play(playable: Playable[Any], before: Any, answers: Iterable[Recorded]) -> Played:
    """Play one entry, each answer where its question is asked; answers that nothing asks for are left out."""
    played = Played(playable.copy(before), [], [])
    left = list(answers)
    while (procedure := playable.step(played.state, played.events)) is not None:
        try:
            _answer_all(next(procedure), procedure, left, played)
        except StopIteration:
            if not played.given:  # it asked nothing and went by itself
                continue
        except Illegal as error:
            played.refused = f"{error} ({error.ruling})"
        except RefereeError as error:
            played.why_unfit = str(error)  # the answer was meant for another question than the one that `asks` holds
        break
    return played


def _answer_all(question: Question[Any], procedure: Procedure[None], left: list[Recorded], played: Played) -> None:
    """Answer the questions of a step. Raises StopIteration when it is over, and what its answers raise."""
    while True:
        played.asks = question
        text = _answer_to(question, left)
        if text is None:
            return
        played.unfit = text
        value = question.parse(text)
        played.unfit = ""
        played.given.append(Given(question.key, question.who, question.prompt, text))
        played.asks = None
        question = procedure.send(value)


def _answer_to(question: Question[Any], left: list[Recorded]) -> str | None:
    """The next recorded answer to a question of this kind to this player, else its only one; taken off `left`."""
    for at, (key, who, text) in enumerate(left):
        if key == question.key and who in (None, question.who):
            del left[: at + 1]
            return text
    return question.forced()
