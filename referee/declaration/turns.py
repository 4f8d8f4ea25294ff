"""Base classes of a game in turns: set-up, players, state, and a turn under way."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, convert
from msgspec.structs import FieldInfo, fields

from referee.asking.dice import Mode, dice_of
from referee.asking.moves import Move, Moves, ask_move
from referee.asking.question import Procedure
from referee.declaration.changes import change
from referee.declaration.corrections import Opened
from referee.declaration.game import Game, QuickOdds, Rules
from referee.declaration.plain import plain_scores
from referee.declaration.setup import Agreed, G, SetUp, SetUpField, dice, number, on_or_off, one_of, players, seed
from referee.declaration.tracking import Counter
from referee.play.event import Copyable, Did, Participant

if TYPE_CHECKING:
    from referee.declaration.reports import Report


class Agreement(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A set-up, to be extended: the players, clockwise, and whose dice."""

    players: tuple[str, ...]
    dice: Mode = "entered"
    seed: int = 0


class PlayerState(Struct, Participant, omit_defaults=True, forbid_unknown_fields=True):
    """A player of a state, to be extended."""

    name: str


class TurnState(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """A state, to be extended; `active` is the number of the player whose turn it is."""

    players: list[Any]
    turn: int = 1
    active: int = 0

    def end_turn(self) -> None:
        """Give the turn to the next player."""
        self.turn, self.active = self.turn + 1, (self.active + 1) % len(self.players)


A = TypeVar("A")
T = TypeVar("T", bound=TurnState)


class OnTurn(Opened[A, T]):
    """A turn while it is played, to be extended: what its moves look at and change.

    It may have attributes of its own; each turn begins with their defaults.
    """

    thrown: int = 0

    def play(self) -> Procedure[None]:
        """Play the turn."""
        raise NotImplementedError

    @property
    def mine(self) -> Any:
        """The player whose turn it is."""
        return self.state.players[self.state.active]

    @property
    def others(self) -> list[Any]:
        """The other players, clockwise."""
        return [*self.state.players[self.state.active + 1 :], *self.state.players[: self.state.active]]

    def tell(self, what: str, *rules: str, **changes: int) -> None:
        """Emit what the player does, and by how much counters of the player change with it."""
        self.emit(Did(self.state.active, what, changes, rules))

    def give(self, counter: Counter[Any], owner: str, by: int, source: str, *rules: str) -> None:
        """Change an owner's count by `by`, as far as it goes, and emit the event."""
        self.events += change(counter, self.state, owner, by, source, rules)

    def throw(self, count: int, faces: Sequence[int], what: str) -> Procedure[tuple[int, ...]]:
        """Throw dice, each of which must be known; the set-up (`Agreement`) says whose, and from which seed."""
        self.thrown += 1
        setup: Any = self.setup
        source = dice_of(setup.dice, faces, setup.seed, each=True)
        return (yield from source.roll(count, 100 * self.state.turn + self.thrown, what)).values

    def ask(self, moves: Moves[Any], key: str, prompt: str, **more: Any) -> Procedure[Move[Any]]:
        """Ask the player ("{name} moves") for a move, and make it; `more` is anything else that a question has."""
        name = self.mine.name
        return ask_move(moves.question(self, key, prompt.format(name=name), who=name, **more), self)


# --- the set-up of a type ---------------------------------------------------------------------------


class Prompt(NamedTuple):
    """The prompt for an attribute of a set-up; with `rules` it is a switch that they describe.

    `takes` says what its option takes.
    """

    prompt: str
    takes: str = ""
    rules: tuple[str, ...] = ()


def set_up_of(kind: type[G]) -> SetUp[G]:
    """Build a set-up with a field for each attribute of its type, as its `Prompt` says."""

    def make(agreed: Agreed) -> G:
        named = {name.replace("-", "_"): value for name, value in agreed.items() if name != "player"}
        return convert({"players": agreed["player"], **named}, kind)

    return SetUp(make=make, fields=list(map(_field_of, fields(kind))))  # type: ignore[arg-type]


def _field_of(one: FieldInfo) -> SetUpField[Any]:
    """Build the field of an attribute: players, the seed, a choice of words, yes or no, or a number."""
    parts = get_args(one.type) if get_origin(one.type) is Annotated else (one.type,)
    name, kind, usual = one.name.replace("_", "-"), parts[0], one.default
    asked = next((mark for mark in parts if isinstance(mark, Prompt)), Prompt(name.capitalize()))
    limits = next((mark for mark in parts if isinstance(mark, Meta)), Meta())
    if name == "players":
        return players(limits.min_length or 1, limits.max_length or 9, lambda setup: setup.players)
    if name == "seed":
        return seed(lambda agreed: agreed["dice"] == "rolled")
    if get_origin(kind) is Literal:
        words = get_args(kind)
        if name == "dice":
            return dice("", words)
        return one_of(name, asked.prompt, dict.fromkeys(words, ""), takes=asked.takes, rules=asked.rules)
    if kind is bool:
        return on_or_off(name, asked.prompt, asked.takes or "yes or no", rules=asked.rules, usual=usual)
    return number(name, asked.prompt, int(limits.ge or 0), int(limits.le or 99), usual, takes=asked.takes)


# --- the whole game ---------------------------------------------------------------------------------


def plain_game(
    title: str,
    turn: type[OnTurn[A, T]],
    *,
    winners: Callable[[A, T], Sequence[str]],
    reasons: Mapping[str, str],
    counts: Callable[[A, Any], dict[str, str]] | None = None,
    options: Mapping[str, str] = {},
    odds: Callable[[Mapping[str, str]], Report] | None = None,
    name: str = "",
    **rules: Any,
) -> Game[A, T]:
    """Build a game in turns, over once it has `winners`, with its set-up, first state, scores and screens.

    `reasons` and `counts` are those of its score (`plain_scores`), `odds` those of numbers alone, with their
    `options`; `rules` are the other parts of its `Rules`, as counters. Its name is its title, if it has no other.
    """
    setup_type, state_type = get_args(turn.__orig_bases__[0])  # type: ignore[attr-defined]
    (player,) = get_args(get_type_hints(state_type)["players"])

    def next_decision(setup: A, state: T, events: list[Any]) -> Procedure[None] | None:
        return None if winners(setup, state) else turn(setup, state, events).play()

    rules = {
        "start": lambda setup: state_type([player(name) for name in setup.players]),
        "seats": lambda state: [("active", state.active)],
    } | rules
    made: Rules[A, T] = Rules(setup_type=setup_type, state_type=state_type, next_decision=next_decision, **rules)
    game: Game[A, T] = Game(
        name=name or title.lower(),
        title=title,
        rules=lambda: made,
        setup=lambda: set_up_of(setup_type),
        scores=lambda: plain_scores(game, winners, reasons, counts),
        quick_odds=None if odds is None else lambda: QuickOdds(report=odds, options=options),
    )
    return game
