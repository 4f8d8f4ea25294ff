"""Readings of Prophecy: a table's decisions where the rulebook is open, and the numbers that groups change."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from referee.declaration.readings import Readings, Switch


class FightReadings(Readings, frozen=True, omit_defaults=True, kw_only=True):
    """The readings that matter within a fight."""

    turn_back_time: Literal["again", "once"] = "again"
    arms_after_type: Literal["stay", "anew"] = "stay"
    half_lost: Literal["down", "up"] = "down"
    at_the_limit: Literal["heals", "nothing"] = "heals"
    red_cubes: Annotated[int, Meta(ge=6, le=15)] = 8
    blue_cubes: Annotated[int, Meta(ge=6, le=15)] = 10
    wills_magic: Annotated[int, Meta(ge=0, le=4)] = 2
    lost_health: Annotated[int, Meta(ge=1, le=3)] = 1


class ProphecyReadings(FightReadings, frozen=True, omit_defaults=True, kw_only=True):
    """The readings of Prophecy, each with its default; `rules.toml` explains each answer."""

    astral_win_ends_turn: Switch = False
    artifact_given: Literal["loser", "winner"] = "loser"
    work_after_moving: Switch = False
    card_moves: Literal["up to", "exactly"] = "up to"
    lodging_once: Switch = False
    defenders_round: Literal["attacker's", "own"] = "attacker's"
    surplus_discarded: Switch = True
    wizards_turn: Literal["new", "same"] = "new"
    laid_open_harm: Literal["nobody", "who stands there"] = "nobody"
    attack_partner: Switch = False
    apocalypse_hands_over: Switch = True
    start_gold: Annotated[int, Meta(ge=0, le=15)] = 3
    start_experience: Annotated[int, Meta(ge=0, le=15)] = 3
    artifacts_to_win: Annotated[int, Meta(ge=2, le=4)] = 4
    short_artifacts: Annotated[int, Meta(ge=1, le=3)] = 2
    most_gold: Annotated[int, Meta(ge=5, le=99)] = 15
    most_experience: Annotated[int, Meta(ge=5, le=99)] = 15
    most_items: Annotated[int, Meta(ge=3, le=20)] = 7
    most_abilities: Annotated[int, Meta(ge=3, le=20)] = 7
    new_hero_health: Annotated[int, Meta(ge=0, le=3)] = 1
    new_hero_magic: Annotated[int, Meta(ge=0, le=3)] = 2
    hero_attacks: Annotated[int, Meta(ge=0, le=3)] = 1


USUAL = ProphecyReadings()
