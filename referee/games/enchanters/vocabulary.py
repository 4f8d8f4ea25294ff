"""The basic types of Enchanters: card types, piles, numbers, names."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta

GAME = "enchanters"

CardType = Literal["item", "enchantment", "monster", "dragon"]
Pile = Literal["items", "enchantments", "monsters"]
Invasion = Literal["standard", "fast", "super-fast"]
Points = Annotated[int, Meta(ge=-99, le=99)]
"""Attack or defence as printed on a card; below zero for a broken sword or shield."""
Amount = Annotated[int, Meta(ge=0, le=999)]
Held = Annotated[int, Meta(ge=0, le=999_999)]
"""Crystals or wounds of a player: corrections take four digits, and the game may add more."""
Few = Annotated[int, Meta(ge=0, le=999)]
"""A count of cards or players, or a number from 0 in a list of them."""
CardName = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f-\x9f\[\]/;:]*$")]
"""A card's identifier: its printed name, with a number from the second copy on: "Goblin #2"."""
Name = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f-\x9f\[\]/;:]*$")]
"""A name on one line, without the separators of a move's answers."""

TYPES: tuple[CardType, ...] = get_args(CardType)
FIGHTS: tuple[CardType, ...] = ("monster", "dragon")
"""Card types that must be beaten before they are taken."""
PILES: tuple[Pile, ...] = get_args(Pile)


def pile_for(kind: CardType) -> Pile:
    """Return the pile for a type of card; dragons are in the pile of monsters."""
    return "items" if kind == "item" else "enchantments" if kind == "enchantment" else "monsters"


def crystals(many: int) -> str:
    """Format a number of crystals."""
    return f"{many or 'no'} crystal{'s' * (many > 1)}"


def wounds(many: int) -> str:
    """Format a number of wounds."""
    return f"{many or 'no'} wound{'s' * (many > 1)}"


VERBS = ("journey", "end", "use", "rest")
"""First words of a turn's moves (`rules.turns.MOVES`), which can't begin a card's name."""
