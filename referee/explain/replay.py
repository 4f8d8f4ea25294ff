"""One entry of a log played again on its own, with its questions and what came of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from msgspec import Struct

from referee.asking.interrupts import INTERRUPT, Interruption
from referee.asking.question import Question, drive
from referee.errors import BadInput, Illegal, RefereeError
from referee.play.session import Playable, Session
from referee.play.step import Answer, Step

S = TypeVar("S")


class AnswerGiven(Struct, frozen=True):
    """A question of the entry and its kind, who answered it ("" for the table), and the answer."""

    key: str
    who: str
    question: str
    answer: str


Recorded = tuple[str, str | None, str]
"""An answer on record: the kind of its question, who gave it (None where nobody knows), and its text."""


class PlayedEntry(Struct):
    """An entry played from a state, as far as it goes: what was given, what came of it, and what stopped it.

    `asks` is the question that the entry doesn't answer: nothing in it does, or `unfit` does not, for the reason
    `why_unfit`. `refused` says why an answer isn't legal.
    """

    state: Any
    events: list[Any]
    given: list[AnswerGiven]
    asks: Question[Any] | None = None
    refused: str = ""
    unfit: str = ""
    why_unfit: str = ""


def play_again(session: Session[S], before: S, step: Step) -> PlayedEntry:
    """Play a step of a session again, from the state before it."""
    if step.kind != "move":
        events: list[Any] = []
        return PlayedEntry(corrected(session, before, step, events), events, [])
    return play(session.game, before, [(answer.key, None, answer.text) for answer in _keyed(session, before, step)])


def corrected(session: Session[S], before: S, step: Step, events: list[Any]) -> S:
    """The state after a correction, carried out on a copy of the state before it."""
    if session.corrector is None:
        raise BadInput("this game takes no corrections")
    return session.corrector.correct(session.game.copy(before), step, events)


def _keyed(session: Session[S], before: S, step: Step) -> tuple[Answer, ...]:
    """The answers of a step with the keys of their questions, which older saves don't have."""
    if all(answer.key for answer in step.answers):
        return step.answers
    again = Session(session.game, before, forcing=False)
    again.repeat(step)
    return again.steps[0].answers


class _NoAnswer(Exception):
    """A question that none of the recorded answers is for."""


def play(playable: Playable[Any], before: Any, answers: Iterable[Recorded]) -> PlayedEntry:
    """Play one entry, each answer where its question is asked; answers that nothing asks for are left out."""
    played = PlayedEntry(playable.copy(before), [], [])
    left = list(answers)

    def answer(question: Question[Any]) -> Any:
        played.asks = question
        text = _answer_to(question, left)
        if text is None:
            raise _NoAnswer
        played.unfit = text
        value = question.parse(text)
        played.unfit = ""
        played.given.append(_given(question, value, text))
        played.asks = None
        return value

    while (procedure := playable.next_decision(played.state, played.events)) is not None:
        try:
            drive(procedure, answer)
            if not played.given:  # it asked nothing and went by itself
                continue
        except _NoAnswer:
            pass
        except Illegal as error:
            played.refused = f"{error} ({error.ruling})"
        except RefereeError as error:
            played.why_unfit = str(error)  # the answer was meant for another question than the one that `asks` holds
        break
    return played


def _given(question: Question[Any], value: Any, text: str) -> AnswerGiven:
    if isinstance(value, Interruption):
        return AnswerGiven(INTERRUPT, value.who, "meanwhile", text)
    return AnswerGiven(question.key, question.who, question.prompt, text)


def _answer_to(question: Question[Any], left: list[Recorded]) -> str | None:
    """The next recorded answer to a question of this kind to this player, else its only one; taken off `left`."""
    if question.interrupts and left and left[0][0] == INTERRUPT:
        return left.pop(0)[2]
    for at, (key, who, text) in enumerate(left):
        if key == question.key and who in (None, question.who):
            del left[: at + 1]
            return text
    return question.forced()
