"""The cost of a mistake: the chance to win with the rule kept against the chance as played."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.declaration.game import CostAsked
from referee.declaration.reports import MistakeReport, Remedy, taken_back
from referee.errors import BadInput, Illegal
from referee.games.conjurers import tables
from referee.games.conjurers.battle import damage, moves
from referee.games.conjurers.battle.abilities import markers
from referee.games.conjurers.battle.record import Record, Verdict, expect_known, replay
from referee.games.conjurers.battle.state import Battle, BattleEnds, Fighter, SideName, enemy_of
from referee.games.conjurers.odds.fights import Rehearsal
from referee.games.conjurers.odds.standing import standing_of
from referee.games.conjurers.winning.choosing import TriedMove, trials
from referee.games.conjurers.winning.solving import OutOfTime, Result, Solved, Solver, average_dice, ways
from referee.games.conjurers.winning.winning import SOLVING, MoveChance, WinningChances, can_be_solved, chances_of
from referee.sampling.race import WITHIN, Cores, Effort, race
from referee.text.grammar import so_many

Sort = Literal["illegal", "choice", "claim"]
"""Kinds of mistakes: a move that isn't legal, a legal one that isn't the best, damage claimed wrongly."""

Tell = Callable[[str], None]

ANY_HAND = "whatever is in hand"
"""Text of the best move if it depends on an unknown hand."""


class MistakeCost(Struct, frozen=True):
    """The cost of a turn's mistake to the `side` that was to move.

    `kept` is the best move with the rule kept and its chance, `played` what was played or claimed and its chance,
    None if it can't be played on; both for that side.
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
        """Whether the difference is more than the noise of the estimates."""
        if self.played is None or self.played == self.kept:
            return self.played is None
        right, wrong = self.kept.estimate, self.played.estimate
        if right is None or wrong is None:  # how one of them ends is certain
            return self.sort != "choice" or self.kept.chance != self.played.chance
        return right.clearly_above(wrong) or (self.sort != "choice" and wrong.clearly_above(right))

    @property
    def instead(self) -> str:
        """The move to play instead, as typed; "" if none is known to be better, or the hand isn't known."""
        better = self.sort == "illegal" or (self.sort == "choice" and self.clear)
        return self.kept.text if better and self.kept.text != ANY_HAND else ""


class Mistake(Struct, frozen=True):
    """A mistake of a turn, before anything is estimated; `over` if the battle is over by then with the rule kept."""

    turn: int
    sort: Sort
    text: str
    over: bool


def mistakes_of(verdict: Verdict) -> Iterator[Mistake]:
    """Yield the mistakes of a record that may have changed the chance to win."""
    for turn in disputed_turns(verdict):
        before, believed = as_it_stood(verdict.record, verdict.after(turn)), _as_claimed(verdict, turn)
        if not _is_settled(before, believed):
            yield Mistake(turn, "claim", _describe_claims(verdict, turn), before.outcome is not None)
    if verdict.illegal is not None:
        number = verdict.illegal.number
        if as_it_stood(verdict.record, verdict.after(number - 1)).outcome is None:
            yield Mistake(number, "illegal", verdict.illegal_text, over=False)


def disputed_turns(verdict: Verdict) -> list[int]:
    """List the turns after which a wrong claim was made."""
    return sorted({dispute.turn for dispute in verdict.disputes})


def costs_of_move(verdict: Verdict, turn: int, effort: Effort, tell: Tell) -> Iterator[MistakeCost]:
    """Yield the cost of a turn's move, legal or not, against the best one; nothing if the battle was over by then.

    Raises BadInput for a creature whose card isn't known.
    """
    record, move = verdict.record, verdict.record.turns[turn - 1].move
    before = as_it_stood(record, verdict.after(turn - 1))
    if before.outcome is not None:
        return
    expect_known(record, before)
    half = replace(effort, seconds=effort.seconds / 2)
    side = before.side_to_move
    sort: Sort = "choice" if turn <= len(verdict.played) else "illegal"
    kept = f"turn {turn}, {'with the best legal move' if sort == 'illegal' else 'with the best move'}:"
    best = _best(chances_of(before, record.file.dice, half, _with_prefix(kept, tell), in_hand=True))
    text = record.turns[turn - 1].text
    played = best if best.move == move else None
    if played is None and can_be_made(before, move):
        as_played = _with_prefix(f"{kept} {before.sides[side].player} {best.describe()}; as played:", tell)
        played = chance_of(before, move, text, record, half, as_played)
    yield MistakeCost(turn, side, before.sides[side].player, sort, text, best, played)


def as_it_stood(record: Record, between: Battle) -> Battle:
    """Return a battle right before a move as the mover knew it: without what was seen of the enemy's hand later.

    This concerns three drawn from more (p. 15). If a card of those isn't known, all that is known by now counts.
    """
    battle = standing_of(record, between).battle
    army = list(battle.of(enemy_of(battle.side_to_move)))
    unseen = [fighter for fighter in army if fighter.in_hand]
    drawn = len(army) > battle.readings.battle_creatures and all(fighter.may_wear for fighter in army)
    if not drawn or any(fighter.key in record.unknown for fighter in army if not fighter.dead):
        return battle
    seen = battle.copy()
    for fighter in unseen:
        seen.fighters[fighter.number].maybe = True
    seen.sides[enemy_of(battle.side_to_move)].hidden += len(unseen)
    return seen


def costs_of_claims(verdict: Verdict, turn: int, effort: Effort, tell: Tell) -> Iterator[MistakeCost]:
    """Yield the cost of wrong claims after a turn: the real battle against the battle as claimed.

    Yields nothing if both are over with the same winner. Raises BadInput for a creature whose card isn't known.
    """
    record = verdict.record
    before, believed = as_it_stood(record, verdict.after(turn)), _as_claimed(verdict, turn)
    if _is_settled(before, believed):
        return
    expect_known(record, before)
    half, side = replace(effort, seconds=effort.seconds / 2), before.side_to_move
    player, right_so = before.sides[side].player, f"turn {turn}, as it is:"
    kept = _at_best(before, side, record, half, _with_prefix(right_so, tell))
    claims = _describe_claims(verdict, turn)
    played = None
    if believed is not None:
        so_far = "it is over" if kept.is_over else kept.describe()
        as_claimed = _with_prefix(f"{right_so} {player} {so_far}; as claimed:", tell)
        played = _at_best(believed, side, record, half, as_claimed)._replace(text=claims)
    yield MistakeCost(turn, side, player, "claim", claims, kept, played)


def _describe_claims(verdict: Verdict, turn: int) -> str:
    """Describe the wrong claims after a turn: "4 damage on Griffin"."""
    after = verdict.after(turn)
    wrong = [dispute for dispute in verdict.disputes if dispute.turn == turn]
    return "; ".join(f"{one.claimed} damage on {name_of(after, one.creature)}" for one in wrong)


def _is_settled(before: Battle, believed: Battle | None) -> bool:
    """Return whether a battle is over, with the same winner as in the battle as claimed."""
    if before.outcome is None or believed is None:
        return before.outcome is not None
    return believed.outcome is not None and believed.outcome.winner == before.outcome.winner


def _at_best(battle: Battle, side: SideName, record: Record, effort: Effort, tell: Tell) -> MoveChance:
    """Return the best move's chance for the side to move; a battle that is over is won or lost in 0 turns."""
    if battle.outcome is None:
        return _best(chances_of(battle, record.file.dice, effort, tell))
    result = Result.WON if battle.outcome.winner == side else Result.LOST
    return MoveChance("", moves.Pass(), Solved(result, 0))


def _best(chances: WinningChances) -> MoveChance:
    """Return the best move; over all hands, without a name, if it depends on an unknown hand."""
    if not chances.by_hand:
        return chances.best
    return chances.best._replace(text=ANY_HAND, estimate=chances.estimate)


def _with_prefix(prefix: str, tell: Tell) -> Tell:
    """Prefix the lines of a progress callback."""
    return lambda line: tell(f"{prefix} {line}")


def name_of(battle: Battle, key: str) -> str:
    """Return a creature's name, with its player's if both sides have one of that name."""
    return next(battle.label(fighter) for fighter in battle.fighters if fighter.key == key)


def _as_claimed(verdict: Verdict, turn: int) -> Battle | None:
    """Return the battle after a turn with the damage that was claimed, as the side to move knows it.

    A creature that died in this turn and is claimed to live keeps its slot of this turn; None if one died before.
    """
    claims = {dispute.creature: dispute.claimed for dispute in verdict.disputes if dispute.turn == turn}
    wrong = verdict.after(turn).copy()
    for fighter in wrong.fighters:
        if fighter.key in claims:
            fighter.damage = claims[fighter.key]
            if fighter.dead and fighter.damage < fighter.card.hp:
                fighter.slot = _slot_in_turn(verdict, turn, fighter)
                if fighter.slot is None:
                    return None
                fighter.dead = False
                wrong.sides[fighter.side].dead.remove(fighter.number)
                wrong.outcome = None
    if wrong.outcome is None:
        with suppress(BattleEnds):
            damage.settle(Rehearsal(wrong, average_dice(), []))
    return as_it_stood(verdict.record, wrong)


def _slot_in_turn(verdict: Verdict, turn: int, fighter: Fighter) -> int | None:
    """Return the slot of a creature in a turn; None if it was in none."""
    match verdict.record.turns[turn - 1].move:
        case moves.Summon(number, slot) | moves.MoveTo(number, slot) if number == fighter.number:
            return slot
    return verdict.after(turn - 1).fighters[fighter.number].slot


def chance_of(
    battle: Battle, move: moves.BattleMove, text: str, record: Record, effort: Effort, tell: Tell = lambda line: None
) -> MoveChance:
    """Find the chance of one move for the side that makes it, also of an illegal one that can be made.

    `tell` is called with the progress.
    """
    dice, side = record.file.dice, battle.side_to_move
    end = effort.watch.now() + effort.seconds
    if can_be_solved(battle, dice):
        with suppress(OutOfTime):
            return MoveChance(
                text, move, Solver(effort.seconds * SOLVING, watch=effort.watch).result_of(ways(battle, [move]))
            )
    left = replace(effort, seconds=end - effort.watch.now())

    tried = [TriedMove(battle, dice, side, move)]
    with Cores(effort.cores) as cores:
        (found,) = race(trials, tried, left, cores, lambda now: tell(now.estimates[0].describe())).estimates
    return MoveChance(text, move, estimate=found)


def can_be_made(battle: Battle, move: moves.BattleMove) -> bool:
    """Return whether a move is physically possible on the table, legal or not."""
    with suppress(Illegal):
        moves.MOVES.verify(battle, move)
        return True
    match move:
        case moves.Summon(creature, slot):
            fighter = battle.fighters[creature]
            return fighter.slot is None and not fighter.dead and battle.holder(fighter.side, slot) is None
        case moves.MoveTo(creature, slot):
            fighter = battle.fighters[creature]
            return _is_own_master(fighter) and battle.holder(fighter.side, slot) is None
        case moves.Attack(creature) | moves.Devour(creature):
            fighter = battle.fighters[creature]
            return _is_own_master(fighter) and battle.in_front(fighter) is not None
        case moves.BreakFree(creature):
            return battle.fighters[creature].devoured_by is not None
        case moves.Bind(target, by):
            wearers = [one.number for one in markers.wearers(battle, battle.side_to_move)]
            return battle.fighters[target].slot is not None and bool(wearers) and (by is None or by in wearers)
    return True


def _is_own_master(fighter: Fighter) -> bool:
    return fighter.slot is not None and fighter.devouring is None and fighter.devoured_by is None


# --- The chance to win a battle in words ----------------------------------------------------------


def in_a_line(chances: WinningChances) -> str:
    """Describe the chance of each side: "Anna wins 62% (±5), Bo 38%, with attack Sphinx.", or what is certain."""
    battle, side, best = chances.battle, chances.side, chances.best
    player, other = battle.sides[side].player, battle.sides[enemy_of(side)].player
    if (solved := chances.solved) is not None:
        turns = so_many(solved.turns, "turn")
        match solved.result:
            case Result.WON:
                return f"{player} wins with best play, in {turns} at most: {best.text}."
            case Result.LOST:
                return f"{other} wins with best play, in {turns} at most, whatever {player} does."
        rounds = tables.battle().idle_rounds
        return f"Nobody can force a win: with best play {rounds} rounds without a change end the battle."
    if (estimate := chances.estimate) is None:
        return "The battle wasn't solved in the time given."
    chance = int(estimate.chance * 100 + 0.5)
    with_what = f"over all hands; best is {best.text}, if it is in hand" if chances.by_hand else f"with {best.text}"
    return f"{player} wins {estimate.describe()}, {other} {100 - chance}%, {with_what}."


def in_a_sentence(cost: MistakeCost) -> str:
    """Describe it: "With the best legal move (attack Sphinx) Anna wins 62% (±5), as played 48% (±5)." """
    best, right = cost.kept.text, _describe_chance(cost.kept)
    begun = {
        "illegal": f"With the best legal move ({best})",
        "choice": f"With the best move ({best})",
        "claim": "As it is",
    }[cost.sort]
    if cost.played is None:
        why = " it says that a creature lives that died before" if cost.sort == "claim" else ""
        return f"{begun} {cost.player} {right}. What was {_verb(cost)} can't go on{why and f':{why}'}."
    if cost.played == cost.kept:
        return f"{cost.player} {right}: that was the best move."
    wrong = _describe_chance(cost.played)
    if cost.sort == "choice" and not cost.clear:
        return f"{cost.player} {wrong} with it: no other move is clearly better ({best}: {cost.kept.describe()})."
    if wrong == right or _same_percent(cost.kept, cost.played):
        return f"{begun} {cost.player} {right}, as {_verb(cost)} as well: it makes no difference."
    estimated = cost.kept.solved is None and cost.played.solved is None
    common = "wins " if estimated and right.startswith("wins ") else ""
    unsure = "" if cost.clear else f" The two chances are too close to be told apart{_for_longer(cost)}."
    return f"{begun} {cost.player} {right}, as {_verb(cost)} {wrong.removeprefix(common)}.{unsure}"


def _for_longer(cost: MistakeCost) -> str:
    """Return a hint on how to give an estimate more time; "" if it ended before the time was up."""
    found = [one.estimate for one in (cost.kept, cost.played) if one is not None and one.estimate is not None]
    return "; for longer: --seconds 60" if any(one.half_width > WITHIN for one in found) else ""


def _same_percent(one: MoveChance, other: MoveChance) -> bool:
    """Return whether two estimates are the same in whole percents."""
    if one.estimate is None or other.estimate is None:
        return False
    return round(one.estimate.chance * 100) == round(other.estimate.chance * 100)


def _verb(cost: MistakeCost) -> str:
    return "claimed" if cost.sort == "claim" else "played"


def _describe_chance(found: MoveChance) -> str:
    """Describe a move's chance: "wins 62% (±5)", or what is certain."""
    if found.solved is None:
        return "isn't known to win or to lose" if found.estimate is None else f"wins {found.estimate.describe()}"
    if found.is_over:
        return f"has {found.solved.result.value}"
    turns = so_many(found.solved.turns, "turn")
    match found.solved.result:
        case Result.WON:
            return f"wins with best play in {turns} at most"
        case Result.LOST:
            return f"loses against best play in {turns} at most"
    return "can't be beaten and can't win"


# --- The costs of a battle's mistakes and the remedies, as JSON and as a screen


def report_cost(record: Record, asked: CostAsked) -> Iterator[MistakeReport]:
    """Yield what the mistakes of a record cost, or the move and the claims of the log entry `asked.entry`.

    Raises BadInput for an entry that is neither, or a creature whose card isn't known.
    """
    verdict = replay(record)
    if not asked.estimated:
        turn = None if asked.entry is None else _turn_of(record, asked.entry)
        for one in mistakes_of(verdict):
            if turn in (None, one.turn):
                yield MistakeReport(_about(one.turn, one.text), (), tuple(_remedies(record, one)), {})
        return
    for cost in _costs(verdict, asked.entry, asked.effort, asked.on_progress):
        ways = _remedies(record, Mistake(cost.turn, cost.sort, cost.mistake, cost.kept.is_over), cost.instead)
        yield MistakeReport(_about(cost.turn, cost.mistake), (in_a_sentence(cost),), tuple(ways), _data(cost))


def _about(turn: int, mistake: str) -> str:
    return f"turn {turn} ({mistake})"


def _turn_of(record: Record, entry: int) -> int:
    """Return the turn of a game's log entry: its move, or what was said after it."""
    return sum(one <= entry for one in record.entries or ())


def _costs(verdict: Verdict, entry: int | None, effort: Effort, tell: Tell) -> Iterator[MistakeCost]:
    """Yield the costs of a record's mistakes, or of an entry's move and claims; each takes a share of the time.

    Raises BadInput for an entry that is neither, or a creature whose card isn't known.
    """
    record, turns = verdict.record, disputed_turns(verdict)
    if entry is None:
        moves = [] if verdict.illegal is None else [(verdict.illegal.number, costs_of_move)]
        tasks = [*((turn, costs_of_claims) for turn in turns), *moves]
    else:
        turn = _turn_of(record, entry)
        tasks = [(turn, costs_of_move)] * (entry in (record.entries or ()))
        tasks += [(turn, costs_of_claims)] * (turn in turns)
        if not tasks:
            raise BadInput(f"{record.where}: entry {entry} isn't a turn of the battle; name another entry")
    share = replace(effort, seconds=effort.seconds / max(1, len(tasks)))
    for turn, costs in tasks:
        yield from costs(verdict, turn, share, tell)


# --- remedies -------------------------------------------------------------------------------------


def _remedies(record: Record, mistake: Mistake, better: str = "") -> Iterator[Remedy]:
    """Yield the remedies for a mistake; `better` is a move to play instead, "" if none is known.

    A legal move of a game has one only if another move is known to be better.
    """
    if record.entries is None:
        file, turn = shlex.quote(record.where), mistake.turn
        back = taken_back("turn", record.where, turn)
        if mistake.sort == "claim":
            yield _correct_damage(mistake, "", f"referee battle {file}")
        yield back
        if better:
            yield Remedy(
                f"play {better} instead, with the same dice where they fit",
                f"{back.command} --instead {shlex.quote(better)}",
            )
        if mistake.sort != "claim":
            stands = f"overrule {mistake.text} because agreed"
            yield Remedy("let it stand, and go on with the cards", f"{back.command} --instead {shlex.quote(stands)}")
    elif mistake.sort != "choice" or better:
        file, entry = shlex.quote(record.where), record.entries[mistake.turn - 1]
        if mistake.sort == "claim":
            yield _correct_damage(mistake, " on the table,", f"referee play {file}")
        later = record.logged - entry
        those = f"{later} later {'entry' if later == 1 else 'entries'}"
        yield Remedy(
            f"take it back to before entry {entry}{f', with {those}' if later else ''}",
            f"referee undo {file} --to {entry - 1}",
            typed=f"back {entry}",
        )
        if better:
            yield Remedy(
                f"play {better} instead, with the same dice where they fit"
                + (f"; up to {those} go where one doesn't, into a file of their own" if later else ""),
                f"referee amend {file} {entry} {shlex.quote(better)} --cut",
            )
        if mistake.sort != "claim":
            yield Remedy("let it stand", f"referee play {file}")


def _correct_damage(mistake: Mistake, where: str, command: str) -> Remedy:
    """Return the remedy that corrects the damage of a claim."""
    if mistake.over:
        return Remedy("correct the damage: the battle is over")
    return Remedy(f"correct the damage{where} and go on", command)


def _data(cost: MistakeCost) -> dict[str, Any]:
    return {
        "turn": cost.turn,
        "sort": cost.sort,
        "mistake": cost.mistake,
        "kept": _chance(cost, cost.kept),
        "played": None if cost.played is None else _chance(cost, cost.played),
    }


def _chance(cost: MistakeCost, found: MoveChance) -> dict[str, Any]:
    """Return a move with the chance of each side as data."""
    chances = found.of_sides(cost.side, (cost.side, enemy_of(cost.side)))
    return {"move": found.text, "chance": chances, "turns": found.solved and found.solved.turns}
