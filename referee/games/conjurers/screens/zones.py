"""The two battle zone boards drawn face to face: a box for each slot (p. 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.box import ROUNDED
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from referee.games.conjurers.battle.state import Battle, Fighter, SideName
from referee.games.conjurers.cards.abilities import show_all
from referee.games.conjurers.screens.battle_words import SIDE_STYLES, dice_words, worn_words
from referee.games.conjurers.tables import battle as battle_tables
from referee.text.screen import Screen

LEAST_WIDTH = 80
"""Columns that the boxes need."""

LONGEST = 14
"""Up to so many hit points have a block each; more share the blocks."""

_BORDER = 4
"""Columns of a box that its frame takes."""


def draw_zones(battle: Battle, screen: Screen) -> None:
    """The attacker's board above the defender's, so that the slots across from each other stand so."""
    _draw_side(battle, "attacker", screen)
    _draw_side(battle, "defender", screen)


def _draw_side(battle: Battle, side: SideName, screen: Screen) -> None:
    slots = range(1, battle_tables.numbers().slots + 1)
    width = screen.width // len(slots)
    cells = [_cell(battle, side, slot) for slot in slots]
    height = max(_lines(cell, width - _BORDER, screen) for cell in cells)
    grid = Table.grid()
    grid.add_row(*(_box(battle, side, slot, cell, (width, height)) for slot, cell in zip(slots, cells, strict=True)))
    name = Text(battle.sides[side].player, style=f"bold {SIDE_STYLES[side]}")
    screen.print(*((name, grid) if side == "attacker" else (grid, name)))


def _lines(cell: Text, width: int, screen: Screen) -> int:
    """How many lines a text takes in a width."""
    return len(cell.wrap(screen.console, width))


def _box(battle: Battle, side: SideName, slot: int, cell: Text, size: tuple[int, int]) -> Panel:
    width, height = size
    style = SIDE_STYLES[side] if battle.standing(side, slot) is not None else "dim"
    return Panel(
        cell, box=ROUNDED, title=str(slot), title_align="left", width=width, height=height + 2, border_style=style
    )


def _cell(battle: Battle, side: SideName, slot: int) -> Text:
    """What is in a slot: nothing, the lock of one that devours, or a creature."""
    fighter = battle.holder(side, slot)
    if fighter is None:
        return Text()
    if fighter.devouring is not None:
        victim = battle.fighters[fighter.devouring].name
        return Text("\n").join([
            Text(f"locked: {fighter.name} sits on {victim}", style="dim"), _hit_points(fighter)
        ])  # fmt: skip
    return Text("\n").join([Text(fighter.name, style="bold"), _hit_points(fighter), *_details(battle, fighter)])


def _hit_points(fighter: Fighter) -> Text:
    """The hit points as a bar and in numbers."""
    left, whole = fighter.hit_points_left, fighter.card.hp
    blocks = min(whole, LONGEST)
    full = -(-left * blocks // whole)  # a creature that lives has a block
    hurt = "green" if left == whole else "yellow" if left * 3 > whole else "red"
    bar = Text("█" * full, style=hurt)
    bar.append("░" * (blocks - full), style="dim")
    return bar.append(f" {left}/{whole}", style="bold" if left == whole else f"bold {hurt}")


def _details(battle: Battle, fighter: Fighter) -> Iterator[Text]:
    own = show_all(fighter.card.abilities)
    yield Text(dice_words(fighter.card.bd)).append(_abilities(own, fighter.bound), style="dim")
    for piece in fighter.worn:
        yield Text(f"+ {worn_words(piece)}", style="italic")
    if markers := list(_markers(battle, fighter)):
        yield Text(" ").join(markers)


def _abilities(own: Sequence[str], bound: bool) -> str:
    if not own:
        return ""
    return f" · {'off: ' if bound else ''}{', '.join(own)}"


def _markers(battle: Battle, fighter: Fighter) -> Iterator[Text]:
    """What lies on a creature."""
    if fighter.frost:
        yield Text("[frost]", style="bold cyan")
    if fighter.poison:
        yield Text(f"[poison {fighter.poison}]", style="bold green")
    if fighter.bound:
        yield Text("[bound]", style="bold yellow")
    if fighter.devoured_by is not None:
        yield Text(f"[devoured by {battle.fighters[fighter.devoured_by].name}]", style="bold red")
