"""Mines, storages, wild animals and the fishing pond (pp. 11-12; A2)."""

from __future__ import annotations

from referee.asking.question import Procedure
from referee.games.conjurers.rules.context import Context
from referee.games.conjurers.rules.events import Controlled
from referee.games.conjurers.rules.outputs import output
from referee.games.conjurers.rules.spaces import Space
from referee.games.conjurers.tables import board as board_tables


def take_mine(context: Context, player: int, space: Space) -> Procedure[None]:
    """Put the player's control marker on a mine; it pays at the end of every turn (p. 11)."""
    yield from ()
    before = context.game.mines.get(space.name)
    context.game.mines[space.name] = player
    context.emit(Controlled(player, space.name, None if before == player else before))


def take_output(context: Context, player: int, space: Space) -> Procedure[None]:
    """Take what a storage or a food space gives at once (pp. 11-12)."""
    yield from ()
    rules = ("food-spaces",) if space.sort == "food" else ("storages",)
    context.gain(player, output(context, space), space.name, rules)


def pay_mines(context: Context) -> None:
    """At the start of the end phase every mine pays its owner, at the output of the phase that ends (A2)."""
    game = context.game
    for name, source in board_tables.phases().mines.items():
        if name in game.mines:
            goods: dict[str, int] = {source.resource: source.output[game.phase - 1]}
            context.gain(game.mines[name], goods, name, ("mines", "A2"))
