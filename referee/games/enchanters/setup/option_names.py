"""The options of `referee new` for Enchanters: names and what they take."""

from __future__ import annotations

from collections.abc import Mapping

NEW_OPTIONS: Mapping[str, str] = {
    "player": "NAME, clockwise; repeat it",
    "start": "the starting player's name, or random",
    "deck": "a file with your cards, or none",
    "invasion": "standard, fast or super-fast",
    "depths": "yes: dragons in the depths",
    "kingdoms": "the kingdom decks played, commas between",
    "draws": "table or program",
    "seed": "a number for what the program draws",
    "village": "NAME, or NAME: RULE; RULE",
    "fist": "what is printed on the Fist, like 'item, attack 1'",
    "enchanting": "the same of Enchanting",
    "cards": "how many cards the adventure deck has before the track is laid",
    "track": "the first cards on the track, from the village on, commas between",
    "tie": "shared or fewest wounds (E-ab)",
}
"""The options of a new game and what they take."""
