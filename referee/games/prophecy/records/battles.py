"""Fights apart from a whole game, as the commands get them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.declaration.game import Battles
from referee.errors import BadInput
from referee.files.files import Data, read_toml

if TYPE_CHECKING:
    from referee.declaration.reports import Report
    from referee.games.prophecy.odds.leads import LeadsReport
    from referee.games.prophecy.records.live import FightTable
    from referee.games.prophecy.records.report import VerdictReport
    from referee.play.loop import Answerer
    from referee.text.screen import Screen


class Found(NamedTuple):
    """A fight record, or the save of a game, as it was read."""

    path: Path
    data: Data
    deck: Path | None = None


def _in_game(where: str, setup: Any, session: Any, number: int | None, whole: bool) -> Found:
    return Found(Path(where), read_toml(Path(where)))


def _text(found: Found) -> str:
    raise BadInput(f"{found.path}: a fight of a game isn't written as a record")


def _judge(found: Found, brief: bool) -> VerdictReport:
    from referee.games.prophecy.records.report import VerdictReport
    from referee.games.prophecy.records.verdict import judge

    return VerdictReport(judge(*found), brief)


def _odds(found: Found, move: str | None, magic: Iterable[str]) -> Report:
    from referee.games.prophecy.odds.report import report_odds

    return report_odds(*found, move)


def _live(path: Path, screen: Screen, deck: Path | None) -> FightTable:
    from referee.games.prophecy.records.live import FightTable

    return FightTable(path, screen, deck)


def _advised(answerer: Answerer, now: Callable[[], tuple[Any, Any]]) -> Answerer:
    return answerer  # the questions of a fight tell what each announcement leads to by themselves


def _leads() -> LeadsReport:
    from referee.games.prophecy.odds.leads import LeadsReport

    return LeadsReport()


BATTLES = Battles(
    read=Found, in_game=_in_game, text=_text, judge=_judge, odds=_odds, live=_live, advised=_advised, leads=_leads
)
