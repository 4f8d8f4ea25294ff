"""Changes that the table makes by hand, in words: "Anna crystals 7", "Bo wounds +2", "Anna loses Goblin"."""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from referee.errors import Illegal, Unreadable
from referee.games.enchanters.cards import printed
from referee.games.enchanters.context import Quest
from referee.games.enchanters.events import Boosted, Crystals, Lost, Rules, Taken, Wounds
from referee.games.enchanters.state import Boost, Game, find_card, unseen
from referee.games.enchanters.vocabulary import PILES, pile_for
from referee.names import find, fold

What = Literal["crystals", "wounds", "attack", "defence", "gains", "loses"]
USAGE = (
    "PLAYER crystals|wounds NUMBER, PLAYER crystals|wounds|attack|defence +NUMBER or -NUMBER, PLAYER gains|loses CARD"
)
_NUMBER = re.compile(r"([+-]?)(\d{1,4})")


class Change(Struct, frozen=True):
    """A change of one player's things; `by` is set for "+2" and "-2", `card` for cards."""

    player: int
    what: What
    number: int = 0
    by: bool = False
    card: str = ""


def read_change(quest: Quest, text: str) -> Change:
    """A change in words. Raises Unreadable, or Illegal for a card that can't go there."""
    game = quest.game
    typed = " ".join(text.split())
    named = [n for n, player in enumerate(game.players) if fold(typed).startswith(fold(player.name) + " ")]
    seat = max(named, key=lambda number: len(game.players[number].name), default=None)
    if seat is None:
        raise Unreadable(f'"{text}" begins with no player\'s name; write {USAGE}')
    what, _, rest = typed[len(game.players[seat].name) + 1 :].partition(" ")
    kinds: dict[str, What] = {"crystals": "crystals", "wounds": "wounds", "attack": "attack", "defence": "defence",
                              "defense": "defence", "gains": "gains", "loses": "loses"}  # fmt: skip
    kind = find(what, kinds, "thing to change")
    if kind == "loses":
        player = game.players[seat]
        names = [name for pile in player.piles() for name in pile]
        held = {fold(printed(name)): name for name in names} | {fold(name): name for name in names}
        return Change(seat, kind, card=find(rest, held, f"card of {player.name}"))
    if kind == "gains":
        return Change(seat, kind, card=_free(quest, rest))
    match = _NUMBER.fullmatch(rest.strip())
    if match is None or (kind in ("attack", "defence") and not match[1]):
        raise Unreadable(f'can\'t read "{typed}"; write {USAGE}')
    number = int(match[2]) * (-1 if match[1] == "-" else 1)
    if kind in ("attack", "defence") and seat != game.active:
        raise Illegal("attack and defence change for the player whose turn it is", "action-effect")
    return Change(seat, kind, number, bool(match[1]))


def _free(quest: Quest, text: str) -> str:
    """A known card that nobody has: on the track, in the graveyard, or not seen yet. Raises Unreadable or Illegal."""
    game = quest.game
    names = [*unseen(quest.setup, game), *game.graveyard, *game.track]
    free = {fold(printed(name)): name for name in reversed(names)} | {fold(name): name for name in names}
    for player in game.players:
        for pile in player.piles():
            owned = {fold(name) for name in pile}
            if fold(text) in owned and fold(text) not in free:
                raise Illegal(f"{text} is {player.name}'s; take it from there first", "covering")
    name = find(text, free, "card that is free")
    if find_card(quest.setup, game, name) is None:
        raise Unreadable(
            f"what is printed on {printed(name)} isn't known; type it in: adjust card {printed(name)}: item"
        )
    return name


def apply_change(quest: Quest, change: Change, source: str, rules: Rules = ()) -> None:
    """Carry a change out that `source` makes by these rules; nothing falls below zero."""
    player = quest.player(change.player)
    match change.what:
        case "crystals":
            before = player.crystals
            player.crystals = max(0, before + change.number if change.by else change.number)
            quest.emit(Crystals(change.player, player.crystals - before, source, rules))
        case "wounds":
            before = player.wounds
            player.wounds = max(0, before + change.number if change.by else change.number)
            quest.emit(Wounds(change.player, player.wounds - before, source, rules))
        case "attack" | "defence":
            quest.game.boosts.append(Boost(change.what, change.number, source))
            quest.emit(Boosted(change.player, change.what, change.number, source, rules))
        case "gains":
            _take_from_anywhere(quest.game, change.card)
            pile = pile_for(quest.card(change.card).type)
            player.pile(pile).append(change.card)
            quest.emit(Taken(change.player, change.card, pile, rules))
        case "loses":
            for held in map(player.pile, PILES):
                if change.card in held:
                    held.remove(change.card)
            quest.game.graveyard.append(change.card)
            quest.emit(Lost(change.player, change.card, source, rules))


def _take_from_anywhere(game: Game, name: str) -> None:
    for place in (game.track, game.graveyard):
        if name in place:
            place.remove(name)
