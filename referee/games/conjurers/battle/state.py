"""A battle as it stands: two sides of up to three creatures, in hand, in a slot or dead (pp. 15-17)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Annotated, Literal

from msgspec import Meta, Struct

from referee.errors import BadInput
from referee.games.conjurers.cards.cards import Creature, Equipment
from referee.games.conjurers.readings import BattleReadings
from referee.games.conjurers.vocabulary import Few, Held, Number
from referee.play.copying import Copyable
from referee.text.names import did_you_mean, fold

SideName = Literal["attacker", "defender"]
Kind = Literal["duel", "battleground"]
Reason = Literal["eliminated", "simultaneous", "stalemate", "outcome"]

NONE = -1
"""No creature, where a number is kept."""

SIDES: tuple[SideName, SideName] = ("attacker", "defender")


class AbilitySource(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """Something that gives a creature abilities in a battle: its own card or a worn piece.

    `absorbed` is the damage that its absorption has taken; `bind_used` says that its one bind is spent.
    """

    name: str
    abilities: Mapping[str, int]
    absorbed: Held = 0
    bind_used: bool = False

    def absorption_left(self) -> int:
        """How much damage it still takes (p. 22)."""
        return max(0, self.abilities.get("absorption", 0) - self.absorbed)


class Fighter(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """A creature in a battle.

    `number` is its place in `Battle.fighters`; `slot` is 1 to 3, None in hand or dead. A creature that devours
    keeps its (locked) slot and has its victim's number in `devouring`. `damage` on a dead creature is what it
    died with (B26). `returned` is the turn in which it last came back from devouring. One that is `maybe` there
    belongs to an army of which only the number of drawn creatures is known (p. 15): it is in the hand or at home.
    """

    number: Number
    side: SideName
    card: Creature
    own: AbilitySource
    may_wear: bool = True
    worn: list[AbilitySource] = []
    slot: Annotated[int, Meta(ge=1, le=3)] | None = None
    damage: Held = 0
    frost: bool = False
    poison: Few = 0
    bound: bool = False
    dead: bool = False
    resurrected: bool = False
    devouring: Number | None = None
    devoured_by: Number | None = None
    returned: Annotated[int, Meta(ge=-1, le=9_999)] | None = None
    maybe: bool = False

    @property
    def name(self) -> str:
        """The creature's name, unique within its side."""
        return self.card.name

    @property
    def key(self) -> str:
        """The name that is unique in the battle: "attacker.Wolf"."""
        return f"{self.side}.{self.card.name}"

    @property
    def in_hand(self) -> bool:
        """Whether it is known to wait for being summoned."""
        return self.slot is None and not self.dead and not self.maybe

    @property
    def hit_points_left(self) -> int:
        """Hit points less damage, at least 0."""
        return max(0, self.card.hp - self.damage)

    def sources(self, own: bool = True) -> Sequence[AbilitySource]:
        """What gives it abilities: worn pieces in the order they were named, then its own card unless bound."""
        return [*self.worn, self.own] if own and not self.bound else self.worn

    def powers(self, own: bool = True) -> dict[str, int]:
        """Its abilities with their numbers added up; without its own ones if `own` is false or it is bound (B18)."""
        powers: dict[str, int] = {}
        for source in self.sources(own):
            for name, number in source.abilities.items():
                powers[name] = powers.get(name, 0) + number
        return powers

    def has(self, ability: str) -> bool:
        """Whether it has an ability now."""
        for piece in self.worn:
            if ability in piece.abilities:
                return True
        return not self.bound and ability in self.own.abilities

    def absorption_left(self) -> int:
        """Damage that the pieces it wears still absorb (B3)."""
        return sum(piece.absorption_left() for piece in self.worn)


class Outcome(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a battle ended; by its "outcome" where the table said so.

    `tally` are the two sums of a stalemate (B3), attacker's first.
    """

    winner: SideName
    reason: Reason
    tally: tuple[int, int] | None = None


class Side(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """One side: who plays it, its equipment, and what the turns before leave behind.

    `used` are the pieces (by number in `equipment`) that were put on in this battle; `dead` the numbers of
    the dead in order; `moved` the numbers of the creatures it moved in its last turns, NONE for another action;
    `hidden` how many creatures in its hand aren't known by name yet. `freed` are pieces of the dead that may be put
    on again, with the damage on them (B5).
    """

    player: str
    equipment: tuple[Equipment, ...] = ()
    used: set[Number] = set()
    dead: list[Number] = []
    moved: tuple[Annotated[int, Meta(ge=NONE, le=99)], ...] = ()
    hidden: Number = 0
    freed: list[AbilitySource] = []


class Battle(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """A battle between turns, or in the middle of one.

    `turn` counts the turns that are over; `rolls` the throws so far; `quiet_since` is the last round in which a
    battle die was rolled (0: none yet). `readings` are what the table has decided for battles.
    """

    kind: Kind
    sides: dict[SideName, Side]
    fighters: list[Fighter]
    elements: bool = False
    morale: bool = False
    turn: Few = 0
    rolls: Few = 0
    quiet_since: Few = 0
    outcome: Outcome | None = None
    readings: BattleReadings = BattleReadings()

    @property
    def first(self) -> SideName:
        """The side that starts: the challenger in a duel, the minion's side at a battleground (p. 16)."""
        return "attacker" if self.kind == "duel" else "defender"

    @property
    def side_to_move(self) -> SideName:
        """The side whose turn it is (or would be): `first` and the other by turns."""
        return SIDES[(self.turn + (self.kind != "duel")) % 2]

    @property
    def round(self) -> int:
        """The round of the turn under way: turns 1 and 2 are round 1 (B3)."""
        return self.turn // 2 + 1

    def told(self, fighter: Fighter) -> str:
        """A creature's name, with its player's where the other side has one of the same name."""
        name, others = fighter.card.name, [other.card.name for other in self.fighters if other.side != fighter.side]
        return f"{self.sides[fighter.side].player}'s {name}" if name in others else name

    def of(self, side: SideName) -> Iterator[Fighter]:
        """A side's creatures, dead ones too, in the order of the record."""
        return (fighter for fighter in self.fighters if fighter.side == side)

    def living(self, side: SideName) -> list[Fighter]:
        """A side's creatures in hand and in slots (B4), as far as they are known by name."""
        return [f for f in self.fighters if f.side == side and not f.dead and not f.maybe]

    def beaten(self, side: SideName) -> bool:
        """Whether a side has no creature left, known or not (p. 15)."""
        return not self.sides[side].hidden and not self.living(side)

    def hand_size(self, side: SideName) -> int:
        """How many creatures wait to be summoned."""
        return self.sides[side].hidden + sum(1 for fighter in self.of(side) if fighter.in_hand)

    def in_slots(self, side: SideName) -> list[Fighter]:
        """A side's creatures in its slots, in slot order; one that devours counts in its own slot."""
        found = [f for f in self.fighters if f.side == side and f.slot is not None]
        return sorted(found, key=attrgetter("slot"))

    def holder(self, side: SideName, slot: int) -> Fighter | None:
        """Whose a slot is: the creature in it, or the one that left it locked to devour."""
        for fighter in self.fighters:
            if fighter.slot == slot and fighter.side == side:
                return fighter
        return None

    def standing(self, side: SideName, slot: int) -> Fighter | None:
        """The creature that can be met in a slot: one that is away devouring can't (B16)."""
        fighter = self.holder(side, slot)
        return None if fighter is None or fighter.devouring is not None else fighter

    def in_front(self, fighter: Fighter) -> Fighter | None:
        """The enemy that stands across from a creature."""
        return None if fighter.slot is None else self.standing(enemy_of(fighter.side), fighter.slot)

    def neighbours(self, fighter: Fighter, slot: int) -> list[Fighter]:
        """The creatures of a fighter's side in the slots next to `slot`, lower slot first."""
        return [
            found
            for next_slot in (slot - 1, slot + 1)
            if (found := self.standing(fighter.side, next_slot)) is not None and found is not fighter
        ]


def enemy_of(side: SideName) -> SideName:
    """The other side."""
    return "defender" if side == "attacker" else "attacker"


class Lineup(Struct, frozen=True):
    """What one side brings into a battle. `minion` is the minion of a battleground's defender (p. 15).

    With `drawn`, only so many of the creatures fight, and it isn't known which: each is named as it is summoned.
    """

    player: str
    creatures: tuple[Creature, ...]
    equipment: tuple[Equipment, ...] = ()
    minion: Creature | None = None
    drawn: int = 0

    def fighters(self) -> Iterable[Creature]:
        """The creatures that fight, the minion first."""
        return (self.minion, *self.creatures) if self.minion else self.creatures


def start_battle(
    kind: Kind,
    attacker: Lineup,
    defender: Lineup,
    *,
    elements: bool = False,
    morale: bool = False,
    readings: BattleReadings = BattleReadings(),  # noqa: B008
) -> Battle:
    """A battle before its first turn, all creatures in hand."""
    fighters: list[Fighter] = []
    for side, lineup in zip(SIDES, (attacker, defender), strict=True):
        for card in lineup.fighters():
            own = AbilitySource(card.name, card.abilities)
            fighter = Fighter(len(fighters), side, card, own, may_wear=lineup.minion is None, maybe=lineup.drawn > 0)
            fighters.append(fighter)
    sides = {
        side: Side(lineup.player, lineup.equipment, hidden=lineup.drawn)
        for side, lineup in zip(SIDES, (attacker, defender), strict=True)
    }
    return Battle(kind, sides, fighters, elements, morale, readings=readings)


def find_key(name: str, fighters: Sequence[Fighter]) -> Fighter:
    """A creature of either side: "Wolf" where only one side has it, or "attacker.Wolf". Raises BadInput."""
    by_key = {fold(f.key): f for f in fighters}
    if fold(name) in by_key:
        return by_key[fold(name)]
    named = [f for f in fighters if fold(f.name) == fold(name)]
    if len(named) == 1:
        return named[0]
    if named:
        quoted = " or ".join(f'"{f.key}"' for f in named)
        raise BadInput(f'"{name}" is on both sides; write {quoted}')
    known = [f.key if "." in name else f.name for f in fighters]
    raise BadInput(f'no creature is called "{name}"{did_you_mean(name, known)}')
