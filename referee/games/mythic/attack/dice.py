"""The dice of one attack, in hand, placed or discarded; immutable, so each move returns new ones.

A die of `defence` or more is placed at once: a wound (M6). What is still in hand can be thrown again right after the
first roll (slayer, powers), lifted by discarding others, and thrown once more where it shows exactly five.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from referee.errors import Illegal
from referee.games.mythic import tables
from referee.games.mythic.attack.moves import Lift
from referee.games.mythic.attack.values import Attack, Values, attackers_talents
from referee.games.mythic.vocabulary import BLANK, FIVE, Ceiling, ThrowCounts
from referee.text.names import a_or_an

Stage = Literal["unrolled", "rolled", "first", "second", "average", "over"]
"""Before the first roll; right after it, while dice or target may be thrown; the first assault; after the second
throw; with average dice, which have no stages; and when the attack is over.
"""


class AttackDice(Struct, frozen=True, kw_only=True):
    """The dice of an attack against a defence, highest first.

    `count` are thrown at first. `rerolls` are how many dice may be thrown again together, a number for each talent or
    power that isn't used yet. `blanks` is the number that throws the target; None if it can't be, or was thrown.
    `blanks_gone` are those that have left after the first roll.
    """

    defence: int
    count: int
    ceiling: Ceiling = "none"
    throw_counts: ThrowCounts = "any order"
    rerolls: tuple[int, ...] = ()
    blanks: int | None = None
    stage: Stage = "unrolled"
    hand: tuple[int, ...] = ()
    placed: int = 0
    blanks_gone: int = 0

    @property
    def throwable(self) -> bool:
        """True if the blanks on the table throw the target (M45, M46); average dice have them or not (M16)."""
        if self.blanks is None or self.stage not in ("rolled", "average"):
            return False
        return self.stage == "average" or self.hand.count(BLANK) >= self.blanks


class Assignment(NamedTuple):
    """The most wounds from the dice as they lie, and the lifts that give them."""

    wounds: int
    lifts: tuple[Lift, ...]


def dice_for(attack: Attack, values: Values) -> AttackDice:
    """Return the dice of an attack before its first roll, with the rerolls and throw allowed right after it."""
    target, talents = attack.defender, attackers_talents(attack)
    slays = "monster slayer" in talents and target.kind == "monster"
    powers = tuple(one.reroll for one in attack.modifiers if one.reroll)
    return AttackDice(
        defence=values.defence,
        count=values.offence,
        ceiling=attack.ceiling,
        throw_counts=attack.throw_counts,
        rerolls=(tables.numbers().dice.slayer,) * slays + powers,
        blanks=_blanks_needed(attack) if "mighty throw" in talents else None,
    )


def _blanks_needed(attack: Attack) -> int | None:
    """Return the blanks that throw a target; None for a token, and for a unit that no talent moves (Huge)."""
    target = attack.defender
    if target.kind == "token" or any(tables.types()[one].unmoved for one in target.types):
        return None
    return tables.numbers().throw.blanks[target.kind]


# --- the moves ----------------------------------------------------------------------------------------


def rolled(dice: AttackDice, faces: Sequence[int]) -> AttackDice:
    """Make the first roll; blanks stay while they may still be used."""
    if dice.stage != "unrolled":
        raise Illegal("the first roll is made already", "first-assault")
    return _after_roll(taken(replace(dice, stage="rolled", hand=tuple(faces))))


def thrown_again(dice: AttackDice, chosen: Sequence[int], faces: Sequence[int]) -> AttackDice:
    """Reroll the `chosen` dice, which now show `faces` (M17, M46). Raises Illegal."""
    again = verify_reroll(dice, chosen)
    left = list(dice.rerolls)
    left.remove(again)
    hand = (*_without(dice, chosen), *faces)
    return _after_roll(taken(replace(dice, hand=hand, rerolls=tuple(left))))


def verify_reroll(dice: AttackDice, chosen: Sequence[int]) -> int:
    """Return how many dice the talent or power used for the `chosen` ones rerolls. Raises Illegal."""
    _expect_lying(dice)
    if not dice.rerolls:
        raise Illegal("no talent or power throws dice again here", "monster-slayer")
    if dice.stage != "rolled":
        raise Illegal("dice are thrown again right after the first roll, before anything else", "M46")
    if not chosen:
        raise Illegal("name the dice that are thrown again", "M46")
    _without(dice, chosen)
    if len(chosen) > max(dice.rerolls):
        raise Illegal(
            f"{len(chosen)} dice are too many; at most {max(dice.rerolls)} are thrown again together", "M46"
        )
    return min(many for many in dice.rerolls if many >= len(chosen))


def target_thrown(dice: AttackDice) -> AttackDice:
    """Return the dice after the target was thrown (M45, M46). Raises Illegal."""
    verify_throw(dice)
    late = dice.throw_counts == "after slayer"
    return unthrown(replace(dice, rerolls=() if late else dice.rerolls))


def verify_throw(dice: AttackDice) -> None:
    """Check that the target can be thrown. Raises Illegal."""
    _expect_rolled(dice)
    if dice.blanks is None:
        raise Illegal("this target isn't thrown: no talent does it, it is huge or a token, or it was thrown", "M45")
    if dice.stage == "average":
        return
    many = dice.hand.count(BLANK) if dice.stage == "rolled" else dice.blanks_gone
    if many < dice.blanks:
        needed = "1 blank throws" if dice.blanks == 1 else f"{dice.blanks} blanks throw"
        raise Illegal(f"{needed} this target; {many} {'was' if many == 1 else 'were'} rolled", "mighty-throw")
    if dice.stage != "rolled":
        raise Illegal("the target is thrown right after the first roll, before the blanks leave", "M45")


def unthrown(dice: AttackDice) -> AttackDice:
    """Return the dice of an attack whose target can be thrown nowhere."""
    dice = replace(dice, blanks=None)
    return _after_roll(dice) if dice.stage == "rolled" else dice


def averaged(dice: AttackDice, wounds: int) -> AttackDice:
    """Set average dice: their wounds (M13), and the blanks for a throw if they are as likely as not (M16)."""
    if dice.stage != "unrolled":
        raise Illegal("the dice are rolled already", "M13")
    from_count = tables.numbers().average.throw_from.get(dice.blanks or 0)
    had = from_count is not None and dice.count >= from_count
    return replace(dice, stage="average", placed=wounds, blanks=dice.blanks if had else None, rerolls=())


def finished(dice: AttackDice) -> AttackDice:
    """Return the dice when the attack is over."""
    return replace(settled(dice), stage="over")


def settled(dice: AttackDice) -> AttackDice:
    """End the time right after the first roll: the blanks leave (M4)."""
    _expect_rolled(dice)
    if dice.stage != "rolled":
        return dice
    hand = tuple(die for die in dice.hand if die != BLANK)
    return replace(dice, stage="first", hand=hand, blanks_gone=len(dice.hand) - len(hand))


def lifted(dice: AttackDice, die: int, fuel: Sequence[int]) -> AttackDice:
    """Lift a die by 1 for each other die that is discarded (M5, M7, M9). Raises Illegal."""
    _expect_lying(dice)
    if not fuel:
        raise Illegal("name the dice that are discarded for it, like lift 4 by 1", "M5")
    if BLANK in (die, *fuel):
        raise Illegal("a blank can't lift a die, nor be lifted", "M4")
    dice = settled(dice)
    others = _without(dice, (die, *fuel))
    if die + len(fuel) > dice.defence:
        enough = "1 die is enough" if dice.defence - die == 1 else f"{dice.defence - die} dice are enough"
        raise Illegal(f"{enough} for {a_or_an(str(die))} against defence {dice.defence}; then it is placed", "M6")
    if dice.ceiling == "five" and dice.stage == "first" and die + len(fuel) > FIVE:
        raise Illegal("no die is lifted past 5 in the first assault, by this table's setting", "M9")
    return taken(replace(dice, hand=(*others, die + len(fuel))))


def second(dice: AttackDice, chosen: Sequence[int], faces: Sequence[int]) -> AttackDice:
    """Make the second assault: `chosen` fives thrown once more show `faces` (2c, M10). Raises Illegal."""
    verify_second(dice, chosen)
    dice = settled(dice)
    kept = _without(dice, chosen)
    again = [FIVE + face for face in faces if face != BLANK]
    return taken(replace(dice, stage="second", hand=(*kept, *again)))


def verify_second(dice: AttackDice, chosen: Sequence[int]) -> None:
    """Check that a second assault is open, and that its dice are fives in hand. Raises Illegal."""
    _expect_lying(dice)
    if dice.stage == "second":
        raise Illegal("there is one second assault, and it was thrown", "M10")
    if dice.defence <= FIVE:
        raise Illegal(f"against defence {dice.defence} a five wounds already; nothing is thrown again", "M8")
    if not chosen:
        raise Illegal("name the fives that are thrown, like second 5 5", "second-assault")
    if odd := next((str(die) if die else "blank" for die in chosen if die != FIVE), ""):
        raise Illegal(f"only a five is thrown again, no {odd}", "second-assault")
    _without(dice, chosen)


# --- the best of them ---------------------------------------------------------------------------------


def best_assignment(dice: AttackDice) -> Assignment:
    """Compute the most wounds from dice as they lie, with the lifts: the highest first, the lowest as fuel."""
    hand = sorted((die for die in dice.hand if die != BLANK), reverse=True)
    if dice.ceiling == "five" and dice.stage in ("rolled", "first") and dice.defence > FIVE:
        return Assignment(dice.placed, ())
    left, lifts = len(hand), list[tuple[int, int]]()
    for die in hand:
        if (cost := dice.defence - die + 1) > left:
            break
        left -= cost
        lifts.append((die, cost - 1))
    fuel = iter(hand[::-1])
    moves = tuple(Lift(die, tuple(next(fuel) for _ in range(many))) for die, many in lifts)
    return Assignment(dice.placed + len(moves), moves)


# --- helpers ----------------------------------------------------------------------------------------


def taken(dice: AttackDice) -> AttackDice:
    """Place the dice that reach the defence; a blank never wounds, even at defence 0 (M4)."""
    hand = tuple(sorted((die for die in dice.hand if die < dice.defence or die == BLANK), reverse=True))
    return replace(dice, hand=hand, placed=dice.placed + len(dice.hand) - len(hand))


def _after_roll(dice: AttackDice) -> AttackDice:
    """Return the dice right after a roll; if no throw is possible then, the blanks leave at once."""
    return dice if dice.throwable or (dice.rerolls and dice.hand) else settled(dice)


def _without(dice: AttackDice, chosen: Iterable[int]) -> tuple[int, ...]:
    """Return the dice in hand without `chosen`. Raises Illegal for one that isn't there, or not so often."""
    left = Counter(dice.hand)
    for die in chosen:
        if not left[die] and die >= dice.defence and die != BLANK:
            set_aside = f"{a_or_an(str(die))} is a wound already (defence {dice.defence}); it has been set aside"
            raise Illegal(set_aside, "M6")
        if not left[die]:
            what = f"{'other ' if die in dice.hand else ''}{die if die != BLANK else 'blank'}"
            in_hand = " ".join(map(str, dice.hand)) or "none"
            raise Illegal(f"there is no {what} in hand; the dice in hand: {in_hand}", "M7")
        left[die] -= 1
    return tuple(left.elements())


def _expect_rolled(dice: AttackDice) -> None:
    if dice.stage == "unrolled":
        raise Illegal("nothing has been rolled yet", "first-assault")
    if dice.stage == "over":
        raise Illegal("the attack is over; nothing more is done with its dice", "M12")


def _expect_lying(dice: AttackDice) -> None:
    """Check that dice are on the table. Raises Illegal."""
    _expect_rolled(dice)
    if dice.stage == "average":
        raise Illegal("average dice aren't lifted or thrown again", "M13")
