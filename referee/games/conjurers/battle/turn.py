"""A turn from its first damage to its end, and the whole battle as a game for a session (pp. 15-16; B1-B3, B25)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from referee.asking.dice import Dice
from referee.asking.question import Option, Procedure, Question, closed_by
from referee.errors import refusal
from referee.games.conjurers.battle import damage, fight, legality, moves
from referee.games.conjurers.battle.abilities import bind, bites, devour, flying, morale, poisonous
from referee.games.conjurers.battle.events import Attacked, Moved, Passed, Summoned, TurnBegan
from referee.games.conjurers.battle.moves import Attack, Bind, BreakFree, Devour, Move, MoveTo, Pass, Summon
from referee.games.conjurers.battle.play import BattleEnds, Play
from referee.games.conjurers.battle.state import NONE, SIDES, AbilitySource, Battle, enemy_of
from referee.games.conjurers.cards.abilities import show_all
from referee.games.conjurers.tables import battle as battle_tables
from referee.text.names import find, fold, or_list


class BattleGame:
    """Battles as a session plays them: one step is one turn. `dice` is the source of all rolls."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def copy(self, state: Battle) -> Battle:
        """An independent copy of a battle."""
        return state.copy()

    def next_decision(self, state: Battle, events: list[Any]) -> Procedure[None] | None:
        """The next turn; None when the battle is over."""
        return None if state.outcome is not None else turn(Play(state, self.dice, events))


def turn(play: Play) -> Procedure[None]:
    """One turn: what happens before the action (B1), the action, and the end of a round (B3).

    Asks for the move with the key "move"; where the battle ended before the action, or no action is legal, the
    move can only be `pass`. The move that it is sent must be legal: the question's `parse` sees to that.
    """
    battle = play.battle
    play.emit(TurnBegan(battle.turn + 1, battle.round, battle.side_to_move))
    with suppress(BattleEnds):  # then the move can only be a pass
        yield from before_action(play)
    move: Move = yield _move_question(play)  # whoever answers has verified it
    yield from make(play, move)


def before_action(play: Play) -> Procedure[None]:
    """Poison, then devouring, for each of the player's creatures in slots 1, 2, 3 (B1)."""
    for fighter in play.battle.in_slots(play.battle.side_to_move):
        if fighter.poison:
            poisonous.bite(play, fighter)
            damage.settle(play)
        if fighter.devoured_by is not None:  # poison that kills it frees it (X6)
            yield from bites.bite(play, fighter)
            damage.settle(play)


def make(play: Play, move: Move) -> Procedure[None]:
    """Make a legal move, and end the turn."""
    battle = play.battle
    side = battle.sides[battle.side_to_move]
    play.acted = True
    moved = move.creature if isinstance(move, MoveTo) else NONE
    side.moved = (*side.moved, moved)[-battle_tables.numbers().moves_in_a_row :]
    with suppress(BattleEnds):
        yield from act(play, move)
        yield from _end_round(play)
    battle.turn += 1


def act(play: Play, move: Move) -> Procedure[None]:
    """Carry out a legal action. Raises Ended if the battle is over by it."""
    if isinstance(move, BreakFree):
        yield from bites.break_free(play, play.battle.fighters[move.creature])
    elif (meeting := begin(play, move)) is not None:
        yield from fight.fight(play, meeting)


def begin(play: Play, move: Move) -> fight.FightMeeting | None:
    """Carry out what a legal action does before any die is thrown; who fights then, if two do.

    Breaking free is nothing but a throw (`bites.break_free`): here it does nothing.
    """
    battle = play.battle
    match move:
        case Summon(creature, slot, equipment):
            fighter = battle.fighters[creature]
            side = battle.sides[fighter.side]
            pieces = [side.equipment[number] for number in equipment]
            if fighter.maybe:  # one of those drawn, and now it is known
                fighter.maybe = False
                side.hidden -= 1
            fighter.slot = slot
            fighter.worn = [AbilitySource(piece.name, piece.abilities) for piece in pieces]
            side.used.update(equipment)
            play.emit(Summoned(fighter.key, slot, tuple(piece.name for piece in pieces)))
            morale.rise(play, fighter)
            return fight.arrive(play, fighter, "summon")
        case MoveTo(creature, slot):
            fighter = battle.fighters[creature]
            assert fighter.slot is not None
            play.emit(Moved(fighter.key, fighter.slot, slot))
            fighter.slot = slot
            return fight.arrive(play, fighter, "move")
        case Attack(creature):
            fighter = battle.fighters[creature]
            target = battle.in_front(fighter)
            assert target is not None
            play.emit(Attacked(fighter.key, target.key))
            return fight.FightMeeting(fighter, target, "attack")
        case Devour(creature):
            fighter = battle.fighters[creature]
            target = battle.in_front(fighter)
            assert target is not None
            devour.sit_down(play, fighter, target)
        case Bind(target_number, by):
            able = bind.wearers(battle, battle.side_to_move)
            wearer = able[0] if by is None else battle.fighters[by]
            bind.bind(play, wearer, battle.fighters[target_number])
        case Pass():
            if battle.outcome is None:  # who is beaten is told already
                play.emit(Passed(battle.side_to_move, "no action is possible"))
    return None


def _end_round(play: Play) -> Procedure[None]:
    """End the battle if three rounds have gone by without a battle die (p. 15; B3). Raises Ended."""
    battle = play.battle
    if battle.outcome is not None:
        return
    quiet = battle_tables.numbers().quiet_rounds
    if battle.turn % 2 == 0 or battle.round - battle.quiet_since < quiet:
        return
    yield from play.open_hands(play)
    attacker, defender = (sum(f.hit_points_left + f.absorption_left() for f in battle.living(side)) for side in SIDES)
    winner = SIDES[0] if attacker > defender else SIDES[1]
    damage.end(play, winner, "stalemate", ("stalemate", "B3"), (attacker, defender))


# --- the question for a move ----------------------------------------------------------------------


def _move_question(play: Play) -> Question[Move]:
    battle = play.battle
    side = battle.side_to_move

    def parse(text: str) -> Move:
        names = moves.MoveNames(battle, side, shortened=True)
        move = moves.parse(text, names, battle_tables.numbers().slots, partial(_legal_kinds, battle))
        legality.verify(battle, move)
        return move

    player = battle.sides[side].player
    return Question(
        "move",
        f"{player}'s move",
        parse,
        options=lambda: options(battle),
        closed=lambda: closed(battle),
        who=player,
        forced=lambda: None if battle.outcome is None and legality.can_act(battle) else "pass",
        write=lambda move: moves.write(move, battle),
        open=True,
        hint=_offered(battle),
    )


def _legal_kinds(battle: Battle) -> list[str]:
    """The kinds of moves of which one is legal."""
    written = [moves.write(move, battle) for move in legality.legal_moves(battle, equipment=False)]
    return [verb for verb in moves.VERBS if any(text.startswith(verb) for text in written)]


def again(battle: Battle) -> str | None:
    """The attack that goes on, where only one is legal and its target was hurt already."""
    attacks = [move for move in legality.legal_moves(battle, equipment=False) if isinstance(move, Attack)]
    target = battle.in_front(battle.fighters[attacks[0].creature]) if len(attacks) == 1 else None
    return moves.write(attacks[0], battle) if target is not None and target.damage else None


def _offered(battle: Battle) -> str:
    """How equipment is put on, where there is some left and somebody to put it on (p. 22)."""
    side = battle.sides[battle.side_to_move]
    left = [piece.name for number, piece in enumerate(side.equipment) if number not in side.used]
    hand = next((f for f in battle.of(battle.side_to_move) if f.in_hand and f.may_wear), None)
    name = hand.name if hand is not None else "NAME"
    summons = hand is not None or side.hidden
    return f"with equipment: summon {name} 1 with {or_list(left)}" if left and summons else ""


def any_move(move: Move) -> bool:
    """All moves."""
    return True


def options(battle: Battle, wanted: Callable[[Move], bool] = any_move, unknown: Collection[int] = ()) -> list[Option]:
    """The legal actions that are wanted, with what each causes. Equipment is asked for after a summon.

    `unknown` are the numbers of creatures of whose cards nothing is known yet.
    """
    return [
        Option(
            moves.write(move, battle),
            detail=_causes(battle, move, unknown),
            more=partial(_outfit, battle, move) if isinstance(move, Summon) else None,
        )
        for move in legality.legal_moves(battle, equipment=False)
        if wanted(move)
    ]


def closed(battle: Battle) -> Sequence[Option]:
    """What a player may have in mind and can't do, each with the reason and its rule."""
    return [
        closed_by(moves.write(move, battle), error)
        for move in legality.candidates(battle, equipment=False)
        if _worth_saying(battle, move) and (error := refusal(legality.verify, battle, move)) is not None
    ]


def _worth_saying(battle: Battle, move: Move) -> bool:
    """Whether a player could reasonably wonder why a move isn't offered."""
    match move:
        case MoveTo(creature, slot):
            at = battle.fighters[creature].slot
            return at is not None and abs(slot - at) == 1
        case Attack(creature):
            return battle.fighters[creature].slot is not None and not battle.fighters[creature].has("devour")
        case Devour(creature):
            return battle.fighters[creature].slot is not None and battle.fighters[creature].has("devour")
        case _:
            return False


def _causes(battle: Battle, move: Move, unknown: Collection[int]) -> str:
    """What a legal move leads to, in a few words."""
    match move:
        case Summon(creature, slot) | MoveTo(creature, slot):
            fighter = battle.fighters[creature]
            opponent = battle.standing(enemy_of(fighter.side), slot)
            if opponent is None:
                return ""
            if fighter.has("devour"):
                return f"faces {opponent.name}, no fight (B16)"
            if flying.out_of_reach(fighter, opponent, ranged_reaches=isinstance(move, MoveTo)):
                if creature in unknown:  # it may fly or shoot itself
                    return f"faces {opponent.name}"
                return f"faces {opponent.name}, which flies: no fight (B6)"
            return f"fights {opponent.name}"
        case Attack(creature) | Devour(creature):
            target = battle.in_front(battle.fighters[creature])
            return "" if target is None else f"against {target.name}"
        case _:
            return ""


def _outfit(battle: Battle, move: Summon) -> Question[str] | None:
    """Which equipment a summoned creature puts on: the question whose answer is the whole move."""
    fighter = battle.fighters[move.creature]
    side = battle.sides[fighter.side]
    free = [number for number in range(len(side.equipment)) if number not in side.used]
    worn = move.equipment
    left = [number for number in free if number not in worn]
    if not fighter.may_wear or not left or len(worn) >= battle_tables.numbers().most_equipment:
        return None

    def with_piece(number: int) -> Option:
        more = Summon(move.creature, move.slot, (*worn, number))
        piece = side.equipment[number]
        return Option(
            moves.write(more, battle),
            f"with {piece.name}" if not worn else f"and {piece.name}",
            ", ".join(show_all(piece.abilities)),
            more=partial(_outfit, battle, more),
        )

    stop = Option(moves.write(move, battle), "nothing more" if worn else "without equipment")
    listed = [stop, *(with_piece(number) for number in left)]
    pieces = {fold(side.equipment[number].name): number for number in left}

    def parse(text: str) -> str:
        typed = fold(text).removeprefix("with ").removeprefix("and ")
        if any(typed == fold(option.text) for option in listed):
            return text
        if typed in ("none", "nothing", "nothing more", "without equipment"):
            return stop.text
        number = find(typed, pieces, "piece that is left")
        return moves.write(Summon(move.creature, move.slot, (*worn, number)), battle)

    return Question(
        "equipment", f"{fighter.name} wears", parse, options=lambda: listed, who=side.player, default=stop.text
    )
