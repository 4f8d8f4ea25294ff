"""Worked examples of rules: everything that computes has one, and its numbers are those of the summary."""

from __future__ import annotations

import pytest

from referee.games.mythic.examples import EXAMPLES, example
from referee.rulebook.rules import rulebook

BOOK = rulebook("mythic")
OF_WHOLE_GAMES = {"deck-built", "first-hand", "power-x"}
"""What computes within a game: its own screens show the sum."""
OF_ODDS = {"M3", "M13", "M15", "M16"}


def test_every_entry_that_computes_has_an_example() -> None:
    computing = {entry.id for entry in BOOK.entries.values() if entry.status == "computed"}
    assert computing - set(EXAMPLES) == OF_WHOLE_GAMES | OF_ODDS
    assert set(EXAMPLES) - set(BOOK.entries) == set()


@pytest.mark.rule(
    "close-protection", "sneak-attack", "talents-add-up", "last-miniature", "so-many-dice", "at-once", "blanks",
    "power-shows", "wounds",
)  # fmt: skip
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
        ("first-assault", "5 4 4 2 1 - against defence 4: 3 placed, in hand 2 1; the most: 3 wounds"),
        ("first-assault", "3 3 3 against defence 5: 0 placed, in hand 3 3 3; the most: 1 wound (lift 3 by 3 3)"),
        ("lifts", "in hand 5 5 5 1; the most: 2 wounds"),
        ("second-assault", "thrown 4 3: 1 placed, in hand 8 3 2; the most: 2 wounds (lift 8 by 2)"),
        ("second-assault", "thrown - 2: 0 placed, in hand 7; the most: 0 wounds"),
        ("M8", "against defence 5 a five wounds already"),
        ("M9", "ceiling = five: 5 1 1 1 against defence 7: 0 placed, in hand 5 1 1 1; the most: 0 wounds"),
        ("M11", "thrown - 3: 1 placed, in hand 5 1; the most: 2 wounds (lift 5 by 1)"),
        ("blanks", "3 - - against defence 0: 1 placed, in hand none; the most: 1 wound"),
        ("monster-slayer", "both blanks thrown again, 4 2: 0 placed, in hand 5 4 3 2"),
        ("mighty-throw", "2 blanks throw a troop, hero, monster and god; a titan needs 3"),
        ("wounds", "At 5 vitality: offence 6, defence 7; lit: power a. After 3 wounds, at 2: offence 5, defence 7;"),
    ],
)
def test_an_example_reckons_right(entry_id: str, says: str) -> None:
    assert says in "\n".join(example(entry_id))


def test_what_computes_nothing_has_none() -> None:
    assert example("recall") == []
