"""An attack's dice from the first roll to the last lift, as a procedure: a whole game and a live attack run it.

Right after the first roll dice and target may be thrown, as the attacker likes (slayer, powers, mighty throw); then
dice are lifted and once some fives thrown again. Each question tells what is placed, what is in hand, the best
assignment, and while there is something to throw, what each way leads to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple, Protocol

from referee.asking.chances import percent
from referee.asking.parts import BEST, Parts, in_parts
from referee.asking.question import DiceThere, Option, Procedure, Question
from referee.errors import Illegal, Unreadable
from referee.games.mythic.attack import dice as on
from referee.games.mythic.attack import moves
from referee.games.mythic.attack.attack import Attack
from referee.games.mythic.attack.dice import Dice
from referee.games.mythic.attack.events import AverageDice, DiceRolled, Lifted, dice_told, newly_placed, wounds_told
from referee.games.mythic.attack.moves import Best, Done, Lift, Move, Reroll, Second, ThrowTarget, write_move
from referee.games.mythic.attack.values import Values
from referee.games.mythic.odds.reckoning import Again, Chances, average_wounds, chances_of, rerolls_of, ways_on
from referee.games.mythic.vocabulary import FACES, FIVE
from referee.play.event import Event
from referee.text.names import find, fold, or_list

Moves = tuple[Move, ...]
"""What is said of dice at once; nothing is "done"."""


class Ground(Protocol):
    """What an assault needs of the place where it is: a whole game, or an attack alone."""

    def emit(self, event: Event) -> None:
        """Say that something happened."""

    def keep(self, dice: Dice) -> None:
        """Keep how the dice lie."""

    def roll(self, count: int, what: str) -> Procedure[tuple[int, ...]]:
        """Throw so many dice (1 or more), typed in or by the program."""

    def places(self) -> Sequence[Option]:
        """Where the target may be thrown; nothing if it may not."""

    def throw(self, area: str) -> Procedure[bool]:
        """Throw the target there; whether the attack goes on (it doesn't if the landing destroyed the target)."""


def assault(
    ground: Ground, attack: Attack, values: Values, *, who: str = "", average: bool = False
) -> Procedure[Dice]:
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
        faces = yield from ground.roll(dice.count, f"{name} attacks {attack.defender.name}")
        dice = _lie(ground, name, dice, on.rolled(dice, faces), faces)
    goes_on = True
    while goes_on and _open(dice := _without_places(ground, dice)):
        said: Moves = yield dice_question(dice, ground.places() if dice.throwable else (), left_of(attack), who)
        for move in said or (Done(),):
            dice, goes_on = yield from _carried_out(ground, name, dice, move)
            ground.keep(dice)
    return on.finished(dice)


def left_of(attack: Attack) -> int | None:
    """The vitality of the target, in miniatures for a troop; None if nobody said."""
    side = attack.defender
    return side.miniatures if side.vitality is None and side.kind == "troop" else side.vitality


def played(dice: Dice, move: Move) -> Dice:
    """The dice after a move that tells what was thrown, as records have it. Raises Illegal."""
    match move:
        case moves.Roll(faces):
            return on.rolled(dice, faces)
        case moves.Average():
            return on.averaged(dice, average_wounds(chances_of(dice)))
        case Reroll(chosen, faces):
            return on.thrown_again(dice, chosen, faces or ())
        case Second(chosen, faces):
            return on.second(dice, _fives(dice, chosen), faces or ())
        case ThrowTarget():
            return on.target_thrown(dice)
        case Lift(die, fuel):
            return on.lifted(dice, die, fuel)
        case Best():
            for die, fuel in on.best_assignment(dice).lifts:
                dice = on.lifted(dice, die, fuel)
    return on.finished(dice)


# --- the question ---------------------------------------------------------------------------------------


def dice_question(dice: Dice, places: Sequence[Option], left: int | None, who: str = "") -> Question[Moves]:
    """What is done with dice that lie; `places` are where the target may be thrown, `left` is its vitality."""
    best: Moves = (*(Lift(die, fuel) for die, fuel in on.best_assignment(dice).lifts), Done())
    question = in_parts(
        "dice", f"{_lying(dice)}. {best_told(dice)}", moves_with(dice, places, left), dice, suggested=best, who=who,
        hint="like lift 4 by 1, second 5 5, best or done", dice=(DiceThere(who, FACES, dice.hand),),
    )  # fmt: skip
    return replace(question, default=None) if _luck(dice) else question


def moves_with(dice: Dice, places: Sequence[Option] = (), left: int | None = None) -> Parts[Dice, Move]:
    """What can be said at once of dice: lifts one after the other, last of all what throws something or ends it."""
    return Parts(
        read=lambda there, text: _read(there, text, places), write=write_move, after=_after,
        options=lambda there: list(_options(there, places, left)),
    )  # fmt: skip


def _read(dice: Dice, text: str, places: Sequence[Option]) -> Move:
    """A move that the dice allow. Raises Unreadable and Illegal."""
    if dice.stage == "over":
        raise Unreadable("what is behind a throw, best or done is said later")
    return _verified(dice, moves.checked(moves.read_move(text)), places)


def _after(dice: Dice, move: Move) -> Dice:
    return played(dice, move) if isinstance(move, Lift) else on.finished(dice)


def best_told(dice: Dice) -> str:
    """The best assignment written as moves: "best: lift 4 by 1, lift 4 by 2: 2 wounds, none better"."""
    best = on.best_assignment(dice)
    lifts = ", ".join(write_move(Lift(die, fuel)) for die, fuel in best.lifts)
    without = " without another throw" if _luck(dice) else ""
    return f"Best{without}: {f'{lifts}: ' if lifts else ''}{wounds_told(best.wounds)}, none better"


class Choice(NamedTuple):
    """Something that may be done with dice, and what it leads to; `over`: without a further throw."""

    moves: str
    chances: Chances


def choices(dice: Dice) -> list[Choice]:
    """Each sensible way on while something may be thrown: dice thrown again, or so many fives, or no more throw.

    A way that no other is worse than in any respect is left out.
    """
    found = [Choice(write_move(Reroll(again.dice)), again.chances) for again in _rerolls(dice)]
    if dice.stage in ("rolled", "first"):
        for way in ways_on(on.settled(dice)):
            said = [*(Lift(die, fuel) for die, fuel in way.lifts), *_thrown(way.thrown)]
            found.append(Choice(", ".join(map(write_move, said)) or BEST, way.chances))
    return [one for one in found if not any(_covers(other.chances, one.chances) for other in found)]


def odds_told(chances: Chances, left: int | None) -> str:
    """Odds in a line: "1 wound 97%, kill 58%, mean 2.67"."""
    parts = [f"1 wound {percent(chances.of(1))}"]
    if left is not None and left > 1:
        parts.append(f"kill {percent(chances.of(left))}")
    return ", ".join([*parts, f"mean {float(chances.mean):.2f}"])


# --- what stands behind it ------------------------------------------------------------------------------


def _options(dice: Dice, places: Sequence[Option], left: int | None) -> Iterator[Option]:
    if dice.throwable:
        for place in places:
            yield Option(f"throw {place.text}".rstrip(), detail=place.detail, rule=place.rule)
    found = choices(dice) if _luck(dice) else []
    for one in found:
        marks = _marked(one.chances, [other.chances for other in found], left)
        yield Option(one.moves, detail=odds_told(one.chances, left) + marks)
    if all(one.moves != BEST for one in found):
        yield Option(BEST, detail=wounds_told(on.most_wounds(dice)))


def _marked(chances: Chances, others: Sequence[Chances], left: int | None) -> str:
    """What nothing is better for."""
    best = [
        name
        for name, value in _aims(left)
        if value(chances) == max(map(value, others)) and any(value(one) < value(chances) for one in others)
    ]
    return f"; best for {or_list(best).replace(' or ', ' and ')}" if best else ""


def _aims(left: int | None) -> list[tuple[str, Callable[[Chances], Fraction]]]:
    found: list[tuple[str, Callable[[Chances], Fraction]]] = [("1 wound", lambda one: one.of(1))]
    if left is not None and left > 1:
        found.append(("the kill", lambda one: one.of(left)))
    return [*found, ("the mean", lambda one: one.mean)]


def _covers(one: Chances, other: Chances) -> bool:
    """Whether odds are as good as others in every respect, and better in one."""
    most = max(len(one.at_least), len(other.at_least))
    pairs = [(one.mean, other.mean), *((one.of(many), other.of(many)) for many in range(most))]
    return all(mine >= others for mine, others in pairs) and any(mine > others for mine, others in pairs)


def _rerolls(dice: Dice) -> Iterable[Again]:
    return rerolls_of(dice) if dice.stage == "rolled" else ()


def _thrown(many: int) -> Iterator[Move]:
    if many:
        yield Second((FIVE,) * many)


def _luck(dice: Dice) -> bool:
    """Whether something may be thrown yet."""
    first = dice.stage in ("rolled", "first") and len(ways_on(on.settled(dice))) > 1
    return first or (dice.stage == "rolled" and bool(dice.rerolls))


def _open(dice: Dice) -> bool:
    """Whether there is anything to be done with the dice that could change the wounds, or throws the target."""
    return dice.throwable or _luck(dice) or on.most_wounds(dice) > dice.placed


def _lying(dice: Dice) -> str:
    if dice.stage == "average":
        return f"{wounds_told(dice.placed)} on average"
    return f"{wounds_told(dice.placed)}; in hand {dice_told(dice.hand)}"


def _verified(dice: Dice, move: Move, places: Sequence[Option]) -> Move:
    """A move with what it left open filled in. Raises Illegal where the dice don't allow it."""
    match move:
        case Lift():
            played(dice, move)
        case Reroll(chosen):
            on.verify_reroll(dice, chosen)
        case Second(chosen, faces):
            chosen = _fives(dice, chosen)
            on.verify_second(dice, chosen)
            return Second(chosen, faces)
        case ThrowTarget(area):
            on.verify_throw(dice)
            return ThrowTarget(_place(area, places))
    return move


def _fives(dice: Dice, chosen: tuple[int, ...] | None) -> tuple[int, ...]:
    """The fives that are thrown: those named, or all."""
    return (FIVE,) * dice.fives if chosen is None else chosen


def _place(area: str, places: Sequence[Option]) -> str:
    """The area that a target is thrown into. Raises Unreadable, and Illegal where it can't be thrown."""
    if not places:
        raise Illegal("there is no area that it could be thrown into", "M45")
    if not area and len(places) == 1:
        return places[0].text
    return find(area, {fold(place.text): place.text for place in places}, "area to throw it into", listing=8)


def _without_places(ground: Ground, dice: Dice) -> Dice:
    return on.unthrown(dice) if dice.throwable and not ground.places() else dice


def _carried_out(ground: Ground, name: str, dice: Dice, move: Move) -> Procedure[tuple[Dice, bool]]:
    """The dice after a move whose throws are made now, and whether the attack goes on."""
    match move:
        case Reroll(chosen):
            faces = move.faces or (yield from ground.roll(len(chosen), f"{name} throws {dice_told(chosen)} again"))
            return _lie(ground, name, dice, on.thrown_again(dice, chosen, faces), faces, chosen), True
        case Second(chosen):
            chosen = _fives(dice, chosen)
            faces = move.faces or (yield from ground.roll(len(chosen), f"{name}'s second assault"))
            return _lie(ground, name, dice, on.second(dice, chosen, faces), faces, chosen), True
        case ThrowTarget(area):
            return on.target_thrown(dice), (yield from ground.throw(area))
        case Lift(die, fuel):
            return _lift(ground, dice, die, fuel), True
    return dice, False


def _lift(ground: Ground, dice: Dice, die: int, fuel: tuple[int, ...]) -> Dice:
    after = on.lifted(dice, die, fuel)
    ground.emit(Lifted(die, fuel, after.hand, after.placed, newly_placed(dice, after)))
    return after


def _lie(
    ground: Ground, name: str, before: Dice, after: Dice, faces: tuple[int, ...], again: tuple[int, ...] = ()
) -> Dice:
    ground.emit(DiceRolled(name, faces, again, after.hand, after.placed, newly_placed(before, after)))
    ground.keep(after)
    return after
