"""Decks as the JSON that scripts rely on, and as screens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic

from msgspec import Struct, structs

from referee.cards.compare import Comparison
from referee.cards.entry import C, Written
from referee.cards.language import CardLanguage, Group

if TYPE_CHECKING:
    from referee.text.screen import Screen


class Listing(Struct, Generic[C], frozen=True):
    """Cards of a deck."""

    language: CardLanguage[C]
    cards: tuple[Written[C], ...]
    notes: tuple[str, ...] = ()
    against: bool = False

    def data(self) -> dict[str, Any]:
        """The cards as they stand in the file, each with its kind; `problem` where one can't be read."""
        found = [{"kind": card.kind, **card.data} | ({"problem": card.problem} if card.problem else {})
                 for card in self.cards]  # fmt: skip
        return {"cards": found}

    def show(self, screen: Screen) -> None:
        """A line for each card."""
        if not self.cards:
            screen.line("No card.")
        else:
            self.language.show_list(self.cards, screen)


class Drawing(Struct, Generic[C], frozen=True):
    """Some cards as they look."""

    language: CardLanguage[C]
    cards: tuple[C, ...]
    notes: tuple[str, ...] = ()
    against: bool = False

    def data(self) -> dict[str, Any]:
        """The cards as they stand in the file, each with its kind."""
        return {
            "cards": [{"kind": self.language.kind_of(card), **self.language.data_of(card)} for card in self.cards]
        }

    def show(self, screen: Screen) -> None:
        """Each card drawn; in plain mode told."""
        for card in self.cards:
            self.language.draw(card, screen)


class FindingsReport(Struct, frozen=True):
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
        from referee.cards.screens import show_findings

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
        from referee.cards.screens import show_missing

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
        from referee.cards.screens import show_comparison

        show_comparison(self.here, self.there, self.comparison, screen)
