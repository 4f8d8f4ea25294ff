"""Declaration of attacks outside a whole game, for the commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from referee.declaration.game import Battles, part
from referee.games.mythic.readings import AttackReadings
from referee.games.mythic.records.record import VALUES, ClaimEntry, write_record
from referee.games.mythic.vocabulary import AttackKind

if TYPE_CHECKING:
    from referee.games.mythic.records.record import Record
    from referee.games.mythic.rules.state import GameState, Setup

BATTLES: Battles[Setup, GameState, Record] = Battles(
    judge=part("referee.games.mythic.records.verdict:judge"),
    readings=AttackReadings,
    read=part("referee.games.mythic.records.record:read_record"),
    in_game=part("referee.games.mythic.records.from_game:attack_in"),
    text=part("referee.games.mythic.records.from_game:text_of"),
    claimed=part("referee.games.mythic.records.record:with_claim"),
    outlasts=lambda claim: claim.split()[0] in VALUES,
    odds=part("referee.games.mythic.odds.report:report_odds"),
    live=part("referee.games.mythic.records.live:AttackTable"),
    advised=part("referee.games.mythic.surviving.report:advise"),
    cost=part("referee.games.mythic.odds.report:cost_of_mistakes"),
    ahead=part("referee.games.mythic.surviving.report:report_round"),
    no_battle=part("referee.games.mythic.records.from_game:no_battle"),
    under_way=part("referee.games.mythic.records.from_game:is_under_way"),
    write=write_record,
    said_at_end={"claim": ClaimEntry()},
    turn="step",
    kinds=frozenset(get_args(AttackKind)),
    named=part("referee.games.mythic.surviving.report:report_unit"),
)
