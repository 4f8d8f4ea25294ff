"""Attacks apart from a whole game, as the commands get them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from referee.declaration.game import Battles
from referee.errors import BadInput
from referee.files.files import Data

if TYPE_CHECKING:
    from referee.games.mythic.odds.report import OddsReport
    from referee.games.mythic.records.live import AttackTable
    from referee.games.mythic.records.record import Record
    from referee.games.mythic.records.report import VerdictReport
    from referee.play.loop import Answerer
    from referee.play.session import Session
    from referee.text.screen import Screen


def _read(path: Path, data: Data, deck: Path | None) -> Record:
    from referee.games.mythic.records.record import read_record

    return read_record(path, data, deck)


def _in_game(where: str, setup: Any, session: Session[Any], number: int | None, whole: bool) -> NoReturn:
    raise BadInput(f"{where}: an attack in a game is explained by: referee why {where}")


def _text(record: Record) -> str:
    from referee.games.mythic.records.live import record_text

    return record_text(record.file)


def _judge(record: Record, brief: bool) -> VerdictReport:
    from referee.games.mythic.records.report import VerdictReport
    from referee.games.mythic.records.verdict import judge

    return VerdictReport(judge(record), brief)


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
    return answerer  # the questions of an attack tell what each way leads to by themselves


BATTLES = Battles(
    read=_read, in_game=_in_game, text=_text, judge=_judge, claimed=_claimed, odds=_odds, live=_live,
    advised=_advised,
)  # fmt: skip
