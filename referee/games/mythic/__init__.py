"""Mythic Battles: Pantheon: everything that is about this game and no other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from referee.declaration.game import Game
from referee.games.mythic.vocabulary import GAME as NAME

if TYPE_CHECKING:
    from referee.cards.language import CardLanguage
    from referee.declaration.game import Scores
    from referee.declaration.rules import Rules
    from referee.declaration.setup import SetUp
    from referee.games.mythic.rules.state import GameState, Setup
    from referee.games.mythic.units.unit import Unit

__all__ = ["GAME"]


def _rules() -> Rules[Setup, GameState]:
    from referee.games.mythic.rules.turns import RULES

    return RULES


def _setup() -> SetUp[Setup]:
    from referee.games.mythic.setup.fields import set_up

    return set_up()


def _scores() -> Scores[Setup, GameState]:
    from referee.games.mythic.scores import SCORES

    return SCORES


def _cards() -> CardLanguage[Unit]:
    from referee.games.mythic.units.language import UNITS

    return UNITS


def _learnt(game: GameState) -> Mapping[str, Unit]:
    from referee.cards.known import by_name

    return by_name(game.learnt)


def _example(entry_id: str) -> list[str]:
    from referee.games.mythic.examples import example

    return example(entry_id)


GAME: Game[Setup, GameState] = Game(
    name=NAME, title="Mythic Battles: Pantheon", rules=_rules, setup=_setup, scores=_scores, cards=_cards,
    learnt=_learnt, example=_example,
)  # fmt: skip
