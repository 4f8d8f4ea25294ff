"""What a game says of its cards, so that a deck file of them can be worked on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic

from msgspec import Struct, to_builtins

from referee.cards.entry import C, Written
from referee.files.files import Data
from referee.text.names import fold

if TYPE_CHECKING:
    from referee.text.screen import Screen


class Group(Struct, frozen=True):
    """A part of the box: how many cards the deck has of it, how many the box has, and what is missing by name."""

    name: str
    have: int
    box: int
    names: tuple[str, ...] = ()

    @property
    def missing(self) -> int:
        """How many cards the deck lacks."""
        return max(0, self.box - self.have)


class CardLanguage(Generic[C]):
    """How a game's cards are written, read, checked and drawn.

    `types` are the layouts of cards by kind, in the order in which a file has them; `order` is the order of a card's
    keys, `columns` are those of a spreadsheet, `examples` a card of each kind in a line. A fault can't be played
    with; a doubt is a value that is possible and unusual, often a slip of the fingers.
    """

    game: str
    types: Mapping[str, type[C]]
    order: Sequence[str]
    columns: Sequence[str]
    examples: Mapping[str, str]
    how: str
    """What is said above the examples where cards are asked for one by one."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of cards."""
        return tuple(self.types)

    def kind_of(self, card: C) -> str:
        """The kind of a card."""
        return next(kind for kind, layout in self.types.items() if isinstance(card, layout))

    def alike(self, one: str, other: str) -> bool:
        """Whether two kinds are looked up together, so that a name may stand only once among them."""
        return True

    # --- files and lines ----------------------------------------------------------------------------

    def expect(self, data: Data, where: object) -> None:
        """Refuse a file that is no deck of this game, or whose head can't be read. Raises BadInput."""
        raise NotImplementedError

    def read(self, line: str, kind: str | None) -> C:
        """A card from its line. Raises Unreadable."""
        raise NotImplementedError

    def describe(self, card: C) -> str:
        """A card in its line."""
        raise NotImplementedError

    def changed(self, card: Written[C], changes: Sequence[str]) -> C:
        """A card after changes in words, in order. Raises Unreadable."""
        raise NotImplementedError

    def from_row(self, row: Mapping[str, str]) -> C:
        """A card from the cells of a spreadsheet by column; empty cells aren't there. Raises Unreadable."""
        raise NotImplementedError

    def to_row(self, card: C) -> Mapping[str, Any]:
        """A card as cells by column."""
        raise NotImplementedError

    def data_of(self, card: C) -> Data:
        """A card as it is written in a file."""
        data: Data = _with_lists(to_builtins(card))
        return data

    def plain(self, key: str, value: object) -> str:
        """A value of a card as decks are compared by it and show it then; the order of a list doesn't matter."""
        return ", ".join(sorted(map(fold, map(str, value)))) if isinstance(value, list) else str(value)

    # --- what may be wrong --------------------------------------------------------------------------

    def faults(self, card: C) -> Iterator[str]:
        """What makes a card unfit to be played with."""
        yield from ()

    def doubts(self, card: C) -> Iterator[str]:
        """What is possible on a card, and unusual."""
        yield from ()

    def faults_together(self, cards: Sequence[Written[C]]) -> Iterator[str]:
        """What can't be of all the cards of a deck, apart from cards that stand there twice."""
        yield from ()

    def groups(self, cards: Sequence[Written[C]]) -> list[Group]:
        """The box part by part."""
        raise NotImplementedError

    # --- screens ------------------------------------------------------------------------------------

    def draw(self, card: C, screen: Screen) -> None:
        """Draw a card like the one in the box; in plain mode tell it."""
        raise NotImplementedError

    def show_list(self, cards: Sequence[Written[C]], screen: Screen) -> None:
        """A line for each card, under headings."""
        raise NotImplementedError

    # --- what a game has learnt -----------------------------------------------------------------------

    def filled(self, there: C, card: C) -> C:
        """A deck's card with what it leaves open and a game has learnt of it."""
        raise NotImplementedError

    def contradicts(self, there: C, card: C) -> bool:
        """Whether a deck says something else of a card than a game has learnt."""
        raise NotImplementedError

    def doubts_at_table(self, card: C) -> Iterator[str]:
        """What is unusual about a card that was just typed in at the table."""
        return self.doubts(card)


def _with_lists(value: Any) -> Any:
    """Plain data in which every sequence is a list, as it comes from a file."""
    if isinstance(value, dict):
        return {key: _with_lists(inner) for key, inner in value.items()}
    return [_with_lists(inner) for inner in value] if isinstance(value, list | tuple) else value
