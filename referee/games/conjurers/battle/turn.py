"""A turn from its first damage to its end, and the whole battle as a game for a session (pp. 15-16; B1-B3, B25)."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from referee.asking.dice import Dice
from referee.asking.question import Procedure, Question
from referee.games.conjurers import tables
from referee.games.conjurers.battle import damage
from referee.games.conjurers.battle.abilities import markers, strikes
from referee.games.conjurers.battle.events import TurnBegan
from referee.games.conjurers.battle.moves import MOVES, Attack, BattleMove, MoveTo, attacks, can_act
from referee.games.conjurers.battle.state import NONE, SIDES, Battle, BattleEnds, Play, enemy_of
from referee.text.names import or_list


class BattleGame:
    """A battle as a game of a session: one step is one turn. `dice` is the source of all rolls."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def next_decision(self, state: Battle, events: list[Any]) -> Procedure[None] | None:
        """Return the procedure of the next turn; None if the battle is over."""
        return None if state.outcome is not None else turn(Play(state, self.dice, events))


def turn(play: Play) -> Procedure[None]:
    """Play one turn: what happens before the action (B1), the action, and the end of a round (B3).

    Asks for the move with the key "move"; if the battle ended before the action, or no action is legal, the
    move can only be `pass`. The move sent must be legal: the question's `parse` checks that.
    """
    battle = play.battle
    play.emit(TurnBegan(battle.turn + 1, battle.round, battle.side_to_move))
    with suppress(BattleEnds):  # then the move can only be a pass
        yield from before_action(play)
    move: BattleMove = yield _move_question(play)  # verified when it was parsed
    yield from make(play, move)


def before_action(play: Play) -> Procedure[None]:
    """Apply poison, then devouring, to each of the player's creatures in slots 1, 2, 3 (B1)."""
    for fighter in play.battle.in_slots(play.battle.side_to_move):
        if fighter.poison:
            markers.bite(play, fighter)
            damage.settle(play, in_fight=False)
        if fighter.devoured_by is not None:  # poison that kills it frees it (X6)
            yield from strikes.bite(play, fighter)
            damage.settle(play, in_fight=False)


def make(play: Play, move: BattleMove) -> Procedure[None]:
    """Make a legal move, and end the turn."""
    battle = play.battle
    side = battle.sides[battle.side_to_move]
    play.acted = True
    with suppress(BattleEnds):
        yield from move.do(play)
        yield from _end_round(play)
        battle.idle += 1
    moved = move.creature if isinstance(move, MoveTo) else NONE
    side.moved = (*side.moved, moved)[-tables.battle().moves_in_a_row :]
    battle.turn += 1


def _end_round(play: Play) -> Procedure[None]:
    """End the battle after three rounds without a die (p. 15; B3) or many idle ones (X12). Raises BattleEnds."""
    battle = play.battle
    if battle.outcome is not None:
        return
    quiet = battle.round - battle.quiet_since >= battle.readings.quiet_rounds
    if battle.turn % 2 == 0 or not (quiet or battle.idle_rounds):
        return
    yield from play.open_hands(play)
    attacker, defender = (sum(f.hit_points_left + f.absorption_left() for f in battle.living(side)) for side in SIDES)
    winner = SIDES[0] if attacker > defender else SIDES[1]
    rules = ("stalemate", "X12" if battle.idle_rounds else "B3")
    damage.end(play, winner, "stalemate", rules, (attacker, defender))


# --- the question for a move ----------------------------------------------------------------------


DICE_BEHIND = "dice go right after the move or its number: 2110"
"""Hint about dice before the first are typed."""


def _move_question(play: Play) -> Question[Any]:
    battle = play.battle
    player, enemies = battle.sides[battle.side_to_move].player, battle.in_slots(enemy_of(battle.side_to_move))
    first_dice = play.dice.mode == "entered" and not battle.rolls and enemies  # a fight may come, the first with dice
    return MOVES.question(
        battle,
        "move",
        f"{player}'s move",
        who=player,
        open=True,
        hint=DICE_BEHIND if first_dice else _equipment_hint(battle),
        forced=lambda: None if battle.outcome is None and can_act(battle) else "pass",
    )


def again(battle: Battle) -> str | None:
    """Return the only legal attack if its target is already hurt, as the default move; else None."""
    mover = battle.side_to_move
    if not any(fighter.damage and fighter.slot is not None and fighter.side != mover for fighter in battle.fighters):
        return None
    legal = [move for move in attacks(battle) if isinstance(move, Attack)]
    target = battle.in_front(battle.fighters[legal[0].creature]) if len(legal) == 1 else None
    return MOVES.write(legal[0], battle) if target is not None and target.damage else None


def _equipment_hint(battle: Battle) -> str:
    """Describe how to put on equipment if any is left and a creature may wear it (p. 22); else ""."""
    side = battle.sides[battle.side_to_move]
    left = [piece.name for number, piece in enumerate(side.equipment) if number not in side.used]
    hand = next((f for f in battle.of(battle.side_to_move) if f.in_hand and f.may_wear), None)
    name = hand.name if hand is not None else "NAME"
    summons = hand is not None or side.hidden
    return f"with equipment: summon {name} 1 with {or_list(left)}" if left and summons else ""
