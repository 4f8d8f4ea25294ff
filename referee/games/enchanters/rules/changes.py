"""Changes that the table makes by hand, in words: "Anna crystals 7", "Bo wounds +2, Bo loses Goblin"."""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from referee.errors import Illegal, Unreadable
from referee.games.enchanters.cards.cards import printed
from referee.games.enchanters.rules.context import Quest
from referee.games.enchanters.rules.events import Boosted, Crystals, Learnt, Lost, Rules, Taken, Wounds
from referee.games.enchanters.rules.gaining import Source, find_source, take_from
from referee.games.enchanters.rules.state import Boost
from referee.games.enchanters.vocabulary import PILES, pile_for
from referee.text.names import find, fold

What = Literal["crystals", "wounds", "attack", "defence", "gains", "loses"]
USAGE = (
    "PLAYER crystals|wounds NUMBER, PLAYER crystals|wounds|attack|defence +NUMBER or -NUMBER, "
    "PLAYER gains CARD [from track|graveyard|deck|PLAYER], PLAYER loses CARD"
)
_NUMBER = re.compile(r"([+-]?)(\d{1,4})")
_KINDS: dict[str, What] = {
    "crystals": "crystals", "wounds": "wounds", "attack": "attack", "defence": "defence", "defense": "defence",
    "gains": "gains", "loses": "loses",
}  # fmt: skip


class Change(Struct, frozen=True):
    """A change of one player's things; `by` is set for "+2" and "-2", `card` or `source` for cards."""

    player: int
    what: What
    number: int = 0
    by: bool = False
    card: str = ""
    source: Source | None = None


def read_changes(quest: Quest, text: str) -> tuple[Change, ...]:
    """Changes in words with commas between, each read as things are after those before it.

    One that names no player is of the player before it. Raises Unreadable, or Illegal for what can't be.
    """
    trial = Quest(quest.setup, quest.game.copy(), [])
    found: list[Change] = []
    for part in _parts(quest, text):
        found.append(read_change(trial, part))
        apply_change(trial, found[-1], "")
    return tuple(found)


def _parts(quest: Quest, text: str) -> list[str]:
    """A text parted by those commas behind which a player or a thing to change is named."""
    names = [fold(player.name) for player in quest.game.players]
    parts: list[str] = []
    for part in text.split(","):
        begins, whole_line = fold(part), bool(parts) and ":" in parts[-1]  # of a card's line commas are its own
        if not parts or any(begins.startswith(f"{name} ") for name in names):
            parts.append(part)
        elif begins.partition(" ")[0] in _KINDS and not whole_line:
            seat = _seat(quest, parts[-1])
            parts.append(part if seat is None else f"{quest.game.players[seat].name} {part}")
        else:
            parts[-1] += f",{part}"
    return parts


def _seat(quest: Quest, text: str) -> int | None:
    """The player whose name a text begins with; the longest name of several."""
    players = quest.game.players
    named = [n for n, player in enumerate(players) if fold(text).startswith(fold(player.name) + " ")]
    return max(named, key=lambda number: len(players[number].name), default=None)


def read_change(quest: Quest, text: str) -> Change:
    """A change in words. Raises Unreadable, or Illegal for a card that can't go there."""
    game = quest.game
    typed = " ".join(text.split())
    seat = _seat(quest, typed)
    if seat is None:
        raise Unreadable(f'"{text}" begins with no player\'s name; write {USAGE}')
    what, _, rest = typed[len(game.players[seat].name) + 1 :].partition(" ")
    kind = find(what, _KINDS, "thing to change")
    if kind == "loses":
        player = game.players[seat]
        names = [name for pile in player.piles() for name in pile]
        held = {fold(printed(name)): name for name in names} | {fold(name): name for name in names}
        return Change(seat, kind, card=find(rest, held, f"card of {player.name}"))
    if kind == "gains":
        return Change(seat, kind, source=find_source(quest, seat, rest))
    match = _NUMBER.fullmatch(rest.strip())
    if match is None or (kind in ("attack", "defence") and not match[1]):
        raise Unreadable(f'can\'t read "{typed}"; write {USAGE}')
    number = int(match[2]) * (-1 if match[1] == "-" else 1)
    if kind in ("attack", "defence") and seat != game.active:
        raise Illegal("attack and defence change for the player whose turn it is", "action-effect")
    return Change(seat, kind, number, bool(match[1]))


def apply_change(quest: Quest, change: Change, source: str, rules: Rules = ()) -> None:
    """Carry a change out that `source` makes by these rules; nothing falls below zero."""
    player = quest.player(change.player)
    match change.what:
        case "crystals":
            before = player.crystals
            player.crystals = max(0, before + change.number if change.by else change.number)
            now = None if change.by else player.crystals
            quest.emit(Crystals(change.player, player.crystals - before, source, rules, now=now))
        case "wounds":
            before = player.wounds
            player.wounds = max(0, before + change.number if change.by else change.number)
            now = None if change.by else player.wounds
            quest.emit(Wounds(change.player, player.wounds - before, source, rules, now=now))
        case "attack" | "defence":
            quest.game.boosts.append(Boost(change.what, change.number, source))
            quest.emit(Boosted(change.player, change.what, change.number, source, rules))
        case "gains":
            assert change.source is not None
            _gain(quest, change.player, change.source, rules)
        case "loses":
            for held in map(player.pile, PILES):
                if change.card in held:
                    held.remove(change.card)
            quest.game.graveyard.append(change.card)
            quest.emit(Lost(change.player, change.card, source, rules))


def _gain(quest: Quest, player: int, source: Source, rules: Rules) -> None:
    """Put a card on top of the pile that it belongs to, from where it lies."""
    if source.line is not None:
        quest.game.learnt.append(source.line)
        quest.emit(Learnt(source.line.name))
    take_from(quest, source)
    pile = pile_for(quest.card(source.card).type)
    quest.player(player).pile(pile).append(source.card)
    quest.emit(Taken(player, source.card, pile, rules, origin=source.told))
