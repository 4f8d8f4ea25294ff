"""What a set-up and a state that were read can be; each check yields what can't, in the table's words."""

from __future__ import annotations

from referee.cards.known import find_card
from referee.declaration.checks import Findings, twice
from referee.declaration.rules import Checks
from referee.errors import Unreadable
from referee.games.mythic.rules.context import token_kinds
from referee.games.mythic.rules.state import GameState, Setup
from referee.games.mythic.units.powers import read_token


def _players(setup: Setup) -> Findings:
    if setup.teams and len(setup.players) != 4:
        yield f"teams are for four players; there are {len(setup.players)}"


def _tokens(setup: Setup) -> Findings:
    for area, text in setup.tokens:
        if area not in setup.board:
            yield f"a token lies in {area}, which the map hasn't"
        try:
            read_token(text)
        except Unreadable as error:
            yield str(error)


def _lying(setup: Setup, game: GameState) -> Findings:
    for area, spot in game.spots.items():
        for token in spot.tokens:
            if not any(kind.name == token.name for kind in token_kinds(setup, game, token)):
                yield f"{token.name} in {area} is no token of {token.unit or 'the scenario'}"


def _pieces(setup: Setup, game: GameState) -> Findings:
    if name := twice(piece.name for piece in game.pieces):
        yield f"{name} stands there twice"
    for piece in game.pieces:
        if find_card(setup, game, piece.name) is None:
            yield f"what is printed on {piece.name} isn't known"
        if piece.there and piece.area not in game.board and not (game.light and not piece.area):
            yield f"{piece.name} stands in {piece.area or 'no area'}, which the map hasn't"
        if piece.owner >= len(game.players) or piece.seat >= len(game.players):
            yield f"{piece.name} is nobody's"
    names = {piece.name for piece in game.pieces}
    yield from (f"{name} isn't in the game" for name in (game.acting.unit, game.led) if name and name not in names)


CHECKS: Checks[Setup, GameState] = Checks((_players, _tokens), (_pieces, _lying))
