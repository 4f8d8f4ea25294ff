"""A made-up race: who first has gone the whole track wins. A whole game as small as one can be declared.

In a turn one runs as far as a die shows, or waits. Before that, others may throw a stone in the way: a step less.
"""

from __future__ import annotations  # noqa: I001

from typing import Annotated, Any

from msgspec import Meta, field

from referee.game import (
    Agreement,
    Prompt,
    Counter,
    Event,
    Interrupt,
    OnTurn,
    Option,
    PlayerState,
    Procedure,
    Seat,
    TurnState,
    Wording,
    choice,
    dice_of,
    plain_game,
)

FACES = (1, 2, 3, 4, 5, 6)
TRACK = 12
STEPS = Counter[Any]("steps", most=TRACK + 5, rule="run")
STONES = Counter[Any]("stones", most=2, rule="stone", said=Wording(loses="throws a stone in the way: one step less"))


class Setup(Agreement, frozen=True):
    """Who runs, whose die, and whether stones may be thrown."""

    players: Annotated[tuple[str, ...], Meta(min_length=2, max_length=4)]
    no_stones: Annotated[bool, Prompt("Run without stones", "yes: nobody throws stones", rules=("stone",))] = False


class Runner(PlayerState):
    """How far a player has gone, and with how many stones."""

    steps: int = 0
    stones: int = 2
    cards: list[str] = field(default_factory=list)


class State(TurnState):
    """A race between two turns; `thrown` are the stones in the way."""

    players: list[Runner]
    thrown: int = 0


class Ran(Event, frozen=True):
    """A player runs."""

    says = "{player} runs {steps}."
    ends_turn = True
    rules = ("run",)
    changes = {"steps": "steps"}  # noqa: RUF012
    player: Seat
    steps: int


class Turn(OnTurn[Setup, State]):
    """Run as far as a die shows, less the stones in the way, or wait."""

    def play(self) -> Procedure[None]:
        """Ask for the move, and make it."""
        name, ran = self.mine.name, 0
        moves = {"run": "as far as the die shows", "wait": "nothing is risked"}
        if (yield choice("move", f"{name} moves", moves, who=name)) == "run":
            dice = dice_of(self.setup.dice, FACES, self.setup.seed)
            roll = yield from dice.roll(1, self.state.turn, f"{name} runs")
            ran = max(0, roll.total - self.state.thrown)
        self.mine.steps += ran
        self.emit(Ran(self.state.active, ran))
        self.state.thrown = 0
        self.state.end_turn()


def stones(setup: Setup, state: State, events: list[Any]) -> list[Interrupt]:
    """Who has a stone may throw it in another's way, at every question of the turn."""
    turn = Turn(setup, state, events)

    def throw(who: str, rest: None) -> None:
        state.thrown += 1
        turn.give(STONES, who, -1, "thrown", "stone")

    able = [] if setup.no_stones else [runner.name for runner in turn.others if runner.stones]
    return [Interrupt(option=Option("throw", detail="a stone"), who=able, do=throw)] if able else []


GAME = plain_game(
    "The Race",
    Turn,
    name="race",
    counters=(STEPS, STONES),
    interrupts=stones,
    winners=lambda setup, state: [runner.name for runner in state.players if runner.steps >= TRACK],
    reasons={"goal": "has arrived"},
    counts=lambda setup, runner: {"steps": f"{runner.steps} of {TRACK}"},
)
