"""One simulation of the rest of a round: which units survive it. Both sides choose by exact odds, a step ahead.

Hidden information isn't used: each hand is drawn anew from all cards that it can hold (M67), and nothing depends on
the seed by which the game itself draws and throws.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from random import Random
from typing import Any, Literal, NamedTuple

from msgspec import Struct, msgpack
from msgspec.structs import replace

from referee.asking.moves import Move as GameMove
from referee.asking.question import Question, drive
from referee.errors import RefereeError
from referee.games.mythic.attack import dice as on
from referee.games.mythic.attack.dice import AttackDice
from referee.games.mythic.attack.moves import Done, Lift, Move, Reroll
from referee.games.mythic.attack.values import Attack, values_of
from referee.games.mythic.odds.reckoning import options_of
from referee.games.mythic.rules import activation, attacks, cards, turns, using
from referee.games.mythic.rules.activation import COMPLEX, SIMPLE, Activate
from referee.games.mythic.rules.attacks import AttackTarget, Manner
from referee.games.mythic.rules.cards import Price
from referee.games.mythic.rules.fights import NO, NONE, NormalAttack, StrikeInGame
from referee.games.mythic.rules.movement import Walk
from referee.games.mythic.rules.state import GameState, Match, Piece, Setup
from referee.games.mythic.surviving.reach import AttackReached, attacks_of, may_attack, reached, unasked, usual
from referee.games.mythic.units.unit import Unit
from referee.games.mythic.vocabulary import FACES, FIVE

LEANING = 2
"""Attacks are chosen with weights of their worth to this power: players don't choose as exactly as a program."""
EVADES = 0.25
"""A unit evades an attack with at least this chance to destroy it."""
DIVINITY, UNKNOWN = 6, 3
"""Bonus worth of a divinity, as the game may depend on it; assumed cost of a unit whose cost isn't known."""
MOST_KEPT = 20_000
"""Maximum of cached positions of a round, each with the attacks of a unit."""


class RoundPlayed(Struct, frozen=True):
    """A simulation's input: a game in the middle of a round, and the units that are watched.

    `key` identifies the set-up and state.
    """

    setup: Setup
    game: GameState
    units: tuple[str, ...]
    key: str


def start_rollout(setup: Setup, game: GameState, units: tuple[str, ...]) -> RoundPlayed:
    """Prepare a game for simulation, without hidden information, to watch some of its units."""
    game = game.copy()
    for player in game.players:
        player.cards.hand = []
    setup = replace(setup, draws="program", dice=unasked(setup), seed=0)
    return RoundPlayed(setup, game, units, hashlib.blake2b(msgpack.encode((setup, game))).hexdigest())


def trials(what: RoundPlayed, seed: str, numbers: range) -> list[int]:
    """Count the trials with these numbers in which each unit survives."""
    found = [play_out(what, Random(f"{seed}/{number}")) for number in numbers]
    return [sum(unit in alive for alive in found) for unit in what.units]


def play_out(what: RoundPlayed, luck: Random) -> frozenset[str]:
    """Simulate one trial; return the units that survive the round."""
    setup = replace(what.setup, seed=luck.randrange(1_000_000_000))
    game = with_hands(what.game, luck)
    choosing = _Choosing(luck, _kept(what.key))
    while game.round == what.game.round:
        match = Match(setup, game, [], settle=using.settle)
        asking = turns.decision(match)
        if asking is None:
            break
        drive(asking, partial(choosing.answer, match))
    return frozenset(piece.name for piece in game.standing)


def with_hands(game: GameState, luck: Random) -> GameState:
    """Return a copy of a game whose hands are drawn from what they can hold."""
    drawn = game.copy()
    for player in drawn.players:
        hidden, sure = (sorted(Counter(cards).elements()) for cards in (player.cards.pool, player.cards.sure))
        player.cards.hand = [*sure, *luck.sample(hidden, max(0, player.cards.drawn))]
    return drawn


# --- cache of attacks in a round --------------------------------------------------------------------------

_Kept = dict[tuple[bytes, str, int, StrikeInGame | None], tuple[AttackReached, ...]]
"""The attacks of a unit by position and vitality, all or a single one: ground may wound it before them."""


@lru_cache(maxsize=2)
def _kept(key: str) -> _Kept:
    """Return this process's cache of the attacks in a simulated game."""
    return {}


def _position(match: Match) -> bytes:
    """Encode all that the attacks of a unit depend on; of vitality only what its window shows."""
    game = match.state
    shown = [
        (
            piece.name,
            piece.seat,
            piece.area,
            piece.status,
            _window(match.unit(piece.name), piece.vitality),
            bool(piece.stone),
            piece.marks,
            piece.bonuses,
        )
        for piece in game.pieces
    ]
    return msgpack.encode((shown, game.spots, game.acting, game.board if not match.setup.board_file else None))


def _window(unit: Unit, vitality: int) -> int:
    """Return a number that is the same for all vitalities with the same values."""
    if not vitality:
        return 0
    return min(vitality, 2) if unit.troop else unit.line(vitality).most


# --- choosing ---------------------------------------------------------------------------------------------


class _Best(NamedTuple):
    """A chosen attack, its worth, and the price of the activation."""

    worth: float
    found: AttackReached
    price: Price

    @property
    def rank(self) -> tuple[float, int, int]:
        """Sort key: by worth; then the walk that costs fewer wounds, then the shorter one."""
        return self.worth, -self.found.burns, -len(self.found.way)


class _Choosing:
    """Policy that answers for both sides in a simulated round."""

    def __init__(self, luck: Random, kept: _Kept) -> None:
        self._luck, self._kept = luck, kept
        self._plan: list[GameMove[Match]] = []
        self._strike: StrikeInGame | None = None
        self._attack: Attack | None = None
        self._dice = AttackDice(defence=0, count=0)
        self._thrown: Move = Done()

    def answer(self, match: Match, question: Question[Any]) -> Any:
        """Return the value of the answer to a question."""
        match question.key:
            case "move":
                return self._move(match)
            case "roll":
                assert question.throw is not None
                return self._roll(match, question.throw.count)
            case "assault":
                return self._use(match)
            case "guard":
                return self._guard(match, question)
            case "evade":
                return self._evade(match, question)
            case "redirect":
                return self._redirect(match, question)
            case "initiative" | "retaliate":
                if self._strike is None or not self._strike.target.unit:
                    return NO
                target = match.state.piece(self._strike.target.unit)
                if not cards.lacks(match, target.seat, [target.name]):
                    return question.key
                held = (
                    card
                    for card in attacks.answer_cards(match, target)
                    if not cards.lacks(match, target.seat, [card])
                )
                return next((f"{question.key}{cards.WITH}{card}" for card in held), NO)
            case "power":
                return None
        if question.default is not None:
            return usual(question)
        options = list(question.options())
        self._luck.shuffle(options)
        for option in options[:-1]:
            try:
                return question.parse(option.text)
            except RefereeError:
                continue
        return question.parse(options[-1].text)

    # --- moves --------------------------------------------------------------------------------------

    def _move(self, match: Match) -> GameMove[Match]:
        """Return the next move of the most valuable attack; if none has any value, end the turn."""
        if not self._plan or not self._still_possible(match, self._plan[0]):
            self._plan = self._plan_attack(match)
        move = self._plan.pop(0)
        self._strike = move.strike(match) if isinstance(move, NormalAttack) else None
        return move

    def _still_possible(self, match: Match, move: GameMove[Match]) -> bool:
        """Return whether a planned move can still be made."""
        acting = match.state.acting
        if not acting.unit or not match.actor.there:
            return False
        if isinstance(move, NormalAttack):
            return not move.why_none(match) and self._reached(match, match.actor, move.strike(match)) is not None
        return not type(move).why_none(match)

    def _plan_attack(self, match: Match) -> list[GameMove[Match]]:
        chosen = self._choose_attack(match)
        if chosen is None:
            return [turns.Pass() if match.state.phase == "choose" else turns.End()]
        found, plan = chosen.found, list[GameMove[Match]]()
        if match.state.acting.unit != found.attacker:
            how: Literal["simple", "complex"] = COMPLEX if found.strike.manner.aerial else SIMPLE
            plan.append(Activate(found.attacker, how, cards.price_text(chosen.price)))
        if found.way:
            plan.append(Walk(found.way))
        if found.nature:
            plan.append(activation.Nature())
        return [*plan, NormalAttack.of(found.strike)]

    def _choose_attack(self, match: Match) -> _Best | None:
        """Draw one of each unit's best attacks on each target, weighted by its worth."""
        by_pair: dict[tuple[str, str], _Best] = {}
        for piece in activation.mine(match):
            price = self._price(match, piece) if may_attack(match, piece) else None
            if price is None:
                continue
            for found in self._attacks(match, piece):
                one = _Best(_worth(match, found), found, price)
                pair = found.attacker, found.strike.target.unit
                if one.worth > 0 and (pair not in by_pair or one.rank > by_pair[pair].rank):
                    by_pair[pair] = one
        if not by_pair:
            return None
        return self._luck.choices(list(by_pair.values()), [one.worth**LEANING for one in by_pair.values()])[0]

    def _price(self, match: Match, piece: Piece) -> Price | None:
        """Return the cards that pay for a unit's activation; None if the hand can't."""
        if match.state.acting.unit == piece.name:
            return ()
        for price in cards.prices(match, match.seat, activation.aow_due(match, piece), [piece.name]):
            if not cards.lacks(match, match.seat, [piece.name, *price]):
                return price
        return None

    def _attacks(self, match: Match, piece: Piece) -> tuple[AttackReached, ...]:
        """Return the attacks of a unit, computed once for equal positions."""
        return self._once(
            match, piece, None, lambda: (one for one in attacks_of(match, piece) if one.strike.target.unit)
        )

    def _reached(self, match: Match, attacker: Piece, strike: StrikeInGame) -> AttackReached | None:
        """Return one attack from where its unit stands; None if it isn't allowed."""
        found = self._once(match, attacker, strike, lambda: filter(None, [reached(match, attacker, strike)]))
        return found[0] if found else None

    def _once(
        self,
        match: Match,
        attacker: Piece,
        strike: StrikeInGame | None,
        compute: Callable[[], Iterable[AttackReached]],
    ) -> tuple[AttackReached, ...]:
        key = _position(match), attacker.name, attacker.vitality, strike
        if (cached := self._kept.get(key)) is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            cached = self._kept[key] = tuple(compute())
        return cached

    # --- dice -----------------------------------------------------------------------------------------

    def _roll(self, match: Match, count: int) -> tuple[int, ...]:
        faces = tuple(self._luck.choices(FACES, k=count))
        attack = match.fought[-1]
        if attack is not self._attack:
            self._attack = attack
            self._dice = on.rolled(on.dice_for(attack, values_of(attack)), faces)
        elif isinstance(self._thrown, Reroll):
            self._dice = on.thrown_again(self._dice, self._thrown.dice, faces)
        else:
            self._dice = on.second(self._dice, (FIVE,) * count, faces)
        return faces

    def _use(self, match: Match) -> tuple[Move, ...]:
        """Choose the use of the dice in hand, for the best chance to kill."""
        moves = best_use(self._dice, match.fought[-1].defender.vitality or 1)
        for move in moves:
            if isinstance(move, Lift):
                self._dice = on.lifted(self._dice, move.die, move.fuel)
        self._thrown = moves[-1]
        return moves

    # --- reactions --------------------------------------------------------------------------------------

    def _guard(self, match: Match, question: Question[Any]) -> str:
        """Name the guard that loses least by it, if that is less than the target loses."""
        if self._strike is None:
            return NO
        guards = [option.text.removeprefix("guard ") for option in question.options() if option.text != NO]
        loses = {name: self._loses(match, AttackTarget(name)) for name in (self._strike.target.unit, *guards)}
        best = min(loses, key=lambda name: loses[name])
        if best == self._strike.target.unit:
            return NO
        self._strike = StrikeInGame(AttackTarget(best), self._strike.manner)
        return f"guard {best}"

    def _loses(self, match: Match, target: AttackTarget) -> float:
        assert self._strike is not None
        found = self._reached(match, match.actor, StrikeInGame(target, self._strike.manner))
        return _worth(match, found) if found is not None else 99.0

    def _evade(self, match: Match, question: Question[Any]) -> str:
        """Evade an attack that may well destroy the unit, if the hand can pay for it."""
        if self._strike is None or not self._strike.target.unit:
            return NO
        target, seat = match.state.piece(self._strike.target.unit), match.seat_of(question.who)
        if match.setup.are_allied(seat, target.seat):
            struck, found = target, self._reached(match, match.actor, self._strike)
        else:
            back = Manner(kind="retaliation", as_if_there=self._strike.manner.as_if_there)
            struck = match.actor
            found = self._reached(match, target, StrikeInGame(AttackTarget(struck.name), back))
        if found is None or found.kill(struck.vitality) < EVADES:
            return NO
        for price in cards.prices(match, seat, match.setup.manoeuvre_aow):
            if not cards.lacks(match, seat, price):
                return f"evade{cards.write_price(price)}"
        return NO

    def _redirect(self, match: Match, question: Question[Any]) -> str:
        """Pick the most valuable of the remaining targets."""
        assert self._strike is not None
        plain = replace(self._strike.manner, as_if_there=False)
        offered = {option.text for option in question.options()}
        found = [
            self._reached(match, match.actor, StrikeInGame(target, how))
            for target, how in attacks.candidates(match, match.actor, plain)
            if target.unit and attacks.write(target, how) in offered
        ]
        best = max((one for one in found if one is not None), key=partial(_worth, match), default=None)
        if best is None or _worth(match, best) <= 0:
            return NONE
        self._strike = best.strike
        return attacks.write(best.strike.target, best.strike.manner)


def _worth(match: Match, one: AttackReached) -> float:
    """Compute the worth of an attack: its target's points, weighted by the chance to kill and the wounds taken.

    The attacker's own wounds in lava on the way are subtracted.
    """
    piece, attacker = match.state.piece(one.strike.target.unit), match.state.piece(one.attacker)
    worth = _points(match, piece) * float(one.kill(piece.vitality) + one.wounds(piece.vitality) / piece.vitality)
    return worth - _points(match, attacker) * one.burns / attacker.vitality if one.burns else worth


def _points(match: Match, piece: Piece) -> int:
    """Return the worth of a unit at full vitality."""
    unit = match.unit(piece.name)
    return max(1, (UNKNOWN if unit.cost is None else unit.cost) + DIVINITY * unit.divinity)


@lru_cache(maxsize=50_000)
def best_use(dice: AttackDice, left: int) -> tuple[Move, ...]:
    """Find the best use of the dice in hand: the best chance to take `left` wounds, then the most wounds."""
    found = options_of(dice)
    best = max(found, key=lambda one: (one.chances.of(left), one.chances.mean)).moves if found else ()
    return best or (*on.best_assignment(dice).lifts, Done())
