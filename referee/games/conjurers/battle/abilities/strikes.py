"""The abilities that change the dice and the damage of a fight, or how it goes: elements, burning, devouring, ...

A section for each; those that leave something on a creature are in `markers`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from referee.asking.dice import Roll
from referee.asking.question import Option, Procedure, choice
from referee.effects.rules import Term
from referee.games.conjurers import tables
from referee.games.conjurers.battle import damage
from referee.games.conjurers.battle import events as e
from referee.games.conjurers.battle.abilities import markers
from referee.games.conjurers.battle.state import Battle, Combatant, Fighter, Play
from referee.games.conjurers.cards import cards

# --- Elements (optional rule): more dice for the superior element (p. 21; B20) --------------------


def superior_element(play: Play, striker: Combatant, struck: Combatant) -> Term | None:
    """Return the matrix's dice if the striker's element is superior; None for an attacked devourer (B16)."""
    return None if striker.attacked_devourer else over(play, striker.fighter, struck.fighter)


def in_every_roll(play: Play, thrower: Fighter, other: Fighter) -> int:
    """Return the extra dice of a roll that is no strike, if the table reads it so (B20)."""
    more = over(play, thrower, other) if play.battle.readings.element_dice == "every roll" else None
    return more.amount if more is not None else 0


def over(play: Play, thrower: Fighter, other: Fighter) -> Term | None:
    """Return the dice by levels and elements of thrower and target, if the thrower's element is superior."""
    if not play.battle.elements:
        return None
    mine, theirs = thrower.card, other.card
    table = tables.battle().elements
    if mine.element is None or theirs.element is None or table.superior[mine.element] != theirs.element:
        return None
    more = table.matrix[mine.level - 1][theirs.level - 1]
    return Term(f"{mine.element} over {theirs.element}", more, ("elements", "B20"))


# --- Burning --------------------------------------------------------------------------------------
# Burning X: after the strikes, dice for the opponent and for each of its neighbours (p. 19; B14, B15).


Immunities = Mapping[int, Mapping[str, int]]
"""The abilities of creatures by number, as they were when the fight began (B14)."""

Fire = tuple[Combatant, Combatant]
"""A creature that may burn, and its opponent in the fight."""


def fires(pair: Sequence[Combatant]) -> list[Fire]:
    """List who may burn whom after the strikes of a fight, the initiator first (B14)."""
    one, other = pair
    return [(one, other), (other, one)]


def burn(play: Play, left: list[Fire], slot: int, before: Immunities) -> Procedure[None]:
    """Resolve the burning of both creatures of a fight; each roll is a moment of its own (B25).

    A burning that begins is removed from `left`. It is lowered by the frost marker as it was after the strikes, also
    a dead burner's (B14). Raises BattleEnds if the battle is over.
    """
    frosted = {burner.fighter.number: burner.fighter.frost for burner, _ in left}
    while left:
        burner, other = left.pop(0)
        dice = flames(play, burner, other)
        for victim in reach(play.battle, other, slot) if dice else ():
            if is_spared(play, burner, other, victim, before):
                continue
            more = in_every_roll(play, burner.fighter, victim)
            roll = yield from play.roll(dice + more, burner.fighter, "burns", victim)
            scorch(play, burner, other, victim, roll, frosted[burner.fighter.number], before)
            damage.settle(play)


def drop(play: Play, left: Iterable[Fire], slot: int, before: Immunities) -> None:
    """Emit the burning that was `left` when the battle was over, if it would have reached a creature (B14, B25)."""
    for burner, other in left:
        if not burner.power("burning") or burner.kept or other.power("immunity fire"):
            continue
        fighters = reach(play.battle, other, slot)
        if victims := tuple(f.key for f in fighters if not _immune(other, f, before)):
            play.emit(e.BurningDropped(burner.fighter.key, victims, burner.fighter.side))


def flames(play: Play, burner: Combatant, other: Combatant) -> int:
    """Return the dice of each roll of a creature's burning; 0 if it has none or is cancelled (B7, B15)."""
    dice = burner.power("burning")
    if not dice or burner.kept:
        return 0
    if other.power("immunity fire"):
        play.emit(e.Immune(other.fighter.key, "burning", burner.fighter.key, whole_fight=True))
        return 0
    return dice


def reach(battle: Battle, other: Combatant, slot: int) -> list[Fighter]:
    """List the creatures that burning reaches: the opponent if still there, then its neighbours, lower slot first."""
    target = other.fighter
    return [*([target] if target.slot == slot else []), *battle.neighbours(target, slot)]


def is_spared(play: Play, burner: Combatant, other: Combatant, victim: Fighter, before: Immunities) -> bool:
    """Return whether a neighbour is immune to fire; then no dice are rolled for it (B15)."""
    if not _immune(other, victim, before):
        return False
    play.emit(e.Immune(victim.key, "burning", burner.fighter.key))
    return True


def _immune(other: Combatant, victim: Fighter, before: Immunities) -> bool:
    """Return whether a creature beside the fight is immune to fire; the opponent's immunity cancels all (B15)."""
    return victim is not other.fighter and "immunity fire" in before.get(victim.number, {})


def scorch(
    play: Play, burner: Combatant, other: Combatant, victim: Fighter, roll: Roll, frost: bool, before: Immunities
) -> e.Hit:
    """Apply one roll of burning to a creature; `frost` says whether the burner has a marker (B14)."""
    neighbour = victim is not other.fighter
    less = markers.weaken(roll.total, frost)
    return damage.land(
        play,
        "burning",
        burner.fighter,
        burner.powers,
        victim,
        roll,
        (less,) if less else (),
        ("burning", "B14"),
        immunities=before.get(victim.number, {}) if neighbour else other.powers,
        own=neighbour or not other.attacked_devourer,
    )


# --- Bites ----------------------------------------------------------------------------------------
# The effects of devouring on its victim: the bites of each turn, and breaking free (pp. 19-20; B1, B16).


def bite(play: Play, victim: Fighter) -> Procedure[None]:
    """Roll the devourer's dice at the start of its victim's turn (B1). No power hit (p. 22)."""
    assert victim.devoured_by is not None
    devourer = play.battle.fighters[victim.devoured_by]
    dice = devourer.card.bd + in_every_roll(play, devourer, victim)
    roll = yield from play.roll(dice, devourer, "devours", victim)
    damage.land(play, "devour", devourer, devourer.powers(), victim, roll, (), ("devour", "B1", "B16"))


def break_free(play: Play, victim: Fighter) -> Procedure[None]:
    """Roll twice the devourer's dice at the victim, and send the devourer back (p. 20; B16)."""
    assert victim.devoured_by is not None
    devourer = play.battle.fighters[victim.devoured_by]
    dice = tables.battle().break_free_times * devourer.card.bd
    dice += in_every_roll(play, devourer, victim)
    roll = yield from play.roll(dice, devourer, "is thrown off by", victim)
    damage.land(play, "break free", devourer, devourer.powers(), victim, roll, (), ("break-free", "B16"))
    damage.settle(play, in_fight=False)
    markers.come_back(play, devourer, f"{victim.name} broke free")


# --- Defensive X: less damage from a fight that its bearer didn't start (p. 18; B9, B12) ----------


def defensive(
    powers: Mapping[str, int], against_initiator: bool, total: int, rules: e.Rules = ("defensive", "B9")
) -> Term | None:
    """Return the damage taken off by defensive X, down to 0, if it comes from the fight's initiator; else None."""
    less = min(powers.get("defensive", 0), max(0, total))
    return Term("defensive", -less, rules) if against_initiator and less > 0 else None


# --- First strike: striking before the opponent (p. 23; B10) --------------------------------------


def order(striking: Sequence[Combatant]) -> list[list[Combatant]]:
    """Group strikes by moment: all at once, unless exactly one of two striking creatures is first."""
    first = [striker for striker in striking if striker.power("first strike")]
    if len(striking) == 2 and len(first) == 1:
        return [first, [striker for striker in striking if striker is not first[0]]]
    return [list(striking)]


# --- Life steal: damage received by the opponent comes off the striker (p. 20; B13) ---------------


def steal(play: Play, striker: Combatant, received: int) -> None:
    """Remove damage from the striker if it has life steal and lives."""
    fighter = striker.fighter
    amount = stolen(received, fighter.damage)
    if striker.power("life steal") and not fighter.dead and amount > 0:
        fighter.damage -= amount
        play.emit(e.LifeStolen(fighter.key, amount))


def prey(battle: Battle, hit: e.Hit) -> int:
    """Return the damage of a strike that life steal counts: all received, or no more than the life left (B13)."""
    return hit.received if battle.readings.overkill == "counts" else min(hit.received, hit.left + hit.received)


def stolen(received: int, damage: int) -> int:
    """Return half (rounded down) of what the opponent received in the strike, up to the thief's damage (B13)."""
    return min(received // tables.battle().life_steal_one_of, damage)


# --- Magician: one of three abilities in every fight, chosen before it (p. 23; B19) ---------------


def conjure(play: Play, combatant: Combatant) -> Procedure[None]:
    """Ask a magician's player which ability it uses, and add it for this fight."""
    if not combatant.power("magician"):
        return
    fighter = combatant.fighter
    options = [Option(text) for text in tables.battle().magician]
    chosen = yield choice(
        f"magic {fighter.key}",
        f"{fighter.name} is a magician in this fight; it uses",
        options,
        who=play.battle.sides[fighter.side].player,
    )
    name, number = cards.parse(chosen, fighter.name)
    combatant.powers[name] = combatant.power(name) + number
    play.emit(e.MagicChosen(fighter.key, chosen))


# --- Morale (optional rule): a summoned creature's kin heal the side (p. 21; B21) -----------------


def rise(play: Play, summoned: Fighter) -> None:
    """Heal each of the player's creatures in slots by up to 2 damage, or 4 with two or more kin in slots."""
    mythology = summoned.card.mythology
    if not play.battle.morale or mythology is None:
        return
    present = play.battle.in_slots(summoned.side)
    others = sum(1 for f in present if f is not summoned and f.card.mythology == mythology)
    if not others:
        return
    most = tables.battle().morale[min(others, 2) - 1]
    healed = []
    for fighter in present:
        if fighter.damage:
            amount = min(most, fighter.damage)
            fighter.damage -= amount
            healed.append((fighter.key, amount))
    play.emit(e.MoraleRose(mythology, others, tuple(healed)))


# --- Multi attack: a third of the damage for the opponent's neighbours too (p. 19; B12) -----------


def spread(play: Play, striker: Combatant, struck: Fighter, slot: int, hit: e.Hit, plain: int) -> None:
    """Deal a third (rounded down) of the damage dealt to the opponent to each enemy in a slot next to it.

    `plain` is the roll with offensive and less frost, without the opponent's defences.

    A neighbour's own defensive counts only against the initiator (B12), a devouring one's too (B16).
    """
    shared = {"dealt": hit.dealt, "received": hit.received, "rolled": plain}[play.battle.readings.multi_attack_of]
    third = shared // tables.battle().multi_attack_one_of
    if not striker.power("multi attack") or third < 1:
        return
    counts = striker.initiator or play.battle.readings.neighbours_defensive == "always"
    for neighbour in play.battle.neighbours(struck, slot):
        less = defensive(neighbour.powers(), counts, third, ("defensive", "B12"))
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


# --- Offensive X: more damage in a fight that its bearer started (p. 18; B9) ----------------------


def offensive(striker: Combatant) -> Term | None:
    """Return the damage added by offensive X if the striker is the initiator; else None."""
    more = striker.power("offensive")
    return Term("offensive", more, ("offensive", "B9")) if more and striker.initiator else None


# --- Power hit X: more dice for every strike, in attack and defence (p. 22) -----------------------


def power_hit(striker: Combatant) -> Term | None:
    """Return the dice added by power hit X, or None; for strikes only, not for burning or devouring."""
    more = striker.power("power hit")
    return Term("power hit", more, ("power-hit", "B9")) if more else None


# --- Ranged: attacking from afar, so that only the ranged strike back (p. 20; B7) -----------------


Cause = Literal["summon", "move", "attack"]
"""The action that caused a fight."""
