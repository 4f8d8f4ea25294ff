"""What follows the dice of an attack: the vitality that is left, and whether the rules allow an answer."""

from __future__ import annotations

from typing import NamedTuple

from referee.games.mythic.attack.attack import Attack
from referee.games.mythic.attack.values import at_range_0
from referee.text.grammar import does


class NoAnswer(NamedTuple):
    """Why a target may not retaliate, and the id of the rule or ruling behind it."""

    reason: str
    ruling: str


def left_of(attack: Attack) -> int | None:
    """The target's vitality before the attack, in miniatures for a troop; None if nobody said."""
    side = attack.defender
    return side.miniatures if side.vitality is None and side.kind == "troop" else side.vitality


def left_after(attack: Attack, wounds: int) -> int | None:
    """The target's vitality after so many wounds; those beyond the last are lost (M14)."""
    left = left_of(attack)
    return None if left is None else max(0, left - wounds)


def no_answer(attack: Attack, wounds: int, *, thrown: bool = False) -> NoAnswer | None:
    """Why the target may not retaliate after so many wounds; None if it may, cards and earlier answers aside (M42).

    Without its vitality it is taken to be alive. `thrown`: a mighty throw has moved it.
    """
    name = attack.defender.name
    if attack.kind == "retaliation":
        return NoAnswer("an answer isn't answered", "retaliation")
    if attack.kind == "area":
        return NoAnswer("an area attack isn't answered", "area-no-answer")
    if attack.defender.kind == "token":
        return NoAnswer(does(name, "is a token; tokens don't answer"), "M43")
    if not at_range_0(attack):
        return NoAnswer("only an attack at range 0 is answered", "retaliation")
    if left_after(attack, wounds) == 0:
        return NoAnswer(does(name, "is destroyed"), "M42")
    if thrown and not attack.still_reaches:
        return NoAnswer(does(name, f"was thrown out of {attack.attacker.name}'s area"), "M45")
    return None
