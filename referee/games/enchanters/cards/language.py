"""What Enchanters says of its cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from msgspec.structs import replace

from referee.cards.entry import Written
from referee.cards.language import CardLanguage, Group
from referee.errors import Unreadable
from referee.files.files import Data
from referee.games.enchanters.cards import changes, checks
from referee.games.enchanters.cards.cards import Card, Village, complete, complete_village, expect_deck
from referee.games.enchanters.cards.line import as_printed, describe
from referee.games.enchanters.vocabulary import GAME

if TYPE_CHECKING:
    from referee.text.screen import Screen

Entry = Card | Village


class EnchantersCards(CardLanguage[Entry]):
    """Cards of kingdoms, and villages."""

    game = GAME
    types: Mapping[str, type[Entry]] = {"card": Card, "village": Village}
    order = (
        "name", "type", "kingdom", "glory", "attack", "defence", "strength", "health", "lower", "rules", "copies",
        "two",
    )  # fmt: skip
    columns = changes.COLUMNS
    examples: Mapping[str, str] = {
        "card": "Scimitar: item, attack 1, kingdom Ashmoor, 2 copies, 1 marked 2; minor: 1 crystal -> attack 3",
        "village": "Normaltown: village; multi: 2 crystals -> attack 1; rest: gain 2 crystals",
    }
    how = 'A card in a line; "lower" stands below its line, rules behind semicolons:'

    def expect(self, data: Data, where: object) -> None:
        """Refuse a file that is no deck. Raises BadInput."""
        expect_deck(data, where)

    def read(self, line: str, kind: str | None) -> Entry:
        """A card or village from its line. Raises Unreadable."""
        return changes.read_line(line, kind)

    def describe(self, card: Entry) -> str:
        """A card or village in its line."""
        return describe(card)

    def changed(self, card: Written[Entry], texts: Sequence[str]) -> Entry:
        """A card after changes in words. Raises Unreadable."""
        if card.entry is None:
            whole = [text for text in texts if ":" in text]
            if len(texts) == len(whole) == 1:
                return changes.read_line(whole[0], card.kind)
            raise Unreadable(f"{card.problem}; write the whole of it anew, like {self.examples[card.kind]}")
        return changes.changed(card.entry, texts)

    def from_row(self, row: Mapping[str, str]) -> Entry:
        """A card or village from its cells. Raises Unreadable."""
        return changes.read_row(row)

    def to_row(self, card: Entry) -> Mapping[str, Any]:
        """A card or village as cells."""
        return changes.to_row(card)

    def data_of(self, card: Entry) -> Data:
        """A card as it is written in a file; nothing below its line isn't written."""
        return {key: value for key, value in super().data_of(card).items() if value != {}}

    def plain(self, key: str, value: object) -> str:
        """What stands below a card's line in words; the order of rules matters."""
        if isinstance(value, dict):
            return "; ".join(self.plain("rules", one) if what == "rules" else f"{what} {one}"
                             for what, one in value.items())  # fmt: skip
        return "; ".join(map(str, value)) if isinstance(value, list) else str(value)

    def faults(self, card: Entry) -> Iterator[str]:
        """What makes a card unfit to be played with."""
        return checks.faults(card)

    def doubts(self, card: Entry) -> Iterator[str]:
        """What is possible on a card, and unusual."""
        return checks.doubts(card)

    def faults_together(self, cards: Sequence[Written[Entry]]) -> Iterator[str]:
        """More cards than the box has."""
        return checks.too_many(cards)

    def groups(self, cards: Sequence[Written[Entry]]) -> list[Group]:
        """The box part by part (`kingdom-decks`, `box`)."""
        return checks.groups(cards)

    def draw(self, card: Entry, screen: Screen) -> None:
        """Draw a card with what the rulebook tells of it; in plain mode tell it."""
        from referee.games.enchanters.screens.cards import show_card

        show_card(whole(card), screen)

    def show_list(self, cards: Sequence[Written[Entry]], screen: Screen) -> None:
        """A line for each card, by kingdoms."""
        from referee.games.enchanters.screens.cards import show_list

        show_list(cards, screen)

    def filled(self, there: Entry, card: Entry) -> Entry:
        """A deck's card with the kingdom, health and strength that it leaves open."""
        if isinstance(there, Village) or isinstance(card, Village):
            return there
        open_ones = {what: getattr(card, what) for what in ("health", "strength") if getattr(there, what) is UNSET}
        return replace(there, kingdom=there.kingdom or card.kingdom, **open_ones)

    def contradicts(self, there: Entry, card: Entry) -> bool:
        """Whether something else is printed on a deck's card than a game has learnt."""
        one, other = whole(there), whole(card)
        if isinstance(one, Card) and isinstance(other, Card):
            return replace(as_printed(one), name="") != replace(as_printed(other), name="")
        return replace(one, name="") != replace(other, name="")


CARDS = EnchantersCards()


def whole(entry: Entry) -> Entry:
    """A card or village with what the rulebook tells of it, as far as it can be."""
    try:
        return complete(entry) if isinstance(entry, Card) else complete_village(entry)
    except Unreadable:
        return entry
