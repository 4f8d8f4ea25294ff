"""Devour: sitting on an enemy and eating it, and how that ends (pp. 19-20; B1, B16)."""

from __future__ import annotations

from referee.ask import Procedure
from referee.games.conjurers.battle import damage
from referee.games.conjurers.battle.events import Devoured, Returned
from referee.games.conjurers.battle.play import Play
from referee.games.conjurers.battle.state import Fighter
from referee.games.conjurers.tables import battle as battle_tables


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
    devourer.returned = play.battle.turn
    return True


def come_back(play: Play, devourer: Fighter, why: str) -> None:
    """Bring a devouring creature back into its own slot and free its victim."""
    if release(play, devourer):
        play.emit(Returned(devourer.key, why))


def gnaw(play: Play, victim: Fighter) -> Procedure[None]:
    """The devourer's dice at the start of its victim's turn (B1). No power hit (p. 22)."""
    assert victim.devoured_by is not None
    devourer = play.battle.fighters[victim.devoured_by]
    roll = yield from play.roll(devourer.card.bd, f"{devourer.name} devours {victim.name}")
    damage.land(play, "devour", devourer, devourer.powers(), victim, roll, (), ("devour", "B1", "B16"))


def break_free(play: Play, victim: Fighter) -> Procedure[None]:
    """Twice the devourer's dice at the victim, and the devourer goes back (p. 20; B16)."""
    assert victim.devoured_by is not None
    devourer = play.battle.fighters[victim.devoured_by]
    dice = battle_tables.numbers().break_free_times * devourer.card.bd
    roll = yield from play.roll(dice, f"{victim.name} breaks free from {devourer.name}")
    damage.land(play, "break free", devourer, devourer.powers(), victim, roll, (), ("break-free", "B16"))
    damage.settle(play)
    come_back(play, devourer, f"{victim.name} broke free")


def rests(play_turn: int, fighter: Fighter) -> bool:
    """Whether a creature came back so lately that it can't devour in its player's present turn (B16, X1).

    `play_turn` is the number of turns that are over. The turns of a player are two apart: one that came back
    in turn t rests in its player's next turn, t + 1 or t + 2, and in what is left of its own turn t.
    """
    return fighter.returned is not None and play_turn - fighter.returned <= 2
