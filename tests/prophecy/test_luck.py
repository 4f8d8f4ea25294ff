"""The dice of fights, for the luck of an evening: each thrown by the player whose hero it helps."""

from __future__ import annotations

from typing import Any

import pytest

from referee.declaration.game import Playing
from referee.games.prophecy.rules.state import GameState, Setup
from referee.games.prophecy.rules.turns import RULES
from referee.games.prophecy.scores import SCORES
from referee.games.prophecy.vocabulary import FACES
from referee.play.session import Session
from referee.scores.evening import ThrowOfEvening
from tests.prophecy.games import say
from tests.prophecy.staged import game, placed, with_cards


def light(*players: str) -> Session[GameState]:
    """A game of which only battles are tracked."""
    setup = Setup(players=players, tracking="battles")
    return Session(Playing(RULES, setup), RULES.start(setup))


def thrown(*moves: str, **settings: Any) -> list[tuple[str, tuple[int, ...]]]:
    """The throws of moves of Anna's Druid, beside Bo's Mercenary with a Ghost on the Forest."""
    played = game("Druid", "Mercenary", **settings)
    played = with_cards(placed(played, space="Forest 4", magic=6, abilities=["Prayer"]), "Forest 4", "Ghost")
    played = placed(played, items=["Scroll of Divine Will"])
    played = placed(played, 1, space="Forest 4")
    before = played.state.copy()
    say(played, "stay", *moves)
    assert SCORES.throws is not None
    found = list(SCORES.throws(before, played.take_events()))
    assert all(isinstance(one, ThrowOfEvening) and one.faces == FACES for one in found)
    return [(one.player, one.shown) for one in found]


@pytest.mark.parametrize(
    ("moves", "found"),
    [
        (["fight Ghost [roll 4 2]"], [("Anna", (4,))]),  # the dark die is nobody's
        (["fight Ghost [cast Prayer / roll 3+5 2]"], [("Anna", (3, 5))]),
        (["fight Ghost [use Scroll of Divine Will / roll 2]"], []),  # the light die is set
        (
            ["fight Ghost [roll 6 1]", "attack Bo strength", "accept", "roll 2 5"],
            [("Anna", (6,)), ("Anna", (2,)), ("Bo", (5,))],
        ),
    ],
)
def test_who_threw_which_dice(moves: list[str], found: list[tuple[str, tuple[int, ...]]]) -> None:
    assert thrown(*moves) == found


def test_averaged_dice_are_nobodys_luck() -> None:
    assert thrown("fight Ghost [roll]", dice="average") == []


def test_what_a_light_table_tells_counts_too() -> None:
    session = light("Anna", "Bo")
    before = session.state.copy()
    say(session, "chance Plains", "fight 6/4 better [3 5 2]", "attack bo 6/4 [5 1]")
    assert SCORES.throws is not None
    assert list(SCORES.throws(before, session.take_events())) == [
        ThrowOfEvening("Anna", FACES, (3, 5)),
        ThrowOfEvening("Anna", FACES, (5,)),
        ThrowOfEvening("Bo", FACES, (1,)),
    ]
