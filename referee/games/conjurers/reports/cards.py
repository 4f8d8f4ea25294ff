"""Decks as the JSON that scripts rely on, and as screens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs

from referee.games.conjurers.card_parts import Card, kind_of
from referee.games.conjurers.deck.changes import data_of
from referee.games.conjurers.deck.checks import Group
from referee.games.conjurers.deck.compare import Comparison
from referee.games.conjurers.deck.written import Written

if TYPE_CHECKING:
    from referee.screens import Screen


class Listing(Struct, frozen=True):
    """Cards of a deck."""

    cards: tuple[Written, ...]
    notes: tuple[str, ...] = ()
    against: bool = False

    def data(self) -> dict[str, Any]:
        """The cards as they stand in the file, each with its kind; `problem` where one can't be read."""
        found = [{"kind": card.kind, **card.data} | ({"problem": card.problem} if card.problem else {})
                 for card in self.cards]  # fmt: skip
        return {"cards": found}

    def show(self, screen: Screen) -> None:
        """A line for each card, by kinds and mythologies."""
        from referee.games.conjurers.screens.cards import show_list

        show_list(self.cards, screen)


class Drawing(Struct, frozen=True):
    """Some cards as they look."""

    cards: tuple[Card, ...]
    notes: tuple[str, ...] = ()
    against: bool = False

    def data(self) -> dict[str, Any]:
        """The cards as they stand in the file, each with its kind."""
        return {"cards": [{"kind": kind_of(card), **data_of(card)} for card in self.cards]}

    def show(self, screen: Screen) -> None:
        """Each card drawn; in plain mode told."""
        from referee.games.conjurers.screens.cards import show_card

        for card in self.cards:
            show_card(card, screen)


class Findings(Struct, frozen=True):
    """What may be wrong with a deck: faults can't be played with, doubts are unusual."""

    deck: str
    entries: int
    faults: tuple[str, ...]
    doubts: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def against(self) -> bool:
        """Whether there is a fault."""
        return bool(self.faults)

    def data(self) -> dict[str, Any]:
        """Faults and doubts as sentences."""
        return {"deck": self.deck, "faults": list(self.faults), "doubts": list(self.doubts)}

    def show(self, screen: Screen) -> None:
        """A line for each."""
        from referee.games.conjurers.screens.cards import show_findings

        show_findings(self.deck, self.entries, self.faults, self.doubts, screen)


class Missing(Struct, frozen=True):
    """What a deck has and lacks of the box."""

    deck: str
    groups: tuple[Group, ...]
    notes: tuple[str, ...] = ()
    against: bool = False

    def data(self) -> dict[str, Any]:
        """The parts of the box with the cards the deck has, the box has, and how many are missing."""
        parts = [{**structs.asdict(part), "missing": part.missing} for part in self.groups]
        return {"deck": self.deck, "missing": sum(part.missing for part in self.groups), "parts": parts}

    def show(self, screen: Screen) -> None:
        """A line for each part of the box."""
        from referee.games.conjurers.screens.cards import show_missing

        show_missing(self.deck, self.groups, screen)


class Comparing(Struct, frozen=True):
    """Two decks side by side."""

    here: str
    there: str
    comparison: Comparison
    notes: tuple[str, ...] = ()
    against: bool = False

    def data(self) -> dict[str, Any]:
        """The names that only one has, the differences, and how many cards are the same."""
        found = structs.asdict(self.comparison)
        found["differences"] = [structs.asdict(difference) for difference in self.comparison.differences]
        return {"here": self.here, "there": self.there, **found}

    def show(self, screen: Screen) -> None:
        """What only one has, then the differences card by card."""
        from referee.games.conjurers.screens.cards import show_comparison

        show_comparison(self.here, self.there, self.comparison, screen)
