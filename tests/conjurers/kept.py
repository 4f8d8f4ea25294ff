"""The whole game of Conjurers as a keeper keeps it, with the sample deck."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec import Struct

from referee.files import convert, read_toml
from referee.games.conjurers.cards import DeckFile
from referee.games.conjurers.evening.corrections import correct
from referee.games.conjurers.evening.play import Conjuring, start_game
from referee.games.conjurers.evening.state import Game, Seat, Setup
from referee.keeping import Keeper


class KeptSetup(Struct, frozen=True):
    """A set-up and the creatures that were dealt."""

    setup: Setup
    dealt: list[list[str]]


class Kept:
    """Conjurers, kept."""

    name = "conjurers"
    rules_version = 1
    setup_type = KeptSetup
    state_type = Game

    def playable(self, setup: KeptSetup) -> Conjuring:
        return Conjuring(setup.setup)

    def start(self, setup: KeptSetup) -> Game:
        return start_game(setup.setup, setup.dealt)

    def correct(self, setup: KeptSetup, state: Game, text: str, events: list[Any]) -> Game:
        return correct(setup.setup, state, text, events)

    def at(self, state: Game) -> str:
        return f"turn {state.turn}"


def kept_setup() -> KeptSetup:
    """Anna and Bo, each with three creatures; no switch is on."""
    path = Path(__file__).parents[2] / "examples" / "sample-deck.toml"
    deck = convert(read_toml(path), DeckFile, str(path))
    setup = Setup(
        players=(Seat("Anna", "red", "worker"), Seat("Bo", "blue", "merchant")), seed=7, dice="rolled",
        draws="program", locked=("norse", "greek"), creatures=deck.creature, items=deck.item,
    )  # fmt: skip
    return KeptSetup(setup, [["Wolf", "Imp", "Viper"], ["Raven", "Bear", "Boar"]])


def new_game(folder: Path) -> Keeper[Game]:
    """A game that was just begun, in a file of a folder."""
    return Keeper.create(Kept(), folder / "evening.toml", kept_setup())


PLACED = (
    "place conjurer marketplace", "place merchant wood storage", "place worker stone mine",
    "place conjurer tavern",
)  # fmt: skip
"""The first turn's placing: Anna, Bo, Anna, Bo."""

TURN = (*PLACED, "resolve worker", "resolve conjurer [done]", "resolve merchant", "resolve conjurer", "end turn")
"""The first turn: stone for Anna, wood and the button for Bo."""
