"""The whole game as a session plays it: one step is one decision with what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from referee.asking import dice
from referee.asking.question import Procedure
from referee.declaration.counts import Pile
from referee.declaration.parts import part
from referee.declaration.rules import Checks, Rules
from referee.declaration.tracking import EVERYTHING, LightPlay
from referee.games.conjurers.readings import ConjurersReadings
from referee.games.conjurers.rules import checks
from referee.games.conjurers.rules.context import Context
from referee.games.conjurers.rules.state import COUNTERS, TRACKING_LEVELS, GameState, Player, Setup, Stage
from referee.games.conjurers.tables import battle as battle_tables


def next_decision(setup: Setup, state: GameState, events: list[Any]) -> Procedure[None] | None:
    """The next decision; None when the game is over."""
    if state.stage == "over":
        return None
    return _step(Context(setup, state, dice_of(setup, state), events))


def _step(context: Context) -> Procedure[None]:
    stage = context.state.stage
    yield from _procedure_of(stage, light=context.state.known != EVERYTHING)(context)
    if stage in ("resolving", "battles") and context.state.contest is None:
        if stage == "battles" and (context.state.bouts or context.state.finished):
            context.state.stage = "tournament"
        else:
            _go_on(context)
    elif context.state.contest is not None:
        context.state.stage = "battles"


def dice_of(setup: Setup, state: GameState) -> dice.Dice:
    """The dice that were agreed on; those that the program rolls go by the seed, the turn and the battle."""
    seed = f"{setup.seed}/{state.turn}/{_battle_mark(state)}"
    return dice.dice_of(setup.dice, battle_tables.numbers().die, seed)


def _battle_mark(state: GameState) -> str:
    """What tells a battle from the others of its turn, so that each has dice of its own."""
    now = state.contest
    return "" if now is None else f"{now.attacker}/{now.figure}/{now.space}/{now.tournament}"


STAGES: Mapping[Stage, tuple[str, str]] = {
    "placing": ("placing", "place"),
    "light": ("light", "turn"),
    "resolving": ("resolving", "resolve"),
    "battles": ("contests", "contest"),
    "ending": ("ending", "end_turn"),
    "tournament": ("ending", "tournament"),
}
"""What is decided in each stage: the module beside this one, loaded when it is needed, and its procedure."""


@cache
def _procedure_of(stage: Stage, *, light: bool) -> Callable[[Context], Procedure[None]]:
    module, name = ("light", "contest") if light and stage == "battles" else STAGES[stage]
    procedure: Callable[[Context], Procedure[None]] = getattr(
        import_module(f"referee.games.conjurers.rules.{module}"), name
    )
    return procedure


def _go_on(context: Context) -> None:
    from referee.games.conjurers.rules import resolving  # loaded with its stage

    resolving.go_on(context)


def start_game(setup: Setup) -> GameState:
    """A game before its first turn, with what was dealt to each player (p. 9; E8)."""
    players = [
        Player(seat.name, [seat.assistant] if seat.assistant else [], creatures=list(cards))
        for seat, cards in zip(setup.players, setup.dealt, strict=True)
    ]
    stage: Stage = "placing" if setup.tracking == EVERYTHING else "light"
    return GameState(
        players, holder=setup.start, next_seat=setup.start, stage=stage, tracking=setup.tracking, known=setup.tracking
    )


def _label(state: GameState) -> str:
    return f"turn {state.turn}" if state.stage == "light" else f"turn {state.turn}, {state.stage}"


def _count(setup: Setup, state: GameState, events: list[Any]) -> Procedure[None]:
    from referee.games.conjurers.rules import counting  # loaded when it is counted

    return counting.count(Context(setup, state, dice_of(setup, state), events))


RULES: Rules[Setup, GameState] = Rules(
    setup_type=Setup, state_type=GameState, start=start_game, next_decision=next_decision,
    corrections=part("referee.games.conjurers.rules.corrections:CORRECTIONS"),
    label=_label, first=lambda setup: setup.start, seats=checks.seats, tracking_levels=TRACKING_LEVELS,
    light=LightPlay(
        next_decision=next_decision, count=_count, lighten=part("referee.games.conjurers.rules.light:lighten")
    ),
    counters=COUNTERS, readings=ConjurersReadings,
    in_battle=lambda state: state.contest is not None and state.contest.battle is not None,
    piles=[Pile("creatures"), Pile("items"), Pile("artifacts"), Pile("assistants", one_place=False)],
    checks=Checks(checks.OF_A_SETUP, checks.OF_A_GAME),
    close_checks=part("referee.games.conjurers.rules.close_checks:CHECKS"),
    mended={
        # life steal happens also on the blow that ends the battle (B13, B25); with fewer than four players present
        # the left neighbour always plays the minions (A19); against a challenger without creatures nobody is set
        # aside (A17); nobody is given a level 1 creature more than the box has (p. 6)
        2: ("A17", "A19", "B13", "B25", "level-1-cards"),
        # nobody leaves between a figure and its battle, which are one action
        3: ("A21",),
    },
)  # fmt: skip
