"""Enchanters: everything that is about this game and no other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.declaration.game import Game
from referee.declaration.parts import part
from referee.games.enchanters.vocabulary import GAME as NAME

if TYPE_CHECKING:
    from referee.games.enchanters.rules.state import GameState, Setup

__all__ = ["GAME"]


GAME: Game[Setup, GameState] = Game(
    name=NAME, title="Enchanters",
    rules=part("referee.games.enchanters.rules.turns:RULES"),
    setup=part("referee.games.enchanters.setup.fields:set_up"),
    screens=part("referee.games.enchanters.screens.quest:SCREENS"),
    scores=part("referee.games.enchanters.scores.report:SCORES"),
    explaining=part("referee.games.enchanters.explained:EXPLAINING"),
    cards=part("referee.games.enchanters.cards.language:CARDS"),
    learnt=part("referee.cards.known:learnt"),
    example=part("referee.games.enchanters.examples:example"),
)  # fmt: skip
