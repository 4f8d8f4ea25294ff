"""Cards and reasons of Enchanters that look like what the notation uses itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.odd_texts import check_kept, run

BEGUN = (
    "--game",
    "enchanters",
    "--player",
    "Anna",
    "--player",
    "Bo",
    "--deck",
    "none",
    "--village",
    "Inn: rest: gain 2 crystals",
    "--track",
    "Cap, Glove, Bone, Drum, Ember, Fig",
    "--cards",
    40,
    "--seed",
    5,
    "--yes",
)


@pytest.fixture
def save(tmp_path: Path) -> Path:
    path = tmp_path / "quest.toml"
    run("new", path, *BEGUN)
    return path


@pytest.mark.parametrize("name", ["Leave Taking", "Mend Armour", "St. George", "Just because of it", "mend x = 1"])
def test_a_card_may_be_called_what_looks_like_something_else(save: Path, name: str) -> None:
    run("do", save, f'journey 1 Cap [item / "{name}"]', "end turn")
    assert name in run("log", save, "--moves")
    check_kept(save)


@pytest.mark.parametrize(
    "rule",
    [
        "pay 1 / 2 crystals",
        "flip it because the ape screams",
        "take [1] or [2]",
        "say #so",
        'shout "so" twice',
        "do A [B / C]",
    ],
)
def test_what_a_card_says_may_look_like_anything(save: Path, rule: str) -> None:
    run(
        "do",
        save,
        f'"journey 1 Cap" ["item; minor: manual {rule.replace(chr(34), chr(34) * 2)}" / Mend Armour]',
        "end turn",
    )
    run("adjust", save, "card", f"Odd Bird: item; minor: manual {rule}")
    run("adjust", save, "Anna", "crystals", 7, "--because", "it is so because / of [it]")
    assert rule in run("log", save, "--moves").replace('""', '"')
    check_kept(save)
