"""A turn of backgammon: the state, what is counted, and the moves, each as a class."""

from __future__ import annotations  # noqa: I001

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from referee.game import (
    TABLE, Copyable, Counter, Event, Move, Moves, Procedure, Refusal, Wording, Seat, ask_move, change, dice_of
)  # fmt: skip
from tests.backgammon_men import BAR, OFF, Hop, Position, carried, longest, step

WORTH = {"single": 1, "gammon": 2, "backgammon": 3}


# --- what a save holds ----------------------------------------------------------------------------------


class Setup(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who plays, whose dice, to how many points, and whether with the cube."""

    players: Annotated[tuple[str, ...], Meta(min_length=2, max_length=2)]
    dice: Literal["entered", "rolled"] = "entered"
    seed: int = 0
    to: Annotated[int, Meta(ge=1, le=99)] = 5
    cube: bool = True


class Side(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """A player: the men by where they are, the points won, and as what."""

    name: str
    men: Annotated[list[int], Meta(min_length=26, max_length=26)]
    points: int = 0
    won: list[str] = []


class State(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """A match between two turns. Nobody's number (-1) is the cube's `owner` at first."""

    players: list[Side]
    turn: int = 1
    active: int = 0
    thrown: int = 0
    cube: int = 1
    owner: int = -1
    opening: bool = True


def counted(name: str, at: int) -> Counter[Any]:
    """A player's men at a place."""
    said = Wording(amount=lambda many: f"{many} on {name}", more="put {many}", fewer="take {many} away")
    put = lambda side, many: side.men.__setitem__(at, many)  # noqa: E731
    return Counter(name, most=15, rule="moving", value=lambda side: side.men[at], put=put, said=said)


ON_BAR, DOUBLED = counted("bar", BAR), Wording(gains="plays for {now} now ({source})")
CUBE = Counter[Any]("cube", owners=TABLE, rule="cube", unit="points", said=DOUBLED)
COUNTERS = (
    Counter[Any]("points", rule="single"), CUBE, ON_BAR, *(counted(f"{at}-point", at) for at in range(24, 0, -1)),
    counted("off", OFF),
)  # fmt: skip


class Played(Event, frozen=True):
    """A player plays the dice."""

    says = "{player} plays {how}."
    changes = {"bar": "entered", "off": "off"}  # noqa: RUF012
    player: Seat
    how: str
    entered: int = 0
    off: int = 0
    rules: tuple[str, ...] = ("moving", "all-dice")


class Won(Event, frozen=True):
    """A game is over."""

    says = "{player} wins a {kind} game: {points} more."
    changes = {"points": "points"}  # noqa: RUF012
    weighty = True
    player: Seat
    kind: str
    points: int
    rules: tuple[str, ...]


# --- a turn, and its moves ------------------------------------------------------------------------------


@dataclass
class Turn:
    """A player's turn while it is played: what the moves look at and change."""

    setup: Setup
    state: State
    events: list[Any]
    dice: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self.mine, self.theirs = self.state.players[self.state.active], self.state.players[1 - self.state.active]

    @property
    def men(self) -> Position:
        return tuple(self.mine.men), tuple(self.theirs.men)

    @property
    def plays(self) -> dict[Position, tuple[Hop, ...]]:
        """The legal plays by the position after each; of two dice that exclude each other it must be the higher."""
        found = longest(*self.men, self.dice)
        if any(len(hops) == 1 for hops in found.values()):
            high = longest(*self.men, (max(self.dice),))
            found = high if any(high.values()) else found
        return {there: hops for there, hops in found.items() if hops}

    def throw(self, what: str) -> Procedure[None]:
        """Throw two dice; a double counts twice."""
        self.state.thrown += 1
        dice = dice_of(self.setup.dice, range(1, 7), self.setup.seed, each=True)
        one, other = (yield from dice.roll(2, self.state.thrown, what)).values
        self.dice = (one, other) if one != other else (one,) * 4

    def win(self, kind: str) -> None:
        """Whose turn it is has won the game."""
        points = WORTH[kind] * self.state.cube
        self.mine.points, self.state.opening = self.mine.points + points, True
        self.mine.won.append(kind)
        self.events.append(Won(self.state.active, kind, points, (kind, "cube")))


class Roll(Move[Turn], frozen=True):
    """The dice are thrown as things stand."""

    says = "roll"

    def do(self, turn: Turn) -> Procedure[None]:
        return turn.throw(f"{turn.mine.name} rolls")


class Double(Move[Turn], frozen=True):
    """The other is asked to play on for twice as much."""

    says = "(double|offer)"
    rule = "cube"

    def why_not(self, turn: Turn) -> str | Refusal:
        if not turn.setup.cube:
            return Refusal("it is played without the cube", "no-cube")
        return f"{turn.theirs.name} owns the cube" if turn.state.owner == 1 - turn.state.active else ""

    def detail(self, turn: Turn) -> str:
        return f"to {2 * turn.state.cube}"

    def do(self, turn: Turn) -> Procedure[None]:
        who = turn.theirs.name
        yield from ask_move(ANSWERS.question(turn, "cube", f"{who}: take or drop", who=who), turn)


class Take(Move[Turn], frozen=True):
    """The game goes on for twice as much."""

    says = "(take|accept)"
    leads_to = "the cube is yours"

    def do(self, turn: Turn) -> Procedure[None]:
        turn.state.owner = 1 - turn.state.active
        turn.events += change(CUBE, turn.state, "", turn.state.cube, f"{turn.theirs.name} takes it", ("cube",))
        yield from turn.throw(f"{turn.mine.name} rolls")


class Drop(Move[Turn], frozen=True):
    """The game is lost for what the cube shows."""

    says = "(drop|pass)"
    leads_to = "the game is lost"

    def do(self, turn: Turn) -> None:
        turn.win("single")


class Play(Move[Turn], frozen=True):
    """The dice are played."""

    says = ("play {hops:}", "{hops:}")
    parts = (Hop,)
    hops: tuple[Hop, ...]

    @classmethod
    def candidates(cls, turn: Turn) -> Iterator[Play]:
        """Every legal play, and every man that can't go as far as a die says."""
        yield from map(cls, turn.plays.values())
        for start, die in product(range(BAR, 0, -1), dict.fromkeys(turn.dice)):
            if turn.mine.men[start] and isinstance(step(*turn.men, start, die), Refusal):
                yield cls((Hop(start, max(start - die, OFF)),))

    def complete(self, turn: Turn) -> Play:
        """The listed play that leads to the same; on its way it hits nobody if it needn't."""
        found = sorted(carried(turn.men, self.hops, turn.dice, []), key=lambda there: there[1][BAR])
        return next((Play(turn.plays[there]) for there in found if there in turn.plays), self)

    def why_not(self, turn: Turn) -> str | Refusal:
        if self.hops in turn.plays.values():
            return ""
        why: list[tuple[int, Refusal]] = []
        there, shown = set(carried(turn.men, self.hops, turn.dice, why)), " ".join(map(str, turn.dice))
        if there & set(longest(*turn.men, turn.dice)):
            return Refusal(f"only one die can be played, and so it is the {max(turn.dice)}", "higher-die")
        if there:
            return Refusal(f"more of {shown} can be played", "all-dice")
        return min(why, key=lambda one: one[0])[1] if why else Refusal(f"{shown} don't go there", "dice")

    def do(self, turn: Turn) -> None:
        mine, theirs = turn.men
        for hop in self.hops:
            after = step(mine, theirs, hop.start, hop.start - hop.end)
            assert not isinstance(after, Refusal)
            hit = after[1][BAR] - theirs[BAR]
            turn.events += change(ON_BAR, turn.state, turn.theirs.name, hit, "hit", ("hitting",))
            mine, theirs = after
        entered, off = mine[BAR] - turn.mine.men[BAR], mine[OFF] - turn.mine.men[OFF]
        turn.events.append(Played(turn.state.active, PLAYS.write(self, turn).removeprefix("play "), entered, off))
        turn.mine.men, turn.theirs.men = list(mine), list(theirs)
        if mine[OFF] == 15:
            back = theirs[BAR] or any(theirs[19:BAR])
            turn.win("single" if theirs[OFF] else "backgammon" if back else "gammon")


class NoPlay(Move[Turn], frozen=True):
    """No die can be played."""

    says = "no play"
    rule = "all-dice"

    def why_not(self, turn: Turn) -> str | Refusal:
        return "there is a play" if turn.plays else ""

    def do(self, turn: Turn) -> None:
        turn.events.append(Played(turn.state.active, "nothing"))


BEFORE, ANSWERS, PLAYS = Moves(Roll, Double), Moves(Take, Drop), Moves(Play, NoPlay)
