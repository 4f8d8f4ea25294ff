"""The moves of a battle: notation, legality by rule, consequences, and their execution (pp. 16-23)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import permutations
from typing import Annotated, Any

from msgspec import Meta

from referee.asking.interrupts import Refusal
from referee.asking.moves import Move, Moves, MovesNow, reason
from referee.asking.question import Option, Procedure, Question, closed_by
from referee.effects.phrases import Misread, Names
from referee.errors import BadInput, Illegal, Unreadable, refusal
from referee.games.conjurers import tables
from referee.games.conjurers.battle import fight
from referee.games.conjurers.battle.abilities import markers, strikes
from referee.games.conjurers.battle.events import Attacked, Devoured, Moved, Passed, Summoned
from referee.games.conjurers.battle.state import AbilitySource, Battle, Fighter, Play, enemy_of, find_key
from referee.games.conjurers.cards.cards import show_all
from referee.text.names import find, fold, printable
from referee.text.pattern import lazy_pattern


def _own(battle: Battle) -> dict[str, int]:
    return {fighter.name: fighter.number for fighter in battle.of(battle.side_to_move)}


def _enemies(battle: Battle) -> dict[str, int]:
    return {fighter.name: fighter.number for fighter in battle.of(enemy_of(battle.side_to_move))}


def _pieces(battle: Battle) -> dict[str, int]:
    return {piece.name: number for number, piece in enumerate(battle.sides[battle.side_to_move].equipment)}


def _not_theirs(battle: Battle) -> dict[str, str]:
    """Explain for each name of the enemy's whose move it is."""
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
        """Return the rule that forbids it."""
        over = battle.outcome
        return self.forbidden(battle) if over is None else Refusal("the battle is over", over.rule)

    def forbidden(self, battle: Battle) -> str | Refusal:
        """Return why it is illegal while the battle goes on; "" if it is legal."""
        raise NotImplementedError

    def detail(self, battle: Battle, unknown: Collection[int] = ()) -> str:
        """Describe what a legal move leads to; `unknown` are the numbers of creatures of unknown cards."""
        return ""

    def begin(self, play: Play) -> fight.FightMeeting | None:
        """Apply what it does before any roll; return the fight that follows, or None."""
        return None

    def do(self, play: Play) -> Procedure[None]:
        """Apply it. Raises BattleEnds if it ends the battle."""
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
        """Check that the creature is in hand, the slot free, and the pieces unused (B5)."""
        fighter = battle.fighters[self.creature]
        if fighter.dead:
            return f"{fighter.name} is dead"
        if fighter.slot is not None:
            return f"{fighter.name} is in slot {fighter.slot} already"
        if fighter.maybe and not battle.sides[fighter.side].hidden:
            return Refusal(f"{fighter.name} is not in this battle: all that were drawn are named", "random-draw")
        return _why_taken(battle, fighter, self.slot) or self._worn(battle, fighter)

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
        """Describe the enemy that it faces."""
        return _describe_facing(battle, battle.fighters[self.creature], self.slot, unknown, ranged_reaches=False)

    def begin(self, play: Play) -> fight.FightMeeting | None:
        """Put it into the slot; a drawn creature becomes known."""
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
    """A move of a creature in a slot that is neither bound, devoured nor devouring."""

    creature: Own

    def forbidden(self, battle: Battle) -> str | Refusal:
        """Check that the creature is in a slot and neither devours, is devoured nor is bound."""
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
        return self.why_illegal(battle, fighter, fighter.slot)

    def why_illegal(self, battle: Battle, fighter: Fighter, slot: int) -> str | Refusal:
        """Return why a creature that is free to act can't do it; "" if it can."""
        raise NotImplementedError

    def detail(self, battle: Battle, unknown: Collection[int] = ()) -> str:
        """Name the enemy."""
        target = battle.in_front(battle.fighters[self.creature])
        return "" if target is None else f"against {target.name}"


class MoveTo(_OfItsOwn, frozen=True):
    """Move a creature to a slot."""

    says = "(move|walk|step) {creature} (|in|to) (|slot) {slot}"
    rule = "move"
    slot: Slot

    def why_illegal(self, battle: Battle, fighter: Fighter, slot: int) -> str | Refusal:
        """Check that the slot is free and next to it, and that it didn't move too often in a row (B8)."""
        if fighter.frost:
            return Refusal(f"{fighter.name} has a frost marker and can't move", "frost-attack")
        if fighter.has("immobility"):
            return Refusal(f"{fighter.name} {_immobility(fighter)} and can't move", "immobility")
        if abs(self.slot - slot) != 1:
            return f"{fighter.name} is in slot {slot}; slot {self.slot} isn't next to it"
        if why := _why_taken(battle, fighter, self.slot):
            return why
        if _moved_lately(battle, fighter):
            most = tables.battle().moves_in_a_row
            return Refusal(f"{fighter.name} moved in the last {most} turns of its player", "B8")
        return ""

    def detail(self, battle: Battle, unknown: Collection[int] = ()) -> str:
        """Describe the enemy that it faces."""
        return _describe_facing(battle, battle.fighters[self.creature], self.slot, unknown, ranged_reaches=True)

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

    says = "(attack|strike|hit|shoot) {creature}"
    rule = "attack"

    def why_illegal(self, battle: Battle, fighter: Fighter, slot: int) -> str | Refusal:
        """Check that it reaches an enemy in front of it, and doesn't devour instead of attacking (B16)."""
        if fighter.has("devour"):
            return Refusal(f"{fighter.name} devours; it makes no normal attack", "B16")
        target = battle.in_front(fighter)
        if target is None:
            return Refusal(f"no enemy stands in front of {fighter.name}, in slot {slot}", "empty-slot")
        if markers.out_of_reach(fighter, target, ranged_reaches=True):
            return Refusal(f"{target.name} flies; {fighter.name} neither flies nor is ranged", "B6")
        return ""

    def begin(self, play: Play) -> fight.FightMeeting:
        """Return the fight with the enemy."""
        fighter = play.battle.fighters[self.creature]
        target = play.battle.in_front(fighter)
        assert target is not None
        play.emit(Attacked(fighter.key, target.key))
        return fight.FightMeeting(fighter, target, "attack")


class AttackOn(BattleMove, frozen=True):
    """An attack on a creature of the other side; by one in hand it is proposed to be summoned opposite."""

    says = ("{creature} (attacks|strikes|hits|shoots) {target}", "attack {target} with {creature}")
    listed = False
    target: Annotated[int, Names("creature of the other side", _enemies)]
    creature: Own

    def complete(self, battle: Battle) -> Any:
        """Return the `Attack` that it means. Raises Misread if it means another move, Illegal if none."""
        fighter, target = battle.fighters[self.creature], battle.fighters[self.target]
        if fighter.slot is not None and fighter.slot == target.slot:
            return Attack(self.creature)
        why = f"{target.name} doesn't stand in front of {fighter.name}"
        slot = target.slot
        ways = () if slot is None else (Summon(self.creature, slot), MoveTo(self.creature, slot))
        for meant in (way for way in ways if not way.why_not(battle)):
            written = MOVES.write(meant, battle)
            raise Misread(f"{why}; did you mean {written}?", meant=written)
        raise Illegal(why, "attack")


class Devour(_OfItsOwn, frozen=True):
    """Devour what stands in front of a creature."""

    says = "devour {creature}"
    rule = "devour"

    def why_illegal(self, battle: Battle, fighter: Fighter, slot: int) -> str | Refusal:
        """Check that it has the ability, can move, reaches an enemy in front, and didn't just come back (B16)."""
        if not fighter.has("devour"):
            return f"{fighter.name} can't devour"
        if fighter.frost:
            return f"{fighter.name} has a frost marker and can't devour"
        if fighter.has("immobility"):
            return Refusal(f"{fighter.name} {_immobility(fighter)} and can't devour", "B16")
        target = battle.in_front(fighter)
        if target is None:
            return Refusal(f"no enemy stands in front of {fighter.name}, in slot {slot}", "B16")
        if markers.out_of_reach(fighter, target, ranged_reaches=False):
            return Refusal(f"{target.name} flies; devouring it takes a flyer", "B6")
        if markers.rests(battle.turn, fighter):
            return Refusal(f"{fighter.name} has just come back from devouring", "B16")
        return ""

    def begin(self, play: Play) -> None:
        """Put it on the enemy; it deals no damage at once, and its own slot is locked."""
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
        """Check that it is being devoured."""
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
        """Check that the enemy is in a slot, and the wearer has an unused bind (B18)."""
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
        """Check that no action is possible (B2)."""
        other = next(actions(battle, equipment=False), None)
        return "" if other is None else f"an action is possible: {MOVES.write(other, battle)}"

    def begin(self, play: Play) -> None:
        """Emit the event, unless the battle is over: then its end was emitted."""
        if play.battle.outcome is None:
            play.emit(Passed(play.battle.side_to_move, "no action is possible"))


def _why_taken(battle: Battle, fighter: Fighter, slot: int) -> str | Refusal:
    """Return why a slot of a creature's side isn't free; "" if it is."""
    holder = battle.holder(fighter.side, slot)
    if holder is None:
        return ""
    if holder.devouring is not None:
        return Refusal(f"slot {slot} is locked while {holder.name} devours", "B16")
    return f"slot {slot} is taken by {holder.name}"


def _expect_room(battle: Battle, fighter: Fighter, slot: int) -> None:
    """Refuse an overruled move that puts two in a slot. Raises Illegal with what to correct first."""
    holder = battle.holder(fighter.side, slot)
    if holder is not None and holder is not fighter:
        slots = range(1, tables.battle().slots + 1)
        free = next((one for one in slots if battle.holder(fighter.side, one) is None), None)
        first = "" if free is None else f"{SLOT} {holder.name} {free}"
        raise Illegal(f"slot {slot} is taken by {holder.name}", "summon", first)


def _whereabouts(fighter: Fighter) -> str:
    return "dead" if fighter.dead else "not in a slot" if fighter.maybe else "still in hand"


def _moved_lately(battle: Battle, fighter: Fighter) -> bool:
    """Return whether a creature has made too many moves in a row to move again (B8)."""
    most = tables.battle().moves_in_a_row
    return battle.sides[fighter.side].moved[-most:] == (fighter.number,) * most


def _immobility(fighter: Fighter) -> str:
    """Say why a creature is immobile: "wears Tower Shield (immobility)", or "has immobility" for its own card."""
    giver = next(source for source in fighter.sources() if "immobility" in source.abilities)
    return "has immobility" if giver is fighter.own else f"wears {giver.name} (immobility)"


def _describe_facing(
    battle: Battle, fighter: Fighter, slot: int, unknown: Collection[int], *, ranged_reaches: bool
) -> str:
    """Describe the enemy that a creature faces when it comes into a slot."""
    opponent = battle.standing(enemy_of(fighter.side), slot)
    if opponent is None:
        return ""
    if fighter.has("devour"):
        return f"faces {opponent.name}, no fight"
    if not markers.out_of_reach(fighter, opponent, ranged_reaches=ranged_reaches):
        return f"fights {opponent.name}"
    flies = "" if fighter.number in unknown else ", which flies: no fight"  # it may fly or shoot itself
    return f"faces {opponent.name}{flies}"


def _ask_outfit(battle: Battle, move: Summon) -> Question[str] | None:
    """Return the question for a summoned creature's equipment, answered by the whole move; None if there is none."""
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
            more=partial(_ask_outfit, battle, more),
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
    """Yield all legal actions of the side to move but `Pass`; summons with worn pieces only with `equipment`.

    They are generated directly; a move itself explains why it is illegal.
    """
    if battle.outcome is not None:
        return
    mover = battle.side_to_move
    side = battle.sides[mover]
    taken = {fighter.slot for fighter in battle.fighters if fighter.side == mover}
    free = [slot for slot in range(1, tables.battle().slots + 1) if slot not in taken]
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
            if not _is_held(fighter) and not _moved_lately(battle, fighter):
                yield from (MoveTo(fighter.number, slot) for slot in free if abs(slot - fighter.slot) == 1)
            yield from _actions_across(battle, fighter)
    if wearers := markers.wearers(battle, mover):
        for target in battle.of(enemy_of(mover)):
            if target.slot is not None:
                for wearer in wearers:
                    yield Bind(target.number, wearer.number)


def attacks(battle: Battle) -> Iterator[BattleMove]:
    """Yield the actions of the side to move against the enemy across: attacks and devouring."""
    for fighter in battle.fighters if battle.outcome is None else ():
        if fighter.side == battle.side_to_move and fighter.slot is not None and _is_its_own_master(fighter):
            yield from _actions_across(battle, fighter)


def _is_its_own_master(fighter: Fighter) -> bool:
    return fighter.devoured_by is None and fighter.devouring is None and not fighter.bound


def _is_held(fighter: Fighter) -> bool:
    return bool(fighter.frost) or fighter.has("immobility")


def _actions_across(battle: Battle, fighter: Fighter) -> Iterator[BattleMove]:
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
    """List all legal moves of the side to move; only `Pass` if no action is possible (B2)."""
    return list(actions(battle, equipment)) or [Pass()]


def can_act(battle: Battle) -> bool:
    """Return whether the side to move has a legal action (B2)."""
    return next(actions(battle, equipment=False), None) is not None


def outfits(battle: Battle) -> Iterator[tuple[int, ...]]:
    """Yield the ordered choices of unused pieces of the side to move (absorption takes damage in that order)."""
    side = battle.sides[battle.side_to_move]
    free = [number for number in range(len(side.equipment)) if number not in side.used]
    for many in range(1, battle.readings.most_equipment + 1):
        yield from permutations(free, many)


def _expected_moves(battle: Battle) -> Iterator[BattleMove]:
    """Yield the moves that a player may reasonably expect to be offered."""
    for fighter in battle.of(battle.side_to_move):
        if fighter.slot is not None:
            beside = (fighter.slot - 1, fighter.slot + 1)
            yield from (MoveTo(fighter.number, slot) for slot in beside if 1 <= slot <= tables.battle().slots)
            yield Attack(fighter.number)
            if fighter.has("devour"):
                yield Devour(fighter.number)


_SIDES = ("left", "middle", "right")
"""Names of the slots if there are three."""


def _sides(battle: Battle, move: BattleMove) -> list[str]:
    """List names of where a move goes: "left" or "right" of the creature's slot, or the slot's own; [] for others."""
    if not isinstance(move, Summon | MoveTo) or tables.battle().slots != len(_SIDES):
        return []
    before, own = battle.fighters[move.creature].slot, _SIDES[move.slot - 1]
    if before is not None:
        own = "right" if move.slot > before else "left"
    beside = battle.neighbours(battle.fighters[move.creature], move.slot) if before is None else []
    near = [f"{'left' if move.slot < (one.slot or 0) else 'right'} side next to {one.name}" for one in beside]
    return [own, f"{own} side", *near, *(("middle", "centre", "center") if move.slot == 2 else ())]


class BattleMoves(Moves[Battle]):
    """The moves of a battle, listed creature by creature."""

    def options(
        self, battle: Battle, wanted: Callable[[BattleMove], bool] = lambda move: True, unknown: Collection[int] = ()
    ) -> list[Option]:
        """List the legal actions that are wanted, with what each causes. Equipment is asked for after a summon.

        `unknown` are the numbers of creatures whose cards aren't known yet.
        """
        return [
            Option(
                self.write(move, battle),
                detail=move.detail(battle, unknown),
                more=partial(_ask_outfit, battle, move) if isinstance(move, Summon) else None,
                also=tuple(f"{self.write(move, battle)[:-1]}{side}" for side in _sides(battle, move)),
            )
            for move in legal_moves(battle, equipment=False)
            if wanted(move)
        ]

    def closed(self, battle: Battle) -> list[Option]:
        """List moves that a player may expect but can't make, each with the reason and its rule."""
        refused = ((move, refusal(self.verify, battle, move)) for move in _expected_moves(battle))
        return [closed_by(self.write(move, battle), error) for move, error in refused if error is not None]

    def _begun(self, text: str, error: Unreadable | Illegal, now: MovesNow[Battle]) -> Any:
        """Complete a shortened move, but refuse a name that only the enemy has, saying whose move it is."""
        key, own = fold(text), _own(now.context)
        for name, why in _not_theirs(now.context).items():
            if name not in own and key and (fold(name).startswith(key) or f"{key} ".startswith(f"{fold(name)} ")):
                raise Unreadable(why) from None
        return super()._begun(text, error, now)


RECORDED = BattleMoves(Summon, MoveTo, Attack, Devour, BreakFree, Bind, Pass)
"""The moves as they stand in files."""
MOVES = BattleMoves(*RECORDED.kinds, AttackOn)


# --- Claims ---------------------------------------------------------------------------------------
# Claims of the table about the damage on creatures. They change nothing, and are judged.


WORD = "claim"
"""First word of a recorded claim, after the verb of a correction."""

_CLAIM = lazy_pattern(r"(.*\S)\s*[ =:]\s*(\d{1,4})(?:\s+damage)?", re.IGNORECASE)


# --- Corrections of a battle, after a turn


DAMAGE, SLOT = "damage", "slot"
"""First words of a correction of a battle: "damage Wolf 3", "slot Wolf 2"."""


def put_damage(battle: Battle, number: int, damage: int) -> None:
    """Set the damage on a creature. Raises Illegal."""
    fighter = _standing(battle, number)
    if damage >= fighter.card.hp:
        why = f"{fighter.name} has {fighter.card.hp} hit points; with {damage} damage it is dead"
        raise Illegal(f"{why}: undo the turn in which it died, and play it again", "hit-points")
    fighter.damage = damage


def put_slots(battle: Battle, slots: Mapping[int, int]) -> None:
    """Set the slots of creatures at once: two may change places. Raises Illegal."""
    for number, slot in slots.items():
        fighter = _standing(battle, number)
        if fighter.devouring is not None or fighter.devoured_by is not None:
            raise Illegal(f"{fighter.name} {'devours' if fighter.devouring is not None else 'is devoured'}", "B16")
        others = (one for one in battle.of(fighter.side) if one is not fighter)
        if any(slots.get(one.number, one.slot) == slot for one in others):
            why = _why_taken(battle, fighter, slot) or f"slot {slot} is named twice"
            raise Illegal(f"{reason(why)}; put that one elsewhere first", "slots")
    for number, slot in slots.items():
        battle.fighters[number].slot = slot


def parse_correction(text: str, battle: Battle) -> tuple[str, str, int] | None:
    """Parse a correction of a battle into what it corrects, the creature's key, and the number; None for another."""
    what, _, rest = text.partition(" ")
    if what not in (DAMAGE, SLOT):
        return None
    ((name, number),) = _parts(rest, battle.fighters)
    return what, _find_by_words(name, battle.fighters).key, number


def _standing(battle: Battle, number: int) -> Fighter:
    """Return a creature that is in a slot. Raises Illegal for another."""
    fighter = battle.fighters[number]
    if fighter.dead or fighter.slot is None:
        raise Illegal(f"{fighter.name} is {_whereabouts(fighter)}", "slots")
    return fighter


def parse_claims(text: str, battle: Battle) -> dict[str, int]:
    """Parse claimed damage on creatures, by key: "Griffin 4, sph 2". Names may be shortened.

    Raises BadInput for anything that is no claim, or fits no creature or several.
    """
    known = [fighter for fighter in battle.fighters if not fighter.maybe]
    if not text.strip():
        raise Unreadable(f"say who has how much damage: {WORD} {_example(known)} 4")
    return {_find_by_words(name, known).key: damage for name, damage in _parts(text, known)}


def exact(text: str, battle: Battle) -> dict[str, int]:
    """Parse claims with whole names, as `format_claims` writes them. Raises BadInput."""
    parts = _parts(text, battle.fighters)
    return {find_key(name, battle.fighters).key: damage for name, damage in parts}


def claims_by_name(claims: Mapping[str, int], battle: Battle) -> dict[str, int]:
    """Return claims by the name of each creature, or by its key if both sides have one of that name."""
    names = {fighter.key: fighter.name for fighter in battle.fighters}
    many = Counter(map(fold, names.values()))
    return {names[key] if many[fold(names[key])] == 1 else key: damage for key, damage in claims.items()}


def format_claims(claims: Mapping[str, int], battle: Battle) -> str:
    """Write claims so that they can be read again: "Griffin 4, attacker.Wolf 2"."""
    return ", ".join(f"{name} {damage}" for name, damage in claims_by_name(claims, battle).items())


def after_turn(text: str, battle: Battle | None) -> dict[str, int]:
    """Parse the claim after the last turn of a battle, with whole names. Raises BadInput if there is no battle."""
    if battle is None:
        raise Unreadable("no battle is refereed now; what is claimed belongs to a turn of one")
    expect_turn(battle)
    return exact(text, battle)


def expect_turn(battle: Battle) -> None:
    """Refuse a claim before the first turn is over. Raises BadInput."""
    if not battle.turn:
        raise BadInput("no turn of this battle is over yet, so there is nothing to claim")


def _parts(text: str, known: Sequence[Fighter]) -> list[tuple[str, int]]:
    claims = []
    for part in text.split(","):
        read = _CLAIM.fullmatch(part.strip())
        if read is None:
            raise Unreadable(
                f'"{printable(part.strip())}" isn\'t a claim; say who has how much damage: {WORD} {_example(known)} 4'
            )
        claims.append((read[1], int(read[2])))
    return claims


def _example(known: Sequence[Fighter]) -> str:
    """Return a creature for an example: the first that was hurt, else the first of all."""
    return next((one.name for one in known if one.damage), known[0].name if known else "Griffin")


def _find_by_words(words_typed: str, known: Sequence[Fighter]) -> Fighter:
    """Find a creature by some words of its name, or their beginnings. Raises BadInput."""
    words = fold(words_typed).split()
    fits = [
        one for one in known if all(any(part.startswith(word) for part in fold(one.name).split()) for word in words)
    ]
    return fits[0] if len(fits) == 1 else find_key(words_typed, known)
