"""The cost of mistakes in a whole game's finished battles: wrong claims, and the moves that cost most.

Each move is compared with good play, then the worst with the best legal one; only clear differences are reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from referee.errors import BadInput
from referee.games.conjurers.battle.in_game import battles_over
from referee.games.conjurers.battle.moves import Summon, legal_moves
from referee.games.conjurers.battle.record import Record, Verdict, expect_known, replay
from referee.games.conjurers.battle.state import SIDES, Battle
from referee.games.conjurers.odds.standing import BattleStanding, standing_data, standing_of
from referee.games.conjurers.rules.state import GameState, Setup
from referee.games.conjurers.screens.winning import chances_data, show_winning
from referee.games.conjurers.winning.choosing import TriedMove, trials
from referee.games.conjurers.winning.cost import (
    MistakeCost,
    as_it_stood,
    costs_of_claims,
    costs_of_move,
    disputed_turns,
    in_a_sentence,
    name_of,
)
from referee.games.conjurers.winning.winning import chances_of
from referee.play.session import Session
from referee.sampling.race import Cores, Effort, race
from referee.text.screen import ShownReport

CLAIMS = 0.25
"""Share of the time that wrong claims may take."""

SIFTING = 0.5
"""Share of the remaining time in which all moves are compared with good play."""

MOST = 5
"""Most moves that are reported; twice as many are examined closely."""

CLOSELY = 3.0
"""Least seconds for a close look; with less time fewer moves have one."""

LEAST, SURE = 0.1, 0.15
"""Least cost of a move that is reported, and the largest half width of both chances for that."""


class _Turn(NamedTuple):
    """A turn of a battle in which a player had a choice, and the battle before it.

    `secret` are the numbers of creatures that weren't summoned in the battle.
    """

    verdict: Verdict
    number: int
    before: Battle
    secret: frozenset[int]

    @property
    def entry(self) -> int:
        """Its entry in the log."""
        return _entry(self.verdict, self.number)


def mistakes_in(
    where: str, setup: Setup, session: Session[GameState], effort: Effort, tell: Callable[[str], None]
) -> Iterator[tuple[int, str]]:
    """Yield the entries with wrong claims, and those whose moves cost most, each with a description.

    While the game runs, creatures that weren't summoned aren't named. `tell` is called with the progress.
    """
    end = effort.watch.now() + effort.seconds
    verdicts = [replay(record) for record in battles_over(where, setup, session)]
    disputed = [(verdict, turn) for verdict in verdicts for turn in disputed_turns(verdict)]
    share = replace(effort, seconds=effort.seconds * CLAIMS / max(1, len(disputed)))
    for verdict, turn in disputed:
        tell(f"what was claimed after entry {_entry(verdict, turn)}")
        yield _entry(verdict, turn), f"{_players(verdict)}: {_describe_claims(verdict, turn, share)}"
    running = session.question is not None
    turns = [turn for verdict in verdicts for turn in _turns(verdict)]
    suspects = _suspects(turns, replace(effort, seconds=(end - effort.watch.now()) * SIFTING), tell)
    suspects = suspects[: min(2 * MOST, max(1, int((end - effort.watch.now()) / CLOSELY)))]
    reported = 0
    for number, one in enumerate(suspects):
        left = (end - effort.watch.now()) / (len(suspects) - number)
        if left <= 0 or reported == MOST:
            return
        tell(f"looking closely at entry {one.entry}")
        for cost in costs_of_move(one.verdict, one.number, replace(effort, seconds=left), lambda line: None):
            if cost.clear and _is_sure(cost) and _cost(cost) >= LEAST:
                reported += 1
                kept, told = cost.kept, cost
                if running and isinstance(kept.move, Summon) and kept.move.creature in one.secret:
                    told = replace(cost, kept=kept._replace(text="another summon"))
                yield one.entry, f"{_players(one.verdict)}: {cost.mistake}. {in_a_sentence(told)}"


def _describe_claims(verdict: Verdict, turn: int, effort: Effort) -> str:
    """Describe the wrong claims after a turn, with their cost if it is known."""
    wrong = [one for one in verdict.disputes if one.turn == turn]
    battle = verdict.after(turn)
    lines = [
        f"{name_of(battle, one.creature)} was said to have {one.claimed} damage, it had {one.ruled}" for one in wrong
    ]
    costs: list[MistakeCost] = []
    with suppress(BadInput):
        costs += costs_of_claims(verdict, turn, effort, lambda line: None)
    return " ".join([f"{'; '.join(lines)}.", *(in_a_sentence(cost) for cost in costs)])


def _players(verdict: Verdict) -> str:
    """Name the players of a battle: "Anna against Bo"."""
    return " against ".join(verdict.battle.sides[side].player for side in SIDES)


def _entry(verdict: Verdict, turn: int) -> int:
    """Return the entry of a game's log for a turn."""
    entries = verdict.record.entries
    assert entries is not None
    return entries[turn - 1]


def _cost(cost: MistakeCost) -> float:
    """Return the cost of a move as a share of a win."""
    right, wrong = cost.kept.chance, None if cost.played is None else cost.played.chance
    return 0.0 if right is None or wrong is None else right - wrong


def _is_sure(cost: MistakeCost) -> bool:
    """Return whether both chances are known well: of many moves with few rollouts one always looks best."""
    estimates = (cost.kept.estimate, None if cost.played is None else cost.played.estimate)
    return all(one is None or one.half_width <= SURE for one in estimates)


def _turns(verdict: Verdict) -> Iterator[_Turn]:
    """Yield the turns of a battle in which the player had a choice, as far as its cards are known."""
    record = verdict.record
    summoned = {turn.move.creature for turn in record.turns if isinstance(turn.move, Summon)}
    secret = frozenset(fighter.number for fighter in record.start.fighters) - summoned
    for turn in record.turns[: len(verdict.played)]:
        before = as_it_stood(record, verdict.after(turn.number - 1))
        with suppress(BadInput):
            expect_known(record, before)
            if before.outcome is None and len(legal_moves(before)) > 1:
                yield _Turn(verdict, turn.number, before, secret)


def _suspects(turns: list[_Turn], effort: Effort, tell: Callable[[str], None]) -> list[_Turn]:
    """List the turns whose moves did worse than good play, the worst first, as many as the time allows."""
    end = effort.watch.now() + effort.seconds
    found: list[tuple[float, _Turn]] = []
    with Cores(effort.cores) as cores:
        for number, one in enumerate(turns):
            left = (end - effort.watch.now()) / (len(turns) - number)
            if left <= 0:
                break
            tell(f"entry {one.entry}, {number + 1} of {len(turns)} moves in battles")
            record = one.verdict.record
            side, move = one.before.side_to_move, record.turns[one.number - 1].move
            ways = [
                TriedMove(one.before, record.file.dice, side),
                TriedMove(one.before, record.file.dice, side, move),
            ]
            good, played = race(trials, ways, replace(effort, seconds=left), cores).estimates
            if good.chance - played.chance >= LEAST:
                found.append((good.chance - played.chance, one))
    return [one for _, one in sorted(found, key=lambda each: each[0], reverse=True)]


# --- The chance to win a battle, as JSON for scripts and as a screen ------------------------------


def report_winning(record: Record, effort: Effort, on_progress: Callable[[str], None]) -> ShownReport:
    """Report the chance to win a record's battle as it stands; none if it is over, or a move is illegal.

    `on_progress` is called with the progress.

    Raises BadInput for a record that can't be played, or one with creatures whose cards aren't known.
    """
    verdict = replay(record)
    after = verdict.battle
    standing = BattleStanding(after) if verdict.illegal is not None else standing_of(record, after)
    chances = None
    if verdict.illegal is None and standing.battle.outcome is None:
        expect_known(record, standing.battle)
        chances = chances_of(standing.battle, record.file.dice, effort, on_progress)
    show = partial(show_winning, verdict, standing.battle, chances)
    return standing_data(verdict, standing, show, battle=chances and chances_data(chances))
