"""Upper bounds of how far a unit walks and shoots, with all that talents, ground and powers could add."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from msgspec.structs import replace

from referee.asking.question import Question, drive
from referee.errors import Illegal
from referee.games.mythic import tables
from referee.games.mythic.attack.dice import dice_for
from referee.games.mythic.attack.values import at_range_0
from referee.games.mythic.board.board import Board
from referee.games.mythic.odds.reckoning import WoundChances, average_wounds, chances_of
from referee.games.mythic.rules import activation, attacks, movement, powers, recalls, turns, using
from referee.games.mythic.rules.activation import COMPLEX, SIMPLE, Activate, Nature, why_not_action
from referee.games.mythic.rules.attacks import Manner
from referee.games.mythic.rules.fights import StrikeInGame
from referee.games.mythic.rules.state import GameState, Kept, Match, Piece, Setup
from referee.games.mythic.units import powers as p

BY_X = 9
"""Upper bound of an X, whatever shows in the window."""
BESIDE = 1
"""Distance of a strike into a full area as if there (M24)."""


class Farthest(NamedTuple):
    """Upper bounds for a unit: areas walked, range on level ground, and areas moved by any action.

    `burns`: lava moves it on (M50). `throws`: it may have a mighty throw. `huge`: nothing throws it.
    """

    walk: int
    range: int
    move: int = 0
    burns: bool = True
    throws: bool = False
    huge: bool = False

    def thrown(self, board: Board, areas: Iterable[str], times: int) -> frozenset[str]:
        """Return the areas to which up to `times` mighty throws can move the unit from one of `areas`."""
        areas_reached = frozenset(areas)
        for _ in range(0 if self.huge else times):
            areas_reached = self.within(board, areas_reached, tables.numbers().throw.areas)
        return areas_reached

    def within(self, board: Board, areas: Iterable[str], far: int) -> frozenset[str]:
        """Return the areas to which `far` areas lead from one of `areas`, and the neighbours of lava among them."""
        near = frozenset(there for area in areas for there in board.within(area, far))
        lava = [one for one in near if self.burns and tables.terrain()[board[one].terrain].moved_on]
        return near.union(*(board.neighbours(one) for one in lava))

    def shot(self, board: Board, area: str) -> int:
        """Return how many areas away a unit in an area can attack at most."""
        high = tables.ground().heights.bonuses if board.behind_arrowhead(area) else ()
        return max(BESIDE, self.range + _range(tables.terrain()[board[area].terrain].bonuses) + _range(high))


def farthest(match: Match, piece: Piece) -> Farthest:
    """Compute upper bounds of movement and range for a unit on the board, whatever its window shows."""
    unit, lasting = match.unit(piece.name), _lasting(match, piece)
    kinds = {*unit.types, *(one.type for one in lasting if isinstance(one, p.HasType))}
    talents = {*unit.talents, *(one.talent for one in lasting if isinstance(one, p.HasTalent))}
    ranges = [line.stats.range for line in unit.dashboard]
    ranges += (
        _most(one.range)
        for power in p.powers_of(unit)
        for one in power.resolved
        if isinstance(one, p.Attacks) and one.range is not None
    )
    walk = (
        max(line.stats.movement for line in unit.dashboard)
        + _largest_change(lasting, "movement")
        + sum(tables.types()[one].movement for one in kinds)
    )
    return Farthest(
        walk=walk,
        range=max(ranges)
        + _largest_change(lasting, "range")
        + sum(_range(tables.talents()[one].bonuses) for one in talents)
        + sum(_range(tables.types()[one].aerial) for one in kinds),
        move=walk + max(tables.numbers().movement.run, *(tables.types()[one].fast_flight for one in kinds), 0),
        burns=not any("lava" in tables.types()[one].ignores for one in unit.types),
        throws="mighty throw" in talents,
        huge=any(tables.types()[one].unmoved for one in unit.types),
    )


def _range(bonuses: Sequence[tables.BonusNumbers]) -> int:
    return max((one.range for one in bonuses), default=0)


def _largest_change(effects: Sequence[p.PowerEffect], stat: p.StatName) -> int:
    """Return the largest possible sum of the changes to a stat, as if all of them added."""
    changes = (one.by for one in effects if isinstance(one, p.Stat) and one.stat == stat)
    return sum(BY_X if isinstance(by, p.WindowChange) else _most(by.number) for by in changes)


def _most(number: p.Number | p.Window) -> int:
    return BY_X if isinstance(number, p.Window) or number.figure is None else number.figure


def _lasting(match: Match, piece: Piece) -> list[p.PowerEffect]:
    """List every effect of powers, tokens and bonuses that can apply to a unit."""
    seen, side = powers.view(match), match.setup.side(piece.seat)
    found: list[p.PowerEffect] = [effect for lying in seen.tokens for effect in lying.token.resolved]
    for owner in seen.units:
        mine, allied = owner.name == piece.name, owner.side == side
        effects = (effect for power in p.powers_of(owner.unit) for effect in power.resolved)
        options = (option for effect in effects for option in p.options_of(effect))
        found += (one for one in options if mine or _may_apply(one, allied=allied))
        found += (one for token in p.tokens_of(owner.unit) for one in token.resolved)
        found += (bonus.effect for bonus in owner.bonuses if mine)
    return found


def _may_apply(effect: p.PowerEffect, *, allied: bool) -> bool:
    """Return whether an effect may apply to a unit other than its own."""
    who = effect.who if isinstance(effect, p.TargetedEffect) else None
    return isinstance(who, p.UnitSelection) and (allied or who.side != "ally")


# --- Reach ----------------------------------------------------------------------------------------
# The attacks in reach in the rest of a round: of units that can still be activated, from there or after a walk.
#
# Each is tried on a copy of the game, by the engine's own steps: the turns before it pass without an action, its unit
# is activated and walks. Public knowledge decides whether a card can be in hand (M67).


SIMPLE_WITH_WALK = 2
"""The actions of an activation that walks and attacks."""


class AttackReached(NamedTuple):
    """An attack in reach: its unit, the areas entered before it, its target and manner.

    `chances` are those of its wounds, `average` the wounds of average dice, None if dice are thrown. `near`: it is
    made at range 0, so that it may be answered. `burns`: the wounds that its unit takes on the way, in lava; with
    `nature` it uses force of nature first.
    """

    attacker: str
    way: tuple[str, ...]
    strike: StrikeInGame
    chances: WoundChances
    average: int | None
    near: bool
    burns: int = 0
    nature: bool = False

    def kill(self, left: int) -> Fraction:
        """Return the chance to destroy a target with this vitality, if the dice are used for that."""
        return self.chances.of(left) if self.average is None else Fraction(self.average >= left)

    def wounds(self, left: int) -> Fraction:
        """Return the mean number of wounds that count: none beyond the last."""
        if self.average is not None:
            return Fraction(min(left, self.average))
        return sum((self.chances.of(many) for many in range(1, left + 1)), Fraction(0))


def attacks_left(setup: Setup, game: GameState) -> list[AttackReached]:
    """List all attacks in reach in the rest of the round, by the order of turns and units."""
    now = Match(replace(setup, draws="table", dice=unasked(setup)), game.copy(), [], settle=using.settle)
    found: list[AttackReached] = []
    for seat in seats_left(now):
        then = _turn_of(now, seat)
        for piece in activation.mine(then):
            if may_attack(then, piece):
                found += attacks_of(then, piece)
    return found


def unasked(setup: Setup) -> Any:
    """Return a dice mode in which the program never throws: average dice stay average, others are entered."""
    return "average" if setup.dice == "average" else "entered"


def seats_left(match: Match) -> list[int]:
    """List the seats that have a turn in the rest of the round: the current player, then the others in order."""
    return [match.seat, *recalls.turns_ahead(match)[:-1]]


def _turn_of(match: Match, seat: int) -> Match:
    """Return the game when the seat's player has drawn for the turn, if no action is taken before."""
    then = replace(match, state=match.state.copy(), events=[], noted=[])
    while then.seat != seat:
        drive(activation.close(then), usual)
        recalls.next_turn(then)
    if then.state.phase == "start":
        begin = turns.decision(then)
        assert begin is not None
        drive(begin, usual)
    return then


def usual(question: Question[Any]) -> Any:
    """Return the answer to a question that isn't asked: its default, or else its first option."""
    return question.parse(question.default or question.options()[0].text)


# --- of one unit ----------------------------------------------------------------------------------------


def may_attack(match: Match, piece: Piece) -> bool:
    """Return whether a unit of the current player is activated, or can be, by public knowledge."""
    if not piece.there or match.state.passed:
        return False
    return match.state.acting.unit == piece.name or not activation.why_not_activate(match, piece)


def attacks_of(match: Match, piece: Piece) -> list[AttackReached]:
    """List the attacks that a unit can still make in its activation, which is under way or begins now."""
    if match.state.acting.unit == piece.name:
        return list(_of_actor(match))
    kinds = (False, True) if "flying" in powers.types(match, piece) else (False,)
    return [one for complex_ in kinds for one in _of_actor(_activate(match, piece, complex_=complex_))]


def _activate(match: Match, piece: Piece, *, complex_: bool) -> Match:
    """Return the game with a unit activated, as if it were the first one of the turn."""
    after = replace(match, state=match.state.copy(), events=[], noted=[], kept=None)
    after.state.activated = 0
    drive(Activate(piece.name, COMPLEX if complex_ else SIMPLE).do(after), usual)
    return after


def _of_actor(match: Match) -> Iterator[AttackReached]:
    """Yield the attacks of the activated unit: from its area, then after each walk that still allows one."""
    if not match.state.acting.unit or not match.actor.there:
        return
    yield from _from_here(match, ())
    acting = match.state.acting
    if acting.complex or acting.limit - len(acting.done) < SIMPLE_WITH_WALK:
        return
    if why_not_action(match, "walk") or why_not_action(match, "attack"):
        return
    for ways in movement.reach(match.cached(), match.actor, "walk").ways.values():
        if (way := next((way for way in ways if not way.over), None)) is not None:
            after = replace(match, state=match.state.copy(), events=[], noted=[], kept=None)
            drive(movement.arrive(after, after.actor, way, "walk", ("walk",), action="walk"), usual)
            after.state.acting.done.append("walk")
            if after.noted:
                drive(using.settle(after), usual)
            if after.state.acting.unit and after.actor.there:
                yield from (one._replace(burns=way.wounds) for one in _from_here(after, way.entered))


def _from_here(match: Match, way: tuple[str, ...]) -> Iterator[AttackReached]:
    """Yield the attacks of the activated unit from its area; targets out of any range are skipped."""
    cached = replace(match, kept=Kept())
    board, here = cached.state.board, cached.actor.area
    near = frozenset(board.within(here, farthest(cached, cached.actor).shot(board, here)))
    aerial = cached.state.acting.complex
    if why_not_action(cached, "aerial attack" if aerial else "attack"):
        return
    for target, manner in attacks.candidates(cached, cached.actor, Manner(aerial=aerial)):
        far = attacks.area_of(cached, target) not in near
        if not far and (found := reached(cached, cached.actor, StrikeInGame(target, manner), way)) is not None:
            yield found
    if not Nature.why_none(match):
        after = replace(match, state=match.state.copy(), events=[])
        Nature().do(after)
        yield from (one._replace(nature=True) for one in _from_here(after, way))


def reached(match: Match, attacker: Piece, strike: StrikeInGame, way: tuple[str, ...] = ()) -> AttackReached | None:
    """Compute an attack from where its unit stands; None if it isn't allowed."""
    try:
        attack, values = attacks.check_attack(match, attacker, strike.target, strike.manner)
    except Illegal:
        return None
    chances = chances_of(dice_for(attack, values))
    average = average_wounds(chances) if match.setup.dice == "average" else None
    return AttackReached(attacker.name, way, strike, chances, average, at_range_0(attack))
