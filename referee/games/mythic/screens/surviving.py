"""Who survives the round on a terminal: a line for each unit, and one for each attack in reach of it."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from referee.asking.chances import LONGER, percent
from referee.games.mythic.surviving.report import RoundReport, Threat, UnitChance
from referee.sampling.race import WITHIN
from referee.text.grammar import agreeing, whose
from referee.text.names import and_list, printed
from referee.text.screen import Screen, columns


def show_round(report: RoundReport, screen: Screen) -> None:
    """The units in the greatest danger first, with what is in reach of them, then those that nobody reaches."""
    if report.over:
        screen.line("The game is over.")
        return
    screen.line(_heading(report), style="bold")
    if report.before:
        screen.line(f"As the game stood before: {report.before}.")
    alone = len(report.units) == 1
    for one in report.units:
        if alone or one.threats or (one.told and one.survives is not None and one.survives.chance < 1):
            _show_unit(one, screen)
    if not alone:
        for line in _others(report):
            screen.line(line)
    for remark in _remarks(report):
        screen.line(remark, style="dim")


def _heading(report: RoundReport) -> str:
    """ "Round 3: the rest of Anna's turn, then Bo's." """
    first, *others = map(whose, report.turns)
    then = f", then {and_list(others)}" if others else ""
    return f"Round {report.round}: the rest of {first} turn{then}."


def _show_unit(one: UnitChance, screen: Screen) -> None:
    """A unit, its chance, and the attacks in reach."""
    name = printed(one.name)
    where = f"{name} ({one.player}, {one.vitality} of {one.full}, {one.area})"
    chance = f" {agreeing('survives', name)} {_survives(one)}" if one.told else ""
    screen.line(
        f"{where}{chance}" if one.threats else f"{where}{chance}{':' if not chance else ','} no attack in reach"
    )
    killing = [threat for threat in one.threats if threat.kill]
    if screen.plain:
        for threat in killing:
            screen.line(f"{_by(threat)}: {_kills(threat)}, {_wounds(threat)}.")
    elif killing:
        table = columns("left", "right", "left")
        for threat in killing:
            table.add_row(Text(f"  {_by(threat)}"), _kills(threat), _wounds(threat))
        screen.print_indented(table)
    if harmless := [printed(threat.best.attacker) for threat in one.threats if not threat.kill]:
        screen.line(f"    in reach, but can't kill it: {', '.join(harmless)}")


def _survives(one: UnitChance) -> str:
    return "for certain" if one.survives is None else one.survives.told()


def _by(threat: Threat) -> str:
    """Whose attack it is, and how: "Ash Runner from D"."""
    best = threat.best
    parts = [f"{printed(best.attacker)} from {best.way[-1]}" if best.way else printed(best.attacker)]
    if best.burns:
        parts.append("through lava")
    if best.strike.manner.aerial:
        parts.append("in flight")
    if best.strike.manner.as_if_there:
        parts.append("as if there")
    return ", ".join(parts)


def _kills(threat: Threat) -> str:
    return f"{agreeing('kills', printed(threat.best.attacker))} {percent(threat.kill)}"


def _wounds(threat: Threat) -> str:
    return f"{float(threat.wounds):.1f} wounds"


def _others(report: RoundReport) -> Iterator[str]:
    """The units that nobody has in reach, as they are told."""
    left = [one for one in report.units if not one.threats and one.chance == 1]
    sure = [printed(one.name) for one in left if one.told and one.survives is None]
    likely = [f"{printed(one.name)} {one.survives.told()}" for one in left if one.survives is not None]
    if sure:
        yield f"Certain to survive, as nobody comes near enough: {', '.join(sure)}."
    if likely:
        yield f"No attack in reach now: {', '.join(likely)}."


def _remarks(report: RoundReport) -> Iterator[str]:
    """What the chances rest on."""
    if any(one.threats for one in report.units):
        yield "Each attack: the exact chance to kill, its dice used for that, and the wounds on average."
    if report.learns:
        yield "As far as the map was told; a line of sight that nobody told is taken as clear."
    if report.playings:
        seconds = max(1, round(report.seconds))
        yield (
            f"Played out {report.playings} times in {seconds} s (seed {report.seed}); "
            "± is the half width of the 95% interval."
        )
        yield (
            "Both sides make one of the attacks worth most by exact odds and the target's points, walk up for it, "
            "guard, evade and strike back; nobody runs away, recalls a troop, or uses a power that is a choice."
        )
        if any(one.survives is not None and one.survives.half_width > WITHIN for one in report.units):
            yield f"For figures closer than that: {LONGER}."
        yield "Hands aren't known: they were drawn anew each time from what they can hold."
