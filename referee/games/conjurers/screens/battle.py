"""A battle on a terminal: the two boards face to face, and events told below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from referee.games.conjurers.battle import events as e
from referee.games.conjurers.battle.state import SIDES, Battle, Fighter, SideName
from referee.games.conjurers.cards.abilities import show_all
from referee.games.conjurers.screens.battle_words import SIDE_STYLES, Teller, dice_words, headline, worn_words
from referee.games.conjurers.screens.zones import LEAST_WIDTH, draw_zones
from referee.games.conjurers.tables import battle as battle_tables
from referee.text.screen import Screen

if TYPE_CHECKING:
    from referee.games.conjurers.records.record import RecordFile


def show_board(battle: Battle, screen: Screen, *, open_hands: bool = False, boxes: bool = True) -> None:
    """The two battle zone boards face to face, and what is in hand and dead.

    Without `boxes` they take fewer lines. `open_hands` names the creatures in hand; otherwise only their number is
    told.
    """
    if screen.plain:
        _plain_board(battle, screen)
    elif boxes and screen.draws and screen.width >= LEAST_WIDTH:
        draw_zones(battle, screen)
    else:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), expand=True)
        table.add_column("", max_width=12, overflow="ellipsis", no_wrap=True)
        for slot in range(1, battle_tables.numbers().slots + 1):
            table.add_column(str(slot), ratio=1, header_style="dim", overflow="fold")
        for side in SIDES:
            cells = [_cell(battle, side, slot) for slot in range(1, battle_tables.numbers().slots + 1)]
            table.add_row(Text(battle.sides[side].player, style=f"bold {SIDE_STYLES[side]}"), *cells)
        screen.print(table)
    screen.line(_aside(battle, open_hands), style="dim")


def _cell(battle: Battle, side: SideName, slot: int) -> Text:
    fighter = battle.holder(side, slot)
    if fighter is None:
        return Text("·", style="dim")
    if fighter.devouring is not None:
        victim = battle.fighters[fighter.devouring]
        away = f"locked: {fighter.name} ({fighter.hit_points_left}/{fighter.card.hp}) sits on {victim.name}"
        return Text(away, style="dim")
    left = fighter.hit_points_left
    cell = Text(fighter.name, style="bold")
    hurt = "" if left == fighter.card.hp else "yellow" if left * 3 > fighter.card.hp else "red"
    cell.append("\n")
    cell.append(f"{left}/{fighter.card.hp}", style=f"not bold {hurt}".strip())
    cell.append(f"  {dice_words(fighter.card.bd)}", style="not bold")
    for line in _details(battle, fighter):
        cell.append(f"\n{line}", style="not bold dim")
    return cell


def _details(battle: Battle, fighter: Fighter) -> Iterator[str]:
    own = show_all(fighter.card.abilities)
    if own:
        yield f"off while bound: {', '.join(own)}" if fighter.bound else ", ".join(own)
    for piece in fighter.worn:
        yield worn_words(piece)
    markers = []
    if fighter.frost:
        markers.append("frost marker")
    if fighter.poison:
        markers.append(f"poison {fighter.poison}")
    if fighter.bound:
        markers.append("bound")
    if markers:
        yield ", ".join(markers)
    if fighter.devoured_by is not None:
        yield f"devoured by {battle.fighters[fighter.devoured_by].name}"


def _aside(battle: Battle, open_hands: bool) -> str:
    hands = []
    dead = []
    for side in SIDES:
        player = battle.sides[side].player
        waiting = [f.name for f in battle.of(side) if f.in_hand]
        hidden = battle.sides[side].hidden
        told = ", ".join(waiting) if open_hands and waiting else str(battle.hand_size(side))
        hands.append(f"{player} {told}{f' and {hidden} more' if open_hands and waiting and hidden else ''}")
        dead += [f"{battle.fighters[number].name} ({player})" for number in battle.sides[side].dead]
    return f"in hand: {' · '.join(hands)}" + (f"   dead: {', '.join(dead)}" if dead else "")


def _plain_board(battle: Battle, screen: Screen) -> None:
    for side in SIDES:
        player = battle.sides[side].player
        standing = battle.in_slots(side)
        if not standing:
            screen.line(f"{player}: no creature in a slot.")
        for fighter in standing:
            if fighter.devouring is not None:
                what = f"locked, {fighter.name} devours {battle.fighters[fighter.devouring].name}"
            else:
                details = "; ".join(_details(battle, fighter))
                what = f"{fighter.name}, {fighter.hit_points_left} of {fighter.card.hp} hit points, " + (
                    f"{dice_words(fighter.card.bd)}{f'; {details}' if details else ''}"
                )
            screen.line(f"{player}, slot {fighter.slot}: {what}.")


def show_events(battle: Battle, events: Iterable[Any], screen: Screen) -> None:
    """Events told one below the other, each turn under its heading."""
    teller = Teller(battle)
    for event in events:
        for line in teller.lines([event]):
            if isinstance(event, e.TurnBegan):
                screen.line()
                screen.print(line)
            else:
                screen.print_indented(line)


def show_start(battle: Battle, file: RecordFile, screen: Screen) -> None:
    """What battle this is and who fights in it, to check against the cards."""
    screen.line()
    screen.line(headline(battle, file), style="bold")
    for side in SIDES:
        for fighter in battle.of(side):
            card = fighter.card
            kind = f"{card.mythology} {card.level}" if card.mythology else f"level {card.level}"
            element = f", {card.element}" if battle.elements and card.element else ""
            words = ", ".join(show_all(card.abilities)) or "no abilities"
            player = battle.sides[side].player
            screen.line(f"  {player}: {fighter.name}, {kind}{element}, {card.hp}/{card.bd}, {words}")
        for piece in battle.sides[side].equipment:
            screen.line(f"  {battle.sides[side].player}: {piece.name}, {', '.join(show_all(piece.abilities))}")


def show_whose_turn(battle: Battle, screen: Screen) -> None:
    """Whose turn it is, and which; nothing when the battle is over."""
    if battle.outcome is None:
        side = battle.side_to_move
        words = f"Turn {battle.turn + 1} · {battle.sides[side].player}"
        screen.line(words, style=f"bold {SIDE_STYLES[side]}")
