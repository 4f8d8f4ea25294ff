"""The game before its first round (Game Set Up; Beginning the Game)."""

from __future__ import annotations

from referee.games.prophecy.board import GUILDS, PLANES, SPACES, Board
from referee.games.prophecy.cards.cards import ChanceEntry
from referee.games.prophecy.rules.deaths import fresh_hero
from referee.games.prophecy.rules.state import GameState, Hero, Lying, Pack, Plane, Setup, Space
from referee.text.names import fold

TERRAIN_OF = {"Mountains": "Mountains", "Forests": "Forest", "Plains": "Plains"}
"""The terrain that a Chance card lays Adventure cards on."""


def start_game(setup: Setup) -> GameState:
    """Heroes on their first guilds, an Ability in each guild, Adventure cards on the first terrain; no round yet."""
    board = setup.board
    if board is None:  # less than everything is tracked
        seated = [light_hero(player) for player in setup.players]
        return GameState(seated, [], [], {}, active=setup.start, tracking=setup.tracking, known=setup.tracking)
    pairs = zip(setup.players, setup.heroes, strict=True)
    heroes = [fresh_hero(board, player, setup.known[fold(name)]) for player, name in pairs]
    game = GameState(
        heroes, [Space() for _ in range(SPACES)], [Plane() for _ in range(PLANES)],
        {deck: Pack(size - (PLANES if deck in ("lesser", "greater", "artifact") else 0))
         for deck, size in setup.sizes.items()},
        unused=[card.name for card in setup.cards if card.kind == "hero" and card.name not in setup.heroes],
        active=setup.start,
    )  # fmt: skip
    for guild, name in zip(GUILDS, setup.abilities, strict=False):
        game.at(board.named(guild)).abilities.append(name)
        game.decks[guild].count -= 1
    for space, name in zip(spaces_laid(board, setup.first), setup.laid, strict=False):
        game.at(space).cards.append(Lying(name))
        game.decks["adventure"].count -= 1
    chance = game.decks["chance"]
    chance.count, chance.discards = chance.count - 1, [setup.first]
    if fold(setup.first) not in setup.known:  # the rulebook explains it
        game.learnt.append(ChanceEntry(name=setup.first))
    game.hero.rounds = 1
    return game


def light_hero(player: str) -> Hero:
    """A player of whose hero nothing is tracked but Artifacts."""
    return Hero(player, "", 0, 0, 0, 0, 0)


def spaces_laid(board: Board, first: str) -> list[int]:
    """The spaces on which Adventure cards are laid before the first round, clockwise from space 1."""
    return board.of_terrain(TERRAIN_OF[first])
