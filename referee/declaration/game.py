"""A game is one declaration, in the `__init__.py` of its folder.

What isn't needed by every command is a function that imports and returns a part, so nothing is loaded before it is
used, and types see through it. Save, log, loop, corrections, `why`, status and scores all work from the parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from msgspec import Struct, to_builtins

from referee.asking.question import Aside, Procedure, with_asides
from referee.declaration.counts import wrong
from referee.errors import BadInput
from referee.play.notation import written
from referee.play.step import Step

if TYPE_CHECKING:
    from referee.cards.deck_editor import DeckEditor
    from referee.cards.language import CardLanguage
    from referee.declaration.corrections import Corrections
    from referee.declaration.counts import Counter, Pile
    from referee.declaration.reports import RefereedBattle, Report, ScoreForm
    from referee.declaration.setup import SetUp
    from referee.files.files import Data
    from referee.play.loop import Answerer
    from referee.scores.score import Outcome, PlayerScore
    from referee.scores.words import ScoreWords
    from referee.text.screen import Screen

G = TypeVar("G")
"""A game's set-up."""
S = TypeVar("S", bound="State")
"""A game's state."""

T = TypeVar("T")
"""A game's state, or that of a battle of its own."""

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


@dataclass(frozen=True)
class Checks(Generic[G, S]):
    """What is looked at where a set-up or a state was read: each yields what can't be."""

    setup: Sequence[Callable[[G], Findings]] = ()
    state: Sequence[Callable[[G, S], Findings]] = ()


@dataclass(frozen=True, kw_only=True)
class Rules(Generic[G, S]):
    """A game as it is played.

    `setup` and `state` are the types that a save holds. `start` is the state before the first decision, `step` the
    next decision with what follows from it (one entry of the log; None when all is over), `label` says where in the
    game a state is ("turn 4"). `mended` has, for each version of the rules after the first, the ids of the rules and
    rulings that were mended in it: a log of an older version may lead elsewhere by them.
    `interrupts` is what else may be said at each question, by whom it is asked or by others: a potion, a retaliation,
    a manoeuvre in another's turn.
    `checks` take no time, and are made whenever a save is opened; `close_checks` are made where a person may have
    changed something.
    """

    setup: type[G]
    state: type[S]
    start: Callable[[G], S]
    step: Callable[[G, S, list[Any]], Procedure[None] | None]
    label: Callable[[S], str]
    interrupts: Callable[[G, S, list[Any]], Sequence[Aside]] | None = None
    corrections: Callable[[], Corrections[G, S, Any]]
    counters: Sequence[Counter[S]] = ()
    piles: Sequence[Pile[S]] = ()
    checks: Checks[G, S] = field(default_factory=Checks)
    close_checks: Callable[[], Checks[G, S]] = Checks
    mended: Mapping[int, Sequence[str]] = field(default_factory=dict)

    @property
    def version(self) -> int:
        """The version of the rules."""
        return max(self.mended, default=1)

    def over(self, setup: G, state: S) -> bool:
        """Whether there is nothing left to decide."""
        return self.step(setup, state, []) is None

    def check_setup(self, setup: G, *, closely: bool = True) -> None:
        """Look whether a set-up that was read can be. Raises BadInput that says what can't."""
        for checks in (self.checks, self.close_checks()) if closely else (self.checks,):
            _refuse(one(setup) for one in checks.setup)

    def check(self, setup: G, state: S, *, closely: bool = True) -> None:
        """Look whether a state can be. Raises BadInput that says what can't.

        Without `closely`, for a state that is as the program wrote it, only what takes no time.
        """
        for checks in (self.checks, self.close_checks()) if closely else (self.checks,):
            _refuse(one(setup, state) for one in checks.state)
        _refuse([wrong(self, state)])


def _refuse(findings: Iterable[Findings]) -> None:
    """Raise BadInput with the first thing that can't be, if there is one."""
    for found in findings:
        for one in found:
            raise BadInput(one)


@dataclass(frozen=True)
class Playing(Generic[G, S]):
    """Games with one set-up, as a session plays them."""

    rules: Rules[G, S]
    setup: G

    def copy(self, state: S) -> S:
        """An independent copy of a state."""
        return state.copy()

    def step(self, state: S, events: list[Any]) -> Procedure[None] | None:
        """The next decision; None when the game is over."""
        step, interrupts = self.rules.step(self.setup, state, events), self.rules.interrupts
        if step is None or interrupts is None:
            return step
        return with_asides(step, lambda: interrupts(self.setup, state, events))


# --- how it looks ---------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Screens(Generic[G, S]):
    """How a game looks on the screen.

    `set_up` shows what the hands put on the table before the first turn, `tell` what they must do after events (it is
    given what it returned the last time, or what `begin` makes of the state), `status` where everybody stands,
    `board` everything that lies open, `under_way` what there is to see within a turn.
    """

    status: Callable[[G, S, Screen], None]
    board: Callable[[G, S, Screen], None]
    tell: Callable[[S, Sequence[Any], Screen, Any], Any]
    set_up: Callable[[G, Screen], None]
    under_way: Callable[[S, Screen], None] = lambda state, screen: None
    begin: Callable[[S], Any] = lambda state: None


@dataclass(frozen=True, kw_only=True)
class Scores(Generic[G, S]):
    """How a game is scored, and how that is told.

    `of` is the outcome if the game ended now, `words` tell it, `player` is a player's part of the JSON that scripts
    rely on. `sheet` scores a sheet on file, with notes on what looks odd, `ask` asks for one, where there are sheets.
    """

    of: Callable[[G, S], Outcome]
    words: Callable[[], ScoreWords]
    player: Callable[[PlayerScore], dict[str, Any]] = lambda player: {"name": player.name, **player.counts}
    sheet: Callable[[Path, Data, Path | None], tuple[Outcome, tuple[str, ...]]] | None = None
    ask: Callable[[Callable[[str], None], Path | None, Path | None], ScoreForm] | None = None


# --- why ------------------------------------------------------------------------------------------


class Happened(Struct, frozen=True):
    """An event in words, the steps of its arithmetic, and the ids of the rules behind it."""

    text: str
    steps: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class Alternative(Struct, frozen=True):
    """A set-up with one switch the other way, and the state to be played with it; `rules` tell of the switch."""

    switch: str
    now: str
    other: str
    setup: Any
    state: Any
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Explaining(Generic[G, T]):
    """What `why` needs of a game besides its counters, piles and switches.

    `told` are events in words with the steps of their arithmetic, as far as they are everybody's to hear; the state
    is the one that they changed. `seen` is what everybody sees of a state besides counters and piles: short texts,
    each under what it is about. `alternatives` are switches the other way, with the state fitted to them.
    """

    told: Callable[[G, T, Sequence[Any]], list[Happened]]
    seen: Callable[[G, T], Mapping[str, str]]
    alternatives: Callable[[G, T], Iterable[Alternative]]


# --- secrets --------------------------------------------------------------------------------------


def _open_state(state: Any) -> dict[str, Any]:
    plain: dict[str, Any] = to_builtins(state)
    return plain


@dataclass(frozen=True, kw_only=True)
class Secrets(Generic[S]):
    """What isn't everybody's to see; as it stands, everything is.

    `keys` are the kinds of questions whose answers are secret; `text` is a step as everybody may hear it, `log` the
    log, `state` the state as plain data; `hand` is what only the named player may see: cards in a hand.
    """

    keys: frozenset[str] = frozenset()
    text: Callable[[Step], str] = written
    log: Callable[[Sequence[Step], S], list[Step]] = lambda steps, state: list(steps)
    state: Callable[[S], dict[str, Any]] = _open_state
    hand: Callable[[S, str], list[str]] = lambda state, name: []


# --- battles on file and live ---------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Battles:
    """Battles apart from a whole game: judged on file, their odds told, refereed live; all raise BadInput.

    `odds` and `live` raise Illegal too, for what the rules forbid. `advised` is an answerer to whom the moves of a
    battle within a game are listed with their odds; it is given what tells the set-up and the state now.
    """

    judge: Callable[[Path, Data, Path | None, bool], Report]
    odds: Callable[[Path, Data, Path | None, str | None, Iterable[str]], Report]
    live: Callable[[Path, Screen, Path | None], RefereedBattle]
    advised: Callable[[Answerer, Callable[[], tuple[Any, Any]]], Answerer]


# --- the declaration ------------------------------------------------------------------------------


def _no_example(entry_id: str) -> list[str]:
    """No worked examples."""
    return []


def _all_open() -> Secrets[Any]:
    return Secrets()


@dataclass(frozen=True, kw_only=True)
class Game(Generic[G, S]):
    """A game, as the commands get it.

    `example` is a worked example of a rule or ruling by its id, reckoned by the game itself.
    `learnt` are the cards that a state has learnt at the table, by their folded names. `expect_save` raises BadInput
    for a file that plainly is something else, and says what to do with it. Without screens of its own, or what `why`
    needs, both are made of what is declared (`plain`).
    """

    name: str
    title: str
    rules: Callable[[], Rules[G, S]]
    setup: Callable[[], SetUp[G]]
    scores: Callable[[], Scores[G, S]]
    screens: Callable[[], Screens[G, S]] | None = None
    explaining: Callable[[], Explaining[G, S]] | None = None
    cards: Callable[[], CardLanguage[Any]] | None = None
    learnt: Callable[[S], Mapping[str, Any]] | None = None
    secrets: Callable[[], Secrets[S]] = _all_open
    battles: Callable[[], Battles] | None = None
    example: Callable[[str], list[str]] = _no_example
    expect_save: Callable[[Data, Path], None] = lambda data, path: None

    def deck(self, path: Path, *, new: bool = False) -> DeckEditor[Any]:
        """A deck to be worked on; a `new` one may be a file that isn't there yet. Raises BadInput."""
        from referee.cards.deck_editor import DeckEditor

        if self.cards is None:
            raise BadInput(f"{self.title} has no cards")
        return DeckEditor(self.cards(), path, new=new)
