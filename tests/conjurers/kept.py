"""The whole game of Conjurers as a keeper keeps it, with the sample deck."""

from __future__ import annotations

from pathlib import Path

from referee.files.files import convert, read_toml
from referee.games.conjurers import GAME as CONJURERS
from referee.games.conjurers.cards.cards import DeckFile
from referee.games.conjurers.rules.state import GameState, Seat, Setup
from referee.saves.save import OpenSave
from tests.steps import begin_save

DEALT = (("Wolf", "Imp", "Viper"), ("Raven", "Bear", "Boar"))


def sample_deck() -> DeckFile:
    """The sample deck."""
    path = Path(__file__).parents[2] / "examples" / "sample-deck.toml"
    return convert(read_toml(path), DeckFile, str(path))


def kept_setup() -> Setup:
    """Anna and Bo, each with three creatures; no switch is on."""
    deck = sample_deck()
    return Setup(
        players=(Seat("Anna", "red", "worker"), Seat("Bo", "blue", "merchant")),
        seed=7,
        dice="rolled",
        draws="program",
        locked=("norse", "greek"),
        creatures=deck.creature,
        items=deck.item,
        dealt=DEALT,
    )


def new_game(folder: Path, setup: Setup | None = None) -> OpenSave[GameState]:
    """A game that was just begun, in a file of a folder."""
    return begin_save(CONJURERS, folder / "evening.toml", setup or kept_setup())


def reopened(open_save: OpenSave[GameState]) -> OpenSave[GameState]:
    """The save as another program opens it."""
    return OpenSave(CONJURERS, open_save.path)


PLACED = (
    "place conjurer marketplace",
    "place merchant wood storage",
    "place worker stone mine",
    "place conjurer tavern",
)
"""The first turn's placing: Anna, Bo, Anna, Bo."""

TURN = (*PLACED, "resolve worker", "resolve conjurer [done]", "resolve merchant", "resolve conjurer", "end turn")
"""The first turn: stone for Anna, wood and the button for Bo."""
