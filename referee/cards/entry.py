"""A card as it stands in a deck file, also one that can't be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from msgspec import UNSET, Struct

from referee.errors import Unreadable
from referee.files.files import Data
from referee.text.names import did_you_mean, fold, keyed, or_list, printable
from referee.text.names import find as find_name

C = TypeVar("C", bound=Struct)
"""A card: what stands in a deck file under one header."""


class Written(Struct, Generic[C], frozen=True):
    """A card in a file: its kind, its data, its entry or why it can't be read, and its line."""

    kind: str
    data: dict[str, Any]
    entry: C | None
    problem: str = ""
    line: str = ""

    @property
    def name(self) -> str:
        """Its name, or what stands for one where it has none."""
        return str(getattr(self.entry, "name", "")) or shown_name(self.kind, self.data)

    def __str__(self) -> str:
        return f"{self.kind} {self.line or self.name}"

    @property
    def copies(self) -> int:
        """How many cards it stands for."""
        copies = getattr(self.entry, "copies", 1)
        return 1 if copies is UNSET else int(copies)


def shown_name(kind: str, data: Data) -> str:
    """The name of a card that may have none, or one that can't be printed."""
    name = data.get("name")
    return printable(name) if isinstance(name, str) and name else f"a nameless {kind}"


def find(name: str, cards: Sequence[Written[C]], kind: str | None = None, *, whole: bool = False) -> Written[C]:
    """The card that is called so; or the only one whose name begins so, or holds it, unless the `whole` is wanted.

    Raises Unreadable with the nearest names, and for a name that cards of several kinds have.
    """
    there = [card for card in cards if kind in (None, card.kind)]
    known = keyed(there, lambda card: card.name)
    if whole and fold(name) not in known:
        raise Unreadable(f'no card is called "{name}"{did_you_mean(name, [card.name for card in there])}')
    inside = [key for key in known if fold(name) in key]
    key = (
        inside[0] if len(inside) == 1 else fold(find_name(name, {k: card.name for k, card in known.items()}, "card"))
    )
    found = known[key]
    kinds = [card.kind for card in there if fold(card.name) == fold(found.name)]
    if len(kinds) > 1 and kind is None:
        raise Unreadable(f"{or_list(f'{one} {found.name}' for one in kinds)}? Say which with --kind")
    return found
