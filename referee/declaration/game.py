"""A game is one declaration, in the `__init__.py` of its folder.

What isn't needed by every command is a function that imports and returns a part, or its place (`parts.part`), so
nothing is loaded before it is used. Save, log, loop, corrections, `why`, status and scores all work from the parts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from referee.asking.interrupts import Interrupt, interruptible
from referee.asking.question import Procedure
from referee.declaration.readings import Readings, in_force
from referee.declaration.tracking import PLAYERS, hidden_of, wrong
from referee.errors import BadInput, RefereeError
from referee.files.files import convert
from referee.play.notation import Answer, Step, written
from referee.text.names import and_list, fold, printable

if TYPE_CHECKING:
    from referee.asking.moves import Moves
    from referee.cards.deck_editor import DeckEditor
    from referee.cards.language import CardLanguage
    from referee.declaration.corrections import Corrections
    from referee.declaration.reports import Hangs, Judged, Report
    from referee.declaration.setup import SetUp
    from referee.declaration.tracking import Counter, LightPlay, Pile, TrackingLevels
    from referee.files.files import Data
    from referee.play.form import ScoreForm
    from referee.play.session import Session
    from referee.play.table import Answerer
    from referee.sampling.race import Effort
    from referee.saves.live_record import LiveRecord
    from referee.scores.evening import ThrowOfEvening
    from referee.scores.score import Outcome, PlayerScore, ScoreWords
    from referee.text.screen import Screen

G = TypeVar("G")
"""A game's set-up."""
S = TypeVar("S", bound="State")
"""A game's state."""

T = TypeVar("T")
"""A game's state, or that of a battle of its own."""

# --- how it looks ---------------------------------------------------------------------------------


class Lesson(Struct, frozen=True):
    """What newcomers are told at a kind of question: a rule, by its id, and what each choice can do now.

    `lines` are made of the set-up and the state.
    """

    rule: str
    lines: Callable[[Any, Any], Sequence[str]] = lambda setup, state: ()


class Screens(Struct, Generic[G, S], frozen=True, kw_only=True):
    """How a game looks on the screen.

    `show_start` shows what the hands put on the table before the first turn, `tell` what they must do after
    events (it is given what it returned the last time, or what `begin` makes of the state), `layout` the steps
    in which the board is laid out for a set-up, `lessons` what newcomers are told in the first turn, by
    question key, `status` where everybody stands, `board` everything that lies open, `under_way` what there is
    to see within a turn, `headings` what stands above a question, by its key: they are given who decides.
    That of a `lasting` key stands above the next question where its own was answered unseen.
    `asked` is what somebody sees who types "status", where that is more than what stands after each turn.
    """

    status: Callable[[G, S, Screen], None]
    board: Callable[[G, S, Screen], None]
    tell: Callable[[S, Sequence[Any], Screen, Any], Any]
    show_start: Callable[[G, Screen], None]
    layout: Callable[[G], Sequence[str]] = lambda setup: ()
    lessons: Mapping[str, Lesson] = {}
    is_first_turn: Callable[[S], bool] = lambda state: state.turn == 1
    under_way: Callable[[S, Screen], None] = lambda state, screen: None
    begin: Callable[[S], Any] = lambda state: None
    asked: Callable[[G, S, Screen], None] | None = None
    headings: Mapping[str, Callable[[G, S, str, Screen], None]] = {}
    lasting: str = ""


class Scores(Struct, Generic[G, S], frozen=True, kw_only=True):
    """How a game is scored, and how that is told.

    `outcome` is how it would end now, `words` tell it, `player` is a player's part of the JSON that scripts
    rely on. `sheet` scores a sheet on file, with notes on what looks odd, `ask` asks for one, where there are sheets.

    For a page to be shared: `colours` are those of the players who have one, `holdings` what they have by name,
    `throws` the dice thrown in events, given the state before them. `teams` are the number of everybody's team, from
    1, where players win together.
    """

    outcome: Callable[[G, S], Outcome]
    words: Callable[[], ScoreWords]
    player: Callable[[PlayerScore], dict[str, Any]] = lambda player: {"name": player.name, **player.counts}
    sheet: Callable[[Path, Data, Path | None], tuple[Outcome, tuple[str, ...]]] | None = None
    ask: Callable[[Callable[[str], None], Path | None, Path | None], ScoreForm[Any]] | None = None
    colours: Callable[[G], Mapping[str, str]] = lambda setup: {}
    holdings: Callable[[G, S], Mapping[str, Sequence[tuple[str, str]]]] = lambda setup, state: {}
    throws: Callable[[S, Sequence[Any]], Iterable[ThrowOfEvening]] | None = None
    teams: Callable[[G], Mapping[str, int]] = lambda setup: {}


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


class Explaining(Struct, Generic[G, T], frozen=True, kw_only=True):
    """What `why` needs of a game besides its counters, piles and switches.

    `describe` puts events into words with the steps of their arithmetic, as far as they are everybody's to hear; the
    state is the one that they changed. `seen` is what everybody sees of a state besides counters and piles: short
    texts, each under what it is about. `alternatives` are switches the other way, with the state fitted to them.
    """

    describe: Callable[[G, T, Sequence[Any]], list[Happened]]
    seen: Callable[[G, T], Mapping[str, str]]
    alternatives: Callable[[G, T], Iterable[Alternative]]


# --- secrets --------------------------------------------------------------------------------------


def _as_written(step: Step) -> str:
    from referee.play.notation import written

    return written(step)


def _open_state(state: Any) -> dict[str, Any]:
    plain: dict[str, Any] = to_builtins(state)
    return plain


def _no_hand(state: Any, name: str) -> list[str]:
    return []


class Secrets(Struct, Generic[S], frozen=True, kw_only=True):
    """What isn't everybody's to see; as it stands, everything is.

    `keys` are the kinds of questions whose answers are secret; `text` is a step as everybody may hear it, `log` the
    log, `state` the state as plain data; `hand` is what only the named player may see: cards in a hand.
    """

    keys: frozenset[str] = frozenset()
    text: Callable[[Step], str] = _as_written
    log: Callable[[Sequence[Step], S], list[Step]] = lambda steps, state: list(steps)
    state: Callable[[S], dict[str, Any]] = _open_state
    hand: Callable[[S, str], list[str]] = _no_hand

    @property
    def hides_hands(self) -> bool:
        """Whether players have cards that the program knows and only they may see."""
        return self.hand is not _no_hand


# --- battles on file and live ---------------------------------------------------------------------


class CostAsked(Struct, frozen=True):
    """How it is asked what a mistake cost.

    In a game it may be about an `entry` of the log. `on_progress` hears meanwhile how it looks. If it isn't to be
    `estimated`, only the ways open to the table are asked for, as far as they need no estimate.
    """

    effort: Effort
    on_progress: Callable[[str], None]
    entry: int | None = None
    estimated: bool = True


class NoBattle(Struct, frozen=True):
    """That no battle of a game is under way: what is told of the `last` one, and what lies `ahead`, if anything."""

    last: str
    ahead: str = ""


B = TypeVar("B")
"""A battle apart from a game, as its record tells it."""

Tell = Callable[[str], None]
"""Hears meanwhile how something looks that is being computed."""


class Battles(Struct, Generic[G, S, B], frozen=True, kw_only=True):
    """Battles apart from a whole game, on file or taken out of one: judged, their odds told, refereed live.

    What reads or finds a battle raises BadInput.
    """

    # --- a battle, and what is said of it ---
    kinds: frozenset[str]
    """The kinds of its files."""
    read: Callable[[Path, Data, Path | None], B]
    """A battle of a file's data, with the cards of a deck or of its own."""
    in_game: Callable[[str, G, Session[S], int | None, bool], B]
    """The battle that an entry of a log belongs to (the one under way, or the last, without a number).

    All of it, or as it stood before that entry.
    """
    judge: Callable[[B, bool], Judged]
    """The verdict on a battle, perhaps a brief one."""
    claimed: Callable[[B, str], B]
    """A battle with what somebody says of it as it stands ("Griffin 4"). Raises Unreadable or Ambiguous."""
    odds: Callable[[B, str | None, Iterable[str]], Report]
    """The odds of what comes next, or of one move. Raises Illegal for one that the rules forbid."""
    live: Callable[..., LiveRecord[Any]]
    """A battle at the table: its record's path, the screen, a deck or None, and what a new one decides otherwise.

    Raises Illegal for a record with what the rules forbid.
    """
    readings: type[Readings] | None = None
    """The readings that decide something within a battle."""
    came_of: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda ruled: ruled
    """A verdict's data with what else has come of a battle, by which readings are compared."""

    # --- as a file ---
    text: Callable[[B], str]
    """A battle of a game as a file's text."""
    write: Callable[[Any], str]
    """A record's file as its text."""
    turn: str = "turn"
    """What one part of a record is called."""
    said_at_end: Mapping[str, Any]
    """How a file says nothing of what stands behind its turns."""
    instead: Callable[[Any, str], Sequence[Any]] = lambda turn, move: (move or turn,)
    """A turn with another move, in the ways to be tried, or with "" only without what was claimed."""

    # --- in a game ---
    advised: Callable[[Answerer, Callable[[], tuple[G, S]]], Answerer] = lambda answerer, now: answerer
    """An answerer to whom moves are listed with their odds; it is given what tells the set-up and the state now."""
    idle: Callable[[G, Session[S]], NoBattle | None] | None = None
    """That no battle is under way, so that the last one is told of; None if one is."""
    under_way: Callable[[G, Session[S]], bool] = lambda setup, session: True
    """Whether the step under way is a battle of which something can be claimed already."""
    kept_claim: Callable[[Session[S], str], str] | None = None
    """The correction by which a game keeps what is claimed of the battle under way; without it it is only judged.

    Raises BadInput, also where no battle is under way.
    """
    outlasts: Callable[[str], bool] = lambda claim: True
    """Whether a claim is about all of a battle, and not only about how it stands."""

    # --- chances ---
    winning: Callable[[B, Effort, Tell], Report] | None = None
    """The chance to win a battle, in a game whose battles are won. Raises BadInput."""
    ahead: Callable[[G, Session[S], Effort, Tell], Report | None] | None = None
    """Chances of a game as it stands, as what is decided before a battle, or who survives the round. Raises BadInput.

    None where there is nothing to tell.
    """
    aims: bool = False
    """`ahead` tells when a chance is reached, which may be chosen."""
    named: Callable[[G, Session[S], str], Report | None] | None = None
    """Exact odds of something named, as a unit that may be attacked; None where nothing is called so."""
    cost: Callable[[B, CostAsked], Iterable[Hangs]] | None = None
    """What each mistake in a battle cost, one after the other. Raises BadInput where that can't be told."""
    mistakes: Callable[[str, G, Session[S], Effort, Tell], Iterable[tuple[int, str]]] | None = None
    """The entries of a log whose moves in battles cost most, each with what it cost in words."""


AnyBattles: TypeAlias = Battles[Any, Any, Any]
"""The battles of some game."""


class QuickOdds(Struct, frozen=True, kw_only=True):
    """Odds that hang on no battle, for people in a hurry: what is `report`ed of numbers given as options.

    `options` say what each takes. Raises BadInput for what can't be read, Illegal for what the rules forbid.
    """

    report: Callable[[Mapping[str, str]], Report]
    options: Mapping[str, str] = {}


# --- the declaration ------------------------------------------------------------------------------


def _no_example(entry_id: str) -> list[str]:
    """No worked examples."""
    return []


class Game(Struct, Generic[G, S], frozen=True, kw_only=True):
    """A game, as the commands get it.

    `example` is a worked example of a rule or ruling by its id, reckoned by the game itself.
    `board` reads a table's own board from its file, where there are any, and raises BadInput.
    `learnt` are the cards that a state has learnt at the table, by their folded names. Without screens of its
    own, or what `why` needs, both are made of what is declared (`plain`); so is what is secret, by piles that not
    everybody sees.
    `moves` are those that can be typed, by when, as the page of the notation lists them.
    """

    name: str
    title: str
    rules: Callable[[], Rules[G, S]]
    setup: Callable[[], SetUp[G]]
    scores: Callable[[], Scores[G, S]]
    screens: Callable[[], Screens[G, S]] | None = None
    explaining: Callable[[], Explaining[G, S]] | None = None
    cards: Callable[[], CardLanguage[Any]] | None = None
    board: Callable[[Path], Any] | None = None
    learnt: Callable[[S], Mapping[str, Any]] | None = None
    secrets: Callable[[], Secrets[S]] | None = None
    battles: Callable[[], Battles[G, S, Any]] | None = None
    quick_odds: Callable[[], QuickOdds] | None = None
    moves: Mapping[str, Callable[[], Moves[Any]]] = {}
    example: Callable[[str], list[str]] = _no_example

    def deck(self, path: Path, *, new: bool = False) -> DeckEditor[Any]:
        """A deck to be worked on; a `new` one may be a file that isn't there yet. Raises BadInput."""
        from referee.cards.deck_editor import DeckEditor

        if self.cards is None:
            raise BadInput(f"{self.title} has no cards")
        return DeckEditor(self.cards(), path, new=new)


# --- What a state that was read can be: the tools with which each game says what can't ------------
# A check is a function that yields what can't be, one sentence in the table's words each, with the page or the ruling
# where there is one.


Findings = Iterable[str]
"""What can't be of a set-up or a state, a sentence each."""


def twice(names: Iterable[str]) -> str:
    """The first name that comes a second time, however it is spelt; "" if each comes once."""
    seen: set[str] = set()
    for name in names:
        if (key := fold(name)) in seen:
            return name
        seen.add(key)
    return ""


def repeated(what: str, names: Iterable[str]) -> Findings:
    """A name that stands twice where each stands once; `what` is how the file calls them."""
    if name := twice(names):
        yield f"{what}: {name} is listed twice"


def always(attribute: str, total: int) -> Callable[[Any, Any], Findings]:
    """The check that all of what a player has in places, in a list of this name, are so many."""

    def check(setup: Any, state: Any) -> Findings:
        has = {player.name: sum(getattr(player, attribute)) for player in state.players}
        yield from (
            f"{name} has {many} {attribute}; it must be {total}" for name, many in has.items() if many != total
        )

    return check


def of_players(setup: Any, first: int = 0) -> Findings:
    """Of any set-up: names tell the players apart, and one of them starts, who is the `first`."""
    if name := twice(_names(setup)):
        yield f"two players are called {name}; each needs another name"
    yield from seated([("start", first)], setup.players)


def of_seats(setup: Any, state: Any, seats: Iterable[tuple[str, int]] = ()) -> Findings:
    """Of any state: its players are those of the set-up, and all `seats` are numbers of players."""
    named, agreed = _names(state), _names(setup)
    if named != agreed:
        yield f"its players are not those of the set-up: {and_list(named)} instead of {and_list(agreed)}"
    yield from seated(seats, state.players)


def seated(seats: Iterable[tuple[str, int]], players: Sequence[Any]) -> Findings:
    """Numbers that stand for players do, each with what it is."""
    for what, number in seats:
        if number >= len(players):
            yield f"{what}: there is no player {number}; players are numbers from 0 to {len(players) - 1}"


def _names(of: Any) -> list[str]:
    return [getattr(player, "name", player) for player in of.players]


# --- Parts of a game that are loaded where they are used ------------------------------------------


def part(place: str) -> Callable[..., Any]:
    """A part by its place, "package.module:name", imported when it is called for.

    A call returns it; where it is a function or a class, what that returns of the same arguments.
    """
    module, _, name = place.partition(":")

    def load(*given: Any) -> Any:
        found = getattr(import_module(module), name)
        return found(*given) if callable(found) else found

    return load


# --- A game as it is played: its types, its steps, what is counted in it, and what can't be -------


"""A game's set-up."""
"""A game's state."""


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
    the middle of the game, which can't be done `in_battle`, nor of those that are `settled`: what they decide was
    done at the set-up. `claims` is how something that the table claims of its battles is kept; it raises Unreadable.
    Without it claims are of what is counted.
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
    settled: Callable[[S], Collection[str]] = lambda state: ()
    in_battle: Callable[[S], bool] = lambda state: False
    claims: Callable[[str], str] | None = None

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
        found = found.with_claims(self)
        return found if self.readings is None else found.with_readings(self)

    def check_setup(self, setup: G) -> None:
        """Look whether a set-up that was read can be. Raises BadInput that says what can't."""
        _refuse([of_players(setup, self.first(setup))])
        for checks in (self.checks, self.close_checks()):
            _refuse(one(setup) for one in checks.setup)

    def check(self, setup: G, state: S) -> None:
        """Look whether a state can be. Raises BadInput that says what can't."""
        setup = self.in_force(setup, state)
        _refuse([of_seats(setup, state, self.seats(state)), wrong(self, state)])
        for checks in (self.checks, self.close_checks()):
            _refuse(one(setup, state) for one in checks.state)

    def impossible(self, setup: G, state: S, *, closely: bool = True) -> list[Finding]:
        """All that can't be of a set-up and a state, also of one that nobody foresaw: looking at it raises nothing.

        What a check takes for granted another one before it looks at, so it may end early then. Without
        `closely`, for a state that is as the program wrote it, only what takes no time is looked at.
        """
        setup = self.in_force(setup, state)
        both = (self.checks, self.close_checks()) if closely else (self.checks,)
        kept, of_setup = self._setups_looked_at.get(closely, (None, []))
        if kept is not setup:
            checks = [partial(one, setup) for each in both for one in each.setup]
            of_setup = _all_wrong([lambda: of_players(setup, self.first(setup)), *checks], "setup")
            self._setups_looked_at[closely] = setup, of_setup
        seated = partial(of_seats, setup, state)
        of_state: list[Callable[[], Findings]] = [lambda: seated(self.seats(state)), partial(wrong, self, state)]
        of_state += [partial(one, setup, state) for each in both for one in each.state]
        first = 1 + sum(len(each.setup) for each in both)
        return of_setup + _all_wrong(of_state, "state", first, foreseen=bool(of_setup))

    @cached_property
    def _setups_looked_at(self) -> dict[bool, tuple[G, list[Finding]]]:
        """The set-up that was looked at last, closely or not, and what can't be of it: each correction asks again."""
        return {}


def _all_wrong(
    checks: Iterable[Callable[[], Findings]],
    part: Literal["setup", "state"],
    first: int = 0,
    *,
    foreseen: bool = False,
) -> list[Finding]:
    """What checks find, numbered from `first`; what none foresaw only where nothing else was found, or `foreseen`."""
    found: list[Finding] = []
    for number, check in enumerate(checks, first):
        try:
            for text in check():
                found.append(Finding(number, text, part))
        except RefereeError as error:
            found.append(Finding(number, str(error), part))
        except Exception as error:
            if not found and not foreseen:
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

    def verify(self, state: S) -> None:
        """Look whether a state can be, and be written. Raises BadInput that says what can't."""
        convert(to_builtins(state, str_keys=True), self.rules.state_type, "the game")
        self.rules.check(self.setup, state)

    def next_decision(self, state: S, events: list[Any]) -> Procedure[None] | None:
        """The next decision; None when the game is over."""
        asking, interrupts = self.rules.tracked_decision(self.setup, state, events), self.rules.interrupts
        if asking is None or interrupts is None:
            return asking
        now = self.rules.in_force(self.setup, state)
        return interruptible(asking, lambda: interrupts(now, state, events))


# --- Secrets --------------------------------------------------------------------------------------
# What isn't everybody's to see of a game that says it by its piles: their cards, and the answers that name them.


SECRET = "(secret)"
"""What everybody hears of an answer that isn't theirs to hear."""


def secrets_of(game: Game[Any, Any]) -> Secrets[Any]:
    """What isn't everybody's to see of a game: as it says itself, or as its piles do."""
    return game.secrets() if game.secrets is not None else _of_piles(game.rules())


def _of_piles(rules: Rules[Any, Any]) -> Secrets[Any]:
    drawn = frozenset(key for pile in rules.piles for key in pile.drawn)
    chosen = frozenset(key for pile in rules.piles for key in pile.chosen)
    found = Secrets[Any](
        keys=drawn | chosen,
        text=lambda step: written(veiled(step, drawn | chosen)),
        log=lambda steps, state: [veiled(step, chosen, drawn) for step in steps],
    )
    if not any(pile.seen_by == "owner" and pile.owners is PLAYERS for pile in rules.piles):
        return found
    return replace(found, hand=lambda state, name: hidden_of(rules, state, name))


def veiled(step: Step, secret: frozenset[str], left_out: frozenset[str] = frozenset()) -> Step:
    """A step without the answers that are secret; some are left out, as they follow from the rest."""
    answers = [Answer(key, SECRET if key in secret else text) for key, text in step.answers if key not in left_out]
    if step.kind != "move" or not answers or tuple(answers) == step.answers:
        return step
    return replace(step, key=answers[0].key, do=answers[0].text, then=tuple(answers[1:]), by=())


def public_log(game: Game[Any, Any], steps: Sequence[Step], state: Any, over: Callable[[], bool]) -> list[Step]:
    """The log as far as it is everybody's to see; what lies in piles is no secret when all is `over`."""
    secrets = secrets_of(game)
    if game.secrets is None and (not secrets.keys or over()):
        return list(steps)
    return secrets.log(steps, state)
