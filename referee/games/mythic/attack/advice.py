"""Advice on rolled dice: the best assignment, and the odds of each sensible option (M15)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from referee.asking.dice import percent
from referee.games.mythic.attack import dice as on
from referee.games.mythic.attack.dice import AttackDice
from referee.games.mythic.attack.moves import Lift, Move, Reroll, Second, dice_text
from referee.games.mythic.odds.reckoning import AttackOdds, Choice, WoundChances, options_of
from referee.text.grammar import so_many
from referee.text.names import a_or_an, and_list

BEST = "best"
"""The move for the best assignment without another throw."""


def best_way(dice: AttackDice) -> str:
    """Format the best assignment without another throw: "give 1 and 2 to the 4s: 2 wounds, the most"."""
    best = on.best_assignment(dice)
    sure = " for sure" if best.wounds else " without another throw"
    how_good = sure if luck(dice) else ", the most" if best.wounds else ""
    return f"{f'{in_words(best.lifts)}: ' if best.lifts else ''}{so_many(best.wounds, 'wound')}{how_good}"


@lru_cache(maxsize=100)
def choices(dice: AttackDice) -> list[Choice]:
    """List the sensible options while something may be thrown: a reroll, a number of fives, or no more throw.

    Dominated options are left out.
    """
    found = options_of(dice)
    return [one for one in found if not any(_covers(other.chances, one.chances) for other in found)]


def ways_text(dice: AttackDice, left: int | None) -> list[tuple[Choice, str]]:
    """Format the odds of each sensible option, marked where it is best; `left` is the target's vitality."""
    found = choices(dice)
    every = [one.chances for one in found]
    return [
        (
            one,
            (odds_text(one.chances, left) if one.moves else best_way(dice)) + _marks(one.chances, every, left),
        )
        for one in found
    ]


_MANY = {1: "a", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


def in_words(moves: Sequence[Move]) -> str:
    """Format lifts and throws in everyday words: "give 1 and 2 to the 4s, throw four 5s"."""
    lifts: dict[int, list[str]] = {}
    throws: list[str] = []
    for move in moves:
        match move:
            case Lift(die, fuel):
                lifts.setdefault(die, []).append(dice_text(fuel))
            case Second(dice) | Reroll(dice) if dice:
                many = _MANY.get(len(dice), len(dice))
                alike = len(set(dice)) == 1
                which = f"{many} {dice[0] or 'blank'}{'s' * (len(dice) > 1)}" if alike else and_list(map(str, dice))
                throws.append(f"throw {which}")
    given = [
        f"give {and_list(fuel)} to the {die}s"
        if fuel[1:]
        else f"give {and_list(fuel[0].split())} to {a_or_an(str(die))}"
        for die, fuel in lifts.items()
    ]
    return ", ".join([*given, *throws]) or BEST


def odds_text(chances: WoundChances, left: int | None) -> str:
    """Format odds in a line: "1 wound 97%, kill 58%, 2.67 on average"; or all certain wounds: "2 wounds 100%"."""
    if left == 1:
        return f"destroyed {percent(chances.of(1))}"
    many = max([1, *(many for many, chance in enumerate(chances.at_least) if chance == 1)])
    parts = [f"{so_many(many, 'wound')} {percent(chances.of(many))}"]
    if left is not None and left > 1:
        parts.append(f"kill {percent(chances.of(left))}")
    return ", ".join([*parts, f"{float(chances.mean):.2f} on average"])


# --- helpers ------------------------------------------------------------------------------------------


def _marks(chances: WoundChances, others: Sequence[WoundChances], left: int | None) -> str:
    """Format the marks of an option that is best in some respect."""
    goals: dict[str, Callable[[WoundChances], Any]] = {
        "surest": lambda one: [one.of(many) for many in range(1, MANY)]
    }
    if left is not None and left > 1:
        goals["likeliest kill"] = lambda one: one.of(left)
    if left != 1:
        goals["most"] = lambda one: one.mean
    best = [
        name
        for name, value in goals.items()
        if value(chances) == max(map(value, others)) and any(value(one) < value(chances) for one in others)
    ]
    return f" <- {and_list(best)}" if best else ""


MANY = 10
"""Wounds compared for "surest": options equally sure of one are ranked by two, then three, ..."""


def _covers(one: WoundChances, other: WoundChances) -> bool:
    """Return whether odds are as good as others in every respect, and better in one."""
    most = max(len(one.at_least), len(other.at_least))
    pairs = [(one.mean, other.mean), *((one.of(many), other.of(many)) for many in range(most))]
    return all(mine >= others for mine, others in pairs) and any(mine > others for mine, others in pairs)


def luck(dice: AttackDice) -> bool:
    """Return whether something may still be thrown."""
    first = dice.stage in ("rolled", "first") and len(AttackOdds(on.settled(dice)).ways()) > 1
    return first or (dice.stage == "rolled" and bool(dice.rerolls))


def can_improve(dice: AttackDice) -> bool:
    """Return whether any use of the dice could still change the wounds, or throw the target."""
    return dice.throwable or luck(dice) or on.best_assignment(dice).wounds > dice.placed
