"""What a battle can be between two turns: two whole sides, each creature in one place, and what it can have on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee.declaration.checks import Findings, twice
from referee.games.conjurers.battle.state import NONE, SIDES, AbilitySource, Battle, Fighter, enemy_of
from referee.games.conjurers.cards.abilities import MOST, Abilities
from referee.games.conjurers.tables import battle as battle_tables
from referee.text.names import and_list, did_you_mean


def findings(battle: Battle) -> Findings:
    """What can't be in a battle that isn't over, in words."""
    for check in (_sides, _numbers, _cards, _armies, _places, _unhurt, _damage, _equipment, _devouring, _tracks):
        yield from check(battle)


def _of_each(check: Callable[[Battle, Fighter], Iterator[str]]) -> Callable[[Battle], Iterator[str]]:
    """A check of each creature as one of the battle."""

    def all_of_them(battle: Battle) -> Iterator[str]:
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
    most = battle_tables.numbers().most_creatures
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
        elif len(army) > most and len(named) + hidden != most:
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
            told = and_list(map(str, moved))
            yield f"the battle: {told} can't be what the {side} moved in its last turns (B8)"
    if not battle.round - numbers.quiet_rounds <= battle.quiet_since <= battle.round:
        yield (
            f"the battle: a die was thrown last in round {battle.quiet_since}, in round {battle.round}; "
            f"{numbers.quiet_rounds} rounds without one end it (B3)"
        )
