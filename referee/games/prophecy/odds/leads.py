"""How strong must I be: the lead (own total less the enemy's) that wins so often, with and without help."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

from referee.asking import changed_dice as dice
from referee.asking.changed_dice import Changes
from referee.declaration.game import QuickOdds
from referee.games.prophecy.fights import powers
from referee.games.prophecy.odds.chance import Chance
from referee.games.prophecy.vocabulary import GAME, Result

if TYPE_CHECKING:
    from referee.text.screen import Screen

AIMS = (Fraction(1, 2), Fraction(3, 4), Fraction(9, 10))
"""The chances to win that the leads are told for."""
SURE = 6
"""The least lead with which a single roll can't but be won."""


class LeadLine(NamedTuple):
    """One way to roll: how many lives the enemy has, how the own die is thrown, the least lead for each aim."""

    lives: int
    better: bool
    leads: tuple[int, ...]


def result(own: int, enemy: int) -> Result:
    """How a roll came out, by both sums."""
    return powers.outcome(own - enemy, 0, 0)


@cache
def chances(lead: int, own: Changes = (), enemy: Changes = (), *, lives: int = 1) -> Chance:
    """The chances of a fight by its lead: every roll must be won, the first that isn't is the result."""
    found: Counter[Result] = Counter()
    for margin, many in dice.margins(own, enemy):
        found[result(lead + margin, 0)] += many
    ways, won = found.total(), found["won"]
    before = sum(won**rolls * ways ** (lives - 1 - rolls) for rolls in range(lives))
    return Chance(ways**lives, won**lives, found["lost"] * before)


@cache
def winning(lead: int, own: Changes = (), enemy: Changes = ()) -> Fraction:
    """The chance to win one roll by its lead."""
    found = chances(lead, own, enemy)
    return Fraction(found.won, found.ways)


def least_lead(aim: Fraction, lives: int = 1, own: Changes = ()) -> int:
    """The least lead with which every roll of a fight with so many lives together is won so often."""
    return next(lead for lead in range(-SURE, SURE + 1) if winning(lead, own) ** lives >= aim)


def table() -> list[LeadLine]:
    """The leads for one and three lives, with and without the better of two."""
    ways: tuple[tuple[bool, Changes], ...] = ((False, ()), (True, ("better",)))
    return [
        LeadLine(lives, better, tuple(least_lead(aim, lives, own) for aim in AIMS))
        for lives in (1, 3)
        for better, own in ways
    ]


class LeadsReport(Struct, frozen=True):
    """The result of `referee odds --game prophecy`."""

    notes: tuple[str, ...] = ()
    against: bool = False

    def data(self) -> dict[str, Any]:
        """The leads by the chance to win that is wanted."""
        lines = [
            {
                "lives": line.lives,
                "better_of_two": line.better,
                **{str(aim): lead for aim, lead in zip(AIMS, line.leads, strict=True)},
            }
            for line in table()
        ]
        return {"game": GAME, "leads": lines}

    def show(self, screen: Screen) -> None:
        """The leads as a table."""
        from referee.text.screen import columns

        aims = [f"{int(aim * 100)}%" for aim in AIMS]
        screen.line("The lead needed (your total less the enemy's, before the dice) to win so often:")
        rows = [
            (f"{'one life' if line.lives == 1 else 'three lives'}{', better of two' if line.better else ''}",
             *(f"{lead:+}" for lead in line.leads))
            for line in table()
        ]  # fmt: skip
        if screen.plain:
            for name, *leads in rows:
                screen.line(f"{name}: {', '.join(f'{aim} {lead}' for aim, lead in zip(aims, leads, strict=True))}.")
            return
        shown = columns("left", *("right" for _ in aims))
        shown.add_row("", *aims)
        for row in rows:
            shown.add_row(*row)
        screen.print_indented(shown)


LEADS = QuickOdds(report=lambda given: LeadsReport())
