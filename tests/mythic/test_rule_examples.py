"""Worked examples of rules: everything that computes has one, and its numbers are those of the summary."""

from __future__ import annotations

import pytest

from referee.games.mythic import GAME
from referee.games.mythic.examples import example
from referee.rulebook.rules import rulebook

BOOK = rulebook("mythic")
EXAMPLES = example.entries
OF_WHOLE_GAMES = {"deck-built", "first-hand", "power-x"}
"""What computes within a game: its own screens show the sum."""


def test_every_entry_that_computes_has_an_example() -> None:
    computing = {entry.id for entry in BOOK.entries.values() if entry.status == "computed"}
    assert computing - set(EXAMPLES) == OF_WHOLE_GAMES
    assert set(EXAMPLES) - set(BOOK.entries) == set()


@pytest.mark.rule(
    "close-protection",
    "sneak-attack",
    "talents-add-up",
    "last-miniature",
    "so-many-dice",
    "at-once",
    "blanks",
    "power-shows",
    "wounds",
    "M3",
)
@pytest.mark.parametrize(
    ("entry_id", "says"),
    [
        ("close-protection", "with an ally there: 5 (defence) + 1 (close protection) = 6"),
        ("sneak-attack", "with an allied hero there: 4 (offence) + 1 (sneak attack) = 5"),
        ("values", "9 (offence) + 1 (close combat) + 1 (sneak attack) - 1 (never raised above 10) = 10"),
        ("M20", "1 (offence) - 2 (Dread) + 1 (never below 0) = 0"),
        ("M21", "12 (offence) - 1 (Dread) = 11"),
        ("so-many-dice", "7 (Bolt, with 7 dice)"),
        ("M24", "4 (offence) + 1 (close combat) = 5; 5 (defence) + 1 (ruins) = 6"),
        ("M80", "5 (defence) + 1 (ruins) = 6"),
        (
            "M86",
            "the answer: 5 (defence) + 1 (close protection) = 6\nit struck from water into full open ground: 5 (",
        ),
        ("M87", "3 (range) + 1 (stairs) = 4"),
        ("close-combat", "Ash Runner from the next area: 4 (offence)\n"),
        ("archer", "Ash Runner from the next area: 4 (offence) + 1 (archer) = 5"),
        ("phalanx", "attacked beside an allied troop: 4 (defence) + 1 (phalanx) = 5"),
        ("bolster", "Reed Archers attack: 3 (offence) + 1 (bolster) = 4\nAsh Runner, a hero, attacks: 4 (offence)\n"),
        ("last-miniature", "1 of 3 left: 3 (offence)\n"),
        ("heights", "1 (range) + 1 (stairs) + 1 (heights) = 3; 4 (offence) + 1 (stairs) + 1 (heights) = 6"),
        ("aerial-attack", "1 (range) + 1 (heights) + 1 (aerial attack) = 3; 4 (offence) + 1 (heights) = 5"),
        ("forest", "capacity 3: 2, capacity 4: 2"),
        ("swamp", "attacked from the next area: 5 (defence) - 1 (swamp) = 4"),
        ("range", "From A to D: 2 areas. From A to E, over the wall: 1."),
        ("visible", "A to C (the line meets B): hidden by B: forest"),
        ("visible", "a unit of any side in B: A to C (the line meets B): hidden by B: a unit stands there"),
        ("visible", "A to E (the line meets A-E): hidden by A-E: wall"),
        ("visible", "D to A (the line meets B): visible over all that, from stairs"),
        ("first-assault", "5 4 4 2 1 0 against defence 4: 3 placed, in hand 2 1. Best: 3 wounds"),
        ("first-assault", "3 3 3 against defence 5: 0 placed, in hand 3 3 3. Best: give 3 and 3 to a 3: 1 wound"),
        ("lifts", "in hand 5 5 5 1. Best: give 1 and 5 to the 5s: 2 wounds for sure"),
        ("second-assault", "thrown 4 3: 1 placed, in hand 8 3 2. Best: give 2 to an 8: 2 wounds"),
        ("second-assault", "thrown 0 2: 0 placed, in hand 7. Best: 0 wounds"),
        ("M8", "against defence 5 a five wounds already"),
        ("M9", "defence 7: 0 placed, in hand 5 1 1 1. Best: give 1 and 1 to a 5: 1 wound for sure"),
        ("M9", "five: 5 1 1 1 against defence 7: 0 placed, in hand 5 1 1 1. Best: 0 wounds without another throw"),
        ("M11", "thrown 0 3: 1 placed, in hand 5 1. Best: give 1 to a 5: 2 wounds"),
        ("blanks", "3 0 0 against defence 0: 1 placed, in hand none. Best: 1 wound"),
        ("monster-slayer", "both blanks thrown again, 4 2: 0 placed, in hand 5 4 3 2"),
        ("M42", "struck in its area: 2 wounds, 1 left: it may answer, with a card of its own"),
        ("M42", "struck in its area: 3 wounds, 0 left: no, Marsh Serpent is destroyed"),
        ("M42", "struck from the next area: 1 wound, 2 left: no, only an attack at range 0 is answered"),
        ("retaliation", "struck as if there: 1 wound, 2 left: it may answer"),
        ("mighty-throw", "2 blanks throw a troop, hero, monster and god; a titan needs 3"),
        ("M3", "1 die against defence 4 wounds with 33.3%"),
        ("M13", "defence 7, at least so many wounds: 1: 98%, 2: 63%, 3: 18%; average dice give 2 wounds"),
        ("M13", "2: 49%, 3: 10%; average dice give 1 wound"),
        ("M15", "best: 2 wounds 100%, kill 0%, 2.00 on average\nsecond 5 5: 1 wound 100%, kill 69%, 2.67 on average"),
        ("M16", "9 average dice, blanks needed 2: no throw\n10 average dice, blanks needed 2: a throw"),
        ("wounds", "At 5 vitality: offence 6, defence 7; lit: power a. After 3 wounds, at 2: offence 5, defence 7;"),
    ],
)
def test_an_example_reckons_right(entry_id: str, says: str) -> None:
    assert says in "\n".join(example(entry_id))


def test_the_game_shows_its_examples_and_what_computes_nothing_has_none() -> None:
    assert GAME.example("phalanx") == example("phalanx") != []
    assert GAME.example("recall") == []
