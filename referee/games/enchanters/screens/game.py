"""A whole game on a terminal: the layout before the first turn, and lessons for newcomers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.declaration.game import Lesson, Screens, part
from referee.declaration.plain import tell
from referee.games.enchanters import tables
from referee.games.enchanters.rules import state
from referee.games.enchanters.rules.context import TurnBegan, TurnEnded
from referee.games.enchanters.rules.state import GameState, Setup
from referee.play.event import Event
from referee.text.names import printed
from referee.text.screen import Screen


def show_start(setup: Setup, screen: Screen) -> None:
    """Show what to put on the table before the first turn (Game setup)."""
    screen.line(f"Set-up: everybody takes {_taken_at_start(setup)}.")
    if setup.kingdoms:
        fast = f" ({setup.invasion})" if setup.invasion != "standard" else ""
        screen.line(f"  Kingdom decks: {', '.join(setup.kingdoms)}{fast}.")
    if setup.draws == "program":
        screen.line(f"  The program draws with the seed {setup.seed}.")
    screen.line()


def _taken_at_start(setup: Setup) -> str:
    box = tables.box()
    return f"{setup.start_crystals} crystals and the cards {box.fist} and {box.enchanting}"


def layout(setup: Setup) -> list[str]:
    """List the steps to lay out the table (Game setup; E-c to E-i)."""
    box, players = tables.box(), len(setup.players)
    decks = state.decks_needed(players, setup.invasion)
    named = f" ({', '.join(setup.kingdoms)})" if setup.kingdoms else ""
    named_village = f" {setup.village.name}" if setup.village.rules else ""
    steps = [
        f"The journey track in the middle; beside its first card the village{named_village}.",
        f"Each player: {_taken_at_start(setup)}, face up.",
        "The other crystals and the wound markers are within reach of everybody.",
        f"{decks} kingdom decks{named}, shuffled together: the adventure deck.",
    ]
    if players == box.players.least or setup.invasion == "super-fast":
        steps.append("Only the cards marked 2 are played; the others go back into the box.")
    if gone := state.cards_removed(players, setup.invasion, setup.fast_removed):
        steps.append(f"{gone} cards of the shuffled deck go back into the box, unseen.")
    if setup.depths:
        steps.append("Dragons in the depths: shuffle all dragons into the lower half of the deck.")
    steps.append(
        f"Lay {setup.track_cards} items and enchantments from the bottom of the deck on the track, the first "
        "next to the village; monsters and dragons among them go back under the deck."
    )
    if setup.track:
        steps.append(f"So the track begins: {', '.join(map(printed, setup.track))}.")
    return [*steps, f"{setup.players[setup.start]} starts."]


def _tell(state: GameState, events: Sequence[Event], screen: Screen, told: Any) -> None:
    """Show events; at a terminal the heading of the board shows whose turn it is."""
    silent = (TurnEnded, TurnBegan) if screen.height is not None and not state.over else ()
    tell(state, [event for event in events if not isinstance(event, silent)], screen, told)


LESSONS: Mapping[str, Lesson] = {
    "move": Lesson(
        "turn",
        lambda setup, game: [
            "journey PLACE: take its card, 1 crystal a card passed; fight a monster",
            "rest CARD: a rest action of the village or of a card in sight",
            "use CARD: a minor action, before or after it; a multiaction: CARD x2",
        ],
    ),
    "reveal": Lesson("refill"),
    "strike": Lesson("monster-attack"),
    "attack": Lesson("player-attack"),
    "turn": Lesson("turn"),
}
"""The lessons for newcomers, by question key."""


SCREENS = Screens(
    status=part("referee.games.enchanters.screens.board:show_status"),
    board=part("referee.games.enchanters.screens.board:show_whole_board"),
    tell=_tell,
    show_start=show_start,
    layout=layout,
    lessons=LESSONS,
    is_first_turn=lambda game: game.turn <= len(game.players),
)
