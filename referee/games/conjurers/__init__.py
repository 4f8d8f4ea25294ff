"""Conjurers: everything that is about this game and no other."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from referee.declaration.game import Game
from referee.games.conjurers.vocabulary import GAME as NAME

if TYPE_CHECKING:
    from referee.cards.language import CardLanguage
    from referee.declaration.game import Battles, Explaining, Scores, Screens, Secrets
    from referee.declaration.rules import Rules
    from referee.declaration.setup import SetUp
    from referee.files.files import Data
    from referee.games.conjurers.cards.cards import Card
    from referee.games.conjurers.rules.state import GameState, Setup

__all__ = ["GAME"]


def _rules() -> Rules[Setup, GameState]:
    from referee.games.conjurers.rules.play import RULES

    return RULES


def _setup() -> SetUp[Setup]:
    from referee.games.conjurers.setup.fields import set_up

    return set_up()


def _screens() -> Screens[Setup, GameState]:
    from referee.games.conjurers.screens.game import SCREENS

    return SCREENS


def _scores() -> Scores[Setup, GameState]:
    from referee.games.conjurers.scores.report import SCORES

    return SCORES


def _explaining() -> Explaining[Setup, GameState]:
    from referee.games.conjurers.explained import EXPLAINING

    return EXPLAINING


def _secrets() -> Secrets[GameState]:
    from referee.games.conjurers.rules.secrets import SECRETS

    return SECRETS


def _battles() -> Battles:
    from referee.games.conjurers.records.battles import BATTLES

    return BATTLES


def _cards() -> CardLanguage[Card]:
    from referee.games.conjurers.cards.language import CARDS

    return CARDS


def _learnt(game: GameState) -> Mapping[str, Card]:
    from referee.games.conjurers.cards.remember import learnt_by

    return learnt_by(game)


def _expect_save(data: Data, path: Path) -> None:
    from referee.games.conjurers.records.kinds import expect

    expect("save of a game", data, path)


def _example(entry_id: str) -> list[str]:
    from referee.games.conjurers.examples import example

    return example(entry_id)


GAME: Game[Setup, GameState] = Game(
    name=NAME, title="Conjurers", rules=_rules, setup=_setup, screens=_screens, scores=_scores,
    explaining=_explaining, secrets=_secrets, battles=_battles, cards=_cards, learnt=_learnt, example=_example,
    expect_save=_expect_save,
)  # fmt: skip
