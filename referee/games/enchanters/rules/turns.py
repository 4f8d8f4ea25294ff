"""The game as a session plays it: one step is one decision of the player whose turn it is (Flow of the game)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from referee.asking.question import Option, Procedure, Question, finish, kind_of_move
from referee.declaration.counts import TABLE, Pile
from referee.declaration.parts import part
from referee.declaration.rules import Checks, Rules
from referee.declaration.tracking import EVERYTHING, LightPlay
from referee.errors import Illegal, Unreadable
from referee.games.enchanters import tables
from referee.games.enchanters.rules import actions, checks
from referee.games.enchanters.rules import journey as way
from referee.games.enchanters.rules.actions import Use
from referee.games.enchanters.rules.context import Quest
from referee.games.enchanters.rules.effects import trigger
from referee.games.enchanters.rules.events import GameEnded, LastTurn, TurnBegan, TurnEnded
from referee.games.enchanters.rules.reveal import reveal
from referee.games.enchanters.rules.state import COUNTERS, TRACKING_LEVELS, GameState, Player, Setup
from referee.games.enchanters.vocabulary import PILES, VERBS
from referee.text.names import numbered, printed

if TYPE_CHECKING:
    pass


class Journey(Struct, frozen=True):
    """A journey to the card at a place of the track, from 0."""

    place: int
    name: str


class End(Struct, frozen=True):
    """The end of the turn."""


Move = Journey | Use | End

TO_END = "0"
"""What is typed to end a turn; the numbers from 1 on are the places of the track, whatever is listed."""


def next_decision(setup: Setup, state: GameState, events: list[Any]) -> Procedure[None] | None:
    """The next decision; None when the game is over."""
    return None if state.over else turn(Quest(setup, state, events, way.to_graveyard))


def start_game(setup: Setup) -> GameState:
    """A game before its first turn: crystals, starting cards, the track, and what a turn's beginning triggers."""
    box = tables.box()
    if setup.tracking != EVERYTHING:
        seated = [Player(name) for name in setup.players]
        return GameState(seated, 0, [], setup.start, tracking=setup.tracking, known=setup.tracking)
    players = [
        Player(
            name, box.crystals_at_start, items=[numbered(box.fist, seat)],
            enchantments=[numbered(box.enchanting, seat)],
        )
        for seat, name in enumerate(setup.players, 1)
    ]  # fmt: skip
    game = GameState(players, setup.size, list(setup.track), setup.start)
    finish(trigger(Quest(setup, game, []), "turn"))  # of a village only, and no village asks anything then
    return game


def turn(quest: Quest) -> Procedure[None]:
    """One decision: an action, the journey, a rest, or the end of the turn."""
    if not quest.state.track and quest.state.deck:  # only a correction leads here
        yield from reveal(quest)
        return
    move: Move = yield question(quest)
    match move:
        case Journey():
            yield from way.journey(quest, move.place)
        case End():
            yield from _end(quest)
        case _:
            yield from actions.act(quest, move)


def question(quest: Quest) -> Question[Move]:
    """What the player whose turn it is does next."""
    name = quest.active.name
    done = _may_end(quest)

    def closed() -> list[Option]:
        found = [*way.options(quest, closed=True), *actions.options(quest, actions.REST, closed=True),
                 *actions.options(quest, actions.USE, closed=True)]  # fmt: skip
        return found if done else [*found, Option("end turn", detail="a journey or a rest comes first", rule="turn")]

    prompt = f"{name}: an action, or end turn" if done else f"{name}: a journey, a rest, or an action"
    prompt += " (the last turn)" * last_turn(quest.state)
    return Question(
        "move", prompt, lambda text: read_move(quest, text), options=lambda: options(quest), closed=closed, who=name,
        hint=actions.hint(quest), open=not done or len(options(quest)) > 1,
        write=lambda move: write_move(quest, move), default="end turn" if done else None,
        warns=lambda move: way.warning(quest, move.place) if isinstance(move, Journey) else "",
    )  # fmt: skip


def options(quest: Quest) -> list[Option]:
    """The legal moves."""
    rests = [] if quest.state.major else actions.options(quest, actions.REST)
    ending = [Option("end turn", detail=_at_end(quest), number=TO_END)] if _may_end(quest) else []
    return [*ending, *way.options(quest), *rests, *actions.options(quest, actions.USE)]


def _may_end(quest: Quest) -> bool:
    """Whether the turn can end: after a major action, or where a correction has left no card to go for."""
    return quest.state.major or not quest.state.track


def _at_end(quest: Quest) -> str:
    return (
        f"{printed(quest.state.track[0])} goes to the graveyard" if quest.state.resting and quest.state.track else ""
    )


def read_move(quest: Quest, text: str) -> Move:
    """A move as typed: "journey 3", "3", "use Scimitar", "scimitar x2", "rest Normaltown", "rest 1", "end turn".

    Raises Unreadable or Illegal.
    """
    if text.strip() == TO_END:
        text = "end"
    if text.strip().isdecimal():
        if quest.state.major:
            raise Illegal("the major action of this turn is done", "turn")
        text = f"journey {text.strip()}"
    if actions.names_one(quest, text):
        return actions.read_use(quest, text, actions.USE)
    verb, _, rest = text.strip().partition(" ")
    kind = kind_of_move(verb, VERBS, partial(options, quest))
    if kind == "end":
        if not _may_end(quest):
            raise Illegal("a journey or a rest comes first", "turn")
        return End()
    if not rest.strip():
        raise Unreadable(f'"{text}": write what to {kind}, like {kind} {"3" if kind == "journey" else "NAME"}')
    if kind == "journey":
        place = way.read_place(quest, rest)
        return Journey(place, quest.state.track[place])
    return actions.read_use(quest, rest, actions.REST if kind == "rest" else actions.USE)


def write_move(quest: Quest, move: Move) -> str:
    """A move as it is recorded."""
    match move:
        case Journey():
            return f"journey {move.place + 1} {printed(move.name)}"
        case End():
            return "end turn"
        case _:
            verb = "rest" if move.action.rule.when == "rest" else "use"
            return f"{verb} {actions.write_use(quest, move)}"


def _end(quest: Quest) -> Procedure[None]:
    """The end of a turn: the nearest card goes after a rest, boosts are over, and the next player begins."""
    game = quest.state
    if game.resting:
        yield from way.bury_nearest(quest)
    game.major = game.resting = False
    game.used, game.boosts = [], []
    quest.emit(TurnEnded(game.active))
    if not game.track and not game.deck:
        game.over = True
        quest.emit(GameEnded())
        return
    game.active = (game.active + 1) % len(game.players)
    game.turn += 1
    quest.emit(TurnBegan(game.active, game.turn))
    if last_turn(game):
        quest.emit(LastTurn(game.active))
    yield from trigger(quest, "turn")


def last_turn(game: GameState) -> bool:
    """Whether the game is over after this turn: its end takes the last card (End of the game)."""
    return len(game.track) == 1 and not game.deck and not game.major


def _light_turn(setup: Setup, state: GameState, events: list[Any]) -> Procedure[None] | None:
    from referee.games.enchanters.rules import light  # loaded by those who track less

    return None if state.over else light.turn(Quest(setup, state, events))


def _count(setup: Setup, state: GameState, events: list[Any]) -> Procedure[None]:
    from referee.games.enchanters.rules import light

    return light.count(Quest(setup, state, events))


LIGHT = LightPlay(
    next_decision=_light_turn, count=_count, lighten=part("referee.games.enchanters.rules.light:lighten")
)
RULES: Rules[Setup, GameState] = Rules(
    setup_type=Setup, state_type=GameState, start=start_game, next_decision=next_decision,
    corrections=part("referee.games.enchanters.rules.corrections:CORRECTIONS"),
    label=lambda state: "the end" if state.over else f"turn {state.turn}",
    counters=COUNTERS, tracking_levels=TRACKING_LEVELS, light=LIGHT,
    piles=[*(Pile(pile, shown=printed) for pile in PILES),
           Pile("track", owners=TABLE, shown=printed, there="on the track"),
           Pile("graveyard", owners=TABLE, shown=printed)],
    checks=Checks(checks.OF_A_SETUP, checks.OF_A_GAME),
    close_checks=lambda: Checks(checks.CLOSELY_OF_A_SETUP, checks.CLOSELY_OF_A_GAME),
    mended={2: ("E-at", "E-au", "E-av", "of-fire", "of-rage", "chapel-of-soulfire"), 3: ("scimitar", "axe", "roc")},
)  # fmt: skip
