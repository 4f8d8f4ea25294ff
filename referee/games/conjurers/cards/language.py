"""What Conjurers says of its cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from referee.cards.entry import Written
from referee.cards.fields import Table
from referee.cards.language import CardLanguage, Group
from referee.files.files import Data, convert
from referee.games.conjurers.cards import changes, checks
from referee.games.conjurers.cards.cards import CreatureEntry, DeckFile
from referee.games.conjurers.cards.fill_in import contradicts, filled
from referee.games.conjurers.cards.line import describe, read_card
from referee.games.conjurers.cards.parts import EXAMPLES, KINDS, TYPES, Card, as_kind, write_cost
from referee.games.conjurers.cards.spreadsheet import COLUMNS, read_row
from referee.games.conjurers.records.kinds import expect
from referee.games.conjurers.vocabulary import GAME

if TYPE_CHECKING:
    from referee.text.screen import Screen


class ConjurersCards(CardLanguage[Card]):
    """Creatures, items and artifacts."""

    game = GAME
    table = Table()
    types: Mapping[str, type[Card]] = dict(TYPES.items())
    order = ("name", "mythology", "level", "element", "hp", "bd", "abilities", "cost", "points", "copies")
    columns = COLUMNS
    examples: Mapping[str, str] = dict(EXAMPLES.items())
    how = "A card in a line, with hit points / battle dice:"

    def alike(self, one: str, other: str) -> bool:
        """Items and artifacts are found as one; creatures are not worn."""
        return (one == "creature") == (other == "creature")

    def expect(self, data: Data, where: object) -> None:
        """Refuse a file that is no deck. Raises BadInput."""
        expect("deck", data, where)
        convert({key: value for key, value in data.items() if key not in KINDS}, DeckFile, str(where))

    def read(self, line: str, kind: str | None = None) -> Card:
        """A card from its line; without a kind it is told by what is said of it. Raises Unreadable."""
        return read_card(line, None if kind is None else as_kind(kind))

    def describe(self, card: Card) -> str:
        """A card in its line; of one whose name can't stand in a line only the name."""
        return describe(card)

    def changed(self, card: Written[Card], texts: Sequence[str]) -> Card:
        """A card after changes in words. Raises Unreadable."""
        return changes.changed(card, texts)

    def from_row(self, row: Mapping[str, str]) -> Card:
        """A card from its cells. Raises Unreadable."""
        return read_row(row)

    def to_row(self, card: Card) -> dict[str, Any]:
        """A card as cells; its price and abilities in words."""
        data = self.data_of(card) | {"kind": self.kind_of(card)}
        if "cost" in data:
            data["cost"] = write_cost(data["cost"])
        return data | {"abilities": ", ".join(data.get("abilities", ()))}

    def plain(self, key: str, value: object) -> str:
        """A price in words whose order doesn't matter."""
        if isinstance(value, dict):
            return write_cost(dict(sorted(value.items())))
        return super().plain(key, value)

    def faults(self, card: Card) -> Iterator[str]:
        """What makes a card unfit to be played with."""
        return checks.card_faults(card)

    def doubts(self, card: Card) -> Iterator[str]:
        """What is possible on a card, and unusual."""
        return checks.card_doubts(card)

    def doubts_at_table(self, card: Card) -> Iterator[str]:
        """Of a piece not all is known yet at the table."""
        return (doubt for doubt in self.doubts(card) if isinstance(card, CreatureEntry) or "yet" not in doubt)

    def faults_together(self, cards: Sequence[Written[Card]]) -> Iterator[str]:
        """More cards than the box has."""
        return checks.too_many(cards)

    def groups(self, cards: Sequence[Written[Card]]) -> list[Group]:
        """The box part by part (pp. 5-8)."""
        return checks.groups(cards)

    def draw(self, card: Card, screen: Screen) -> None:
        """Draw a card; in plain mode tell it."""
        from referee.games.conjurers.screens.cards import show_card

        show_card(card, screen)

    def show_list(self, cards: Sequence[Written[Card]], screen: Screen) -> None:
        """A line for each card, by kinds and mythologies."""
        from referee.games.conjurers.screens.cards import show_list

        show_list(cards, screen)

    def filled(self, there: Card, card: Card) -> Card:
        """A deck's card with what it leaves open and the game has learnt."""
        return filled(there, card)

    def contradicts(self, there: Card, card: Card) -> bool:
        """Whether a deck says something else of a card than the game has learnt."""
        return contradicts(there, card)


CARDS = ConjurersCards()
