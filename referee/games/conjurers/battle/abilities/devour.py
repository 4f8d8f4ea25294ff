"""Devour: sitting on an enemy, coming back, and resting after it (pp. 19-20; B16)."""

from __future__ import annotations

from referee.games.conjurers.battle.events import Devoured, Returned
from referee.games.conjurers.battle.play import Play
from referee.games.conjurers.battle.state import Fighter


def sit_down(play: Play, devourer: Fighter, victim: Fighter) -> None:
    """Put a creature on top of the enemy in front of it; it deals nothing at once, its own slot is locked."""
    devourer.devouring = victim.number
    victim.devoured_by = devourer.number
    play.emit(Devoured(devourer.key, victim.key))


def release(play: Play, devourer: Fighter) -> bool:
    """Free a devourer's victim, if it has one; whether it had."""
    if devourer.devouring is None:
        return False
    play.battle.fighters[devourer.devouring].devoured_by = None
    devourer.devouring = None
    before_its_action = devourer.side == play.battle.side_to_move and not play.acted
    devourer.returned = play.battle.turn - 1 if before_its_action else play.battle.turn
    return True


def come_back(play: Play, devourer: Fighter, why: str) -> None:
    """Bring a devouring creature back into its own slot and free its victim."""
    if release(play, devourer):
        play.emit(Returned(devourer.key, why))


def rests(play_turn: int, fighter: Fighter) -> bool:
    """Whether a creature came back so lately that it can't devour in its player's present turn (B16, X1).

    `play_turn` is the number of turns that are over. The turns of a player are two apart: one that came back
    in turn t rests in its player's next turn, t + 1 or t + 2; coming back before its player's action counts as
    coming back in the turn before.
    """
    return fighter.returned is not None and play_turn - fighter.returned <= 2
