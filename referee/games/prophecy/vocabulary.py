"""The basic terms, types and numbers of Prophecy."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta

GAME = "prophecy"

Kind = Literal["hero", "creature", "lesser", "greater", "item", "artifact", "ability", "opportunity", "chance"]
"""Kinds of cards: a creature is an Adventure card, lesser and greater are the Guardians of the planes."""
Guild = Literal["Fortress", "Thieves' Guild", "Forest Camp", "Magic Tower", "Monastery"]
Sex = Literal["woman", "man"]
Rarity = Literal["common", "rare"]
Result = Literal["won", "drawn", "lost"]
Battle = Literal["strength", "wills", "both", "all"]
"""Types of fight: by Strength, by Wills, by one and then the other, or by all values at once."""

What = Literal["gold", "experience", "strength", "willpower", "health", "magic"]
"""Counters: Health and Magic are cubes moved right and left, Strength and Willpower cubes from the bank."""

Few = Annotated[int, Meta(ge=0, le=999)]
"""A count of tokens, cards or players, or a number from 0 in a list of them."""
Held = Annotated[int, Meta(ge=0, le=9_999)]
"""Gold or Experience, or a number of rounds."""
Value = Annotated[int, Meta(ge=0, le=99)]
"""A printed Strength or Willpower."""
Name = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f-\x9f\[\]/;:]*$")]
"""A name on one line, without the characters that separate the answers of a move."""
CardName = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f-\x9f\[\]/;:,]*$")]
"""A card's identifier: the name on it, and for a further copy its number: "Prayer #2"."""

GUILDS: tuple[Guild, ...] = get_args(Guild)
RACES = ("humanoid", "animal", "undead", "demon")
"""Races of Creatures named in the rulebook; a card may have another."""
TYPES = ("edged", "crushing", "long", "staff")
"""Types of weapons named in the rulebook."""
FACES = (1, 2, 3, 4, 5, 6)
PAID_IN: dict[str, Literal["health", "magic"]] = {"strength": "health", "willpower": "magic"}
"""The counter of each value: its cubes on the right."""
COLOURS = {"strength": "red", "willpower": "blue"}
"""The colour of each value's cubes, and the field of a hero that has all of them."""
MOST_RED, MOST_BLUE, ARTIFACTS = 8, 10, 5
MOST_CUBES = 15
"""The most cubes of a colour that a table can agree on."""

UNCOUNTED = 900
"""Size of a deck that the table doesn't count: it shuffles the discards itself, without being told to."""
