"""Odds on a terminal: a line for each move, or all that one move can lead to."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.text import Text

from referee.asking.dice import exactly
from referee.games.conjurers.battle.moves import Summon, can_act, legal_moves, outfits
from referee.games.conjurers.battle.state import Battle
from referee.games.conjurers.odds.results import CreatureOdds, Odds, in_a_line
from referee.games.conjurers.screens.battle import Teller, how_it_stands, show_whose_turn
from referee.games.conjurers.screens.verdict import show_verdict
from referee.text.screen import Screen, columns

if TYPE_CHECKING:
    from referee.games.conjurers.odds.standing import AskedOdds


def show_odds(asked: AskedOdds, screen: Screen) -> None:
    """The odds of the next moves of a battle, or why there are none."""
    battle = asked.standing.battle
    if asked.against:
        show_verdict(asked.verdict, screen, brief=True)
        return
    if battle.outcome is not None:
        screen.line(f"The battle is over. {how_it_stands(battle, Teller(battle))}")
        return
    show_whose_turn(battle, screen)
    if asked.move and not asked.found:
        screen.line(f"{asked.move}: no dice are thrown for it, and nobody fights.")
    elif asked.move:
        for odds in asked.found:
            _show_move(odds, asked, screen)
    elif asked.found:
        _show_list(asked, screen)
    else:
        screen.line(nothing_found(battle, asked.verdict.record.unknown))
    for remark in _remarks(asked):
        screen.line(remark, style="dim")


def nothing_found(battle: Battle, unknown: Collection[str]) -> str:
    """Why there is no move whose fight has odds; `unknown` are the keys of creatures whose cards nobody has read."""
    if not can_act(battle):
        return "All that is legal is to pass."
    if any(fighter.slot is None and fighter.key in unknown for fighter in battle.of(battle.side_to_move)):
        return "No move of a creature whose card is known causes a fight."
    return "No legal move causes a fight."


def _show_list(asked: AskedOdds, screen: Screen) -> None:
    battle = asked.standing.battle
    if screen.plain:
        for odds in asked.found:
            screen.line(f"{odds.text}: {in_a_line(odds, battle)}.")
        return
    table = columns("left", "*", expand=True)
    for odds in asked.found:
        table.add_row(Text(odds.text, style="bold"), in_a_line(odds, battle))
    screen.print(table)


def _show_move(odds: Odds, asked: AskedOdds, screen: Screen) -> None:
    """The line of a move, then for each creature a table with every damage it can end with."""
    line = in_a_line(odds, asked.standing.battle)
    screen.line(f"{odds.text}: {line}.", style="bold")
    for creature in () if odds.certain else odds.creatures:
        screen.line()
        screen.line(_heading(creature))
        if not creature.certain:
            _show_damage(creature, screen)


def _heading(creature: CreatureOdds) -> str:
    words = [f"{creature.name}: {creature.before} of {creature.hp} damage now"]
    words.append(f"on average {float(creature.expected):.2f} after it")
    words.append(f"dies {exactly(creature.dies)}" if creature.dies else "can't die")
    if creature.comes_back:
        words.append(f"comes back {exactly(creature.comes_back)}")
    return ", ".join(words)


def _show_damage(creature: CreatureOdds, screen: Screen) -> None:
    """Each damage with its chance, the chance of so much or more, and what becomes of the creature."""
    table = columns("right", "right", "right", "left")
    table.add_row("damage", "chance", "or more")
    for damage, state in sorted(creature.ends):
        what = {"stands": "", "dead": "dies", "back": "comes back"}[state]
        more = sum((chance for other, chance in creature.damage.items() if other >= damage), Fraction(0))
        table.add_row(str(damage), exactly(creature.chance((damage, state))), exactly(more), what)
    screen.print_indented(table)


def _remarks(asked: AskedOdds) -> list[str]:
    """What the odds rest on."""
    battle = asked.standing.battle
    found = []
    if asked.verdict.record.file.dice == "average" and asked.found:
        found.append("Dice are averaged in this battle: this is what will happen, not what may.")
    for key, ability in {key: ability for odds in asked.found for key, ability in odds.magic.items()}.items():
        fighter = next(fighter for fighter in battle.fighters if fighter.key == key)
        name = battle.called(fighter)
        called = key if name != fighter.name else name
        found.append(f'{name} is a magician and uses {ability} here; for another: --magic "{called}:ABILITY" (B19).')
    if asked.move:
        return found
    others = len(legal_moves(battle, equipment=False)) - len(asked.found)
    if others and asked.found:
        found.append(f"{others} other legal {'moves cause' if others > 1 else 'move causes'} no fight.")
    if any(outfits(battle)) and any(_may_wear(odds, battle) for odds in asked.found):
        found.append('Summons are without equipment here; for an outfit: --move "summon NAME SLOT with ITEM".')
    return found


def _may_wear(odds: Odds, battle: Battle) -> bool:
    return isinstance(odds.move, Summon) and battle.fighters[odds.move.creature].may_wear
