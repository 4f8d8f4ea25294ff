"""Enchanters as a game that is kept in saves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from referee.ask import Procedure
from referee.errors import BadInput
from referee.games.enchanters import tables
from referee.games.enchanters.state import Game, Player, Setup, find_card
from referee.games.enchanters.turns import Enchanting, start_game
from referee.games.enchanters.vocabulary import GAME, PILES, Pile, pile_for
from referee.notation import written
from referee.session import Playable
from referee.step import Step

RULES_CHANGED: Mapping[int, Sequence[str]] = {
    2: ("E-at", "E-au", "E-av", "of-fire", "of-rage", "chapel-of-soulfire"),
}
"""The rules and rulings that were mended with each version: a log of an older one may lead elsewhere by them."""


class KeptEnchanters:
    """What `keeping.Keeper` needs of Enchanters."""

    name = GAME
    rules_version = max(RULES_CHANGED)
    rules_changed = RULES_CHANGED
    setup_type = Setup
    state_type = Game

    def playable(self, setup: Setup) -> Playable[Game]:
        """The game with this set-up."""
        return Enchanting(setup)

    def start(self, setup: Setup) -> Game:
        """The state before the first turn."""
        return start_game(setup)

    def corrects(self, state: Game, text: str) -> bool:
        """Whether a text is a correction: nobody leaves this game, but a card may be called "Leave Taking"."""
        return text.lower().startswith("adjust ")

    def correct(self, setup: Setup, state: Game, text: str, events: list[Any]) -> Game:
        """Carry out a correction. Raises Unreadable or Illegal."""
        from referee.games.enchanters.corrections import correct

        return correct(setup, state, text, events)

    def ask_correction(self, setup: Setup, state: Game) -> Procedure[Step]:
        """Ask for a correction step by step."""
        from referee.games.enchanters.corrections import ask_correction

        return (yield from ask_correction(state))

    def check(self, setup: Setup, state: Game) -> None:
        """Look whether every player and card that a state names is there once. Raises BadInput."""
        if [player.name for player in state.players] != list(setup.players):
            raise BadInput("its players are not those of the set-up")
        if not 0 <= state.active < len(state.players):
            raise BadInput(f"players are numbers from 0 to {len(state.players) - 1}")
        if state.deck < 0 or state.turn < 1 or len(state.track) > tables.box().track:
            raise BadInput(
                f"the deck has 0 cards or more, turns count from 1, the track has {tables.box().track} cards"
            )
        if state.over and (state.deck or state.track):
            raise BadInput("the game isn't over while cards are left in the deck or on the track")
        cards = list(state.in_play())
        if twice := next((name for name in cards if cards.count(name) > 1), None):
            raise BadInput(f"{twice} lies in two places")
        for player in state.players:
            if min(player.crystals, player.wounds) < 0:
                raise BadInput(f"{player.name}'s crystals and wounds are 0 or more")
            for pile in PILES:
                _check_pile(setup, state, player, pile)

    def begin_line(self, setup: Setup) -> str:
        """The line of a script that begins a game with this set-up."""
        from referee.games.enchanters.options import begin_line

        return begin_line(setup)

    def heard(self, step: Step) -> str:
        """A step as everybody may hear it: nothing is secret."""
        return written(step)

    def at(self, state: Game) -> str:
        """The turn."""
        return "the end" if state.over else f"turn {state.turn}"


def _check_pile(setup: Setup, state: Game, player: Player, pile: Pile) -> None:
    """Look whether each card of a pile is known and belongs there. Raises BadInput."""
    for name in player.pile(pile):
        card = find_card(setup, state, name)
        if card is None:
            raise BadInput(f"{player.name}'s {name} is no card that is known")
        if pile_for(card.type) != pile:
            raise BadInput(f"{player.name}'s {name} is of type {card.type}: it doesn't lie among the {pile}")
