"""Odds at the prompts of a whole game: hands that aren't all known, cards that nobody has read yet."""

from __future__ import annotations

import pytest

from referee.games.conjurers.odds.advice import add_odds
from referee.games.conjurers.odds.fights import odds_of_moves
from referee.games.conjurers.rules.contests import unread
from referee.games.conjurers.screens.odds import nothing_found
from tests.conjurers.evenings import Play, contest, duel, options, play, question, set_up

FIVE = ["Bull", "Wolf", "Imp", "Owl", "Straw"]


def fought(*texts: str, draws: str = "table") -> Play:
    """Anna's three of five against Bo's Bear, refereed, dice typed in."""
    setup = set_up(dice="entered", draws=draws)
    return play(duel(setup, armies={"Anna": FIVE, "Bo": ["Bear"]}), "referee", *texts)


def told(game: Play) -> dict[str, str]:
    """What is listed for a move, with the odds."""
    battle = contest(game).battle
    assert battle is not None
    unknown = unread(set_up(), game.present, battle)
    return {o.text: o.detail for o in add_odds(question(game), battle, "entered", unknown).options()}


@pytest.mark.rule("random-draw", "battle-end")
def test_a_side_with_hidden_cards_isnt_beaten_in_the_odds_either() -> None:
    """P. 15: Straw will die, and two more cards are in Anna's hand; Bear is Bo's only creature."""
    game = fought("summon Straw 1")
    battle = contest(game).battle
    assert battle is not None
    found = odds_of_moves(battle, "entered")
    assert found
    deaths = [odds.of("attacker.Straw").dies for odds in found if odds.text == "summon Bear 1"]
    assert deaths
    assert deaths[0] > 0
    assert all(odds.wins.get("defender", 0) == 0 for odds in found)


def test_odds_stand_beside_the_moves_of_a_drawn_hand() -> None:
    game = fought("summon Straw 1")
    assert "summon Bear 1" in options(game)
    assert "Straw takes" in told(game)["summon Bear 1"]
    assert told(game)["summon Bear 2"] == ""


def test_a_secret_hand_is_listed_without_odds() -> None:
    """The option that stands for it isn't a move yet."""
    game = fought(draws="program")
    assert told(game)["summon NAME SLOT"].endswith("only Anna may look")


def test_a_creature_whose_card_is_unknown_has_no_odds_yet_and_it_is_said() -> None:
    setup = set_up(dice="entered", creatures=(), dealt=(("Wolf", "Imp", "Owl"), ("Bear", "Boar", "Hen")))
    game = play(duel(setup, armies={"Anna": ["Wolf"], "Bo": ["Bear"]}), "referee", "summon Wolf 1", "5/2")
    battle = contest(game).battle
    assert battle is not None
    unknown = unread(setup, game.present, battle)
    found = {o.text: o.detail for o in add_odds(question(game), battle, "entered", unknown).options()}
    assert found["summon Bear 1"] == "fights Wolf; no odds before its card is known"
    assert found["summon Bear 2"] == ""
    assert (
        nothing_found(battle, {battle.fighters[place].key for place in unknown})
        == "No move of a creature whose card is known causes a fight."
    )
    assert nothing_found(battle, ()) == "No legal move causes a fight."
