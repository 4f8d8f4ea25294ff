"""A battle as it stands: two sides of up to three creatures, in hand, in a slot or dead (pp. 15-17)."""

# Annotations aren't texts here, which msgspec would evaluate one by one whenever such a record is first read.

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, structs

from referee.asking.dice import Dice, Roll
from referee.asking.question import Procedure, Question, relay
from referee.declaration.game import Findings, twice
from referee.errors import BadInput
from referee.games.conjurers.cards import cards
from referee.games.conjurers.cards.cards import MOST, Abilities, Creature, Equipment
from referee.games.conjurers.readings import BattleReadings
from referee.games.conjurers.tables import battle as battle_tables
from referee.games.conjurers.vocabulary import Few, Held, Mythology, Number
from referee.play.event import Copyable
from referee.text.names import and_list, did_you_mean, fold

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

    @property
    def rule(self) -> str:
        """The ruling by which it was over, for whoever goes on."""
        return {"simultaneous": "B4", "stalemate": "B3"}.get(self.reason, "B25")


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
    battle die was rolled (0: none yet); `idle` counts the turns that have ended since anything but places changed,
    the one in which it did too (X12). `readings` are what the table has decided for battles.
    """

    kind: Kind
    sides: dict[SideName, Side]
    fighters: list[Fighter]
    elements: bool = False
    morale: bool = False
    turn: Few = 0
    rolls: Few = 0
    quiet_since: Few = 0
    idle: Few = 0
    outcome: Outcome | None = None
    readings: BattleReadings = BattleReadings()

    def __eq__(self, other: object) -> bool:
        """Compare all but `idle`: older saves don't tell it, and a new count is as good."""
        names = [name for name in self.__struct_fields__ if name != "idle"]
        return isinstance(other, Battle) and all(getattr(self, name) == getattr(other, name) for name in names)

    @property
    def first(self) -> SideName:
        """The side that starts: the challenger in a duel, the minion's side at a battleground (p. 16)."""
        return "attacker" if self.kind == "duel" else "defender"

    @property
    def idle_rounds(self) -> int:
        """The rounds without a change that end a battle, where they end with this turn or have ended; or 0 (X12)."""
        most = battle_tables.numbers().idle_rounds
        return most if self.idle >= 2 * most else 0

    @property
    def side_to_move(self) -> SideName:
        """The side whose turn it is (or would be): `first` and the other by turns."""
        return SIDES[(self.turn + (self.kind != "duel")) % 2]

    @property
    def round(self) -> int:
        """The round of the turn under way: turns 1 and 2 are round 1 (B3)."""
        return self.turn // 2 + 1

    def called(self, fighter: Fighter) -> str:
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


# --- Checks ---------------------------------------------------------------------------------------
# What a battle can be between two turns: two whole sides, each creature in one place, and what it can have on it.


def findings(battle: Battle) -> Findings:
    """What can't be in a battle that isn't over, in words."""
    for check in (_sides, _numbers, _cards, _armies, _places, _unhurt, _damage, _equipment, _devouring, _tracks):
        yield from check(battle)


def _of_each(check: Callable[[Battle, Fighter], Iterable[str]]) -> Callable[[Battle], Iterable[str]]:
    """A check of each creature as one of the battle."""

    def all_of_them(battle: Battle) -> Iterable[str]:
        for fighter in battle.fighters:
            yield from check(battle, fighter)

    return all_of_them


# --- sides and creatures --------------------------------------------------------------------------


def _sides(battle: Battle) -> Findings:
    """There are two sides, and nobody has won yet (p. 15)."""
    if set(battle.sides) != set(SIDES):
        yield "the battle: it has two sides, attacker and defender (p. 15)"
    if battle.outcome is not None:
        yield "the battle: its outcome is known, so it is over"


def _numbers(battle: Battle) -> Findings:
    """Creatures are numbered, the attacker's first; a side names none twice."""
    if [fighter.number for fighter in battle.fighters] != list(range(len(battle.fighters))):
        yield "the battle: its fighters are numbered from 0, in order"
    sides = [fighter.side for fighter in battle.fighters]
    if sides != sorted(sides):
        yield "the battle: the attacker's fighters stand before the defender's"
    for side in SIDES:
        if name := twice(fighter.name for fighter in battle.of(side)):
            yield f"the battle: {name} fights twice for the {side}"


@_of_each
def _cards(battle: Battle, fighter: Fighter) -> Findings:
    """A creature's own abilities are its card's, and are known (pp. 18-23)."""
    yield from _unknown(fighter.name, fighter.card.abilities)
    if (fighter.own.name, fighter.own.abilities) != (fighter.name, fighter.card.abilities):
        yield f"{fighter.name}: its own abilities are not those of its card"
    yield from _spent(fighter.own, fighter.name)


def _unknown(name: str, abilities: Abilities) -> Findings:
    known = battle_tables.numbers().abilities
    for ability, number in abilities.items():
        if ability not in known:
            yield f'{name}: there is no ability "{ability}"{did_you_mean(ability, known)}'
        elif not 1 <= number <= (MOST if known[ability].number else 1):
            yield f"{name}: {ability} {number} can't be (pp. 18-23)"


def _spent(source: AbilitySource, whose: str) -> Findings:
    """What was absorbed and bound was absorbed and bound by something that can (pp. 22-23)."""
    if source.absorbed > source.abilities.get("absorption", 0):
        yield f"{whose}: {source.name} absorbs {source.abilities.get('absorption', 0)} damage, not {source.absorbed}"
    if source.bind_used and "bind" not in source.abilities:
        yield f"{whose}: {source.name} doesn't bind, so its bind can't be used"


def _armies(battle: Battle) -> Findings:
    """One to three creatures of a side fight; of a larger army as many are drawn, and named one by one (p. 15)."""
    most = battle.readings.battle_creatures
    for side in SIDES:
        army = list(battle.of(side))
        named = [fighter for fighter in army if not fighter.maybe]
        guards = battle.kind == "battleground" and side == "defender"
        hidden = battle.sides[side].hidden
        if guards and (len(army) != 2 or hidden):
            yield "the battle: a minion and the creature that it guards defend a battleground (p. 15)"
        elif [fighter.may_wear for fighter in army] != [not guards] * len(army):
            yield f"the battle: may_wear of the {side}'s; only minions and what they guard wear nothing (B5)"
        elif len(army) <= most and (hidden or len(named) != len(army)):
            yield f"the battle: {len(army)} creatures of the {side} all fight; none is drawn (p. 15)"
        elif len(army) > most and not guards and len(named) + hidden != most:
            yield (
                f"the battle: {most} of the {side}'s creatures fight; {len(named)} are named and {hidden} hidden "
                "in the hand (p. 15)"
            )
        elif battle.beaten(side):
            yield f"the battle: the {side} has no creature left, so it is over (p. 15)"


# --- where they are, and what is on them ----------------------------------------------------------


def _places(battle: Battle) -> Findings:
    """A creature in each slot; the dead are in none, and each of them is listed (p. 16)."""
    for side in SIDES:
        held = [fighter.slot for fighter in battle.of(side) if fighter.slot is not None]
        if len(set(held)) < len(held):
            yield f"the battle: two creatures of the {side} are in one slot (p. 16)"
        dead = [fighter.number for fighter in battle.of(side) if fighter.dead]
        if sorted(battle.sides[side].dead) != dead:
            yield f"the battle: the {side}'s dead are not those that it lists"
    for fighter in battle.fighters:
        if (fighter.dead or fighter.maybe) and (fighter.slot is not None or (fighter.dead and fighter.maybe)):
            yield f"{fighter.name} is in slot {fighter.slot}, dead, or not known to fight: one of them"


@_of_each
def _unhurt(battle: Battle, fighter: Fighter) -> Findings:
    """Nothing has happened to a creature that wasn't summoned yet (p. 16)."""
    if fighter.slot is not None or fighter.dead:
        return
    touched = (
        fighter.damage or fighter.poison or fighter.frost or fighter.bound or fighter.resurrected or fighter.worn
    )
    if touched or fighter.returned is not None or fighter.own.absorbed or fighter.own.bind_used:
        yield f"{fighter.name} wasn't summoned yet, so it has no damage, markers or equipment (p. 16)"


@_of_each
def _damage(battle: Battle, fighter: Fighter) -> Findings:
    """A creature whose damage has reached its hit points is dead, and no other (p. 17)."""
    if fighter.slot is not None and fighter.damage >= fighter.card.hp:
        yield f"{fighter.name} has {fighter.damage} damage and {fighter.card.hp} hit points; it would be dead (p. 17)"
    if fighter.dead and fighter.damage < fighter.card.hp:
        yield f"{fighter.name} is dead with {fighter.damage} damage and {fighter.card.hp} hit points (p. 17)"


def _equipment(battle: Battle) -> Findings:
    """A piece is put on once, by one creature of its owner that can wear it; two on each (p. 22; B5)."""
    most = battle.readings.most_equipment
    for side in SIDES:
        own = battle.sides[side]
        pieces = {piece.name: (number, piece) for number, piece in enumerate(own.equipment)}
        for piece in own.equipment:
            yield from _unknown(piece.name, piece.abilities)
        if len(pieces) < len(own.equipment):
            yield f"the battle: {twice(piece.name for piece in own.equipment)} twice among {own.player}'s equipment"
        if wrong := [number for number in own.used if number >= len(own.equipment)]:
            yield f"the battle: there is no piece {wrong[0]} among {own.player}'s equipment"
        worn = [(fighter, source) for fighter in battle.of(side) for source in fighter.worn]
        if name := twice(source.name for _, source in worn):
            yield f"the battle: {name} is worn twice (B5)"
        for fighter, source in worn:
            number, piece_worn = pieces.get(source.name, (NONE, None))
            if piece_worn is None or piece_worn.abilities != source.abilities or not fighter.may_wear:
                yield f"{fighter.name} can't wear {source.name} as it is (p. 22)"
            if number not in own.used:
                yield f"{fighter.name} wears {source.name}, which nobody has put on in this battle (B5)"
            yield from _spent(source, fighter.name)
        if more := [fighter.name for fighter in battle.of(side) if len(fighter.worn) > most]:
            yield f"{more[0]} wears more than {most} pieces (p. 22)"


@_of_each
def _devouring(battle: Battle, fighter: Fighter) -> Findings:
    """Who devours sits on the enemy in front, who is devoured by it and nobody else (pp. 19-20; B16)."""
    for other, back in ((fighter.devouring, "devoured_by"), (fighter.devoured_by, "devouring")):
        if other is None:
            continue
        if other >= len(battle.fighters):
            yield f"{fighter.name}: there is no creature {other} that it devours or is devoured by"
            return
        meets = battle.fighters[other]
        across = meets.side == enemy_of(fighter.side) and fighter.slot is not None and meets.slot == fighter.slot
        if not across or getattr(meets, back) != fighter.number:
            yield f"{fighter.name} and {meets.name}: one devours the other, in the slot across (B16)"
    if fighter.devouring is not None and fighter.devoured_by is not None:
        yield f"{fighter.name} can't devour and be devoured (B16)"
    if fighter.returned is not None and fighter.returned > battle.turn:
        yield f"{fighter.name} came back in turn {fighter.returned}, and turn {battle.turn} is the last (B16)"


def _tracks(battle: Battle) -> Findings:
    """What the turns before leave behind: whose moves the last ones were, and when a die was thrown (B3, B8)."""
    numbers = battle_tables.numbers()
    for side in SIDES:
        mine = {NONE, *(fighter.number for fighter in battle.of(side))}
        moved = battle.sides[side].moved
        turns = (battle.turn + (side == battle.first)) // 2
        if not set(moved) <= mine or len(moved) != min(turns, numbers.moves_in_a_row):
            text = and_list(map(str, moved))
            yield f"the battle: {text} can't be what the {side} moved in its last turns (B8)"
    if not battle.round - battle.readings.quiet_rounds <= battle.quiet_since <= battle.round:
        yield (
            f"the battle: a die was thrown last in round {battle.quiet_since}, in round {battle.round}; "
            f"{battle.readings.quiet_rounds} rounds without one end it (B3)"
        )
    if battle.idle > min(battle.turn, most := 2 * numbers.idle_rounds + 1):
        yield f"the battle: nothing has changed for {battle.idle} turns of {battle.turn}; {most} are the most (X12)"


# --- The minions that guard the creatures of the battlegrounds (p. 15; A13) -----------------------


NAME = "Minion"


def minion_of(mythology: Mythology, level: int) -> Creature:
    """The minion that guards a creature of this mythology and level (p. 15; A13)."""
    table = battle_tables.minions()
    strength = next(row for row in table.strengths if row.level == level)
    words = table.abilities[mythology][level - 2]
    found = cards.parse_all(words, NAME)
    return Creature(name=NAME, level=level, mythology=mythology, hp=strength.hp, bd=strength.bd, abilities=found)


# --- What the steps of a turn share: the battle, its dice, the events, and a few words for them


class BattleEnds(Exception):
    """Raised inside a turn at the very moment that the battle is over; what would have followed doesn't (B25)."""


def known_hands(play: "Play") -> Procedure[None]:
    """Nothing to ask: every creature in a hand is known."""
    yield from ()


class Play(Struct):
    """A battle while a turn is played.

    `acted` says whether the turn has come to its action. `open_hands` makes known what is still in the hands and
    counts in the end (B3).
    """

    battle: Battle
    dice: Dice
    events: list[Any]
    acted: bool = False
    open_hands: "Callable[[Play], Procedure[None]]" = known_hands

    def emit(self, event: object) -> None:
        """Say that something happened."""
        self.events.append(event)

    def roll(self, count: int, thrower: Fighter, what: str, other: Fighter, back: int = 0) -> Procedure[Roll]:
        """Throw a creature's dice for what it does to another; no dice are no throw (B22).

        The other throws so many `back` next.
        """
        if count <= 0:
            return Roll(0, (), 0)
        player = self.battle.sides[thrower.side].player
        name = self.battle.called(other)
        said = f"{player} throws: {self.battle.called(thrower)} {what} {name}"
        then, together = (f", then {name} {back}", count + back) if back else ("", 0)
        thrown_by = partial(_thrown_by, player, then, ("210" * together)[:together])
        roll = yield from relay(self.dice.roll(count, self.battle.rolls, said), thrown_by)
        self.battle.rolls += 1
        self.battle.quiet_since = self.battle.round
        return roll


def _thrown_by(player: str, then: str, example: str, question: Question[Any]) -> Procedure[Any]:
    """The question for a throw, which says whose it is, and what may be typed behind it."""
    throw = question.throw and structs.replace(question.throw, who=player)
    prompt = f"{question.prompt}{then}"
    return (yield structs.replace(question, prompt=prompt, throw=throw, example=lambda: example))


class Combatant(Struct):
    """One of the two creatures of a fight.

    `powers` are its abilities as they were when the fight began: what equipment gave then counts to the end
    (B14). `attacked_devourer`: it devours and didn't start this fight, so it fights plainly (B16). `kept`: it
    is kept from striking by ranged (B7).
    """

    fighter: Fighter
    powers: dict[str, int]
    initiator: bool
    attacked_devourer: bool = False
    kept: bool = False

    def power(self, name: str) -> int:
        """An ability's number, 0 without it."""
        return self.powers.get(name, 0)
