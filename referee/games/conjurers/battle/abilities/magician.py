"""Magician: one of three abilities in every fight, chosen before it (p. 23; B19)."""

from __future__ import annotations

from referee.asking.question import Option, Procedure, choice
from referee.games.conjurers.battle.events import MagicChosen
from referee.games.conjurers.battle.play import Combatant, Play
from referee.games.conjurers.cards import abilities
from referee.games.conjurers.tables import battle as battle_tables


def conjure(play: Play, combatant: Combatant) -> Procedure[None]:
    """Ask a creature with magician for its ability and give it for this fight."""
    if not combatant.power("magician"):
        return
    fighter = combatant.fighter
    options = [Option(text) for text in battle_tables.numbers().magician]
    chosen = yield choice(
        f"magic {fighter.key}",
        f"{fighter.name} is a magician in this fight; it uses",
        options,
        who=play.battle.sides[fighter.side].player,
    )
    name, number = abilities.parse(chosen, fighter.name)
    combatant.powers[name] = combatant.power(name) + number
    play.emit(MagicChosen(fighter.key, chosen))
