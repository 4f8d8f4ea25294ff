"""Worked examples of rules: everything that computes has one, and its numbers are those of the rulebook."""

from __future__ import annotations

import pytest

from referee.games.enchanters.examples import example
from referee.rulebook.rules import rulebook

BOOK = rulebook("enchanters")
EXAMPLES = example.entries


HEADINGS = {
    "Game overview",
    "Game setup",
    "Your magical artifact",
    "Flow of the game",
    "Actions in general",
    "Major Action: Rest",
    "Major Action: Journey",
    "Immediate Effect",
    "Combat",
    "End of the game",
    "Variant: Fast invasion",
    "Variant: Super-Fast invasion",
    "Variant: Dragons in the depths",
    "Frequently Asked Questions",
    "Icon rundown",
}
"""The rulebook's headings under which it tells rules."""


def test_every_entry_stands_under_a_heading_and_every_heading_has_entries() -> None:
    assert {entry.page for entry in BOOK.entries.values()} == HEADINGS


def test_every_entry_that_computes_has_an_example() -> None:
    assert {entry.id for entry in BOOK.entries.values() if entry.status == "computed"} - set(EXAMPLES) == set()
    assert set(EXAMPLES) - set(BOOK.entries) == set()


@pytest.mark.parametrize(
    ("entry_id", "says"),
    [
        ("monster-attack", "strength 4 less defence 1 (Robe 1) = 3; Anna takes 3 wounds"),
        ("player-attack", "attack 2 (Robe 2) against health 2; beaten"),
        ("ogre", "strength 6 less defence 3 (Robe 3) = 3, doubled 6"),
        ("pink-dragon", "Then she has 10."),
        ("axe", "Bo takes 2 wounds"),
        ("of-fire", "Anna's attack: 0, after using of Fire 4."),
        ("of-fire", "Anna's defence: 4, after using of Fire 4."),
        ("of-rage", "Anna's attack: 0, after using of Rage 1."),
        ("below-zero", "Sword 3, Slime -4: attack 0"),
        ("glory", "Anna's total is 13, Bo's 0. Anna wins with 13 glory."),
        ("E-aq", "items: Crown: 3 defence, 2 for every defence = 6\nAnna's total is 7, Bo's 0."),
        ("E-ab", "Anna and Bo share the win, level at 0 glory (E-ab)."),
    ],
)
def test_an_example_reckons_right(entry_id: str, says: str) -> None:
    """13 glory: 3 of items, 4 and 9 of trophies, 2 for defence in sight, less 5 wounds."""
    assert says in "\n".join(example(entry_id))


def test_what_computes_nothing_has_none() -> None:
    assert example("box") == []
