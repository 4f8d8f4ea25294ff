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
    arms_after_type: Literal["stay", "anew"] = "stay"
    card_moves: Literal["up to", "exactly"] = "up to"
    half_lost: Literal["down", "up"] = "down"
    lodging_once: bool = False
    defenders_round: Literal["attacker's", "own"] = "attacker's"
    at_the_limit: Literal["heals", "nothing"] = "heals"
    surplus_discarded: bool = True
    wizards_turn: Literal["new", "same"] = "new"
    laid_open_harm: Literal["nobody", "who stands there"] = "nobody"
    attack_partner: bool = False
    apocalypse_hands_over: bool = True


USUAL = ProphecyReadings()
