"""A battle as text and on a terminal: events with their arithmetic, headline, state, boards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rich.box import ROUNDED
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from referee.games.conjurers import tables
from referee.games.conjurers.battle import events as e
from referee.games.conjurers.battle.state import SIDES, AbilitySource, Battle, Fighter, SideName
from referee.games.conjurers.cards.cards import show_all
from referee.games.conjurers.vocabulary import GAME
from referee.rulebook.rules import rulebook
from referee.text.grammar import so_many
from referee.text.names import fold
from referee.text.screen import Screen

if TYPE_CHECKING:
    from referee.games.conjurers.battle.record import RecordFile

SIDE_STYLES: Mapping[SideName, str] = {"attacker": "cyan", "defender": "magenta"}


class EventWriter:
    """Turns events into text lines. Creatures of one name on both sides are named with their player."""

    def __init__(self, battle: Battle, *, rulings: bool = True) -> None:
        self._book = rulebook(GAME)
        self._rulings = rulings  # whether rulings are cited beside the printed pages
        self._players: dict[str, str] = {side: battle.sides[side].player for side in SIDES}
        names = [fold(f.name) for f in battle.fighters]
        self._names: dict[str, str] = self._players | {
            f.key: f.name if names.count(fold(f.name)) == 1 else f"{self._players[f.side]}'s {f.name}"
            for f in battle.fighters
        }

    def name(self, key: str) -> str:
        """Return a creature's name for people; a side's player."""
        return self._names[key]

    def lines(self, events: Iterable[Any], *, everyday: bool = False) -> Iterator[Text]:
        """Yield the events as lines; their rules are dim at the end, `everyday` ones only if wanted."""
        for event in events:
            style = "red" if isinstance(event, e.Died) else "bold" if isinstance(event, e.BattleEnded) else ""
            if isinstance(event, e.TurnBegan):
                style = f"bold {SIDE_STYLES[event.side]}"
            line = Text(self.tell(event), style=style)
            if cited := self._cite(event, everyday):
                line.append(f"  ({cited})", style="dim not bold")
            yield line

    def _cite(self, event: Any, everyday: bool) -> str:
        ids = [rule for rule in getattr(event, "rules", ()) if everyday or rule not in _EVERYDAY]
        if isinstance(event, e.Hit):
            ids += [rule for term in (*event.pool, *event.terms) for rule in term.rules if everyday or rule != "B9"]
        cited = [rule for rule in dict.fromkeys(ids) if self._rulings or not self._book.is_ruling(rule)]
        return self._book.cite(cited) if cited else ""

    def tell(self, event: e.BattleEvent) -> str:
        """Describe one event."""
        return event.describe(self.name)


_EVERYDAY = {"summon", "move", "attack", "battle-dice", "B9", "hit-points", "absorption"}
"""Rules of every fight, which are not repeated on each line."""


def worn_words(piece: AbilitySource) -> str:
    """Describe a worn piece by its abilities, or by what it still absorbs."""
    gives = [words for words in show_all(piece.abilities) if not words.startswith("absorption")]
    if "absorption" in piece.abilities:
        left = piece.absorption_left()
        gives.insert(0, f"absorbs {left} more" if left else "broken")
    return f"{piece.name}: {', '.join(gives)}" if gives else piece.name


def headline(battle: Battle, file: RecordFile, *, logged: bool = False) -> str:
    """Summarize a battle in one line; with `logged` the dice are from a game's log, not typed in."""
    attacker, defender = (battle.sides[side].player for side in SIDES)
    optional = [name for name, on in (("elements", battle.elements), ("morale", battle.morale)) if on]
    words = {
        "entered": "dice as logged" if logged else "dice typed in",
        "average": "average dice",
        "rolled": f"dice rolled, seed {file.seed}",
    }
    guarded = [f for f in battle.of("defender") if not f.may_wear][1:]
    if guarded:
        what = f"{attacker} fights for {guarded[0].name}, {defender} plays the minion"
    else:
        what = f"{attacker} {'challenges' if battle.kind == 'duel' else 'attacks'} {defender}"
    return " · ".join([battle.kind.capitalize(), what, words[file.dice], *optional])


def how_it_stands(battle: Battle, teller: EventWriter) -> str:
    """Describe who has won and why, or that the battle goes on."""
    outcome = battle.outcome
    if outcome is not None:
        quiet, idle = battle.readings.quiet_rounds, battle.idle_rounds
        return teller.tell(e.BattleEnded(outcome.winner, outcome.reason, outcome.tally, quiet, (), idle))
    return f"The battle goes on; {battle.sides[battle.side_to_move].player} is to move."


# --- The two battle zone boards drawn face to face: a box for each slot (p. 5) --------------------


LEAST_WIDTH = 80
"""Columns that the boxes need."""

LONGEST = 14
"""Most hit points with a block each; more share the blocks."""

LEAST_ROOM = 24
"""Free lines needed for the boxes, with the events of a fight and the next moves below them."""

ROOM_FOR_DETAILS = 15
"""Free lines needed for creatures with the values on their cards; with fewer only their markers are shown."""

_BORDER = 4
"""Columns of a box that its frame takes."""


def _box(battle: Battle, side: SideName, slot: int, cell: Text, size: tuple[int, int]) -> Panel:
    width, height = size
    style = SIDE_STYLES[side] if battle.standing(side, slot) is not None else "dim"
    return Panel(
        cell, box=ROUNDED, title=str(slot), title_align="left", width=width, height=height + 2, border_style=style
    )


def _cell(battle: Battle, side: SideName, slot: int) -> Text:
    """Render the content of a slot: nothing, the lock of a devourer, or a creature."""
    fighter = battle.holder(side, slot)
    if fighter is None:
        return Text()
    if fighter.devouring is not None:
        victim = battle.fighters[fighter.devouring].name
        return Text("\n").join([Text(f"locked: {fighter.name} sits on {victim}", style="dim"), _hit_points(fighter)])
    return Text("\n").join([Text(fighter.name, style="bold"), _hit_points(fighter), *_details(battle, fighter)])


def _hit_points(fighter: Fighter) -> Text:
    """Render the hit points as a bar and in numbers."""
    left, whole = fighter.hit_points_left, fighter.card.hp
    blocks = min(whole, LONGEST)
    full = -(-left * blocks // whole)  # a creature that lives has a block
    hurt = "green" if left == whole else "yellow" if left * 3 > whole else "red"
    bar = Text("█" * full, style=hurt)
    bar.append("░" * (blocks - full), style="dim")
    return bar.append(f" {left}/{whole}", style="bold" if left == whole else f"bold {hurt}")


def _details(battle: Battle, fighter: Fighter) -> Iterator[Text]:
    own = ", ".join(show_all(fighter.card.abilities))
    off = "off: " if fighter.bound else ""
    yield Text(so_many(fighter.card.bd, "die")).append(f" · {off}{own}" if own else "", style="dim")
    for piece in fighter.worn:
        yield Text(f"+ {worn_words(piece)}", style="italic")
    if markers := list(_markers(battle, fighter)):
        yield Text(" ").join(markers)


def _markers(battle: Battle, fighter: Fighter) -> Iterator[Text]:
    """Yield the markers on a creature."""
    if fighter.frost:
        yield Text("[frost]", style="bold cyan")
    if fighter.poison:
        yield Text(f"[poison {fighter.poison}]", style="bold green")
    if fighter.bound:
        yield Text("[bound]", style="bold yellow")
    if fighter.devoured_by is not None:
        yield Text(f"[devoured by {battle.fighters[fighter.devoured_by].name}]", style="bold red")


# --- A battle on a terminal: the two boards face to face, and events below ------------------------


def show_board(battle: Battle, screen: Screen, *, open_hands: bool = False, boxes: bool = True) -> None:
    """Show the two battle zone boards face to face, with the creatures in hand and dead.

    Without `boxes`, or without room for them, they take fewer lines. `open_hands` names the creatures in hand;
    otherwise only their number is shown.
    """
    if screen.plain:
        _plain_board(battle, screen)
    elif boxes and screen.draws and screen.width >= LEAST_WIDTH and screen.room_left >= LEAST_ROOM:
        for side in SIDES:  # the attacker's board above the defender's, so that opposing slots are in line
            slots = range(1, tables.battle().slots + 1)
            width = screen.width // len(slots)
            shown = [_cell(battle, side, slot) for slot in slots]
            height = max(len(cell.wrap(screen.console, width - _BORDER)) for cell in shown)
            grid = Table.grid()
            grid.add_row(
                *(_box(battle, side, slot, cell, (width, height)) for slot, cell in zip(slots, shown, strict=True))
            )
            name = Text(battle.sides[side].player, style=f"bold {SIDE_STYLES[side]}")
            name.append(f" · {_besides(battle, side, open_hands)}", style="not bold dim")
            screen.print(*((name, grid) if side == "attacker" else (grid, name)))
        return
    else:
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), expand=True)
        table.add_column("", max_width=12, overflow="ellipsis", no_wrap=True)
        for slot in range(1, tables.battle().slots + 1):
            table.add_column(str(slot), ratio=1, header_style="dim", overflow="fold")
        brief = screen.room_left < ROOM_FOR_DETAILS
        for side in SIDES:
            cells = [_slot_cell(battle, side, slot, brief=brief) for slot in range(1, tables.battle().slots + 1)]
            table.add_row(Text(battle.sides[side].player, style=f"bold {SIDE_STYLES[side]}"), *cells)
        screen.print(table)
    hands = [f"{battle.sides[side].player} {_hand(battle, side, open_hands)}" for side in SIDES]
    dead = [f"{name} ({battle.sides[side].player})" for side in SIDES for name in _dead(battle, side)]
    text = f"in hand: {' · '.join(hands)}" + (f"   dead: {', '.join(dead)}" if dead else "")
    screen.line(text, style="dim")


def _slot_cell(battle: Battle, side: SideName, slot: int, *, brief: bool) -> Text:
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
    cell.append(f"  {so_many(fighter.card.bd, 'die')}", style="not bold")
    for line in _lying_on(battle, fighter) if brief else _short_details(battle, fighter):
        cell.append(f"\n{line}", style="not bold dim")
    return cell


def _short_details(battle: Battle, fighter: Fighter) -> Iterator[str]:
    own = show_all(fighter.card.abilities)
    if own:
        yield f"off while bound: {', '.join(own)}" if fighter.bound else ", ".join(own)
    for piece in fighter.worn:
        yield worn_words(piece)
    yield from _lying_on(battle, fighter)


def _lying_on(battle: Battle, fighter: Fighter) -> Iterator[str]:
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


def _besides(battle: Battle, side: SideName, open_hands: bool) -> str:
    """Describe a player's hand and dead: "1 in hand · dead: Wolf"."""
    dead = _dead(battle, side)
    return f"{_hand(battle, side, open_hands)} in hand" + (f" · dead: {', '.join(dead)}" if dead else "")


def _hand(battle: Battle, side: SideName, open_hands: bool) -> str:
    """Format how many creatures a player has in hand, or their names."""
    waiting = [f.name for f in battle.of(side) if f.in_hand]
    if not (open_hands and waiting):
        return str(battle.hand_size(side))
    hidden = battle.sides[side].hidden
    return f"{', '.join(waiting)}{f' and {hidden} more' if hidden else ''}"


def _dead(battle: Battle, side: SideName) -> list[str]:
    return [battle.fighters[number].name for number in battle.sides[side].dead]


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
                details = "; ".join(_short_details(battle, fighter))
                what = f"{fighter.name}, {fighter.hit_points_left} of {fighter.card.hp} hit points, " + (
                    f"{so_many(fighter.card.bd, 'die')}{f'; {details}' if details else ''}"
                )
            screen.line(f"{player}, slot {fighter.slot}: {what}.")


def show_events(battle: Battle, events: Iterable[Any], screen: Screen) -> None:
    """Show events line by line, each turn under its heading; an attack is left out, as its strike shows it."""
    teller = EventWriter(battle, rulings=False)
    for event in (one for one in events if not isinstance(one, e.Attacked)):
        for line in teller.lines([event]):
            if isinstance(event, e.TurnBegan):
                screen.print(line)
            else:
                screen.print_indented(line)


def in_short(battle: Battle, event: Any) -> Iterator[str]:
    """Yield an event as a sentence of a paragraph; none for an attack or the heading of a turn."""
    if not isinstance(event, e.Attacked | e.TurnBegan):
        yield f"{EventWriter(battle, rulings=False).tell(event).removesuffix('.')}."


def show_start(battle: Battle, file: RecordFile, screen: Screen) -> None:
    """Show the kind of a battle and the fighters, to check against the cards."""
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
    """Show the turn and its player; nothing if the battle is over."""
    if battle.outcome is None:
        side = battle.side_to_move
        words = f"Turn {battle.turn + 1} · {battle.sides[side].player}"
        screen.line(words, style=f"bold {SIDE_STYLES[side]}")
