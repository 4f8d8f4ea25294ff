"""Cards and decks on a terminal: drawn, listed, checked, counted and compared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from referee.text.screen import Rows, Screen, columns

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from referee.cards.deck_editor import Comparison
    from referee.cards.language import Group


def draw_card(name: str, rows: Iterable[RenderableType], screen: Screen, *, width: int, frame: str = "") -> None:
    """Draw a card like the printed one, `width` columns wide: its name above, then row by row."""
    from rich.panel import Panel
    from rich.table import Table
    from rich.text import Text

    inner = Table.grid(expand=True)
    for row in rows:
        inner.add_row(row)
    title = Text(name, style="bold", overflow="ellipsis")
    screen.print(Panel(inner, title=title, title_align="left", width=min(width, screen.width), border_style=frame))


def both_ends(*rows: tuple[RenderableType, RenderableType]) -> Table:
    """Return rows of a card with a left and a right part."""
    from rich.table import Table

    table = Table.grid(expand=True)
    table.add_column(ratio=1)
    table.add_column(justify="right")
    for row in rows:
        table.add_row(*row)
    return table


def show_under_headings(
    rows: Iterable[tuple[str, Sequence[str]]], kinds: Sequence[str | int], screen: Screen
) -> None:
    """Show a line of cells per card, below headings that they share. `kinds` are those of `columns`."""
    before: str | None = None
    table: Rows | None = None
    for heading, cells in rows:
        if heading != before or table is None:
            if table is not None:
                screen.print_indented(table)
            screen.line(heading, style="bold")
            before, table = heading, columns(*kinds, expand=True)
        table.add_row(*cells)
    if table is not None:
        screen.print_indented(table)


def show_findings(deck: str, entries: int, faults: Sequence[str], doubts: Sequence[str], screen: Screen) -> None:
    """Show faults first, then what is unusual."""
    for fault in faults:
        screen.line(f"wrong    {fault}", style="red")
    for doubt in doubts:
        screen.line(f"unusual  {doubt}")
    wrong = f"{len(faults)} wrong" if faults else "nothing wrong"
    screen.line(f"{deck}: {entries} entries, {wrong}" + (f", {len(doubts)} unusual" if doubts else ""), style="bold")


def show_missing(deck: str, groups: Sequence[Group], screen: Screen) -> None:
    """Show for each part of the box what is missing; a remark if the contents of the box aren't known."""
    if not groups:
        screen.line(f"{deck}: what the box has isn't printed in the rulebook, so nothing can be missing")
        return
    table = columns("left", "right", "left", "*", expand=True)
    for group in groups:
        lacking = ", ".join(group.names) or (f"{group.missing} missing" if group.missing else "")
        table.add_row(group.name, str(group.have), f"of {group.box}", lacking)
    screen.print(table)
    missing, box_has = sum(group.missing for group in groups), sum(group.box for group in groups)
    words = f"{missing} of {box_has} cards are missing" if missing else f"all {box_has} cards are there"
    screen.line(f"{deck}: {words}", style="bold")


def show_comparison(here: str, there: str, found: Comparison, screen: Screen) -> None:
    """Show the names that only one deck has, then the differences."""
    for deck, names in ((here, found.only_here), (there, found.only_there)):
        if names:
            screen.line(f"only in {deck}", style="bold")
            screen.line(f"  {', '.join(names)}")
    if found.differences:
        screen.line(f"different ({here} → {there})", style="bold")
        table = columns(18, 10, "*", expand=True)
        name = ""
        for difference in found.differences:
            change = f"{difference.here or 'none'} → {difference.there or 'none'}"
            table.add_row("" if difference.name == name else difference.name, difference.key, change)
            name = difference.name
        screen.print_indented(table)
    screen.line("1 card is the same" if found.same == 1 else f"{found.same} cards are the same")
