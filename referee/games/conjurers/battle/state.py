"""A battle as it stands: two sides of up to three creatures, in hand, in a slot or dead (pp. 15-17)."""

# No string annotations here: msgspec would evaluate each when such a record is first read.

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, structs

from referee.asking.dice import Dice, Roll
from referee.asking.question import Procedure, Question, relay
from referee.declaration.game import Findings, twice
from referee.errors import BadInput
from referee.games.conjurers import tables
from referee.games.conjurers.cards import cards
from referee.games.conjurers.cards.cards import MOST, Abilities, Creature, Equipment
from referee.games.conjurers.readings import BattleReadings
from referee.games.conjurers.vocabulary import Few, Held, Mythology, Number
from referee.play.event import Copyable
from referee.text.names import and_list, did_you_mean, fold

SideName = Literal["attacker", "defender"]
Kind = Literal["duel", "battleground"]
Reason = Literal["eliminated", "simultaneous", "stalemate", "outcome"]

NONE = -1
"""Placeholder number: no creature."""

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
        """Return how much damage it can still absorb (p. 22)."""
        return max(0, self.abilities.get("absorption", 0) - self.absorbed)


class Fighter(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """A creature in a battle.

    `number` is its place in `Battle.fighters`; `slot` is 1 to 3, None in hand or dead. A creature that devours
    keeps its (locked) slot and has its victim's number in `devouring`. `damage` on a dead creature is what it
    died with (B26). `returned` is the turn in which it last came back from devouring. With `maybe` it belongs to an
    army of which only the number of drawn creatures is known (p. 15): it is in the hand or not in the battle.
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
        """Whether it is known to be in the hand, not yet summoned."""
        return self.slot is None and not self.dead and not self.maybe

    @property
    def hit_points_left(self) -> int:
        """Hit points less damage, at least 0."""
        return max(0, self.card.hp - self.damage)

    def sources(self, own: bool = True) -> Sequence[AbilitySource]:
        """List what gives it abilities: worn pieces in the order they were named, then its own card unless bound."""
        return [*self.worn, self.own] if own and not self.bound else self.worn

    def powers(self, own: bool = True) -> dict[str, int]:
        """Sum its abilities; without those of its own card if `own` is false or it is bound (B18)."""
        powers: dict[str, int] = {}
        for source in self.sources(own):
            for name, number in source.abilities.items():
                powers[name] = powers.get(name, 0) + number
        return powers

    def has(self, ability: str) -> bool:
        """Return whether it has an ability now."""
        for piece in self.worn:
            if ability in piece.abilities:
                return True
        return not self.bound and ability in self.own.abilities

    def absorption_left(self) -> int:
        """Return the damage that the pieces it wears can still absorb (B3)."""
        return sum(piece.absorption_left() for piece in self.worn)


class BattleOutcome(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The result of a battle; its reason is "outcome" if the table declared the winner.

    `tally` are the two sums of a stalemate (B3), attacker's first.
    """

    winner: SideName
    reason: Reason
    tally: tuple[int, int] | None = None

    @property
    def rule(self) -> str:
        """The ruling that ended it, cited when a move is tried after the end."""
        return {"simultaneous": "B4", "stalemate": "B3"}.get(self.reason, "B25")


class Side(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """One side: its player, its equipment, and what earlier turns left behind.

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

    `turn` counts the turns that are over; `rolls` the rolls so far; `quiet_since` is the last round in which a
    battle die was rolled (0: none yet); `idle` counts the turns that have ended since anything but places changed,
    including the one in which it did (X12). `readings` are the table's rule variants for battles.
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
    outcome: BattleOutcome | None = None
    readings: BattleReadings = BattleReadings()

    def __eq__(self, other: object) -> bool:
        """Compare all but `idle`: older saves lack it, and a new count is as good."""
        names = [name for name in self.__struct_fields__ if name != "idle"]
        return isinstance(other, Battle) and all(getattr(self, name) == getattr(other, name) for name in names)

    @property
    def first(self) -> SideName:
        """The side that starts: the challenger in a duel, the minion's side at a battleground (p. 16)."""
        return "attacker" if self.kind == "duel" else "defender"

    @property
    def idle_rounds(self) -> int:
        """The limit of rounds without a change, if this turn reaches it or it was reached; else 0 (X12)."""
        most = tables.battle().idle_rounds
        return most if self.idle >= 2 * most else 0

    @property
    def side_to_move(self) -> SideName:
        """The side whose turn it is (or would be): the sides take turns, `first` begins."""
        return SIDES[(self.turn + (self.kind != "duel")) % 2]

    @property
    def round(self) -> int:
        """The round of the turn under way: turns 1 and 2 are round 1 (B3)."""
        return self.turn // 2 + 1

    def label(self, fighter: Fighter) -> str:
        """Return a creature's name, with its player's if the other side has one of the same name."""
        name, others = fighter.card.name, [other.card.name for other in self.fighters if other.side != fighter.side]
        return f"{self.sides[fighter.side].player}'s {name}" if name in others else name

    def of(self, side: SideName) -> Iterator[Fighter]:
        """Yield a side's creatures, dead ones too, in the order of the record."""
        return (fighter for fighter in self.fighters if fighter.side == side)

    def living(self, side: SideName) -> list[Fighter]:
        """List a side's creatures in hand and in slots (B4), as far as they are known by name."""
        return [f for f in self.fighters if f.side == side and not f.dead and not f.maybe]

    def beaten(self, side: SideName) -> bool:
        """Return whether a side has no creature left, known or not (p. 15)."""
        return not self.sides[side].hidden and not self.living(side)

    def hand_size(self, side: SideName) -> int:
        """Count the creatures that aren't summoned yet, hidden ones too."""
        return self.sides[side].hidden + sum(1 for fighter in self.of(side) if fighter.in_hand)

    def in_slots(self, side: SideName) -> list[Fighter]:
        """List a side's creatures in its slots, in slot order; one that devours counts in its own slot."""
        found = [f for f in self.fighters if f.side == side and f.slot is not None]
        return sorted(found, key=attrgetter("slot"))

    def holder(self, side: SideName, slot: int) -> Fighter | None:
        """Return the creature in a slot, or the one that left it locked to devour."""
        for fighter in self.fighters:
            if fighter.slot == slot and fighter.side == side:
                return fighter
        return None

    def standing(self, side: SideName, slot: int) -> Fighter | None:
        """Return the creature in a slot, or None: one that is away devouring can't be met there (B16)."""
        fighter = self.holder(side, slot)
        return None if fighter is None or fighter.devouring is not None else fighter

    def in_front(self, fighter: Fighter) -> Fighter | None:
        """Return the enemy across from a creature, or None."""
        return None if fighter.slot is None else self.standing(enemy_of(fighter.side), fighter.slot)

    def neighbours(self, fighter: Fighter, slot: int) -> list[Fighter]:
        """List the creatures of a fighter's side in the slots next to `slot`, lower slot first."""
        return [
            found
            for next_slot in (slot - 1, slot + 1)
            if (found := self.standing(fighter.side, next_slot)) is not None and found is not fighter
        ]


def enemy_of(side: SideName) -> SideName:
    """Return the other side."""
    return "defender" if side == "attacker" else "attacker"


class Lineup(Struct, frozen=True):
    """The cards of one side before a battle. `minion` is the minion of a battleground's defender (p. 15).

    If `drawn` isn't 0, that many of the creatures fight, unknown which: each is named when it is summoned.
    """

    player: str
    creatures: tuple[Creature, ...]
    equipment: tuple[Equipment, ...] = ()
    minion: Creature | None = None
    drawn: int = 0


def start_battle(
    kind: Kind,
    attacker: Lineup,
    defender: Lineup,
    *,
    elements: bool = False,
    morale: bool = False,
    readings: BattleReadings = BattleReadings(),  # noqa: B008
) -> Battle:
    """Create a battle before its first turn, all creatures in hand."""
    fighters: list[Fighter] = []
    sides: dict[SideName, Side] = {}
    for side, lineup in zip(SIDES, (attacker, defender), strict=True):
        sides[side] = Side(lineup.player, lineup.equipment, hidden=lineup.drawn)
        for card in (lineup.minion, *lineup.creatures) if lineup.minion else lineup.creatures:
            own = AbilitySource(card.name, card.abilities)
            fighter = Fighter(len(fighters), side, card, own, may_wear=lineup.minion is None, maybe=lineup.drawn > 0)
            fighters.append(fighter)
    return Battle(kind, sides, fighters, elements, morale, readings=readings)


def find_key(name: str, fighters: Sequence[Fighter]) -> Fighter:
    """Find a creature by name, "Wolf" if only one side has it, or by key, "attacker.Wolf". Raises BadInput."""
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
# Checks of a battle between two turns: two whole sides, each creature in one place, with possible damage and markers.


def findings(battle: Battle) -> Findings:
    """Describe each impossible thing in a battle that isn't over."""
    for check in (_sides, _numbers, _cards, _armies, _places, _unhurt, _damage, _equipment, _devouring, _tracks):
        yield from check(battle)


def _of_each(check: Callable[[Battle, Fighter], Iterable[str]]) -> Callable[[Battle], Iterable[str]]:
    """Turn a check of one creature into a check of all in the battle."""

    def all_of_them(battle: Battle) -> Iterable[str]:
        for fighter in battle.fighters:
            yield from check(battle, fighter)

    return all_of_them


# --- sides and creatures --------------------------------------------------------------------------


def _sides(battle: Battle) -> Findings:
    """Check that there are two sides, and no winner yet (p. 15)."""
    if set(battle.sides) != set(SIDES):
        yield "the battle: it has two sides, attacker and defender (p. 15)"
    if battle.outcome is not None:
        yield "the battle: its outcome is known, so it is over"


def _numbers(battle: Battle) -> Findings:
    """Check that creatures are numbered, the attacker's first, and that no side names one twice."""
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
    """Check that a creature's own abilities are known, and are its card's (pp. 18-23)."""
    yield from _unknown(fighter.name, fighter.card.abilities)
    if (fighter.own.name, fighter.own.abilities) != (fighter.name, fighter.card.abilities):
        yield f"{fighter.name}: its own abilities are not those of its card"
    yield from _spent(fighter.own, fighter.name)


def _unknown(name: str, abilities: Abilities) -> Findings:
    known = tables.battle().abilities
    for ability, number in abilities.items():
        if ability not in known:
            yield f'{name}: there is no ability "{ability}"{did_you_mean(ability, known)}'
        elif not 1 <= number <= (MOST if known[ability].number else 1):
            yield f"{name}: {ability} {number} can't be (pp. 18-23)"


def _spent(source: AbilitySource, whose: str) -> Findings:
    """Check that only sources with absorption have absorbed, and only ones with bind have bound (pp. 22-23)."""
    if source.absorbed > source.abilities.get("absorption", 0):
        yield f"{whose}: {source.name} absorbs {source.abilities.get('absorption', 0)} damage, not {source.absorbed}"
    if source.bind_used and "bind" not in source.abilities:
        yield f"{whose}: {source.name} doesn't bind, so its bind can't be used"


def _armies(battle: Battle) -> Findings:
    """Check that one to three creatures of a side fight; a larger army draws them, named one by one (p. 15)."""
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
    """Check that each slot holds one creature at most, and that the dead are in none and all listed (p. 16)."""
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
    """Check that a creature not yet summoned has no damage, markers or equipment (p. 16)."""
    if fighter.slot is not None or fighter.dead:
        return
    touched = (
        fighter.damage or fighter.poison or fighter.frost or fighter.bound or fighter.resurrected or fighter.worn
    )
    if touched or fighter.returned is not None or fighter.own.absorbed or fighter.own.bind_used:
        yield f"{fighter.name} wasn't summoned yet, so it has no damage, markers or equipment (p. 16)"


@_of_each
def _damage(battle: Battle, fighter: Fighter) -> Findings:
    """Check that the creatures whose damage reaches their hit points are dead, and no others (p. 17)."""
    if fighter.slot is not None and fighter.damage >= fighter.card.hp:
        yield f"{fighter.name} has {fighter.damage} damage and {fighter.card.hp} hit points; it would be dead (p. 17)"
    if fighter.dead and fighter.damage < fighter.card.hp:
        yield f"{fighter.name} is dead with {fighter.damage} damage and {fighter.card.hp} hit points (p. 17)"


def _equipment(battle: Battle) -> Findings:
    """Check that each piece is put on once, by its owner's creature that can wear it, two on each (p. 22; B5)."""
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
    """Check that devourer and victim are linked both ways and across from each other (pp. 19-20; B16)."""
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
    """Check what earlier turns left: who moved in the last ones, and when a die was last thrown (B3, B8)."""
    numbers = tables.battle()
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


MINION = "Minion"


def minion_of(mythology: Mythology, level: int) -> Creature:
    """Return the minion that guards a creature of this mythology and level (p. 15; A13)."""
    table = tables.minions()
    strength = next(row for row in table.strengths if row.level == level)
    words = table.abilities[mythology][level - 2]
    found = cards.parse_all(words, MINION)
    return Creature(name=MINION, level=level, mythology=mythology, hp=strength.hp, bd=strength.bd, abilities=found)


# --- Shared by the steps of a turn: the battle, its dice, the events


class BattleEnds(Exception):
    """Raised within a turn at the moment the battle is over; the rest of the turn is skipped (B25)."""


def known_hands(play: "Play") -> Procedure[None]:
    """Ask nothing: every creature in a hand is known."""
    yield from ()


class Play(Struct):
    """A battle while a turn is played.

    `acted` says whether the turn has reached its action. `open_hands` asks for the creatures still in the hands,
    which count at the end (B3).
    """

    battle: Battle
    dice: Dice
    events: list[Any]
    acted: bool = False
    open_hands: "Callable[[Play], Procedure[None]]" = known_hands

    def emit(self, event: object) -> None:
        """Record an event."""
        self.events.append(event)

    def roll(self, count: int, thrower: Fighter, what: str, other: Fighter, back: int = 0) -> Procedure[Roll]:
        """Roll a creature's dice for what it does to another; without dice nothing is rolled (B22).

        The other creature rolls `back` dice next.
        """
        if count <= 0:
            return Roll(0, (), 0)
        player = self.battle.sides[thrower.side].player
        name = self.battle.label(other)
        prompt = f"{player} throws: {self.battle.label(thrower)} {what} {name}"
        then, together = (f", then {name} {back}", count + back) if back else ("", 0)
        thrown_by = partial(_thrown_by, player, then, ("210" * together)[:together])
        roll = yield from relay(self.dice.roll(count, self.battle.rolls, prompt), thrown_by)
        self.battle.rolls += 1
        self.battle.quiet_since = self.battle.round
        return roll


def _thrown_by(player: str, then: str, example: str, question: Question[Any]) -> Procedure[Any]:
    """Ask for a roll, adding the thrower and what may be typed after it to the question."""
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
        """Return an ability's number, 0 without it."""
        return self.powers.get(name, 0)
