"""Laying out: the adventure deck, the first track, and what the variants change (Game setup; E-d to E-i)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from referee.games.enchanters import tables
from referee.games.enchanters.cards.cards import Card, copies
from referee.games.enchanters.readings import EnchantersReadings
from referee.games.enchanters.vocabulary import Invasion
from referee.text.names import fold, printed

USUAL = EnchantersReadings()


class Layout(NamedTuple):
    """The first track, the nearest card first, and the adventure deck from the top."""

    track: tuple[str, ...]
    deck: tuple[str, ...]


def decks_needed(players: int, invasion: Invasion) -> int:
    """How many kingdom decks are played with: one each, two each for two players, unless it is super-fast (E-d)."""
    two = players == 2 and invasion != "super-fast"
    return players * (tables.box().players.two_decks_each if two else 1)


def only_marked(players: int, invasion: Invasion) -> bool:
    """Whether only the cards marked 2 are in the game."""
    return players == 2 or invasion == "super-fast"


def removed(players: int, invasion: Invasion, each: int = USUAL.fast_removed) -> int:
    """How many cards go into the box unseen, so many for `each` player (fast invasion; E-e)."""
    return players * each if invasion == "fast" else 0


def adventure_cards(cards: Iterable[Card], kingdoms: Sequence[str], players: int, invasion: Invasion) -> list[str]:
    """Every card of the kingdoms in the game, by name."""
    marked = only_marked(players, invasion)
    return [name for card in cards if card.kingdom in kingdoms for name in copies(card, marked=marked)]


def lacking(cards: Iterable[Card], kingdoms: Sequence[str], players: int, invasion: Invasion) -> dict[str, int]:
    """How many cards of each kingdom played aren't known; "other kingdoms" are those of which there is none.

    Empty if every card is: only then the number of known cards is the number of cards in the game.
    """
    whole, cards = tables.box().kingdom.cards, list(cards)
    known = {kingdom: sum(card.copies for card in cards if card.kingdom == kingdom) for kingdom in kingdoms}
    found = {kingdom: whole - many for kingdom, many in known.items() if many < whole}
    if (other := decks_needed(players, invasion) - len(kingdoms)) > 0:
        found["other kingdoms"] = other * whole
    return found


def usual_size(names: Sequence[str], players: int, invasion: Invasion, *, whole: bool) -> int | None:
    """How many cards the adventure deck has before the track is laid.

    A whole deck says it, else the box does; not of the cards marked 2, of which nobody knows how many there are.
    """
    if whole:
        return len(names) or None  # of a whole deck none may be marked
    return None if only_marked(players, invasion) else decks_needed(players, invasion) * tables.box().kingdom.cards


def lay_out(
    names: Sequence[str],
    known: Mapping[str, Card],
    players: int,
    invasion: Invasion,
    seed: int,
    *,
    depths: bool,
    track_cards: int = USUAL.track_cards,
    fast_removed: int = USUAL.fast_removed,
) -> Layout:
    """Shuffle and lay out as the program draws: the deck first, then the track from its bottom (E-f)."""
    source = random.Random(f"{seed}/adventure")
    deck = list(names)
    source.shuffle(deck)
    if depths:
        deck = dragons_below(deck, known, source)
    track, deck = first_track(deck, known, track_cards)
    for _ in range(min(len(deck), removed(players, invasion, fast_removed))):
        deck.pop(source.randrange(len(deck)))
    return Layout(tuple(track), tuple(deck))


def dragons_below(deck: Sequence[str], known: Mapping[str, Card], source: random.Random) -> list[str]:
    """The dragons shuffled into the lower half, which is the smaller one of an odd deck (E-g)."""
    dragons = [name for name in deck if known[fold(printed(name))].type == "dragon"]
    others = [name for name in deck if name not in dragons]
    half = len(others) - len(others) // 2
    lower = [*others[half:], *dragons]
    source.shuffle(lower)
    return [*others[:half], *lower]


def first_track(
    deck: Sequence[str], known: Mapping[str, Card], places: int = USUAL.track_cards
) -> tuple[list[str], list[str]]:
    """The track from the bottom of a deck, the first found next to the village, and the deck that is left (E-i).

    What must be fought is set aside and goes back to the bottom in the order found (E-h).
    """
    left = list(deck)
    track: list[str] = []
    aside: list[str] = []
    while left and len(track) < places:
        name = left.pop()
        (aside if known[fold(printed(name))].fights else track).append(name)
    return track, [*left, *reversed(aside)]
