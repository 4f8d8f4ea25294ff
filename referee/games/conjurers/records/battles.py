"""Battles apart from a whole game, as the commands get them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.declaration.game import Battles
from referee.files.files import Data
from referee.games.conjurers.records.kinds import expect

if TYPE_CHECKING:
    from referee.games.conjurers.odds.report import OddsReport
    from referee.games.conjurers.records.live import BattleTable
    from referee.games.conjurers.records.record import Record
    from referee.games.conjurers.records.verdict_report import VerdictReport
    from referee.games.conjurers.rules.state import GameState, Setup
    from referee.play.loop import Answerer
    from referee.play.session import Session
    from referee.text.screen import Screen


def _read(path: Path, data: Data, deck: Path | None) -> Record:
    from referee.games.conjurers.records.record import read_record

    expect("battle record", data, path)
    return read_record(path, data, deck)


def _in_game(where: str, setup: Setup, session: Session[GameState], number: int | None, whole: bool) -> Record:
    from referee.games.conjurers.records.from_game import battle_in

    return battle_in(where, setup, session, number, whole=whole)


def _text(record: Record) -> str:
    from referee.games.conjurers.records.from_game import record_text

    return record_text(record)


def _judge(record: Record, brief: bool) -> VerdictReport:
    from referee.games.conjurers.records.verdict import replay
    from referee.games.conjurers.records.verdict_report import VerdictReport

    return VerdictReport(replay(record), brief)


def _claimed(record: Record, text: str) -> Record:
    from referee.games.conjurers.records.claims import claimed

    return claimed(record, text)


def _odds(record: Record, move: str | None, magic: Iterable[str]) -> OddsReport:
    from referee.games.conjurers.odds.report import report_odds

    return report_odds(record, move, magic)


def _live(path: Path, screen: Screen, deck: Path | None) -> BattleTable:
    from referee.games.conjurers.records.live import BattleTable

    return BattleTable(path, screen, deck)


def _advised(answerer: Answerer, now: Callable[[], tuple[Any, Any]]) -> Answerer:
    from referee.games.conjurers.odds.advice import Adviser
    from referee.games.conjurers.rules.hidden_hands import battle_fought

    return Adviser(answerer, lambda: battle_fought(*now()))


BATTLES = Battles(
    read=_read, in_game=_in_game, text=_text, judge=_judge, claimed=_claimed, odds=_odds, live=_live, advised=_advised
)
