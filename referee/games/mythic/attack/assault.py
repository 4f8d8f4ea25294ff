"""An attack's dice from the first roll to the last lift, as a procedure: a whole game and a live attack run it.

Right after the first roll dice and target may be thrown, as the attacker likes (slayer, powers, mighty throw); then
dice are lifted and once some fives thrown again. Each question tells what is placed, what is in hand, the best
assignment, and while there is something to throw, what each way leads to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Protocol

from referee.asking.dice import write_roll
from referee.asking.parts import Parts, in_parts
from referee.asking.question import DiceThere, Option, Procedure, Question, Throw
from referee.errors import Illegal, Unreadable
from referee.games.mythic.attack import dice as on
from referee.games.mythic.attack import moves
from referee.games.mythic.attack.advice import BEST, best_way, luck, open_still, ways_told
from referee.games.mythic.attack.aftermath import left_of
from referee.games.mythic.attack.attack import Attack
from referee.games.mythic.attack.dice import AttackDice
from referee.games.mythic.attack.events import AverageDice, DiceRolled, Lifted, newly_placed
from referee.games.mythic.attack.moves import (
    Done,
    Lift,
    Move,
    Reroll,
    Second,
    ThrowTarget,
    dice_told,
    wounds_told,
    write_move,
)
from referee.games.mythic.attack.steps import fives, played, verify_thrown
from referee.games.mythic.attack.values import Values
from referee.games.mythic.odds.reckoning import average_wounds, chances_of
from referee.games.mythic.vocabulary import FACES
from referee.play.event import Event
from referee.text.grammar import does, whose
from referee.text.names import find, fold

Moves = tuple[Move, ...]
"""What is said of dice at once; nothing is "done"."""


class AttackGround(Protocol):
    """What an assault needs of the place where it is: a whole game, or an attack alone."""

    def emit(self, event: Event) -> None:
        """Say that something happened."""

    def keep(self, dice: AttackDice) -> None:
        """Keep how the dice lie."""

    def roll(self, count: int, what: str) -> Procedure[tuple[int, ...]]:
        """Throw so many dice (1 or more), typed in or by the program."""

    def places(self) -> Sequence[Option]:
        """Where the target may be thrown; nothing if it may not."""

    def throw(self, area: str) -> Procedure[bool]:
        """Throw the target there; whether the attack goes on (it doesn't if the landing destroyed the target)."""


def assault(
    ground: AttackGround, attack: Attack, values: Values, *, who: str = "", average: bool
) -> Procedure[AttackDice]:
    """Roll and use the dice of an attack; they are returned with the wounds placed. `who` decides.

    `average`: no dice are thrown (M13). With offence 0 nothing is rolled (M20).
    """
    dice = on.dice_for(attack, values)
    if not dice.count:
        return on.finished(on.rolled(dice, ()))
    name = attack.attacker.name
    if average:
        dice = on.averaged(dice, average_wounds(chances_of(dice)))
        ground.emit(AverageDice(name, dice.count, dice.defence, dice.placed))
    else:
        faces = yield from ground.roll(dice.count, f"{does(name, 'attacks')} {attack.defender.name}")
        dice = _lie(ground, name, dice, on.rolled(dice, faces), faces, who=who)
    goes_on = True
    while goes_on and open_still(dice := _without_places(ground, dice)):
        said: Moves = yield dice_question(dice, ground.places() if dice.throwable else (), left_of(attack), who)
        for move in said or (Done(),):
            dice, goes_on = yield from _carried_out(ground, name, dice, move, who)
            ground.keep(dice)
    return on.finished(dice)


# --- the question ---------------------------------------------------------------------------------------


def roll_question(count: int, what: str, who: str = "") -> Question[tuple[int, ...]]:
    """What so many dice of an attack show."""
    many = "1 die" if count == 1 else f"{count} dice"
    return Question(
        "roll", f"{what}: {many}", lambda text: moves.read_faces(text, count), who=who, write=write_roll,
        hint="each shows 1 to 5, or 0 for a blank; type them together or apart", throw=Throw(count, FACES, who),
    )  # fmt: skip


def dice_question(dice: AttackDice, places: Sequence[Option], left: int | None, who: str = "") -> Question[Moves]:
    """What is done with dice that lie; `places` are where the target may be thrown, `left` is its vitality."""
    best: Moves = (*(Lift(die, fuel) for die, fuel in on.best_assignment(dice).lifts), Done())
    question = in_parts(
        "assault", _lying(dice), moves_with(places, left), dice, suggested=best, who=who,
        hint="like lift 4 by 1, second 5 5, best or done", dice=(DiceThere(who, FACES, dice.hand),),
    )  # fmt: skip
    return replace(question, default=None) if luck(dice) else question


def moves_with(places: Sequence[Option] = (), left: int | None = None) -> Parts[AttackDice, Move]:
    """What can be said at once of dice: lifts one after the other, last of all what throws something or ends it."""
    return Parts(
        read=lambda there, text: _read(there, text, places), write=write_move, after=_after,
        options=lambda there: list(_options(there, places, left)),
    )  # fmt: skip


def _read(dice: AttackDice, text: str, places: Sequence[Option]) -> Move:
    """A move that the dice allow. Raises Unreadable and Illegal."""
    if dice.stage == "over":
        raise Unreadable("what is behind a throw, best or done is said later")
    return _verified(dice, moves.read_move(text), places)


def _after(dice: AttackDice, move: Move) -> AttackDice:
    return played(dice, move) if isinstance(move, Lift) else on.finished(dice)


# --- what stands behind it ------------------------------------------------------------------------------


def _options(dice: AttackDice, places: Sequence[Option], left: int | None) -> Iterator[Option]:
    if dice.throwable:
        for place in places:
            yield Option(f"throw {place.text}".rstrip(), detail=place.detail, rule=place.rule)
    found = dict(ways_told(dice, left)) if luck(dice) else {}
    yield from (Option(said, detail=told) for said, told in found.items())
    if BEST not in found:
        yield Option(BEST, detail=best_way(dice))


def _lying(dice: AttackDice) -> str:
    if dice.stage == "average":
        return f"{wounds_told(dice.placed)} on average"
    return f"{wounds_told(dice.placed)}; in hand {dice_told(dice.hand)}"


def _verified(dice: AttackDice, move: Move, places: Sequence[Option]) -> Move:
    """A move with what it left open filled in. Raises Illegal where the dice don't allow it."""
    match move:
        case Lift():
            played(dice, move)
        case Reroll() | Second():
            if move.faces is not None:
                raise Unreadable("what the dice show then is asked for when they are thrown")
            verify_thrown(dice, move)
            return Second(fives(dice, move.dice)) if isinstance(move, Second) else move
        case ThrowTarget(area):
            on.verify_throw(dice)
            return ThrowTarget(_place(area, places))
    return move


def _place(area: str, places: Sequence[Option]) -> str:
    """The area that a target is thrown into. Raises Unreadable, and Illegal where it can't be thrown."""
    if not places:
        raise Illegal("there is no area that it could be thrown into", "M45")
    if not area and len(places) == 1:
        return places[0].text
    return find(area, {fold(place.text): place.text for place in places}, "area to throw it into", listing=8)


def _without_places(ground: AttackGround, dice: AttackDice) -> AttackDice:
    return on.unthrown(dice) if dice.throwable and not ground.places() else dice


def _carried_out(
    ground: AttackGround, name: str, dice: AttackDice, move: Move, who: str
) -> Procedure[tuple[AttackDice, bool]]:
    """The dice after a move whose throws are made now, and whether the attack goes on."""
    match move:
        case Reroll(chosen):
            faces = yield from ground.roll(len(chosen), f"{does(name, 'throws')} {dice_told(chosen)} again")
            return _lie(ground, name, dice, on.thrown_again(dice, chosen, faces), faces, chosen, who), True
        case Second(chosen):
            chosen = fives(dice, chosen)
            faces = yield from ground.roll(len(chosen), f"{whose(name)} second assault")
            return _lie(ground, name, dice, on.second(dice, chosen, faces), faces, chosen, who), True
        case ThrowTarget(area):
            return on.target_thrown(dice), (yield from ground.throw(area))
        case Lift(die, fuel):
            return _lift(ground, dice, die, fuel), True
    return dice, False


def _lift(ground: AttackGround, dice: AttackDice, die: int, fuel: tuple[int, ...]) -> AttackDice:
    after = on.lifted(dice, die, fuel)
    ground.emit(Lifted(die, fuel, after.hand, after.placed, newly_placed(dice, after)))
    return after


def _lie(
    ground: AttackGround,
    name: str,
    before: AttackDice,
    after: AttackDice,
    faces: tuple[int, ...],
    again: tuple[int, ...] = (),
    who: str = "",
) -> AttackDice:
    ground.emit(DiceRolled(name, faces, again, after.hand, after.placed, newly_placed(before, after), who))
    ground.keep(after)
    return after
