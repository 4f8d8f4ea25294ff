"""The guided evening of Enchanters: real commands, with cards made up for it."""

from __future__ import annotations

from pathlib import Path

from referee.cards.deck_editor import DeckEditor
from referee.cli.demo import _folder, _walk
from referee.games.enchanters.cards.language import CARDS
from tests.children import referee

WALK = _walk("enchanters")


def test_every_step_shows_its_command_and_what_it_answers(tmp_path: Path) -> None:
    """The price of the way, the refusal, double damage, the correction and the score are the real commands'."""
    done = referee("demo", "--game", "enchanters", "--no-wait", "--plain", cwd=tmp_path)
    shown = " ".join(done.stdout.split())
    for step in WALK.step:
        assert f"$ referee {step.run.split()[0]} " in shown
        assert " ".join(step.say.split()[:6]) in shown
    assert "Anna pays 1 crystal (the journey)" in shown
    assert "the major action of this turn is done" in done.stderr
    assert "double damage: 1 x 2 = 2" in shown
    assert "Recorded: adjust Bo crystals 5 because taken twice" in shown
    assert "Anna would win with 4 glory" in shown
    assert "referee new --game enchanters quest.toml" in done.stderr.splitlines()[-1]
    assert list(tmp_path.iterdir()) == []


def test_the_cards_of_the_evening_are_without_fault_and_invented() -> None:
    deck = DeckEditor(CARDS, _folder("enchanters") / "cards.toml")
    found = deck.findings().data()
    assert (found["faults"], found["doubts"]) == ([], [])
    assert "INVENTED" in deck.text
