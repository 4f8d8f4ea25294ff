"""The forecast on a terminal: each hero's chance to take each plane, and when they are ready for one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple

from msgspec import Struct

from referee.asking.dice import LONGER
from referee.games.prophecy.ahead.planes import MOST, HeroChances, PlaneChance
from referee.games.prophecy.odds.reach import AIMS
from referee.games.prophecy.vocabulary import GAME
from referee.sampling.race import Estimate, rests_on
from referee.text.names import and_list
from referee.text.screen import Screen, Styled, columns

EARLY, HALF, LATE = 0.1, 0.5, 0.9
"""Quantiles of the games: 8 of 10 lie between the first and the last."""


class Ready(NamedTuple):
    """Forecast of when a hero is ready for a plane, or has taken one: in half of the games by `round`.

    In 8 of 10 games it is from `early` to `late`. Each is None if later than `horizon`, the last simulated round.
    `by_then` is the chance to be ready by `round`, or else by the horizon; `own` counts the hero's own rounds up to
    then, the next one as 1. `moments` are some numbers of own rounds, each with the chance to be ready by then. For
    a hero who is ready `now` all this is unset.
    """

    player: str
    now: bool = False
    round: int | None = None
    own: int = 0
    early: int | None = None
    late: int | None = None
    horizon: int = 0
    by_then: Estimate = Estimate()
    moments: tuple[tuple[int, Estimate], ...] = ()


class AheadReport(Struct, frozen=True):
    """Forecast for the heroes; empty where no plane is left to be taken.

    `seed` is the seed of the rollouts; the estimates have their number.
    """

    aim: float
    seed: str
    heroes: tuple[HeroChances, ...] = ()
    ready: tuple[Ready, ...] = ()
    notes: tuple[str, ...] = ()

    against = False

    def data(self) -> dict[str, Any]:
        """Return the chances as a mapping in a stable format for scripts."""
        ready = {one.player: _ready_data(one) for one in self.ready}
        return {
            "game": GAME,
            "over": not self.heroes,
            "aim": self.aim,
            "seed": self.seed,
            "heroes": [
                {"player": one.player, "planes": list(map(_plane_data, one.planes)), "ready": ready.get(one.player)}
                for one in self.heroes
            ],
        }

    def show(self, screen: Screen) -> None:
        """Show each hero's planes, then when they are likely to be ready, and the basis of the figures."""
        if not self.heroes:
            screen.line("No plane is left to be taken.")
            return
        aims = ", ".join(f"{int(aim * 100)}%" for aim in AIMS)
        screen.line(f"The chance to take a plane now; in brackets the points lacking for {aims}:")
        for hero in self.heroes:
            screen.line(hero.player, style="bold")
            for line in _planes(hero):
                screen.print_indented(line)
        if self.ready:
            _show_ready(self, screen)
        for remark in _remarks(self):
            screen.line(remark, style="dim")


def _plane_data(one: PlaneChance) -> dict[str, Any]:
    lacks = zip(map(str, AIMS), one.lacks, strict=False)
    return {
        "plane": one.plane,
        "lesser": one.lesser or None,
        "greater": one.greater or None,
        "beaten": one.beaten,
        "won": None if one.won is None else str(one.won),
        "exact": one.exact,
        "lacks": dict(lacks),
        "not_known": one.missing,
    }


def _ready_data(one: Ready) -> dict[str, Any]:
    if one.now:
        return {"now": True}
    return {
        "now": False,
        "round": one.round,
        "own_rounds": one.own,
        "early": one.early,
        "late": one.late,
        "by_round": one.horizon if one.round is None else one.round,
        "chance": one.by_then.data(),
        "moments": [{"own_rounds": own, "chance": chance.data()} for own, chance in one.moments],
    }


def _planes(hero: HeroChances) -> Iterator[str]:
    """Yield a line for each plane; planes with the same values share one."""
    for _, some in groupby(sorted(hero.planes, key=_sort_key), key=_sort_key):
        planes = list(some)
        names = and_list(one.plane for one in planes)
        yield f"{names} ({_guardians(planes[0])}): {_chance(planes[0])}"


def _sort_key(one: PlaneChance) -> tuple[object, ...]:
    unknown = not one.lesser and not one.greater and not one.beaten
    return unknown, "" if unknown else one.plane, -(one.won or 0), [MOST + 1 if n is None else n for n in one.lacks]


def _guardians(one: PlaneChance) -> str:
    if not one.lesser and not one.greater and not one.beaten:
        return "unknown Guardians"
    lesser = [] if one.beaten else [one.lesser or "an unknown Lesser"]
    return ", ".join([*lesser, one.greater or "an unknown Greater"])


def _chance(one: PlaneChance) -> str:
    if one.won is None:
        return "nobody has named a Guardian who may lie there"
    lacks = ", ".join(f"over {MOST}" if many is None else str(many) for many in one.lacks)
    return f"{'' if one.exact else 'about '}{_percent(float(one.won))} ({lacks})"


def _percent(chance: float) -> str:
    """Format a chance in whole percents; an uncertain result is neither 0% nor 100%."""
    if 0 < chance < 0.01:
        return "under 1%"
    return "over 99%" if 0.99 < chance < 1 else f"{int(100 * chance + 0.5)}%"


def _show_ready(report: AheadReport, screen: Screen) -> None:
    """Show each hero's chance to be ready in some own rounds, a line each, then when that is likely."""
    screen.line(f"Ready for a plane (a chance of {report.aim:.0%} at the best one, or one taken):", style="bold")
    tried = [one for one in report.ready if one.by_then.tried]
    if tried:
        table = columns("left", *("left" for _ in tried[0].moments))
        heads = ("within so many rounds:", *(str(own) for own, _ in tried[0].moments))
        table.add_row(*(Styled(head, "dim") for head in heads))
        for one in tried:
            table.add_row(one.player, *(chance.describe() for _, chance in one.moments))
        screen.print_indented(table)
    for one in report.ready:
        screen.print_indented(_describe(one))


def _describe(one: Ready) -> str:
    if one.now:
        return f"{one.player} is ready now."
    if not one.by_then.tried:
        return f"{one.player}: not tried in the time given."
    if one.round is None:
        many = (
            f"about {one.own} of their rounds or more"
            if one.by_then.interval[1] >= HALF  # it may be half of the games
            else f"more than {one.own} of their rounds"
        )
        return f"{one.player}: likely to take {many}."
    when = "likely in their next round" if one.own == 1 else f"in about {one.own} of their rounds"
    spread = f"8 of 10 games round {one.early} to {one.late}"
    if one.late is None:
        spread = f"9 of 10 games round {one.early} or later"
    return f"{one.player}: {when}, round {one.round}; in {spread}."


def _remarks(report: AheadReport) -> Iterator[str]:
    tried = [one.by_then.tried for one in report.ready if one.by_then.tried]
    if any(not one.exact for hero in report.heroes for one in hero.planes):
        yield f"About: there are too many ways to fight for an exact chance in the time; for longer: {LONGER}."
    yield (
        "Face-down Guardians: each that was never seen is as likely. Potions that make stronger are drunk first; "
        "an Item that the first brings isn't counted."
    )
    if tried:
        rests = rests_on(tried[0], 0.0, report.seed, ", with new decks and dice")
        yield (
            f"{rests} All are played simply: nobody attacks a hero, trades, or moves by a card; people may be faster."
        )
