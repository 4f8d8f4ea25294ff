"""Declaration of attacks outside a whole game, for the commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.declaration.game import Battles, part
from referee.games.mythic.attack.record import VALUES, Record, RecordFile, judge, record_of, with_claim
from referee.games.mythic.readings import AttackReadings

if TYPE_CHECKING:
    from referee.games.mythic.rules.state import GameState, Setup

BATTLES: Battles[Setup, GameState, Record] = Battles(
    what="attack record",
    layout=lambda: RecordFile,
    build=record_of,
    judge=judge,
    readings=AttackReadings,
    in_game=part("referee.games.mythic.attack.in_game:attack_in"),
    expect_whole=part("referee.games.mythic.attack.in_game:expect_whole"),
    claimed=with_claim,
    outlasts=lambda claim: claim.split()[0] in VALUES,
    odds=part("referee.games.mythic.odds.report:report_odds"),
    live=part("referee.games.mythic.attack.live:AttackTable"),
    advised=part("referee.games.mythic.surviving.report:advise"),
    cost=part("referee.games.mythic.odds.report:cost_of_mistakes"),
    ahead=part("referee.games.mythic.surviving.report:report_round"),
    no_battle=part("referee.games.mythic.attack.in_game:no_battle"),
    under_way=part("referee.games.mythic.attack.in_game:is_under_way"),
    named=part("referee.games.mythic.surviving.report:report_unit"),
)
