"""A game on a terminal: whose turn it is, the players with cards and stones, the areas in a list, the units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from referee.declaration.game import Lesson, Screens
from referee.declaration.plain import tell
from referee.games.mythic.board.board import Boundary
from referee.games.mythic.rules import powers
from referee.games.mythic.rules.events import TurnBegan, TurnEnded
from referee.games.mythic.rules.state import GameState, Match, Player, Setup
from referee.games.mythic.rules.turns import label
from referee.play.event import Event
from referee.text.grammar import does
from referee.text.menu import ALWAYS, DrawnForm, Part, blank, show_fitting
from referee.text.names import printed
from referee.text.screen import USUAL_WIDTH, Screen, columns, show_rows


def show_set_up(setup: Setup, screen: Screen) -> None:
    """Print what to prepare before the first pick."""
    screen.line("Set-up", style="bold")
    armies = {
        "draft": "are picked in turn",
        "constructed": "come from their own boxes",
        "limited": "are the scenario's",
    }
    points = f"{setup.points} RP each" if setup.points else "No recruitment points"
    screen.line(f"  {points}; units {armies[setup.mode]}. Each army has a {setup.divinity}.")
    if setup.victory:
        screen.line(f"  {victory_text(setup)}")
    if setup.teams:
        screen.line(f"  Teams: {setup.sides}.")
    screen.line()


def victory_text(setup: Setup) -> str:
    """Describe how a scenario is won; the players decide when it is."""
    return f"Victory: {setup.victory.rstrip('.')}. When it is so: adjust winner PLAYER because WHY"


BELOW = 8
"""Rows kept free below the areas, for the units off the board and the question."""


ABOVE = 18
"""With fewer rows than this, whose turn it is stands in the header row of the players' table."""


def show_status(setup: Setup, game: GameState, screen: Screen, *, whole: bool = False) -> None:
    """Print the turn, the players, the areas that aren't empty (all if `whole`), and the units off the board.

    On a terminal, where a question follows, areas with stones or tokens but no units share one line, and so do each
    player's units where there is no room for the areas.
    """
    match = Match(setup, game, [])
    short = screen.height is not None and not whole
    drawn = not screen.plain and screen.width >= USUAL_WIDTH and not match.state.acting.unit
    above = _where(match) if short and drawn and screen.room_left < ABOVE else ""
    _headline(match, screen, above)
    _players(match, screen, above)
    _areas(match, screen, whole=whole, short=short)
    _waiting(match, screen, short=short)


def _headline(match: Match, screen: Screen, above: str = "") -> None:
    """Print whose turn it is, unless that stands `above` the players' names; then teams and victory."""
    game = match.state
    if not above:
        screen.line(_where(match), style="bold")
    if match.setup.teams and not game.over:
        screen.line(match.setup.sides, style="dim")
    if match.setup.victory and not game.over:
        screen.line(victory_text(match.setup), style="dim")


def _where(match: Match) -> str:
    """Describe the point of the game, whose turn it is, and the activated unit."""
    game = match.state
    where = label(game).capitalize() + ("" if game.over else f" · {match.player.name}")
    acting = f" · {does(printed(game.acting.unit), 'is activated')}" if game.acting.unit else ""
    return f"{where}{acting}"


# --- players ----------------------------------------------------------------------------------------


def _players(match: Match, screen: Screen, above: str = "") -> None:
    recruiting = match.state.phase == "recruit"
    heads = (above, "RP", "units") if recruiting else (above, "hand", "deck", "discards", "stones", "divinity")
    row_of = _recruiting_row if recruiting else _row
    rows = [row_of(match, seat) for seat in range(len(match.state.players))]
    show_rows(screen, heads, rows, "left", *["right"] * (len(heads) - 2), "left")


def _name(match: Match, player: Player) -> str:
    mark = " >" if player is match.player and not match.state.over else ""
    return f"{player.name}{' (lead)' if match.state.players.index(player) == match.state.lead else ''}{mark}"


def _recruiting_row(match: Match, seat: int) -> list[str]:
    player = match.state.players[seat]
    return [
        _name(match, player),
        str(player.points),
        ", ".join(printed(piece.name) for piece in match.state.of(seat)),
    ]


def _row(match: Match, seat: int) -> list[str]:
    player = match.state.players[seat]
    if player.out:
        return [player.name, "", "", "", "", "out"]
    divinity = match.divinity(seat)
    divinity_text = match.unit_text(divinity) if divinity is not None else "none"
    counts = (player.cards.held, player.cards.deck, len(player.cards.discard), len(player.absorbed))
    return [_name(match, player), *map(str, counts), divinity_text]


# --- the map ----------------------------------------------------------------------------------------


def _areas(match: Match, screen: Screen, *, whole: bool = False, short: bool = False) -> None:
    """Print a row for each area that isn't empty; the `whole` map has all areas, with neighbours.

    With `short`, areas without units have no row.
    """
    if match.state.phase == "recruit":
        return
    table = columns("left", "left", "right", "*")
    for name in sorted(match.state.board.names):
        contents = ("; " if screen.plain else " · ").join(_there(match, name))
        beside = f"beside {_beside(match, name) or 'no area yet'}" if whole else ""
        if (not contents and not whole) or (short and not match.state.within(name)):
            continue
        if screen.plain:
            text = "; ".join(filter(None, (contents or "nobody", beside)))
            screen.line(f"{name}, {_ground(match, name)} {_room(match, name)}: {text}")
        else:
            text = "\n".join(filter(None, (contents, beside)))
            table.add_row(f"  {name}", _ground(match, name), _room(match, name), text)
    if table and short and screen.height_of(table) + BELOW > screen.room_left:
        for seat, player in enumerate(match.state.players):
            if units := _units(match, seat):
                screen.print_indented(f"{player.name}: {units}")
    elif table:
        screen.print(table)


def _units(match: Match, seat: int) -> str:
    """Format a player's units, area by area: "A Stone Thrower 7/7, Ford Slingers 3/3 · B Storm Warden 9/9"."""
    parts = []
    for name in sorted(match.state.board.names):
        if units := [match.unit_text(piece) for piece in match.state.within(name) if piece.owner == seat]:
            parts.append(f"{name} {', '.join(units)}")
    return " · ".join(parts)


def _ground(match: Match, name: str) -> str:
    """Format the terrain of an area now, with the 3D elements that are left."""
    left = match.spot(name).elements
    return powers.terrain(match, name) + (f" ({left} left)" if left else "")


def _room(match: Match, name: str) -> str:
    """Format how many units an area has, and its capacity: "2/4"."""
    return f"{len(match.state.within(name))}/{match.state.board[name].capacity}"


def _there(match: Match, name: str) -> Iterator[str]:
    """List what is in an area: each player's units, stones, tokens."""
    spot, within = match.spot(name), match.state.within(name)
    for seat, player in enumerate(match.state.players):
        if units := [match.unit_text(piece) for piece in within if piece.owner == seat]:
            yield f"{player.name}: {', '.join(units)}"
    yield from map(match.stone_text, spot.stones)
    yield from (f"token {token.name}" for token in spot.tokens)


def _beside(match: Match, name: str) -> str:
    board = match.state.board
    return ", ".join(f"{other}{_kind(board.between(name, other), name)}" for other in board.neighbours(name))


def _kind(between: Boundary | None, name: str) -> str:
    if between is None:
        return ""
    words: list[str] = [] if between.kind == "normal" else [between.kind]
    words += [("down" if between.first == name else "up")] if between.above else []
    return f" ({', '.join(words)})" if words else ""


# --- units ------------------------------------------------------------------------------------------


def _waiting(match: Match, screen: Screen, *, short: bool = False) -> None:
    """Print the empty areas, and the units that aren't on the board, player by player.

    With `short`, print the areas with stones or tokens but no units instead of the empty ones.
    """
    if match.state.phase == "recruit":
        return
    empty: dict[str, list[str]] = {}
    for name in sorted(match.state.board.names):
        lying = " and ".join(_there(match, name))
        if not match.state.within(name) and bool(lying) == short:
            empty.setdefault(lying, []).append(name)
    places = [", ".join(names) + (f" ({lying})" if lying else "") for lying, names in sorted(empty.items())]
    parts = [f"Nobody in {'; '.join(places)}"] if places else []
    for seat, player in enumerate(match.state.players):
        for status, words in (("waiting", "not deployed"), ("destroyed", "destroyed")):
            names = [printed(piece.name) for piece in match.state.of(seat) if piece.status == status]
            if names:
                parts.append(f"{player.name}, {words}: {', '.join(names)}")
    if parts:
        screen.print_indented(" · ".join(parts))


def show_board(setup: Setup, game: GameState, screen: Screen) -> None:
    """Print everything that is open information, as far as there is room."""
    match = Match(setup, game, [])
    head: Part = (DrawnForm(ALWAYS, lambda on: _headline(match, on)),)
    players: Part = (DrawnForm(ALWAYS, lambda on: _players(match, on)),)
    areas: Part = (
        DrawnForm(60, lambda on: _areas(match, on, whole=True)),
        DrawnForm(ALWAYS, lambda on: _areas(match, on)),
    )
    off: Part = (DrawnForm(30, lambda on: _waiting(match, on)),)
    show_fitting([head, players, blank(), areas, off], screen)


def layout(setup: Setup) -> list[str]:
    """List the steps of preparing the table (Setup)."""
    stones = ", ".join(f"{stone} in {area}" for stone, area in setup.stones)
    zones = ", ".join(f"{player} {zone}" for player, zone in zip(setup.players, setup.zones, strict=False))
    return [
        "Lay out the board with its trees and columns."
        + (f" Stones: {stones}." if stones else " The divine stones lie on their areas."),
        *([f"Deployment zones: {zones}."] if zones else []),
        "Keep the art of war (AoW) cards and the omphalos cards in reach.",
        f"Recruit: {', '.join(setup.players)} in turn, from the lead player {setup.players[setup.start]}."
        if not setup.picks
        else "Each player takes the units of their own army.",
        "Dashboards show full vitality; beside them the activation cards. Everything but troops waits off the board.",
        "Troops, decks and first hands: referee asks and counts.",
    ]


def _tell(state: GameState, events: Sequence[Event], screen: Screen, on_tell: Any) -> None:
    """Print what happened; on a terminal the board's heading covers the change of turns."""
    over = any(isinstance(event, TurnEnded) for event in events) and screen.height is not None
    silent = (TurnEnded, TurnBegan) if over else TurnEnded
    tell(state, [event for event in events if not isinstance(event, silent)], screen, on_tell)


LESSONS: Mapping[str, Lesson] = {
    "recruit": Lesson("recruiting-points"),
    "place": Lesson("troops-placed"),
    "draw": Lesson("start-of-turn"),
    **dict.fromkeys(
        ("move", "turn"),
        Lesson(
            "activation",
            lambda setup, game: [
                "simple: up to two of walk, attack, claim",
                "complex: one of run, deploy, absorb; a divinity absorbs stones",
            ],
        ),
    ),
    "roll": Lesson("first-assault"),
    "assault": Lesson("second-assault"),
    "retaliate": Lesson("retaliation"),
    "guard": Lesson("guard"),
    "evade": Lesson("evade"),
    "initiative": Lesson("initiative"),
}
"""Explanations for newcomers, by question key."""


SCREENS: Screens[Setup, GameState] = Screens(
    status=show_status,
    asked=partial(show_status, whole=True),
    board=show_board,
    show_start=show_set_up,
    layout=layout,
    tell=_tell,
    lessons=LESSONS,
    is_first_turn=lambda game: game.turn <= len(game.players),
)
