"""Mythic Battles: Pantheon: the declaration of this game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.declaration.game import Game, part
from referee.games.mythic.vocabulary import GAME as NAME

if TYPE_CHECKING:
    from referee.games.mythic.rules.state import GameState, Setup

__all__ = ["GAME"]


GAME: Game[Setup, GameState] = Game(
    name=NAME,
    title="Mythic Battles: Pantheon",
    rules=part("referee.games.mythic.rules.turns:RULES"),
    setup=part("referee.games.mythic.setup:set_up"),
    scores=part("referee.games.mythic.scores:SCORES"),
    battles=part("referee.games.mythic.attack.battles:BATTLES"),
    quick_odds=part("referee.games.mythic.odds.report:QUICK_ODDS"),
    screens=part("referee.games.mythic.screens.game:SCREENS"),
    secrets=part("referee.games.mythic.rules.state:SECRETS"),
    cards=part("referee.games.mythic.units.language:UNITS"),
    learnt=part("referee.cards.fields:learnt"),
    moves={
        "Placing troops": part("referee.games.mythic.rules.setting_up:PLACING"),
        "A turn": part("referee.games.mythic.rules.turns:MOVES"),
        "Light mode": part("referee.games.mythic.rules.light:TOLD"),
        "Where only the score is tracked": part("referee.games.mythic.rules.light:COUNTED"),
    },
    facts=part("referee.games.mythic.facts:facts"),
    example=part("referee.games.mythic.examples:example"),
)
