"""Backgammon to some points, with the doubling cube: a whole game, declared with `referee.game` alone.

`referee/games/README.md` walks through it. A turn and its moves stand in `tests/backgammon_turn.py`, where men can go
in `tests/backgammon_men.py`.
"""

from __future__ import annotations  # noqa: I001

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any

from referee.game import (
    Agreed, BadInput, Checks, Corrections, Game, Holdings, Outcome, PlayerScore, Procedure, QuickOdds, Rules,
    Scores, Screen, SetUp, ShortReport, ask_move, number, on_or_off, one_of, plain_screens, players, put_and_tell,
    seed, without_points,
)  # fmt: skip
from tests.backgammon_men import BAR, BEGIN, OFF, rolls_that_hit, spelt
from tests.backgammon_turn import BEFORE, COUNTERS, PLAYS, WORTH, Setup, Side, State, Turn


class Reason(StrEnum):
    """What decides who wins."""

    POINTS = "points"


def begin(setup: Setup) -> State:
    """The men as they stand at first."""
    return State([Side(name, list(BEGIN)) for name in setup.players])


def next_decision(setup: Setup, state: State, events: list[Any]) -> Procedure[None] | None:
    """The next turn; None once somebody has the points."""
    return None if any(side.points >= setup.to for side in state.players) else play(setup, state, events)


def play(setup: Setup, state: State, events: list[Any]) -> Procedure[None]:
    """A turn: the first of a game, or one that begins with a roll or a double."""
    turn = Turn(setup, state, events)
    if state.opening:
        state.opening, state.cube, state.owner = False, 1, -1
        turn.mine.men, turn.theirs.men = list(BEGIN), list(BEGIN)
        while len(set(turn.dice)) < 2:
            yield from turn.throw(f"{state.players[0].name}'s die, then {state.players[1].name}'s")
        state.active = int(turn.dice[1] > turn.dice[0])
        turn = Turn(setup, state, events, turn.dice)
    else:
        name = turn.mine.name
        asked = f"{name}: roll or double"
        yield from ask_move(BEFORE.question(turn, "turn", asked, who=name, waits=setup.cube, default="roll"), turn)
    if turn.dice:
        asked = f"{turn.mine.name} plays {' '.join(map(str, turn.dice))}"
        parse = lambda text: PLAYS.read_move(turn, spelt(text))  # noqa: E731
        yield from ask_move(PLAYS.question(turn, "play", asked, who=turn.mine.name, parse=parse), turn)
    state.turn, state.active = state.turn + 1, 1 - state.active


# --- the declaration ------------------------------------------------------------------------------------


def outcome(setup: Setup, state: State) -> Outcome:
    """Who has the points wins."""
    won = tuple(side.name for side in state.players if side.points >= setup.to)
    counts = [PlayerScore(side.name, counts={
        "points": f"{side.points} of {setup.to}", **{kind: str(side.won.count(kind)) for kind in WORTH},
    }) for side in state.players]  # fmt: skip
    return Outcome(Reason.POINTS if won else None, won, tuple(counts), over=bool(won))


def show(setup: Setup, state: State, screen: Screen) -> None:
    """Where the men of both stand."""
    screen.line(f"Turn {state.turn}, to {setup.to}; the cube shows {state.cube}", style="bold")
    for side in state.players:
        men = " ".join(f"{at}:{side.men[at]}" for at in range(24, 0, -1) if side.men[at])
        left = sum(at * men for at, men in enumerate(side.men))
        there = f"bar {side.men[BAR]}, off {side.men[OFF]}; {left} to go"
        screen.line(f"{side.name}: {men}; {there}; {side.points} won")


def shot(given: Mapping[str, str]) -> ShortReport:
    """The rolls that hit a blot. Raises BadInput."""
    found = re.fullmatch(r"([1-9]|1\d|2[0-4]);([\d, ]*)", f"{given.get('distance', '')};{given.get('held', '')}")
    if found is None:
        raise BadInput("--distance takes a number from 1 to 24, --held numbers like 4,5")
    rolls = rolls_that_hit(int(found[1]), frozenset(map(int, re.findall(r"\d+", found[2]))))
    data = {"game": "backgammon", "distance": int(found[1]), "rolls": rolls, "of": 36}
    return ShortReport(data, (f"{rolls} of 36 rolls hit a blot {found[1]} away",))


def checked(setup: Setup, state: State) -> Iterator[str]:
    """What can't be of the men."""
    yield from (
        f"{side.name} has {sum(side.men)} men; it must be 15" for side in state.players if sum(side.men) != 15
    )


def made(agreed: Agreed) -> Setup:
    """The set-up of what was agreed."""
    return Setup(tuple(agreed["player"]), agreed["dice"], agreed.get("seed", 0), agreed["to"], agreed["cube"])


RULES: Rules[Setup, State] = Rules(
    setup_type=Setup, state_type=State, start=begin, next_decision=next_decision,
    label=lambda state: f"turn {state.turn}", counters=COUNTERS,
    checks=Checks(state=(checked,)), corrections=lambda: Corrections(
        holdings=Holdings(counters=COUNTERS, put=put_and_tell, usage=("adjust PLAYER 8-point|bar|off NUMBER",))
    ),
)  # fmt: skip
GAME: Game[Setup, State] = Game(
    name="backgammon", title="Backgammon", rules=lambda: RULES,
    setup=lambda: SetUp(make=made, fields=[
        players(2, 2, lambda setup: setup.players),
        one_of("dice", "Whose dice", {"entered": "you throw", "rolled": "the program throws"}, always=True),
        seed(lambda agreed: agreed["dice"] == "rolled"), number("to", "To how many points", 1, 99, 5),
        on_or_off("cube", "Do you double", "yes or no", rules=("no-cube",), usual=True),
    ]),
    scores=lambda: Scores(outcome=outcome, words=lambda: without_points(
        "backgammon", "Backgammon", {Reason.POINTS: "has the points"}
    )),
    screens=lambda: plain_screens(GAME, status=show, board=show),
    quick_odds=lambda: QuickOdds(report=shot, options={
        "distance": "how far away the blot is", "held": "the distances that the other holds, like 4,5",
    }),
)  # fmt: skip
