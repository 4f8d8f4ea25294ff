"""The moves of a battle: how each is typed, by which rule it isn't legal, what it causes and does (pp. 16-23)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import permutations
from typing import Annotated, Any, TypeGuard

from msgspec import Meta

from referee.asking.interrupts import Refusal
from referee.asking.moves import Move, Moves, MovesNow
from referee.asking.question import Option, Procedure, Question, closed_by
from referee.effects.phrases import Names
from referee.errors import BadInput, Illegal, Unreadable, refusal
from referee.games.conjurers.battle import fight
from referee.games.conjurers.battle.abilities import markers, strikes
from referee.games.conjurers.battle.events import Attacked, Devoured, Moved, Passed, Summoned
from referee.games.conjurers.battle.state import AbilitySource, Battle, Fighter, Play, enemy_of, find_key
from referee.games.conjurers.cards.cards import show_all
from referee.games.conjurers.tables import battle as battle_tables
from referee.text.names import find, fold, printable
from referee.text.pattern import lazy_pattern


def _own(battle: Battle) -> dict[str, int]:
    return {fighter.name: fighter.number for fighter in battle.of(battle.side_to_move)}


def _enemies(battle: Battle) -> dict[str, int]:
    return {fighter.name: fighter.number for fighter in battle.of(enemy_of(battle.side_to_move))}


def _pieces(battle: Battle) -> dict[str, int]:
    return {piece.name: number for number, piece in enumerate(battle.sides[battle.side_to_move].equipment)}


def _not_theirs(battle: Battle) -> dict[str, str]:
    """Whose move it is, for each name of the enemy's."""
    player, enemy = (battle.sides[side].player for side in (battle.side_to_move, enemy_of(battle.side_to_move)))
    return {name: f"{name} is {enemy}'s, and it is {player}'s move" for name in _enemies(battle)}


def _not_ones_own(battle: Battle) -> dict[str, str]:
    player = battle.sides[battle.side_to_move].player
    return {name: f"{name} is {player}'s own; bind names an enemy" for name in _own(battle)}


Own = Annotated[int, Names("creature of yours", _own, others=_not_theirs)]
Enemy = Annotated[int, Names("creature of the other side", _enemies, others=_not_ones_own)]
Piece = Annotated[int, Names("equipment of yours", _pieces)]
Slot = Annotated[int, Meta(ge=1, le=3)]


class BattleMove(Move[Any], frozen=True):
    """A move of the side whose turn it is. Creatures are numbers in `Battle.fighters`."""

    def why_not(self, battle: Battle) -> str | Refusal:
        """The rule that forbids it."""
        over = battle.outcome
        return self.forbidden(battle) if over is None else Refusal("the battle is over", over.rule)

    def forbidden(self, battle: Battle) -> str | Refusal:
        """Why it is illegal while the battle goes on; "" if it is legal."""
        raise NotImplementedError

    def detail(self, battle: Battle, unknown: Collection[int] = ()) -> str:
        """What a legal move leads to; `unknown` are the numbers of creatures of whose cards nothing is known yet."""
        return ""

    def begin(self, play: Play) -> fight.FightMeeting | None:
        """Do what it does before any die is thrown; who fights then, if two do."""
        return None

    def do(self, play: Play) -> Procedure[None]:
        """Carry it out. Raises BattleEnds if the battle is over by it."""
        if (meeting := self.begin(play)) is not None:
            yield from fight.fight(play, meeting)


class Summon(BattleMove, frozen=True):
    """Put a creature from the hand into a slot, wearing pieces (numbers in the side's equipment)."""

    says = "(summon|play|put) {creature} (|in|into|to) (|the) (|slot) {slot}[ with {equipment:,}]"
    rule = "summon"
    creature: Own
    slot: Slot
    equipment: tuple[Piece, ...] = ()

    def forbidden(self, battle: Battle) -> str | Refusal:
        """A creature is summoned from the hand into a free slot, with pieces that are unused (B5)."""
        fighter = battle.fighters[self.creature]
        if fighter.dead:
            return f"{fighter.name} is dead"
        if fighter.slot is not None:
            return f"{fighter.name} is in slot {fighter.slot} already"
        if fighter.maybe and not battle.sides[fighter.side].hidden:
            return Refusal(f"{fighter.name} is not in this battle: all that were drawn are named", "random-draw")
        return _taken(battle, fighter, self.slot) or self._worn(battle, fighter)

    def _worn(self, battle: Battle, fighter: Fighter) -> str | Refusal:
        side, most = battle.sides[fighter.side], battle.readings.most_equipment
        if self.equipment and not fighter.may_wear:
            return Refusal("minions and the creatures they guard wear nothing", "B5")
        if len(self.equipment) > most:
            return Refusal(f"a creature wears at most {most} pieces, not {len(self.equipment)}", "equipment")
        for count, number in enumerate(self.equipment):
            piece = side.equipment[number].name
            if number in side.used:
                return Refusal(f"{piece} was put on in this battle before", "B5")
            if number in self.equipment[:count]:
                return Refusal(f"{piece} is named twice", "B5")
        return ""

    def detail(self, battle: Battle, unknown: Collection[int] = ()) -> str:
        """Whom it faces."""
        return _faced(battle, battle.fighters[self.creature], self.slot, unknown, ranged_reaches=False)

    def begin(self, play: Play) -> fight.FightMeeting | None:
        """Put it into the slot; one of those drawn is known now."""
        fighter = play.battle.fighters[self.creature]
        _expect_room(play.battle, fighter, self.slot)
        side = play.battle.sides[fighter.side]
        pieces = [side.equipment[number] for number in self.equipment]
        if fighter.maybe:
            fighter.maybe = False
            side.hidden -= 1
        fighter.slot = self.slot
        play.battle.idle = 0
        freed = {piece.name: piece for piece in side.freed}
        fighter.worn = [freed.get(piece.name) or AbilitySource(piece.name, piece.abilities) for piece in pieces]
        side.freed = [piece for piece in side.freed if piece not in fighter.worn]
        side.used.update(self.equipment)
        play.emit(Summoned(fighter.key, self.slot, tuple(piece.name for piece in pieces)))
        strikes.rise(play, fighter)
        return fight.arrive(play, fighter, "summon")


class _OfItsOwn(BattleMove, frozen=True):
    """A move of a creature that is in a slot and its own master."""

    creature: Own

    def forbidden(self, battle: Battle) -> str | Refusal:
        """A creature in a slot that neither devours, is devoured nor is bound can do it."""
        fighter = battle.fighters[self.creature]
        if fighter.dead:
            return f"{fighter.name} is dead"
        if fighter.slot is None:
            return f"{fighter.name} is {'not in a slot' if fighter.maybe else 'still in hand'}"
        if fighter.devoured_by is not None:
            return Refusal(f"{fighter.name} is being devoured; all it can do is break free", "B16")
        if fighter.devouring is not None:
            return Refusal(f"{fighter.name} is devouring and can't {self.rule}", "B16")
        if fighter.bound:
            return Refusal(f"{fighter.name} is bound and can't {self.rule}", "B18")
        return self.kept(battle, fighter, fighter.slot)

    def kept(self, battle: Battle, fighter: Fighter, slot: int) -> str | Refusal:
        """Why a creature can't do it that is its own master; "" if it can."""
        raise NotImplementedError

    def detail(self, battle: Battle, unknown: Collection[int] = ()) -> str:
        """Whom it is against."""
        target = battle.in_front(battle.fighters[self.creature])
        return "" if target is None else f"against {target.name}"


class MoveTo(_OfItsOwn, frozen=True):
    """Move a creature to a slot."""

    says = "move {creature} (|in|to) (|slot) {slot}"
    rule = "move"
    slot: Slot

    def kept(self, battle: Battle, fighter: Fighter, slot: int) -> str | Refusal:
        """A slot next to it is free, and it didn't move too often in a row (B8)."""
        if fighter.frost:
            return Refusal(f"{fighter.name} has a frost marker and can't move", "frost-attack")
        if fighter.has("immobility"):
            return Refusal(f"{fighter.name} {_giver(fighter, 'immobility')} and can't move", "immobility")
        if abs(self.slot - slot) != 1:
            return f"{fighter.name} is in slot {slot}; slot {self.slot} isn't next to it"
        if why := _taken(battle, fighter, self.slot):
            return why
        if _moved_lately(battle, fighter):
            most = battle_tables.numbers().moves_in_a_row
            return Refusal(f"{fighter.name} moved in the last {most} turns of its player", "B8")
        return ""

    def detail(self, battle: Battle, unknown: Collection[int] = ()) -> str:
        """Whom it faces."""
        return _faced(battle, battle.fighters[self.creature], self.slot, unknown, ranged_reaches=True)

    def begin(self, play: Play) -> fight.FightMeeting | None:
        """Put it into the slot."""
        fighter = play.battle.fighters[self.creature]
        _expect_room(play.battle, fighter, self.slot)
        assert fighter.slot is not None
        play.emit(Moved(fighter.key, fighter.slot, self.slot))
        fighter.slot = self.slot
        return fight.arrive(play, fighter, "move")


class Attack(_OfItsOwn, frozen=True):
    """Attack what stands in front of a creature."""

    says = "attack {creature}"
    rule = "attack"

    def kept(self, battle: Battle, fighter: Fighter, slot: int) -> str | Refusal:
        """An enemy stands in front of it that it reaches; one that devours makes no normal attack (B16)."""
        if fighter.has("devour"):
            return Refusal(f"{fighter.name} devours; it makes no normal attack", "B16")
        target = battle.in_front(fighter)
        if target is None:
            return Refusal(f"no enemy stands in front of {fighter.name}, in slot {slot}", "empty-slot")
        if markers.out_of_reach(fighter, target, ranged_reaches=True):
            return Refusal(f"{target.name} flies; {fighter.name} neither flies nor is ranged", "B6")
        return ""

    def begin(self, play: Play) -> fight.FightMeeting:
        """Meet the enemy."""
        fighter = play.battle.fighters[self.creature]
        target = play.battle.in_front(fighter)
        assert target is not None
        play.emit(Attacked(fighter.key, target.key))
        return fight.FightMeeting(fighter, target, "attack")


class Devour(_OfItsOwn, frozen=True):
    """Devour what stands in front of a creature."""

    says = "devour {creature}"
    rule = "devour"

    def kept(self, battle: Battle, fighter: Fighter, slot: int) -> str | Refusal:
        """A creature with the ability can move, reaches an enemy in front of it, and didn't just come back (B16)."""
        if not fighter.has("devour"):
            return f"{fighter.name} can't devour"
        if fighter.frost:
            return f"{fighter.name} has a frost marker and can't devour"
        if fighter.has("immobility"):
            return Refusal(f"{fighter.name} {_giver(fighter, 'immobility')} and can't devour", "B16")
        target = battle.in_front(fighter)
        if target is None:
            return Refusal(f"no enemy stands in front of {fighter.name}, in slot {slot}", "B16")
        if markers.out_of_reach(fighter, target, ranged_reaches=False):
            return Refusal(f"{target.name} flies; devouring it takes a flyer", "B6")
        if markers.rests(battle.turn, fighter):
            return Refusal(f"{fighter.name} has just come back from devouring", "B16")
        return ""

    def begin(self, play: Play) -> None:
        """Sit down on the enemy; it deals nothing at once, and its own slot is locked."""
        fighter = play.battle.fighters[self.creature]
        target = play.battle.in_front(fighter)
        assert target is not None
        fighter.devouring, target.devoured_by = target.number, fighter.number
        play.emit(Devoured(fighter.key, target.key))


class BreakFree(BattleMove, frozen=True):
    """Break free from a devourer: nothing but a throw."""

    says = "break (free|fre|fr|f|) {creature}"
    rule = "break-free"
    creature: Own

    def forbidden(self, battle: Battle) -> str:
        """It is being devoured."""
        fighter = battle.fighters[self.creature]
        return "" if fighter.devoured_by is not None else f"{fighter.name} is not being devoured"

    def do(self, play: Play) -> Procedure[None]:
        """Throw the devourer off."""
        yield from strikes.break_free(play, play.battle.fighters[self.creature])


class Bind(BattleMove, frozen=True):
    """Bind an enemy; `by` is the wearer, or None for the first who can."""

    says = "bind {target}[ by {by}]"
    rule = "B18"
    target: Enemy
    by: Own | None = None

    def forbidden(self, battle: Battle) -> str | Refusal:
        """An enemy in a slot is bound by one that wears an unused bind (B18)."""
        target = battle.fighters[self.target]
        if target.slot is None:
            return f"{target.name} is {_whereabouts(target)}; bind needs a creature in a slot"
        able = markers.wearers(battle, battle.side_to_move)
        if self.by is None:
            return "" if able else "no creature in a slot wears an unused bind that it can use"
        wearer = battle.fighters[self.by]
        if wearer in able:
            return ""
        if wearer.slot is None:
            return f"{wearer.name} is {_whereabouts(wearer)}"
        if wearer.devoured_by is not None or wearer.devouring is not None:
            does = "is being devoured" if wearer.devoured_by is not None else "is devouring"
            return f"{wearer.name} {does} and can't bind"
        if wearer.has("bind"):
            return f"{wearer.name}'s bind was used in this battle before"
        return Refusal(f"{wearer.name} wears nothing that binds", "bind")

    def begin(self, play: Play) -> None:
        """Bind it."""
        battle = play.battle
        wearer = markers.wearers(battle, battle.side_to_move)[0] if self.by is None else battle.fighters[self.by]
        markers.bind(play, wearer, battle.fighters[self.target])


class Pass(BattleMove, frozen=True):
    """Do nothing, where nothing can be done."""

    says = "pass"
    rule = "B2"

    def why_not(self, battle: Battle) -> str:
        """No action is possible (B2)."""
        other = next(actions(battle, equipment=False), None)
        return "" if other is None else f"an action is possible: {MOVES.write(other, battle)}"

    def begin(self, play: Play) -> None:
        """Tell it; who is beaten is told already."""
        if play.battle.outcome is None:
            play.emit(Passed(play.battle.side_to_move, "no action is possible"))


def _taken(battle: Battle, fighter: Fighter, slot: int) -> str | Refusal:
    """Why a slot of a creature's side isn't free; "" if it is."""
    holder = battle.holder(fighter.side, slot)
    if holder is None:
        return ""
    if holder.devouring is not None:
        return Refusal(f"slot {slot} is locked while {holder.name} devours", "B16")
    return f"slot {slot} is taken by {holder.name}"


def _expect_room(battle: Battle, fighter: Fighter, slot: int) -> None:
    """Refuse what the table overrules where two would stand in a slot. Raises Illegal with what to correct first."""
    holder = battle.holder(fighter.side, slot)
    if holder is not None and holder is not fighter:
        slots = range(1, battle_tables.numbers().slots + 1)
        free = next((one for one in slots if battle.holder(fighter.side, one) is None), None)
        first = "" if free is None else f"{SLOT} {holder.name} {free}"
        raise Illegal(f"slot {slot} is taken by {holder.name}", "summon", first)


def _whereabouts(fighter: Fighter) -> str:
    return "dead" if fighter.dead else "not in a slot" if fighter.maybe else "still in hand"


def _moved_lately(battle: Battle, fighter: Fighter) -> bool:
    """Whether a creature has moved so often in a row that it can't again (B8)."""
    most = battle_tables.numbers().moves_in_a_row
    return battle.sides[fighter.side].moved[-most:] == (fighter.number,) * most


def _giver(fighter: Fighter, ability: str) -> str:
    """Where a creature has an ability from: "wears Tower Shield (immobility)", or "has immobility" of its own."""
    giver = next(source for source in fighter.sources() if ability in source.abilities)
    return f"has {ability}" if giver is fighter.own else f"wears {giver.name} ({ability})"


def _faced(battle: Battle, fighter: Fighter, slot: int, unknown: Collection[int], *, ranged_reaches: bool) -> str:
    """Whom a creature faces that comes into a slot."""
    opponent = battle.standing(enemy_of(fighter.side), slot)
    if opponent is None:
        return ""
    if fighter.has("devour"):
        return f"faces {opponent.name}, no fight"
    if not markers.out_of_reach(fighter, opponent, ranged_reaches=ranged_reaches):
        return f"fights {opponent.name}"
    flies = "" if fighter.number in unknown else ", which flies: no fight"  # it may fly or shoot itself
    return f"faces {opponent.name}{flies}"


def _outfit(battle: Battle, move: Summon) -> Question[str] | None:
    """Which equipment a summoned creature puts on: the question whose answer is the whole move."""
    fighter = battle.fighters[move.creature]
    side = battle.sides[fighter.side]
    worn = move.equipment
    left = [number for number in range(len(side.equipment)) if number not in side.used and number not in worn]
    if not fighter.may_wear or not left or len(worn) >= battle.readings.most_equipment:
        return None

    def with_piece(number: int) -> Option:
        more = Summon(move.creature, move.slot, (*worn, number))
        piece = side.equipment[number]
        return Option(
            MOVES.write(more, battle),
            f"with {piece.name}" if not worn else f"and {piece.name}",
            ", ".join(show_all(piece.abilities)),
            more=partial(_outfit, battle, more),
        )

    stop = Option(MOVES.write(move, battle), "nothing more" if worn else "without equipment")
    listed = [stop, *(with_piece(number) for number in left)]
    pieces = {fold(side.equipment[number].name): number for number in left}

    def parse(text: str) -> str:
        typed = fold(text).removeprefix("with ").removeprefix("and ")
        if any(typed == fold(option.text) for option in listed):
            return text
        if typed in ("none", "nothing", "nothing more", "without equipment"):
            return stop.text
        number = find(typed, pieces, "piece that is left")
        return MOVES.write(Summon(move.creature, move.slot, (*worn, number)), battle)

    return Question(
        "equipment", f"{fighter.name} wears", parse, options=lambda: listed, who=side.player, default=stop.text
    )


# --- all of them ----------------------------------------------------------------------------------


def actions(battle: Battle, equipment: bool = True) -> Iterator[BattleMove]:
    """All legal actions of the side to move, `Pass` not among them; `equipment` says whether with what can be worn.

    They are made directly; why another isn't legal is its own to say.
    """
    if battle.outcome is not None:
        return
    mover = battle.side_to_move
    side = battle.sides[mover]
    taken = {fighter.slot for fighter in battle.fighters if fighter.side == mover}
    free = [slot for slot in range(1, battle_tables.numbers().slots + 1) if slot not in taken]
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
        elif _is_its_own_master(fighter):
            yield from _of_its_own(battle, fighter, free)
    if wearers := markers.wearers(battle, mover):
        for target in battle.of(enemy_of(mover)):
            if target.slot is not None:
                for wearer in wearers:
                    yield Bind(target.number, wearer.number)


def attacks(battle: Battle) -> Iterator[BattleMove]:
    """The actions of the side to move that are aimed at who stands across: attacks and devouring."""
    for fighter in battle.fighters if battle.outcome is None else ():
        if fighter.side == battle.side_to_move and fighter.slot is not None and _is_its_own_master(fighter):
            yield from _at_the_enemy(battle, fighter)


def _is_its_own_master(fighter: Fighter) -> bool:
    return fighter.devoured_by is None and fighter.devouring is None and not fighter.bound


def _of_its_own(battle: Battle, fighter: Fighter, free: Sequence[int]) -> Iterator[BattleMove]:
    """What a creature in a slot that is its own master can do, where these slots of its side are `free`."""
    assert fighter.slot is not None
    if not _is_held(fighter) and not _moved_lately(battle, fighter):
        for slot in free:
            if abs(slot - fighter.slot) == 1:
                yield MoveTo(fighter.number, slot)
    yield from _at_the_enemy(battle, fighter)


def _is_held(fighter: Fighter) -> bool:
    return bool(fighter.frost) or fighter.has("immobility")


def _at_the_enemy(battle: Battle, fighter: Fighter) -> Iterator[BattleMove]:
    target = battle.in_front(fighter)
    if target is None:
        return
    devours = fighter.has("devour")
    if markers.out_of_reach(fighter, target, ranged_reaches=not devours):
        return
    if not devours:
        yield Attack(fighter.number)
    elif not _is_held(fighter) and not markers.rests(battle.turn, fighter):
        yield Devour(fighter.number)


def legal_moves(battle: Battle, equipment: bool = True) -> list[BattleMove]:
    """All legal moves of the side to move; `Pass` alone if no action is possible (B2)."""
    return list(actions(battle, equipment)) or [Pass()]


def can_act(battle: Battle) -> bool:
    """Whether the side to move has a legal action (B2)."""
    return next(actions(battle, equipment=False), None) is not None


def outfits(battle: Battle) -> Iterator[tuple[int, ...]]:
    """The choices of unused pieces of the side to move, in order (absorption takes damage in that order)."""
    side = battle.sides[battle.side_to_move]
    free = [number for number in range(len(side.equipment)) if number not in side.used]
    for many in range(1, battle.readings.most_equipment + 1):
        yield from permutations(free, many)


def _wondered_at(battle: Battle) -> Iterator[BattleMove]:
    """The moves of which a player could reasonably wonder why one isn't offered."""
    for fighter in battle.of(battle.side_to_move):
        if fighter.slot is not None:
            beside = (fighter.slot - 1, fighter.slot + 1)
            yield from (MoveTo(fighter.number, slot) for slot in beside if 1 <= slot <= battle_tables.numbers().slots)
            yield Attack(fighter.number)
            if fighter.has("devour"):
                yield Devour(fighter.number)


_SIDES = ("left", "middle", "right")
"""What a table calls the slots of three."""


def _is_across(move: BattleMove) -> TypeGuard[Summon | MoveTo]:
    """Whether a move goes to a slot, and there are three of them."""
    return isinstance(move, Summon | MoveTo) and battle_tables.numbers().slots == len(_SIDES)


def _side(battle: Battle, move: Summon | MoveTo) -> str:
    """Where a move goes as people say it: to the left or right of where the creature stands, if it stands there."""
    before = battle.fighters[move.creature].slot
    return _SIDES[move.slot - 1] if before is None else "right" if move.slot > before else "left"


class BattleMoves(Moves[Battle]):
    """The moves of a battle, listed creature by creature."""

    def options(
        self,
        battle: Battle,
        wanted: Callable[[BattleMove], bool] = lambda move: True,
        unknown: Collection[int] = (),
    ) -> list[Option]:
        """The legal actions that are wanted, with what each causes. Equipment is asked for after a summon.

        `unknown` are the numbers of creatures of whose cards nothing is known yet.
        """
        return [
            Option(
                self.write(move, battle),
                detail=move.detail(battle, unknown),
                more=partial(_outfit, battle, move) if isinstance(move, Summon) else None,
                also=(f"{self.write(move, battle)[:-1]}{_side(battle, move)}",) if _is_across(move) else (),
            )
            for move in legal_moves(battle, equipment=False)
            if wanted(move)
        ]

    def closed(self, battle: Battle) -> list[Option]:
        """What a player may have in mind and can't do, each with the reason and its rule."""
        refused = ((move, refusal(self.verify, battle, move)) for move in _wondered_at(battle))
        return [closed_by(self.write(move, battle), error) for move, error in refused if error is not None]

    def _begun(self, text: str, error: Unreadable | Illegal, now: MovesNow[Battle]) -> Any:
        """What is meant, but for what begins with a name that the enemy alone has: that tells whose move it is."""
        key, own = fold(text), _own(now.context)
        for name, why in _not_theirs(now.context).items():
            if name not in own and key and (fold(name).startswith(key) or f"{key} ".startswith(f"{fold(name)} ")):
                raise Unreadable(why) from None
        return super()._begun(text, error, now)


MOVES = BattleMoves(Summon, MoveTo, Attack, Devour, BreakFree, Bind, Pass)


# --- Claims ---------------------------------------------------------------------------------------
# What the table says of a battle: how much damage is on its creatures. It changes nothing, and is judged.


WORD = "claim"
"""What a claim that is kept begins with, behind the verb of a correction."""

_CLAIM = lazy_pattern(r"(.*\S)\s*[ =:]\s*(\d{1,4})(?:\s+damage)?", re.IGNORECASE)


# --- What the table puts right in a battle, after a turn


DAMAGE, SLOT = "damage", "slot"
"""How a correction of a battle begins: "damage Wolf 3", "slot Wolf 2"."""


def put_damage(battle: Battle, number: int, damage: int) -> None:
    """Say how much damage is on a creature. Raises Illegal."""
    fighter = _standing(battle, number)
    if damage >= fighter.card.hp:
        why = f"{fighter.name} has {fighter.card.hp} hit points; with {damage} damage it is dead"
        raise Illegal(f"{why}: undo the turn in which it died, and play it again", "hit-points")
    fighter.damage = damage


def put_slot(battle: Battle, number: int, slot: int) -> None:
    """Say in which slot a creature stands. Raises Illegal."""
    fighter = _standing(battle, number)
    if fighter.devouring is not None or fighter.devoured_by is not None:
        raise Illegal(f"{fighter.name} {'devours' if fighter.devouring is not None else 'is devoured'}", "B16")
    if why := _taken(battle, fighter, slot):
        raise Illegal(f"{why.reason if isinstance(why, Refusal) else why}; put that one elsewhere first", "slots")
    fighter.slot = slot


def corrected(text: str, battle: Battle) -> tuple[str, str, int] | None:
    """What a correction of a battle puts right, the creature's key, and the number; None for another."""
    what, _, said = text.partition(" ")
    if what not in (DAMAGE, SLOT):
        return None
    ((name, number),) = _parts(said, battle.fighters)
    return what, _meant(name, battle.fighters).key, number


def _standing(battle: Battle, number: int) -> Fighter:
    """A creature in a slot. Raises Illegal."""
    fighter = battle.fighters[number]
    if fighter.dead or fighter.slot is None:
        raise Illegal(f"{fighter.name} is {_whereabouts(fighter)}", "slots")
    return fighter


def meant(text: str, battle: Battle) -> dict[str, int]:
    """The damage on creatures, by key, that somebody claims: "Griffin 4, sph 2". Names may be shortened.

    Raises BadInput for what is no claim, or fits no creature or several.
    """
    known = [fighter for fighter in battle.fighters if not fighter.maybe]
    if not text.strip():
        raise Unreadable(f"say who has how much damage: {WORD} {_example(known)} 4")
    return {_meant(name, known).key: damage for name, damage in _parts(text, known)}


def exact(text: str, battle: Battle) -> dict[str, int]:
    """The same where names stand whole, as they are `written`. Raises BadInput."""
    parts = _parts(text, battle.fighters)
    return {find_key(name, battle.fighters).key: damage for name, damage in parts}


def named(claims: Mapping[str, int], battle: Battle) -> dict[str, int]:
    """Claims by the name of each creature, or its key where both sides have one of that name."""
    names = {fighter.key: fighter.name for fighter in battle.fighters}
    many = Counter(map(fold, names.values()))
    return {names[key] if many[fold(names[key])] == 1 else key: damage for key, damage in claims.items()}


def written(claims: Mapping[str, int], battle: Battle) -> str:
    """Claims as they can be read again: "Griffin 4, attacker.Wolf 2"."""
    return ", ".join(f"{name} {damage}" for name, damage in named(claims, battle).items())


def after_turn(text: str, battle: Battle | None) -> dict[str, int]:
    """What is claimed after the last turn of a battle under way, names whole. Raises BadInput where there is none."""
    if battle is None:
        raise Unreadable("no battle is refereed now; what is claimed belongs to a turn of one")
    expect_turn(battle)
    return exact(text, battle)


def expect_turn(battle: Battle) -> None:
    """Refuse a claim before the first turn is over. Raises BadInput."""
    if not battle.turn:
        raise BadInput("no turn of this battle is over yet, so there is nothing to claim")


def _parts(text: str, known: Sequence[Fighter]) -> list[tuple[str, int]]:
    found = []
    for part in text.split(","):
        read = _CLAIM.fullmatch(part.strip())
        if read is None:
            raise Unreadable(
                f'"{printable(part.strip())}" isn\'t a claim; say who has how much damage: {WORD} {_example(known)} 4'
            )
        found.append((read[1], int(read[2])))
    return found


def _example(known: Sequence[Fighter]) -> str:
    """A creature that can be named: the first that was hurt, else the first of all."""
    return next((one.name for one in known if one.damage), known[0].name if known else "Griffin")


def _meant(said: str, known: Sequence[Fighter]) -> Fighter:
    """The creature that somebody means by some words of its name, or their beginnings. Raises BadInput."""
    words = fold(said).split()
    fits = [
        one for one in known if all(any(part.startswith(word) for part in fold(one.name).split()) for word in words)
    ]
    return fits[0] if len(fits) == 1 else find_key(said, known)
