"""What a space gives now, and in words (pp. 11-12)."""

from __future__ import annotations

from referee.games.conjurers.evening.context import Evening
from referee.games.conjurers.evening.spaces import Space
from referee.games.conjurers.tables import board as board_tables


def output(evening: Evening, space: Space) -> dict[str, int]:
    """What a mine, storage or food space puts out in the present phase."""
    table = board_tables.phases()
    at = evening.game.phase - 1
    if space.sort == "food":
        return {"food": table.food[space.kind][at]}
    source = table.mines[space.kind] if space.sort == "mine" else table.storages[space.kind]
    return {source.resource: source.output[at]}


def promise(evening: Evening, seat: int, space: Space) -> str:
    """What a space is good for, in a few words."""
    game = evening.game
    match space.sort:
        case "storage" | "food":
            return f"gives {words(output(evening, space))}"
        case "mine":
            owner = game.mines.get(space.name)
            now = "" if owner is None else f", now {game.players[owner].name}'s"
            return f"{words(output(evening, space))} at each turn's end{now}"
        case "battleground":
            return f"{board_tables.phases().battlegrounds[space.kind]} creatures to fight for"
        case "tavern":
            return f"the Initiative Button, now {game.players[game.holder].name}'s"
        case "duel":
            return "a duel"
        case _:
            return ""


def words(goods: dict[str, int]) -> str:
    """Goods as they are told: "4 wood and 4 stone"."""
    return " and ".join(f"{amount} {good}" for good, amount in goods.items()) or "nothing"
