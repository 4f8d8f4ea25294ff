"""Odds on a terminal: a line for each move, or all possible results of one move."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from rich.text import Text

from referee.asking.dice import exactly
from referee.games.conjurers.battle.moves import Summon, can_act, legal_moves, outfits
from referee.games.conjurers.battle.state import Battle
from referee.games.conjurers.odds.results import CreatureOdds, Odds, in_a_line
from referee.games.conjurers.screens.battle import EventWriter, how_it_stands, show_whose_turn
from referee.games.conjurers.screens.verdict import show_verdict
from referee.text.screen import Screen, columns

if TYPE_CHECKING:
    from referee.games.conjurers.battle.record import Verdict


def show_odds(verdict: Verdict, battle: Battle, found: Sequence[Odds], move: str, screen: Screen) -> None:
    """Show the odds of the next moves of a battle, a line each, or of the `move` asked for; or why there are none."""
    if verdict.illegal is not None:
        show_verdict(verdict, screen, brief=True)
        return
    if battle.outcome is not None:
        screen.line(f"The battle is over. {how_it_stands(battle, EventWriter(battle))}")
        return
    show_whose_turn(battle, screen)
    if move and not found:
        screen.line(f"{move}: no dice are thrown for it, and nobody fights.")
    elif move:
        for odds in found:
            _show_move(odds, battle, screen)
    elif found:
        _show_list(found, battle, screen)
    else:
        screen.line(nothing_found(battle, verdict.record.unknown))
    if found and verdict.record.file.dice == "average":
        screen.line("Dice are averaged in this battle: this is what will happen, not what may.", style="dim")
    for remark in (*_of_magic(found, battle), *(() if move else _of_others(found, battle))):
        screen.line(remark, style="dim")


def nothing_found(battle: Battle, unknown: Collection[str]) -> str:
    """Explain why no move has odds; `unknown` are the keys of creatures whose cards aren't known."""
    if not can_act(battle):
        return "All that is legal is to pass."
    if any(fighter.slot is None and fighter.key in unknown for fighter in battle.of(battle.side_to_move)):
        return "No move of a creature whose card is known causes a fight."
    return "No legal move causes a fight."


def _show_list(found: Sequence[Odds], battle: Battle, screen: Screen) -> None:
    if screen.plain:
        for odds in found:
            screen.line(f"{odds.text}: {in_a_line(odds, battle)}.")
        return
    table = columns("left", "*", expand=True)
    for odds in found:
        table.add_row(Text(odds.text, style="bold"), in_a_line(odds, battle))
    screen.print(table)


def _show_move(odds: Odds, battle: Battle, screen: Screen) -> None:
    """Show the line of a move, then for each creature a table with every damage it can end with."""
    screen.line(f"{odds.text}: {in_a_line(odds, battle)}.", style="bold")
    for creature in () if odds.certain else odds.creatures:
        screen.line()
        screen.line(_heading(creature))
        if not creature.certain:
            table = columns("right", "right", "right", "left")
            table.add_row("damage", "chance", "or more")
            for damage, state in sorted(creature.ends):
                what = {"stands": "", "dead": "dies", "back": "comes back"}[state]
                more = sum((chance for other, chance in creature.damage.items() if other >= damage), Fraction(0))
                table.add_row(str(damage), exactly(creature.chance((damage, state))), exactly(more), what)
            screen.print_indented(table)


def _heading(creature: CreatureOdds) -> str:
    words = [f"{creature.name}: {creature.before} of {creature.hp} damage now"]
    words.append(f"on average {float(creature.expected):.2f} after it")
    words.append(f"dies {exactly(creature.dies)}" if creature.dies else "can't die")
    if creature.comes_back:
        words.append(f"comes back {exactly(creature.comes_back)}")
    return ", ".join(words)


def _of_magic(found: Sequence[Odds], battle: Battle) -> Iterator[str]:
    """Yield remarks on the magicians' choices that the odds assume."""
    for key, ability in {key: ability for odds in found for key, ability in odds.magic.items()}.items():
        fighter = next(fighter for fighter in battle.fighters if fighter.key == key)
        name = battle.label(fighter)
        called = key if name != fighter.name else name
        yield f'{name} is a magician and uses {ability} here; for another: --magic "{called}:ABILITY" (B19).'


def _of_others(found: Sequence[Odds], battle: Battle) -> Iterator[str]:
    """Yield remarks on what isn't listed: moves without a fight, and outfits."""
    others = len(legal_moves(battle, equipment=False)) - len(found)
    if others and found:
        yield f"{others} other legal {'moves cause' if others > 1 else 'move causes'} no fight."
    summoned = (odds.move.creature for odds in found if isinstance(odds.move, Summon))
    if any(outfits(battle)) and any(battle.fighters[number].may_wear for number in summoned):
        yield 'Summons are without equipment here; for an outfit: --move "summon NAME SLOT with ITEM".'
