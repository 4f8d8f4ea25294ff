"""Mines, storages, wild animals and the fishing pond (pp. 11-12; A2)."""

from __future__ import annotations

from referee.ask import Procedure
from referee.games.conjurers.evening.context import Evening
from referee.games.conjurers.evening.events import Controlled
from referee.games.conjurers.evening.outputs import output
from referee.games.conjurers.evening.spaces import Space
from referee.games.conjurers.tables import board as board_tables


def take_mine(evening: Evening, player: int, space: Space) -> Procedure[None]:
    """Put the player's control marker on a mine; it pays at the end of every turn (p. 11)."""
    yield from ()
    before = evening.game.mines.get(space.name)
    evening.game.mines[space.name] = player
    evening.emit(Controlled(player, space.name, None if before == player else before))


def take_output(evening: Evening, player: int, space: Space) -> Procedure[None]:
    """Take what a storage or a food space gives at once (pp. 11-12)."""
    yield from ()
    rules = ("food-spaces",) if space.sort == "food" else ("storages",)
    evening.gain(player, output(evening, space), space.name, rules)


def pay_mines(evening: Evening) -> None:
    """At the start of the end phase every mine pays its owner, at the output of the phase that ends (A2)."""
    game = evening.game
    for name, source in board_tables.phases().mines.items():
        if name in game.mines:
            goods: dict[str, int] = {source.resource: source.output[game.phase - 1]}
            evening.gain(game.mines[name], goods, name, ("mines", "A2"))
