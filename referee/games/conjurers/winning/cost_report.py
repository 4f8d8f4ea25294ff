"""What the mistakes of a battle cost and what can be done about them, as JSON and as a screen."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from referee.declaration.game import CostAsked
from referee.declaration.hanging import Hangs, Remedy
from referee.errors import BadInput
from referee.games.conjurers.battle.state import enemy_of
from referee.games.conjurers.records.record import Record
from referee.games.conjurers.records.verdict import Verdict, replay
from referee.games.conjurers.winning.cost import (
    Cost,
    Tell,
    costs_of,
    costs_of_claims,
    costs_of_move,
    disputed_turns,
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
    if asked.entry is None:
        costs = costs_of(verdict, asked.effort, asked.told)
    else:
        costs = _costs_of_entry(verdict, asked.entry, asked.effort, asked.told)
    for cost in costs:
        found = _of_record(record, cost) if record.entries is None else _of_game(record, record.entries, cost)
        yield Hangs(f"turn {cost.turn} ({cost.mistake})", (in_a_sentence(cost),), tuple(found), _data(cost))


def _costs_of_entry(verdict: Verdict, entry: int, effort: Effort, tell: Tell) -> Iterator[Cost]:
    """What an entry of a game's log cost: its move, and what was claimed after it."""
    record = verdict.record
    turn = sum(one <= entry for one in record.entries or ())
    is_move = entry in (record.entries or ())
    claimed = turn in disputed_turns(verdict)
    if not (is_move or claimed):
        raise BadInput(f"{record.where}: entry {entry} is no turn of the battle; name another entry")
    share = replace(effort, seconds=effort.seconds / (is_move + claimed))
    if is_move:
        yield from costs_of_move(verdict, turn, share, tell)
    if claimed:
        yield from costs_of_claims(verdict, turn, share, tell)


def _of_record(record: Record, cost: Cost) -> Iterator[Remedy]:
    """What can be done about a mistake in a battle record."""
    file = shlex.quote(record.where)
    back = f"referee battle again.toml {cost.turn} --from {file}"
    if cost.sort == "claim":
        yield _set_right(cost, "", f"referee battle {file}")
        yield Remedy(f"take it back to before turn {cost.turn}", back)
        return
    yield Remedy(f"take it back to before turn {cost.turn}", back)
    yield Remedy(
        f"play {cost.kept.text} instead, with the same dice where they fit",
        f"{back} --instead {shlex.quote(cost.kept.text)}",
    )
    yield Remedy("let it stand, and go on with the cards")


def _set_right(cost: Cost, where: str, command: str) -> Remedy:
    """The damage of a claim set right; what goes on then."""
    if cost.kept.is_over:
        return Remedy("set the damage right: the battle is over")
    return Remedy(f"set the damage right{where} and go on", command)


def _of_game(record: Record, entries: Sequence[int], cost: Cost) -> Iterator[Remedy]:
    """What can be done about a turn of a game's battle; nothing where no other move is clearly better."""
    file, entry = shlex.quote(record.where), entries[cost.turn - 1]
    if cost.sort == "claim":
        yield _set_right(cost, " on the table,", f"referee play {file}")
        yield Remedy(f"take it back to before entry {entry}", f"referee undo {file} --to {entry - 1}")
        return
    if not cost.clear:
        return
    yield Remedy(f"take it back to before entry {entry}", f"referee undo {file} --to {entry - 1}")
    yield Remedy(
        f"play {cost.kept.text} instead, with the same dice where they fit",
        f"referee amend {file} {entry} {shlex.quote(cost.kept.text)} --cut",
    )
    yield Remedy("let it stand", f"referee play {file}")


def _data(cost: Cost) -> dict[str, Any]:
    return {
        "turn": cost.turn,
        "sort": cost.sort,
        "mistake": cost.mistake,
        "kept": _chance(cost, cost.kept),
        "played": None if cost.played is None else _chance(cost, cost.played),
    }


def _chance(cost: Cost, found: MoveChance) -> dict[str, Any]:
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
