"""Entries of a log explained: attack, defence, wounds and costs, each with where it comes from and by which rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from referee.declaration.game import Happened
from referee.explain.why import Explanation, SwitchDecision, explain, explained_game
from referee.games.enchanters import GAME as ENCHANTERS
from referee.games.enchanters.explained import arithmetic_of
from referee.rulebook.rules import rulebook
from tests.enchanters.quests import Play, play, playing, setup_of
from tests.enchanters.random_play import Table, make_start
from tests.enchanters.random_play import play as play_all
from tests.enchanters.test_commands import SCRIPT, as_json, run


def of(game: Play, number: int | None = None) -> Explanation:
    return explain(explained_game(ENCHANTERS), setup_of(game), game, number)


def telling(found: Explanation, words: str) -> Happened:
    return next(one for one in found.happened if words in one.text)


def decided(found: Explanation, switch: str) -> SwitchDecision | None:
    return next((one for one in found.decided if one.switch == switch), None)


@pytest.mark.rule("manticore", "monster-attack", "player-attack", "multiaction", "E-n")
def test_each_point_of_susans_fight_is_told() -> None:
    game = playing(
        ["Manticore", "Stick"],
        cards={"Manticore": "", "Robe": "item, attack 2, defence 1"},
        village="Normaltown",
        piles={"Anna": ["Robe"]},
    )
    found = of(play(game, "journey Manticore", "strike", "use Normaltown", "use Normaltown"))
    struck = telling(found, "strikes Anna")
    assert struck.steps == ("defence: +1 Robe", "strength 2 - defence 1 = 1", "wounds: 0 + 1 = 1 wound")
    assert {"monster-attack", "manticore"} <= set(struck.rules)
    attacked = telling(found, "attacks Manticore")
    assert attacked.steps == (
        "attack: +1 Fist (below the line of a covered card)",
        "attack: +2 Robe",
        "attack: +2 Normaltown (this turn)",
        "attack in all: 5",
        "attack 5 against health 5: which is enough",
    )
    paid = [one.steps for one in found.happened if "pays 2 crystals" in one.text]
    assert paid == [("5 - 2 = 3 crystals",), ("3 - 2 = 1 crystal",)]
    assert {one.what: (one.now, one.other) for one in found.changed}["Anna's wounds"] == ("0", "1")
    assert {"normaltown", "multiaction", "player-attack"} <= set(found.rules)


@pytest.mark.rule("journey-cost")
def test_the_cost_of_a_way_is_told() -> None:
    found = of(play(playing(["Stick", "Staff", "Spear"]), "journey 3"))
    assert telling(found, "journeys to Spear").steps == (
        "2 cards between it and the village, 1 crystal each: 2 crystals",
    )
    assert telling(found, "pays 2 crystals").rules[0] == "journey-cost"
    found = of(play(playing(["Stick", "Staff", "Spear"], passed_crystals=2), "journey 3"))
    assert telling(found, "journeys to Spear").steps == (
        "2 cards between it and the village, 2 crystals each: 4 crystals",
    )


@pytest.mark.rule("ogre", "E-q")
def test_double_damage_is_told_as_a_step() -> None:
    cards = {"Ogre": "health 1", "Robe": "item, defence 3"}
    found = of(play(playing(["Ogre", "Stick"], cards=cards, piles={"Anna": ["Robe"]}), "journey 1"))
    assert "double damage: 3 x 2 = 6" in telling(found, "Ogre strikes Anna").steps
    cards["Robe"] = "item, defence 8, attack 1"
    found = of(play(playing(["Ogre", "Stick"], cards=cards, piles={"Anna": ["Robe"]}), "journey 1"))
    assert "double damage: 0 x 2 = 0" in telling(found, "Ogre strikes Anna").steps


@pytest.mark.rule("below-zero", "E-p")
def test_a_sum_below_zero_counts_as_none() -> None:
    cards = {"Rat": "monster, strength 2, health 0", "Rags": "item, defence -3"}
    found = of(play(playing(["Rat", "Stick"], cards=cards, piles={"Anna": ["Rags"]}), "journey 1"))
    assert telling(found, "Rat strikes").steps[:3] == (
        "defence: -3 Rags",
        "defence in all: -3 and so 0",
        "strength 2 - defence 0 = 2",
    )


@pytest.mark.rule("axe", "of-fire", "E-o")
def test_what_was_counted_is_told() -> None:
    """The axe counts the attack without itself; of Fire the defence."""
    game = playing(["Axe"], cards={"Axe": "", "Sword": "item, attack 4"}, piles={"Anna": ["Sword"]})
    found = of(play(game, "journey 1"))
    wounds = telling(found, "Bo takes 2 wounds")
    assert wounds.steps == ("1 for every 2 attack, of 5 (Sword 4; covered Fist 1): +2", "0 + 2 = 2 wounds")
    assert "axe" in wounds.rules
    cards = {"of Fire": "enchantment; minor: attack 1 per 1 defence", "Robe": "item, defence 3"}
    game = playing(["Stick"], cards=cards, piles={"Anna": ["of Fire", "Robe"]})
    assert telling(of(play(game, "use of Fire")), "+3 attack").steps == ("1 for every defence, of 3 (Robe 3): +3",)


# --- switches -----------------------------------------------------------------------------------------


@pytest.mark.rule("E-ab")
@pytest.mark.parametrize("tie", ["shared", "fewest wounds"])
def test_how_a_tie_is_broken_decides_the_last_entry(tie: Any) -> None:
    cards = {"Cap": "item, glory 2", "Wand": "item, glory 1"}
    game = playing(["Stick"], cards=cards, piles={"Anna": ["Cap"], "Bo": ["Wand"]}, wounds={"Anna": 1}, tie=tie)
    found = of(play(game, "journey 1", "end turn"))
    one = decided(found, "tie")
    assert one is not None
    now, other = ("Anna, Bo", "Bo") if tie == "shared" else ("Bo", "Anna, Bo")
    assert [(d.what, d.now, d.other) for d in one.differences] == [("winners", now, other)]
    assert one.rules == ("E-ab",)
    assert decided(of(game, 1), "tie") is None, "it decides nothing before"


@pytest.mark.rule("fast-invasion", "E-e")
def test_a_fast_invasion_decides_that_no_card_comes() -> None:
    game = playing(["Stick", "Staff"], invasion="fast", removed=10)
    one = decided(of(play(game, "journey 1")), "invasion")
    assert one is not None
    assert one.asks == "Card 2 of the track comes from the adventure deck (10 left)"
    with_cards = playing(["Stick"], cards={"Twig": "item"}, invasion="fast", removed=10, left=30)
    of_it = of(play(with_cards, "journey 1", *["Twig"] * 6))
    assert decided(of_it, "invasion") is None


# --- whole games --------------------------------------------------------------------------------------


def test_every_event_of_a_game_is_told_and_reckoned() -> None:
    """Steps end where the event says, and every rule that is named is in the book."""
    import random

    start = make_start(3, seed=11)
    known = rulebook("enchanters").entries
    before = None
    for played in play_all(Table(start, random.Random(5))):
        if not played.draft:
            happened = played.take_events()
            if before is not None and happened:
                for one in arithmetic_of(start.setup, before, happened):
                    assert one.text
                    assert set(one.rules) <= set(known)
            before = played.state.copy()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("why") / "quest.toml"
    run("do", path, "--from", SCRIPT, "--brief")
    return path


def test_why_on_the_command_line(whole: Path) -> None:
    numbers = range(1, len(as_json("log", whole)) + 1)
    fight = next(n for n in numbers if any("strikes" in e["text"] for e in as_json("why", whole, n)["happened"]))
    found = as_json("why", whole, fight)
    assert found["rules"][0] == {
        "id": "journey",
        "title": "Journey",
        "page": "Major Action: Journey",
        "ruling": False,
        "text": rulebook("enchanters").entries["journey"].text,
    }
    told = run("why", whole, fight).stdout
    assert "By these rules" in told
    assert "(monster-attack, Combat)" in told
    assert "there is no entry 9999" in run("why", whole, 9999, code=2).stderr
