"""Fights apart from a whole game, as the commands get them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from referee.declaration.game import Battles
from referee.declaration.parts import part

if TYPE_CHECKING:
    from referee.declaration.reports import Report
    from referee.games.prophecy.records.from_game import Stand
    from referee.games.prophecy.records.record import Record
    from referee.games.prophecy.records.report import VerdictReport
    from referee.games.prophecy.rules.state import GameState, Setup
    from referee.play.session import Session


def _in_game(
    where: str, setup: Setup, session: Session[GameState], number: int | None, whole: bool
) -> Record | Stand:
    from referee.games.prophecy.records.from_game import fight_in, fight_under_way, stand_of

    if whole or (number is None and fight_under_way(session)):
        return fight_in(where, setup, session, number)
    return stand_of(setup, session, number)


def _text(record: Record) -> str:
    from referee.games.prophecy.records.live import record_text

    return record_text(record.file)


def _judge(record: Record, brief: bool) -> VerdictReport:
    from referee.games.prophecy.records.report import VerdictReport
    from referee.games.prophecy.records.verdict import RecordPlayer

    return VerdictReport(RecordPlayer(record).run(), brief)


def _odds(found: Record | Stand, move: str | None, magic: Iterable[str]) -> Report:
    from referee.games.prophecy.odds.report import report_odds, report_reach
    from referee.games.prophecy.records.record import Record

    return report_odds(found, move) if isinstance(found, Record) else report_reach(found.setup, found.state, move)


BATTLES = Battles(
    aims=True, in_game=_in_game, text=_text, judge=_judge, odds=_odds,
    ahead=part("referee.games.prophecy.ahead.report:report_ahead"),
    read=part("referee.games.prophecy.records.record:read_record"),
    claimed=part("referee.games.prophecy.records.record:claimed"),
    again=part("referee.games.prophecy.records.live:played_again"),
    live=part("referee.games.prophecy.records.live:FightTable"),
    cost=part("referee.games.prophecy.odds.cost:hangs_on"),
)  # fmt: skip
