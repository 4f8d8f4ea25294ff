"""Worked examples of rules that compute something, reckoned by the engine itself when they are asked for.

Nothing in them is a written result: a small situation is set up, the real code plays or scores it, and what it says
is told. So an example is as right as the program, and changes with the tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module

EXAMPLES: Mapping[str, str] = {
    # what the spaces of the board bring and cost
    "mines": "board.mine",
    "mine-output": "board.mine",
    "A2": "board.mine",
    "E7": "board.mine_and_price",
    "storages": "board.storage",
    "storage-output": "board.storage",
    "food-spaces": "board.food",
    "marketplace": "board.market",
    "market-rates": "board.market",
    "A3": "board.market",
    "guild-house": "board.hiring",
    "hiring-prices": "board.hiring",
    "E2": "board.hiring",
    "artifact-prices": "board.artifact",
    "artificer": "board.artifact",
    "E9": "board.lost_names",
    "two-player-sapphires": "board.without_sapphires",
    "E6": "board.without_sapphires",
    "weapon-smith": "board.discount",
    "A5": "board.discount",
    "pit-rates": "board.sacrifice",
    "sacrificial-pit": "board.sacrifice",
    "pit-halving": "board.sacrifices",
    "A4": "board.sacrifices",
    # what turns and duels take
    "feeding": "upkeep.feeding",
    "food-needed": "upkeep.feeding",
    "food-short": "upkeep.shortage",
    "A9": "upkeep.shortage",
    "minus-tokens": "upkeep.shortage",
    "duel-spoils": "upkeep.spoils",
    "A6": "upkeep.spoils",
    "duel-tokens": "upkeep.minus_points",
    "A10": "upkeep.minus_points",
    # fights
    "minion": "strikes.minion",
    "minion-strengths": "strikes.minion",
    "minion-abilities": "strikes.minion",
    "A13": "strikes.minion",
    "battle-dice": "strikes.strike",
    "B9": "strikes.strike",
    "offensive": "strikes.offensive",
    "defensive": "strikes.defensive",
    "power-hit": "strikes.power_hit",
    "absorption": "strikes.absorption",
    "absorption-markers": "strikes.absorbed_markers",
    "simultaneous": "strikes.together",
    "battle-tie": "strikes.together",
    "first-strike": "strikes.first_strike",
    "B10": "strikes.first_strike",
    "frost-attack": "abilities.frost",
    "frost-marker": "abilities.frost",
    "multi-attack": "abilities.multi_attack",
    "B12": "abilities.multi_attack",
    "burning": "abilities.burning",
    "B14": "abilities.burning",
    "poisonous": "abilities.poison",
    "poison-marker": "abilities.poison",
    "B1": "abilities.poison",
    "devour": "abilities.devour",
    "devour-damage": "abilities.devour",
    "break-free": "abilities.break_free",
    "B16": "abilities.break_free",
    "life-steal": "abilities.life_steal",
    "B13": "abilities.life_steal",
    "stalemate": "strikes.stalemate",
    "B3": "strikes.stalemate",
    "average-dice": "strikes.average_dice",
    "B22": "strikes.average_dice",
    "elements": "strikes.elements",
    "element-pairs": "strikes.elements",
    "element-matrix": "strikes.elements",
    "B20": "strikes.elements",
    "morale": "abilities.morale",
    "B21": "abilities.morale",
    # points
    "object": "scoring.winner",
    "winning": "scoring.winner",
    "points": "scoring.everything",
    "level-points": "scoring.levels",
    "S1": "scoring.levels",
    "creature-variety": "scoring.variety",
    "bonus-limits": "scoring.bonuses",
    "S2": "scoring.bonuses",
    "consistency": "scoring.consistency",
    "abundance": "scoring.abundance",
    "creature-points-example": "scoring.books_army",
    "artifact-points": "scoring.artifacts",
    "artifact-variety": "scoring.artifact_variety",
    "artifact-set": "scoring.artifact_set",
    "combinations": "scoring.combinations",
    "S3": "scoring.combinations",
    "resource-points": "scoring.resources",
    "S4": "scoring.resources",
    "minus-points": "scoring.minus_points",
    "S5": "scoring.tie",
    "tie-break": "scoring.tie",
    "shared-victory": "scoring.shared",
}
"""Which function of which module here makes the example of an entry; a module is loaded when one is wanted."""


def example(entry_id: str) -> list[str]:
    """A worked example of an entry, line by line; none if it computes nothing."""
    if entry_id not in EXAMPLES:
        return []
    module, _, name = EXAMPLES[entry_id].partition(".")
    make: Callable[[], list[str]] = getattr(import_module(f"{__name__}.{module}"), name)
    return make()
