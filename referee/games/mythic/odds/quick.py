"""Odds for people in a hurry: so many dice against a defence, and what dice that lie can be made to give."""

from __future__ import annotations

from collections.abc import Mapping

from referee.declaration.game import QuickOdds
from referee.declaration.reports import number_given
from referee.errors import BadInput, Unreadable
from referee.games.mythic import tables
from referee.games.mythic.attack.dice import AttackDice, rolled
from referee.games.mythic.attack.moves import read_faces
from referee.games.mythic.odds.report import QuickReport

MOST = 20
"""So many dice at most, and so great a defence: no printed stat is nearly so high (M21)."""


def report(given: Mapping[str, str]) -> QuickReport:
    """The odds of what is given as options. Raises BadInput."""
    if "defence" not in given or not {"offence", "dice"} & set(given):
        raise BadInput("give --offence and --defence, or --dice and --defence, like --offence 7 --defence 8")
    count = number_given(given, "offence", 0, MOST) if "offence" in given else len(_faces(given))
    ceiling = given.get("ceiling", "none")
    if ceiling not in ("none", "five"):
        raise BadInput(f'--ceiling is none or five, not "{ceiling}" (M9)')
    slayer = given.get("slayer", "no")
    if slayer not in ("yes", "no"):
        raise BadInput(f'--slayer takes yes or no, not "{slayer}"')
    dice = AttackDice(
        defence=number_given(given, "defence", 0, MOST), count=count, ceiling="five" if ceiling == "five" else "none",
        rerolls=(tables.numbers().dice.slayer,) if slayer == "yes" else (),
    )  # fmt: skip
    if "dice" in given:
        try:
            dice = rolled(dice, read_faces(given["dice"], count))
        except Unreadable as error:
            raise BadInput(f"--dice: {error}") from None
    return QuickReport(dice, number_given(given, "vitality", 1, MOST) if "vitality" in given else None)


def _faces(given: Mapping[str, str]) -> str:
    """The dice as typed, without what parts them."""
    return "".join(given.get("dice", "").replace(",", " ").split())


QUICK_ODDS = QuickOdds(
    report=report,
    options={
        "offence": "how many dice are thrown", "defence": "what a die must reach",
        "dice": "what they show, like 5542100 (0 is a blank): what can be made of them",
        "vitality": "of the target: the chance to destroy it", "slayer": "yes: two dice may be thrown again",
        "ceiling": "none, or five: no die is lifted past 5 before the second assault",
    },
)  # fmt: skip
