"""What a mistake cost: the chance to win with the rule kept, and as it was played."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Literal

from msgspec import Struct

from referee.errors import Illegal
from referee.games.conjurers.battle import damage
from referee.games.conjurers.battle.abilities import bind
from referee.games.conjurers.battle.moves import (
    MOVES,
    Attack,
    BattleMove,
    Bind,
    BreakFree,
    Devour,
    MoveTo,
    Pass,
    Summon,
)
from referee.games.conjurers.battle.play import BattleEnds
from referee.games.conjurers.battle.state import Battle, Fighter, SideName, enemy_of
from referee.games.conjurers.odds.stage import Rehearsal
from referee.games.conjurers.odds.standing import standing_of
from referee.games.conjurers.records.record import Record, expect_known
from referee.games.conjurers.records.verdict import Verdict
from referee.games.conjurers.tables import battle as battle_tables
from referee.games.conjurers.winning.playing_out import TriedMove, trials
from referee.games.conjurers.winning.solving import OutOfTime, Result, Solved, Solver, ways
from referee.games.conjurers.winning.stepping import averaged
from referee.games.conjurers.winning.winning import SOLVING, MoveChance, WinningChances, can_be_solved, chances_of
from referee.sampling.race import Cores, Effort, RaceFound, race

Sort = Literal["illegal", "choice", "claim"]
"""What may cost something: a move that isn't legal, a legal one that isn't the best, damage that isn't so."""

Tell = Callable[[str], None]

ANY_HAND = "whatever is in hand"
"""The best move where it hangs on a hand that isn't known."""


class MistakeCost(Struct, frozen=True):
    """What a mistake of a turn cost the `side` that was to move.

    `kept` is the best move with the rule kept and what it leads to, `played` what was played or claimed and what that
    leads to, None where it can't be played on; both for that side.
    """

    turn: int
    side: SideName
    player: str
    sort: Sort
    mistake: str
    kept: MoveChance
    played: MoveChance | None

    @property
    def clear(self) -> bool:
        """Whether it is more than the luck of an estimate that makes the difference."""
        if self.played is None or self.played == self.kept:
            return self.played is None
        right, wrong = self.kept.estimate, self.played.estimate
        if right is None or wrong is None:  # how one of them ends is certain
            return self.sort != "choice" or self.kept.chance != self.played.chance
        return right.clearly_above(wrong) or (self.sort != "choice" and wrong.clearly_above(right))

    @property
    def instead(self) -> str:
        """The move to be played instead, as typed; "" where none is known to be better, or to be open."""
        better = self.sort == "illegal" or (self.sort == "choice" and self.clear)
        return self.kept.text if better and self.kept.text != ANY_HAND else ""


class Mistake(Struct, frozen=True):
    """A mistake of a turn, before anything is estimated; `over` if the battle is over by then with the rule kept."""

    turn: int
    sort: Sort
    text: str
    over: bool


def mistakes_of(verdict: Verdict) -> Iterator[Mistake]:
    """The mistakes of a record on which something may hang."""
    for turn in disputed_turns(verdict):
        before, believed = _as_it_is(verdict, turn), _as_believed(verdict, turn)
        if not _is_settled(before, believed):
            yield Mistake(turn, "claim", _claims(verdict, turn), before.outcome is not None)
    if verdict.illegal is not None:
        number = verdict.illegal.turn.number
        if _before(verdict, number).outcome is None:
            yield Mistake(number, "illegal", verdict.illegal.turn.text, over=False)


def costs_of(verdict: Verdict, effort: Effort, tell: Tell) -> Iterator[MistakeCost]:
    """What the mistakes of a record cost; each takes a share of the time. `tell` hears meanwhile how it looks.

    Raises BadInput for a creature whose card isn't known.
    """
    turns = disputed_turns(verdict)
    mistakes = len(turns) + (verdict.illegal is not None)
    share = replace(effort, seconds=effort.seconds / max(1, mistakes))
    for at in turns:
        yield from costs_of_claims(verdict, at, share, tell)
    if verdict.illegal is not None:
        yield from costs_of_move(verdict, verdict.illegal.turn.number, share, tell)


def disputed_turns(verdict: Verdict) -> list[int]:
    """The turns after which something is claimed that isn't so."""
    return sorted({dispute.turn for dispute in verdict.disputes})


def costs_of_move(verdict: Verdict, turn: int, effort: Effort, tell: Tell) -> Iterator[MistakeCost]:
    """What the move of a turn cost, legal or not, against the best one; nothing where the battle was over by then.

    Raises BadInput for a creature whose card isn't known.
    """
    record, move = verdict.record, verdict.record.turns[turn - 1].move
    before = _before(verdict, turn)
    if before.outcome is not None:
        return
    expect_known(record, before)
    half = replace(effort, seconds=effort.seconds / 2)
    side = before.side_to_move
    sort: Sort = "choice" if turn <= len(verdict.played) else "illegal"
    kept = f"turn {turn}, {'with the best legal move' if sort == 'illegal' else 'with the best move'}:"
    best = _best(chances_of(before, record.file.dice, half, _after(kept, tell), in_hand=True))
    text = record.turns[turn - 1].text
    played = best if best.move == move else None
    if played is None and can_be_made(before, move):
        as_played = _after(f"{kept} {before.sides[side].player} {best.told()}; as played:", tell)
        played = chance_of(before, move, text, record, half, as_played)
    yield MistakeCost(turn, side, before.sides[side].player, sort, text, best, played)


def _before(verdict: Verdict, turn: int) -> Battle:
    """The battle right before a turn, as whoever is to move knew it."""
    between = verdict.played[turn - 2].after if turn > 1 else verdict.record.start
    return as_it_stood(verdict.record, between)


def as_it_stood(record: Record, between: Battle) -> Battle:
    """A battle right before a move, as whoever is to move knew it: what was seen of the enemy's hand later isn't.

    That is so of three drawn from more (p. 15). Where a card of those isn't known, what is known by now counts.
    """
    battle = standing_of(record, between).battle
    army = list(battle.of(enemy_of(battle.side_to_move)))
    unseen = [fighter for fighter in army if fighter.in_hand]
    drawn = len(army) > battle_tables.numbers().most_creatures
    if not drawn or any(fighter.key in record.unknown for fighter in army if not fighter.dead):
        return battle
    seen = battle.copy()
    for fighter in unseen:
        seen.fighters[fighter.number].maybe = True
    seen.sides[enemy_of(battle.side_to_move)].hidden += len(unseen)
    return seen


def costs_of_claims(verdict: Verdict, turn: int, effort: Effort, tell: Tell) -> Iterator[MistakeCost]:
    """What wrong claims after a turn cost: the battle as it is, and as it was believed to be.

    Nothing where it is over both ways, with the same winner. Raises BadInput for a creature whose card isn't known.
    """
    record = verdict.record
    before, believed = _as_it_is(verdict, turn), _as_believed(verdict, turn)
    if _is_settled(before, believed):
        return
    expect_known(record, before)
    half, side = replace(effort, seconds=effort.seconds / 2), before.side_to_move
    player, right_so = before.sides[side].player, f"turn {turn}, as it is:"
    kept = _at_best(before, side, record, half, _after(right_so, tell))
    claims = _claims(verdict, turn)
    played = None
    if believed is not None:
        as_claimed = _after(f"{right_so} {player} {_so_far(kept)}; as claimed:", tell)
        played = _at_best(believed, side, record, half, as_claimed)._replace(text=claims)
    yield MistakeCost(turn, side, player, "claim", claims, kept, played)


def _claims(verdict: Verdict, turn: int) -> str:
    """What is claimed after a turn and isn't so: "4 damage on Griffin"."""
    after = verdict.played[turn - 1].after
    wrong = [dispute for dispute in verdict.disputes if dispute.turn == turn]
    return "; ".join(f"{one.claimed} damage on {name_of(after, one.creature)}" for one in wrong)


def _as_it_is(verdict: Verdict, turn: int) -> Battle:
    """The battle after a turn, as whoever is to move knows it."""
    return as_it_stood(verdict.record, verdict.played[turn - 1].after)


def _as_believed(verdict: Verdict, turn: int) -> Battle | None:
    """The same with the damage that was claimed; None where that can't be."""
    wrong = _as_claimed(verdict, turn)
    return None if wrong is None else as_it_stood(verdict.record, wrong)


def _is_settled(before: Battle, believed: Battle | None) -> bool:
    """Whether a battle is over, and with the same winner as it is believed to be."""
    return before.outcome is not None and (believed is None or _winner(believed) == _winner(before))


def _winner(battle: Battle) -> SideName | None:
    return None if battle.outcome is None else battle.outcome.winner


def _so_far(known: MoveChance) -> str:
    """What is known already, while the rest is reckoned."""
    return "it is over" if known.is_over else known.told()


def _at_best(battle: Battle, side: SideName, record: Record, effort: Effort, tell: Tell) -> MoveChance:
    """What the best move leads to for a side that is to move; a battle that is over is won or lost in 0 turns."""
    if battle.outcome is None:
        return _best(chances_of(battle, record.file.dice, effort, tell))
    result = Result.WON if battle.outcome.winner == side else Result.LOST
    return MoveChance("", Pass(), Solved(result, 0))


def _best(chances: WinningChances) -> MoveChance:
    """The best move; over all hands, without a name, where it hangs on one that isn't known."""
    if not chances.by_hand:
        return chances.best
    return chances.best._replace(text=ANY_HAND, estimate=chances.estimate)


def _after(said: str, tell: Tell) -> Tell:
    """Tells something after what is known already."""
    return lambda line: tell(f"{said} {line}")


def name_of(battle: Battle, key: str) -> str:
    """A creature's name, with its side where both have one of that name."""
    return next(battle.told(fighter) for fighter in battle.fighters if fighter.key == key)


def _as_claimed(verdict: Verdict, turn: int) -> Battle | None:
    """The battle after a turn with the damage that was claimed; None where a creature would be back that died before.

    One that died in this turn and is said to live stands where it stood in it.
    """
    claims = {dispute.creature: dispute.claimed for dispute in verdict.disputes if dispute.turn == turn}
    wrong = verdict.played[turn - 1].after.copy()
    for fighter in wrong.fighters:
        if fighter.key in claims:
            fighter.damage = claims[fighter.key]
            if fighter.dead and fighter.damage < fighter.card.hp:
                fighter.slot = _stood(verdict, turn, fighter)
                if fighter.slot is None:
                    return None
                fighter.dead = False
                wrong.sides[fighter.side].dead.remove(fighter.number)
                wrong.outcome = None
    if wrong.outcome is None:
        with suppress(BattleEnds):
            damage.settle(Rehearsal(wrong, averaged(), []))
    return wrong


def _stood(verdict: Verdict, turn: int, fighter: Fighter) -> int | None:
    """The slot in which a creature stood in a turn; None if it stood in none."""
    match verdict.record.turns[turn - 1].move:
        case Summon(number, slot) | MoveTo(number, slot) if number == fighter.number:
            return slot
    before = verdict.played[turn - 2].after if turn > 1 else verdict.record.start
    return before.fighters[fighter.number].slot


def chance_of(
    battle: Battle, move: BattleMove, text: str, record: Record, effort: Effort, tell: Tell = lambda line: None
) -> MoveChance:
    """What one move leads to for the side that makes it, also one that isn't legal but can be made.

    `tell` hears meanwhile how it looks.
    """
    dice, side = record.file.dice, battle.side_to_move
    end = time.monotonic() + effort.seconds
    if can_be_solved(battle, dice):
        with suppress(OutOfTime):
            return MoveChance(text, move, Solver(effort.seconds * SOLVING).result_of(ways(battle, [move])))
    left = replace(effort, seconds=end - time.monotonic())

    def told(found: RaceFound) -> bool:
        tell(found.estimates[0].told())
        return True

    with Cores(effort.cores) as cores:
        found = race(trials, [TriedMove(battle, dice, side, move)], left, cores, told)
    return MoveChance(text, move, estimate=found.estimates[0])


def can_be_made(battle: Battle, move: BattleMove) -> bool:
    """Whether hands can make a move on the table, whatever the rules say of it."""
    with suppress(Illegal):
        MOVES.verify(battle, move)
        return True
    match move:
        case Summon(creature, slot):
            fighter = battle.fighters[creature]
            return fighter.slot is None and not fighter.dead and _is_free(battle, fighter, slot)
        case MoveTo(creature, slot):
            return _is_own_master(battle.fighters[creature]) and _is_free(battle, battle.fighters[creature], slot)
        case Attack(creature) | Devour(creature):
            fighter = battle.fighters[creature]
            return _is_own_master(fighter) and battle.in_front(fighter) is not None
        case BreakFree(creature):
            return battle.fighters[creature].devoured_by is not None
        case Bind(target, by):
            able = bind.wearers(battle, battle.side_to_move)
            wearers = [one.number for one in able]
            return battle.fighters[target].slot is not None and bool(wearers) and (by is None or by in wearers)
    return True


def _is_free(battle: Battle, fighter: Fighter, slot: int) -> bool:
    return battle.holder(fighter.side, slot) is None


def _is_own_master(fighter: Fighter) -> bool:
    return fighter.slot is not None and fighter.devouring is None and fighter.devoured_by is None
