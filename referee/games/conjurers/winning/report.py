"""The chance to win a battle, as the JSON that scripts rely on and as a screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from referee.games.conjurers.odds.standing import BattleStanding, standing_of
from referee.games.conjurers.records.record import Record, expect_known
from referee.games.conjurers.records.verdict import replay
from referee.games.conjurers.screens.winning import WinningReport
from referee.games.conjurers.winning.winning import chances_of
from referee.sampling.race import Effort

if TYPE_CHECKING:
    pass


def report_winning(record: Record, effort: Effort, told: Callable[[str], None]) -> WinningReport:
    """The chance to win the battle of a record as it stands; `told` hears meanwhile how it looks.

    Raises BadInput for a record that can't be played, or one with creatures whose cards aren't known.
    """
    verdict = replay(record)
    after = verdict.battle
    standing = BattleStanding(after) if verdict.illegal is not None else standing_of(record, after)
    if verdict.illegal is not None or standing.battle.outcome is not None:
        return WinningReport(verdict, standing, None)
    expect_known(record, standing.battle)
    chances = chances_of(standing.battle, record.file.dice, effort, told)
    return WinningReport(verdict, BattleStanding(standing.battle, standing.notes), chances)
