"""After the dice of an attack: the vitality that is left, and whether the rules allow an answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from msgspec import structs

from referee.asking.dice import Seeded, write_roll
from referee.asking.interrupts import ALLOWED, Refusal
from referee.asking.question import DiceThere, Option, Parts, Procedure, Question, Throw, in_parts
from referee.effects.rules import Term, format_sum
from referee.errors import Unreadable
from referee.games.mythic.attack import advice, moves
from referee.games.mythic.attack import dice as on
from referee.games.mythic.attack.dice import AttackDice
from referee.games.mythic.attack.values import Attack, Values, at_range_0
from referee.games.mythic.odds.reckoning import average_wounds, chances_of
from referee.games.mythic.vocabulary import FACES, FIVE, DiceMode
from referee.play.event import Event, Names, Said
from referee.text.grammar import does, so_many, whose
from referee.text.names import find, fold


def left_after(attack: Attack, wounds: int) -> int | None:
    """Return the target's vitality after this many wounds; those beyond the last are lost (M14)."""
    left = attack.defender.vitality
    return None if left is None else max(0, left - wounds)


def no_answer(attack: Attack, wounds: int, *, thrown: bool = False) -> Refusal:
    """Return why the target may not retaliate, cards and earlier answers aside (M42).

    If its vitality is unknown, it counts as alive. `thrown`: a mighty throw has moved it.
    """
    name = attack.defender.name
    if attack.kind == "retaliation":
        return Refusal("an answer isn't answered", "retaliation")
    if attack.kind == "area":
        return Refusal("an area attack isn't answered", "area-no-answer")
    if attack.defender.kind == "token":
        return Refusal(does(name, "is a token; tokens don't answer"), "M43")
    if not at_range_0(attack):
        return Refusal("only an attack at range 0 is answered", "retaliation")
    if left_after(attack, wounds) == 0:
        return Refusal(does(name, "is destroyed"), "M42")
    if thrown and not attack.still_reaches:
        return Refusal(does(name, f"was thrown out of {attack.attacker.name}'s area"), "M45")
    return ALLOWED


# --- One move with an attack's dice, as in records: with what was thrown --------------------------


def play_move(dice: AttackDice, move: moves.Move) -> AttackDice:
    """Return the dice after a move that includes what was thrown. Raises Illegal."""
    match move:
        case moves.FirstRoll(faces):
            return on.rolled(dice, faces)
        case moves.Average():
            return on.averaged(dice, average_wounds(chances_of(dice)))
        case moves.Reroll(chosen, faces):
            return on.thrown_again(dice, chosen, faces or ())
        case moves.Second(chosen, faces):
            return on.second(dice, fives(dice, chosen), faces or ())
        case moves.ThrowTarget():
            return on.target_thrown(dice)
        case moves.Lift(die, fuel):
            return on.lifted(dice, die, fuel)
        case moves.Best():
            for die, fuel in on.best_assignment(dice).lifts:
                dice = on.lifted(dice, die, fuel)
    return on.finished(dice)


def verify_thrown(dice: AttackDice, move: moves.Reroll | moves.Second) -> None:
    """Check that these dice can be thrown now. Raises Illegal."""
    if isinstance(move, moves.Reroll):
        on.verify_reroll(dice, move.dice)
    else:
        on.verify_second(dice, fives(dice, move.dice))


def with_fives(dice: AttackDice, move: moves.Move) -> moves.Move:
    """Fill in the fives of a second assault that throws all of them."""
    if isinstance(move, moves.Second) and FIVE in dice.hand:
        return move._replace(dice=fives(dice, move.dice))
    return move


def fives(dice: AttackDice, chosen: tuple[int, ...] | None) -> tuple[int, ...]:
    """Return the fives of a second assault: those named, or all."""
    return (FIVE,) * dice.hand.count(FIVE) if chosen is None else chosen


# --- Events of an attack; units are given by name, as a record has no players ----------------------


Rules = tuple[str, ...]


class Attacked(Event, frozen=True, tag=True):
    """An attack with its values, and the terms of each."""

    attacker: str
    defender: str
    range: tuple[Term, ...]
    offence: tuple[Term, ...]
    defence: tuple[Term, ...]
    distance: int = 0
    answers: bool = False
    rules: Rules = ("values", "M20", "M28")

    def describe(self, name: Names) -> str:
        """Describe the two sides and the values."""
        verb = "answers" if self.answers else "attacks"
        values = f"{value_text(self.offence)}; {value_text(self.defence)}"
        far = f"; {value_text(self.range)}, {self.distance} away" if self.distance else ""
        return f"{does(self.attacker, verb)} {self.defender}: {values}{far}."


class DiceRolled(Event, frozen=True, tag=True):
    """A throw: the faces, and the dice in hand afterwards. `again`: the dice that were thrown, if not all.

    `who` threw them, a player's name; "" in a record.
    """

    attacker: str
    faces: tuple[int, ...]
    again: tuple[int, ...]
    hand: tuple[int, ...]
    placed: int
    newly: int
    who: str = ""
    rules: Rules = ("first-assault", "blanks", "at-once")

    def describe(self, name: Names) -> str:
        """Describe the roll, the dice placed and the dice left."""
        what = f"throws {moves.dice_text(self.again)} again: " if self.again else "rolls "
        lying = describe_dice(self.placed, self.newly, self.hand)
        return f"{does(self.attacker, what)}{moves.dice_text(self.faces)}. {lying}"


class Lifted(Event, frozen=True, tag=True):
    """A die lifted by discarding other dice."""

    die: int
    fuel: tuple[int, ...]
    hand: tuple[int, ...]
    placed: int
    newly: int
    rules: Rules = ("lifts", "M5", "at-once")

    def describe(self, name: Names) -> str:
        """Describe the lift and the discarded dice."""
        lifted = f"{self.die} becomes {self.die + len(self.fuel)}"
        left = describe_dice(self.placed, self.newly, self.hand)
        return f"Discard {moves.dice_text(self.fuel)}: {lifted}. {left}"


def attack_event(attack: Attack, values: Values) -> Attacked:
    """Return the event of an attack with its values."""
    return Attacked(
        attack.attacker.name,
        attack.defender.name,
        values.range_terms,
        values.offence_terms,
        values.defence_terms,
        0 if attack.as_if_there else attack.distance,
        attack.kind == "retaliation",
    )


def describe_dice(placed: int, newly: int, hand: Sequence[int]) -> str:
    """Describe the dice to place, and those in hand, after a throw or lift."""
    place = f"Place {so_many(newly, 'die')} ({so_many(placed, 'wound')} so far). " if newly else ""
    return f"{place}{'In hand: ' + moves.dice_text(hand) if hand else 'No dice are left'}."


def value_text(terms: Sequence[Term]) -> str:
    """Format a value with its sum: "offence 6 (stat) + 1 (close combat) = 7", or just "offence 6"."""
    stat, *more = terms
    if not more:
        return f"{stat.name} {stat.amount}"
    return f"{stat.name} {format_sum([Term('printed', stat.amount), *more])}"


# --- Assault --------------------------------------------------------------------------------------
# An attack's dice from the first roll to the last lift, as a procedure: a whole game and a live attack run it.
#
# Right after the first roll dice and target may be thrown, as the attacker likes (slayer, powers, mighty throw); then
# dice are lifted and once some fives thrown again. Each question shows the dice placed and in hand, the best
# assignment, and the odds of each option while there is something to throw.


Moves = tuple[moves.Move, ...]
"""Moves with dice in one answer; empty for "done"."""


class AttackGround(Protocol):
    """The surroundings that an assault needs: a whole game, or an attack alone."""

    def emit(self, event: Event) -> None:
        """Record an event."""

    def roll(self, count: int, what: str) -> Procedure[tuple[int, ...]]:
        """Throw `count` dice (1 or more), typed in or by the program."""

    def places(self) -> Sequence[Option]:
        """List the areas into which the target may be thrown; empty if it may not."""

    def throw(self, area: str) -> Procedure[bool]:
        """Throw the target there; return whether the attack goes on (not if the landing destroys the target)."""


def assault(
    ground: AttackGround, attack: Attack, values: Values, *, who: str = "", average: bool
) -> Procedure[AttackDice]:
    """Roll and use the dice of an attack; return them with the wounds placed. `who` decides.

    `average`: no dice are thrown (M13). With offence 0 nothing is rolled (M20).
    """
    dice = on.dice_for(attack, values)
    if not dice.count:
        return on.finished(on.rolled(dice, ()))
    name = attack.attacker.name
    if average:
        dice = on.averaged(dice, average_wounds(chances_of(dice)))
        gives = "1 die gives" if dice.count == 1 else f"{dice.count} dice give"
        wounds = so_many(dice.placed, "wound")
        ground.emit(Said(f"{gives} {wounds} on average against defence {dice.defence}.", ("M13",)))
    else:
        faces = yield from ground.roll(dice.count, f"{does(name, 'attacks')} {attack.defender.name}")
        dice = _lie(ground, name, dice, on.rolled(dice, faces), faces, who=who)
    goes_on = True
    while goes_on:
        dice = on.unthrown(dice) if dice.throwable and not ground.places() else dice
        if not advice.can_improve(dice):
            break
        moves_made: Moves = yield dice_question(
            dice, ground.places() if dice.throwable else (), attack.defender.vitality, who
        )
        for move in moves_made or (moves.Done(),):
            dice, goes_on = yield from _carry_out(ground, name, dice, move, who)
    return on.finished(dice)


# --- the question ---------------------------------------------------------------------------------------


def roll_question(
    count: int, what: str, who: str = "", mode: DiceMode = "entered", seed: int | str = 0, number: int = 0
) -> Question[tuple[int, ...]]:
    """Return the question for the faces of `count` dice: entered, or rolled as the seed's throw of this `number`."""
    rolled = Seeded(FACES, seed).values(count, number) if mode == "rolled" else None
    return Question(
        "roll",
        f"{what}: {so_many(count, 'die')}",
        lambda text: moves.read_faces(text, count),
        who=who,
        write=write_roll,
        hint="each shows 1 to 5, or 0 for a blank; type them together or apart",
        throw=Throw(count, FACES, who),
        example=lambda: "5421100"[:count] if 2 < count < 8 else "",
        forced=lambda: None if rolled is None else write_roll(rolled),
    )


def dice_question(dice: AttackDice, places: Sequence[Option], left: int | None, who: str) -> Question[Moves]:
    """Return the question for the dice in hand; `places`: where the target may be thrown, `left`: its vitality."""
    best: Moves = (*on.best_assignment(dice).lifts, moves.Done())
    question = in_parts(
        "assault",
        _lying(dice),
        Parts(
            read=lambda there, text: _read(there, text, places),
            write=moves.write_move,
            after=lambda there, move: play_move(there, move) if isinstance(move, moves.Lift) else on.finished(there),
            options=lambda there: list(_options(there, places, left)),
            plain=lambda text: moves.plain(text, dice.hand),
        ),
        dice,
        suggested=best,
        who=who,
        hint="like 4+1 (lift 4 by 1), second 5 5, second all, best or done",
        dice=(DiceThere(who, FACES, dice.hand),),
        words=lambda: ["lift", *dict.fromkeys(map(str, dice.hand)), "by", "second"],
    )
    default = None if advice.luck(dice) else question.default
    return structs.replace(question, default=default, warns=lambda said: _warn_of_waste(dice, said, left))


def _warn_of_waste(dice: AttackDice, said: Moves, left: int | None) -> str:
    """Return a warning if `said` gives up certain wounds, or a likely one; "" if nothing is lost."""
    sure = on.best_assignment(dice).wounds
    if sure and said in ((), (moves.Done(),)):
        return f"That makes no more wounds; best makes {so_many(sure, 'wound')} for sure."
    if not advice.luck(dice):
        return ""
    found = max(advice.choices(dice), key=lambda one: one.chances.mean)
    if said not in ((), (moves.Best(),)) or sure or found.chances.of(1) <= 0.5:
        return ""
    return f"That makes no wound; {advice.in_words(found.moves)}: {advice.odds_text(found.chances, left)}."


def _read(dice: AttackDice, text: str, places: Sequence[Option]) -> moves.Move:
    """Parse a move and fill in what it leaves open. Raises Unreadable, and Illegal if the dice don't allow it."""
    if dice.stage == "over":
        raise Unreadable("leave out what comes after a throw, best or done; it is asked for later")
    move = moves.read_move(text)
    match move:
        case moves.Lift():
            play_move(dice, move)
        case moves.Reroll() | moves.Second():
            if move.faces is not None:
                raise Unreadable("what the dice show then is asked for when they are thrown")
            verify_thrown(dice, move)
            return moves.Second(fives(dice, move.dice)) if isinstance(move, moves.Second) else move
        case moves.ThrowTarget(area):
            on.verify_throw(dice)
            if not area and len(places) == 1:
                return moves.ThrowTarget(places[0].text)
            areas = {fold(place.text): place.text for place in places}
            return moves.ThrowTarget(find(area, areas, "area to throw it into", listing=8))
    return move


# --- helpers ------------------------------------------------------------------------------------------


def _options(dice: AttackDice, places: Sequence[Option], left: int | None) -> Iterator[Option]:
    if dice.throwable:
        for place in places:
            yield Option(f"throw {place.text}".rstrip(), detail=place.detail, rule=place.rule)
    found = advice.ways_text(dice, left) if advice.luck(dice) else []
    yield from (Option(one.text, advice.in_words(one.moves), odds) for one, odds in found)
    if all(one.moves for one, _ in found):
        yield Option(advice.BEST, detail=advice.best_way(dice))


def _lying(dice: AttackDice) -> str:
    if dice.stage == "average":
        return f"{so_many(dice.placed, 'wound')} on average"
    return f"{so_many(dice.placed, 'wound')}; in hand {moves.dice_text(dice.hand)}"


def _carry_out(
    ground: AttackGround, name: str, dice: AttackDice, move: moves.Move, who: str
) -> Procedure[tuple[AttackDice, bool]]:
    """Carry out a move with its throws; return the dice, and whether the attack goes on."""
    match move:
        case moves.Reroll(chosen):
            faces = yield from ground.roll(len(chosen), f"{does(name, 'throws')} {moves.dice_text(chosen)} again")
            return _lie(ground, name, dice, on.thrown_again(dice, chosen, faces), faces, chosen, who), True
        case moves.Second(chosen):
            chosen = fives(dice, chosen)
            faces = yield from ground.roll(len(chosen), f"{whose(name)} second assault")
            return _lie(ground, name, dice, on.second(dice, chosen, faces), faces, chosen, who), True
        case moves.ThrowTarget(area):
            return on.target_thrown(dice), (yield from ground.throw(area))
        case moves.Lift(die, fuel):
            after = on.lifted(dice, die, fuel)
            ground.emit(Lifted(die, fuel, after.hand, after.placed, after.placed - dice.placed))
            return after, True
    return dice, False


def _lie(
    ground: AttackGround,
    name: str,
    before: AttackDice,
    after: AttackDice,
    faces: tuple[int, ...],
    again: tuple[int, ...] = (),
    who: str = "",
) -> AttackDice:
    ground.emit(DiceRolled(name, faces, again, after.hand, after.placed, after.placed - before.placed, who))
    return after
