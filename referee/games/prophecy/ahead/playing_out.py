"""A game played out by the engine's own steps, to see in which round each hero is ready for a plane, or takes one.

What isn't everybody's to see isn't known here either: a game keeps no order of its decks, and face-down cards are
drawn when they are turned up; each playing out draws and throws with luck of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from referee.games.prophecy.ahead.choosing import Chooser, Guardians
from referee.games.prophecy.ahead.planes import face_down
from referee.games.prophecy.ahead.quick import Quick
from referee.games.prophecy.cards.cards import Card, ChanceEntry
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.decks import cards_of, unseen
from referee.games.prophecy.rules.state import UNSEEN, DeckName, GameState, Setup
from referee.games.prophecy.tables import chance_cards
from referee.text.names import fold, numbered

HORIZON = 20
"""So many own rounds are played on for each player, unless it is said otherwise."""


class TriedGame(NamedTuple):
    """What is tried: a game between two steps, whose players are to be ready with what chance for a plane.

    So many own rounds as the `horizon` are played on for each player.
    """

    setup: Setup
    game: GameState
    seats: tuple[int, ...]
    aim: float
    horizon: int = HORIZON

    @property
    def rounds(self) -> int:
        """The rounds that are played on, the present one included."""
        return self.horizon * len(self.game.players)


def trials(tried: TriedGame, seed: str, numbers: range) -> list[int]:
    """For each player and each round from the present one on: in how many trials the hero was ready by then."""
    found = [0] * (len(tried.seats) * tried.rounds)
    quick, guardians = _known(tried)
    for number in numbers:
        for place, ready in enumerate(play_out(tried, quick, guardians, Random(f"{seed}/{number}"))):
            for round_ in range(tried.rounds if ready is None else ready, tried.rounds):
                found[place * tried.rounds + round_] += 1
    return found


def _known(tried: TriedGame) -> tuple[Quick, Guardians]:
    """What is found out of the cards of a game, kept for the next trials of it."""
    if not _KEPT or _KEPT[0][0] != tried:
        quest = Quest(tried.setup, tried.game, [])
        _KEPT[:] = [(tried, Quick(quest.card, average=tried.setup.dice == "average"), Guardians(quest))]
    return _KEPT[0][1:]


_KEPT: list[tuple[TriedGame, Quick, Guardians]] = []
"""The game of which this process last made trials."""


def play_out(tried: TriedGame, quick: Quick, guardians: Guardians, luck: Random) -> list[int | None]:
    """After how many rounds each player's hero is ready in one trial, or has taken a plane; None for not at all."""
    game = tried.game.copy()
    setup, rehearsed = (replace(tried.setup, seed=luck.randrange(1_000_000_000)) for _ in range(2))
    chooser = Chooser(setup, rehearsed, quick, guardians, luck)
    ready: dict[int, int] = {}
    begun, last = game.round, game.round + tried.rounds
    while len(ready) < len(tried.seats) and not game.over and game.phase == "normal" and game.round < last:
        seat, round_ = game.active, game.round
        asked = seat in tried.seats and seat not in ready
        if asked and game.step == "movement" and chooser.chance(game, seat, tried.aim) >= tried.aim:
            ready[seat], asked = round_ - begun, False
        if game.hero.status == "dead" and not game.unused:
            game.hero.status = "out"  # nobody is left who could come
        taken = len(game.players[seat].artifacts)
        game = chooser.step(game)
        if asked and len(game.players[seat].artifacts) > taken:
            ready[seat] = round_ - begun
    return [ready.get(seat) for seat in tried.seats]


# --- decks of which not every card is known ----------------------------------------------------------


class KnownBox(NamedTuple):
    """A set-up and a game that can be played out: the program draws, from decks as big as they are.

    Of the decks in `guessed` not every card is known; those that are stand for the others. `empty` are decks of which
    none is known: with any of them nothing can be played out.
    """

    setup: Setup
    game: GameState
    guessed: tuple[DeckName, ...] = ()
    empty: tuple[DeckName, ...] = ()


def box_of(setup: Setup, game: GameState) -> KnownBox:
    """What is played out in place of a game, with stand-ins for the cards that nobody has named."""
    quest = Quest(setup, game, [])
    told = [ChanceEntry(name=card.name) for card in chance_cards().values() if card.does != "gifts"]
    known = (*(told if setup.draws == "table" else ()), *setup.cards, *game.learnt)
    cards = {fold(card.name): card for card in _as_seen(game, known)}
    guessed: list[DeckName] = []
    empty: list[DeckName] = []
    for deck, pack in game.decks.items():
        hidden = pack.count + face_down(game, deck) + pack.discards.count(UNSEEN) - len(pack.bottom)
        lacks, mine = hidden - len(unseen(quest, deck)), cards_of(quest, deck)
        if lacks > 0:
            (guessed if mine else empty).append(deck)
        for card in mine if lacks > 0 else ():
            one = cards[fold(card.name)]
            cards[fold(card.name)] = replace(one, copies=one.copies - (-lacks // len(mine)))
    played = game.copy()
    played.learnt, played.drawn, played.thrown = [], 0, 0  # all cards are in the set-up
    dice = "average" if setup.dice == "average" else "rolled"
    everything = replace(setup, cards=tuple(cards.values()), draws="program", dice=dice)
    return KnownBox(everything, played, tuple(guessed), tuple(empty))


def _as_seen(game: GameState, cards: Iterable[Card]) -> Iterator[Card]:
    """Cards with as many copies as were seen of them, where that is more than anybody has said."""
    seen = {name for name, _ in game.known_places()}
    for card in cards:
        copies = max((many for many in range(1, MOST_COPIES + 1) if numbered(card.name, many) in seen), default=1)
        yield replace(card, copies=max(card.copies, copies))


MOST_COPIES = 99
"""There are never more of a card."""
