"""Units as printed on their sheets: dashboards of divinities, heroes and monsters, cards of troops."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Annotated

from msgspec import Meta, Struct

from referee.games.mythic.vocabulary import DIVINITIES, Few, Kind, Name, Stat, Talent, UnitType

STATS = r"\d{1,2}/\d{1,2}/\d{1,2}/\d{1,2}"
LINE = rf"\d{{1,2}}(?:-\d{{1,2}})? {STATS}(?: (?:[a-z]\d{{0,2}})+)?"
StatsText = Annotated[str, Meta(pattern=rf"^({STATS})?$")]
"""Offence, defence, range and movement as typed: "6/7/0/2"."""
LineText = Annotated[str, Meta(pattern=f"^{LINE}$")]
"""A line of a dashboard as typed: vitality, stats, powers lit: "9-7 7/9/1/2 ab3"."""


class Stats(Struct, frozen=True):
    """Four printed values, as in `6/7/1/2`: attack dice, what a die must reach to hit, and two numbers of areas."""

    offence: Stat
    defence: Stat
    range: Stat
    movement: Stat


class StatLine(Struct, frozen=True, omit_defaults=True):
    """What the window of a dashboard shows while vitality is from `most` down to `least`.

    `powers` has the letter of each power that is lit, with its number where one shows: ("a", 0), ("b", 3).
    """

    most: Few
    least: Few
    stats: Stats
    powers: tuple[tuple[str, Few], ...] = ()

    def lights(self, letter: str) -> bool:
        """Return whether the power with this letter is lit."""
        return any(lit == letter for lit, _ in self.powers)

    def number(self, letter: str) -> int:
        """Return the number lit beside a letter, which X stands for; 0 if there is none."""
        return dict(self.powers).get(letter, 0)


class Unit(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A unit as printed: its cost (in RP), its activation cards, and its strategic value (AoW cards).

    A troop has miniatures and `stats`; any other unit has the `lines` of its dashboard, from full vitality down to 1,
    each number in one line. `powers` and `tokens` are as typed (`units/powers.py` reads them). Cost, cards and
    strategic value are None until they are typed in: a fight needs none of them.
    """

    name: Name
    kind: Kind
    cost: Few | None = None
    mythology: str = ""
    cards: Few | None = None
    art: Few | None = None
    types: tuple[UnitType, ...] = ()
    talents: tuple[Talent, ...] = ()
    miniatures: Annotated[int, Meta(ge=0, le=20)] = 0
    stats: StatsText = ""
    lines: tuple[LineText, ...] = ()
    powers: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()

    @property
    def divinity(self) -> bool:
        """True for a god or a titan."""
        return self.kind in DIVINITIES

    @property
    def troop(self) -> bool:
        """True for a troop, which is counted in miniatures."""
        return self.kind == "troop"

    @property
    def full(self) -> int:
        """Vitality, or number of miniatures, at the start."""
        return self.miniatures if self.troop else max((line.most for line in self.dashboard), default=0)

    @property
    def dashboard(self) -> tuple[StatLine, ...]:
        """Lines of the dashboard from full vitality down; a troop has one line, for any number of miniatures."""
        return _dashboard(self.stats, self.miniatures, self.lines)

    def line(self, vitality: int) -> StatLine:
        """Return the line that shows at a vitality; the last line for a destroyed unit."""
        return _line(self.stats, self.miniatures, self.lines, vitality)


@lru_cache(maxsize=1024)
def _dashboard(stats: StatsText, miniatures: int, lines: tuple[LineText, ...]) -> tuple[StatLine, ...]:
    return (StatLine(miniatures, 1, read_stats(stats)),) if stats else tuple(map(read_line, lines))


@lru_cache(maxsize=4096)
def _line(stats: StatsText, miniatures: int, lines: tuple[LineText, ...], vitality: int) -> StatLine:
    lines_shown = _dashboard(stats, miniatures, lines)
    return next((line for line in lines_shown if line.least <= vitality <= line.most), lines_shown[-1])


@lru_cache(maxsize=1024)
def read_stats(text: str) -> Stats:
    """Parse four stats as typed: "6/7/1/2"."""
    return Stats(*map(int, text.split("/")))


@lru_cache(maxsize=1024)
def read_line(text: str) -> StatLine:
    """Parse a line of a dashboard as typed: "9-7 7/9/1/2 ab3"."""
    vitality, stats, *lit = text.split()
    most, _, least = vitality.partition("-")
    powers = re.findall(r"([a-z])(\d*)", "".join(lit))
    return StatLine(int(most), int(least or most), read_stats(stats), tuple((a, int(x or 0)) for a, x in powers))
