"""What Enchanters says of its cards: their fields, and what follows from their names.

    Scimitar: item, attack 1, kingdom Ashmoor, 2 copies, 1 marked 2; minor: 1 crystal -> attack 3; lower turn: ...

Values are parted by commas, rules by semicolons. What stands below the card's line begins with "lower".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, get_args

from msgspec import UNSET

from referee.cards.entry import Written
from referee.cards.fields import SIGNED, TEXT, Field, Parts, Table, one_of, rule
from referee.cards.language import CardLanguage, Group
from referee.errors import Unreadable
from referee.files.files import Data
from referee.games.enchanters import tables
from referee.games.enchanters.cards import checks
from referee.games.enchanters.cards.cards import (
    Card,
    Village,
    complete,
    complete_village,
    expect_deck,
    read_card_name,
)
from referee.games.enchanters.cards.wording import When
from referee.games.enchanters.vocabulary import GAME, TYPES
from referee.text.names import fold, or_list

if TYPE_CHECKING:
    from referee.text.screen import Screen

Entry = Card | Village

_RULE = rule(get_args(When))


class EnchantersCards(CardLanguage[Entry]):
    """Cards of kingdoms, and villages."""

    game = GAME
    types: Mapping[str, type[Entry]] = {"card": Card, "village": Village}
    said = ("village",)
    table = Table(
        Field("type", ("#",), one_of(TYPES), must=f"say first what {{name}} is: {or_list(TYPES)}"),
        Field("strength", value=SIGNED, open=True),
        Field("health", value=SIGNED, open=True),
        Field("attack", value=SIGNED),
        Field("defence", ("defence #", "defense #"), SIGNED),
        Field("lower attack", value=SIGNED),
        Field("lower defence", ("lower defence #", "lower defense #"), SIGNED),
        Field("glory", value=SIGNED),
        Field("kingdom", value=TEXT, open=True, printed=False),
        Field("copies", ("# (copy|copies)",), printed=False),
        Field("two", ("# marked 2",), called="marked 2", also=("mark",), printed=False),
        Field("rules", ("#",), _RULE, several=True),
        Field("lower rules", ("lower #",), _RULE, several=True),
    )
    columns = (
        "kind", "name", "type", "kingdom", "glory", "attack", "defence", "strength", "health", "rules",
        "lower attack", "lower defence", "lower rules", "copies", "two",
    )  # fmt: skip
    order = (
        "name", "type", "kingdom", "glory", "attack", "defence", "strength", "health", "lower", "rules", "copies",
        "two",
    )  # fmt: skip
    examples: Mapping[str, str] = {
        "card": "Scimitar: item, attack 1, kingdom Ashmoor, 2 copies, 1 marked 2; minor: 1 crystal -> attack 3",
        "village": "Normaltown: village; multi: 2 crystals -> attack 1; rest: gain 2 crystals",
    }
    how = 'A card in a line; "lower" stands below its line, rules behind semicolons:'

    def expect(self, data: Data, where: object) -> None:
        """Refuse a file that is no deck. Raises BadInput."""
        expect_deck(data, where)

    def read_name(self, text: str) -> str:
        """A card's name. Raises Unreadable."""
        return read_card_name(text)

    def filled_in(self, name: str, said: Parts, kind: str) -> Parts:
        """What is said of a card, with the type that the rulebook tells of it."""
        told = tables.told_cards().get(fold(name))
        return {"type": told.type} | said if kind == "card" and told and told.type is not UNSET else said

    def finished(self, card: Entry) -> Entry:
        """A card with what the rulebook tells of it, checked. Raises Unreadable."""
        return complete(card) if isinstance(card, Card) else complete_village(card)

    def whole(self, card: Entry) -> Entry:
        """A card or village with what the rulebook tells of it, as far as it can be."""
        try:
            return self.finished(card)
        except Unreadable:
            return card

    def faults(self, card: Entry) -> Iterator[str]:
        """What makes a card unfit to be played with."""
        try:
            read_card_name(card.name)
            self.finished(card)
        except Unreadable as error:
            yield str(error)

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

        show_card(self.whole(card), screen)

    def show_list(self, cards: Sequence[Written[Entry]], screen: Screen) -> None:
        """A line for each card, by kingdoms."""
        from referee.games.enchanters.screens.cards import show_list

        show_list(cards, screen)


CARDS = EnchantersCards()
