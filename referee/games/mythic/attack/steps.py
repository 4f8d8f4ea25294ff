"""One move with an attack's dice, as records tell it: with what was thrown."""

from __future__ import annotations

from referee.games.mythic.attack import dice as on
from referee.games.mythic.attack.dice import AttackDice
from referee.games.mythic.attack.moves import Average, Best, Lift, Move, Reroll, Roll, Second, ThrowTarget
from referee.games.mythic.odds.reckoning import average_wounds, chances_of
from referee.games.mythic.vocabulary import FIVE


def played(dice: AttackDice, move: Move) -> AttackDice:
    """The dice after a move that tells what was thrown. Raises Illegal."""
    match move:
        case Roll(faces):
            return on.rolled(dice, faces)
        case Average():
            return on.averaged(dice, average_wounds(chances_of(dice)))
        case Reroll(chosen, faces):
            return on.thrown_again(dice, chosen, faces or ())
        case Second(chosen, faces):
            return on.second(dice, fives(dice, chosen), faces or ())
        case ThrowTarget():
            return on.target_thrown(dice)
        case Lift(die, fuel):
            return on.lifted(dice, die, fuel)
        case Best():
            for die, fuel in on.best_assignment(dice).lifts:
                dice = on.lifted(dice, die, fuel)
    return on.finished(dice)


def verify_thrown(dice: AttackDice, move: Reroll | Second) -> None:
    """Refuse dice that can't be thrown now. Raises Illegal."""
    if isinstance(move, Reroll):
        on.verify_reroll(dice, move.dice)
    else:
        on.verify_second(dice, fives(dice, move.dice))


def named(dice: AttackDice, move: Move) -> Move:
    """A move with the fives named that lie, where it says all of them."""
    if isinstance(move, Second) and dice.fives:
        return move._replace(dice=fives(dice, move.dice))
    return move


def fives(dice: AttackDice, chosen: tuple[int, ...] | None) -> tuple[int, ...]:
    """The fives of a second assault: those named, or all."""
    return (FIVE,) * dice.fives if chosen is None else chosen
