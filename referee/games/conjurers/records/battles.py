"""Battles outside a whole game, as declared for the commands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, get_args

from msgspec import UNSET

from referee.declaration.game import Battles, part
from referee.games.conjurers.battle.state import Kind
from referee.games.conjurers.readings import BattleReadings

if TYPE_CHECKING:
    from referee.asking.question import Question
    from referee.games.conjurers.records.record import Record
    from referee.games.conjurers.rules.state import GameState, Setup


def _advised(question: Question[Any], now: Callable[[], tuple[Any, Any]]) -> Question[Any]:
    from referee.games.conjurers.odds.advice import advise
    from referee.games.conjurers.rules.contests import battle_fought

    return advise(question, lambda: battle_fought(*now()), now)


BATTLES: Battles[Setup, GameState, Record] = Battles(
    read=part("referee.games.conjurers.records.record:read_record"),
    advised=_advised,
    readings=BattleReadings,
    kinds=frozenset(get_args(Kind)),
    judge=part("referee.games.conjurers.records.verdict:replay"),
    came_of=part("referee.games.conjurers.records.verdict:with_creatures"),
    in_game=part("referee.games.conjurers.records.from_game:battle_in"),
    text=part("referee.games.conjurers.records.from_game:record_text"),
    claimed=part("referee.games.conjurers.records.from_game:with_claim"),
    no_battle=part("referee.games.conjurers.records.from_game:no_battle"),
    kept_claim=part("referee.games.conjurers.records.from_game:claim_in"),
    odds=part("referee.games.conjurers.odds.standing:ask_odds"),
    live=part("referee.games.conjurers.records.live:BattleTable"),
    ahead=part("referee.games.conjurers.winning.ahead:report_ahead"),
    cost=part("referee.games.conjurers.winning.cost:report_cost"),
    write=part("referee.games.conjurers.records.record:write_record"),
    said_at_end={"winner": UNSET, "unfinished": UNSET},
    outlasts=lambda claim: False,
    instead=part("referee.games.conjurers.records.record:turn_instead"),
    mistakes=part("referee.games.conjurers.winning.mistakes:mistakes_in"),
    winning=part("referee.games.conjurers.winning.mistakes:report_winning"),
)
