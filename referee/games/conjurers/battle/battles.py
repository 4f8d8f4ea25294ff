"""Battles outside a whole game, as declared for the commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from referee.declaration.game import Battles, part
from referee.games.conjurers.readings import BattleReadings

if TYPE_CHECKING:
    from referee.asking.question import Question
    from referee.games.conjurers.battle.record import Record, RecordFile
    from referee.games.conjurers.rules.state import GameState, Setup


def _layout() -> type[RecordFile]:
    from referee.games.conjurers.battle.record import RecordFile

    return RecordFile


def _advised(question: Question[Any], now: Callable[[], tuple[Any, Any]]) -> Question[Any]:
    from referee.games.conjurers.odds.advice import advise
    from referee.games.conjurers.rules.contests import battle_fought

    return advise(question, lambda: battle_fought(*now()), now)


BATTLES: Battles[Setup, GameState, Record] = Battles(
    what="battle record",
    layout=_layout,
    build=part("referee.games.conjurers.battle.record:record_of"),
    long=True,
    judge=part("referee.games.conjurers.battle.record:replay"),
    readings=BattleReadings,
    came_of=part("referee.games.conjurers.battle.record:with_creatures"),
    instead=part("referee.games.conjurers.battle.record:turn_instead"),
    in_game=part("referee.games.conjurers.battle.in_game:battle_in"),
    expect_whole=part("referee.games.conjurers.battle.in_game:expect_whole"),
    claimed=part("referee.games.conjurers.battle.in_game:with_claim"),
    kept_claim=part("referee.games.conjurers.battle.in_game:claim_in"),
    no_battle=part("referee.games.conjurers.battle.in_game:no_battle"),
    outlasts=lambda claim: False,
    live=part("referee.games.conjurers.battle.live:BattleTable"),
    advised=_advised,
    odds=part("referee.games.conjurers.odds.standing:ask_odds"),
    ahead=part("referee.games.conjurers.winning.ahead:report_ahead"),
    cost=part("referee.games.conjurers.winning.cost:report_cost"),
    mistakes=part("referee.games.conjurers.winning.mistakes:mistakes_in"),
    winning=part("referee.games.conjurers.winning.mistakes:report_winning"),
)
