"""Resurrection: coming back once in a battle (p. 20; B17)."""

from __future__ import annotations

from referee.games.conjurers.battle.events import Resurrected
from referee.games.conjurers.battle.play import Play
from referee.games.conjurers.battle.state import Fighter


def rises(fighter: Fighter) -> bool:
    """Whether a dying creature comes back: it has the ability now, and hasn't used it in this battle."""
    return not fighter.resurrected and fighter.has("resurrection")


def rise(play: Play, fighter: Fighter, lost: tuple[str, ...]) -> None:
    """Same slot, no damage, no markers, no equipment; a bound one stays bound."""
    fighter.resurrected = True
    fighter.damage = 0
    fighter.frost = False
    fighter.poison = 0
    fighter.worn = []
    play.emit(Resurrected(fighter.key, lost))
