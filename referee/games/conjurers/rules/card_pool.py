"""The cards of a game: what is known of them, and which are still to be had (pp. 6-9; E11).

A game may begin with a whole deck, a part of one, or none: what is not known of a card is asked for when it first
matters, and kept in the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import chain

from msgspec import UNSET

from referee.errors import BadInput
from referee.games.conjurers.cards.cards import (
    Creature,
    CreatureEntry,
    Equipment,
    ItemEntry,
    creature_of,
    equipment_of,
)
from referee.games.conjurers.rules.state import Face, GameState, Setup, open_mythologies
from referee.games.conjurers.tables import box as box_tables
from referee.games.conjurers.tables import points as points_tables
from referee.games.conjurers.vocabulary import Mythology, Resource
from referee.text.names import did_you_mean, fold

Cost = dict[Resource, int]


# --- creatures ------------------------------------------------------------------------------------


def creature_card(setup: Setup, game: GameState, name: str) -> CreatureEntry | None:
    """A creature's whole card, if it is known: the deck's, or one learnt at the table."""
    key = fold(name)
    return setup.creature_cards.get(key) or next((c for c in game.learnt_creatures if fold(c.name) == key), None)


def known_face(setup: Setup, game: GameState, name: str) -> Face | None:
    """A creature's name, level and mythology; None if nothing is known of it."""
    key = fold(name)
    if (face := setup.deck_faces.get(key)) is not None:
        return face
    if (face := next((face for face in game.faces if fold(face.name) == key), None)) is not None:
        return face
    return Face(setup.dealt_names[key], 1) if key in setup.dealt_names else None


def face_of(setup: Setup, game: GameState, name: str) -> Face:
    """A creature's name, level and mythology. Raises BadInput with the nearest names if nothing is known of it."""
    face = known_face(setup, game, name)
    if face is None:
        known = [card.name for card in setup.creatures] + [face.name for face in game.faces]
        raise BadInput(f'nothing is known of a creature "{name}"{did_you_mean(name, known)}')
    return face


def level_of(setup: Setup, game: GameState, name: str) -> int:
    """A creature's level. Raises BadInput if nothing is known of it."""
    return face_of(setup, game, name).level


def known_creatures(setup: Setup, game: GameState) -> dict[str, Face]:
    """The faces of all creatures of which anything is known, by folded name."""
    dealt = (name for hand in setup.dealt for name in hand)
    names = chain((card.name for card in setup.creatures), (face.name for face in game.faces), dealt)
    return {fold(name): face_of(setup, game, name) for name in names}


def pile(setup: Setup, game: GameState, mythology: Mythology) -> list[str]:
    """The known creatures of a mythology that nobody has and that aren't out of the game (A7)."""
    out = {fold(name) for _, name in game.held()} | {fold(name) for name in game.gone}
    return [name for key, name in _known_of(setup, game, mythology).items() if key not in out]


def unknown_creatures(setup: Setup, game: GameState, mythology: Mythology) -> int:
    """How many creatures of a mythology the box has beside the known ones (p. 6)."""
    return max(0, box_tables.players().box.creatures_per_mythology - len(_known_of(setup, game, mythology)))


def unknown_level_1(setup: Setup, game: GameState) -> int:
    """How many level 1 creatures the box has beside the known ones (p. 6)."""
    known = sum(1 for face in known_creatures(setup, game).values() if face.level == 1)
    return max(0, box_tables.players().box.level_1_creatures - known)


def _known_of(setup: Setup, game: GameState, mythology: Mythology) -> dict[str, str]:
    """A mythology's known creatures; level 1 has no mythology, whatever a card says (S1)."""
    found = {fold(card.name): card.name for card in setup.ranked.get(mythology, ())}
    return found | {fold(face.name): face.name for face in game.faces if face.mythology == mythology}


def is_left(setup: Setup, game: GameState, mythology: Mythology) -> bool:
    """Whether a creature of a mythology can still be had."""
    return bool(unknown_creatures(setup, game, mythology) or pile(setup, game, mythology))


def fighting_card(setup: Setup, game: GameState, name: str) -> Creature:
    """A creature as it fights; of one whose card isn't known yet, only the face, without strength."""
    card = creature_card(setup, game, name)
    if card is None:
        face = face_of(setup, game, name)
        mythology = None if face.mythology is UNSET else face.mythology
        return Creature(name=face.name, level=face.level, mythology=mythology, hp=1, bd=0, abilities={})
    return _fighting(card)


@lru_cache(maxsize=256)
def _fighting(card: CreatureEntry) -> Creature:
    return creature_of(card, "card")


# --- items and artifacts --------------------------------------------------------------------------


def piece_card(setup: Setup, game: GameState, name: str) -> ItemEntry | None:
    """An item's or artifact's card, if its abilities are known."""
    key = fold(name)
    return setup.piece_cards.get(key) or next((card for card in game.learnt_items if fold(card.name) == key), None)


def worn_piece(setup: Setup, game: GameState, name: str) -> Equipment:
    """An item or artifact as it is worn; one whose card isn't known yet does nothing."""
    card = piece_card(setup, game, name)
    if card is None:
        return Equipment(name, {})
    return setup.equipment.get(fold(name)) or equipment_of(card, "card")


def known_items(setup: Setup, game: GameState) -> list[str]:
    """The items of which anything is known: not the artifacts."""
    artifacts = {fold(row.name) for row in points_tables.artifacts()}
    bought = (name for player in game.players for name in player.items)
    learnt = (card.name for card in game.learnt_items if fold(card.name) not in artifacts)
    names = chain((card.name for card in setup.items), game.prices, learnt, bought)
    return list({fold(name): name for name in names}.values())


def stock_of_items(setup: Setup, game: GameState) -> list[str]:
    """The known items still at the blacksmith."""
    sold = {fold(name) for player in game.players for name in player.items}
    return [name for name in known_items(setup, game) if fold(name) not in sold]


def unknown_items(setup: Setup, game: GameState) -> int:
    """How many items the box has beside the known ones (p. 6)."""
    return max(0, box_tables.players().box.items - len(known_items(setup, game)))


def stock_of_artifacts(setup: Setup, game: GameState) -> list[points_tables.ArtifactPoints]:
    """The artifacts still at the artificer, of mythologies that are in the game (p. 9)."""
    sold = {fold(name) for player in game.players for name in player.artifacts}
    open_ones = open_mythologies(setup)
    return [row for row in points_tables.artifacts() if row.mythology in open_ones and fold(row.name) not in sold]


def item_cost(setup: Setup, game: GameState, name: str) -> Cost | None:
    """An item's printed price, if it is known."""
    told = next((cost for known, cost in game.prices.items() if fold(known) == fold(name)), None)
    card = setup.piece_cards.get(fold(name))
    return told if told is not None else None if card is None or card.cost is UNSET else card.cost


def price(cost: Mapping[Resource, int], instead: Mapping[Resource, Resource]) -> Cost:
    """A price in the resources of this game: with two players sapphires are diamonds (p. 9; E6)."""
    found: Cost = {}
    for resource, amount in cost.items():
        paid = instead.get(resource, resource)
        found[paid] = found.get(paid, 0) + amount
    return found
