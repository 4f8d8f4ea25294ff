"""What a space puts out now (pp. 11-12)."""

from __future__ import annotations

from referee.games.conjurers.rules.context import Context
from referee.games.conjurers.rules.spaces import Space
from referee.games.conjurers.tables import board as board_tables


def output(context: Context, space: Space) -> dict[str, int]:
    """What a mine, storage or food space puts out in the present phase."""
    table = board_tables.phases()
    at = context.game.phase - 1
    if space.sort == "food":
        return {"food": table.food[space.kind][at]}
    source = table.mines[space.kind] if space.sort == "mine" else table.storages[space.kind]
    return {source.resource: source.output[at]}
