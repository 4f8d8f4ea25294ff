"""The game as a session plays it: one step is one decision of the player whose turn it is (Flow of the game)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from referee.asking.moves import Move, Moves, ask_move
from referee.asking.question import Option, Procedure, Question, finish
from referee.declaration.counts import TABLE, Pile
from referee.declaration.parts import part
from referee.declaration.rules import Checks, Rules
from referee.declaration.tracking import EVERYTHING, LightPlay
from referee.games.enchanters import tables
from referee.games.enchanters.readings import EnchantersReadings
from referee.games.enchanters.rules import actions, checks
from referee.games.enchanters.rules.actions import Rest, Use
from referee.games.enchanters.rules.context import Quest
from referee.games.enchanters.rules.effects import trigger
from referee.games.enchanters.rules.events import GameEnded, LastTurn, TurnBegan, TurnEnded
from referee.games.enchanters.rules.journey import Journey, bury_nearest, goes_next, to_graveyard
from referee.games.enchanters.rules.reveal import reveal
from referee.games.enchanters.rules.state import COUNTERS, TRACKING_LEVELS, GameState, Player, Setup
from referee.games.enchanters.vocabulary import PILES
from referee.text.names import numbered, printed


class EndTurn(Move[Quest], frozen=True):
    """The end of the turn."""

    says = ("(end turn|end) ...", "0")
    rule = "turn"

    def why_not(self, quest: Quest) -> str:
        """It comes after a major action, or where a correction has left no card to go for."""
        return "" if quest.state.major or not quest.state.track else "a journey or a rest comes first"

    def detail(self, quest: Quest) -> str:
        """What goes from the track."""
        goes = [quest.state.track[at] for at in (goes_next(quest.state),) if at is not None and quest.state.resting]
        return "".join(f"{printed(name)} goes to the graveyard" for name in goes)

    def option(self, quest: Quest, text: str) -> Option:
        """It is typed as 0: the numbers from 1 on are the places of the track, whatever is listed."""
        return replace(super().option(quest, text), number="0")

    def do(self, quest: Quest) -> Procedure[None]:
        """The nearest card goes after a rest, boosts are over, and the next player begins."""
        game = quest.state
        if game.resting:
            yield from bury_nearest(quest)
        game.major = game.resting = False
        game.spared = ""
        game.used, game.boosts = [], []
        quest.emit(TurnEnded(game.active))
        following = (game.active + 1) % len(game.players)
        last = quest.setup.last_turns == "at once" or following == quest.setup.start
        if not game.track and not game.deck and last:
            game.over = True
            quest.emit(GameEnded())
            return
        game.active = following
        game.turn += 1
        quest.emit(TurnBegan(game.active, game.turn))
        if last_turn(game, at_once=quest.setup.last_turns == "at once"):
            quest.emit(LastTurn(game.active))
        yield from trigger(quest, "turn")


MOVES = Moves(EndTurn, Journey, Rest, Use)


def next_decision(setup: Setup, state: GameState, events: list[Any]) -> Procedure[None] | None:
    """The next decision; None when the game is over."""
    return None if state.over else turn(Quest(setup, state, events, to_graveyard))


def start_game(setup: Setup) -> GameState:
    """A game before its first turn: crystals, starting cards, the track, and what a turn's beginning triggers."""
    box = tables.box()
    if setup.tracking != EVERYTHING:
        seated = [Player(name) for name in setup.players]
        return GameState(seated, 0, [], setup.start, tracking=setup.tracking, known=setup.tracking)
    players = [
        Player(
            name, setup.start_crystals, items=[numbered(box.fist, seat)],
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
    yield from ask_move(question(quest), quest)


def question(quest: Quest) -> Question[Move[Quest]]:
    """What the player whose turn it is does next."""
    name, done = quest.active.name, not EndTurn().why_not(quest)
    prompt = f"{name}: an action, or end turn" if done else f"{name}: a journey, a rest, or an action"
    prompt += " (the last turn)" * last_turn(quest.state, at_once=quest.setup.last_turns == "at once")
    return MOVES.question(
        quest, "move", prompt, who=name, hint=actions.hint(quest), default="end turn" if done else None,
        open=not done or len(MOVES.options(quest)) > 1,
        warns=lambda move: move.warning(quest) if isinstance(move, Journey) else "",
    )  # fmt: skip


def last_turn(game: GameState, *, at_once: bool = True) -> bool:
    """Whether the game is over after this turn: its end takes the last card (End of the game)."""
    return len(game.track) == 1 and not game.deck and not game.major and at_once


_LIGHT = "referee.games.enchanters.rules.light"
LIGHT: LightPlay[Setup, GameState] = LightPlay(
    next_decision=part(f"{_LIGHT}:next_decision"), count=part(f"{_LIGHT}:count"), lighten=part(f"{_LIGHT}:lighten")
)
RULES: Rules[Setup, GameState] = Rules(
    setup_type=Setup, state_type=GameState, start=start_game, next_decision=next_decision,
    corrections=part("referee.games.enchanters.rules.corrections:CORRECTIONS"),
    label=lambda state: "the end" if state.over else f"turn {state.turn}",
    first=lambda setup: setup.start, seats=lambda state: [("active", state.active)],
    counters=COUNTERS, readings=EnchantersReadings, tracking_levels=TRACKING_LEVELS, light=LIGHT,
    piles=[*(Pile(pile, shown=printed) for pile in PILES),
           Pile("track", owners=TABLE, shown=printed, there="on the track"),
           Pile("graveyard", owners=TABLE, shown=printed)],
    checks=Checks(checks.OF_A_SETUP, checks.OF_A_GAME),
    close_checks=lambda: Checks(checks.CLOSELY_OF_A_SETUP, checks.CLOSELY_OF_A_GAME),
    mended={2: ("E-at", "E-au", "E-av", "of-fire", "of-rage", "chapel-of-soulfire"), 3: ("scimitar", "axe", "roc")},
)  # fmt: skip
