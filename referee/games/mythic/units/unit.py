"""Units as their sheets print them: dashboards of divinities, heroes and monsters, cards of troops."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct

from referee.games.mythic.vocabulary import DIVINITIES, Few, Kind, Name, Stat, Talent, UnitType

if TYPE_CHECKING:
    from collections.abc import Iterator


class Stats(Struct, frozen=True):
    """Four printed values, as in `6/7/1/2`: dice of an attack, what a die must reach, and two numbers of areas."""

    offence: Stat
    defence: Stat
    range: Stat
    movement: Stat


class Line(Struct, frozen=True, omit_defaults=True):
    """What the window of a dashboard shows while vitality is `most` to `least`.

    `powers` has the letter of each power that is lit, with its number where one shows: ("a", 0), ("b", 3).
    """

    most: Few
    least: Few
    stats: Stats
    powers: tuple[tuple[str, Few], ...] = ()


class Unit(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A unit as printed: what it costs (in RP), its activation cards, and its strategic value (AoW cards).

    A troop has miniatures and `stats`; any other has the lines of its dashboard, from full vitality down to 1, each
    number in one line. `powers` and `tokens` are as they are typed (`units/powers.py` reads them).
    """

    name: Name
    kind: Kind
    cost: Few
    mythology: str = ""
    cards: Few
    art: Few = 0
    types: tuple[UnitType, ...] = ()
    talents: tuple[Talent, ...] = ()
    miniatures: Annotated[int, Meta(ge=0, le=20)] = 0
    stats: Stats | None = None
    lines: tuple[Line, ...] = ()
    powers: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()

    @property
    def divinity(self) -> bool:
        """Whether it is a god or a titan."""
        return self.kind in DIVINITIES

    @property
    def troop(self) -> bool:
        """Whether it is counted in miniatures."""
        return self.kind == "troop"

    @property
    def full(self) -> int:
        """Its vitality, or its miniatures, at the start."""
        return self.miniatures if self.troop else max((line.most for line in self.lines), default=0)

    def line(self, vitality: int) -> Line:
        """What shows at a vitality; the last line for a destroyed one, and a troop's stats at any number."""
        if self.stats is not None:
            return Line(self.full, 1, self.stats)
        return next((line for line in self.lines if line.least <= vitality <= line.most), self.lines[-1])

    def numbers(self) -> Iterator[int]:
        """Every vitality that a line of the dashboard has, as often as one has it."""
        return (number for line in self.lines for number in range(line.least, line.most + 1))
