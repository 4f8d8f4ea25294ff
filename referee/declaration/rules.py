"""A game as it is played: its types, its steps, what is counted in it, and what can't be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol, TypeVar

from msgspec import Struct

from referee.asking.interrupts import Interrupt, interruptible
from referee.asking.question import Procedure
from referee.declaration.checks import of_players, of_seats
from referee.declaration.counts import wrong
from referee.declaration.readings import Readings, in_force
from referee.errors import BadInput, RefereeError
from referee.text.names import printable

if TYPE_CHECKING:
    from referee.declaration.corrections import Corrections
    from referee.declaration.counts import Counter, Pile
    from referee.declaration.tracking import LightPlay, TrackingLevels

G = TypeVar("G")
"""A game's set-up."""
S = TypeVar("S", bound="State")
"""A game's state."""
Findings = Iterable[str]
"""What can't be of a set-up or a state, a sentence each."""


class Seated(Protocol):
    """A player of a state."""

    name: str


class State(Protocol):
    """What every game's state has: its players, the number of the turn, and copies of itself."""

    @property
    def players(self) -> Sequence[Seated]:
        """The players, clockwise."""

    @property
    def turn(self) -> int:
        """The turn, counted from 1."""

    def copy(self: S) -> S:
        """An independent copy."""


class Finding(NamedTuple):
    """What can't be, in a sentence, of a set-up or a state, and the number of the check that says so."""

    check: int
    text: str
    of: Literal["setup", "state"]


class Checks(Struct, Generic[G, S], frozen=True):
    """What is looked at where a set-up or a state was read: each yields what can't be."""

    setup: Sequence[Callable[[G], Findings]] = ()
    state: Sequence[Callable[[G, S], Findings]] = ()


class Rules(Struct, Generic[G, S], frozen=True, kw_only=True, dict=True):
    """A game as it is played.

    `setup_type` and `state_type` are what a save holds. `start` is the state before the first decision,
    `next_decision` asks for what is decided next, with what follows from it (one entry of the log; None when all is
    over), `label` says where in the game a state is ("turn 4"). `mended` has, for each version of the rules after
    the first, the ids of the rules and rulings that were mended in it: a log of an older version may lead elsewhere
    by them.
    `interrupts` is what may be said at each question besides its answers, and by whom: a potion, a manoeuvre in
    another's turn.
    `first` is the number of the player who starts by a set-up; `seats` are the numbers in a state that stand for
    players, each with what it is ("active").
    `tracking_levels` are the ways to track less than everything, where there are any, `light` how they are played.
    `readings` are what a table decides, where there is something; the state keeps in `readings` what was changed in
    the middle of the game, which can't be done `in_battle`.
    `checks` take no time, and are made whenever a save is opened; `close_checks` are made where a person may have
    changed something.
    """

    setup_type: type[G]
    state_type: type[S]
    start: Callable[[G], S]
    next_decision: Callable[[G, S, list[Any]], Procedure[None] | None]
    label: Callable[[S], str] = lambda state: f"turn {state.turn}"
    interrupts: Callable[[G, S, list[Any]], Sequence[Interrupt]] | None = None
    corrections: Callable[[], Corrections[G, S, Any]] | None = None
    first: Callable[[G], int] = lambda setup: 0
    seats: Callable[[S], Iterable[tuple[str, int]]] = lambda state: ()
    counters: Sequence[Counter[S]] = ()
    piles: Sequence[Pile[S]] = ()
    checks: Checks[G, S] = Checks()
    close_checks: Callable[[], Checks[G, S]] = Checks
    mended: Mapping[int, Sequence[str]] = {}
    tracking_levels: TrackingLevels[S] | None = None
    light: LightPlay[G, S] | None = None
    readings: type[Readings] | None = None
    in_battle: Callable[[S], bool] = lambda state: False

    @property
    def version(self) -> int:
        """The version of the rules."""
        return max(self.mended, default=1)

    def in_force(self, setup: G, state: S) -> G:
        """The set-up with the readings that the table has changed since, which the state keeps."""
        if self.readings is None:
            return setup
        changed: Mapping[str, Any] = state.readings  # type: ignore[attr-defined]
        return in_force(setup, changed)

    def over(self, setup: G, state: S) -> bool:
        """Whether there is nothing left to decide."""
        return self.tracked_decision(setup, state, []) is None

    def tracked_decision(self, setup: G, state: S, events: list[Any]) -> Procedure[None] | None:
        """The next decision by what is tracked; None when all is over."""
        setup = self.in_force(setup, state)
        if self.tracking_levels is None or self.light is None:
            return self.next_decision(setup, state, events)
        return self.light.decision(self.tracking_levels, self.next_decision, setup, state, events)

    def all_corrections(self) -> Corrections[G, S, Any]:
        """The game's corrections, or those of what is counted; of how much is tracked, and of readings."""
        return self._corrections

    @cached_property
    def _corrections(self) -> Corrections[G, S, Any]:
        from referee.declaration.corrections import of_counters

        found = self.corrections() if self.corrections is not None else of_counters(self.counters, self.piles)
        found = found if self.tracking_levels is None else found.with_tracking(self)
        return found if self.readings is None else found.with_readings(self)

    def check_setup(self, setup: G, *, closely: bool = True) -> None:
        """Look whether a set-up that was read can be. Raises BadInput that says what can't."""
        _refuse([of_players(setup, self.first(setup))])
        for checks in (self.checks, self.close_checks()) if closely else (self.checks,):
            _refuse(one(setup) for one in checks.setup)

    def check(self, setup: G, state: S, *, closely: bool = True) -> None:
        """Look whether a state can be. Raises BadInput that says what can't.

        Without `closely`, for a state that is as the program wrote it, only what takes no time.
        """
        setup = self.in_force(setup, state)
        _refuse([of_seats(setup, state, self.seats(state)), wrong(self, state)])
        for checks in (self.checks, self.close_checks()) if closely else (self.checks,):
            _refuse(one(setup, state) for one in checks.state)

    def impossible(self, setup: G, state: S, *, closely: bool = True) -> list[Finding]:
        """All that can't be of a set-up and a state, also of one that nobody foresaw: looking at it raises nothing.

        What a check takes for granted another one before it looks at, so it may end early then.
        """
        setup = self.in_force(setup, state)
        both = (self.checks, self.close_checks()) if closely else (self.checks,)
        of_setup: list[Callable[[], Findings]] = [lambda: of_players(setup, self.first(setup))]
        of_setup += [partial(one, setup) for checks in both for one in checks.setup]
        seated = partial(of_seats, setup, state)
        of_state: list[Callable[[], Findings]] = [lambda: seated(self.seats(state)), partial(wrong, self, state)]
        of_state += [partial(one, setup, state) for checks in both for one in checks.state]
        found: list[Finding] = []
        for number, check in enumerate((*of_setup, *of_state)):
            part: Literal["setup", "state"] = "setup" if number < len(of_setup) else "state"
            try:
                for text in check():
                    found.append(Finding(number, text, part))
            except RefereeError as error:
                found.append(Finding(number, str(error), part))
            except Exception as error:
                if not found:
                    unforeseen = f"{type(error).__name__}: {printable(str(error))}"
                    found.append(Finding(number, f"it can't be looked at ({unforeseen})", part))
        return found


def _refuse(findings: Iterable[Findings]) -> None:
    """Raise BadInput with the first thing that can't be, if there is one."""
    for found in findings:
        for one in found:
            raise BadInput(one)


class Playing(Struct, Generic[G, S], frozen=True):
    """Games with one set-up, as a session plays them."""

    rules: Rules[G, S]
    setup: G

    def copy(self, state: S) -> S:
        """An independent copy of a state."""
        return state.copy()

    def next_decision(self, state: S, events: list[Any]) -> Procedure[None] | None:
        """The next decision; None when the game is over."""
        asking, interrupts = self.rules.tracked_decision(self.setup, state, events), self.rules.interrupts
        if asking is None or interrupts is None:
            return asking
        now = self.rules.in_force(self.setup, state)
        return interruptible(asking, lambda: interrupts(now, state, events))
