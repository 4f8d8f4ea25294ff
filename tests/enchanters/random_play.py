"""A table that plays Enchanters at random, with the cards of the sample deck lying before it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, get_args

import pytest
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.asking.dice import Draws
from referee.cards.fields import find_card
from referee.errors import Unreadable
from referee.games.enchanters import tables
from referee.games.enchanters.cards.cards import Card, DeckFile, load_deck
from referee.games.enchanters.cards.language import write_card
from referee.games.enchanters.readings import EnchantersReadings
from referee.games.enchanters.rules import state
from referee.games.enchanters.rules.state import GameState, Setup, unseen
from referee.games.enchanters.setup import laid_out
from referee.games.enchanters.vocabulary import Invasion
from referee.play.session import Session
from referee.text.names import fold, printed
from tests.enchanters.quests import NAMES, session
from tests.random_runs import random_readings, read_as_listed

DECK: DeckFile = load_deck(Path(__file__).parents[2] / "examples" / "enchanters" / "sample-deck.toml")
KINGDOMS = tuple(DECK.kingdoms)
TWINS = tuple(
    replace(card, name=f"{card.name} of Far {card.kingdom}", kingdom=f"Far {card.kingdom}")
    for card in DECK.card
    if card.kingdom in KINGDOMS[:2]
)
"""Two more kingdoms, like the first two: six players need six."""
ALL_CARDS = (*DECK.card, *TWINS)
ALL_KINGDOMS = (*KINGDOMS, *dict.fromkeys(card.kingdom for card in TWINS))
STARTING = tuple(card for card in DECK.card if not card.kingdom)
BOX = {fold(card.name): card for card in ALL_CARDS}
MOST_ANSWERS = 4000


@dataclass
class Start:
    """What a game begins with: the set-up that the referee has, and the deck as it really lies, from the top."""

    setup: Setup
    deck: tuple[str, ...]

    def __repr__(self) -> str:
        shown = replace(self.setup, cards=(), names=())
        return f"Start({shown}, known={len(self.setup.cards)}, deck={len(self.deck)})"


class Layout(NamedTuple):
    """The first track, the nearest card first, and the adventure deck from the top."""

    track: tuple[str, ...]
    deck: tuple[str, ...]


def lay_out(
    names: Sequence[str],
    known: Mapping[str, Card],
    players: int,
    invasion: Invasion,
    seed: int,
    *,
    depths: bool,
    **readings: Any,
) -> Layout:
    """The layout by the program of these cards."""
    setup = Setup(
        players=NAMES[:players],
        village=DECK.village[0],
        track=(),
        size=0,
        seed=seed,
        invasion=invasion,
        depths=depths,
        cards=tuple(known.values()),
        names=tuple(names),
        **readings,
    )
    laid = laid_out(setup)
    return Layout(laid.track, laid.names[len(laid.track) :])


def make_start(
    players: int = 3,
    *,
    invasion: Invasion = "standard",
    depths: bool = False,
    draws: Draws = "program",
    seed: int = 7,
    village: int = 0,
    known: bool = True,
    start: int = 0,
    **readings: Any,
) -> Start:
    """A game of the sample's kingdoms; one that isn't `known` has all cards typed in when they matter."""
    kingdoms = ALL_KINGDOMS[: state.decks_needed(players, invasion)]
    cards = tuple(card for card in ALL_CARDS if card.kingdom in kingdoms)
    names = state.adventure_cards(cards, kingdoms, players, invasion)
    laid = {name: readings[name] for name in ("track_cards", "fast_removed") if name in readings}
    layout = lay_out(names, BOX, players, invasion, seed, depths=depths, **laid)
    whole = len(names) - len(layout.track) - len(layout.deck)
    by_table = draws == "table"
    setup = Setup(
        players=NAMES[:players],
        village=DECK.village[village],
        track=layout.track,
        size=len(layout.deck),
        removed=whole,
        start=start,
        seed=seed,
        draws=draws,
        invasion=invasion,
        depths=depths,
        kingdoms=tuple(kingdoms),
        cards=(*STARTING, *(cards if known else ())),
        names=tuple(names) if known and by_table else (*layout.track, *layout.deck) if known else (),
        **readings,
    )
    return Start(setup, layout.deck)


@st.composite
def starts(draw: st.DrawFn) -> Start:
    """Two to six players, every variant, draws by table or program, cards known or not."""
    draws: Draws = draw(st.sampled_from(get_args(Draws)))
    players = draw(st.integers(2, 6))
    return make_start(
        players,
        invasion=draw(st.sampled_from(get_args(Invasion))),
        depths=draw(st.booleans()),
        draws=draws,
        seed=draw(st.integers(0, 10_000)),
        village=draw(st.integers(0, len(DECK.village) - 1)),
        known=draws == "program" or draw(st.booleans()),
        start=draw(st.integers(0, players - 1)),
        **random_readings(random.Random(draw(st.integers(0, 10_000))), EnchantersReadings),
    )


@dataclass
class Table:
    """Who answers, with the real cards at hand; `recklessness` is how often hopeless fights are begun."""

    start: Start
    chance: random.Random
    recklessness: float = 0.3

    def answer(self, played: Session[GameState]) -> str:
        """A random answer; no option that is offered may be refused."""
        question = played.question
        assert question is not None
        options = list(question.options())
        some = self.chance.sample(options, min(4, len(options)))
        if question.key != "by hand":  # which is recorded as it was typed
            read_as_listed(question, some)
        match question.key:
            case "reveal":
                return self._reveal(played)
            case "card":
                return write_card(BOX[fold(question.prompt.partition(": what is printed")[0])])
            case "by hand":
                return self._by_hand(played)
            case "move":
                return self._move(options)
        return self.chance.choice(options).text

    def _move(self, options: list[Any]) -> str:
        if self.chance.random() > self.recklessness:
            lost = ("can't be won", "attack short")
            options = [one for one in options if not any(words in one.detail for words in lost)] or options
        return str(self.chance.choice(options).text)

    def _reveal(self, played: Session[GameState]) -> str:
        """The next card as it lies, with its whole line now and then, and where its name is like a slip."""
        name = printed(self.start.deck[len(self.start.deck) - played.present.deck])
        assert played.question is not None
        if self.chance.random() < 0.1:
            return f"{name}: {write_card(BOX[fold(name)])}"
        try:
            played.question.parse(name)
        except Unreadable:
            return f"{name}: {write_card(BOX[fold(name)])}"
        return name

    def _by_hand(self, played: Session[GameState]) -> str:
        game = played.present
        if self.chance.random() < 0.6:
            return "done"
        player = self.chance.choice(game.players)
        changes = [f"{player.name} crystals +1", f"{player.name} wounds -1", f"{player.name} wounds 3"]
        if player.monsters:
            changes.append(f"{player.name} loses {printed(self.chance.choice(player.monsters))}")
        return self.chance.choice(changes)


def play(table: Table) -> Iterator[Session[GameState]]:
    """Play a game at random to its end; the session after each answer."""
    played = session(table.start.setup)
    yield played
    for _ in range(MOST_ANSWERS):
        if played.question is None:
            return
        played.answer(table.answer(played))
        yield played
    pytest.fail(f"no end after {MOST_ANSWERS} answers")


def all_names(start: Start) -> set[str]:
    """Every card of a game as the referee may call it."""
    names = {*start.setup.track, *start.deck}
    names |= {
        f"{name}{mark}"
        for name in (tables.box().fist, tables.box().enchanting)
        for mark in ("", *(f" #{n}" for n in range(2, len(start.setup.players) + 1)))
    }
    return names


def known_cards(start: Start, game: GameState) -> int:
    """How many cards that lie somewhere the referee can read."""
    return sum(find_card(start.setup, game, name) is not None for name in game.in_play())


def left_over(start: Start, game: GameState) -> list[str]:
    """The names that may still come."""
    return unseen(start.setup, game)
