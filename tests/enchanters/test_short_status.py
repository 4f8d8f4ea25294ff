"""What is seen at the table: options that tell what a card does, the short status, what a deck lacks."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.cards.deck_editor import DeckEditor
from referee.games.enchanters.cards.language import CARDS
from referee.games.enchanters.screens.board import show_status, show_whole_board
from referee.text.screen import Screen
from tests.enchanters.quests import Play, playing, question, setup_of

SNARE = "item, attack -1, lower attack 1, glory 2; immediate: take 1 wound; lower minor: attack 1"


def trapped() -> Play:
    """A trap and a monster lie on the track."""
    cards = {"Mud Snare": SNARE, "Gnoll": "monster, strength 2, health 9, defence 1, glory 3; fight: strike everyone"}
    return playing(["Mud Snare", "Gnoll"], cards=cards, piles={"Anna": ["Mud Snare #2"]})


def test_a_journey_tells_what_the_card_does() -> None:
    told = {
        option.text: option.detail for option in question(trapped()).options() if option.text.startswith("journey")
    }
    assert told == {
        "journey 1 Mud Snare": "free, item, attack -1, lower attack 1, glory 2; immediate: take 1 wound; "
        "lower minor: attack 1",
        "journey 2 Gnoll": "costs 1 crystal, can't be won, monster, strength 2, health 9, defence 1, glory 3; "
        "fight: strike everyone",
    }


def test_the_board_tells_what_the_cards_of_the_track_do(capsys: pytest.CaptureFixture[str]) -> None:
    game = trapped()
    screen = Screen(plain=True, width=300)
    show_whole_board(setup_of(game), game.present, screen)
    told = " ".join(capsys.readouterr().out.split())
    assert "1 Mud Snare, item, 2 glory, attack -1; lower attack 1; lower minor: attack 1; immediate: take 1" in told


def test_the_short_status_is_read_aloud_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    game = trapped()
    screen = Screen(plain=True, width=300)
    show_status(setup_of(game), game.present, screen)
    lines = capsys.readouterr().out.splitlines()
    assert "Anna: crystals 5, wounds 0, attack 1, defence 0, glory 2, Mud Snare of Enchanting" in lines
    assert "track: 1 Mud Snare, 2 Gnoll 2/9" in lines
    assert not any("'s attack:" in line for line in lines)


@pytest.mark.parametrize("width", range(20, 60, 3))
@pytest.mark.parametrize("plain", [False, True])
def test_a_card_of_the_track_stays_on_one_line(width: int, plain: bool, capsys: pytest.CaptureFixture[str]) -> None:
    game = trapped()
    show_status(setup_of(game), game.present, Screen(plain=plain, width=width))
    told = capsys.readouterr().out
    assert "1 Mud Snare" in told
    assert "2 Gnoll 2/9" in told


def test_cards_of_no_noted_kingdom_count(tmp_path: Path) -> None:
    deck = tmp_path / "box.toml"
    deck.write_text('game = "enchanters"\nkind = "deck"\n', encoding="utf-8")
    bench = DeckEditor(CARDS, deck)
    gnoll = "Gnoll: monster, strength 2, health 1, glory 1, 3 copies"
    bench.add([gnoll, "Hat: item, defence 1, kingdom Moor, 2 copies", "Fist: item"])
    parts = {part.name: (part.have, part.box) for part in CARDS.groups(bench.cards)}
    assert parts["cards without a kingdom"] == (3, 3)
    assert parts["other kingdoms"] == (0, 122)
    assert sum(box for _, box in parts.values()) == 2 + 150 + 21
