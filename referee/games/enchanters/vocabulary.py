"""The words of Enchanters that everything else is written in."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

GAME = "enchanters"

CardType = Literal["item", "enchantment", "monster", "dragon"]
Pile = Literal["items", "enchantments", "monsters"]
Invasion = Literal["standard", "fast", "super-fast"]
Points = Annotated[int, Meta(ge=-99, le=99)]
"""Attack or defence as printed on a card; below zero for a broken sword or shield."""
Amount = Annotated[int, Meta(ge=0, le=999)]
Held = Annotated[int, Meta(ge=0, le=999_999)]
"""Crystals or wounds of a player: four digits can be put right by hand, and more may come to them."""
Few = Annotated[int, Meta(ge=0, le=999)]
"""A count of cards or players, or a number from 0 in a list of them."""
CardName = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f-\x9f\[\]/;:]*$")]
"""A card as the program calls it: the name on it, and for a further one its number: "Goblin #2"."""
Name = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f-\x9f\[\]/;:]*$")]
"""A name on one line, without what parts the answers of a move."""

TYPES: tuple[CardType, ...] = ("item", "enchantment", "monster", "dragon")
FIGHTS: tuple[CardType, ...] = ("monster", "dragon")
"""What must be beaten before it is taken."""
PILES: tuple[Pile, ...] = ("items", "enchantments", "monsters")


def pile_for(kind: CardType) -> Pile:
    """The pile that a card goes on; dragons lie among the monsters."""
    return "items" if kind == "item" else "enchantments" if kind == "enchantment" else "monsters"


def crystals(many: int) -> str:
    """Crystals in words."""
    return f"{many or 'no'} crystal{'s' * (many > 1)}"


def wounds(many: int) -> str:
    """Wounds in words."""
    return f"{many or 'no'} wound{'s' * (many > 1)}"


VERBS = ("journey", "end", "use", "rest")
"""What the moves of a turn begin with (`rules.turns.MOVES`): no card's name is taken for one."""
