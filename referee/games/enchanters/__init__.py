"""Enchanters: everything that is about this game and no other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from referee.declaration.game import Game
from referee.games.enchanters.vocabulary import GAME as NAME

if TYPE_CHECKING:
    from referee.cards.language import CardLanguage
    from referee.declaration.game import Explaining, Scores, Screens
    from referee.declaration.rules import Rules
    from referee.declaration.setup import SetUp
    from referee.games.enchanters.cards.cards import Card, Village
    from referee.games.enchanters.rules.state import GameState, Setup

__all__ = ["GAME"]


def _rules() -> Rules[Setup, GameState]:
    from referee.games.enchanters.rules.turns import RULES

    return RULES


def _setup() -> SetUp[Setup]:
    from referee.games.enchanters.setup.fields import set_up

    return set_up()


def _screens() -> Screens[Setup, GameState]:
    from referee.games.enchanters.screens.quest import SCREENS

    return SCREENS


def _scores() -> Scores[Setup, GameState]:
    from referee.games.enchanters.scores.report import SCORES

    return SCORES


def _explaining() -> Explaining[Setup, GameState]:
    from referee.games.enchanters.explained import EXPLAINING

    return EXPLAINING


def _cards() -> CardLanguage[Card | Village]:
    from referee.games.enchanters.cards.language import CARDS

    return CARDS


def _learnt(game: GameState) -> Mapping[str, Card | Village]:
    from referee.games.enchanters.rules.state import learnt

    return learnt(game)


def _example(entry_id: str) -> list[str]:
    from referee.games.enchanters.examples import example

    return example(entry_id)


GAME: Game[Setup, GameState] = Game(
    name=NAME, title="Enchanters", rules=_rules, setup=_setup, screens=_screens, scores=_scores,
    explaining=_explaining, cards=_cards, learnt=_learnt, example=_example,
)  # fmt: skip
