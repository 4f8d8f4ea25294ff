"""Rule variants of Conjurers where the rulebook is open, and the house numbers."""

# No string annotations here: msgspec would evaluate each when such a record is first read.

from typing import Annotated, Literal

from msgspec import Meta, convert

from referee.declaration.readings import Readings, Switch, readings_of


class BattleReadings(Readings, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """The readings that affect a battle, which keeps them from its start."""

    dead_equipment: Literal["out", "free"] = "out"
    overkill: Literal["counts", "lost"] = "counts"
    markers: Literal["any damage", "strikes"] = "any damage"
    resurrection: Literal["any death", "fights"] = "any death"
    multi_attack_of: Literal["dealt", "rolled", "received"] = "dealt"
    frost_order: Literal["frost", "defensive"] = "frost"
    devoured_absorption: Literal["absorbs", "open"] = "absorbs"
    ranged_moves: Literal["fight", "none"] = "fight"
    killed_burners: Literal["burn", "silent"] = "burn"
    element_dice: Literal["strikes", "every roll"] = "strikes"
    neighbours_defensive: Literal["attacked", "always"] = "attacked"
    quiet_rounds: Annotated[int, Meta(ge=2, le=9)] = 3
    most_equipment: Annotated[int, Meta(ge=0, le=3)] = 2
    battle_creatures: Annotated[int, Meta(ge=1, le=3)] = 3


class RecordReadings(BattleReadings, frozen=True, omit_defaults=True, kw_only=True):
    """The readings that a battle record may name: all but the number of turns."""

    shared_spaces: Switch = False
    dead_creatures: Literal["return", "lost"] = "return"
    assistant_kinds: Literal["different", "any"] = "different"
    battles_last: Literal["auto", "always", "never"] = "auto"
    sacrificed_return: Switch = False
    smiths: Literal["best", "sum"] = "best"
    combinations: Literal["all", "two"] = "all"
    start_creatures: Annotated[int, Meta(ge=1, le=3)] = 3
    start_goods: Annotated[int, Meta(ge=0, le=10)] = 0
    start_food: Annotated[int, Meta(ge=0, le=20)] = 0
    most_assistants: Annotated[int, Meta(ge=1, le=3)] = 3
    short_food: Annotated[int, Meta(ge=0, le=5)] = 2
    beaten_defender: Annotated[int, Meta(ge=0, le=20)] = 6
    beaten_challenger: Annotated[int, Meta(ge=0, le=20)] = 10
    stolen_kinds: Annotated[int, Meta(ge=0, le=6)] = 3


class ConjurersReadings(RecordReadings, frozen=True, omit_defaults=True, kw_only=True):
    """The readings of Conjurers, each with its default; `rules.toml` explains the answers."""

    turns: Literal[12, 9, 6, 3] = 12


def in_battle(found: RecordReadings) -> BattleReadings:
    """Return those readings of a set-up or a record that affect its battles."""
    answers = {name: getattr(found, name) for name in readings_of(BattleReadings)}
    return convert(answers, BattleReadings)  # an equal answer from a file wouldn't be left out as usual
