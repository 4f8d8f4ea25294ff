"""Odds at the prompt: an answerer that shows them beside the moves that a question lists."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Any

from msgspec import structs

from referee.asking.dice import Mode
from referee.asking.question import Option, Question
from referee.errors import RefereeError
from referee.games.conjurers.battle.moves import RECORDED, Summon
from referee.games.conjurers.battle.state import Battle
from referee.games.conjurers.odds.fights import odds_of
from referee.games.conjurers.odds.results import in_short
from referee.games.conjurers.rules.contests import ASIDE, CREATURE, HOW
from referee.games.conjurers.rules.state import GameState, Setup
from referee.sampling.race import Effort, Meanwhile

SECONDS = 5.0
"""Time limit of the estimate of who wins while a player thinks about a move."""

BEFORE_A_BATTLE = (CREATURE, ASIDE, HOW)
"""Keys of the questions before a battle that influence its chances."""

Present = Callable[[], tuple[Battle, Mode, Collection[int]] | None]
"""Returns the present battle, in the middle of a turn too, its dice mode, and the numbers of the creatures whose
cards aren't known yet; None outside a battle."""

Game = Callable[[], tuple[Setup, GameState]]
"""Returns the set-up and the present state of the game that battles belong to."""


def advise(question: Question[Any], present: Present, game: Game | None = None) -> Question[Any]:
    """Add odds to the moves of a battle; with them, and before a battle, estimate who wins, in the background."""
    if game is not None and question.key in BEFORE_A_BATTLE:
        setup, state = game()
        estimate = partial(_who_wins_then, setup, state.copy(), question.key)
        return structs.replace(question, meanwhile=Meanwhile(estimate))
    if question.key != "move" or (now := present()) is None:
        return question
    return structs.replace(add_odds(question, *now), meanwhile=Meanwhile(partial(_who_wins, *now)))


def _who_wins(battle: Battle, mode: Mode, unknown: Collection[int], tell: Callable[[str], None]) -> str:
    """Describe each side's chance to win the battle; "" if it is over or its cards aren't all known."""
    from referee.games.conjurers.winning.cost import in_a_line
    from referee.games.conjurers.winning.winning import chances_of

    if battle.outcome is not None or any(not battle.fighters[number].dead for number in unknown):
        return ""
    return in_a_line(chances_of(battle.copy(), mode, Effort(SECONDS), tell))


def _who_wins_then(setup: Setup, game: GameState, asked: str, tell: Callable[[str], None]) -> str:
    """Describe the chance to win the battle that is being prepared, for each answer."""
    from referee.games.conjurers.winning.ahead import chances_ahead

    found = chances_ahead(setup, game, asked, Effort(SECONDS), tell)
    return "" if found is None else found.in_a_line


def add_odds(question: Question[Any], battle: Battle, mode: Mode, unknown: Collection[int] = ()) -> Question[Any]:
    """Add odds to each option for a move that causes a fight or a roll, and for the equipment of a summon.

    Creatures in `unknown`, whose cards haven't been seen, get a note that there are none yet.
    """

    def with_odds(option: Option) -> Option:
        def more() -> Question[str] | None:
            following = option.more() if option.more is not None else None
            return following and add_odds(following, battle, mode, unknown)

        detail = _detail(option, battle, mode, unknown)
        return structs.replace(option, detail=detail, more=option.more and more)

    return structs.replace(question, options=lambda: list(map(with_odds, question.options())))


def _detail(option: Option, battle: Battle, mode: Mode, unknown: Collection[int]) -> str:
    try:
        move = RECORDED.exactly(battle, option.text)
    except RefereeError:  # a summon from a hidden hand
        return option.detail
    if isinstance(move, Summon) and move.creature in unknown:
        return f"{option.detail}; no odds before its card is known" if option.detail else ""
    odds = odds_of(battle, move, mode)
    return option.detail if odds is None else in_short(odds, battle)
