"""The whole game as one picture: turn track, spaces by colour, players side by side with the bonuses in reach."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.console import Group
from rich.table import Table
from rich.text import Text

from referee.games.conjurers.rules.ending import next_feeding
from referee.games.conjurers.rules.spaces import BoardSpace, Sort, closed_because, spaces
from referee.games.conjurers.rules.state import Figure, GameState, Setup
from referee.games.conjurers.screens.battle import show_board
from referee.games.conjurers.screens.players import plain_players, players_side_by_side
from referee.games.conjurers.screens.status import show_holdings, show_taken
from referee.games.conjurers.tables import board as board_tables
from referee.text.fitting import ALWAYS, DrawnForm, Part, blank, show_fitting
from referee.text.names import and_list
from referee.text.screen import Screen


class Colour(NamedTuple):
    """Spaces of one colour: what they are, who may go there beside the conjurer, and their kinds (pp. 8, 10)."""

    title: str
    style: str
    sorts: tuple[Sort, ...]


MINES = Colour("blue · mines (worker)", "blue", ("mine",))
TRADE = Colour("yellow · storages, shops (merchant)", "yellow", ("storage", "blacksmith", "artificer"))
FIGHTS = Colour("red · battlegrounds (warrior)", "red", ("battleground",))
TOWN = Colour("green · town (recruiter)", "green", ("tavern", "market", "guild house", "pit"))
FOOD = Colour("food (every figure)", "", ("food",))
DUELS = Colour("houses (conjurers alone)", "", ("duel",))
COLOURS = (MINES, TRADE, FIGHTS, TOWN, FOOD, DUELS)

WIDE = ((MINES, FOOD), (TRADE,), (FIGHTS, TOWN, DUELS))
NARROW = ((MINES, FIGHTS, FOOD), (TRADE, TOWN, DUELS))
"""The colours in columns, on a wide screen and on a narrow one."""


def show_whole_board(setup: Setup, game: GameState, screen: Screen) -> None:
    """Everything that everybody may see of a game, as far as there is room for it.

    What can be looked up on the table goes first: the bonuses in reach, the spaces where nobody stands; whose battle
    it is, what everybody has and what is still to be resolved stay longest.
    """
    fought = game.contest.battle if game.contest is not None else None
    parts: list[Part] = [
        (DrawnForm(ALWAYS, lambda on: on.line(_headline(game), style="bold")),),
        (DrawnForm(40, lambda on: _show_track(game, on)),),
        blank(1),
        (
            DrawnForm(0, lambda on: _show_spaces(setup, game, on, apart=not on.plain)),
            DrawnForm(30, lambda on: _show_spaces(setup, game, on)),
            DrawnForm(50, lambda on: show_taken(setup, game, on)),
        ),
        (
            DrawnForm(10, lambda on: _show_players(setup, game, on)),
            DrawnForm(20, lambda on: _show_players(setup, game, on, advice=False)),
            DrawnForm(80, lambda on: show_holdings(setup, game, on)),
            DrawnForm(90, lambda on: show_holdings(setup, game, on, lists=False)),
        ),
        (DrawnForm(60, lambda on: _show_order(game, on)),),
    ]
    if game.contest is not None:
        parts.append((DrawnForm(95, lambda on: _show_contest(game, on)),))
    if fought is not None:
        parts += [
            blank(),
            (
                DrawnForm(62, lambda on: show_board(fought, on)),
                DrawnForm(85, lambda on: show_board(fought, on, boxes=False)),
            ),
        ]
    show_fitting(parts, screen)


# --- the turns ------------------------------------------------------------------------------------


def _show_track(game: GameState, screen: Screen) -> None:
    """The turn track: phases, the turn under way in brackets, the feeding turns with a mark."""
    if screen.plain:
        return
    track = Text("  ")
    feeding = board_tables.upkeep().feeding.turns
    for number, phase in enumerate(board_tables.phases().phases, 1):
        track.append("" if number == 1 else "  │  " if screen.draws else "  |  ", style="dim")
        track.append(phase.name, style="bold" if number == game.phase else "dim")
        for turn in phase.turns:
            fed = "*" if turn in feeding else ""
            if turn == game.turn:
                track.append(f" [{turn}{fed}]", style="bold reverse")
            else:
                track.append(f"  {turn}{fed} ", style="dim" if turn < game.turn else "")
    if not screen.narrow:
        track.append("     * feeding", style="dim")
    screen.print(track)


def _headline(game: GameState) -> str:
    phases = board_tables.phases().phases
    words = f"Turn {game.turn} of {phases[-1].turns[-1]} · phase {phases[game.phase - 1].name} · {game.stage}"
    turn = next_feeding(game)
    return words if turn is None else f"{words} · next feeding: end of turn {turn}"


def _show_order(game: GameState, screen: Screen) -> None:
    """What is still to be resolved, and which battles wait."""
    for what, figures in (("to resolve", game.figures), ("battles that wait", game.waiting)):
        if figures and game.stage != "placing":
            told = ", ".join(f"{game.players[f.player].name}'s {f.kind} ({f.space})" for f in figures)
            screen.line(f"{what}: {told}")


def _show_contest(game: GameState, screen: Screen) -> None:
    """Who fights whom."""
    if game.contest is None:
        return
    attacker, defender = (game.players[n].name for n in (game.contest.attacker, game.contest.defender))
    prize = game.contest.guarded or game.contest.space
    words = f"{defender} plays the minion" if not prize.startswith("duel") and not game.contest.tournament else ""
    screen.line(f"battle: {attacker} against {defender}" if not words else f"battle: {attacker}, {prize}; {words}")


# --- the players -----------------------------------------------------------------------------------


def _show_players(setup: Setup, game: GameState, screen: Screen, *, advice: bool = True) -> None:
    """The players side by side; in plain mode a sentence for each."""
    if screen.plain:
        plain_players(setup, game, screen, advice=advice)
    else:
        screen.print(players_side_by_side(setup, game, screen, advice=advice))


# --- the spaces -----------------------------------------------------------------------------------


def _show_spaces(setup: Setup, game: GameState, screen: Screen, *, apart: bool = False) -> None:
    """The spaces in columns of colours; in plain mode a sentence for each colour. `apart` adds an empty line."""
    if screen.plain:
        _plain_spaces(setup, game, screen)
        return
    columns: Sequence[Sequence[Colour]] = NARROW if screen.narrow else WIDE
    grid = Table.grid(expand=True, padding=(0, 2, 0, 0))
    for _ in columns:
        grid.add_column(ratio=1)
    blocks = [[_block(colour, setup, game) for colour in column if _of(colour, setup, game)] for column in columns]
    grid.add_row(*(Group(*column) for column in blocks))
    screen.print(grid)
    if apart:
        screen.line()


def _of(colour: Colour, setup: Setup, game: GameState) -> list[BoardSpace]:
    """The spaces of a colour; of the houses those before which somebody stands."""
    found = [space for space in spaces(setup) if space.sort in colour.sorts]
    return [space for space in found if _standing(game, space)] if colour is DUELS else found


def _block(colour: Colour, setup: Setup, game: GameState) -> Table:
    """The spaces of a colour: what each gives, whose it is, who stands there or why nobody can."""
    table = Table(
        box=None, pad_edge=False, padding=(0, 1, 0, 0), show_header=False, title_justify="left", expand=True
    )
    table.title = Text(colour.title, style=f"bold not italic {colour.style}".strip())
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold", ratio=1)
    for space in _of(colour, setup, game):
        standing = _standing(game, space)
        shut = "" if standing else closed_because(setup, game, space)
        parts = [Text(shut, style="dim")] if shut else [Text(_gives(game, space)), *_whose(game, space)]
        parts += [_figure(game, figure) for figure in standing]
        line = Text(" ").join(part for part in parts if part.plain)
        table.add_row(Text(space.name, style="dim" if shut else ""), line)
    return table


def _figure(game: GameState, figure: Figure) -> Text:
    """A figure on its space; one that is resolved already is dim."""
    waits = game.stage == "placing" or figure in game.figures or figure in game.waiting
    return Text(f"◂ {game.players[figure.player].name} {figure.kind}", style="bold" if waits else "dim")


def _whose(game: GameState, space: BoardSpace) -> list[Text]:
    owner = _owner(game, space)
    return [Text(f"{owner}'s", style="underline")] if owner else []


def _standing(game: GameState, space: BoardSpace) -> list[Figure]:
    return [figure for figure in game.placed if figure.space == space.name] if game.stage != "over" else []


def _owner(game: GameState, space: BoardSpace) -> str:
    """Who controls a mine; nobody of another space."""
    number = game.mines.get(space.name)
    return "" if number is None else game.players[number].name


def _gives(game: GameState, space: BoardSpace, then: str = "→") -> str:
    """How much a mine, a storage or a food space puts out now, and in the next phase: "4→8"."""
    table = board_tables.phases()
    source = table.mines.get(space.kind) or table.storages.get(space.kind)
    by_phase = source.output if source else table.food.get(space.kind)
    if by_phase is None:
        return ""
    now, later = by_phase[game.phase - 1], by_phase[min(game.phase, len(by_phase) - 1)]
    return f"{now}" if now == later else f"{now}{then}{later}"


def _plain_spaces(setup: Setup, game: GameState, screen: Screen) -> None:
    """The spaces of each colour as a sentence."""
    for colour in COLOURS:
        if told := [_plain_space(setup, game, space) for space in _of(colour, setup, game)]:
            screen.line(f"{colour.title}: {'; '.join(told)}.")


def _plain_space(setup: Setup, game: GameState, space: BoardSpace) -> str:
    standing = [f"{game.players[figure.player].name}'s {figure.kind}" for figure in _standing(game, space)]
    if not standing and (shut := closed_because(setup, game, space)):
        return f"{space.name}, {shut}"
    gives, owner = _gives(game, space, then=", next phase "), _owner(game, space)
    there = f"{and_list(standing)} stands there" if standing else ""
    parts = (space.name, f"gives {gives}" if gives else "", f"{owner}'s" if owner else "", there)
    return ", ".join(part for part in parts if part)
