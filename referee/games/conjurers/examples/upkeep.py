"""Examples of what feeding and duels take (pp. 13-14)."""

from __future__ import annotations

from referee.games.conjurers.examples.playing import ANNA, BO, ExampleTurn, goods
from referee.games.conjurers.rules import events as e
from referee.games.conjurers.rules.card_pool import level_of
from referee.games.conjurers.tables import board as board_tables
from referee.games.conjurers.vocabulary import Assistant
from referee.text.names import and_list

CATEGORIES = {"wood": 7, "iron": 4, "food": 9, "stone": 2, "bronze": 3, "diamond": 1}


def feeding() -> list[str]:
    """Creatures of levels 2 to 5 and all assistants (p. 14)."""
    staff: tuple[Assistant, ...] = ("worker", "merchant", "warrior")
    game = ExampleTurn(_turn_of_feeding(), army=["Wolf", "Bear", "Elk", "Wyrm"], assistants=staff).holds(food=60)
    levels = (level_of(game.setup, game.state, name) for name in game.state.players[0].creatures)
    eaters = f"{ANNA} has creatures of levels {and_list(map(str, levels))}, and {and_list(staff)} as assistants."
    return [eaters, *game.end().told(e.Fed, of=0)]


def shortage() -> list[str]:
    """Some of the food is missing (p. 14; A9)."""
    game = ExampleTurn(_turn_of_feeding(), army=["Elk", "Wyrm"]).holds(food=5)
    return game.end().told(e.Fed, e.Penalty, of=0)


def spoils() -> list[str]:
    """The challenger wins and takes half of some categories, rounded up (p. 13; A6)."""
    named = list(CATEGORIES)[: board_tables.upkeep().duel.stolen_categories]
    game = _duel("attacker wins")
    return [f"{BO} has {goods(CATEGORIES)}; {ANNA} names {and_list(named)}.", *game.told(e.Stolen)]


def minus_points() -> list[str]:
    """What a duel costs its loser: once the defender, once the challenger (p. 13; A10)."""
    return [*_duel("attacker wins").told(e.Penalty), *_duel("defender wins").told(e.Penalty)]


def _turn_of_feeding() -> int:
    return board_tables.upkeep().feeding.turns[0]


def _duel(outcome: str) -> ExampleTurn:
    """Anna's duel with Bo; if she wins she steals the first categories."""
    named = list(CATEGORIES)[: board_tables.upkeep().duel.stolen_categories]
    spoils = (f"steal {', '.join(named)}",) if outcome == "attacker wins" else ()
    game = ExampleTurn(army=["Wolf"]).holds(1, **CATEGORIES)
    game.state.players[1].creatures = ["Bear"]
    return game.act(f"duel {BO}", outcome, *spoils)
