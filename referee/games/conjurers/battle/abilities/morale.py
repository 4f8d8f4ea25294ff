"""Morale (optional rule): a summoned creature's kin heal the side (p. 21; B21)."""

from __future__ import annotations

from referee.games.conjurers.battle.events import MoraleRose
from referee.games.conjurers.battle.play import Play
from referee.games.conjurers.battle.state import Fighter
from referee.games.conjurers.tables import battle as battle_tables


def rise(play: Play, summoned: Fighter) -> None:
    """Heal each of the player's creatures in slots by up to 2 damage, or 4 with two or more kin in slots."""
    mythology = summoned.card.mythology
    if not play.battle.morale or mythology is None:
        return
    present = play.battle.in_slots(summoned.side)
    others = sum(1 for f in present if f is not summoned and f.card.mythology == mythology)
    if not others:
        return
    most = battle_tables.numbers().morale[min(others, 2) - 1]
    healed = []
    for fighter in present:
        if fighter.damage:
            amount = min(most, fighter.damage)
            fighter.damage -= amount
            healed.append((fighter.key, amount))
    play.emit(MoraleRose(mythology, others, tuple(healed)))
