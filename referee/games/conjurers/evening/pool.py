"""The cards of a game: which creatures, items and artifacts are still to be had (pp. 6-9; E11)."""

from __future__ import annotations

from collections.abc import Mapping

from referee.games.conjurers.cards import CreatureEntry, ItemEntry
from referee.games.conjurers.evening.state import Game, Setup, open_mythologies
from referee.games.conjurers.tables import points as points_tables
from referee.games.conjurers.vocabulary import Mythology, Resource
from referee.names import fold


def creature_cards(setup: Setup, game: Game) -> dict[str, CreatureEntry]:
    """All creature cards that are known, by folded name: the deck's, then those learnt at the table."""
    return {fold(card.name): card for card in (*setup.creatures, *game.learnt_creatures)}


def item_cards(setup: Setup, game: Game) -> dict[str, ItemEntry]:
    """All item cards that are known, by folded name."""
    return {fold(card.name): card for card in (*setup.items, *game.learnt_items)}


def level_of(setup: Setup, game: Game, name: str) -> int:
    """A known creature's level."""
    return creature_cards(setup, game)[fold(name)].level


def pile(setup: Setup, game: Game, mythology: Mythology) -> list[str]:
    """The creatures of a mythology that nobody has and that aren't out of the game (A7)."""
    out = {fold(name) for _, name in game.held()} | {fold(name) for name in game.gone}
    cards = creature_cards(setup, game).values()
    ranked = [card for card in cards if card.level > 1]  # level 1 has no mythology, whatever the card says (S1)
    return [card.name for card in ranked if card.mythology == mythology and fold(card.name) not in out]


def stock_of_items(setup: Setup, game: Game) -> list[str]:
    """The items still at the blacksmith."""
    sold = {fold(name) for player in game.players for name in player.items}
    return [card.name for card in item_cards(setup, game).values() if fold(card.name) not in sold]


def stock_of_artifacts(setup: Setup, game: Game) -> list[points_tables.Artifact]:
    """The artifacts still at the artificer, of mythologies that are in the game (p. 9)."""
    sold = {fold(name) for player in game.players for name in player.artifacts}
    open_ones = open_mythologies(setup)
    return [row for row in points_tables.artifacts() if row.mythology in open_ones and fold(row.name) not in sold]


def price(cost: Mapping[Resource, int], instead: Mapping[Resource, Resource]) -> dict[Resource, int]:
    """A price in the resources of this game: with two players sapphires are diamonds (p. 9; E6)."""
    found: dict[Resource, int] = {}
    for resource, amount in cost.items():
        paid = instead.get(resource, resource)
        found[paid] = found.get(paid, 0) + amount
    return found
