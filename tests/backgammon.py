"""Backgammon to some points, with the doubling cube: a whole game, declared with `referee.game` alone."""

from __future__ import annotations  # noqa: I001

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import accumulate, product
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from referee.game import TABLE, Agreement, Checks, Counter, Move, Moves, Names, OnTurn, PlayerState, Procedure, Prompt
from referee.game import Refusal, ShortReport, TurnState, Wording, always, choice, in_places, number_given, plain_game
from referee.game import throws

OFF, BAR = 0, 25
PLACES = {"bar": BAR, **{f"{at}-point": at for at in range(24, 0, -1)}, "off": OFF}
Place = Annotated[int, Names("point", lambda turn: {name.removesuffix("-point"): at for name, at in PLACES.items()})]
Men = tuple[int, ...]  # how many are off (0), on each point as their player counts them, and on the bar (25)
Position = tuple[Men, Men]  # the men of whose turn it is, and the other's
BEGIN = [{6: 5, 8: 3, 13: 5, 24: 2}.get(at, 0) for at in range(26)]
MEN = Wording(amount="{many} on {name}", more="put {many}", fewer="take {many} away")
ON_BAR, *ELSEWHERE = in_places("men", PLACES, MEN, "moving")
WON = Counter[Any]("points", rule="single", said=Wording("wins a {source} game: {many} more", amount="{many}"))
CUBE = Counter[Any]("cube", rule="cube", owners=TABLE, unit="points", said=Wording("plays for {now} now ({source})"))


class Setup(Agreement, frozen=True):
    """Who plays, whose dice, to how many points, and whether with the cube."""

    players: Annotated[tuple[str, ...], Meta(min_length=2, max_length=2)]
    dice: Literal["entered", "rolled"] = "entered"
    to: Annotated[int, Meta(ge=1, le=99), Prompt("To how many points")] = 5
    cube: Annotated[bool, Prompt("Do you double", rules=("no-cube",))] = True


class Side(PlayerState):
    """A player: the men by where they are, the points won, and as what."""

    men: Annotated[list[int], Meta(min_length=26, max_length=26)] = field(default_factory=BEGIN.copy)
    points: int = 0
    won: list[str] = field(default_factory=list)


class State(TurnState):
    """A match between two turns. The `cube` shows 0 before a game, and nobody (-1) is its `owner` at first."""

    players: list[Side]
    cube: int = 0
    owner: int = -1


class Hop(Struct, frozen=True):
    """A man's way from one place to another."""

    says = "{start}/{end}"
    start: Place
    end: Place


def step(mine: Men, theirs: Men, start: int, die: int) -> Position | Refusal:
    """How all men stand after one has gone as far as a die says, or why it can't."""
    end = max(start - die, OFF)
    if not mine[start]:
        return Refusal(f"none of your men is on {start}", "moving")
    if mine[BAR] and start != BAR:
        return Refusal("a man on the bar comes in first", "entering")
    if end and theirs[25 - end] > 1:
        return Refusal(f"{theirs[25 - end]} men hold {end}", "blocked")
    if not end and any(mine[7:]):
        return Refusal("a man isn't home yet", "bearing-off")
    if start < die and any(mine[start + 1 : 7]):
        return Refusal(f"with a {die} the man farthest back goes first", "bearing-off")
    hit = bool(end) and theirs[25 - end]
    moved = tuple(men - (at == start) + (at == end) for at, men in enumerate(mine))
    return moved, tuple(men + hit * ((at == BAR) - (at == 25 - end)) for at, men in enumerate(theirs))


@lru_cache(20_000)
def plays(mine: Men, theirs: Men, dice: Men) -> dict[Position, tuple[Hop, ...]]:
    """Every position to which as many dice as can be lead, with the hops that do; of one die alone the higher."""
    found: dict[Position, tuple[Hop, ...]] = {(mine, theirs): ()}
    many = 0
    for die, start in product(sorted(set(dice), reverse=True), range(BAR, 0, -1)):
        if not isinstance(after := step(mine, theirs, start, die), Refusal):
            for there, hops in plays(*after, dice[1:] if die == dice[0] else dice[:-1]).items():
                if len(hops) >= many:
                    found, many = {}, len(hops) + 1
                if len(hops) + 1 == many:
                    found.setdefault(there, (Hop(start, max(start - die, OFF)), *hops))
    higher = plays(mine, theirs, (max(dice),)) if many == 1 < len(set(dice)) else found
    return higher if any(higher.values()) else found


def spelt(text: str) -> str:
    """A play without commas and marks of hits, "13/8/7" as "13/8 8/7", and "6/4(2)" as "6/4 6/4"."""
    text = re.sub(r"(\S+)\(([2-4])\)", lambda found: " ".join([found[1]] * int(found[2])), re.sub("[*,]", "", text))
    return re.sub(r"(?<=/)(\w+)/", r"\1 \1/", text)


class Turn(OnTurn[Setup, State]):
    """A player's turn while it is played: what the moves look at and change."""

    dice: Men = ()

    @property
    def men(self) -> Position:
        return tuple(self.mine.men), tuple(self.others[0].men)

    @property
    def plays(self) -> dict[tuple[Hop, ...], Position]:
        return {hops: there for there, hops in plays(*self.men, self.dice).items()}

    def roll(self, what: str) -> Procedure[None]:
        one, other = yield from self.throw(2, range(1, 7), what)
        self.dice = (one, other) * (1 + (one == other))

    def win(self, kind: str) -> None:
        points = {"single": 1, "gammon": 2, "backgammon": 3}[kind] * self.state.cube
        self.give(WON, self.mine.name, points, kind, kind, "cube")
        self.mine.won.append(kind)
        self.state.cube = 0

    def play(self) -> Procedure[None]:
        """The first turn of a game, or one that begins with a roll or a double."""
        state, (one, other) = self.state, self.state.players
        if not state.cube:
            state.cube, state.owner, one.men, other.men = 1, -1, list(BEGIN), list(BEGIN)
            while len(set(self.dice)) < 2:
                yield from self.roll(f"{one.name}'s die, then {other.name}'s")
            state.active = int(self.dice[1] > self.dice[0])
        else:
            yield from self.ask(BEFORE, "turn", "{name}: roll or double", waits=self.setup.cube, default="roll")
        if self.dice:
            yield from self.ask(PLAYS, "play", f"{{name}} plays {' '.join(map(str, self.dice))}")
        state.end_turn()


class Roll(Move[Turn], frozen=True):
    """The dice are thrown as things stand."""

    says = "roll"

    def do(self, turn: Turn) -> Procedure[None]:
        return turn.roll(f"{turn.mine.name} rolls")


class Double(Move[Turn], frozen=True):
    """The other is asked to play on for twice as much."""

    says = "(double|offer)"
    rule = "cube"

    def why_not(self, turn: Turn) -> str | Refusal:
        if not turn.setup.cube:
            return Refusal("it is played without the cube", "no-cube")
        return f"{turn.others[0].name} owns the cube" if turn.state.owner == 1 - turn.state.active else ""

    def detail(self, turn: Turn) -> str:
        return f"to {2 * turn.state.cube}"

    def do(self, turn: Turn) -> Procedure[None]:
        who = turn.others[0].name
        answers = {"take": "the cube is yours", "drop": "the game is lost"}
        if (yield choice("cube", f"{who}: take or drop", answers, who=who)) == "drop":
            turn.win("single")
        else:
            turn.state.owner = 1 - turn.state.active
            turn.give(CUBE, "", turn.state.cube, f"{who} takes it", "cube")
            yield from turn.roll(f"{turn.mine.name} rolls")


class Play(Move[Turn], frozen=True):
    """The dice are played, as far as they can be."""

    says = ("play {hops:}", "{hops:}", "no play")
    parts = (Hop,)
    hops: tuple[Hop, ...] = ()

    @classmethod
    def candidates(cls, turn: Turn) -> Iterator[Play]:
        """Every legal play, and every man that can't go as far as a die says."""
        yield from map(cls, turn.plays)
        for start, die in product(range(BAR, 0, -1), dict.fromkeys(turn.dice)):
            if turn.mine.men[start] and isinstance(step(*turn.men, start, die), Refusal):
                yield cls((Hop(start, max(start - die, OFF)),))
        yield cls()

    def complete(self, turn: Turn) -> Play:
        """The listed play that leads to the same; on its way it hits nobody if it needn't."""
        starts, ends = [hop.start for hop in self.hops], [hop.end for hop in self.hops]
        men = tuple(men - starts.count(at) + ends.count(at) for at, men in enumerate(turn.mine.men))
        alike = {hops: theirs for hops, (mine, theirs) in turn.plays.items() if mine == men}
        hit = [hops for hops, theirs in alike.items() if not any(theirs[25 - end] for end in ends if end)]
        return Play(min(hit, key=lambda hops: alike[hops][BAR], default=self.hops))

    def why_not(self, turn: Turn) -> str | Refusal:
        if self.hops in turn.plays:
            return ""
        dice, at = turn.dice, turn.men
        elsewhere = Refusal(f"{' '.join(map(str, dice))} don't go there", "dice")
        for hop in self.hops:
            many = hop.start - hop.end
            die = many if hop.end else min((die for die in dice if die >= many), default=many)
            after = step(*at, hop.start, die) if die in (*dice, *accumulate(dice)) else elsewhere
            if isinstance(after, Refusal):
                return after
            at = after
        if sum(hop.start - hop.end for hop in self.hops) >= sum(dice):
            return elsewhere
        if self.hops and len(next(iter(turn.plays))) == 1:
            return Refusal(f"only one die can be played, and so it is the {max(dice)}", "higher-die")
        return Refusal(f"more of {' '.join(map(str, dice))} can be played", "all-dice")

    def do(self, turn: Turn) -> None:
        (mine, theirs), (before, _), other = turn.plays[self.hops], turn.men, turn.others[0]
        turn.give(ON_BAR, other.name, theirs[BAR] - other.men[BAR], "hit", "hitting")
        how = PLAYS.write(self, turn).removeprefix("play ") if self.hops else "nothing"
        turn.tell(f"plays {how}", "moving", "all-dice", bar=mine[BAR] - before[BAR], off=mine[OFF] - before[OFF])
        turn.mine.men, other.men = list(mine), list(theirs)
        if mine[OFF] == 15:
            turn.win("single" if theirs[OFF] else "backgammon" if any(theirs[19:]) else "gammon")


def shot(given: Mapping[str, str]) -> ShortReport:
    """The rolls that hit a blot. Raises BadInput."""
    distance, held = number_given(given, "distance", 1, 24), re.findall(r"\d+", given.get("held", ""))
    men = (*[0] * 25, 1), tuple((at == distance) + 2 * (str(at) in held) for at in range(26))

    def hits(one: int, other: int) -> bool:
        ways = (one,), (other,), (one, other) * (1 + (one == other))
        return any(theirs[BAR] for dice in ways for _, theirs in plays(*men, dice))

    return throws("backgammon", 2, range(1, 7), hits, f"hit a blot {distance} away", distance=distance)


BEFORE, PLAYS = Moves(Roll, Double), Moves(Play, typed=spelt)
GAME = plain_game(
    "Backgammon",
    Turn,
    counters=(WON, CUBE, ON_BAR, *ELSEWHERE),
    checks=Checks(state=(always("men", 15),)),
    winners=lambda setup, state: [side.name for side in state.players if side.points >= setup.to],
    reasons={"points": "has the points"},
    counts=lambda setup, side: {"points": f"{side.points} of {setup.to}", "won": ", ".join(side.won) or "none"},
    odds=shot,
    options={"distance": "how far away the blot is", "held": "distances that the other holds, like 4,5"},
)
