"""The game as it stands, in lines: each player's holdings, who has what, what is taken and closed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from referee.games.conjurers.rules import ending, spaces
from referee.games.conjurers.rules import events as e
from referee.games.conjurers.rules.card_pool import face_of
from referee.games.conjurers.rules.state import GameState, Player, Setup
from referee.games.conjurers.tables import board as board_tables
from referee.games.conjurers.vocabulary import MYTHOLOGIES, RESOURCES
from referee.text.screen import Screen

if TYPE_CHECKING:
    from rich.table import Table

SHORT = 36
"""The most signs of a list that stands in a column of its own beside what a player holds."""

LETTERS = {mythology[0]: mythology for mythology in MYTHOLOGIES}
"""How an army's row calls the mythologies: "n2" is norse 2."""


def show_status(setup: Setup, game: GameState, screen: Screen) -> None:
    """The turn, each player's holdings, the mines, what is taken and what is closed."""
    feeding = ending.next_feeding(game)
    last = board_tables.phases().phases[-1].turns[-1]
    head = f"Turn {game.turn} of {last} · phase {e.roman(game.phase)} · {game.stage}"
    screen.line(f"{head} · next feeding: end of turn {feeding}" if feeding else head, style="bold")
    show_holdings(setup, game, screen)
    show_taken(setup, game, screen)
    if game.contest is not None and game.contest.battle is not None:
        from referee.games.conjurers.screens.battle import show_board

        show_board(game.contest.battle, screen)


def show_holdings(setup: Setup, game: GameState, screen: Screen, *, lists: bool = True) -> None:
    """A line for each player; and, as `lists`, who has which mines, cards and assistants."""
    listed = {"mines": _mines(game), "cards": _cards(game), "hired": _helpers(game)} if lists else {}
    beside = {what: told for what, told in listed.items() if told and not screen.narrow and _short(told)}
    screen.print(_holdings(setup, game, beside, narrow=screen.width < 100))
    for what, told in listed.items():
        if told and what not in beside:
            screen.line(f"{what:<7} {' · '.join(f'{name}: {things}' for name, things in told.items())}")


def show_taken(setup: Setup, game: GameState, screen: Screen) -> None:
    """The spaces where somebody stands, and while figures are placed those that are closed."""
    taken = [f"{f.space} ({game.players[f.player].name}, {f.kind})" for f in game.placed]
    if taken and game.stage in ("placing", "resolving"):
        screen.line(f"taken   {' · '.join(taken)}")
    shut: dict[str, list[str]] = {}
    for space in spaces.spaces(setup):
        reason = spaces.closed_because(setup, game, space)
        if reason and not reason.startswith("taken"):
            shut.setdefault(reason, []).append(space.name)
    if shut and game.stage == "placing":
        closed = " · ".join(f"{', '.join(names)}: {reason}" for reason, names in shut.items())
        screen.line(f"closed  {closed}", style="dim")


def _short(told: Mapping[str, str]) -> bool:
    """Whether what is told of each player is short enough for a column of the wide form."""
    return all(len(things) <= SHORT for things in told.values())


def _holdings(
    setup: Setup, game: GameState, beside: Mapping[str, Mapping[str, str]], *, narrow: bool = False
) -> Table:
    """A line for each player; `beside` are lists told in a column each, by their heading and the player's name.

    Where it is `narrow`, the headings take no room from the armies.
    """
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("")
    for resource in RESOURCES:
        table.add_column({"sapphire": "sapph", "diamond": "diam"}.get(resource, resource), justify="right")
    for name in ("food", "feeds", "minus" if narrow else "minus points"):
        table.add_column(name, justify="right")
    armies = {number: _army(setup, game, player) for number, player in enumerate(game.players)}
    short = next((word for army in armies.values() for word in army.split() if word[0] in LETTERS), "")
    key = f" ({short} {LETTERS[short[0]]})" if short and not narrow else ""
    table.add_column(f"army{key}", overflow="fold")
    for what in beside:
        table.add_column(what, overflow="fold")
    for number, player in enumerate(game.players):
        if player.left:
            table.add_row(Text(f"{player.name} (left)", style="dim"))
            continue
        owner = Text(player.name + (" ★" if game.holder == number else ""), style="bold")
        goods = [str(player.resources.get(resource, 0)) for resource in RESOURCES]
        food = [str(player.food), str(ending.needed_food(setup, game, player)), str(player.minus_points)]
        more = [told.get(player.name, "") for told in beside.values()]
        table.add_row(owner, *goods, *food, armies[number], *more)
    return table


def _army(setup: Setup, game: GameState, player: Player) -> str:
    """An army by level and the first letter of the mythology: "1 1 n2 b3"."""
    faces = [face_of(setup, game, name) for name in player.creatures]
    ranked = sorted((face.level, str(face.mythology)) for face in faces)
    return " ".join(str(level) if level == 1 else f"{mythology[0]}{level}" for level, mythology in ranked)


def _mines(game: GameState) -> dict[str, str]:
    """Each owner's mines."""
    owners = {game.players[number].name: number for number in game.mines.values()}
    return {
        name: ", ".join(mine for mine, owner in game.mines.items() if owner == number)
        for name, number in owners.items()
    }


def _cards(game: GameState) -> dict[str, str]:
    """Each player's items and artifacts."""
    return {p.name: ", ".join([*p.items, *p.artifacts]) for p in game.players if p.items or p.artifacts}


def _helpers(game: GameState) -> dict[str, str]:
    """Each player's assistants, where more than the first was hired."""
    return {p.name: ", ".join(p.assistants) for p in game.players if len(p.assistants) > 1}
