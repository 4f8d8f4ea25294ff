"""Types and constants of Mythic Battles: Pantheon that the other modules share."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

GAME = "mythic"

Kind = Literal["god", "titan", "hero", "monster", "troop"]
"""The kinds of units; gods and titans together are called divinities."""
Target = Literal["god", "titan", "hero", "monster", "troop", "token"]
"""Possible targets: a unit of some kind, or a power token with values of its own (M43)."""
UnitType = Literal["flying", "aquatic", "boreal", "fireproof", "huge"]
"""A unit with none of these is terrestrial."""
Talent = Literal[
    "archer",
    "block",
    "bolster",
    "climb",
    "close combat",
    "close protection",
    "force of nature",
    "gem collector",
    "guard",
    "initiative",
    "leader",
    "mighty throw",
    "mobility",
    "monster slayer",
    "phalanx",
    "sneak attack",
    "torment",
]
Terrain = Literal[
    "open ground", "forest", "ruins", "cage", "cliff", "rock", "stairs", "lava", "polar", "rift", "swamp", "water"
]
Border = Literal["normal", "wall", "escarpment", "cage wall", "chains"]
"""Boundary between two neighbouring areas."""
AttackKind = Literal["attack", "retaliation", "area"]
"""A normal attack, the answer to one, or one target of an area attack."""
Ceiling = Literal["none", "five"]
"""Limit of lifts in the first assault (M9)."""
ThrowCounts = Literal["any order", "after slayer"]
"""Reading of when blanks count for a mighty throw (M46)."""
Hiding = Literal["wall", "none", "wall and cage wall"]
"""Boundaries that block sight unless the map says otherwise (M32)."""
AreaAttacks = Literal["powers", "everyone"]
"""Units that may make area attacks (M37)."""
DiceMode = Literal["entered", "rolled", "average"]

Few = Annotated[int, Meta(ge=0, le=99)]
"""A count of cards, stones, miniatures or wounds."""
Stat = Annotated[int, Meta(ge=0, le=99)]
"""A printed value: offence, defence, range or movement."""
Name = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f-\x9f\[\]/;:,]*$")]
"""A name on one line, without the characters that separate a move's answers."""

MYTHOLOGIES = (
    "greek",
    "norse",
    "egyptian",
    "roman",
    "celtic",
    "mesopotamian",
    "slavic",
    "hindu",
    "chinese",
    "japanese",
    "aztec",
)
"""Mythologies that are typed by their bare name; others need the word: "mythology thracian"."""

DIVINITIES: tuple[Kind, ...] = ("god", "titan")
FACES = (0, 1, 2, 3, 4, 5)
"""A die's faces, one each; 0 is the blank (M3)."""
BLANK, FIVE = 0, 5


def entry_of(name: str) -> str:
    """Return the id of the rules' entry for a talent, a terrain or a way of moving by its name."""
    return name.replace(" ", "-")
