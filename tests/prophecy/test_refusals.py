"""What can be read and isn't allowed is refused with its rule; only what can't be read "can't be used"."""

from __future__ import annotations

import pytest

from referee.errors import Unreadable
from referee.games.prophecy.rules.state import GameState
from referee.play.session import Session
from tests.prophecy.games import BOARD, say
from tests.prophecy.staged import game, placed, refused, with_cards


@pytest.fixture
def table() -> Session[GameState]:
    """Anna in the City with an Artifact, an Item and an Ability; Bo elsewhere with others; cards on the board."""
    played = game("Druid", "Mercenary", trading=True)
    anna, bo = played.state.players
    anna.items, anna.damaged = ["Sword", "Ruby Circlet"], ["Javelin"]
    anna.artifacts, anna.abilities = ["Royal Cape"], ["Ambidexterity"]
    bo.items, bo.abilities = ["Rope"], ["Prayer"]
    played = with_cards(played, "Forest 4", "Ghost", "Gem Mine")
    played.state.at(BOARD.find_space("Village")).goods = ["War Paint"]
    return placed(played, space="City", step="turn", gold=9)


@pytest.mark.rule(
    "P51",
    "selling",
    "repair",
    "buying",
    "learning",
    "taking-artifacts",
    "hands-and-head",
    "always-on",
    "card-effects",
    "order-of-turn",
    "chance-card",
)
@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("sell Royal Cape", "P51"),
        ("sell Ambidexterity", "selling"),
        ("sell Rope", "selling"),
        ("sell Ghost", "selling"),
        ("sell Javelin", "selling"),
        ("repair Sword", "repair"),
        ("repair Royal Cape", "repair"),
        ("buy War Paint", "buying"),
        ("buy Sword", "buying"),
        ("learn Prayer", "learning"),
        ("take Royal Cape", "taking-artifacts"),
        ("use Sword", "hands-and-head"),
        ("use Ruby Circlet", "hands-and-head"),
        ("use Ambidexterity", "always-on"),
        ("cast Prayer", "card-effects"),
        ("use Gem Mine", "card-effects"),
        ("throw Sword", "order-of-turn"),
        ("roll 4 2", "order-of-turn"),
        ("chance Mountains", "chance-card"),
    ],
)
def test_a_move_with_a_card_in_sight_that_is_not_allowed_names_its_rule(
    table: Session[GameState], move: str, rule: str
) -> None:
    assert refused(table, move) == rule


@pytest.mark.parametrize("move", ["sell Ghoul", "use Ghoul", "repair", "attack", "sell Royal Cap", "jump", "sell"])
def test_what_names_nothing_in_sight_cant_be_read(table: Session[GameState], move: str) -> None:
    with pytest.raises(Unreadable):
        say(table, move)


@pytest.mark.rule("fight-creatures", "order-of-turn")
def test_in_a_fight_the_moves_of_a_turn_wait_for_its_end(table: Session[GameState]) -> None:
    fought = with_cards(placed(table, space="Forest 4", step="turn"), "Forest 4", "Ghost", "Gem Mine")
    assert refused(fought, "fight Gem Mine") == "fight-creatures"
    say(fought, "fight Ghost")
    for move in ("walk City", "end turn", "sell Sword", "fight Ghost", "take Royal Cape", "heal 2"):
        assert refused(fought, move) == "order-of-turn"
    with pytest.raises(Unreadable):
        say(fought, "jump")


@pytest.mark.rule("order-of-turn", "chance-card")
def test_while_a_card_is_asked_for_the_moves_of_a_turn_wait_too() -> None:
    drawing = say(game("Druid", "Mercenary"), "chance Mountains")
    assert refused(drawing, "walk City") == "order-of-turn"


@pytest.mark.rule("trading-heroes")
def test_what_is_no_item_of_a_hero_is_not_traded(table: Session[GameState]) -> None:
    there = placed(placed(table, 1, space="City"), space="City", step="movement")
    for offer in ("Ambidexterity for 1 gold", "Rope for 1 gold", "1 gold for Prayer", "1 gold for Sword"):
        assert refused(there, f"offer Bo {offer}") == "P63"


@pytest.mark.rule("hands-and-head")
def test_an_item_that_always_works_is_not_named_with_a_fight(table: Session[GameState]) -> None:
    fought = with_cards(placed(table, space="Forest 4", step="turn", items=["Tin Cup"]), "Forest 4", "Ghost")
    assert refused(fought, "fight Ghost with Tin Cup") == "hands-and-head"


@pytest.mark.rule("new-character")
def test_a_hero_in_play_is_no_new_one() -> None:
    played = game("Druid", "Mercenary", "Illusionist")
    played.state.players[0].status, played.state.unused = "dead", ["Paladin"]
    played = placed(played, step="round")
    assert refused(played, "new hero Mercenary") == "new-character"
    with pytest.raises(Unreadable):
        say(played, "new hero Paladine")
