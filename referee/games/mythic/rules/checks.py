"""What a set-up and a state that were read can be; each check yields what can't, in the table's words."""

from __future__ import annotations

from referee.declaration.checks import Findings, twice
from referee.declaration.rules import Checks
from referee.games.mythic.rules.state import GameState, Setup


def _players(setup: Setup) -> Findings:
    if setup.teams and len(setup.players) != 4:
        yield f"teams are for four players; there are {len(setup.players)}"


def _pieces(setup: Setup, game: GameState) -> Findings:
    if name := twice(piece.name for piece in game.pieces):
        yield f"{name} stands there twice"


CHECKS: Checks[Setup, GameState] = Checks((_players,), (_pieces,))
