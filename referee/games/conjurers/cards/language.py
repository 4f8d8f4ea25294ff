"""What Conjurers says of its cards: their fields, and how the kind of a card is told.

    Sphinx: egyptian 3, earth, 9/3, offensive 2, flying
    Wolf: level 1, earth, 5/2, poisonous, 2 copies
    Dirk: power hit 1, costs 2 iron and 1 wood
    The Holy Grail: absorption 3

A creature has a mythology with its level (a level 1 creature only its level), an element, hit points / battle dice,
and abilities; an item abilities and a price; an artifact abilities (the rest is in the table, p. 8; a card that
differs may have its mythology, price and points). Names may hold anything but : [ ] / and commas.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import UNSET

from referee.cards.entry import Written
from referee.cards.fields import Field, Parts, Table, Value, one_of
from referee.cards.language import CardLanguage, Group
from referee.errors import Unreadable
from referee.files.files import Data, convert
from referee.games.conjurers.cards import abilities, checks
from referee.games.conjurers.cards.cards import (
    ArtifactEntry,
    Card,
    CreatureEntry,
    DeckFile,
    ItemEntry,
    read_cost,
    read_line_name,
    write_cost,
)
from referee.games.conjurers.records.kinds import expect
from referee.games.conjurers.tables import points as points_tables
from referee.games.conjurers.vocabulary import ELEMENTS, GAME, MYTHOLOGIES
from referee.text.names import did_you_mean, fold, nearest

if TYPE_CHECKING:
    from referee.text.screen import Screen

_STRENGTH = '{name}: its hit points and battle dice are missing, as in "9/3"'


class ConjurersCards(CardLanguage[Card]):
    """Creatures, items and artifacts."""

    game = GAME
    types: Mapping[str, type[Card]] = {"creature": CreatureEntry, "item": ItemEntry, "artifact": ArtifactEntry}
    table = Table(
        Field("level", ("{mythology} #", "{mythology} level #", "level #"),
              must='{name}: its level is missing, as in "level 1" or "egyptian 3"'),
        Field("mythology", ("#",), one_of(MYTHOLOGIES), open=True),
        Field("element", ("#",), one_of(ELEMENTS), open=True),
        Field("hp", ("#/{bd}",), called="hit points and battle dice", must=_STRENGTH),
        Field("bd", ("{hp}/#",), must=_STRENGTH),
        Field("abilities", ("#",), Value(abilities.pattern, abilities.read, words=abilities.words),
              called="ability", several=True, open=True),
        Field("cost", ("costs #", "cost #"), Value(".+", read_cost, write_cost, words=lambda: ("2 iron",), free=True),
              called="price", also=("costs",), open=True),
        Field("points", ("# (point|points)",), open=True),
        Field("copies", ("# (copy|copies)",), open=True, printed=False),
    )  # fmt: skip
    order = ("name", "mythology", "level", "element", "hp", "bd", "abilities", "cost", "points", "copies")
    examples: Mapping[str, str] = {
        "creature": "Sphinx: egyptian 3, earth, 9/3, offensive 2, flying",
        "item": "Dirk: power hit 1, costs 2 iron and 1 wood",
        "artifact": "The Holy Grail: absorption 3",
    }
    how = "A card in a line, with hit points / battle dice:"

    def alike(self, one: str, other: str) -> bool:
        """Items and artifacts are found as one; creatures are not worn."""
        return (one == "creature") == (other == "creature")

    def expect(self, data: Data, where: object) -> None:
        """Refuse a file that is no deck. Raises BadInput."""
        expect("deck", data, where)
        convert({key: value for key, value in data.items() if key not in self.kinds}, DeckFile, str(where))

    def read_name(self, text: str) -> str:
        """A card's name. Raises Unreadable."""
        return read_line_name(text)

    def kind_told(self, name: str, keys: Collection[str]) -> str:
        """A creature by what only creatures have, an artifact by its name (p. 8), else an item. Raises Unreadable."""
        if tells_creature(keys):
            return "creature"
        known = [row.name for row in points_tables.artifacts()]
        if fold(name) in map(fold, known):
            return "artifact"
        if {"mythology", "points"} & set(keys):
            raise Unreadable(f'there is no artifact "{name}"{did_you_mean(name, known)}')
        if "cost" not in keys and (near := nearest(name, known, 1, alike=0.75)):
            raise Unreadable(f'"{name}" is nearly the artifact {near[0]}; write that, or say that it is an item')
        return "item"

    def put(self, said: Parts, new: Parts) -> Parts:
        """What is said of a card after a change; at level 1 it loses its mythology (p. 6)."""
        if new.get("level") == 1 and "mythology" not in new:
            said = {key: value for key, value in said.items() if key != "mythology"}
        return said | new

    def finished(self, card: Card) -> Card:
        """A card that has its mythology, if it needs one (p. 6). Raises Unreadable."""
        if isinstance(card, CreatureEntry) and card.level > 1 and card.mythology is UNSET:
            needs = f'a level {card.level} creature needs its mythology, as in "greek {card.level}"'
            raise Unreadable(f"{card.name}: {needs}")
        return card

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


def tells_creature(keys: Collection[str]) -> bool:
    """Whether what is said of a card is said of creatures only."""
    return bool({"level", "element", "hp"} & set(keys))


CARDS = ConjurersCards()
