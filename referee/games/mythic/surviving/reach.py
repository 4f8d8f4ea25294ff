"""The attacks in reach in the rest of a round: of units that can still be activated, from there or after a walk.

Each is tried on a copy of the game, by the engine's own steps: the turns before it pass without an action, its unit
is activated and walks. What everybody knows decides whether a card can be there (M67).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec.structs import replace as with_

from referee.asking.question import Question, drive
from referee.errors import Illegal
from referee.games.mythic.attack.dice import dice_for
from referee.games.mythic.attack.values import at_range_0
from referee.games.mythic.board.moving import Route
from referee.games.mythic.odds.reckoning import WoundChances, average_wounds, chances_of
from referee.games.mythic.rules import activation, attacks, movement, powers, rounds, turns, using
from referee.games.mythic.rules.acting import COMPLEX, SIMPLE, why_not_action
from referee.games.mythic.rules.activation import Activate
from referee.games.mythic.rules.attacks import Manner
from referee.games.mythic.rules.context import Kept, Match
from referee.games.mythic.rules.fights import StrikeInGame
from referee.games.mythic.rules.state import GameState, Piece, Setup
from referee.games.mythic.surviving.farthest import farthest

SIMPLE_WITH_WALK = 2
"""The actions of an activation that walks and attacks."""


class AttackReached(NamedTuple):
    """An attack in reach: by whom, the areas entered before it, on what and how.

    `chances` are those of its wounds, `average` the wounds of average dice, None where dice are thrown. `near`: it is
    made at range 0, so that it may be answered. `burns`: the wounds that its unit takes on the way, in lava.
    """

    attacker: str
    way: tuple[str, ...]
    strike: StrikeInGame
    chances: WoundChances
    average: int | None
    near: bool
    burns: int = 0

    def kill(self, left: int) -> Fraction:
        """The chance to destroy a target of so much vitality, the dice used for that."""
        return self.chances.of(left) if self.average is None else Fraction(self.average >= left)

    def wounds(self, left: int) -> Fraction:
        """The wounds that count, on average: none beyond the last."""
        if self.average is not None:
            return Fraction(min(left, self.average))
        return sum((self.chances.of(many) for many in range(1, left + 1)), Fraction(0))


def attacks_left(setup: Setup, game: GameState) -> list[AttackReached]:
    """All attacks that are in reach in the rest of the round, by the order of turns and units."""
    now = Match(with_(setup, draws="table", dice=unasked(setup)), game.copy(), [], settle=using.settle)
    found: list[AttackReached] = []
    for seat in seats_left(now):
        there = _turn_of(now, seat)
        for piece in activation.mine(there):
            if may_attack(there, piece):
                found += attacks_of(there, piece)
    return found


def unasked(setup: Setup) -> Any:
    """Dice that the program doesn't throw by itself: those of a setup's that are average stay so."""
    return "average" if setup.dice == "average" else "entered"


def seats_left(match: Match) -> list[int]:
    """The players who have a turn in the rest of the round: whose turn it is, then the others in their order."""
    ahead = replace(match, state=match.state.copy(), events=[])
    found = [ahead.seat]
    rounds.next_turn(ahead)
    while ahead.state.round == match.state.round:
        found.append(ahead.seat)
        rounds.next_turn(ahead)
    return found


def _turn_of(match: Match, seat: int) -> Match:
    """The game as it is when the player of the seat has drawn for the turn, if nobody did anything before."""
    there = replace(match, state=match.state.copy(), events=[], noted=[])
    while there.seat != seat:
        drive(activation.close(there), usual)
        rounds.next_turn(there)
    if there.state.phase == "start":
        begin = turns.decision(there)
        assert begin is not None
        drive(begin, usual)
    return there


def usual(question: Question[Any]) -> Any:
    """What is answered where nobody is asked: the usual answer, or the first on the list."""
    return question.parse(question.default or question.options()[0].text)


# --- of one unit ----------------------------------------------------------------------------------------


def may_attack(match: Match, piece: Piece) -> bool:
    """Whether a unit of the player whose turn it is is activated, or can be, by what everybody knows."""
    if not piece.there or match.state.passed:
        return False
    return match.state.acting.unit == piece.name or not activation.why_not_activate(match, piece)[0]


def attacks_of(match: Match, piece: Piece) -> list[AttackReached]:
    """The attacks that a unit can make yet in its activation, which is under way or begins now."""
    if match.state.acting.unit == piece.name:
        return list(_of_actor(match))
    kinds = (False, True) if "flying" in powers.types(match, piece) else (False,)
    return [one for complex_ in kinds for one in _of_actor(_activated(match, piece, complex_=complex_))]


def _activated(match: Match, piece: Piece, *, complex_: bool) -> Match:
    """The game with a unit activated, as if it were the first one of the turn."""
    there = replace(match, state=match.state.copy(), events=[], noted=[], kept=None)
    there.state.activated = 0
    drive(Activate(piece.name, COMPLEX if complex_ else SIMPLE).do(there), usual)
    return there


def _of_actor(match: Match) -> Iterator[AttackReached]:
    """The attacks of the unit that is activated: from where it stands, then after each walk that leaves one open."""
    if not match.state.acting.unit or not match.actor.there:
        return
    yield from _from_here(match, ())
    acting = match.state.acting
    if acting.complex or acting.limit - len(acting.done) < SIMPLE_WITH_WALK:
        return
    if why_not_action(match, "walk")[0] or why_not_action(match, "attack")[0]:
        return
    for ways in movement.reach(match.still(), match.actor, "walk").ways.values():
        if (way := next((way for way in ways if not way.over), None)) is not None:
            there = _gone(match, way)
            if there.state.acting.unit and there.actor.there:
                yield from (one._replace(burns=way.wounds) for one in _from_here(there, way.entered))


def _gone(match: Match, way: Route) -> Match:
    """The game with the unit that is activated gone a way; powers that are a choice stay unused."""
    there = replace(match, state=match.state.copy(), events=[], noted=[], kept=None)
    movement.arrive(there, there.actor, way, "walk", ("walk",))
    there.state.acting.done.append("walk")
    if there.noted:
        drive(using.settle(there), usual)
    return there


def _from_here(match: Match, way: tuple[str, ...]) -> Iterator[AttackReached]:
    """The attacks of the unit that is activated from where it stands; what is out of any range isn't looked at."""
    there = replace(match, kept=Kept())
    board, here = there.state.board, there.actor.area
    near = frozenset(board.within(here, farthest(there, there.actor).shot(board, here)))
    aerial = there.state.acting.complex
    if why_not_action(there, "aerial attack" if aerial else "attack")[0]:
        return
    for target, manner in attacks.candidates(there, there.actor, Manner(aerial=aerial)):
        far = attacks.area_of(there, target) not in near
        if not far and (found := reached(there, there.actor, StrikeInGame(target, manner), way)) is not None:
            yield found


def reached(match: Match, attacker: Piece, strike: StrikeInGame, way: tuple[str, ...] = ()) -> AttackReached | None:
    """What an attack does, from where its unit stands; None for one that isn't allowed."""
    try:
        attack, values = attacks.allowed(match, attacker, strike.target, strike.manner, powers.view(match))
    except Illegal:
        return None
    chances = chances_of(dice_for(attack, values))
    average = average_wounds(chances) if match.setup.dice == "average" else None
    return AttackReached(attacker.name, way, strike, chances, average, at_range_0(attack))
