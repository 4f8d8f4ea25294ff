"""The declaration of a game, in the `__init__.py` of its folder.

Parts that not every command needs are functions that import and return them, or places (`part`), so that nothing is
loaded before it is used. Save, log, loop, corrections, `why`, status and scores all work from the parts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from msgspec import Struct, to_builtins
from msgspec.structs import fields, replace

from referee.asking.interrupts import Interrupt, interruptible
from referee.asking.question import Procedure, Question
from referee.declaration.readings import Readings, in_force, readings_of
from referee.declaration.tracking import PLAYERS, hidden_of, wrong
from referee.errors import BadInput, RefereeError
from referee.files.files import convert, parse_toml
from referee.files.kinds import KINDS, expect
from referee.play.notation import Answer, Step, write_step
from referee.text.names import a_or_an, and_list, fold, printable

if TYPE_CHECKING:
    from referee.asking.moves import Moves
    from referee.cards.deck_editor import DeckEditor
    from referee.cards.language import CardLanguage
    from referee.declaration.corrections import Corrections
    from referee.declaration.facts import Thing
    from referee.declaration.reports import Judged, MistakeReport, Report
    from referee.declaration.setup import SetUp
    from referee.declaration.tracking import Counter, LightPlay, Pile, TrackingLevels
    from referee.files.files import Data
    from referee.play.event import HasName
    from referee.play.form import ScoreForm
    from referee.play.session import Session
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
    """A lesson for newcomers at a kind of question: a rule, by its id, and what each choice can do now.

    `lines` are made of the set-up and the state.
    """

    rule: str
    lines: Callable[[Any, Any], Sequence[str]] = lambda setup, state: ()


class Screens(Struct, Generic[G, S], frozen=True, kw_only=True):
    """Screens of a game.

    `show_start` shows what the hands put on the table before the first turn, `tell` what they must do after events
    (it is given what it returned the last time, or what `begin` makes of the state), `layout` lists the steps in
    which the board is laid out for a set-up, `lessons` are those of the first turn, by question key, `status` shows
    where everybody stands, `board` everything that lies open, `under_way` the state within a turn, `headings` what
    stands above a question, by its key: they are given who decides. The heading of a `lasting` key stands above the
    next question where its own was answered unseen. `asked` is shown to somebody who types "status", where that is
    more than what stands after each turn.
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


def pairs_in_turn(setup: Any) -> dict[str, int]:
    """Return each player's team if four play as two, who sit in turn; empty in other games."""
    return {name: 1 + seat % 2 for seat, name in enumerate(setup.players)} if setup.teams else {}


class Scores(Struct, Generic[G, S], frozen=True, kw_only=True):
    """Scores of a game, and how they are shown.

    `outcome` is the score if the game ended now, `words` are its texts, `player` is a player's part of the JSON that
    scripts rely on. `sheet` scores a sheet on file, with notes on what looks odd, `ask` asks for one, where there are
    sheets.

    For a page to be shared: `colours` are those of the players who have one, `holdings` what they have by name,
    `throws` the dice thrown in events, given the state before them. `teams` are the number of everybody's team, from
    1, where players win together. `to_win` is how many of a count win the game, where one player's do. `round` is
    the number of the round, or turn, of a state: without points it is drawn by these.
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
    to_win: Callable[[G], Mapping[str, int]] = lambda setup: {}
    round: Callable[[S], int] = lambda state: state.turn


# --- why ------------------------------------------------------------------------------------------


class Happened(Struct, frozen=True):
    """An event in words, the steps of its arithmetic, and the ids of the rules behind it."""

    text: str
    steps: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()


class Alternative(Struct, frozen=True):
    """A set-up with one switch the other way, and the state to be played with it; `rules` describe the switch."""

    switch: str
    now: str
    other: str
    setup: Any
    state: Any
    rules: tuple[str, ...] = ()


class Explaining(Struct, Generic[G, T], frozen=True, kw_only=True):
    """The parts that `why` needs of a game besides its counters, piles and switches.

    `describe` puts public events into words with the steps of their arithmetic; the state is the one that they
    changed. `seen` is what everybody sees of a state besides counters and piles: short texts, each under what it is
    about. `alternatives` are switches the other way, with the state fitted to them.
    """

    describe: Callable[[G, T, Sequence[Any]], list[Happened]]
    seen: Callable[[G, T], Mapping[str, str]]
    alternatives: Callable[[G, T], Iterable[Alternative]]


# --- secrets --------------------------------------------------------------------------------------


def _no_hand(state: Any, name: str) -> list[str]:
    return []


class Secrets(Struct, Generic[S], frozen=True, kw_only=True):
    """Hidden information of a game; by default nothing is hidden.

    `keys` are the kinds of questions whose answers are secret; `text` is a step as everybody may hear it, `log` the
    log, `state` the state as plain data; `hand` is what only the named player may see: cards in a hand.
    """

    keys: frozenset[str] = frozenset()
    text: Callable[[Step], str] = write_step
    log: Callable[[Sequence[Step], S], list[Step]] = lambda steps, state: list(steps)
    state: Callable[[S], dict[str, Any]] = to_builtins
    hand: Callable[[S, str], list[str]] = _no_hand

    @property
    def hides_hands(self) -> bool:
        """True if players have cards that the program knows and only they may see."""
        return self.hand is not _no_hand


# --- battles on file and live ---------------------------------------------------------------------


class CostAsked(Struct, frozen=True):
    """A request for what a mistake cost.

    In a game it may be about an `entry` of the log. `on_progress` is called meanwhile with the estimate so far.
    Unless `estimated`, only the ways open to the table are asked for, as far as they need no estimate.
    """

    effort: Effort
    on_progress: Callable[[str], None]
    entry: int | None = None
    estimated: bool = True


class NoBattle(Struct, frozen=True):
    """The remark that no battle is under way: a text on the `last` one, and what lies `ahead`, if anything."""

    last: str
    ahead: str = ""


B = TypeVar("B")
"""A battle apart from a game, as its record has it."""

Tell = Callable[[str], None]
"""Callback for progress: gets the estimate so far, in words."""


class Battles(Struct, Generic[G, S, B], frozen=True, kw_only=True):
    """Battles apart from a whole game, on file or taken out of one: their verdicts and odds, and live play.

    Functions that read or find a battle raise BadInput.
    """

    # --- a battle, its verdict and its odds ---
    build: Callable[[Path, Any, Path | None], B]
    """Build a battle from a file's contents, without playing it, with the cards of a deck or of its own."""
    in_game: Callable[[str, G, Session[S], int | None, bool], B]
    """Return the battle that an entry of a log belongs to (without a number the one under way, or the last).

    All of it, or as it stood before that entry.
    """
    judge: Callable[[B, bool], Judged]
    """Judge a battle; the verdict may be a brief one."""
    long: bool = False
    """Whether all its turns fill more than a screen: a verdict shows them only if asked to."""
    claimed: Callable[[B, str], B]
    """Add a claim about a battle as it stands ("Griffin 4"). Raises Unreadable or Ambiguous."""
    odds: Callable[[B, str | None, Iterable[str]], Report]
    """Compute the odds of what comes next, or of one move. Raises Illegal for one that the rules forbid."""
    live: Callable[..., LiveRecord[Any, Any]]
    """Open a battle at the table: game, path of its record, screen, a deck or None, a new one's unusual readings.

    Raises Illegal for a record with what the rules forbid.
    """
    readings: type[Readings] | None = None
    """The readings that decide something within a battle."""
    came_of: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda ruled: ruled
    """Add the outcome of a battle to a verdict's data, to compare readings by it."""

    # --- as a file ---
    what: str
    """What such a file is called, as among the kinds of files: "battle record"."""
    layout: Callable[[], type[Any]]
    """Return the layout of a file, which declares how it is written (`Layout`)."""
    expect_whole: Callable[[B, Callable[[], B]], object] = lambda fought, again: None
    """Check that a record has all of a battle of a game; gets a function that reads it `again`. Raises BadInput."""
    instead: Callable[[Any, str], Sequence[Any]] = lambda turn, move: (move or turn,)
    """Return a turn with another move, in the variants to be tried; with "" only its claims are dropped."""

    # --- in a game ---
    advised: Callable[[Question[Any], Callable[[], tuple[G, S]]], Question[Any]] = lambda question, now: question
    """Add odds to the moves of a question; gets a function for set-up and state now."""
    no_battle: Callable[[G, Session[S]], NoBattle | None] | None = None
    """Return the remark that no battle is under way, so that the last one is shown; None if one is."""
    under_way: Callable[[G, Session[S]], bool] = lambda setup, session: True
    """Return whether the step under way is a battle about which something can be claimed already."""
    kept_claim: Callable[[Session[S], str], str] | None = None
    """Return the correction that keeps a claim about the battle under way; without it the claim is only judged.

    Raises BadInput, also where no battle is under way.
    """
    outlasts: Callable[[str], bool] = lambda claim: True
    """Return whether a claim is about all of a battle, and not only about how it stands."""

    # --- chances ---
    winning: Callable[[B, Effort, Tell], Report] | None = None
    """Estimate the chance to win a battle, in a game whose battles are won. Raises BadInput."""
    ahead: Callable[[G, Session[S], Effort, Tell], Report | None] | None = None
    """Estimate chances of a game as it stands: decisions before a battle, or who survives the round.

    None where there is nothing to tell. Raises BadInput.
    """
    has_target: bool = False
    """`ahead` tells when a chosen chance is reached."""
    named: Callable[[G, Session[S], str], Report | None] | None = None
    """Compute exact odds of something named, as a unit that may be attacked; None for an unknown name."""
    cost: Callable[[B, CostAsked], Iterable[MistakeReport]] | None = None
    """Yield the cost of each mistake in a battle. Raises BadInput where it can't be computed."""
    mistakes: Callable[[str, G, Session[S], Effort, Tell], Iterable[tuple[int, str]]] | None = None
    """Yield the entries of a log whose moves in battles cost most, each with its cost in words."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of its files."""
        return tuple(kind for kind, what in KINDS.items() if what == self.what)

    def read(self, path: Path, data: Data, deck: Path | None = None) -> B:
        """Build a battle from a file's data. Raises BadInput with file and place."""
        expect(self.what, data, path)
        return self.build(path, convert(data, self.layout(), str(path)), deck)

    def write(self, file: Any) -> str:
        """Format a file as text, without empty keys, in the order of its layout."""
        import tomli_w  # loaded only by what writes

        layout = self.layout()
        plain = to_builtins(file) | {key: getattr(file, key) for key in layout.written}
        own = list(layout.__annotations__)
        at = own.index(layout.readings_after) + 1
        order = (*own[:at], *readings_of(layout.__base__), *own[at:])
        data = {key: value for key in order if (value := plain.get(key)) not in (None, "", [], {})}
        first = f"# {a_or_an(self.what).capitalize()} of referee. Comments are not kept when it is written again; "
        return f'{first}use note = "...".\n{tomli_w.dumps(data)}'

    def text(self, fought: Any) -> str:
        """Format a battle of a game as a file. Raises BadInput if that can't have all of it."""
        text = self.write(fought.file)
        self.expect_whole(fought, lambda: self.read(Path(fought.where), parse_toml(text, fought.where)))
        return text

    def without_parts(self, file: Any) -> Any:
        """Return a file's fields before its first part."""
        usual = {one.name: one.default for one in fields(file)}
        return replace(file, **{name: usual[name] for name in (f"{file.part}s", *file.at_end)})


AnyBattles: TypeAlias = Battles[Any, Any, Any]
"""The battles of some game."""


class QuickOdds(Struct, frozen=True, kw_only=True):
    """Odds without a battle, for people in a hurry: a `report` on numbers given as options.

    `options` describe what each takes. Raises BadInput for what can't be read, Illegal for what the rules forbid.
    """

    report: Callable[[Mapping[str, str]], Report]
    options: Mapping[str, str] = {}


# --- the declaration ------------------------------------------------------------------------------


class Game(Struct, Generic[G, S], frozen=True, kw_only=True):
    """A game, as the commands get it.

    `example` is a worked example of a rule or ruling by its id, computed by the game itself. `board` reads a table's
    own board from its file, where there are any, and raises BadInput. `learnt` are the cards that a state has learnt
    at the table, by their folded names. Without screens of its own, or parts for `why`, both are made of what is
    declared (`plain`); so is what is secret, by piles that not everybody sees. `moves` are those that can be typed,
    by when, as the page of the notation lists them. `facts` are things of the public state besides what is counted.
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
    facts: Callable[[G, S], Iterable[Thing]] = lambda setup, state: ()
    example: Callable[[str], list[str]] = lambda entry_id: []

    def deck(self, path: Path, *, new: bool = False) -> DeckEditor[Any]:
        """Open a deck to work on; a `new` one may be a file that doesn't exist yet. Raises BadInput."""
        from referee.cards.deck_editor import DeckEditor

        if self.cards is None:
            raise BadInput(f"{self.title} has no cards")
        return DeckEditor(self.cards(), path, new=new)


# --- Checks of a state that was read: the tools with which each game tells what is impossible -----
# A check is a function that yields what is impossible, one sentence in the table's words each, with the page or the
# ruling where there is one.


Findings = Iterable[str]
"""Impossible things in a set-up or a state, a sentence each."""


def twice(names: Iterable[str]) -> str:
    """Return the first name that occurs a second time, however it is spelt; "" if each occurs once."""
    seen: set[str] = set()
    for name in names:
        if (key := fold(name)) in seen:
            return name
        seen.add(key)
    return ""


def check_unique(what: str, names: Iterable[str]) -> Findings:
    """Yield a finding for a name that is listed twice; `what` is the file's word for the list."""
    if name := twice(names):
        yield f"{what}: {name} is listed twice"


def always(attribute: str, total: int) -> Callable[[Any, Any], Findings]:
    """Build the check that the numbers in a player's list of this name always sum to `total`."""

    def check(setup: Any, state: Any) -> Findings:
        has = {player.name: sum(getattr(player, attribute)) for player in state.players}
        yield from (
            f"{name} has {many} {attribute}; it must be {total}" for name, many in has.items() if many != total
        )

    return check


def of_players(setup: Any, first: int = 0) -> Findings:
    """Yield findings on any set-up: names must tell the players apart, and `first` must be a player's number."""
    if name := twice(_names(setup)):
        yield f"two players are called {name}; each needs another name"
    yield from check_seats([("start", first)], setup.players)


def of_seats(setup: Any, state: Any, seats: Iterable[tuple[str, int]] = ()) -> Findings:
    """Yield findings on any state: its players must be the set-up's, and all `seats` numbers of players."""
    named, agreed = _names(state), _names(setup)
    if named != agreed:
        yield f"its players are not those of the set-up: {and_list(named)} instead of {and_list(agreed)}"
    yield from check_seats(seats, state.players)


def check_seats(seats: Iterable[tuple[str, int]], players: Sequence[Any]) -> Findings:
    """Yield a finding for each number that should stand for a player and doesn't, with what it is."""
    for what, number in seats:
        if number >= len(players):
            yield f"{what}: there is no player {number}; players are numbers from 0 to {len(players) - 1}"


def _names(of: Any) -> list[str]:
    return [getattr(player, "name", player) for player in of.players]


# --- Parts of a game that are loaded where they are used ------------------------------------------


def part(place: str) -> Callable[..., Any]:
    """Return a loader for a part by its place, "package.module:name", which is imported when it is called for.

    A call returns the part; where it is a function or a class, what that returns for the same arguments.
    """
    module, _, name = place.partition(":")

    def load(*given: Any) -> Any:
        found = getattr(import_module(module), name)
        return found(*given) if callable(found) else found

    return load


# --- A game as it is played: its types, its steps, its counters, and its checks -------------------


class State(Protocol):
    """Interface of every game's state: its players, the number of the turn, and copies of itself."""

    @property
    def players(self) -> Sequence[HasName]:
        """The players, clockwise."""

    @property
    def turn(self) -> int:
        """The turn, counted from 1."""

    def copy(self: S) -> S:
        """Return an independent copy."""


class Finding(NamedTuple):
    """Something impossible in a set-up or a state, as a sentence, and the number of the check that found it."""

    check: int
    text: str
    of: Literal["setup", "state"]


class Checks(Struct, Generic[G, S], frozen=True):
    """Checks of a set-up or a state that was read: each yields what is impossible."""

    setup: Sequence[Callable[[G], Findings]] = ()
    state: Sequence[Callable[[G, S], Findings]] = ()


class Rules(Struct, Generic[G, S], frozen=True, kw_only=True, dict=True):
    """Rules of a game, as it is played.

    `setup_type` and `state_type` are the types that a save holds. `start` is the state before the first decision,
    `next_decision` asks for what is decided next, with what follows from it (one entry of the log; None when all is
    over), `label` names a state's place in the game ("turn 4"). `mended` has, for each version of the rules after the
    first, the ids of the rules and rulings that were fixed in it: a log of an older version may lead elsewhere by
    them. `interrupts` is what may be said at each question besides its answers, and by whom: a potion, a manoeuvre in
    another's turn. `first` is the number of the player who starts by a set-up, `turns` how many turns a game has if
    that is fixed; `seats` are the numbers in a state that stand for players, each with what it is ("active").
    `tracking_levels` are the ways to track less than everything, where there are any, `light` how they are played.
    `readings` are those that a table decides, if any; the state keeps in `readings` what was changed in the middle of
    the game, which can't be done `in_battle`, nor for those that are `settled`: they decide only the set-up. `claims`
    returns how a claim about the game's battles is kept; it raises Unreadable. Without it claims are of what is
    counted. `places` lists what stands or lies on the board, each thing with its place, as far as it is tracked, for
    what hands do after undo. `checks` take no time, and are made whenever a save is opened; `close_checks` are made
    where a person may have changed something.
    """

    setup_type: type[G]
    state_type: type[S]
    start: Callable[[G], S]
    next_decision: Callable[[G, S, list[Any]], Procedure[None] | None]
    label: Callable[[S], str] = lambda state: f"turn {state.turn}"
    interrupts: Callable[[G, S, list[Any]], Sequence[Interrupt]] | None = None
    corrections: Callable[[], Corrections[G, S, Any]] | None = None
    first: Callable[[G], int] = lambda setup: 0
    turns: Callable[[G], int] = lambda setup: 0
    seats: Callable[[S], Iterable[tuple[str, int]]] = lambda state: ()
    counters: Sequence[Counter[S]] = ()
    piles: Sequence[Pile[S]] = ()
    places: Callable[[G, S], Iterable[tuple[str, str]]] = lambda setup, state: ()
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
        """Return the set-up with the readings that the table has changed since, which the state keeps."""
        if self.readings is None:
            return setup
        changed: Mapping[str, Any] = state.readings  # type: ignore[attr-defined]
        return in_force(setup, changed)

    def over(self, setup: G, state: S) -> bool:
        """Return whether nothing is left to decide."""
        return self.tracked_decision(setup, state, []) is None

    def tracked_decision(self, setup: G, state: S, events: list[Any]) -> Procedure[None] | None:
        """Ask for the next decision, by how much is tracked; None when the game is over."""
        setup = self.in_force(setup, state)
        if self.tracking_levels is None or self.light is None:
            return self.next_decision(setup, state, events)
        return self.light.decision(self.tracking_levels, self.next_decision, setup, state, events)

    @cached_property
    def all_corrections(self) -> Corrections[G, S, Any]:
        """The game's corrections, or those of its counters; and those of tracking, claims and readings."""
        from referee.declaration.corrections import of_counters

        found = self.corrections() if self.corrections is not None else of_counters(self.counters, self.piles)
        found = found if self.tracking_levels is None else found.with_tracking(self)
        found = found.with_claims(self)
        return found if self.readings is None else found.with_readings(self)

    def check_setup(self, setup: G) -> None:
        """Check that a set-up that was read is possible. Raises BadInput that says what isn't."""
        _refuse([of_players(setup, self.first(setup))])
        for checks in (self.checks, self.close_checks()):
            _refuse(one(setup) for one in checks.setup)

    def check(self, setup: G, state: S) -> None:
        """Check that a state is possible. Raises BadInput that says what isn't."""
        setup = self.in_force(setup, state)
        _refuse([of_seats(setup, state, self.seats(state)), wrong(self, state)])
        for checks in (self.checks, self.close_checks()):
            _refuse(one(setup, state) for one in checks.state)

    def impossible(self, setup: G, state: S, *, closely: bool = True) -> list[Finding]:
        """List all that is impossible in a set-up and a state, even in unforeseen ones: this raises nothing.

        A check may rely on what another one looks at before, so it may end early. Without `closely`, for a state that
        is as the program wrote it, only checks that take no time are made.
        """
        both = (self.checks, self.close_checks()) if closely else (self.checks,)
        kept, of_setup = self._checked_setups.get(closely, (None, []))
        if kept is not setup:
            checks = [partial(one, setup) for each in both for one in each.setup]
            of_setup = _run_checks([lambda: of_players(setup, self.first(setup)), *checks], "setup")
            self._checked_setups[closely] = setup, of_setup
        setup = self.in_force(setup, state)  # a reading changed since decides nothing of the set-up
        seated = partial(of_seats, setup, state)
        of_state: list[Callable[[], Findings]] = [lambda: seated(self.seats(state)), partial(wrong, self, state)]
        of_state += [partial(one, setup, state) for each in both for one in each.state]
        first = 1 + sum(len(each.setup) for each in both)
        return of_setup + _run_checks(of_state, "state", first, foreseen=bool(of_setup))

    @cached_property
    def _checked_setups(self) -> dict[bool, tuple[G, list[Finding]]]:
        """Cache of the set-up checked last, closely or not, and its findings: each correction checks it again."""
        return {}


def _run_checks(
    checks: Iterable[Callable[[], Findings]],
    part: Literal["setup", "state"],
    first: int = 0,
    *,
    foreseen: bool = False,
) -> list[Finding]:
    """List findings of checks, numbered from `first`; an unforeseen error only as the first, unless `foreseen`."""
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
    """Raise BadInput with the first finding, if there is one."""
    for found in findings:
        for one in found:
            raise BadInput(one)


class Playing(Struct, Generic[G, S], frozen=True):
    """A game with one set-up, as a session plays it."""

    rules: Rules[G, S]
    setup: G

    def verify(self, state: S) -> None:
        """Check that a state is possible, and can be written. Raises BadInput that says what isn't."""
        convert(to_builtins(state, str_keys=True), self.rules.state_type, "the game")
        self.rules.check(self.setup, state)

    def next_decision(self, state: S, events: list[Any]) -> Procedure[None] | None:
        """Ask for the next decision; None when the game is over."""
        asking, interrupts = self.rules.tracked_decision(self.setup, state, events), self.rules.interrupts
        if asking is None or interrupts is None:
            return asking
        now = self.rules.in_force(self.setup, state)
        return interruptible(asking, lambda: interrupts(now, state, events))


# --- Secrets --------------------------------------------------------------------------------------
# Hidden information of a game that declares it by its piles: their cards, and the answers that name them.


SECRET = "(secret)"
"""Text in place of a secret answer."""


def secrets_of(game: Game[Any, Any]) -> Secrets[Any]:
    """Return what a game hides: as it declares itself, or by its piles."""
    return game.secrets() if game.secrets is not None else _of_piles(game.rules())


def _of_piles(rules: Rules[Any, Any]) -> Secrets[Any]:
    drawn = frozenset(key for pile in rules.piles for key in pile.drawn)
    chosen = frozenset(key for pile in rules.piles for key in pile.chosen)
    found = Secrets[Any](
        keys=drawn | chosen,
        text=lambda step: write_step(redact(step, drawn | chosen)),
        log=lambda steps, state: [redact(step, chosen, drawn) for step in steps],
    )
    if not any(pile.seen_by == "owner" and pile.owners is PLAYERS for pile in rules.piles):
        return found
    return replace(found, hand=lambda state, name: hidden_of(rules, state, name))


def redact(step: Step, secret: frozenset[str], left_out: frozenset[str] = frozenset()) -> Step:
    """Return a step with its secret answers replaced; those `left_out` are dropped, as they follow from the rest."""
    answers = [Answer(key, SECRET if key in secret else text) for key, text in step.answers if key not in left_out]
    if step.kind != "move" or not answers or tuple(answers) == step.answers:
        return step
    return replace(step, key=answers[0].key, do=answers[0].text, then=tuple(answers[1:]), by=())


def public_log(game: Game[Any, Any], steps: Sequence[Step], state: Any, over: Callable[[], bool]) -> list[Step]:
    """Return the log as far as everybody may see it; piles are no secret when the game is `over`."""
    secrets = secrets_of(game)
    if game.secrets is None and (not secrets.keys or over()):
        return list(steps)
    return secrets.log(steps, state)
