"""Multi attack: a third of the damage for the opponent's neighbours too (p. 19; B12)."""

from __future__ import annotations

from referee.asking.dice import Roll
from referee.games.conjurers.battle import damage
from referee.games.conjurers.battle.abilities import defensive
from referee.games.conjurers.battle.events import Hit
from referee.games.conjurers.battle.play import Combatant, Play
from referee.games.conjurers.battle.state import Fighter
from referee.games.conjurers.tables import battle as battle_tables


def spread(play: Play, striker: Combatant, struck: Fighter, slot: int, hit: Hit, plain: int) -> None:
    """A third (rounded down) of the damage dealt to the opponent for each enemy in a slot next to it.

    `plain` is what was rolled, with offensive and less frost, as if the opponent had nothing against it.

    A neighbour's own defensive counts only against the initiator (B12), a devouring one's too (B16).
    """
    shared = {"dealt": hit.dealt, "received": hit.received, "rolled": plain}[play.battle.readings.multi_attack_of]
    third = shared // battle_tables.numbers().multi_attack_one_of
    if not striker.power("multi attack") or third < 1:
        return
    counts = striker.initiator or play.battle.readings.neighbours_defensive == "always"
    for neighbour in play.battle.neighbours(struck, slot):
        less = defensive.term(neighbour.powers(), counts, third, ("defensive", "B12"))
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
