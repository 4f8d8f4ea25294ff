"""Readings that a group chooses where the rulebook is open, and the numbers that groups change."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta

from referee.declaration.readings import Readings, Switch, readings_of
from referee.games.mythic.vocabulary import AreaAttacks, Ceiling, Hiding, ThrowCounts


class AttackReadings(Readings, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """Readings that affect an attack's values and dice, which an attack keeps."""

    given_dice: Literal["fixed", "base"] = "fixed"
    ceiling: Ceiling = "none"
    throw_counts: ThrowCounts = "any order"
    answer_after_throw: Literal["range 0", "in range"] = "range 0"


def in_attack(found: AttackReadings) -> dict[str, Any]:
    """Return the readings of a set-up, record or attack that an attack keeps, by name."""
    return {name: getattr(found, name) for name in readings_of(AttackReadings)}


class MythicReadings(AttackReadings, frozen=True, omit_defaults=True, kw_only=True):
    """The readings of Mythic Battles, each with its default; `rules.toml` says what each answer means."""

    full_area_reach: Literal["passable", "any"] = "passable"
    recall: Literal["ask", "keep"] = "ask"
    answer_card: Literal["own", "any"] = "own"
    as_if_there: Literal["target's area", "own area"] = "target's area"
    hiding: Hiding = "wall"
    area_attacks: AreaAttacks = "powers"
    distance: Literal["any boundary", "round walls"] = "any boundary"
    area_guard: Literal["twice", "once"] = "twice"
    flight_borders: Literal["hold", "open"] = "hold"
    cage_obstacle: Switch = True
    huge_entry: Literal["room", "empty"] = "room"
    fallen_stones: Literal["lie", "gone"] = "lie"
    constructed_from: Literal["own", "pool"] = "own"
    dear_units: Annotated[int, Meta(ge=0, le=4)] = 1
    first_aow: Annotated[int, Meta(ge=0, le=6)] = 3
    first_cards: Annotated[int, Meta(ge=0, le=6)] = 3
    cards_a_turn: Annotated[int, Meta(ge=1, le=3)] = 1
    units_a_turn: Annotated[int, Meta(ge=1, le=4)] = 2
    deck_out_hand: Annotated[int, Meta(ge=1, le=7)] = 3
    second_unit_aow: Annotated[int, Meta(ge=0, le=3)] = 1
    recall_aow: Annotated[int, Meta(ge=0, le=3)] = 1
    manoeuvre_aow: Annotated[int, Meta(ge=0, le=3)] = 1
    manoeuvres: Annotated[int, Meta(ge=1, le=3)] = 1
    stones_to_win: Annotated[int, Meta(ge=2, le=6)] = 4
