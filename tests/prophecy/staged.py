"""Positions of Prophecy for tests: a hero here, cards there, and what may be said then."""

from __future__ import annotations

from typing import Any

import pytest

from referee.declaration.game import Playing
from referee.errors import Illegal
from referee.games.prophecy.rules.state import GameState, Hero, Lying, Setup
from referee.games.prophecy.rules.turns import RULES, start_game
from referee.play.session import Session
from tests.prophecy.games import BOARD, cards_by_deck, make_setup, say
from tests.steps import Corrected


def game(*heroes: str, players: int = 0, **settings: Any) -> Session[GameState]:
    """A game of these heroes before the first Chance card, with nothing on the board."""
    setup = make_setup(len(heroes) or players, heroes=heroes, abilities=("Ambidexterity",), **settings)
    state = start_game(setup)
    for space in state.spaces:
        space.cards, space.abilities = [], []
    state.step = "chance"
    return begun(setup, state)


def begun(setup: Setup, state: GameState) -> Session[GameState]:
    told = RULES.all_corrections
    corrector = Corrected[GameState](lambda at, text, events: told.carry_out(setup, at, text, events))
    return Session(Playing(RULES, setup), state, corrector=corrector)


def placed(played: Session[GameState], seat: int = 0, *, step: str = "movement", **values: Any) -> Session[GameState]:
    """The game with a hero changed, and the step that is decided next; the game begins again there."""
    state = played.state.copy()
    hero = state.players[seat]
    for key, value in values.items():
        setattr(hero, key, BOARD.find_space(value) if key == "space" else value)
    state.step = step  # type: ignore[assignment]
    playable = played.game
    assert isinstance(playable, Playing)
    return begun(playable.setup, state)


def with_cards(played: Session[GameState], space: str, *names: str) -> Session[GameState]:
    """The game with open Adventure cards on a space."""
    played.state.at(BOARD.find_space(space)).cards = [Lying(name) for name in names]
    return placed(played, step=played.state.step)


def hero(played: Session[GameState], seat: int = 0) -> Hero:
    return played.present.players[seat]


def offered(played: Session[GameState]) -> list[str]:
    assert played.question is not None
    return [option.text for option in played.question.options()]


def refused(played: Session[GameState], text: str) -> str:
    """The ruling by which a move is refused."""
    before = played.state.copy()
    with pytest.raises(Illegal) as caught:
        say(played, text)
    assert played.state == before
    return caught.value.ruling


def with_whole_decks(played: Session[GameState]) -> Session[GameState]:
    """The game with as many cards in its decks as are nowhere else."""
    setup: Any = played.game.setup  # type: ignore[attr-defined]
    many = cards_by_deck(setup, played.state)
    for deck, pack in played.state.decks.items():
        pack.count -= many[deck] - setup.sizes[deck]
    return placed(played, step=played.state.step)
