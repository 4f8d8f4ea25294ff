"""States that can't be, as a hand may write them into a save: each is refused in the table's words."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from referee.games.enchanters import GAME as ENCHANTERS
from referee.games.enchanters.cards.cards import Card, Village
from referee.games.enchanters.rules import checks
from referee.games.enchanters.rules.state import Boost, GameState, Setup
from tests.enchanters.random_play import DECK, Table, make_start, play
from tests.reading_kept import read_kept, why_not_kept

KEPT = ENCHANTERS.rules()
START = make_start(3, seed=5)
SETUP = START.setup


@cache
def games() -> tuple[GameState, ...]:
    """All states of a game."""
    found: list[GameState] = []
    for played in play(Table(START, random.Random(4))):
        if not found or played.state is not found[-1]:
            found.append(played.state)
    return tuple(found)


def refusal(game: GameState, setup: Setup = SETUP) -> str:
    """Why a set-up and a state of it, read from plain data, can't be."""
    return why_not_kept(KEPT, setup, game)


def test_what_play_leads_to_is_believed() -> None:
    for game in games():
        read_kept(KEPT, SETUP, game)


FIGHTING = next(card.name for card in DECK.card if card.fights and card.name in SETUP.names)


@pytest.mark.rule("E-d", "E-f", "E-h")
@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"players": ("Anna", "Bo", "ANNA")}, "two players are called ANNA"),
        ({"players": ("Anna",)}, "players must have at least 2 values"),
        ({"start": 3}, "start: there is no player 3; players are numbers from 0 to 2"),
        ({"size": -1}, "size is -1; it must be 0 or more"),
        (
            {"size": SETUP.size + 1},
            f"names: {len(SETUP.names)} cards; {len(SETUP.track)} lie on the track and {SETUP.size + 1} in the deck",
        ),
        ({"track": (*SETUP.track, "Moon")}, "track: 7 cards; it has 6 places"),
        ({"track": (*SETUP.track[:5], SETUP.track[0])}, f"track: {SETUP.track[0]} is listed twice"),
        ({"track": (*SETUP.track[:5], FIGHTING)}, "it is set aside and goes back under the deck (E-h)"),
        ({"track": SETUP.track[::-1]}, "names: they begin with the track's cards"),
        ({"names": (*SETUP.names, "Moon")}, "names: Moon isn't a known card"),
        ({"names": (*SETUP.names, SETUP.names[0])}, f"names: {SETUP.names[0]} is listed twice"),
        ({"cards": SETUP.cards[1:]}, "cards: Fist, an item, is missing; everybody starts with one"),
        ({"cards": (*SETUP.cards, SETUP.cards[5])}, f"cards: {SETUP.cards[5].name} is listed twice"),
        ({"cards": (*SETUP.cards, Card(name="Moon", type="monster"))}, "Moon: needs health and strength"),
        ({"cards": (*SETUP.cards, Card(name="Moon", type="item", health=3))}, "Moon: isn't fought, so it has"),
        ({"cards": (*SETUP.cards, Card(name="Moon", type="item", two=2))}, "2 of 1 cards can't be marked 2"),
        ({"cards": (*SETUP.cards, Card(name="Moon", type="item", rules=("moo",)))}, "Moon: "),
        ({"village": Village("Moon", ("moo",))}, "Moon: "),
        ({"kingdoms": (*SETUP.kingdoms, SETUP.kingdoms[0])}, f"kingdoms: {SETUP.kingdoms[0]} is listed twice"),
        ({"kingdoms": (*SETUP.kingdoms, "Moon")}, "3 decks are played with (E-d)"),
    ],
)
def test_an_impossible_set_up_is_refused(changes: dict[str, Any], says: str) -> None:
    assert says in refusal(games()[0], replace(SETUP, **changes))


@pytest.mark.rule("E-b")
@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"active": 7}, "active: there is no player 7; players are numbers from 0 to 2"),
        ({"active": 1}, "it is Bo's turn; turn 1 is Anna's, as Anna started"),
        ({"turn": 0}, "turn is 0; it must be 1 or more"),
        ({"deck": -1}, "deck is -1; it must be 0 or more"),
        ({"deck": SETUP.size + 1}, f"the adventure deck can't have {SETUP.size + 1} cards"),
        ({"track": [*SETUP.track, "Moon"]}, "7 cards lie on the track; it has 6 places"),
        ({"track": [*SETUP.track[:5], "Moon"]}, "Moon lies on the track and isn't a known card"),
        ({"graveyard": ["Moon"]}, "Moon lies in the graveyard and isn't a known card"),
        ({"graveyard": [SETUP.track[0]]}, f"{SETUP.track[0]} lies in two places: on the track and in the graveyard"),
        ({"over": True}, "the game isn't over while cards are left"),
        ({"over": True, "track": []}, "the game isn't over while cards are left"),
        ({"over": True, "deck": 0}, "the game isn't over while cards are left"),
        ({"resting": True}, "a rest is the turn's major action"),
        ({"used": ["Moon/1"]}, 'used: there is no action "Moon/1"'),
        ({"used": ["Fist/9"]}, 'used: there is no action "Fist/9"'),
        ({"used": ["Fist/0"]}, 'used: there is no action "Fist/0"'),
        ({"used": ["Fist/1", "Fist/1"]}, "used: Fist/1 twice; an action is used once a turn (E-b)"),
        ({"taking": SETUP.names[-1]}, "lies between track and pile only while it is being taken"),
        ({"learnt": [Card(name="Moon", type="dragon")]}, "Moon: needs health and strength"),
        ({"boosts": [Boost("attack", 10**6, "Moon")]}, "points is 1000000; it must be 99999 or less"),
    ],
)
def test_what_is_nowhere_on_the_table_is_refused(changes: dict[str, Any], says: str) -> None:
    assert says in refusal(replace(games()[0], **changes))


@pytest.mark.rule("E-l")
@pytest.mark.parametrize("when", ["rest", "minor"])
def test_only_what_leads_to_the_graveyard_before_the_major_action_makes_one_rest_before_it(when: str) -> None:
    setup = replace(SETUP, village=Village("Moon", (f"{when}: journey to the graveyard",)))
    found = checks._turn(setup, replace(games()[0], resting=True))
    assert list(found) == ["a rest is the turn's major action, so major is true where resting is"] * (when == "rest")


def spoil_name(game: GameState) -> None:
    game.players[1].name = "Moon"


def spoil_wounds(game: GameState) -> None:
    game.players[1].wounds = -1


def spoil_glory(game: GameState) -> None:
    game.players[1].glory = {"items": -10_000}


def spoil_much_glory(game: GameState) -> None:
    game.players[1].glory = {"items": 10_000}


def spoil_items(game: GameState) -> None:
    game.players[1].items *= 2


def spoil_other_items(game: GameState) -> None:
    game.players[1].items.append(game.players[0].items[0].upper())


def spoil_unknown(game: GameState) -> None:
    game.players[1].items.append("Moon")


def spoil_pile(game: GameState) -> None:
    game.players[1].monsters.append(game.players[1].items.pop())


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (spoil_name, "its players are not those of the set-up: Anna, Moon and Cleo instead of Anna, Bo and Cleo"),
        (spoil_wounds, "Bo's wounds is -1; it must be 0 or more"),
        (spoil_glory, "-10000; it must be -9999 or more"),
        (spoil_much_glory, "10000; it must be 9999 or less"),
        (spoil_items, "Fist #2 lies in two places: twice among Bo's items"),
        (spoil_other_items, "Fist lies in two places: among Anna's items and among Bo's items"),
        (spoil_unknown, "Bo's Moon isn't a known card"),
        (spoil_pile, "Bo's Fist #2 is of type item: it doesn't lie among the monsters"),
    ],
)
def test_impossible_holdings_are_refused(spoil: Callable[[GameState], None], says: str) -> None:
    game = games()[0].copy()
    spoil(game)
    assert says in refusal(game)
