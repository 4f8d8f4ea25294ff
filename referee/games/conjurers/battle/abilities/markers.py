"""The abilities that leave something on a creature, or take damage for it: frost, poison, binding, absorption, ..."""

from __future__ import annotations

from collections.abc import Mapping

from referee.effects.rules import Term
from referee.games.conjurers import tables
from referee.games.conjurers.battle.events import Absorbed, Bound, Hit, Immune, Marked, Resurrected, Returned
from referee.games.conjurers.battle.state import AbilitySource, Battle, Fighter, Play, SideName

# --- Absorption X: worn pieces take damage before their bearer does (p. 22; B9) -------------------


def absorb(target: Fighter, dealt: int, own: bool) -> tuple[tuple[Absorbed, ...], int]:
    """Absorb damage with the pieces in the order they were named; return what they took, and the damage left.

    A piece that is full stays on with its other abilities (p. 22). Without `own`, the creature's own card takes
    nothing (X3).
    """
    taken = []
    for source in target.sources(own):
        if (amount := min(dealt, source.absorption_left())) > 0:
            source.absorbed += amount
            dealt -= amount
            taken.append(Absorbed(source.name, amount, source.absorption_left()))
    return tuple(taken), dealt


# --- Devour: sitting on an enemy, coming back, and resting after it (pp. 19-20; B16) --------------


def release(play: Play, devourer: Fighter) -> bool:
    """Free a devourer's victim, if it has one; return whether it had."""
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
    """Return whether a creature came back too recently to devour in its player's present turn (B16, X1).

    `play_turn` is the number of turns that are over. The turns of a player are two apart: one that came back
    in turn t rests in its player's next turn, t + 1 or t + 2; coming back before its player's action counts as
    coming back in the turn before.
    """
    return fighter.returned is not None and play_turn - fighter.returned <= 2


# --- Bind: an action that takes an enemy's own abilities for the rest of the battle (p. 23; B18)


def unused_binding(fighter: Fighter) -> AbilitySource | None:
    """Return a source with which a creature can still bind: one that hasn't bound in this battle; or None."""
    return next((s for s in fighter.sources() if "bind" in s.abilities and not s.bind_used), None)


def wearers(battle: Battle, side: SideName) -> list[Fighter]:
    """List a side's creatures that can bind now: in a slot, neither devoured nor devouring, a bind unused."""
    return [
        fighter
        for fighter in battle.in_slots(side)
        if fighter.devouring is None and fighter.devoured_by is None and unused_binding(fighter) is not None
    ]


def bind(play: Play, wearer: Fighter, target: Fighter) -> None:
    """Bind a creature; a devourer goes back to its slot."""
    piece = unused_binding(wearer)
    assert piece is not None
    piece.bind_used = True
    target.bound = True
    play.battle.idle = 0
    play.emit(Bound(target.key, wearer.key, piece.name))
    come_back(play, target, f"{target.name} is bound")


# --- Flying: out of reach for what doesn't fly (pp. 16, 18; B6) -----------------------------------


def out_of_reach(fighter: Fighter, target: Fighter, *, ranged_reaches: bool) -> bool:
    """Return whether a creature can't fight a flyer: it doesn't fly itself, and ranged doesn't help it here."""
    if not target.has("flying") or fighter.has("flying"):
        return False
    return not (ranged_reaches and fighter.has("ranged"))


# --- Frost attack: a marker that lames its bearer and weakens what it deals (pp. 18-19; B9, B11)


def frost_mark(
    play: Play, source: Fighter, powers: Mapping[str, int], target: Fighter, against: Mapping[str, int], hit: Hit
) -> None:
    """Place a frost marker for any damage dealt by a frost attacker, absorbed or not; one at most (B11)."""
    if "frost attack" not in powers or hit.dealt < 1 or target.frost:
        return
    if "immunity ice" in against:
        play.emit(Immune(target.key, "frost attack", source.key))
        return
    target.frost = True
    play.emit(Marked(target.key, "frost", source.key, 1, ("frost-attack", "B11")))


def weaken(total: int, frosted: bool) -> Term | None:
    """Return the third (rounded down) that a frost marker takes off the damage dealt (p. 18; B9); None if nothing."""
    less = total // tables.battle().frost_takes_one_of
    return Term("frost", -less, ("frost-attack", "B9")) if frosted and less > 0 else None


# --- Poisonous ------------------------------------------------------------------------------------
# Poisonous: a marker for each damage received, biting at the start of every turn (p. 19; B1, B11).


def poison_mark(
    play: Play, source: Fighter, powers: Mapping[str, int], target: Fighter, against: Mapping[str, int], hit: Hit
) -> None:
    """Place a poison marker each time damage of a poisonous creature is received (B11)."""
    if "poisonous" not in powers or hit.received < 1:
        return
    if "immunity poison" in against:
        play.emit(Immune(target.key, "poison", source.key))
        return
    target.poison += 1
    play.emit(Marked(target.key, "poison", source.key, target.poison, ("poisonous", "B11")))


def bite(play: Play, fighter: Fighter) -> None:
    """Deal one damage for each poison marker, at the start of its player's turn (B1)."""
    fighter.damage += fighter.poison
    play.battle.idle = 0
    left = fighter.card.hp - fighter.damage
    terms = (Term("markers", fighter.poison, ("poisonous",)),)
    hit = Hit(
        "poison",
        fighter.key,
        fighter.key,
        0,
        (),
        0,
        (),
        terms,
        fighter.poison,
        (),
        fighter.poison,
        left,
        fighter.card.hp,
        ("poisonous", "B1"),
    )
    play.emit(hit)


# --- Resurrection: coming back once in a battle (p. 20; B17) --------------------------------------


def rises(fighter: Fighter) -> bool:
    """Return whether a dying creature comes back: it has the ability now, unused in this battle."""
    return not fighter.resurrected and fighter.has("resurrection")


def rise(play: Play, fighter: Fighter, lost: tuple[str, ...]) -> None:
    """Resurrect a creature: same slot, no damage, markers or equipment; a bound one stays bound."""
    fighter.resurrected = True
    fighter.damage = 0
    fighter.frost = False
    fighter.poison = 0
    fighter.worn = []
    fighter.own.absorbed = 0
    play.emit(Resurrected(fighter.key, lost))
