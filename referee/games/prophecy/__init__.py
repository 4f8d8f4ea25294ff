"""Prophecy: everything that is about this game and no other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from referee.declaration.game import Game
from referee.games.prophecy.vocabulary import GAME as NAME

if TYPE_CHECKING:
    from referee.cards.language import CardLanguage
    from referee.declaration.game import Battles, QuickOdds, Scores, Screens
    from referee.declaration.rules import Rules
    from referee.declaration.setup import SetUp
    from referee.games.prophecy.cards.cards import Card
    from referee.games.prophecy.rules.state import GameState, Setup

__all__ = ["GAME"]


def _rules() -> Rules[Setup, GameState]:
    from referee.games.prophecy.rules.turns import RULES

    return RULES


def _setup() -> SetUp[Setup]:
    from referee.games.prophecy.setup.fields import set_up

    return set_up()


def _screens() -> Screens[Setup, GameState]:
    from referee.games.prophecy.screens.game import SCREENS

    return SCREENS


def _scores() -> Scores[Setup, GameState]:
    from referee.games.prophecy.scores import SCORES

    return SCORES


def _battles() -> Battles:
    from referee.games.prophecy.records.battles import BATTLES

    return BATTLES


def _quick_odds() -> QuickOdds:
    from referee.games.prophecy.odds.leads import LEADS

    return LEADS


def _cards() -> CardLanguage[Card]:
    from referee.games.prophecy.cards.language import CARDS

    return CARDS


def _learnt(game: GameState) -> Mapping[str, Card]:
    from referee.cards.known import by_name

    return by_name(game.learnt)


GAME: Game[Setup, GameState] = Game(
    name=NAME, title="Prophecy", rules=_rules, setup=_setup, screens=_screens, scores=_scores, battles=_battles,
    quick_odds=_quick_odds, cards=_cards, learnt=_learnt,
)  # fmt: skip
