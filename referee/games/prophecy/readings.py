"""What a table of Prophecy decides where the rulebook leaves it open, and the numbers that groups change."""

from __future__ import annotations

from typing import Literal

from referee.declaration.readings import Readings


class ProphecyReadings(Readings, frozen=True, omit_defaults=True, kw_only=True):
    """The readings of Prophecy, each with its usual answer; `rules.toml` says what each answer means."""

    astral_win_ends_turn: bool = False
    turn_back_time: Literal["again", "once"] = "again"
    artifact_given: Literal["loser", "winner"] = "loser"
    work_after_moving: bool = False
    half_lost: Literal["down", "up"] = "down"
    lodging_once: bool = False
    surplus_discarded: bool = True
    attack_partner: bool = False
    apocalypse_hands_over: bool = True


USUAL = ProphecyReadings()
