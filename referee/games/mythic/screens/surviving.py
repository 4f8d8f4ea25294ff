"""The report of who survives the round: a line for each unit in danger, and one for each attack that may kill it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec import Struct

from referee.asking.dice import LONGER, chance_data, percent
from referee.games.mythic.surviving.reach import AttackReached
from referee.games.mythic.vocabulary import GAME
from referee.sampling.race import WITHIN, Estimate, rests_on
from referee.text.grammar import agreeing, so_many, whose
from referee.text.names import and_list, printed
from referee.text.screen import Screen, columns

LIKELY = Fraction(1, 100)
"""Attacks with a smaller chance to kill are counted, not listed, in a report on many units."""
SAFE = 0.99
"""A unit with at least this chance to survive, and no likely attack on it, is only named."""

INDENT = 4
"""Indent, in columns, of the attacks below their unit."""


class Threat(NamedTuple):
    """The result of an enemy's best attack in reach of a unit: the chance to kill, the wounds on average.

    `others` counts the enemy's other ways to attack this unit, none of which kills more likely.
    """

    best: AttackReached
    kill: Fraction
    wounds: Fraction
    others: int


class UnitChance(Struct, frozen=True):
    """A unit, the attacks in reach of it, likeliest to kill first, and its chance to survive the round.

    `survives` is None if that is certain, or if it wasn't estimated (then `told` is False).
    """

    name: str
    player: str
    area: str
    vitality: int
    full: int
    threats: tuple[Threat, ...]
    survives: Estimate | None = None
    told: bool = True

    @property
    def chance(self) -> float:
        """Chance to survive, 0 to 1."""
        return 1.0 if self.survives is None else self.survives.chance


class RoundReport(Struct, frozen=True):
    """The result of `referee odds SAVE --battle`: the units on the board, those in the greatest danger first.

    `turns` are the players who have a turn in the rest of the round, the current player first. `before` is the step
    under way, whose answers so far don't count. `learns`: the map is known only as far as it was entered.
    """

    round: int
    turn: int
    turns: tuple[str, ...]
    units: tuple[UnitChance, ...]
    over: bool = False
    before: str = ""
    learns: bool = False
    seed: str = ""
    seconds: float = 0.0

    against, notes = False, ()

    @property
    def playings(self) -> int:
        """Number of times the round was simulated."""
        return max((one.survives.tried for one in self.units if one.survives is not None), default=0)

    def data(self) -> dict[str, Any]:
        """Return the chances as plain data; `attacks` has each enemy's best one, with an exact `kill`."""
        return {
            "game": GAME,
            "over": self.over,
            "round": self.round,
            "turn": self.turn,
            "turns_left": list(self.turns),
            "before": self.before or None,
            "map_known": not self.learns,
            "units": [
                {
                    "unit": one.name,
                    "player": one.player,
                    "area": one.area,
                    "vitality": one.vitality,
                    "full": one.full,
                    "survives": (Estimate.certain_data(1.0) if one.survives is None else one.survives.data())
                    if one.told
                    else None,
                    "attacks": [_threat_data(threat) for threat in one.threats],
                }
                for one in self.units
            ],
            "seed": self.seed,
            "played_out": self.playings,
        }

    def show(self, screen: Screen) -> None:
        """Print the units with the attacks in reach, the most endangered last; first those hardly in danger."""
        if self.over:
            screen.line("The game is over.")
            return
        screen.line(_heading(self), style="bold")
        if self.before:
            screen.line(f"As the game stood before: {self.before}.")
        if len(self.units) == 1:
            unit = self.units[0]
            killing = [threat for threat in unit.threats if threat.kill]
            if unit.threats:
                screen.line(_describe(unit))
            else:
                screen.line(f"{_describe(unit)}{',' if unit.told else ':'} no attack in reach")
            _show_attacks(killing, unit.vitality, screen)
            if harmless := [printed(threat.best.attacker) for threat in unit.threats if not threat.kill]:
                screen.print_indented(f"in reach, but can't kill it: {', '.join(harmless)}", INDENT)
        else:
            for line in _others(self):
                screen.line(line)
        for remark in _remarks(self):
            screen.line(remark, style="dim")
        if len(self.units) > 1:
            for one in reversed(self.units):
                if not _hardly_in_danger(one):
                    _show_unit(one, screen)


def _threat_data(threat: Threat) -> dict[str, Any]:
    best = threat.best
    return {
        "attacker": best.attacker,
        "walk": list(best.way),
        "walk_wounds": best.burns,
        "force_of_nature": best.nature,
        "as_if_there": best.strike.manner.as_if_there,
        "aerial": best.strike.manner.aerial,
        "range_0": best.near,
        "kill": chance_data(threat.kill),
        "wounds": chance_data(threat.wounds),
        "other_ways": threat.others,
    }


def _heading(report: RoundReport) -> str:
    """Format the heading, like "Round 3: the rest of Anna's turn, then Bo's"."""
    first, *others = map(whose, report.turns)
    then = f", then {and_list(others)}" if others else ""
    return f"Round {report.round}: the rest of {first} turn{then}."


def _show_unit(one: UnitChance, screen: Screen) -> None:
    """Print a unit, its chance, and the attacks in reach that may well kill it; the others are counted."""
    listed = [threat for threat in one.threats if threat.kill >= LIKELY]
    screen.line(_describe(one))
    _show_attacks(listed, one.vitality, screen)
    if left := len(one.threats) - len(listed):
        more = f"{left} more in reach" if listed else so_many(left, "attack") + " in reach"
        screen.print_indented(f"{more}, {'each ' * (left > 1)}under 1%", INDENT)
    elif not listed:
        screen.print_indented("no attack in reach now", INDENT)


def _hardly_in_danger(one: UnitChance) -> bool:
    """Return whether a unit is only named: nearly certain to survive, and no attack in reach likely kills it."""
    return one.chance >= SAFE and not any(threat.kill >= LIKELY for threat in one.threats)


def _describe(one: UnitChance) -> str:
    """Describe a unit and its chance: "Marsh Serpent (Bo, 3 of 7, D) survives 62% (±5)"."""
    name = printed(one.name)
    where = f"{name} ({one.player}, {one.vitality} of {one.full}, {one.area})"
    chance = "for certain" if one.survives is None else one.survives.describe()
    return f"{where} {agreeing('survives', name)} {chance}" if one.told else where


def _show_attacks(threats: Sequence[Threat], left: int, screen: Screen) -> None:
    if screen.plain:
        for threat in threats:
            screen.print_indented(f"{_by(threat)}: {_kills(threat)}, {_wounds(threat, left)}.", INDENT)
    elif threats:
        from rich.text import Text

        table = columns("left", "right", "left")
        for threat in threats:
            table.add_row(Text(_by(threat)), _kills(threat), _wounds(threat, left))
        screen.print_indented(table, INDENT)


def _by(threat: Threat) -> str:
    """Describe an attack's unit, and how it attacks: "Ash Runner from D"."""
    best = threat.best
    parts = [f"{printed(best.attacker)} from {best.way[-1]}" if best.way else printed(best.attacker)]
    if best.burns:
        parts.append("through lava")
    if best.nature:
        parts.append("by force of nature")
    if best.strike.manner.aerial:
        parts.append("in flight")
    if best.strike.manner.as_if_there:
        parts.append("as if there")
    return ", ".join(parts)


def _kills(threat: Threat) -> str:
    return f"{agreeing('kills', printed(threat.best.attacker))} {percent(threat.kill)}"


def _wounds(threat: Threat, left: int) -> str:
    """Format the mean number of wounds that count, and the wounds that a unit has left: "1.9 of 2 wounds"."""
    return f"{float(threat.wounds):.1f} of {so_many(left, 'wound')}"


def _others(report: RoundReport) -> Iterator[str]:
    """Describe the units that are hardly in danger, in a line or two."""
    left = [one for one in report.units if _hardly_in_danger(one)]
    sure = [printed(one.name) for one in left if one.survives is None and not one.threats]
    likely = [printed(one.name) for one in left if one.survives is not None or one.threats]
    if sure:
        yield f"Certain to survive, as nobody comes near enough: {', '.join(sure)}."
    if likely:
        of_them = f", alive in 99% or more of {report.playings} playings" if report.playings else ""
        yield f"Hardly in danger{of_them}: {', '.join(likely)}."


def _remarks(report: RoundReport) -> Iterator[str]:
    """Describe the assumptions behind the chances."""
    if any(one.threats for one in report.units):
        yield (
            "Each attack: the exact chance to kill, its dice used for that, and on average the wounds that count, "
            "none beyond the last."
        )
    if any(threat.best.strike.manner.as_if_there for one in report.units for threat in one.threats):
        yield "As if there: from the next area, as that of the target is full (M24)."
    if report.learns:
        yield "As far as the map is known; a line of sight that isn't known is taken as clear."
    if report.playings:
        yield rests_on(report.playings, report.seconds, report.seed)
        yield (
            "Both sides make any attack, more often the more it is worth by exact odds and the target's points; "
            "they walk up, guard, evade and strike back, but don't flee, recall troops or use powers by choice."
        )
        if any(one.chance >= SAFE and not _hardly_in_danger(one) for one in report.units):
            yield "Units this safe from an attack that may kill are guarded, evade, or are seldom its target."
        if any(one.survives is not None and one.survives.half_width > WITHIN for one in report.units):
            yield f"For figures closer than that: {LONGER}."
        yield "Hands aren't known: they were drawn again each time from what they can hold."
