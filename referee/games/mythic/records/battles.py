"""Attacks apart from a whole game, as the commands get them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.declaration.game import Battles
from referee.declaration.parts import part

if TYPE_CHECKING:
    from referee.games.mythic.records.record import Record
    from referee.games.mythic.records.report import VerdictReport


def _judge(record: Record, brief: bool) -> VerdictReport:
    from referee.games.mythic.records.report import VerdictReport
    from referee.games.mythic.records.verdict import judge

    return VerdictReport(judge(record), brief, tuple(map(judge, record.others)))


BATTLES = Battles(
    judge=_judge,
    read=part("referee.games.mythic.records.record:read_record"),
    in_game=part("referee.games.mythic.records.from_game:attack_in"),
    text=part("referee.games.mythic.records.from_game:text_of"),
    claimed=part("referee.games.mythic.records.record:claimed"),
    odds=part("referee.games.mythic.odds.report:report_odds"),
    live=part("referee.games.mythic.records.live:AttackTable"),
    advised=part("referee.games.mythic.surviving.advice:Adviser"),
    cost=part("referee.games.mythic.odds.cost:hangs_on"),
    ahead=part("referee.games.mythic.surviving.report:report_round"),
    idle=part("referee.games.mythic.records.from_game:idle"),
    again=part("referee.games.mythic.records.live:played_again"),
    named=part("referee.games.mythic.surviving.report:report_unit"),
)
