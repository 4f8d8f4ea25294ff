"""Explain one entry of a log: replay it alone, with its questions, answers and events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.asking.interrupts import INTERRUPT, Interruption
from referee.asking.moves import split_overrule
from referee.asking.question import Question, drive
from referee.declaration.game import SECRET, Alternative, Explaining, Game, Happened, Playing, secrets_of
from referee.declaration.plain import explaining_of
from referee.declaration.tracking import public_view
from referee.errors import BadInput, Illegal, RefereeError, Unreadable
from referee.play.notation import Answer, Step, write_step
from referee.play.session import Copied, Playable, Session, overruling
from referee.rulebook.rules import rulebook

S = TypeVar("S", bound=Copied)


class AnswerGiven(Struct, frozen=True):
    """A question of the entry and its kind, who answered it ("" for the table), and the answer."""

    key: str
    who: str
    question: str
    answer: str


Recorded = tuple[str, str | None, str]
"""An answer on record: the kind of its question, who gave it (None if unknown), and its text."""


class PlayedEntry(Struct):
    """An entry played from a state, as far as possible: the answers given, the events, and what stopped it.

    `asks` is the question that the entry doesn't answer: nothing in it does, or `unfit` does not, for the reason
    `why_unfit`. `refused` is the reason why an answer isn't legal.
    """

    state: Any
    events: list[Any]
    given: list[AnswerGiven]
    asks: Question[Any] | None = None
    refused: str = ""
    unfit: str = ""
    why_unfit: str = ""


def play_again(session: Session[S], before: S, step: Step) -> PlayedEntry:
    """Replay a step of a session, from the state before it."""
    if step.kind == "move":
        answers = [(answer.key, None, answer.text) for answer in _keyed(session, before, step)]
        return play(session.game, before, answers, under_way=all(step is not one for one in session.steps))
    if session.corrector is None:
        raise BadInput("this game takes no corrections")
    events: list[Any] = []
    return PlayedEntry(session.corrector.correct(before.copy(), step, events), events, [])


def _keyed(session: Session[S], before: S, step: Step) -> tuple[Answer, ...]:
    """Return the answers of a step with the keys of their questions, which older saves don't have."""
    if all(answer.key for answer in step.answers):
        return step.answers
    again = Session(session.game, before, forcing=False)
    again.repeat(step)
    return again.steps[0].answers


class _NoAnswer(Exception):
    """None of the recorded answers is for the question."""


def play(
    playable: Playable[Any], before: Any, answers: Iterable[Recorded], *, under_way: bool = False
) -> PlayedEntry:
    """Play one entry, each answer where its question is asked; answers that nothing asks for are left out.

    What a log may omit is answered as usual, unless the entry is `under_way` and the answer may still come.
    """
    played = PlayedEntry(before.copy(), [], [])
    left = list(answers)

    def answer(question: Question[Any]) -> Any:
        played.asks = question
        if (text := _answer_to(question, left)) is None:
            text = question.forced() if under_way else question.left_out()
        if text is None:
            raise _NoAnswer
        played.unfit = text
        value = _parse_recorded(question, text)
        played.unfit = ""
        if (against := overruling(question, value)) is not None:
            played.events.append(against)
        if isinstance(value, Interruption):
            played.given.append(AnswerGiven(INTERRUPT, value.who, "meanwhile", text))
        else:
            played.given.append(AnswerGiven(question.key, question.who, question.prompt, text))
        played.asks = None
        return value

    while (procedure := playable.next_decision(played.state, played.events)) is not None:
        try:
            drive(procedure, answer)
            if not played.given:  # it asked nothing
                continue
        except _NoAnswer:
            pass
        except Illegal as error:
            played.refused = f"{error} ({error.ruling})"
        except RefereeError as error:
            played.why_unfit = str(error)  # the answer was meant for another question than the one that `asks` holds
        break
    return played


def _parse_recorded(question: Question[Any], text: str) -> Any:
    """Parse a recorded answer; a move that was overruled may be legal here. Raises if it can't be read."""
    move, because = split_overrule(text)
    if because:
        with suppress(Illegal, Unreadable):
            return question.parse(move)
    return question.parse(text)


def _answer_to(question: Question[Any], left: list[Recorded]) -> str | None:
    """Take the next recorded answer to this kind of question by this player off `left`; None if there is none."""
    if left and left[0][0] == INTERRUPT and question.interrupts():
        return left.pop(0)[2]
    for at, (key, who, text) in enumerate(left):
        if key == question.key and who in (None, question.who):
            del left[: at + 1]
            return text
    return None


# --- Why ------------------------------------------------------------------------------------------
# Why an entry of a log came out as it did: what was asked and answered, what happened by which rules, and what a
# switch of the set-up decided.
#
# Nothing here is stored. The log is played up to the entry once; then the entry is played as it was, and once more
# for each switch set the other way. The differences are what the switch decides here.


HAPPENS = "what happens"
NEXT = "asked next"
POSSIBLE = "possible next"


class OtherValue(Struct, frozen=True):
    """A value that differs between two ways; "" stands for nothing."""

    what: str
    now: str
    other: str


class SwitchDecision(Struct, frozen=True):
    """Effect of one switch on an entry.

    `refused` is the reason why the entry wouldn't be legal with the switch the other way, `asks` the question that
    the entry wouldn't answer; both are "" where the entry would stand. Where one of its answers doesn't fit there any
    more (other dice, say), `unfit` is that answer and `why_unfit` what is wrong with it. `rules` are the ids of the
    rules about the switch.
    """

    switch: str
    now: str
    other: str
    rules: tuple[str, ...]
    refused: str = ""
    asks: str = ""
    unfit: str = ""
    why_unfit: str = ""
    differences: tuple[OtherValue, ...] = ()


class Explanation(Struct, frozen=True):
    """An entry explained. `changed` is what everybody could see change; `rules` are ids, each once."""

    number: int
    at: str
    text: str
    given: tuple[AnswerGiven, ...]
    happened: tuple[Happened, ...]
    changed: tuple[OtherValue, ...]
    rules: tuple[str, ...]
    decided: tuple[SwitchDecision, ...]


class Explained(Struct, Generic[S], frozen=True, kw_only=True):
    """Subject of an explanation: a game or a battle of its own.

    `name` is the game whose rules are cited, `secret` the kinds of questions whose answers are secret; `seen` is all
    that everybody sees of a state, `in_force` a set-up with the readings that were changed up to one.
    """

    name: str
    playable: Callable[[Any], Playable[S]]
    parts: Explaining[Any, S]
    seen: Callable[[Any, S], Mapping[str, str]]
    secret: frozenset[str] = frozenset()
    in_force: Callable[[Any, S], Any] = lambda setup, state: setup


def explained_game(game: Game[Any, Any]) -> Explained[Any]:
    """Return what explaining the log of a whole game needs."""
    rules, parts = game.rules(), explaining_of(game)

    def alternatives(setup: Any, state: Any) -> Iterable[Alternative]:
        agreed = state.copy()
        if rules.readings is not None:
            agreed.readings.clear()  # the set-up has them, with one the other way
        return parts.alternatives(setup, agreed)

    return Explained(
        name=game.name,
        playable=partial(Playing, rules),
        parts=replace(parts, alternatives=alternatives),
        in_force=rules.in_force,
        secret=secrets_of(game).keys,
        seen=lambda setup, state: {**public_view(rules, state), **parts.seen(setup, state)},
    )


def explain(game: Explained[S], setup: Any, session: Session[S], number: int | None = None) -> Explanation:
    """Explain the n-th entry of a session (the last one without a number); the step under way counts as the next one.

    Raises BadInput if there is no such entry, or the log can't be played.
    """
    steps = [*session.steps, *([Step.of(session.draft, under_way(session))] if session.draft else [])]
    whole = len(session.steps)
    if not steps:
        raise BadInput("the log has no entry yet")
    number = whole or 1 if number is None else number
    if not 1 <= number <= len(steps):
        raise BadInput(f"there is no entry {number}; the log has {whole}")
    before, step = session.state_before(number) if number <= whole else session.state, steps[number - 1]
    setup, played = game.in_force(setup, before), play_again(session, before, step)
    given = tuple(replace(one, answer=SECRET) if one.key in game.secret else one for one in played.given)
    happened = game.parts.describe(setup, before, played.events)
    others = [] if step.kind != "move" or number > whole else game.parts.alternatives(setup, before)
    decided = [_try_switch(game, setup, before, played, happened, other) for other in others]
    return Explanation(
        number,
        step.place,
        " / ".join(one.answer for one in given) if given else write_step(step),
        given,
        tuple(happened),
        tuple(_compare(game.seen(setup, before), game.seen(setup, played.state))),
        tuple(dict.fromkeys(rule for one in happened for rule in one.rules)),
        tuple(one for one in decided if one.refused or one.asks or one.differences),
    )


def under_way(session: Session[Any]) -> str:
    """Return the place in the game of the step that isn't finished yet."""
    return f"{session.label(session.state)}, under way".removeprefix(", ")


def just_happened(session: Session[Any]) -> int | None:
    """Return the number of the last entry that was decided by a player, or that of the step under way.

    None where nothing has happened yet.
    """
    if session.draft and session.events_under_way:
        return len(session.steps) + 1
    for number in range(len(session.steps), 0, -1):
        step = session.steps[number - 1]
        if len(step.answers) != 1:
            return number
        asked = Session(session.game, session.state_before(number), forcing=False).question
        if asked is None or asked.only() != step.do:
            return number
    return len(session.steps) or None


# --- what a switch decides ------------------------------------------------------------------------


def _try_switch(
    game: Explained[S],
    setup: Any,
    before: S,
    played: PlayedEntry,
    happened: Sequence[Happened],
    alternative: Alternative,
) -> SwitchDecision:
    """Play the entry with a switch the other way, and return what differs."""
    found = partial(
        SwitchDecision, alternative.switch, alternative.now, alternative.other, _rules_of(game.name, alternative)
    )
    playable = game.playable(alternative.setup)
    given = [(one.key, one.who, one.answer) for one in played.given]
    other = play(playable, alternative.state, given, under_way=played.asks is not None)
    if other.refused:
        return found(refused=other.refused)
    if other.asks is not None:
        if other.asks.key in game.secret:
            return found(asks=other.asks.prompt)
        return found(asks=other.asks.prompt, unfit=other.unfit, why_unfit=other.why_unfit)
    described = game.parts.describe(alternative.setup, alternative.state, other.events)
    known = {one.what for one in _compare(game.seen(setup, before), game.seen(alternative.setup, alternative.state))}
    after = game.seen(setup, played.state), game.seen(alternative.setup, other.state)
    differences = [
        *_only_in(HAPPENS, [one.text for one in happened], [one.text for one in described]),
        *(one for one in _compare(*after) if one.what not in known),
        *_compare_questions(_next(game.playable(setup), played.state), _next(playable, other.state)),
    ]
    return found(differences=tuple(differences))


def _next(playable: Playable[S], state: S) -> Question[Any] | None:
    return Session(playable, state, forcing=False).question


def _compare_questions(now: Question[Any] | None, other: Question[Any] | None) -> list[OtherValue]:
    """Compare the questions after the entry; what only one player may see is left out."""
    asked, instead = ("" if question is None else question.prompt for question in (now, other))
    if asked != instead:
        return [OtherValue(NEXT, asked, instead)]
    if now is None or other is None or now.private or other.private:
        return []
    return _only_in(POSSIBLE, [one.text for one in now.options()], [one.text for one in other.options()], ", ")


def _compare(one: Mapping[str, str], other: Mapping[str, str]) -> list[OtherValue]:
    return [
        OtherValue(what, one.get(what, ""), other.get(what, ""))
        for what in dict.fromkeys((*one, *other))
        if one.get(what, "") != other.get(what, "")
    ]


def _only_in(what: str, one: Sequence[str], other: Sequence[str], between: str = " ") -> list[OtherValue]:
    """Return the lines that only one of two lists has, if there are any."""
    now, instead = ([line for line in a if line not in b] for a, b in ((one, other), (other, one)))
    return [OtherValue(what, between.join(now), between.join(instead))] if now or instead else []


def _rules_of(name: str, alternative: Alternative) -> tuple[str, ...]:
    """List the rules about a switch: the entry of the reading, else those that name it, else the game's."""
    book = rulebook(name)
    if (point := book.readings.get(alternative.switch)) is not None:
        return (point.entry,)
    named = [entry.id for entry in book.entries.values() if entry.switch == alternative.switch]
    return tuple(named) or alternative.rules
