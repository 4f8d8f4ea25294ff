"""Which moves are legal, and by which rule the others aren't (pp. 16, 18-20, 22-23)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from referee.errors import Illegal
from referee.games.conjurers.battle.abilities import bind, devour, flying
from referee.games.conjurers.battle.moves import Attack, Bind, BreakFree, Devour, Move, MoveTo, Pass, Summon, write
from referee.games.conjurers.battle.state import Battle, Fighter, enemy_of
from referee.games.conjurers.tables import battle as battle_tables


def verify(battle: Battle, move: Move) -> None:
    """Check a move of the side to move. Raises Illegal with the reason and the rule that forbids it."""
    if battle.outcome is not None and not isinstance(move, Pass):
        raise Illegal("the battle is over", "B25")
    match move:
        case Summon():
            _verify_summon(battle, move)
        case MoveTo():
            _verify_move(battle, move)
        case Attack(creature):
            _verify_attack(battle, battle.fighters[creature])
        case Devour(creature):
            _verify_devour(battle, battle.fighters[creature])
        case BreakFree(creature):
            _verify_break_free(battle.fighters[creature])
        case Bind():
            _verify_bind(battle, move)
        case Pass():
            if (other := next(actions(battle, equipment=False), None)) is not None:
                raise Illegal(f"an action is possible: {write(other, battle)}", "B2")


def candidates(battle: Battle, equipment: bool = True) -> Iterator[Move]:
    """Every move that the side to move could think of, legal or not.

    With `equipment`, a summon comes once for each choice of pieces; else only without.
    """
    side = battle.side_to_move
    slots = range(1, battle_tables.numbers().slots + 1)
    for fighter in battle.of(side):
        for slot in slots:
            yield Summon(fighter.number, slot)
            if equipment and fighter.may_wear:
                for pieces in outfits(battle):
                    yield Summon(fighter.number, slot, pieces)
            yield MoveTo(fighter.number, slot)
        yield Attack(fighter.number)
        yield Devour(fighter.number)
        yield BreakFree(fighter.number)
    wearers = bind.wearers(battle, side)
    for target in battle.of(enemy_of(side)):
        for wearer in wearers:
            yield Bind(target.number, wearer.number)


def actions(battle: Battle, equipment: bool = True) -> Iterator[Move]:
    """All legal actions of the side to move, `Pass` not among them: what `verify` lets through of `candidates`.

    They are made directly, in the same order; what is said of one that isn't legal is `verify`'s.
    """
    if battle.outcome is not None:
        return
    mover = battle.side_to_move
    side, numbers = battle.sides[mover], battle_tables.numbers()
    taken = {fighter.slot for fighter in battle.fighters if fighter.side == mover}
    free = [slot for slot in range(1, numbers.slots + 1) if slot not in taken]
    worn = [(), *outfits(battle)] if equipment and side.equipment and free else [()]
    for fighter in battle.fighters:
        if fighter.side != mover:
            continue
        if fighter.slot is None:
            if not fighter.dead and (side.hidden or not fighter.maybe):
                for slot in free:
                    for pieces in worn if fighter.may_wear else worn[:1]:
                        yield Summon(fighter.number, slot, pieces)
        elif fighter.devoured_by is not None:
            yield BreakFree(fighter.number)
        elif fighter.devouring is None and not fighter.bound:
            yield from _of_its_own(battle, fighter, free)
    if wearers := bind.wearers(battle, mover):
        for target in battle.of(enemy_of(mover)):
            if target.slot is not None:
                for wearer in wearers:
                    yield Bind(target.number, wearer.number)


def _of_its_own(battle: Battle, fighter: Fighter, free: Sequence[int]) -> Iterator[Move]:
    """What a creature in a slot that is its own master can do, where these slots of its side are `free`."""
    assert fighter.slot is not None
    held = fighter.frost or fighter.has("immobility")
    if not held and not _moved_lately(battle, fighter):
        for slot in free:
            if abs(slot - fighter.slot) == 1:
                yield MoveTo(fighter.number, slot)
    target = battle.in_front(fighter)
    if target is None:
        return
    devours = fighter.has("devour")
    if flying.out_of_reach(fighter, target, ranged_reaches=not devours):
        return
    if not devours:
        yield Attack(fighter.number)
    elif not held and not devour.rests(battle.turn, fighter):
        yield Devour(fighter.number)


def legal_moves(battle: Battle, equipment: bool = True) -> list[Move]:
    """All legal moves of the side to move; `Pass` alone if no action is possible (B2)."""
    return list(actions(battle, equipment)) or [Pass()]


def can_act(battle: Battle) -> bool:
    """Whether the side to move has a legal action (B2)."""
    return next(actions(battle, equipment=False), None) is not None


def outfits(battle: Battle) -> Iterator[tuple[int, ...]]:
    """The choices of unused pieces of the side to move, in order (absorption takes damage in that order)."""
    side = battle.sides[battle.side_to_move]
    free = [number for number in range(len(side.equipment)) if number not in side.used]
    for many in range(1, battle_tables.numbers().most_equipment + 1):
        yield from permutations(free, many)


def _verify_summon(battle: Battle, move: Summon) -> None:
    fighter = battle.fighters[move.creature]
    if fighter.dead:
        raise Illegal(f"{fighter.name} is dead", "summon")
    if fighter.slot is not None:
        raise Illegal(f"{fighter.name} is in slot {fighter.slot} already", "summon")
    if fighter.maybe and not battle.sides[fighter.side].hidden:
        raise Illegal(f"{fighter.name} is not in this battle: all that were drawn are named", "random-draw")
    _verify_free(battle, fighter, move.slot, "summon")
    if not move.equipment:
        return
    side = battle.sides[fighter.side]
    most = battle_tables.numbers().most_equipment
    if not fighter.may_wear:
        raise Illegal("minions and the creatures they guard wear nothing", "B5")
    if len(move.equipment) > most:
        raise Illegal(f"a creature wears at most {most} pieces, not {len(move.equipment)}", "equipment")
    for count, number in enumerate(move.equipment):
        piece = side.equipment[number].name
        if number in side.used:
            raise Illegal(f"{piece} was put on in this battle before", "B5")
        if number in move.equipment[:count]:
            raise Illegal(f"{piece} is named twice", "B5")


def _verify_move(battle: Battle, move: MoveTo) -> None:
    fighter = battle.fighters[move.creature]
    slot = _verify_able(fighter, "move", "move")
    if fighter.frost:
        raise Illegal(f"{fighter.name} has a frost marker and can't move", "frost-attack")
    if fighter.has("immobility"):
        raise Illegal(f"{fighter.name} {_giver(fighter, 'immobility')} and can't move", "immobility")
    if abs(move.slot - slot) != 1:
        raise Illegal(f"{fighter.name} is in slot {slot}; slot {move.slot} isn't next to it", "move")
    _verify_free(battle, fighter, move.slot, "move")
    if _moved_lately(battle, fighter):
        most = battle_tables.numbers().moves_in_a_row
        raise Illegal(f"{fighter.name} moved in the last {most} turns of its player", "B8")


def _moved_lately(battle: Battle, fighter: Fighter) -> bool:
    """Whether a creature has moved so often in a row that it can't again (B8)."""
    most = battle_tables.numbers().moves_in_a_row
    return battle.sides[fighter.side].moved[-most:] == (fighter.number,) * most


def _verify_attack(battle: Battle, fighter: Fighter) -> None:
    slot = _verify_able(fighter, "attack", "attack")
    if fighter.has("devour"):
        raise Illegal(f"{fighter.name} devours; it makes no normal attack", "B16")
    target = battle.in_front(fighter)
    if target is None:
        raise Illegal(f"no enemy stands in front of {fighter.name}, in slot {slot}", "empty-slot")
    if flying.out_of_reach(fighter, target, ranged_reaches=True):
        raise Illegal(f"{target.name} flies; {fighter.name} neither flies nor is ranged", "B6")


def _verify_devour(battle: Battle, fighter: Fighter) -> None:
    slot = _verify_able(fighter, "devour", "devour")
    if not fighter.has("devour"):
        raise Illegal(f"{fighter.name} can't devour", "devour")
    if fighter.frost:
        raise Illegal(f"{fighter.name} has a frost marker and can't devour", "devour")
    if fighter.has("immobility"):
        raise Illegal(f"{fighter.name} {_giver(fighter, 'immobility')} and can't devour", "B16")
    target = battle.in_front(fighter)
    if target is None:
        raise Illegal(f"no enemy stands in front of {fighter.name}, in slot {slot}", "B16")
    if flying.out_of_reach(fighter, target, ranged_reaches=False):
        raise Illegal(f"{target.name} flies; devouring it takes a flyer", "B6")
    if devour.rests(battle.turn, fighter):
        raise Illegal(f"{fighter.name} has just come back from devouring", "B16")


def _verify_break_free(fighter: Fighter) -> None:
    if fighter.devoured_by is None:
        raise Illegal(f"{fighter.name} is not being devoured", "break-free")


def _verify_bind(battle: Battle, move: Bind) -> None:
    side = battle.side_to_move
    target = battle.fighters[move.target]
    if target.slot is None:
        where = "dead" if target.dead else "not in a slot" if target.maybe else "still in hand"
        raise Illegal(f"{target.name} is {where}; bind needs a creature in a slot", "B18")
    able = bind.wearers(battle, side)
    if move.by is None:
        if not able:
            raise Illegal("no creature in a slot wears an unused bind that it can use", "B18")
        return
    wearer = battle.fighters[move.by]
    if wearer in able:
        return
    if wearer.slot is None:
        where = "dead" if wearer.dead else "not in a slot" if wearer.maybe else "still in hand"
        raise Illegal(f"{wearer.name} is {where}", "B18")
    if wearer.devoured_by is not None or wearer.devouring is not None:
        does = "is being devoured" if wearer.devoured_by is not None else "is devouring"
        raise Illegal(f"{wearer.name} {does} and can't bind", "B18")
    if wearer.has("bind"):
        raise Illegal(f"{wearer.name}'s bind was used in this battle before", "B18")
    raise Illegal(f"{wearer.name} wears nothing that binds", "bind")


def _verify_able(fighter: Fighter, verb: str, rule: str) -> int:
    """Check that a creature is in a slot and its own master; its slot."""
    if fighter.dead:
        raise Illegal(f"{fighter.name} is dead", rule)
    if fighter.slot is None:
        raise Illegal(f"{fighter.name} is {'not in a slot' if fighter.maybe else 'still in hand'}", rule)
    if fighter.devoured_by is not None:
        raise Illegal(f"{fighter.name} is being devoured; all it can do is break free", "B16")
    if fighter.devouring is not None:
        raise Illegal(f"{fighter.name} is devouring and can't {verb}", "B16")
    if fighter.bound:
        raise Illegal(f"{fighter.name} is bound and can't {verb}", "B18")
    return fighter.slot


def _verify_free(battle: Battle, fighter: Fighter, slot: int, rule: str) -> None:
    holder = battle.holder(fighter.side, slot)
    if holder is None:
        return
    if holder.devouring is not None:
        raise Illegal(f"slot {slot} is locked while {holder.name} devours", "B16")
    raise Illegal(f"slot {slot} is taken by {holder.name}", rule)


def _giver(fighter: Fighter, ability: str) -> str:
    """Where a creature has an ability from: "wears Tower Shield (immobility)", or "has immobility" of its own."""
    giver = next(source for source in fighter.sources() if ability in source.abilities)
    return f"has {ability}" if giver is fighter.own else f"wears {giver.name} ({ability})"
