"""Cards, names and reasons of Conjurers that look like what the notation uses itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.odd_texts import check_kept, run, state

BEGUN = (
    "--player",
    "Anna:worker",
    "--player",
    "Bo:merchant",
    "--deck",
    "none",
    "--draws",
    "table",
    "--dice",
    "entered",
    "--locked",
    "norse, greek",
    "--dealt",
    "Anna: Wolf, Imp, Viper",
    "--dealt",
    "Bo: Raven, Bear, Boar",
    "--yes",
)
PLACED = (
    "place conjurer blacksmith",
    "place conjurer tavern",
    "place worker stone mine",
    "place merchant wood storage",
)
GOODS = ("Anna wood 9", "Bo wood 9")


@pytest.fixture
def save(tmp_path: Path) -> Path:
    path = tmp_path / "evening.toml"
    run("new", path, *BEGUN)
    for words in GOODS:
        run("adjust", path, *words.split())
    run("do", path, *PLACED)
    return path


@pytest.mark.parametrize(
    "name", ["Mend Armour", "Just because of it", "St. George Lance", 'The "Big" One', "mend x = 1", "Axe #two"]
)
def test_a_card_may_be_called_what_looks_like_something_else(save: Path, name: str) -> None:
    quoted = name.replace('"', '""')
    run("do", save, "resolve worker", f'resolve conjurer [nobody / "buy {quoted}" / 2 wood / done]')
    assert state(save)["players"][0]["items"] == [name]
    check_kept(save)


@pytest.mark.parametrize(
    "why", ["a\nuse of Enchanting", "because because", "[", '"', "a / b", "# none", "mend players.0.food = 1"]
)
def test_a_reason_may_be_anything(save: Path, why: str) -> None:
    run("adjust", save, "Anna", "food", 8, "--because", why)
    run("adjust", save, "Anna", "gains", "item", "New Thing", "--because", why)
    assert state(save)["players"][0]["items"] == ["New Thing"]
    check_kept(save)


def test_a_name_with_a_full_stop_is_edited_by_hand(save: Path) -> None:
    run("do", save, "resolve worker", "resolve conjurer [nobody / buy St. George Lance / 2 wood / done]")
    text = save.read_text(encoding="utf-8")
    assert text.count('"St. George Lance"]\nwood = 2') == 1
    save.write_text(text.replace('"St. George Lance"]\nwood = 2', '"St. George Lance"]\nwood = 3'), encoding="utf-8")
    assert "prices St. George Lance wood is 3" in run("verify", save, code=1)
    run("verify", save, "--accept")
    assert state(save)["prices"] == {"St. George Lance": {"wood": 3}}
    assert 'mend prices."St. George Lance".wood = 3' in run("log", save, "--moves")
    check_kept(save)
