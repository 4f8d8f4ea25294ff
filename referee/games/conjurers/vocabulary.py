"""The words of Conjurers that everything else is written in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

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
"""An assistant on the board: of those of one kind the later ones have numbers (E2)."""

MYTHOLOGIES: tuple[Mythology, ...] = ("egyptian", "greek", "japanese", "norse", "biblical")
ELEMENTS: tuple[Element, ...] = ("fire", "earth", "air", "water")
RESOURCES: tuple[Resource, ...] = ("wood", "stone", "iron", "bronze", "sapphire", "diamond")

OPTIONAL_RULES: Mapping[str, str] = {
    "none": "",
    "elements": "the better element throws more dice in a fight",
    "morale": "a summon heals your creatures if one shares its mythology",
    "both": "",
}
"""What a table chooses among of the optional rules of battles, with what they do (p. 21)."""

Name = Annotated[str, Meta(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f-\x9f]*$")]
"""A name on one line: no control characters."""
Level = Annotated[int, Meta(ge=1, le=5)]
Amount = Annotated[int, Meta(ge=0)]
"""How many of a resource, of food or of victory points lost: a whole number from 0."""
Held = Annotated[int, Meta(ge=0, le=9_999_999)]
"""The same as a player of a game has it: six digits can be put right by hand, and more may come to them."""
Price = Annotated[int, Meta(ge=1, le=99_999)]
"""How many of a resource a card costs, as it is typed in at the table."""
Few = Annotated[int, Meta(ge=0, le=9_999)]
"""A count of what happens in a game: turns of a battle, throws, draws, markers."""
Number = Annotated[int, Meta(ge=0, le=99)]
"""The number of a player, a creature or a piece in a list, from 0."""


def words(goods: Mapping[Any, int]) -> str:
    """Goods as they are told: "4 wood and 4 stone"."""
    return " and ".join(f"{amount} {good}" for good, amount in goods.items()) or "nothing"
