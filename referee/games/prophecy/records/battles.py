"""The declaration of fights for the commands: records, and fights inside a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET

from referee.declaration.game import Battles, part
from referee.games.prophecy.readings import FightReadings
from referee.games.prophecy.records.record import write_record

if TYPE_CHECKING:
    from referee.games.prophecy.records.from_game import Stand
    from referee.games.prophecy.records.record import Record
    from referee.games.prophecy.rules.state import GameState, Setup

BATTLES: Battles[Setup, GameState, Record | Stand] = Battles(
    has_target=True,
    readings=FightReadings,
    in_game=part("referee.games.prophecy.records.from_game:battle_in"),
    text=part("referee.games.prophecy.records.from_game:text_of"),
    odds=part("referee.games.prophecy.odds.report:report"),
    ahead=part("referee.games.prophecy.ahead.report:report_ahead"),
    read=part("referee.games.prophecy.records.record:read_record"),
    judge=part("referee.games.prophecy.records.verdict:judge"),
    claimed=part("referee.games.prophecy.records.record:with_claim"),
    write=write_record,
    said_at_end={"claim": UNSET},
    turn="move",
    kinds=frozenset({"creature", "hero"}),
    under_way=part("referee.games.prophecy.records.from_game:is_under_way"),
    live=part("referee.games.prophecy.records.live:FightTable"),
    cost=part("referee.games.prophecy.odds.report:cost_of_mistakes"),
)
