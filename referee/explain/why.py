"""Why an entry of a log came out as it did: what was asked and answered, what happened by which rules, and what
a switch of the set-up decided.

Nothing here is told from memory. The log is played up to the entry once; then the entry is played as it was, and
once more for each switch set the other way. What differs is what the switch decides here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.asking.question import Question
from referee.declaration.counts import seen
from referee.declaration.game import Alternative, Explaining, Game, Happened
from referee.declaration.plain import explaining_of
from referee.declaration.rules import Playing
from referee.declaration.secrets import SECRET, secrets_of
from referee.errors import BadInput
from referee.explain.replay import AnswerGiven, PlayedEntry, play, play_again
from referee.play.notation import written
from referee.play.session import Playable, Session
from referee.play.step import Step
from referee.rulebook.rules import rulebook

S = TypeVar("S")

HAPPENS = "what happens"
NEXT = "asked next"
POSSIBLE = "possible next"


class OtherValue(Struct, frozen=True):
    """What is one thing and would be another; "" stands for nothing."""

    what: str
    now: str
    other: str


class SwitchDecision(Struct, frozen=True):
    """What one switch decides at an entry.

    `refused` says why the entry wouldn't be legal with the switch the other way, `asks` what would be asked that the
    entry doesn't answer; both are "" where the entry would stand. Where one of its answers doesn't fit there any more
    (other dice, say), `unfit` is that answer and `why_unfit` what is wrong with it. `rules` are the ids of what tells
    of the switch.
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


@dataclass(frozen=True, kw_only=True)
class Explained(Generic[S]):
    """What is explained: a game or a battle of its own.

    `name` is the game whose rules are cited, `secret` the kinds of questions whose answers aren't everybody's to see;
    `seen` is all that everybody sees of a state.
    """

    name: str
    playable: Callable[[Any], Playable[S]]
    parts: Explaining[Any, S]
    seen: Callable[[Any, S], Mapping[str, str]]
    secret: frozenset[str] = frozenset()


def explained_game(game: Game[Any, Any]) -> Explained[Any]:
    """A whole game, as its log is explained."""
    rules, parts = game.rules(), explaining_of(game)
    return Explained(
        name=game.name, playable=partial(Playing, rules), parts=parts, secret=secrets_of(game).keys,
        seen=lambda setup, state: {**seen(rules, state), **parts.seen(setup, state)},
    )  # fmt: skip


def explain(game: Explained[S], setup: Any, session: Session[S], number: int | None = None) -> Explanation:
    """Explain the n-th entry of a session (the last one without a number); behind the last comes what is under way.

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
    played = play_again(session, before, step)
    given = tuple(replace(one, answer=SECRET) if one.key in game.secret else one for one in played.given)
    happened = game.parts.told(setup, before, played.events)
    others = [] if step.kind != "move" or number > whole else game.parts.alternatives(setup, before)
    decided = [_decided(game, setup, before, played, happened, other) for other in others]
    return Explanation(
        number,
        step.place,
        " / ".join(one.answer for one in given) if given else written(step),
        given,
        tuple(happened),
        tuple(_unlike(game.seen(setup, before), game.seen(setup, played.state))),
        tuple(dict.fromkeys(rule for one in happened for rule in one.rules)),
        tuple(one for one in decided if one.refused or one.asks or one.differences),
    )


def under_way(session: Session[Any]) -> str:
    """Where in the game the step is that isn't whole yet."""
    return f"{session.label(session.state)}, under way".removeprefix(", ")


def just_happened(session: Session[Any]) -> int | None:
    """The number of what happened last because somebody decided it: the step under way, or an entry of the log.

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


def _decided(
    game: Explained[S],
    setup: Any,
    before: S,
    played: PlayedEntry,
    happened: Sequence[Happened],
    alternative: Alternative,
) -> SwitchDecision:
    """Play the entry with a switch the other way, and say what differs."""
    found = partial(
        SwitchDecision, alternative.switch, alternative.now, alternative.other, _rules_of(game.name, alternative)
    )
    playable = game.playable(alternative.setup)
    other = play(playable, alternative.state, [(one.key, one.who, one.answer) for one in played.given])
    if other.refused:
        return found(refused=other.refused)
    if other.asks is not None:
        if other.asks.key in game.secret:
            return found(asks=other.asks.prompt)
        return found(asks=other.asks.prompt, unfit=other.unfit, why_unfit=other.why_unfit)
    told = game.parts.told(alternative.setup, alternative.state, other.events)
    differences = [
        *_only_in(HAPPENS, _lines(happened), _lines(told)),
        *_unlike_after(game, setup, before, played, alternative, other),
        *_unlike_next(_next(game.playable(setup), played.state), _next(playable, other.state)),
    ]
    return found(differences=tuple(differences))


def _next(playable: Playable[S], state: S) -> Question[Any] | None:
    """What is asked next."""
    return Session(playable, state, forcing=False).question


def _unlike_after(
    game: Explained[S], setup: Any, before: S, played: PlayedEntry, alternative: Alternative, other: PlayedEntry
) -> list[OtherValue]:
    """What the states after the entry differ in, apart from what they differed in before it."""
    known = {one.what for one in _unlike(game.seen(setup, before), game.seen(alternative.setup, alternative.state))}
    after = game.seen(setup, played.state), game.seen(alternative.setup, other.state)
    return [one for one in _unlike(*after) if one.what not in known]


def _unlike_next(now: Question[Any] | None, other: Question[Any] | None) -> list[OtherValue]:
    """How the questions after the entry differ; what only one player may see is left out."""
    asked, instead = ("" if question is None else question.prompt for question in (now, other))
    if asked != instead:
        return [OtherValue(NEXT, asked, instead)]
    if now is None or other is None or now.private or other.private:
        return []
    return _only_in(POSSIBLE, [one.text for one in now.options()], [one.text for one in other.options()], ", ")


def _unlike(one: Mapping[str, str], other: Mapping[str, str]) -> list[OtherValue]:
    return [
        OtherValue(what, one.get(what, ""), other.get(what, ""))
        for what in dict.fromkeys((*one, *other))
        if one.get(what, "") != other.get(what, "")
    ]


def _only_in(what: str, one: Sequence[str], other: Sequence[str], between: str = " ") -> list[OtherValue]:
    """The lines that only one of two lists has, if there are any."""
    now, instead = ([line for line in a if line not in b] for a, b in ((one, other), (other, one)))
    return [OtherValue(what, between.join(now), between.join(instead))] if now or instead else []


def _lines(happened: Iterable[Happened]) -> list[str]:
    return [one.text for one in happened]


def _rules_of(name: str, alternative: Alternative) -> tuple[str, ...]:
    """What tells of a switch: the entries that name it, else those that the game names."""
    book = rulebook(name)
    if (point := book.readings.get(alternative.switch)) is not None:
        return (point.entry,)
    named = [entry.id for entry in book.entries.values() if entry.switch == alternative.switch]
    return tuple(named) or alternative.rules
