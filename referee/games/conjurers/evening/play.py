"""The whole game as a session plays it: one step is one decision with what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from referee.ask import Procedure
from referee.dice import Average, Dice, Entered, OnRecord
from referee.games.conjurers.evening.context import Evening
from referee.games.conjurers.evening.state import Game, Player, Setup, Stage
from referee.games.conjurers.tables import battle as battle_tables


class Conjuring:
    """Games with one set-up."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup

    def copy(self, state: Game) -> Game:
        """An independent copy of a game."""
        return state.copy()

    def step(self, state: Game, events: list[Any]) -> Procedure[None] | None:
        """The next decision; None when the game is over."""
        if state.stage == "over":
            return None
        return self._step(Evening(self.setup, state, dice_of(self.setup, state), events))

    def _step(self, evening: Evening) -> Procedure[None]:
        stage = evening.game.stage
        yield from _procedure_of(stage)(evening)
        if stage in ("resolving", "battles") and evening.game.contest is None:
            if stage == "battles" and (evening.game.bouts or evening.game.finished):
                evening.game.stage = "tournament"
            else:
                _go_on(evening)
        elif evening.game.contest is not None:
            evening.game.stage = "battles"


def dice_of(setup: Setup, state: Game) -> Dice:
    """The dice that were agreed on; those that the program rolls go by the seed, the turn and the battle."""
    faces = battle_tables.numbers().die
    match setup.dice:
        case "average":
            return Average(faces)
        case "rolled":
            return OnRecord(faces, f"{setup.seed}/{state.turn}/{_battle_mark(state)}")
        case _:
            return Entered(faces)


def _battle_mark(state: Game) -> str:
    """What tells a battle from the others of its turn, so that each has dice of its own."""
    now = state.contest
    return "" if now is None else f"{now.attacker}/{now.figure}/{now.space}/{now.tournament}"


def settle_stage(evening: Evening) -> None:
    """Go on where a stage has nothing left to decide, as after a player has left (A21)."""
    if evening.game.stage == "placing":
        from referee.games.conjurers.evening import placing  # loaded with its stage

        placing.pass_on(evening, evening.game.next_seat)
    elif evening.game.stage == "resolving":
        _go_on(evening)


STAGES: Mapping[Stage, tuple[str, str]] = {
    "placing": ("placing", "place"),
    "resolving": ("resolving", "resolve"),
    "battles": ("contests", "contest"),
    "ending": ("ending", "end_turn"),
    "tournament": ("ending", "tournament"),
}
"""What is decided in each stage: the module beside this one, loaded when it is needed, and its procedure."""


@cache
def _procedure_of(stage: Stage) -> Callable[[Evening], Procedure[None]]:
    module, name = STAGES[stage]
    procedure: Callable[[Evening], Procedure[None]] = getattr(
        import_module(f"referee.games.conjurers.evening.{module}"), name
    )
    return procedure


def _go_on(evening: Evening) -> None:
    from referee.games.conjurers.evening import resolving  # loaded with its stage

    resolving.go_on(evening)


def start_game(setup: Setup, dealt: list[list[str]]) -> Game:
    """A game before its first turn; `dealt` are each player's level 1 creatures (p. 9; E8)."""
    players = [
        Player(seat.name, [seat.assistant], creatures=list(cards))
        for seat, cards in zip(setup.players, dealt, strict=True)
    ]
    return Game(players, holder=setup.start, next_seat=setup.start)
