"""The worked examples of the rulebook, each as it is told there."""

from __future__ import annotations

import pytest

from referee.games.enchanters.rules.context import Attacked, Struck
from referee.games.enchanters.scores import score
from tests.enchanters.quests import asked, happened, has, monsters, options, play, player, playing, power, setup_of

TROPHIES = {
    "Goblin": "glory 2, strength 1, health 1",
    "Gnoll": "glory 3, strength 1, health 1",
    "Ogre": "glory 6, health 1",
    "Bronze Dragon": "glory 9, strength 1, health 1",
}
"""Glory as it could be printed: the rulebook gives the sum of 40 only."""


@pytest.mark.rule("scimitar", "action-effect", "minor-actions", "E-af")
def test_john_uses_the_scimitar() -> None:
    """A crystal for +3 attack in this turn, and in this turn only."""
    game = playing(["Stick", "Stick #2"], cards={"Scimitar": ""}, piles={"Anna": ["Scimitar"]})
    before = power(game, "attack")
    play(game, "use Scimitar")
    assert (power(game, "attack"), has(game)) == (before + 3, (4, 0))
    play(game, "journey 1", "end turn")
    assert power(game, "attack") == before + 1  # the stick, in place of the boost
    assert "use Scimitar" not in options(game)


@pytest.mark.rule("normaltown", "multiaction")
def test_martha_pays_six_crystals_to_beat_a_dragon_turtle() -> None:
    turtle = {"Dragon Turtle": "monster, strength 0, health 4, glory 3"}
    game = playing(["Dragon Turtle", "Stick"], cards=turtle, village="Normaltown", crystals={"Anna": 6})
    play(game, "journey 1", "use Normaltown x3")
    assert (has(game), monsters(game)) == ((0, 0), ["Dragon Turtle"])
    (attacked,) = happened(game, Attacked)
    assert (attacked.attack, attacked.won) == (4, True)


@pytest.mark.rule("journey", "journey-cost")
def test_ralph_takes_the_third_card_and_beth_the_first() -> None:
    game = playing(["Stick", "Staff", "Spear", "Sword"])
    play(game, "journey 3", "end turn")
    assert (player(game.state, "Anna").items[-1], has(game)) == ("Spear", (3, 0))
    play(game, "journey 1")
    assert (player(game.state, "Bo").items[-1], has(game, "Bo")) == ("Stick", (5, 0))


@pytest.mark.rule("combat", "monster-attack", "player-attack", "buying-help", "manticore", "multiaction", "E-n")
def test_susan_fights_a_manticore() -> None:
    """Strength 2 against 1 defence is a wound; 3 attack and 2 more for 4 crystals are its health of 5."""
    game = playing(
        ["Manticore", "Stick"],
        cards={"Manticore": "", "Robe": "item, attack 2, defence 1"},
        village="Normaltown",
        piles={"Anna": ["Robe"]},
    )
    assert (power(game, "attack"), power(game, "defence")) == (3, 1)
    play(game, "journey Manticore", "strike")
    assert has(game) == (5, 1)
    play(game, "use Normaltown", "use Normaltown")
    assert (has(game), monsters(game), power(game, "attack")) == ((1, 1), ["Manticore"], 5)
    (struck,) = happened(game, Struck)
    assert (struck.strength, struck.defence, struck.wounds) == (2, 1, 1)


@pytest.mark.rule("necklace", "whose-cards", "action-effect")
def test_richard_gives_a_monster_for_seven_crystals() -> None:
    game = playing(["Stick"], cards={"Necklace": "", **TROPHIES}, piles={"Anna": ["Necklace", "Goblin", "Gnoll"]})
    play(game, "use Necklace", "Goblin")
    assert (has(game), monsters(game), game.state.graveyard) == ((12, 0), ["Gnoll"], ["Goblin"])
    game = playing(["Stick"], cards={"Necklace": "", **TROPHIES}, piles={"Anna": ["Necklace"], "Bo": ["Gnoll"]})
    assert "use Necklace" not in options(game), "the monsters are one's own"


@pytest.mark.rule("bolas", "whose-choice", "E-aj")
def test_john_takes_bolas_and_ann_discards_from_the_middle() -> None:
    cards = {
        "Bolas": "item",
        "Gnoll": "glory 2, strength 1, health 1",
        "Unicorn": "glory 1, strength 1, health 1",
        "Manticore": "glory 4",
    }
    game = playing(["Bolas"], cards=cards, piles={"Bo": ["Gnoll", "Unicorn", "Manticore"]})
    play(game, "journey 1", "Bo")
    assert asked(game) == ("Bo", "monster")
    play(game, "Unicorn")
    assert (monsters(game, "Bo"), game.state.graveyard) == (["Gnoll", "Manticore"], ["Unicorn"])
    assert player(game.state, "Anna").items[-1] == "Bolas"


@pytest.mark.rule("ogre", "E-q")
def test_jack_takes_double_damage_from_an_ogre() -> None:
    """3 defence leaves 3 wounds of its strength, doubled 6."""
    game = playing(["Ogre", "Stick"], cards={"Ogre": "health 1", "Robe": "item, defence 3"}, piles={"Anna": ["Robe"]})
    play(game, "journey 1")
    assert (has(game), monsters(game)) == ((5, 6), ["Ogre"])


@pytest.mark.rule("glory", "wound-glory", "village-glory", "dwarfburg", "E-z", "E-aa")
def test_beth_scores_31_and_39() -> None:
    trophies = [
        "Goblin",
        "Goblin #2",
        "Goblin #3",
        "Goblin #4",
        "Goblin #5",
        "Gnoll",
        "Gnoll #2",
        "Gnoll #3",
        "Ogre",
        "Ogre #2",
        "Bronze Dragon",
    ]
    cards = {**TROPHIES, "Robe": "item, defence 5, lower defence 3"}
    game = playing(
        ["Stick"], cards=cards, piles={"Anna": ["Robe", *trophies]}, wounds={"Anna": 9}, village="Dwarfburg"
    )
    anna, bo = score(setup_of(game), game.state).standing
    assert (anna.points("monsters"), anna.points("dragons"), anna.points("wounds")) == (31, 9, -9)
    assert (anna.points("village"), anna.total) == (8, 39)
    assert [(line.category, line.rules) for line in anna.lines] == [
        ("monsters", ("glory", "E-z")),
        ("dragons", ("glory", "E-z")),
        ("wounds", ("wound-glory",)),
        ("village", ("village-glory", "E-aa")),
    ]
    assert bo.total == 0
