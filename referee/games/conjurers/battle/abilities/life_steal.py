"""Life steal: damage received by the opponent comes off the striker (p. 20; B13)."""

from __future__ import annotations

from referee.games.conjurers.battle.events import Hit, LifeStolen
from referee.games.conjurers.battle.play import Combatant, Play
from referee.games.conjurers.battle.state import Battle
from referee.games.conjurers.tables import battle as battle_tables


def steal(play: Play, striker: Combatant, received: int) -> None:
    """Take life if the striker has the ability and lives."""
    fighter = striker.fighter
    amount = stolen(received, fighter.damage)
    if striker.power("life steal") and not fighter.dead and amount > 0:
        fighter.damage -= amount
        play.emit(LifeStolen(fighter.key, amount))


def prey(battle: Battle, hit: Hit) -> int:
    """The damage of a strike that counts for the thief: all that was received, or as far as there was life (B13)."""
    return hit.received if battle.readings.overkill == "counts" else min(hit.received, hit.left + hit.received)


def stolen(received: int, damage: int) -> int:
    """Half (rounded down) of what the opponent received in the strike, as far as the thief is hurt (B13)."""
    return min(received // battle_tables.numbers().life_steal_one_of, damage)
