"""Sentences about one thing or several: by the number before it, and by how a name ends."""

from __future__ import annotations

import pytest

from referee.text.grammar import agreeing, does, is_many, so_many, whose


@pytest.mark.parametrize(
    "name",
    [
        "Reed Archers",
        "Sling Boys",
        "River Pikes",
        "Hoplites",
        "Harpies",
        "Wolves",
        "Thieves",
        "Spartans",
        "Steppe Raiders",
        "Shapeless Things",
        "Amazons of Lemnos",
        "Iron Gauntlets",
        "Jonas's Hoplites",
    ],
)
def test_names_of_several(name: str) -> None:
    assert is_many(name)


@pytest.mark.parametrize(
    "name",
    [
        "Ash Runner",
        "Wall Guard",
        "Ares",
        "Jonas's Ares",
        "Hercules",
        "Zeus",
        "Anubis",
        "Cerberus",
        "Minos",
        "Helios",
        "Atlas",
        "Dark Moss",
        "Horde of Bats",
        "Flock of Harpies",
        "Storm Atlas",
        "Master Dionysus",
        "Siren's",
        "Black Pegasus",
        "",
    ],
)
def test_names_of_one(name: str) -> None:
    assert not is_many(name)


@pytest.mark.parametrize(
    ("verb", "said"),
    [
        ("walks", "walk"),
        ("carries", "carry"),
        ("flies to C", "fly to C"),
        ("goes", "go"),
        ("passes", "pass"),
        ("is destroyed", "are destroyed"),
        ("hasn't", "haven't"),
        ("doesn't fly", "don't fly"),
        ("can't", "can't"),
        ("loses", "lose"),
        ("rises", "rise"),
        ("stands", "stand"),
        ("its", "their"),
    ],
)
def test_a_verb_goes_with_its_name(verb: str, said: str) -> None:
    assert does("Wolf", verb) == f"Wolf {verb}"
    assert does("Reed Archers", verb) == f"Reed Archers {said}"
    assert agreeing(verb, "Hercules") == verb


def test_whose_something_is() -> None:
    assert [whose(name) for name in ("Wolf", "Zeus", "Reed Archers")] == ["Wolf's", "Zeus's", "Reed Archers'"]


def test_so_many_of_something() -> None:
    assert [so_many(number, "card") for number in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
