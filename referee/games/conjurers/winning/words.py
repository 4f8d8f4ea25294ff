"""The chance to win a battle in words."""

from __future__ import annotations

from referee.games.conjurers.battle.state import enemy_of
from referee.games.conjurers.winning.solving import Result
from referee.games.conjurers.winning.winning import Chances


def in_a_line(chances: Chances) -> str:
    """Who wins how likely: "Anna wins 62% (±5), Bo 38%, with attack Sphinx.", or what is certain."""
    battle, side, best = chances.battle, chances.side, chances.best
    player, other = battle.sides[side].player, battle.sides[enemy_of(side)].player
    if (solved := chances.solved) is not None:
        match solved.result:
            case Result.WON:
                return f"{player} wins with best play, in {turns_words(solved.turns)} at most: {best.text}."
            case Result.LOST:
                return f"{other} wins with best play, in {turns_words(solved.turns)} at most, whatever {player} does."
        return "Nobody can force a win: with best play the battle goes on without end."
    if best.estimate is None:
        return "The battle wasn't solved in the time given."
    chance = int(best.estimate.chance * 100 + 0.5)
    return f"{player} wins {best.estimate.told()}, {other} {100 - chance}%, with {best.text}."


def turns_words(number: int) -> str:
    """So many turns: "1 turn", "2 turns"."""
    return f"{number} {'turn' if number == 1 else 'turns'}"
