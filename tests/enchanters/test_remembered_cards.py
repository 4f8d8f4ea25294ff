"""Cards learnt at the table are remembered in the group's own deck, once, and never over what it says."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from referee.preferences import VARIABLE
from tests.enchanters.test_commands import as_json, run

SEATS = ("--game", "enchanters", "--player", "Anna", "--player", "Bo", "--cards", 20)
TRACK = ("--track", "Cap, Robe, Boots, Belt, Ring, Cloak")
HUT = "Hut: rest: gain 2 crystals"
OURS = """\
# Our cards.
game = "enchanters"
kind = "deck"

[[card]]
name = "Cap" # the red one
type = "item"
kingdom = "Moor"
defence = 2
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the deck of the preferences is; nothing is there yet."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home" / "config.toml"))
    monkeypatch.setenv("COLUMNS", "300")  # paths stay on one line
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home" / "enchanters-cards.toml"


def begin(save: str = "quest.toml", deck: str = "none", village: str = HUT) -> Path:
    run("new", save, *SEATS, *TRACK, "--deck", deck, "--village", village, "--yes")
    return Path(save)


def cards(deck: Path) -> dict[str, Any]:
    data = tomllib.loads(deck.read_text(encoding="utf-8"))
    return {card["name"]: card for card in [*data.get("card", ()), *data.get("village", ())]}


def test_a_card_is_asked_for_once_in_all_games(place: Path) -> None:
    told = run("do", begin(), "journey 1 [item, attack 1 / Sock]").stdout
    assert "Cap is remembered for later games" in told
    assert cards(place)["Cap"] == {"name": "Cap", "type": "item", "attack": 1}
    run("new", "next.toml", *SEATS, *TRACK, "--village", "Hut", "--yes")  # its deck and its village are known now
    run("do", "next.toml", "journey Cap [Sock]")
    assert as_json("status", "next.toml")["players"][0]["items"] == ["Fist", "Cap"]
    assert as_json("verify", "next.toml")["agrees"]


def test_that_cards_are_remembered_is_said_once(place: Path) -> None:
    told = run("do", begin(), "journey 1 [item, attack 1 / Sock]", "end turn", "journey 1 [item / Mitten]").stdout
    assert told.count("remembered for later games") == 1
    assert len(cards(place)) > 2


def test_a_village_and_starting_cards_typed_at_the_set_up_are_remembered(place: Path) -> None:
    told = run(
        "new", "quest.toml", *SEATS, *TRACK, "--deck", "none", "--village", HUT, "--fist", "item, attack 1", "--yes"
    ).stdout
    assert "Fist and Hut are remembered for later games" in told
    assert cards(place) == {
        "Fist": {"name": "Fist", "type": "item", "attack": 1},
        "Hut": {"name": "Hut", "rules": ["rest: gain 2 crystals"]},
    }


def test_what_the_deck_says_stays(place: Path, tmp_path: Path) -> None:
    deck = tmp_path / "ours.toml"
    deck.write_text(OURS, encoding="utf-8")
    save = begin(deck=str(deck))
    run("do", save, "journey 2 [monster, strength 1, health 0, glory 1 / Sock]")
    assert cards(deck)["Robe"]["strength"] == 1
    told = run("adjust", save, "card Cap: item, defence 5").stdout
    assert f"{deck.name} has another card Cap: item, defence 2, kingdom Moor; it stays" in told
    assert cards(deck)["Cap"] == {"name": "Cap", "type": "item", "kingdom": "Moor", "defence": 2}
    assert deck.read_text(encoding="utf-8").startswith(OURS.rstrip())
    assert not place.exists()


def test_a_card_that_was_mistyped_is_put_right_in_the_deck_too(place: Path) -> None:
    save = begin()
    run("do", save, "journey 1 [item, attack 1 / Sock]")
    told = run("undo", save).stdout
    assert "Cap" in cards(place), "a later command can't tell who wrote it"
    assert "note: Cap stays among your cards" in told
    run("do", save, "journey 1 [item, attack 2 / Sock]")
    assert cards(place)["Cap"]["attack"] == 1


def test_what_is_unusual_is_said_at_the_table(place: Path) -> None:
    told = run("do", begin(), "journey 2 [monster, strength 30, health 0 / Sock]").stdout
    assert "note: Robe: strength 30? Usual is up to 20" in told


def test_a_deck_of_another_game_is_left_alone(place: Path, tmp_path: Path) -> None:
    other = tmp_path / "conjurers.toml"
    other.write_text('game = "conjurers"\nkind = "deck"\n', encoding="utf-8")
    run("config", "deck", other)
    told = run("do", begin(), "journey 1 [item, attack 1 / Sock]").stdout
    assert "Cap is remembered for later games" in told
    assert other.read_text(encoding="utf-8") == 'game = "conjurers"\nkind = "deck"\n'
    run("new", "next.toml", *SEATS, *TRACK, "--village", "Hut", "--yes")


def test_a_group_may_want_no_deck(place: Path) -> None:
    run("config", "deck", "none")
    run("do", begin(), "journey 1 [item, attack 1 / Sock]")
    assert not place.exists()
