"""A game is one declaration, in the `__init__.py` of its folder.

What isn't needed by every command is a function that imports and returns a part, or its place (`parts.part`), so
nothing is loaded before it is used. Save, log, loop, corrections, `why`, status and scores all work from the parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import Struct, to_builtins

from referee.errors import BadInput

if TYPE_CHECKING:
    from referee.cards.deck_editor import DeckEditor
    from referee.cards.language import CardLanguage
    from referee.declaration.reports import Hanging, Judged, RefereedBattle, Report, ScoreForm
    from referee.declaration.rules import Rules, State
    from referee.declaration.setup import SetUp
    from referee.files.files import Data
    from referee.play.loop import Answerer
    from referee.play.session import Session
    from referee.play.step import Step
    from referee.sampling.race import Effort
    from referee.scores.evening import ThrowOfEvening
    from referee.scores.score import Outcome, PlayerScore
    from referee.scores.words import ScoreWords
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

    `show_start` shows what the hands put on the table before the first turn, `tell` what they must do after events
    (it is given what it returned the last time, or what `begin` makes of the state), `layout` the steps in which
    the board is laid out for a set-up, `lessons` what newcomers are told in the first turn, by question key,
    `status` where everybody stands, `board` everything that lies open, `under_way` what there is to see within a
    turn. `asked` is what somebody sees who types "status", where that is more than what stands after each turn.
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
    ask: Callable[[Callable[[str], None], Path | None, Path | None], ScoreForm] | None = None
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

    `told` are events in words with the steps of their arithmetic, as far as they are everybody's to hear; the state
    is the one that they changed. `seen` is what everybody sees of a state besides counters and piles: short texts,
    each under what it is about. `alternatives` are switches the other way, with the state fitted to them.
    """

    told: Callable[[G, T, Sequence[Any]], list[Happened]]
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

    In a game it may be about an `entry` of the log. `told` hears meanwhile how it looks. If it isn't to be
    `estimated`, only the ways open to the table are asked for, as far as they need no estimate.
    """

    effort: Effort
    told: Callable[[str], None]
    entry: int | None = None
    estimated: bool = True


class Idle(Struct, frozen=True):
    """That no battle of a game is under way: what is told of the `last` one, and what lies `ahead`, if anything."""

    last: str
    ahead: str = ""


class Battles(Struct, frozen=True, kw_only=True):
    """Battles apart from a whole game, on file or taken out of one: judged, their odds told, refereed live.

    A battle is `read` from its file, or found `in_game`: the one that an entry of a session's log belongs to (the
    one under way, or the last, without a number), all of it or as it stood before that entry; `text` writes it as a
    file. All raise BadInput; `odds` and `live` raise Illegal too, for what the rules forbid.
    `claimed` is a battle with what somebody says of it as it stands ("Griffin 4"), to be judged; it raises Unreadable
    or Ambiguous too. `advised` is an answerer to whom the moves of a battle within a game are listed with their odds;
    it is given what tells the set-up and the state now. `winning` is the chance to win a battle, in a game whose
    battles are won: it is told what it may take, and whom to tell meanwhile how it looks; it raises BadInput.
    `ahead` is the same of a game as it stands, apart from a battle in it: for what is decided before one, or who
    survives the round; None where there is nothing to tell. `named` are exact odds of something in a game that is
    named, as a unit that may be attacked; None where nothing there is called so. Both raise BadInput.
    `aims` says that `ahead` tells when a chance is reached, which may be chosen.
    `cost` is what each mistake in a battle cost, one after the other; it raises BadInput where that can't be told.
    `mistakes` are the entries of a session's log whose moves in battles cost most, each with what it cost in words.
    `again` is the text of a record up to before a turn, or with another move in its place and what follows while it
    fits, what that is ("4 turns"), and why no more; it is told where the new record finds its cards. `kept_claim` is
    the correction by which a game keeps what is claimed of the battle under way, "" where none is; without it claims
    are only judged. It raises BadInput. `idle` says whether no battle of a session is under way, so that the last one
    is told of: None if one is.
    """

    read: Callable[[Path, Data, Path | None], Any]
    in_game: Callable[[str, Any, Session[Any], int | None, bool], Any]
    text: Callable[[Any], str]
    judge: Callable[[Any, bool], Judged]
    claimed: Callable[[Any, str], Any]
    odds: Callable[[Any, str | None, Iterable[str]], Report]
    live: Callable[[Path, Screen, Path | None], RefereedBattle]
    advised: Callable[[Answerer, Callable[[], tuple[Any, Any]]], Answerer] = lambda answerer, now: answerer
    winning: Callable[[Any, Effort, Callable[[str], None]], Report] | None = None
    ahead: Callable[[Any, Session[Any], Effort, Callable[[str], None]], Report | None] | None = None
    aims: bool = False
    named: Callable[[Any, Session[Any], str], Report | None] | None = None
    cost: Callable[[Any, CostAsked], Iterable[Hanging]] | None = None
    mistakes: Callable[[str, Any, Session[Any], Effort, Callable[[str], None]], Iterable[tuple[int, str]]] | None = (
        None
    )
    again: Callable[[Any, int, str, str], tuple[str, str, str]] | None = None
    kept_claim: Callable[[Session[Any], str], str] | None = None
    idle: Callable[[Any, Session[Any]], Idle | None] | None = None


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
    `learnt` are the cards that a state has learnt at the table, by their folded names. `expect_save` raises BadInput
    for a file that plainly is something else, and says what to do with it. Without screens of its own, or what `why`
    needs, both are made of what is declared (`plain`); so is what is secret, by piles that not everybody sees.
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
    battles: Callable[[], Battles] | None = None
    quick_odds: Callable[[], QuickOdds] | None = None
    example: Callable[[str], list[str]] = _no_example
    expect_save: Callable[[Data, Path], None] = lambda data, path: None

    def deck(self, path: Path, *, new: bool = False) -> DeckEditor[Any]:
        """A deck to be worked on; a `new` one may be a file that isn't there yet. Raises BadInput."""
        from referee.cards.deck_editor import DeckEditor

        if self.cards is None:
            raise BadInput(f"{self.title} has no cards")
        return DeckEditor(self.cards(), path, new=new)
