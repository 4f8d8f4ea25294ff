"""The declaration of fights for the commands: records, and fights inside a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.declaration.game import Battles, part
from referee.games.prophecy.fights.record import Record, RecordFile, record_of, with_claim
from referee.games.prophecy.readings import FightReadings

if TYPE_CHECKING:
    from referee.games.prophecy.rules.state import GameState, Setup

BATTLES: Battles[Setup, GameState, Record] = Battles(
    what="fight record",
    layout=lambda: RecordFile,
    build=record_of,
    judge=part("referee.games.prophecy.fights.verdict:judge"),
    readings=FightReadings,
    in_game=part("referee.games.prophecy.fights.in_game:battle_in"),
    expect_whole=part("referee.games.prophecy.fights.in_game:expect_whole"),
    claimed=with_claim,
    odds=part("referee.games.prophecy.odds.report:report"),
    live=part("referee.games.prophecy.fights.live:FightTable"),
    cost=part("referee.games.prophecy.odds.report:cost_of_mistakes"),
    ahead=part("referee.games.prophecy.ahead.report:report_ahead"),
    has_target=True,
    under_way=part("referee.games.prophecy.fights.in_game:is_under_way"),
)
