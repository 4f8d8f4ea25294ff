"""The options of `referee new` for Conjurers: names and what they take."""

from __future__ import annotations

from collections.abc import Mapping

NEW_OPTIONS: Mapping[str, str] = {
    "player": "NAME:ASSISTANT or NAME:ASSISTANT:COLOUR, clockwise; repeat it",
    "start": "the start player's name",
    "deck": "a file with your cards, or none",
    "dice": "entered, rolled or average",
    "draws": "table or program",
    "seed": "a number for what the program draws",
    "optional-rules": "none, elements, morale or both",
    "tournament": "yes or no (four players)",
    "shared-spaces": "yes: several figures on one space (E1)",
    "battles-last": "auto, always or never (A1)",
    "sacrificed-return": "yes: creatures of the pit go back to their pile (A4)",
    "unlock": "spaces with another numeral, like 'tavern II, guild house II' (E3)",
    "locked": "the locked mythologies, commas between",
    "dealt": "a player's level 1 creatures, like 'Anna: Wolf, Imp, Owl'; repeat it",
}
"""The options of a new game and what they take."""
