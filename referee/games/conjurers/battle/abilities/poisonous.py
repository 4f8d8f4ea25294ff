"""Poisonous: a marker for each damage received, biting at the start of every turn (p. 19; B1, B11)."""

from __future__ import annotations

from collections.abc import Mapping

from referee.effects.terms import Term
from referee.games.conjurers.battle.events import Hit, Immune, Marked
from referee.games.conjurers.battle.play import Play
from referee.games.conjurers.battle.state import Fighter


def mark(
    play: Play, source: Fighter, powers: Mapping[str, int], target: Fighter, against: Mapping[str, int], hit: Hit
) -> None:
    """A poison marker each time a poisonous creature's damage is received (B11)."""
    if "poisonous" not in powers or hit.received < 1:
        return
    if "immunity poison" in against:
        play.emit(Immune(target.key, "poison", source.key))
        return
    target.poison += 1
    play.emit(Marked(target.key, "poison", source.key, target.poison, ("poisonous", "B11")))


def bite(play: Play, fighter: Fighter) -> None:
    """One damage for each poison marker, at the start of its player's turn (B1)."""
    fighter.damage += fighter.poison
    left = fighter.card.hp - fighter.damage
    terms = (Term("markers", fighter.poison, ("poisonous",)),)
    hit = Hit(
        "poison", fighter.key, fighter.key, 0, (), 0, (), terms, fighter.poison, (), fighter.poison, left,
        fighter.card.hp, ("poisonous", "B1"),
    )  # fmt: skip
    play.emit(hit)
