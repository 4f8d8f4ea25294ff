"""Rule variants of Enchanters where the rulebook is open, and the house numbers."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from referee.declaration.readings import Readings

Tie = Literal["shared", "fewest wounds"]


class EnchantersReadings(Readings, frozen=True, omit_defaults=True, kw_only=True):
    """The readings of Enchanters, each with its default; `rules.toml` explains the answers."""

    failed_first: Literal["goes", "stays"] = "goes"
    covered_glory: Literal["all", "visible"] = "all"
    tie: Tie = "shared"
    last_turns: Literal["at once", "level"] = "at once"
    targets: Literal["with monsters", "anyone"] = "with monsters"
    hopeless: Literal["warned", "refused"] = "warned"
    lost_cards: Literal["graveyard", "box"] = "graveyard"
    start_crystals: Annotated[int, Meta(ge=0, le=20)] = 5
    track_cards: Annotated[int, Meta(ge=4, le=8)] = 6
    passed_crystals: Annotated[int, Meta(ge=0, le=3)] = 1
    wound_glory: Annotated[int, Meta(ge=0, le=3)] = 1
    fast_removed: Annotated[int, Meta(ge=1, le=10)] = 5
