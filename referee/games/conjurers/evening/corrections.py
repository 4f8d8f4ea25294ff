"""What the table puts right by hand, on the record: "adjust Anna food 7", "leave Bo" (A21)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from referee.errors import Illegal, Unreadable
from referee.games.conjurers.evening.pool import creature_cards, item_cards
from referee.games.conjurers.evening.state import Figure, Game, Player, Setup
from referee.games.conjurers.tables import board as board_tables
from referee.games.conjurers.tables import points as points_tables
from referee.games.conjurers.vocabulary import RESOURCES
from referee.names import find, fold, keyed

_AMOUNT = re.compile(r"[0-9]{1,6}")
_CARDS: Mapping[str, Callable[[Player], list[str]]] = {
    "creature": lambda player: player.creatures,
    "item": lambda player: player.items,
    "artifact": lambda player: player.artifacts,
}
USAGE = (
    "adjust PLAYER food|minus points|RESOURCE NUMBER", "adjust PLAYER gains|loses creature|item|artifact NAME",
    "adjust mine MINE PLAYER|nobody", "adjust button PLAYER", "leave PLAYER",
)  # fmt: skip
"""How corrections are written; "because ..." may follow with the reason."""


def correct(setup: Setup, game: Game, text: str, events: list[Any]) -> Game:
    """Carry out a correction on a game; the game after it. Raises Unreadable or Illegal."""
    words = text.strip().partition(" because ")[0]
    verb, _, rest = words.partition(" ")
    if verb == "leave":
        leave(game, _player(game, rest))
    elif verb == "adjust":
        _adjust(setup, game, rest)
    else:
        raise Unreadable(f'can\'t read "{text}"; write {"; ".join(USAGE)}')
    return game


def _adjust(setup: Setup, game: Game, rest: str) -> None:
    what, _, value = rest.rpartition(" ")
    if fold(what) == "button":
        game.holder = _player(game, value)
        return
    if fold(what).startswith("mine "):
        mines = keyed(board_tables.phases().mines, str)
        mine = find(what.split(" ", 1)[1], mines, "mine")
        if fold(value) == "nobody":
            game.mines.pop(mine, None)
        else:
            game.mines[mine] = _player(game, value)
        return
    name = next((p.name for p in game.players if fold(rest).startswith(fold(p.name) + " ")), None)
    if name is None:
        raise Unreadable(f'no player\'s name begins "{rest}"')
    player = game.players[_player(game, name)]
    words = rest[len(name) :].strip()
    if match := re.fullmatch(r"(gains|loses) (creature|item|artifact) (.+)", words):
        _card(setup, game, player, match[1], match[2], match[3])
        return
    good, _, amount = words.rpartition(" ")
    if not _AMOUNT.fullmatch(amount):
        raise Unreadable(f'can\'t read "{words}"; write like food 7, minus points 4 or gains creature Wolf')
    if fold(good) == "minus points":
        player.minus_points = int(amount)
        return
    known = {good: good for good in (*RESOURCES, "food")}
    kind = find(good, known, "resource")
    player.gain(kind, int(amount) - player.has(kind))


def _card(setup: Setup, game: Game, player: Player, verb: str, kind: str, name: str) -> None:
    held = _CARDS[kind](player)
    if verb == "loses":
        held.remove(find(name, keyed(held, str), f"{kind} of {player.name}"))
        return
    known = {
        "creature": [card.name for card in creature_cards(setup, game).values()],
        "item": [card.name for card in item_cards(setup, game).values()],
        "artifact": [row.name for row in points_tables.artifacts()],
    }[kind]
    card = find(name, keyed(known, str), kind)
    owner = next((other.name for other in game.players if card in _CARDS[kind](other)), None)
    if owner is not None:
        raise Illegal(f"{card} is {owner}'s; take it from there first", "E11")
    held.append(card)
    if card in game.gone:
        game.gone.remove(card)


def leave(game: Game, number: int) -> None:
    """A player leaves between two actions (A21).

    Figures and control markers come off, cards go back to their piles, resources and food are gone, and the button
    passes to the left. Raises Illegal if a battle is under way or fewer than two players would stay.
    """
    player = game.players[number]
    if game.contest is not None or game.bouts or game.finished:
        raise Illegal("a player leaves between two actions, not during a battle or a tournament", "A21")
    if len(game.present()) <= 2:
        raise Illegal("two players must remain", "A21")
    player.left = True
    player.creatures, player.items, player.artifacts = [], [], []
    player.resources, player.food = {}, 0
    player.assistants = player.assistants[:1]
    game.mines = {mine: owner for mine, owner in game.mines.items() if owner != number}

    def staying(figures: list[Figure]) -> list[Figure]:
        return [figure for figure in figures if figure.player != number]

    game.placed, game.figures, game.waiting = staying(game.placed), staying(game.figures), staying(game.waiting)
    game.order = [other for other in game.order if other != number]
    if game.holder == number:
        game.holder = game.clockwise((number + 1) % len(game.players))[0]
    if game.stage == "placing" and game.next_seat == number:
        game.next_seat = game.clockwise((number + 1) % len(game.players))[0]


def _player(game: Game, name: str) -> int:
    present = {fold(player.name): player.name for player in game.players if not player.left}
    found = find(name.strip(), present, "player")
    return next(number for number, player in enumerate(game.players) if player.name == found)
