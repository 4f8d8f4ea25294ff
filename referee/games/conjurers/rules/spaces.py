"""The action spaces of a game, and when a player may take them (pp. 8-13; E1-E6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Literal

from msgspec import Struct

from referee.asking.interrupts import ALLOWED, Refusal
from referee.games.conjurers import tables
from referee.games.conjurers.rules.card_pool import is_left
from referee.games.conjurers.rules.state import CONJURER, GameState, Seat, Setup

Sort = Literal[
    "mine",
    "storage",
    "food",
    "battleground",
    "market",
    "tavern",
    "pit",
    "guild house",
    "blacksmith",
    "artificer",
    "duel",
]

DUEL = "duel "
FOUGHT: tuple[Sort, ...] = ("battleground", "duel")
"""Spaces whose action is a battle, and can't be declined (A20)."""
_SINGLE: dict[str, Sort] = {"marketplace": "market", "tavern": "tavern", "guild house": "guild house"}
_DOUBLE: dict[str, Sort] = {"blacksmith": "blacksmith", "artificer": "artificer", "sacrificial pit": "pit"}


class BoardSpace(Struct, frozen=True):
    """An action space. `kind` is its name without the number of spaces alike; `opponent` the owner of a house."""

    name: str
    kind: str
    sort: Sort
    opponent: int | None = None


def spaces(setup: Setup) -> tuple[BoardSpace, ...]:
    """Return all spaces of the board that this number of players uses, the houses last (p. 9; E1, E6, A23)."""
    return tuple(_board(setup.players).values())


@cache
def _board(players: tuple[Seat, ...]) -> Mapping[str, BoardSpace]:
    table = tables.phases()
    rules = tables.players().setups[len(players)]
    found = [BoardSpace(name, name, "mine") for name in table.mines]
    found += [BoardSpace(name, name, "storage") for name in table.storages]
    found += [BoardSpace(name, name, "food") for name in table.food]
    found += [BoardSpace(name, name, "battleground") for name in table.battlegrounds]
    found += [BoardSpace(name, name, sort) for name, sort in _SINGLE.items()]
    for kind, sort in _DOUBLE.items():
        if kind in rules.one_of:
            found.append(BoardSpace(kind, kind, sort))
        else:
            found += [BoardSpace(f"{kind} {number}", kind, sort) for number in (1, 2)]
    found = [space for space in found if space.name not in rules.closed]
    found += [BoardSpace(f"{DUEL}{seat.name}", "duel", "duel", n) for n, seat in enumerate(players)]
    return {space.name: space for space in found}


def groups(setup: Setup) -> list[str]:
    """List the common names of spaces alike ("blacksmith"); each house has only its own name."""
    return [space.name if space.sort == "duel" else space.kind for space in spaces(setup)]


def names(setup: Setup) -> dict[str, str]:
    """Return all names of spaces, each with what it stands for: a space, or several alike; "food" begins two.

    Where only one of two shops is used, "blacksmith 1" is its name too.
    """
    alone = {f"{kind} 1": kind for kind in tables.players().setups[len(setup.players)].one_of}
    food = {f"{space.sort} of {space.name}": space.name for space in spaces(setup) if space.sort == "food"}
    return {name: name for name in (*groups(setup), *_board(setup.players))} | alone | food


def unused(setup: Setup) -> list[str]:
    """List the spaces that this number of players doesn't use (p. 9; E6, A23)."""
    rules = tables.players().setups[len(setup.players)]
    return [*rules.closed, *(f"{kind} 2" for kind in rules.one_of)]


def space_named(setup: Setup, name: str) -> BoardSpace:
    """Return the space of this name."""
    return _board(setup.players)[name]


def unlocked_in(setup: Setup, space: BoardSpace) -> int:
    """Return the phase in which a space opens (p. 11; E3)."""
    return setup.unlock.get(space.kind, tables.phases().unlock[space.kind])


def closed_by(setup: Setup, game: GameState, space: BoardSpace) -> Refusal:
    """Return why no player can take a space now."""
    phase = unlocked_in(setup, space)
    if phase > game.phase:
        turn = tables.phases().phases[phase - 1].turns[0]
        return Refusal(f"closed until turn {turn}", "E3")
    if space.sort == "battleground":
        mythology = tables.phases().battlegrounds[space.kind]
        if mythology in setup.locked:
            return Refusal(f"{mythology} is out of this game", "E6")
        if not is_left(setup, game, mythology):
            return Refusal(f"no {mythology} creature is left", "A20")
    if space.opponent is not None and game.players[space.opponent].left:
        return Refusal(f"{game.players[space.opponent].name} has left", "A21")
    for figure in () if setup.shared_spaces else reversed(game.placed):
        if figure.space == space.name:
            return Refusal(f"taken by {game.players[figure.player].name}'s {figure.kind}", "E1")
    return ALLOWED


def never_for(player: int, kind: str, space: BoardSpace) -> Refusal:
    """Return why a figure of a player can never go to a space (pp. 8, 10, 13)."""
    if space.sort == "duel":
        if kind != CONJURER:
            return Refusal("only a conjurer can challenge to a duel", "duel")
        if space.opponent == player:
            return Refusal("nobody challenges themselves", "duel")
    elif kind != CONJURER and space.sort != "food":
        allowed = tables.phases().assistants.get(kind.partition(" ")[0], ())  # type: ignore[call-overload]
        if space.kind not in allowed:
            return Refusal(f"a {kind} can't go to the {space.name}", "assistants")
    return ALLOWED


def _why_not_for(game: GameState, player: int, kind: str, space: BoardSpace) -> Refusal:
    """Return why a figure of a player can't go to a space even if it is open."""
    if space.sort == "tavern" and game.holder == player and not never_for(player, kind, space):
        name = game.players[player].name
        return Refusal(f"{name} holds the Initiative Button and can't go to the tavern", "tavern-holder")
    return never_for(player, kind, space)


def refusal(setup: Setup, game: GameState, player: int, kind: str, space: BoardSpace) -> Refusal:
    """Return why a player's figure may not go to a space."""
    owner = game.players[player]
    if kind not in (CONJURER, *owner.assistants):
        return Refusal(f"{owner.name} has no {kind}", "figures")
    if kind not in game.figures_of(player):
        return Refusal(f"{owner.name}'s {kind} is placed already", "allocation")
    if why := _why_not_for(game, player, kind, space):
        return why
    return why_closed(setup, game, space)


def why_closed(setup: Setup, game: GameState, space: BoardSpace) -> Refusal:
    """Return why no player can take a space now, with its name."""
    closed = closed_by(setup, game, space)
    return Refusal(f"{space.name}: {closed.reason}", closed.ruling) if closed else ALLOWED


def legal_places(setup: Setup, game: GameState, player: int) -> Iterator[tuple[str, BoardSpace]]:
    """Yield every figure of a player with every space that it may go to."""
    for kind in game.figures_of(player):
        for space in spaces(setup):
            if not _why_not_for(game, player, kind, space) and not closed_by(setup, game, space):
                yield kind, space
