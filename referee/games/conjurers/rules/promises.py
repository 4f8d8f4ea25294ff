"""What a space is good for to a player now, in a few words (pp. 11-13)."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.conjurers.rules import shop
from referee.games.conjurers.rules.actions import fee, output
from referee.games.conjurers.rules.context import Context
from referee.games.conjurers.rules.spaces import BoardSpace
from referee.games.conjurers.tables import board as board_tables
from referee.games.conjurers.vocabulary import words


def promise(context: Context, seat: int, space: BoardSpace) -> str:
    """What a space gives or costs a player, and what is missing for it."""
    game = context.state
    match space.sort:
        case "storage" | "food":
            return f"gives {words(output(context, space))}"
        case "mine":
            owner = game.mines.get(space.name)
            now = "" if owner is None else f", now {game.players[owner].name}'s"
            return f"{words(output(context, space))} at each turn's end{now}"
        case "battleground":
            return f"{board_tables.phases().battlegrounds[space.kind]} creatures to fight for"
        case "tavern":
            return f"the Initiative Button, now {game.players[game.holder].name}'s"
        case "guild house":
            return _hire(context, seat)
        case "market":
            return "trades resources"
        case "pit":
            return "gives goods for creatures"
        case "blacksmith" | "artificer":
            return _cheapest(context, seat, space)
        case "duel":
            creatures = len(game.players[space.opponent or 0].creatures)
            return f"a duel against {creatures} {'creature' if creatures == 1 else 'creatures'}"


def _hire(context: Context, seat: int) -> str:
    most = board_tables.upkeep().guild_house.most_assistants
    if len(context.player(seat).assistants) >= most:
        return f"hires an assistant, but {context.player(seat).name} has {most} already"
    cost = fee(context, seat)
    return f"hires an assistant for {words(cost)}{_lacking(context, seat, cost)}"


def _cheapest(context: Context, seat: int, space: BoardSpace) -> str:
    """The card that is nearest to what the player can pay, the discount counted."""
    player, discount = context.player(seat), shop.best_smith(context, seat)
    left = shop.prices(context, space)
    for name, full in left.items() if discount else ():
        less = shop.cheapest(context, seat, full, discount)
        left[name] = {good: amount - less.get(good, 0) for good, amount in full.items() if amount > less.get(good, 0)}
    if not left:
        return "no card with a known price" if space.sort == "blacksmith" else "nothing is left"

    def far(name: str) -> tuple[int, int]:
        cost = left[name]
        return sum(max(0, amount - player.has(good)) for good, amount in cost.items()), sum(cost.values())

    name = min(left, key=far)
    return f"nearest: {name}, {words(left[name])}{_lacking(context, seat, left[name])}"


def _lacking(context: Context, seat: int, cost: Mapping[str, int]) -> str:
    """What a player lacks, as the end of a sentence; nothing if the cost can be paid."""
    return f"; {lacks}" if (lacks := context.lacks(seat, cost)) else ""
