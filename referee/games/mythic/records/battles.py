"""Attacks apart from a whole game, as the commands get them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.declaration.game import Battles
from referee.declaration.parts import part
from referee.files.files import Data

if TYPE_CHECKING:
    from referee.games.mythic.odds.report import OddsReport
    from referee.games.mythic.records.live import AttackTable
    from referee.games.mythic.records.record import Record
    from referee.games.mythic.records.report import VerdictReport
    from referee.games.mythic.rules.state import GameState, Setup
    from referee.play.loop import Answerer
    from referee.play.session import Session
    from referee.text.screen import Screen


def _read(path: Path, data: Data, deck: Path | None) -> Record:
    from referee.games.mythic.records.record import read_record

    return read_record(path, data, deck)


def _in_game(
    where: str, setup: Setup, session: Session[GameState], number: int | None, whole: bool
) -> Record:  # fmt: skip
    from referee.games.mythic.records.from_game import attack_in

    return attack_in(where, setup, session, number, whole=whole)


def _text(record: Record) -> str:
    from referee.games.mythic.records.from_game import text_of

    return text_of(record)


def _judge(record: Record, brief: bool) -> VerdictReport:
    from referee.games.mythic.records.report import VerdictReport
    from referee.games.mythic.records.verdict import judge

    return VerdictReport(judge(record), brief, tuple(map(judge, record.others)))


def _claimed(record: Record, text: str) -> Record:
    from referee.games.mythic.records.record import claimed

    return claimed(record, text)


def _odds(record: Record, step: str | None, magic: Iterable[str]) -> OddsReport:
    from referee.games.mythic.odds.report import report_odds

    return report_odds(record, step)


def _live(path: Path, screen: Screen, deck: Path | None) -> AttackTable:
    from referee.games.mythic.records.live import AttackTable

    return AttackTable(path, screen, deck)


def _advised(answerer: Answerer, now: Callable[[], tuple[Any, Any]]) -> Answerer:
    from referee.games.mythic.surviving.advice import Adviser

    return Adviser(answerer, now)


BATTLES = Battles(
    read=_read, in_game=_in_game, text=_text, judge=_judge, claimed=_claimed, odds=_odds, live=_live,
    advised=_advised, cost=part("referee.games.mythic.odds.cost:hangs_on"),
    ahead=part("referee.games.mythic.surviving.report:report_round"),
    idle=part("referee.games.mythic.records.from_game:idle"),
    again=part("referee.games.mythic.records.live:played_again"),
    named=part("referee.games.mythic.surviving.report:report_unit"),
)  # fmt: skip
