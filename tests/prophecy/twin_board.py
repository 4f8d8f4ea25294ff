"""What lies on the table in a whole game of the twin: spaces, planes, decks, and each hero's place among them."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.prophecy.twin_cards import GUILDS, Card, printed
from tests.prophecy.twin_fights import Hero

PILES = ("chance", "adventure", "common", "rare")
"""Decks with discards; Abilities go under theirs."""


@dataclass
class Lying:
    """An Adventure card on a space; without a name it lies face down."""

    name: str = ""
    since: int = 0
    """The round in which it was laid or turned up, if it was in one."""
    gold: int = 0
    items: list[str] = field(default_factory=list)
    damaged: list[str] = field(default_factory=list)


@dataclass
class Space:
    """A space of the ring."""

    number: int
    name: str
    terrain: str = ""
    port: bool = False
    gate: bool = False
    cards: list[Lying] = field(default_factory=list)
    abilities: list[str] = field(default_factory=list)
    goods: list[str] = field(default_factory=list)
    artifacts: list[str] = field(default_factory=list)

    @property
    def words(self) -> str:
        """How it is called in moves."""
        return f"{self.terrain} {self.number}" if self.terrain else self.name

    @property
    def place(self) -> tuple[str, ...]:
        """What the cards' `at` looks at."""
        return (self.terrain or self.name, *["port"] * self.port, *["gate"] * self.gate)

    @property
    def blue(self) -> bool:
        """Whether it is civilization."""
        return self.name in (*GUILDS, "City", "Village")


@dataclass
class Plane:
    """An Astral Plane: the cards that are known there."""

    name: str
    spaces: tuple[int, ...]
    lesser: str = ""
    greater: str = ""
    artifact: str = ""
    beaten: bool = False
    closed: bool = False
    left: list[str] = field(default_factory=list)

    @property
    def hidden(self) -> str:
        """What comes up next there: "lesser", "greater", "artifact", or "" with everything open (P15)."""
        if self.closed:
            return ""
        if not self.lesser and not self.beaten:
            return "lesser"
        return "greater" if not self.greater else "artifact" if not self.artifact else ""


@dataclass
class Deck:
    """A deck: how many cards, what was discarded, how many of that nobody saw, what lies at the bottom."""

    names: Counter[str]
    count: int
    discards: list[str] = field(default_factory=list)
    unseen: int = 0
    bottom: list[str] = field(default_factory=list)


@dataclass
class Traveller(Hero):
    """A hero in a game."""

    card: str = ""
    guilds: tuple[str, ...] = ()
    space: int = 0
    lodging: bool = False
    status: str = ""
    rounds: int = 0
    cast: list[str] = field(default_factory=list)
    loops: dict[str, int] = field(default_factory=dict)
    """In which own round what goes once in two rounds was last used."""


def read_board(path: Path) -> tuple[list[Space], list[Plane]]:
    """The spaces and planes of a board's file."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    spaces = [
        Space(
            one["number"], one.get("name", ""), one.get("terrain", ""), one.get("port", False), one.get("gate", False)
        )
        for one in data["space"]
    ]
    return spaces, [Plane(one["name"], tuple(one["spaces"])) for one in data["plane"]]


def deck_of(card: Card) -> str:
    """The deck that a card belongs to."""
    if card.kind in ("creature", "opportunity"):
        return "adventure"
    if card.kind == "item":
        return "rare" if card.has("rare") else "common"
    return card.guilds[0] if card.kind == "ability" else card.kind


class Layout:
    """The board with all that lies on it, the decks and the heroes."""

    def __init__(self, board: Path, cards: Sequence[Card]) -> None:
        self.spaces, self.planes = read_board(board)
        self.box = {card.name: card for card in cards}
        self.decks: dict[str, Deck] = {}
        for card in cards:
            if card.kind != "hero":
                deck = self.decks.setdefault(deck_of(card), Deck(Counter(), 0))
                deck.names[card.name] += card.copies
        for name, deck in self.decks.items():
            deck.count = deck.names.total() - (5 if name in ("lesser", "greater", "artifact") else 0)
        self.heroes: list[Traveller] = []
        self.eliminated: list[str] = []

    def space(self, number: int) -> Space:
        """A space by its number, counted round the ring."""
        return self.spaces[(number - 1) % len(self.spaces)]

    def named(self, words: str) -> Space:
        """A space as moves call it."""
        return next(one for one in self.spaces if one.words == words)

    def of_terrain(self, terrain: str) -> list[Space]:
        return [one for one in self.spaces if one.terrain == terrain]

    def find(self, name: str) -> Card:
        """The card of a copy."""
        return self.box[printed(name)]

    def known(self) -> Iterator[str]:
        """Every card that lies open somewhere, in a discard pile or with a hero."""
        for space in self.spaces:
            yield from (*space.abilities, *space.goods, *space.artifacts)
            for lying in space.cards:
                yield from (lying.name, *lying.items, *lying.damaged)
        for plane in self.planes:
            yield from (plane.lesser, plane.greater, plane.artifact, *plane.left)
        for deck in self.decks.values():
            yield from (*deck.discards, *deck.bottom)
        for hero in self.heroes:
            yield from (*hero.items, *hero.damaged, *hero.artifacts, *hero.abilities)

    def free(self, deck: str, held: Sequence[str] = ()) -> list[str]:
        """The cards of a deck that may come next, while some are held that lie nowhere yet."""
        known = Counter(map(printed, (*self.known(), *held)))
        found = [name for name, many in self.decks[deck].names.items() if many > known[name]]
        bottom = self.decks[deck].bottom
        return found if self.decks[deck].count > len(bottom) or not bottom else list(bottom)

    def out_of_sight(self, deck: str) -> list[str]:
        """Those of which no copy lies outside the discards: a correction leaves open which of several it means."""
        known, discarded = (Counter(map(printed, names)) for names in (self.known(), self.decks[deck].discards))
        return [name for name in self.free(deck) if known[name] == discarded[name]]
