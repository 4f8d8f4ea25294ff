"""Fights on the screen: verdicts on records, odds, and the points that heroes lack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from referee.games.prophecy.fights.opening import FightBegun, price_text
from referee.games.prophecy.odds.options import FightOption
from referee.games.prophecy.vocabulary import GAME
from referee.rulebook.rules import rulebook
from referee.text.screen import Screen

if TYPE_CHECKING:
    from referee.games.prophecy.fights.verdict import Verdict
    from referee.games.prophecy.odds.reach import Lack, Reached

MANY = 24
"""Most options shown; the rest are only counted."""


def show_verdict(verdict: Verdict, screen: Screen, *, brief: bool = False) -> None:
    """Show the fight roll by roll, with the source of each point (`brief`: only who fought), then the judgement."""
    begun = [event for event in verdict.events if isinstance(event, FightBegun)][:1]
    for event in begun if brief else verdict.events:
        screen.line(event.describe(str))
    if not brief and verdict.fight is not None:
        for line in _after(verdict):
            screen.line(line)
    if verdict.illegal is not None:
        number = verdict.illegal.number
        cited = rulebook(GAME).cite_short(verdict.illegal.ruling)
        text = verdict.record.file.moves[number - 1]
        screen.line(f'Move {number} ("{text}") is not legal: {verdict.illegal.reason} ({cited}).', style="bold")
        if verdict.record.file.claim:
            screen.line(f"The claim about the result can't be checked past move {number}.")
    elif verdict.disputes:
        claim = verdict.record.file.claim
        screen.line(f"The players say {claim}; it is {verdict.result}.", style="bold")
    elif verdict.question is not None and verdict.result is None:
        screen.line(f"Undecided so far; next: {verdict.question.prompt}.")
    else:
        screen.line(
            "Everything is legal." + ("" if verdict.record.file.claim else " No result was claimed."), style="bold"
        )


def _after(verdict: Verdict) -> Iterator[str]:
    for before, hero in zip(verdict.record.heroes, verdict.heroes, strict=True):
        if hero.alive:
            yield f"{hero.name}: Health {hero.health} of {hero.red}, Magic {hero.magic} of {hero.blue}."
        gone = [name for name in before.items if name not in hero.losable]
        piles = [f"{what} {', '.join(pile)}" for what, pile in (("damaged", hero.damaged), ("gone", gone)) if pile]
        if piles:
            yield f"{hero.name}: {'; '.join(piles)}."


def show_odds(verdict: Verdict, options: Sequence[FightOption], screen: Screen) -> None:
    """Show a line for each option: totals, the price of the type of fight, the chances."""
    if verdict.illegal is not None:
        show_verdict(verdict, screen, brief=True)
        return
    if not options:
        screen.line(f"The fight is over: {verdict.result}.")
        return
    listed = options[:MANY]
    for option in listed:
        screen.line(f"{option.move}: {option.own} against {option.enemy}{_cost(option)}: {_describe(option)}.")
    if len(options) > len(listed):
        screen.line(f"{len(options) - len(listed)} more; see one with --move, or all with --json.", style="dim")
    if verdict.record.file.dice == "average":
        screen.line("Dice are averaged here: this is what will happen, not what may.", style="dim")


def _cost(option: FightOption) -> str:
    return f"; {price_text(option.price)}" if any(option.price.values()) else ""


def _describe(option: FightOption) -> str:
    words = f"{option.chance.line}{option.counts_on}"
    if option.answered is None:
        return words
    return f"{words}; against the best answer ({option.answer}) {option.answered.line}"


def show_reach(reached: Sequence[Reached], lacks: Sequence[Lack], aims: Sequence[Fraction], screen: Screen) -> None:
    """Show the fights within reach with the price of the way, then the points lacking against all open Creatures.

    `aims` are the chances to win for which points are shown.
    """
    if not reached:
        screen.line("No fight with a Creature is within reach without a card.")
    for one in reached:
        way = f"{one.way}{f' ({one.price} Gold)' if one.price else ''}: " if one.way else ""
        if not one.options:
            screen.line(f"{way}{one.enemy or one.unknown}{'; no fight can be paid' if one.enemy else ''}")
            continue
        screen.line(f"{way}{one.enemy}{f'; {one.unknown}' if one.unknown else ''}", style="bold")
        for option in one.options:
            screen.print_indented(f"{option.move}: {option.own} : {option.enemy}{_cost(option)}; {_describe(option)}")
        if one.both is not None:
            screen.print_indented(f"both Guardians: {one.both.line}")
    if lacks:
        shares = ", ".join(f"{int(aim * 100)}%" for aim in aims)
        screen.line(f"Points you still need to win {shares} of fights:")
    for enemy, move, lead, needed in lacks:
        screen.print_indented(f"{enemy}: {', '.join(map(str, needed))} (lead {lead:+} by {move})")
