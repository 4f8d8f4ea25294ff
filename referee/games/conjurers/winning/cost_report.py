"""What the mistakes of a battle cost and what can be done about them, as JSON and as a screen."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from referee.declaration.game import CostAsked
from referee.declaration.hanging import Hangs, Remedy, taken_back
from referee.errors import BadInput
from referee.games.conjurers.battle.state import enemy_of
from referee.games.conjurers.records.record import Record
from referee.games.conjurers.records.verdict import Verdict, replay
from referee.games.conjurers.winning.cost import (
    Mistake,
    MistakeCost,
    Tell,
    costs_of,
    costs_of_claims,
    costs_of_move,
    disputed_turns,
    mistakes_of,
)
from referee.games.conjurers.winning.solving import Result
from referee.games.conjurers.winning.winning import MoveChance
from referee.games.conjurers.winning.words import in_a_sentence
from referee.sampling.race import Effort


def report_cost(record: Record, asked: CostAsked) -> Iterator[Hangs]:
    """What the mistakes of a record cost; or what the move cost that an entry of a game's log was, or a claim there.

    Raises BadInput for an entry that is neither, or a creature whose card isn't known.
    """
    verdict = replay(record)
    if not asked.estimated:
        yield from _unestimated(verdict, asked.entry)
        return
    if asked.entry is None:
        costs = costs_of(verdict, asked.effort, asked.told)
    else:
        costs = _costs_of_entry(verdict, asked.entry, asked.effort, asked.told)
    for cost in costs:
        ways = _ways(record, Mistake(cost.turn, cost.sort, cost.mistake, cost.kept.is_over), cost.instead)
        yield Hangs(_about(cost.turn, cost.mistake), (in_a_sentence(cost),), tuple(ways), _data(cost))


def _unestimated(verdict: Verdict, entry: int | None) -> Iterator[Hangs]:
    """The mistakes of a record, or of an entry of a game's log, with the ways that need no estimate."""
    turn = None if entry is None else _turn_of(verdict.record, entry)
    for one in mistakes_of(verdict):
        if turn in (None, one.turn):
            yield Hangs(_about(one.turn, one.text), (), tuple(_ways(verdict.record, one)), {})


def _about(turn: int, mistake: str) -> str:
    return f"turn {turn} ({mistake})"


def _turn_of(record: Record, entry: int) -> int:
    """The turn to which an entry of a game's log belongs: its move, or what was said after it."""
    return sum(one <= entry for one in record.entries or ())


def _costs_of_entry(verdict: Verdict, entry: int, effort: Effort, tell: Tell) -> Iterator[MistakeCost]:
    """What an entry of a game's log cost: its move, and what was claimed after it."""
    record = verdict.record
    turn = _turn_of(record, entry)
    is_move = entry in (record.entries or ())
    claimed = turn in disputed_turns(verdict)
    if not (is_move or claimed):
        raise BadInput(f"{record.where}: entry {entry} is no turn of the battle; name another entry")
    share = replace(effort, seconds=effort.seconds / (is_move + claimed))
    if is_move:
        yield from costs_of_move(verdict, turn, share, tell)
    if claimed:
        yield from costs_of_claims(verdict, turn, share, tell)


# --- the ways open to the table -------------------------------------------------------------------


def _ways(record: Record, mistake: Mistake, better: str = "") -> Iterator[Remedy]:
    """What can be done about a mistake; `better` is a move to be played instead, "" where none is known.

    Of a game's moves that are legal only those have a way that could have been better.
    """
    if record.entries is None:
        yield from _of_record(record, mistake, better)
    elif mistake.sort != "choice" or better:
        yield from _of_game(record, record.entries, mistake, better)


def _of_record(record: Record, mistake: Mistake, better: str) -> Iterator[Remedy]:
    """What can be done about a mistake in a battle record."""
    file, turn = shlex.quote(record.where), mistake.turn
    back = taken_back("turn", record.where, turn)
    if mistake.sort == "claim":
        yield _set_right(mistake, "", f"referee battle {file}")
    yield back
    if better:
        yield Remedy(
            f"play {better} instead, with the same dice where they fit",
            f"{back.command} --instead {shlex.quote(better)}",
        )
    if mistake.sort != "claim":
        yield Remedy("let it stand, and go on with the cards")


def _set_right(mistake: Mistake, where: str, command: str) -> Remedy:
    """The damage of a claim set right; what goes on then."""
    if mistake.over:
        return Remedy("set the damage right: the battle is over")
    return Remedy(f"set the damage right{where} and go on", command)


def _of_game(record: Record, entries: Sequence[int], mistake: Mistake, better: str) -> Iterator[Remedy]:
    """What can be done about a turn of a game's battle."""
    file, entry = shlex.quote(record.where), entries[mistake.turn - 1]
    if mistake.sort == "claim":
        yield _set_right(mistake, " on the table,", f"referee play {file}")
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


def _data(cost: MistakeCost) -> dict[str, Any]:
    return {
        "turn": cost.turn,
        "sort": cost.sort,
        "mistake": cost.mistake,
        "kept": _chance(cost, cost.kept),
        "played": None if cost.played is None else _chance(cost, cost.played),
    }


def _chance(cost: MistakeCost, found: MoveChance) -> dict[str, Any]:
    """A move with the chance of each side."""
    side, other = cost.side, enemy_of(cost.side)
    solved, estimate = found.solved, found.estimate
    chances: dict[str, Any] | None = None
    if solved is not None and solved.result is not Result.OPEN:
        won = float(solved.result is Result.WON)
        chances = {one: {"about": each, "within": 0.0, "tried": 0} for one, each in ((side, won), (other, 1 - won))}
    elif estimate is not None:
        chances = {side: estimate.data(), other: estimate.other.data()}
    return {"move": found.text, "chance": chances, "turns": solved.turns if solved is not None else None}
