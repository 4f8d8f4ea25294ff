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
    from referee.games.conjurers.records.verdict_report import VerdictReport
    from referee.play.loop import Answerer
    from referee.text.screen import Screen


def _judge(path: Path, data: Data, deck: Path | None, brief: bool) -> VerdictReport:
    from referee.games.conjurers.records.verdict import judge
    from referee.games.conjurers.records.verdict_report import VerdictReport

    expect("battle record", data, path)
    return VerdictReport(judge(path, data, deck), brief)


def _odds(path: Path, data: Data, deck: Path | None, move: str | None, magic: Iterable[str]) -> OddsReport:
    from referee.games.conjurers.odds.report import report_odds

    expect("battle record", data, path)
    return report_odds(path, data, deck, move, magic)


def _live(path: Path, screen: Screen, deck: Path | None) -> BattleTable:
    from referee.games.conjurers.records.live import BattleTable

    return BattleTable(path, screen, deck)


def _advised(answerer: Answerer, now: Callable[[], tuple[Any, Any]]) -> Answerer:
    from referee.games.conjurers.odds.advice import Adviser
    from referee.games.conjurers.rules.hidden_hands import battle_fought

    return Adviser(answerer, lambda: battle_fought(*now()))


BATTLES = Battles(judge=_judge, odds=_odds, live=_live, advised=_advised)
