"""Prophecy: everything specific to this game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.declaration.game import Game, part
from referee.games.prophecy.vocabulary import GAME as NAME

if TYPE_CHECKING:
    from referee.games.prophecy.rules.state import GameState, Setup

__all__ = ["GAME"]


GAME: Game[Setup, GameState] = Game(
    name=NAME,
    title="Prophecy",
    rules=part("referee.games.prophecy.rules.turns:RULES"),
    setup=part("referee.games.prophecy.setup:set_up"),
    screens=part("referee.games.prophecy.screens.game:SCREENS"),
    scores=part("referee.games.prophecy.scores:SCORES"),
    battles=part("referee.games.prophecy.fights.battles:BATTLES"),
    quick_odds=part("referee.games.prophecy.odds.reach:LEADS"),
    learnt=part("referee.cards.fields:learnt"),
    cards=part("referee.games.prophecy.cards.language:CARDS"),
    board=part("referee.games.prophecy.board_file:load_board"),
    moves={
        "A turn": part("referee.games.prophecy.rules.turns:MOVES"),
        "Light mode": part("referee.games.prophecy.rules.light:TOLD"),
        "Where only the score is tracked": part("referee.games.prophecy.rules.light:COUNTED"),
    },
    facts=part("referee.games.prophecy.facts:facts"),
    example=part("referee.games.prophecy.examples:example"),
)
