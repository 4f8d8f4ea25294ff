"""How much of a game is tracked: everything, the clock and the battles, or only the score.

A game declares what each lighter level keeps, which decisions it asks for, and how the rest is asked for when the
score is counted or more is tracked from then on. A state has the level that the table has chosen, `tracking`, and
the one by which it is `known`: until the rest has been asked for, the two differ, or neither is "everything".
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, Protocol, TypeVar, get_args

from referee.asking.question import Option, Procedure, Question
from referee.errors import BadInput, Unreadable
from referee.text.names import and_list, find, keyed

if TYPE_CHECKING:
    from referee.declaration.rules import Rules

G = TypeVar("G")
S = TypeVar("S")

HowMuch = Literal["everything", "battles", "score"]
EVERYTHING: Final = "everything"
BATTLES: Final = "battles"
SCORE: Final = "score"
NAMES: tuple[HowMuch, ...] = get_args(HowMuch)
"""The fullest first."""

WORD = "tracking"
"""How the correction begins that changes what is tracked: "adjust tracking everything"."""

NextDecision = Callable[[G, S, list[Any]], Procedure[None] | None]
"""The next decision of a game, as in `Rules.next_decision`."""


class Tracked(Protocol):
    """A state of a game with levels of tracking."""

    tracking: HowMuch
    known: HowMuch


@dataclass(frozen=True, kw_only=True)
class TrackingLevel:
    """A level of tracking that keeps less than everything.

    `keeps` says it in a few words. `names` are the counters and piles that stay known; a pile in `partly` is known as
    far as battles tell, and is asked for again when all is counted.
    """

    keeps: str
    names: Collection[str] = ()
    partly: Collection[str] = ()


@dataclass(frozen=True, kw_only=True)
class TrackingLevels(Generic[S]):
    """The lighter levels of tracking of a game, by name.

    `ready` is whether a state lies between two turns, where a fuller level can begin. `scored` are the counters and
    piles that the score is made of, `others` things that aren't tracked and are neither. `heading` says of a state
    what a light table wants to see beside the turn.
    """

    lighter: Mapping[HowMuch, TrackingLevel]
    ready: Callable[[S], bool]
    heading: Callable[[S], str]
    scored: Sequence[str]
    others: Sequence[str] = ()

    @property
    def names(self) -> list[HowMuch]:
        """The levels that this game has, the fullest first."""
        return [name for name in NAMES if name == EVERYTHING or name in self.lighter]

    def unknown(self, rules: Rules[Any, Any], state: Tracked) -> list[str]:
        """The counters, piles and other things that aren't known of a state; what was counted for the score is."""
        if (known := self._known(state)) is None:
            return []
        names = [*(counter.name for counter in rules.counters), *(pile.name for pile in rules.piles)]
        return [name for name in (*names, *self.others) if name not in known]

    def _known(self, state: Tracked) -> set[str] | None:
        """The counters, piles and other things that are known of a state; None where all are."""
        counted = state.known == EVERYTHING
        kept = self.lighter.get(state.tracking if counted else state.known)
        return None if kept is None else {*kept.names, *(self.scored if counted else ())}

    def verify(self, state: Tracked, name: str) -> None:
        """Raises Unreadable for a counter that isn't tracked now."""
        known = self._known(state)
        if known is not None and name not in known:
            over = state.known == EVERYTHING
            more = "" if over else f". To track it from the next turn on, write: adjust {WORD} {EVERYTHING}"
            level = state.tracking if over else state.known
            raise Unreadable(f"{name} isn't tracked: this game tracks {told(level)}{more}")


def _no_lines(setup: Any, state: Any) -> Iterable[str]:
    return ()


@dataclass(frozen=True, kw_only=True)
class LightPlay(Generic[G, S]):
    """How the lighter levels of a game are played.

    `next_decision` is the one under them, until a fuller level has begun. `count` asks for what isn't known yet, at
    the end of the game or before more is tracked; then the state is known by what it tracks. `lighten` lets go of
    what a lighter level doesn't keep, besides counters. `lines` say of a state what a light table wants to see below
    the players.
    """

    next_decision: NextDecision[G, S]
    count: Callable[[G, S, list[Any]], Procedure[None]]
    lighten: Callable[[S], None]
    lines: Callable[[G, S], Iterable[str]] = _no_lines

    def decision(
        self, levels: TrackingLevels[S], full: NextDecision[G, S], setup: G, state: Any, events: list[Any]
    ) -> Procedure[None] | None:
        """The next decision by what is tracked; when the game is over, the count of what isn't known yet."""
        everything = state.known == EVERYTHING and state.tracking == EVERYTHING
        found = (full if everything else self.next_decision)(setup, state, events)
        if found is None:
            return None if state.known == EVERYTHING else self._counted(setup, state, events, over=True)
        more = wants_more(state) and levels.ready(state)
        return self._counted(setup, state, events, over=False) if more else found

    def _counted(self, setup: G, state: Any, events: list[Any], *, over: bool) -> Procedure[None]:
        """Count the rest; at the end there is no turn left of which more could be tracked."""
        yield from self.count(setup, state, events)
        if over and wants_more(state):
            state.tracking = state.known
        state.known = EVERYTHING if over else state.tracking


def told(level: HowMuch) -> str:
    """A level of tracking in the words of a sentence."""
    return {EVERYTHING: "everything", BATTLES: "the clock and the battles", SCORE: "only the score"}[level]


def wants_more(state: Tracked) -> bool:
    """Whether more is to be tracked than is known yet."""
    return NAMES.index(state.tracking) < NAMES.index(state.known)


def missing(rules: Rules[Any, Any], state: Any) -> list[str]:
    """What isn't known of a state, as it isn't tracked; nothing for a game that tracks everything."""
    levels = rules.tracking_levels
    return levels.unknown(rules, state) if levels is not None else []


def uncounted(rules: Rules[Any, Any], state: Any) -> list[str]:
    """What the score is made of and isn't known of a state."""
    levels = rules.tracking_levels
    return [name for name in missing(rules, state) if levels is not None and name in levels.scored]


def verify_counted(rules: Rules[Any, Any], state: Any) -> None:
    """Raises BadInput that says what is missing for a score that isn't counted yet."""
    if lacks := uncounted(rules, state):
        raise BadInput(
            f"the score isn't counted yet: this game tracks {told(state.known)}. Missing: {and_list(lacks)}. "
            "They are asked for when the last turn is over"
        )


# --- changing it ----------------------------------------------------------------------------------


def choose(rules: Rules[Any, Any], state: Any, name: HowMuch) -> None:
    """Track more or less from now on. What a lighter level doesn't keep is let go; the rest is asked for later.

    Raises Unreadable while a battle is under way or when all is over.
    """
    levels, light = rules.tracking_levels, rules.light
    assert levels is not None
    assert light is not None
    state.tracking = name
    if NAMES.index(name) <= NAMES.index(state.known):
        return
    kept = levels.lighter[name].names
    for counter in rules.counters:
        for owner in counter.owners.all_in(state).values():
            if counter.name not in kept:
                counter.set(owner, 0)
    light.lighten(state)
    state.known = name


def how_much_question(levels: TrackingLevels[Any]) -> Question[HowMuch]:
    """How much is tracked, asked at set-up; everything, where a script or an older set-up doesn't say.

    A line with commas has the players, who are asked for next.
    """
    known = keyed(levels.names, str)
    options = [Option(EVERYTHING, detail="the whole game, with the rules enforced")]
    options += [Option(name, detail=levels.lighter[name].keeps) for name in levels.names if name != EVERYTHING]

    def parse(text: str) -> HowMuch:
        if text.strip().isdigit():
            raise Unreadable("write everything, battles or score")
        return find(text, known, "level of tracking", listing=len(known))

    return Question(
        "tracking", "How much is tracked", parse, options=lambda: options, default=EVERYTHING, write=str,
        passable=True, foresees=lambda text: "," in text,
    )  # fmt: skip
