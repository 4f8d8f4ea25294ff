"""Enchanters: everything specific to this game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.declaration.game import Game, part
from referee.games.enchanters.vocabulary import GAME as NAME

if TYPE_CHECKING:
    from referee.games.enchanters.rules.state import GameState, Setup

__all__ = ["GAME"]


GAME: Game[Setup, GameState] = Game(
    name=NAME,
    title="Enchanters",
    rules=part("referee.games.enchanters.rules.turns:RULES"),
    setup=part("referee.games.enchanters.setup:set_up"),
    screens=part("referee.games.enchanters.screens.game:SCREENS"),
    scores=part("referee.games.enchanters.scores:SCORES"),
    explaining=part("referee.games.enchanters.explained:EXPLAINING"),
    cards=part("referee.games.enchanters.cards.language:CARDS"),
    learnt=part("referee.cards.fields:learnt"),
    moves={
        "A turn": part("referee.games.enchanters.rules.turns:MOVES"),
        "Before a strike": part("referee.games.enchanters.rules.combat:STRIKING"),
        "Before an attack": part("referee.games.enchanters.rules.combat:ATTACKING"),
        "Light mode": part("referee.games.enchanters.rules.light:TOLD"),
    },
    facts=part("referee.games.enchanters.facts:facts"),
    example=part("referee.games.enchanters.examples:example"),
)
