"""The words of Prophecy that everything else is written in."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

GAME = "prophecy"

Kind = Literal["hero", "creature", "lesser", "greater", "item", "artifact", "ability", "opportunity", "chance"]
"""The sorts of cards: a creature is an Adventure card, lesser and greater are the Guardians of the planes."""
Guild = Literal["Fortress", "Thieves' Guild", "Forest Camp", "Magic Tower", "Monastery"]
Sex = Literal["woman", "man"]
Rarity = Literal["common", "rare"]
Result = Literal["won", "drawn", "lost"]
Battle = Literal["strength", "wills", "both", "all"]
"""How a fight is fought: with Strength, with Wills, first one and then the other, or with all values at once."""

Few = Annotated[int, Meta(ge=0, le=999)]
"""A count of tokens, cards or players, or a number from 0 in a list of them."""
Held = Annotated[int, Meta(ge=0, le=9_999)]
"""Gold or Experience, or a number of rounds."""
Value = Annotated[int, Meta(ge=0, le=99)]
"""Strength or Willpower as printed on a card."""
Name = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f-\x9f\[\]/;:]*$")]
"""A name on one line, without what parts the answers of a move."""
CardName = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f-\x9f\[\]/;:,]*$")]
"""A card as the program calls it: the name on it, and for a further one its number: "Prayer #2"."""

GUILDS: tuple[Guild, ...] = ("Fortress", "Thieves' Guild", "Forest Camp", "Magic Tower", "Monastery")
RACES = ("humanoid", "animal", "undead", "demon")
"""The races of Creatures that the rulebook names; a card may have another."""
TYPES = ("edged", "crushing", "long", "staff")
"""The types of weapons that the rulebook names."""
FACES = (1, 2, 3, 4, 5, 6)
PAID_IN = {"strength": "health", "willpower": "magic"}
"""What is counted of a value: the cubes on the right."""
MOST_RED, MOST_BLUE, ARTIFACTS = 8, 10, 5
MOST_CUBES = 15
"""The most cubes of a colour that a table can agree on."""

UNCOUNTED = 900
"""The cards of a deck that the table doesn't count: it shuffles the discards itself, and is never told to."""
