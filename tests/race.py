"""A made-up race: who first has gone the whole track wins. A whole game as small as one can be declared.

In a turn one runs as far as a die shows, or waits. Before that, others may throw a stone in the way: a step less.
"""

from __future__ import annotations  # noqa: I001

from enum import StrEnum
from typing import Annotated, Any

from msgspec import Meta, Struct

from referee.game import (
    Agreed, Copyable, Corrections, Counter, Event, Game, Holdings, Interrupt, Mode, Option, Outcome, PlayerScore,
    Procedure, Rules, Scores, Seat, SetUp, choice, dice_of, on_or_off, one_of, players, seed, value_of,
    without_points,
)  # fmt: skip

FACES = (1, 2, 3, 4, 5, 6)
TRACK = 12


class Reason(StrEnum):
    """What decides who wins."""

    GOAL = "goal"


class Setup(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who runs, whose die, and whether stones may be thrown."""

    players: Annotated[tuple[str, ...], Meta(min_length=2, max_length=4)]
    dice: Mode = "entered"
    seed: int = 0
    no_stones: bool = False


class Runner(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """How far a player has gone, and with how many stones."""

    name: str
    steps: int = 0
    stones: int = 2
    cards: list[str] = []


class State(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """A race between two turns; `turn` counts them."""

    players: list[Runner]
    turn: int = 1
    active: int = 0
    thrown: int = 0


class Ran(Event, frozen=True):
    """A player runs."""

    says = "{player} runs {steps}."
    ends_turn = True
    changes = {"steps": "steps"}  # noqa: RUF012
    player: Seat
    steps: int
    rules: tuple[str, ...] = ("run",)


class Threw(Event, frozen=True):
    """A player throws a stone in the runner's way."""

    says = "{player} throws a stone in the way: one step less."
    changes = {"stones": "stones"}  # noqa: RUF012
    player: Seat
    stones: int = -1
    rules: tuple[str, ...] = ("stone",)


def next_decision(setup: Setup, state: State, events: list[Any]) -> Procedure[None] | None:
    """The next turn; None once somebody has arrived."""
    return None if any(runner.steps >= TRACK for runner in state.players) else turn(setup, state, events)


def turn(setup: Setup, state: State, events: list[Any]) -> Procedure[None]:
    """Run as far as a die shows, less the stones in the way, or wait."""
    who = state.players[state.active]
    moves = [Option("run", detail="as far as the die shows"), Option("wait", detail="nothing is risked")]
    move: str = yield choice("move", f"{who.name} moves", moves, who=who.name)
    ran = 0
    if move == "run":
        roll = yield from dice_of(setup.dice, FACES, setup.seed).roll(1, state.turn, f"{who.name} runs")
        ran = max(0, roll.total - state.thrown)
    who.steps += ran
    events.append(Ran(state.active, ran))
    state.active, state.turn, state.thrown = (state.active + 1) % len(state.players), state.turn + 1, 0


def stones(setup: Setup, state: State, events: list[Any]) -> list[Interrupt]:
    """Who has a stone may throw it in another's way, at every question of the turn."""

    def throw(who: str, rest: None) -> None:
        number = next(n for n, runner in enumerate(state.players) if runner.name == who)
        state.players[number].stones -= 1
        state.thrown += 1
        events.append(Threw(number))

    others = [runner for number, runner in enumerate(state.players) if number != state.active]
    able = [] if setup.no_stones else [runner.name for runner in others if runner.stones]
    return [Interrupt(option=Option("throw", detail="a stone"), who=able, do=throw)] if able else []


def outcome(setup: Setup, state: State) -> Outcome:
    """Who has arrived wins; until then nothing is decided."""
    arrived = tuple(runner.name for runner in state.players if runner.steps >= TRACK)
    counts = [PlayerScore(runner.name, counts={"steps": f"{runner.steps} of {TRACK}"}) for runner in state.players]
    return Outcome(Reason.GOAL if arrived else None, arrived, tuple(counts), over=bool(arrived))


def made(agreed: Agreed) -> Setup:
    """The set-up of what was agreed."""
    return Setup(tuple(agreed["player"]), agreed["dice"], agreed.get("seed", 0), agreed["no-stones"])


COUNTERS = (Counter[Any]("steps", most=TRACK + 5, rule="run"), Counter[Any]("stones", most=2, rule="stone"))
RULES: Rules[Setup, State] = Rules(
    setup_type=Setup, state_type=State, start=lambda setup: State([Runner(name) for name in setup.players]),
    next_decision=next_decision, label=lambda state: f"turn {state.turn}", counters=COUNTERS, interrupts=stones,
    corrections=lambda: Corrections(holdings=Holdings(counters=COUNTERS, usage=("adjust NAME steps|stones NUMBER",))),
)  # fmt: skip
GAME: Game[Setup, State] = Game(
    name="race", title="The Race", rules=lambda: RULES,
    setup=lambda: SetUp(make=made, fields=[
        players(2, 4, lambda setup: setup.players), one_of("dice", "Whose die", dict.fromkeys(
            ("entered", "rolled", "average"), ""), always=True),
        seed(lambda agreed: agreed["dice"] == "rolled", value_of("seed", 0)),
        on_or_off("no-stones", "Run without stones", "yes: nobody throws stones", rules=("stone",)),
    ]),
    scores=lambda: Scores(
        outcome=outcome, words=lambda: without_points("race", "The Race", {Reason.GOAL: "has arrived"})
    ),
)  # fmt: skip
