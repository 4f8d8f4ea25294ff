"""A whole game on a terminal: what the hands must do after each step, and where everybody stands."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatchmethod
from typing import Any

from rich.table import Table
from rich.text import Text

from referee.games.conjurers.battle.events import BattleEvent
from referee.games.conjurers.evening import ending, spaces
from referee.games.conjurers.evening import events as e
from referee.games.conjurers.evening.outputs import words
from referee.games.conjurers.evening.pool import creature_cards
from referee.games.conjurers.evening.state import Game, Setup
from referee.games.conjurers.screens.battle import show_board, show_events
from referee.games.conjurers.tables import board as board_tables
from referee.games.conjurers.vocabulary import GAME, RESOURCES
from referee.names import and_list, fold
from referee.rules import rulebook
from referee.screens import Screen

_ROMAN = ("I", "II", "III", "IV")


class Hands:
    """Tells events as what the hands at the table must do."""

    def __init__(self, game: Game) -> None:
        self._names = [player.name for player in game.players]

    def name(self, number: int) -> str:
        """A player's name."""
        return self._names[number]

    @singledispatchmethod
    def tell(self, event: Any) -> str:
        """One event in words."""
        raise TypeError(f"no words for {event!r}")

    @tell.register
    def _(self, event: e.Placed) -> str:
        return f"{self.name(event.player)}'s {event.figure} goes to: {event.space}."

    @tell.register
    def _(self, event: e.Skipped) -> str:
        return f"{self.name(event.player)}'s {event.figure} stays at home: no space is open to it."

    @tell.register
    def _(self, event: e.ResolvingBegan) -> str:
        return f"All figures stand. They are resolved in this order: {', '.join(map(self.name, event.order))}."

    @tell.register
    def _(self, event: e.Declined) -> str:
        return f"{self.name(event.player)} leaves the {event.space} unused."

    @tell.register
    def _(self, event: e.Gained) -> str:
        return f"{self.name(event.player)} takes {words(event.goods)} ({event.source})."

    @tell.register
    def _(self, event: e.Paid) -> str:
        return f"{self.name(event.player)} pays {words(event.goods)} ({event.purpose})."

    @tell.register
    def _(self, event: e.Controlled) -> str:
        off = "" if event.before is None else f", {self.name(event.before)}'s comes off"
        return f"{self.name(event.player)}'s marker goes on the {event.mine}{off}."

    @tell.register
    def _(self, event: e.ButtonTaken) -> str:
        return f"{self.name(event.player)} takes the Initiative Button from {self.name(event.before)}."

    @tell.register
    def _(self, event: e.Hired) -> str:
        return f"{self.name(event.player)} hires a {event.assistant}, to be placed from the next turn on."

    @tell.register
    def _(self, event: e.Bought) -> str:
        return f"{self.name(event.player)} takes the card {event.card}."

    @tell.register
    def _(self, event: e.Sacrificed) -> str:
        return f"{self.name(event.player)} sacrifices {event.creature}: {words(event.goods)}."

    @tell.register
    def _(self, event: e.ContestBegan) -> str:
        attacker, defender = self.name(event.attacker), self.name(event.defender)
        if event.guarded:
            return f"{attacker} fights for {event.guarded}; {defender} plays the minion."
        return f"{attacker} challenges {defender} to a duel."

    @tell.register
    def _(self, event: e.SetAside) -> str:
        return f"{self.name(event.player)} sets {event.creature or 'nobody'} aside."

    @tell.register
    def _(self, event: e.Drawn) -> str:
        if event.secret:
            return f"{self.name(event.player)}'s {len(event.creatures)} creatures are drawn."
        return f"{self.name(event.player)} draws {and_list(event.creatures)}."

    @tell.register
    def _(self, event: e.ContestEnded) -> str:
        where = f" ({event.tournament})" if event.tournament else ""
        return f"{self.name(event.winner)} wins the battle{where}."

    @tell.register
    def _(self, event: e.CreatureWon) -> str:
        return f"{self.name(event.player)} takes the card {event.creature}."

    @tell.register
    def _(self, event: e.Stolen) -> str:
        return f"{self.name(event.player)} takes {words(event.goods)} from {self.name(event.victim)}."

    @tell.register
    def _(self, event: e.Penalty) -> str:
        return f"{self.name(event.player)} takes minus point tokens of {event.points}: {event.why}."

    @tell.register
    def _(self, event: e.Fed) -> str:
        return f"{self.name(event.player)} feeds: {event.needed} food needed, {event.paid} paid."

    @tell.register
    def _(self, event: e.TurnEnded) -> str:
        return f"Turn {event.turn} is over; the turn figure moves on."

    @tell.register
    def _(self, event: e.PhaseBegan) -> str:
        return f"Phase {_ROMAN[event.phase - 1]} begins: outputs double, spaces open."

    @tell.register
    def _(self, event: e.GameEnded) -> str:
        return "The game is over; the points are counted."


def show_game_events(game: Game, events: Iterable[Any], screen: Screen) -> None:
    """Events one below the other; those of a refereed battle as in any battle."""
    hands, book = Hands(game), rulebook(GAME)
    for event in events:
        if isinstance(event, BattleEvent):
            if game.contest is not None and game.contest.battle is not None:
                show_events(game.contest.battle, [event], screen)
            continue
        line = Text(hands.tell(event))
        cited = [rule for rule in event.rules if book.is_ruling(rule)]
        if cited:
            line.append(f"  ({book.cite(cited)})", style="dim")
        screen.print_indented(line)


def show_status(setup: Setup, game: Game, screen: Screen) -> None:
    """The turn, each player's holdings, the mines, what is taken and what is closed."""
    feeding = next((t for t in board_tables.upkeep().feeding.turns if t >= game.turn), game.turn)
    head = f"Turn {game.turn} of 12 · phase {_ROMAN[game.phase - 1]} · {game.stage}"
    screen.line(f"{head} · next feeding: end of turn {feeding}", style="bold")
    screen.print(_holdings(setup, game, screen))
    mines = [f"{mine} ({game.players[owner].name})" for mine, owner in game.mines.items()]
    if mines:
        screen.line(f"mines   {' · '.join(mines)}")
    taken = [f"{f.space} ({game.players[f.player].name}, {f.kind})" for f in game.placed]
    if taken:
        screen.line(f"taken   {' · '.join(taken)}")
    shut: dict[str, list[str]] = {}
    for space in spaces.spaces(setup):
        reason = spaces.closed_because(setup, game, space)
        if reason and not reason.startswith("taken"):
            shut.setdefault(reason, []).append(space.name)
    if shut:
        told = " · ".join(f"{', '.join(names)}: {reason}" for reason, names in shut.items())
        screen.line(f"closed  {told}", style="dim")
    if game.contest is not None and game.contest.battle is not None:
        show_board(game.contest.battle, screen)


def _holdings(setup: Setup, game: Game, screen: Screen) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("")
    for resource in RESOURCES:
        table.add_column(resource[:5], justify="right")
    for name in ("food", "feeds", "minus"):
        table.add_column(name, justify="right")
    table.add_column("army", overflow="fold")
    table.add_column("cards", overflow="fold")
    cards = creature_cards(setup, game)
    for number, player in enumerate(game.players):
        owner = Text(player.name + (" ★" if game.holder == number else ""), style="bold")
        if player.left:
            table.add_row(Text(f"{player.name} (left)", style="dim"))
            continue
        levels = sorted((cards[fold(n)].level, str(cards[fold(n)].mythology)) for n in player.creatures)
        army = " ".join(str(level) if level == 1 else f"{mythology[0]}{level}" for level, mythology in levels)
        goods = [str(player.resources.get(resource, 0)) for resource in RESOURCES]
        owned = ", ".join([*player.items, *player.artifacts])
        food = [str(player.food), str(ending.needed_food(setup, game, player)), str(player.minus_points)]
        table.add_row(owner, *goods, *food, army, owned)
    return table
