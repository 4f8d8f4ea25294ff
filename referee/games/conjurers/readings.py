"""What a table of Conjurers decides where the rulebook leaves it open, and the numbers that groups change."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from referee.declaration.readings import Readings


class ConjurersReadings(Readings, frozen=True, omit_defaults=True, kw_only=True):
    """The readings of Conjurers, each with its usual answer; `rules.toml` says what each answer means."""

    shared_spaces: bool = False
    battles_last: Literal["auto", "always", "never"] = "auto"
    sacrificed_return: bool = False
    smiths: Literal["best", "sum"] = "best"
    combinations: Literal["all", "two"] = "all"
    short_food: Annotated[int, Meta(ge=0, le=5)] = 2
