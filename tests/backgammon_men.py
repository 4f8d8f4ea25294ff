"""Where the men of backgammon can go: plain functions of positions, which ask nothing and know no game.

Both players count the points from their own side: men go from 24 down to 1, and are off then; the other's name for
a point is 25 less it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise, product
from typing import Annotated, ClassVar

from msgspec import Struct

from referee.game import Names, Refusal

OFF, BAR = 0, 25
BEGIN = [{6: 5, 8: 3, 13: 5, 24: 2}.get(at, 0) for at in range(26)]
Men = tuple[int, ...]
"""How many men of a player are off (0), on each point, and on the bar (25)."""
Position = tuple[Men, Men]
"""The men of whose turn it is, and the other's, each as their player counts."""
POINTS = {str(at): at for at in range(24, 0, -1)}
Start = Annotated[int, Names("point", lambda turn: {"bar": BAR} | POINTS)]
End = Annotated[int, Names("point", lambda turn: {"off": OFF} | POINTS)]


class Hop(Struct, frozen=True):
    """A man's way from one place to another."""

    says: ClassVar[str] = "{start}/{end}"
    start: Start
    end: End


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


def without(dice: tuple[int, ...], die: int) -> tuple[int, ...]:
    """The dice that are left."""
    at = dice.index(die)
    return dice[:at] + dice[at + 1 :]


@lru_cache(20_000)
def longest(mine: Men, theirs: Men, dice: tuple[int, ...]) -> dict[Position, tuple[Hop, ...]]:
    """Every position to which as many dice as can be lead, with the hops that do."""
    found: dict[Position, tuple[Hop, ...]] = {(mine, theirs): ()}
    many = 0
    for die, start in product(sorted(set(dice), reverse=True), range(BAR, 0, -1)):
        if not isinstance(after := step(mine, theirs, start, die), Refusal):
            for there, hops in longest(*after, without(dice, die)).items():
                if len(hops) >= many:
                    found, many = {}, len(hops) + 1
                if len(hops) + 1 == many:
                    found.setdefault(there, (Hop(start, max(start - die, OFF)), *hops))
    return found


def carried(
    at: Position, hops: tuple[Hop, ...], dice: tuple[int, ...], why: list[tuple[int, Refusal]]
) -> Iterator[Position]:
    """The positions to which hops lead, each with one die or several; `why` a man can't go, by the dice left."""
    if not hops:
        yield at
    for hop, die in product(dict.fromkeys(hops), dict.fromkeys(dice)):
        if (end := max(hop.start - die, OFF)) >= hop.end:
            if isinstance(after := step(*at, hop.start, die), Refusal):
                why.append((len(dice), after))
                continue
            others = list(hops)
            others.remove(hop)
            others += [Hop(end, hop.end)] if end > hop.end else []
            yield from carried(after, tuple(others), without(dice, die), why)


def spelt(text: str) -> str:
    """A play without commas and marks of hits, "13/8/7" as "13/8 8/7", and "6/4(2)" as "6/4 6/4"."""
    found: list[str] = []
    for word in text.replace("*", "").replace(",", " ").split() if not text.startswith("{") else [text]:
        way, _, many = word.rstrip(")").partition("(")
        pairs = [f"{start}/{end}" for start, end in pairwise(way.split("/"))] or [way]
        found += pairs * (int(many) if many in ("2", "3", "4") else 1)
    return " ".join(found)


def rolls_that_hit(distance: int, held: frozenset[int]) -> int:
    """How many of the 36 rolls reach a blot so far away, where some distances are held."""

    def hits(one: int, other: int) -> bool:
        if one == other:
            ways = [[one * many for many in range(1, last + 1)] for last in range(1, 5)]
        else:
            ways = [[one], [other], [one, one + other], [other, one + other]]
        return any(way[-1] == distance and not held & set(way) for way in ways)

    return sum(hits(one, other) for one, other in product(range(1, 7), repeat=2))
