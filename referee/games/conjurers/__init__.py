"""Conjurers: everything specific to this game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.declaration.game import Game, part
from referee.games.conjurers.vocabulary import GAME as NAME

if TYPE_CHECKING:
    from referee.games.conjurers.rules.state import GameState, Setup

__all__ = ["GAME"]


GAME: Game[Setup, GameState] = Game(
    name=NAME,
    title="Conjurers",
    rules=part("referee.games.conjurers.rules.play:RULES"),
    setup=part("referee.games.conjurers.setup.fields:set_up"),
    screens=part("referee.games.conjurers.screens.game:SCREENS"),
    scores=part("referee.games.conjurers.scores.report:SCORES"),
    explaining=part("referee.games.conjurers.explained:EXPLAINING"),
    secrets=part("referee.games.conjurers.rules.play:SECRETS"),
    battles=part("referee.games.conjurers.battle.battles:BATTLES"),
    cards=part("referee.games.conjurers.cards.language:CARDS"),
    learnt=part("referee.games.conjurers.cards.language:learnt_by"),
    moves={
        "Placing": part("referee.games.conjurers.rules.placing:PLACING"),
        "Resolving": part("referee.games.conjurers.rules.placing:RESOLVING"),
        "At the guild house": part("referee.games.conjurers.rules.actions:HIRING"),
        "Trading": part("referee.games.conjurers.rules.actions:TRADING"),
        "Sacrificing": part("referee.games.conjurers.rules.actions:OFFERING"),
        "Buying": part("referee.games.conjurers.rules.shop:SHOPPING"),
        "In a battle": part("referee.games.conjurers.battle.moves:MOVES"),
        "Light mode": part("referee.games.conjurers.rules.light:TOLD"),
        "Where only the score is tracked": part("referee.games.conjurers.rules.light:COUNTED"),
    },
    facts=part("referee.games.conjurers.facts:facts"),
    example=part("referee.games.conjurers.examples:example"),
)
