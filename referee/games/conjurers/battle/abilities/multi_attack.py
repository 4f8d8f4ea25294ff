"""Multi attack: a third of the damage for the opponent's neighbours too (p. 19; B12)."""

from __future__ import annotations

from referee.asking.dice import Roll
from referee.games.conjurers.battle import damage
from referee.games.conjurers.battle.abilities import defensive
from referee.games.conjurers.battle.play import Combatant, Play
from referee.games.conjurers.battle.state import Fighter
from referee.games.conjurers.tables import battle as battle_tables


def spread(play: Play, striker: Combatant, struck: Fighter, slot: int, dealt: int) -> None:
    """A third (rounded down) of the damage dealt to the opponent for each enemy in a slot next to it.

    A neighbour's own defensive counts only against the initiator (B12), a devouring one's too (B16).
    """
    third = dealt // battle_tables.numbers().multi_attack_one_of
    if not striker.power("multi attack") or third < 1:
        return
    for neighbour in play.battle.neighbours(struck, slot):
        less = defensive.term(neighbour.powers(), striker.initiator, third, ("defensive", "B12"))
        damage.land(
            play,
            "multi attack",
            striker.fighter,
            striker.powers,
            neighbour,
            Roll(0, (), third),
            (less,) if less else (),
            ("multi-attack", "B12"),
        )
