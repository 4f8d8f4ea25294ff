"""The basic types of Conjurers: mythologies, elements, resources, assistants, names, numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta

GAME = "conjurers"

Mythology = Literal["egyptian", "greek", "japanese", "norse", "biblical"]
Element = Literal["fire", "earth", "air", "water"]
Resource = Literal["wood", "stone", "iron", "bronze", "sapphire", "diamond"]
Assistant = Literal["worker", "merchant", "warrior", "recruiter"]
Marker = Literal[
    Assistant,
    "worker 2",
    "merchant 2",
    "warrior 2",
    "recruiter 2",
    "worker 3",
    "merchant 3",
    "warrior 3",
    "recruiter 3",
]
"""An assistant on the board: the second and third of a kind have numbers (E2)."""

MYTHOLOGIES: tuple[Mythology, ...] = get_args(Mythology)
ELEMENTS: tuple[Element, ...] = get_args(Element)
RESOURCES: tuple[Resource, ...] = get_args(Resource)

OPTIONAL_RULES: Mapping[str, str] = {
    "none": "",
    "elements": "the better element throws more dice in a fight",
    "morale": "a summon heals your creatures if one shares its mythology",
    "both": "",
}
"""The choices of optional rules of battles, each with its effect (p. 21)."""

Name = Annotated[str, Meta(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f-\x9f]*$")]
"""A name on one line: no control characters."""
Level = Annotated[int, Meta(ge=1, le=5)]
Amount = Annotated[int, Meta(ge=0)]
"""A number of a resource, of food or of victory points lost, from 0."""
Held = Annotated[int, Meta(ge=0, le=9_999_999)]
"""An amount that a player has: corrections take six digits, and the game may add more."""
Price = Annotated[int, Meta(ge=1, le=99_999)]
"""A card's price in one resource, as typed at the table."""
Few = Annotated[int, Meta(ge=0, le=9_999)]
"""A count of events in a game: turns of a battle, rolls, draws, markers."""
Number = Annotated[int, Meta(ge=0, le=99)]
"""The number of a player, a creature or a piece in a list, from 0."""


def words(goods: Mapping[Any, int]) -> str:
    """Format goods: "4 wood and 4 stone"."""
    return " and ".join(f"{amount} {good}" for good, amount in goods.items()) or "nothing"
